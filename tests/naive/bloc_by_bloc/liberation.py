"""Liberate districts and resolve their Liberation cards."""

from __future__ import annotations

import math

from . import chance
from .actions import barricade_often, lootable, spray
from .chance import draw_member
from .conditions import settle_tokens, turn_up
from .ids import NO, YES, A, B, decode, encode_all
from .movement import can_move, destinations, move, transfer
from .occupations import build_free
from .table import Script, Table, ask


def ceiling(value: float) -> int:
    """Round up, forgiving the noise of floating point."""
    return math.ceil(value - 1e-9)


def can_be_liberated(table: Table, p: int) -> bool:
    """Tell whether a district is liberated now (BB-77)."""
    if table.liberated[p] or table.police(p):
        return False
    near = (
        not table.knobs["liberation_needs_neighbour"]
        or table.city.type[p] == "public"
        or any(table.liberated[q] for q in table.city.adjacent[p])
    )
    need = ceiling(table.knobs["liberation_multiplier"] * table.difficulty(p))
    return near and table.all_blocs(p) >= need


def liberate_districts(table: Table) -> Script[None]:
    """Liberate district after district until none qualifies (BB-77)."""
    while ready := [p for p in table.city.districts if can_be_liberated(table, p)]:
        choice = yield from ask(table, "LIB_ORDER", table.first_seat, encode_all("DISTRICT", ready))
        p = decode(choice)[1]
        flip(table, p)
        yield from resolve_card(table, p)


def flip(table: Table, p: int) -> None:
    """Turn a district to its liberated side (BB-78)."""
    table.liberated[p] = True
    table.graffiti[p] += table.shop_open[p]
    table.shop_open[p] = 0
    table.lower_morale(1, "liberation")
    if table.city.type[p] == "public":
        later = table.countdown + table.knobs["public_countdown_bonus"]
        table.countdown = max(table.countdown, min(table.knobs["countdown_cap"], later))
    if table.tally.first_liberation_night < 0:
        table.tally.first_liberation_night = table.night
    settle_tokens(table)


def resolve_card(table: Table, p: int) -> Script[None]:
    """Reveal the card; all factions present choose, then all effects follow (BB-79)."""
    code = draw_member(table.liberation_left, table.streams[chance.LIBERATION])
    effects = dict(zip("ab", table.knobs["liberation_effects"][code], strict=True))
    chosen: dict[int, str] = {}
    for f in table.present(p):
        choice = yield from ask(table, "LIB_CHOICE", f, [A, B])
        chosen[f] = "a" if choice == A else "b"
        table.tally.liberation[chosen[f]][code] += 1
    for f, side in chosen.items():
        name, n = effects[side]
        yield from effect(table, f, p, name, n)


def pick(table: Table, f: int, places: list[int]) -> Script[int | None]:
    """Let a faction pick the target of an effect; None if there is none (BB-80)."""
    if not places:
        return None
    choice = yield from ask(table, "LIB_TARGET", f, encode_all("DISTRICT", places))
    return decode(choice)[1]


def effect(table: Table, f: int, p: int, name: str, n: int) -> Script[None]:
    """Carry out one effect for one faction (BB-80)."""
    match name:
        case "LOOT":
            table.loot_to_hand(f, n)
        case "FORM":
            table.form(f, p, n, "card")
        case "FORM_OCC":
            places = table.occupations(f) if table.supply(f) > 0 else []
            where = yield from pick(table, f, places)
            if where is not None:
                table.form(f, where, n, "card")
        case "MARCH":
            yield from march(table, f, p, n)
        case "STRIKE":
            yield from strike(table, f, p)
        case "ROUT":
            near = [q for q in table.city.adjacent[p] if table.squads[q]]
            yield from send_away(table, f, near, n)
        case "RETREAT":
            yield from send_away(table, f, [q for q in table.city.districts if table.squads[q]], n)
        case "BARRICADE":
            yield from barricade_often(table, f, p, n)
        case "GRAFFITI":
            near = [q for q in table.city.adjacent[p] if lootable(table, q)]
            where = yield from pick(table, f, near)
            if where is not None:
                spray(table, where, n)
        case "BUILD":
            yield from build_free(table, f, p)
        case "CALM":
            table.lower_morale(n, "other")
        case "REVEAL":
            turn_up(table, n)
        case "SALVAGE":
            yield from salvage(table, f, n)
        case _:
            raise AssertionError(f"{name} is no effect")


def march(table: Table, f: int, p: int, n: int) -> Script[None]:
    """Let the faction move up to n blocs out of the district."""
    if n < 1 or not can_move(table, f, p):
        return
    choice = yield from ask(table, "LIB_MARCH", f, [YES, NO])
    if choice == YES:
        yield from move(table, f, p, most=n)


def strike(table: Table, f: int, p: int) -> Script[None]:
    """Move one bloc to a district with squads and defeat one of them."""
    if not table.blocs[f][p]:
        return
    places = [decode(place)[1] for place in destinations(table, f, p, 1)]
    where = yield from pick(table, f, [q for q in places if table.squads[q]])
    if where is not None:
        transfer(table, f, p, where, 1)
        table.squads[where] -= 1


def send_away(table: Table, f: int, places: list[int], n: int) -> Script[None]:
    """Send up to n squads of one district to the staging area."""
    where = yield from pick(table, f, places)
    if where is not None:
        table.squads[where] = max(0, table.squads[where] - n)


def salvage(table: Table, f: int, n: int) -> Script[None]:
    """Take cards of choice from the discard pile."""
    for _ in range(n):
        kinds = [kind for kind, cards in enumerate(table.loot_discard) if cards]
        if not kinds:
            return
        choice = yield from ask(table, "SALVAGE", f, encode_all("CARD", kinds))
        kind = decode(choice)[1]
        table.loot_discard[kind] -= 1
        table.take_loot(f, kind)
