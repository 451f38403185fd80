"""Play the game decision by decision."""

from __future__ import annotations

from typing import Any

from .cells import position_cells, record_cells
from .chance import Luck
from .components import complete_knobs
from .report import outcome
from .table import Decision, GameOver, Script, Table
from .turn import play_on, whole_game

OVER = Decision("OVER", -1, [])


class Game:
    """Run one game; `streams` are rows of four words, one state of luck each."""

    def __init__(self, knobs: dict[str, Any], streams: list[list[int]]):
        self.table = Table(complete_knobs(knobs), Luck(streams))
        self._start(whole_game(self.table))

    @classmethod
    def resume(cls, table: Table) -> Game:
        """Go on from an action step on a table laid out by hand."""
        game = cls.__new__(cls)
        game.table = table
        game._start(play_on(table))
        return game

    def _start(self, script: Script[None]) -> None:
        self._script = script
        self._decision = OVER
        self._advance(None)

    def _advance(self, choice: int | None) -> None:
        try:
            self._decision = self._script.send(choice)
        except GameOver:
            self._decision = OVER

    @property
    def phase(self) -> str:
        """Return the phase of the pending decision, "OVER" after the end."""
        return self._decision.phase

    @property
    def decider(self) -> int:
        """Return the seat that decides, -1 after the end."""
        return self._decision.seat

    def legal(self) -> list[int]:
        """Return the legal ids, ascending."""
        return list(self._decision.legal)

    def step(self, action: int) -> None:
        """Answer the pending decision and run on to the next one."""
        if action not in self._decision.legal:
            raise ValueError(
                f"id {action} is not legal in phase {self.phase}; legal are {self.legal()}"
            )
        self._advance(int(action))

    def cells(self) -> dict[str, Any]:
        """Return the position and the record as named numbers and lists."""
        return position_cells(self.table, self.phase) | record_cells(self.table)

    def outcome(self) -> dict[str, Any]:
        """Return the columns of the game as they stand."""
        return outcome(self.table)
