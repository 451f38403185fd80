"""Decisions outside the own actions: the start, Sunrise, Liberation cards, the way back."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import actions as act
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.answers import score_kept
from sim.games.bloc_by_bloc.desk import (
    CARD_OF, FREED, IMPORTANCE, TARGETS, THREAT, has_bit,
)
from sim.games.bloc_by_bloc.occupy import KIND_COUNT, has_supply, may_occupy
from sim.games.bloc_by_bloc.reach import neighbours_of
from sim.games.bloc_by_bloc.rules import (
    BARRICADE, BUILD, CALM, FORM, FORM_OCC, GRAFFITI, LOOT, MARCH, RETREAT, REVEAL, ROUT, SALVAGE,
    STRIKE,
)
from sim.games.bloc_by_bloc.sizes import (
    CENTER_KIND, GAS_MASK, HALL_KIND, LIB_BUILD, LIB_CHOICE, LIB_MARCH, LIB_ORDER, LIB_TARGET,
    MEDIC, MEDIC_RETURN, PUBLIC, RETURN, SQUARES, START, TOKEN_SET, VICTIM,
)
from sim.games.bloc_by_bloc.sizes import (
    SALVAGE as SALVAGE_PHASE,
)
from sim.games.bloc_by_bloc.state import (
    ADJACENT, CARD_IN_PLAY, CROWD, CURSOR, IN_CITY, LIB_CARD, LIB_POS, LOST, MORALE, OCC_AT,
    OF_TYPE, POS_OF_ID, SQUADS, TYPE, VAN_AT, blocs_at, has_police,
)


@jit
def steps_to(state, pos, goals, far):
    """Districts on the way from a square to the nearest of some goals; `far` if there is no way."""
    reached = 1 << pos
    for steps in range(SQUARES):
        if reached & goals:
            return float(steps)
        reached |= neighbours_of(state, reached, 0)
    return far


@jit
def score_start(state, pos, weights):
    """Score a starting district: far from vans, near a Public one, few neighbours."""
    vans, neighbours = 0, 0
    for square in range(SQUARES):
        vans |= (state[VAN_AT + square] > 0) << square
        neighbours += (state[ADJACENT + pos] >> square) & 1
    van = steps_to(state, pos, vans, weights[w.ANSWER_NO_VAN_FAR])
    public = steps_to(state, pos, state[OF_TYPE + PUBLIC], weights[w.ANSWER_NO_PUBLIC_FAR])
    value = weights[w.ANSWER_START_VAN] * min(weights[w.ANSWER_START_VAN_CAP], van)
    value -= weights[w.ANSWER_START_PUBLIC] * public
    return value - weights[w.ANSWER_START_DEGREE] * neighbours


@jit
def score_return(state, pos, weights, desk):
    """Score where blocs come back to: no police, little threat, liberated, a crowd."""
    value = weights[w.ANSWER_BACK_THREAT] * desk[THREAT + pos] + state[CROWD + pos]
    if has_police(state, pos):
        value += weights[w.ANSWER_BACK_POLICE]
    if has_bit(desk, FREED, pos):
        value += weights[w.ANSWER_BACK_LIBERATED]
    return value


@jit
def score_effect_target(state, kind, pos, weights, desk):
    """Score the district that an effect is aimed at."""
    if kind == FORM_OCC:
        return score_return(state, pos, weights, desk)
    if kind == STRIKE:
        van = weights[w.ANSWER_STRIKE_VAN] if state[VAN_AT + pos] else 0.0
        return van - state[SQUADS + pos]
    if kind == ROUT:
        return float(state[SQUADS + pos])
    if kind == RETREAT:
        value = weights[w.ANSWER_RETREAT_IMPORTANT] * desk[IMPORTANCE + pos]
        if state[VAN_AT + pos]:
            value -= weights[w.ANSWER_RETREAT_VAN]
        return value + weights[w.ANSWER_RETREAT_SQUADS] * state[SQUADS + pos]
    return 0.0


@jit
def most_squads_beside(state, pos):
    """Squads of the neighbour with most of them."""
    most = 0
    squares = state[ADJACENT + pos]
    while squares:
        most = max(most, state[SQUADS + lowest_bit(squares)])
        squares &= squares - 1
    return most


@jit
def value_reveal(rules, weights, desk):
    """Value of one more Conditions card."""
    for seat in range(rules.seats):
        if desk[CARD_OF + seat] < 0:
            return weights[w.ANSWER_REVEAL_MISSING]
    return weights[w.ANSWER_REVEAL]


@jit
def value_free_build(state, seat, pos, weights, desk):
    """Value of an occupation that an effect places in the liberated district."""
    if not has_supply(state, seat) or state[OCC_AT + pos] >= 0 or not may_occupy(state, seat, pos):
        return 0.0
    if has_bit(desk, TARGETS + seat, pos):
        return weights[w.ANSWER_BUILD_TARGET]
    return weights[w.ANSWER_BUILD] + weights[w.ANSWER_BUILD_MORALE] * state[MORALE]


@jit
def value_of_effect(rules, state, seat, kind, amount, weights, desk):
    """Value of one effect of a Liberation card."""
    pos = state[LIB_POS]
    supply = min(amount, rules.table[R.BLOC_SUPPLY] - state[IN_CITY + seat])
    if kind == LOOT:
        return weights[w.ANSWER_LOOT] * amount
    if kind == FORM:
        return weights[w.ANSWER_FORM] * supply
    if kind == FORM_OCC:
        return weights[w.ANSWER_FORM_OCCUPATION] * supply
    if kind == ROUT:
        return weights[w.ANSWER_ROUT] * min(amount, most_squads_beside(state, pos))
    if kind == BARRICADE:
        return weights[w.ANSWER_BARRICADE_THREAT if desk[THREAT + pos] > 0 else w.ANSWER_BARRICADE]
    if kind == GRAFFITI:
        return weights[w.ANSWER_GRAFFITI] * amount
    if kind == BUILD:
        return value_free_build(state, seat, pos, weights, desk)
    if kind == CALM:
        calm = weights[w.ANSWER_CALM] + weights[w.ANSWER_CALM_MORALE] * state[MORALE]
        return calm if state[MORALE] > 0 else 0.0
    if kind == REVEAL:
        return value_reveal(rules, weights, desk)
    if kind == SALVAGE:
        return weights[w.ANSWER_SALVAGE]
    if kind == RETREAT:
        return weights[w.ANSWER_RETREAT] * amount
    return weights[w.ANSWER_MARCH if kind == MARCH else w.ANSWER_STRIKE]


@jit
def score_choice(rules, state, seat, choice, weights, desk):
    """Score A or B of a Liberation card, alike if players may not know the effects."""
    if not rules.table[R.LIBERATION_KNOWN]:
        return 0.0
    kind = rules.table[R.EFFECT_KIND + R.CHOICES * state[LIB_CARD] + choice]
    amount = rules.table[R.EFFECT_AMOUNT + R.CHOICES * state[LIB_CARD] + choice]
    return value_of_effect(rules, state, seat, kind, amount, weights, desk)


@jit
def says_yes(state, phase, seat, weights):
    """The answer to a yes-or-no question of Sunrise."""
    if phase == MEDIC:
        lost = state[LOST + seat]
        few = state[IN_CITY + seat] + lost <= weights[w.ANSWER_MEDIC_LEFT]
        return few or lost >= weights[w.ANSWER_MEDIC_LOST]
    if phase == GAS_MASK:
        pos = state[POS_OF_ID + state[CURSOR]]
        return min(state[SQUADS + pos], state[CROWD + pos]) >= weights[w.ANSWER_GAS_LOST]
    return phase != LIB_MARCH


@jit
def score_effect_build(kind, weights):
    """Score the kind of a free occupation."""
    if kind == HALL_KIND:
        return weights[w.ANSWER_BUILD_HALL]
    return weights[w.ANSWER_BUILD_CENTER if kind == CENTER_KIND else w.ANSWER_BUILD_START]


@jit
def score_sunrise_choice(rules, state, phase, seat, action, weights, desk):
    """Score one id of a decision outside the own actions."""
    pos = action - act.DISTRICT
    if action == act.END:
        return 0.0
    if phase == START:
        return score_start(state, pos, weights)
    if phase == VICTIM:
        here = state[blocs_at(action - act.FACTION, state[POS_OF_ID + state[CURSOR]])]
        return state[IN_CITY + action - act.FACTION] + weights[w.ANSWER_VICTIM_HERE] * here
    if phase == RETURN or phase == MEDIC_RETURN:
        return score_return(state, pos, weights, desk)
    if phase == LIB_ORDER:
        public = weights[w.ANSWER_ORDER_PUBLIC] if state[TYPE + pos] == PUBLIC else 0.0
        return public + desk[IMPORTANCE + pos]
    if phase == LIB_CHOICE:
        return score_choice(rules, state, seat, action - act.A, weights, desk)
    if phase == LIB_TARGET:
        return score_effect_target(state, state[CARD_IN_PLAY], pos, weights, desk)
    if phase == LIB_BUILD:
        return score_effect_build((action - act.BUILD) % KIND_COUNT, weights)
    if phase == SALVAGE_PHASE:
        return score_kept(action - act.CARD)
    if phase == TOKEN_SET:
        return 1.0
    return 1.0 if (action == act.YES) == says_yes(state, phase, seat, weights) else 0.0
