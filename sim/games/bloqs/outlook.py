"""What discs, steals, swaps and circles are worth to a player, worked out once a decision."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs import weights as w
from sim.games.bloqs.ending import cube_reason
from sim.games.bloqs.removal import removable, stealable, takeable
from sim.games.bloqs.sizes import (
    BUILD_DISC, DISC_KINDS, PARTS_TOP, RUNNING, STEAL_DISC, TYPES,
)
from sim.games.bloqs.state import (
    DISC, OWNED, PART_CELLS, POS, PROTECTED, SUPPLY, TOWER, UP, part_type,
)
from sim.games.bloqs.tiling import copies_outside
from sim.games.bloqs.value import NONE, best_with, tower_value, with_one

# What the workspace holds: best values of the own tower by type of part, values of discs by kind,
# and best values by part given away and type had instead, own and the partner's.
BEST = 0
DISC_VALUE = BEST + TYPES
OWN_PAIR = DISC_VALUE + DISC_KINDS
THEIR_PAIR = OWN_PAIR + PARTS_TOP * TYPES
SCRATCH_CELLS = THEIR_PAIR + PARTS_TOP * TYPES
UNKNOWN = -1e18


@jit
def forget(scratch, start, end):
    """Mark values of the workspace as not worked out."""
    for cell in range(start, end):
        scratch[cell] = UNKNOWN


@jit
def value_now(rules, state, player, weights):
    """Value of a player's tower as it stands."""
    packed = copies_outside(rules, state, player)
    return tower_value(rules, state, state[TOWER + player], packed, weights)


@jit
def best_of_type(rules, state, me, kind, weights, scratch):
    """Best value of the own tower with a part of a type more, NONE if it fits nowhere."""
    if scratch[BEST + kind] == UNKNOWN:
        packed = copies_outside(rules, state, me)
        scratch[BEST + kind] = best_with(rules, state, state[TOWER + me], packed, kind, weights)
    return scratch[BEST + kind]


@jit
def gain(rules, state, me, kind, weights, scratch):
    """Gain by a part of a type from the middle, 0 if there is none or it fits nowhere."""
    if state[SUPPLY + kind] == 0:
        return 0.0
    best = best_of_type(rules, state, me, kind, weights, scratch)
    return 0.0 if best == NONE else best - value_now(rules, state, me, weights)


@jit
def build_gain(rules, state, me, weights, scratch):
    """Best gain by a part of choice from the middle, 0 if there is none to be built."""
    best = NONE
    for kind in range(TYPES):
        if state[SUPPLY + kind]:
            best = max(best, best_of_type(rules, state, me, kind, weights, scratch))
    return 0.0 if best == NONE else best - value_now(rules, state, me, weights)


@jit
def loss(rules, state, player, part, weights):
    """Value a player's tower loses with a part."""
    tower, packed = state[TOWER + player], copies_outside(rules, state, player)
    rest = tower & ~state[PART_CELLS + part]
    after = tower_value(rules, state, rest, with_one(packed, part_type(rules, part)), weights)
    return tower_value(rules, state, tower, packed, weights) - after


@jit
def steal_value(rules, state, me, victim, part, weights, scratch):
    """Value of stealing a part: what it builds, and what the victim loses."""
    value = best_of_type(rules, state, me, part_type(rules, part), weights, scratch)
    rest = state[TOWER + victim] & ~state[PART_CELLS + part]
    if cube_reason(rules, rest) != RUNNING and not rules.table[R.BUILDER_ONLY]:
        value += weights[w.PLAY_GIFT_OF_PERFECT_CUBE]
    return value + weights[w.PLAY_OPPONENT] * loss(rules, state, victim, part, weights)


@jit
def steal_gain(rules, state, me, weights, scratch):
    """Best gain by a steal, 0 if none is possible."""
    best = NONE
    for seat in range(rules.seats):
        if seat == me:
            continue
        parts = stealable(rules, state, me, seat, state[OWNED + seat])
        while parts:
            part = lowest_bit(parts)
            parts &= parts - 1
            best = max(best, steal_value(rules, state, me, seat, part, weights, scratch))
    return 0.0 if best == NONE else best - value_now(rules, state, me, weights)


