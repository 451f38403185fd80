"""Charts that any game can use; each takes a tidy frame and returns how to draw it."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from textwrap import fill

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from reports.page import signed
from reports.pictures import Draw
from reports.study import Words
from reports.style import (
    DASHES,
    MARKERS,
    Size,
    colour,
    new_figure,
    percent_axis,
    result_colours,
    series_colour,
)

LABEL_GAP = 0.055


def spread(heights: Sequence[float], gap: float) -> list[float]:
    """Move labels apart until neighbours are at least `gap` away, keeping their order."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = list(heights)
    for _ in range(50):
        for below, above in pairwise(order):
            lack = gap - (placed[above] - placed[below])
            if lack > 1e-9:
                placed[below] -= lack / 2
                placed[above] += lack / 2
    return placed


def _columns(size: Size, count: int) -> int:
    """Put panels below each other on a phone, else three in a row where that leaves no gap."""
    return 1 if size.narrow else 3 if count % 3 == 0 else min(2, count)


def _facets(size: Size, count: int, panel_height: float) -> tuple[Figure, list[Axes]]:
    """Open `count` panels with a common y axis."""
    columns = _columns(size, count)
    rows = ceil(count / columns)
    height = rows * panel_height
    figure, panels = new_figure(size, height, rows, columns, share_y=not size.narrow)
    for panel in panels[count:]:
        panel.set_visible(False)
    return figure, panels[:count]


def rate_lines(
    frame: pl.DataFrame, x_label: str, y_label: str, band: tuple[float, float, list[float]] | None
) -> Draw:
    """Draw `rate` (with `low`, `high`) against `x`, one line per `series`.

    `band` is a target: lower and upper rate and the x values it is meant for.
    """
    names = frame["series"].unique(maintain_order=True).to_list()
    ticks = frame["x"].unique().sort().to_list()

    def draw(size: Size) -> Figure:
        figure, (panel,) = new_figure(size, 4.1 if size.narrow else 4.6)
        ends = []
        for i, name in enumerate(names):
            line = frame.filter(pl.col("series") == name).sort("x")
            _banded_line(panel, line, i, name)
            ends.append((line["x"][-1], line["rate"][-1]))
        top = min(1.0, max(frame["high"].to_list() + ([band[1]] if band else [])) * 1.1)
        _draw_band(panel, band, ticks)
        panel.set_ylim(0, top)
        panel.set_xticks(ticks)
        panel.grid(visible=False, axis="x")
        percent_axis(panel)
        panel.set_xlabel(x_label)
        panel.set_ylabel(y_label)
        if size.narrow:
            _line_legend(figure, panel, 2)
        else:
            _name_ends(panel, names, ends, LABEL_GAP * top)
        return figure

    return draw


def _banded_line(panel: Axes, line: pl.DataFrame, index: int, name: str) -> None:
    """Draw `rate` against `x` with its interval as a band, in the style of the n-th line."""
    x = line["x"].to_list()
    panel.fill_between(
        x,
        line["low"].to_list(),
        line["high"].to_list(),
        color=series_colour(index),
        alpha=0.18,
        linewidth=0,
    )
    panel.plot(
        x,
        line["rate"].to_list(),
        color=series_colour(index),
        marker=MARKERS[index % 6],
        markersize=5.5,
        linestyle=DASHES[index % 6],
        markeredgecolor=colour("panel"),
        markeredgewidth=0.8,
        label=name,
        clip_on=False,
        zorder=3,
    )


def _name_ends(
    panel: Axes, names: Sequence[str], ends: Sequence[tuple[float, float]], gap: float
) -> None:
    """Write the name of each line beside its last point."""
    for i, y in enumerate(spread([y for _, y in ends], gap)):
        panel.annotate(
            names[i],
            (ends[i][0], y),
            xytext=(9, 0),
            textcoords="offset points",
            va="center",
            color=series_colour(i),
            fontweight="bold",
            annotation_clip=False,
        )


def _line_legend(figure: Figure, panel: Axes, columns: int) -> None:
    """Put the names of a panel's lines above all panels."""
    handles, texts = panel.get_legend_handles_labels()
    figure.legend(
        handles,
        texts,
        loc="outside upper left",
        ncols=columns,
        labelcolor=colour("ink"),
        handlelength=2.6,
        columnspacing=1.4,
        borderaxespad=0.2,
    )


