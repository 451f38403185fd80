"""Many games on many cores: warm up, split into chunks, run, stream the rows back.

A task names a cell, a first game and a count; a game's luck depends on (seed, game index) alone,
so the rows are the same for any number of jobs, any chunk size and either backend.
"""

import hashlib
import json
import os
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

import joblib
import numba
import numpy as np
from numpy.typing import NDArray

import configs
from sim.agents.policy import parse_policy, policy_table
from sim.core.compile import build_name, cache_folder, code_digest
from sim.core.game import Game
from sim.experiment import Cell
from sim.games import GAMES
from sim.play import play_games

BACKENDS = {"threads": "threading", "loky": "loky"}
PRE_DISPATCH = "2*n_jobs"
CHUNK_SECONDS = 1.0
FIRST_CHUNK_SECONDS = 0.2
MOST_GAMES_A_CHUNK = 16_384
# What may be under way: being played, or waiting for a reader that is slower than the players.
# Chunks bound how far tasks are read ahead, bytes of rows the memory, whatever the machine.
BACKLOG_PER_JOB = 8
BACKLOG_BYTES = 2**27
LOOK_FOR_PARENT_SECONDS = 1.0


class WorkerDied(RuntimeError):
    """A worker process is gone, with the chunk it was playing."""


@dataclass(frozen=True)
class Task:
    """Games first, first + 1, ... first + count - 1 of a cell."""

    cell: int
    first: int
    count: int


@dataclass(frozen=True)
class Chunk:
    """The outcome rows of a task, float64 (games, columns), and the time they took."""

    cell: int
    first: int
    rows: NDArray[np.float64]
    seconds: float


class LineUp(NamedTuple):
    """A cell as workers get it: names and changed settings only, so that a task stays small."""

    game: str
    module: str
    settings: str
    policies: tuple[str, ...]


def line_up(game: Game, cell: Cell) -> LineUp:
    """Write a cell in the short form of tasks."""
    changed = cell.knobs.model_dump(mode="json", exclude_defaults=True)
    settings = json.dumps(changed, sort_keys=True)
    return LineUp(game.name, game.module.__name__, settings, cell.policies)


@lru_cache(maxsize=256)
def prepared(cell: LineUp) -> tuple[Any, NDArray[np.float64], NDArray[np.float64], int]:
    """Build what the kernel needs: rules, policy table, weights; and count the columns."""
    # A worker process has not imported games that enrol themselves from outside the package.
    import_module(cell.module)
    game = GAMES[cell.game]
    rules = game.build(game.knobs(**json.loads(cell.settings)))
    names, weights = game.weight_rows()
    table = policy_table([parse_policy(text) for text in cell.policies], rules.seats, names)
    return rules, table, weights, len(game.columns)


