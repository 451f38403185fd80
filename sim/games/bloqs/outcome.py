"""The outcome row of a finished game, in the order of COLUMNS."""

from sim.core.bits import count_bits
from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs.columns import CARDS, LANDINGS, PLACE, RESULTS, THREATS
from sim.games.bloqs.ending import leaders, rest_blocks, score, storeys
from sim.games.bloqs.sizes import (
    END_CAP, END_DOUBLE, END_PERFECT, PLAYERS_TOP, RUNNING, TYPES,
)
from sim.games.bloqs.state import (
    ALIVE, ASKED, BUILD_IMPOSSIBLE, BUILT, CAP_BLOCKED, CARDS_BY, CARDS_GAINED, CARDS_LOST,
    DEAD_TURNS, DECISIONS, DEFENDED, DOWN_N, DRAWS_LOST, END_REASON, FINISH_SOURCE, FINISH_TYPE,
    FIRST_THREAT_TURN, HAND_N, LANDINGS as LANDINGS_CELL, LAYERS_BROKEN, LEADER_HALF, LEAD_CHANGES,
    LEVEL_CHOICES, MIDDLE_N, NO_REMOVABLE, OWNED, RESHUFFLES, START_PLAYER, STEALS_MADE,
    STEALS_SUFFERED, STEAL_IMPOSSIBLE, SWAPS_MADE, SWAPS_SUFFERED, SWAP_IMPOSSIBLE, TAKEN,
    THREATS_BROKEN, THREAT_TURNS, TOWER, TURN_NO, UNAVAILABLE, UNPLACEABLE, WINNER_MASK,
)
from sim.games.bloqs.tower import full_layers, gaps, height

WIN, SHARED, LOSS, TRUNCATED = range(len(RESULTS))

(P_RESULT, P_REASON, P_TRUNCATED, P_WINNER_MASK, P_WINNERS, P_N_WINNERS, P_START, P_TURNS,
 P_DECISIONS, P_EMPTY, P_ALL_UP, P_LEFT, P_UP, P_MARGIN, P_SHARE, P_ORDER, P_LAYERS, P_TIEBREAK,
 P_FULL, P_BLOCKS, P_PARTS, P_TOP, P_GAPS, P_ALIVE, P_THREAT_TURNS, P_FIRST_THREAT, P_BROKEN,
 P_HALF, P_LEADS, P_COMEBACK, P_FINISH_TYPE, P_FINISH_SOURCE) = (PLACE[name] for name in (
     "result", "end_reason", "truncated", "winner_mask", "winners_mask", "n_winners",
     "start_player", "turns", "decisions", "middle_empty", "all_discs_up", "middle_left",
     "discs_up", "margin", "share_0", "order_0", "layers_0", "tiebreak_0", "full_layers_0",
     "blocks_0", "parts_0", "top_0", "gaps_0", "cube_alive_0", "threat_turns_0",
     "first_threat_turn", "threats_broken_0", "leader_half", "lead_changes", "comeback",
     "finish_type", "finish_source",
 ))
(P_STEALS, P_STOLEN, P_SWAPS, P_SWAPPED, P_LAYERS_BROKEN, P_LANDINGS, P_UNAVAILABLE, P_UNPLACEABLE,
 P_CAP, P_NO_BUILD, P_NO_STEAL, P_NO_SWAP, P_NO_REMOVABLE, P_DEAD, P_LEVELS, P_PLAYED, P_DEFENDED,
 P_ASKED, P_GAINED, P_LOST, P_DRAWS_LOST, P_RESHUFFLES, P_HAND, P_TAKEN, P_BUILT) = (
     PLACE[name] for name in (
         "steals_made_0", "steals_suffered_0", "swaps_made_0", "swaps_suffered_0",
         "layers_broken_0", LANDINGS[0][0], "unavailable", "unplaceable", "cap_blocked",
         "build_impossible", "steal_impossible", "swap_impossible", "no_removable", "dead_turns_0",
         "level_choices", "dice_played_0", "defended_steal", "asked_steal", "cards_gained_0",
         "cards_lost_0", "draws_lost", "reshuffles", "hand_end_0", "taken_t0", "built_t0_0",
     ))


@jit
def copy_cells(state, cell, n, row, place):
    """Copy n neighbouring tallies into neighbouring columns."""
    for i in range(n):
        row[place + i] = state[cell + i]


@jit
def copy_seats(rules, state, cell, row, place):
    """Copy a tally by seat; seats without a player have -1."""
    for seat in range(PLAYERS_TOP):
        row[place + seat] = state[cell + seat] if seat < rules.seats else -1


@jit
def winners(rules, state):
    """Mask of the seats that have won, or would if the game ended here."""
    return leaders(rules, state) if state[END_REASON] == RUNNING else state[WINNER_MASK]


@jit
def result_of_first(state, mask):
    """Result for seat 0, -1 while the game runs."""
    if state[END_REASON] == RUNNING:
        return -1
    if state[END_REASON] == END_CAP:
        return TRUNCATED
    if mask & 1 == 0:
        return LOSS
    return WIN if mask == 1 else SHARED


@jit
def margin(rules, state):
    """Best less second best of the scores."""
    best, second = -1, -1
    for seat in range(rules.seats):
        found = score(rules, state[TOWER + seat])
        if found > best:
            second = best
            best = found
        else:
            second = max(second, found)
    return best - second


