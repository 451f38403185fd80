"""Hold everything that lies on the table and the small changes that rules are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.naive.script import Decision, GameOver, Script

from .chance import PERP, Luck
from .components import (
    COLUMNS,
    FRONT,
    JD_KEYS,
    MOST_KINDS,
    PERP_KEYS,
    PLAYERS,
    REAR,
    JudgeCard,
    PerpCard,
    deck,
    judge_cards,
    perp_cards,
)
from .tally import Tally

DESTROYED, CLOSED, OPEN = range(3)
MOST_KILL_POINTS = 30_000


@dataclass
class Unit:
    """Hold a base unit with its upgrades; on an enemy's gate it occupies (BW-80)."""

    card: PerpCard
    owner: int
    upgrades: list[PerpCard] = field(default_factory=list)
    fired: bool = False

    @property
    def attack(self) -> int:
        """Return the attack with upgrades (BW-26)."""
        return self.card.attack + sum(upgrade.attack for upgrade in self.upgrades)

    @property
    def defense(self) -> int:
        """Return the defense with upgrades (BW-26)."""
        return self.card.defense + sum(upgrade.defense for upgrade in self.upgrades)

    def cards(self) -> list[PerpCard]:
        """List the cards that leave play with the unit."""
        return [self.card, *self.upgrades]


@dataclass
class Gate:
    """Hold a Security Gate and what lies on it."""

    owner: int
    state: int = CLOSED
    foamed: bool = False
    gassed: bool = False
    unit: Unit | None = None
    hotwired: bool = False

    @property
    def open(self) -> bool:
        """Tell whether the gate counts as open: foam makes it closed (BW-72)."""
        return self.state == OPEN and not self.foamed

    @property
    def closed(self) -> bool:
        """Tell whether the gate is closed without foam."""
        return self.state == CLOSED

    @property
    def occupied(self) -> bool:
        """Tell whether an enemy unit stands on the gate."""
        return self.unit is not None and self.unit.owner != self.owner

    @property
    def useless(self) -> bool:
        """Tell whether the gate counts towards the owner's fall (BW-97)."""
        return self.state == DESTROYED or self.foamed or self.occupied

    @property
    def own_unit(self) -> Unit | None:
        """Return the unit of the gate's owner, if one stands there."""
        return None if self.occupied else self.unit

    @property
    def can_receive(self) -> bool:
        """Tell whether a unit of the owner can come to stand here (BW-20, BW-21)."""
        return self.state != DESTROYED and not self.foamed and self.unit is None

    def close(self) -> None:
        """Close the gate; what a Hotwire did to it is undone."""
        self.state, self.hotwired = CLOSED, False


@dataclass
class Judge:
    """Hold a JD unit in the Street with the cards on it."""

    card: JudgeCard
    face: int
    hiex: bool = False
    boing: bool = False
    distracted: bool = False

    def edge_towards(self, player: int) -> str:
        """Return the edge that a player sees."""
        return FRONT if self.face == player else REAR

    def turn_round(self) -> None:
        """Face the other player."""
        self.face = 1 - self.face


@dataclass(frozen=True)
class Aim:
    """Hold where a Block Sniper aims: a column seen from its own, maybe past the JD unit."""

    offset: int
    past: bool = False

    @property
    def aside(self) -> bool:
        """Tell whether the shot goes elsewhere than straight at the first in line (BW-60)."""
        return self.past or self.offset != 0


NO_TARGET = "no target"


