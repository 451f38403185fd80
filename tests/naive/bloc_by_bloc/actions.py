"""Carry out barricades, looting and attacks."""

from __future__ import annotations

from .components import MOLOTOVS, SIDES
from .ids import END, decode, encode, encode_all
from .payment import ATTACKS, pay, payable, price
from .table import Script, Table, ask

# Barricades


def barricade_routes(table: Table, f: int) -> list[int]:
    """List the routes with room next to own free blocs (BB-45)."""
    near = {route for p in table.with_free_blocs(f) for route in table.city.routes_of[p]}
    return sorted(route for route in near if table.has_room(route))


def barricade(table: Table, f: int, route: int) -> Script[None]:
    """Place a barricade; the Neighbors may add a second one (BB-45, BB-46)."""
    table.barricades[route] += 1
    table.tally.actions["barricade"] += 1
    if not table.is_faction(f, "neighbors"):
        return
    ends = set(table.city.route_end[route]) & set(table.with_free_blocs(f))
    options = [r for p in ends for r in table.city.routes_of[p] if table.has_room(r)]
    choice = yield from ask(table, "BARRICADE_2", f, [END, *encode_all("BARRICADE", options)])
    if choice != END:
        table.barricades[decode(choice)[1]] += 1
        table.tally.ability[table.faction_index(f)] += 1


def barricade_often(table: Table, f: int, p: int, most: int) -> Script[None]:
    """Place up to so many barricades on the routes of one district."""
    for _ in range(most):
        options = [route for route in table.city.routes_of[p] if table.has_room(route)]
        choice = yield from ask(table, "BARRICADE_N", f, [END, *encode_all("BARRICADE", options)])
        if choice == END:
            return
        table.barricades[decode(choice)[1]] += 1


# Looting


def lootable(table: Table, p: int) -> bool:
    """Tell whether a shopping centre of a district can be marked (BB-47)."""
    unmarked = table.shop_open[p] > 0 and not table.liberated[p]
    return unmarked and table.loot_tokens_left() > 0


def burn(table: Table, f: int, p: int) -> Script[None]:
    """Burn a shopping centre and draw a card (BB-47)."""
    yield from pay(table, f, price(table, f, "BURN", p))
    table.shop_open[p] -= 1
    table.burned[p] += 1
    table.tally.actions["burn"] += 1
    table.loot_to_hand(f, 1)


def graffiti(table: Table, f: int, p: int) -> Script[None]:
    """Spray a shopping centre (BB-47)."""
    yield from pay(table, f, price(table, f, "GRAFFITI", p))
    table.tally.actions["graffiti"] += 1
    spray(table, p, 1)


def spray(table: Table, p: int, most: int) -> None:
    """Turn up to so many unmarked centres into graffiti, as the Loot tokens allow."""
    marks = min(most, table.shop_open[p], table.loot_tokens_left())
    table.shop_open[p] -= marks
    table.graffiti[p] += marks


# Attacks


def attack_ids(table: Table, f: int, p: int) -> list[int]:
    """List the attacks possible in a district (BB-54, BB-55)."""
    if table.blocs[f][p] <= table.attacks_made[p]:
        return []
    possible = {
        "DEFEAT": table.squads[p] > 0,
        "KICK": table.squads[p] > 0 and bool(table.city.routes_of[p]),
        "VAN": table.van[p] > 0,
    }
    return [
        encode(verb, p)
        for verb in ATTACKS
        if possible[verb] and payable(table, f, price(table, f, verb, p))
    ]


def attack(table: Table, f: int, verb: str, p: int) -> Script[None]:
    """Pay an attack and carry it out (BB-54 to BB-56)."""
    cost = price(table, f, verb, p)
    paid = yield from pay(table, f, cost)
    if table.is_faction(f, "prisoners") and paid.worth() < cost.difficulty:
        table.tally.ability[table.faction_index(f)] += 1
    table.attacks_made[p] += 1
    table.tally.actions[verb.lower()] += 1
    if verb == "KICK":
        yield from kick(table, f, p, table.knobs["kick_squads"])
        return
    hit(table, verb, p)
    while table.hand[f][MOLOTOVS] and hittable(table, verb, p):
        choice = yield from ask(table, "MOLOTOV", f, [END, encode("PLAY", MOLOTOVS)])
        if choice == END:
            return
        table.play_loot(f, MOLOTOVS)
        hit(table, verb, p)


def hittable(table: Table, verb: str, p: int) -> bool:
    """Tell whether an attack of this kind has something left to hit."""
    return (table.squads[p] if verb == "DEFEAT" else table.van[p]) > 0


def hit(table: Table, verb: str, p: int) -> None:
    """Defeat one squad, or hit the van; its last hit sends it away (BB-54)."""
    if verb == "DEFEAT":
        table.squads[p] -= 1
        return
    table.van[p] += 1
    if table.van[p] > table.knobs["van_hits"]:
        table.van[p] = 0
        table.tally.vans_defeated += 1
        table.lower_morale(1, "van")


def kick(table: Table, f: int, p: int, most: int) -> Script[None]:
    """Drive squads out by one side; the barricades there fall (BB-54)."""
    sides = [side for side in SIDES if (p, side) in table.city.route]
    choice = yield from ask(table, "KICK_SIDE", f, encode_all("SIDE", sides))
    side = decode(choice)[1]
    movers = min(most, table.squads[p])
    table.squads[p] -= movers
    table.squads[table.city.neighbour[p, side]] += movers
    table.barricades[table.city.route[p, side]] = 0
