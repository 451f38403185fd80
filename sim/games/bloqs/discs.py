"""What a disc lets its player do: take a part, build, steal (BQ-30..33, BQ-55..57, BQ-93)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DECKS, below, pick_bit
from sim.games.bloqs import book as R
from sim.games.bloqs.build import end_exchange, hold_to_build
from sim.games.bloqs.cards import AS_CUBE, settle_layers, spend
from sim.games.bloqs.patterns import placeable, placeable_types
from sim.games.bloqs.removal import stealable
from sim.games.bloqs.sizes import (
    BUILD_DISC, BY_BUILD, BY_CUBE_CARD, BY_DISC, BY_STEAL, CARD, CUBE_CARD, GO_CUBE, GO_END,
    GO_NAMED, GO_STEAL, GO_TYPE, PLAYED_CUBE, STEAL, STEAL_DISC, THREAT_STEAL, TYPE, TYPES, WAIT,
)
from sim.games.bloqs.state import (
    BUILD_IMPOSSIBLE, CAP_BLOCKED, CARDS_PLAYED, DISC, FULL_BEFORE, HAND, OWNED, PARTNER_SEAT,
    PART_OWNER, POS, PROTECTED, SOURCE, STEALS_MADE, STEALS_SUFFERED, STEAL_IMPOSSIBLE, SUPPLY,
    TAKEN_FROM, TAKE_PART, THREAT, TOWER, TURN_PLAYER, UNAVAILABLE, UNPLACEABLE, ask, held_at,
    lift_part, offer_mask, take_from_middle,
)
from sim.games.bloqs.tower import full_layers, height

# With so many layers or fewer left above a tower, a part it refuses is lost to the cap.
NEAR_CAP = 2


@jit
def disc_of(state):
    """Kind of the disc the turn player's counter stands on."""
    return state[DISC + state[POS + state[TURN_PLAYER]]]


@jit
def carry_out_disc(state):
    """Carry out the disc (BQ-20, BQ-22)."""
    kind = disc_of(state)
    if kind == STEAL_DISC:
        return GO_STEAL
    if kind == BUILD_DISC:
        state[SOURCE] = BY_BUILD
        return GO_TYPE
    return GO_CUBE


@jit
def buildable(rules, state):
    """Mask of the types in the middle that the turn player could build (BQ-33)."""
    kinds = 0
    for kind in range(TYPES):
        kinds |= int(state[SUPPLY + kind] > 0) << kind
    return placeable_types(rules.table, state[TOWER + state[TURN_PLAYER]], kinds)


@jit
def may_play_cube(rules, state):
    """Whether the turn player may play a cube card on the disc it is alone on (BQ-93, BQ-94)."""
    if not rules.table[R.CARDS]:
        return False
    if state[HAND + held_at(state[TURN_PLAYER], CUBE_CARD + disc_of(state))] == 0:
        return False
    cards = 1 + int(state[CARDS_PLAYED] > 0)
    return cards <= rules.table[R.OWN_CARDS] and buildable(rules, state) != 0


@jit
def cube_or_card(rules, state):
    """Ask for a cube card where one could be played, else take the part (BQ-93)."""
    if may_play_cube(rules, state):
        ask(state, CARD, state[TURN_PLAYER])
        return WAIT
    return take_cube(rules, state)


@jit
def take_cube(rules, state):
    """Take the part on the disc from the middle, if it is there and fits (BQ-30, 31, 33)."""
    kind, tower = disc_of(state), state[TOWER + state[TURN_PLAYER]]
    if state[SUPPLY + kind] == 0:
        state[UNAVAILABLE] += 1
        return GO_END
    if not placeable(rules.table, tower, kind):
        state[UNPLACEABLE] += 1
        state[CAP_BLOCKED] += int(height(tower) + NEAR_CAP >= rules.table[R.HIGHEST])
        return GO_END
    return hold_to_build(state, take_from_middle(rules, state, kind), BY_DISC)


@jit
def play_cube(state):
    """Play the cube card of the disc (BQ-93)."""
    spend(state, state[TURN_PLAYER], CUBE_CARD + disc_of(state), AS_CUBE)
    state[CARDS_PLAYED] |= PLAYED_CUBE
    state[SOURCE] = BY_CUBE_CARD
    return GO_TYPE


