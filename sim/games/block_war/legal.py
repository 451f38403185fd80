"""Legal ids of every decision, in rising order."""

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit
from sim.core.ids import put_mask
from sim.games.block_war import actions as act, book as R
from sim.games.block_war.aiming import aim_options
from sim.games.block_war.columns import GATES
from sim.games.block_war.sizes import (
    ACT, AIM, OPEN, OVER, PAY, PLAY_BACKUP, PLAY_BOING, PLAY_FLIP, PLAY_FOAM, PLAY_GAS,
    PLAY_HIEX, PLAY_RAID, PLAY_REINFORCE, PLAY_TURN, ROW,
)
from sim.games.block_war.state import (
    ACTIVE, AIMER, AP, BACKABLES, BOINGS, CLOSEDS, COLUMN, DECIDER, DECK_SIZE, DISCARD_SIZE, FACES,
    FIRMABLES, FOAMS, GASES, HAND, HAND_KINDS, HELDS, HIEXES, JD_ARMS, OCCS, OPENS, PHASE, SLOTS,
    free_gates, stock, usable,
)


@jit
def hiex_targets(rules, state):
    """Judges that can shoot, carry no Hi-Explosive and face a closed gate (BW-73, BW-74)."""
    first, second = state[CLOSEDS], state[CLOSEDS + 1]
    if rules.table[R.HITS_FOAM]:
        first |= state[FOAMS]
        second |= state[FOAMS + 1]
    faced = (state[FACES] & second) | (~state[FACES] & first)
    return state[JD_ARMS] & ~state[HIEXES] & faced


@jit
def targets_by_play(rules, state, player):
    """Masks of the columns for each thing a card can do, packed in the order of PLAYS.

    All at once and without a branch: which cards a hand holds cannot be foreseen.
    BW-21, BW-24, BW-72..BW-82.
    """
    enemy = 1 - player
    opens, closeds = state[OPENS + enemy], state[CLOSEDS + enemy]
    helds, occs = state[HELDS + enemy], state[OCCS + enemy]
    packed = free_gates(state, player)
    packed |= state[BACKABLES + player] << (PLAY_BACKUP * GATES)
    packed |= state[FIRMABLES + player] << (PLAY_REINFORCE * GATES)
    packed |= (opens & ~helds) << (PLAY_RAID * GATES)
    packed |= (opens & ~occs) << (PLAY_FOAM * GATES)
    packed |= hiex_targets(rules, state) << (PLAY_HIEX * GATES)
    packed |= (state[SLOTS] & ~state[BOINGS]) << (PLAY_BOING * GATES)
    packed |= state[SLOTS] << (PLAY_TURN * GATES)
    packed |= ((opens | closeds) & ~occs) << (PLAY_FLIP * GATES)
    packed |= (opens & helds & ~occs & ~state[GASES + enemy]) << (PLAY_GAS * GATES)
    return packed


@jit
def plays(rules, state, player):
    """Masks of the plays of the low kinds, from PLAY on, and of the others from PLAY_HIGH on."""
    kinds = state[HAND_KINDS + player] & rules.table[R.AFFORDABLE + state[AP]]
    low, high = 0, 0
    if not kinds:
        return low, high
    targets = targets_by_play(rules, state, player)
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        columns = (targets >> (GATES * rules.table[R.PERP_PLAY + kind])) & ROW
        if kind < act.LOW_KINDS:
            low |= columns << (GATES * kind)
        else:
            high |= columns << (GATES * (kind - act.LOW_KINDS))
    return low, high


@jit
def moves(rules, state, player):
    """Mask of the moves: every own unit to every free gate that can be paid (BW-20)."""
    units = state[HELDS + player] & ~state[OCCS + player]
    row = state[AP] << GATES
    return rules.table[R.GOALS + row + free_gates(state, player)] & rules.table[R.STARTS + units]


@jit
def basics(rules, state, player):
    """Mask of the ids before PLAY, END apart: BUY, TOGGLE, MOVE (BW-18..BW-20)."""
    ap = state[AP]
    may_buy = int(ap >= rules.table[R.COST_BUY]) & int(state[DECK_SIZE] + state[DISCARD_SIZE] > 0)
    may_toggle = int(ap >= rules.table[R.COST_TOGGLE])
    mask = moves(rules, state, player) << act.MOVE
    mask |= may_buy << act.BUY
    return mask | (usable(state, player) * may_toggle) << act.TOGGLE


@jit
def can_unfoam(rules, state, player):
    """Whether the price of an own foamed gate can be met (BW-28)."""
    price = rules.table[R.FOAM_PRICE]
    if rules.table[R.FOAM_BY_AP]:
        return state[AP] >= price
    worth = 0
    kinds = state[HAND_KINDS + player]
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        worth += state[HAND + stock(player, kind)] * rules.table[R.PERP_AP + kind]
    return worth >= price


@jit
def restores(rules, state, player):
    """Mask of the ids of UNFOAM and EVICT, from UNFOAM on (BW-28, BW-29)."""
    mask = 0
    if state[FOAMS + player] and can_unfoam(rules, state, player):
        mask = state[FOAMS + player]
    if state[OCCS + player] and state[AP] >= rules.table[R.EVICT_PRICE]:
        mask |= state[OCCS + player] << (act.EVICT - act.UNFOAM)
    return mask


@jit
def must_open(rules, state):
    """Whether the variant against turtling makes the player open a gate first (BW-17)."""
    player = state[ACTIVE]
    short = count_bits(state[OPENS + player]) < rules.table[R.MIN_OPEN]
    return short and state[AP] >= rules.table[R.COST_TOGGLE] and state[CLOSEDS + player] != 0


@jit
def may_end(rules, state, low, high):
    """Whether END is allowed beside these other actions (BW-16, BW-17)."""
    if rules.table[R.EARLY_END]:
        return not must_open(rules, state)
    # Giving cards for foam may be left undone, paying AP for it may not.
    if not rules.table[R.FOAM_BY_AP]:
        high &= ~(ROW << (act.UNFOAM - act.PLAY_HIGH))
    return low | high == 0


@jit
def put_turn(rules, state, out):
    """ACT: all ids as two masks, then one after the other."""
    player = state[ACTIVE]
    basic = basics(rules, state, player)
    low, high = plays(rules, state, player)
    low = basic | low << act.PLAY
    high |= restores(rules, state, player) << (act.UNFOAM - act.PLAY_HIGH)
    if may_end(rules, state, low, high):
        low |= 1 << act.END
    return put_mask(out, put_mask(out, 0, 0, low), act.PLAY_HIGH, high)


@jit
def list_legal(rules, state, out):
    """Write the legal ids, rising, into `out` and return how many."""
    phase = state[PHASE]
    if phase == ACT:
        return put_turn(rules, state, out)
    if phase == PAY:
        return put_mask(out, 0, act.DISCARD, state[HAND_KINDS + state[ACTIVE]])
    if phase == AIM:
        return put_mask(out, 0, act.AIM, aim_options(rules, state, state[AIMER], state[COLUMN]))
    if phase == OPEN:
        return put_mask(out, 0, act.OPEN, state[CLOSEDS + state[ACTIVE]])
    if phase == OVER:
        return 0
    facing = state[FACES] if state[DECIDER] else state[SLOTS] & ~state[FACES]
    return put_mask(out, 0, act.ROTATE, facing)
