"""Paying with dice and Power Tools: what is enough, what may be added, what is cheapest.

A payment is a set of unspent dice plus tools whose sum reaches the requirement (BB-39, BB-40).
A `bonus` counts for every die of an attack by the Prisoners (BB-56).
"""

from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.sizes import DICE_COMBINED, DIE_FACES, POWER_TOOLS, PRISONERS
from sim.games.bloc_by_bloc.state import (
    DICE, DICE_PAID, FACTION_OF, LAST_DIE, LOOT_DISCARD, NEED, PAID, TOOLS_PAID, T_DICE, T_PLAYED,
    change_hand, hand_of,
)

NO_DIE_YET = DIE_FACES + 1
# A tool is worth 0.6 of a die, so costs are counted in fifths.
DIE_COST, TOOL_COST = 5, 3
NO_PAYMENT = 1 << 60
_COST_SHIFT, _SUM_SHIFT = 48, 40
_DIGIT_BITS = 3


@jit
def attack_bonus(rules, state, seat):
    """What each die of this seat's attacks counts beyond its face."""
    able = rules.table[R.PRISONERS] and state[FACTION_OF + seat] == PRISONERS
    if able and rules.table[R.BONUS_PER_DIE]:
        return rules.table[R.PRISONERS_BONUS]
    return 0


@jit
def attack_need(rules, state, seat, difficulty):
    """Requirement of an attack; a bonus per action lowers it once (R-15)."""
    able = rules.table[R.PRISONERS] and state[FACTION_OF + seat] == PRISONERS
    if able and not rules.table[R.BONUS_PER_DIE]:
        return max(1, difficulty - rules.table[R.PRISONERS_BONUS])
    return difficulty


@jit
def most_payable(rules, state, seat, bonus):
    """Highest requirement that all unspent dice and held tools reach; 0 without a die."""
    total = 0
    dice = 0
    for face in range(DIE_FACES):
        dice += state[DICE + face]
        total += state[DICE + face] * (face + 1 + bonus)
    if dice == 0:
        return 0
    return total + state[hand_of(seat, POWER_TOOLS)] * rules.table[R.LOOT_AMOUNT + POWER_TOOLS]


@jit
def die_is_legal(rules, state, seat, face, bonus):
    """Whether a die of this face (1-6) may be added to the payment in progress."""
    if state[DICE + face - 1] == 0 or state[TOOLS_PAID] > 0 or face > state[LAST_DIE]:
        return False
    worth = rules.table[R.LOOT_AMOUNT + POWER_TOOLS]
    reach = state[PAID] + state[hand_of(seat, POWER_TOOLS)] * worth
    for other in range(1, face + 1):
        reach += state[DICE + other - 1] * (other + bonus)
    return reach >= state[NEED]


@jit
def tool_is_legal(rules, state, seat):
    """Whether a Power Tools card may be added to the payment in progress."""
    held = state[hand_of(seat, POWER_TOOLS)]
    if state[DICE_PAID] == 0 or held == 0:
        return False
    return state[PAID] + held * rules.table[R.LOOT_AMOUNT + POWER_TOOLS] >= state[NEED]


@jit
def spend_die(state, face):
    """Take one unspent die of a face (1-6)."""
    state[DICE + face - 1] -= 1


@jit
def spend_lowest(state):
    """Take the lowest unspent die and return its face."""
    for face in range(1, DIE_FACES + 1):
        if state[DICE + face - 1] > 0:
            spend_die(state, face)
            return face
    return 0


@jit
def add_die(state, face, bonus):
    """Add a die to the payment in progress."""
    spend_die(state, face)
    state[PAID] += face + bonus
    state[LAST_DIE] = face
    state[DICE_PAID] += 1
    if state[DICE_PAID] == 2:
        state[T_DICE + DICE_COMBINED] += 1


@jit
def add_tool(rules, state, seat):
    """Add a Power Tools card to the payment in progress; it is discarded."""
    change_hand(state, seat, POWER_TOOLS, -1)
    state[LOOT_DISCARD + POWER_TOOLS] += 1
    state[T_PLAYED + POWER_TOOLS] += 1
    state[TOOLS_PAID] += 1
    state[PAID] += rules.table[R.LOOT_AMOUNT + POWER_TOOLS]


@jit
def sorted_dice(state, top):
    """Pack the unspent dice of at most `top`, lowest in the lowest nibble; and count them."""
    pack = 0
    count = 0
    for face in range(1, min(top, DIE_FACES) + 1):
        for _ in range(state[DICE + face - 1]):
            pack |= face << (4 * count)
            count += 1
    return pack, count


@jit
def payment_key(dice, tools, total, digits):
    """Order payments: cost, then sum, then the dice as digits in rising order."""
    cost = dice * DIE_COST + tools * TOOL_COST
    return (int(cost) << _COST_SHIFT) | (int(total) << _SUM_SHIFT) | digits


@jit
def key_cost(key):
    """Cost of a payment in fifths of a die."""
    return key >> _COST_SHIFT


@jit
def key_top_die(key):
    """Highest die of a payment, 0 for tools alone."""
    return key & ((1 << _DIGIT_BITS) - 1)


@jit
def cheapest_payment(rules, state, seat, need, bonus, top, needs_die):
    """Key of the cheapest payment of `need` with dice of at most `top`; NO_PAYMENT if none.

    A tool counts as 0.6 of a die; then the smallest sum; then the smallest dice. A payment
    that begins needs a die; one that goes on may end with tools alone.
    """
    pack, count = sorted_dice(state, top)
    held = state[hand_of(seat, POWER_TOOLS)]
    worth = rules.table[R.LOOT_AMOUNT + POWER_TOOLS]
    best = NO_PAYMENT
    for chosen in range(1 if needs_die else 0, 1 << count):
        total, dice, digits, place = 0, 0, 0, 0
        while (chosen >> place) > 0:
            if (chosen >> place) & 1:
                face = (pack >> (4 * place)) & 0xF
                total += face + bonus
                dice += 1
                digits = (digits << _DIGIT_BITS) | face
            place += 1
        tools = 0
        while total < need and tools < held:
            total += worth
            tools += 1
        if total >= need:
            best = min(best, payment_key(dice, tools, total, digits))
    return best


@jit
def pay_cheapest(rules, state, seat, need, bonus):
    """Pay at once by the cheapest payment (`payment_mode` auto)."""
    while state[PAID] < need:
        key = cheapest_payment(
            rules, state, seat, need - state[PAID], bonus, state[LAST_DIE],
            state[DICE_PAID] == 0,
        )
        face = key_top_die(key)
        if face > 0 and state[TOOLS_PAID] == 0:
            add_die(state, face, bonus)
        else:
            add_tool(rules, state, seat)