@jit
def build_type(rules, state, kind):
    """Take a part of a type of choice (BQ-32)."""
    return hold_to_build(state, take_from_middle(rules, state, kind), state[SOURCE])


@jit
def random_type(state, kinds, rng):
    """Draw one of the parts in the middle of some types and return its type (BQ-A2)."""
    total = 0
    for kind in range(TYPES):
        total += state[SUPPLY + kind] * ((kinds >> kind) & 1)
    left = below(row(rng, DECKS), total)
    kind = lowest_bit(kinds)
    while left >= state[SUPPLY + kind]:
        left -= state[SUPPLY + kind]
        kinds &= kinds - 1
        kind = lowest_bit(kinds)
    return kind


@jit
def choose_type(rules, state, rng):
    """Ask which part to take from the middle, if there is a choice (BQ-32, BQ-33)."""
    kinds = buildable(rules, state)
    if kinds == 0:
        state[BUILD_IMPOSSIBLE] += 1
        return GO_END
    if rules.table[R.RANDOM_PART]:
        return build_type(rules, state, random_type(state, kinds, rng))
    if offer_mask(state, kinds) == 1:
        return build_type(rules, state, lowest_bit(kinds))
    ask(state, TYPE, state[TURN_PLAYER])
    return WAIT


@jit
def loot_at(rules, state, victim):
    """Mask of a player's parts that the turn player may steal (BQ-55)."""
    parts = state[OWNED + victim] & ~state[PROTECTED]
    return stealable(rules, state, state[TURN_PLAYER], victim, parts)


@jit
def draw_victim(rules, state, rng):
    """Draw one of the players that there is something to steal from (BQ-A3)."""
    seats = 0
    for seat in range(rules.seats):
        if seat != state[TURN_PLAYER] and loot_at(rules, state, seat):
            seats |= 1 << seat
    if seats:
        state[PARTNER_SEAT] = pick_bit(row(rng, DECKS), seats)


@jit
def loot(rules, state, rng):
    """Mask of the parts that the turn player may steal now (BQ-55)."""
    if rules.table[R.RANDOM_VICTIM]:
        if state[PARTNER_SEAT] < 0:
            draw_victim(rules, state, rng)
        return loot_at(rules, state, state[PARTNER_SEAT]) if state[PARTNER_SEAT] >= 0 else 0
    parts = 0
    for seat in range(rules.seats):
        if seat != state[TURN_PLAYER]:
            parts |= loot_at(rules, state, seat)
    return parts


@jit
def choose_loot(rules, state, rng):
    """Ask which part to steal, if there is a choice (BQ-55, BQ-56)."""
    parts = loot(rules, state, rng)
    if parts == 0:
        # With parts saved by cards the attempt was made, and failed.
        state[STEAL_IMPOSSIBLE] += int(state[PROTECTED] == 0)
        end_exchange(state)
        return GO_END
    if offer_mask(state, parts) == 1:
        return name_loot(state, lowest_bit(parts))
    ask(state, STEAL, state[TURN_PLAYER])
    return WAIT


@jit
def name_loot(state, part):
    """Name the part to be stolen (BQ-55)."""
    state[TAKE_PART] = part
    state[PARTNER_SEAT] = state[PART_OWNER + part]
    state[THREAT] = THREAT_STEAL
    return GO_NAMED


@jit
def steal(rules, state, rng):
    """Take the named part; the victim's layers are settled at once (BQ-55, BQ-98, BQ-99)."""
    victim, me = state[PARTNER_SEAT], state[TURN_PLAYER]
    state[FULL_BEFORE + victim] = full_layers(state[TOWER + victim])
    lift_part(state, state[TAKE_PART])
    state[STEALS_MADE + me] += 1
    state[STEALS_SUFFERED + victim] += 1
    state[TAKEN_FROM] |= 1 << victim
    settle_layers(rules, state, victim, rng)
    return hold_to_build(state, state[TAKE_PART], BY_STEAL)
