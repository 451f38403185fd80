"""Legal ids of every decision, in rising order."""

from sim.core.compile import jit
from sim.core.ids import put, put_mask
from sim.games.bloqs import actions as act, book as R
from sim.games.bloqs.sizes import (
    CARD, DEFEND, DIR, LEVEL, OFFER_BITS, OFFER_WORDS, OVER, PARTNER, PLACE, START, TYPE,
)
from sim.games.bloqs.state import IN_HAND, OFFER, PHASE, part_type
from sim.games.bloqs.turn import dice_held, teleport_targets


@jit
def put_bases(rules, state, out):
    """PLACE: the bases on offer of the type in hand."""
    first = act.PLACE + rules.table[R.FIRST_BASE + part_type(rules, state[IN_HAND])]
    n = 0
    for word in range(OFFER_WORDS):
        n = put_mask(out, n, first + OFFER_BITS * word, state[OFFER + word])
    return n


@jit
def put_start(rules, state, out):
    """START: the throw and the cards instead of it (BQ-91, BQ-92)."""
    n = put(out, 0, act.ROLL)
    n = put_mask(out, n, act.DICE, dice_held(state))
    return put_mask(out, n, act.TELEPORT, teleport_targets(rules, state))


@jit
def put_partners(rules, state, out):
    """PARTNER: the partners on offer, and none where swaps are free (BQ-60, BQ-62)."""
    n = put_mask(out, 0, act.PLAYER, state[OFFER])
    return put(out, n, act.PASS) if rules.table[R.MAY_DECLINE] else n


@jit
def list_legal(rules, state, out):
    """Write the legal ids, rising, into `out` and return how many."""
    phase = state[PHASE]
    if phase == PLACE:
        return put_bases(rules, state, out)
    if phase == DIR:
        return put(out, put(out, 0, act.CW), act.CCW)
    if phase == START:
        return put_start(rules, state, out)
    if phase == CARD:
        return put(out, put(out, 0, act.PASS), act.CUBE)
    if phase == TYPE:
        return put_mask(out, 0, act.TYPE, state[OFFER])
    if phase == LEVEL:
        return put_mask(out, 0, act.LEVEL, state[OFFER])
    if phase == PARTNER:
        return put_partners(rules, state, out)
    if phase == DEFEND:
        return put(out, put(out, 0, act.PASS), act.DEFEND)
    return 0 if phase == OVER else put_mask(out, 0, act.PART, state[OFFER])
