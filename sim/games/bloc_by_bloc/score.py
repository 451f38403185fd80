"""Who decides, and what a finished game is worth to each seat (BB-83, BB-84, BB-92)."""

from sim.core.compile import jit
from sim.games.bloc_by_bloc.state import DECIDER, WINNERS


@jit
def current_player(rules, state):
    """Return the seat that must decide, -1 when the game is over."""
    return state[DECIDER]


@jit
def returns(rules, state, out):
    """Write 1 for each winner and 0 for the others; a truncated game has no winner."""
    for seat in range(rules.seats):
        out[seat] = (state[WINNERS] >> seat) & 1
