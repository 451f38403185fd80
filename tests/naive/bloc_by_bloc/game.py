"""Play the game decision by decision."""

from __future__ import annotations

from typing import Any

from tests.naive.script import Scripted

from .cells import city_cells, play_cells
from .chance import Stream
from .components import complete_knobs
from .night import whole_game
from .table import lay_table
from .tally import outcome


class Game(Scripted):
    """Run one game; `streams` are eight rows of four words, one state of luck each."""

    def __init__(self, knobs: dict[str, Any], streams: list[list[int]]):
        self.table = lay_table(complete_knobs(knobs), [Stream(words) for words in streams])
        self.start(whole_game(self.table))

    def cells(self) -> dict[str, Any]:
        """Return the position as named numbers and lists."""
        return city_cells(self.table) | play_cells(self.table)

    def outcome(self) -> dict[str, Any]:
        """Return the columns of the game as they stand."""
        return outcome(self.table)
