"""A faction's turn: its start, its actions, its end (BB-23, BB-36..BB-58)."""

from sim.core.compile import jit
from sim.games.bloc_by_bloc import actions as act
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.columns import LOOT_KINDS
from sim.games.bloc_by_bloc.conditions import tokens_placed
from sim.games.bloc_by_bloc.loot import (
    ask_count, draw_to_hand, mark_graffiti, play_card, roll_dice,
)
from sim.games.bloc_by_bloc.occupy import (
    KIND_COUNT, has_supply, occupy_need, put_occupation, supply_token, use_occupation,
)
from sim.games.bloc_by_bloc.payment import (
    NO_DIE_YET, attack_bonus, attack_need, pay_cheapest, spend_lowest,
)
from sim.games.bloc_by_bloc.police import police_ops
from sim.games.bloc_by_bloc.reach import in_disguise, movable_blocs, moves_solo, reachable
from sim.games.bloc_by_bloc.sizes import (
    ACT, ACTION_BARRICADE, ACTION_BUILD, ACTION_BURN, ACTION_CENTER, ACTION_DEFEAT,
    ACTION_GRAFFITI, ACTION_HALL, ACTION_KICK, ACTION_MEETING, ACTION_MOVE, ACTION_SWAP,
    ACTION_VAN, ASKED, BARRICADE_2, DICE_ROLLED, DICE_UNSPENT, DIE_FACES, DOWN_VAN, FORMED_START,
    GIVE_CARD, HALL_KIND, KICK_SIDE, MOLOTOV, MOLOTOVS, NEIGHBORS, PAY, PRISONERS, RELOCATE,
    SIDE_COUNT, SQUARES, STUDENTS, S_REACTION, S_TURN, TOKENS, WORKERS,
)
from sim.games.bloc_by_bloc.state import (
    ATTACKS_MADE, BARRICADES, BURNED, COUNTDOWN, COUNT_OF, DECIDER, DECK_BLOCS, DICE, DICE_PAID,
    FACTION_OF, FIRST_ROUTE, HAND, IN_CITY, KIND, LAST_DIE, NEED, NEIGHBOUR, OCC_AT, OCC_POS,
    OCC_USED, OPEN_ID, PAID, REFUSED, REPEATS, ROUTE, SHOP_OPEN, SOURCE, SQUADS, STAGE,
    TOKENS_OUT, TOKEN_MOVED, TOKEN_ON, TOOLS_PAID, TRANSFERS, TURN_INDEX, T_ABILITY, T_ACTIONS,
    T_DICE, T_LOW_CLOCK, T_VANS, VAN_AT, active_seat, add_blocs, add_squads, ask, change_hand,
    dice_left, difficulty, form_blocs, has_police, kind_of_token, lower_morale,
    place_barricades, run_on, set_van, shift_squads,
)

LOW_CLOCK = 3


@jit
def note_night(rules, state):
    """Tally whether the night begins with little time and few tokens."""
    if state[COUNTDOWN] <= LOW_CLOCK and 2 * tokens_placed(rules, state) <= rules.seats:
        state[T_LOW_CLOCK] = 1


@jit
def begin_turn(rules, state, rng):
    """Police Ops, the new bloc and the dice of the seat whose turn begins."""
    seat = active_seat(rules, state)
    if state[TURN_INDEX] == 0:
        note_night(rules, state)
    for cell in range(TOKENS):
        state[OCC_USED + cell] = 0
    for cell in range(SQUARES):
        state[ATTACKS_MADE + cell] = 0
    state[REFUSED] = 0
    state[TRANSFERS] = 0
    state[TOKEN_MOVED] = 0
    police_ops(rules, state, ATTACKS_MADE, rng)
    start = state[OCC_POS + seat * TOKENS]
    if start >= 0:
        form_blocs(rules, state, seat, start, 1, FORMED_START)
    dice = rules.table[R.DICE_BASE]
    for more in range(R.THRESHOLDS):
        dice += state[IN_CITY + seat] >= rules.table[R.DICE_THRESHOLDS + more]
    roll_dice(state, dice, rng)
    state[T_DICE + DICE_ROLLED] += dice
    ask(state, ACT, seat)


@jit
def end_turn(rules, state):
    """Lose the unspent dice and pass on to the next seat or to Sunrise (BB-38)."""
    state[T_DICE + DICE_UNSPENT] += dice_left(state)
    for face in range(DIE_FACES):
        state[DICE + face] = 0
    state[TURN_INDEX] += 1
    state[STAGE] = S_REACTION if state[TURN_INDEX] == rules.seats else S_TURN
    run_on(state)


@jit
def resume(rules, state):
    """Return to the turn after an action, or let Sunrise go on after an effect."""
    if state[STAGE] == S_TURN:
        ask(state, ACT, active_seat(rules, state))
    else:
        run_on(state)


