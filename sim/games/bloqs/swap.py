"""Swaps with the counters one lands on (BQ-21..23, BQ-60..64)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs.build import end_exchange, hold
from sim.games.bloqs.cards import settle_layers
from sim.games.bloqs.discs import take_cube
from sim.games.bloqs.removal import givable, removable, takeable
from sim.games.bloqs.sizes import (
    BY_SWAP, GIVE, GO_DISC, GO_END, GO_GIVE, GO_NAMED, GO_SWAP, GO_TAKE, PARTNER, TAKE,
    THREAT_SWAP, WAIT,
)
from sim.games.bloqs.state import (
    DO_ACTION, FULL_BEFORE, GIVE_PART, NO_REMOVABLE, OPEN_MASK, OWNED, PARTNER_SEAT, PROTECTED,
    SWAPS_MADE, SWAPS_SUFFERED, SWAP_HAPPENED, SWAP_IMPOSSIBLE, TAKEN_FROM, TAKE_PART, THREAT,
    TOWER, TURN_PLAYER, ask, lift_part, offer_mask,
)
from sim.games.bloqs.tower import full_layers


@jit
def ready_partners(rules, state):
    """Mask of the open partners with a legal pair (BQ-61, BQ-62)."""
    found, left = 0, state[OPEN_MASK]
    while left:
        seat = lowest_bit(left)
        left &= left - 1
        if givable(rules, state, state[TURN_PLAYER], seat, 0):
            found |= 1 << seat
    return found


@jit
def give_up_swaps(rules, state):
    """No open partner has a legal pair: note it and go on to the disc, if it is due (BQ-23)."""
    left = state[OPEN_MASK]
    while left:
        seat = lowest_bit(left)
        left &= left - 1
        state[SWAP_IMPOSSIBLE] += 1
        both = state[OWNED + seat] != 0 and state[OWNED + state[TURN_PLAYER]] != 0
        state[NO_REMOVABLE] += int(both)
    state[OPEN_MASK] = 0
    if state[DO_ACTION]:
        return GO_DISC
    if rules.table[R.PERFORM_DISC] and not state[SWAP_HAPPENED]:
        return take_cube(rules, state)
    return GO_END


@jit
def next_swap(rules, state):
    """Ask with whom to swap next, if there is a choice (BQ-60, BQ-62)."""
    seats = ready_partners(rules, state)
    if seats == 0:
        return give_up_swaps(rules, state)
    if offer_mask(state, seats) > 1 or rules.table[R.MAY_DECLINE]:
        ask(state, PARTNER, state[TURN_PLAYER])
        return WAIT
    return meet(state, lowest_bit(seats))


@jit
def meet(state, seat):
    """Swap with a partner next (BQ-60)."""
    state[PARTNER_SEAT] = seat
    return GO_GIVE


@jit
def decline(state):
    """End all swaps of this landing (BQ-A30)."""
    state[SWAP_HAPPENED] = 1
    state[OPEN_MASK] = 0
    return GO_DISC if state[DO_ACTION] else GO_END


@jit
def close_partner(state):
    """Be done with the partner, by a swap or by its defence (BQ-62, BQ-96)."""
    state[OPEN_MASK] &= ~(1 << state[PARTNER_SEAT])
    state[SWAP_HAPPENED] = 1


@jit
def fail_swap(state):
    """Drop the swap with the partner and look for the next one (BQ-96)."""
    close_partner(state)
    end_exchange(state)
    return GO_SWAP


@jit
def choose_give(rules, state):
    """Ask which own part to give, if there is a choice (BQ-61)."""
    me, other = state[TURN_PLAYER], state[PARTNER_SEAT]
    parts = givable(rules, state, me, other, state[PROTECTED])
    if parts == 0:
        # Cards have saved all that could be had (BQ-A23).
        return fail_swap(state)
    if offer_mask(state, parts) > 1:
        ask(state, GIVE, me)
        return WAIT
    return give(state, lowest_bit(parts))


@jit
def give(state, part):
    """Name the part to give (BQ-61)."""
    state[GIVE_PART] = part
    return GO_TAKE


@jit
def choose_take(rules, state):
    """Ask which of the partner's parts to take, if there is a choice (BQ-61)."""
    me, other = state[TURN_PLAYER], state[PARTNER_SEAT]
    theirs = removable(rules, state, other, state[OWNED + other] & ~state[PROTECTED])
    parts = takeable(rules, state, me, other, state[GIVE_PART], theirs)
    if offer_mask(state, parts) > 1:
        ask(state, TAKE, me)
        return WAIT
    return take(state, lowest_bit(parts))


@jit
def take(state, part):
    """Name the part to take (BQ-61)."""
    state[TAKE_PART] = part
    state[THREAT] = THREAT_SWAP
    return GO_NAMED


@jit
def exchange(rules, state, rng):
    """Lift both parts at once; the turn player builds first (BQ-63, BQ-99)."""
    me, other = state[TURN_PLAYER], state[PARTNER_SEAT]
    state[FULL_BEFORE + me] = full_layers(state[TOWER + me])
    state[FULL_BEFORE + other] = full_layers(state[TOWER + other])
    lift_part(state, state[GIVE_PART])
    lift_part(state, state[TAKE_PART])
    state[SWAPS_MADE + me] += 1
    state[SWAPS_SUFFERED + other] += 1
    state[TAKEN_FROM] |= 1 << other
    close_partner(state)
    if rules.table[R.STEPWISE]:
        settle_layers(rules, state, me, rng)
        settle_layers(rules, state, other, rng)
    return hold(state, state[TAKE_PART], BY_SWAP)
