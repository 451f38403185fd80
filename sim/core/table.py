"""The Python gate to a game: play by hand, look at it, and be told what a wrong move broke."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from sim.core import verbs
from sim.core.game import Game
from sim.core.layout import State
from sim.core.rng import STREAMS, reseed_game

ACTIONS_SHOWN = 12


class IllegalMove(ValueError):
    """An action that the rules do not allow here; the message says which are."""


@dataclass(frozen=True)
class Decision:
    """One decision of a game: who took which action, and what followed, in words."""

    number: int
    seat: int
    who: str
    action: int
    text: str
    lines: tuple[str, ...]


class Table:
    """A single game, played one decision at a time with the luck of (seed, game index)."""

    def __init__(self, game: Game, knobs: BaseModel, seed: int, index: int = 0) -> None:
        self.game = game
        self.knobs = knobs
        self.seed = seed
        self.index = index
        self.rules: Any = game.build(knobs)
        self.state: State = game.layout.blank()
        self.rng: NDArray[np.uint64] = np.zeros((STREAMS, 4), np.uint64)
        self.number = 0
        self._ids = np.zeros(self.rules.action_limit, np.int64)
        reseed_game(self.rng, seed, index)
        verbs.setup(self.rules, self.state, self.rng)

    @property
    def seat(self) -> int:
        """Give the seat that must decide, -1 when the game is over."""
        return int(verbs.current_player(self.rules, self.state))

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self.seat < 0

    def legal(self) -> list[int]:
        """List the legal action ids, ascending."""
        count = verbs.legal_actions(self.rules, self.state, self._ids)
        return [int(action) for action in self._ids[:count]]

    def describe(self, action: int) -> str:
        """Say in words what an action would be here."""
        return self.game.describe_action(self.rules, self.state, action)

    def options(self) -> dict[int, str]:
        """Describe every legal action by id."""
        return {action: self.describe(action) for action in self.legal()}

    def play(self, action: int) -> Decision:
        """Take a legal action for the seat that must decide.

        Raises IllegalMove otherwise.
        """
        if action not in self.legal():
            raise IllegalMove(self._refusal(action))
        seat, text = self.seat, self.describe(action)
        who = self.game.describe_seat(self.rules, self.state, seat)
        lines = tuple(self.game.narrate(self.rules, self.state.copy(), self.rng.copy(), action))
        verbs.step(self.rules, self.state, action, self.rng)
        self.number += 1
        return Decision(self.number, seat, who, action, text, lines)

    def play_out(self, choose: Callable[["Table"], int]) -> Iterator[Decision]:
        """Play on to the end with the actions that `choose` picks, yielding each decision."""
        while not self.over:
            yield self.play(choose(self))

    def text(self) -> str:
        """Describe the position."""
        return self.game.describe_state(self.rules, self.state)

    def check(self) -> list[str]:
        """List what is impossible about the position; empty when all is well."""
        return list(self.game.check(self.rules, self.state))

    def returns(self) -> list[float]:
        """Give each seat's share of the win."""
        out = np.zeros(self.rules.seats)
        verbs.returns(self.rules, self.state, out)
        return [float(share) for share in out]

    def outcome(self) -> dict[str, int | float | bool | str]:
        """Give the outcome columns by name, categories as their labels."""
        row = np.zeros(self.rules.column_count)
        verbs.outcome(self.rules, self.state, row)
        readers: dict[str, Callable[[float], Any]] = {"int": int, "float": float, "bool": bool}
        return {
            column.name: readers[column.kind](cell)
            if column.kind in readers
            else column.labels[int(cell)]
            for column, cell in zip(self.game.columns, row, strict=True)
        }

    def _refusal(self, action: int) -> str:
        where = f"game {self.index} of seed {self.seed}, decision {self.number + 1}"
        if self.over:
            return f"{where}: the game is over, nobody may play action {action}"
        legal = self.legal()
        shown = "; ".join(f"{a} {self.describe(a)}" for a in legal[:ACTIONS_SHOWN])
        more = f"; and {len(legal) - ACTIONS_SHOWN} more" if len(legal) > ACTIONS_SHOWN else ""
        return f"{where}: seat {self.seat} may not play action {action}. Legal here: {shown}{more}."
