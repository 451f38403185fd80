"""The stopping rule: it keeps the coverage of the interval, and never notices the chunks."""

import numpy as np
import polars as pl
import pytest
from scipy import stats
from scipy.signal import fftconvolve
from statsmodels.stats.proportion import proportion_confint

from analysis.metrics import estimates
from analysis.rates import wilson
from analysis.run import run_experiment
from analysis.stopping import FIRST_LOOK, LOOK_EVERY, StopRule
from sim.experiment import load_experiment
from tests.toy_game import experiment_text


def coverage(rate, halfwidth, looks):
    """Compute how often the interval of a stopped cell holds the rate: no simulation, all paths."""
    reach = np.array([1.0])  # how likely each number of wins is while the cell plays on
    held = games = 0
    for look in looks:
        fresh = look - games
        reach = np.clip(
            fftconvolve(reach, stats.binom.pmf(np.arange(fresh + 1), fresh, rate)), 0, None
        )
        games = look
        low, high = wilson(np.arange(games + 1), np.full(games + 1, games))
        stops = (high - low) / 2 <= halfwidth
        held += reach[stops & (low <= rate) & (rate <= high)].sum()
        reach = np.where(stops, 0, reach)
        if reach.sum() < 1e-9:
            return held
    raise AssertionError("the rule never stops")


def looks(first=FIRST_LOOK, every=LOOK_EVERY):
    return range(first, 10**6, every)


@pytest.mark.slow
@pytest.mark.parametrize("halfwidth", [0.03, 0.02, 0.01])
def test_stopping_early_keeps_the_coverage(halfwidth):
    for rate in np.arange(0.02, 0.501, 0.008):
        assert coverage(rate, halfwidth, looks()) >= 0.94, f"at a rate of {rate}"


def test_looks_that_are_far_apart_would_not_keep_it():
    assert coverage(0.41, 0.03, looks(every=1000)) < 0.94 < coverage(0.41, 0.03, looks())


@pytest.mark.parametrize("rate", [0.1, 0.4])
def test_the_rule_itself_stops_where_the_computation_says(rate):
    rng = np.random.default_rng(20260101)
    held = 0
    for _ in range(400):
        rule = StopRule(0.02)
        while not rule.stopped:
            rule.feed((rng.random(1700) < rate).astype(float))
        low, high = wilson(rule.sums[1], rule.sums[0])
        held += low <= rate <= high
    spread = 4 * np.sqrt(0.05 * 0.95 / 400)
    assert abs(held / 400 - coverage(rate, 0.02, looks())) < spread


@pytest.mark.slow
def test_stopping_on_a_mean_keeps_the_coverage():
    rng = np.random.default_rng(20260101)
    held = 0
    for _ in range(2000):
        rule = StopRule(0.07, share=False)
        while not rule.stopped:
            values = rng.gamma(2.0, 1.0, 500)
            values[rng.random(500) < 0.2] = np.nan
            rule.feed(values)
        held += abs(rule.sums[1] / rule.sums[0] - 2.0) <= rule.reached()
    assert 0.94 <= held / 2000 <= 0.965


@pytest.mark.parametrize("share", [True, False])
def test_a_rule_counts_the_same_games_however_they_are_fed(share):
    rng = np.random.default_rng(1)
    values = (rng.random(6000) < 0.4).astype(float) if share else rng.normal(size=6000) / 3
    at_once, bit_by_bit = StopRule(0.016, share=share), StopRule(0.016, share=share)
    assert at_once.feed(values) == sum(bit_by_bit.feed(part) for part in np.array_split(values, 71))
    assert (at_once.games, at_once.reached()) == (bit_by_bit.games, bit_by_bit.reached())
    assert FIRST_LOOK < at_once.games < 6000
    assert at_once.games % LOOK_EVERY == 0
    assert at_once.feed(values) == 0


def test_a_half_width_is_that_of_the_interval():
    rule = StopRule(0.5)
    rule.feed(np.array([1.0, 0.0, 1.0]))
    low, high = proportion_confint(2, 3, method="wilson")
    assert rule.reached() == pytest.approx((high - low) / 2)
    rule = StopRule(0.5, share=False)
    assert rule.reached() == np.inf
    values = np.array([3.0, 5.0, np.nan, 10.0])
    rule.feed(values)
    span = stats.ttest_1samp(values[[0, 1, 3]], 0).confidence_interval(0.95)
    assert rule.reached() == pytest.approx((span.high - span.low) / 2)


def test_a_cell_stops_on_the_column_that_was_named(tmp_path):
    head = 'name = "wood"\ngame = "toy"\nseed = 5\ngames = 9_500\n'
    head += 'until = { metric = "fear", halfwidth = 0.05 }'
    path = tmp_path / "wood.toml"
    path.write_text(
        experiment_text(experiment=head, policies='table = [["random"]]', grid="darkness = [1, 3]")
    )
    one = run_experiment(load_experiment(path), tmp_path / "one", jobs=1)
    found = estimates(one.scan(), "fear")
    assert ((found["high"] - found["low"]) / 2 <= 0.05).all()
    assert found["games"].n_unique() == 2
    assert found["games"].max() < 9_500
    assert pl.Series(found["games"] % LOOK_EVERY == 0).all()
    many = run_experiment(load_experiment(path), tmp_path / "many", jobs=2)
    assert estimates(many.scan(), "fear").equals(found)
