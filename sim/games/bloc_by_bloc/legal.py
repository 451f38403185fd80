"""Legal ids of every decision, one helper per phase, in rising order."""

from sim.core.compile import jit
from sim.core.ids import put, put_mask
from sim.games.bloc_by_bloc import actions as act
from sim.games.bloc_by_bloc.columns import LOOT_KINDS
from sim.games.bloc_by_bloc.legal_act import can_meet, put_act, routes_at
from sim.games.bloc_by_bloc.liberate import effect_targets, ripe_districts
from sim.games.bloc_by_bloc.loot import card_targets, sources_for
from sim.games.bloc_by_bloc.occupy import KIND_COUNT, kinds_on_offer, relocation_sources
from sim.games.bloc_by_bloc.payment import attack_bonus, die_is_legal, tool_is_legal
from sim.games.bloc_by_bloc.reach import in_disguise, move_goals, reachable
from sim.games.bloc_by_bloc.sizes import (
    ACT, ASKED, BARRICADE_2, BARRICADE_N, DIE_FACES, FROM, GIVE_CARD, KEEP, KICK_SIDE, LIB_BUILD,
    LIB_CHOICE, LIB_ORDER, LIB_TARGET, MEDIC_RETURN, MOLOTOV, MOLOTOVS, MOVE_COUNT, MOVE_DEST,
    PAY, RELOCATE, RETURN, SALVAGE, SIDE_COUNT, START, TOKEN_SET, VICTIM, WHERE,
)
from sim.games.bloc_by_bloc.state import (
    CARD_IN_PLAY, COUNT_OF, CURSOR, DECIDER, DRAWN, FACTION_OF, FIRST_ROUTE, HAND, KIND, LIB_POS,
    LOOT_DISCARD, OF_TYPE, OPEN_ID, PHASE, POLICE, POS_OF_ID, PRESENCE, ROUTE, ROUTES_AT,
    ROUTE_END, SOURCE, blocs_at, routes_with_room,
)
from sim.games.bloc_by_bloc.sunrise import free_cards, return_squares


@jit
def put_destinations(rules, state, seat, out):
    """MOVE_DEST: districts in reach, and the meeting for a Move action."""
    pos, count = state[SOURCE], state[COUNT_OF]
    if in_disguise(state):
        goals = reachable(rules, state, pos, True)
    else:
        goals = move_goals(rules, state, seat, pos, count)
    n = put_mask(out, 0, act.DISTRICT, goals)
    if state[OPEN_ID] >= 0 and not (state[POLICE] >> pos) & 1 and can_meet(rules, state):
        n = put(out, n, act.DECK)
    return n


@jit
def put_payment(rules, state, seat, out):
    """PAY: dice in falling order of value, then tools."""
    bonus = attack_bonus(rules, state, seat) if state[OPEN_ID] >= act.DEFEAT else 0
    n = 0
    for face in range(1, DIE_FACES + 1):
        if die_is_legal(rules, state, seat, face, bonus):
            n = put(out, n, act.DIE + face)
    if tool_is_legal(rules, state, seat):
        n = put(out, n, act.TOOL)
    return n


@jit
def put_second_barricade(rules, state, seat, out):
    """BARRICADE_2: routes that share a district of free Neighbors blocs with the first (BB-46)."""
    n = put(out, 0, act.END)
    first = state[FIRST_ROUTE]
    free = state[PRESENCE + seat] & ~state[POLICE]
    shared = (1 << state[ROUTE_END + 2 * first]) | (1 << state[ROUTE_END + 2 * first + 1])
    routes = routes_at(state, shared & free) & routes_with_room(rules, state)
    return put_mask(out, n, act.BARRICADE, routes)


@jit
def put_more_barricades(rules, state, out):
    """BARRICADE_N: routes of the chosen district with room, rising."""
    n = put(out, 0, act.END)
    routes = state[ROUTES_AT + state[SOURCE]] & routes_with_room(rules, state)
    return put_mask(out, n, act.BARRICADE, routes)


@jit
def put_sides(state, out):
    """KICK_SIDE: every side of the district with a route."""
    n = 0
    for side in range(SIDE_COUNT):
        if state[ROUTE + state[SOURCE] * SIDE_COUNT + side] >= 0:
            n = put(out, n, act.SIDE + side)
    return n


