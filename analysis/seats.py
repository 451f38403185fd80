"""Who has it easier? Win rates by seat, starting player, faction or any other value."""

import polars as pl

from analysis.families import family
from analysis.rates import NOT_APPLICABLE, WON, holm, lift, with_wilson


def by_value(games: pl.LazyFrame | pl.DataFrame, column: str) -> pl.DataFrame:
    """Compare the win rate of each value of a column with the rest of its cell.

    Returns cell, value, games, wins, win_rate, low, high (Wilson 95 %), difference,
    difference_low, difference_high (Newcombe 95 %), p, p_holm (over all rows).
    """
    frame = games.lazy()
    counts = (
        frame.filter(pl.col(column) != NOT_APPLICABLE)
        .group_by("cell", pl.col(column).cast(pl.Int64).alias("value"))
        .agg(games=pl.len().cast(pl.Int64), wins=WON.sum().cast(pl.Int64))
        .sort("cell", "value")
        .collect()
    )
    return _against_the_rest(counts, _totals(frame))


def by_family(games: pl.LazyFrame | pl.DataFrame, stem: str) -> pl.DataFrame:
    """Compare the games in which some column of a family has a value with the rest of the cell.

    As `by_value`; a game counts once for each value it holds.
    """
    frame = games.lazy()
    names = list(family(frame.collect_schema().names(), stem).values())
    counts = (
        frame.select("cell", WON, pl.concat_list(names).list.unique().alias("value"))
        .explode("value")
        .filter(pl.col("value") != NOT_APPLICABLE)
        .group_by("cell", pl.col("value").cast(pl.Int64))
        .agg(games=pl.len().cast(pl.Int64), wins=pl.col("won").sum().cast(pl.Int64))
        .sort("cell", "value")
        .collect()
    )
    return _against_the_rest(counts, _totals(frame))


def _totals(frame: pl.LazyFrame) -> pl.DataFrame:
    return (
        frame.group_by("cell")
        .agg(all_games=pl.len().cast(pl.Int64), all_wins=WON.sum().cast(pl.Int64))
        .collect()
    )


def _against_the_rest(counts: pl.DataFrame, totals: pl.DataFrame) -> pl.DataFrame:
    rows = with_wilson(counts, "wins", "games", "win_rate").join(
        totals, on="cell", maintain_order="left"
    )
    wins, games = rows["wins"].to_numpy(), rows["games"].to_numpy()
    rest = rows["all_wins"].to_numpy() - wins, rows["all_games"].to_numpy() - games
    found = lift(wins, games, *rest).rename({"low": "difference_low", "high": "difference_high"})
    return holm(pl.concat([rows.drop("all_games", "all_wins"), found], how="horizontal"))
