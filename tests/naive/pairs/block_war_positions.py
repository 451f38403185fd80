"""Random positions of Block War at the end of an action step, laid out on both sides."""

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.core.rng import STREAMS, THINK, reseed, reseed_game
from sim.games.block_war.actions import END
from sim.games.block_war.knobs import BlockWarKnobs
from sim.games.block_war.rules import BlockWarRules, build
from sim.games.block_war.state import CELLS
from tests.naive.block_war import Game
from tests.naive.block_war.chance import Luck
from tests.naive.block_war.components import COLUMNS, PLAYERS, PerpCard, complete_knobs
from tests.naive.block_war.plays import stands_for
from tests.naive.block_war.table import CLOSED, DESTROYED, OPEN, Gate, Judge, Table, Unit
from tests.naive.in_step import go_on
from tests.naive.pairs.block_war import PAIR, PARTS, draw_settings, twin_knobs
from tests.naive.variants import uniform

# Settings are drawn anew for so many positions, since they take longer than a combat.
PER_SETTINGS = 25


@dataclass(frozen=True)
class Block:
    """Some positions under the same settings, fixed by the seed of a list and a number there."""

    seed: int
    number: int

    def compare(self) -> int:
        """Fight from all the positions on both sides and return the decisions.

        Raises Mismatch where kernel and twin differ.
        """
        luck = random.Random(f"positions {self.seed} {self.number}")
        knobs = BlockWarKnobs(**draw_settings(luck))
        rules, plain = build(knobs), complete_knobs(twin_knobs(knobs))
        return sum(
            fight_both(rules, plain, luck, self.seed, self.number * PER_SETTINGS + i)
            for i in range(PER_SETTINGS)
        )


def fight_both(
    rules: BlockWarRules, knobs: dict[str, Any], luck: random.Random, seed: int, game: int
) -> int:
    """End an action step on both sides and play on to the next one; count the decisions."""
    rng = np.zeros((STREAMS, 4), np.uint64)
    reseed_game(rng, seed, game)
    think = np.zeros(4, np.uint64)
    reseed(think, seed, game, THINK)
    table = Table(knobs, Luck([[int(word) for word in row] for row in rng]))
    fill_table(table, luck)
    twin = Game.resume(table)
    state = kernel_state(rules, twin)
    title = f"position {game} of seed {seed}"
    return go_on(
        PAIR, rules, state, rng, twin, end_if_possible, think, title, lambda phase: phase == "ACT"
    )


def end_if_possible(rules: Any, state: Any, legal: Any, think: Any) -> int:
    """End the action step, or take any legal id."""
    return END if legal[0] == END else uniform(rules, state, legal, think)


# The twin's side


def fill_table(table: Table, luck: random.Random) -> None:
    """Lay out gates, units, the Street, hands and piles at random, all out of the two decks."""
    table.turn, table.active = luck.randint(2, 30), luck.randint(0, 1)
    table.ap, table.stall = luck.randint(0, 5), luck.randint(0, 5)
    table.tally.last_leader = luck.choice((-1, 0, 1))
    ruin = luck.choice((10, 10, 10, 150))
    for player in PLAYERS:
        for gate in table.gates[player]:
            fill_gate(table, gate, luck, ruin)
    for column in COLUMNS:
        table.street[column] = draw_judge(table, luck)
    scatter(table.perp_deck, [*table.hand, table.perp_discard], luck)
    scatter(table.jd_deck, [table.jd_discard], luck)
    table.note_empty_deck()


def take(
    table: Table, luck: random.Random, effect: str, klass: str = "action"
) -> PerpCard | None:
    """Take a Perp card of a class, with this effect, out of the deck."""
    cards = [
        card for card in table.perp
        if card.klass == klass and table.perp_deck[card.kind] and card.effect == effect
    ]
    if not cards:
        return None
    card = luck.choice(cards)
    table.perp_deck[card.kind] -= 1
    return card


def fill_gate(table: Table, gate: Gate, luck: random.Random, ruin: int) -> None:
    """Lay one gate out: often open with a unit and upgrades; the odds of a ruin vary."""
    gate.state = luck.choices((DESTROYED, CLOSED, OPEN), (ruin, 25, 60))[0]
    gate.hotwired = gate.state == OPEN and luck.random() < 0.1
    if gate.state == DESTROYED:
        cause = luck.choice(("jd", "perp", "sniper", "hiex"))
        table.tally.add(f"lost_{cause}", gate.owner)
        table.tally.first_loser, table.tally.one["first_loss_turn"] = 0, 2
        table.tally.first_loss_col = 0
        return
    if gate.state == OPEN and luck.random() < 0.1:
        gate.foamed = take(table, luck, "foam") is not None
    gate.gassed = gate.state == OPEN and luck.random() < 0.1
    if luck.random() < 0.3:
        return
    occupies = gate.open and luck.random() < 0.15
    card = take(table, luck, "occupy" if occupies else "", klass="unit")
    if card is None:
        return
    gate.unit = Unit(card, 1 - gate.owner if occupies else gate.owner)
    while not occupies and card.reinforceable and luck.random() < 0.4:
        upgrade = take(table, luck, "attach", klass="upgrade")
        gate.unit.upgrades += [upgrade] if upgrade else []


