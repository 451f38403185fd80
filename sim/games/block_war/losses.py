"""What falls in combat: units, gates, judges (BW-55..BW-57)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.block_war import book as R
from sim.games.block_war.columns import PLAYERS
from sim.games.block_war.sizes import (
    BOTH_SEATS, BY_HIEX, BY_SNIPER, GATE_DESTROYED, KILL_POINTS_TOP, NOBODY,
)
from sim.games.block_war.state import (
    BACKUPS, EVENTFUL, FIRST_LOSER, FIRST_LOSS_COL, FIRST_LOSS_TURN, FOAMS, GASES, GATES_BY,
    HELDS, JD_COLLECTED, JD_DISCARD, JD_FALLEN, JD_KILLS, KILL_POINTS, LOST, NAMED_DREDD,
    NAMED_GIANT, OCC, REINFORCES,
    SLOT_HIEX, SLOT_KIND, TURN, UNIT, UNITS_LOST, destroyed, discard, lift_judge, lift_unit, place,
    set_foam, set_gas, set_gate, stock,
)


@jit
def score_kill(state, player, points):
    """Add kill points, up to the top (BW-100)."""
    state[KILL_POINTS + player] = min(KILL_POINTS_TOP, state[KILL_POINTS + player] + points)


@jit
def owner_of_unit(state, player, column):
    """Player whose unit stands on a gate of `player`."""
    return player ^ state[OCC + place(player, column)]


@jit
def discard_unit(rules, state, player, column):
    """Send the unit on a gate to the discard pile with its upgrades (BW-56)."""
    spot = place(player, column)
    discard(state, state[UNIT + spot], 1)
    if state[BACKUPS + spot] > 0:
        discard(state, rules.table[R.BACKUP_KIND], state[BACKUPS + spot])
    if state[REINFORCES + spot] > 0:
        discard(state, rules.table[R.REINFORCE_KIND], state[REINFORCES + spot])
    lift_unit(state, player, column)


@jit
def lose_unit(rules, state, player, column, cause):
    """Destroy the unit on a gate: its owner's opponent scores it, whoever fired (BW-100)."""
    owner = owner_of_unit(state, player, column)
    discard_unit(rules, state, player, column)
    # The tally has one line for both kinds of shots of Perp units.
    line = cause - int(cause >= BY_SNIPER)
    state[UNITS_LOST + line * PLAYERS + owner] += 1
    score_kill(state, 1 - owner, rules.table[R.VP_PERP_UNIT])
    state[EVENTFUL] = 1


@jit
def destroy_gate(rules, state, player, column, cause, kind):
    """Destroy a gate with all that is on it; a kind of Perp card may take the credit (BW-55)."""
    if (state[HELDS + player] >> column) & 1:
        lose_unit(rules, state, player, column, BY_HIEX)
    if (state[FOAMS + player] >> column) & 1:
        set_foam(state, player, column, 0)
        discard(state, rules.table[R.FOAM_KIND], 1)
    if (state[GASES + player] >> column) & 1:
        set_gas(state, player, column, 0)
    set_gate(state, player, column, GATE_DESTROYED)
    state[LOST + cause * PLAYERS + player] += 1
    if kind >= 0:
        state[GATES_BY + stock(1 - player, kind)] += 1
    state[EVENTFUL] = 1


@jit
def kill_judge(rules, state, column, player):
    """Destroy a JD unit; a named one is collected by the owner of the unit that shot (BW-57)."""
    kind = state[SLOT_KIND + column]
    if state[SLOT_HIEX + column]:
        discard(state, rules.table[R.HIEX_KIND], 1)
    lift_judge(state, column)
    if rules.table[R.JD_NAMED + kind]:
        state[JD_COLLECTED + player] += 1
        if kind == rules.table[R.DREDD_KIND]:
            state[NAMED_DREDD] = player
        elif kind == rules.table[R.GIANT_KIND]:
            state[NAMED_GIANT] = player
    else:
        state[JD_DISCARD + kind] += 1
    score_kill(state, player, rules.table[R.JD_POINTS + kind])
    state[JD_FALLEN] += 1
    state[JD_KILLS + player] += 1
    state[EVENTFUL] = 1


@jit
def note_first_loss(state):
    """After an exchange: note the first gate lost in the game, whose it was and where."""
    if state[FIRST_LOSER] != NOBODY:
        return
    first, second = destroyed(state, 0), destroyed(state, 1)
    if first | second:
        state[FIRST_LOSS_TURN] = state[TURN]
        state[FIRST_LOSS_COL] = lowest_bit(first | second)
        if first and second:
            state[FIRST_LOSER] = BOTH_SEATS
        else:
            state[FIRST_LOSER] = int(second != 0)
