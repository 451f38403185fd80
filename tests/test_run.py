"""Whole runs: resumed, interrupted, killed, stopped early; the numbers never notice."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from analysis import simulate
from analysis.rates import means
from analysis.run import Interrupted, Progress, estimate, run_experiment, run_folder
from analysis.stopping import LOOK_EVERY
from analysis.store import StoreError, open_run
from sim.experiment import ConfigError, Overrides, load_experiment, make_experiment
from tests.toy_game import experiment_text

ROOT = Path(__file__).parents[1]


@pytest.fixture
def experiment(tmp_path):
    path = tmp_path / "wood.toml"
    path.write_text(experiment_text())
    return load_experiment(path)


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr("sim.batch.MOST_GAMES_A_CHUNK", 70)


def games_of(run):
    return run.scan().sort("cell", "game").collect()


class Watch(Progress):
    """Remember what a run told, and stop it after some chunks."""

    def __init__(self, stop_after=None):
        self.heard = []
        self.chunks = 0
        self.stop_after = stop_after

    def started(self, planned, stored):
        self.heard.append(("started", planned, stored))

    def advanced(self, cell, played, planned, halfwidth):
        self.chunks += 1
        assert 0 < played <= planned
        assert 0 < halfwidth < 0.5
        if self.chunks == self.stop_after:
            raise KeyboardInterrupt

    def finished(self, cell, facts):
        self.heard.append(("finished", cell.id, facts["games"]))

    def ended(self, reason):
        self.heard.append(("ended", reason))


def test_every_cell_gets_its_games(experiment, tmp_path):
    watch = Watch()
    run = run_experiment(experiment, tmp_path, progress=watch)
    assert run.complete
    counts = run.scan().group_by("cell").len().sort("cell").collect()["len"].to_list()
    assert counts == [600] * 4 + [200] * 4
    assert watch.heard[0] == ("started", 3200, 0)
    assert sorted(watch.heard[1:-1]) == [("finished", i, 600 if i < 4 else 200) for i in range(8)]
    assert watch.heard[-1] == ("ended", "complete")


def test_a_complete_run_is_left_alone(experiment, tmp_path):
    first = run_experiment(experiment, tmp_path)
    before = {path: path.read_bytes() for path in first.folder.rglob("*") if path.is_file()}
    watch = Watch()
    run_experiment(experiment, tmp_path, progress=watch)
    assert before == {path: path.read_bytes() for path in first.folder.rglob("*") if path.is_file()}
    assert watch.heard == [("started", 3200, 3200), ("ended", "complete")]
    assert watch.chunks == 0


def test_a_lost_chunk_is_played_again(experiment, tmp_path):
    run = run_experiment(experiment, tmp_path)
    whole = games_of(run)
    lost = run.parts[2]
    lost.path.unlink()
    gone = rf"games {lost.first} to {lost.end - 1} of cell {lost.cell} are gone"
    with pytest.raises(StoreError, match=gone):
        open_run(run.folder)
    assert games_of(run_experiment(experiment, tmp_path)).equals(whole)


@pytest.mark.usefixtures("small_chunks")
def test_ctrl_c_keeps_finished_chunks_and_the_next_run_goes_on(experiment, tmp_path):
    with pytest.raises(Interrupted) as stopped:
        run_experiment(experiment, tmp_path / "a", progress=Watch(stop_after=5), jobs=2)
    kept = open_run(stopped.value.folder)
    assert kept.scan().collect().height == stopped.value.played == 350
    assert (kept.complete, kept.manifest["reason"]) == (False, "interrupted")
    watch = Watch()
    resumed = run_experiment(experiment, tmp_path / "a", progress=watch, jobs=1)
    assert watch.heard[0] == ("started", 3200, 350)
    assert resumed.complete
    whole = run_experiment(experiment, tmp_path / "b", jobs=4)
    assert games_of(resumed).equals(games_of(whole))
    columns = ["decisions", "way_mean", "fear"]
    assert means(resumed.scan(), columns).equals(means(whole.scan(), columns))
    assert (resumed.folder / "summary.parquet").read_bytes() == (
        whole.folder / "summary.parquet"
    ).read_bytes()


def test_a_summary_does_not_depend_on_how_games_are_cut_into_files(tmp_path, monkeypatch):
    """Sums of floats would, in the last digit."""
    study = make_experiment("toy", Overrides(games=9000), name="wood")
    table = {}
    for size in (70, 1300, 2**14):
        # No chunk is larger than what they are merged to, else speed decides how many files.
        monkeypatch.setattr("sim.batch.MOST_GAMES_A_CHUNK", size)
        monkeypatch.setattr("analysis.store.MERGED_ROWS", size)
        run = run_experiment(study, tmp_path / str(size))
        table[len(run.parts)] = (run.folder / "summary.parquet").read_bytes()
    assert len(table) == 3
    assert len(set(table.values())) == 1
    (row,) = pl.read_parquet(run.folder / "summary.parquet").to_dicts()
    found = means(run.scan(), ["decisions"]).to_dicts()[0]
    assert row["mean_decisions"] == pytest.approx(found["mean"], rel=1e-12)
    assert row["error_decisions"] == pytest.approx(found["error"], rel=1e-9)


SCRIPT = """
import signal
import sys
from pathlib import Path
import sim.batch
from tests import toy_game
from analysis.run import run_experiment
from sim.experiment import load_experiment
sim.batch.MOST_GAMES_A_CHUNK = 400
# A shell that starts its commands in the background has them ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
run_experiment(load_experiment(Path(sys.argv[1])), Path(sys.argv[2]), jobs=2)
"""
BIG = 'name = "wood"\ngame = "toy"\nseed = 5\ngames = 100_000'


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_process_loses_only_what_was_in_flight(tmp_path, blow):
    path = tmp_path / "wood.toml"
    path.write_text(experiment_text(experiment=BIG, policies='table = [["random"]]'))
    experiment = load_experiment(path)
    chunks = run_folder(experiment, tmp_path / "a") / "chunks"
    command = [sys.executable, "-c", SCRIPT, str(path), str(tmp_path / "a")]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while len(list(chunks.glob("part-*"))) < 6 and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    assert process.poll() is None, "the run ended before it could be killed"
    os.kill(process.pid, blow)
    assert process.wait(60) != 0
    kept = open_run(chunks.parent).scan().collect().height
    assert 0 < kept < 400_000
    assert kept % 400 == 0, "chunks are stored whole"
    watch = Watch()
    resumed = run_experiment(experiment, tmp_path / "a", progress=watch)
    assert watch.heard[0] == ("started", 400_000, kept)
    assert games_of(resumed).equals(games_of(run_experiment(experiment, tmp_path / "b", jobs=1)))


UNTIL = 'name = "wood"\ngame = "toy"\nseed = 5\ngames = 9_500\nuntil = { halfwidth = 0.015 }'


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr("analysis.store.MERGED_ROWS", 500)


@pytest.mark.usefixtures("small_chunks", "small_parts")
def test_where_a_cell_stops_does_not_depend_on_how_it_was_played(tmp_path):
    path = tmp_path / "wood.toml"
    path.write_text(experiment_text(experiment=UNTIL, policies='table = [["heuristic"]]'))
    experiment = load_experiment(path)
    one = run_experiment(experiment, tmp_path / "one", jobs=1)
    many = run_experiment(experiment, tmp_path / "many", jobs=4)
    with pytest.raises(Interrupted):
        run_experiment(experiment, tmp_path / "cut", jobs=3, progress=Watch(stop_after=60))
    resumed = run_experiment(experiment, tmp_path / "cut", jobs=2)
    assert games_of(one).equals(games_of(many))
    assert games_of(one).equals(games_of(resumed))
    many.parts[0].path.unlink()
    assert games_of(run_experiment(experiment, tmp_path / "many")).equals(games_of(one))
    table = pl.read_parquet(one.folder / "summary.parquet")
    assert one.complete
    assert (table["halfwidth"] <= 0.015).all()
    assert (table["games"] % LOOK_EVERY == 0).all()
    assert table["games"].n_unique() > 1, "cells differ in how many games they need"
    assert table["games"].max() < 9_500


def test_without_enough_precision_a_cell_plays_all_its_games(tmp_path):
    path = tmp_path / "wood.toml"
    head = UNTIL.replace("9_500", "1_500").replace("0.015", "0.001")
    path.write_text(experiment_text(experiment=head, policies='table = [["random"]]'))
    run = run_experiment(load_experiment(path), tmp_path)
    assert run.complete
    assert run.scan().collect().height == 4 * 1500


def test_simulate_gives_the_games_of_a_run(experiment, tmp_path):
    run = run_experiment(experiment, tmp_path)
    games = simulate("toy", games=600, seed=5, darkness=3, players=2)
    assert games.equals(games_of(run).filter(pl.col("cell") == 2).drop("cell"))
    assert simulate("toy", games=0).height == 0
    with pytest.raises(ConfigError, match="darkness = 9"):
        simulate("toy", darkness=9)


def test_an_estimate_counts_cells_and_games(experiment):
    found = estimate(experiment)
    assert (found.cells, found.games) == (8, 3200)
    assert found.seconds > 0


def test_a_new_title_does_not_replay_anything(tmp_path):
    plain = make_experiment("toy", Overrides(games=50), name="wood")
    run = run_experiment(plain, tmp_path)
    path = tmp_path / "wood.toml"
    head = f'name = "wood"\ngame = "toy"\ngames = 50\nseed = {plain.seed}\ntitle = "New"'
    path.write_text(f"[experiment]\n{head}\n")
    watch = Watch()
    again = run_experiment(load_experiment(path), tmp_path, progress=watch)
    assert again.folder == run.folder
    assert watch.chunks == 0
    assert open_run(run.folder).manifest["experiment"]["title"] == "New"
