"""Spell out a position as plain named numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .components import SIDES, SQUARES, TOKENS, TYPES
from .table import Table

SEATS = range(4)
ROUTES = 40


def _mask(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def city_cells(table: Table) -> dict[str, Any]:
    """Return the cells that never change."""
    city = table.city
    ends = [list(ends) for ends in city.route_end]
    return {
        "tile": list(city.tile),
        "type": [TYPES.index(city.type[p]) for p in SQUARES],
        "base_difficulty": [city.base_difficulty(p) for p in SQUARES],
        "rotation": list(city.rotation),
        "neighbour": [[city.neighbour.get((p, side), -1) for side in SIDES] for p in SQUARES],
        "route": [[city.route.get((p, side), -1) for side in SIDES] for p in SQUARES],
        "route_end": ends + [[-1, -1]] * (ROUTES - len(ends)),
        "n_routes": len(ends),
        "pos_of_id": [-1] + [city.position.get(number, -1) for number in range(1, 23)],
        "faction_of": [table.faction_index(f) if f in table.seats else -1 for f in SEATS],
    }


def play_cells(table: Table) -> dict[str, Any]:
    """Return the cells that change."""
    places = {owner_token: p for p, owner_token in table.circle.items()}
    nothing = dict.fromkeys(SQUARES, 0)
    empty_hand = [0] * len(table.loot_deck)

    def grid(values: dict[int, int]) -> list[int]:
        return [int(values[p]) for p in SQUARES]

    def per_seat(values: dict[int, int], absent: int) -> list[int]:
        return [values.get(f, absent) for f in SEATS]

    return {
        "liberated": grid(table.liberated),
        "squads": grid(table.squads),
        "van": grid(table.van),
        "blocs": [grid(table.blocs.get(f, nothing)) for f in SEATS],
        "deck_blocs": per_seat(table.deck_blocs, 0),
        "aside": per_seat(table.aside, 0),
        "occ_pos": [[places.get((f, token), -1) for token in TOKENS] for f in SEATS],
        "occ_used": [int(token in table.used) for token in TOKENS],
        "attacks_made": grid(table.attacks_made),
        "refused": _mask(table.refused),
        "transfers": table.transfers,
        "token_moved": int(table.token_moved),
        "barricades": table.barricades + [0] * (ROUTES - len(table.barricades)),
        "shop_open": grid(table.shop_open),
        "graffiti": grid(table.graffiti),
        "burned": grid(table.burned),
        "loot_deck": list(table.loot_deck),
        "loot_discard": list(table.loot_discard),
        "hand": [list(table.hand.get(f, empty_hand)) for f in SEATS],
        "ops_deck": list(table.ops_deck),
        "ops_discard": list(table.ops_discard),
        "reaction_top": table.reaction_top,
        "reaction_left": _mask(table.reaction_left),
        "conditions_left": _mask(table.conditions_left),
        "conditions_up": _mask(table.conditions_up),
        "token": per_seat(table.token, -1),
        "liberation_left": _mask(table.liberation_left),
        "countdown": table.countdown,
        "morale": table.morale,
        "night": table.night,
        "first_seat": table.first_seat,
        "turn_index": table.turn_index,
        "dice": [table.dice.count(value) for value in range(1, 7)],
        "result": table.result,
        "winners": table.winners,
    }
