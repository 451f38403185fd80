"""Pay actions with dice and Power Tools."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from .components import LOOT_AMOUNT, POWER_TOOLS
from .ids import TOOL, decode, encode
from .table import Script, Table, ask

TOOL_VALUE = LOOT_AMOUNT[POWER_TOOLS]
ATTACKS = ("DEFEAT", "KICK", "VAN")


@dataclass(frozen=True)
class Price:
    """Hold what an action needs: a sum, and what every die counts above its value."""

    need: int
    bonus: int
    difficulty: int


@dataclass
class Payment:
    """Hold the dice and the number of tools paid for an action."""

    dice: list[int]
    tools: int

    def worth(self, bonus: int = 0) -> int:
        """Return the sum of the payment."""
        return sum(self.dice) + bonus * len(self.dice) + TOOL_VALUE * self.tools


def price(table: Table, f: int, verb: str, p: int) -> Price:
    """Return the price of an advanced or attack action (BB-40, BB-52, BB-56)."""
    difficulty = table.difficulty(p)
    if verb in ("BUILD", "SWAP") and table.is_faction(f, "workers"):
        return Price(1, 0, difficulty)
    if verb in ATTACKS and table.is_faction(f, "prisoners"):
        bonus = table.knobs["prisoners_bonus"]
        if table.knobs["prisoners_bonus_per_die"]:
            return Price(difficulty, bonus, difficulty)
        return Price(max(1, difficulty - bonus), 0, difficulty)
    return Price(difficulty, 0, difficulty)


def payable(table: Table, f: int, cost: Price) -> bool:
    """Tell whether all dice and tools together reach the price, with at least one die."""
    everything = Payment(table.dice, table.hand[f][POWER_TOOLS])
    return bool(table.dice) and everything.worth(cost.bonus) >= cost.need


def spend_die(table: Table, value: int | None = None) -> int:
    """Spend one die of a value, or the lowest one (BB-39)."""
    value = min(table.dice) if value is None else value
    table.dice.remove(value)
    return value


def pay(table: Table, f: int, cost: Price) -> Script[Payment]:
    """Pay a price in the way the knob payment_mode says."""
    if cost.need <= 1:
        paid = Payment([spend_die(table)], 0)
    elif table.knobs["payment_mode"] == "auto":
        paid = cheapest(table, f, cost)
        for value in paid.dice:
            spend_die(table, value)
        for _ in range(paid.tools):
            table.play_loot(f, POWER_TOOLS)
    else:
        paid = yield from pay_by_hand(table, f, cost)
    if len(paid.dice) >= 2:
        table.tally.dice_combined += 1
    return paid


def pay_options(table: Table, f: int, cost: Price, paid: Payment) -> list[int]:
    """List what can be added to a payment so that the price can still be reached."""
    sum_now = paid.worth(cost.bonus)
    tools = TOOL_VALUE * table.hand[f][POWER_TOOLS]
    options = []
    if not paid.tools:
        for value in sorted(set(table.dice)):
            usable = sum(v + cost.bonus for v in table.dice if v <= value)
            in_order = not paid.dice or value <= paid.dice[-1]
            if in_order and sum_now + usable + tools >= cost.need:
                options.append(encode("DIE", value))
    if paid.dice and tools and sum_now + tools >= cost.need:
        options.append(TOOL)
    return options


def pay_by_hand(table: Table, f: int, cost: Price) -> Script[Payment]:
    """Let the faction add dice in non-increasing order, then tools, until the price is met."""
    paid = Payment([], 0)
    while paid.worth(cost.bonus) < cost.need:
        choice = yield from ask(table, "PAY", f, pay_options(table, f, cost, paid))
        if choice == TOOL:
            table.play_loot(f, POWER_TOOLS)
            paid.tools += 1
        else:
            paid.dice.append(spend_die(table, decode(choice)[1]))
    return paid


def cheapest(table: Table, f: int, cost: Price) -> Payment:
    """Return the payment with fewest dice (a tool is 0.6), least sum, smallest dice."""
    ways = [
        Payment(list(dice), tools)
        for size in range(1, len(table.dice) + 1)
        for dice in combinations(sorted(table.dice), size)
        for tools in range(table.hand[f][POWER_TOOLS] + 1)
    ]
    return min(
        (way for way in ways if way.worth(cost.bonus) >= cost.need),
        key=lambda way: (10 * len(way.dice) + 6 * way.tools, way.worth(cost.bonus), way.dice),
    )
