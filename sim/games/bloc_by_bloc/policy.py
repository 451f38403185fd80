"""The heuristic's view of a position: a score for every legal id, and an estimate of the result."""

from sim.core.compile import jit
from sim.games.bloc_by_bloc import actions as act
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.answers import score_move_choice, score_payment, score_turn_choice
from sim.games.bloc_by_bloc.breakout import list_moves
from sim.games.bloc_by_bloc.builds import score_occupy, score_use, value_kinds
from sim.games.bloc_by_bloc.cards import score_burn, score_play
from sim.games.bloc_by_bloc.conditions import tokens_placed
from sim.games.bloc_by_bloc.desk import (
    ALIVE, CARD_OF, CARD_PRICE, MOVE_VALUE, nights_left,
)
from sim.games.bloc_by_bloc.fights import score_barricade, score_defeat, score_kick, score_van
from sim.games.bloc_by_bloc.greedy import answer_greedily, score_greedy
from sim.games.bloc_by_bloc.meetings import value_meeting, value_shelter
from sim.games.bloc_by_bloc.moves import best_listed
from sim.games.bloc_by_bloc.objectives import find_objectives
from sim.games.bloc_by_bloc.occupy import KIND_COUNT
from sim.games.bloc_by_bloc.plan import make_plan
from sim.games.bloc_by_bloc.purse import count_purse
from sim.games.bloc_by_bloc.situation import look_around, read_turn
from sim.games.bloc_by_bloc.sizes import (
    ACT, ASKED, MOVE_COUNT, MOVE_DEST, OVER, PAY, SQUARES, START,
)
from sim.games.bloc_by_bloc.state import DECIDER, LIBERATED, PHASE, TOKEN_ON, WINNERS
from sim.games.bloc_by_bloc.sunrise_answers import score_sunrise_choice


@jit
def score_move(rules, state, turn, pos, weights, desk):
    """Score the opening of a move by its best continuation."""
    list_moves(rules, state, turn, pos, weights, desk)
    best = best_listed(desk)
    return desk[MOVE_VALUE + best] if best >= 0 else -1.0


@jit
def score_act(rules, state, turn, action, weights, desk):
    """Score one id of a turn; an id that is no candidate gets -1."""
    if action == act.END:
        return weights[w.ACT_END]
    if action < act.BARRICADE:
        return score_move(rules, state, turn, action - act.MOVE, weights, desk)
    if action < act.BURN:
        return score_barricade(rules, state, turn, action - act.BARRICADE, weights, desk)
    if action < act.GRAFFITI:
        return score_burn(rules, state, action - act.BURN, weights, desk)
    if action < act.BUILD:
        return -1.0
    if action < act.DEFEAT:
        place = (action - act.BUILD) % (KIND_COUNT * SQUARES)
        pos, kind = place // KIND_COUNT, place % KIND_COUNT
        return score_occupy(rules, state, turn, pos, kind, weights, desk)
    if action < act.KICK:
        return score_defeat(rules, state, turn, action - act.DEFEAT, weights, desk)
    if action < act.VAN:
        return score_kick(rules, state, turn, action - act.KICK, weights, desk)
    if action < act.USE:
        return score_van(rules, state, turn, action - act.VAN, weights, desk)
    if action < act.PLAY:
        return score_use(rules, state, turn, action - act.USE, weights, desk)
    if action < act.GIVE:
        return score_play(rules, state, turn, action - act.PLAY, weights, desk)
    return -1.0


@jit
def prepare(rules, state, turn, weights, desk):
    """Lay on the desk everything that the scores of a turn are made of."""
    find_objectives(rules, state, turn, weights, desk)
    count_purse(rules, state, turn, weights, desk)
    value_kinds(rules, state, turn, weights, desk)
    value_meeting(rules, state, weights, desk)
    value_shelter(state, turn, weights, desk)


@jit
def score_in_turn(rules, state, phase, actions, n, weights, desk, out):
    """Score the ids of a decision in the own turn or of a Liberation card's move."""
    seat = state[DECIDER]
    turn = read_turn(rules, state, seat, phase == MOVE_COUNT or phase == MOVE_DEST)
    prepare(rules, state, turn, weights, desk)
    if phase == MOVE_COUNT or phase == MOVE_DEST:
        score_move_choice(rules, state, turn, phase, actions, n, weights, desk, out)
        return
    for i in range(n):
        if phase == ACT:
            out[i] = score_act(rules, state, turn, actions[i], weights, desk)
        else:
            out[i] = score_turn_choice(rules, state, turn, phase, actions[i], weights, desk)


@jit
def score_actions(rules, state, actions, n, weights, scratch, out):
    """Write the value of each of the first n ids of `actions` into `out`; higher is better.

    `scratch` keeps the plan from call to call; it must stay with one value of `rules`.
    """
    phase, seat = state[PHASE], state[DECIDER]
    if phase == PAY:
        score_payment(rules, state, seat, actions, n, out)
        return
    make_plan(rules, state, weights, scratch)
    look_around(rules, state, scratch)
    if weights[w.ACT_GREEDY] > 0.0:
        if phase == ACT:
            score_greedy(rules, state, seat, actions, n, scratch, out)
        else:
            answer_greedily(state, phase, actions, n, scratch, out)
    elif START < phase <= ASKED:
        score_in_turn(rules, state, phase, actions, n, weights, scratch, out)
    else:
        for i in range(n):
            out[i] = score_sunrise_choice(
                rules, state, phase, seat, actions[i], weights, scratch
            )


@jit
def progress(rules, state, weights, desk):
    """Mean progress of the factions towards their Conditions cards, 0 to 1."""
    total = 0.0
    for seat in range(rules.seats):
        if state[TOKEN_ON + seat] >= 0:
            total += 1.0
        elif desk[CARD_OF + seat] >= 0:
            missing = desk[CARD_PRICE + seat] / weights[w.EVALUATE_PRICE]
            total += weights[w.EVALUATE_UNPLACED] * max(0.0, 1.0 - missing)
    return total / rules.seats


@jit
def evaluate_end(rules, state, seat, weights):
    """Value of a finished game: the result, and a little for how near a lost one came."""
    if (state[WINNERS] >> seat) & 1:
        return 1.0
    liberated = 0
    for pos in range(SQUARES):
        liberated += state[LIBERATED + pos]
    matched = weights[w.EVALUATE_LOST_MATCHED] * tokens_placed(rules, state) / rules.seats
    return matched + weights[w.EVALUATE_LOST_LIBERATED] * liberated


@jit
def estimate(rules, state, seat, weights, scratch):
    """Estimate the chance that a seat wins, from the plan's prices, the clock and the danger."""
    if state[PHASE] == OVER:
        return evaluate_end(rules, state, seat, weights)
    make_plan(rules, state, weights, scratch)
    look_around(rules, state, scratch)
    floor = weights[w.EVALUATE_CLOCK_FLOOR]
    clock = min(1.0, nights_left(rules, state) / weights[w.EVALUATE_CLOCK])
    value = weights[w.EVALUATE_CAP] * progress(rules, state, weights, scratch)
    value *= floor + (1.0 - floor) * clock
    for other in range(rules.seats):
        if scratch[ALIVE + other] <= 0:
            return value * weights[w.EVALUATE_DANGER]
    return value
