"""Estimates over several cells: pooled, by place, by exposure, won against lost."""

import numpy as np
import polars as pl
import pytest
from statsmodels.stats.meta_analysis import combine_effects

from analysis.contrast import won_against_lost
from analysis.exposure import shares
from analysis.places import bit_shares
from analysis.pool import REACH, across_cells

RESULTS = pl.Enum(["win", "lose_time", "truncated"])


def estimates(*rows):
    return pl.DataFrame(rows, schema=["item", "effect", "from", "to"], orient="row")


def pooled(frame):
    return across_cells(frame, "item", "effect", "from", "to")


def test_equal_cells_are_averaged_and_the_interval_shrinks():
    found = pooled(estimates(("a", 0.1, 0.0, 0.2), ("a", 0.3, 0.2, 0.4))).row(0, named=True)
    assert found["cells"] == 2
    assert found["estimate"] == pytest.approx(0.2)
    assert found["high"] - found["low"] == pytest.approx(0.2 / np.sqrt(2))


def test_precise_cells_weigh_more():
    found = pooled(estimates(("a", 0.0, -0.01, 0.01), ("a", 1.0, 0.0, 2.0)))
    assert found["estimate"][0] == pytest.approx(0.0, abs=1e-3)


def test_it_agrees_with_statsmodels():
    rng = np.random.default_rng(1)
    seen, errors = rng.normal(0.1, 0.2, 6), rng.uniform(0.05, 0.3, 6)
    rows = [("a", x, x - REACH * e, x + REACH * e) for x, e in zip(seen, errors, strict=True)]
    found = pooled(estimates(*rows)).row(0, named=True)
    theirs = combine_effects(seen, errors**2, use_t=False)
    assert found["estimate"] == pytest.approx(theirs.mean_effect_fe)
    assert found["high"] - found["estimate"] == pytest.approx(REACH * theirs.sd_eff_w_fe)


def test_cells_without_an_estimate_are_left_out():
    frame = estimates(("a", None, None, None), ("a", 0.2, 0.1, 0.3), ("b", 0.5, 0.5, 0.5))
    found = pooled(frame)
    assert found["item"].to_list() == ["a"]
    assert found["cells"].to_list() == [1]


def test_nothing_to_pool_gives_an_empty_frame():
    found = pooled(estimates(("a", None, None, None)).cast({"effect": pl.Float64}))
    assert found.columns == ["item", "cells", "estimate", "low", "high", "p", "p_holm"]
    assert len(found) == 0


def test_pooled_intervals_cover_the_truth():
    rng = np.random.default_rng(7)
    truth, items, cells = 0.05, 2000, 5
    errors = rng.uniform(0.01, 0.05, items * cells)
    seen = rng.normal(truth, errors)
    frame = pl.DataFrame(
        {
            "item": np.repeat(np.arange(items), cells),
            "effect": seen,
            "from": seen - REACH * errors,
            "to": seen + REACH * errors,
        }
    )
    found = pooled(frame)
    covered = found.filter(pl.col("low") <= truth, pl.col("high") >= truth)
    assert 0.935 <= len(covered) / items <= 0.965


def test_bits_of_a_mask_are_counted_by_cell():
    games = pl.LazyFrame({"cell": [0, 0, 1], "mask": [0b101, 0b100, 0b010]})
    found = bit_shares(games, "mask", 3)
    assert found.select("cell", "bit", "hits", "games").rows() == [
        (0, 0, 1, 2), (0, 1, 0, 2), (0, 2, 2, 2), (1, 0, 0, 1), (1, 1, 1, 1), (1, 2, 0, 1),
    ]  # fmt: skip
    assert (found["low"] <= found["share"]).all()


def test_exposure_ranks_what_came_into_play():
    games = pl.LazyFrame({"cell": [0] * 4, "rare": [0, 0, 0, 1], "often": [2, 1, 1, 0]})
    found = shares(games, {"rare": pl.col("rare") > 0, "often": pl.col("often") > 0})
    assert found.select("name", "games", "hits").rows() == [("often", 4, 3), ("rare", 4, 1)]
    assert len(shares(games, {})) == 0


def test_won_games_are_set_against_the_others():
    rng = np.random.default_rng(3)
    won = np.arange(4000) % 2 == 0
    games = pl.LazyFrame(
        {
            "cell": np.zeros(4000, int),
            "result": np.where(won, "win", "lose_time"),
            "uses": rng.normal(5, 1, 4000) + 0.5 * won,
        }
    ).cast({"result": RESULTS})
    row = won_against_lost(games, {"uses": pl.col("uses")}).row(0, named=True)
    assert row["difference"] == pytest.approx(row["won"] - row["lost"])
    assert row["low"] < 0.5 < row["high"]
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * np.sqrt(2 / 2000), rel=0.1)
