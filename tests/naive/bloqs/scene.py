"""Lay a position out as one writes it down, and let it run on with given answers.

A tower is written part by part, each cell by its three numbers, as in "000 100 | 001". Unless
told otherwise the discs lie in the order of their kinds, so that tests can count on them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sim.games.bloqs.knobs import BloqsKnobs, card_counts
from tests.naive.script import Decision, GameOver, Script

from .chance import Luck, spread
from .components import ABSENT, DEFENCE, FIRST_CUBE_CARD, KINDS_OF_CARD, TELEPORT, TYPES
from .ids import encode
from .places import Cells, Place
from .setup import start_circle
from .table import Table

I1, I2, I3, V3, L4, O4, T4, S4 = range(TYPES)
# The first circle with each disc.
CIRCLE = {"I1": 0, "I2": 2, "I3": 4, "V3": 6, "L4": 8, "O4": 10, "T4": 12, "Steal": 16, "Build": 18}
CARDS = {
    **{f"dice {value}": value - 1 for value in range(1, 7)},
    "cube V3": FIRST_CUBE_CARD + V3,
    "cube L4": FIRST_CUBE_CARD + L4,
    "teleport": TELEPORT,
    "defence": DEFENCE,
}


class Loaded:
    """Throw written values."""

    def __init__(self, *throws: int):
        self.throws = list(throws)

    def below(self, faces: int) -> int:
        """Return the next throw, counted from zero."""
        return self.throws.pop(0) - 1


def settings(**changes: Any) -> dict[str, Any]:
    """Give all settings in the form that the twin reads."""
    knobs = BloqsKnobs(**changes)
    return knobs.model_dump() | {
        "shapes": knobs.shapes,
        "entries": knobs.entries,
        "colours": knobs.colours,
        "card_counts": card_counts(knobs.cards),
    }


def lay_out(
    towers: dict[int, str], counters: dict[int, int], hands: dict[int, list[str]] | None = None,
    throws: tuple[int, ...] = (), **changes: Any,
) -> Table:
    """Make a table in seat 0's turn; counters not named stand where they begin."""
    table = Table(settings(**changes), Luck([[number, 1, 2, 3] for number in range(3)]))
    k = table.knobs
    table.disc = spread([k["discs_per_type"]] * TYPES + [k["steal_discs"], k["build_discs"]])
    table.up = [False] * len(table.disc)
    table.pos = [start_circle(table, k["colours"][seat]) for seat in table.seats]
    for seat, circle in counters.items():
        table.pos[seat] = circle
    for seat, tower in towers.items():
        for part in tower.split("|"):
            stand(table, seat, cells_of(part))
    for seat, names in (hands or {}).items():
        for name in names:
            table.hand[seat][CARDS[name]] += 1
    if throws:
        table.luck.dice = Loaded(*throws)
    return table


def cells_of(text: str) -> Cells:
    """Read cells, as "000 100"."""
    return frozenset((int(x), int(y), int(z)) for x, y, z in text.split())


def place_at(table: Table, cells: Cells) -> Place:
    """Find a place by its cells, of a type that is in the middle if there is one."""
    found = table.places.by_cells[cells]
    return next((place for place in found if table.middle(place.kind)), found[0])


def stand(table: Table, seat: int, cells: Cells) -> None:
    """Move a part from the middle onto a site."""
    place = place_at(table, cells)
    part = table.middle(place.kind)[0]
    table.owner[part], table.spot[part] = seat, place


def keep_in_middle(table: Table, *kinds: int) -> None:
    """Leave one part of each given type in the middle and put the others out of the game."""
    for kind in range(TYPES):
        for part in table.middle(kind)[kind in kinds:]:
            table.owner[part] = ABSENT


def at(table: Table, seat: int, cell: str) -> int:
    """Return the id of the part of a site that holds a cell."""
    wanted = cells_of(cell)
    return encode("PART", next(p for p in table.parts(seat) if wanted <= table.place(p).cells))


def onto(table: Table, cells: str) -> int:
    """Return the id of PLACE for the place with these cells, whatever its level."""
    return encode("PLACE", table.places.by_cells[cells_of(cells)][0].base)


def level(height: int) -> int:
    """Return the id of a level."""
    return encode("LEVEL", height)


def cards(*kinds: int) -> list[int]:
    """Count cards by kind."""
    return [kinds.count(kind) for kind in range(KINDS_OF_CARD)]


def run(script: Script[None], *answers: int | None) -> list[Decision]:
    """Give answers, None for the first legal id, until none is left or the script ends.

    Returns all that was asked; a last question may be unanswered.
    """
    asked: list[Decision] = []
    left, choice = list(answers), None
    try:
        while True:
            decision = script.send(choice)
            asked.append(decision)
            if not left:
                return asked
            choice = left.pop(0)
            choice = decision.legal[0] if choice is None else choice
            assert choice in decision.legal, (choice, decision)
    except (StopIteration, GameOver):
        assert not left, left
        return asked


def phases(asked: Iterable[Decision]) -> list[str]:
    """Name the phases of some questions."""
    return [decision.phase for decision in asked]
