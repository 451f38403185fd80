"""Which cards and actions are used, and how do the games go in which they are used? Use, lift."""

import polars as pl

from analysis.families import family
from analysis.rates import WON, holm, lift, with_wilson


def use_and_lift(games: pl.LazyFrame | pl.DataFrame, stem: str) -> pl.DataFrame:
    """Give use and lift of each item of a family of counts.

    `use` is the share of games with at least one use (Wilson 95 %), `mean` the uses a game,
    `lift` the win rate with less the win rate without (Newcombe 95 %): an association, since
    what is used depends on how the game goes.
    Returns cell, item, games, used, use, use_low, use_high, mean, rate_with, rate_without, lift,
    lift_low, lift_high, p, p_holm (over all rows).
    """
    frame = games.lazy()
    items = family(frame.collect_schema().names(), stem)
    parts = [
        frame.group_by("cell").agg(
            pl.len().cast(pl.Int64).alias("games"),
            WON.sum().cast(pl.Int64).alias("wins"),
            (pl.col(column) > 0).sum().cast(pl.Int64).alias("used"),
            ((pl.col(column) > 0) & WON).sum().cast(pl.Int64).alias("wins_with"),
            pl.col(column).mean().alias("mean"),
            pl.lit(item).alias("item"),
        )
        for item, column in items.items()
    ]
    order = {item: place for place, item in enumerate(items)}
    counts = pl.concat(pl.collect_all(parts)).sort(
        "cell", pl.col("item").replace_strict(order, return_dtype=pl.Int64)
    )
    counts = with_wilson(counts, "used", "games", "use").rename(
        {"low": "use_low", "high": "use_high"}
    )
    used, rest = pl.col("used"), pl.col("games") - pl.col("used")
    wins_with, wins_without = pl.col("wins_with"), pl.col("wins") - pl.col("wins_with")
    counts = counts.with_columns(
        rest=rest,
        wins_without=wins_without,
        rate_with=pl.when(used > 0).then(wins_with / used),
        rate_without=pl.when(rest > 0).then(wins_without / rest),
    )
    groups = ("wins_with", "used", "wins_without", "rest")
    lifts = lift(*(counts[name].to_numpy() for name in groups)).rename(
        {"difference": "lift", "low": "lift_low", "high": "lift_high"}
    )
    return holm(pl.concat([counts, lifts], how="horizontal")).select(_COLUMNS)


_COLUMNS = (
    "cell", "item", "games", "used", "use", "use_low", "use_high", "mean", "rate_with",
    "rate_without", "lift", "lift_low", "lift_high", "p", "p_holm",
)  # fmt: skip
