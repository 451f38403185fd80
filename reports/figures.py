"""Charts that any game can use; each takes a tidy frame and returns how to draw it."""

from collections.abc import Sequence
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
    Size,
    colour,
    new_figure,
    percent_axis,
    result_colours,
)

# Characters that fit over a panel, by panels side by side; inches of a further line.
TITLE_WIDTH = {1: 31, 2: 46, 3: 30}
TITLE_LINE = 0.18
LONG_LABEL = 34


def columns_of(size: Size, count: int) -> int:
    """Put panels below each other on a phone, else three in a row where that leaves no gap."""
    return 1 if size.narrow else 3 if count % 3 == 0 else min(2, count)


def panels_for(size: Size, titles: Sequence[str], panel_height: float) -> tuple[Figure, list[Axes]]:
    """Open a panel for each title with a common y axis; long titles are broken."""
    count = len(titles)
    columns = columns_of(size, count)
    rows = ceil(count / columns)
    broken = [fill(title, TITLE_WIDTH[columns]) for title in titles]
    more = max(title.count("\n") for title in broken)
    height = rows * (panel_height + TITLE_LINE * more)
    figure, panels = new_figure(size, height, rows, columns, share_y=not size.narrow)
    for panel in panels[count:]:
        panel.set_visible(False)
    for panel, title in zip(panels[:count], broken, strict=True):
        panel.set_title(title)
    return figure, panels[:count]


def stacked_shares(frame: pl.DataFrame, labels: Sequence[str], names: Words) -> Draw:
    """Draw per `facet` one stacked bar per `row`: the `share` of each `label`.

    `names` gives the words for the labels; shares of a bar sum to 1.
    """
    facets = frame["facet"].unique(maintain_order=True).to_list()
    fills = result_colours(list(labels))
    shown = [label for label in labels if frame.filter(label=label)["share"].max()]

    def draw(size: Size) -> Figure:
        bars = [_label(str(row), size, LONG_LABEL) for row in frame["row"].unique()]
        lines = max(name.count("\n") + 1 for name in bars)
        figure, panels = panels_for(size, facets, 0.75 + max(0.36, 0.175 * lines) * len(bars))
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
            panel.set_yticks(range(len(rows)), [_label(str(row), size, LONG_LABEL) for row in rows])
            panel.set_xlim(0, 1)
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
        figure, panels = panels_for(size, facets, 1.9 if size.narrow else 2.4)
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
            panel.grid(visible=False, axis="x")
            panel.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=10))
            percent_axis(panel)
        columns = columns_of(size, len(facets))
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
        columns = columns_of(size, len(parts))
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


def _label(name: str, size: Size, width: int | None = None) -> str:
    """Break a row's label on a phone, and where it is longer than `width`."""
    if size.narrow:
        return fill(name, 19)
    return fill(name, width) if width else name


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
