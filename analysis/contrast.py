"""How do won games differ from the others? Means of columns by outcome, cell by cell."""

import polars as pl

from analysis.pool import REACH
from analysis.rates import WON


def won_against_lost(games: pl.LazyFrame, quantities: dict[str, pl.Expr]) -> pl.DataFrame:
    """Compare the mean of each named quantity between won and other games of a cell.

    Welch's standard error, 95 % interval from the normal distribution; null values are left out.
    Returns cell, name, won, lost, difference, low, high.
    """
    named = [expression.cast(pl.Float64).alias(name) for name, expression in quantities.items()]
    parts = []
    for part, won in (("won", True), ("lost", False)):
        chosen = games.filter(won == WON)
        parts.append(
            chosen.select("cell", *named)
            .unpivot(index="cell", variable_name="name", value_name="value")
            .group_by("cell", "name")
            .agg(
                pl.col("value").mean().alias(part),
                (pl.col("value").var() / pl.col("value").count()).alias(f"{part}_variance"),
            )
        )
    error = (pl.col("won_variance") + pl.col("lost_variance")).sqrt()
    return (
        parts[0]
        .join(parts[1], on=["cell", "name"])
        .with_columns(difference=pl.col("won") - pl.col("lost"), error=error)
        .with_columns(
            low=pl.col("difference") - REACH * pl.col("error"),
            high=pl.col("difference") + REACH * pl.col("error"),
        )
        .select("cell", "name", "won", "lost", "difference", "low", "high")
        .sort("cell", "name")
        .collect()
    )
