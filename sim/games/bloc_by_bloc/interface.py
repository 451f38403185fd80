"""The verbs: arrays come in, and the kernels behind get them as raw pointers."""

from sim.core.compile import jit
from sim.core.ids import Ids
from sim.core.raw import inside, raw
from sim.games.bloc_by_bloc.hidden import redraw
from sim.games.bloc_by_bloc.legal import list_legal
from sim.games.bloc_by_bloc.outcome import write_row
from sim.games.bloc_by_bloc.policy import estimate, score_actions
from sim.games.bloc_by_bloc.setup import deal
from sim.games.bloc_by_bloc.state import DECIDER, WINNERS
from sim.games.bloc_by_bloc.step import advance, apply
from sim.games.bloc_by_bloc.sunrise import run_stage


@jit
def setup(rules, state, rng):
    """Deal a fresh game and run it to its first decision."""
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
    """Write 1 for each winner and 0 for the others; a truncated game has no winner (BB-92)."""
    for seat in range(rules.seats):
        out[seat] = (state[WINNERS] >> seat) & 1


@jit
def outcome(rules, state, row):
    """Write the outcome columns into `row`; before the end they hold the counts so far."""
    write_row(inside(rules), raw(state), raw(row))


@jit
def action_scores(rules, state, actions, n, weights, scratch, out):
    """Write the heuristic's value of each of the first n ids of `actions` into `out`."""
    score_actions(
        inside(rules), raw(state), raw(actions), n, raw(weights), raw(scratch), raw(out)
    )


@jit
def evaluate(rules, state, seat, weights, scratch):
    """Estimate the chance that a seat wins, in [0, 1]."""
    return estimate(inside(rules), raw(state), seat, raw(weights), raw(scratch))


@jit
def determinize(rules, state, seat, rng):
    """Redraw the front of the top Reaction card, which no seat can see."""
    redraw(inside(rules), raw(state), raw(rng))


@jit
def apply_one(rules, state, action, rng):
    """Apply one id alone, without what follows from it: a piece of `step` for the narrator."""
    apply(inside(rules), raw(state), action, raw(rng))


@jit
def run_one_stage(rules, state, rng):
    """Run one stage of the engine alone: the other piece of `step`."""
    run_stage(inside(rules), raw(state), raw(rng))
