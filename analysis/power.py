"""How many games does a margin need, and how long do they take? From a pilot."""

import math

import joblib
import polars as pl
from scipy import stats
from statsmodels.stats.power import TTestIndPower, TTestPower

from analysis.metrics import WIN_RATE, columns_of, is_share, value_of
from analysis.rates import LEVEL
from analysis.sample import Setup, outcomes
from sim.batch import seconds_per_game
from sim.experiment import Experiment, get_game
from sim.settings import ConfigError, check_metric

TIMED_GAMES = 20
POWER = 0.9

_KINDS = {
    "cell": pl.UInt16, "label": pl.String, "policy": pl.String, "pilot": pl.Int64,
    "mean": pl.Float64, "sd": pl.Float64, "alone": pl.Int64, "unpaired": pl.Int64,
    "paired": pl.Int64, "gain": pl.Float64, "seconds_unpaired": pl.Float64,
    "seconds_paired": pl.Float64,
}  # fmt: skip


def games_needed(
    study: Experiment,
    margin: float,
    *,
    against: Experiment | None = None,
    metric: str = WIN_RATE,
    power: float = POWER,
    setup: Setup | None = None,
) -> pl.DataFrame:
    """Tell from a pilot how many games of each setting show a change of `margin`.

    The pilot plays the study, and `against` where it is given: then the spread of the differences
    game by game says what pairing saves. Two-sided tests at 5 % (t tests, statsmodels).
    Returns cell, label, policy, pilot, mean, sd, alone (games for an interval of +-margin),
    unpaired, paired (games of each setting), gain, seconds_unpaired, seconds_paired (both settings,
    on `jobs` cores). Raises ConfigError for a margin or power that makes no sense.
    """
    game = get_game(study.game)
    check_metric(game, metric)
    if not 0 < margin < (1 if is_share(game.columns, metric) else math.inf):
        raise ConfigError(f"margin {margin:g} must be more than 0 and a share, 0.02 for 2 points")
    if not 0.05 < power < 1:
        raise ConfigError(f"power {power:g} must lie between 0.05 and 1, as 0.9")
    columns = columns_of(metric)
    cells = study.cells()
    others = against.cells() if against else []
    if others and len(others) != len(cells):
        raise ConfigError(f"--against gives {len(others)} cells, the study has {len(cells)}")
    pilot = _values(outcomes(game, cells, study.seed, columns, setup=setup), metric)
    rivals = (
        _values(outcomes(game, others, study.seed, columns, setup=setup), metric)
        if others
        else None
    )
    workers = (setup.jobs if setup else 0) or joblib.cpu_count()
    rows = []
    for place, cell in enumerate(cells):
        pace = seconds_per_game(game, cell, study.seed, TIMED_GAMES)
        mine = pilot.filter(pl.col("cell") == cell.id)
        theirs = None
        if rivals is not None:
            theirs = rivals.filter(pl.col("cell") == others[place].id)
            pace = (pace + seconds_per_game(game, others[place], study.seed, TIMED_GAMES)) / 2
        found = _needed(mine, theirs, margin, power)
        for kind in ("unpaired", "paired"):
            games = found[kind]
            found[f"seconds_{kind}"] = None if games is None else 2 * games * pace / workers
        rows.append({"cell": cell.id, "label": cell.label, "policy": cell.policy, **found})
    return pl.DataFrame(rows, schema=_KINDS)


def _values(games: pl.DataFrame, metric: str) -> pl.DataFrame:
    frame = games.lazy()
    return frame.select("cell", "game", value_of(frame, metric)).drop_nulls().collect()


def _needed(
    mine: pl.DataFrame, theirs: pl.DataFrame | None, margin: float, power: float
) -> dict[str, float | int | None]:
    values = mine["value"].to_numpy()
    found: dict[str, float | int | None] = dict.fromkeys(
        ("mean", "sd", "alone", "unpaired", "paired", "gain")
    ) | {"pilot": len(values)}
    if len(values) < 2:
        return found
    variance = float(values.var(ddof=1))
    found |= {"mean": float(values.mean()), "sd": math.sqrt(variance)}
    if theirs is not None:
        other = float(theirs["value"].to_numpy().var(ddof=1)) if len(theirs) > 1 else variance
        both = mine.join(theirs, on="game", suffix="_b")
        apart = variance + other
        together = float((both["value_b"] - both["value"]).to_numpy().var(ddof=1))
        variance = apart / 2
        found["paired"] = _games(TTestPower(), margin, together, power)
        found["gain"] = apart / together if together else None
    found["unpaired"] = _games(TTestIndPower(), margin, variance, power)
    reach = float(stats.norm.ppf((1 + LEVEL) / 2))
    found["alone"] = max(2, math.ceil(reach**2 * variance / margin**2))
    return found


def _games(test: TTestPower | TTestIndPower, margin: float, variance: float, power: float) -> int:
    """Solve for the games of each setting; two where nothing varies."""
    if variance == 0:
        return 2
    size = margin / math.sqrt(variance)
    return max(2, math.ceil(float(test.solve_power(size, alpha=1 - LEVEL, power=power))))
