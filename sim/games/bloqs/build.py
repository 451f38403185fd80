"""Building a part: its base, its level, and what follows when it stands (BQ-30..34, BQ-70)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs.cards import settle_layers
from sim.games.bloqs.ending import wins_at_once
from sim.games.bloqs.patterns import offer_bases
from sim.games.bloqs.sizes import (
    BY_PARTNER, BY_REMOVAL, BY_STEAL, BY_SWAP, GO_END, GO_LEVEL, GO_PLACE, GO_PUT, GO_SWAP, LEVEL,
    NO_PART, OFFER_BITS, OFFER_WORDS, PLACE, PLAYERS_TOP, WAIT,
)
from sim.games.bloqs.state import (
    BASE_CHOSEN, BUILT, FULL_BEFORE, GIVE_PART, IN_HAND, LEVEL_CHOICES, OFFER, PARTNER_SEAT,
    PROTECTED, SOURCE, TAKE_PART, TOWER, TURN_PLAYER, ask, offer_mask, part_type,
    stand_part,
)
from sim.games.bloqs.tower import full_layers, gaps, levels, under


@jit
def hold(state, part, source):
    """Hold a part that is to be placed next."""
    state[IN_HAND] = part
    state[SOURCE] = source
    return GO_PLACE


@jit
def hold_to_build(state, part, source):
    """Hold a part that no swap brought; layers count from now on."""
    player = state[TURN_PLAYER]
    state[FULL_BEFORE + player] = full_layers(state[TOWER + player])
    return hold(state, part, source)


@jit
def builder(state):
    """Player who places the part in hand: the partner the part given, else the turn player."""
    return state[PARTNER_SEAT] if state[SOURCE] == BY_PARTNER else state[TURN_PLAYER]


@jit
def first_offered(state):
    """Number of the first option on offer."""
    word = 0
    while state[OFFER + word] == 0:
        word += 1
    return OFFER_BITS * word + lowest_bit(state[OFFER + word])


@jit
def choose_base(rules, state):
    """Ask where the part in hand goes, seen from above, if there is a choice."""
    player, kind = builder(state), part_type(rules, state[IN_HAND])
    for word in range(OFFER_WORDS):
        state[OFFER + word] = 0
    if offer_bases(rules.table, state[TOWER + player], kind, state, OFFER) > 1:
        ask(state, PLACE, player)
        return WAIT
    state[BASE_CHOSEN] = rules.table[R.FIRST_BASE + kind] + first_offered(state)
    return GO_LEVEL


@jit
def choose_level(rules, state):
    """Ask how high the part goes, if there is a choice."""
    player = builder(state)
    tower = state[TOWER + player]
    mask = levels(rules.table, tower, under(tower), gaps(tower), state[BASE_CHOSEN])
    if offer_mask(state, mask) > 1:
        state[LEVEL_CHOICES] += 1
        ask(state, LEVEL, player)
        return WAIT
    return GO_PUT


@jit
def end_exchange(state):
    """Clear what was kept of a steal or a swap."""
    state[GIVE_PART] = NO_PART
    state[TAKE_PART] = NO_PART
    state[PARTNER_SEAT] = -1
    state[PROTECTED] = 0


@jit
def after_steal(rules, state):
    """The thief has built: the victim may be left with a perfect cube (BQ-71)."""
    victim, kind = state[PARTNER_SEAT], part_type(rules, state[TAKE_PART])
    end_exchange(state)
    if not rules.table[R.BUILDER_ONLY] and wins_at_once(rules, state, victim, kind, BY_REMOVAL):
        return WAIT
    return GO_END


@jit
def put_part(rules, state, rng):
    """Stand the part in hand at the level on offer; settle cards, look for a cube, go on."""
    player, source, part = builder(state), state[SOURCE], state[IN_HAND]
    kind = part_type(rules, part)
    stand_part(rules, state, player, part, state[BASE_CHOSEN], first_offered(state))
    state[IN_HAND] = NO_PART
    state[BASE_CHOSEN] = -1
    state[BUILT + PLAYERS_TOP * kind + player] += 1
    settle_layers(rules, state, player, rng)
    if wins_at_once(rules, state, player, kind, source):
        return WAIT
    if source == BY_SWAP:
        return hold(state, state[GIVE_PART], BY_PARTNER)
    if source == BY_STEAL:
        return after_steal(rules, state)
    if source == BY_PARTNER:
        end_exchange(state)
        return GO_SWAP
    return GO_END
