"""Say who leads, who threatens to finish, and when the game is over."""

from __future__ import annotations

from .components import TYPES
from .table import Table
from .tower import LAYER, box, full_layers, layers_from_ground, tiebreak

PERFECT_CUBE, DOUBLE_CUBE, MIDDLE_EMPTY, ALL_DISCS, CAP = range(1, 6)


def end_if_perfect(table: Table, seat: int, kind: int, source: int) -> None:
    """End the game if a tower is a perfect cube or double cube (BQ-70, BQ-101)."""
    reason = perfection(table, seat)
    if reason:
        table.tally.finish_type, table.tally.finish_source = kind, source
        table.end(reason, [seat])


def perfection(table: Table, seat: int) -> int:
    """Return the reason for which a tower ends the game, 0 if it does not."""
    k, cells = table.knobs, table.tower(seat)
    if k["perfect_cube_ends"] and cells == box(k["cube_layers"]):
        return PERFECT_CUBE
    double = k["double_cube_layers"]
    if table.with_cards and double and cells == box(double):
        return DOUBLE_CUBE
    return 0


def standing(table: Table, seat: int) -> int:
    """Return what a tower scores: layers first, then the blocks of the next (BQ-75, BQ-76)."""
    cells = table.tower(seat)
    if table.knobs["layer_count"] == "any":
        layers = len(full_layers(cells, table.layers))
    else:
        layers = layers_from_ground(cells, table.layers)
    return LAYER * layers + tiebreak(cells, table.layers)


def best(table: Table) -> list[int]:
    """List the seats that score most."""
    scores = {seat: standing(table, seat) for seat in table.seats}
    return [seat for seat in table.seats if scores[seat] == max(scores.values())]


def end_turn(table: Table) -> None:
    """Count the turn, note how things stand and test the end (BQ-74)."""
    table.turn_no += 1
    note_threats(table)
    note_lead(table)
    if not table.tally.moved:
        table.tally.add("dead_turns", table.turn_player)
    k = table.knobs
    if k["end_on_middle_empty"] and middle_empty(table):
        table.end(MIDDLE_EMPTY, best(table))
    if k["end_on_all_discs"] and all(table.up):
        table.end(ALL_DISCS, best(table))
    if table.turn_no >= k["max_turns"]:
        table.end(CAP, best(table))


def middle_empty(table: Table) -> bool:
    """Tell whether no part is left in the middle (BQ-72)."""
    return sum(table.supply()) == 0


def note_lead(table: Table) -> None:
    """Note who leads alone, and who does when half the parts are gone."""
    leaders, tally = best(table), table.tally
    leader = leaders[0] if len(leaders) == 1 else -1
    if leader >= 0:
        tally.count("lead_changes", tally.last_leader not in (-1, leader))
        tally.last_leader = leader
    total = TYPES * table.copies
    if not tally.half_reached and sum(table.supply()) <= total // 2:
        tally.half_reached, tally.leader_half = True, leader


def note_threats(table: Table) -> None:
    """Note whom one part would let finish, and whom the turn player has stopped."""
    tally, now = table.tally, {seat for seat in table.seats if under_threat(table, seat)}
    for seat in now:
        tally.add("threat_turns", seat)
    if now and tally.first_threat_turn < 0:
        tally.first_threat_turn = table.turn_no
    broken = (tally.threatened - now) & tally.robbed
    tally.add("threats_broken", table.turn_player, len(broken))
    tally.threatened = now


def under_threat(table: Table, seat: int) -> bool:
    """Tell whether one part from outside a tower would complete its perfect cube."""
    cells, outside = table.tower(seat), table.copies_outside(seat)
    whole = box(table.knobs["cube_layers"])
    if not cells <= whole:
        return False
    return any(
        outside[place.kind] > 0 and table.places.fits(place, cells)
        for place in table.places.by_cells.get(whole - cells, [])
    )
