"""Cards: drawn and lost with layers, played to the discard pile (BQ-90..100)."""

from sim.core.bits import count_bits
from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DECKS, below
from sim.games.bloqs import book as R
from sim.games.bloqs.sizes import CARD_KINDS, PLAYERS_TOP
from sim.games.bloqs.state import (
    CARDS_BY, CARDS_GAINED, CARDS_LOST, DECK, DECK_N, DISCARD, DRAWS_LOST, FULL_BEFORE, HAND,
    HAND_N, LAYERS_BROKEN, RESHUFFLES, TOWER, held_at,
)
from sim.games.bloqs.tower import full_layers

# What a card counts as in the record.
AS_DICE, AS_CUBE, AS_TELEPORT, AS_DEFENCE = range(4)


@jit
def shuffle(cells, start, n, stream):
    """Shuffle n cells, from the last one down."""
    for last in range(n - 1, 0, -1):
        other = below(stream, last + 1)
        kept = cells[start + last]
        cells[start + last] = cells[start + other]
        cells[start + other] = kept


@jit
def drop_card(state, player, kind):
    """Move a card from a hand to the discard pile."""
    state[HAND + held_at(player, kind)] -= 1
    state[HAND_N + player] -= 1
    state[DISCARD + kind] += 1


@jit
def spend(state, player, kind, counts_as):
    """Play a card (BQ-90)."""
    drop_card(state, player, kind)
    state[CARDS_BY + PLAYERS_TOP * counts_as + player] += 1


@jit
def reshuffle(state, stream):
    """Make the discard pile the draw pile (BQ-100)."""
    n = 0
    for kind in range(CARD_KINDS):
        for _ in range(state[DISCARD + kind]):
            state[DECK + n] = kind
            n += 1
        state[DISCARD + kind] = 0
    shuffle(state, DECK, n, stream)
    state[DECK_N] = n
    state[RESHUFFLES] += int(n > 0)


@jit
def pop_card(state):
    """Take the top card of the draw pile."""
    state[DECK_N] -= 1
    kind = state[DECK + state[DECK_N]]
    state[DECK + state[DECK_N]] = 0
    return kind


@jit
def draw_card(rules, state, player, rng):
    """Draw a card for a layer, if the hand may grow and there is a card (BQ-97, BQ-100)."""
    limit = rules.table[R.HAND_LIMIT]
    may_grow = limit == 0 or state[HAND_N + player] < limit
    if may_grow and state[DECK_N] == 0:
        reshuffle(state, row(rng, DECKS))
    if not may_grow or state[DECK_N] == 0:
        state[DRAWS_LOST] += 1
        return
    state[HAND + held_at(player, pop_card(state))] += 1
    state[HAND_N + player] += 1
    state[CARDS_GAINED + player] += 1


@jit
def lose_card(state, player, rng):
    """Lose a random card of the hand, if there is one (BQ-98)."""
    if state[HAND_N + player] == 0:
        return
    left = below(row(rng, DECKS), state[HAND_N + player])
    kind = 0
    while left >= state[HAND + held_at(player, kind)]:
        left -= state[HAND + held_at(player, kind)]
        kind += 1
    drop_card(state, player, kind)
    state[CARDS_LOST + player] += 1


@jit
def settle_layers(rules, state, player, rng):
    """Settle the layers broken and made since `full_before`: losses, then draws (BQ-97..99)."""
    now, before = full_layers(state[TOWER + player]), state[FULL_BEFORE + player]
    state[FULL_BEFORE + player] = now
    broken, made = count_bits(before & ~now), count_bits(now & ~before)
    state[LAYERS_BROKEN + player] += broken
    if not rules.table[R.CARDS]:
        return
    for _ in range(broken * rules.table[R.PER_LOSS]):
        lose_card(state, player, rng)
    for _ in range(made * rules.table[R.PER_GAIN]):
        draw_card(rules, state, player, rng)