@jit
def finish_move(rules, state, seat, goal):
    """Move the chosen blocs to a district (BB-42, BB-43)."""
    source, count = state[SOURCE], state[COUNT_OF]
    by_action = act.MOVE <= state[OPEN_ID] < act.MOVE + SQUARES
    if by_action:
        state[T_ACTIONS + ACTION_MOVE] += 1
    note_solo_move(rules, state, seat, source, goal, count)
    add_blocs(state, seat, source, -count)
    add_blocs(state, seat, goal, count)


@jit
def note_solo_move(rules, state, seat, source, goal, count):
    """Tally a Students move that only their ability allows."""
    if in_disguise(state) or not moves_solo(rules, state, seat, source, count):
        return
    if has_police(state, source) or not (reachable(rules, state, source, False) >> goal) & 1:
        state[T_ABILITY + STUDENTS] += 1


@jit
def attend_meeting(state, seat):
    """Move the chosen blocs onto the Conditions deck (BB-44)."""
    state[T_ACTIONS + ACTION_MEETING] += 1
    add_blocs(state, seat, state[SOURCE], -state[COUNT_OF])
    state[DECK_BLOCS + seat] += state[COUNT_OF]


@jit
def open_move(rules, state, seat, action):
    """Spend the lowest die and ask how many blocs move (BB-39, BB-42)."""
    spend_lowest(state)
    pos = action - act.MOVE
    state[OPEN_ID] = action
    state[SOURCE] = pos
    ask_count(state, seat, movable_blocs(rules, state, seat, pos))


@jit
def build_barricade(rules, state, seat, route):
    """Place a barricade; the Neighbors may place a second (BB-45, BB-46)."""
    spend_lowest(state)
    place_barricades(rules, state, route, 1)
    state[T_ACTIONS + ACTION_BARRICADE] += 1
    if rules.table[R.NEIGHBORS] and state[FACTION_OF + seat] == NEIGHBORS:
        state[FIRST_ROUTE] = route
        ask(state, BARRICADE_2, seat)


@jit
def requirement(rules, state, seat, action):
    """What a paid action needs."""
    pos = paid_square(action)
    if action >= act.DEFEAT:
        return attack_need(rules, state, seat, difficulty(state, pos))
    if action >= act.BUILD:
        return occupy_need(rules, state, seat, pos)
    return difficulty(state, pos)


@jit
def paid_square(action):
    """Square of an action that is paid by its district's difficulty."""
    if action >= act.DEFEAT:
        return (action - act.DEFEAT) % SQUARES
    if action >= act.BUILD:
        return (action - act.BUILD) // KIND_COUNT % SQUARES
    return (action - act.BURN) % SQUARES


@jit
def open_payment(rules, state, seat, action):
    """Start paying for an action; True when it is paid at once."""
    state[OPEN_ID] = action
    state[SOURCE] = paid_square(action)
    state[NEED] = requirement(rules, state, seat, action)
    state[PAID] = 0
    state[LAST_DIE] = NO_DIE_YET
    state[DICE_PAID] = 0
    state[TOOLS_PAID] = 0
    bonus = attack_bonus(rules, state, seat) if action >= act.DEFEAT else 0
    if state[NEED] == 1:
        face = spend_lowest(state)
        state[PAID] = face + bonus
        state[DICE_PAID] = 1
    elif rules.table[R.PAYMENT_AUTO]:
        pay_cheapest(rules, state, seat, state[NEED], bonus)
    else:
        ask(state, PAY, seat)
        return False
    return True


@jit
def carry_out(rules, state, seat, rng):
    """Do what has been paid for; the phase tells whether a choice follows."""
    action, pos = state[OPEN_ID], state[SOURCE]
    if action < act.GRAFFITI:
        burn(state, seat, pos, rng)
    elif action < act.BUILD:
        state[T_ACTIONS + ACTION_GRAFFITI] += 1
        mark_graffiti(rules, state, pos, 1)
    elif action < act.DEFEAT:
        carry_out_occupation(rules, state, seat)
        return
    else:
        carry_out_attack(rules, state, seat)
        return
    resume(rules, state)


@jit
def burn(state, seat, pos, rng):
    """Burn an unmarked centre for a Loot card (BB-47)."""
    state[T_ACTIONS + ACTION_BURN] += 1
    state[SHOP_OPEN + pos] -= 1
    state[BURNED + pos] += 1
    state[TOKENS_OUT] += 1
    draw_to_hand(state, seat, 1, rng)


