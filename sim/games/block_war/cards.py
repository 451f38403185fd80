"""Hands, the Perp deck, and playing cards (BW-18, BW-21, BW-24, BW-27, BW-72..BW-82)."""

from sim.core.compile import jit
from sim.core.raw import row
from sim.games.block_war import book as R
from sim.games.block_war.columns import PLAYERS
from sim.games.block_war.sizes import (
    GATE_CLOSED, GATE_OPEN, KINDS, PERP_LUCK, PLAY_BACKUP, PLAY_BOING, PLAY_FLIP, PLAY_FOAM,
    PLAY_GAS, PLAY_HIEX, PLAY_RAID, PLAY_REINFORCE, PLAY_TURN, PLAY_UNIT,
)
from sim.games.block_war.state import (
    ACTIVE, AP, AP_BUY, AP_PLAY, BACKUPS, BOINGS, BOUGHT, CLOSEDS, DECK_SIZE, DISCARD_SIZE,
    EVENTFUL, HAND, HAND_MAX, HAND_SIZE, HIEXES, HOTWIRED_BY, KNOWN, MARK_GATE, MARK_SLOT,
    PERP_DECK, PERP_DISCARD, PERP_RESHUFFLES, PLAYED, REINFORCES, SLOT_BOING, SLOT_FACE,
    SLOT_HIEX, change_hand, discard, place, put_unit, set_bit, set_foam, set_gas, set_gate, stock,
    turn_judge, weigh_unit,
)
from sim.games.block_war.street import draw_kind


@jit
def know_all(state):
    """With the deck empty both hands follow from what lies open (BW-13)."""
    for cell in range(PLAYERS * KINDS):
        state[KNOWN + cell] = state[HAND + cell]


@jit
def draw_card(state, player, stream):
    """Take the top Perp card into a hand."""
    kind = draw_kind(state, PERP_DECK, state[DECK_SIZE], stream)
    state[PERP_DECK + kind] -= 1
    state[DECK_SIZE] -= 1
    change_hand(state, player, kind, 1)
    state[HAND_MAX + player] = max(state[HAND_MAX + player], state[HAND_SIZE + player])
    if state[DECK_SIZE] == 0:
        know_all(state)


@jit
def shuffle_perps(state):
    """Make the Perp discard pile the deck (BW-30)."""
    for kind in range(KINDS):
        state[PERP_DECK + kind] = state[PERP_DISCARD + kind]
        state[PERP_DISCARD + kind] = 0
    state[DECK_SIZE] = state[DISCARD_SIZE]
    state[DISCARD_SIZE] = 0
    state[PERP_RESHUFFLES] += 1


@jit
def buy(rules, state, rng):
    """Buy the top Perp card (BW-18)."""
    player = state[ACTIVE]
    state[AP] -= rules.table[R.COST_BUY]
    state[AP_BUY + player] += rules.table[R.COST_BUY]
    state[BOUGHT + player] += 1
    state[EVENTFUL] = 1
    if state[DECK_SIZE] == 0:
        shuffle_perps(state)
    draw_card(state, player, row(rng, PERP_LUCK))


@jit
def drop_card(state, player, kind):
    """Take a card out of a hand; the opponent forgets a copy it knew of."""
    change_hand(state, player, kind, -1)
    known = KNOWN + stock(player, kind)
    state[known] = max(0, state[known] - 1)


@jit
def upgrade(rules, state, player, column, cell):
    """Attach an upgrade to an own unit (BW-24)."""
    state[cell + place(player, column)] += 1
    weigh_unit(rules, state, player, column)


@jit
def hotwire(state, enemy, column):
    """Flip an enemy gate (BW-78); the record remembers one opened so."""
    state[HOTWIRED_BY + enemy] += 1
    if (state[CLOSEDS + enemy] >> column) & 1:
        set_gate(state, enemy, column, GATE_OPEN)
        state[MARK_GATE + place(enemy, column)] = 1
    else:
        set_gate(state, enemy, column, GATE_CLOSED)


@jit
def distract(state, player, column):
    """Turn a judge (BW-77); the record remembers one turned on the opponent."""
    turn_judge(state, column)
    state[MARK_SLOT + column] = int(state[SLOT_FACE + column] != player)


@jit
def resolve_play(rules, state, player, kind, column):
    """Carry out a played card; what stays on the table is not discarded (BW-27)."""
    effect = rules.table[R.PERP_PLAY + kind]
    enemy = 1 - player
    if effect == PLAY_UNIT:
        put_unit(rules, state, player, column, kind, 0)
    elif effect == PLAY_RAID:
        put_unit(rules, state, enemy, column, kind, 1)
    elif effect == PLAY_BACKUP:
        upgrade(rules, state, player, column, BACKUPS)
    elif effect == PLAY_REINFORCE:
        upgrade(rules, state, player, column, REINFORCES)
    elif effect == PLAY_FOAM:
        set_foam(state, enemy, column, 1)
    elif effect == PLAY_HIEX:
        state[SLOT_HIEX + column] = 1
        set_bit(state, HIEXES, column, 1)
    elif effect == PLAY_BOING:
        state[SLOT_BOING + column] = 1
        set_bit(state, BOINGS, column, 1)
    else:
        discard(state, kind, 1)
        if effect == PLAY_TURN:
            distract(state, player, column)
        elif effect == PLAY_FLIP:
            hotwire(state, enemy, column)
        elif effect == PLAY_GAS:
            set_gas(state, enemy, column, 1)


@jit
def play_card(rules, state, kind, column):
    """Pay for a card, take it out of the hand and carry it out (BW-21, BW-24, BW-27)."""
    player = state[ACTIVE]
    price = rules.table[R.PERP_AP + kind]
    state[AP] -= price
    state[AP_PLAY + player] += price
    state[PLAYED + stock(player, kind)] += 1
    state[EVENTFUL] = 1
    drop_card(state, player, kind)
    resolve_play(rules, state, player, kind, column)
