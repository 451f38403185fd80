"""Breaking out: the first clash on the way to an objective that police cuts off."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.desk import FAR, FIRST_CLASH, MOVE_TOTAL, PATH, POLICE_AT
from sim.games.bloc_by_bloc.moves import (
    add_move, list_build_moves, list_meeting_moves, list_objective_moves, move_worth, spare_blocs,
)
from sim.games.bloc_by_bloc.objectives import own_hits
from sim.games.bloc_by_bloc.reach import districts, stations
from sim.games.bloc_by_bloc.situation import reach_from
from sim.games.bloc_by_bloc.sizes import SQUARES
from sim.games.bloc_by_bloc.state import ADJACENT, POLICE, SQUADS, VAN_AT


@jit
def steps_from(state, pos, metro):
    """Districts one step from a square, stations in service included."""
    around = state[ADJACENT + pos]
    if (metro >> pos) & 1:
        around |= metro
    return around


@jit
def crossing_price(state, pos, weights):
    """Price of fighting a way through a district."""
    van = weights[w.BREAKOUT_VAN] if state[VAN_AT + pos] else 0.0
    return weights[w.BREAKOUT_STEP] + state[SQUADS + pos] + van


@jit
def map_crossings(rules, state, pos, weights, desk):
    """Find for every district the cheapest way from a square and its first clash (Dijkstra)."""
    metro = stations(rules, state)
    for goal in range(SQUARES):
        desk[PATH + goal] = FAR
        desk[FIRST_CLASH + goal] = -1
    desk[PATH + pos] = 0.0
    todo = districts(state)
    while todo:
        here, squares = -1, todo
        while squares:
            goal = lowest_bit(squares)
            squares &= squares - 1
            if here < 0 or desk[PATH + goal] < desk[PATH + here]:
                here = goal
        if desk[PATH + here] >= FAR:
            return
        todo &= ~(1 << here)
        around = steps_from(state, here, metro) & todo
        while around:
            goal = lowest_bit(around)
            around &= around - 1
            price = desk[PATH + here] + crossing_price(state, goal, weights)
            if price < desk[PATH + goal]:
                desk[PATH + goal] = price
                first = desk[FIRST_CLASH + here]
                if first < 0 and (state[POLICE] >> goal) & 1:
                    first = goal
                desk[FIRST_CLASH + goal] = first


@jit
def way_to(rules, state, goal, desk):
    """First clash on the cheapest way to a district whose own police does not count; -1 if none."""
    best, price = -1, FAR
    around = steps_from(state, goal, stations(rules, state)) & ~(1 << goal)
    while around:
        pos = lowest_bit(around)
        around &= around - 1
        if desk[PATH + pos] < price:
            best, price = int(desk[FIRST_CLASH + pos]), desk[PATH + pos]
    return best


@jit
def list_breakouts(rules, state, turn, pos, spare, beyond, weights, desk):
    """List the fights that open the way to objectives out of reach."""
    map_crossings(rules, state, pos, weights, desk)
    while beyond:
        goal = lowest_bit(beyond)
        beyond &= beyond - 1
        clash = way_to(rules, state, goal, desk)
        if clash < 0 or state[VAN_AT + clash]:
            continue
        police = desk[POLICE_AT + clash]
        if police > min(own_hits(rules, state, turn, clash, turn.lowest), spare):
            continue
        value, _ = move_worth(rules, state, turn, goal, spare, weights, desk)
        value *= weights[w.BREAKOUT_SHARE]
        strong = turn.dice - 1 > police
        add_move(
            desk, value * weights[w.BREAKOUT_STRONG if strong else w.BREAKOUT_WEAK], spare, clash
        )


@jit
def list_moves(rules, state, turn, pos, weights, desk):
    """List all move candidates of a stack outside clashes."""
    desk[MOVE_TOTAL] = 0
    if (state[POLICE] >> pos) & 1:
        return
    spare = spare_blocs(rules, state, turn, pos, weights, desk)
    if spare == 0:
        return
    reach = reach_from(desk, pos)
    beyond = list_objective_moves(rules, state, turn, pos, spare, reach, weights, desk)
    list_build_moves(rules, state, turn, pos, reach, weights, desk)
    list_meeting_moves(state, turn, pos, spare, weights, desk)
    if beyond and turn.dice >= weights[w.ACT_SPARE_DICE]:
        list_breakouts(rules, state, turn, pos, spare, beyond, weights, desk)
