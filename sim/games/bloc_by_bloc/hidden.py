"""What a seat cannot know: in the co-operative game only the front of the top Reaction card."""

from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DEAL, pick_bit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.sizes import REACTIONS
from sim.games.bloc_by_bloc.state import REACTION_LEFT, REACTION_TOP


@jit
def redraw(rules, state, rng):
    """Redraw the top Reaction card among those left with the same visible back."""
    top = state[REACTION_TOP]
    pool = state[REACTION_LEFT] | (1 << top)
    alike = 0
    for card in range(REACTIONS):
        same = (
            rules.table[R.REACTION_HIGH + card] == rules.table[R.REACTION_HIGH + top]
            and rules.table[R.REACTION_LOCKDOWN + card] == rules.table[R.REACTION_LOCKDOWN + top]
        )
        if same and (pool >> card) & 1:
            alike |= 1 << card
    drawn = pick_bit(row(rng, DEAL), alike)
    state[REACTION_TOP] = drawn
    state[REACTION_LEFT] = pool & ~(1 << drawn)
