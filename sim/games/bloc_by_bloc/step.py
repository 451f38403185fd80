"""One decision applied: sort the id, call the effect, run on to the next real choice."""

from sim.core.compile import jit
from sim.core.ids import Ids
from sim.core.raw import part
from sim.games.bloc_by_bloc import actions as act
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.legal import list_legal
from sim.games.bloc_by_bloc.liberate import aim_effect, choose_effect, flip_district
from sim.games.bloc_by_bloc.loot import (
    ask_count, call_blocs, choose_target, discard_played,
)
from sim.games.bloc_by_bloc.occupy import (
    KIND_COUNT, drop_drawn, is_empty, keep_card, put_occupation, supply_token,
)
from sim.games.bloc_by_bloc.payment import add_die, add_tool, attack_bonus
from sim.games.bloc_by_bloc.raids import (
    bring_back, lose_bloc, note_morale, use_medic_kit, wear_masks,
)
from sim.games.bloc_by_bloc.setup import choose_start
from sim.games.bloc_by_bloc.sizes import (
    ACT, ASKED, BARRICADE_2, BARRICADE_N, FROM, GAS_MASK, GIVE_CARD, KEEP, KICK_SIDE, LIB_BUILD,
    LIB_CHOICE, LIB_MARCH, LIB_ORDER, LIB_TARGET, MEDIC, MEDIC_RETURN, MOLOTOV, MOLOTOVS,
    MOVE_COUNT, MOVE_DEST, NEIGHBORS, OVER, PAY, RELOCATE, RETURN, RUN, SALVAGE, SPIKE, START,
    TRUNCATED, VICTIM, WHERE,
)
from sim.games.bloc_by_bloc.state import (
    COUNT_OF, CURSOR, DECIDER, LIB_POS, LOOT_DISCARD, LOSSES, NEED, OPEN_ID, PAID, PHASE,
    POS_OF_ID, PROBE, REFUSED, REPEATS, SOURCE, TOKEN_ON, T_ABILITY, T_DECISIONS, T_LOOT,
    T_SQUAD_KILLS, ask, blocs_at, change_hand, end_game, place_barricades, run_on,
)
from sim.games.bloc_by_bloc.sunrise import leave_meeting, run_stage
from sim.games.bloc_by_bloc.turn import (
    apply_act, attend_meeting, carry_out, finish_move, kick_out, offer_molotov, pass_card,
    relocate, resume, strike,
)
from sim.games.bloc_by_bloc.vans import lay_spikes


@jit
def apply_pay(rules, state, seat, action, rng):
    """Add a die or a tool; carry the action out once the sum is reached."""
    if action == act.TOOL:
        add_tool(rules, state, seat)
    else:
        bonus = attack_bonus(rules, state, seat) if state[OPEN_ID] >= act.DEFEAT else 0
        add_die(state, action - act.DIE, bonus)
    if state[PAID] >= state[NEED]:
        carry_out(rules, state, seat, rng)


@jit
def apply_destination(rules, state, seat, action):
    """Move the chosen blocs to a district or to the meeting."""
    if action == act.DECK:
        attend_meeting(state, seat)
    else:
        finish_move(rules, state, seat, action - act.DISTRICT)
    resume(rules, state)


@jit
def apply_barricade(rules, state, seat, action, phase):
    """Place one more barricade of an ability, a card or an effect, or stop."""
    if action != act.END:
        place_barricades(rules, state, action - act.BARRICADE, 1)
        if phase == BARRICADE_2:
            state[T_ABILITY + NEIGHBORS] += 1
        else:
            state[REPEATS] -= 1
            if state[REPEATS] > 0:
                return
    resume(rules, state)


@jit
def apply_molotov(rules, state, seat, action):
    """Add an effect to the attack, or leave it."""
    if action == act.END:
        resume(rules, state)
        return
    discard_played(state, seat, MOLOTOVS)
    more = rules.table[R.LOOT_AMOUNT + MOLOTOVS]
    strike(rules, state, state[SOURCE], state[OPEN_ID] >= act.VAN, more)
    offer_molotov(rules, state, seat)


@jit
def apply_keep(rules, state, seat, action):
    """Keep a drawn card; discard the others when enough are kept (BB-53)."""
    if action != act.END and keep_card(state, seat, action - act.CARD):
        return
    drop_drawn(state)
    resume(rules, state)


@jit
def apply_asked(rules, state, seat, action):
    """Hand the asked card over, or refuse for the rest of the turn (BB-58)."""
    if action == act.NO:
        state[REFUSED] |= 1 << seat
    else:
        pass_card(state, seat, state[REPEATS], action - act.CARD)
    resume(rules, state)


