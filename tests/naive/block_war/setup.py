"""Set the game up: Street, rotations, hands, opened gates."""

from __future__ import annotations

from .chance import DEAL
from .components import COLUMNS, PLAYERS
from .ids import decode, encode_all
from .street import fill
from .table import OPEN, Script, Table, ask


def set_up(table: Table) -> Script[None]:
    """Prepare the table up to the first turn (BW-8 to BW-11)."""
    by_placement = table.knobs["deal_uses_placement"]
    fill(table, DEAL, by_placement, with_effects=False)
    table.tally.one["deal_facing_0"] = len(facing(table, 0))
    yield from rotate_excess(table)
    deal_hands(table)
    first = table.active
    for player in (first, 1 - first):
        table.active = player
        yield from open_gates(table, player)
    table.active = first


def facing(table: Table, player: int) -> list[int]:
    """List the columns whose JD unit faces a player."""
    return [
        c for c in COLUMNS if (judge := table.street[c]) is not None and judge.face == player
    ]


def rotate_excess(table: Table) -> Script[None]:
    """Let the player whom too many cards face turn some of them round (BW-9)."""
    for player in PLAYERS:
        while len(facing(table, player)) > table.knobs["max_facing"]:
            legal = encode_all("ROTATE", facing(table, player))
            choice = yield from ask(table, "ROTATE", player, legal)
            judge = table.street[decode(choice)[1]]
            assert judge is not None
            judge.turn_round()
            table.tally.count("rotated")


def deal_hands(table: Table) -> None:
    """Deal P0's hand, then P1's (BW-10)."""
    for player in PLAYERS:
        for _ in range(table.knobs[f"hand_p{player}"]):
            if table.perp_cards_left():
                table.draw_perp(player, DEAL)


def open_gates(table: Table, player: int) -> Script[None]:
    """Let a player open gates one at a time (BW-11)."""
    for opened in range(table.knobs["open_gates"]):
        table.opened_so_far = opened
        closed = [c for c in COLUMNS if table.gates[player][c].closed]
        choice = yield from ask(table, "OPEN", player, encode_all("OPEN", closed))
        table.gates[player][decode(choice)[1]].state = OPEN
    table.opened_so_far = 0
