"""Resolve combat: column by column, exchange by exchange, as the rulebook's examples do."""

from __future__ import annotations

from dataclasses import dataclass

from .aiming import able_to_fire, can_be_shot_by, settle_aims
from .casualties import Shot, apply_together, at_gate, at_judge
from .components import COLUMNS, FRONT, PLAYERS, REAR, columns_of
from .plays import can_be_blasted
from .table import NO_TARGET, Aim, Gate, Judge, Script, Table

FIRST, SECOND, FACE_TO_FACE = range(3)


def combat(table: Table) -> Script[None]:
    """Resolve all five columns, nearest to the JD deck first (BW-41)."""
    table.tally.count("combats")
    note_start(table)
    for column in COLUMNS:
        table.column = column
        yield from resolve_column(table, column)
        table.aim = [None, None]
        table.stage = FIRST
    table.column = 0
    clean_up(table)


def resolve_column(table: Table, column: int) -> Script[None]:
    """Resolve one column (BW-47 to BW-50)."""
    judge = table.present(column)
    if judge is not None:
        yield from judge_against_front(table, column, judge)
        if table.present(column) is judge:
            yield from back_of_the_judge(table, column, judge)
            stands = table.present(column) is judge
            if stands or table.knobs["continuation"] != "until_blocked":
                return
    yield from face_to_face(table, column)


def judge_against_front(table: Table, column: int, judge: Judge) -> Script[None]:
    """Exchange 1: the JD unit and the player it faces (BW-47)."""
    table.stage = FIRST
    yield from settle_aims(table, column, [judge.face])
    shots = [front_shot(table, column, judge), shot_at_judge(table, judge.face, column, judge)]
    apply_together(table, shots)


def back_of_the_judge(table: Table, column: int, judge: Judge) -> Script[None]:
    """Exchange 2 with the JD unit still there: the other player shoots its back (BW-48)."""
    table.stage = SECOND
    other = 1 - judge.face
    yield from settle_aims(table, column, [other])
    shots = [shot_at_judge(table, other, column, judge), rear_shot(table, column, judge)]
    apply_together(table, shots)


def face_to_face(table: Table, column: int) -> Script[None]:
    """Let the players' own units shoot at the opposite gates, both at once (BW-49)."""
    table.stage = FACE_TO_FACE
    yield from settle_aims(table, column, [table.active, 1 - table.active])
    shots = [shot_ahead(table, player, column) for player in PLAYERS]
    apply_together(table, shots)


# The shots of a JD unit


def front_shot(table: Table, column: int, judge: Judge) -> Shot | None:
    """Return the blast of a JD unit, or else its front shot (BW-47a)."""
    if judge.hiex and can_be_blasted(table, judge.face, column):
        return Shot(judge, judge.card.attack[FRONT], gate=(judge.face, column), blast=True)
    target = front_target(table, column, judge)
    if target is None:
        return None
    return at_gate(judge, judge.card.attack[FRONT], judge.face, target)


def front_target(table: Table, column: int, judge: Judge) -> int | None:
    """Return the column a front shot goes to, None without a shot (BW-52)."""
    if judge.card.attack[FRONT] == 0:
        return None
    if judge.card.target_rule == "strongest":
        return strongest_gate(table, column, judge.face)
    gates = table.gates[judge.face]
    targets = columns_of(judge.card.target, judge.face, column)
    return targets[0] if targets and gates[targets[0]].open else None


def strongest_gate(table: Table, column: int, player: int) -> int | None:
    """Return the open gate in range whose unit has the highest attack (BW-53)."""
    near = [c for c in COLUMNS if abs(c - column) <= table.knobs["dredd_range"]]
    opened = [c for c in near if table.gates[player][c].open]

    def rank(c: int) -> tuple[int, int, int]:
        return -strength(table.gates[player][c]), abs(c - column), c

    return min(opened, key=rank, default=None)


