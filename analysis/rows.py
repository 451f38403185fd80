"""From the float rows of the kernels to typed frames, one row a game."""

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from sim.core.game import Column

KEYS: dict[str, pl.DataType] = {"cell": pl.UInt16(), "game": pl.UInt32()}
# Parquet keeps small integers in few bits whatever their width, so one width serves all.
KINDS: dict[str, pl.DataType] = {"int": pl.Int32(), "float": pl.Float64(), "bool": pl.Boolean()}


def schema(columns: Sequence[Column]) -> pl.Schema:
    """Give names and types of a frame of games: cell, game, then the outcome columns."""
    kinds = {c.name: KINDS[c.kind] if c.kind in KINDS else pl.Enum(c.labels) for c in columns}
    return pl.Schema(KEYS | kinds)


def to_frame(
    columns: Sequence[Column], cell: int, first: int, rows: NDArray[np.float64]
) -> pl.DataFrame:
    """Type the rows (games, columns) of games first, first + 1, ... of a cell.

    Raises ValueError for a value that its column cannot hold.
    """
    games = len(rows)
    series = [
        pl.repeat(cell, games, dtype=KEYS["cell"], eager=True).alias("cell"),
        pl.int_range(first, first + games, dtype=pl.UInt32, eager=True).alias("game"),
        *(_typed(column, cells) for column, cells in zip(columns, rows.T, strict=True)),
    ]
    return pl.DataFrame(series)


def _typed(column: Column, cells: NDArray[np.float64]) -> pl.Series:
    if column.kind == "float":
        return pl.Series(column.name, np.ascontiguousarray(cells))
    with np.errstate(invalid="ignore"):
        whole = cells.astype(np.int32)
    top = {"bool": 1, "category": len(column.labels) - 1}.get(column.kind)
    outside = whole != cells if top is None else (whole != cells) | (whole < 0) | (whole > top)
    if outside.any():
        raise ValueError(
            f"column {column.name!r} of kind {column.kind!r} cannot hold {cells[outside][0]}"
        )
    if column.kind == "bool":
        return pl.Series(column.name, whole == 1)
    if column.kind == "int":
        return pl.Series(column.name, whole)
    return pl.Series(column.name, np.array(column.labels)[whole], dtype=pl.Enum(column.labels))
