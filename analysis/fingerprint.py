"""Are these the same games? A digest of the outcomes of a cell's first games."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
import polars as pl

from analysis.store import Run

# Two processors may differ in the last digits of a float; no game is told apart by those.
DIGITS = 9
LENGTH = 16


def fingerprint(games: pl.DataFrame) -> str:
    """Name the outcomes of the games of one cell, whatever the order of rows and columns."""
    digest = hashlib.sha256()
    ordered = games.sort("game")
    for name in sorted(set(games.columns) - {"cell", "game"}):
        column = ordered[name]
        digest.update(f"{name}\n".encode())
        if column.dtype.is_float():
            # Adding 0 turns -0.0 into 0.0.
            digest.update((np.round(column.to_numpy(), DIGITS) + 0.0).tobytes())
        elif isinstance(column.dtype, pl.Enum):
            digest.update("\n".join(column.cast(pl.String)).encode())
        else:
            digest.update(column.cast(pl.Int64).to_numpy().tobytes())
    return digest.hexdigest()[:LENGTH]


def of_run(run: Run, cell: int, games: int) -> str:
    """Give the fingerprint of the first `games` games of a cell of a stored run."""
    return fingerprint(run.scan(cell).filter(pl.col("game") < games).collect())


def of_frames(frames: Iterable[pl.DataFrame], games: dict[int, int]) -> dict[int, str]:
    """Give the fingerprint of each cell once all its `games` games have come, then forget them."""
    waiting: dict[int, list[pl.DataFrame]] = defaultdict(list)
    found = {}
    for frame in frames:
        cell = int(frame["cell"][0])
        waiting[cell].append(frame)
        if sum(map(len, waiting[cell])) == games[cell]:
            found[cell] = fingerprint(pl.concat(waiting.pop(cell)))
    return found
