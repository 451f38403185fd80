"""What is different between two runs? Their common cells, game by game where luck is shared."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from analysis.metrics import WIN_RATE, is_share, value_of
from analysis.paired import KINDS, compare_pairs
from analysis.rates import LEVEL, holm, lift
from analysis.store import Run
from sim.settings import ConfigError, check_metric, get_game

_NONE = np.zeros(0)


@dataclass(frozen=True)
class Comparison:
    """Two runs beside each other.

    `rows` has one row per common cell: label, policy, games, mean_a, mean_b, difference, low,
    high, p, p_holm, gain, saved. `paired` tells whether the runs share their luck; `saved` says
    how many more games of each setting independent luck would have taken.
    """

    metric: str
    share: bool
    paired: bool
    rows: pl.DataFrame


def compare_runs(a: Run, b: Run, metric: str = WIN_RATE) -> Comparison:
    """Estimate the change of a metric from run a to run b, cell by cell.

    Cells match when their policy and the knobs of the grid that both runs have are the same. Runs
    of one seed are compared game by game (see `compare_pairs`), others as independent samples.
    Raises ConfigError for another game or an unknown metric.
    """
    settings = [run.manifest["experiment"] for run in (a, b)]
    name, other_name = (setting["game"] for setting in settings)
    if name != other_name:
        raise ConfigError(f"{a.folder} is of {name}, {b.folder} of {other_name}")
    check_metric(get_game(name), metric)
    pairs = _matches(a, b)
    paired = settings[0]["seed"] == settings[1]["seed"]
    shift = len(a.cells)
    games = pl.concat([_values(a, metric, 0), _values(b, metric, shift)])
    numbered = [(one, other + shift) for one, other in pairs]
    share = is_share(a.columns, metric)
    found = (compare_pairs if paired else _independent)(games, numbered, metric)
    names = a.cells.select("cell", "label", "policy")
    saved = (pl.col("games") * (pl.col("gain") - 1)).round().cast(pl.Int64)
    rows = names.join(found.with_columns(saved=saved), left_on="cell", right_on="a", how="inner")
    return Comparison(metric, share, paired, rows.drop("cell", "b"))


def _values(run: Run, metric: str, shift: int) -> pl.LazyFrame:
    """Give cell, game and what the metric is computed from, with cells numbered on from `shift`."""
    column = "result" if metric == WIN_RATE else metric
    games = run.scan()
    if metric == WIN_RATE:
        # Labels may differ between versions of a game.
        games = games.with_columns(pl.col(column).cast(pl.String))
    return games.select(pl.col("cell") + shift, "game", column)


def _matches(a: Run, b: Run) -> list[tuple[int, int]]:
    grids = [run.manifest["experiment"]["grid"] for run in (a, b)]
    # A knob that has one value in either run is what the runs differ in, or nothing.
    shared = [
        name for name in grids[0] if name in grids[1] and max(len(g[name]) for g in grids) > 1
    ]

    def keys(run: Run) -> dict[tuple[object, ...], int]:
        rows = run.cells.select("policy", *shared, "cell").rows()
        found = {tuple(row[:-1]): int(row[-1]) for row in rows}
        if len(found) < len(rows):
            other = ", ".join(name for name in run.grid if name not in shared)
            raise ConfigError(
                f"{run.folder} varies {other}, the other run does not: cells cannot be matched"
            )
        return found

    left, right = keys(a), keys(b)
    return [(cell, right[key]) for key, cell in left.items() if key in right]


def _independent(games: pl.LazyFrame, pairs: list[tuple[int, int]], metric: str) -> pl.DataFrame:
    """Compare cells of different luck: Newcombe and score test for wins, Welch for means."""
    picked = games.select("cell", value_of(games, metric)).drop_nulls().collect()
    values = {cell: part["value"].to_numpy() for (cell,), part in picked.group_by("cell")}
    rows = [
        {"a": a, "b": b, **_apart(values.get(a, _NONE), values.get(b, _NONE), metric)}
        for a, b in pairs
    ]
    return holm(pl.DataFrame(rows, schema=KINDS))


def _apart(a: NDArray[np.float64], b: NDArray[np.float64], metric: str) -> dict[str, Any]:
    found = {"games": min(len(a), len(b))}
    if min(len(a), len(b)) < 2:
        return found
    found |= {"mean_a": a.mean(), "mean_b": b.mean(), "difference": b.mean() - a.mean()}
    if metric == WIN_RATE:
        row = lift(b.sum(), len(b), a.sum(), len(a)).row(0, named=True)
        return found | {key: row[key] for key in ("low", "high", "p")}
    both = CompareMeans(DescrStatsW(b), DescrStatsW(a))
    low, high = both.tconfint_diff(1 - LEVEL, usevar="unequal")
    return found | {"low": low, "high": high, "p": both.ttest_ind(usevar="unequal")[1]}
