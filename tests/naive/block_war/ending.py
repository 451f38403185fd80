"""Test the end of the game after a combat."""

from __future__ import annotations

from .components import PLAYERS
from .table import DESTROYED, Table

ALL_DESTROYED, SOME_HELD, POINTS, EQUAL_POINTS = range(4)


def note_lead(table: Table) -> None:
    """Note who leads after a combat, and by how much."""
    useless = [table.useless(player) for player in PLAYERS]
    for player in PLAYERS:
        table.tally.raise_to("max_lead", player, useless[1 - player] - useless[player])
    if useless[0] == useless[1]:
        return
    leader = useless.index(min(useless))
    if table.tally.last_leader not in (-1, leader):
        table.tally.count("lead_changes")
    table.tally.last_leader = leader


def end_if_fallen(table: Table) -> None:
    """End the game if a player has fallen (BW-96 to BW-101)."""
    limit = table.knobs["useless_to_lose"]
    fallen = [player for player in PLAYERS if table.useless(player) >= limit]
    if len(fallen) == 1:
        table.end(1 - fallen[0], cause_of_fall(table, fallen[0]))
    if len(fallen) == 2:
        decide_double_fall(table)


def cause_of_fall(table: Table, player: int) -> int:
    """Tell whether only destruction brought a player down."""
    useless = [gate for gate in table.gates[player] if gate.useless]
    return ALL_DESTROYED if all(g.state == DESTROYED for g in useless) else SOME_HELD


def decide_double_fall(table: Table) -> None:
    """Let victory points decide when both have fallen (BW-99, BW-101)."""
    points = [table.points(player) for player in PLAYERS]
    if points[0] != points[1]:
        table.end(points.index(max(points)), POINTS)
    tie = {
        "draw": -1,
        "active_player_loses": 1 - table.active,
        "active_player_wins": table.active,
    }
    table.end(tie[table.knobs["double_fall_tie"]], EQUAL_POINTS)
