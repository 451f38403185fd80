"""Legal ids of every decision, in rising order."""

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit
from sim.games.block_war import actions as act, book as R
from sim.games.block_war.aiming import aim_options
from sim.games.block_war.columns import GATES
from sim.games.block_war.emit import put, put_mask
from sim.games.block_war.sizes import (
    ACT, AIM, OPEN, OVER, PAY, PLAY_BACKUP, PLAY_BOING, PLAY_FLIP, PLAY_FOAM, PLAY_GAS, PLAY_HIEX,
    PLAY_RAID, PLAY_REINFORCE, PLAY_UNIT,
)
from sim.games.block_war.state import (
    ACTIVE, AIMER, AP, BOINGS, CLOSEDS, COLUMN, DECIDER, DECK_SIZE, DISCARD_SIZE,
    FACES, FOAMS, GASES, HAND, HAND_KINDS, HELDS, HIEXES, JD_ARMS, OCCS, OPENS, PHASE, SLOTS, UNIT,
    free_gates, place, stock,
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
def stackable(rules, state, player, takes):
    """Mask of the own units that take an upgrade (BW-24, BW-25)."""
    left = state[HELDS + player] & ~state[OCCS + player]
    mask = 0
    while left:
        column = lowest_bit(left)
        left &= left - 1
        if rules.table[takes + state[UNIT + place(player, column)]]:
            mask |= 1 << column
    return mask


@jit
def play_targets(rules, state, player, kind):
    """Mask of the columns that a card can be played on (BW-21, BW-24, BW-72..BW-82)."""
    effect = rules.table[R.PERP_PLAY + kind]
    enemy = 1 - player
    if effect == PLAY_UNIT:
        return free_gates(state, player)
    if effect == PLAY_BACKUP:
        return stackable(rules, state, player, R.TAKES_BACKUP)
    if effect == PLAY_REINFORCE:
        return stackable(rules, state, player, R.TAKES_REINFORCE)
    if effect == PLAY_RAID:
        return state[OPENS + enemy] & ~state[HELDS + enemy]
    if effect == PLAY_FOAM:
        return state[OPENS + enemy] & ~state[OCCS + enemy]
    if effect == PLAY_FLIP:
        return (state[OPENS + enemy] | state[CLOSEDS + enemy]) & ~state[OCCS + enemy]
    if effect == PLAY_GAS:
        theirs = state[HELDS + enemy] & ~state[OCCS + enemy]
        return state[OPENS + enemy] & theirs & ~state[GASES + enemy]
    if effect == PLAY_HIEX:
        return hiex_targets(rules, state)
    if effect == PLAY_BOING:
        return state[SLOTS] & ~state[BOINGS]
    return state[SLOTS]


@jit
def put_plays(rules, state, player, out, n):
    """PLAY: every kind in hand that can be paid, on every target."""
    kinds = state[HAND_KINDS + player]
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if rules.table[R.PERP_AP + kind] <= state[AP]:
            n = put_mask(out, n, act.PLAY + GATES * kind, play_targets(rules, state, player, kind))
    return n


@jit
def put_moves(rules, state, player, out, n):
    """MOVE: every own unit to every free gate that can be paid (BW-20)."""
    free = free_gates(state, player)
    units = state[HELDS + player] & ~state[OCCS + player] if free else 0
    while units:
        start = lowest_bit(units)
        units &= units - 1
        goals = free
        while goals:
            goal = lowest_bit(goals)
            goals &= goals - 1
            if rules.table[R.COST_STEP] * abs(goal - start) <= state[AP]:
                n = put(out, n, act.MOVE + GATES * start + goal)
    return n


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
def can_evict(rules, state, player):
    """Whether an own gate is occupied and the price is there (BW-29)."""
    return state[OCCS + player] != 0 and state[AP] >= rules.table[R.EVICT_PRICE]


@jit
def put_acts(rules, state, out, n):
    """Every id of the action step but END."""
    player, ap = state[ACTIVE], state[AP]
    if ap >= rules.table[R.COST_BUY] and state[DECK_SIZE] + state[DISCARD_SIZE] > 0:
        n = put(out, n, act.BUY)
    if ap >= rules.table[R.COST_TOGGLE]:
        own = (state[OPENS + player] | state[CLOSEDS + player]) & ~state[OCCS + player]
        n = put_mask(out, n, act.TOGGLE, own)
    if ap >= rules.table[R.COST_STEP]:
        n = put_moves(rules, state, player, out, n)
    n = put_plays(rules, state, player, out, n)
    if state[FOAMS + player] and can_unfoam(rules, state, player):
        n = put_mask(out, n, act.UNFOAM, state[FOAMS + player])
    if can_evict(rules, state, player):
        n = put_mask(out, n, act.EVICT, state[OCCS + player])
    return n


@jit
def must_open(rules, state):
    """Whether the variant against turtling makes the player open a gate first (BW-17)."""
    player = state[ACTIVE]
    short = count_bits(state[OPENS + player]) < rules.table[R.MIN_OPEN]
    return short and state[AP] >= rules.table[R.COST_TOGGLE] and state[CLOSEDS + player] != 0


@jit
def put_turn(rules, state, out):
    """ACT: END where it is allowed, then everything else (BW-16)."""
    if must_open(rules, state):
        return put_acts(rules, state, out, 0)
    if rules.table[R.EARLY_END]:
        return put_acts(rules, state, out, put(out, 0, act.END))
    n = put_acts(rules, state, out, 0)
    only_foam = n == 0 or (
        out.cells[0] >= act.UNFOAM
        and not rules.table[R.FOAM_BY_AP]
        and not can_evict(rules, state, state[ACTIVE])
    )
    if not only_foam:
        return n
    n = put(out, 0, act.END)
    if state[FOAMS + state[ACTIVE]] and can_unfoam(rules, state, state[ACTIVE]):
        n = put_mask(out, n, act.UNFOAM, state[FOAMS + state[ACTIVE]])
    return n


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
