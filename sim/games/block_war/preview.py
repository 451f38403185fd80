"""This turn's combat played ahead, on the state itself, which is then put back.

Combat knows no chance and no hidden card, so a preview is what will happen. Only between `keep`
and `put_back` is the state another than the one to decide on.
"""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.block_war import book as R
from sim.games.block_war import weights as w
from sim.games.block_war.aiming import aim_options, take_aim
from sim.games.block_war.combat import run_columns
from sim.games.block_war.sizes import NOBODY, OPEN, ROTATE, RUNNING
from sim.games.block_war.state import AIMER, COLUMN, PHASE, STATE_CELLS, TURN, WINNER
from sim.games.block_war.turn import test_end
from sim.games.block_war.value import position_value

# Places on the workspace: the position at the decision, and the one at an aim within a preview.
ROOT, BRANCH = 0, STATE_CELLS
# The aim ahead, among the options of a sniper.
AHEAD = 1


@jit
def keep(state, scratch, at):
    """Copy a state onto the workspace."""
    for cell in range(STATE_CELLS):
        scratch[at + cell] = state[cell]


@jit
def put_back(state, scratch, at):
    """Make a state what it was when it was copied."""
    for cell in range(STATE_CELLS):
        state[cell] = int(scratch[at + cell])


@jit
def fights_this_turn(rules, state):
    """Whether the turn ends with a combat (BW-40)."""
    if state[PHASE] == ROTATE or state[PHASE] == OPEN:
        return False
    return state[TURN] > 1 or rules.table[R.FIRST_COMBAT] == 1


@jit
def result_value(rules, state, player, viewer, weights):
    """Value of a position after its combat: of the game if that ended it (BW-96)."""
    test_end(rules, state)
    if state[WINNER] == RUNNING:
        return position_value(rules, state, player, viewer, weights)
    if state[WINNER] == NOBODY:
        return 0.0
    return weights[w.END_WON] if state[WINNER] == player else -weights[w.END_WON]


@jit
def shoot_on(rules, state):
    """Fight on to the end, every aim ahead if there is a target, else at the first option."""
    while not run_columns(rules, state):
        options = aim_options(rules, state, state[AIMER], state[COLUMN])
        ahead = (options >> AHEAD) & 1
        take_aim(state, state[AIMER], AHEAD if ahead else lowest_bit(options))


@jit
def try_aim(rules, state, option, viewer, weights):
    """Value of an aim to its owner, every later one as in `shoot_on`; the combat is fought."""
    owner = state[AIMER]
    take_aim(state, owner, option)
    shoot_on(rules, state)
    return result_value(rules, state, owner, viewer, weights)


@jit
def best_aim(rules, state, viewer, weights, scratch):
    """Best option of the aim that is due, the lowest of equals (BW-62)."""
    options = aim_options(rules, state, state[AIMER], state[COLUMN])
    keep(state, scratch, BRANCH)
    best, best_value = -1, 0.0
    while options:
        option = lowest_bit(options)
        options &= options - 1
        value = try_aim(rules, state, option, viewer, weights)
        put_back(state, scratch, BRANCH)
        if best < 0 or value > best_value:
            best, best_value = option, value
    return best


@jit
def forecast(rules, state, me, weights, scratch):
    """Value to a player of what this turn's combat will leave; the combat is fought.

    Either player's snipers aim for the best of their own side, as far as this player can tell.
    """
    if not fights_this_turn(rules, state):
        return position_value(rules, state, me, me, weights)
    while not run_columns(rules, state):
        take_aim(state, state[AIMER], best_aim(rules, state, me, weights, scratch))
    return result_value(rules, state, me, me, weights)
