"""The error rates of a check, by simulation of counts; its intervals, against hand-made cases."""

import math
from itertools import pairwise

import numpy as np
import polars as pl
import pytest
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep

from analysis.paired import interval_of_change
from analysis.sequential import (
    FIRST_LOOK,
    PASS,
    REGRESSION,
    UNDECIDED,
    change_interval,
    decide,
    green_odds,
    looks,
    paired_interval,
    spent,
)

# The win rates of a grid of 16 cells, four difficulties by four player counts.
RATES = np.array([
    0.62, 0.62, 0.49, 0.24, 0.52, 0.52, 0.35, 0.14, 0.46, 0.46, 0.28, 0.10, 0.42, 0.42, 0.24, 0.08,
])  # fmt: skip
GAMES = 20_000
PAIRS = 2000
MARGIN = 0.03
LENGTH, SPREAD, LENGTH_MARGIN = 9.0, 2.5, 0.3


def accepted(rng, rates, games, *, lengths=False):
    """Record `games` games of each cell: win rates and, if wanted, a mean length."""
    mean = rng.binomial(games, rates) / games
    cells = range(len(rates))
    wins = pl.DataFrame(
        {
            "cell": cells,
            "metric": "win_rate",
            "share": True,
            "margin": MARGIN,
            "games_before": games,
            "mean_before": mean,
            "sd_before": np.sqrt(mean * (1 - mean)),
        }
    )
    if not lengths:
        return wins
    played = rng.gamma((LENGTH / SPREAD) ** 2, SPREAD**2 / LENGTH, (len(rates), games))
    return pl.concat(
        [
            wins,
            wins.with_columns(
                metric=pl.lit("nights"),
                share=pl.lit(False),
                margin=pl.lit(LENGTH_MARGIN),
                mean_before=pl.Series(played.mean(axis=1)),
                sd_before=pl.Series(played.std(axis=1, ddof=1)),
            ),
        ]
    )


def player(rng, rates, *, lengths=False):
    """Play new games at these rates."""

    def draw(ranges):
        cells = list(ranges)
        games = np.array([end - first for first, end in ranges.values()])
        wins = rng.binomial(games, rates[cells]).astype(float)
        found = [
            pl.DataFrame(
                {"cell": cells, "metric": "win_rate", "games": games, "total": wins}
            ).with_columns(squares="total")
        ]
        if lengths:
            scale = SPREAD**2 / LENGTH
            played = [rng.gamma(LENGTH / scale, scale, n) for n in games]
            found.append(
                pl.DataFrame(
                    {
                        "cell": cells,
                        "metric": "nights",
                        "games": games,
                        "total": [x.sum() for x in played],
                        "squares": [(x**2).sum() for x in played],
                    }
                )
            )
        return pl.concat(found)

    return draw


def same_luck(rng, rates):
    """Play the first games again; three in ten end in another way."""
    shift = np.asarray(rates) - RATES
    odds = np.stack([(0.3 + shift) / 2, (0.3 - shift) / 2, np.full(len(RATES), 0.7)], axis=1)
    more, fewer, _ = rng.multinomial(PAIRS, odds).T
    shift = (more - fewer) / PAIRS
    return pl.DataFrame(
        {
            "cell": range(len(RATES)),
            "metric": "win_rate",
            "pairs": PAIRS,
            "shift": shift,
            "spread": np.sqrt((more + fewer) / PAIRS - shift**2),
            "more": more,
            "fewer": fewer,
        }
    )


def checks(runs, rates, *, games=GAMES, lengths=False, pairs=True, seed=20260101):
    """Yield the verdicts of `runs` checks, each against figures of its own."""
    rng = np.random.default_rng(seed)
    for _ in range(runs):
        rows = accepted(rng, RATES, games, lengths=lengths)
        budget = dict.fromkeys(range(len(RATES)), 2 * games)
        draw = player(rng, np.asarray(rates), lengths=lengths)
        yield decide(rows, budget, draw, same_luck(rng, rates) if pairs else None)


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [True, False])
def test_unchanged_rules_raise_a_false_alarm_in_one_percent_of_checks_at_most(pairs):
    found = [set(check["verdict"]) for check in checks(300, RATES, pairs=pairs)]
    assert sum(REGRESSION in verdicts for verdicts in found) <= 3
    green = sum(verdicts == {PASS} for verdicts in found)
    assert green >= 0.98 * 300, "an undecided check costs somebody's time"


@pytest.mark.slow
def test_two_metrics_do_not_raise_more_false_alarms():
    found = [set(check["verdict"]) for check in checks(60, RATES, games=8000, lengths=True)]
    assert sum(REGRESSION in verdicts for verdicts in found) <= 1


@pytest.mark.slow
def test_alarms_hold_where_every_cell_has_moved_by_its_whole_margin():
    moved = RATES + MARGIN
    found = [check["verdict"].to_list() for check in checks(150, moved, games=4000)]
    assert sum(REGRESSION in verdicts for verdicts in found) <= 2
    passed = np.mean([verdict == PASS for verdicts in found for verdict in verdicts])
    assert passed <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize(("cell", "sign"), [(0, -1), (4, 1), (15, 1)])
