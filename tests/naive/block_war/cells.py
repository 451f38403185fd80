"""Spell out a position as plain named numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .components import PLAYERS
from .table import NO_TARGET, Aim, Gate, Judge, Table, padded

PHASES = ("ROTATE", "OPEN", "ACT", "PAY", "AIM", "OVER")
UNDECIDED, NOTHING_TO_AIM_AT, PAST_THE_JUDGE = -2, 5, 8


def _aim(aim: Aim | str | None) -> int:
    if aim is None:
        return UNDECIDED
    if aim == NO_TARGET:
        return NOTHING_TO_AIM_AT
    return aim.offset + PAST_THE_JUDGE if aim.past else aim.offset


def _upgrades(gate: Gate, key: str) -> int:
    return 0 if gate.unit is None else sum(up.key == key for up in gate.unit.upgrades)


def position_cells(table: Table, phase: str) -> dict[str, Any]:
    """Return the cells that rules read."""

    def grid(read: Callable[[Gate], int]) -> list[list[int]]:
        return [[int(read(gate)) for gate in table.gates[p]] for p in PLAYERS]

    def slots(read: Callable[[Judge], int], empty: int = 0) -> list[int]:
        return [empty if judge is None else int(read(judge)) for judge in table.street]

    over = phase == "OVER"
    return {
        "phase": PHASES.index(phase),
        "active": table.active,
        "ap": table.ap,
        "gates_opened": table.opened_so_far,
        "pay_gate": table.pay_gate,
        "pay_due": table.pay_due,
        "column": table.column,
        "stage": table.stage,
        "aim": [_aim(aim) for aim in table.aim],
        "aimer": table.aimer,
        "jd_fallen": 0 if over else table.judges_destroyed,
        "winner": table.winner,
        "end_cause": table.end_cause,
        "kill_points": list(table.kill_points),
        "turn": table.turn,
        "stall": table.stall,
        "eventful": int(table.eventful),
        "gate": grid(lambda gate: gate.state),
        "foam": grid(lambda gate: gate.foamed),
        "gas": grid(lambda gate: gate.gassed),
        "unit": grid(lambda gate: -1 if gate.unit is None else gate.unit.card.kind),
        "occ": grid(lambda gate: gate.occupied),
        "backups": grid(lambda gate: _upgrades(gate, "backup")),
        "reinforces": grid(lambda gate: _upgrades(gate, "reinforce")),
        "fired": grid(lambda gate: gate.unit is not None and gate.unit.fired),
        "slot_kind": slots(lambda judge: judge.card.kind, -1),
        "slot_face": slots(lambda judge: judge.face),
        "slot_hiex": slots(lambda judge: judge.hiex),
        "slot_boing": slots(lambda judge: judge.boing),
        "hand": [padded(hand) for hand in table.hand],
        "known": [padded(known) for known in table.known],
        "perp_deck": padded(table.perp_deck),
        "perp_discard": padded(table.perp_discard),
        "jd_deck": padded(table.jd_deck),
        "jd_discard": padded(table.jd_discard),
        "jd_collected": [len(cards) for cards in table.collected],
        "mark_gate": grid(lambda gate: gate.hotwired),
        "mark_slot": slots(lambda judge: judge.distracted),
    }


def record_cells(table: Table) -> dict[str, Any]:
    """Return the counters of the game so far."""
    t = table.tally
    return {
        **{name: list(pair) for name, pair in t.pair.items()},
        **t.one,
        "first_loser": t.first_loser,
        "first_loss_col": t.first_loss_col,
        "last_leader": t.last_leader,
        "named_dredd": t.named.get("judge_dredd", -1),
        "named_giant": t.named.get("judge_giant", -1),
        "played": [list(row) for row in t.played],
        "paid": [list(row) for row in t.paid],
        "gates_by": [list(row) for row in t.gates_by],
    }
