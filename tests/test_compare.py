"""Two runs beside each other: paired where they share their luck."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.compare import compare_runs
from analysis.paired import compare
from analysis.rates import lift
from analysis.run import run_experiment
from reports.compared import HEADINGS, lines, saving
from sim.experiment import ConfigError, Overrides, load_experiment
from tests.toy_game import experiment_text


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    path = folder / "wood.toml"
    path.write_text(experiment_text())

    def play(*sets, **flags):
        return run_experiment(load_experiment(path, Overrides(sets=sets, **flags)), folder, jobs=1)

    return play


def test_runs_of_one_seed_are_compared_game_by_game(played):
    a, b = played(), played(("oil", "6"))
    found = compare_runs(a, b)
    assert found.paired
    assert found.rows["label"].to_list() == a.cells["label"].to_list()
    games = pl.concat([a.scan(0), b.scan(0).with_columns(cell=pl.lit(99, pl.UInt16))])
    row = compare(games, 0, 99, "win_rate").row(0, named=True)
    first = found.rows.row(0, named=True)
    for key in ("games", "mean_a", "mean_b", "difference", "low", "high", "p", "gain"):
        assert first[key] == row[key]
    assert first["saved"] == round(600 * (row["gain"] - 1))
    assert (found.rows["p_holm"] >= found.rows["p"]).all()
    text = saving(found)
    assert "times as many" in text
    assert f"{found.rows['saved'].sum():,} games" in text
    table = list(lines(found))
    assert table[0][:3] == ("darkness 1, players 2", "heuristic", "600")
    assert {len(row) for row in table} == {len(HEADINGS)}


def test_runs_of_other_seeds_are_independent_samples(played):
    a, b = played(), played(("oil", "6"), seed=6)
    found = compare_runs(a, b)
    assert not found.paired
    wins = [int((run.scan(0).collect()["result"] == "win").sum()) for run in (a, b)]
    wanted = lift(wins[1], 600, wins[0], 600).row(0, named=True)
    first = found.rows.row(0, named=True)
    assert [first[key] for key in wanted] == list(wanted.values())
    assert first["gain"] is None
    assert "independent samples" in saving(found)


def test_means_of_other_seeds_are_compared_after_welch(played):
    a, b = played(), played(seed=6)
    first = compare_runs(a, b, "way_mean").rows.row(0, named=True)
    ways = [run.scan(0).collect()["way_mean"].to_numpy() for run in (a, b)]
    test = stats.ttest_ind(ways[1], ways[0], equal_var=False)
    span = test.confidence_interval()
    assert first["p"] == pytest.approx(test.pvalue)
    assert [first["low"], first["high"]] == pytest.approx([span.low, span.high])


def test_cells_match_by_what_both_runs_vary(played):
    a, b = played(players=(2,)), played(players=(3,))
    assert len(compare_runs(a, b).rows) == 4, "one number of players each: that is the difference"
    wide = played()
    found = compare_runs(wide, played(("darkness", "3, 5")))
    assert (
        found.rows["label"].to_list()
        == wide.cells["label"].to_list()[2:4] + (wide.cells["label"].to_list()[6:8])
    )
    assert (found.rows["difference"] == 0).all()
    assert "not one game" in saving(found)
    assert compare_runs(played(players=(2,)), played(("darkness", "0, 5"))).rows.is_empty()


def test_what_cannot_be_compared_is_refused(played):
    with pytest.raises(ConfigError, match="'fare'; did you mean 'fear'"):
        compare_runs(played(), played(), "fare")
    with pytest.raises(ConfigError, match="varies oil"):
        compare_runs(played(), played(("oil", "2, 3")))
    other = played(("oil", "2"))
    other.manifest["experiment"]["game"] = "chess"
    with pytest.raises(ConfigError, match="chess"):
        compare_runs(played(), other)


def test_games_without_the_metric_are_left_out(played):
    a, b = played(("darkness", "0, 1")), played(("darkness", "0, 1"), ("oil", "5"))
    found = compare_runs(a, b, "fear").rows
    assert found["games"].to_list()[:2] == [0, 0]
    assert found["low"][0] is None or np.isnan(found["low"][0])
    assert next(lines(compare_runs(a, b, "fear")))[5:8] == ("", "", "")
