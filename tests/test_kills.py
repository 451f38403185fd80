"""kill -9 in the middle of a write, at named moments; the next run ends like one nobody killed."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.run import run_experiment, run_folder
from analysis.store import open_run
from sim.experiment import load_experiment
from tests.toy_game import experiment_text

ROOT = Path(__file__).parents[1]
STUDY = 'name = "wood"\ngame = "toy"\nseed = 5\ngames = 350'
CHUNK, MERGED = r"part-\d+-\d+-00000[0-5]\d-", r"part-\d+-\d+-0000[1-9]"

# Kills itself at the n-th call of a method of Path on a file of a name; "write": half way through.
SCRIPT = """
import os, re, signal, sys
from pathlib import Path
from tests import toy_game
import analysis.store, sim.batch
from analysis.run import run_experiment
from sim.experiment import load_experiment

study, out, method, pattern, nth = sys.argv[1:]
original = getattr(Path, "open" if method == "write" else method)
calls = []

def die():
    os.kill(os.getpid(), signal.SIGKILL)

class Half:
    def __init__(self, file):
        self.file = file

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def write(self, content):
        self.file.write(content[: len(content) // 2])
        self.file.flush()
        die()

def call(path, *args, **options):
    if not re.match(pattern, path.name) or (method == "write" and "r" in (args or ("r",))[0]):
        return original(path, *args, **options)
    calls.append(path)
    if len(calls) < int(nth):
        return original(path, *args, **options)
    if method == "write":
        return Half(original(path, *args, **options))
    die()

setattr(Path, original.__name__, call)
sim.batch.MOST_GAMES_A_CHUNK, analysis.store.MERGED_ROWS = 50, 120
run_experiment(load_experiment(Path(study)), Path(out), jobs=1)
"""

FAST = [
    pytest.param("write", MERGED, 1, id="half a merged part"),
    pytest.param("unlink", CHUNK, 2, id="merged, half tidied"),
    pytest.param("write", r"manifest\.json", 3, id="half the last manifest"),
]
SLOW = [
    pytest.param(*moment, id=name, marks=pytest.mark.slow)
    for name, *moment in (
        ("half a chunk", "write", CHUNK, 5),
        ("merged part not in place", "replace", MERGED, 2),
        ("half the first manifest", "write", r"manifest\.json", 1),
        ("manifest not in place", "replace", r"manifest\.json", 2),
        ("half a journal line", "write", r"journal\.jsonl", 2),
        ("half a summary", "write", r"summary\.parquet", 1),
        ("summary not in place", "replace", r"summary\.parquet", 1),
    )
]


@pytest.mark.parametrize(("method", "pattern", "nth"), [*FAST, *SLOW])
def test_a_run_killed_at_a_write_ends_like_one_that_was_not(
    tmp_path, monkeypatch, method, pattern, nth
):
    """Compared: all rows, sorted by cell and game, and the bytes of the summary."""
    path = tmp_path / "wood.toml"
    path.write_text(
        experiment_text(
            experiment=STUDY, grid="darkness = [1, 3]", policies='table = [["heuristic"]]'
        )
    )
    study = load_experiment(path)
    arguments = [str(path), str(tmp_path / "cut"), method, pattern, str(nth)]
    killed = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], cwd=ROOT, capture_output=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    monkeypatch.setattr("sim.batch.MOST_GAMES_A_CHUNK", 50)
    monkeypatch.setattr("analysis.store.MERGED_ROWS", 120)
    whole = run_experiment(study, tmp_path / "whole", jobs=1)
    games = whole.scan().sort("cell", "game").collect()
    folder = run_folder(study, tmp_path / "cut")
    if (folder / "manifest.json").exists():
        run = open_run(folder)
        kept = run.scan().sort("cell", "game").collect()
        assert not run.complete
        assert kept.equals(games.join(kept, on=["cell", "game"], how="semi"))
    resumed = run_experiment(study, tmp_path / "cut", jobs=1)
    assert resumed.scan().sort("cell", "game").collect().equals(games)
    assert open_run(folder).complete
    ours, theirs = ((run.folder / "summary.parquet").read_bytes() for run in (resumed, whole))
    assert ours == theirs
    assert not [*folder.rglob("*.tmp")]
