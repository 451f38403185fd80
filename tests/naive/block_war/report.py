"""Sum a game up in the columns of its outcome row."""

from __future__ import annotations

from typing import Any

from .components import COLUMNS, PLAYERS
from .table import DESTROYED, Table

CAUSES = ("destroyed", "useless", "points", "tie", "stalemate", "cap")


def outcome(table: Table) -> dict[str, Any]:
    """Return the columns of a game as they stand."""
    t = table.tally
    loser = 1 - table.winner
    row: dict[str, Any] = {
        "result": result(table),
        "winner": table.winner,
        "winners_mask": winners_mask(table),
        "end_cause": CAUSES[table.end_cause] if table.end_cause in range(len(CAUSES)) else -1,
        "turns": table.turn,
        "named_dredd": t.named.get("judge_dredd", -1),
        "named_giant": t.named.get("judge_giant", -1),
        "first_loser": t.first_loser,
        "first_loss_col": t.first_loss_col,
        "max_deficit_winner": t.pair["max_lead"][loser] if table.winner in PLAYERS else -1,
        **t.one,
    }
    for player in PLAYERS:
        row |= {f"{name}_{player}": pair[player] for name, pair in t.pair.items()}
        row |= _position_columns(table, player) | _card_columns(table, player)
    return row


def result(table: Table) -> str | int:
    """Tell how the game ended for the first player, -1 before the end."""
    if table.winner in PLAYERS:
        return ("win", "loss")[table.winner]
    if table.end_cause == -1:
        return -1
    return "truncated" if CAUSES[table.end_cause] in ("stalemate", "cap") else "draw"


def winners_mask(table: Table) -> int:
    """Return who won, one bit each; a draw counts for both, a game cut short for nobody."""
    if table.winner in PLAYERS:
        return 1 << table.winner
    return 3 if result(table) == "draw" else 0


def _position_columns(table: Table, player: int) -> dict[str, int]:
    gates = table.gates[player]
    return {
        f"vp_{player}": table.points(player),
        f"destroyed_{player}": table.destroyed(player),
        f"foamed_{player}": sum(gate.foamed for gate in gates),
        f"occupied_{player}": sum(gate.occupied for gate in gates),
        f"hand_end_{player}": sum(table.hand[player]),
        **{f"lost_col_{c}_{player}": int(gates[c].state == DESTROYED) for c in COLUMNS},
    }


def _card_columns(table: Table, player: int) -> dict[str, int]:
    t, row = table.tally, {}
    for card in table.perp:
        played, paid = t.played[player][card.kind], t.paid[player][card.kind]
        row[f"played_{card.key}_{player}"] = played
        row[f"paid_{card.key}_{player}"] = paid
        row[f"drawn_{card.key}_{player}"] = played + paid + table.hand[player][card.kind]
        row[f"gates_by_{card.key}_{player}"] = t.gates_by[player][card.kind]
    return row
