"""How a game ends and who wins (BQ-70..76, BQ-101), and what is told of the race to the end."""

from sim.core.bits import count_bits
from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs.sizes import (
    END_CAP, END_DISCS, END_DOUBLE, END_MIDDLE, END_PERFECT, FULL_LAYER, LAYER, NOBODY, OVER,
    RUNNING, TYPES,
)
from sim.games.bloqs.state import (
    ACTOR, ALIVE, DEAD_TURNS, DOWN_N, END_REASON, FINISH_SOURCE, FINISH_TYPE,
    FIRST_THREAT_TURN, HALF_SEEN, LAST_LEADER, LEADER_HALF, LEAD_CHANGES, MIDDLE_N, MOVED, PHASE,
    TAKEN_FROM, THREATENED, THREATS_BROKEN, THREAT_TURNS, TOWER, TURN_NO, TURN_PLAYER, WINNER_MASK,
)
from sim.games.bloqs.tiling import can_finish, copies_outside, cube_alive
from sim.games.bloqs.tower import full_layers


@jit
def storeys(tower):
    """Number of full layers from the ground up to the first that is not full (BQ-75)."""
    layers = 0
    while tower & FULL_LAYER == FULL_LAYER:
        tower >>= LAYER
        layers += 1
    return layers


@jit
def rest_blocks(tower):
    """Blocks in the lowest layer that is not full (BQ-76)."""
    return count_bits((tower >> (LAYER * storeys(tower))) & FULL_LAYER)


@jit
def score(rules, tower):
    """Layers that count and the tie-break as one number (BQ-75, BQ-76)."""
    layers = count_bits(full_layers(tower)) if rules.table[R.ANY_LAYER] else storeys(tower)
    return layers * LAYER + rest_blocks(tower)


@jit
def leaders(rules, state):
    """Mask of the seats with the best score."""
    best, mask = -1, 0
    for seat in range(rules.seats):
        found = score(rules, state[TOWER + seat])
        if found > best:
            best, mask = found, 0
        mask |= int(found == best) << seat
    return mask


@jit
def close_game(rules, state, reason, winners):
    """End the game."""
    for seat in range(rules.seats):
        state[ALIVE + seat] = int(cube_alive(rules, state, seat))
    state[END_REASON] = reason
    state[WINNER_MASK] = winners
    state[PHASE] = OVER
    state[ACTOR] = NOBODY


@jit
def cube_reason(rules, tower):
    """Which perfect cube a tower is, RUNNING if none (BQ-70, BQ-101)."""
    if tower == 0:
        return RUNNING
    if tower == rules.table[R.PERFECT]:
        return END_PERFECT
    return END_DOUBLE if tower == rules.table[R.DOUBLE] else RUNNING


@jit
def wins_at_once(rules, state, player, kind, source):
    """End the game if a player's tower is a perfect cube; `kind` finished it (BQ-70, BQ-71)."""
    reason = cube_reason(rules, state[TOWER + player])
    if reason == RUNNING:
        return False
    state[FINISH_TYPE] = kind
    state[FINISH_SOURCE] = source
    close_game(rules, state, reason, 1 << player)
    return True


@jit
def note_threats(rules, state):
    """Note who could finish with one part now, and whose chance the turn player took."""
    me = state[TURN_PLAYER]
    for seat in range(rules.seats):
        threat = int(can_finish(rules, state[TOWER + seat], copies_outside(rules, state, seat)))
        gone = state[THREATENED + seat] == 1 and threat == 0 and seat != me
        if gone and (state[TAKEN_FROM] >> seat) & 1:
            state[THREATS_BROKEN + me] += 1
        state[THREATENED + seat] = threat
        state[THREAT_TURNS + seat] += threat
        if threat and state[FIRST_THREAT_TURN] < 0:
            state[FIRST_THREAT_TURN] = state[TURN_NO]


@jit
def note_lead(rules, state):
    """Note who leads alone, now and once half of the parts have left the middle."""
    mask = leaders(rules, state)
    sole = -1
    if count_bits(mask) == 1:
        sole = 0
        while mask >> sole != 1:
            sole += 1
    parts = TYPES * rules.table[R.COPIES]
    if state[HALF_SEEN] == 0 and 2 * state[MIDDLE_N] <= parts:
        state[HALF_SEEN] = 1
        state[LEADER_HALF] = sole
    if sole >= 0:
        state[LEAD_CHANGES] += int(state[LAST_LEADER] >= 0 and state[LAST_LEADER] != sole)
        state[LAST_LEADER] = sole


@jit
def end_turn(rules, state):
    """Count a completed turn and look whether it was the last; True if so (BQ-72..74)."""
    state[TURN_NO] += 1
    state[DEAD_TURNS + state[TURN_PLAYER]] += 1 - state[MOVED]
    note_threats(rules, state)
    note_lead(rules, state)
    reason = RUNNING
    if rules.table[R.END_ON_MIDDLE] and state[MIDDLE_N] == 0:
        reason = END_MIDDLE
    elif rules.table[R.END_ON_DISCS] and state[DOWN_N] == 0:
        reason = END_DISCS
    elif state[TURN_NO] >= rules.table[R.MAX_TURNS]:
        reason = END_CAP
    if reason != RUNNING:
        close_game(rules, state, reason, leaders(rules, state))
        return True
    state[TURN_PLAYER] = (state[TURN_PLAYER] + 1) % rules.seats
    return False
