"""Sum a game up in the columns of its outcome row."""

from __future__ import annotations

from typing import Any

from . import tower
from .components import SEATS, TYPES
from .ending import CAP, middle_empty, standing
from .table import Table
from .tiling import can_tile

UNUSED = -1
END_REASONS = (
    "running", "perfect_cube", "double_cube", "middle_empty", "discs_up", "cap",
)


def outcome(table: Table) -> dict[str, Any]:
    """Return the columns of a game as they stand."""
    t = table.tally
    scores = sorted((standing(table, seat) for seat in table.seats), reverse=True)
    mask = sum(1 << seat for seat in table.winners)
    truncated = table.end_reason == CAP
    row: dict[str, Any] = {
        "result": result(table),
        "start_player": table.start_player,
        "end_reason": END_REASONS[table.end_reason],
        "truncated": int(truncated),
        "middle_empty": int(middle_empty(table)),
        "all_discs_up": int(all(table.up)),
        "winner_mask": mask,
        "winners_mask": 0 if truncated else mask,
        "n_winners": len(table.winners),
        "margin": scores[0] - scores[1],
        "middle_left": sum(table.supply()),
        "discs_up": sum(table.up),
        **{f"taken_t{kind}": t.taken[kind] for kind in range(TYPES)},
        "finish_type": t.finish_type,
        "finish_source": t.finish_source,
        "first_threat_turn": t.first_threat_turn,
        "leader_half": t.leader_half,
        "comeback": int(t.leader_half >= 0 and t.leader_half not in table.winners),
        **t.one,
    }
    for seat in range(SEATS):
        columns = seat_columns(table, seat if seat in table.seats else 0)
        for name, value in columns.items():
            row[f"{name}_{seat}"] = value if seat in table.seats else UNUSED
    return row


def result(table: Table) -> str:
    """Tell how the game ended for the first seat."""
    if table.end_reason == CAP:
        return "truncated"
    if 0 not in table.winners:
        return "loss"
    return "win" if table.winners == [0] else "shared"


def seat_columns(table: Table, seat: int) -> dict[str, float]:
    """Return the columns of one seat."""
    t, cells = table.tally, table.tower(seat)
    won = seat in table.winners
    return {
        "share": 1 / len(table.winners) if won else 0.0,
        "order": (seat - table.start_player) % len(table.seats),
        "layers": tower.layers_from_ground(cells, table.layers),
        "tiebreak": tower.tiebreak(cells, table.layers),
        "full_layers": len(table.full(seat)),
        "blocks": len(cells),
        "parts": len(table.parts(seat)),
        "top": tower.top(cells),
        "gaps": tower.gaps(cells),
        "cube_alive": int(cube_alive(table, seat)),
        "hand_end": sum(table.hand[seat]),
        **{f"built_t{kind}": t.built[seat][kind] for kind in range(TYPES)},
        **{name: counts[seat] for name, counts in t.seat.items()},
    }


def cube_alive(table: Table, seat: int) -> bool:
    """Tell whether a perfect cube could still be filled up from outside the tower."""
    cells, whole = table.tower(seat), tower.box(table.knobs["cube_layers"])
    return cells <= whole and can_tile(
        table.places, whole - cells, table.copies_outside(seat)
    )
