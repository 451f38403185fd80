"""Sub-decisions of a turn: how many, where to, with which dice, which card."""

from sim.core.compile import jit
from sim.games.bloc_by_bloc import actions as act
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.breakout import list_moves
from sim.games.bloc_by_bloc.cards import value_on
from sim.games.bloc_by_bloc.desk import (
    FAR, FREED, MEETING, MOVE_COUNT_AT, MOVE_GOAL, MOVE_TOTAL, MOVE_VALUE, SITE, TARGETS, THREAT,
    has_bit,
)
from sim.games.bloc_by_bloc.fights import (
    kick_side_value, more_stopped, score_barricade,
)
from sim.games.bloc_by_bloc.moves import best_listed
from sim.games.bloc_by_bloc.payment import (
    attack_bonus, cheapest_payment, key_top_die,
)
from sim.games.bloc_by_bloc.sizes import (
    BARRICADE_2, BARRICADE_N, CAMERA, ENERGY_DRINKS, FIREWORKS, FOOD, FROM, GAS_MASKS, KEEP,
    KICK_SIDE, MEDIC_KIT, MOLOTOV, MOLOTOVS, MOVE_COUNT, POWER_TOOLS, RELOCATE, WHERE,
)
from sim.games.bloc_by_bloc.state import (
    CARD_IN_PLAY, COUNT_OF, CROWD, DICE_PAID, LAST_DIE, NEED, OPEN_ID, PAID, POLICE, ROUTE_END,
    SOURCE, SQUADS, blocs_at,
)

KEPT_FIRST = (FOOD, CAMERA, MEDIC_KIT, MOLOTOVS, ENERGY_DRINKS, FIREWORKS, POWER_TOOLS, GAS_MASKS)


@jit
def score_count(count, weights, desk):
    """Score a number of blocs to move by the best candidate with that count."""
    best = -FAR
    for i in range(int(desk[MOVE_TOTAL])):
        if desk[MOVE_COUNT_AT + i] == count:
            best = max(best, desk[MOVE_VALUE + i])
    if best > -FAR:
        return best
    chosen = best_listed(desk)
    wanted = desk[MOVE_COUNT_AT + chosen] if chosen >= 0 else 1.0
    return weights[w.ANSWER_NOWHERE] - weights[w.ANSWER_OFF_COUNT] * abs(count - wanted)


@jit
def score_goal(state, action, count, weights, desk):
    """Score where the chosen blocs go by the candidate with that goal and count."""
    goal = MEETING if action == act.DECK else action - act.DISTRICT
    best, any_count, matched = -FAR, -FAR, False
    for i in range(int(desk[MOVE_TOTAL])):
        fits = desk[MOVE_COUNT_AT + i] == count
        matched |= fits
        if desk[MOVE_GOAL + i] == goal:
            any_count = max(any_count, desk[MOVE_VALUE + i])
            if fits:
                best = max(best, desk[MOVE_VALUE + i])
    if not matched:
        best = any_count
    if best > -FAR:
        return best
    if goal == MEETING:
        return weights[w.ANSWER_DECK]
    value = weights[w.ANSWER_NOWHERE] + weights[w.ANSWER_NOWHERE_BLOCS] * state[CROWD + goal]
    if (state[POLICE] >> goal) & 1:
        value -= weights[w.ANSWER_NOWHERE_POLICE]
    return value


@jit
def score_roam(state, phase, action, weights, desk):
    """Score count and goal of a move without a die: all blocs, to the site or to safety."""
    if phase == MOVE_COUNT:
        return weights[w.ANSWER_ROAM_COUNT] * (action - act.COUNT)
    goal = action - act.DISTRICT
    if (state[POLICE] >> goal) & 1:
        return weights[w.ANSWER_ROAM_POLICE]
    if goal == desk[SITE]:
        return float(state[COUNT_OF])
    value = -weights[w.ANSWER_ROAM_THREAT] * desk[THREAT + goal]
    if has_bit(desk, FREED, goal):
        value += weights[w.ANSWER_ROAM_LIBERATED]
    return value


