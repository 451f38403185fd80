"""95 % intervals hold the truth in 94 to 96.5 % of simulated studies."""

import numpy as np
import polars as pl
import pytest

from analysis.paired import interval_of_change
from analysis.rates import lift, wilson, with_t_interval

pytestmark = pytest.mark.slow
STUDIES = 20_000


@pytest.fixture
def rng():
    return np.random.default_rng(20260101)


def assert_honest(held):
    assert 0.94 <= np.asarray(held).mean() <= 0.965


@pytest.mark.parametrize("rate", [0.05, 0.2, 0.5, 0.77])
@pytest.mark.parametrize("games", [500, 2000, 20_000])
def test_win_rates(rng, rate, games):
    low, high = wilson(rng.binomial(games, rate, STUDIES), np.full(STUDIES, games))
    assert_honest((low <= rate) & (rate <= high))


@pytest.mark.parametrize("games", [200, 1000])
def test_means_of_a_skewed_column(rng, games):
    values = rng.gamma(2.0, 1.5, (4000, games))
    found = with_t_interval(
        pl.DataFrame(
            {
                "games": [games] * len(values),
                "mean": values.mean(axis=1),
                "error": values.std(axis=1, ddof=1) / np.sqrt(games),
            }
        )
    )
    assert_honest((found["low"] <= 3.0) & (found["high"] >= 3.0))


@pytest.mark.parametrize(("a", "b"), [(0.5, 0.45), (0.1, 0.08), (0.3, 0.7)])
def test_differences_of_independent_rates(rng, a, b):
    n, m = 1000, 2500
    wins = rng.binomial(n, a, STUDIES), np.full(STUDIES, n)
    others = rng.binomial(m, b, STUDIES), np.full(STUDIES, m)
    found = lift(*wins, *others)
    assert_honest((found["low"] <= a - b) & (found["high"] >= a - b))


@pytest.mark.parametrize(("more", "fewer"), [(0.05, 0.12), (0.02, 0.02), (0.3, 0.2)])
def test_paired_differences_of_rates(rng, more, fewer):
    kinds = rng.multinomial(1000, [more, fewer, 1 - more - fewer], 6000)
    spans = [interval_of_change(int(up), int(down), 1000) for up, down, _ in kinds]
    assert_honest([low <= more - fewer <= high for low, high in spans])
