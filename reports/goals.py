"""What the designer aims at: how each cell stands to its targets."""

from typing import Any

import polars as pl

from analysis import targets
from analysis.metrics import WIN_RATE
from reports.page import Verdict, pct, sentence, span
from reports.study import Study, words

VERDICTS = {"met": "inside", "missed": "outside", "undecided": "undecided"}


def verdicts(study: Study) -> list[Verdict]:
    """Say for each target how each cell stands to it."""
    found = study.run.describe(targets.verdicts(study.run))
    names = study.series
    grouped: dict[str, list[tuple[str, str, str]]] = {}
    seen: set[tuple[str, str]] = set()
    for row in found.iter_rows(named=True):
        at = f" with {study.at(row[study.x])}" if study.x else ""
        if row["metric"] == WIN_RATE:
            goal = f"{pct(row['target_low'], 0)} to {pct(row['target_high'], 0)}"
            value = f"{pct(row['value'])} ({span(row['low'], row['high'])})"
        else:
            goal = f"{row['target_low']:g} to {row['target_high']:g}"
            value = f"{row['value']:.2f} ({row['low']:.2f} to {row['high']:.2f})"
        metric = study.names.rate if row["metric"] == WIN_RATE else words(row["metric"])
        wish = f"{sentence(metric)}{':' if study.rivals else ' of'} {goal}{at}"
        if row["policy"] != study.main:
            wish += f", {row['policy']}"
        name = names[row["cell"]]
        if (wish, name) in seen:
            continue
        seen.add((wish, name))
        grouped.setdefault(wish, []).append((row["verdict"], name, value + _gap(row)))
    return [Verdict(wish, cells) for wish, cells in grouped.items()]


def _gap(row: dict[str, Any]) -> str:
    """Say how far a value lies from its target."""
    away = abs(row["distance"])
    if not away:
        return ""
    share = row["metric"] == WIN_RATE
    return f", {100 * away:.1f} points off" if share else f", {away:.2f} off"


def target_band(study: Study) -> tuple[float, float, list[float]] | None:
    """Return the win-rate target to shade in the main chart: low, high, x values."""
    found = study.run.describe(targets.verdicts(study.run))
    found = found.filter((pl.col("metric") == WIN_RATE) & (pl.col("policy") == study.main))
    bands = found.select("target_low", "target_high").unique()
    if len(bands) != 1 or not study.x:
        return None
    at = found[study.x].unique().sort().to_list()
    every = study.main_rates["x"].n_unique() == len(at)
    return bands["target_low"][0], bands["target_high"][0], [] if every else at
