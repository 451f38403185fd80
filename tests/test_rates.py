"""Estimates: right on hand-made games, honest in simulation."""

import math

import numpy as np
import polars as pl
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analysis import cards, causes, frames, length, paired, rates, seats, summary, targets
from analysis.families import family
from analysis.run import run_experiment
from reports.aimed import HEADINGS, target_rows
from sim.experiment import load_experiment
from tests.toy_game import RESULTS, experiment_text

LABELS = pl.Enum(RESULTS)


def games(results, cell=0, **columns):
    """Make a frame of games from results and columns."""
    return pl.DataFrame(
        {"cell": [cell] * len(results), "game": range(len(results)), "result": results, **columns},
        schema_overrides={"cell": pl.UInt16, "game": pl.UInt32, "result": LABELS},
    )


def close(found, wanted):
    return found == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    goals = (
        "win_rate = [{ at = { darkness = 1 }, between = [0.9, 1.0] }, { between = [0.5, 0.6] }]\n"
        'fear = { at = { darkness = 3, oil = 3 }, between = [0, 1], policy = "random" }'
    )
    path = folder / "wood.toml"
    path.write_text(experiment_text(targets=goals))
    return run_experiment(load_experiment(path), folder)


def test_a_win_rate_counts_truncated_games_as_not_won():
    frame = games(["win"] * 6 + ["lose_time"] * 3 + ["truncated"])
    row = rates.win_rates(frame).row(0, named=True)
    low, high = proportion_confint(6, 10, method="wilson")
    assert (row["games"], row["wins"], row["truncated"]) == (10, 6, 1)
    assert close([row["win_rate"], row["low"], row["high"]], [0.6, low, high])
    assert close(row["halfwidth"], (high - low) / 2)


def test_rates_without_wins_or_losses_keep_an_interval():
    frame = pl.concat([games(["win"] * 50), games(["lose_time"] * 50, cell=1)])
    found = rates.win_rates(frame)
    assert close(found["low"][1], 0)
    assert close(found["high"][0], 1)
    assert (found["halfwidth"] > 0.03).all()


def test_no_games_give_no_rates():
    assert rates.win_rates(games([])).height == 0
    assert np.isnan(rates.wilson(0, 0)).all()
    # Exactly 0 and 1, not what rounding leaves of them: 1e-19 would read as "<0.1 %".
    assert rates.wilson(0, 2_000)[0] == 0
    assert rates.wilson(2_000, 2_000)[1] == 1


def test_means_leave_out_what_does_not_apply():
    frame = games(["win"] * 5, night=[-1, 2, 4, 6, -1], way=[-1.0, 0.0, 1.0, 2.0, 3.0])
    night, way = rates.means(frame, ["night", "way"]).iter_rows(named=True)
    assert (night["games"], night["mean"]) == (3, 4)
    reach = stats.t.ppf(0.975, 2) * 2 / math.sqrt(3)
    assert close([night["low"], night["high"]], [4 - reach, 4 + reach])
    assert (way["games"], way["mean"]) == (5, 1), "-1 is a value of a float column"


def test_a_mean_of_one_game_has_no_interval():
    row = rates.means(games(["win"], night=[3]), ["night"]).row(0, named=True)
    assert (row["mean"], row["error"], row["low"], row["high"]) == (3, None, None, None)


def test_results_are_counted_with_those_that_never_came():
    found = causes.results(games(["win", "lose_time", "win", "win"]))
    assert found["result"].to_list() == list(RESULTS)
    assert found["games"].to_list() == [3, 1, 0, 0]
    assert close(found["share"].sum(), 1)
    assert (found["low"] <= found["share"]).all()
    assert (found["high"] >= found["share"]).all()


def test_length_is_spread_and_counted():
    frame = games(["win"] * 4, rounds=[2, 4, 4, -1])
    row = length.spread(frame, "rounds").row(0, named=True)
    assert close(
        [row["games"], row["mean"], row["q50"], row["min"], row["max"]], [3, 10 / 3, 4, 2, 4]
    )
    bars = length.histogram(frame, "rounds")
    assert bars["value"].to_list() == [2, 4]
    assert bars["games"].to_list() == [1, 2]
    assert close(bars["share"].to_list(), [1 / 3, 2 / 3])


