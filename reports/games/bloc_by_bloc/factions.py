"""What factions, seats and the first turn do to the win rate."""

from functools import cache

import polars as pl

from analysis import pool, rates, seats
from reports import figures
from reports.page import Block, Cell, Table, bounds, pct, points
from reports.pictures import Chart
from reports.study import Study
from sim.games.bloc_by_bloc.columns import SEATS
from sim.games.bloc_by_bloc.knobs import data


@cache
def factions() -> dict[int, str]:
    """Name the faction types."""
    return {row["index"]: row["name"] for row in data("factions")["faction"]}


def _seat_has(faction: int) -> list[pl.Expr]:
    return [pl.col(f"seat_faction_{seat}") == faction for seat in range(SEATS)]


def _destroyed(faction: int) -> pl.Expr:
    """Tell whether a faction ended without blocs: 1 or 0, -1 where it did not play."""
    has = _seat_has(faction)
    bits = [((pl.col("destroyed_mask") // 2**seat) % 2) == 1 for seat in range(SEATS)]
    lost = pl.any_horizontal([here & bit for here, bit in zip(has, bits, strict=True)])
    return pl.when(pl.any_horizontal(has)).then(lost.cast(pl.Int8)).otherwise(-1)


def _first_faction() -> pl.Expr:
    """Return the type of the faction that has the first turn."""
    kinds = [
        pl.when(pl.col("first_seat") == seat).then(pl.col(f"seat_faction_{seat}"))
        for seat in range(SEATS)
    ]
    return pl.coalesce(kinds)


def effects(study: Study) -> list[Block]:
    """Show what the factions in play, the first player and the seat do to the win rate."""
    games = study.held("seat_faction", "first_seat", "destroyed_mask")
    names = factions()
    frames = [
        _effect(seats.by_family(games, "seat_faction"), "Faction in play", names),
        _effect(
            seats.by_value(games.with_columns(first_faction=_first_faction()), "first_faction"),
            "Faction with the first turn",
            names,
        ),
        _effect(
            seats.by_value(games, "first_seat"),
            "Seat with the first turn",
            {seat: f"Seat {seat + 1}" for seat in range(SEATS)},
        ),
    ]
    frame = pl.concat(frames)
    table = _destruction_table(study, games)
    if not len(frame):
        return [table]
    clear = frame.filter((pl.col("low") > 0) | (pl.col("high") < 0))
    title = _effect_title(frame)
    alt = "; ".join(
        f"{row['group']}, {row['label']}: {points(row['estimate'])} points"
        for row in clear.iter_rows(named=True)
    )
    chart = Chart(
        "factions",
        title,
        f"Win rate with it minus without it. {alt or 'No clear effect'}.",
        figures.intervals(frame, "win rate with it minus without it, points"),
        "Pooled over cells; 95% intervals, filled points leave out zero. Where all four factions "
        "play, nothing can be said about who is in play.",
    )
    return [chart, table]


def _effect(frame: pl.DataFrame, group: str, labels: dict[int, str]) -> pl.DataFrame:
    """Pool the differences between games with a value and the rest of their cell."""
    pooled = pool.across_cells(
        frame, "value", "difference", "difference_low", "difference_high"
    ).sort("value")
    return pooled.with_columns(
        group=pl.lit(group),
        label=pl.col("value").replace_strict(labels, return_dtype=pl.String),
    ).select("group", "label", "estimate", "low", "high", "p_holm")


def _effect_title(frame: pl.DataFrame) -> str:
    part = frame.filter((pl.col("group") == "Faction in play") & (pl.col("p_holm") < 0.05))
    if not len(part):
        return "No faction is proved to help or hurt"
    best, worst = (part.sort("estimate").row(i, named=True) for i in (-1, 0))
    if best["estimate"] > 0 > worst["estimate"]:
        return (
            f"Teams with {best['label']} win more ({points(best['estimate'])} points), teams with "
            f"{worst['label']} less ({points(worst['estimate'])})"
        )
    return f"Teams with {best['label']}: {points(best['estimate'])} points of win rate"


def _destruction_table(study: Study, games: pl.LazyFrame) -> Table:
    columns = {f"destroyed_{kind}": _destroyed(kind) for kind in factions()}
    means = rates.means(games.with_columns(**columns), list(columns)).join(
        study.distinct.select("cell", "series", "x"), on="cell"
    )
    rows: list[list[Cell]] = []
    for (series, x), part in means.group_by("series", "x", maintain_order=True):
        row: list[Cell] = [study.cell_label(str(series), x)]
        for column in columns:
            found = part.filter(column=column)
            row.append(
                (pct(found["mean"][0]), bounds(max(0.0, found["low"][0]), found["high"][0]))
                if len(found) and found["games"][0]
                else ""
            )
        rows.append(row)
    return Table(
        ["", *factions().values()],
        rows,
        "l" + "r" * len(columns),
        "Share of games in which a faction was destroyed, of the games it played.",
        folded="Destroyed factions by cell",
    )
