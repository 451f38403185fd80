"""What the first turn is worth, under every policy and setting, and how long games take there."""

from textwrap import fill

import polars as pl

from analysis import duels
from analysis.rates import RESULT
from reports import figures
from reports.figures import LONG_LABEL
from reports.page import Block, Cell, Table, Text, bounds, count, pct, points
from reports.pictures import Chart
from reports.study import Study

EVEN = 0.5
MOST_PANELS = 3


def who_begins(study: Study) -> list[Block]:
    """Show the first player's share of wins and the length of games, policy by policy."""
    table = _shares(study)
    few = table["series"].n_unique() <= MOST_PANELS
    one = table["policy"].n_unique() == 1 and not study.x
    named = pl.col("series") if one else pl.col("name") + ", " + pl.col("series")
    frame = table.select(
        group=pl.col("series") if few else pl.lit("Each setting"),
        label=pl.col("name") if few else named.map_elements(_broken, pl.String),
        estimate=pl.col("mean") - EVEN,
        low=pl.col("low") - EVEN,
        high=pl.col("high") - EVEN,
    )
    alt = "; ".join(
        f"{row['group']}, {row['label']}: {points(row['estimate'])} points"
        for row in frame.iter_rows(named=True)
    )
    chart = Chart(
        "first",
        _title(table),
        f"Share of games that the first player wins, less one half. {alt}.",
        figures.intervals(frame, "wins of the first player above or below 50%, points"),
        "Both players use the same policy. Draws and games cut off count half; 95% intervals, "
        "filled points leave out zero.",
    )
    return [_note(), chart, _table(table), *_lengths(study)]


def _broken(label: str) -> str:
    return fill(label, LONG_LABEL)


def _note() -> Text:
    return Text(
        "The first player acts first but fights no combat in the first turn, so that an opponent "
        "sees the opening before anything is shot. Only play with equal policies on both sides "
        "measures that."
    )


def _shares(study: Study) -> pl.DataFrame:
    """Estimate the first player's share in each cell of equal policies."""
    cells = study.rates.filter(pl.col("policy").is_in(study.ladder)).select(
        "cell", "series", "policy", "x"
    )
    shares = duels.first_shares(study.run.scan(*cells["cell"].to_list()))
    at = pl.col("x").map_elements(study.at, pl.String)
    name = pl.col("policy") + pl.when(at == "").then(pl.lit("")).otherwise(pl.lit(", ") + at)
    return cells.join(shares, on="cell").with_columns(name=name)


def _title(table: pl.DataFrame) -> str:
    ahead = len(table.filter(pl.col("low") > EVEN))
    behind = len(table.filter(pl.col("high") < EVEN))
    if not ahead and not behind:
        return "Nowhere is it proved that the first turn helps or hurts"
    widest = table.sort((pl.col("mean") - EVEN).abs()).row(-1, named=True)
    return (
        f"The first player wins more than half in {ahead} of {len(table)} settings, less in "
        f"{behind}; the widest is {pct(widest['mean'])} ({widest['name']}, {widest['series']})"
    )


def _table(table: pl.DataFrame) -> Table:
    rows: list[list[Cell]] = [
        [
            (row["name"], row["series"]),
            (pct(row["mean"], 2), bounds(row["low"], row["high"], 2)),
            count(row["games"]),
        ]
        for row in table.iter_rows(named=True)
    ]
    return Table(
        ["", "first player wins", "games"],
        rows,
        "lrr",
        "Share of games won by the first player against an equal policy, with 95% intervals.",
        folded="Figures by policy",
    )


def _lengths(study: Study) -> list[Block]:
    """Draw how long games take under each policy."""
    cells = study.rates.filter(pl.col("policy").is_in(study.ladder)).select("cell", "policy")
    tally = (
        study.run.scan(*cells["cell"].to_list())
        .group_by("cell", pl.col("turns").alias("x"), RESULT)
        .agg(pl.len().alias("games"))
        .collect()
        .join(cells, on="cell")
        .group_by("policy", "x", "result")
        .agg(pl.col("games").sum())
        .with_columns(share=pl.col("games") / pl.col("games").sum().over("policy"))
        .rename({"policy": "facet", "result": "label"})
    )
    # The few longest games would squeeze all others to the left.
    last = int(tally.select(_quantile(pl.col("x"), pl.col("games"), 0.995)).item())
    order = {policy: place for place, policy in enumerate(study.ladder)}
    shown = (
        tally.with_columns(pl.col("x").clip(upper_bound=last))
        .group_by("facet", "x", "label")
        .agg(pl.col("share").sum())
        .sort(pl.col("facet").replace_strict(order), "x")
    )
    means = tally.group_by("facet").agg((pl.col("x") * pl.col("share")).sum().alias("mean"))
    said = {row["facet"]: row["mean"] for row in means.iter_rows(named=True)}
    lengths = ", ".join(f"{policy} {said[policy]:.1f}" for policy in study.ladder)
    return [
        Chart(
            "policy-length",
            f"Mean length in turns by policy: {lengths}",
            f"Length of games in turns by policy. Means: {lengths}.",
            figures.length_bars(shown, "turns", 1, study.result_labels, study.names),
            f"All settings together; games of more than {last} turns are put at {last}.",
        )
    ]


def _quantile(value: pl.Expr, weight: pl.Expr, share: float) -> pl.Expr:
    """Give the smallest value that at least a share of the weight does not exceed."""
    reached = weight.sort_by(value).cum_sum() >= share * weight.sum()
    return value.sort().filter(reached).first()
