"""What a position is worth to a player: units, hand, judges collected, gates lost."""

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit
from sim.games.block_war import book as R
from sim.games.block_war import weights as w
from sim.games.block_war.state import (
    ATTACK, DEFENSE, FOAMS, HAND, HAND_KINDS, HAND_SIZE, HELDS, KILL_POINTS, OCCS, OPENS,
    destroyed, place, stock,
)
from sim.games.block_war.turn import useless


@jit
def units_value(state, player, weights):
    """Value of a player's units on own gates."""
    total = 0.0
    columns = state[HELDS + player] & ~state[OCCS + player]
    while columns:
        column = lowest_bit(columns)
        columns &= columns - 1
        spot = place(player, column)
        value = weights[w.UNIT_BASE] + weights[w.UNIT_ATTACK] * state[ATTACK + spot]
        value += weights[w.UNIT_DEFENSE] * state[DEFENSE + spot]
        if (state[FOAMS + player] >> column) & 1:
            value *= weights[w.UNIT_BEHIND_FOAM]
        elif (state[OPENS + player] >> column) & 1:
            value += weights[w.UNIT_BEHIND_OPEN]
        total += value
    return total


@jit
def gates_value(rules, state, player, weights):
    """What a player's useless gates cost, more for each the fewer are left."""
    lost = weights[w.GATE_DESTROYED] * count_bits(destroyed(state, player))
    lost += weights[w.GATE_FOAMED] * count_bits(state[FOAMS + player])
    lost += weights[w.GATE_OCCUPIED] * count_bits(state[OCCS + player])
    left = rules.table[R.USELESS_TO_LOSE] - useless(state, player)
    if left <= 0:
        lost += weights[w.GATE_NONE_LEFT]
    elif left == 1:
        lost += weights[w.GATE_ONE_LEFT]
    return -lost


@jit
def hand_value(rules, state, player, weights):
    """Value of the own hand, card by card."""
    total = 0.0
    kinds = state[HAND_KINDS + player]
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        worth = weights[w.HAND_CARD] + weights[w.HAND_CARD_AP] * rules.table[R.PERP_AP + kind]
        total += worth * state[HAND + stock(player, kind)]
    return total


@jit
def open_value(rules, state, player, weights):
    """Value of what everybody sees of a player: units, gates, points for judges."""
    value = units_value(state, player, weights) + gates_value(rules, state, player, weights)
    return value + weights[w.JUDGE_POINT] * state[KILL_POINTS + player]


@jit
def position_value(rules, state, player, viewer, weights):
    """Value of a position to a player as `viewer` sees it, who knows the own hand only."""
    other = 1 - player
    value = open_value(rules, state, player, weights) - open_value(rules, state, other, weights)
    value -= weights[w.HAND_HIDDEN] * state[HAND_SIZE + other]
    if player == viewer:
        return value + hand_value(rules, state, player, weights)
    return value + weights[w.HAND_HIDDEN] * state[HAND_SIZE + player]
