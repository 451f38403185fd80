"""Sunrise as a table of contents: one stage after another (BB-63..BB-84)."""

from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import pick_bit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.conditions import (
    cards_up, completed_cards, reveal_condition, tokens_placed,
)
from sim.games.bloc_by_bloc.liberate import run_choose, run_effect, run_liberate
from sim.games.bloc_by_bloc.raids import (
    holds_occupation, note_morale, repair_vans, run_back, run_masks, run_medics, run_squads,
    run_vans, run_victims,
)
from sim.games.bloc_by_bloc.setup import run_start
from sim.games.bloc_by_bloc.sizes import (
    LOSE_TIME, REACTIONS, RETURN, S_BACK, S_CHECK, S_CHOOSE, S_COUNTDOWN, S_DISCARD, S_DRIVE,
    S_EFFECT, S_LIBERATE, S_MASKS, S_MEDICS, S_MEETING, S_REACTION, S_RETURN, S_SQUADS, S_START,
    S_TOKENS, S_TURN, S_VANS, S_VICTIMS, TOKENS, TOKEN_SET, TRUNCATED, WIN,
)
from sim.games.bloc_by_bloc.state import (
    ASKED_COUNT, CONDITIONS_LEFT, COUNTDOWN, CURSOR, DECK_BLOCS, FACTION_OF, FIRST_SEAT, MORALE,
    NIGHT, OCC_POS, OF_TYPE, REACTION_LEFT, REACTION_TOP, STAGE, TOKEN_ON, TURN_INDEX, T_LOCKDOWN,
    T_MEETINGS, T_TOKENS_NIGHT, WINNERS, add_blocs, ask, end_game, metro_open, turn_seat,
)
from sim.games.bloc_by_bloc.turn import begin_turn
from sim.games.bloc_by_bloc.vans import run_drive

REACTION_STREAM = 3


@jit
def run_reaction(rules, state):
    """Turn over the Reaction card; vans are repaired first (BB-63, BB-64)."""
    state[T_LOCKDOWN] += not metro_open(rules, state)
    repair_vans(state)
    state[CURSOR] = 1
    state[STAGE] = S_VANS


@jit
def run_discard(state, rng):
    """Discard the Reaction card; a new one, back visible, is on top (BB-76)."""
    if state[REACTION_LEFT] == 0:
        state[REACTION_LEFT] = (1 << REACTIONS) - 1
    top = pick_bit(row(rng, REACTION_STREAM), state[REACTION_LEFT])
    state[REACTION_LEFT] &= ~(1 << top)
    state[REACTION_TOP] = top
    state[STAGE] = S_LIBERATE


@jit
def run_meeting(rules, state, rng):
    """Turn Conditions cards face up while enough blocs attend (BB-81)."""
    blocs = 0
    for seat in range(rules.seats):
        blocs += state[DECK_BLOCS + seat]
    if blocs > 0:
        state[T_MEETINGS] += 1
        shown = cards_up(state)
        before = shown
        while state[CONDITIONS_LEFT] and blocs >= rules.table[R.MEETING_COST + shown]:
            blocs -= rules.table[R.MEETING_COST + shown]
            reveal_condition(rules, state, rng)
            shown += 1
        state[T_MEETINGS + 1] += shown > before
    state[ASKED_COUNT] = 0
    state[STAGE] = S_RETURN


@jit
def return_squares(rules, state, seat):
    """Districts where blocs from the meeting or a Medic Kit may return, as a mask (BB-82)."""
    if not holds_occupation(state, seat):
        return state[OF_TYPE + state[FACTION_OF + seat]]
    mask = 0
    for token in range(TOKENS):
        pos = state[OCC_POS + seat * TOKENS + token]
        if pos >= 0:
            mask |= 1 << pos
    return mask


@jit
def run_return(rules, state):
    """Ask each faction at the meeting where its blocs return to, in turn order (BB-82)."""
    while state[ASKED_COUNT] < rules.seats:
        seat = turn_seat(rules, state, state[ASKED_COUNT])
        state[ASKED_COUNT] += 1
        if state[DECK_BLOCS + seat] > 0:
            ask(state, RETURN, seat)
            return
    state[ASKED_COUNT] = 0
    state[STAGE] = S_TOKENS


