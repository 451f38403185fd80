"""Turn drawn charts into pictures: themed SVG for the page, PNG for everything else."""

import base64
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from analysis.parts import write_atomically
from reports.style import COLOURS, NARROW, WIDE, Size, colour, settle, styled

Draw = Callable[[Size], Figure]
PNG_DPI = 144
_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
_HEX = re.compile("|".join(light for light, _ in COLOURS.values()))
_ROLES = {light: role.replace("_", "-") for role, (light, _) in COLOURS.items()}


@dataclass(frozen=True)
class Chart:
    """A chart to be drawn: file name, the finding as title, alt text, how to draw it."""

    name: str
    title: str
    alt: str
    draw: Draw
    note: str = ""


@dataclass(frozen=True)
class Picture:
    """A finished chart: data addresses of the wide and the narrow drawing, and its PNG name."""

    name: str
    title: str
    alt: str
    note: str
    wide: str
    narrow: str
    width: int
    height: int
    png: str


def theme_css() -> str:
    """Write the colour roles as CSS variables, dark ones for dark screens."""
    light = "".join(f"--{role}:{pair[0]};" for role, pair in _named())
    dark = "".join(f"--{role}:{pair[1]};" for role, pair in _named())
    return f":root{{{light}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"


def _named() -> list[tuple[str, tuple[str, str]]]:
    return [(role.replace("_", "-"), pair) for role, pair in COLOURS.items()]


def themed_svg(figure: Figure) -> str:
    """Save a figure as SVG whose colours follow the reader's light or dark setting."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    used = {match.group() for match in _HEX.finditer(text)}
    text = _HEX.sub(lambda match: f"var(--{_ROLES[match.group()]})", text)
    text = text.replace("'DejaVu Sans'", _FONT)
    return text.replace("<defs>", f"<style>{_variables(used)}</style><defs>", 1)


def _variables(used: set[str]) -> str:
    pairs = [(_ROLES[light], light, dark) for light, dark in COLOURS.values() if light in used]
    light = "".join(f"--{role}:{value};" for role, value, _ in pairs)
    dark = "".join(f"--{role}:{value};" for role, _, value in pairs)
    return f":root{{{light}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"


def _data_address(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def _write_png(figure: Figure, title: str, target: Path) -> None:
    """Save a settled figure with its title in a strip above it.

    Raises StoreError when the disk refuses.
    """
    width, height = figure.get_size_inches()
    for legend in figure.legends:
        # Held to the drawing: by itself it would follow the corner of the picture, onto the title.
        legend.set_bbox_to_anchor((0, 0, 1, 1), transform=figure.transFigure)
    text = fill(title, 80)
    strip = 0.2 + 0.24 * (text.count("\n") + 1)
    figure.text(
        0.1 / width,
        1 + (strip - 0.12) / height,
        text,
        va="top",
        color=colour("ink"),
        fontsize=12,
        fontweight="bold",
    )
    buffer = io.BytesIO()
    figure.savefig(
        buffer,
        format="png",
        dpi=PNG_DPI,
        metadata={"Software": None},
        bbox_inches=Bbox.from_bounds(0, 0, width, height + strip),
    )
    write_atomically(target, buffer.getvalue())


def take_picture(chart: Chart, folder: Path) -> Picture:
    """Draw a chart for screens and phones, and write it as PNG into `folder`."""
    with styled():
        figure = settle(chart.draw(WIDE))
        wide, narrow = themed_svg(figure), themed_svg(settle(chart.draw(NARROW)))
        width, height = figure.get_size_inches() * 96
        _write_png(figure, chart.title, folder / f"{chart.name}.png")
    return Picture(
        name=chart.name,
        title=chart.title,
        alt=chart.alt,
        note=chart.note,
        wide=_data_address(wide),
        narrow=_data_address(narrow),
        width=round(width),
        height=round(height),
        png=f"{chart.name}.png",
    )
