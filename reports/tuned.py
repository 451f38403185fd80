"""Sweeps, sensitivities, solutions and sample sizes as rows of text."""

from collections.abc import Iterator

import polars as pl

from analysis.solve import Point, Solution
from reports.numbers import cell_name, level, levels, move, moves, probability

LEVEL_NUMBERS = ("games", "95 % interval")
CHANGE = ("games", "change", "95 % interval", "p (Holm)", "gain")
STEP_HEADINGS = ("knob", "from", "to", "at", "policy", *CHANGE)
STEP_NUMBERS = ("from", "to", *CHANGE)
TURN_HEADINGS = ("knob", "ruling", "rule", "from", "to", *CHANGE)
POWER_HEADINGS = (
    "settings", "policy", "value", "alone", "unpaired", "time", "paired", "time, paired", "gain",
)  # fmt: skip


def level_rows(found: pl.DataFrame, share: bool) -> Iterator[tuple[str, ...]]:
    """Yield settings, policy, games, value and interval of each cell."""
    for row in found.iter_rows(named=True):
        yield (
            cell_name(row["label"], row["policy"]),
            row["policy"],
            f"{row['games']:,}",
            level(row["value"], share),
            levels(row["low"], row["high"], share),
        )


def step_rows(found: pl.DataFrame, share: bool) -> Iterator[tuple[str, ...]]:
    """Yield the steps of a sweep under STEP_HEADINGS."""
    for row in found.iter_rows(named=True):
        names = (row["knob"], row["from"], row["to"], row["at"], row["policy"])
        yield (*names, *_change(row, share))


def turn_rows(found: pl.DataFrame, share: bool) -> Iterator[tuple[str, ...]]:
    """Yield the turns of a sensitivity under TURN_HEADINGS."""
    for row in found.iter_rows(named=True):
        names = (row["knob"], row["ruling"], row["rule"], row["from"], row["to"])
        yield (*names, *_change(row, share))


def _change(row: dict[str, float], share: bool) -> tuple[str, ...]:
    return (
        f"{row['games']:,}",
        move(row["difference"], share),
        moves(row["low"], row["high"], share),
        probability(row["p_holm"]),
        f"{row['gain']:.1f}x" if row["gain"] else "",
    )


def point_rows(found: Solution, share: bool) -> Iterator[tuple[str, ...]]:
    """Yield each value tried: value, games, metric, interval."""
    for point in found.points:
        yield f"{point.x:g}", f"{point.games:,}", *_reading(point, share)


def _reading(point: Point, share: bool) -> tuple[str, str]:
    return level(point.value, share), levels(point.low, point.high, share)


def solution_text(found: Solution, knob: str, metric: str, share: bool) -> Iterator[str]:
    """Yield what was found, what to set, and whether a second sample agrees."""
    wish = f"{metric} {level(found.target, share)}"
    span = f"{found.low:.4g} to {found.high:.4g}"
    yield f"{wish} at {knob} = {found.x:.4g} (95 % interval {span})"
    left, right = found.around
    if left is not right and found.chosen in (left.x, right.x) and found.chosen != found.x:
        sides = " and ".join(
            f"{p.x:g} gives {level(p.value, share)} ({levels(p.low, p.high, share)})"
            for p in (left, right)
        )
        if not any(p.holds(found.target) for p in (left, right, found.check)):
            yield f"no whole number gives it: {sides}"
        else:
            yield f"between whole numbers: {sides}"
    value, interval = _reading(found.check, share)
    verdict = "holds" if found.found else "does NOT hold"
    yield (
        f"verified at {knob} = {found.chosen:g} with {found.check.games:,} games of other luck:"
        f" {value} ({interval}), which {verdict} {level(found.target, share)}"
    )


def power_rows(found: pl.DataFrame, share: bool) -> Iterator[tuple[str, ...]]:
    """Yield the games that each cell needs under POWER_HEADINGS."""
    for row in found.iter_rows(named=True):
        yield (
            cell_name(row["label"], row["policy"]),
            row["policy"],
            level(row["mean"], share),
            *(_count(row[name]) for name in ("alone", "unpaired")),
            _time(row["seconds_unpaired"]),
            _count(row["paired"]),
            _time(row["seconds_paired"]),
            f"{row['gain']:.1f}x" if row["gain"] else "",
        )


def _count(games: int | None) -> str:
    return "" if games is None else f"{games:,}"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
