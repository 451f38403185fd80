"""The chapters that every game's report has, each from the frames of a study."""

from math import ceil

import polars as pl

from analysis import length, paired
from analysis.rates import RESULT, WIN
from reports import figures, lines
from reports.goals import target_band
from reports.page import (
    HARD_SPACE,
    TIMES,
    Block,
    Cell,
    Section,
    Table,
    Text,
    bounds,
    count,
    listing,
    p_value,
    pct,
    points,
    points_span,
    sentence,
)
from reports.pictures import Chart
from reports.study import RANDOM, Study

BARS = 30
# A few games that last longer than so many times what most do are drawn at that length.
FAR_OUT = 2


def steps(study: Study) -> pl.DataFrame:
    """Compare neighbouring x values of each line, game by game, Holm-adjusted over all steps."""
    keep = set(study.distinct["cell"].to_list())
    if study.x is None:
        return pl.DataFrame()
    pairs = [(a, b) for a, b in paired.neighbours(study.run, study.x) if a in keep and b in keep]
    if not pairs:
        return pl.DataFrame()
    names = study.main_rates.select("cell", "series", "x")
    return (
        paired.compare_pairs(study.outcomes, pairs)
        .join(names.rename({"cell": "a", "x": "from"}), on="a")
        .join(names.select(pl.col("cell").alias("b"), pl.col("x").alias("to")), on="b")
        .sort(pl.col("a").min().over("series"), "from")
    )


def rate_section(study: Study, title: str, changes: pl.DataFrame) -> Section:
    """Show the win rate against x, its table and what each step of x changes."""
    blocks: list[Block] = []
    rates = study.distinct.rename({"win_rate": "rate"})
    name = sentence(study.names.rate)
    if study.x:
        alt = "; ".join(
            f"{series}: "
            + ", ".join(f"{row['x']} → {pct(row['rate'])}" for row in part.iter_rows(named=True))
            for (series,), part in rates.group_by("series", maintain_order=True)
        )
        draw = lines.rate_lines(
            rates, study.x_label, study.names.rate, target_band(study), even=study.rivals
        )
        note = f"Policy {study.main}. Bands: 95% Wilson intervals."
        blocks.append(Chart("win-rate", title, f"{name} by {study.x_label}. {alt}.", draw, note))
    blocks.append(_rate_table(study, rates))
    if len(changes):
        blocks.append(_step_table(study, changes))
    return Section("win-rate", "Win rate", blocks)


def _rate_table(study: Study, rates: pl.DataFrame) -> Table:
    series = rates["series"].unique(maintain_order=True).to_list()
    ticks = rates["x"].unique().sort().to_list()
    rows: list[list[Cell]] = []
    for name in series:
        row: list[Cell] = [name]
        for x in ticks:
            part = rates.filter(series=name, x=x)
            row.append(
                (pct(part["rate"][0]), bounds(part["low"][0], part["high"][0])) if len(part) else ""
            )
        rows.append(row)
    head = ["", *(str(x) for x in ticks)] if study.x else ["", study.names.rate]
    games = rates["games"].to_list()
    sizes = " to ".join(count(n) for n in sorted({min(games), max(games)}))
    over = f" by {study.x_label}" if study.x else ""
    return Table(
        head,
        rows,
        "l" + "r" * (len(head) - 1),
        f"{sentence(study.names.rate)}{over}, with 95% intervals; {sizes} games per cell.",
    )


def _step_table(study: Study, changes: pl.DataFrame) -> Table:
    rows = [
        [
            row["series"],
            f"{row['from']}{HARD_SPACE}→{HARD_SPACE}{row['to']}",
            (points(row["difference"]), points_span(row["low"], row["high"])),
            p_value(row["p_holm"]),
            f"{row['gain']:.1f}{TIMES}" if row["gain"] else "",
        ]
        for row in changes.iter_rows(named=True)
    ]
    return Table(
        ["", "step", "change, points", "p (Holm)", "pairing"],
        rows,
        "llrrr",
        f"What one more {study.step} changes, on the same games (same luck). "
        "“Pairing” is how many times more games independent samples would have needed.",
    )