def test_values_are_compared_with_the_rest_of_their_cell():
    frame = games(
        ["win"] * 30 + ["lose_time"] * 10 + ["win"] * 10 + ["lose_time"] * 30,
        first_seat=[0] * 40 + [1] * 40,
    )
    first, second = seats.by_value(frame, "first_seat").iter_rows(named=True)
    assert (first["games"], first["wins"], first["win_rate"]) == (40, 30, 0.75)
    assert close(first["difference"], 0.5)
    assert close(second["difference"], -0.5)
    assert 0 < first["difference_low"] < 0.5 < first["difference_high"]
    table = [[30, 10], [10, 30]]
    assert close(first["p"], stats.chi2_contingency(table, correction=False).pvalue)
    assert close(first["p_holm"], 2 * first["p"])


def test_a_game_counts_once_for_each_value_of_a_family():
    frame = games(
        ["win", "win", "lose_time"], kind_0=[1, 1, 2], kind_1=[1, 2, 2], kind_2=[-1, -1, -1]
    )
    found = seats.by_family(frame, "kind")
    assert found["value"].to_list() == [1, 2]
    assert found["games"].to_list() == [2, 2]
    assert found["wins"].to_list() == [2, 1]


def test_use_and_lift_of_cards():
    frame = games(
        ["win", "win", "lose_time", "lose_time"],
        card_0=[2, 1, 0, 0],
        card_1=[0, 0, 0, 0],
        card_2=[1, 1, 1, 3],
    )
    used, never, always = cards.use_and_lift(frame, "card").iter_rows(named=True)
    assert (used["item"], used["use"], used["mean"], used["lift"]) == ("0", 0.5, 0.75, 1.0)
    assert (used["rate_with"], used["rate_without"]) == (1.0, 0.0)
    assert used["p"] == pytest.approx(1 / 3), "six ways to deal two wins, two as extreme"
    assert (never["use"], never["lift"], never["p_holm"]) == (0, None, None)
    assert (always["use"], always["rate_without"], always["lift"]) == (1, None, None)


def test_a_family_is_found_by_its_stem():
    assert family(["card_0", "card_1", "cards_2", "card"], "card") == {"0": "card_0", "1": "card_1"}
    with pytest.raises(KeyError, match="no columns cord_"):
        family(["card_0"], "cord")


def test_paired_wins_use_the_games_both_cells_played():
    a = games(["win", "win", "lose_time", "lose_time", "win"])
    b = games(["win", "lose_time", "win", "win"], cell=1)
    row = paired.compare(pl.concat([a, b]), 0, 1, "win_rate").row(0, named=True)
    assert (row["games"], row["mean_a"], row["mean_b"], row["difference"]) == (4, 0.5, 0.75, 0.25)
    assert row["low"] < 0.25 < row["high"]
    assert close(row["p"], stats.binomtest(1, 3).pvalue)


def test_paired_means_are_the_paired_t_test():
    rng = np.random.default_rng(3)
    luck = rng.normal(size=200)
    a = games(["win"] * 200, way=luck)
    b = games(["win"] * 200, cell=1, way=luck + 0.1 + 0.2 * rng.normal(size=200))
    row = paired.compare(pl.concat([a, b]), 0, 1, "way").row(0, named=True)
    test = stats.ttest_rel(b["way"], a["way"])
    assert close(row["p"], test.pvalue)
    span = test.confidence_interval(0.95)
    assert close([row["low"], row["high"]], [span.low, span.high])
    assert row["gain"] > 20, "shared luck cancels"


def test_cells_that_never_differ_still_have_an_interval():
    frame = pl.concat([games(["win"] * 50), games(["win"] * 50, cell=1)])
    row = paired.compare(frame, 0, 1, "win_rate").row(0, named=True)
    assert (row["difference"], row["p"], row["gain"]) == (0, 1, None)
    assert row["low"] < 0 < row["high"]


def test_holm_spans_all_pairs(run):
    pairs = paired.neighbours(run, "darkness")
    assert pairs == [(0, 2), (1, 3), (4, 6), (5, 7)]
    assert paired.matches(run, "players", 3) == [(1, 0), (3, 2), (5, 4), (7, 6)]
    found = paired.compare_pairs(run.scan(), pairs)
    assert found["games"].to_list() == [600, 600, 200, 200]
    assert (found["p_holm"] >= found["p"]).all()
    assert close(found["p_holm"].min(), 4 * found["p"].min())
    assert (found["difference"] < 0).all(), "darkness hurts"


