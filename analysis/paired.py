"""What does a setting change? Differences between cells, game by game under the same luck."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import polars as pl
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from analysis.metrics import WIN_RATE, value_of
from analysis.rates import LEVEL, holm, t_reach
from analysis.store import Run

Pair = tuple[int, int]
KINDS = {
    "a": pl.UInt16, "b": pl.UInt16, "games": pl.Int64,
    **dict.fromkeys(("mean_a", "mean_b", "difference", "low", "high", "p", "gain"), pl.Float64),
}  # fmt: skip


def compare(games: pl.LazyFrame | pl.DataFrame, a: int, b: int, metric: str) -> pl.DataFrame:
    """Compare two cells, as `compare_pairs` does, in a family of one."""
    return compare_pairs(games, [(a, b)], metric)


def compare_pairs(
    games: pl.LazyFrame | pl.DataFrame, pairs: Sequence[Pair], metric: str = WIN_RATE
) -> pl.DataFrame:
    """Estimate the change of a metric from cell a to cell b over the games that both played.

    `metric` is "win_rate" or a column. Wins: 95 % interval for paired proportions with half a game
    added to either kind of change (Agresti & Min 2005), McNemar's exact p. Columns: paired t.
    `gain` says how many times more games two independent samples would need for the same
    precision. Returns a, b, games, mean_a, mean_b, difference, low, high, p, gain, p_holm (over
    all pairs).
    """
    frame = games.lazy()
    picked = frame.select("cell", "game", value_of(frame, metric)).drop_nulls()
    both = [
        picked.filter(pl.col("cell") == a)
        .join(picked.filter(pl.col("cell") == b), on="game", suffix="_b")
        .select(_sums())
        for a, b in pairs
    ]
    difference = _difference_of_shares if metric == WIN_RATE else _difference_of_means
    rows = [
        {"a": a, "b": b, **difference(found.row(0, named=True))}
        for (a, b), found in zip(pairs, pl.collect_all(both), strict=True)
    ]
    return holm(pl.DataFrame(rows, schema=KINDS))


def _sums() -> list[pl.Expr]:
    """Aggregate both values, sorted for the reason that `rates.moments` gives."""
    a, b = pl.col("value"), pl.col("value_b")
    return [
        pl.len().alias("games"),
        a.sort().mean().alias("mean_a"),
        b.sort().mean().alias("mean_b"),
        (b - a).sort().mean().alias("difference"),
        (b - a).sort().var().alias("var"),
        (a.sort().var() + b.sort().var()).alias("var_apart"),
        (b > a).sum().alias("more"),
        (b < a).sum().alias("fewer"),
    ]


def _common(sums: dict[str, Any]) -> dict[str, Any]:
    gain = sums["var_apart"] / sums["var"] if sums["var"] else None
    return {key: sums[key] for key in ("games", "mean_a", "mean_b", "difference")} | {"gain": gain}


def _difference_of_shares(sums: dict[str, Any]) -> dict[str, Any]:
    if not sums["games"]:
        return _common(sums)
    low, high = interval_of_change(sums["more"], sums["fewer"], sums["games"])
    table = [[0, sums["more"]], [sums["fewer"], 0]]
    p = float(mcnemar(table, exact=True).pvalue) if sums["more"] + sums["fewer"] else 1.0
    return _common(sums) | {"low": low, "high": high, "p": p}


def interval_of_change(
    more: int, fewer: int, games: int, level: float = LEVEL
) -> tuple[float, float]:
    """Give the interval, 95 % by default, of a paired difference of shares (Agresti & Min 2005).

    `more` and `fewer` count the games that only the second and only the first setting won.
    """
    n, up, down = games + 2, more + 0.5, fewer + 0.5
    middle = (up - down) / n
    error = math.sqrt(((up + down) / n - middle**2) / n)
    reach = float(stats.norm.isf((1 - level) / 2)) * error
    return max(middle - reach, -1.0), min(middle + reach, 1.0)


def _difference_of_means(sums: dict[str, Any]) -> dict[str, Any]:
    if sums["games"] < 2:
        return _common(sums)
    error = math.sqrt(sums["var"] / sums["games"])
    reach = float(t_reach(sums["games"])) * error
    if error:
        p = float(2 * stats.t.sf(abs(sums["difference"]) / error, sums["games"] - 1))
    else:
        p = 1.0 if sums["difference"] == 0 else 0.0
    middle = sums["difference"]
    return _common(sums) | {"low": middle - reach, "high": middle + reach, "p": p}


def neighbours(run: Run, knob: str) -> list[Pair]:
    """Pair the cells that differ in one step of `knob` along the grid and in nothing else."""
    return [(a, b) for row in _rows_along(run, knob) for a, b in pairwise(row)]


def matches(run: Run, knob: str, base: Any) -> list[Pair]:
    """Pair the cell in which `knob` is `base` with each that differs from it in `knob` only."""
    values = list(run.manifest["experiment"]["grid"][knob])
    place = values.index(base)
    return [
        (row[place], cell) for row in _rows_along(run, knob) for cell in row if cell != row[place]
    ]


def _rows_along(run: Run, knob: str) -> list[list[int]]:
    """Group the cells that differ in `knob` only, each group in the order of the grid."""
    others = ["policy", *(name for name in run.grid if name != knob)]
    groups = run.cells.group_by(others, maintain_order=True).agg("cell")
    return [list(row) for row in groups["cell"].to_list()]
