"""The Loot deck and what its cards do in a turn (BB-47, BB-48, BB-57, BB-58)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DICE as DICE_STREAM
from sim.core.rng import below, pick_weighted
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.columns import LOOT_KINDS
from sim.games.bloc_by_bloc.reach import can_leave, movable_blocs
from sim.games.bloc_by_bloc.sizes import (
    BARRICADE_N, BICYCLES, CAMERA, DICE_ROLLED, DIE_FACES, DISGUISES, DOWN_OTHER, ENERGY_DRINKS,
    FIREWORKS, FOOD, FORMED_CARD, FROM, ICE_CREAM, KICK_SIDE, MOVE_COUNT, MOVE_DEST, SCRAP_WOOD,
    SOUND_SYSTEM, SPRAY_PAINT, WHERE,
)
from sim.games.bloc_by_bloc.state import (
    ADJACENT, CARD_IN_PLAY, COUNT_OF, DICE, GRAFFITI_AT, IN_CITY, LIBERATED, LOOT_DECK,
    LOOT_DISCARD, MORALE, OPEN_ID, POLICE, PRESENCE, REPEATS, ROUTES_AT, SHOP_OPEN, SOURCE,
    SQUADS, TOKENS_OUT, T_DICE, T_LOOT, T_PLAYED, add_blocs, ask, blocs_at, change_hand,
    dice_left, form_blocs, lower_morale, routes_with_room,
)

LOOT_STREAM = 4
# There are ids for counts of 1 to 10 only.
MOST_COUNTED = 10


@jit
def roll_dice(state, n, rng):
    """Roll n dice into the unspent ones."""
    for _ in range(n):
        state[DICE + below(row(rng, DICE_STREAM), DIE_FACES)] += 1


@jit
def is_empty(state, pile):
    """Whether a pile of Loot cards (deck, discard) holds none."""
    for kind in range(LOOT_KINDS):
        if state[pile + kind] > 0:
            return False
    return True


@jit
def refill_loot(state):
    """Make the discard pile the new deck when the deck is empty (BB-48)."""
    if not is_empty(state, LOOT_DECK):
        return
    for kind in range(LOOT_KINDS):
        state[LOOT_DECK + kind] = state[LOOT_DISCARD + kind]
        state[LOOT_DISCARD + kind] = 0


@jit
def draw_loot(state, rng):
    """Take the top Loot card off the deck; -1 when deck and discard pile are empty."""
    refill_loot(state)
    kind = pick_weighted(row(rng, LOOT_STREAM), state, LOOT_DECK, LOOT_KINDS)
    if kind >= 0:
        state[LOOT_DECK + kind] -= 1
        refill_loot(state)
    return kind


@jit
def draw_to_hand(state, seat, n, rng):
    """Draw up to n Loot cards into a hand."""
    for _ in range(n):
        kind = draw_loot(state, rng)
        if kind < 0:
            return
        change_hand(state, seat, kind, 1)
        state[T_LOOT] += 1


@jit
def discard_played(state, seat, kind):
    """Discard a card as it is played."""
    change_hand(state, seat, kind, -1)
    state[LOOT_DISCARD + kind] += 1
    state[T_PLAYED + kind] += 1


@jit
def tokens_left(rules, state):
    """Whether a burn / graffiti token is left (BB-47)."""
    return state[TOKENS_OUT] < rules.table[R.LOOT_TOKENS]


@jit
def mark_graffiti(rules, state, pos, n):
    """Put graffiti on up to n unmarked centres of a repressed district."""
    n = min(n, state[SHOP_OPEN + pos], rules.table[R.LOOT_TOKENS] - state[TOKENS_OUT])
    state[SHOP_OPEN + pos] -= n
    state[GRAFFITI_AT + pos] += n
    state[TOKENS_OUT] += n


@jit
def can_mark(rules, state, pos):
    """Whether a centre of this district may get a token."""
    return state[LIBERATED + pos] == 0 and state[SHOP_OPEN + pos] > 0 and tokens_left(rules, state)


@jit
def has_room_beside(rules, state, pos):
    """Whether some route of a district takes another barricade."""
    return (state[ROUTES_AT + pos] & routes_with_room(rules, state)) != 0


@jit
def is_target(rules, state, seat, card, pos):
    """Whether a card with a target district may be played on one of the seat's squares."""
    free = not (state[POLICE] >> pos) & 1
    if card == FIREWORKS:
        return state[SQUADS + pos] > 0 and state[ADJACENT + pos] != 0
    if card == BICYCLES:
        return movable_blocs(rules, state, seat, pos) > 0 and can_leave(rules, state, pos)
    if card == DISGUISES:
        return can_leave(rules, state, pos)
    if card == SCRAP_WOOD:
        return free and has_room_beside(rules, state, pos)
    if card == SPRAY_PAINT:
        return free and can_mark(rules, state, pos)
    if card == FOOD:
        return state[IN_CITY + seat] < rules.table[R.BLOC_SUPPLY]
    return (state[PRESENCE + seat] & ~state[POLICE] & ~(1 << pos)) != 0


