"""Play the game decision by decision."""

from __future__ import annotations

from typing import Any

from tests.naive.script import Scripted

from .cells import position_cells, record_cells
from .chance import Luck
from .components import complete_knobs
from .report import outcome
from .table import Table
from .turn import play_on, whole_game


class Game(Scripted):
    """Run one game; `streams` are rows of four words, one state of luck each."""

    def __init__(self, knobs: dict[str, Any], streams: list[list[int]]):
        self.table = Table(complete_knobs(knobs), Luck(streams))
        self.start(whole_game(self.table))

    @classmethod
    def resume(cls, table: Table) -> Game:
        """Go on from an action step on a table laid out by hand."""
        game = cls.__new__(cls)
        game.table = table
        game.start(play_on(table))
        return game

    def cells(self) -> dict[str, Any]:
        """Return the position and the record as named numbers and lists."""
        return position_cells(self.table, self.phase) | record_cells(self.table)

    def outcome(self) -> dict[str, Any]:
        """Return the columns of the game as they stand."""
        return outcome(self.table)
