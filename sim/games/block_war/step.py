"""Applying an action: `advance` sorts the ids, one helper carries out each kind."""

from sim.core.compile import jit
from sim.games.block_war import actions as act, book as R
from sim.games.block_war.aiming import take_aim
from sim.games.block_war.cards import buy, drop_card, play_card
from sim.games.block_war.columns import GATES
from sim.games.block_war.losses import discard_unit
from sim.games.block_war.setup import open_first, rotate
from sim.games.block_war.sizes import ACT, AIM, GATE_CLOSED, GATE_OPEN, PAY, ROTATE
from sim.games.block_war.state import (
    ACTIVE, AIMER, AIM_DECISIONS, AP, AP_MOVE, AP_OTHER, AP_TOGGLE, BACKUPS, CLOSED, CLOSEDS,
    DECISIONS, EVENTFUL, EVICTED, OPENED, PAID, PAY_DUE, PAY_GATE, PHASE, REINFORCES, UNFOAMED,
    UNIT, discard, lift_unit, place, put_unit, set_foam, set_gate, stock, weigh_unit,
)
from sim.games.block_war.turn import end_actions, go_on


@jit
def toggle(rules, state, column):
    """Open or close an own gate (BW-19)."""
    player = state[ACTIVE]
    state[AP] -= rules.table[R.COST_TOGGLE]
    state[AP_TOGGLE + player] += rules.table[R.COST_TOGGLE]
    if (state[CLOSEDS + player] >> column) & 1:
        set_gate(state, player, column, GATE_OPEN)
        state[OPENED + player] += 1
    else:
        set_gate(state, player, column, GATE_CLOSED)
        state[CLOSED + player] += 1


@jit
def move_unit(rules, state, start, target):
    """Move an own unit with its upgrades to another own gate (BW-20)."""
    player = state[ACTIVE]
    price = rules.table[R.COST_STEP] * abs(target - start)
    state[AP] -= price
    state[AP_MOVE + player] += price
    spot, goal = place(player, start), place(player, target)
    kind, backups, reinforces = state[UNIT + spot], state[BACKUPS + spot], state[REINFORCES + spot]
    lift_unit(state, player, start)
    put_unit(rules, state, player, target, kind, 0)
    state[BACKUPS + goal] = backups
    state[REINFORCES + goal] = reinforces
    weigh_unit(rules, state, player, target)


@jit
def clear_foam(rules, state, column):
    """Discard the foam of an own gate (BW-28)."""
    player = state[ACTIVE]
    discard(state, rules.table[R.FOAM_KIND], 1)
    set_foam(state, player, column, 0)
    if not rules.table[R.FOAM_OPENS]:
        set_gate(state, player, column, GATE_CLOSED)
    state[UNFOAMED + player] += 1


@jit
def begin_unfoam(rules, state, column):
    """Pay AP for an own foamed gate at once, or begin to give cards for it (BW-28)."""
    state[EVENTFUL] = 1
    price = rules.table[R.FOAM_PRICE]
    if rules.table[R.FOAM_BY_AP]:
        state[AP] -= price
        state[AP_OTHER + state[ACTIVE]] += price
        clear_foam(rules, state, column)
        return
    state[PHASE] = PAY
    state[PAY_GATE] = column
    state[PAY_DUE] = price


@jit
def give_card(rules, state, kind):
    """Give a card for the foam; it goes once enough is given (BW-28)."""
    player = state[ACTIVE]
    drop_card(state, player, kind)
    discard(state, kind, 1)
    state[PAID + stock(player, kind)] += 1
    state[PAY_DUE] -= rules.table[R.PERP_AP + kind]
    if state[PAY_DUE] <= 0:
        clear_foam(rules, state, state[PAY_GATE])
        state[PAY_GATE] = 0
        state[PAY_DUE] = 0
        state[PHASE] = ACT


@jit
def evict(rules, state, column):
    """Pay to send an occupier to the discard pile (BW-29)."""
    player = state[ACTIVE]
    state[AP] -= rules.table[R.EVICT_PRICE]
    state[AP_OTHER + player] += rules.table[R.EVICT_PRICE]
    discard_unit(rules, state, player, column)
    state[EVICTED + player] += 1
    state[EVENTFUL] = 1


@jit
def carry_out(rules, state, action):
    """Carry out an id of the action step that takes no luck (BW-16)."""
    if action < act.MOVE:
        toggle(rules, state, action - act.TOGGLE)
    elif action < act.PLAY:
        gates = action - act.MOVE
        move_unit(rules, state, gates // GATES, gates % GATES)
    elif action < act.UNFOAM:
        card = action - act.PLAY
        play_card(rules, state, card // GATES, card % GATES)
    elif action < act.EVICT:
        begin_unfoam(rules, state, action - act.UNFOAM)
    else:
        evict(rules, state, action - act.EVICT)


@jit
def take_action(rules, state, action, rng):
    """Carry out an id of the action step (BW-16)."""
    if action == act.END:
        end_actions(rules, state, rng)
    elif action == act.BUY:
        buy(rules, state, rng)
    else:
        carry_out(rules, state, action)


@jit
def advance(rules, state, action, rng):
    """Apply a legal action and run on to the next decision."""
    state[DECISIONS] += 1
    phase = state[PHASE]
    if phase == ACT:
        take_action(rules, state, action, rng)
    elif phase == PAY:
        give_card(rules, state, action - act.DISCARD)
    elif phase == AIM:
        state[AIM_DECISIONS + state[AIMER]] += 1
        take_aim(state, state[AIMER], action - act.AIM)
        go_on(rules, state, rng)
    elif phase == ROTATE:
        rotate(rules, state, action - act.ROTATE, rng)
    else:
        open_first(rules, state, action - act.OPEN)