def _draw_band(
    panel: Axes, band: tuple[float, float, list[float]] | None, ticks: list[float]
) -> None:
    if not band:
        return
    low, high, at = band
    half = 0.18 * min((b - a for a, b in pairwise(ticks)), default=1.0)
    spans = [(x - half, x + half) for x in at] or [(ticks[0] - half, ticks[-1] + half)]
    for i, (left, right) in enumerate(spans):
        panel.fill_between(
            [left, right],
            low,
            high,
            color=colour("target"),
            linewidth=1.0,
            edgecolor=colour("target_edge"),
            zorder=0.5,
        )
        if i == 0:
            panel.annotate(
                "target",
                (left, high),
                xytext=(3, 3),
                textcoords="offset points",
                color=colour("muted"),
                fontsize=8.5,
            )


def stacked_shares(frame: pl.DataFrame, labels: Sequence[str], names: Words) -> Draw:
    """Draw per `facet` one stacked bar per `row`: the `share` of each `label`.

    `names` gives the words for the labels; shares of a bar sum to 1.
    """
    facets = frame["facet"].unique(maintain_order=True).to_list()
    fills = result_colours(list(labels))
    shown = [label for label in labels if frame.filter(label=label)["share"].max()]

    def draw(size: Size) -> Figure:
        bars = frame["row"].n_unique()
        figure, panels = _facets(size, len(facets), 0.75 + 0.36 * bars)
        for panel, facet in zip(panels, facets, strict=True):
            part = frame.filter(facet=facet)
            rows = part["row"].unique(maintain_order=True).to_list()
            for y, row in enumerate(rows):
                left = 0.0
                for label in shown:
                    found = part.filter(row=row, label=label)["share"]
                    share = float(found[0]) if len(found) else 0.0
                    tint, text = fills[label]
                    panel.barh(
                        y,
                        share,
                        left=left,
                        height=0.74,
                        color=tint,
                        edgecolor=colour("panel"),
                        linewidth=0.8,
                    )
                    if share >= 0.11:
                        panel.text(
                            left + share / 2,
                            y,
                            f"{share:.0%}",
                            color=text,
                            ha="center",
                            va="center",
                            fontsize=8.8,
                        )
                    left += share
            panel.set_yticks(range(len(rows)), [str(row) for row in rows])
            panel.set_xlim(0, 1)
            panel.set_title(facet)
            panel.set_ylim(len(rows) - 0.45, -0.55)
            panel.grid(visible=False)
            panel.spines[["left", "bottom"]].set_visible(False)
            panel.set_xticks([0, 0.5, 1.0])
            percent_axis(panel, "x")
        _legend(figure, size, [(names.result(label), fills[label][0]) for label in shown])
        return figure

    return draw


def _legend(figure: Figure, size: Size, entries: Sequence[tuple[str, str]]) -> None:
    """Put a row of colour patches above the panels."""
    figure.legend(
        handles=[Patch(facecolor=tint, label=name) for name, tint in entries],
        loc="outside upper left",
        ncols=2 if size.narrow else len(entries),
        frameon=False,
        labelcolor=colour("ink"),
        handlelength=1.0,
        handleheight=1.0,
        columnspacing=1.4,
        borderaxespad=0.2,
    )


def length_bars(
    frame: pl.DataFrame, x_label: str, step: int, labels: Sequence[str], names: Words
) -> Draw:
    """Draw per `facet` the `share` of all games that ended at each `x`, stacked by `label`.

    `step` is the distance of neighbouring x.
    """
    facets = frame["facet"].unique(maintain_order=True).to_list()
    fills = result_colours(list(labels))
    shown = [label for label in labels if frame.filter(label=label)["share"].sum()]
    places = frame["x"].to_list()
    low, high = min(places), max(places)

    def draw(size: Size) -> Figure:
        figure, panels = _facets(size, len(facets), 1.9 if size.narrow else 2.4)
        spots = list(range(low, high + 1, step))
        for panel, facet in zip(panels, facets, strict=True):
            base = [0.0] * len(spots)
            for label in shown:
                part = frame.filter(facet=facet, label=label)
                share = dict(zip(part["x"].to_list(), part["share"].to_list(), strict=True))
                heights = [share.get(x, 0.0) for x in spots]
                panel.bar(
                    spots,
                    heights,
                    bottom=base,
                    width=0.86 * step,
                    color=fills[label][0],
                    edgecolor=colour("panel"),
                    linewidth=0.4,
                )
                base = [b + h for b, h in zip(base, heights, strict=True)]
            panel.set_title(facet)
            panel.grid(visible=False, axis="x")
            panel.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=10))
            percent_axis(panel)
        columns = _columns(size, len(facets))
        for panel in panels[-columns:]:
            panel.set_xlabel(x_label)
        figure.supylabel("share of games", color=colour("muted"), fontsize=9.75)
        _legend(figure, size, [(names.result(label), fills[label][0]) for label in shown])
        return figure

    return draw


