"""What is estimated: the win rate, or the mean of an outcome column; always with its interval."""

from collections.abc import Sequence

import polars as pl

from analysis.rates import WON, applicable, means, with_wilson
from sim.core.game import Column
from sim.settings import WIN_RATE

__all__ = ["WIN_RATE", "columns_of", "estimates", "is_share", "value_of"]


def is_share(columns: Sequence[Column], metric: str) -> bool:
    """Tell whether a metric is a share of the games, so that its interval is Wilson's."""
    return metric == WIN_RATE or any(c.name == metric and c.kind == "bool" for c in columns)


def columns_of(*metrics: str) -> list[str]:
    """List the outcome columns that metrics are computed from, each once."""
    return list(dict.fromkeys("result" if m == WIN_RATE else m for m in metrics))


def value_of(games: pl.LazyFrame, metric: str) -> pl.Expr:
    """Give a metric's value of each game as a float, null where it does not apply."""
    won = WON.cast(pl.Float64) if metric == WIN_RATE else applicable(games, metric)
    return won.alias("value")


def estimates(games: pl.LazyFrame | pl.DataFrame, metric: str) -> pl.DataFrame:
    """Estimate a metric in each cell, over the games to which it applies.

    Returns cell, games, value, low, high (95 %: Wilson for shares, else the t interval).
    """
    frame = games.lazy()
    share = metric == WIN_RATE or frame.collect_schema()[metric] == pl.Boolean
    if not share:
        return means(frame, [metric]).select("cell", "games", "low", "high", value="mean")
    counts = (
        frame.select("cell", value_of(frame, metric))
        .group_by("cell")
        .agg(games=pl.col("value").count().cast(pl.Int64), hits=pl.col("value").sum())
        .sort("cell")
        .collect()
    )
    return with_wilson(counts, "hits", "games", "value").drop("hits")
