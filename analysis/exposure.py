"""In how many games something came into play."""

import polars as pl

from analysis.rates import with_wilson


def shares(games: pl.LazyFrame, conditions: dict[str, pl.Expr]) -> pl.DataFrame:
    """Count the games that meet each named condition, over all cells given.

    Returns name, games, hits, share, low, high (Wilson 95 %), the most common first.
    """
    if not conditions:
        return pl.DataFrame(
            schema={
                "name": pl.String,
                "games": pl.Int64,
                "hits": pl.Int64,
                "share": pl.Float64,
                "low": pl.Float64,
                "high": pl.Float64,
            }
        )
    sums = [condition.sum().cast(pl.Int64).alias(name) for name, condition in conditions.items()]
    row = games.select(pl.len().cast(pl.Int64).alias("games"), *sums).collect()
    tally = row.unpivot(index="games", variable_name="name", value_name="hits")
    counts = tally.select("name", "games", "hits")
    return with_wilson(counts, "hits", "games", "share").sort("share", descending=True)
