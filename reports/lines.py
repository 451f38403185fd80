"""Charts of rates as lines, with their intervals as bands."""

from collections.abc import Sequence
from itertools import pairwise

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.figures import columns_of, panels_for
from reports.pictures import Draw
from reports.style import (
    DASHES,
    MARKERS,
    Size,
    colour,
    new_figure,
    percent_axis,
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


def rate_lines(
    frame: pl.DataFrame,
    x_label: str,
    y_label: str,
    band: tuple[float, float, list[float]] | None,
    *,
    even: bool = False,
) -> Draw:
    """Draw `rate` (with `low`, `high`) against `x`, one line per `series`.

    `band` is a target: lower and upper rate and the x values it is meant for. `even` puts one
    half into the middle.
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
        bottom, top = _limits(frame, list(band[:2]) if band else [], even)
        _draw_band(panel, band, ticks)
        panel.set_ylim(bottom, top)
        panel.set_xticks(ticks)
        panel.grid(visible=False, axis="x")
        percent_axis(panel)
        panel.set_xlabel(x_label)
        panel.set_ylabel(y_label)
        if size.narrow:
            _line_legend(figure, panel, 2)
        else:
            _name_ends(panel, names, ends, LABEL_GAP * (top - bottom))
        return figure

    return draw


def _limits(frame: pl.DataFrame, marks: list[float], even: bool) -> tuple[float, float]:
    """Give the ends of the axis of rates: from zero, or as far to either side of one half."""
    high = max(frame["high"].to_list() + marks)
    if not even:
        return 0.0, min(1.0, high * 1.1)
    low = min(frame["low"].to_list() + marks)
    reach = min(0.5, 1.1 * max(high - 0.5, 0.5 - low))
    return 0.5 - reach, 0.5 + reach


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


def ladder(frame: pl.DataFrame, x_label: str, y_label: str, *, even: bool = False) -> Draw:
    """Draw per `facet` one line per `policy`: `rate` with `low`, `high` against `x`.

    `even` puts one half into the middle.
    """
    facets = frame["facet"].unique(maintain_order=True).to_list()
    policies = frame["policy"].unique(maintain_order=True).to_list()
    ticks = frame["x"].unique().sort().to_list()

    def draw(size: Size) -> Figure:
        figure, panels = panels_for(size, facets, 1.9 if size.narrow else 2.4)
        low, high = _limits(frame, [], even)
        for panel, facet in zip(panels, facets, strict=True):
            for i, policy in enumerate(policies):
                line = frame.filter(facet=facet, policy=policy).sort("x")
                _banded_line(panel, line, i, policy)
            panel.set_xticks(ticks)
            panel.set_ylim(low, high if even else None)
            panel.grid(visible=False, axis="x")
            percent_axis(panel)
        columns = columns_of(size, len(facets))
        for panel in panels[-columns:]:
            panel.set_xlabel(x_label)
        figure.supylabel(y_label, color=colour("muted"), fontsize=9.75)
        _line_legend(figure, panels[0], 1 if size.narrow else len(policies))
        return figure

    return draw
