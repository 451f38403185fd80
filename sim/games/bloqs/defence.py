"""What a named player may answer, and what happens then (BQ-95, BQ-96)."""

from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs.build import end_exchange
from sim.games.bloqs.cards import AS_DEFENCE, spend
from sim.games.bloqs.discs import steal
from sim.games.bloqs.sizes import (
    DEFEND, DEFENCE_CARD, GO_CARRY_OUT, GO_END, GO_GIVE, GO_STEAL, GO_THROW, NOBODY, NO_PART,
    THREAT_STEAL, THREAT_SWAP, THREAT_TELEPORT, WAIT,
)
from sim.games.bloqs.state import (
    ASKED, DEFENDED, GIVE_PART, HAND, PARTNER_SEAT, PROTECTED, TAKE_PART, TELE_TARGET, THREAT,
    ask, held_at,
)
from sim.games.bloqs.swap import exchange, fail_swap
from sim.games.bloqs.turn import change_places


@jit
def threatened(state):
    """Player whose part or counter has been named."""
    if state[THREAT] == THREAT_TELEPORT:
        return state[TELE_TARGET]
    return state[PARTNER_SEAT]


@jit
def await_answer(state):
    """Ask the player named, if a defence card is in that hand (BQ-95)."""
    player = threatened(state)
    if state[HAND + held_at(player, DEFENCE_CARD)] == 0:
        return GO_CARRY_OUT
    state[ASKED + state[THREAT]] += 1
    ask(state, DEFEND, player)
    return WAIT


@jit
def carry_out(rules, state, rng):
    """Do what was threatened."""
    threat = state[THREAT]
    state[THREAT] = NOBODY
    if threat == THREAT_STEAL:
        return steal(rules, state, rng)
    if threat == THREAT_SWAP:
        return exchange(rules, state, rng)
    return change_places(state)


@jit
def save_part(rules, state, threat):
    """Save the named part alone: another may be named (BQ-A23)."""
    state[PROTECTED] |= 1 << state[TAKE_PART]
    state[TAKE_PART] = NO_PART
    if threat == THREAT_SWAP:
        state[GIVE_PART] = NO_PART
        return GO_GIVE
    if not rules.table[R.RANDOM_VICTIM]:
        state[PARTNER_SEAT] = NOBODY
    return GO_STEAL


@jit
def cancel(rules, state, threat):
    """Stop the whole attempt (BQ-96)."""
    if threat == THREAT_SWAP:
        return fail_swap(state)
    if threat == THREAT_STEAL:
        end_exchange(state)
        return GO_END
    state[TELE_TARGET] = NOBODY
    return GO_THROW if rules.table[R.ROLL_IF_BLOCKED] else GO_END


@jit
def defend(rules, state):
    """Play a defence card (BQ-95, BQ-96)."""
    threat = state[THREAT]
    spend(state, threatened(state), DEFENCE_CARD, AS_DEFENCE)
    state[DEFENDED + threat] += 1
    state[THREAT] = NOBODY
    if rules.table[R.PROTECT] and threat != THREAT_TELEPORT:
        return save_part(rules, state, threat)
    return cancel(rules, state, threat)
