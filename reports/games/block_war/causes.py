"""What makes gates useless: judges, units, snipers, explosives, foam, occupation."""

import polars as pl
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from reports.page import Block, Cell, Table, pct, sentence
from reports.pictures import Chart, Draw
from reports.study import Study
from reports.style import Size, colour, new_figure, percent_axis, series_colour
from sim.games.block_war.columns import END_CAUSES, PLAYERS

CAUSES = {
    "lost_jd": "shot by a judge",
    "lost_perp": "shot by the unit ahead",
    "lost_sniper": "shot by a sniper aside",
    "lost_hiex": "blown up by Hi-Explosive",
    "foamed": "foamed at the end",
    "occupied": "occupied at the end",
}
ENDINGS = {
    "destroyed": "all gates of one player destroyed",
    "useless": "one player fell, some gates foamed or occupied",
    "points": "both fell, points decided",
    "tie": "both fell, points equal",
    "stalemate": "nothing happened any more",
    "cap": "turn limit",
}
assert tuple(ENDINGS) == END_CAUSES


def useless_gates(study: Study) -> list[Block]:
    """Show by what gates become useless under each policy, and how games end."""
    cells = study.rates.filter(pl.col("policy").is_in(study.ladder)).select("cell", "policy")
    games = study.run.scan(*cells["cell"].to_list())
    table = _causes(games, cells, study.ladder)
    mine = table.filter(policy=study.main).sort("share", descending=True)
    top = mine.row(0, named=True)
    alt = "; ".join(
        f"{row['policy']}, {CAUSES[row['cause']]}: {pct(row['share'], 0)}"
        for row in table.iter_rows(named=True)
    )
    chart = Chart(
        "useless",
        f"Under {study.main}, {pct(top['share'], 0)} of useless gates were {CAUSES[top['cause']]}",
        f"Share of useless gates by cause. {alt}.",
        _bars(table, study.ladder),
        "Gates of both players, all settings together. Destroyed gates count by who shot; "
        "foam and occupation as they stand at the end.",
    )
    return [chart, _cause_table(table, study.ladder), _end_table(games, cells, study.ladder)]


def _causes(games: pl.LazyFrame, cells: pl.DataFrame, policies: list[str]) -> pl.DataFrame:
    """Count useless gates by policy and cause.

    Returns policy, cause, gates, games, share (of the policy's useless gates).
    """
    sums = [
        pl.sum_horizontal(pl.col(f"{cause}_{seat}").cast(pl.Int64) for seat in range(PLAYERS))
        .sum()
        .alias(cause)
        for cause in CAUSES
    ]
    return (
        games.group_by("cell")
        .agg(pl.len().alias("games").cast(pl.Int64), *sums)
        .collect()
        .join(cells, on="cell")
        .group_by("policy")
        .agg(pl.col("games", *CAUSES).sum())
        .unpivot(index=["policy", "games"], variable_name="cause", value_name="gates")
        .with_columns(share=pl.col("gates") / pl.col("gates").sum().over("policy"))
        .sort(
            pl.col("policy").replace_strict(policies, range(len(policies))),
            pl.col("cause").replace_strict(list(CAUSES), range(len(CAUSES))),
        )
    )


def _bars(table: pl.DataFrame, policies: list[str]) -> Draw:
    def draw(size: Size) -> Figure:
        figure, (panel,) = new_figure(size, (1.9 if size.narrow else 1.1) + 0.45 * len(policies))
        for y, policy in enumerate(policies):
            left = 0.0
            for i, row in enumerate(table.filter(policy=policy).iter_rows(named=True)):
                share = row["share"]
                panel.barh(
                    y,
                    share,
                    left=left,
                    height=0.72,
                    color=series_colour(i),
                    edgecolor=colour("panel"),
                    linewidth=0.8,
                )
                if share >= 0.07:
                    panel.text(
                        left + share / 2,
                        y,
                        f"{share:.0%}",
                        color=colour("on_high"),
                        ha="center",
                        va="center",
                        fontsize=8.8,
                    )
                left += share
        panel.set_yticks(range(len(policies)), policies)
        panel.set_xlim(0, 1)
        panel.set_ylim(len(policies) - 0.45, -0.55)
        panel.grid(visible=False)
        panel.spines[["left", "bottom"]].set_visible(False)
        percent_axis(panel, "x")
        panel.set_xlabel("share of useless gates")
        figure.legend(
            handles=[
                Patch(facecolor=series_colour(i), label=name)
                for i, name in enumerate(CAUSES.values())
            ],
            loc="outside upper left",
            ncols=1 if size.narrow else 3,
            labelcolor=colour("ink"),
            handlelength=1.0,
            handleheight=1.0,
            borderaxespad=0.2,
        )
        return figure

    return draw


def _cause_table(table: pl.DataFrame, policies: list[str]) -> Table:
    rows: list[list[Cell]] = []
    for cause, name in CAUSES.items():
        row: list[Cell] = [sentence(name)]
        for policy in policies:
            found = table.filter(policy=policy, cause=cause).row(0, named=True)
            row.append((f"{found['gates'] / found['games']:.3f}", pct(found["share"])))
        rows.append(row)
    return Table(
        ["", *policies],
        rows,
        "l" + "r" * len(policies),
        "Useless gates a game, both players together, and their share, by cause and policy.",
        folded="Figures by cause",
    )


def _end_table(games: pl.LazyFrame, cells: pl.DataFrame, policies: list[str]) -> Table:
    """List how games end, and how many are cut off, under each policy."""
    tally = (
        games.group_by("cell", pl.col("end_cause").cast(pl.String))
        .agg(pl.len().alias("games"))
        .collect()
        .join(cells, on="cell")
        .group_by("policy", "end_cause")
        .agg(pl.col("games").sum())
        .with_columns(share=pl.col("games") / pl.col("games").sum().over("policy"))
    )
    rows: list[list[Cell]] = []
    for cause, name in ENDINGS.items():
        row: list[Cell] = [sentence(name)]
        for policy in policies:
            found = tally.filter(policy=policy, end_cause=cause)["share"]
            row.append(pct(found[0], 2) if len(found) else pct(0.0, 2))
        rows.append(row)
    return Table(
        ["", *policies], rows, "l" + "r" * len(policies), "How games end, share of games by policy."
    )
