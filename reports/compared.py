"""A comparison of two runs in words."""

from collections.abc import Iterator

from analysis.compare import Comparison
from reports.numbers import cell_name, level, move, moves, probability

HEADINGS = ("settings", "policy", "games", "A", "B", "change", "95 % interval", "p (Holm)", "saved")
NUMBERS = HEADINGS[2:]


def lines(found: Comparison) -> Iterator[tuple[str, ...]]:
    """Yield the cells of the table under HEADINGS."""
    share = found.share
    for row in found.rows.iter_rows(named=True):
        yield (
            cell_name(row["label"], row["policy"]),
            row["policy"],
            f"{row['games']:,}",
            level(row["mean_a"], share),
            level(row["mean_b"], share),
            move(row["difference"], share),
            moves(row["low"], row["high"], share),
            probability(row["p_holm"]),
            "" if row["saved"] is None else f"{row['saved']:,}",
        )


def saving(found: Comparison) -> str:
    """Say what the same luck was worth."""
    if not found.paired:
        return "the runs have different seeds: they are compared as independent samples"
    known = found.rows.drop_nulls("gain")
    if known.is_empty():
        return "same luck game by game: not one game of the two differs"
    gains, saved = known["gain"].to_list(), sum(known["saved"].to_list())
    times = f"{min(gains):.1f} to {max(gains):.1f}"
    return (
        f"same luck game by game: independent games would need {times} times as many for intervals"
        f" as narrow; saved {saved:,} games of each setting"
    )
