"""The outcome row of a finished game, in the order of COLUMNS."""

from sim.core.bits import count_bits
from sim.core.compile import jit
from sim.games.block_war.columns import GATES, KEYS, PLACE, PLAYERS, RESULTS
from sim.games.block_war.sizes import END_STALEMATE, NOBODY, RUNNING
from sim.games.block_war.state import (
    COMBATS, DECISIONS, END_CAUSE, FOAMS, FURTHEST_REMOVED, GATES_BY, HAND, HAND_SIZE,
    LEAD_CHANGES, LOST, MAX_LEAD, NAMED_DREDD, NAMED_GIANT, OCCS, OPEN_SUM, PAID, PLAYED,
    SNIPER_KILLS, TURN, WINNER, destroyed, stock,
)
from sim.games.block_war.turn import victory_points

WIN, LOSS, DRAW, TRUNCATED = range(len(RESULTS))
HELD_KINDS = len(KEYS)
CAUSES = 4

(P_RESULT, P_WINNER, P_WINNERS, P_CAUSE, P_TURNS, P_COMBATS, P_DECISIONS, P_VP, P_DREDD, P_GIANT,
 P_DESTROYED, P_FOAMED, P_OCCUPIED, P_LOST, P_LOST_COL, P_OPEN_SUM, P_HAND_END, P_REMOVED,
 P_DEFICIT, P_DRAWN, P_PLAYED, P_PAID, P_GATES_BY) = (PLACE[name] for name in (
    "result", "winner", "winners_mask", "end_cause", "turns", "combats", "decisions", "vp_0",
    "named_dredd", "named_giant", "destroyed_0", "foamed_0", "occupied_0", "lost_jd_0",
    "lost_col_0_0", "open_sum_0", "hand_end_0", "furthest_removed", "max_deficit_winner",
    f"drawn_{KEYS[0]}_0", f"played_{KEYS[0]}_0", f"paid_{KEYS[0]}_0", f"gates_by_{KEYS[0]}_0",
))
# Neighbours in the state that are neighbours in the row.
SEAT_TALLIES = SNIPER_KILLS + PLAYERS - OPEN_SUM
GAME_TALLIES = LEAD_CHANGES + 1 - FURTHEST_REMOVED


@jit
def copy_cells(state, cell, n, row, place):
    """Copy n neighbouring tallies into neighbouring columns."""
    for i in range(n):
        row[place + i] = state[cell + i]


@jit
def write_result(state, row):
    """Columns of the result; a draw counts for both, a truncated game for nobody."""
    winner = state[WINNER]
    row[P_WINNER] = max(winner, NOBODY)
    row[P_CAUSE] = state[END_CAUSE]
    row[P_DEFICIT] = -1
    if winner == RUNNING:
        row[P_RESULT] = -1
        row[P_WINNERS] = 0
    elif winner >= 0:
        row[P_RESULT] = LOSS if winner else WIN
        row[P_WINNERS] = 1 << winner
        row[P_DEFICIT] = state[MAX_LEAD + 1 - winner]
    elif state[END_CAUSE] >= END_STALEMATE:
        row[P_RESULT] = TRUNCATED
        row[P_WINNERS] = 0
    else:
        row[P_RESULT] = DRAW
        row[P_WINNERS] = (1 << PLAYERS) - 1


@jit
def write_gates(rules, state, row):
    """Columns of points and of the gates as they are."""
    for player in range(PLAYERS):
        gone = destroyed(state, player)
        row[P_VP + player] = victory_points(rules, state, player)
        row[P_DESTROYED + player] = count_bits(gone)
        row[P_FOAMED + player] = count_bits(state[FOAMS + player])
        row[P_OCCUPIED + player] = count_bits(state[OCCS + player])
        for column in range(GATES):
            row[P_LOST_COL + PLAYERS * column + player] = (gone >> column) & 1


@jit
def write_cards(state, row):
    """Columns by kind of card; a card came to the hand if it was played, given or is there."""
    for player in range(PLAYERS):
        row[P_HAND_END + player] = state[HAND_SIZE + player]
        place = player * HELD_KINDS
        for kind in range(HELD_KINDS):
            cell = stock(player, kind)
            played, paid = state[PLAYED + cell], state[PAID + cell]
            row[P_DRAWN + place + kind] = played + paid + state[HAND + cell]
            row[P_PLAYED + place + kind] = played
            row[P_PAID + place + kind] = paid
            row[P_GATES_BY + place + kind] = state[GATES_BY + cell]


@jit
def write_row(rules, state, row):
    """Write the outcome columns into `row`; before the end they hold the counts so far."""
    write_result(state, row)
    row[P_TURNS] = state[TURN]
    row[P_COMBATS] = state[COMBATS]
    row[P_DECISIONS] = state[DECISIONS]
    row[P_DREDD] = state[NAMED_DREDD]
    row[P_GIANT] = state[NAMED_GIANT]
    copy_cells(state, LOST, CAUSES * PLAYERS, row, P_LOST)
    copy_cells(state, OPEN_SUM, SEAT_TALLIES, row, P_OPEN_SUM)
    copy_cells(state, FURTHEST_REMOVED, GAME_TALLIES, row, P_REMOVED)
    write_gates(rules, state, row)
    write_cards(state, row)
