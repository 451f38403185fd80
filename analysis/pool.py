"""What an estimate comes to over several cells of a run."""

import polars as pl
from scipy import stats

from analysis.rates import LEVEL, holm

REACH = float(stats.norm.ppf((1 + LEVEL) / 2))


def across_cells(
    frame: pl.DataFrame, item: str, estimate: str, low: str, high: str
) -> pl.DataFrame:
    """Pool one estimate per cell into one per `item`, cells weighted by their precision.

    Inverse-variance pooling with a fixed effect (Cochrane Handbook, 10.3); variances come from
    the 95 % intervals. Cells without an estimate or without a spread are left out. p-values are
    of "no effect", `p_holm` is adjusted over the items.
    Returns item, cells, estimate, low, high, p, p_holm; the widest effects first.
    """
    halfwidth = (pl.col(high) - pl.col(low)) / 2
    usable = frame.filter(
        pl.col(estimate).is_finite() & halfwidth.is_finite() & (halfwidth > 0)
    ).with_columns(weight=(REACH / halfwidth) ** 2)
    weight = pl.col("weight")
    found = (
        usable.group_by(item, maintain_order=True)
        .agg(
            pl.len().alias("cells"),
            ((weight * pl.col(estimate)).sum() / weight.sum()).alias("estimate"),
            error=1 / weight.sum().sqrt(),
        )
        .with_columns(
            low=pl.col("estimate") - REACH * pl.col("error"),
            high=pl.col("estimate") + REACH * pl.col("error"),
        )
    )
    z = (found["estimate"] / found["error"]).abs().to_numpy()
    tested = found.drop("error").with_columns(p=pl.Series(2 * stats.norm.sf(z), dtype=pl.Float64))
    return holm(tested).sort(pl.col("estimate").abs(), descending=True)
