"""The kernels and the slow twin of Bloc by Bloc play the same games, decision by decision."""

from collections import Counter

import pytest

from sim.games.bloc_by_bloc.columns import ACTION_KINDS, LIBERATION_CARDS, LOOT_KINDS
from sim.games.bloc_by_bloc.knobs import BlocKnobs, data
from sim.games.bloc_by_bloc.sizes import PHASES
from tests.naive.in_step import play_both
from tests.naive.pairs.bloc_by_bloc import (
    PAIR,
    READINGS,
    RULINGS,
    SPANS,
    SWITCHES,
    VARIETY,
)
from tests.naive.variants import Variant, uniform

SEED = 11
GAMES = 240
PER_TEST = 12
SLOW_SEED = 12
SLOW_GAMES = 2000
SLOW_PER_TEST = 50

# OVER and RUN are no decisions; the co-operative game asks nobody for leave and holds no vote.
NEVER_ASKED = {"OVER", "RUN", "PERMIT", "VOTE"}
ENDINGS = {"win", "lose_time", "lose_destroyed"}


def blocks(games: int, size: int) -> list[range]:
    return [range(first, first + size) for first in range(0, games, size)]


@pytest.mark.bounds
@pytest.mark.parametrize("numbers", blocks(GAMES, PER_TEST), ids=lambda numbers: numbers.start)
def test_kernel_and_twin_agree(numbers, scaled):
    for number in numbers[: scaled(PER_TEST)]:
        Variant(VARIETY, SEED, number).compare()


@pytest.mark.slow
@pytest.mark.parametrize(
    "numbers", blocks(SLOW_GAMES, SLOW_PER_TEST), ids=lambda numbers: numbers.start
)
def test_kernel_and_twin_agree_at_length(numbers):
    for number in numbers:
        Variant(VARIETY, SLOW_SEED, number).compare()


@pytest.mark.parametrize("players", [2, 4])
def test_they_stop_at_the_decision_cap(players):
    # Lower than a user may set it, since a game that long would take minutes.
    knobs = BlocKnobs(players=players).model_copy(update={"decision_cap": 7})
    assert play_both(PAIR, knobs, SEED, players, uniform) == 7


@pytest.fixture(scope="module")
def seen() -> dict[str, Counter]:
    """Play the fixed games in the kernel alone and count what comes up in them."""
    counts: dict[str, Counter] = {
        kind: Counter()
        for kind in ("phase", "loot", "effect", "card", "action", "faction", "ending", "knob")
    }
    standard = BlocKnobs()
    for number in range(GAMES):
        variant = Variant(VARIETY, SEED, number)
        knobs, _ = variant.draw()
        rules, witness = variant.play()
        row = PAIR.outcome(rules, witness.state)
        counts["phase"].update(witness.phases)
        counts["ending"][row["result"]] += 1
        counts["knob"].update(name for name, value in knobs if value != getattr(standard, name))
        counts["loot"] += Counter({kind: row[f"loot_played_{kind}"] for kind in range(LOOT_KINDS)})
        counts["action"] += Counter({kind: row[f"actions_{kind}"] for kind in ACTION_KINDS})
        counts["faction"] += Counter({kind: row[f"ability_uses_{kind}"] for kind in range(4)})
        for card in range(LIBERATION_CARDS):
            for choice, letter in enumerate("ab"):
                chosen = row[f"liberation_{letter}_{card}"]
                effect = knobs.liberation_effects[card][choice][0]
                counts["card"] += Counter({card: chosen})
                counts["effect"] += Counter({effect: chosen})
    return counts


EFFECTS = {name for name in data("liberation")["effects"] if name != "source"}
WANTED = {
    "phase": set(PHASES) - NEVER_ASKED,
    "loot": set(range(LOOT_KINDS)),
    "effect": EFFECTS,
    "card": set(range(LIBERATION_CARDS)),
    "action": set(ACTION_KINDS),
    "faction": set(range(4)),
    "ending": ENDINGS,
    "knob": {"players", "heavy_reinforcements", *RULINGS, *SWITCHES, *READINGS, *SPANS},
}


@pytest.mark.parametrize("kind", WANTED)
def test_the_fixed_games_see_everything(seen, kind):
    missing = WANTED[kind] - set(seen[kind])
    assert not missing, f"no game shows {missing}"