@jit
def leave_meeting(state, seat, pos):
    """Bring a faction's blocs from the meeting into a district."""
    add_blocs(state, seat, pos, state[DECK_BLOCS + seat])
    state[DECK_BLOCS + seat] = 0


@jit
def free_cards(rules, state, seat):
    """Completed Conditions cards without any token, as a mask (BB-61)."""
    mask = completed_cards(rules, state, seat)
    for other in range(rules.seats):
        if state[TOKEN_ON + other] >= 0:
            mask &= ~(1 << state[TOKEN_ON + other])
    return mask


@jit
def run_tokens(rules, state):
    """Ask factions without a token on a card to place it (manual mode, BB-62)."""
    while rules.table[R.TOKEN_MANUAL] and state[ASKED_COUNT] < rules.seats:
        seat = turn_seat(rules, state, state[ASKED_COUNT])
        state[ASKED_COUNT] += 1
        if state[TOKEN_ON + seat] < 0 and free_cards(rules, state, seat) != 0:
            ask(state, TOKEN_SET, seat)
            return
    state[STAGE] = S_CHECK


@jit
def run_check(rules, state):
    """All win together when every token lies on a card (BB-83)."""
    placed = tokens_placed(rules, state)
    for n in range(placed):
        if state[T_TOKENS_NIGHT + n] < 0:
            state[T_TOKENS_NIGHT + n] = state[NIGHT]
    note_morale(state)
    if placed == rules.seats:
        state[WINNERS] = (1 << rules.seats) - 1
        end_game(state, WIN)
    elif state[COUNTDOWN] <= 0:
        end_game(state, LOSE_TIME)
    else:
        state[STAGE] = S_COUNTDOWN


@jit
def run_countdown(rules, state):
    """Advance the countdown by police morale and begin the next night (BB-84)."""
    state[COUNTDOWN] -= rules.table[R.MORALE_STEPS + state[MORALE]]
    if state[COUNTDOWN] <= 0:
        end_game(state, LOSE_TIME)
        return
    if state[NIGHT] >= rules.table[R.NIGHT_CAP]:
        end_game(state, TRUNCATED)
        return
    state[NIGHT] += 1
    state[FIRST_SEAT] = (state[FIRST_SEAT] + 1) % rules.seats
    state[TURN_INDEX] = 0
    state[STAGE] = S_TURN


@jit
def run_stage(rules, state, rng):
    """Do the next piece of the present stage; it moves on to another or asks a decision."""
    stage = state[STAGE]
    if stage == S_START:
        run_start(rules, state, rng)
    elif stage == S_TURN:
        begin_turn(rules, state, rng)
    elif stage == S_REACTION:
        run_reaction(rules, state)
    elif stage == S_VANS:
        run_vans(rules, state)
    elif stage == S_SQUADS:
        run_squads(rules, state)
    elif stage == S_MASKS:
        run_masks(rules, state)
    elif stage == S_VICTIMS:
        run_victims(rules, state)
    elif stage == S_MEDICS:
        run_medics(rules, state)
    elif stage == S_BACK:
        run_back(rules, state)
    elif stage == S_DRIVE:
        run_drive(rules, state)
    else:
        run_later_stage(rules, state, stage, rng)


@jit
def run_later_stage(rules, state, stage, rng):
    """Do the next piece of a stage behind the police attack."""
    if stage == S_DISCARD:
        run_discard(state, rng)
    elif stage == S_LIBERATE:
        run_liberate(rules, state)
    elif stage == S_CHOOSE:
        run_choose(rules, state)
    elif stage == S_EFFECT:
        run_effect(rules, state, rng)
    elif stage == S_MEETING:
        run_meeting(rules, state, rng)
    elif stage == S_RETURN:
        run_return(rules, state)
    elif stage == S_TOKENS:
        run_tokens(rules, state)
    elif stage == S_CHECK:
        run_check(rules, state)
    else:
        run_countdown(rules, state)
