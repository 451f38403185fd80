"""The runner: the same rows however the work is split, and nothing that blocks or leaks."""

import itertools
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from sim import batch
from sim.batch import Pace, Task, line_up, play_chunks, play_task, source_digest, split, warm_up
from sim.experiment import Overrides, make_experiment
from tests.toy_game import TOY

GAMES = 400
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def cells():
    flags = Overrides(sets=(("darkness", "1, 3"),), policies=(("heuristic",), ("random",)))
    return make_experiment("toy", flags).cells()


def played(cells, tasks, **how):
    """Play tasks and put the rows of each cell in game order."""
    found = {cell.id: np.full((GAMES, len(TOY.columns)), np.nan) for cell in cells}
    for chunk in play_chunks(TOY, cells, 5, tasks, **how):
        found[chunk.cell][chunk.first : chunk.first + len(chunk.rows)] = chunk.rows
    return np.stack(list(found.values()))


def cut(cells, size):
    return [
        Task(cell.id, first, min(size, GAMES - first))
        for cell in cells
        for first in range(0, GAMES, size)
    ]


@pytest.fixture(scope="module")
def whole(cells):
    return played(cells, cut(cells, GAMES), jobs=1)


@pytest.mark.parametrize(("jobs", "size"), [(1, 7), (2, 150), (4, 33)])
def test_threads_give_the_same_rows_for_any_split(cells, whole, jobs, size):
    assert np.array_equal(whole, played(cells, cut(cells, size), jobs=jobs))


def test_processes_give_the_same_rows(cells, whole):
    assert np.array_equal(whole, played(cells, cut(cells, 190), jobs=2, backend="loky"))


def test_every_game_is_played_and_luck_is_shared_between_cells(cells, whole):
    assert not np.isnan(whole).any()
    first_seat = whole[:, :, [column.name for column in TOY.columns].index("first_seat")]
    assert (first_seat == first_seat[0]).all()
    assert not np.array_equal(whole[0], whole[1])


def test_tasks_are_read_a_few_ahead_and_dropped_quietly(cells):
    taken = []
    endless = (taken.append(n) or Task(0, n, 1) for n in itertools.count())
    chunks = play_chunks(TOY, cells, 5, endless, jobs=2)
    for _ in range(10):
        next(chunks)
    chunks.close()
    assert len(taken) < 10 + 2 * batch.BACKLOG_PER_JOB + 4


def test_a_slow_reader_pauses_the_players_and_loses_nothing(cells, monkeypatch):
    monkeypatch.setattr(batch, "BACKLOG_PER_JOB", 1)
    tasks = [Task(0, n, 1) for n in range(50)]
    seen = sorted(chunk.first for chunk in play_chunks(TOY, cells, 5, tasks, jobs=2))
    assert seen == list(range(50))


@pytest.mark.parametrize("jobs", [2, 3])
def test_rows_under_way_are_bounded_in_bytes(cells, whole, monkeypatch, jobs):
    """However large the tasks are, and however slow the reader."""
    most = 60
    monkeypatch.setattr(batch, "BACKLOG_BYTES", most * 8 * len(TOY.columns))
    flows, waiting = [], []

    class Watched(batch._Flow):
        def __init__(self, *args):
            super().__init__(*args)
            flows.append(self)

    monkeypatch.setattr(batch, "_Flow", Watched)
    found = np.full_like(whole[0], np.nan)
    for chunk in play_chunks(TOY, cells, 5, [Task(0, 0, 250), Task(0, 250, 150)], jobs=jobs):
        time.sleep(0.005)
        waiting.append(flows[0].sent_games - flows[0].taken_games)
        assert len(chunk.rows) <= most // (2 * jobs)
        found[chunk.first : chunk.first + len(chunk.rows)] = chunk.rows
    assert np.array_equal(found, whole[0])
    assert most / 2 < max(waiting) < most + most // (2 * jobs)


def test_a_worker_that_dies_is_an_error_that_says_what_to_do(cells, monkeypatch):
    monkeypatch.setattr(batch, "play_task", die)
    with pytest.raises(batch.WorkerDied, match=r"a worker process died.*the same command goes on"):
        list(play_chunks(TOY, cells, 5, [Task(0, n, 1) for n in range(9)], jobs=2, backend="loky"))


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def test_tasks_are_small_and_name_only_what_was_changed(cells):
    assert line_up(TOY, cells[1]) == ("toy", "tests.toy_game", '{"darkness": 3}', ("heuristic",))


def test_a_worker_with_other_sources_refuses(cells):
    with pytest.raises(RuntimeError, match="other sources of toy"):
        play_task(line_up(TOY, cells[0]), "0123", 5, Task(0, 0, 1))


def test_sources_cover_game_data(tmp_path, monkeypatch):
    (tmp_path / "toy").mkdir()
    before = source_digest("toy")
    (tmp_path / "toy" / "data.toml").write_text("x = 1")
    monkeypatch.setattr(batch.configs, "GAMES", tmp_path)
    monkeypatch.setattr(batch.configs, "ROOT", tmp_path)
    source_digest.cache_clear()
    try:
        assert source_digest("toy") != before
    finally:
        monkeypatch.undo()
        source_digest.cache_clear()


def test_chunks_grow_towards_a_second(cells):
    pace = Pace(cells, seconds_per_game=0.01)
    assert pace.count(0) == 20
    pace.learn(batch.Chunk(0, 0, np.zeros((100, 1)), seconds=0.1))
    assert pace.count(0) == 1000
    assert pace.count(1) == 1000, "what a cell teaches serves others with its policy"
    assert pace.count(2) == 20
    assert [task.count for task in split(0, [(0, 1500), (4000, 4010)], pace)] == [1000, 500, 10]
    assert Pace(cells, seconds_per_game=30).count(0) == 1


def test_warm_up_tells_of_compiling_once(cells, monkeypatch, tmp_path):
    heard = []
    monkeypatch.setattr(batch, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(batch, "build_name", lambda: "compiled")
    for _ in range(2):
        warm_up(TOY, cells, heard.append)
    assert heard == ["toy"]


def test_workers_leave_when_their_parent_is_killed():
    """Also those that are about to write to a pipe which nobody reads any more."""
    script = (
        "import os, sys; from tests.toy_game import TOY; from sim.batch import Task, play_chunks;"
        "from sim.experiment import make_experiment;"
        "tasks = (Task(0, n, 500) for n in range(0, 10**8, 500));"
        "chunks = play_chunks(TOY, make_experiment('toy').cells(), 5, tasks, jobs=2,"
        "backend='loky'); next(chunks); print('playing', flush=True); os.kill(os.getpid(), 9)"
    )
    # Workers have the pipe of the killed process too: it ends when the last of them is gone.
    killed = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        said, error = killed.communicate(timeout=60)
    finally:
        with killed, suppress(ProcessLookupError):
            os.killpg(killed.pid, signal.SIGKILL)
    assert said == "playing\n", error
    assert killed.returncode == -signal.SIGKILL
