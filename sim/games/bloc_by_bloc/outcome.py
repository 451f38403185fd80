"""The outcome row of a finished game, in the order of COLUMNS."""

import numpy as np

from sim.core.bits import count_bits
from sim.core.compile import jit
from sim.games.bloc_by_bloc.columns import (
    ACTION_KINDS, DISTRICTS, LIBERATION_CARDS, LOOT_KINDS, MORALE_CARDS, PLACE, SEATS,
)
from sim.games.bloc_by_bloc.conditions import cards_up, tokens_placed
from sim.games.bloc_by_bloc.reach import neighbours_of
from sim.games.bloc_by_bloc.sizes import PUBLIC, TILES
from sim.games.bloc_by_bloc.state import (
    CONDITIONS_UP, CONNECTED, COUNTDOWN, DOUBLE_ROUTES, FACTION_OF, IN_CITY, LIBERATED, MORALE,
    NIGHT, N_ROUTES, OF_TYPE, POS_OF_ID, RESULT, SQUADS_OUT, TOKEN_ON, TYPE, T_ABILITY, T_ACTIONS,
    T_CHOSEN, T_DECISIONS, T_DESTROYED_NIGHT, T_DICE, T_DOWN, T_EVICTIONS, T_FIRST,
    T_FIRST_LIBERATION, T_FORMED, T_HEAVY, T_KILLS_IN, T_LOCKDOWN, T_LOOT, T_LOW_CLOCK,
    T_MEETINGS, T_MORALE_MAX, T_MORALE_SAMPLES, T_MORALE_SUM, T_OPS, T_PLAYED, T_SAVED,
    T_SQUAD_KILLS, T_START_ID, T_TOKENS_NIGHT, T_UP, T_VANS, T_VAN_KILLS, WINNERS,
)

FIRST_HARD, LAST_HARD = 12, 19
FAR = 9
DOWN_KINDS, FORMED_KINDS, DICE_KINDS, MEETING_KINDS = 4, 3, 3, 2

(P_FACTIONS, P_ROUTES, P_CONNECTED, P_DOUBLE, P_DISTANCE, P_MASK, P_SEAT_FACTION, P_FIRST,
 P_START_ID, P_RESULT, P_WINNERS, P_DESTROYED, P_DESTROYED_NIGHT, P_NIGHTS, P_DECISIONS,
 P_COUNTDOWN, P_MATCHED, P_TOKENS_NIGHT, P_LIBERATED, P_LIBERATED_MASK, P_FIRST_LIBERATION,
 P_PUBLIC, P_MORALE_MEAN, P_MORALE_MAX, P_MORALE_END, P_UP, P_DOWN, P_OPS, P_HEAVY, P_SQUADS,
 P_VANS, P_VAN_KILLS, P_SQUAD_KILLS, P_EVICTIONS, P_FORMED, P_LOST, P_ACTIONS, P_DICE, P_SHOWN,
 P_SHOWN_MASK, P_COMPLETED, P_CONDITION, P_LOW_CLOCK, P_MEETINGS, P_PLAYED, P_LOOT, P_CHOSEN,
 P_ABILITY, P_KILLS_IN, P_LOCKDOWN) = (PLACE[name] for name in (
    "factions", "city_routes", "city_connected", "city_double_routes", "city_public_distance",
    "faction_mask", "seat_faction_0", "first_seat", "start_id_0", "result", "winners_mask",
    "destroyed_mask", "destroyed_night", "nights", "decisions", "countdown_end", "matched_end",
    "tokens_night_1", "liberated_count", "liberated_mask", "first_liberation_night",
    "public_liberated", "morale_mean", "morale_max", "morale_end", "morale_up_by_card_8",
    "morale_down_build", "ops_cards_drawn", "heavy_drawn", "squads_end", "vans_defeated",
    "van_kills", "squad_kills", "evictions", "blocs_formed_start", "blocs_lost", "actions_move",
    "dice_rolled", "conditions_shown", "conditions_shown_mask", "conditions_completed_mask",
    "condition_of_seat_0", "low_clock", "meetings_held", "loot_played_0", "loot_drawn",
    "liberation_a_0", "ability_uses_0", "kills_in_1", "lockdown_nights",
))


@jit
def public_distance(state):
    """Mean distance in districts from the difficulty-6 districts to the nearest Public one."""
    waiting = 0
    for tile in range(FIRST_HARD, LAST_HARD + 1):
        waiting |= 1 << state[POS_OF_ID + tile]
    reached = state[OF_TYPE + PUBLIC]
    frontier = reached
    total = 0
    steps = 0
    while frontier:
        total += steps * count_bits(waiting & frontier)
        steps += 1
        frontier = neighbours_of(state, frontier, 0) & ~reached
        reached |= frontier
    total += FAR * count_bits(waiting & ~reached)
    return total / (LAST_HARD - FIRST_HARD + 1)


@jit
def copy_cells(state, cell, n, row, place):
    """Copy n neighbouring tallies into neighbouring columns."""
    for i in range(n):
        row[place + i] = state[cell + i]


