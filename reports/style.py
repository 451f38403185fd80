"""The look of every chart: colours of the light and dark page, sizes, fonts, markers."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import PercentFormatter

# role: (light, dark). Charts are drawn in the light colours; a saved SVG swaps them by role, so
# each light colour must occur once.
COLOURS: dict[str, tuple[str, str]] = {
    "panel": ("#ffffff", "#1b2027"),
    "ink": ("#1c2430", "#e8eaed"),
    "muted": ("#5b6673", "#a3adb8"),
    "grid": ("#e8e5de", "#2d343d"),
    "edge": ("#c9c5bb", "#4a535e"),
    "target": ("#e2eddf", "#25382b"),
    "target_edge": ("#7fa377", "#6f9a75"),
    "series_0": ("#0072b2", "#5fb3ea"),
    "series_1": ("#d55e00", "#ff9a52"),
    "series_2": ("#00876c", "#3fc9a3"),
    "series_3": ("#a34a86", "#e39ccb"),
    "series_4": ("#8c6d1f", "#d8b45a"),
    "series_5": ("#4d4d9f", "#a5a5f0"),
    "good": ("#3a86b8", "#4c9ad0"),
    "bad_0": ("#e3b23c", "#d9a83a"),
    "bad_1": ("#b5482a", "#cf6546"),
    "bad_2": ("#7a4f8f", "#a577bc"),
    "bad_3": ("#6d5a43", "#9c8465"),
    "neutral": ("#a7adb4", "#78818b"),
    "on_fill": ("#fefefe", "#fdfefe"),
    "on_pale": ("#201d14", "#1d1a11"),
    "heat_0": ("#f6efe3", "#2b2622"),
    "heat_1": ("#f3d9b8", "#4a3426"),
    "heat_2": ("#eebb88", "#6e462c"),
    "heat_3": ("#e3955b", "#985a33"),
    "heat_4": ("#cd6c39", "#c4743f"),
    "heat_5": ("#a94822", "#e8955a"),
    "heat_6": ("#7a2c12", "#ffbd87"),
    "cool_0": ("#eef3ee", "#222a29"),
    "cool_1": ("#cfe3da", "#26403c"),
    "cool_2": ("#a5cdbf", "#295650"),
    "cool_3": ("#73b09f", "#2f7167"),
    "cool_4": ("#41907f", "#3f9384"),
    "cool_5": ("#1d6d5e", "#62b9a6"),
    "cool_6": ("#0a4a40", "#99dccb"),
    "on_low": ("#1c2431", "#e9ebee"),
    "on_high": ("#fdfdfd", "#14181d"),
}
RAMP_STEPS = 7
MARKERS = ("o", "s", "D", "^", "v", "P")
DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)))

_SETTINGS: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9.75,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlecolor": COLOURS["ink"][0],
    "axes.labelcolor": COLOURS["muted"][0],
    "text.color": COLOURS["ink"][0],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.linewidth": 0.8,
    "axes.unicode_minus": True,
    "figure.dpi": 96,
    "legend.frameon": False,
    "lines.linewidth": 2.0,
    "svg.fonttype": "none",
    "svg.hashsalt": "balance",
    "xtick.major.size": 0,
    "ytick.major.size": 0,
}


@dataclass(frozen=True)
class Size:
    """Width of a chart in inches; narrow ones go to phones and stack their panels."""

    width: float
    narrow: bool


WIDE = Size(8.9, False)
NARROW = Size(3.6, True)


def colour(role: str) -> str:
    """Return the light colour of a role."""
    return COLOURS[role][0]


def series_colour(index: int) -> str:
    """Return the colour of the n-th line; six are told apart, then they repeat."""
    return colour(f"series_{index % 6}")


def ramp(kind: str, share: float) -> tuple[str, str]:
    """Return fill and text colour for a value in [0, 1] on the `heat` or `cool` ramp."""
    step = min(RAMP_STEPS - 1, max(0, round(share * (RAMP_STEPS - 1))))
    return colour(f"{kind}_{step}"), colour("on_low" if step < 4 else "on_high")


def result_colours(labels: list[str]) -> dict[str, tuple[str, str]]:
    """Map result labels to fill and text colour: the first is a win, `truncated` is grey."""
    fills: dict[str, tuple[str, str]] = {}
    losses = 0
    for label in labels:
        if label == "win":
            fills[label] = colour("good"), colour("on_fill")
        elif label == "truncated":
            fills[label] = colour("neutral"), colour("on_pale")
        else:
            text = "on_pale" if losses == 0 else "on_fill"
            fills[label] = colour(f"bad_{losses % 4}"), colour(text)
            losses += 1
    return fills


def new_figure(
    size: Size,
    height: float,
    rows: int = 1,
    columns: int = 1,
    *,
    share_y: bool = False,
    heights: Sequence[float] | None = None,
) -> tuple[Figure, list[Axes]]:
    """Open a styled figure of `rows` x `columns` panels, panels in reading order.

    `heights` are the relative heights of the rows.
    """
    engine = ConstrainedLayoutEngine(w_pad=0.05, h_pad=0.05, wspace=0.03, hspace=0.04)
    figure = Figure(figsize=(size.width, height), layout=engine)
    grid = figure.subplots(rows, columns, squeeze=False, sharey=share_y, height_ratios=heights)
    figure.set_facecolor(colour("panel"))
    panels = list(grid.flat)
    for panel in panels:
        _dress(panel)
    return figure, panels


def _dress(panel: Axes) -> None:
    """Give a panel the quiet look: hair-thin grid, muted ticks, no box."""
    panel.set_facecolor(colour("panel"))
    panel.tick_params(colors=colour("muted"), labelcolor=colour("muted"))
    panel.grid(visible=True, color=colour("grid"), linewidth=0.8)
    for side, spine in panel.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(colour("edge"))


def settle(figure: Figure) -> Figure:
    """Lay a figure out once and for all: saving it then costs one drawing, not three."""
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
        figure.set_layout_engine("none")
    return figure


def percent_axis(panel: Axes, axis: str = "y") -> None:
    """Label an axis of shares in percent."""
    (panel.yaxis if axis == "y" else panel.xaxis).set_major_formatter(PercentFormatter(1.0, 0))


def styled() -> AbstractContextManager[None]:
    """Hold the matplotlib settings under which charts are drawn and saved."""
    return mpl.rc_context(_SETTINGS)
