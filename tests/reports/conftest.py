"""Reports of small real runs, built once for all workers."""

import fcntl
from pathlib import Path

import pytest

from analysis.run import run_experiment
from reports.build import build_report
from sim.experiment import Overrides, find_experiment, load_experiment
from tests.toy_game import experiment_text

GAMES = 80


@pytest.fixture(scope="session")
def shared(tmp_path_factory, worker_id):
    """Name a folder that all test workers of this session have in common."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "reports"
    folder.mkdir(exist_ok=True)
    return folder


def built(experiment, folder: Path) -> Path:
    """Run an experiment and build its report, unless another worker did."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = run_experiment(experiment, folder, jobs=1, command="balance run FILE")
        page = run.folder / "report" / "index.html"
        return page if page.exists() else build_report(run.folder)


@pytest.fixture(scope="session")
def flagship(shared):
    """Give the page of the Heavy Reinforcements study, played small."""
    path = find_experiment("heavy-reinforcements")
    return built(load_experiment(path, Overrides(games=GAMES)), shared)


@pytest.fixture
def toy_report(tmp_path):
    """Build the report of an experiment of the toy game, given its changed sections."""

    def build(**sections: str) -> Path:
        path = tmp_path / "wood.toml"
        path.write_text(experiment_text(**sections))
        return built(load_experiment(path), tmp_path)

    return build
