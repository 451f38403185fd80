"""Why do games end as they do? The shares of the results in each cell."""

import polars as pl

from analysis.rates import with_wilson


def results(games: pl.LazyFrame | pl.DataFrame) -> pl.DataFrame:
    """Count each result of each cell, those that never occurred included.

    Returns cell, result, games (with that result), of (games of the cell), share, low, high
    (Wilson 95 %); results in the order of their labels.
    """
    frame = games.lazy()
    kind = frame.collect_schema()["result"]
    assert isinstance(kind, pl.Enum)
    labels = pl.LazyFrame({"result": kind.categories}, schema={"result": kind})
    counts = frame.group_by("cell", "result").agg(games=pl.len().cast(pl.Int64))
    totals = frame.group_by("cell").agg(of=pl.len().cast(pl.Int64))
    found = (
        totals.join(labels, how="cross")
        .join(counts, on=["cell", "result"], how="left")
        .with_columns(pl.col("games").fill_null(0))
        .select("cell", "result", "games", "of")
        .sort("cell", "result")
        .collect()
    )
    return with_wilson(found, "games", "of", "share")
