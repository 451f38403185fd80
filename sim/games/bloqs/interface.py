"""The verbs: arrays come in, and the kernels behind get them as raw pointers."""

from sim.core.bits import count_bits
from sim.core.compile import jit
from sim.core.ids import Ids
from sim.core.raw import inside, raw
from sim.games.bloqs.hidden import redraw
from sim.games.bloqs.legal import list_legal
from sim.games.bloqs.outcome import write_row
from sim.games.bloqs.policy import estimate, score_actions
from sim.games.bloqs.setup import deal
from sim.games.bloqs.state import ACTOR, WINNER_MASK
from sim.games.bloqs.step import advance


@jit
def setup(rules, state, rng):
    """Deal a fresh game up to its first decision."""
    deal(inside(rules), raw(state), raw(rng))


@jit
def current_player(rules, state):
    """Return the seat that must decide, -1 when the game is over."""
    return state[ACTOR]


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
    """Write each seat's share of the win: the winners share it alike (BQ-70, BQ-76)."""
    mask = state[WINNER_MASK]
    for seat in range(rules.seats):
        out[seat] = ((mask >> seat) & 1) / max(1, count_bits(mask))


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
    """Redraw what a seat does not know: face-down discs, other hands, the draw pile."""
    redraw(inside(rules), raw(state), seat, raw(rng))
