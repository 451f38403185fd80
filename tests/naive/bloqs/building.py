"""Build a part into a site and see what comes of it."""

from __future__ import annotations

from tests.naive.script import Script

from .cards import settle
from .ending import end_if_perfect
from .ids import decode, encode_all
from .places import Place
from .table import Table, ask

FROM_MIDDLE, STOLEN, SWAP_TAKEN, SWAP_GIVEN = range(4)
# What completed a cube.
BY_DISC, BY_BUILD, BY_STEAL, BY_SWAP, BY_SWAP_PARTNER, BY_REMOVAL, BY_CUBE_CARD = range(7)


def build(
    table: Table, seat: int, part: int, context: int, source: int,
    full_before: set[int] | None = None,
) -> Script[None]:
    """Place a part, settle the cards, end the game if the tower is perfect (BQ-71, BQ-97).

    `full_before` are the full layers to compare with if the tower was changed before.
    """
    before = table.full(seat) if full_before is None else full_before
    place = yield from choose_place(table, seat, part, context)
    table.put(part, seat, place)
    settle(table, seat, before, table.full(seat))
    end_if_perfect(table, seat, table.kind(part), source)


def choose_place(table: Table, seat: int, part: int, context: int) -> Script[Place]:
    """Ask for a base, then for its level (BQ-40 to BQ-44)."""
    spots = table.places.spots(table.kind(part), table.tower(seat))
    legal = encode_all("PLACE", (spot.base for spot in spots))
    shown = {"ctx": context, "in_hand": part}
    choice = yield from ask(table, "PLACE", seat, legal, **shown)
    base = decode(choice)[1]
    levels = {spot.level: spot for spot in spots if spot.base == base}
    table.tally.count("level_choices", len(levels) > 1)
    choice = yield from ask(
        table, "LEVEL", seat, encode_all("LEVEL", levels), **shown, base_chosen=base
    )
    return levels[decode(choice)[1]]