def test_holm_passes_over_missing_values():
    found = rates.holm(pl.DataFrame({"p": [0.01, None, 0.04]}))["p_holm"].to_list()
    assert close([found[0], found[2]], [0.02, 0.04])
    assert found[1] is None
    assert rates.holm(pl.DataFrame({"p": [None]}))["p_holm"].to_list() == [None]


def test_paired_intervals_of_wins_cover_the_truth():
    rng = np.random.default_rng(20260101)
    n, shared, harder = 300, 0.7, 0.06
    held = 0
    for _ in range(2000):
        luck, own = rng.random(n), rng.random((2, n))
        base = np.where(luck < shared, luck / shared, own[0]) < 0.5
        other = np.where(luck < shared, luck / shared, own[1]) < 0.5 - harder
        low, high = paired.interval_of_change((other & ~base).sum(), (base & ~other).sum(), n)
        held += low <= -harder <= high
    assert 0.94 < held / 2000 < 0.96


def test_targets_are_met_missed_or_undecided(run):
    found = targets.verdicts(run)
    first, second, third = (found.filter(pl.col("target_low") == low) for low in (0.9, 0.5, 0.0))
    assert first["cell"].to_list() == [0, 1]
    assert first["verdict"].to_list() == ["met", "met"]
    assert second["cell"].to_list() == [0, 1, 2, 3]
    assert second["verdict"].to_list() == ["missed"] * 4
    assert (second["distance"] > 0).all()
    assert third["cell"].to_list() == [6, 7], "a policy of its own, and a knob off the grid"
    assert set(found["verdict"]) <= {"met", "missed", "undecided"}


def test_targets_are_told_with_their_distance(run):
    rows = list(target_rows(run))
    assert len(rows) == 2 + 4 + 2
    assert {len(row) for row in rows} == {len(HEADINGS)}
    first, missed, fear = rows[0], rows[2], rows[-1]
    assert first[0] == "win_rate 90.0 % to 100.0 %"
    assert first[1:3] == ("darkness 1, players 2", "heuristic")
    assert first[5:] == ("met", "0")
    value = targets.verdicts(run).row(2, named=True)["value"]
    assert missed[5:] == ("missed", f"{100 * (value - 0.6):+.1f}")
    assert fear[0] == "fear 0 to 1"
    assert fear[6] == "0" or fear[6].startswith("+")


def test_the_summary_has_a_row_per_cell(run):
    table = summary.summary(run)
    assert table.columns[:6] == ["cell", "label", "policy", "darkness", "players", "planned"]
    assert table["games"].to_list() == table["planned"].to_list()
    assert table.equals(pl.read_parquet(run.folder / "summary.parquet"))
    assert (table["low"] < table["win_rate"]).all()
    assert (table["mean_decisions"] > 5).all()


def test_describe_names_the_cells_of_a_small_frame(run):
    named = run.describe(rates.win_rates(run.scan(3, 1)))
    assert named["cell"].to_list() == [1, 3]
    assert named["darkness"].to_list() == [1, 3]
    assert named.columns[:5] == ["cell", "label", "policy", "darkness", "players"]


def test_small_frames_become_pandas(run):
    table = frames.to_pandas(causes.results(run.scan(0)))
    assert list(table["result"].cat.categories) == list(RESULTS)
    assert table["games"].sum() == 600


def test_no_games_give_no_comparisons():
    frame = games([], first_seat=[], card_0=[]).cast({"first_seat": pl.Int32, "card_0": pl.Int32})
    assert seats.by_value(frame, "first_seat").height == 0
    assert cards.use_and_lift(frame, "card").height == 0
    assert causes.results(frame).height == 0
    assert paired.compare(frame, 0, 1, "win_rate")["games"].to_list() == [0]


@pytest.mark.parametrize(
    ("share", "text"),
    [(0, "0.0"), (1e-6, "<0.1"), (0.0004, "<0.1"), (0.0006, "0.1"), (0.5, "50.0"),
     (0.9994, "99.9"), (0.99996, ">99.9"), (1, "100.0")],
)  # fmt: skip
def test_only_a_share_of_nothing_reads_as_nothing(share, text):
    assert rates.in_percent(share) == text
