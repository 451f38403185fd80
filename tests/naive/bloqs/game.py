"""Play the game decision by decision."""

from __future__ import annotations

from typing import Any

from tests.naive.script import Script, Scripted

from .cells import position_cells
from .chance import Luck
from .report import outcome
from .table import Table
from .turn import play_on, whole_game


class Game(Scripted):
    """Run one game; `streams` are rows of four words: the deal, the dice, the cards.

    `knobs` are all settings by name and, worked out, `shapes` (the cells of each type),
    `entries` (circle by colour), `colours` (by seat) and `card_counts` (by kind).
    """

    def __init__(self, knobs: dict[str, Any], streams: list[list[int]]):
        self.table = Table(knobs, Luck(streams))
        self.start(whole_game(self.table))

    @classmethod
    def resume(cls, table: Table, rest_of_turn: Script[None]) -> Game:
        """Go on from within a turn on a table laid out by hand."""
        game = cls.__new__(cls)
        game.table = table
        game.start(play_on(table, rest_of_turn))
        return game

    def cells(self) -> dict[str, Any]:
        """Return the position as named numbers and lists."""
        return position_cells(self.table, self.phase, self.decider)

    def outcome(self) -> dict[str, Any]:
        """Return the columns of the game as they stand."""
        return outcome(self.table)
