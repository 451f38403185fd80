"""Where does it happen? Shares of the bits of a mask column, as of districts or cards."""

import polars as pl

from analysis.rates import with_wilson


def bit_shares(games: pl.LazyFrame, column: str, bits: int) -> pl.DataFrame:
    """Count in how many games each of the lowest `bits` bits of `column` is set.

    Returns cell, bit, games, hits, share, low, high (Wilson 95 %).
    """
    flags = [((pl.col(column) // 2**bit) % 2).sum().alias(str(bit)) for bit in range(bits)]
    tally = (
        games.group_by("cell")
        .agg(pl.len().alias("games"), *flags)
        .unpivot(index=["cell", "games"], variable_name="bit", value_name="hits")
        .with_columns(pl.col("bit").cast(pl.Int64), pl.col("hits").cast(pl.Int64))
        .sort("cell", "bit")
        .collect()
    )
    return with_wilson(tally, "hits", "games", "share")
