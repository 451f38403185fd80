"""How often is a game won, how large is a number on average? Estimates with their intervals."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import (
    confint_proportions_2indep,
    proportion_confint,
    test_proportions_2indep,
)

LEVEL = 0.95
WIN, TRUNCATED = "win", "truncated"
NOT_APPLICABLE = -1
LEAST_EXPECTED = 5
RESULT = pl.col("result").cast(pl.String)
WON = (RESULT == WIN).alias("won")


def wilson(hits: ArrayLike, games: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the Wilson 95 % interval of shares, elementwise (statsmodels); NaN without games."""
    hits, games = np.asarray(hits, np.float64), np.asarray(games, np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        low, high = proportion_confint(hits, games, alpha=1 - LEVEL, method="wilson")
    # Rounding leaves 1e-19 where the formula says 0, and as little below 1.
    played = games > 0
    return np.where(played & (hits == 0), 0.0, low), np.where(played & (hits == games), 1.0, high)


def in_percent(share: float, digits: int = 1) -> str:
    """Write a share in percent without the sign, so that only 0 reads as 0 and only 1 as 100."""
    text = f"{100 * share:.{digits}f}"
    least = 10.0**-digits
    if share > 0 and float(text) == 0:
        return f"<{least:.{digits}f}"
    if share < 1 and float(text) == 100:
        return f">{100 - least:.{digits}f}"
    return text


def with_wilson(counts: pl.DataFrame, hits: str, games: str, share: str) -> pl.DataFrame:
    """Add a share and its Wilson 95 % interval, `low` and `high`, to counts."""
    low, high = wilson(counts[hits].to_numpy(), counts[games].to_numpy())
    return counts.with_columns(
        (pl.col(hits) / pl.col(games)).alias(share), low=pl.Series(low), high=pl.Series(high)
    )


def win_rates(games: pl.LazyFrame | pl.DataFrame) -> pl.DataFrame:
    """Give each cell's win rate with its Wilson 95 % interval.

    Truncated games count as games that were not won, and are counted beside.
    Returns cell, games, truncated, wins, win_rate, low, high, halfwidth.
    """
    counts = (
        games.lazy()
        .group_by("cell")
        .agg(
            games=pl.len().cast(pl.Int64),
            truncated=(RESULT == TRUNCATED).sum().cast(pl.Int64),
            wins=WON.sum().cast(pl.Int64),
        )
        .sort("cell")
        .collect()
    )
    return with_wilson(counts, "wins", "games", "win_rate").with_columns(
        halfwidth=(pl.col("high") - pl.col("low")) / 2
    )


def applicable(games: pl.LazyFrame, column: str) -> pl.Expr:
    """Give a column as floats, null where an int column says that it does not apply."""
    value = pl.col(column)
    if games.collect_schema()[column].is_integer():
        value = pl.when(value != NOT_APPLICABLE).then(value)
    return value.cast(pl.Float64)


def means(games: pl.LazyFrame | pl.DataFrame, columns: Sequence[str]) -> pl.DataFrame:
    """Give each cell's mean of columns with standard error and 95 % t interval.

    Games in which a column does not apply are left out of its mean, `games` counts the others.
    Returns cell, column, games, mean, error, low, high.
    """
    frame = games.lazy()
    parts = [
        frame.group_by("cell")
        .agg(moments(applicable(frame, column)))
        .with_columns(column=pl.lit(column))
        for column in columns
    ]
    order = {column: place for place, column in enumerate(columns)}
    found = pl.concat(pl.collect_all(parts)).sort(
        "cell", pl.col("column").replace_strict(order, return_dtype=pl.Int64)
    )
    return with_t_interval(found).select("cell", "column", "games", "mean", "error", "low", "high")


def moments(value: pl.Expr) -> list[pl.Expr]:
    """Aggregate a value to count, mean and standard error: games, mean, error.

    Sums of floats depend on their order in the last digit, and the order of the rows on how a
    run was cut into chunks: sorted values give every run of a study the same digits.
    """
    ordered = value.sort()
    return [
        value.count().cast(pl.Int64).alias("games"),
        ordered.mean().alias("mean"),
        (ordered.std() / value.count().sqrt()).alias("error"),
    ]


def with_t_interval(frame: pl.DataFrame) -> pl.DataFrame:
    """Add the 95 % t interval, `low` and `high`, to games, mean and error."""
    reach = pl.Series(t_reach(frame["games"].to_numpy()))
    return frame.with_columns(
        low=pl.col("mean") - reach * pl.col("error"), high=pl.col("mean") + reach * pl.col("error")
    )


def t_reach(games: ArrayLike) -> NDArray[np.float64]:
    """Give how many standard errors a 95 % interval of a mean reaches to either side."""
    freedom = np.maximum(np.asarray(games, np.float64) - 1, 1)
    return np.asarray(stats.t.ppf((1 + LEVEL) / 2, freedom))


def lift(
    wins: ArrayLike, games: ArrayLike, other_wins: ArrayLike, other_games: ArrayLike
) -> pl.DataFrame:
    """Compare independent win rates row by row.

    p is the score test where each count expects at least LEAST_EXPECTED games, else Fisher's.
    Returns difference, low, high (Newcombe 95 %), p; all null where either group is empty.
    """
    a, n, b, m = (
        np.asarray(values, np.float64) for values in (wins, games, other_wins, other_games)
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        difference = a / n - b / m
        low, high = confint_proportions_2indep(
            a, n, b, m, method="newcomb", compare="diff", alpha=1 - LEVEL
        )
        _, p = test_proportions_2indep(
            a, n, b, m, method="score", compare="diff", correction=False, return_results=False
        )
        pooled = (a + b) / (n + m)
        fewest = np.minimum(n, m) * np.minimum(pooled, 1 - pooled)
    for row in np.flatnonzero((fewest < LEAST_EXPECTED) & (n > 0) & (m > 0)):
        table = [[a[row], n[row] - a[row]], [b[row], m[row] - b[row]]]
        p[row] = stats.fisher_exact(np.asarray(table, np.int64)).pvalue
    columns = {"difference": difference, "low": low, "high": high, "p": p}
    return pl.DataFrame(columns).fill_nan(None)


def holm(frame: pl.DataFrame, p: str = "p") -> pl.DataFrame:
    """Add `p_holm`: the p-values of all rows adjusted as one family, null where there is none."""
    values = frame[p].cast(pl.Float64).to_numpy()
    known = np.isfinite(values)
    adjusted: list[Any] = [None] * len(values)
    if known.any():
        found = multipletests(values[known], method="holm")[1]
        for place, value in zip(np.flatnonzero(known), found, strict=True):
            adjusted[place] = float(value)
    return frame.with_columns(pl.Series("p_holm", adjusted, dtype=pl.Float64))
