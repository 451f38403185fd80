"""Conditions cards and tokens: completion, the automatic matching, the meeting (BB-60..BB-62)."""

from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import pick_bit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.columns import SEATS
from sim.games.bloc_by_bloc.rules import OWN_TYPE
from sim.games.bloc_by_bloc.sizes import CONDITIONS, TOKENS
from sim.games.bloc_by_bloc.state import (
    CONDITIONS_LEFT, CONDITIONS_UP, FACTION_OF, LIBERATED, OCC_POS, POS_OF_ID, TOKEN_ON, TYPE,
)

CONDITION_STREAM = 5


@jit
def owns_in(state, seat, pos):
    """Whether a seat has an occupation on a square."""
    for token in range(TOKENS):
        if state[OCC_POS + seat * TOKENS + token] == pos:
            return True
    return False


@jit
def completes(rules, state, seat, card):
    """Whether a faction completes a Conditions card (BB-60)."""
    district = rules.table[R.CONDITION_DISTRICT + card]
    if district >= 0:
        pos = state[POS_OF_ID + district]
        return state[LIBERATED + pos] == 1 and owns_in(state, seat, pos)
    kind = rules.table[R.CONDITION_TYPE + card]
    if kind == OWN_TYPE:
        kind = state[FACTION_OF + seat]
    held = 0
    for token in range(TOKENS):
        pos = state[OCC_POS + seat * TOKENS + token]
        if pos >= 0 and state[LIBERATED + pos] and state[TYPE + pos] == kind:
            held += 1
    return held >= rules.table[R.CONDITION_COUNT + card]


@jit
def completed_cards(rules, state, seat):
    """Face-up cards that a faction completes, as a mask."""
    mask = 0
    for card in range(CONDITIONS):
        if (state[CONDITIONS_UP] >> card) & 1 and completes(rules, state, seat, card):
            mask |= 1 << card
    return mask


@jit
def best_matching(masks):
    """Match seats to cards: most tokens, then the lowest cards for seat 0, seat 1, ...

    `masks` holds the completed cards by seat (0 beyond the table); the result has one digit of
    CONDITIONS + 1 per seat, seat 0 the highest; the digit CONDITIONS stands for no card.
    """
    base = CONDITIONS + 1
    best_count, best_code = -1, 0
    for first in range(base):
        if first < CONDITIONS and not (masks[0] >> first) & 1:
            continue
        for second in range(base):
            if second < CONDITIONS and (second == first or not (masks[1] >> second) & 1):
                continue
            for third in range(base):
                if third < CONDITIONS and (
                    third == first or third == second or not (masks[2] >> third) & 1
                ):
                    continue
                for fourth in range(base):
                    if fourth < CONDITIONS and (
                        fourth == first or fourth == second or fourth == third
                        or not (masks[3] >> fourth) & 1
                    ):
                        continue
                    count = (
                        (first < CONDITIONS) + (second < CONDITIONS)
                        + (third < CONDITIONS) + (fourth < CONDITIONS)
                    )
                    if count > best_count:
                        best_count = count
                        best_code = ((first * base + second) * base + third) * base + fourth
    return best_code


@jit
def place_tokens(rules, state):
    """Bring the tokens in step with the board after a change (BB-61, BB-62).

    Manual mode only takes back a token whose card is no longer completed.
    """
    if rules.table[R.TOKEN_MANUAL]:
        for seat in range(rules.seats):
            card = state[TOKEN_ON + seat]
            if card >= 0 and not completes(rules, state, seat, card):
                state[TOKEN_ON + seat] = -1
        return
    masks = (
        completed_cards(rules, state, 0),
        completed_cards(rules, state, 1),
        completed_cards(rules, state, 2) if rules.seats > 2 else 0,
        completed_cards(rules, state, 3) if rules.seats > 3 else 0,
    )
    code = best_matching(masks)
    for back in range(SEATS):
        seat = SEATS - 1 - back
        card = code % (CONDITIONS + 1)
        code //= CONDITIONS + 1
        state[TOKEN_ON + seat] = card if card < CONDITIONS else -1


@jit
def tokens_placed(rules, state):
    """Number of factions whose token lies on a card."""
    total = 0
    for seat in range(rules.seats):
        total += state[TOKEN_ON + seat] >= 0
    return total


@jit
def cards_up(state):
    """Number of face-up Conditions cards."""
    total = 0
    for card in range(CONDITIONS):
        total += (state[CONDITIONS_UP] >> card) & 1
    return total


@jit
def reveal_condition(rules, state, rng):
    """Turn the top Conditions card face up; the deck must not be empty."""
    card = pick_bit(row(rng, CONDITION_STREAM), state[CONDITIONS_LEFT])
    state[CONDITIONS_LEFT] &= ~(1 << card)
    state[CONDITIONS_UP] |= 1 << card
    place_tokens(rules, state)
