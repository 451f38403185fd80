"""Resolve the Reaction card: vans and squads attack, a van moves."""

from __future__ import annotations

from typing import Any

import networkx as nx

from .components import GAS_MASKS, LOOT_AMOUNT, MEDIC_KIT, SPIKE_STRIPS
from .ids import NO, YES, decode, encode_all
from .occupations import evict
from .table import Script, Table, ask


def resolve_reaction(table: Table) -> Script[None]:
    """Carry out the top Reaction card and turn up the next one (BB-63 to BB-76)."""
    card = table.reactions[table.reaction_top]
    for p in table.city.districts:  # BB-64
        table.van[p] = min(1, table.van[p])
    for p in table.city.by_id:
        if table.van[p]:
            yield from van_attacks(table, p)
    for p in table.city.by_id:
        if table.squads[p]:
            yield from squads_attack(table, p)
    yield from bring_back_saved(table)
    yield from move_van(table, card)
    table.turn_up_reaction()


# Attacks


def van_attacks(table: Table, p: int) -> Script[None]:
    """Let a van defeat all blocs and evict an occupation (BB-65)."""
    lost = {f: table.blocs[f][p] for f in table.seats}
    for f in table.seats:
        table.blocs[f][p] = 0
    table.tally.van_kills += sum(lost.values())
    evict(table, p)
    yield from after_attack(table, lost)


def squads_attack(table: Table, p: int) -> Script[None]:
    """Let every squad of a district attack once (BB-66)."""
    if (yield from gas_masks(table, p)):
        return
    squads, blocs = table.squads[p], table.all_blocs(p)
    if squads >= blocs:
        lost = {f: table.blocs[f][p] for f in table.seats}
        for f in table.seats:
            table.blocs[f][p] = 0
        if squads > blocs:
            evict(table, p)
    else:
        lost = yield from choose_victims(table, p, squads)
    table.tally.squad_kills += sum(lost.values())
    yield from after_attack(table, lost)


def choose_victims(table: Table, p: int, losses: int) -> Script[dict[int, int]]:
    """Let the strongest faction choose bloc by bloc whose bloc is lost (BB-67)."""
    lost = dict.fromkeys(table.seats, 0)
    order = table.turn_order()
    chooser = max(order, key=lambda f: (table.blocs[f][p], -order.index(f)))
    for _ in range(losses):
        options = encode_all("FACTION", table.present(p))
        choice = yield from ask(table, "VICTIM", chooser, options)
        victim = decode(choice)[1]
        table.blocs[victim][p] -= 1
        lost[victim] += 1
    return lost


def offer(table: Table, phase: str, f: int, kind: int) -> Script[bool]:
    """Ask a faction that holds a Sunrise card whether it plays it; discard it if so (BB-57)."""
    if not table.hand[f][kind]:
        return False
    choice = yield from ask(table, phase, f, [YES, NO])
    if choice == YES:
        table.play_loot(f, kind)
    return choice == YES


def gas_masks(table: Table, p: int) -> Script[bool]:
    """Ask the factions present for Gas Masks, until one plays them."""
    for f in table.present(p):
        if (yield from offer(table, "GAS_MASK", f, GAS_MASKS)):
            return True
    return False


def after_attack(table: Table, lost: dict[int, int]) -> Script[None]:
    """Let Medic Kits save blocs lost in one district, then look for a destroyed faction."""
    for f in table.turn_order():
        hurt = lost[f] > 0 and bool(table.occupations(f))
        if hurt and (yield from offer(table, "MEDIC", f, MEDIC_KIT)):
            saved = min(LOOT_AMOUNT[MEDIC_KIT], lost[f])
            table.aside[f] += saved
            table.tally.blocs_saved += saved
    table.check_destroyed()  # BB-69


def bring_back_saved(table: Table) -> Script[None]:
    """Return blocs set aside to an own occupation, or to the supply without one."""
    for f in table.turn_order():
        if not table.aside[f]:
            continue
        places = table.occupations(f)
        if places:
            choice = yield from ask(table, "MEDIC_RETURN", f, encode_all("DISTRICT", places))
            table.blocs[f][decode(choice)[1]] += table.aside[f]
        else:
            table.tally.blocs_saved -= table.aside[f]
        table.aside[f] = 0
        table.check_destroyed()  # BB-69


# The van


def destination(table: Table, card: dict[str, Any]) -> int:
    """Return the district a Reaction card sends the van to (BB-70)."""
    if card["destination"] == "highest":
        return table.by_priority(table.city.districts, "highest")[0]
    return table.by_priority(table.city.of_type(card["destination"]), card["priority"])[0]


def van_path(table: Table, start: int, goal: int, priority: str) -> list[int]:
    """Return the shortest path, each step to the preferred district (BB-71)."""
    steps = nx.single_source_shortest_path_length(table.city.graph, goal)
    path = [start]
    if start not in steps:
        return path  # BB-74: cut off
    while path[-1] != goal:
        here = path[-1]
        closer = [q for q in table.city.adjacent[here] if steps[q] == steps[here] - 1]
        path.append(table.by_priority(closer, priority)[0])
    return path


def spike_stop(table: Table, path: list[int]) -> Script[int]:
    """Return where on the path the van must stop at the latest, Spike Strips considered."""
    for f in table.turn_order():
        entered = [i for i, p in enumerate(path) if i > 0 and table.blocs[f][p]]
        if entered and (yield from offer(table, "SPIKE", f, SPIKE_STRIPS)):
            return entered[0] - 1
    return len(path) - 1


def drive(table: Table, path: list[int], last: int) -> int:
    """Drive along a path through barricades; return where on it the van stops (BB-72)."""
    for i in range(last):
        routes = table.city.routes_between(path[i], path[i + 1])
        route = min(routes, key=lambda r: (table.barricades[r], r))
        stopped = table.barricades[route] >= table.knobs["barricade_block"]
        table.barricades[route] = 0
        if stopped:
            return i
    return last


def move_van(table: Table, card: dict[str, Any]) -> Script[None]:
    """Move the lowest van and add a squad where it stands (BB-70 to BB-75)."""
    vans = [p for p in table.city.districts if table.van[p]]
    if not vans:
        return
    start = table.by_priority(vans, "lowest")[0]
    path = van_path(table, start, destination(table, card), card["priority"])
    last = yield from spike_stop(table, path)
    table.van[start] = 0
    stop = drive(table, path, last)
    while stop > 0 and table.van[path[stop]]:  # BB-73
        stop -= 1
    table.van[path[stop]] = 1
    table.deploy_squad(path[stop])
