"""Liberation: which districts fall, and the effects of the Liberation cards (BB-77..BB-80)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import pick_bit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.columns import LIBERATION_CARDS, SEATS
from sim.games.bloc_by_bloc.conditions import place_tokens, reveal_condition
from sim.games.bloc_by_bloc.loot import (
    can_mark, draw_to_hand, is_empty, mark_graffiti,
)
from sim.games.bloc_by_bloc.occupy import has_supply, may_occupy
from sim.games.bloc_by_bloc.reach import can_leave, move_goals
from sim.games.bloc_by_bloc.rules import (
    BARRICADE, BUILD, CALM, FORM, FORM_OCC, GRAFFITI, LOOT, MARCH, RETREAT, REVEAL, ROUT, SALVAGE,
    STRIKE,
)
from sim.games.bloc_by_bloc.sizes import (
    BARRICADE_N, DOWN_LIBERATION, DOWN_OTHER, FORMED_CARD, HALF_DECK, LIB_BUILD, LIB_CHOICE,
    LIB_MARCH, LIB_ORDER, LIB_TARGET, PUBLIC, SQUARES, S_CHOOSE, S_EFFECT, S_LIBERATE, S_MEETING,
    TOKENS,
)
from sim.games.bloc_by_bloc.sizes import (
    SALVAGE as SALVAGE_PHASE,
)
from sim.games.bloc_by_bloc.state import (
    ADJACENT, ASKED_COUNT, CARD_IN_PLAY, CHOICE, CONDITIONS_LEFT, COUNTDOWN, COUNT_OF, CROWD,
    EFFECT_SEAT, GRAFFITI_AT, IN_CITY, LIBERATED, LIBERATION_LEFT, LIB_CARD, LIB_POS,
    LOOT_DISCARD, NIGHT, OCC_AT, OCC_POS, OPEN_ID, REPEATS, SHOP_OPEN, SOURCE, SQUADS, STAGE,
    TOKENS_OUT, TYPE, T_CHOSEN, T_FIRST_LIBERATION, add_squads, ask, blocs_at, blocs_needed,
    form_blocs, has_police, lower_morale, set_difficulty, turn_seat,
)
from sim.games.bloc_by_bloc.turn import finish_move

LIBERATION_STREAM = 6


@jit
def liberated_squares(state):
    """Liberated districts, as a mask."""
    mask = 0
    for pos in range(SQUARES):
        mask |= state[LIBERATED + pos] << pos
    return mask


@jit
def can_be_next(rules, state, pos, liberated):
    """Whether a repressed district is in line for liberation: Public or next to a liberated one."""
    if state[LIBERATED + pos]:
        return False
    if state[TYPE + pos] == PUBLIC or not rules.table[R.NEEDS_NEIGHBOUR]:
        return True
    return (state[ADJACENT + pos] & liberated) != 0


@jit
def ripe_districts(rules, state):
    """Districts that are liberated now, as a mask (BB-77)."""
    liberated = liberated_squares(state)
    mask = 0
    for pos in range(SQUARES):
        if (
            state[CROWD + pos] > 0
            and state[CROWD + pos] >= blocs_needed(rules, state, pos)
            and not has_police(state, pos)
            and can_be_next(rules, state, pos, liberated)
        ):
            mask |= 1 << pos
    return mask


@jit
def run_liberate(rules, state):
    """Ask which district is next, or go on to the meeting (R-30)."""
    if ripe_districts(rules, state) == 0:
        state[STAGE] = S_MEETING
    else:
        ask(state, LIB_ORDER, turn_seat(rules, state, 0))


@jit
def flip_district(rules, state, pos, rng):
    """Turn a district to its liberated side and reveal its card (BB-78, BB-79)."""
    state[LIBERATED + pos] = 1
    set_difficulty(rules, state, pos)
    state[TOKENS_OUT] -= state[GRAFFITI_AT + pos]
    state[GRAFFITI_AT + pos] += state[SHOP_OPEN + pos]
    state[SHOP_OPEN + pos] = 0
    lower_morale(state, 1, DOWN_LIBERATION)
    if state[TYPE + pos] == PUBLIC:
        raised = min(rules.table[R.COUNTDOWN_CAP], state[COUNTDOWN] + rules.table[R.PUBLIC_BONUS])
        state[COUNTDOWN] = max(state[COUNTDOWN], raised)
    if state[T_FIRST_LIBERATION] < 0:
        state[T_FIRST_LIBERATION] = state[NIGHT]
    place_tokens(rules, state)
    left = int(state[LIBERATION_LEFT]) | int(state[LIBERATION_LEFT + 1]) << HALF_DECK
    card = pick_bit(row(rng, LIBERATION_STREAM), left)
    state[LIBERATION_LEFT + card // HALF_DECK] &= ~(1 << (card % HALF_DECK))
    state[LIB_POS] = pos
    state[LIB_CARD] = card
    for seat in range(SEATS):
        state[CHOICE + seat] = -1
    state[ASKED_COUNT] = 0
    state[STAGE] = S_CHOOSE


@jit
def run_choose(rules, state):
    """Ask each liberating faction for A or B, in turn order (BB-79)."""
    while state[ASKED_COUNT] < rules.seats:
        seat = turn_seat(rules, state, state[ASKED_COUNT])
        state[ASKED_COUNT] += 1
        if state[blocs_at(seat, state[LIB_POS])] > 0:
            ask(state, LIB_CHOICE, seat)
            return
    state[ASKED_COUNT] = 0
    state[STAGE] = S_EFFECT


@jit
def choose_effect(state, seat, choice):
    """Note a faction's choice on the Liberation card."""
    state[CHOICE + seat] = choice
    state[T_CHOSEN + choice * LIBERATION_CARDS + state[LIB_CARD]] += 1


