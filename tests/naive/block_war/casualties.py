"""Carry out the shots of one exchange together."""

from __future__ import annotations

from dataclasses import dataclass

from .components import PLAYERS
from .table import DESTROYED, Gate, Judge, Table, Unit


@dataclass(frozen=True)
class Shot:
    """Hold one shot: who shoots, how hard, and at a gate or at an edge of a JD unit."""

    shooter: Unit | Judge
    attack: int
    gate: tuple[int, int] | None = None  # owner, column
    judge: tuple[int, str] | None = None  # column, edge
    aside: bool = False
    blast: bool = False
    second: bool = False  # a unit that has fired in its column shoots again


def at_gate(
    shooter: Unit | Judge, attack: int, owner: int, column: int,
    aside: bool = False, second: bool = False,
) -> Shot:
    """Make a shot at a gate (BW-45)."""
    return Shot(shooter, attack, gate=(owner, column), aside=aside, second=second)


def at_judge(
    shooter: Unit, attack: int, column: int, edge: str, aside: bool = False,
) -> Shot:
    """Make a shot at a JD unit."""
    return Shot(shooter, attack, judge=(column, edge), aside=aside)


def kills(attack: int, defense: int) -> bool:
    """Tell whether a shot kills (BW-44)."""
    return attack >= 1 and attack >= defense


def apply_together(table: Table, made: list[Shot | None]) -> None:
    """Find all casualties from the position as it is, then remove them (BW-46)."""
    shots = [shot for shot in made if shot is not None]
    for shot in shots:
        if isinstance(shot.shooter, Unit):
            shot.shooter.fired = True
            table.tally.add("second_shots", shot.shooter.owner, int(shot.second))
    killers: dict[int, list[Unit]] = {}
    dead_units: list[tuple[Gate, Shot]] = []
    lost_gates: list[tuple[Gate, int, Shot]] = []
    for shot in shots:
        if shot.judge is not None:
            column, edge = shot.judge
            if kills(shot.attack, table.street[column].card.defense[edge]):
                killers.setdefault(column, []).append(shot.shooter)
            continue
        owner, column = shot.gate
        gate = table.gates[owner][column]
        if gate.unit is None or shot.blast:
            lost_gates.append((gate, column, shot))
        elif kills(shot.attack, gate.unit.defense):
            dead_units.append((gate, shot))
    for column, units in killers.items():
        lose_judge(table, column, units)
    for gate, shot in dead_units:
        lose_unit(table, gate, shot)
    note_first_loss(table, [(gate, column) for gate, column, _ in lost_gates])
    for gate, _, shot in lost_gates:
        lose_gate(table, gate, shot)


def lose_judge(table: Table, column: int, killers: list[Unit]) -> None:
    """Remove a JD unit; a named one is collected by its killer (BW-57)."""
    judge = table.street[column]
    by_owner = {unit.owner: unit for unit in killers}
    killer = by_owner[table.active if len(by_owner) == 2 else killers[0].owner]
    owner, card = killer.owner, judge.card
    table.street[column] = None
    if judge.hiex:
        table.discard_effect("hiex")
    if card.named:
        table.collected[owner].append(card)
        table.score_kill(owner, table.named_points(card))
        table.tally.named[card.key] = owner
    else:
        table.jd_discard[card.kind] += 1
        table.score_kill(owner, table.knobs["vp_plain_jd"])
    table.judges_destroyed += 1
    table.eventful = True
    table.tally.add("jd_kills", owner)
    note_sniper(table, killer)


def note_sniper(table: Table, killer: Unit | Judge) -> None:
    """Count what an aiming unit destroys."""
    if isinstance(killer, Unit) and killer.card.aims:
        table.tally.add("sniper_kills", killer.owner)


def lose_unit(table: Table, gate: Gate, shot: Shot) -> None:
    """Remove a Perp unit with its upgrades (BW-56)."""
    owner = gate.unit.owner
    if shot.blast:
        cause = "hiex"
    else:
        cause = "jd" if isinstance(shot.shooter, Judge) else "perp"
        note_sniper(table, shot.shooter)
    table.tally.add(f"units_lost_{cause}", owner)
    table.score_kill(1 - owner, table.knobs["vp_perp_unit"])
    table.discard_unit(gate)
    table.eventful = True


def lose_gate(table: Table, gate: Gate, shot: Shot) -> None:
    """Destroy a gate with everything on it; the opponent collects it (BW-55)."""
    kind = credited_kind(table, gate, shot)
    if kind is not None:
        table.tally.gates_by[1 - gate.owner][kind] += 1
    table.tally.add(f"lost_{cause_of_loss(shot)}", gate.owner)
    if gate.unit is not None:
        lose_unit(table, gate, shot)
    if gate.foamed:
        table.clear_foam(gate)
    gate.state, gate.gassed = DESTROYED, False
    table.eventful = True


def cause_of_loss(shot: Shot) -> str:
    """Name what destroyed a gate."""
    if shot.blast:
        return "hiex"
    if isinstance(shot.shooter, Judge):
        return "jd"
    return "sniper" if shot.aside else "perp"


def credited_kind(table: Table, gate: Gate, shot: Shot) -> int | None:
    """Return the kind of Perp card that a destroyed gate is credited to."""
    if shot.blast:
        return table.effects["hiex"].kind
    if isinstance(shot.shooter, Unit):
        return shot.shooter.card.kind
    if gate.hotwired:
        return table.effects["flip_gate"].kind
    return table.effects["turn_jd"].kind if shot.shooter.distracted else None


def note_first_loss(table: Table, lost: list[tuple[Gate, int]]) -> None:
    """Note when the first gate fell, where, and whose it was."""
    if not lost or table.tally.first_loser != -1:
        return
    owners = {gate.owner for gate, _ in lost}
    table.tally.first_loss_col = min(column for _, column in lost)
    table.tally.first_loser = 2 if len(owners) == len(PLAYERS) else owners.pop()
    table.tally.one["first_loss_turn"] = table.turn
