"""Let Block Snipers pick their column."""

from __future__ import annotations

from .components import columns_of
from .ids import encode
from .table import NO_TARGET, Aim, Gate, Script, Table, ask


def able_to_fire(gate: Gate) -> bool:
    """Tell whether the unit behind a gate can shoot (BW-43)."""
    return gate.open and not gate.gassed and gate.unit is not None and gate.unit.attack >= 1


def can_be_shot_by(gate: Gate, shooter: int) -> bool:
    """Tell whether a player's unit has a target in an enemy gate (BW-45, BW-54, BW-61)."""
    own_unit_there = gate.unit is not None and gate.unit.owner == shooter
    return gate.open and not own_unit_there


def viable(table: Table, shooter: int, column: int, target: int) -> list[Aim]:
    """List what a sniper could shoot at in one column (BW-61)."""
    gate = can_be_shot_by(table.gates[1 - shooter][target], shooter)
    offset = target - column
    if table.present(target) is None:
        return [Aim(offset)] if gate else []
    past = gate and table.knobs["sniper_reach"] == "any_in_column"
    return [Aim(offset), Aim(offset, past=True)] if past else [Aim(offset)]


def aiming_gate(table: Table, player: int, column: int) -> Gate | None:
    """Return the gate if a player's own sniper is behind it and able to fire."""
    gate = table.gates[player][column]
    ready = able_to_fire(gate) and not gate.occupied and gate.unit.card.aims
    return gate if ready else None


def settle_aims(table: Table, column: int, players: list[int]) -> Script[None]:
    """Settle the aims that are still open, in the order of the players (BW-60, BW-62)."""
    for player in players:
        gate = aiming_gate(table, player, column)
        if gate is not None and table.aim[player] is None:
            yield from settle_aim(table, player, column, gate.unit.card.target)


def settle_aim(table: Table, player: int, column: int, letters: str) -> Script[None]:
    """Settle one aim; its owner is asked only when there is a choice (BW-62)."""
    options = {
        aim_id(aim): aim
        for target in columns_of(letters, player, column)
        for aim in viable(table, player, column, target)
    }
    if not options:
        table.aim[player] = NO_TARGET
        return
    choice = next(iter(options))
    if len(options) > 1:
        table.aimer = player
        choice = yield from ask(table, "AIM", player, options)
        table.aimer = 0
        table.tally.add("aim_decisions", player)
    table.aim[player] = options[choice]
    note_aim(table, player, options[choice])


def aim_id(aim: Aim) -> int:
    """Return the id of an aim."""
    return encode("PAST" if aim.past else "AIM", aim.offset + 1)


def note_aim(table: Table, player: int, aim: Aim) -> None:
    """Count an aim as its owner sees it."""
    rightwards = aim.offset if player == 0 else -aim.offset
    table.tally.add({-1: "aim_left", 0: "aim_front", 1: "aim_right"}[rightwards], player)


