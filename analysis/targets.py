"""How far is the game from what its designer wants? Verdicts on the targets of a study."""

from typing import Any

import polars as pl

from analysis.metrics import estimates
from analysis.store import Run

_KINDS = {
    "metric": pl.String, "cell": pl.UInt16, "target_low": pl.Float64, "target_high": pl.Float64,
    "value": pl.Float64, "low": pl.Float64, "high": pl.Float64, "verdict": pl.String,
    "distance": pl.Float64,
}  # fmt: skip


def verdicts(run: Run) -> pl.DataFrame:
    """Hold each target against the cells it speaks of.

    A target is "met" when the whole 95 % interval lies within it, "missed" when it lies outside,
    else "undecided". `distance` is how far the value is below (negative) or above the target.
    Returns metric, cell, target_low, target_high, value, low, high, verdict, distance.
    """
    rows = [
        {
            "metric": target["metric"],
            "target_low": target["low"],
            "target_high": target["high"],
            **_judged(found, target["low"], target["high"]),
        }
        for target in run.manifest["experiment"]["targets"]
        for found in _values(run, target).iter_rows(named=True)
    ]
    return pl.DataFrame(rows, schema=_KINDS)


def _values(run: Run, target: dict[str, Any]) -> pl.DataFrame:
    cells = [
        cell["id"]
        for cell in run.manifest["cells"]
        if cell["policy"] == target["policy"]
        and all(_value_at(run, cell, name) == want for name, want in target["at"].items())
    ]
    games = run.scan(*cells) if cells else run.scan().clear()
    return estimates(games, target["metric"])


def _value_at(run: Run, cell: dict[str, Any], knob: str) -> Any:
    settled = {row["knob"]: row["value"] for row in run.manifest["resolved"]}
    return cell["settings"].get(knob, settled.get(knob))


def _judged(found: dict[str, Any], low: float, high: float) -> dict[str, Any]:
    value = found["value"]
    inside = low <= found["low"] and found["high"] <= high
    outside = found["high"] < low or found["low"] > high
    verdict = "met" if inside else "missed" if outside else "undecided"
    return {
        "cell": found["cell"],
        "value": value,
        "low": found["low"],
        "high": found["high"],
        "verdict": verdict,
        "distance": min(value - low, 0.0) + max(value - high, 0.0),
    }
