"""Games between two: duels with the seats rotated, and one game seen from either side."""

import numpy as np
import polars as pl
import pytest

from analysis import cards, duels
from analysis.rates import WON
from analysis.sides import seen_by

MASKS = {"first": 1, "second": 2, "nobody": 0, "both": 3}


def games(cell, *winners):
    return pl.DataFrame(
        {
            "cell": [cell] * len(winners),
            "game": range(len(winners)),
            "winners_mask": [MASKS[winner] for winner in winners],
        },
        schema_overrides={"cell": pl.UInt16},
    )


class Cells:
    """A run as far as `rotations` looks: its cells."""

    def __init__(self, *rows):
        self.cells = pl.DataFrame(
            [{"cell": i, "label": "", "planned": 1, **row} for i, row in enumerate(rows)]
        )


def test_line_ups_are_paired_with_their_reverse_in_the_same_setting():
    run = Cells(
        {"policy": "a", "mix": 1},
        {"policy": "a,b", "mix": 1},
        {"policy": "a,b", "mix": 2},
        {"policy": "b,a", "mix": 1},
        {"policy": "b,c", "mix": 2},
        {"policy": "a,a", "mix": 2},
    )
    assert duels.rotations(run) == [(1, 3)]


def test_a_first_seat_that_always_wins_makes_nobody_the_better_player():
    both = pl.concat([games(0, *["first"] * 20), games(1, *["first"] * 20)])
    row = duels.rotated(both, [(0, 1)]).row(0, named=True)
    assert (row["share"], row["first"], row["deals"]) == (0.5, 1.0, 20)
    # Every pair went alike: the interval still has a width.
    assert row["low"] < 0.5 < row["high"]
    assert row["first_low"] < 1.0


def test_games_without_one_winner_count_half_and_odd_deals_are_left_out():
    both = pl.concat(
        [games(0, "first", "nobody", "first", "first"), games(1, "second", "both", "first")]
    )
    row = duels.rotated(both, [(0, 1)]).row(0, named=True)
    assert row["deals"] == 3
    assert row["share"] == pytest.approx((1 + 0.5 + 0.5) / 3)
    assert row["first"] == pytest.approx((0.5 + 0.5 + 1) / 3)


def test_intervals_over_deals_keep_their_promise():
    rng = np.random.default_rng(5)
    strength, hits, rounds = 0.6, 0, 300
    names = np.array(["second", "first"])
    for _ in range(rounds):
        there = names[(rng.random(200) < strength).astype(int)]
        back = names[(rng.random(200) < 1 - strength).astype(int)]
        frame = pl.concat([games(0, *there), games(1, *back)])
        row = duels.rotated(frame, [(0, 1)]).row(0, named=True)
        hits += row["low"] <= strength <= row["high"]
    assert 0.91 < hits / rounds < 0.985


def test_first_shares_by_cell():
    frame = pl.concat([games(0, "first", "first", "second", "nobody"), games(3, "second")])
    found = duels.first_shares(frame)
    assert found["cell"].to_list() == [0, 3]
    assert found["mean"].to_list() == [0.625, 0.0]


def test_either_side_sees_its_own_columns_and_result():
    labels = pl.Enum(["win", "loss", "truncated"])
    frame = games(0, "first", "second", "nobody").with_columns(
        result=pl.Series(["win", "loss", "truncated"], dtype=labels),
        played_pike_0=pl.Series([1, 2, 3]),
        played_pike_1=pl.Series([4, 5, 6]),
    )
    for seat, results, counts in (
        (0, ["win", "not_won", "truncated"], [1, 2, 3]),
        (1, ["not_won", "win", "truncated"], [4, 5, 6]),
    ):
        seen = seen_by(frame.lazy(), seat).collect()
        assert seen["result"].to_list() == results
        assert seen["played_pike"].to_list() == counts
        assert "played_pike_0" not in seen.columns
        assert seen.select(WON)["won"].sum() == 1
        assert cards.use_and_lift(seen, "played")["item"].to_list() == ["pike"]
