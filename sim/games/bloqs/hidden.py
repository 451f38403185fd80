"""What a player cannot know: the discs that lie face down, hands, the order of the draw pile."""

from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DEAL, below
from sim.games.bloqs import book as R
from sim.games.bloqs.cards import pop_card, shuffle
from sim.games.bloqs.discs import disc_of
from sim.games.bloqs.sizes import (
    CARD, CARD_KINDS, CUBE_CARD, DEFEND, DEFENCE_CARD, START,
)
from sim.games.bloqs.state import (
    ACTOR, DECK, DECK_N, DISC, HAND, HAND_N, PHASE, UP, held_at,
)
from sim.games.bloqs.turn import dice_held, teleport_targets


@jit
def redraw_discs(rules, state, stream):
    """Shuffle the discs that lie face down."""
    for circle in range(rules.table[R.CIRCLES] - 1, 0, -1):
        if state[UP + circle]:
            continue
        down = 0
        for other in range(circle + 1):
            down += 1 - state[UP + other]
        skip, other = below(stream, down), 0
        while state[UP + other] or skip > 0:
            skip -= 1 - state[UP + other]
            other += 1
        kept = state[DISC + circle]
        state[DISC + circle] = state[DISC + other]
        state[DISC + other] = kept


@jit
def return_hand(state, player):
    """Lay a hand on the draw pile."""
    for kind in range(CARD_KINDS):
        for _ in range(state[HAND + held_at(player, kind)]):
            state[DECK + state[DECK_N]] = kind
            state[DECK_N] += 1
        state[HAND + held_at(player, kind)] = 0


@jit
def deal_hand(state, player):
    """Deal as many cards as a hand holds."""
    for _ in range(state[HAND_N + player]):
        state[HAND + held_at(player, pop_card(state))] += 1


@jit
def can_answer(rules, state):
    """Whether the actor holds a card that the question is about (BQ-91..95)."""
    phase, hand = state[PHASE], HAND + held_at(state[ACTOR], 0)
    if phase == START:
        return dice_held(state) | teleport_targets(rules, state) != 0
    if phase == CARD:
        return state[hand + CUBE_CARD + disc_of(state)] > 0
    return phase != DEFEND or state[hand + DEFENCE_CARD] > 0


@jit
def redraw_hands(rules, state, seat, stream):
    """Deal the other hands anew; the actor's is drawn again until it fits the question.

    So each hand that fits has the odds it has among all deals.
    """
    for other in range(rules.seats):
        if other != seat:
            return_hand(state, other)
    actor = state[ACTOR]
    shuffle(state, DECK, state[DECK_N], stream)
    if actor != seat and actor >= 0:
        deal_hand(state, actor)
        while not can_answer(rules, state):
            return_hand(state, actor)
            shuffle(state, DECK, state[DECK_N], stream)
            deal_hand(state, actor)
    for other in range(rules.seats):
        if other != seat and other != actor:
            deal_hand(state, other)


@jit
def redraw(rules, state, seat, rng):
    """Redraw what a seat does not know."""
    stream = row(rng, DEAL)
    redraw_discs(rules, state, stream)
    if rules.table[R.CARDS]:
        redraw_hands(rules, state, seat, stream)
