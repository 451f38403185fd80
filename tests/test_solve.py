"""Solving for a knob and sizing a study: right on made-up curves, honest in simulation."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analysis.power import games_needed
from analysis.sample import Setup
from analysis.solve import Point, read_target, solve, solve_knob
from reports.tuned import POWER_HEADINGS, power_rows, solution_text
from sim.experiment import ConfigError, Overrides, make_experiment
from tests.toy_game import TOY

ONE = Setup(jobs=1)
GAMES = 2000


def logistic(x):
    return 1 / (1 + math.exp(-(x - 5.3)))


class Bench:
    """A made-up game: its win rate by the knob, measured with luck of its own at each value."""

    def __init__(self, curve, seed, games=GAMES):
        self.curve, self.games = curve, games
        self.rng = np.random.default_rng(seed)
        self.asked = []

    def __call__(self, x):
        self.asked.append(x)
        wins = self.rng.binomial(self.games, self.curve(x))
        low, high = proportion_confint(wins, self.games, method="wilson")
        return Point(x, self.games, wins / self.games, low, high)


def test_a_number_is_found_between_its_interval():
    bench = Bench(logistic, 1)
    found = solve(bench, Bench(logistic, 2), 0.5, (0.0, 10.0), whole=False)
    assert found.low < 5.3 < found.high
    assert found.high - found.low < 1
    assert found.low < found.x < found.high
    assert found.found
    assert len(bench.asked) == len(set(bench.asked)) < 25


def test_a_falling_metric_is_solved_as_well():
    found = solve(
        Bench(lambda x: logistic(10 - x), 1), Bench(lambda x: logistic(10 - x), 2), 0.3,
        (0.0, 10.0), whole=False,
    )  # fmt: skip
    truth = 10 - (5.3 + math.log(0.3 / 0.7))
    assert found.low < truth < found.high


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, True])
def test_the_interval_holds_the_solution_in_95_percent_of_searches(whole):
    truth = 5.3 + math.log(0.4 / 0.6)
    held = []
    for seed in range(500):
        found = solve(Bench(logistic, seed), Bench(logistic, seed), 0.4, (0.0, 16.0), whole=whole)
        held.append(found.low <= truth <= found.high)
    assert np.mean(held) >= 0.93


def test_a_whole_number_that_gives_the_target_is_chosen_and_verified():
    def curve(x):
        return 0.1 * x

    found = solve(Bench(curve, 3), Bench(curve, 5), 0.5, (1.0, 9.0), whole=True)
    assert (found.chosen, found.found) == (5, True)
    assert all(p.x == int(p.x) for p in found.points)
    assert {4.0, 5.0, 6.0} & {p.x for p in found.points}
    text = "\n".join(solution_text(found, "knob", "win_rate", share=True))
    assert "verified at knob = 5 with 2,000 games of other luck" in text
    assert "which holds 50.0 %" in text


def test_a_target_between_whole_numbers_is_said_to_have_no_solution():
    def curve(x):
        return 0.3 if x < 5 else 0.7

    found = solve(Bench(curve, 3), Bench(curve, 4), 0.5, (1.0, 9.0), whole=True)
    assert not found.found
    assert 4 < found.x < 5
    assert [p.x for p in found.around] == [4, 5]
    text = "\n".join(solution_text(found, "knob", "win_rate", share=True))
    assert "no whole number gives it: 4 gives 28.4 %" in text
    assert "does NOT hold 50.0 %" in text


def test_a_target_out_of_reach_is_refused_with_what_the_ends_give():
    with pytest.raises(ConfigError, match=r"no value from 0 to 4 gives 0\.9: .* at 0, 0\.1.* at 4"):
        solve(Bench(logistic, 1), Bench(logistic, 1), 0.9, (0.0, 4.0), whole=False)


def toy(*sets, games=400, **flags):
    return make_experiment(TOY.name, Overrides(sets=sets, games=games, seed=5, **flags))


def test_a_knob_of_a_game_is_solved():
    found = solve_knob(toy(games=1500), "rounds", 0.5, setup=ONE, between=(1, 12))
    assert 1 < found.low <= found.x <= found.high < 12
    assert found.chosen == int(found.chosen)
    real = solve_knob(toy(), "goal", 9.0, metric="decisions", setup=ONE, between=(5.0, 40.0))
    assert real.found == real.check.holds(9.0)
    assert 5 < real.x < 40


@pytest.mark.parametrize(
    ("knob", "sets", "words"),
    [
        ("round", (), "'rounds'"),
        ("brave", (), "no number"),
        ("decision_cap", (), "--between"),
        ("oil", (("darkness", "1, 2"),), "--set darkness="),
    ],
)
def test_a_knob_that_cannot_be_solved(knob, sets, words):
    with pytest.raises(ConfigError, match=words):
        solve_knob(toy(*sets), knob, 0.5, setup=ONE)


def test_targets_are_read():
    assert read_target("toy", "fear = 2.5") == ("fear", 2.5)
    with pytest.raises(ConfigError, match="'win_rte'; did you mean 'win_rate'"):
        read_target("toy", "win_rte=0.5")
    with pytest.raises(ConfigError, match="METRIC=VALUE"):
        read_target("toy", "win_rate")


def test_games_needed_are_those_that_show_the_margin():
    study, other = toy(games=800), toy(("oil", "4"), games=800)
    (row,) = games_needed(study, 0.5, against=other, metric="way_mean", setup=ONE).to_dicts()
    assert row["pilot"] == 800
    assert row["gain"] > 1.05, "the same luck must save something here"
    assert row["paired"] < row["unpaired"]
    assert row["seconds_paired"] < row["seconds_unpaired"]
    # By hand, after the normal approximation: n = 2 (z_a + z_b)^2 (sd / margin)^2.
    reach = stats.norm.ppf(0.975) + stats.norm.ppf(0.9)
    assert row["unpaired"] == pytest.approx(2 * reach**2 * row["sd"] ** 2 / 0.25, rel=0.15)
    assert row["alone"] == pytest.approx((1.96 * row["sd"] / 0.5) ** 2, rel=0.15)
    assert row["unpaired"] / row["paired"] == pytest.approx(row["gain"], rel=0.1)


def test_without_a_rival_only_unpaired_games_are_told():
    (row,) = games_needed(toy(), 0.05, setup=ONE).to_dicts()
    assert row["paired"] is None
    assert row["unpaired"] > 100
    (cells,) = power_rows(games_needed(toy(), 0.05, setup=ONE), share=True)
    assert len(cells) == len(POWER_HEADINGS)


@pytest.mark.parametrize(
    ("margin", "power", "words"),
    [(0, 0.9, "margin 0"), (2, 0.9, "0.02 for 2"), (0.1, 1, "power 1")],
)
def test_a_study_that_makes_no_sense_is_refused(margin, power, words):
    with pytest.raises(ConfigError, match=words):
        games_needed(toy(), margin, power=power, setup=ONE)
