"""Targets of a study as rows of text."""

from collections.abc import Iterator

from analysis.metrics import is_share
from analysis.store import Run
from analysis.targets import verdicts
from reports.numbers import cell_name, level, levels, move

HEADINGS = ("target", "settings", "policy", "value", "95 % interval", "verdict", "distance")
NUMBERS = ("value", "95 % interval", "distance")


def target_rows(run: Run) -> Iterator[tuple[str, ...]]:
    """Yield how each cell stands to each target, under HEADINGS; nothing without targets.

    The distance is from the nearer end of the target, 0 inside it.
    """
    for row in run.describe(verdicts(run)).iter_rows(named=True):
        share = is_share(run.columns, row["metric"])
        yield (
            f"{row['metric']} {levels(row['target_low'], row['target_high'], share)}",
            cell_name(row["label"], row["policy"]),
            row["policy"],
            level(row["value"], share),
            levels(row["low"], row["high"], share),
            row["verdict"],
            move(row["distance"], share) if row["distance"] else "0",
        )