@jit
def card_targets(rules, state, seat, card):
    """Districts where a card with a target may be played, as a mask."""
    targets = 0
    squares = state[PRESENCE + seat]
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if is_target(rules, state, seat, card, pos):
            targets |= 1 << pos
    return targets


@jit
def sources_for(state, seat, target):
    """Districts from which a Sound System calls blocs to a target, as a mask."""
    return state[PRESENCE + seat] & ~state[POLICE] & ~(1 << target)


@jit
def can_play(rules, state, seat, card):
    """Whether a held card with timing "turn" has an effect now."""
    if card == ICE_CREAM:
        return dice_left(state) > 0
    if card == ENERGY_DRINKS:
        return state[PRESENCE + seat] != 0
    if card == CAMERA:
        return state[MORALE] > 0
    return card_targets(rules, state, seat, card) != 0


@jit
def is_turn_card(card):
    """Whether a card is played as a thing of its own in a turn."""
    return card == FIREWORKS or BICYCLES <= card <= ENERGY_DRINKS or card in (CAMERA, DISGUISES)


@jit
def play_card(rules, state, seat, card, rng):
    """Play a card; True when a target must still be chosen (phase WHERE)."""
    discard_played(state, seat, card)
    if card == ICE_CREAM:
        dice = dice_left(state)
        for face in range(DIE_FACES):
            state[DICE + face] = 0
        roll_dice(state, dice, rng)
    elif card == ENERGY_DRINKS:
        roll_dice(state, rules.table[R.LOOT_AMOUNT + card], rng)
        state[T_DICE + DICE_ROLLED] += rules.table[R.LOOT_AMOUNT + card]
    elif card == CAMERA:
        lower_morale(state, rules.table[R.LOOT_AMOUNT + card], DOWN_OTHER)
    else:
        state[CARD_IN_PLAY] = card
        ask(state, WHERE, seat)
        return True
    return False


@jit
def choose_target(rules, state, seat, pos):
    """Carry on a card in play on its target; True when a further choice follows."""
    card = state[CARD_IN_PLAY]
    amount = rules.table[R.LOOT_AMOUNT + card]
    state[SOURCE] = pos
    state[OPEN_ID] = -1
    if card == FOOD:
        form_blocs(rules, state, seat, pos, amount, FORMED_CARD)
        return False
    if card == SPRAY_PAINT:
        mark_graffiti(rules, state, pos, amount)
        return False
    if card == FIREWORKS:
        state[COUNT_OF] = amount
        ask(state, KICK_SIDE, seat)
    elif card == SCRAP_WOOD:
        state[REPEATS] = amount
        ask(state, BARRICADE_N, seat)
    elif card == SOUND_SYSTEM:
        ask(state, FROM, seat)
    else:
        blocs = state[blocs_at(seat, pos)]
        if card == BICYCLES:
            blocs = movable_blocs(rules, state, seat, pos)
        ask_count(state, seat, blocs)
    return True


@jit
def ask_count(state, seat, most):
    """Ask how many blocs move, or go on to where when only one can."""
    most = min(most, MOST_COUNTED)
    state[COUNT_OF] = most
    ask(state, MOVE_COUNT if most > 1 else MOVE_DEST, seat)


@jit
def call_blocs(rules, state, seat, source):
    """Sound System: bring blocs from a source to the target chosen before."""
    n = min(rules.table[R.LOOT_AMOUNT + SOUND_SYSTEM], state[blocs_at(seat, source)])
    add_blocs(state, seat, source, -n)
    add_blocs(state, seat, state[SOURCE], n)
