"""What a run shows while it plays: a bar on a terminal, else a line per finished cell."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar
from rich.text import Text

from analysis.run import Progress
from cli.errors import say
from cli.output import percent
from sim.experiment import Cell


@contextmanager
def shown_progress(*, quiet: bool, bar: bool) -> Iterator[Progress]:
    """Give the progress that suits the flags and stderr."""
    if quiet:
        yield Progress()
    elif bar and sys.stderr.isatty():
        with BarProgress() as progress:
            yield progress
    else:
        yield LineProgress()


class LineProgress(Progress):
    """One line per finished cell."""

    def set_aside(self, path: Path, why: str) -> None:
        """Name a file that was moved out of the way."""
        say(_moved(path, why))

    def compiling(self, game: str) -> None:
        """Say why nothing is played yet."""
        say(_compiling(game))

    def started(self, planned: int, stored: int) -> None:
        """Say how much there is to play."""
        say(f"{planned:,} games planned" + (f", {stored:,} already stored" if stored else ""))

    def finished(self, cell: Cell, facts: dict[str, Any]) -> None:
        """Report a cell that is complete."""
        say(_result(cell, facts))


class RateColumn(ProgressColumn):
    """Games per second."""

    def render(self, task: Task) -> Text:
        """Write the rate once it is known."""
        return Text(f"{task.speed:,.0f} games/s" if task.speed else "")


class BarProgress(Progress):
    """Games done, games a second, time left and the interval of the cell that moved last."""

    def __init__(self) -> None:
        self.bar = Bar(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            RateColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
            console=Console(stderr=True, highlight=False),
            transient=True,
        )
        self.task = self.bar.add_task("", total=None)
        self.planned = 0
        self.resumed = False
        self.played: dict[int, int] = {}

    def __enter__(self) -> "BarProgress":
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def set_aside(self, path: Path, why: str) -> None:
        """Name a file that was moved out of the way."""
        self.bar.console.print(_moved(path, why))

    def compiling(self, game: str) -> None:
        """Say why the bar does not move yet."""
        self.bar.console.print(_compiling(game))

    def started(self, planned: int, stored: int) -> None:
        """Start the bar where the stored games end."""
        self.planned, self.resumed = planned, stored > 0
        self.bar.update(self.task, total=planned, completed=stored)

    def advanced(self, cell: Cell, played: int, planned: int, halfwidth: float) -> None:
        """Move the bar and show the half-width of the cell's interval."""
        # A resumed cell counts from its first news on: what it had stored is in the bar already.
        before = self.played.get(cell.id, played if self.resumed else 0)
        self.played[cell.id] = played
        self.bar.update(
            self.task,
            advance=played - before,
            description=f"\u00b1 {percent(halfwidth)}" if played else "",
        )

    def finished(self, cell: Cell, facts: dict[str, Any]) -> None:
        """Leave a line above the bar; games that the cell did not need leave the total."""
        self.bar.console.print(_result(cell, facts))
        self.planned -= cell.games - facts["games"]
        self.bar.update(self.task, total=self.planned)


def _moved(path: Path, why: str) -> str:
    return f"set aside in damaged/: {path.name}, which {why}"


def _compiling(game: str) -> str:
    return f"compiling {game}, first run only ..."


def _result(cell: Cell, facts: dict[str, Any]) -> str:
    low, high = percent(facts["low"]), percent(facts["high"])
    text = f"{facts['games']:,} games, win rate {percent(facts['win_rate'])} ({low} to {high})"
    cut = f", {facts['truncated']:,} cut off" if facts["truncated"] else ""
    return f"{cell.label}: {text}{cut}"
