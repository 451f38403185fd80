"""A run that dies, or whose disk fills up, at any step of its writing: nothing complete is lost."""

import errno
import os
import re
from pathlib import Path

import numpy as np
import pytest

from analysis.run import run_experiment, run_folder
from analysis.store import StoreError, open_run
from reports.build import build_report
from sim.experiment import load_experiment
from tests.toy_game import experiment_text

STUDY = 'name = "wood"\ngame = "toy"\nseed = 5\ngames = 350'


class Death(BaseException):
    """The process is gone; nothing it would do afterwards happens."""


@pytest.fixture
def small_files(monkeypatch):
    monkeypatch.setattr("sim.batch.MOST_GAMES_A_CHUNK", 50)
    monkeypatch.setattr("analysis.store.MERGED_ROWS", 120)


@pytest.fixture
def experiment(tmp_path, small_files):
    path = tmp_path / "wood.toml"
    path.write_text(
        experiment_text(
            experiment=STUDY, grid="darkness = [1, 3]", policies='table = [["heuristic"]]'
        )
    )
    return load_experiment(path)


@pytest.fixture
def whole(experiment, tmp_path):
    return run_experiment(experiment, tmp_path / "whole", jobs=1)


def games_of(run):
    return run.scan().sort("cell", "game").collect()


def assert_resumes(experiment, whole, out):
    """Compare what is there with the uninterrupted run, then go on and compare everything."""
    folder = run_folder(experiment, out)
    if (folder / "manifest.json").exists():
        kept, all_games = games_of(open_run(folder)), games_of(whole)
        assert kept.equals(all_games.join(kept, on=["cell", "game"], how="semi"))
    resumed = run_experiment(experiment, out, jobs=1)
    assert games_of(resumed).equals(games_of(whole))
    assert open_run(folder).complete
    ours, theirs = ((run.folder / "summary.parquet").read_bytes() for run in (resumed, whole))
    assert ours == theirs
    assert not [*folder.rglob("*.tmp")]


def die_at(monkeypatch, folder, step):
    """Let the process die at the step-th time it syncs, moves, removes or opens to write.

    Returns the list of steps taken.
    """
    steps = []

    def mortal(name, original, counts):
        def call(*args, **options):
            if counts(*args, **options):
                steps.append(name)
                if len(steps) >= step:
                    raise Death
            return original(*args, **options)

        return call

    def inside(path, *_, **__):
        return Path(path).is_relative_to(folder)

    def written(path, mode="r", *_, **__):
        return inside(path) and "r" not in mode

    for name in ("replace", "rename", "unlink"):
        monkeypatch.setattr(Path, name, mortal(name, getattr(Path, name), inside))
    monkeypatch.setattr(Path, "open", mortal("open", Path.open, written))
    monkeypatch.setattr(os, "fsync", mortal("fsync", os.fsync, lambda _: True))
    return steps


def test_steps_are_seen(experiment, tmp_path, monkeypatch):
    """Without this, the tests below would pass by never dying."""
    steps = die_at(monkeypatch, tmp_path / "runs", 10**9)
    run_experiment(experiment, tmp_path / "runs", jobs=1)
    assert len(steps) > LAST_STEP
    assert {"open", "fsync", "replace", "unlink"} <= set(steps)


LAST_STEP = 90
FEW = np.random.default_rng(20260101).choice(np.arange(1, LAST_STEP), 12, replace=False)


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(step, marks=[] if step in FEW else pytest.mark.slow)
        for step in range(1, LAST_STEP)
    ],
)
def test_a_run_that_dies_at_any_step_ends_like_one_that_did_not(
    experiment, whole, tmp_path, monkeypatch, step
):
    with monkeypatch.context() as short:
        die_at(short, tmp_path / "runs", step)
        with pytest.raises(Death):
            run_experiment(experiment, tmp_path / "runs", jobs=1)
    assert_resumes(experiment, whole, tmp_path / "runs")


