"""Games straight into a frame, for notebooks."""

from typing import Any

import polars as pl

from analysis.sample import Setup, outcomes
from sim.experiment import SEED, Cell, get_game, parse_line_up
from sim.settings import validated


def simulate(
    game: str,
    *,
    games: int = 1000,
    seed: int = SEED,
    policy: str = "heuristic",
    jobs: int = 0,
    backend: str = "threads",
    **knobs: Any,
) -> pl.DataFrame:
    """Play games 0 to games - 1 of a seed with the given knobs, all in memory.

    Returns game and the outcome columns, sorted by game. Raises ConfigError.
    """
    played = get_game(game)
    settled = validated(played.knobs, knobs)
    cell = Cell(0, knobs, parse_line_up(policy), settled, policy, games)
    columns = [column.name for column in played.columns]
    return outcomes(played, [cell], seed, columns, setup=Setup(jobs, backend)).drop("cell")
