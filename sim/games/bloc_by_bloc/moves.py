"""Move candidates: how many blocs from a stack to where, and what that is worth.

They are listed on the desk as (value, count, goal); the goal MEETING is the Conditions deck.
"""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.builds import best_occupy_value
from sim.games.bloc_by_bloc.desk import (
    DEFICIT, FAR, FEASIBLE, GAP, LIBERATE, MEETING, MEET_LACK, MEET_VALUE, MOVE_COUNT_AT,
    MOVE_GOAL, MOVE_TOTAL, MOVE_VALUE, OBJECTIVE, OBJECTIVES, POLICE_AT, RESCUE, REST_COST,
    RETAKE, SHELTER_VALUE, SITE, TARGETS, THREAT, WORTH, has_bit, mask_at,
)
from sim.games.bloc_by_bloc.objectives import own_hits, site_is_short
from sim.games.bloc_by_bloc.occupy import occupy_need
from sim.games.bloc_by_bloc.state import (
    CONDITIONS_LEFT, CROWD, POLICE, PRESENCE, VAN_AT, blocs_at, blocs_needed,
)


@jit
def spare_blocs(rules, state, turn, pos, weights, desk):
    """Blocs of a stack that are not needed where they stand."""
    blocs = state[blocs_at(turn.seat, pos)]
    feasible = has_bit(desk, FEASIBLE, pos)
    if pos == desk[SITE] and site_is_short(desk):
        return 0
    if desk[OBJECTIVE + pos] == RETAKE and has_bit(desk, TARGETS + turn.seat, pos):
        return blocs - 1
    if desk[OBJECTIVE + pos] == LIBERATE and feasible and desk[GAP + pos] == 0:
        reserve = 0
        if desk[THREAT + pos] > 0 and turn.later > 0:
            reserve = int(weights[w.LIBERATE_KEEP_RESERVE])
        return max(0, min(blocs, state[CROWD + pos] - blocs_needed(rules, state, pos) - reserve))
    return blocs


@jit
def fill_move(rules, state, turn, pos, spare, weights, desk):
    """Value and count of a move that helps to liberate a district tonight."""
    missing = desk[GAP + pos] + desk[POLICE_AT + pos]
    if missing == 0:
        return 0.0, 0
    n = min(spare, int(missing + weights[w.LIBERATE_FILL_EXTRA]))
    value = desk[WORTH + pos] * min(1.0, n / missing)
    if n >= desk[GAP + pos]:
        value += weights[w.LIBERATE_FILLED]
    if own_hits(rules, state, turn, pos, turn.lowest) < desk[POLICE_AT + pos]:
        value -= weights[w.LIBERATE_UNPAID_POLICE] * desk[POLICE_AT + pos]
    return value, n


@jit
def early_move(rules, state, turn, pos, spare, weights, desk):
    """Value and count of a move that gathers blocs for a later night."""
    police = desk[POLICE_AT + pos]
    n = min(spare, int(desk[GAP + pos] + police + weights[w.LIBERATE_FILL_EXTRA]))
    after = state[CROWD + pos] + n
    need = blocs_needed(rules, state, pos)
    if state[VAN_AT + pos] or after < weights[w.LIBERATE_EARLY_SHARE] * need:
        return 0.0, 0
    force = weights[w.LIBERATE_EARLY_FORCE] * police + 1
    if police > 0 and (after < force or turn.dice < weights[w.ACT_SPARE_DICE]):
        return 0.0, 0
    value = weights[w.LIBERATE_EARLY] * desk[WORTH + pos] * min(1.0, after / need)
    if after <= desk[THREAT + pos]:
        value *= weights[w.LIBERATE_EARLY_THREAT]
    return value - weights[w.LIBERATE_EARLY_POLICE] * police, n


@jit
def retake_move(rules, state, turn, pos, spare, weights, desk):
    """Value and count of a move to an own target whose occupation is missing."""
    police = desk[POLICE_AT + pos]
    n = min(spare, int(max(2.0, police + 1)))
    worth = desk[WORTH + pos]
    if police == 0:
        if desk[REST_COST + occupy_need(rules, state, turn.seat, pos)] < FAR:
            return worth, n
        return worth * weights[w.TARGET_RETAKE_UNPAID], n
    hits = own_hits(rules, state, turn, pos, turn.lowest)
    if n < police or hits < police:
        return 0.0, 0
    return worth * weights[w.TARGET_RETAKE_STRONG if hits > police else w.TARGET_RETAKE_EVEN], n