@jit
def disc_value(rules, state, me, kind, weights, scratch):
    """Value of carrying out a disc."""
    if scratch[DISC_VALUE + kind] == UNKNOWN:
        if kind == STEAL_DISC:
            value = steal_gain(rules, state, me, weights, scratch)
        elif kind == BUILD_DISC:
            value = build_gain(rules, state, me, weights, scratch)
        else:
            value = gain(rules, state, me, kind, weights, scratch)
        scratch[DISC_VALUE + kind] = value
    return scratch[DISC_VALUE + kind]


@jit
def hidden_value(rules, state, me, weights, scratch):
    """Mean value of the discs that lie face down; which they are all can tell."""
    total, down = 0.0, 0
    for kind in range(DISC_KINDS):
        left = rules.table[R.DISC_MIX + kind]
        for circle in range(rules.table[R.CIRCLES]):
            left -= int(state[UP + circle] == 1 and state[DISC + circle] == kind)
        if left:
            total += left * disc_value(rules, state, me, kind, weights, scratch)
            down += left
    return total / down


@jit
def circle_value(rules, state, me, circle, leaving, weights, scratch):
    """Value of landing on a circle, from which the seat `leaving`, if any, has gone."""
    kind = state[DISC + circle] if state[UP + circle] else -1
    for seat in range(rules.seats):
        if seat != me and seat != leaving and state[POS + seat] == circle:
            value = weights[w.PLAY_SWAP_LANDING]
            if kind >= TYPES:
                value += disc_value(rules, state, me, kind, weights, scratch)
            return value
    if kind < 0:
        return hidden_value(rules, state, me, weights, scratch)
    return disc_value(rules, state, me, kind, weights, scratch)


@jit
def after_pair(rules, state, player, part, kind, weights, scratch, table):
    """Best value of a tower with one part given away for one of a type, NONE if it fits nowhere."""
    cell = table + TYPES * part + kind
    if scratch[cell] == UNKNOWN:
        packed = with_one(copies_outside(rules, state, player), part_type(rules, part))
        rest = state[TOWER + player] & ~state[PART_CELLS + part]
        scratch[cell] = best_with(rules, state, rest, packed, kind, weights)
    return scratch[cell]


@jit
def pair_value(rules, state, me, other, give, take, weights, scratch):
    """Value of a swap: the own tower after it, less a share of the partner's."""
    mine = after_pair(
        rules, state, me, give, part_type(rules, take), weights, scratch, OWN_PAIR
    )
    theirs = after_pair(
        rules, state, other, take, part_type(rules, give), weights, scratch, THEIR_PAIR
    )
    return mine - weights[w.PLAY_OPPONENT] * theirs


@jit
def best_take(rules, state, me, other, give, theirs, weights, scratch):
    """Value of the best swap that gives a part away, NONE if there is none."""
    takes, best = takeable(rules, state, me, other, give, theirs), NONE
    while takes:
        take = lowest_bit(takes)
        takes &= takes - 1
        best = max(best, pair_value(rules, state, me, other, give, take, weights, scratch))
    return best


@jit
def reachable(rules, state, other):
    """Mask of the parts of a partner that can be had, those saved by cards left out."""
    return removable(rules, state, other, state[OWNED + other] & ~state[PROTECTED])


@jit
def swap_gain(rules, state, me, other, weights, scratch):
    """Gain by the best swap with a partner over things as they stand."""
    forget(scratch, OWN_PAIR, SCRATCH_CELLS)
    theirs, best = reachable(rules, state, other), NONE
    gives = removable(rules, state, me, state[OWNED + me])
    while gives:
        give = lowest_bit(gives)
        gives &= gives - 1
        best = max(best, best_take(rules, state, me, other, give, theirs, weights, scratch))
    now = value_now(rules, state, me, weights)
    return best - now + weights[w.PLAY_OPPONENT] * value_now(rules, state, other, weights)