@jit
def write_city(rules, state, row):
    """Columns of the city and of who sat where."""
    row[P_FACTIONS] = rules.seats
    row[P_ROUTES] = state[N_ROUTES]
    row[P_CONNECTED] = state[CONNECTED]
    row[P_DOUBLE] = state[DOUBLE_ROUTES]
    row[P_DISTANCE] = public_distance(state)
    mask = 0
    for seat in range(rules.seats):
        mask |= 1 << state[FACTION_OF + seat]
    row[P_MASK] = mask
    copy_cells(state, FACTION_OF, SEATS, row, P_SEAT_FACTION)
    row[P_FIRST] = state[T_FIRST]
    copy_cells(state, T_START_ID, SEATS, row, P_START_ID)


@jit
def write_end(rules, state, row):
    """Columns of the ending."""
    row[P_RESULT] = state[RESULT]
    row[P_WINNERS] = state[WINNERS]
    destroyed = 0
    completed = 0
    for seat in range(rules.seats):
        destroyed |= (state[IN_CITY + seat] == 0) << seat
        if state[TOKEN_ON + seat] >= 0:
            completed |= 1 << state[TOKEN_ON + seat]
    row[P_DESTROYED] = destroyed
    row[P_DESTROYED_NIGHT] = state[T_DESTROYED_NIGHT]
    row[P_NIGHTS] = state[NIGHT]
    row[P_DECISIONS] = state[T_DECISIONS]
    row[P_COUNTDOWN] = state[COUNTDOWN]
    row[P_MATCHED] = tokens_placed(rules, state)
    copy_cells(state, T_TOKENS_NIGHT, SEATS, row, P_TOKENS_NIGHT)
    row[P_SHOWN] = cards_up(state)
    row[P_SHOWN_MASK] = state[CONDITIONS_UP]
    row[P_COMPLETED] = completed
    copy_cells(state, TOKEN_ON, SEATS, row, P_CONDITION)


@jit
def write_liberation(state, row):
    """Columns of liberated districts."""
    count, mask, public = 0, 0, 0
    for tile in range(1, TILES):
        pos = state[POS_OF_ID + tile]
        if state[LIBERATED + pos]:
            count += 1
            mask |= 1 << tile
            public += state[TYPE + pos] == PUBLIC
    row[P_LIBERATED] = count
    row[P_LIBERATED_MASK] = mask
    row[P_FIRST_LIBERATION] = state[T_FIRST_LIBERATION]
    row[P_PUBLIC] = public
    copy_cells(state, T_CHOSEN, 2 * LIBERATION_CARDS, row, P_CHOSEN)


@jit
def write_police(state, row):
    """Columns of morale, Police Ops and losses."""
    samples = state[T_MORALE_SAMPLES]
    row[P_MORALE_MEAN] = state[T_MORALE_SUM] / samples if samples > 0 else np.nan
    row[P_MORALE_MAX] = state[T_MORALE_MAX]
    row[P_MORALE_END] = state[MORALE]
    copy_cells(state, T_UP, len(MORALE_CARDS), row, P_UP)
    copy_cells(state, T_DOWN, DOWN_KINDS, row, P_DOWN)
    row[P_OPS] = state[T_OPS]
    row[P_HEAVY] = state[T_HEAVY]
    row[P_SQUADS] = state[SQUADS_OUT]
    row[P_VANS] = state[T_VANS]
    row[P_VAN_KILLS] = state[T_VAN_KILLS]
    row[P_SQUAD_KILLS] = state[T_SQUAD_KILLS]
    row[P_EVICTIONS] = state[T_EVICTIONS]
    row[P_LOST] = state[T_VAN_KILLS] + state[T_SQUAD_KILLS] - state[T_SAVED]
    copy_cells(state, T_KILLS_IN + 1, DISTRICTS, row, P_KILLS_IN)
    row[P_LOCKDOWN] = state[T_LOCKDOWN]


@jit
def write_play(state, row):
    """Columns of what the factions did."""
    copy_cells(state, T_FORMED, FORMED_KINDS, row, P_FORMED)
    copy_cells(state, T_ACTIONS, len(ACTION_KINDS), row, P_ACTIONS)
    copy_cells(state, T_DICE, DICE_KINDS, row, P_DICE)
    row[P_LOW_CLOCK] = state[T_LOW_CLOCK]
    copy_cells(state, T_MEETINGS, MEETING_KINDS, row, P_MEETINGS)
    copy_cells(state, T_PLAYED, LOOT_KINDS, row, P_PLAYED)
    row[P_LOOT] = state[T_LOOT]
    copy_cells(state, T_ABILITY, SEATS, row, P_ABILITY)


@jit
def write_row(rules, state, row):
    """Write the outcome columns into `row`; before the end they hold the counts so far."""
    write_city(rules, state, row)
    write_end(rules, state, row)
    write_liberation(state, row)
    write_police(state, row)
    write_play(state, row)
