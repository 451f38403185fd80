"""Where the police kill blocs and which districts are liberated, drawn on the city."""

from collections.abc import Sequence
from functools import cache
from textwrap import wrap

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from analysis import places, pool, rates
from reports.page import Block, Cell, Table, bounds, pct
from reports.pictures import Chart, Draw
from reports.study import Study
from reports.style import Size, colour, new_figure, ramp
from sim.games.bloc_by_bloc.columns import DISTRICTS
from sim.games.bloc_by_bloc.knobs import data

SIDE = 5
LAYOUT = "reference"


@cache
def districts() -> pl.DataFrame:
    """List the districts: `tile` (Police ID), `name`, `type`, `difficulty`."""
    rows = data("city")["tile"]
    return pl.DataFrame(
        [
            {"tile": row["id"], **{key: row[key] for key in ("name", "type", "difficulty")}}
            for row in rows
        ]
    )


@cache
def _squares() -> list[int]:
    layouts = {layout["name"]: layout["tiles"] for layout in data("city")["layout"]}
    return list(layouts[LAYOUT])


def city_maps(maps: Sequence[tuple[str, str, dict[int, float], str]]) -> Draw:
    """Draw one city per entry of `maps`: title, ramp, value by Police ID, number format.

    The city is dealt anew in each game, so the squares show a fixed sample city.
    """
    names = dict(districts().select("tile", "name").iter_rows())

    def draw(size: Size) -> Figure:
        across = 1 if size.narrow else len(maps)
        down = len(maps) if size.narrow else 1
        side = size.width / across
        figure, panels = new_figure(size, (side + 0.15) * down, down, across)
        for panel, (title, kind, values, form) in zip(panels, maps, strict=True):
            _city(panel, kind, values, form, names, size)
            panel.set_title(title)
        return figure

    return draw


def _city(
    panel: Axes, kind: str, values: dict[int, float], form: str, names: dict[int, str], size: Size
) -> None:
    top = max(values.values()) or 1.0
    for square, tile in enumerate(_squares()):
        row, column = divmod(square, SIDE)
        if tile == 0:
            _tile(panel, column, row, colour("grid"))
            panel.text(
                column + 0.5,
                row + 0.5,
                "highway",
                color=colour("muted"),
                ha="center",
                va="center",
                fontsize=6.5,
            )
            continue
        fill, text = ramp(kind, values[tile] / top)
        _tile(panel, column, row, fill)
        panel.text(
            column + 0.5,
            row + 0.26,
            form.format(values[tile]),
            color=text,
            ha="center",
            va="center",
            fontsize=10.5,
            fontweight="bold",
        )
        lines = (
            [str(tile), *wrap(names[tile], 11, break_long_words=False)]
            if size.narrow
            else wrap(f"{tile} {names[tile]}", 14)
        )
        label = "\n".join(lines[:4])
        panel.text(
            column + 0.5,
            row + 0.68,
            label,
            color=text,
            ha="center",
            va="center",
            fontsize=5.2 if size.narrow else 6,
            linespacing=1.15,
        )
    panel.set_xlim(-0.05, SIDE + 0.05)
    panel.set_ylim(SIDE + 0.05, -0.05)
    panel.set_aspect("equal")
    panel.set_axis_off()


def _tile(panel: Axes, column: int, row: int, fill: str) -> None:
    panel.add_patch(
        FancyBboxPatch(
            (column + 0.04, row + 0.04),
            0.92,
            0.92,
            boxstyle="round,pad=0,rounding_size=0.08",
            facecolor=fill,
            edgecolor="none",
        )
    )


def city(study: Study) -> list[Block]:
    """Draw where the police kill blocs and which districts are liberated."""
    games = study.held("kills_in", "liberated_mask")
    columns = [f"kills_in_{tile}" for tile in range(1, DISTRICTS + 1)]
    kills = _over_cells(
        rates.means(games, columns).with_columns(
            tile=pl.col("column").str.strip_prefix("kills_in_").cast(pl.Int64)
        )
    )
    freed = (
        places.bit_shares(games, "liberated_mask", DISTRICTS)
        .with_columns(tile=pl.col("bit") + 1)
        .group_by("tile")
        .agg(pl.col("hits", "games").sum())
        .sort("tile")
    )
    table = (
        districts()
        .join(kills, on="tile")
        .join(freed, on="tile")
        .with_columns(share=pl.col("hits") / pl.col("games"))
    )
    deadly = table.sort("mean").row(-1, named=True)
    easy = table.sort("share").row(-1, named=True)
    title = (
        f"Most blocs fall in district {deadly['tile']}, {deadly['name']}: "
        f"{100 * deadly['mean']:.0f} per 100 games; liberated most often is {easy['tile']}, "
        f"{easy['name']}: {pct(easy['share'], 0)} of games"
    )
    draw = city_maps(
        [
            (
                "Blocs lost to the police, per 100 games",
                "heat",
                {row["tile"]: 100 * row["mean"] for row in table.iter_rows(named=True)},
                "{:.0f}",
            ),
            (
                "Liberated, share of games",
                "cool",
                {row["tile"]: row["share"] for row in table.iter_rows(named=True)},
                "{:.0%}",
            ),
        ]
    )
    alt = "; ".join(
        f"{row['tile']} {row['name']}: {100 * row['mean']:.0f} lost, {pct(row['share'], 0)}"
        for row in table.iter_rows(named=True)
    )
    chart = Chart(
        "city",
        title,
        f"Blocs lost per 100 games and share liberated, by district. {alt}.",
        draw,
        "The city is dealt anew each game: what counts here is the district, its place on this "
        "sample city means nothing.",
    )
    return [chart, _district_table(table)]


def _over_cells(means: pl.DataFrame) -> pl.DataFrame:
    """Average means over cells by games played, with the standard error of that average."""
    weight = pl.col("games") / pl.col("games").sum()
    return (
        means.group_by("tile")
        .agg(
            mean=(weight * pl.col("mean")).sum(),
            error=(weight * pl.col("error")).pow(2).sum().sqrt(),
        )
        .sort("tile")
    )


def _district_table(table: pl.DataFrame) -> Table:
    rows: list[list[Cell]] = []
    for row in table.sort("mean", descending=True).iter_rows(named=True):
        half = 100 * pool.REACH * row["error"]
        low, high = rates.wilson(row["hits"], row["games"])
        rows.append(
            [
                (f"{row['tile']} {row['name']}", f"{row['type']}, difficulty {row['difficulty']}"),
                (f"{100 * row['mean']:.1f}", f"± {half:.1f}"),
                (pct(row["share"]), bounds(float(low), float(high))),
            ]
        )
    return Table(
        ["district", "blocs lost", "liberated"],
        rows,
        "lrr",
        "Blocs lost per 100 games and share of games in which a district was liberated.",
        folded="Figures by district",
    )