@lru_cache
def source_digest(game: str) -> str:
    """Name everything a game's numbers depend on: kernel sources, game data, policy weights."""
    digest = hashlib.sha256(code_digest().encode())
    files = [*(configs.GAMES / game).rglob("*.toml"), *configs.POLICIES.glob(f"{game}.toml")]
    for path in sorted(files):
        digest.update(str(path.relative_to(configs.ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def play_task(cell: LineUp, digest: str, seed: int, task: Task) -> Chunk:
    """Play one task.

    Raises RuntimeError when this process has other sources than the one that asked.
    """
    here = source_digest(cell.game)
    if digest != here:
        raise RuntimeError(
            f"a worker has other sources of {cell.game} ({here}) than asked"
            f" ({digest}): install the same version everywhere"
        )
    start = time.perf_counter()
    rules, table, weights, columns = prepared(cell)
    rows = np.zeros((task.count, columns))
    play_games(rules, table, weights, seed, task.first, rows)
    return Chunk(task.cell, task.first, rows, time.perf_counter() - start)


class Pace:
    """Sizes chunks to about a second, from what the latest chunks of a cell took."""

    def __init__(self, cells: Iterable[Cell], seconds_per_game: float) -> None:
        self._policy = {cell.id: cell.policy for cell in cells}
        self._guess = seconds_per_game
        self._by_cell: dict[int, float] = {}
        self._by_policy: dict[str, float] = {}

    def learn(self, chunk: Chunk) -> None:
        """Take in how long a chunk took."""
        seconds = chunk.seconds / len(chunk.rows)
        self._by_cell[chunk.cell] = self._by_policy[self._policy[chunk.cell]] = seconds

    def count(self, cell: int) -> int:
        """Say how many games the next chunk of a cell should have."""
        known = self._by_cell.get(cell, self._by_policy.get(self._policy[cell]))
        aim = FIRST_CHUNK_SECONDS / self._guess if known is None else CHUNK_SECONDS / known
        return int(min(max(aim, 1), MOST_GAMES_A_CHUNK))


def split(cell: int, ranges: Iterable[tuple[int, int]], pace: Pace) -> Iterator[Task]:
    """Cut ranges [first, end) of a cell into tasks of the pace's size, lazily."""
    for first, end in ranges:
        while first < end:
            count = min(pace.count(cell), end - first)
            yield Task(cell, first, count)
            first += count


def warm_up(
    game: Game, cells: Sequence[Cell], compiling: Callable[[str], None] | None = None
) -> Pace:
    """Compile, or load, everything that `cells` need, and time a game of each line-up.

    `compiling` is told the game's name when a long wait is ahead: the first time only.
    """
    done = cache_folder() / f"{game.name}.ready"
    if compiling is not None and build_name() != "plain" and not done.exists():
        compiling(game.name)
    seen: set[str] = set()
    for cell in cells:
        kind = str(numba.typeof(prepared(line_up(game, cell))[0]))  # type: ignore[no-untyped-call]
        if kind not in seen:
            seen.add(kind)
            seconds_per_game(game, cell, 0, 1)
    done.touch()
    line_ups = {cell.policy: cell for cell in cells}
    slowest = max((seconds_per_game(game, cell, 0, 2) for cell in line_ups.values()), default=1.0)
    return Pace(cells, slowest)


def seconds_per_game(game: Game, cell: Cell, seed: int, games: int) -> float:
    """Time `games` games of a cell on one core; the first call in a process also compiles."""
    digest = source_digest(game.name)
    chunk = play_task(line_up(game, cell), digest, seed, Task(cell.id, 0, games))
    return max(chunk.seconds / games, 1e-9)


def play_chunks(
    game: Game,
    cells: Iterable[Cell],
    seed: int,
    tasks: Iterable[Task],
    *,
    jobs: int = 0,
    backend: str = "threads",
) -> Iterator[Chunk]:
    """Play tasks on `jobs` cores (0: all) and yield their chunks as they are done.

    `tasks` is read lazily, a few ahead of the players, so it may react to finished chunks.
    Rows under way take some BACKLOG_BYTES at most; tasks that are too large for it are cut.
    Raises WorkerDied when a worker process is killed.
    """
    short = {cell.id: line_up(game, cell) for cell in cells}
    digest = source_digest(game.name)
    workers = jobs or joblib.cpu_count()
    # Each core needs a chunk to play and one to go on with.
    most_games = max(BACKLOG_BYTES // (8 * len(game.columns)), 2 * workers)
    flow = _Flow(_cut(tasks, most_games // (2 * workers)), workers * BACKLOG_PER_JOB, most_games)
    play = joblib.delayed(play_task)
    with joblib.Parallel(
        n_jobs=workers,
        backend=BACKENDS[backend],
        return_as="generator_unordered",
        pre_dispatch=PRE_DISPATCH,
        batch_size=1,
        **({"initializer": leave_with, "initargs": (os.getpid(),)} if backend == "loky" else {}),
    ) as parallel:
        while not flow.empty:
            chunks = parallel(play(short[t.cell], digest, seed, t) for t in flow)
            try:
                for chunk in chunks:
                    flow.taken += 1
                    flow.taken_games += len(chunk.rows)
                    yield chunk
            except BrokenProcessPool as error:
                raise WorkerDied(
                    "a worker process died: it was killed, or memory ran out (fewer --jobs take"
                    " less); what was finished is kept, the same command goes on with it"
                ) from error
            finally:
                _close(chunks)


def leave_with(parent: int) -> None:
    """Let this worker process end soon after its parent did, however that died.

    Else it waits for ever: workers hold both ends of the pipe to a parent that was killed.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_FOR_PARENT_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _cut(tasks: Iterable[Task], most: int) -> Iterator[Task]:
    """Cut tasks into pieces of at most `most` games, lazily."""
    for task in tasks:
        end = task.first + task.count
        for first in range(task.first, end, most):
            yield Task(task.cell, first, min(most, end - first))


class _Flow:
    """Hands out tasks until too many chunks or games are under way, then pauses by ending."""

    def __init__(self, tasks: Iterable[Task], most_chunks: int, most_games: int) -> None:
        self._tasks = iter(tasks)
        self._most_chunks = most_chunks
        self._most_games = most_games
        # Two counters, not their difference: joblib's threads send while the reader takes.
        self.sent = self.sent_games = 0
        self.taken = self.taken_games = 0
        self.empty = False

    @property
    def _full(self) -> bool:
        return (
            self.sent - self.taken >= self._most_chunks
            or self.sent_games - self.taken_games >= self._most_games
        )

    def __iter__(self) -> Iterator[Task]:
        while not self._full:
            task = next(self._tasks, None)
            if task is None:
                self.empty = True
                return
            self.sent += 1
            self.sent_games += task.count
            yield task


def _close(chunks: Any) -> None:
    """Stop a joblib generator; that tasks are dropped is the point, not worth a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        chunks.close()
