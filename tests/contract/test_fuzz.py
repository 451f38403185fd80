"""Random games under settings from all over their ranges, looked over after every step."""

import random

import numpy as np
import pytest

from sim.core.knobs import Knobs
from tests.contract.configurations import TERMS, shipped_games
from tests.contract.draws import draw_settings, draw_value
from tests.contract.walk import Walk

SEED = 4
GAMES = 1000
SLOW_SEED = 5
SLOW_GAMES = 2000
LONG_SEED = 6
LONG_GAMES = 10_000
PER_TEST = 50


def fuzz(game, seed, numbers):
    """Play games, each with its own settings, and stop at the first thing that is wrong."""
    tables = list(TERMS[game.name].settings.values())
    for number in numbers:
        luck = random.Random(f"{seed} {number}")
        knobs = draw_settings(game, luck, luck.choice(tables))
        where = f"game {number} of seed {seed} with {changed(knobs)}"
        walk = Walk(game, knobs, seed, number)
        for seat in walk.positions():
            faults = list(game.check(walk.rules, walk.state))
            assert not faults, f"{where}, decision {walk.steps + 1}: {'; '.join(faults)}"
            legal = walk.legal()
            assert (len(legal) > 0) == (seat >= 0), where
            assert (np.diff(legal) > 0).all(), where
        assert not np.isnan(list(walk.outcome().values())).any(), where
        assert ((walk.returns() >= 0) & (walk.returns() <= 1)).all(), where


def changed(knobs: Knobs) -> dict[str, object]:
    """Return the settings that are not the default."""
    return {
        name: value
        for name, value in knobs.model_dump().items()
        if value != type(knobs).model_fields[name].default
    }


def blocks(games: int) -> list[range]:
    return [range(first, first + PER_TEST) for first in range(0, games, PER_TEST)]


@pytest.mark.parametrize("numbers", blocks(GAMES), ids=lambda numbers: numbers.start)
@pytest.mark.parametrize("game", shipped_games(), ids=lambda game: game.name)
def test_random_games_stay_sound(game, numbers, scaled):
    fuzz(game, SEED, numbers[: scaled(PER_TEST)])


@pytest.mark.slow
@pytest.mark.parametrize("numbers", blocks(SLOW_GAMES), ids=lambda numbers: numbers.start)
@pytest.mark.parametrize("game", shipped_games(), ids=lambda game: game.name)
def test_many_random_games_stay_sound(game, numbers):
    fuzz(game, SLOW_SEED, numbers)


@pytest.mark.long
@pytest.mark.parametrize("numbers", blocks(LONG_GAMES), ids=lambda numbers: numbers.start)
@pytest.mark.parametrize("game", shipped_games(), ids=lambda game: game.name)
def test_ten_thousand_random_games_stay_sound(game, numbers):
    fuzz(game, LONG_SEED, numbers)


@pytest.mark.parametrize("game", shipped_games(), ids=lambda game: game.name)
def test_draws_reach_the_knobs(game):
    luck = random.Random(SEED)
    fields = game.knobs.model_fields
    fixed = {
        name
        for name, field in fields.items()
        if all(draw_value(luck, field) == field.default for _ in range(20))
    }
    assert len(fixed) <= len(fields) // 10, f"never drawn: {', '.join(sorted(fixed))}"