@jit
def write_result(rules, state, row):
    """Columns of the result and of the race to it."""
    reason, mask = state[END_REASON], winners(rules, state)
    capped = reason == END_CAP
    row[P_RESULT] = result_of_first(state, mask)
    row[P_REASON] = reason
    row[P_TRUNCATED] = int(capped)
    row[P_WINNER_MASK] = mask
    row[P_WINNERS] = 0 if capped or reason == RUNNING else mask
    row[P_N_WINNERS] = count_bits(mask)
    row[P_START] = state[START_PLAYER]
    row[P_TURNS] = state[TURN_NO] + int(reason == END_PERFECT or reason == END_DOUBLE)
    row[P_DECISIONS] = state[DECISIONS]
    row[P_EMPTY] = int(state[MIDDLE_N] == 0)
    row[P_ALL_UP] = int(state[DOWN_N] == 0)
    row[P_LEFT] = state[MIDDLE_N]
    row[P_UP] = rules.table[R.CIRCLES] - state[DOWN_N]
    row[P_MARGIN] = margin(rules, state)
    row[P_FIRST_THREAT] = state[FIRST_THREAT_TURN]
    half = state[LEADER_HALF]
    row[P_HALF] = half
    row[P_LEADS] = state[LEAD_CHANGES]
    row[P_COMEBACK] = int(half >= 0 and (mask >> max(half, 0)) & 1 == 0)
    row[P_FINISH_TYPE] = state[FINISH_TYPE]
    row[P_FINISH_SOURCE] = state[FINISH_SOURCE]


@jit
def write_tower(rules, state, seat, row):
    """Columns of a seat's tower."""
    tower = state[TOWER + seat]
    row[P_LAYERS + seat] = storeys(tower)
    row[P_TIEBREAK + seat] = rest_blocks(tower)
    row[P_FULL + seat] = count_bits(full_layers(tower))
    row[P_BLOCKS + seat] = count_bits(tower)
    row[P_PARTS + seat] = count_bits(state[OWNED + seat])
    row[P_TOP + seat] = height(tower)
    row[P_GAPS + seat] = count_bits(gaps(tower))
    row[P_ALIVE + seat] = state[ALIVE + seat]


@jit
def write_seats(rules, state, row):
    """Columns of shares, places in turn order and towers; -1 for seats without a player."""
    mask = winners(rules, state)
    for seat in range(PLAYERS_TOP):
        if seat < rules.seats:
            row[P_SHARE + seat] = ((mask >> seat) & 1) / count_bits(mask)
            row[P_ORDER + seat] = (seat - state[START_PLAYER]) % rules.seats
            write_tower(rules, state, seat, row)
        else:
            for place in range(P_SHARE + seat, P_THREAT_TURNS, PLAYERS_TOP):
                row[place] = -1


@jit
def write_dealings(rules, state, row):
    """Columns of threats, steals, swaps and turns in vain."""
    copy_seats(rules, state, THREAT_TURNS, row, P_THREAT_TURNS)
    copy_seats(rules, state, THREATS_BROKEN, row, P_BROKEN)
    copy_seats(rules, state, STEALS_MADE, row, P_STEALS)
    copy_seats(rules, state, STEALS_SUFFERED, row, P_STOLEN)
    copy_seats(rules, state, SWAPS_MADE, row, P_SWAPS)
    copy_seats(rules, state, SWAPS_SUFFERED, row, P_SWAPPED)
    copy_seats(rules, state, LAYERS_BROKEN, row, P_LAYERS_BROKEN)
    copy_seats(rules, state, DEAD_TURNS, row, P_DEAD)
    copy_cells(state, LANDINGS_CELL, len(LANDINGS), row, P_LANDINGS)
    row[P_UNAVAILABLE] = state[UNAVAILABLE]
    row[P_UNPLACEABLE] = state[UNPLACEABLE]
    row[P_CAP] = state[CAP_BLOCKED]
    row[P_NO_BUILD] = state[BUILD_IMPOSSIBLE]
    row[P_NO_STEAL] = state[STEAL_IMPOSSIBLE]
    row[P_NO_SWAP] = state[SWAP_IMPOSSIBLE]
    row[P_NO_REMOVABLE] = state[NO_REMOVABLE]
    row[P_LEVELS] = state[LEVEL_CHOICES]


@jit
def write_cards(rules, state, row):
    """Columns of cards and of parts taken and built."""
    for card in range(len(CARDS)):
        place = PLAYERS_TOP * card
        copy_seats(rules, state, CARDS_BY + place, row, P_PLAYED + place)
    copy_cells(state, DEFENDED, len(THREATS), row, P_DEFENDED)
    copy_cells(state, ASKED, len(THREATS), row, P_ASKED)
    copy_seats(rules, state, CARDS_GAINED, row, P_GAINED)
    copy_seats(rules, state, CARDS_LOST, row, P_LOST)
    row[P_DRAWS_LOST] = state[DRAWS_LOST]
    row[P_RESHUFFLES] = state[RESHUFFLES]
    copy_seats(rules, state, HAND_N, row, P_HAND)
    copy_cells(state, TAKEN, TYPES, row, P_TAKEN)
    for kind in range(TYPES):
        place = PLAYERS_TOP * kind
        copy_seats(rules, state, BUILT + place, row, P_BUILT + place)


@jit
def write_row(rules, state, row):
    """Write the outcome columns into `row`; before the end they hold the counts so far."""
    write_result(rules, state, row)
    write_seats(rules, state, row)
    write_dealings(rules, state, row)
    write_cards(rules, state, row)
