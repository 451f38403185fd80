"""The value of occupations: where to build which kind, and of using Halls and Centers."""

from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.desk import (
    FAR, FEASIBLE, FREED, KIND_VALUE, PAY_COST, TARGETS, has_bit, mask_at,
)
from sim.games.bloc_by_bloc.objectives import site_is_short
from sim.games.bloc_by_bloc.occupy import KIND_COUNT, graffiti_near, may_occupy, occupy_need
from sim.games.bloc_by_bloc.sizes import CENTER_KIND, HALL_KIND, START_KIND, TOKENS
from sim.games.bloc_by_bloc.state import IN_CITY, MORALE, OCC_AT, has_police, kind_of_token, occ_of


@jit
def tokens_of_kind(state, seat, kind, squares):
    """Count a faction's tokens of a kind: in supply, in the city, in a mask of districts."""
    supply, city, inside = 0, 0, 0
    for token in range(TOKENS):
        if kind_of_token(token) != kind:
            continue
        pos = state[occ_of(seat, token)]
        if pos < 0:
            supply += 1
        else:
            city += 1
            inside += (squares >> pos) & 1
    return supply, city, inside


@jit
def value_of_kind(rules, state, turn, kind, weights, desk):
    """Value of one more occupation of a kind, for a Center without its graffiti.

    -FAR if it could only come from a target.
    """
    targets = mask_at(desk, TARGETS + turn.seat)
    supply, city, inside = tokens_of_kind(state, turn.seat, kind, targets)
    if supply == 0:
        if inside == city:
            return -FAR
        start = weights[w.BUILD_RELOCATE_START] if kind == START_KIND else 0.0
        return -weights[w.BUILD_RELOCATE] - start
    if kind == START_KIND:
        return weights[w.BUILD_START] * min(turn.left, weights[w.BUILD_START_CAP])
    if kind == CENTER_KIND:
        return 0.0
    value = weights[w.BUILD_HALL] * min(turn.left, weights[w.BUILD_HALL_CAP])
    if city > 0:
        value *= weights[w.BUILD_HALL_SECOND]
    if rules.table[R.BLOC_SUPPLY] - state[IN_CITY + turn.seat] <= weights[w.BUILD_HALL_SUPPLY]:
        value *= weights[w.BUILD_HALL_FULL]
    return value


@jit
def value_kinds(rules, state, turn, weights, desk):
    """Write the value of each kind of occupation."""
    for kind in range(KIND_COUNT):
        desk[KIND_VALUE + kind] = value_of_kind(rules, state, turn, kind, weights, desk)


@jit
def kind_value_at(state, turn, pos, kind, weights, desk):
    """Value of a kind of occupation in a district."""
    value = desk[KIND_VALUE + kind]
    if kind != CENTER_KIND or value < 0.0:
        return value
    graffiti = min(weights[w.BUILD_GRAFFITI_CAP], graffiti_near(state, pos))
    return value + weights[w.BUILD_CENTER] * min(turn.left, weights[w.BUILD_CENTER_CAP]) * graffiti


@jit
def is_wanted_by_other(rules, seat, pos, desk):
    """Whether a district is a target of another faction."""
    for other in range(rules.seats):
        if other != seat and has_bit(desk, TARGETS + other, pos):
            return True
    return False


@jit
def place_value(rules, turn, pos, weights, desk):
    """Value of an own occupation in a district, whatever its kind."""
    if has_bit(desk, TARGETS + turn.seat, pos):
        if has_bit(desk, FREED, pos):
            return weights[w.BUILD_TARGET]
        value = weights[w.BUILD_AHEAD]
        if has_bit(desk, FEASIBLE, pos):
            value += weights[w.BUILD_AHEAD_FEASIBLE]
        return value
    if is_wanted_by_other(rules, turn.seat, pos, desk):
        return weights[w.BUILD_PLAIN] - weights[w.BUILD_FOREIGN_TARGET]
    return weights[w.BUILD_PLAIN]


@jit
def build_value(rules, state, turn, pos, kind, weights, desk):
    """Value of building a kind in a district, payment apart; -FAR if it is no candidate."""
    of_kind = kind_value_at(state, turn, pos, kind, weights, desk)
    if of_kind <= -FAR:
        return -FAR
    own_target = has_bit(desk, TARGETS + turn.seat, pos)
    if not own_target and state[MORALE] == 0 and turn.left <= weights[w.BUILD_LATE]:
        return weights[w.BUILD_LATE_VALUE]
    morale = weights[w.BUILD_MORALE_0 + state[MORALE]]
    return place_value(rules, turn, pos, weights, desk) + morale + of_kind


@jit
def may_swap(rules, state, turn, pos, desk):
    """Whether a foreign occupation stands in an own target that its owner does not need."""
    token = state[OCC_AT + pos]
    if token < 0 or token // TOKENS == turn.seat:
        return False
    needed = has_bit(desk, TARGETS + token // TOKENS, pos)
    return has_bit(desk, TARGETS + turn.seat, pos) == 1 and not needed


@jit
def occupy_value(rules, state, turn, pos, kind, weights, desk):
    """Value of a Build, or of a Swap where a foreign occupation stands; -FAR if no candidate."""
    if state[OCC_AT + pos] < 0:
        return build_value(rules, state, turn, pos, kind, weights, desk)
    if not may_swap(rules, state, turn, pos, desk):
        return -FAR
    value = build_value(rules, state, turn, pos, kind, weights, desk)
    return value - weights[w.BUILD_MORALE_0 + state[MORALE]]


@jit
def score_occupy(rules, state, turn, pos, kind, weights, desk):
    """Score a Build or Swap action."""
    value = occupy_value(rules, state, turn, pos, kind, weights, desk)
    cost = desk[PAY_COST + occupy_need(rules, state, turn.seat, pos)]
    if value <= -FAR or cost >= FAR:
        return -1.0
    return value - weights[w.ACT_DIE] * (cost - 1)


@jit
def best_occupy_value(rules, state, turn, pos, weights, desk):
    """Value of the best kind of occupation in a district; -FAR if none is a candidate."""
    best = -FAR
    if not may_occupy(state, turn.seat, pos):
        return best
    for kind in range(KIND_COUNT):
        best = max(best, occupy_value(rules, state, turn, pos, kind, weights, desk))
    if has_bit(desk, TARGETS + turn.seat, pos) and has_bit(desk, FREED, pos) and best > -FAR:
        best = max(best, weights[w.BUILD_TARGET])
    return best


@jit
def score_use(rules, state, turn, pos, weights, desk):
    """Score the use of an own Hall or Center."""
    if kind_of_token(state[OCC_AT + pos] % TOKENS) != HALL_KIND:
        graffiti = min(weights[w.BUILD_GRAFFITI_CAP], graffiti_near(state, pos))
        return weights[w.USE_CENTER] * graffiti
    is_long = turn.left > weights[w.USE_HALL_LEFT]
    value = weights[w.USE_HALL] * weights[w.USE_HALL_LONG if is_long else w.USE_HALL_SHORT]
    if has_police(state, pos):
        value *= weights[w.USE_HALL_POLICE]
    if site_is_short(desk):
        value += weights[w.USE_HALL_SITE]
    return value
