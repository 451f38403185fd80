"""The one table of a run: every cell with its win rate and its length."""

import polars as pl

from analysis.rates import means, win_rates
from analysis.store import Run

LENGTH = "decisions"


def summary(run: Run) -> pl.DataFrame:
    """Give one row per cell that has games.

    Returns cell, label, policy, the grid's knobs, planned, games, truncated, wins, win_rate, low,
    high, halfwidth (95 %), and mean and standard error of the decisions a game takes.
    """
    rates = win_rates(run.scan())
    length = means(run.scan(), [LENGTH]).select(
        "cell", mean_decisions="mean", error_decisions="error"
    )
    return run.cells.join(rates, on="cell", maintain_order="left").join(
        length, on="cell", maintain_order="left"
    )
