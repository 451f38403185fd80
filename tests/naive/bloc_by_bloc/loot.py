"""Play Loot cards in the own turn, and pass them on."""

from __future__ import annotations

from collections.abc import Callable

from . import components as c
from .actions import barricade_often, kick, lootable, spray
from .ids import NO, decode, encode_all
from .movement import can_move, move
from .table import Script, Table, ask


def room_near(table: Table, p: int) -> bool:
    """Tell whether a route of a district has room for a barricade."""
    return any(table.has_room(route) for route in table.city.routes_of[p])


def places(table: Table, f: int, kind: int) -> list[int]:
    """List the districts that a card with a place can be played on (BB-57)."""
    mine, free = table.with_blocs(f), table.with_free_blocs(f)
    match kind:
        case c.FIREWORKS:
            return [p for p in mine if table.squads[p] and table.city.routes_of[p]]
        case c.BICYCLES:
            return [p for p in mine if can_move(table, f, p)]
        case c.DISGUISES:
            return [p for p in mine if can_move(table, f, p, disguised=True)]
        case c.SCRAP_WOOD:
            return [p for p in free if room_near(table, p)]
        case c.SPRAY_PAINT:
            return [p for p in free if lootable(table, p)]
        case c.FOOD:
            return mine if table.supply(f) > 0 else []
        case c.SOUND_SYSTEM:
            return [p for p in mine if any(q != p for q in free)]
        case _:
            raise AssertionError(f"Loot kind {kind} has no place")


def playable(table: Table, f: int, kind: int) -> bool:
    """Tell whether a held card of the own turn would do something now (BB-57)."""
    if not table.hand[f][kind] or c.LOOT_TIMING[kind] != "turn":
        return False
    match kind:
        case c.ICE_CREAM:
            return bool(table.dice)
        case c.ENERGY_DRINKS:
            return bool(table.with_blocs(f))
        case c.CAMERA:
            return table.morale > c.TIMID
        case _:
            return bool(places(table, f, kind))


def play(table: Table, f: int, kind: int) -> Script[None]:
    """Discard a card and carry out its effect (BB-57)."""
    table.play_loot(f, kind)
    if kind in EFFECTS:
        EFFECTS[kind](table)
        return
    where = yield from ask(table, "WHERE", f, encode_all("DISTRICT", places(table, f, kind)))
    yield from effect_at(table, f, kind, decode(where)[1])


def ice_cream(table: Table) -> None:
    """Roll all unspent dice again."""
    table.dice = table.roll(len(table.dice))


def energy_drinks(table: Table) -> None:
    """Add fresh dice."""
    extra = c.LOOT_AMOUNT[c.ENERGY_DRINKS]
    table.dice += table.roll(extra)
    table.tally.dice_rolled += extra


def camera(table: Table) -> None:
    """Lower police morale."""
    table.lower_morale(c.LOOT_AMOUNT[c.CAMERA], "other")


EFFECTS: dict[int, Callable[[Table], None]] = {
    c.ICE_CREAM: ice_cream,
    c.ENERGY_DRINKS: energy_drinks,
    c.CAMERA: camera,
}


def effect_at(table: Table, f: int, kind: int, p: int) -> Script[None]:
    """Carry out the effect of a card on the chosen district."""
    amount = c.LOOT_AMOUNT[kind]
    match kind:
        case c.FIREWORKS:
            yield from kick(table, f, p, amount)
        case c.BICYCLES:
            yield from move(table, f, p)
        case c.DISGUISES:
            yield from move(table, f, p, disguised=True)
        case c.SCRAP_WOOD:
            yield from barricade_often(table, f, p, amount)
        case c.SPRAY_PAINT:
            spray(table, p, amount)
        case c.FOOD:
            table.form(f, p, amount, "card")
        case c.SOUND_SYSTEM:
            sources = [q for q in table.with_free_blocs(f) if q != p]
            choice = yield from ask(table, "FROM", f, encode_all("DISTRICT", sources))
            source = decode(choice)[1]
            moved = min(amount, table.blocs[f][source])
            table.blocs[f][source] -= moved
            table.blocs[f][p] += moved


# Exchange


def partners(table: Table, f: int) -> list[int]:
    """List the factions that share a district with a faction (BB-58)."""
    return [
        g for g in table.seats
        if g != f and any(table.blocs[g][p] for p in table.with_blocs(f))
    ]  # fmt: skip


def exchange_ids(table: Table, f: int) -> list[int]:
    """List whom a card can be given to and who can be asked for one (BB-58)."""
    if table.transfers >= table.knobs["max_transfers"]:
        return []
    near = partners(table, f)
    give = near if sum(table.hand[f]) else []
    ask_for = [g for g in near if sum(table.hand[g]) and g not in table.refused]
    return encode_all("GIVE", give) + encode_all("ASK", ask_for)


def held(table: Table, f: int) -> list[int]:
    """List the ids of the kinds of cards in a hand."""
    return encode_all("CARD", [kind for kind in c.LOOT_KINDS if table.hand[f][kind]])


def hand_over(table: Table, giver: int, taker: int, kind: int) -> None:
    """Move a card from hand to hand."""
    table.hand[giver][kind] -= 1
    table.hand[taker][kind] += 1
    table.transfers += 1


def give(table: Table, f: int, g: int) -> Script[None]:
    """Give a card of the own choice."""
    choice = yield from ask(table, "GIVE_CARD", f, held(table, f))
    hand_over(table, f, g, decode(choice)[1])


def ask_for_card(table: Table, f: int, g: int) -> Script[None]:
    """Ask for a card; the other faction picks it or refuses."""
    choice = yield from ask(table, "ASKED", g, [NO, *held(table, g)])
    if choice == NO:
        table.refused.add(g)
    else:
        hand_over(table, g, f, decode(choice)[1])
