"""`repair`: what is bad is set aside, its games are played again, the rest is left alone."""

import json
import shutil

import pytest

from analysis.parts import write_part
from analysis.run import Progress, run_experiment
from analysis.store import StoreError, open_run
from sim.experiment import load_experiment
from tests.test_store import HARMS, damage
from tests.toy_game import experiment_text

UNTIL = 'name = "wood"\ngame = "toy"\nseed = 5\ngames = 9_500\nuntil = { halfwidth = 0.015 }'


class Watch(Progress):
    """Remember what was stored, set aside and played."""

    def __init__(self):
        self.stored = None
        self.aside = []
        self.played = {}

    def started(self, planned, stored):
        self.stored = stored

    def set_aside(self, path, why):
        self.aside.append((path.name, why))

    def advanced(self, cell, played, planned, halfwidth):
        self.played[cell.id] = played


@pytest.fixture
def small_files(monkeypatch):
    monkeypatch.setattr("sim.batch.MOST_GAMES_A_CHUNK", 100)
    monkeypatch.setattr("analysis.store.MERGED_ROWS", 200)


@pytest.fixture(params=["all games", "until"])
def experiment(request, tmp_path, small_files):
    path = tmp_path / "wood.toml"
    changes = {"experiment": UNTIL} if request.param == "until" else {}
    path.write_text(experiment_text(**changes, policies='table = [["heuristic"]]'))
    return load_experiment(path)


@pytest.fixture
def run(experiment, tmp_path):
    """Play a run to its end: four cells, several chunks each."""
    done = run_experiment(experiment, tmp_path / "runs")
    assert all(sum(part.cell == cell for part in done.parts) > 1 for cell in range(4))
    return done


def games_of(run):
    return run.scan().sort("cell", "game").collect()


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def repaired(experiment, tmp_path):
    watch = Watch()
    done = run_experiment(experiment, tmp_path / "runs", progress=watch, repair=True)
    assert done.complete
    assert games_of(open_run(done.folder)).equals(games_of(done))
    return done, watch


@pytest.mark.parametrize(("harm", "says"), HARMS)
def test_only_the_games_of_a_bad_chunk_are_played_again(experiment, run, tmp_path, harm, says):
    before, files = games_of(run), contents(run.folder / "chunks")
    summary = (run.folder / "summary.parquet").read_bytes()
    bad = [part for part in run.parts if part.cell == 1][1]
    harm(bad.path)
    with pytest.raises(StoreError, match="--repair"):
        run_experiment(experiment, tmp_path / "runs")
    done, watch = repaired(experiment, tmp_path)
    (file,) = (run.folder / "damaged").iterdir()
    assert watch.aside[0][0] == file.name
    assert len(watch.aside) == 1
    assert games_of(done).equals(before)
    assert (run.folder / "summary.parquet").read_bytes() == summary
    assert set(watch.played) <= {1}
    # Small neighbours may be merged with what was played again.
    kept = {part.path for part in run.parts if part != bad and part.count >= 200}
    assert len(kept) >= 4
    assert {path: path.read_bytes() for path in kept} == {path: files[path] for path in kept}


def test_nothing_is_set_aside_from_a_sound_run(experiment, run, tmp_path):
    before = contents(run.folder)
    _, watch = repaired(experiment, tmp_path)
    assert (watch.aside, watch.played) == ([], {})
    assert contents(run.folder) == before


def test_many_bad_files_are_set_aside_at_once(experiment, run, tmp_path):
    before = games_of(run)
    for part in run.parts[::2]:
        damage(part.path)
    (run.folder / "chunks" / "notes.txt").write_text("mine")
    (run.folder / "chunks" / "nested").mkdir()
    done, watch = repaired(experiment, tmp_path)
    assert len(watch.aside) == len(run.parts[::2]) + 2
    assert (run.folder / "damaged" / "notes.txt").read_text() == "mine"
    assert games_of(done).equals(before)
    told = [json.loads(line) for line in (run.folder / "journal.jsonl").read_text().splitlines()]
    named = [(line["file"], line["why"]) for line in told if line["event"] == "set aside"]
    assert named == watch.aside


def test_chunks_that_disagree_are_both_played_again(experiment, run, tmp_path):
    before = games_of(run)
    first, second = [part for part in run.parts if part.cell == 2][:2]
    across = games_of(run).filter(cell=2).slice(first.end - 30, 60)
    write_part(run.folder / "chunks", run.manifest["run"], across)
    done, watch = repaired(experiment, tmp_path)
    assert len(watch.aside) == 3
    assert {first.path.name, second.path.name} < {name for name, _ in watch.aside}
    assert games_of(done).equals(before)


def test_a_file_that_goes_bad_twice_is_kept_twice(experiment, run, tmp_path):
    for text in ("one", "two", "three"):
        (run.folder / "chunks" / "notes.txt").write_text(text)
        repaired(experiment, tmp_path)
    kept = sorted((run.folder / "damaged").iterdir())
    assert [path.read_text() for path in kept] == ["one", "two", "three"]


@pytest.mark.parametrize("text", ["", "{}", '{"run": "x"}'])
def test_a_bad_manifest_is_written_again(experiment, run, tmp_path, text):
    before = games_of(run)
    (run.folder / "manifest.json").write_text(text)
    with pytest.raises(StoreError, match=r"manifest\.json is damaged.*--repair"):
        run_experiment(experiment, tmp_path / "runs")
    done, watch = repaired(experiment, tmp_path)
    assert [name for name, _ in watch.aside] == ["manifest.json"]
    assert watch.played == {}
    assert games_of(done).equals(before)
    assert (run.folder / "damaged" / "manifest.json").read_text() == text


def test_what_can_be_made_again_needs_no_repair(experiment, run, tmp_path):
    summary = (run.folder / "summary.parquet").read_bytes()
    flipped = bytearray(summary)
    flipped[len(flipped) // 2] ^= 4
    for harm in (b"", bytes(flipped), None):
        path = run.folder / "summary.parquet"
        path.unlink() if harm is None else path.write_bytes(harm)
        assert open_run(run.folder).complete
        run_experiment(experiment, tmp_path / "runs")
        assert path.read_bytes() == summary
    (run.folder / "journal.jsonl").unlink()
    (run.folder / "manifest.json").unlink()
    assert run_experiment(experiment, tmp_path / "runs").complete


def test_a_run_whose_chunks_are_gone_is_played_again(experiment, run, tmp_path):
    before = games_of(run)
    shutil.rmtree(run.folder / "chunks")
    watch = Watch()
    again = run_experiment(experiment, tmp_path / "runs", progress=watch)
    assert watch.stored == 0
    assert games_of(again).equals(before)