@jit
def run_effect(rules, state, rng):
    """Carry out the next faction's effect; it may ask for a choice (BB-79)."""
    while state[ASKED_COUNT] < rules.seats:
        seat = turn_seat(rules, state, state[ASKED_COUNT])
        state[ASKED_COUNT] += 1
        choice = state[CHOICE + seat]
        if choice >= 0:
            kind = rules.table[R.EFFECT_KIND + R.CHOICES * state[LIB_CARD] + choice]
            amount = rules.table[R.EFFECT_AMOUNT + R.CHOICES * state[LIB_CARD] + choice]
            if amount > 0:
                start_effect(rules, state, seat, kind, amount, rng)
            return
    state[STAGE] = S_LIBERATE


@jit
def start_effect(rules, state, seat, kind, amount, rng):
    """Do an effect at once, or ask for what it needs."""
    pos = state[LIB_POS]
    state[EFFECT_SEAT] = seat
    state[CARD_IN_PLAY] = kind
    state[COUNT_OF] = amount
    state[REPEATS] = amount
    state[SOURCE] = pos
    state[OPEN_ID] = -1
    if kind == LOOT:
        draw_to_hand(state, seat, amount, rng)
    elif kind == FORM:
        form_blocs(rules, state, seat, pos, amount, FORMED_CARD)
    elif kind == CALM:
        lower_morale(state, amount, DOWN_OTHER)
    elif kind == REVEAL:
        for _ in range(amount):
            if state[CONDITIONS_LEFT]:
                reveal_condition(rules, state, rng)
    else:
        ask_effect(rules, state, seat, kind)


@jit
def ask_effect(rules, state, seat, kind):
    """Ask for the choice that an effect needs, if it can do anything (BB-80)."""
    pos = state[LIB_POS]
    if kind == MARCH:
        if state[blocs_at(seat, pos)] > 0 and can_leave(rules, state, pos):
            ask(state, LIB_MARCH, seat)
    elif kind == BARRICADE:
        ask(state, BARRICADE_N, seat)
    elif kind == BUILD:
        if has_supply(state, seat) and state[OCC_AT + pos] < 0 and may_occupy(state, seat, pos):
            ask(state, LIB_BUILD, seat)
    elif kind == SALVAGE:
        if not is_empty(state, LOOT_DISCARD):
            ask(state, SALVAGE_PHASE, seat)
    elif effect_targets(rules, state, seat, kind) != 0:
        ask(state, LIB_TARGET, seat)


@jit
def effect_targets(rules, state, seat, kind):
    """Districts that an effect may choose, as a mask."""
    pos = state[LIB_POS]
    if kind == FORM_OCC:
        mask = 0
        if state[IN_CITY + seat] < rules.table[R.BLOC_SUPPLY]:
            for token in range(TOKENS):
                place = state[OCC_POS + seat * TOKENS + token]
                if place >= 0:
                    mask |= 1 << place
        return mask
    if kind == STRIKE:
        if state[blocs_at(seat, pos)] == 0:
            return 0
        return with_squads(state, move_goals(rules, state, seat, pos, 1))
    if kind == ROUT:
        return with_squads(state, state[ADJACENT + pos])
    if kind == RETREAT:
        return with_squads(state, (1 << SQUARES) - 1)
    mask = 0
    near = state[ADJACENT + pos]
    while near:
        other = lowest_bit(near)
        near &= near - 1
        if can_mark(rules, state, other):
            mask |= 1 << other
    return mask


@jit
def with_squads(state, squares):
    """Those of a mask's squares that hold a squad."""
    mask = 0
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if state[SQUADS + pos] > 0:
            mask |= 1 << pos
    return mask


@jit
def aim_effect(rules, state, seat, target):
    """Carry out an effect on the district chosen for it."""
    kind, amount = state[CARD_IN_PLAY], state[REPEATS]
    if kind == FORM_OCC:
        form_blocs(rules, state, seat, target, amount, FORMED_CARD)
    elif kind == STRIKE:
        state[COUNT_OF] = 1
        finish_move(rules, state, seat, target)
        add_squads(state, target, -1)
    elif kind == GRAFFITI:
        mark_graffiti(rules, state, target, amount)
    else:
        add_squads(state, target, -min(amount, state[SQUADS + target]))