@jit
def carry_out_occupation(rules, state, seat):
    """Place the occupation of a paid Build or Swap, or ask which token is relocated."""
    action, pos = state[OPEN_ID], state[SOURCE]
    is_build = action < act.SWAP
    state[T_ACTIONS + (ACTION_BUILD if is_build else ACTION_SWAP)] += 1
    state[KIND] = (action - act.BUILD) % KIND_COUNT
    if rules.table[R.WORKERS] and state[FACTION_OF + seat] == WORKERS:
        state[T_ABILITY + WORKERS] += state[PAID] < difficulty(state, pos)
    if has_supply(state, seat):
        token = supply_token(rules, state, seat, state[KIND])
        put_occupation(rules, state, seat, token, pos, is_build)
        resume(rules, state)
    else:
        ask(state, RELOCATE, seat)


@jit
def relocate(rules, state, seat, source):
    """Move the own occupation of a district to the place of the paid Build or Swap (BB-51)."""
    token = state[OCC_AT + source] % TOKENS
    put_occupation(rules, state, seat, token, state[SOURCE], state[OPEN_ID] < act.SWAP)


@jit
def carry_out_attack(rules, state, seat):
    """Strike once where the attack was paid; Molotovs or a side may be asked for (BB-54)."""
    action, pos = state[OPEN_ID], state[SOURCE]
    state[ATTACKS_MADE + pos] += 1
    if rules.table[R.PRISONERS] and state[FACTION_OF + seat] == PRISONERS:
        plain = state[PAID] - attack_bonus(rules, state, seat) * state[DICE_PAID]
        state[T_ABILITY + PRISONERS] += plain < difficulty(state, pos)
    if act.KICK <= action < act.VAN:
        state[T_ACTIONS + ACTION_KICK] += 1
        state[COUNT_OF] = rules.table[R.KICK_SQUADS]
        ask(state, KICK_SIDE, seat)
        return
    state[T_ACTIONS + (ACTION_VAN if action >= act.VAN else ACTION_DEFEAT)] += 1
    strike(rules, state, pos, action >= act.VAN, 1)
    offer_molotov(rules, state, seat)


@jit
def strike(rules, state, pos, on_van, n):
    """Defeat up to n squads, or hit the van n times (BB-54)."""
    if not on_van:
        add_squads(state, pos, -min(n, state[SQUADS + pos]))
        return
    hits = state[VAN_AT + pos] - 1 + n
    if hits < rules.table[R.VAN_HITS]:
        set_van(state, pos, 1 + hits)
        return
    set_van(state, pos, 0)
    state[T_VANS] += 1
    lower_morale(state, 1, DOWN_VAN)


@jit
def offer_molotov(rules, state, seat):
    """Ask for a further effect where one is possible and a Molotovs card is held."""
    pos = state[SOURCE]
    goal = VAN_AT if state[OPEN_ID] >= act.VAN else SQUADS
    if state[HAND + seat * LOOT_KINDS + MOLOTOVS] > 0 and state[goal + pos] > 0:
        ask(state, MOLOTOV, seat)
    else:
        resume(rules, state)


@jit
def kick_out(rules, state, side):
    """Push squads out of the source by a side and clear that route (BB-54)."""
    pos = state[SOURCE]
    route = state[ROUTE + pos * SIDE_COUNT + side]
    place_barricades(rules, state, route, -state[BARRICADES + route])
    n = min(state[COUNT_OF], state[SQUADS + pos])
    shift_squads(state, pos, -n)
    shift_squads(state, state[NEIGHBOUR + pos * SIDE_COUNT + side], n)


@jit
def apply_act(rules, state, action, rng):
    """Begin the chosen action of a turn."""
    seat = state[DECIDER]
    if action == act.END:
        end_turn(rules, state)
    elif action < act.BARRICADE:
        open_move(rules, state, seat, action)
    elif action < act.BURN:
        build_barricade(rules, state, seat, action - act.BARRICADE)
    elif action < act.USE:
        if open_payment(rules, state, seat, action):
            carry_out(rules, state, seat, rng)
    elif action < act.PLAY:
        apply_use(rules, state, seat, action - act.USE, rng)
    elif action < act.GIVE:
        play_card(rules, state, seat, action - act.PLAY, rng)
    elif action < act.ASK:
        state[REPEATS] = action - act.GIVE
        ask(state, GIVE_CARD, seat)
    elif action < act.TOKEN:
        state[REPEATS] = seat
        ask(state, ASKED, action - act.ASK)
    else:
        state[TOKEN_ON + seat] = action - act.TOKEN
        state[TOKEN_MOVED] = 1


@jit
def apply_use(rules, state, seat, pos, rng):
    """Spend the lowest die on the ability of an own Hall or Center."""
    spend_lowest(state)
    hall = kind_of_token(state[OCC_AT + pos] % TOKENS) == HALL_KIND
    state[T_ACTIONS + (ACTION_HALL if hall else ACTION_CENTER)] += 1
    use_occupation(rules, state, seat, pos, rng)


@jit
def pass_card(state, giver, receiver, kind):
    """Hand a Loot card over (BB-58)."""
    change_hand(state, giver, kind, -1)
    change_hand(state, receiver, kind, 1)
    state[TRANSFERS] += 1