def cause_section(study: Study, title: str) -> Section:
    """Show how games end, one bar per cell."""
    shares = study.results
    at = pl.col("x").map_elements(study.at, pl.String)
    frame = shares.select(
        (pl.col("series") if study.x else pl.lit("")).alias("facet"),
        (at if study.x else pl.col("series")).alias("row"),
        pl.col("result").alias("label"),
        "share",
    )
    shown = frame if study.names.side else frame.filter(pl.col("label") != WIN)
    worst = shown.group_by("label").agg(pl.col("share").mean())
    alt = ", ".join(
        f"{study.names.result(label)} {pct(share, 0)}"
        for label, share in worst.sort("share", descending=True).iter_rows()
    )
    draw = figures.stacked_shares(frame, study.result_labels, study.names)
    chart = Chart("endings", title, f"How games end, averaged over the cells: {alt}.", draw)
    return Section("endings", "Why games are won or lost", [chart, _cause_table(study)])


def _cause_table(study: Study) -> Table:
    shares = study.results
    labels = [x for x in study.result_labels if shares.filter(result=x)["games"].sum()]
    rows: list[list[Cell]] = []
    for (series, x), part in shares.group_by("series", "x", maintain_order=True):
        row: list[Cell] = [study.cell_label(str(series), x)]
        for label in labels:
            found = part.filter(result=label)
            row.append((pct(found["share"][0]), bounds(found["low"][0], found["high"][0])))
        rows.append(row)
    head = ["", *(study.names.result(label) for label in labels)]
    return Table(
        head,
        rows,
        "l" + "r" * len(labels),
        "Share of all games by ending.",
        folded="Figures by cell",
    )