def intervals(frame: pl.DataFrame, x_label: str, *, points: bool = True) -> Draw:
    """Draw one horizontal interval per row: `label`, `estimate`, `low`, `high`.

    Rows whose interval leaves out zero are filled, others hollow. An optional `group` column
    makes panels. `points` labels differences in percentage points.
    """
    groups = frame["group"].unique(maintain_order=True).to_list() if "group" in frame else [""]

    scale = 100 if points else 1
    ends = [scale * abs(value) for side in ("low", "high") for value in frame[side]]
    reach = 1.06 * max(ends)

    def draw(size: Size) -> Figure:
        parts = [frame.filter(group=g) if g else frame for g in groups]
        columns = _columns(size, len(parts))
        lines = [sum(_label(name, size).count("\n") + 1 for name in p["label"]) for p in parts]
        tall = [max(lines[i : i + columns]) for i in range(0, len(lines), columns)]
        inches = [0.6 + 0.25 * rows for rows in tall]
        figure, panels = new_figure(size, sum(inches) + 0.25, len(tall), columns, heights=inches)
        for panel, part, group in zip(panels, parts, groups, strict=False):
            _interval_rows(panel, part, size, scale)
            panel.set_xlim(-reach, reach)
            panel.set_title(group, loc="right" if size.narrow else "left")
            panel.xaxis.set_major_locator(MaxNLocator(4 if size.narrow else 6))
            panel.xaxis.set_major_formatter(_signed_tick)
        for panel in panels[len(parts) :]:
            panel.set_visible(False)
        figure.supxlabel(x_label, color=colour("muted"), fontsize=9.75)
        return figure

    return draw


def _signed_tick(value: float, _: float) -> str:
    return signed(value, next((n for n in range(3) if abs(value - round(value, n)) < 1e-9), 3))


def _label(name: str, size: Size) -> str:
    """Break a row's label on a phone."""
    return fill(name, 19) if size.narrow else name


def _interval_rows(panel: Axes, part: pl.DataFrame, size: Size, scale: float) -> None:
    for y, row in enumerate(part.iter_rows(named=True)):
        clear = row["low"] > 0 or row["high"] < 0
        tint = colour("series_0" if row["estimate"] >= 0 else "series_1")
        panel.plot(
            [scale * row["low"], scale * row["high"]],
            [y, y],
            color=tint,
            linewidth=2.2,
            alpha=1.0 if clear else 0.55,
        )
        panel.plot(
            scale * row["estimate"],
            y,
            marker="o",
            markersize=5.5,
            markeredgecolor=tint,
            markerfacecolor=tint if clear else colour("panel"),
            markeredgewidth=1.4,
        )
    panel.axvline(0, color=colour("edge"), linewidth=1.0, zorder=0.9)
    panel.set_yticks(range(len(part)), [_label(name, size) for name in part["label"]])
    panel.set_ylim(len(part) - 0.4, -0.6)
    panel.tick_params(axis="y", labelcolor=colour("ink"))
    panel.grid(visible=False, axis="y")
    panel.spines["left"].set_visible(False)


def ladder(frame: pl.DataFrame, x_label: str, y_label: str) -> Draw:
    """Draw per `facet` one line per `policy`: `rate` with `low`, `high` against `x`."""
    facets = frame["facet"].unique(maintain_order=True).to_list()
    policies = frame["policy"].unique(maintain_order=True).to_list()
    ticks = frame["x"].unique().sort().to_list()

    def draw(size: Size) -> Figure:
        figure, panels = _facets(size, len(facets), 1.9 if size.narrow else 2.4)
        for panel, facet in zip(panels, facets, strict=True):
            for i, policy in enumerate(policies):
                line = frame.filter(facet=facet, policy=policy).sort("x")
                _banded_line(panel, line, i, policy)
            panel.set_title(facet)
            panel.set_xticks(ticks)
            panel.set_ylim(bottom=0)
            panel.grid(visible=False, axis="x")
            percent_axis(panel)
        columns = _columns(size, len(facets))
        for panel in panels[-columns:]:
            panel.set_xlabel(x_label)
        figure.supylabel(y_label, color=colour("muted"), fontsize=9.75)
        _line_legend(figure, panels[0], 1 if size.narrow else len(policies))
        return figure

    return draw
