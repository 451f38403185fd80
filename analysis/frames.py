"""The one place where small polars tables become pandas tables."""

import pandas as pd
import polars as pl


def to_pandas(frame: pl.DataFrame) -> pd.DataFrame:
    """Copy a small table to pandas; categories become ordered categoricals."""
    table = pd.DataFrame(frame.to_dict(as_series=False))
    for name, kind in frame.schema.items():
        if isinstance(kind, pl.Enum):
            labels = kind.categories.to_list()
            table[name] = pd.Categorical(table[name], categories=labels, ordered=True)
    return table
