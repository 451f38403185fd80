"""What does a knob do over a range? A grid of its values, and each step between neighbours."""

import math
from collections.abc import Sequence

import polars as pl

from analysis.metrics import WIN_RATE, estimates
from analysis.paired import compare_pairs, neighbours
from analysis.rates import holm
from analysis.store import Run
from sim.settings import ConfigError

MOST_VALUES = 1000


def read_range(text: str) -> tuple[str, str]:
    """Read `NAME=1,2,4`, `NAME=8..12` or `NAME=0.5..1.5..0.25` as a knob and its list of values.

    Both ends of a range belong to it. Raises ConfigError.
    """
    name, equals, values = (part.strip() for part in text.partition("="))
    form = "write NAME=1,2,4 or NAME=LOW..HIGH or NAME=LOW..HIGH..STEP"
    if not name or not equals or not values:
        raise ConfigError(f"--knob {text!r}: {form}")
    if ".." not in values:
        return name, values
    try:
        low, high, *rest = map(float, values.split(".."))
        (step,) = rest or [1.0]
        steps = math.floor((high - low) / step + 1e-9)
    except (ValueError, ZeroDivisionError):
        raise ConfigError(f"--knob {text!r}: {form}") from None
    if step <= 0 or not 0 <= steps < MOST_VALUES:
        raise ConfigError(f"--knob {text!r}: a range goes up from LOW to HIGH by at least one STEP")
    found = [round(low + k * step, 10) for k in range(steps + 1)]
    whole = all(number.is_integer() for number in found) and "." not in values.replace("..", "")
    return name, ", ".join(f"{number:.0f}" if whole else f"{number!r}" for number in found)


def levels(run: Run, metric: str = WIN_RATE) -> pl.DataFrame:
    """Give a metric in each cell.

    Returns cell, label, policy, the grid's knobs, games, value, low, high (95 %).
    """
    return run.describe(estimates(run.scan(), metric))


def steps(run: Run, knobs: Sequence[str], metric: str = WIN_RATE) -> pl.DataFrame:
    """Give the change of a metric with each step of each knob, game by game under the same luck.

    Returns knob, from, to, policy, at (the other knobs), then what `compare_pairs` gives; p_holm
    is over all steps.
    """
    parts = []
    for knob in knobs:
        others = [name for name in run.grid if name != knob and _varies(run, name)]
        at = pl.concat_str(
            [pl.format(f"{name} {{}}", pl.col(name).cast(pl.String)) for name in others]
            or [pl.lit("")],
            separator=", ",
        )
        names = run.cells.select("cell", "policy", at.alias("at"), pl.col(knob).cast(pl.String))
        found = compare_pairs(run.scan(), neighbours(run, knob), metric).drop("p_holm")
        parts.append(
            found.join(names.rename({"cell": "a", knob: "from"}), on="a", maintain_order="left")
            .join(names.select(b="cell", to=knob), on="b", maintain_order="left")
            .select(pl.lit(knob).alias("knob"), "from", "to", "policy", "at", *found.columns)
        )
    return holm(pl.concat(parts)) if parts else pl.DataFrame()


def _varies(run: Run, knob: str) -> bool:
    return len(run.manifest["experiment"]["grid"][knob]) > 1