def length_section(study: Study, title: str) -> Section:
    """Show when games end, by result, and mean lengths with their intervals."""
    spreads = length.spread(study.games, study.names.length).join(
        study.main_rates.select("cell", "series", "x"), on="cell"
    )
    longest, shortest = max(spreads["max"].to_list()), min(spreads["min"].to_list())
    last = int(min(longest, ceil(max(spreads["q95"].to_list()) * FAR_OUT)))
    column = pl.col(study.names.length).clip(upper_bound=last)
    wide = max(1, ceil((last - shortest) / BARS))
    tally = (
        study.games.group_by("cell", (column // wide * wide).alias("x"), RESULT)
        .agg(pl.len().alias("games"))
        .collect()
        .join(study.main_rates.select("cell", "series"), on="cell")
        .group_by("series", "x", "result")
        .agg(pl.col("games").sum())
        .with_columns(share=pl.col("games") / pl.col("games").sum().over("series"))
        .rename({"series": "facet", "result": "label"})
    )
    order = study.distinct["series"].unique(maintain_order=True).to_list()
    tally = tally.sort(pl.col("facet").replace_strict(order, range(len(order))), "x")
    draw = figures.length_bars(
        tally, study.names.length_unit, wide, study.result_labels, study.names
    )
    rows: list[list[Cell]] = [
        [
            study.cell_label(row["series"], row["x"]),
            (f"{row['mean']:.2f}", f"{row['low']:.2f} to {row['high']:.2f}"),
            f"{row['q05']:.0f}",
            f"{row['q50']:.0f}",
            f"{row['q95']:.0f}",
            f"{row['max']:.0f}",
        ]
        for row in spreads.sort("cell").iter_rows(named=True)
    ]
    table = Table(
        ["", "mean", "5%", "median", "95%", "longest"],
        rows,
        "lrrrrr",
        f"Length in {study.names.length_unit}: mean with 95% interval, and quantiles.",
        folded="Figures by cell",
    )
    alt = "; ".join(
        f"{row['series']} {row['x']}: mean {row['mean']:.1f}"
        for row in spreads.sort("cell").iter_rows(named=True)
    )
    notes = [f"All values of {study.x_label} together."] if study.x else []
    if last < longest:
        notes.append(f"Longer games are drawn at {last}.")
    chart = Chart(
        "length",
        title,
        f"Length of games in {study.names.length_unit}. {alt}.",
        draw,
        " ".join(notes),
    )
    return Section("length", "Length", [chart, table])


def ladder_section(study: Study, title: str) -> Section:
    """Show the win rate of every policy side by side, and what that means."""
    name = sentence(study.names.rate)
    bound = (
        "people may well play differently"
        if study.names.side
        else "it is a lower bound at best, and people who talk to each other play differently"
    )
    warning = Text(
        "These policies are programs. A win rate under weak play is not the game's win rate: "
        f"{bound}. Read differences between settings, and check that they hold at more than one "
        "level of skill."
    )
    rates = study.rates.rename({"win_rate": "rate"}).filter(
        pl.col("cell").is_in([cell for cell, first in study.twins.items() if cell == first]),
        pl.col("policy").is_in(study.ladder),
    )
    blocks: list[Block] = [warning]
    if len(study.ladder) > 1 and study.x:
        frame = rates.select(pl.col("series").alias("facet"), "policy", "x", "rate", "low", "high")
        alt = "; ".join(
            f"{policy[0]} {pct(min(part['rate'].to_list()))} to {pct(max(part['rate'].to_list()))}"
            for policy, part in rates.group_by("policy", maintain_order=True)
        )
        draw = lines.ladder(frame, study.x_label, study.names.rate, even=study.rivals)
        blocks.append(
            Chart("skill", title, f"{name} by policy: {alt}.", draw, "Bands: 95% Wilson intervals.")
        )
    rows: list[list[Cell]] = []
    for (series, x), part in rates.group_by("series", "x", maintain_order=True):
        row: list[Cell] = [study.cell_label(str(series), x)]
        for policy in study.ladder:
            found = part.filter(policy=policy)
            row.append(
                (pct(found["rate"][0], 2), bounds(found["low"][0], found["high"][0], 2))
                if len(found)
                else ""
            )
        rows.append(row)
    blocks.append(
        Table(
            ["", *study.ladder],
            rows,
            "l" + "r" * len(study.ladder),
            f"{name} by policy, with 95% intervals.",
            folded="Figures by cell",
        )
    )
    if len(study.duels):
        blocks.append(_duel_table(study))
    elif not study.rivals:
        match = _sanity(study) if len(study.policies) > 1 else f"{title}."
        blocks.append(Text(match, quiet=True))
    return Section("skill", "Skill ladder", blocks)


def _duel_table(study: Study) -> Table:
    """List what policies win against each other with the seats rotated."""
    rows: list[list[Cell]] = [
        [
            (f"{row['policy']} against {row['against']}", study.cell_name(row)),
            (pct(row["share"], 2), bounds(row["low"], row["high"], 2)),
            (pct(row["first"], 2), bounds(row["first_low"], row["first_high"], 2)),
            count(row["deals"]),
        ]
        for row in study.duels.iter_rows(named=True)
    ]
    return Table(
        ["", "wins", study.names.rate, "deals"],
        rows,
        "lrrr",
        "Two policies on the same deals, once in either seat: the share that the first-named "
        "wins and the share of whoever sits first, with 95% intervals over deals. A game without "
        "one winner counts half to each.",
    )


def _sanity(study: Study) -> str:
    """Compare the main policy with the weakest one on the same games."""
    other = RANDOM if RANDOM in study.policies else study.policies[-1]
    keys = list(study.run.grid)
    pairs = (
        study.of_policy(study.main)
        .join(study.of_policy(other), on=keys, suffix="_other", nulls_equal=True)
        .select("cell", "cell_other")
        .rows()
    )
    found = paired.compare_pairs(study.outcomes, [(b, a) for a, b in pairs])
    better = found.filter((pl.col("low") > 0) & (pl.col("p_holm") < 0.05))
    least = found.sort("difference").row(0, named=True)
    return (
        f"Sanity match on the same deals: {study.main} wins more than {other} in "
        f"{len(better)} of {len(found)} cells (Holm-adjusted p < 0.05); the smallest advantage is "
        f"{points(least['difference'])} points ({points_span(least['low'], least['high'])})."
    )


def truncation_section(study: Study) -> Section:
    """Count the games that were cut off."""
    cut = study.rates.group_by("policy", maintain_order=True).agg(
        pl.col("games").sum(), pl.col("truncated").sum()
    )
    total = int(cut["truncated"].sum())
    text = (
        "No game was cut off: every game reached an end that the rules know."
        if total == 0
        else f"{count(total)} games hit a cap on their length. They count as not won in all rates "
        "of this report."
    )
    rows: list[list[Cell]] = [
        [
            row["policy"],
            count(row["games"]),
            count(row["truncated"]),
            pct(row["truncated"] / row["games"], 3) if row["games"] else "",
        ]
        for row in cut.iter_rows(named=True)
    ]
    table = Table(["policy", "games", "cut off", "share"], rows, "lrrr")
    return Section("cut-off", "Games cut off", [Text(text), table])


def merged_note(study: Study) -> str:
    """Say which cells played the very same games, "" when none did."""
    found = sorted(
        {
            study.series[cell]
            for cell, first in study.twins.items()
            if cell != first and cell in study.main_cells["cell"].to_list()
        }
    )
    if not found:
        return ""
    return (
        f"Cells under one name ({listing(found)}) gave the very same games, one by one, and "
        "share a line."
    )
