"""The policies' view of a position: a score for every legal id, and an estimate of the result."""

import numpy as np

from sim.core.bits import count_bits
from sim.core.compile import jit
from sim.games.bloqs import actions as act, book as R
from sim.games.bloqs import weights as w
from sim.games.bloqs.build import builder
from sim.games.bloqs.discs import disc_of
from sim.games.bloqs.outlook import (
    BEST, OWN_PAIR, SCRATCH_CELLS, after_pair, best_of_type, best_take, build_gain, circle_value,
    forget, gain, loss, pair_value, reachable, steal_value, swap_gain, value_now,
)
from sim.games.bloqs.sizes import (
    CARD, DEFEND, DIR, GIVE, LEVEL, OVER, PARTNER, PLACE, START, STEAL, THREAT_SWAP,
    THREAT_TELEPORT, TYPE,
)
from sim.games.bloqs.state import (
    ACTOR, BASE_CHOSEN, GIVE_PART, IN_HAND, PARTNER_SEAT, PART_OWNER, PHASE, POS, ROLL, TAKE_PART,
    THREAT, TOWER, TURN_PLAYER, WINNER_MASK, part_type,
)
from sim.games.bloqs.tiling import copies_outside
from sim.games.bloqs.tower import gaps, levels, placed, under
from sim.games.bloqs.turn import circle_reached
from sim.games.bloqs.value import best_level, tower_value, without


@jit
def score_places(rules, state, actions, n, weights, out):
    """PLACE and LEVEL: the tower with the part built."""
    player, kind = builder(state), part_type(rules, state[IN_HAND])
    tower, packed = state[TOWER + player], without(copies_outside(rules, state, player), kind)
    floor, holes = under(tower), gaps(tower)
    for i in range(n):
        if state[PHASE] == LEVEL:
            grown = tower | placed(rules.table, state[BASE_CHOSEN], actions[i] - act.LEVEL)
            out[i] = tower_value(rules, state, grown, packed, weights)
        else:
            base = actions[i] - act.PLACE
            mask = levels(rules.table, tower, floor, holes, base)
            out[i] = best_level(rules, state, tower, packed, base, mask, weights)


@jit
def way_value(rules, state, me, steps, way, weights, scratch):
    """Value of the circle that a move leads to."""
    circle = circle_reached(rules, state[POS + me], steps, way)
    return circle_value(rules, state, me, circle, me, weights, scratch)


@jit
def move_value(rules, state, me, steps, weights, scratch):
    """Value of a move of so many circles, the better way if there is a choice."""
    value = way_value(rules, state, me, steps, 1, weights, scratch)
    if rules.table[R.CHOOSE_WAY]:
        value = max(value, way_value(rules, state, me, steps, -1, weights, scratch))
    return value


@jit
def throw_value(rules, state, me, weights, scratch):
    """Mean value of a throw."""
    faces, total = rules.table[R.DIE_FACES], 0.0
    for steps in range(1, faces + 1):
        total += move_value(rules, state, me, steps, weights, scratch)
    return total / faces


@jit
def score_start(rules, state, actions, n, weights, scratch, out):
    """START: the throw, and the cards less what they cost."""
    me = state[TURN_PLAYER]
    for i in range(n):
        if actions[i] == act.ROLL:
            out[i] = throw_value(rules, state, me, weights, scratch)
        elif actions[i] < act.TELEPORT:
            steps = actions[i] - act.DICE + 1
            value = move_value(rules, state, me, steps, weights, scratch)
            out[i] = value - weights[w.PLAY_COST_DICE_CARD]
        else:
            seat = actions[i] - act.TELEPORT
            value = circle_value(rules, state, me, state[POS + seat], seat, weights, scratch)
            out[i] = value - weights[w.PLAY_COST_TELEPORT_CARD]


@jit
def score_card(rules, state, actions, n, weights, scratch, out):
    """CARD: a part of choice, or that of the disc and the card kept."""
    me = state[TURN_PLAYER]
    for i in range(n):
        if actions[i] == act.CUBE:
            out[i] = build_gain(rules, state, me, weights, scratch)
        else:
            value = gain(rules, state, me, disc_of(state), weights, scratch)
            out[i] = value + weights[w.PLAY_COST_CUBE_CARD]


