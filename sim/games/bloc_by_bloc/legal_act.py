"""Legal ids while a faction takes actions (phase ACT), in rising order."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.core.ids import put, put_mask
from sim.games.bloc_by_bloc import actions as act
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.columns import LOOT_KINDS
from sim.games.bloc_by_bloc.loot import can_mark, can_play, is_turn_card
from sim.games.bloc_by_bloc.occupy import (
    KIND_COUNT, kinds_on_offer, occupy_need, swap_kinds, usable_districts,
)
from sim.games.bloc_by_bloc.payment import attack_bonus, attack_need, most_payable
from sim.games.bloc_by_bloc.reach import can_leave, movable_blocs
from sim.games.bloc_by_bloc.sizes import PUBLIC, STATE
from sim.games.bloc_by_bloc.state import (
    ADJACENT, ATTACKS_MADE, CONDITIONS_LEFT, FACTION_OF, HAND_SIZE, OCC_AT, OF_TYPE, POLICE,
    PRESENCE, REFUSED, ROUTES_AT, SQUADS, TOKEN_MOVED, TRANSFERS, VAN_AT, blocs_at,
    difficulty, hand_of, routes_with_room,
)
from sim.games.bloc_by_bloc.sunrise import free_cards


@jit
def can_meet(rules, state):
    """Whether blocs may go to a meeting (BB-44, R-17)."""
    return state[CONDITIONS_LEFT] != 0 or rules.table[R.MEET_WITHOUT_DECK]


@jit
def put_moves(rules, state, seat, out, n):
    """MOVE p (BB-42..BB-44)."""
    squares = state[PRESENCE + seat]
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if movable_blocs(rules, state, seat, pos) == 0:
            continue
        free = not (state[POLICE] >> pos) & 1
        if can_leave(rules, state, pos) or (free and can_meet(rules, state)):
            n = put(out, n, act.MOVE + pos)
    return n


@jit
def put_barricades(rules, state, seat, out, n):
    """BARRICADE r (BB-45)."""
    routes = routes_at(state, state[PRESENCE + seat] & ~state[POLICE])
    return put_mask(out, n, act.BARRICADE, routes & routes_with_room(rules, state))


@jit
def routes_at(state, squares):
    """Routes with an end on one of a mask's squares, as a mask."""
    routes = 0
    while squares:
        routes |= state[ROUTES_AT + lowest_bit(squares)]
        squares &= squares - 1
    return routes


@jit
def lootable_districts(rules, state, seat, most):
    """Districts where a Loot action can be paid, as a mask (BB-47)."""
    mask = 0
    squares = state[PRESENCE + seat] & ~state[POLICE]
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if can_mark(rules, state, pos) and difficulty(state, pos) <= most:
            mask |= 1 << pos
    return mask


@jit
def put_occupations(rules, state, seat, most, swap, out, n):
    """BUILD 3p + k, or SWAP 3p + k (BB-49..BB-52)."""
    own = state[OF_TYPE + state[FACTION_OF + seat]]
    squares = (own | state[OF_TYPE + PUBLIC] | state[OF_TYPE + STATE]) & ~state[POLICE]
    squares &= state[PRESENCE + seat]
    if squares == 0:
        return n
    kinds = kinds_on_offer(state, seat)
    first = act.SWAP if swap else act.BUILD
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if occupy_need(rules, state, seat, pos) > most:
            continue
        offer = swap_kinds(state, seat, pos, kinds)
        if not swap:
            offer = kinds if state[OCC_AT + pos] < 0 else 0
        for kind in range(KIND_COUNT):
            if (offer >> kind) & 1:
                n = put(out, n, first + KIND_COUNT * pos + kind)
    return n


@jit
def attack_districts(rules, state, seat, most):
    """Districts where one more attack can be paid, as a mask (BB-54, BB-55)."""
    mask = 0
    squares = state[PRESENCE + seat] & state[POLICE]
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        need = attack_need(rules, state, seat, difficulty(state, pos))
        if state[blocs_at(seat, pos)] > state[ATTACKS_MADE + pos] and need <= most:
            mask |= 1 << pos
    return mask


@jit
def put_attacks(rules, state, seat, out, n):
    """DEFEAT p, KICK p and VAN p."""
    bonus = attack_bonus(rules, state, seat)
    squares = attack_districts(rules, state, seat, most_payable(rules, state, seat, bonus))
    with_squad, with_van, kickable = 0, 0, 0
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if state[SQUADS + pos] > 0:
            with_squad |= 1 << pos
            kickable |= (state[ADJACENT + pos] != 0) << pos
        with_van |= (state[VAN_AT + pos] > 0) << pos
    n = put_mask(out, n, act.DEFEAT, with_squad)
    n = put_mask(out, n, act.KICK, kickable)
    return put_mask(out, n, act.VAN, with_van)


@jit
def put_cards(rules, state, seat, out, n):
    """PLAY t (BB-57)."""
    if state[HAND_SIZE + seat] == 0:
        return n
    for card in range(LOOT_KINDS):
        held = state[hand_of(seat, card)] > 0
        if held and is_turn_card(card) and can_play(rules, state, seat, card):
            n = put(out, n, act.PLAY + card)
    return n


@jit
def put_transfers(rules, state, seat, out, n):
    """GIVE f and ASK f (BB-58)."""
    if state[TRANSFERS] >= rules.table[R.MAX_TRANSFERS]:
        return n
    near = 0
    for other in range(rules.seats):
        if other != seat and state[PRESENCE + seat] & state[PRESENCE + other]:
            near |= 1 << other
    if near == 0:
        return n
    if state[HAND_SIZE + seat] > 0:
        n = put_mask(out, n, act.GIVE, near)
    for other in range(rules.seats):
        if (near & ~state[REFUSED]) >> other & 1 and state[HAND_SIZE + other] > 0:
            n = put(out, n, act.ASK + other)
    return n


@jit
def put_tokens(rules, state, seat, out, n):
    """TOKEN c of the manual mode (BB-62)."""
    if not rules.table[R.TOKEN_MANUAL] or state[TOKEN_MOVED]:
        return n
    return put_mask(out, n, act.TOKEN, free_cards(rules, state, seat))


@jit
def put_act(rules, state, seat, out):
    """All ids of phase ACT; stops early when `out` is full."""
    n = put(out, 0, act.END)
    most = most_payable(rules, state, seat, 0)
    if most > 0:
        n = put_moves(rules, state, seat, out, n)
        if n == out.room:
            return n
        n = put_barricades(rules, state, seat, out, n)
        lootable = lootable_districts(rules, state, seat, most)
        n = put_mask(out, n, act.BURN, lootable)
        n = put_mask(out, n, act.GRAFFITI, lootable)
        n = put_occupations(rules, state, seat, most, False, out, n)
        n = put_occupations(rules, state, seat, most, True, out, n)
        n = put_attacks(rules, state, seat, out, n)
        n = put_mask(out, n, act.USE, usable_districts(rules, state, seat))
    if n == out.room:
        return n
    n = put_cards(rules, state, seat, out, n)
    n = put_transfers(rules, state, seat, out, n)
    return put_tokens(rules, state, seat, out, n)