@jit
def score_move_choice(rules, state, turn, phase, actions, n, weights, desk, out):
    """Score the ids of MOVE_COUNT and MOVE_DEST."""
    by_action = state[OPEN_ID] >= 0
    if by_action:
        list_moves(rules, state, turn, state[SOURCE], weights, desk)
    for i in range(n):
        if not by_action:
            out[i] = score_roam(state, phase, actions[i], weights, desk)
        elif phase == MOVE_COUNT:
            out[i] = score_count(actions[i] - act.COUNT, weights, desk)
        else:
            out[i] = score_goal(state, actions[i], state[COUNT_OF], weights, desk)


@jit
def score_payment(rules, state, seat, actions, n, out):
    """Score the dice: the highest of the cheapest payment first, tools last."""
    bonus = attack_bonus(rules, state, seat) if state[OPEN_ID] >= act.DEFEAT else 0
    key = cheapest_payment(
        rules, state, seat, state[NEED] - state[PAID], bonus, state[LAST_DIE], state[DICE_PAID] == 0
    )
    face = key_top_die(key)
    for i in range(n):
        out[i] = 1.0 if actions[i] == (act.DIE + face if face > 0 else act.TOOL) else 0.0


@jit
def score_relocation(seat, pos, weights, desk):
    """Score the district that gives up its occupation."""
    if has_bit(desk, TARGETS + seat, pos):
        return weights[w.ANSWER_RELOCATE_TARGET]
    return weights[w.ANSWER_RELOCATE_LIBERATED] if has_bit(desk, FREED, pos) else 0.0


@jit
def score_free_barricade(rules, state, route, weights):
    """Score a barricade of a card or an effect against the squads beyond its route."""
    ends = state[ROUTE_END + 2 * route] + state[ROUTE_END + 2 * route + 1]
    movers = state[SQUADS + ends - state[SOURCE]] - 1
    if movers <= 0:
        return weights[w.ANSWER_BARRICADE_IDLE]
    value = weights[w.ANSWER_BARRICADE_BASE] + weights[w.ANSWER_BARRICADE_MOVER] * movers
    return value + more_stopped(rules, state, route, movers)


@jit
def score_kept(kind):
    """Score a Loot card to keep or to take back."""
    for place in range(len(KEPT_FIRST)):
        if KEPT_FIRST[place] == kind:
            return float(2 * len(KEPT_FIRST) - place)
    return len(KEPT_FIRST) - kind / len(KEPT_FIRST)


@jit
def score_turn_choice(rules, state, turn, phase, action, weights, desk):
    """Score one id of a sub-decision of a turn; stopping is worth little, refusing nothing."""
    if action == act.END:
        return weights[w.ACT_END] if phase == BARRICADE_2 else 0.0
    if phase == RELOCATE:
        return score_relocation(turn.seat, action - act.DISTRICT, weights, desk)
    if phase == BARRICADE_2:
        return score_barricade(rules, state, turn, action - act.BARRICADE, weights, desk)
    if phase == BARRICADE_N:
        return score_free_barricade(rules, state, action - act.BARRICADE, weights)
    if phase == KICK_SIDE:
        return kick_side_value(state, state[SOURCE], action - act.SIDE, weights, desk)
    if phase == KEEP:
        return score_kept(action - act.CARD)
    if phase == WHERE:
        card, pos = state[CARD_IN_PLAY], action - act.DISTRICT
        return value_on(rules, state, turn, card, pos, weights, desk)
    if phase == FROM:
        return float(state[blocs_at(turn.seat, action - act.DISTRICT)])
    # One more Molotovs; NO to those who ask for a card.
    return 1.0 if phase == MOLOTOV or action == act.NO else 0.0