@jit
def score_defence(rules, state, actions, n, weights, scratch, out):
    """DEFEND: what the attacker would gain and the defender lose, against keeping the card."""
    threat, me, them = state[THREAT], state[ACTOR], state[TURN_PLAYER]
    keep = weights[w.PLAY_DEFEND_LOSS]
    if threat == THREAT_TELEPORT:
        keep = weights[w.PLAY_DEFEND_TELEPORT_GAIN]
        value = circle_value(rules, state, them, state[POS + me], me, weights, scratch)
    else:
        part = state[TAKE_PART]
        kind = part_type(rules, part)
        if threat == THREAT_SWAP:
            forget(scratch, OWN_PAIR, SCRATCH_CELLS)
            had = part_type(rules, state[GIVE_PART])
            after = after_pair(rules, state, me, part, had, weights, scratch, OWN_PAIR)
            value = value_now(rules, state, me, weights) - after
            give = state[GIVE_PART]
            theirs = after_pair(rules, state, them, give, kind, weights, scratch, OWN_PAIR)
        else:
            value = loss(rules, state, me, part, weights)
            theirs = best_of_type(rules, state, them, kind, weights, scratch)
        gained = theirs - value_now(rules, state, them, weights)
        value += weights[w.PLAY_DEFEND_ATTACKER_GAIN] * gained
    for i in range(n):
        out[i] = value if actions[i] == act.DEFEND else keep


@jit
def score_partners(rules, state, actions, n, weights, scratch, out):
    """PARTNER: what the best swap with each would gain; none gains nothing."""
    for i in range(n):
        out[i] = 0.0
        if actions[i] != act.PASS:
            seat = actions[i] - act.PLAYER
            out[i] = swap_gain(rules, state, state[TURN_PLAYER], seat, weights, scratch)


@jit
def score_parts(rules, state, actions, n, weights, scratch, out):
    """STEAL, GIVE and TAKE: the value of a steal or of the best swap with the part."""
    me, phase, other = state[TURN_PLAYER], state[PHASE], state[PARTNER_SEAT]
    theirs = 0
    if phase != STEAL:
        forget(scratch, OWN_PAIR, SCRATCH_CELLS)
        theirs = reachable(rules, state, other)
    for i in range(n):
        part = actions[i] - act.PART
        if phase == STEAL:
            victim = state[PART_OWNER + part]
            out[i] = steal_value(rules, state, me, victim, part, weights, scratch)
        elif phase == GIVE:
            out[i] = best_take(rules, state, me, other, part, theirs, weights, scratch)
        else:
            give = state[GIVE_PART]
            out[i] = pair_value(rules, state, me, other, give, part, weights, scratch)


@jit
def score_types(rules, state, actions, n, weights, scratch, out):
    """TYPE: the best that each makes of the tower."""
    for i in range(n):
        kind = actions[i] - act.TYPE
        out[i] = best_of_type(rules, state, state[TURN_PLAYER], kind, weights, scratch)


@jit
def score_ways(rules, state, actions, n, weights, scratch, out):
    """DIR: the circle that each way leads to."""
    for i in range(n):
        way = 1 if actions[i] == act.CW else -1
        steps, me = state[ROLL], state[TURN_PLAYER]
        out[i] = way_value(rules, state, me, steps, way, weights, scratch)


@jit
def score_actions(rules, state, actions, n, weights, scratch, out):
    """Write the value of each of the first n ids of `actions` into `out`; higher is better."""
    phase = state[PHASE]
    if phase == PLACE or phase == LEVEL:
        score_places(rules, state, actions, n, weights, out)
        return
    forget(scratch, BEST, OWN_PAIR)
    if phase == TYPE:
        score_types(rules, state, actions, n, weights, scratch, out)
    elif weights[w.PLAY_BUILDING_ONLY] != 0.0:
        for i in range(n):
            out[i] = 0.0
    elif phase == DIR:
        score_ways(rules, state, actions, n, weights, scratch, out)
    elif phase == START:
        score_start(rules, state, actions, n, weights, scratch, out)
    elif phase == CARD:
        score_card(rules, state, actions, n, weights, scratch, out)
    elif phase == DEFEND:
        score_defence(rules, state, actions, n, weights, scratch, out)
    elif phase == PARTNER:
        score_partners(rules, state, actions, n, weights, scratch, out)
    else:
        score_parts(rules, state, actions, n, weights, scratch, out)


@jit
def estimate(rules, state, seat, weights, scratch):
    """Estimate a seat's share of the win by the values of all towers."""
    if state[PHASE] == OVER:
        mask = state[WINNER_MASK]
        return ((mask >> seat) & 1) / count_bits(mask)
    mine, total = value_now(rules, state, seat, weights), 0.0
    for other in range(rules.seats):
        value = value_now(rules, state, other, weights)
        total += np.exp((value - mine) / weights[w.EVALUATE_SCALE])
    return 1.0 / total
