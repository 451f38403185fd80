"""Spell out a position as plain named numbers."""

from __future__ import annotations

from typing import Any

from .components import MOST_CARDS, MOST_CIRCLES, SEATS
from .places import mask_of
from .table import Table

PHASES = (
    "START", "DIR", "CARD", "TYPE", "PLACE", "LEVEL", "STEAL", "PARTNER", "GIVE", "TAKE",
    "DEFEND", "OVER",
)


def position_cells(table: Table, phase: str, decider: int) -> dict[str, Any]:
    """Return the cells that rules read, and those that the pending decision makes sense of."""
    return {
        "phase": PHASES.index(phase),
        "turn_player": table.turn_player,
        "actor": decider,
        "start_player": table.start_player,
        "turn_no": table.turn_no,
        "end_reason": table.end_reason,
        "winner_mask": sum(1 << seat for seat in table.winners),
        "pos": padded(table.pos, SEATS, -1),
        "disc": padded(table.disc, MOST_CIRCLES, -1),
        "up": padded([int(up) for up in table.up], MOST_CIRCLES, 0),
        "part_owner": list(table.owner),
        "part_base": [-1 if place is None else place.base for place in table.spot],
        "part_z": [-1 if place is None else place.level for place in table.spot],
        "supply": table.supply(),
        "hand": [list(hand) for hand in table.hand],
        "discard": list(table.discard),
        "deck_n": len(table.deck),
        "deck": padded(table.deck, MOST_CARDS, 0),
        "cards_played": table.moved_by_card + 2 * table.cube_card_played,
        "tower": padded([mask_of(table.tower(seat)) for seat in table.seats], SEATS, 0),
        **table.shown,
    }


def padded(values: list[int], size: int, filler: int) -> list[int]:
    """Fill a list up to the number of cells kept for it."""
    return values + [filler] * (size - len(values))
