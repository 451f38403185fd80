"""Resolve Police Ops cards: squads move, deploy and rotate."""

from __future__ import annotations

from . import chance
from .chance import draw_count
from .components import HEAVY, OPS_CARDS, ops_morale
from .table import Table


def police_ops(table: Table) -> None:
    """Draw and resolve the cards of one turn; morale at the start sets their number (BB-23)."""
    for _ in range(table.knobs["morale_cards"][table.morale]):
        if sum(table.ops_deck) == 0:
            return  # a knob may leave the deck without any card
        code = draw_count(table.ops_deck, table.streams[chance.OPS])
        table.tally.ops_cards_drawn += 1
        table.tally.heavy_drawn += code == HEAVY
        resolve_card(table, code)
        table.ops_discard[code] += 1
        if sum(table.ops_deck) == 0:  # BB-25
            table.ops_deck, table.ops_discard = table.ops_discard, table.ops_deck


def resolve_card(table: Table, code: int) -> None:
    """Carry out one Police Ops card, its rise of morale first (BB-24)."""
    levels = table.shift_morale(ops_morale(table.knobs)[code])
    if code in table.tally.morale_up:
        table.tally.morale_up[code] += levels
    kind = OPS_CARDS[code]["kind"]
    if kind == "rotation":
        strategic_rotation(table)
    elif kind in ("light", "heavy"):
        light_reinforcements(table)
        if kind == "heavy":
            deploy_van(table)
    elif table.knobs["squad_movement"] == "sequential":
        move_in_sequence(table, code)
    else:
        move_at_once(table, code)


def targets(table: Table, code: int, p: int) -> list[int]:
    """List the adjacent districts a movement card aims at from a district (BB-26)."""
    card, near = OPS_CARDS[code], table.city.adjacent[p]
    match card["kind"]:
        case "move_type":
            return [q for q in near if table.city.type[q] == card["target"]]
        case "move_blocs":
            return [q for q in near if table.all_blocs(q)]
        case "move_occupations":
            return [q for q in near if q in table.circle]
        case _:  # District Patrols look at every neighbour
            return list(near)


def target(table: Table, code: int, p: int) -> int | None:
    """Return where a group in a district goes, or None if it stays (BB-26, BB-27, BB-28)."""
    if table.squads[p] < 2 or p in table.circle:
        return None
    options = targets(table, code, p)
    if not options:
        return None
    priority = table.priority
    if OPS_CARDS[code]["kind"] == "move_highest" and not table.knobs["patrols_follow_priority"]:
        priority = "highest"
    return table.by_priority(options, priority)[0]


def pass_barricades(table: Table, p: int, q: int, movers: int) -> int:
    """Run a group into the barricades on its way; return how many squads arrive (BB-30)."""
    route = min(table.city.routes_between(p, q), key=lambda r: (table.barricades[r], r))
    barricades = table.barricades[route]
    lost = min(movers, barricades)
    table.barricades[route] -= lost
    return 0 if barricades >= table.knobs["barricade_block"] else movers - lost


def move_at_once(table: Table, code: int) -> None:
    """Move all groups from the position before the card (BB-29)."""
    order = table.by_priority(table.city.districts, table.priority)
    plan = [(p, target(table, code, p), table.squads[p] - 1) for p in order]
    arrivals = []
    for p, q, movers in plan:
        if q is not None:
            arrivals.append((p, q, pass_barricades(table, p, q, movers)))
    for p, q, arriving in arrivals:
        table.squads[p] -= arriving
        table.squads[q] += arriving


def move_in_sequence(table: Table, code: int) -> None:
    """Move group after group, arrivals taking part again (BB-29, knob squad_movement)."""
    for p in table.by_priority(table.city.districts, table.priority):
        q = target(table, code, p)
        if q is not None:
            arriving = pass_barricades(table, p, q, table.squads[p] - 1)
            table.squads[p] -= arriving
            table.squads[q] += arriving


def light_reinforcements(table: Table) -> None:
    """Let every undamaged van bring a squad, in priority order (BB-32)."""
    undamaged = [p for p in table.city.districts if table.van[p] == 1]
    for p in table.by_priority(undamaged, table.priority):
        table.deploy_squad(p)


def deploy_van(table: Table) -> None:
    """Bring a van to the highest district with squads and no van (BB-33)."""
    if table.vans_in_staging() <= 0:
        return
    places = [p for p in table.city.districts if table.squads[p] and not table.van[p]]
    if places:
        table.van[table.by_priority(places, "highest")[0]] = 1


def strategic_rotation(table: Table) -> None:
    """Send squads above the limit back to the staging area (BB-34)."""
    for p in table.city.districts:
        table.squads[p] = min(table.squads[p], table.knobs["rotation_limit"])