@pytest.mark.parametrize("step", range(1, 14))
def test_a_repair_that_dies_never_leaves_a_run_that_passes_for_complete(
    experiment, whole, tmp_path, monkeypatch, step
):
    run = run_experiment(experiment, tmp_path / "runs", jobs=1)
    for part in run.parts[1:4]:
        part.path.write_bytes(b"")
    with monkeypatch.context() as short:
        die_at(short, tmp_path / "runs", step)
        with pytest.raises(Death):
            run_experiment(experiment, tmp_path / "runs", jobs=1, repair=True)
    if not [part for part in run.parts if part.path.exists() and not part.path.stat().st_size]:
        assert not open_run(run.folder).complete
    done = run_experiment(experiment, tmp_path / "runs", jobs=1, repair=True)
    assert games_of(done).equals(games_of(whole))
    assert len([*(run.folder / "damaged").iterdir()]) == 3


class HalfWritten:
    """A file on a disk that fills up in the middle of what is written."""

    def __init__(self, file):
        self.file = file

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def write(self, content):
        self.file.write(content[: len(content) // 2])
        self.file.flush()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def full_for(monkeypatch):
    """Let the disk be full for files of a name, from the n-th one on."""

    def _fill(pattern, nth=1):
        opened, seen = Path.open, []

        def call(path, mode="r", *args, **options):
            file = opened(path, mode, *args, **options)
            if "r" in mode or not re.match(pattern, path.name):
                return file
            seen.append(path.name)
            return HalfWritten(file) if len(seen) >= nth else file

        monkeypatch.setattr(Path, "open", call)

    return _fill


CHUNK, MERGED = r"part-\d+-\d+-00000[0-5]\d-", r"part-\d+-\d+-0000[1-9]"
SEAMS = [
    ("first manifest", r"manifest\.json", 1),
    ("manifest when playing starts", r"manifest\.json", 2),
    ("manifest at the end", r"manifest\.json", 3),
    ("first journal line", r"journal\.jsonl", 1),
    ("later journal line", r"journal\.jsonl", 2),
    ("last journal line", r"journal\.jsonl", 4),
    ("first chunk", CHUNK, 1),
    ("later chunk", CHUNK, 9),
    ("merged part", MERGED, 1),
    ("later merged part", MERGED, 3),
    ("summary", r"summary\.parquet", 1),
]


@pytest.mark.parametrize(("pattern", "nth"), [s[1:] for s in SEAMS], ids=[s[0] for s in SEAMS])
def test_a_disk_that_fills_up_at_any_file_is_reported_and_the_run_goes_on_later(
    experiment, whole, tmp_path, monkeypatch, full_for, pattern, nth
):
    full_for(pattern, nth)
    with pytest.raises(StoreError) as refused:
        run_experiment(experiment, tmp_path / "runs", jobs=1)
    monkeypatch.undo()
    monkeypatch.setattr("sim.batch.MOST_GAMES_A_CHUNK", 50)
    told = re.fullmatch(
        r"cannot write (\S+): No space left on device; what was finished before is kept, so make"
        r" room and run the same command again",
        str(refused.value),
    )
    assert told
    path = Path(told.group(1))
    assert re.match(pattern, path.name)
    assert path.is_relative_to(run_folder(experiment, tmp_path / "runs"))
    assert not [*(tmp_path / "runs").rglob("*.tmp")], "no half written file is in the way"
    assert_resumes(experiment, whole, tmp_path / "runs")


@pytest.mark.parametrize("pattern", [r"index\.html", r".+\.png"])
def test_a_report_that_does_not_fit_leaves_the_one_before(whole, full_for, monkeypatch, pattern):
    page = build_report(whole.folder)
    before = {path: path.read_bytes() for path in page.parent.iterdir()}
    assert any(re.match(pattern, path.name) for path in before)
    full_for(pattern)
    with pytest.raises(StoreError, match=rf"cannot write \S+{pattern}: No space left"):
        build_report(whole.folder)
    assert {path: path.read_bytes() for path in page.parent.iterdir()} == before
    monkeypatch.undo()
    assert build_report(whole.folder) == page


def test_a_report_whose_folder_cannot_be_made_is_reported(whole):
    (whole.folder / "report").write_text("in the way")
    with pytest.raises(StoreError, match=r"cannot write \S+report: File exists"):
        build_report(whole.folder)