class Table:
    """Hold the position of one game."""

    def __init__(self, knobs: dict[str, Any], luck: Luck):
        self.knobs, self.luck = knobs, luck
        self.perp = perp_cards(knobs["perp_cards"])
        self.jd = judge_cards(knobs["jd_cards"])
        self.gates = [[Gate(p) for _ in COLUMNS] for p in PLAYERS]  # BW-5
        self.street: list[Judge | None] = [None for _ in COLUMNS]
        self.jd_deck = deck(knobs["jd_mix"], "jd_mix", JD_KEYS)
        self.jd_discard = [0] * len(self.jd_deck)
        self.perp_deck = deck(knobs["perp_mix"], "perp_mix", PERP_KEYS)
        self.perp_discard = [0] * len(self.perp_deck)
        self.hand = [[0] * len(self.perp_deck) for _ in PLAYERS]
        self.known = [[0] * len(self.perp_deck) for _ in PLAYERS]
        self.collected: list[list[JudgeCard]] = [[], []]
        self.kill_points = [0, 0]
        self.active = 0 if knobs["open_order"] == "p0_first" else 1
        self.ap = self.turn = self.stall = 0
        self.eventful = False  # BW-104: something happened this turn
        self.opened_so_far = 0
        self.pay_gate = self.pay_due = 0
        self.column = self.stage = self.aimer = self.judges_destroyed = 0
        self.aim: list[Aim | str | None] = [None, None]
        self.winner, self.end_cause = -2, -1
        self.tally = Tally()
        self.effects = {card.effect: card for card in self.perp if card.effect}

    # Questions

    def present(self, column: int) -> Judge | None:
        """Return the JD unit that takes part in combat in a column (BW-42)."""
        judge = self.street[column] if column in COLUMNS else None
        return None if judge is None or judge.boing else judge

    def useless(self, player: int) -> int:
        """Count a player's useless gates (BW-97)."""
        return sum(gate.useless for gate in self.gates[player])

    def destroyed(self, player: int) -> int:
        """Count a player's destroyed gates."""
        return sum(gate.state == DESTROYED for gate in self.gates[player])

    def points(self, player: int) -> int:
        """Return a player's victory points (BW-100)."""
        return self.knobs["vp_gate"] * self.destroyed(1 - player) + self.kill_points[player]

    def named_points(self, card: JudgeCard) -> int:
        """Return what a named judge scores (BW-100)."""
        by_knob = {"judge_dredd": "vp_dredd", "judge_giant": "vp_giant"}
        return self.knobs[by_knob[card.key]] if card.key in by_knob else card.vp

    def hand_ap(self, player: int) -> int:
        """Sum the printed AP of a hand (BW-28)."""
        return sum(
            copies * card.ap for copies, card in zip(self.hand[player], self.perp, strict=False)
        )

    def perp_cards_left(self) -> int:
        """Count the Perp cards that can still be drawn."""
        return sum(self.perp_deck) + sum(self.perp_discard)

    # Perp cards

    def draw_perp(self, player: int, stream: int = PERP) -> None:
        """Draw a Perp card into a hand; an empty deck is made from the discard pile (BW-30)."""
        if sum(self.perp_deck) == 0:
            self.perp_deck, self.perp_discard = self.perp_discard, self.perp_deck
            self.tally.count("perp_reshuffles")
        self.hand[player][self.luck.card(self.perp_deck, stream)] += 1
        self.tally.raise_to("hand_max", player, sum(self.hand[player]))
        self.note_empty_deck()

    def note_empty_deck(self) -> None:
        """Let both players deduce the other's hand once the deck hides nothing (3.4)."""
        if sum(self.perp_deck) == 0:
            self.known = [list(hand) for hand in self.hand]

    def from_hand(self, player: int, kind: int) -> None:
        """Take a card out of a hand; the opponent has seen it."""
        self.hand[player][kind] -= 1
        self.known[player][kind] = max(0, self.known[player][kind] - 1)
        self.note_empty_deck()

    def discard(self, card: PerpCard) -> None:
        """Put a Perp card into the discard pile."""
        self.perp_discard[card.kind] += 1

    def discard_unit(self, gate: Gate) -> None:
        """Discard the unit of a gate with its upgrades (BW-26, BW-56)."""
        assert gate.unit is not None
        for card in gate.unit.cards():
            self.discard(card)
        gate.unit = None

    def discard_effect(self, effect: str) -> None:
        """Discard the card in play that has an effect."""
        self.discard(self.effects[effect])

    def clear_foam(self, gate: Gate) -> None:
        """Take the foam card off a gate."""
        gate.foamed = False
        self.discard_effect("foam")

    # Points

    def score_kill(self, player: int, points: int) -> None:
        """Add points for a kill (BW-100)."""
        self.kill_points[player] = min(MOST_KILL_POINTS, self.kill_points[player] + points)

    # The end

    def end(self, winner: int, cause: int) -> None:
        """End the game at once."""
        self.winner, self.end_cause = winner, cause
        raise GameOver


def ask(table: Table, phase: str, seat: int, legal: Iterable[int]) -> Script[int]:
    """Ask a seat for one id, even when there is only one."""
    ids = sorted(set(legal))
    if not ids:
        raise AssertionError(f"{phase} has no legal id")
    choice = yield Decision(phase, seat, ids)
    table.tally.count("decisions")
    return choice


def padded(counts: list[int]) -> list[int]:
    """Fill a list of copies by kind up to the number of cells kept for it."""
    return counts + [0] * (MOST_KINDS - len(counts))
