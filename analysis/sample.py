"""Games that are played for an answer and not stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from analysis.rates import WIN, wilson
from analysis.rows import schema, to_frame
from analysis.run import Progress
from sim.batch import play_chunks, split, warm_up
from sim.core.game import Game
from sim.experiment import Cell

Range = tuple[int, int]


@dataclass(frozen=True)
class Setup:
    """How games are played, and who is told."""

    jobs: int = 0
    backend: str = "threads"
    progress: Progress | None = None


def frames(
    game: Game,
    cells: Sequence[Cell],
    seed: int,
    ranges: Mapping[int, Range] | None = None,
    setup: Setup | None = None,
) -> Iterator[pl.DataFrame]:
    """Play games [first, end) of each cell, all of them without `ranges`, as they are done.

    Yields frames of cell, game and the outcome columns, each of one cell, in no fixed order.
    """
    setup = setup or Setup()
    watch = setup.progress or Progress()
    wanted = {cell.id: (0, cell.games) for cell in cells} if ranges is None else ranges
    chosen = {cell.id: cell for cell in cells if cell.id in wanted}
    pace = warm_up(game, list(chosen.values()), watch.compiling)
    watch.started(sum(end - first for first, end in wanted.values()), 0)
    tasks = (task for cell in chosen for task in split(cell, [wanted[cell]], pace))
    tallies = {cell: [0, 0] for cell in chosen}
    chunks = play_chunks(game, chosen.values(), seed, tasks, jobs=setup.jobs, backend=setup.backend)
    for chunk in chunks:
        pace.learn(chunk)
        frame = to_frame(game.columns, chunk.cell, chunk.first, chunk.rows)
        tally = tallies[chunk.cell]
        tally[0] += len(frame)
        tally[1] += int((frame["result"].cast(pl.String) == WIN).sum())
        low, high = wilson(tally[1], tally[0])
        first, end = wanted[chunk.cell]
        watch.advanced(chosen[chunk.cell], tally[0], end - first, float(high - low) / 2)
        yield frame


def outcomes(
    game: Game,
    cells: Sequence[Cell],
    seed: int,
    columns: Sequence[str],
    ranges: Mapping[int, Range] | None = None,
    setup: Setup | None = None,
) -> pl.DataFrame:
    """Play as `frames` does and gather some columns.

    Returns cell, game, `columns`, sorted by cell and game.
    """
    names = ["cell", "game", *columns]
    parts = frames(game, cells, seed, ranges, setup)
    none = pl.DataFrame(schema=schema(game.columns)).select(names)
    return pl.concat([none, *(part.select(names) for part in parts)]).sort("cell", "game")
