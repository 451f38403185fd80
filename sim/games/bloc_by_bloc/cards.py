"""The value of burning, and of every Loot card on its target (BB-47, BB-57)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.desk import (
    FEASIBLE, FREED, PAY_COST, SITE, THREAT, has_bit,
)
from sim.games.bloc_by_bloc.fights import best_kick
from sim.games.bloc_by_bloc.loot import card_targets
from sim.games.bloc_by_bloc.objectives import site_is_short
from sim.games.bloc_by_bloc.situation import reach_from
from sim.games.bloc_by_bloc.sizes import (
    BICYCLES, CAMERA, CENTER_KIND, DIE_FACES, DISGUISES, ENERGY_DRINKS, FIREWORKS, FOOD,
    ICE_CREAM, SCRAP_WOOD, SOUND_SYSTEM, SPRAY_PAINT, TOKENS,
)
from sim.games.bloc_by_bloc.state import (
    ADJACENT, DICE, MORALE, OCC_POS, POLICE, SQUADS, VAN_AT, blocs_at, difficulty, kind_of_token,
)


@jit
def score_burn(rules, state, pos, weights, desk):
    """Score the burning of a shopping centre."""
    cost = desk[PAY_COST + difficulty(state, pos)]
    value = weights[w.BURN_BASE] / cost
    return value * weights[w.BURN_SINGLE] if cost < weights[w.BURN_SINGLE_COST] else value


@jit
def fireworks_value(rules, state, pos, weights, desk):
    """Value of kicking squads out of a district by a card."""
    per_squad = weights[w.LOOT_FIREWORKS_VAN if state[VAN_AT + pos] else w.LOOT_FIREWORKS]
    value = per_squad * min(rules.table[R.LOOT_AMOUNT + FIREWORKS], state[SQUADS + pos])
    value += best_kick(state, pos, weights, desk)
    if pos == desk[SITE] and has_bit(desk, FEASIBLE, pos):
        value += weights[w.LOOT_FIREWORKS_SITE]
    return value if value > weights[w.LOOT_FIREWORKS_FLOOR] else -1.0


@jit
def bicycles_value(state, turn, pos, weights, desk):
    """Value of riding from a liberated district to tonight's site."""
    if not site_is_short(desk) or not has_bit(desk, FREED, pos) or (state[POLICE] >> pos) & 1:
        return -1.0
    if not (reach_from(desk, pos) >> int(desk[SITE])) & 1:
        return -1.0
    return weights[w.LOOT_BICYCLES] + state[blocs_at(turn.seat, pos)]


@jit
def disguises_value(state, turn, pos, weights):
    """Value of slipping out of a clash that cannot be won."""
    if not state[VAN_AT + pos] and state[SQUADS + pos] < weights[w.LOOT_DISGUISES_SQUADS]:
        return -1.0
    return weights[w.LOOT_DISGUISES] * state[blocs_at(turn.seat, pos)]


@jit
def is_near_center(state, seat, pos):
    """Whether an own Mutual Aid Center stands in a district or next to it."""
    near = state[ADJACENT + pos] | 1 << pos
    for token in range(TOKENS):
        place = state[OCC_POS + seat * TOKENS + token]
        if kind_of_token(token) == CENTER_KIND and place >= 0 and (near >> place) & 1:
            return True
    return False


@jit
def value_on(rules, state, turn, card, pos, weights, desk):
    """Value of playing a card with a target on a district."""
    if card == FIREWORKS:
        return fireworks_value(rules, state, pos, weights, desk)
    if card == BICYCLES:
        return bicycles_value(state, turn, pos, weights, desk)
    if card == DISGUISES:
        return disguises_value(state, turn, pos, weights)
    if card == SOUND_SYSTEM:
        return weights[w.LOOT_SOUND] if pos == desk[SITE] and site_is_short(desk) else -1.0
    if card == SCRAP_WOOD:
        value = weights[w.LOOT_SCRAP_THREAT] * desk[THREAT + pos]
        return value + weights[w.LOOT_SCRAP_BLOC] * state[blocs_at(turn.seat, pos)]
    if card == SPRAY_PAINT:
        return weights[w.LOOT_SPRAY] if is_near_center(state, turn.seat, pos) else -1.0
    value = weights[w.LOOT_FOOD]
    if pos == desk[SITE]:
        value += weights[w.LOOT_FOOD_SITE]
    if not (state[POLICE] >> pos) & 1:
        value += weights[w.LOOT_FOOD_SAFE]
    return value


@jit
def ice_cream_value(state, turn, weights):
    """Value of rolling the unspent dice again."""
    total = 0.0
    for face in range(DIE_FACES):
        total += (face + 1) * state[DICE + face]
    enough = turn.dice >= weights[w.LOOT_ICE_CREAM_DICE]
    if enough and total < weights[w.LOOT_ICE_CREAM_MEAN] * turn.dice:
        return weights[w.LOOT_ICE_CREAM]
    return -1.0


@jit
def score_play(rules, state, turn, card, weights, desk):
    """Score the play of a Loot card by its best target."""
    if card == ENERGY_DRINKS:
        return weights[w.LOOT_ENERGY]
    if card == CAMERA:
        return weights[w.LOOT_CAMERA] + weights[w.LOOT_CAMERA_MORALE] * state[MORALE]
    if card == ICE_CREAM:
        return ice_cream_value(state, turn, weights)
    if card == FOOD:
        return weights[w.LOOT_FOOD]
    best = -1.0
    targets = card_targets(rules, state, turn.seat, card)
    while targets:
        pos = lowest_bit(targets)
        targets &= targets - 1
        best = max(best, value_on(rules, state, turn, card, pos, weights, desk))
    return best
