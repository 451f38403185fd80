"""From an experiment to a stored run: play what is missing and store it as it comes."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, pairwise, takewhile
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.interrupts import noted_interrupts
from analysis.metrics import WIN_RATE, is_share, value_of
from analysis.rates import NOT_APPLICABLE, TRUNCATED, WIN, WON, wilson, win_rates
from analysis.stopping import StopRule
from analysis.store import COMPLETE, Run, Store, StoreError, run_folder
from analysis.summary import summary
from sim.batch import Chunk, Pace, Task, play_chunks, seconds_per_game, split, warm_up
from sim.core.game import Column, Game
from sim.experiment import Cell, Experiment, Until, get_game

__all__ = ["Estimate", "Interrupted", "Progress", "estimate", "run_experiment", "run_folder"]

TIMED_GAMES = 3
# Of games in a row: which were won, which were cut off, the values of the metric.
Games = tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.float64]]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C or SIGTERM during a run; what was finished is stored in `folder`."""

    def __init__(self, folder: Path, played: int, planned: int) -> None:
        super().__init__(f"interrupted after {played} of {planned} games, kept in {folder}")
        self.folder = folder
        self.played = played
        self.planned = planned


class Progress:
    """What a run tells whoever watches; each method may be overridden, none does anything."""

    def set_aside(self, path: Path, why: str) -> None:
        """Hear that a bad file of the run was moved out of the way, and what was wrong with it."""

    def compiling(self, game: str) -> None:
        """Hear that compiling the game starts."""

    def started(self, planned: int, stored: int) -> None:
        """Hear how many games are planned at most, and how many of them are stored already."""

    def advanced(self, cell: Cell, played: int, planned: int, halfwidth: float) -> None:
        """Hear how many games of a cell are stored now, and how precise its win rate is."""

    def finished(self, cell: Cell, facts: dict[str, Any]) -> None:
        """Hear the games, wins, truncated, win_rate, low and high of a cell that is done."""

    def ended(self, reason: str) -> None:
        """Hear why the run ended."""


@dataclass(frozen=True)
class Estimate:
    """What a run would take: cells, games at most, seconds on this machine."""

    cells: int
    games: int
    seconds: float


class _Tally:
    """A cell while it is played: what counts so far, and chunks that came too early to count."""

    def __init__(self, cell: Cell, columns: Sequence[Column], until: Until | None) -> None:
        self._places = {column.name: i for i, column in enumerate(columns)}
        self._columns = columns
        labels = columns[self._places["result"]].labels
        self.cell = cell
        self.metric = until.metric if until else WIN_RATE
        share = is_share(columns, self.metric)
        self.rule = StopRule(until.halfwidth, share=share) if until else None
        self.games = self.wins = self.truncated = 0
        self._win = labels.index(WIN)
        self._cut = labels.index(TRUNCATED) if TRUNCATED in labels else -1
        self._waiting: dict[int, Chunk] = {}
        self._stored: dict[int, Games] = {}

    @property
    def done(self) -> bool:
        """Tell whether the cell needs no more games."""
        return self.games >= self.cell.games or bool(self.rule and self.rule.stopped)

    def recall(self, run: Run) -> None:
        """Take in the games that are stored already."""
        if self.rule is None:
            # Counted while they are read: a list of all games would grow with the run.
            for row in win_rates(run.scan(self.cell.id)).iter_rows(named=True):
                self.games, self.wins = row["games"], row["wins"]
                self.truncated = row["truncated"]
            return
        games = run.scan(self.cell.id)
        cut = (pl.col("result").cast(pl.String) == TRUNCATED).alias("cut")
        wanted = ("game", WON, cut, value_of(games, self.metric))
        stored = games.select(*wanted).sort("game").collect()
        values = stored["value"].fill_null(float("nan")).to_numpy()
        columns = (stored["won"].to_numpy(), stored["cut"].to_numpy(), values)
        # The rule looks at games in order: those behind a gap wait until it is filled.
        numbers = stored["game"].to_numpy()
        starts = np.flatnonzero(np.diff(numbers, prepend=-2) != 1)
        for start, end in pairwise([*starts, len(numbers)]):
            won, cut_off, value = (column[start:end] for column in columns)
            self._stored[int(numbers[start])] = (won, cut_off, value)
        self._count_stored()

    def accept(self, chunk: Chunk) -> Iterator[Chunk]:
        """Yield the chunks that can be stored now.

        Under a stopping rule they come in game order and end where the rule stops; without
        one, the order of arrival serves.
        """
        if self.rule is None:
            self._count_rows(chunk)
            yield chunk
            return
        self._waiting[chunk.first] = chunk
        while not self.rule.stopped and self.games in self._waiting:
            ready = self._waiting.pop(self.games)
            keep = self._count_rows(ready)
            yield Chunk(ready.cell, ready.first, ready.rows[:keep], ready.seconds)
            self._count_stored()

    def _count_stored(self) -> None:
        while self.games in self._stored:
            self._count(*self._stored.pop(self.games))

    def _count_rows(self, chunk: Chunk) -> int:
        results = chunk.rows[:, self._places["result"]]
        won = results == self._win
        return self._count(won, results == self._cut, self._values(chunk.rows, won))

    def _values(self, rows: NDArray[np.float64], won: NDArray[np.bool_]) -> NDArray[np.float64]:
        if self.metric == WIN_RATE:
            return won.astype(np.float64)
        place = self._places[self.metric]
        cells = rows[:, place]
        inapplicable = (self._columns[place].kind == "int") & (cells == NOT_APPLICABLE)
        return np.where(inapplicable, np.nan, cells)

    def _count(
        self, won: NDArray[np.bool_], cut: NDArray[np.bool_], values: NDArray[np.float64]
    ) -> int:
        keep = len(won) if self.rule is None else self.rule.feed(values)
        self.games += keep
        self.wins += int(won[:keep].sum())
        self.truncated += int(cut[:keep].sum())
        return keep

    def facts(self) -> dict[str, Any]:
        """Give counts and win rate with its 95 % interval."""
        low, high = wilson(self.wins, self.games)
        return {
            "games": self.games,
            "wins": self.wins,
            "truncated": self.truncated,
            "win_rate": self.wins / self.games if self.games else float("nan"),
            "low": float(low),
            "high": float(high),
        }


