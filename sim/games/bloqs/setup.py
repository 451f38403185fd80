"""Setting up a game: parts, discs, counters, cards, start player (BQ-1..7, BQ-90)."""

from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DEAL, below
from sim.games.bloqs import book as R
from sim.games.bloqs.cards import pop_card, shuffle
from sim.games.bloqs.sizes import (
    BESIDE, CARD_KINDS, CIRCLES_TOP, DISC_KINDS, GO_BEGIN, IN_MIDDLE, NOBODY, NOT_IN_GAME,
    NO_DISC, NO_PART, PARTS_TOP, PLAYERS_TOP, TYPES,
)
from sim.games.bloqs.state import (
    BASE_CHOSEN, DECK, DECK_N, DISC, DOWN_N, FINISH_SOURCE, FINISH_TYPE, FIRST_THREAT_TURN,
    GIVE_PART, HAND, HAND_N, IN_HAND, LAST_LEADER, LEADER_HALF, MIDDLE_N, PARTNER_SEAT, PART_BASE,
    PART_OWNER, PART_Z, POS, START_PLAYER, STATE_CELLS, SUPPLY, TAKE_PART, TELE_TARGET, THREAT,
    TURN_PLAYER, held_at,
)
from sim.games.bloqs.step import run_on


@jit
def clear_state(state):
    """Clear the table."""
    for cell in range(STATE_CELLS):
        state[cell] = 0
    for part in range(PARTS_TOP):
        state[PART_OWNER + part] = NOT_IN_GAME
        state[PART_BASE + part] = -1
        state[PART_Z + part] = -1
    state[IN_HAND] = NO_PART
    state[BASE_CHOSEN] = -1
    state[GIVE_PART] = NO_PART
    state[TAKE_PART] = NO_PART
    state[PARTNER_SEAT] = NOBODY
    state[TELE_TARGET] = NOBODY
    state[THREAT] = -1
    state[FIRST_THREAT_TURN] = -1
    state[LEADER_HALF] = NOBODY
    state[LAST_LEADER] = NOBODY
    state[FINISH_TYPE] = -1
    state[FINISH_SOURCE] = -1


@jit
def pile_parts(rules, state):
    """Put all parts in the middle (BQ-1, BQ-2)."""
    for kind in range(TYPES):
        state[SUPPLY + kind] = rules.table[R.COPIES]
        for copy in range(rules.table[R.COPIES]):
            state[PART_OWNER + rules.table[R.COPIES] * kind + copy] = IN_MIDDLE
    state[MIDDLE_N] = TYPES * rules.table[R.COPIES]


@jit
def lay_discs(rules, state, stream):
    """Shuffle the discs and lay them face down (BQ-3)."""
    n = 0
    for kind in range(DISC_KINDS):
        for _ in range(rules.table[R.DISC_MIX + kind]):
            state[DISC + n] = kind
            n += 1
    shuffle(state, DISC, n, stream)
    state[DOWN_N] = n
    for circle in range(n, CIRCLES_TOP):
        state[DISC + circle] = NO_DISC


@jit
def place_counters(rules, state):
    """Put the counters on their starting circles (BQ-4)."""
    for seat in range(PLAYERS_TOP):
        state[POS + seat] = -1
    for seat in range(rules.seats):
        colour = rules.table[R.COLOUR + seat]
        beside = rules.table[R.ON_LOOP] == 0
        state[POS + seat] = BESIDE + colour if beside else rules.table[R.ENTRY + colour]


@jit
def deal_cards(rules, state, stream):
    """Shuffle the cards and deal the hands from the top, seat by seat (BQ-6, BQ-90)."""
    n = 0
    for kind in range(CARD_KINDS):
        for _ in range(rules.table[R.CARD_MIX + kind]):
            state[DECK + n] = kind
            n += 1
    shuffle(state, DECK, n, stream)
    state[DECK_N] = n
    for seat in range(rules.seats):
        for _ in range(rules.table[R.HAND_DEALT]):
            state[HAND + held_at(seat, pop_card(state))] += 1
            state[HAND_N + seat] += 1


@jit
def deal(rules, state, rng):
    """Deal a fresh game up to its first decision."""
    stream = row(rng, DEAL)
    clear_state(state)
    pile_parts(rules, state)
    lay_discs(rules, state, stream)
    place_counters(rules, state)
    state[START_PLAYER] = below(stream, rules.seats)
    state[TURN_PLAYER] = state[START_PLAYER]
    if rules.table[R.CARDS]:
        deal_cards(rules, state, stream)
    run_on(rules, state, rng, GO_BEGIN)
