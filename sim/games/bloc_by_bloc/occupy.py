"""Occupations: what may be built or swapped where, what Halls and Centers do (BB-49..BB-53)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.columns import LOOT_KINDS
from sim.games.bloc_by_bloc.conditions import place_tokens
from sim.games.bloc_by_bloc.loot import draw_loot, is_empty
from sim.games.bloc_by_bloc.sizes import (
    CENTER_KIND, DOWN_BUILD, FORMED_HALL, HALL_KIND, KEEP, PUBLIC, START_KIND, STATE, S_TURN,
    TOKENS, WORKERS,
)
from sim.games.bloc_by_bloc.state import (
    ADJACENT, DRAWN, FACTION_OF, GRAFFITI_AT, IN_CITY, LOOT_DECK, LOOT_DISCARD, OCC_AT, OCC_USED,
    REPEATS, STAGE, TYPE, T_LOOT, active_seat, ask, change_hand, difficulty, form_blocs,
    kind_of_token, lower_morale, occ_of, set_occupation,
)

KIND_COUNT = 3


@jit
def is_shared_type(state, pos):
    """Whether every faction may occupy this district: State or Public."""
    return state[TYPE + pos] in (STATE, PUBLIC)


@jit
def may_occupy(state, seat, pos):
    """Whether a faction may have an occupation here by type (BB-49)."""
    return state[TYPE + pos] == state[FACTION_OF + seat] or is_shared_type(state, pos)


@jit
def occupy_need(rules, state, seat, pos):
    """Requirement of a Build or Swap here: any die for the Workers (BB-52)."""
    if rules.table[R.WORKERS] and state[FACTION_OF + seat] == WORKERS:
        return 1
    return difficulty(state, pos)


@jit
def supply_token(rules, state, seat, kind):
    """Token of a kind to take from supply, -1 if none: unused this turn first, then the lower."""
    found = -1
    own_turn = state[STAGE] == S_TURN and active_seat(rules, state) == seat
    for token in range(TOKENS):
        if kind_of_token(token) != kind or state[occ_of(seat, token)] >= 0:
            continue
        if not own_turn or state[OCC_USED + token] == 0:
            return token
        if found < 0:
            found = token
    return found


@jit
def has_supply(state, seat):
    """Whether any own occupation is in supply."""
    for token in range(TOKENS):
        if state[occ_of(seat, token)] < 0:
            return True
    return False


@jit
def kinds_on_offer(state, seat):
    """Kinds that a Build or Swap may place, as a mask: from supply, else by relocation (BB-51)."""
    in_supply = 0
    in_city = 0
    for token in range(TOKENS):
        bit = 1 << kind_of_token(token)
        if state[occ_of(seat, token)] < 0:
            in_supply |= bit
        else:
            in_city |= bit
    return in_supply if in_supply else in_city


@jit
def swap_kinds(state, seat, pos, kinds):
    """Kinds out of `kinds` that may replace the occupation of a district (BB-50)."""
    token = state[OCC_AT + pos]
    if token < 0:
        return 0
    if token // TOKENS == seat:
        return kinds & ~(1 << kind_of_token(token % TOKENS))
    return kinds if is_shared_type(state, pos) else 0


@jit
def relocation_sources(state, seat, kind, pos):
    """Districts from which a token of a kind may be relocated to `pos`, as a mask."""
    mask = 0
    for token in range(TOKENS):
        place = state[occ_of(seat, token)]
        if kind_of_token(token) == kind and place >= 0 and place != pos:
            mask |= 1 << place
    return mask


@jit
def put_occupation(rules, state, seat, token, pos, is_build):
    """Place a token, from supply or from another district; a Build lowers morale (BB-49..BB-51)."""
    relocated = state[occ_of(seat, token)] >= 0
    standing = state[OCC_AT + pos]
    if standing >= 0:
        set_occupation(state, standing // TOKENS, standing % TOKENS, -1)
    set_occupation(state, seat, token, pos)
    if is_build and (rules.table[R.RELOCATION_LOWERS_MORALE] or not relocated):
        lower_morale(state, 1, DOWN_BUILD)
    place_tokens(rules, state)


@jit
def evict(rules, state, pos):
    """Send the occupation of a district back to its faction; True if there was one (BB-68)."""
    token = state[OCC_AT + pos]
    if token < 0:
        return False
    set_occupation(state, token // TOKENS, token % TOKENS, -1)
    place_tokens(rules, state)
    return True


@jit
def graffiti_near(state, pos):
    """Graffiti in a district and its neighbours (BB-53)."""
    total = state[GRAFFITI_AT + pos]
    squares = state[ADJACENT + pos] & ~(1 << pos)
    while squares:
        total += state[GRAFFITI_AT + lowest_bit(squares)]
        squares &= squares - 1
    return total


@jit
def can_use(rules, state, seat, token):
    """Whether an own Hall or Center in the city has something to do (BB-53)."""
    pos = state[occ_of(seat, token)]
    kind = kind_of_token(token)
    if pos < 0 or kind == START_KIND or state[OCC_USED + token]:
        return False
    if kind == HALL_KIND:
        return rules.table[R.HALL_ENABLED] and state[IN_CITY + seat] < rules.table[R.BLOC_SUPPLY]
    if not rules.table[R.MAC_ENABLED] or graffiti_near(state, pos) == 0:
        return False
    return not (is_empty(state, LOOT_DECK) and is_empty(state, LOOT_DISCARD))


@jit
def usable_districts(rules, state, seat):
    """Districts of own Halls and Centers that may be used, as a mask."""
    mask = 0
    for token in range(TOKENS):
        if can_use(rules, state, seat, token):
            mask |= 1 << state[occ_of(seat, token)]
    return mask


@jit
def use_occupation(rules, state, seat, pos, rng):
    """Use the Hall or Center of a district; True when cards must be chosen (phase KEEP)."""
    token = state[OCC_AT + pos] % TOKENS
    state[OCC_USED + token] = 1
    if kind_of_token(token) != CENTER_KIND:
        form_blocs(rules, state, seat, pos, 1, FORMED_HALL)
        return False
    for _ in range(graffiti_near(state, pos)):
        kind = draw_loot(state, rng)
        if kind < 0:
            break
        state[DRAWN + kind] += 1
    state[REPEATS] = rules.table[R.MAC_KEEP]
    ask(state, KEEP, seat)
    return True


@jit
def keep_card(state, seat, kind):
    """Keep one drawn card; True while more may be kept."""
    state[DRAWN + kind] -= 1
    change_hand(state, seat, kind, 1)
    state[T_LOOT] += 1
    state[REPEATS] -= 1
    return state[REPEATS] > 0 and not is_empty(state, DRAWN)


@jit
def drop_drawn(state):
    """Discard the drawn cards that were not kept."""
    for kind in range(LOOT_KINDS):
        state[LOOT_DISCARD + kind] += state[DRAWN + kind]
        state[DRAWN + kind] = 0
