"""Where units that aim shoot: the only choice in combat (BW-60..BW-62)."""

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit
from sim.games.block_war import book as R
from sim.games.block_war.columns import PLAYERS
from sim.games.block_war.sizes import AIM, AIM_NONE, AIM_NOWHERE, AIM_PAST, KINDS
from sim.games.block_war.state import (
    AIM as AIM_OF, AIMER, AIMS, AIM_FRONT, DECIDER, PHASE, UNIT, place, present,
    ready, viable,
)

# Options of an aim: the three columns around the sniper, then the same past a JD unit.
OFFSETS = 3


@jit
def columns_around(state, mask, column):
    """Cut the columns before, at and after `column` out of a mask by column."""
    return ((mask << 1) >> column) & ((1 << OFFSETS) - 1)


@jit
def aim_options(rules, state, player, column):
    """Mask of a sniper's options: by offset the first target in line, then the gate past it."""
    reach = rules.table[R.PERP_REACH + player * KINDS + state[UNIT + place(player, column)]]
    judges, gates = present(state), viable(state, player)
    options = reach & columns_around(state, judges | gates, column)
    if rules.table[R.ANY_REACH]:
        options |= (reach & columns_around(state, judges & gates, column)) << OFFSETS
    return options


@jit
def take_aim(state, player, option):
    """Settle an aim and tally it by side, as its owner sees it (BW-4)."""
    past = int(option >= OFFSETS)
    offset = option - past * OFFSETS - 1
    state[AIM_OF + player] = offset + past * AIM_PAST
    side = offset if player == 0 else -offset
    state[AIM_FRONT + side * PLAYERS + player] += 1


@jit
def settle_due(rules, state, player, column):
    """Settle the aim of a unit that aims, once; False to ask for it (BW-60)."""
    if state[AIM_OF + player] != AIM_NONE or not (ready(state, player) >> column) & 1:
        return True
    options = aim_options(rules, state, player, column)
    if options == 0:
        state[AIM_OF + player] = AIM_NOWHERE
        return True
    if count_bits(options) == 1:
        take_aim(state, player, lowest_bit(options))
        return True
    state[PHASE] = AIM
    state[AIMER] = player
    state[DECIDER] = player
    return False


@jit
def settle_aim(rules, state, player, column):
    """Settle a player's aim in this column if one is due; False to ask for it (BW-62)."""
    if not (state[AIMS + player] >> column) & 1:
        return True
    return settle_due(rules, state, player, column)