@jit
def clear_move(rules, state, turn, pos, extra, spare, weights, desk):
    """Value and count of a move that fights the police of an occupation."""
    police = desk[POLICE_AT + pos]
    own = state[blocs_at(turn.seat, pos)]
    hits = own_hits(rules, state, turn, pos, turn.lowest)
    if police == 0 or own >= police or hits == 0:
        return 0.0, 0
    n = min(spare, int(police) + extra)
    share = min(hits, n + own) / police
    if share >= 1.0:
        return weights[w.TARGET_CLEAR] * desk[WORTH + pos], n
    return weights[w.TARGET_CLEAR_PART] * share * desk[WORTH + pos], n


@jit
def rescue_move(rules, state, turn, pos, spare, weights, desk):
    """Value and count of a move that keeps a faction alive."""
    deficit = desk[DEFICIT + pos]
    n = min(spare, int(max(1.0, deficit)))
    hits = min(own_hits(rules, state, turn, pos, turn.lowest), n)
    if n >= deficit:
        return desk[WORTH + pos], n
    if weights[w.TARGET_RESCUE_HITS] * hits + n >= deficit:
        return weights[w.TARGET_RESCUE_FIGHT] * desk[WORTH + pos], n
    return weights[w.TARGET_RESCUE_PART] * desk[WORTH + pos], n


@jit
def move_worth(rules, state, turn, pos, spare, weights, desk):
    """Value and count of a move to an objective; a count of 0 is no candidate."""
    kind = desk[OBJECTIVE + pos]
    if kind == LIBERATE:
        if has_bit(desk, FEASIBLE, pos):
            value, n = fill_move(rules, state, turn, pos, spare, weights, desk)
        else:
            value, n = early_move(rules, state, turn, pos, spare, weights, desk)
    elif kind == RESCUE:
        value, n = rescue_move(rules, state, turn, pos, spare, weights, desk)
    elif kind == RETAKE and has_bit(desk, TARGETS + turn.seat, pos):
        value, n = retake_move(rules, state, turn, pos, spare, weights, desk)
    else:
        extra = 1 if kind == RETAKE else 0
        value, n = clear_move(rules, state, turn, pos, extra, spare, weights, desk)
    if n <= 0 or value <= 0.0:
        return 0.0, 0
    return value - weights[w.ACT_MOVE], n


@jit
def add_move(desk, value, count, goal):
    """List one candidate."""
    n = int(desk[MOVE_TOTAL])
    desk[MOVE_VALUE + n] = value
    desk[MOVE_COUNT_AT + n] = count
    desk[MOVE_GOAL + n] = goal
    desk[MOVE_TOTAL] = n + 1


@jit
def list_objective_moves(rules, state, turn, pos, spare, reach, weights, desk):
    """List the moves to objectives in reach; return the others worth a fight, as a mask."""
    squares = mask_at(desk, OBJECTIVES) & ~(1 << pos)
    beyond = 0
    while squares:
        goal = lowest_bit(squares)
        squares &= squares - 1
        value, n = move_worth(rules, state, turn, goal, spare, weights, desk)
        if n == 0:
            continue
        if (reach >> goal) & 1:
            add_move(desk, value, n, goal)
        elif value >= weights[w.BREAKOUT_MINIMUM]:
            beyond |= 1 << goal
    return beyond


@jit
def list_build_moves(rules, state, turn, pos, reach, weights, desk):
    """List the walks of one bloc to where it can build with the dice left."""
    squares = reach & ~state[POLICE] & ~state[PRESENCE + turn.seat] & ~(1 << pos)
    while squares:
        goal = lowest_bit(squares)
        squares &= squares - 1
        value = best_occupy_value(rules, state, turn, goal, weights, desk)
        if value <= -FAR:
            continue
        cost = desk[REST_COST + occupy_need(rules, state, turn.seat, goal)]
        if cost < FAR:
            value -= weights[w.BUILD_WALK_DIE] * cost + weights[w.ACT_MOVE]
            add_move(desk, value, 1, goal)


@jit
def list_meeting_moves(state, turn, pos, spare, weights, desk):
    """List the moves to the Conditions deck: for a meeting, or as a shelter."""
    if state[CONDITIONS_LEFT] == 0 or spare == 0:
        return
    if desk[MEET_VALUE] > 0.0:
        add_move(desk, desk[MEET_VALUE], min(spare, int(desk[MEET_LACK])), MEETING)
    if desk[SHELTER_VALUE] > 0.0:
        crowd = state[blocs_at(turn.seat, pos)] >= weights[w.SHELTER_CROWD]
        add_move(desk, desk[SHELTER_VALUE], min(spare, 2 if crowd else 1), MEETING)


@jit
def best_listed(desk):
    """Place of the best candidate on the list, -1 if there is none."""
    best = -1
    for i in range(int(desk[MOVE_TOTAL])):
        if best < 0 or desk[MOVE_VALUE + i] > desk[MOVE_VALUE + best]:
            best = i
    return best
