"""The verbs: arrays come in, and the kernels behind get them as raw pointers."""

from sim.core.compile import jit
from sim.core.ids import Ids
from sim.core.raw import inside, raw
from sim.games.block_war import actions as act
from sim.games.block_war.aiming import take_aim
from sim.games.block_war.columns import GATES
from sim.games.block_war.combat import resolve_column
from sim.games.block_war.hidden import redraw
from sim.games.block_war.legal import list_legal
from sim.games.block_war.outcome import write_row
from sim.games.block_war.policy import estimate, score_actions
from sim.games.block_war.setup import deal
from sim.games.block_war.sizes import NOBODY
from sim.games.block_war.state import AIMER, COLUMN, DECIDER, WINNER
from sim.games.block_war.step import advance


@jit
def setup(rules, state, rng):
    """Deal a fresh game up to its first decision."""
    deal(inside(rules), raw(state), raw(rng))


@jit
def current_player(rules, state):
    """Return the seat that must decide, -1 when the game is over."""
    return state[DECIDER]


@jit
def legal_actions(rules, state, out):
    """Write the legal ids, rising, into `out` and return how many; at most `len(out)`."""
    return list_legal(inside(rules), raw(state), Ids(raw(out), out.size))


@jit
def step(rules, state, action, rng):
    """Apply a legal action and run on to the next decision."""
    advance(inside(rules), raw(state), action, raw(rng))


@jit
def returns(rules, state, out):
    """Write 1 for the winner and 0 for the loser, half each where nobody has won."""
    for seat in range(rules.seats):
        out[seat] = 1 / rules.seats
        if state[WINNER] > NOBODY:
            out[seat] = int(state[WINNER] == seat)


@jit
def outcome(rules, state, row):
    """Write the outcome columns into `row`; before the end they hold the counts so far."""
    write_row(inside(rules), raw(state), raw(row))


@jit
def action_scores(rules, state, actions, n, weights, scratch, out):
    """Write the policy's value of each of the first n ids of `actions` into `out`."""
    score_actions(
        inside(rules), raw(state), raw(actions), n, raw(weights), raw(scratch), raw(out)
    )


@jit
def evaluate(rules, state, seat, weights, scratch):
    """Estimate a seat's share of the win, in [0, 1]."""
    return estimate(inside(rules), raw(state), seat, raw(weights), raw(scratch))


@jit
def determinize(rules, state, seat, rng):
    """Redraw what a seat does not know of the opponent's hand."""
    redraw(inside(rules), raw(state), seat, raw(rng))


@jit
def settle(rules, state, action):
    """Settle the aim that is asked for: a piece of `step` for the narrator."""
    take_aim(raw(state), state[AIMER], action - act.AIM)


@jit
def fight_column(rules, state):
    """Resolve the next column alone; False if none is left or an aim is due: another piece."""
    if state[COLUMN] == GATES:
        return False
    if not resolve_column(inside(rules), raw(state), state[COLUMN]):
        return False
    state[COLUMN] += 1
    return True
