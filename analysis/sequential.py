"""Has a metric moved by more than its margin? Verdicts whose error rates hold over all looks.

Games recorded earlier are compared with new ones: first, game by game, with those of the same
luck whose outcomes were kept, then with games of fresh luck that come in while one looks. Two
things must hold however often one looks: a false alarm, in any cell and metric, comes with
probability ALARM at most; a change that reaches the margin passes with probability SLIP at most,
cell by cell.

Each look may spend a share of either error: the paired one PAIRED_SHARE, the others the rest, in
proportion to the games they add (alpha spending, Lan & DeMets 1983, with the linear function of
Kim & DeMets 1987). The shares are added up as Bonferroni does. That uses no correlation between
looks, so it holds for any: the old games are the same at every look, and nobody can play more of
them, since the old rules are gone. Over cells and metrics alarms follow Holm: what was proved
leaves the family, and the others share its error. Passing needs no such correction: the whole is
green only if every cell is (intersection-union test, Berger 1982).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep

from analysis.paired import interval_of_change

ALARM = 0.01
SLIP = 0.05
PAIRED_SHARE = 0.2
FIRST_LOOK = 500
PASS, REGRESSION, UNDECIDED = "pass", "regression", "undecided"
KEYS = ("cell", "metric")
_FOUND = ("change", "low", "high")

# Plays games [first, end) of cells and counts them: cell, metric, games, total, squares.
Draw = Callable[[Mapping[int, tuple[int, int]]], pl.DataFrame]
# From the error allowed on either side of each row to change, low, high.
Interval = Callable[[NDArray[np.float64]], pl.DataFrame]


def looks(games: int) -> list[int]:
    """List the numbers of games after which to look: each twice the one before, `games` last."""
    halvings = max(0, math.floor(math.log2(max(games, 1) / FIRST_LOOK)))
    return [math.ceil(games / 2**k) for k in range(halvings, -1, -1)]


def spent(plan: Sequence[int]) -> list[float]:
    """Give the share of an error that each look of a plan may spend."""
    return [(b - a) / plan[-1] for a, b in zip([0, *plan], plan, strict=False)]


def change_interval(rows: pl.DataFrame, tail: float | NDArray[np.float64]) -> pl.DataFrame:
    """Give the interval of the change from before to after that misses by `tail` on either side.

    Shares: Newcombe's hybrid of score intervals (statsmodels). Means: normal, with Welch's error.
    `rows` has share, games_before, mean_before, sd_before, games, total, squares.
    Returns change, low, high; NaN where either side has too few games.
    """
    n0, n1 = (rows[name].to_numpy().astype(float) for name in ("games_before", "games"))
    m0, s0 = rows["mean_before"].to_numpy(), rows["sd_before"].to_numpy()
    total, squares = rows["total"].to_numpy(), rows["squares"].to_numpy()
    tail = np.broadcast_to(np.asarray(tail, float), n0.shape)
    with np.errstate(invalid="ignore", divide="ignore"):
        m1 = total / n1
        variance = np.maximum(squares - n1 * m1**2, 0) / (n1 - 1)
        error = np.sqrt(s0**2 / n0 + variance / n1)
        reach = stats.norm.isf(tail) * error
        low, high = m1 - m0 - reach, m1 - m0 + reach
        share = rows["share"].to_numpy() & (n1 > 0)
        if share.any():
            hits0 = np.round(m0[share] * n0[share])
            low[share], high[share] = confint_proportions_2indep(
                total[share], n1[share], hits0, n0[share],
                method="newcomb", compare="diff", alpha=2 * tail[share],
            )  # fmt: skip
    return pl.DataFrame({"change": m1 - m0, "low": low, "high": high})


def paired_interval(rows: pl.DataFrame, tail: NDArray[np.float64]) -> pl.DataFrame:
    """Give the interval of the change over games of the same luck, as `change_interval` does.

    Shares: Agresti & Min (2005). Means: the paired t interval. `rows` has share, pairs, shift,
    spread (mean and standard deviation of the differences), more, fewer; pairs is null where there
    are none.
    """
    pairs, shift, spread = (
        rows[name].cast(pl.Float64).to_numpy() for name in ("pairs", "shift", "spread")
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        reach = stats.t.isf(tail, np.maximum(pairs - 1, 1)) * spread / np.sqrt(pairs)
    low, high = shift - reach, shift + reach
    for place, row in enumerate(rows.iter_rows(named=True)):
        if row["share"] and row["pairs"]:
            counts = row["more"], row["fewer"], row["pairs"]
            low[place], high[place] = interval_of_change(*counts, level=1 - 2 * tail[place])
    return pl.DataFrame({"change": shift, "low": low, "high": high})


def decide(
    rows: pl.DataFrame,
    budget: Mapping[int, int],
    draw: Draw,
    pairs: pl.DataFrame | None = None,
) -> pl.DataFrame:
    """Play on until each row has a verdict or its cell has used its games.

    `rows` has cell, metric, share, margin, games_before, mean_before, sd_before; `pairs`, for the
    cells and metrics that have games of the same luck, what `paired_interval` needs. A regression
    is a change whose interval lies beyond the margin, a pass one whose interval lies within.
    Returns the rows with games, total, squares, change, low, high (the interval behind the
    verdict), verdict.
    """
    plans = {cell: looks(games) for cell, games in budget.items()}
    state = rows.with_columns(
        pl.lit(0, pl.Int64).alias("games"),
        *(pl.lit(0.0).alias(name) for name in ("total", "squares")),
        *(pl.lit(None, pl.Float64).alias(name) for name in ("change", "low", "high")),
        verdict=pl.lit(UNDECIDED),
    )
    rest = np.ones(len(rows))
    if pairs is not None:
        both = rows.join(pairs, on=KEYS, how="left", maintain_order="left")
        known = both["pairs"].is_not_null().to_numpy()
        rest[known] -= PAIRED_SHARE
        state = _judged(state, lambda tail: paired_interval(both, tail), 1 - rest)
    for look in range(max(map(len, plans.values()), default=0)):
        waiting = state.filter(verdict=UNDECIDED)["cell"].unique().to_list()
        ranges = {c: _range(plans[c], look) for c in waiting if look < len(plans[c])}
        if not ranges:
            break
        state = _added(state, draw(ranges))
        shares = [spent(plans[c])[look] if c in ranges else 0.0 for c in state["cell"]]
        state = _judged(state, partial(change_interval, state), rest * shares)
    return state


def _range(plan: list[int], look: int) -> tuple[int, int]:
    return ([0, *plan][look], plan[look])


def _added(state: pl.DataFrame, fresh: pl.DataFrame) -> pl.DataFrame:
    """Add new games to the rows that are still open."""
    sums = ("games", "total", "squares")
    joined = state.join(fresh, on=KEYS, how="left", suffix="_new", maintain_order="left")
    is_open = pl.col("verdict") == UNDECIDED
    more = [
        pl.when(is_open)
        .then(pl.col(name) + pl.col(f"{name}_new").fill_null(0))
        .otherwise(name)
        .alias(name)
        for name in sums
    ]
    return joined.with_columns(more).select(state.columns)


def _judged(state: pl.DataFrame, interval: Interval, share: NDArray[np.float64]) -> pl.DataFrame:
    """Give verdicts at one look, at which each row may spend `share` of its errors, or none."""
    looked = share > 0
    # Rows that do not look have no interval here; any error serves to leave them out.
    share = np.where(looked, share, 1.0)
    margin = state["margin"].to_numpy()
    verdict = np.array(state["verdict"].to_list(), dtype=object)
    kept = {name: state[name].cast(pl.Float64).to_numpy().copy() for name in _FOUND}

    def keep(found: pl.DataFrame, where: NDArray[np.bool_]) -> None:
        for name, values in kept.items():
            values[where] = found[name].to_numpy()[where]

    is_open = looked & (verdict == UNDECIDED)
    found = interval(SLIP * share)
    inside = (found["low"].to_numpy() > -margin) & (found["high"].to_numpy() < margin)
    keep(found, is_open & inside)
    verdict[is_open & inside] = PASS
    proved = True
    while proved:
        is_open = looked & (verdict == UNDECIDED)
        family = max(1, len(verdict) - int((verdict == REGRESSION).sum()))
        found = interval(ALARM / 2 / family * share)
        beyond = (found["low"].to_numpy() > margin) | (found["high"].to_numpy() < -margin)
        keep(found, is_open)
        proved = bool((is_open & beyond).any())
        verdict[is_open & beyond] = REGRESSION
    return state.with_columns(
        **{name: pl.Series(values).fill_nan(None) for name, values in kept.items()},
        verdict=pl.Series(verdict.tolist(), dtype=pl.String),
    )


def green_odds(rows: pl.DataFrame, budget: Mapping[int, int]) -> pl.Series:
    """Estimate how likely each row is to pass within its games when nothing has moved.

    At the last look alone, so the truth is a little higher. From normal approximations.
    """
    games = np.array([budget[cell] for cell in rows["cell"]], float)
    last = np.array([spent(looks(budget[cell]))[-1] for cell in rows["cell"]])
    sd, before = rows["sd_before"].to_numpy(), rows["games_before"].to_numpy()
    with np.errstate(divide="ignore", invalid="ignore"):
        error = sd * np.sqrt(1 / before + 1 / games)
        room = rows["margin"].to_numpy() / error - stats.norm.isf(SLIP * last)
    odds = np.where(error > 0, 1 - 2 * stats.norm.sf(np.maximum(room, 0)), 1.0)
    return pl.Series("odds", odds)
