"""What a player cannot know: which cards of the unseen ones the opponent holds (BW-13)."""

from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DEAL
from sim.games.block_war import book as R
from sim.games.block_war.sizes import KINDS, PAY
from sim.games.block_war.state import (
    ACTIVE, DECK_SIZE, HAND, HAND_KINDS, KNOWN, PAY_DUE, PERP_DECK, PHASE, set_bit, stock,
)
from sim.games.block_war.street import draw_kind


@jit
def redraw_hand(state, player, stream):
    """Draw the unknown cards of a hand anew out of them and the deck."""
    unknown = 0
    for kind in range(KINDS):
        cell, known = HAND + stock(player, kind), state[KNOWN + stock(player, kind)]
        unknown += state[cell] - known
        state[PERP_DECK + kind] += state[cell] - known
        state[cell] = known
    pool = state[DECK_SIZE] + unknown
    for drawn in range(unknown):
        kind = draw_kind(state, PERP_DECK, pool - drawn, stream)
        state[PERP_DECK + kind] -= 1
        state[HAND + stock(player, kind)] += 1
    for kind in range(KINDS):
        set_bit(state, HAND_KINDS + player, kind, state[HAND + stock(player, kind)] > 0)


@jit
def worth_of_hand(rules, state, player):
    """Printed AP of a hand."""
    worth = 0
    for kind in range(KINDS):
        worth += state[HAND + stock(player, kind)] * rules.table[R.PERP_AP + kind]
    return worth


@jit
def redraw(rules, state, seat, rng):
    """Redraw the opponent's unknown cards; one who gives cards for foam is able to (BW-28)."""
    other = 1 - seat
    redraw_hand(state, other, row(rng, DEAL))
    if state[PHASE] == PAY and state[ACTIVE] == other:
        while worth_of_hand(rules, state, other) < state[PAY_DUE]:
            redraw_hand(state, other, row(rng, DEAL))