def run_experiment(
    experiment: Experiment,
    out: Path | str = "runs",
    *,
    jobs: int = 0,
    backend: str = "threads",
    progress: Progress | None = None,
    command: str = "",
    repair: bool = False,
) -> Run:
    """Play what an experiment still lacks and store it below `out`; a complete run is left alone.

    With `repair`, damaged and foreign files are set aside first, so that their games are lacking.
    Raises Interrupted on Ctrl-C and StoreError when the store is damaged, in use or full; all
    finished chunks are kept in either case.
    """
    watch = progress or Progress()
    game = get_game(experiment.game)
    folder = run_folder(experiment, Path(out))
    with Store(folder, experiment, command, repair=repair) as store:
        for bad in store.set_aside:
            watch.set_aside(bad.path, bad.why)
        until = experiment.until
        tallies = {cell.id: _Tally(cell, game.columns, until) for cell in experiment.cells()}
        for tally in tallies.values():
            tally.recall(store.run())
        watch.started(experiment.total_games(), _played(tallies))
        if store.complete and all(tally.done for tally in tallies.values()):
            store.keep_summary(summary(store.run()))
            watch.ended(COMPLETE)
            return store.run()
        store.reopen()
        try:
            _play_missing(experiment, game, store, tallies, jobs, backend, watch)
        except KeyboardInterrupt:
            _end(store, "interrupted", watch)
            planned = experiment.total_games()
            raise Interrupted(store.folder, _played(tallies), planned) from None
        except BaseException as error:
            # The disk may be what failed, and the first error is the one to report.
            with suppress(StoreError):
                _end(store, f"failed: {error}", watch)
            raise
        left = [tally.cell.label for tally in tallies.values() if not tally.done]
        if left:
            raise RuntimeError(f"the players ended before these cells were done: {left}")
        store.end(COMPLETE, summary(store.run()))
        watch.ended(COMPLETE)
        return store.run()


def _end(store: Store, reason: str, watch: Progress) -> None:
    store.end(reason)
    watch.ended(reason)


def _played(tallies: dict[int, _Tally]) -> int:
    return sum(tally.games for tally in tallies.values())


def _play_missing(
    experiment: Experiment,
    game: Game,
    store: Store,
    tallies: dict[int, _Tally],
    jobs: int,
    backend: str,
    watch: Progress,
) -> None:
    todo = [tally for tally in tallies.values() if not tally.done]
    if not todo:
        return
    store.note("started", played=_played(tallies), jobs=jobs, backend=backend)
    cells = [tally.cell for tally in todo]
    pace = warm_up(game, cells, watch.compiling)
    tasks = chain.from_iterable(_tasks(tally, store, pace) for tally in todo)
    chunks = play_chunks(game, cells, experiment.seed, tasks, jobs=jobs, backend=backend)
    with noted_interrupts() as interrupts:
        for chunk in chunks:
            interrupts.obey()
            pace.learn(chunk)
            _take(chunk, tallies[chunk.cell], store, watch)


def _take(chunk: Chunk, tally: _Tally, store: Store, watch: Progress) -> None:
    """Store what a chunk adds to its cell and tell of it."""
    if tally.done:
        return
    ready = list(tally.accept(chunk))
    if not ready:
        return
    for part in ready:
        store.add(part)
    facts = tally.facts()
    halfwidth = (facts["high"] - facts["low"]) / 2
    watch.advanced(tally.cell, tally.games, tally.cell.games, halfwidth)
    if tally.done:
        store.merge(chunk.cell)
        store.note("finished", cell=chunk.cell, **facts)
        watch.finished(tally.cell, facts)


def _tasks(tally: _Tally, store: Store, pace: Pace) -> Iterator[Task]:
    """Cut a cell's missing games into tasks until the cell is done."""
    tasks = split(tally.cell.id, store.missing(tally.cell.id), pace)
    return takewhile(lambda _: not tally.done, tasks)


def estimate(experiment: Experiment, jobs: int = 0) -> Estimate:
    """Say what a run of the experiment takes, from a few timed games per cell.

    Under `until` games and seconds are upper bounds.
    """
    game, cells = get_game(experiment.game), experiment.cells()
    warm_up(game, cells)
    seconds = sum(
        cell.games * seconds_per_game(game, cell, experiment.seed, TIMED_GAMES) for cell in cells
    )
    workers = jobs or joblib.cpu_count()
    return Estimate(len(cells), experiment.total_games(), seconds / workers)
