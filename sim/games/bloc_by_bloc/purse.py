"""What the dice in hand can pay: the cheapest cost of every requirement, and attacks in a row."""

from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.desk import (
    ATTACK_COST, FAR, PAY_COST, REST_COST, SUMS, SUM_AT,
)
from sim.games.bloc_by_bloc.payment import DIE_COST, TOOL_COST
from sim.games.bloc_by_bloc.sizes import DIE_FACES, MAX_NEED, POWER_TOOLS
from sim.games.bloc_by_bloc.state import DICE, hand_of

TOOL_SHARE = TOOL_COST / DIE_COST
# With fewer dice that fall short one by one, a second combined attack is out of reach.
DICE_OF_TWO_PAIRS = 4
NIBBLE = 4
DIGIT = 0xF


@jit
def add_to_sums(desk, value, cost):
    """Let every reachable sum also be reached with one more die or tool."""
    for total in range(SUMS - 1, value - 1, -1):
        desk[SUM_AT + total] = min(desk[SUM_AT + total], desk[SUM_AT + total - value] + cost)


@jit
def write_costs(weights, desk, out):
    """Write the cost of the cheapest payment of every requirement: dice, and a bit per excess."""
    cost, total = FAR, SUMS
    for need in range(SUMS - 1, 0, -1):
        if desk[SUM_AT + need] <= cost:
            cost, total = desk[SUM_AT + need], need
        if need <= MAX_NEED:
            desk[out + need] = cost + weights[w.ACT_EXCESS] * (total - need)


@jit
def add_tools(rules, state, seat, desk):
    """Add the held Power Tools to the sums; a payment holds at least one die."""
    desk[SUM_AT] = FAR
    for _ in range(state[hand_of(seat, POWER_TOOLS)]):
        add_to_sums(desk, rules.table[R.LOOT_AMOUNT + POWER_TOOLS], TOOL_SHARE)


@jit
def add_dice(state, desk, bonus, left_out):
    """Start the sums anew with all unspent dice, one of the face `left_out` apart."""
    for total in range(SUMS):
        desk[SUM_AT + total] = FAR
    desk[SUM_AT] = 0.0
    for face in range(1, DIE_FACES + 1):
        for _ in range(state[DICE + face - 1] - (face == left_out)):
            add_to_sums(desk, face + bonus, 1.0)


@jit
def count_purse(rules, state, turn, weights, desk):
    """Write what builds and attacks cost now, and builds after one more move."""
    seat = turn.seat
    add_dice(state, desk, 0, turn.lowest)
    add_tools(rules, state, seat, desk)
    write_costs(weights, desk, REST_COST)
    add_dice(state, desk, 0, 0)
    add_tools(rules, state, seat, desk)
    write_costs(weights, desk, PAY_COST)
    if turn.bonus:
        add_dice(state, desk, turn.bonus, 0)
        add_tools(rules, state, seat, desk)
    write_costs(weights, desk, ATTACK_COST)


@jit
def pairs_in_row(pack, count, need):
    """Attacks that dice below the requirement pay two by two, the smallest sums first.

    `pack` holds the dice in rising order, four bits each.
    """
    done = 0
    while count > 1:
        best, first, second = 2 * DIGIT + 1, 0, 0
        for i in range(count - 1):
            for j in range(i + 1, count):
                total = ((pack >> (NIBBLE * i)) & DIGIT) + ((pack >> (NIBBLE * j)) & DIGIT)
                if need <= total < best:
                    best, first, second = total, i, j
        if best > 2 * DIGIT:
            break
        pack = drop_digit(drop_digit(pack, second), first)
        count -= 2
        done += 1
    left = 0
    for i in range(count):
        left += (pack >> (NIBBLE * i)) & DIGIT
    return done + (left >= need)


@jit
def drop_digit(pack, place):
    """Take one four-bit digit out of a pack."""
    low = pack & ((1 << (NIBBLE * place)) - 1)
    return low | (pack >> (NIBBLE * (place + 1)) << (NIBBLE * place))


@jit
def attacks_in_row(state, need, bonus, left_out):
    """Number of attacks payable one after another, one die of the face `left_out` apart."""
    done, small, total, pack = 0, 0, 0, 0
    for face in range(1, DIE_FACES + 1):
        dice = state[DICE + face - 1] - (face == left_out)
        if face + bonus >= need:
            done += dice
            continue
        for _ in range(dice):
            pack |= (face + bonus) << (NIBBLE * small)
            small += 1
            total += face + bonus
    if total < need:
        return done
    if small < DICE_OF_TWO_PAIRS or total < 2 * need:
        return done + 1
    return done + pairs_in_row(pack, small, need)
