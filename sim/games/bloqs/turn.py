"""A turn up to its landing: start, throw, way, move (BQ-10..14, BQ-20..22, BQ-91, BQ-92)."""

from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DICE, below
from sim.games.bloqs import book as R
from sim.games.bloqs.cards import AS_DICE, AS_TELEPORT, spend
from sim.games.bloqs.sizes import (
    BESIDE, DICE_VALUES, DIR, GO_DISC, GO_LAND, GO_NAMED, GO_SWAP,
    GO_THROW, GO_WAY, NOBODY, PLAYED_MOVE, START, STEAL_DISC, TELEPORT_CARD, THREAT_TELEPORT, TYPES,
    WAIT,
)
from sim.games.bloqs.state import (
    CARDS_PLAYED, DISC, DOWN_N, DO_ACTION, HAND, LANDINGS, MOVED, OPEN_MASK, POS, ROLL,
    SWAP_HAPPENED, TAKEN_FROM, TELE_TARGET, THREAT, TURN_PLAYER, UP, ask, held_at,
)

# Of six counters of landings the last three are those where others stood.
WITH_OTHERS = 3


@jit
def may_teleport_to(rules, state, seat):
    """Whether the turn player may change places with a seat (BQ-92)."""
    here, there = state[POS + state[TURN_PLAYER]], state[POS + seat]
    return here < BESIDE and there < BESIDE and here != there


@jit
def teleport_targets(rules, state):
    """Mask of the seats the turn player may change places with, card in hand (BQ-92)."""
    if state[HAND + held_at(state[TURN_PLAYER], TELEPORT_CARD)] == 0:
        return 0
    found = 0
    for seat in range(rules.seats):
        found |= int(may_teleport_to(rules, state, seat)) << seat
    return found


@jit
def dice_held(state):
    """Mask of the values of the turn player's dice cards, value 1 as bit 0."""
    found = 0
    for value in range(DICE_VALUES):
        held = int(state[HAND + held_at(state[TURN_PLAYER], value)] > 0)
        found |= held << value
    return found


@jit
def may_play_move(rules, state):
    """Whether the turn player holds a card to play instead of throwing (BQ-91, BQ-92, BQ-94)."""
    may_play = rules.table[R.OWN_CARDS] > 0
    return may_play and dice_held(state) | teleport_targets(rules, state) != 0


@jit
def begin_turn(rules, state):
    """Begin a turn: throw, or ask what to play instead (BQ-91, BQ-92)."""
    state[CARDS_PLAYED] = 0
    state[MOVED] = 0
    state[TAKEN_FROM] = 0
    if rules.table[R.CARDS] and may_play_move(rules, state):
        ask(state, START, state[TURN_PLAYER])
        return WAIT
    return GO_THROW


@jit
def throw(rules, state, rng):
    """Throw the die (BQ-10)."""
    state[ROLL] = 1 + below(row(rng, DICE), rules.table[R.DIE_FACES])
    return GO_WAY


@jit
def circle_reached(rules, at, steps, way):
    """Circle that a counter comes to; `way` is 1 clockwise, -1 back (BQ-11..13)."""
    n = rules.table[R.CIRCLES]
    if at < BESIDE:
        return (at + way * steps) % n
    # Beside the loop lies the gap just before the entry.
    entry = rules.table[R.ENTRY + at - BESIDE]
    return (entry + steps - 1) % n if way > 0 else (entry - steps) % n


@jit
def move(rules, state, way):
    """Move the turn player's counter by the value thrown or played (BQ-10)."""
    me = state[TURN_PLAYER]
    state[POS + me] = circle_reached(rules, state[POS + me], state[ROLL], way)
    state[ROLL] = 0
    return GO_LAND


@jit
def choose_way(rules, state):
    """Ask for the direction where there is a choice (BQ-12)."""
    if rules.table[R.CHOOSE_WAY]:
        ask(state, DIR, state[TURN_PLAYER])
        return WAIT
    return move(rules, state, 1)


@jit
def play_dice(state, value):
    """Play a dice card instead of throwing (BQ-91)."""
    spend(state, state[TURN_PLAYER], value - 1, AS_DICE)
    state[CARDS_PLAYED] |= PLAYED_MOVE
    state[ROLL] = value
    return GO_WAY


@jit
def play_teleport(state, target):
    """Play a teleportation card instead of throwing (BQ-92)."""
    spend(state, state[TURN_PLAYER], TELEPORT_CARD, AS_TELEPORT)
    state[CARDS_PLAYED] |= PLAYED_MOVE
    state[TELE_TARGET] = target
    state[THREAT] = THREAT_TELEPORT
    return GO_NAMED


@jit
def change_places(state):
    """Exchange the counters; the turn player has landed (BQ-92)."""
    me, target = state[TURN_PLAYER], state[TELE_TARGET]
    here = state[POS + me]
    state[POS + me] = state[POS + target]
    state[POS + target] = here
    state[TELE_TARGET] = NOBODY
    return GO_LAND


@jit
def others_at(rules, state, circle):
    """Mask of the seats but the turn player whose counters stand on a circle."""
    found = 0
    for seat in range(rules.seats):
        stands = int(state[POS + seat] == circle and seat != state[TURN_PLAYER])
        found |= stands << seat
    return found


@jit
def land(rules, state):
    """Turn the disc up and see who is there (BQ-14, BQ-20..22)."""
    circle = state[POS + state[TURN_PLAYER]]
    state[DOWN_N] -= 1 - state[UP + circle]
    state[UP + circle] = 1
    kind = state[DISC + circle]
    others = others_at(rules, state, circle)
    state[OPEN_MASK] = others
    state[DO_ACTION] = int(kind >= TYPES)
    state[SWAP_HAPPENED] = 0
    place = 0 if kind < TYPES else 1 + kind - STEAL_DISC
    state[LANDINGS + place + WITH_OTHERS * int(others > 0)] += 1
    return GO_SWAP if others else GO_DISC