def strength(gate: Gate) -> int:
    """Return the attack of whoever stands on a gate (BW-53)."""
    return 0 if gate.unit is None else gate.unit.attack


def rear_shot(table: Table, column: int, judge: Judge) -> Shot | None:
    """Return the shot of a JD unit straight behind itself (BW-48b)."""
    other = 1 - judge.face
    if judge.card.attack[REAR] == 0 or not table.gates[other][column].open:
        return None
    return at_gate(judge, judge.card.attack[REAR], other, column)


# The shots of Perp units


def shot_at_judge(table: Table, player: int, column: int, judge: Judge) -> Shot | None:
    """Return the shot of the unit on a player's gate while a JD unit is there."""
    gate = table.gates[player][column]
    if not able_to_fire(gate):
        return None
    unit, aim = gate.unit, table.aim[player]
    if not gate.occupied and unit.card.aims:
        if aim == NO_TARGET:
            return None
        if aim.aside:
            return aimed_shot(table, player, column, aim)
    return at_judge(unit, unit.attack, column, judge.edge_towards(player))


def shot_ahead(table: Table, player: int, column: int) -> Shot | None:
    """Return the shot of a player's own unit in a face-to-face exchange (BW-49)."""
    gate = table.gates[player][column]
    if not able_to_fire(gate) or gate.occupied:
        return None
    unit, aim = gate.unit, table.aim[player]
    if unit.fired and table.knobs["continuation"] == "strict_one":
        return None
    if unit.card.aims:
        if aim == NO_TARGET:
            return None
        if aim.aside:
            return None if unit.fired else aimed_shot(table, player, column, aim)
    if not can_be_shot_by(table.gates[1 - player][column], player):
        return None
    return at_gate(unit, unit.attack, 1 - player, column, second=unit.fired)


def aimed_shot(table: Table, player: int, column: int, aim: Aim) -> Shot:
    """Return a sniper's shot aside (BW-60)."""
    unit, target = table.gates[player][column].unit, column + aim.offset
    judge = table.present(target)
    if judge is not None and not aim.past:
        return at_judge(unit, unit.attack, target, judge.edge_towards(player), aside=True)
    return at_gate(unit, unit.attack, 1 - player, target, aside=True)


# Before and after


@dataclass(frozen=True)
class Exposure:
    """Count a player's open gates at the start of a combat."""

    opened: int
    empty: int
    exposed: int
    faced: int


def exposure(table: Table, player: int) -> Exposure:
    """Look at a player's gates and at who is about to shoot at them."""
    gates = table.gates[player]
    opened = [c for c in COLUMNS if gates[c].open and not gates[c].occupied]
    empty = [c for c in opened if gates[c].unit is None]
    facing = [
        (c, judge)
        for c in COLUMNS
        if (judge := table.present(c)) is not None
        and judge.face == player
        and judge.card.attack[FRONT] >= 1
    ]
    targets = {front_target(table, c, judge) for c, judge in facing}
    return Exposure(len(opened), len(empty), len(targets & set(empty)), len(facing))


def note_start(table: Table) -> None:
    """Add up what a combat starts from."""
    for player in PLAYERS:
        seen = exposure(table, player)
        table.tally.add("open_sum", player, seen.opened)
        table.tally.add("empty_open_sum", player, seen.empty)
        table.tally.add("exposed_sum", player, seen.exposed)
        table.tally.add("faced_sum", player, seen.faced)


def clean_up(table: Table) -> None:
    """Discard what lasts for one combat only (BW-58)."""
    for judge in table.street:
        if judge is None:
            continue
        if judge.hiex:
            table.discard_effect("hiex")
        if judge.boing:
            table.discard_effect("boing")
        judge.hiex = judge.boing = judge.distracted = False
    for player in PLAYERS:
        for gate in table.gates[player]:
            gate.gassed = gate.hotwired = False
            if gate.unit is not None:
                gate.unit.fired = False
