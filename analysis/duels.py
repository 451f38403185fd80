"""Which policy wins? Two line-ups that differ in who sits where, on the same deals."""

from collections.abc import Sequence

import polars as pl

from analysis.rates import moments, wilson, with_t_interval
from analysis.store import Run

# The first of two seats wins one game, none or, where nobody or both win, half of one.
FIRST_SHARE = (1 + pl.col("winners_mask") % 2 - pl.col("winners_mask") // 2 % 2) / 2


def rotations(run: Run) -> list[tuple[int, int]]:
    """Pair the cells of two seats whose line-ups are each other's reverse and all else equal."""
    found: dict[tuple[object, ...], int] = {}
    pairs = []
    for row in run.cells.drop("label", "planned").iter_rows(named=True):
        cell: int = row.pop("cell")
        line_up: list[str] = row.pop("policy").split(",")
        if len(line_up) == 2:
            place = tuple(row.values())
            found[(*line_up, *place)] = cell
            back = found.get((*reversed(line_up), *place))
            if back is not None and back != cell:
                pairs.append((back, cell))
    return pairs


def first_shares(games: pl.LazyFrame | pl.DataFrame) -> pl.DataFrame:
    """Estimate what the first of two seats wins in each cell.

    Games without one winner count half. 95 % t interval; Wilson's where all games went alike.
    Returns cell, games, mean, error, low, high.
    """
    found = games.lazy().group_by("cell").agg(moments(FIRST_SHARE)).sort("cell").collect()
    return _with_interval(found)


def rotated(games: pl.LazyFrame | pl.DataFrame, pairs: Sequence[tuple[int, int]]) -> pl.DataFrame:
    """Estimate what the policy that sits first in cell a wins when the seats are rotated.

    The two games of one deal are the unit: `share` is the mean of its shares in a and in b, where
    it sits second; `first` that of whoever sits first. Games without one winner count half to
    either side. 95 % t interval over deals; where no deal differs from another, Wilson's.
    Returns a, b, low, high, deals, share, first, first_low, first_high.
    """
    picked = games.lazy().select("cell", "game", FIRST_SHARE.alias("share"))
    both = [
        picked.filter(pl.col("cell") == a).join(
            picked.filter(pl.col("cell") == b), on="game", suffix="_b"
        )
        for a, b in pairs
    ]
    there, back = pl.col("share"), pl.col("share_b")
    shares = _estimate(both, pairs, (there + 1 - back) / 2)
    firsts = _estimate(both, pairs, (there + back) / 2).select(
        "a", "b", first="mean", first_low="low", first_high="high"
    )
    return shares.select("a", "b", "low", "high", deals="games", share="mean").join(
        firsts, on=["a", "b"], maintain_order="left"
    )


def _estimate(
    both: Sequence[pl.LazyFrame], pairs: Sequence[tuple[int, int]], value: pl.Expr
) -> pl.DataFrame:
    cells = pl.DataFrame(pairs, schema={"a": pl.UInt16, "b": pl.UInt16}, orient="row")
    found = pl.concat(pl.collect_all([frame.select(moments(value)) for frame in both]))
    return _with_interval(pl.concat([cells, found], how="horizontal"))


def _with_interval(found: pl.DataFrame) -> pl.DataFrame:
    """Add the interval of mean shares, Wilson's where no unit differs from another."""
    rows = with_t_interval(found)
    low, high = wilson((rows["mean"] * rows["games"]).to_numpy(), rows["games"].to_numpy())
    flat = pl.col("error") == 0
    return rows.with_columns(
        low=pl.when(flat).then(pl.Series(low)).otherwise(pl.col("low").clip(0, 1)),
        high=pl.when(flat).then(pl.Series(high)).otherwise(pl.col("high").clip(0, 1)),
    )
