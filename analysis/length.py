"""How long does a game last, and how much does that vary? For any column that counts something."""

import polars as pl

from analysis.rates import applicable, moments, with_t_interval

QUANTILES = (0.05, 0.25, 0.50, 0.75, 0.95)


def spread(games: pl.LazyFrame | pl.DataFrame, column: str) -> pl.DataFrame:
    """Describe a column's distribution in each cell.

    Returns cell, games, mean, error, low, high (95 % t interval of the mean), q05, q25, q50, q75,
    q95, min, max; games in which the column does not apply are left out.
    """
    frame = games.lazy()
    value = applicable(frame, column)
    quantiles = [
        value.quantile(q, interpolation="linear").alias(f"q{round(100 * q):02}") for q in QUANTILES
    ]
    found = (
        frame.group_by("cell")
        .agg(*moments(value), *quantiles, min=value.min(), max=value.max())
        .sort("cell")
        .collect()
    )
    first = ["cell", "games", "mean", "error", "low", "high"]
    return with_t_interval(found).select(*first, pl.exclude(first))


def histogram(games: pl.LazyFrame | pl.DataFrame, column: str) -> pl.DataFrame:
    """Count the games of each value of a column in each cell.

    Returns cell, value, games, share (of the games in which the column applies).
    """
    frame = games.lazy()
    return (
        frame.select("cell", value=applicable(frame, column))
        .drop_nulls()
        .group_by("cell", "value")
        .agg(games=pl.len().cast(pl.Int64))
        .with_columns(share=pl.col("games") / pl.col("games").sum().over("cell"))
        .sort("cell", "value")
        .collect()
    )
