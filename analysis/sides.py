"""A game between two as one of them sees it: own columns by their plain names, the own result."""

import polars as pl

from analysis.rates import RESULT, TRUNCATED, WIN

NOT_WON = "not_won"


def seen_by(games: pl.LazyFrame, seat: int) -> pl.LazyFrame:
    """Rename the columns `name_<seat>` to `name`, leave out the other seat's, turn the result.

    `result` says "win" where the seat won, "truncated" where the game was cut off, else "not_won".
    """
    names = games.collect_schema().names()
    mine, other = f"_{seat}", f"_{1 - seat}"
    own = {name: name.removesuffix(mine) for name in names if name.endswith(mine)}
    dropped = [name for name in names if name.endswith(other)]
    won = pl.col("winners_mask") // 2**seat % 2 == 1
    result = pl.when(won).then(pl.lit(WIN)).when(RESULT == TRUNCATED).then(pl.lit(TRUNCATED))
    return games.with_columns(result=result.otherwise(pl.lit(NOT_WON))).drop(dropped).rename(own)
