"""The kernels and the slow twin of Block War play the same games, decision by decision."""

from collections import Counter

import pytest

from sim.games.block_war.columns import END_CAUSES, KEYS
from sim.games.block_war.knobs import BlockWarKnobs
from sim.games.block_war.sizes import PHASES
from tests.naive.block_war import Game
from tests.naive.block_war.ids import BLOCKS
from tests.naive.pairs.block_war import (
    CARD_KNOBS,
    MIXES,
    PAIR,
    READINGS,
    SPANS,
    SWITCHES,
    VARIETY,
    kernel_cells,
)
from tests.naive.pairs.block_war_positions import PER_SETTINGS, Block
from tests.naive.variants import Variant

SEED = 21
GAMES = 400
PER_TEST = 20
SLOW_SEED = 22
SLOW_GAMES = 1000
SLOW_PER_TEST = 100
POSITIONS = 20_000
BLOCKS_PER_TEST = 40
SLOW_POSITIONS = 100_000
LONG_SEED = 23
LONG_GAMES = 5000
LONG_POSITIONS = 1_000_000
LONG_BLOCKS_PER_TEST = 400


def blocks(n: int, size: int) -> list[range]:
    return [range(first, first + size) for first in range(0, n, size)]


def first(numbers: range) -> int:
    return numbers.start


def stem(column: str) -> str:
    return column.removesuffix("_0").removesuffix("_1")


@pytest.mark.bounds
@pytest.mark.parametrize("numbers", blocks(GAMES, PER_TEST), ids=first)
def test_kernel_and_twin_agree(numbers, scaled):
    for number in numbers[: scaled(PER_TEST)]:
        Variant(VARIETY, SEED, number).compare()


@pytest.mark.slow
@pytest.mark.parametrize("numbers", blocks(SLOW_GAMES, SLOW_PER_TEST), ids=first)
def test_kernel_and_twin_agree_at_length(numbers):
    for number in numbers:
        Variant(VARIETY, SLOW_SEED, number).compare()


@pytest.mark.long
@pytest.mark.parametrize("numbers", blocks(LONG_GAMES, SLOW_PER_TEST), ids=first)
def test_kernel_and_twin_agree_on_five_thousand_games(numbers):
    for number in numbers:
        Variant(VARIETY, LONG_SEED, number).compare()


@pytest.mark.bounds
@pytest.mark.parametrize("numbers", blocks(POSITIONS // PER_SETTINGS, BLOCKS_PER_TEST), ids=first)
def test_combats_from_random_positions_agree(numbers, scaled):
    for number in numbers[: scaled(BLOCKS_PER_TEST)]:
        Block(SEED, number).compare()


@pytest.mark.slow
@pytest.mark.parametrize(
    "numbers", blocks(SLOW_POSITIONS // PER_SETTINGS, LONG_BLOCKS_PER_TEST), ids=first
)
def test_combats_from_many_random_positions_agree(numbers):
    for number in numbers:
        Block(SLOW_SEED, number).compare()


@pytest.mark.long
@pytest.mark.parametrize(
    "numbers", blocks(LONG_POSITIONS // PER_SETTINGS, LONG_BLOCKS_PER_TEST), ids=first
)
def test_combats_from_a_million_random_positions_agree(numbers):
    for number in numbers:
        Block(LONG_SEED, number).compare()


def test_every_cell_and_column_is_compared():
    twin = Game({}, [[number, 1, 2, 3] for number in range(8)])
    assert set(twin.cells()) <= set(kernel_cells(PAIR.game.layout.blank()))
    assert {column.name for column in PAIR.game.columns} <= set(twin.outcome())


@pytest.fixture(scope="module")
def seen() -> dict[str, Counter]:
    """Play the fixed games in the kernel alone and count what comes up in them."""
    counts: dict[str, Counter] = {
        kind: Counter() for kind in ("phase", "action", "card", "ending", "knob", "column")
    }
    standard = BlockWarKnobs()
    for number in range(GAMES):
        variant = Variant(VARIETY, SEED, number)
        knobs, _ = variant.draw()
        rules, witness = variant.play()
        row = PAIR.outcome(rules, witness.state)
        counts["phase"].update(witness.phases)
        counts["action"].update(witness.kinds)
        counts["ending"][row["end_cause"]] += 1
        if row["end_cause"] == "tie":
            counts["ending"][knobs.double_fall_tie] += 1
        counts["knob"].update(name for name, value in knobs if value != getattr(standard, name))
        counts["card"] += Counter({key: row[f"played_{key}_{p}"] for key in KEYS for p in (0, 1)})
        counts["column"].update(
            stem(name) for name, value in row.items() if not isinstance(value, str) and value > 0
        )
    return counts


TIES = {"draw", *READINGS["double_fall_tie"]}
RENAMED = {"PAST": "AIM_PAST"}
# Only units and the cards named credit gates.
NEVER_CREDITED = {"backup", "reinforce", "riot_foam", "boing", "stumm_gas", "raiders"}
WANTED = {
    "phase": set(PHASES) - {"OVER"},
    "action": {RENAMED.get(name, name) for name in BLOCKS},
    "card": set(KEYS),
    "ending": {*END_CAUSES, *TIES},
    "knob": {*SWITCHES, *READINGS, *SPANS, *MIXES, *CARD_KNOBS, "facing_p0_probability"},
    "column": {
        stem(column.name)
        for column in PAIR.game.columns
        if column.kind == "int"
        and not any(column.name.startswith(f"gates_by_{key}") for key in NEVER_CREDITED)
    },
}


@pytest.mark.parametrize("kind", WANTED)
def test_the_fixed_games_see_everything(seen, kind):
    missing = WANTED[kind] - set(seen[kind])
    assert not missing, f"no game shows {missing}"