def draw_judge(table: Table, luck: random.Random) -> Judge | None:
    """Draw a JD unit for a slot of the Street, sometimes none, sometimes with cards on it."""
    units = [card for card in table.jd if card.klass == "unit" and table.jd_deck[card.kind]]
    if not units or luck.random() < 0.15:
        return None
    card = luck.choice(units)
    table.jd_deck[card.kind] -= 1
    judge = Judge(card, luck.randint(0, 1), distracted=luck.random() < 0.1)
    if card.attack["front"] and luck.random() < 0.2:
        judge.hiex = take(table, luck, "hiex") is not None
    if luck.random() < 0.1:
        judge.boing = take(table, luck, "boing") is not None
    return judge


def scatter(deck: list[int], piles: list[list[int]], luck: random.Random) -> None:
    """Move some cards of a deck to other piles."""
    for kind, copies in enumerate(deck):
        for _ in range(copies):
            if luck.random() < 0.5:
                luck.choice(piles)[kind] += 1
                deck[kind] -= 1


# The kernel's side


def mask(members: Any) -> int:
    """Give a row of truths as a mask."""
    return sum(1 << place for place, member in enumerate(members) if member)


def kernel_state(rules: BlockWarRules, twin: Game) -> Any:
    """Lay the twin's position out in a state, with the sums and masks that the kernel keeps."""
    cells = twin.cells() | kept_sums(twin.table)
    for field, parts in PARTS.items():
        cells[field] = [cells.pop(part) for part in parts]
    flat: list[int] = []
    for name in CELLS.names():
        flat += _flattened(cells[name])
    assert len(flat) == rules.state_cells
    return np.array(flat, np.int64)


def _flattened(value: Any) -> list[int]:
    if not isinstance(value, list):
        return [value]
    if not isinstance(value[0], list):
        return value
    return [cell for line in value for cell in line]


def kept_sums(table: Table) -> dict[str, Any]:
    """Work out the cells that the kernel keeps in step with others."""

    def by_player(tell: Any) -> list[int]:
        return [mask(tell(gate) for gate in table.gates[p]) for p in PLAYERS]

    def by_gate(number: str) -> list[list[int]]:
        return [
            [0 if gate.unit is None else getattr(gate.unit, number) for gate in table.gates[p]]
            for p in PLAYERS
        ]

    def by_slot(tell: Any) -> int:
        return mask(judge is not None and tell(judge) for judge in table.street)

    return {
        "decider": table.active,
        "opens": by_player(lambda gate: gate.open),
        "closeds": by_player(lambda gate: gate.closed),
        "foams": by_player(lambda gate: gate.foamed),
        "helds": by_player(lambda gate: gate.unit is not None),
        "occs": by_player(lambda gate: gate.occupied),
        "gases": by_player(lambda gate: gate.gassed),
        "arms": by_player(lambda gate: gate.unit is not None and gate.unit.attack > 0),
        "aims": by_player(lambda gate: gate.own_unit is not None and gate.unit.card.aims),
        "backables": by_player(lambda gate: stands_for(table, gate, "backup")),
        "firmables": by_player(lambda gate: stands_for(table, gate, "reinforce")),
        "attack": by_gate("attack"),
        "defense": by_gate("defense"),
        "slots": by_slot(lambda judge: True),
        "faces": by_slot(lambda judge: judge.face),
        "hiexes": by_slot(lambda judge: judge.hiex),
        "boings": by_slot(lambda judge: judge.boing),
        "jd_arms": by_slot(lambda judge: judge.card.attack["front"] > 0),
        "jd_rear_arms": by_slot(lambda judge: judge.card.attack["rear"] > 0),
        "hand_kinds": [mask(table.hand[p]) for p in PLAYERS],
        "hand_size": [sum(table.hand[p]) for p in PLAYERS],
        "deck_size": sum(table.perp_deck),
        "discard_size": sum(table.perp_discard),
        "jd_deck_size": sum(table.jd_deck),
    }