@jit
def apply_turn_choice(rules, state, action, phase, rng):
    """Apply a sub-decision of a turn."""
    seat = state[DECIDER]
    if phase == MOVE_COUNT:
        state[COUNT_OF] = action - act.COUNT
        ask(state, MOVE_DEST, seat)
    elif phase == MOVE_DEST:
        apply_destination(rules, state, seat, action)
    elif phase == PAY:
        apply_pay(rules, state, seat, action, rng)
    elif phase == RELOCATE:
        relocate(rules, state, seat, action - act.DISTRICT)
        resume(rules, state)
    elif phase in (BARRICADE_2, BARRICADE_N):
        apply_barricade(rules, state, seat, action, phase)
    elif phase == KICK_SIDE:
        kick_out(rules, state, action - act.SIDE)
        resume(rules, state)
    elif phase == MOLOTOV:
        apply_molotov(rules, state, seat, action)
    elif phase == KEEP:
        apply_keep(rules, state, seat, action)
    elif phase == WHERE:
        if not choose_target(rules, state, seat, action - act.DISTRICT):
            resume(rules, state)
    elif phase == FROM:
        call_blocs(rules, state, seat, action - act.DISTRICT)
        resume(rules, state)
    elif phase == GIVE_CARD:
        pass_card(state, seat, state[REPEATS], action - act.CARD)
        resume(rules, state)
    else:
        apply_asked(rules, state, seat, action)


@jit
def apply_attack_choice(rules, state, action, phase):
    """Apply a decision of the police attack."""
    seat = state[DECIDER]
    run_on(state)
    if phase == MEDIC:
        if action == act.YES:
            use_medic_kit(rules, state, seat)
    elif phase == GAS_MASK:
        if action == act.YES:
            wear_masks(state, seat)
    elif phase == VICTIM:
        pos = state[POS_OF_ID + state[CURSOR]]
        lose_bloc(state, action - act.FACTION, pos, 1, T_SQUAD_KILLS)
        state[LOSSES] -= 1
    elif phase == MEDIC_RETURN:
        bring_back(state, seat, action - act.DISTRICT)
    elif action == act.YES:
        lay_spikes(rules, state, seat)


@jit
def apply_sunrise_choice(rules, state, action, phase, rng):
    """Apply a decision of liberation, meeting or tokens."""
    seat = state[DECIDER]
    run_on(state)
    if phase == LIB_ORDER:
        flip_district(rules, state, action - act.DISTRICT, rng)
    elif phase == LIB_CHOICE:
        choose_effect(state, seat, action - act.A)
    elif phase == LIB_TARGET:
        aim_effect(rules, state, seat, action - act.DISTRICT)
    elif phase == LIB_MARCH:
        if action == act.YES:
            ask_count(state, seat, min(state[REPEATS], state[blocs_at(seat, state[LIB_POS])]))
    elif phase == LIB_BUILD:
        if action != act.END:
            token = supply_token(rules, state, seat, (action - act.BUILD) % KIND_COUNT)
            put_occupation(rules, state, seat, token, state[LIB_POS], True)
    elif phase == SALVAGE:
        apply_salvage(state, seat, action - act.CARD)
    elif phase == RETURN:
        leave_meeting(state, seat, action - act.DISTRICT)
    elif action != act.END:
        state[TOKEN_ON + seat] = action - act.TOKEN


@jit
def apply_salvage(state, seat, kind):
    """Take a card out of the discard pile; ask again while the effect has more."""
    state[LOOT_DISCARD + kind] -= 1
    change_hand(state, seat, kind, 1)
    state[T_LOOT] += 1
    state[REPEATS] -= 1
    if state[REPEATS] > 0 and not is_empty(state, LOOT_DISCARD):
        ask(state, SALVAGE, seat)


@jit
def apply(rules, state, action, rng):
    """Apply one id, forced or chosen."""
    phase = state[PHASE]
    if phase == ACT:
        apply_act(rules, state, action, rng)
    elif phase == START:
        choose_start(rules, state, state[DECIDER], action - act.DISTRICT)
        run_on(state)
    elif phase <= ASKED:
        apply_turn_choice(rules, state, action, phase, rng)
    elif phase <= SPIKE:
        apply_attack_choice(rules, state, action, phase)
    else:
        apply_sunrise_choice(rules, state, action, phase, rng)


@jit
def run_to_decision(rules, state, rng):
    """Let the engine go on until someone must decide or the game is over."""
    while state[PHASE] == RUN:
        run_stage(rules, state, rng)


@jit
def advance(rules, state, action, rng):
    """Apply a legal action and run on until a seat has two or more choices, or the end."""
    state[T_DECISIONS] += 1
    while True:
        apply(rules, state, action, rng)
        run_to_decision(rules, state, rng)
        if state[PHASE] == OVER or list_legal(rules, state, Ids(part(state, PROBE, 2), 2)) > 1:
            break
        action = state[PROBE]
    state[PROBE] = 0
    state[PROBE + 1] = 0
    if state[PHASE] != OVER and state[T_DECISIONS] >= rules.table[R.DECISION_CAP]:
        note_morale(state)
        end_game(state, TRUNCATED)
