"""The van of the Reaction card: which one, where to, along which path (BB-70..BB-75)."""

from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.loot import discard_played
from sim.games.bloc_by_bloc.police import best_of, lightest_route
from sim.games.bloc_by_bloc.reach import districts, neighbours_of
from sim.games.bloc_by_bloc.sizes import PUBLIC, S_DISCARD, SPIKE, SPIKE_STRIPS, SQUARES, STATE
from sim.games.bloc_by_bloc.state import (
    ADJACENT, ASKED_COUNT, BALL, BARRICADES, OF_TYPE, PATH, PATH_LENGTH, PRESENCE, REACTION_TOP,
    SQUADS_OUT, STAGE, VANS_OUT, VAN_AT, add_squads, ask, hand_of, place_barricades,
    priority_high, set_van, turn_seat,
)

TO_STATE, TO_PUBLIC = 0, 1
NOBODY = -1


@jit
def first_van(state):
    """Square of the van in the district of lowest ID; there must be one."""
    vans = 0
    for pos in range(SQUARES):
        vans |= (state[VAN_AT + pos] > 0) << pos
    return best_of(state, vans, False)


@jit
def destination(rules, state):
    """District that the top Reaction card sends the van to, -1 if the city has none (BB-70)."""
    kind = rules.table[R.REACTION_DESTINATION + state[REACTION_TOP]]
    if kind == TO_STATE:
        goals = state[OF_TYPE + STATE]
    elif kind == TO_PUBLIC:
        goals = state[OF_TYPE + PUBLIC]
    else:
        return best_of(state, districts(state), True)
    return best_of(state, goals, priority_high(rules, state))


@jit
def measure(state, start, goal):
    """Note in BALL the districts within 0, 1, 2, ... steps of a goal; return the steps to `start`.

    -1 where no path joins the two.
    """
    mask = 1 << goal
    steps = 0
    state[BALL] = mask
    while not (mask >> start) & 1:
        mask |= neighbours_of(state, mask, 0)
        if mask == state[BALL + steps]:
            return -1
        steps += 1
        state[BALL + steps] = mask
    return steps


@jit
def plan_path(rules, state):
    """Write the van's way into PATH, its start first; 0 steps where it stays (BB-70, BB-71)."""
    start = first_van(state)
    goal = destination(rules, state)
    high = priority_high(rules, state)
    length = max(0, measure(state, start, goal))
    state[PATH] = start
    state[PATH_LENGTH] = length
    for steps in range(1, length + 1):
        ahead = state[ADJACENT + state[PATH + steps - 1]] & state[BALL + length - steps]
        state[PATH + steps] = best_of(state, ahead, high)


@jit
def lies_on_path(state, squares):
    """Whether the path enters one of a mask's squares."""
    for steps in range(1, state[PATH_LENGTH] + 1):
        if (squares >> state[PATH + steps]) & 1:
            return True
    return False


@jit
def run_drive(rules, state):
    """Move the van and deploy a squad, after asking for Spike Strips in turn order."""
    if state[VANS_OUT] == 0:
        state[STAGE] = S_DISCARD
        return
    plan_path(rules, state)
    while state[ASKED_COUNT] < rules.seats:
        seat = turn_seat(rules, state, state[ASKED_COUNT])
        state[ASKED_COUNT] += 1
        if state[hand_of(seat, SPIKE_STRIPS)] > 0 and lies_on_path(state, state[PRESENCE + seat]):
            ask(state, SPIKE, seat)
            return
    drive(rules, state, NOBODY)


@jit
def lay_spikes(rules, state, seat):
    """Play Spike Strips and move the van up to them."""
    discard_played(state, seat, SPIKE_STRIPS)
    drive(rules, state, seat)


@jit
def drive(rules, state, spikes):
    """Move the van as far as it gets, back from other vans, and deploy a squad (BB-72..BB-75)."""
    start = state[PATH]
    steps = steps_driven(rules, state, spikes)
    while steps > 0 and state[VAN_AT + state[PATH + steps]] > 0:
        steps -= 1
    pos = state[PATH + steps]
    if pos != start:
        set_van(state, start, 0)
        set_van(state, pos, 1)
    if state[SQUADS_OUT] < rules.table[R.SQUAD_SUPPLY]:
        add_squads(state, pos, 1)
    state[STAGE] = S_DISCARD


@jit
def steps_driven(rules, state, spikes):
    """Steps until the goal, Spike Strips or a blocked route; barricades underway fall (BB-72)."""
    for steps in range(state[PATH_LENGTH]):
        ahead = state[PATH + steps + 1]
        if spikes >= 0 and (state[PRESENCE + spikes] >> ahead) & 1:
            return steps
        route = lightest_route(state, state[PATH + steps], ahead)
        barricades = state[BARRICADES + route]
        place_barricades(rules, state, route, -barricades)
        if barricades >= rules.table[R.BARRICADE_BLOCK]:
            return steps
    return state[PATH_LENGTH]
