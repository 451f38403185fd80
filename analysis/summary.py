"""The one table of a run: every cell with its win rate and its length."""

from math import sqrt
from typing import Any

import polars as pl

from analysis.rates import win_rates
from analysis.store import Run

LENGTH = "decisions"


def summary(run: Run) -> pl.DataFrame:
    """Give one row per cell that has games.

    Returns cell, label, policy, the grid's knobs, planned, games, truncated, wins, win_rate, low,
    high, halfwidth (95 %), and mean and standard error of the decisions a game takes.
    """
    rates = win_rates(run.scan())
    return run.cells.join(rates, on="cell", maintain_order="left").join(
        _lengths(run), on="cell", maintain_order="left"
    )


def _lengths(run: Run) -> pl.DataFrame:
    """Give cell, mean_decisions and error_decisions, the standard error of the mean.

    From sums of whole numbers, which are exact: sums of floats would differ in the last digit by
    how the games were cut into files, and with them the summary of a run that was interrupted.
    """
    value = pl.col(LENGTH).cast(pl.Int64)
    sums = (
        run.scan()
        .group_by("cell")
        .agg(games=pl.len(), total=value.sum(), squares=(value * value).sum())
    )
    rows = [_length(**row) for row in sums.sort("cell").collect().to_dicts()]
    kinds = {"cell": pl.UInt16, "mean_decisions": pl.Float64, "error_decisions": pl.Float64}
    return pl.DataFrame(rows, schema=kinds)


def _length(cell: int, games: int, total: int, squares: int) -> dict[str, Any]:
    spread = games * squares - total * total
    error = sqrt(spread / (games - 1)) / games if games > 1 else None
    return {"cell": cell, "mean_decisions": total / games, "error_decisions": error}
