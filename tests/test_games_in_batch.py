"""Every game through the runner: split, processes, replay and store agree."""

import numpy as np
import pytest

from analysis.run import run_experiment
from sim.batch import Task, line_up, play_chunks, play_task, source_digest, warm_up
from sim.core.table import Table
from sim.experiment import Overrides, make_experiment
from sim.games import GAMES
from sim.replay import play_by_policies

NAMES = [name for name, game in GAMES.items() if game.module.__name__.startswith("sim.")]
LINE_UPS = (("random",), ("heuristic",), ("heuristic(temperature=1)",))
SHOWN = 24


@pytest.fixture(scope="module", params=NAMES)
def study(request):
    return make_experiment(request.param, Overrides(games=SHOWN, policies=LINE_UPS))


@pytest.fixture(scope="module")
def whole(study):
    game, cells = GAMES[study.game], study.cells()
    warm_up(game, cells)
    digest = source_digest(game.name)
    return np.stack(
        [
            play_task(line_up(game, cell), digest, study.seed, Task(cell.id, 0, SHOWN)).rows
            for cell in cells
        ]
    )


@pytest.mark.parametrize(("jobs", "size", "backend"), [(3, 5, "threads"), (2, 9, "loky")])
def test_rows_do_not_depend_on_how_the_work_is_split(study, whole, jobs, size, backend):
    game, cells = GAMES[study.game], study.cells()
    tasks = [
        Task(cell.id, first, min(size, SHOWN - first))
        for cell in cells
        for first in range(0, SHOWN, size)
    ]
    found = np.full_like(whole, np.nan)
    for chunk in play_chunks(game, cells, study.seed, tasks, jobs=jobs, backend=backend):
        found[chunk.cell, chunk.first : chunk.first + len(chunk.rows)] = chunk.rows
    assert np.array_equal(found, whole)


def test_a_replay_is_the_game_of_the_batch(study, whole):
    game = GAMES[study.game]
    for cell in study.cells():
        table = Table(game, cell.knobs, study.seed, 3)
        for decision in play_by_policies(table, cell.policies):
            assert decision.text
        told = dict(zip((c.name for c in game.columns), whole[cell.id, 3], strict=True))
        for name, value in table.outcome().items():
            labels = next(column.labels for column in game.columns if column.name == name)
            assert (labels.index(value) if labels else value) == told[name], name
        assert table.check() == []


def test_the_store_holds_what_was_played(study, whole, tmp_path):
    run = run_experiment(study, tmp_path)
    names = [column.name for column in GAMES[study.game].columns]
    games = run.scan().sort("cell", "game").collect()
    for cell, rows in enumerate(whole):
        mine = games.filter(games["cell"] == cell)
        stored = np.column_stack([mine[name].to_physical().to_numpy() for name in names])
        assert np.array_equal(stored.astype(np.float64), rows)
