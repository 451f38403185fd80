"""When to meet and when to hide: what blocs on the Conditions deck are worth (BB-44, BB-81)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.conditions import cards_up
from sim.games.bloc_by_bloc.desk import (
    CARD_OF, CARD_PRICE, MEET_LACK, MEET_VALUE, SHELTER_VALUE, THREAT, count_bits,
)
from sim.games.bloc_by_bloc.state import (
    CONDITIONS_LEFT, DECK_BLOCS, NIGHT, POLICE, PRESENCE, SQUADS, TURN_INDEX, VAN_AT, blocs_at,
    turn_seat,
)


@jit
def cards_wanted(rules, state, missing, shown, weights, desk):
    """Number of further Conditions cards the table wants tonight."""
    night = state[NIGHT]
    if missing > 0:
        wanted = missing + (night <= weights[w.MEET_EARLY_NIGHTS])
        return min(wanted, count_bits(state[CONDITIONS_LEFT]))
    price = 0.0
    for seat in range(rules.seats):
        price += desk[CARD_PRICE + seat] / rules.seats
    few = shown < rules.seats + weights[w.MEET_OPEN_CARDS]
    young = few and night <= weights[w.MEET_OPEN_NIGHTS]
    dear = price > weights[w.MEET_DEAR] and shown < rules.seats + weights[w.MEET_DEAR_CARDS]
    return min(1 if young or dear else 0, count_bits(state[CONDITIONS_LEFT]))


@jit
def free_total(state, seat):
    """Blocs of a seat outside clashes."""
    total = 0
    squares = state[PRESENCE + seat] & ~state[POLICE]
    while squares:
        total += state[blocs_at(seat, lowest_bit(squares))]
        squares &= squares - 1
    return total


@jit
def blocs_in_reach(rules, state, on_deck):
    """Blocs that could be at the meeting tonight."""
    total = on_deck
    for place in range(state[TURN_INDEX], rules.seats):
        total += free_total(state, turn_seat(rules, state, place)) + (place > state[TURN_INDEX])
    return total


@jit
def value_meeting(rules, state, weights, desk):
    """Write the value of the meeting and the blocs it lacks."""
    desk[MEET_VALUE] = 0.0
    missing, on_deck = 0, 0
    for seat in range(rules.seats):
        missing += desk[CARD_OF + seat] < 0
        on_deck += state[DECK_BLOCS + seat]
    shown = cards_up(state)
    lack, next_step = -on_deck, 0
    for i in range(cards_wanted(rules, state, missing, shown, weights, desk)):
        lack += rules.table[R.MEETING_COST + shown + i]
        if lack > 0 and next_step == 0:
            next_step = lack + on_deck
    if lack <= 0 or blocs_in_reach(rules, state, on_deck) < next_step:
        return
    desk[MEET_LACK] = lack
    scale = weights[w.MEET_MISSING if missing > 0 else w.MEET_EXTRA]
    desk[MEET_VALUE] = weights[w.MEET_BASE] * scale


@jit
def value_shelter(state, turn, weights, desk):
    """Write the value of hiding a bloc at the meeting."""
    desk[SHELTER_VALUE] = 0.0
    if state[DECK_BLOCS + turn.seat] > 0:
        return
    safe = 0.0
    squares = state[PRESENCE + turn.seat]
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if state[VAN_AT + pos] == 0:
            blocs = state[blocs_at(turn.seat, pos)]
            safe += max(0.0, blocs - state[SQUADS + pos] - desk[THREAT + pos])
    if safe == 0.0:
        value = weights[w.SHELTER_BARE_LAST if turn.dice == 1 else w.SHELTER_BARE]
    elif safe == 1.0:
        value = weights[w.SHELTER_SINGLE_LAST if turn.dice == 1 else w.SHELTER_SINGLE]
    else:
        return
    desk[SHELTER_VALUE] = value