def test_a_shift_of_three_points_beyond_the_margin_is_found(cell, sign):
    moved = RATES.copy()
    moved[cell] += sign * (MARGIN + 0.03)
    found = [check["verdict"].to_list() for check in checks(100, moved, pairs=False)]
    assert sum(verdicts[cell] == REGRESSION for verdicts in found) >= 95
    others = [verdict for v in found for i, verdict in enumerate(v) if i != cell]
    assert REGRESSION not in others


def test_a_clear_shift_needs_few_games_and_few_games_tell_nothing():
    moved = RATES.copy()
    moved[0] -= 0.2
    (found,) = checks(1, moved, pairs=False)
    assert found["verdict"][0] == REGRESSION
    assert found["high"][0] < -MARGIN
    assert found["games"][0] <= 2500
    assert set(found["verdict"][1:]) == {PASS}
    (poor,) = checks(1, RATES, games=100, pairs=False)
    assert set(poor["verdict"]) == {UNDECIDED}
    assert (poor["low"] < -MARGIN).all()


def test_games_of_the_same_luck_may_decide_alone():
    moved = RATES.copy()
    moved[0] -= 0.15
    (found,) = checks(1, moved)
    assert (found["verdict"][0], found["games"][0]) == (REGRESSION, 0)
    assert found["high"][0] < -MARGIN
    still = same_luck(np.random.default_rng(3), RATES).with_columns(
        more=pl.lit(4), fewer=pl.lit(5), shift=pl.lit(-1 / PAIRS), spread=pl.lit(0.067)
    )
    rows = accepted(np.random.default_rng(2), RATES, GAMES)
    found = decide(rows, dict.fromkeys(range(16), GAMES), None, still)
    assert set(found["verdict"]) == {PASS}
    assert (found["change"] == -1 / PAIRS).all()


def test_intervals_over_the_same_luck_are_those_of_a_comparison():
    rows = pl.DataFrame(
        {
            "share": [True, False, True],
            "pairs": [200, 200, None],
            "shift": [-0.05, 0.2, None],
            "spread": [0.5, 1.5, None],
            "more": [20, 80, None],
            "fewer": [30, 60, None],
        }
    )
    found = paired_interval(rows, np.full(3, 0.01))
    wanted = interval_of_change(20, 30, 200, level=0.98)
    assert found.row(0) == pytest.approx((-0.05, *wanted))
    reach = stats.t.isf(0.01, 199) * 1.5 / math.sqrt(200)
    assert found.row(1) == pytest.approx((0.2, 0.2 - reach, 0.2 + reach))
    assert np.isnan(found.row(2)).all()


def test_a_cell_stops_when_its_last_metric_is_decided():
    asked = []

    def draw(ranges):
        asked.append(dict(ranges))
        return player(np.random.default_rng(1), RATES)(ranges)

    rows = accepted(np.random.default_rng(2), RATES[:2], GAMES)
    found = decide(rows, {0: 16_000, 1: 1500}, draw)
    assert asked[0] == {0: (0, 500), 1: (0, 750)}
    assert asked[1] == {0: (500, 1000), 1: (750, 1500)}
    assert all(1 not in ranges for ranges in asked[2:])
    assert found["verdict"].to_list() == [PASS, UNDECIDED]
    assert found["games"].to_list() == [sum(b - a for a, b in (r[0] for r in asked)), 1500]


@pytest.mark.parametrize("games", [1, 499, 500, 999, 1000, 3000, 20_000])
def test_looks_double_and_spend_each_error_once(games):
    plan = looks(games)
    assert plan[-1] == games
    assert plan[0] >= min(games, FIRST_LOOK)
    assert all(2 * a - 1 <= b <= 2 * a for a, b in pairwise(plan))
    assert math.isclose(sum(spent(plan)), 1)


def test_intervals_are_newcombes_and_welchs():
    sample = np.array([3.0, 5.0, 4.0, 8.0])
    rows = pl.DataFrame(
        {
            "share": [True, False, True],
            "games_before": [100, 50, 100],
            "mean_before": [0.4, 4.0, 0.4],
            "sd_before": [0.49, 2.0, 0.49],
            "games": [80, 4, 0],
            "total": [20.0, sample.sum(), 0.0],
            "squares": [20.0, (sample**2).sum(), 0.0],
        }
    )
    found = change_interval(rows, 0.01)
    wanted = confint_proportions_2indep(20, 80, 40, 100, method="newcomb", alpha=0.02)
    assert found.row(0) == pytest.approx((-0.15, *wanted))
    reach = stats.norm.isf(0.01) * math.sqrt(4 / 50 + sample.var(ddof=1) / 4)
    assert found.row(1) == pytest.approx((1.0, 1 - reach, 1 + reach))
    assert np.isnan(found.row(2)).all()


def test_odds_of_green_are_those_of_the_last_look():
    rows = accepted(np.random.default_rng(1), RATES, 3000)
    budget = dict.fromkeys(range(16), 6000)
    odds = green_odds(rows, budget)
    passed = [check["verdict"] == PASS for check in checks(40, RATES, games=3000, pairs=False)]
    share = np.mean([row.to_numpy() for row in passed])
    assert odds.min() < 0.8, "the case must be one that games can fail to decide"
    assert odds.mean() - 0.05 < share < odds.mean() + 0.12