@jit
def put_held(state, pile, out, n):
    """CARD t for every kind of Loot card in a pile or hand."""
    for kind in range(LOOT_KINDS):
        if state[pile + kind] > 0:
            n = put(out, n, act.CARD + kind)
    return n


@jit
def put_victims(rules, state, out):
    """VICTIM: factions with blocs in the district under attack (BB-67)."""
    pos = state[POS_OF_ID + state[CURSOR]]
    n = 0
    for seat in range(rules.seats):
        if state[blocs_at(seat, pos)] > 0:
            n = put(out, n, act.FACTION + seat)
    return n


@jit
def put_effect_builds(state, seat, out):
    """LIB_BUILD: kinds in supply (BB-80)."""
    n = put(out, 0, act.END)
    kinds = kinds_on_offer(state, seat)
    for kind in range(KIND_COUNT):
        if (kinds >> kind) & 1:
            n = put(out, n, act.BUILD + KIND_COUNT * state[LIB_POS] + kind)
    return n


@jit
def put_turn_choice(rules, state, seat, phase, out):
    """Ids of the sub-decisions of a turn."""
    if phase == MOVE_COUNT:
        n = 0
        for count in range(1, state[COUNT_OF] + 1):
            n = put(out, n, act.COUNT + count)
        return n
    if phase == MOVE_DEST:
        return put_destinations(rules, state, seat, out)
    if phase == PAY:
        return put_payment(rules, state, seat, out)
    if phase == RELOCATE:
        return put_mask(
            out, 0, act.DISTRICT, relocation_sources(state, seat, state[KIND], state[SOURCE])
        )
    if phase == BARRICADE_2:
        return put_second_barricade(rules, state, seat, out)
    if phase == BARRICADE_N:
        return put_more_barricades(rules, state, out)
    if phase == KICK_SIDE:
        return put_sides(state, out)
    if phase == MOLOTOV:
        return put(out, put(out, 0, act.END), act.PLAY + MOLOTOVS)
    if phase == KEEP:
        return put_held(state, DRAWN, out, put(out, 0, act.END))
    if phase == WHERE:
        targets = card_targets(rules, state, seat, state[CARD_IN_PLAY])
        return put_mask(out, 0, act.DISTRICT, targets)
    if phase == FROM:
        return put_mask(out, 0, act.DISTRICT, sources_for(state, seat, state[SOURCE]))
    if phase == GIVE_CARD:
        return put_held(state, HAND + seat * LOOT_KINDS, out, 0)
    return put_held(state, HAND + seat * LOOT_KINDS, out, put(out, 0, act.NO))


@jit
def put_sunrise_choice(rules, state, seat, phase, out):
    """Ids of the decisions of Sunrise."""
    if phase == VICTIM:
        return put_victims(rules, state, out)
    if phase in (MEDIC_RETURN, RETURN):
        return put_mask(out, 0, act.DISTRICT, return_squares(rules, state, seat))
    if phase == LIB_ORDER:
        return put_mask(out, 0, act.DISTRICT, ripe_districts(rules, state))
    if phase == LIB_CHOICE:
        return put(out, put(out, 0, act.A), act.B)
    if phase == LIB_TARGET:
        targets = effect_targets(rules, state, seat, state[CARD_IN_PLAY])
        return put_mask(out, 0, act.DISTRICT, targets)
    if phase == LIB_BUILD:
        return put_effect_builds(state, seat, out)
    if phase == SALVAGE:
        return put_held(state, LOOT_DISCARD, out, 0)
    if phase == TOKEN_SET:
        return put_mask(out, put(out, 0, act.END), act.TOKEN, free_cards(rules, state, seat))
    return put(out, put(out, 0, act.YES), act.NO)


@jit
def list_legal(rules, state, out):
    """Write the legal ids, rising, and return how many; at most as many as fit."""
    seat, phase = state[DECIDER], state[PHASE]
    if seat < 0:
        return 0
    if phase == ACT:
        return put_act(rules, state, seat, out)
    if phase == START:
        return put_mask(out, 0, act.DISTRICT, state[OF_TYPE + state[FACTION_OF + seat]])
    if phase <= ASKED:
        return put_turn_choice(rules, state, seat, phase, out)
    return put_sunrise_choice(rules, state, seat, phase, out)
