"""Hold everything that lies on the table and the small changes that rules are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.naive.script import Decision, GameOver, Script

from . import solid
from .chance import Luck
from .components import (
    ABSENT,
    KINDS_OF_CARD,
    MIDDLE,
    MOST_PARTS,
    SEATS,
    TYPES,
    WAITING,
)
from .places import Cells, Place, places
from .tally import Tally
from .tower import full_layers


class Table:
    """Hold the position of one game."""

    def __init__(self, knobs: dict[str, Any], luck: Luck):
        self.knobs, self.luck = knobs, luck
        self.seats = list(range(knobs["players"]))
        self.with_direction = knobs["mode"] in ("turn2", "maestro")
        self.with_cards = knobs["mode"] in ("maestro", "cards")
        self.layers = knobs["max_layers"]
        self.copies = knobs["copies_per_type"]
        self.places = places(
            tuple(knobs["shapes"]), self.layers, knobs["support_rule"], knobs["path_rule"]
        )
        self.disc: list[int] = []
        self.up: list[bool] = []
        self.pos: list[int] = []
        parts = TYPES * self.copies
        self.owner = [MIDDLE] * parts + [ABSENT] * (MOST_PARTS - parts)  # BQ-2
        self.spot: list[Place | None] = [None] * MOST_PARTS
        self.hand = [[0] * KINDS_OF_CARD for _ in range(SEATS)]
        self.deck: list[int] = []  # the top is the last
        self.discard = [0] * KINDS_OF_CARD
        self.start_player = self.turn_player = self.turn_no = 0
        self.moved_by_card = self.cube_card_played = False  # BQ-94
        self.end_reason = 0
        self.winners: list[int] = []
        self.shown: dict[str, int] = {}
        self.tally = Tally()

    # Questions

    @property
    def circles(self) -> int:
        """Count the circles of the loop."""
        return len(self.disc)

    def others(self, seat: int) -> list[int]:
        """List the other seats."""
        return [other for other in self.seats if other != seat]

    def kind(self, part: int) -> int:
        """Return the type of a part."""
        return part // self.copies

    def middle(self, kind: int) -> list[int]:
        """List the parts of a type in the middle."""
        mine = range(kind * self.copies, (kind + 1) * self.copies)
        return [part for part in mine if self.owner[part] == MIDDLE]

    def supply(self) -> list[int]:
        """Count the parts in the middle by type."""
        return [len(self.middle(kind)) for kind in range(TYPES)]

    def parts(self, seat: int) -> list[int]:
        """List the parts on a site."""
        return [part for part, owner in enumerate(self.owner) if owner == seat]

    def place(self, part: int) -> Place:
        """Return where a part stands."""
        place = self.spot[part]
        assert place is not None
        return place

    def tower(self, seat: int, without: int | None = None) -> Cells:
        """Give the occupied cells of a site, with or without one of its parts."""
        return solid.union(
            self.place(part).cells for part in self.parts(seat) if part != without
        )

    def full(self, seat: int) -> set[int]:
        """List the full layers of a site."""
        return full_layers(self.tower(seat), self.layers)

    def removable(self, seat: int) -> list[int]:
        """List the parts of a site that can be taken from it (BQ-50)."""
        parts = self.parts(seat)
        free = self.places.removable(frozenset(self.place(part) for part in parts))
        return [part for part in parts if self.place(part) in free]

    def placeable(self, kind: int, cells: Cells) -> bool:
        """Tell whether a type has a legal place in a site with these cells (BQ-33)."""
        return bool(self.places.spots(kind, cells))

    def copies_outside(self, seat: int) -> list[int]:
        """Count by type the parts that do not stand on a site."""
        return [
            sum(self.owner[kind * self.copies + copy] != seat for copy in range(self.copies))
            for kind in range(TYPES)
        ]

    # Parts

    def take_from_middle(self, kind: int) -> int:
        """Take the first part of a type from the middle and return it."""
        part = self.middle(kind)[0]
        self.owner[part] = WAITING
        self.tally.taken[kind] += 1
        return part

    def remove(self, part: int) -> None:
        """Take a part off its site."""
        self.owner[part], self.spot[part] = WAITING, None
        self.tally.moved = True

    def put(self, part: int, seat: int, place: Place) -> None:
        """Build a part into a site."""
        self.owner[part], self.spot[part] = seat, place
        self.tally.built[seat][self.kind(part)] += 1
        self.tally.moved = True

    # The end

    def end(self, reason: int, winners: list[int]) -> None:
        """End the game."""
        self.end_reason, self.winners, self.shown = reason, winners, {}
        raise GameOver


def ask(
    table: Table, phase: str, seat: int, legal: Iterable[int], **shown: int
) -> Script[int]:
    """Ask a seat for one id, unless there is only one; `shown` is what this phase reports."""
    ids = sorted(set(legal))
    if not ids:
        raise AssertionError(f"{phase} has no legal id")
    if len(ids) == 1:
        return ids[0]
    table.shown = shown
    table.tally.count("decisions")
    return (yield Decision(phase, seat, ids))
