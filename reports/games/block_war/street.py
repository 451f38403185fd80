"""Where gates fall, drawn on the Street."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch
from scipy import stats

from analysis import pool, rates
from reports.page import Block, Cell, Table, Text, bounds, count, pct
from reports.pictures import Chart, Draw
from reports.study import Study
from reports.style import Size, colour, new_figure, ramp
from sim.games.block_war.columns import GATES, PLAYERS

ROWS = ("second player", "the Street", "first player")
# The picture's rows from above: the second player sits on the far side.
HEIGHT = {1: 0, 0: 2}


def street(study: Study) -> list[Block]:
    """Draw how often the gate of each column is destroyed, for both players."""
    columns = [f"lost_col_{gate}_{seat}" for seat in range(PLAYERS) for gate in range(GATES)]
    counts = (
        study.held("lost_col")
        .select(pl.len().alias("games"), *(pl.col(name).cast(pl.Int64).sum() for name in columns))
        .collect()
        .unpivot(index="games", variable_name="column", value_name="hits")
    )
    part = pl.col("column").str.extract_groups(r"lost_col_(?<gate>\d)_(?<seat>\d)")
    table = rates.with_wilson(counts, "hits", "games", "share").with_columns(
        gate=part.struct["gate"].cast(pl.Int64), seat=part.struct["seat"].cast(pl.Int64)
    )
    first = _falls_first(study)
    order = table.group_by("gate").agg(pl.col("share").mean()).sort("share", "gate")
    most, least = order.row(-1, named=True), order.row(0, named=True)
    alt = "; ".join(
        f"column {row['gate']}, {_owner(row['seat'])}: {pct(row['share'], 0)}"
        for row in table.iter_rows(named=True)
    )
    chart = Chart(
        "street",
        f"Gates of column {most['gate']} are destroyed most ({pct(most['share'], 0)} of games), "
        f"those of column {least['gate']} least ({pct(least['share'], 0)})",
        f"Share of games in which a gate is destroyed. {alt}.",
        _picture(
            {(row["gate"], row["seat"]): row["share"] for row in table.iter_rows(named=True)},
            first[study.main]["share"].to_list(),
        ),
        f"Policy {study.main}, all settings together. Combat runs from column 0, beside the "
        f"Justice Department deck, to column {GATES - 1}. Colours span the range from the least to "
        "the most.",
    )
    return [_note(), chart, *_first_to_fall(first), _table(table), _exposure(study)]


def _falls_first(study: Study) -> dict[str, pl.DataFrame]:
    """Count by policy and column the games whose first destroyed gate stood there.

    Both players have the same policy. `p_holm`: exact binomial test against an even share, all
    columns of a policy one family.
    """
    return {
        policy: _first_of(study, study.cells.filter(policy=policy)["cell"].to_list())
        for policy in study.ladder
    }


def _first_of(study: Study, cells: list[int]) -> pl.DataFrame:
    fell = (
        study.run.scan(*cells)
        .filter(pl.col("first_loss_col") >= 0)
        .group_by(gate=pl.col("first_loss_col").cast(pl.Int64))
        .agg(hits=pl.len().cast(pl.Int64))
        .collect()
    )
    gates = pl.DataFrame({"gate": range(GATES)}).join(fell, on="gate", how="left").sort("gate")
    counts = gates.with_columns(pl.col("hits").fill_null(0), games=pl.lit(int(fell["hits"].sum())))
    p = [
        float(stats.binomtest(hits, games, 1 / GATES).pvalue) if games else None
        for hits, games in counts.select("hits", "games").iter_rows()
    ]
    tested = counts.with_columns(pl.Series("p", p, dtype=pl.Float64))
    return rates.with_wilson(rates.holm(tested), "hits", "games", "share")


def _first_to_fall(found: dict[str, pl.DataFrame]) -> list[Block]:
    """Say where the first gate falls under each policy, and how far that is order and habit."""
    said = []
    for policy, first in found.items():
        most = first.sort("share", "gate", descending=[True, False]).row(0, named=True)
        odd = first.filter(pl.col("p_holm") < 1 - rates.LEVEL).height
        said.append(
            f"{policy} column {most['gate']}, {pct(most['share'])} "
            f"({bounds(most['low'], most['high'])}) of {count(most['games'])} games, with {odd} of "
            f"{GATES} columns off the even share of {pct(1 / GATES, 0)}"
        )
    text = Text(f"Where the first gate of a game falls most often: {'; '.join(said)}.")
    caution = Text(
        "Read this as order and habit before you read it as the worth of a column: of gates that "
        "fall in one combat the lowest column is first, and of choices it values alike a policy "
        "takes the lowest. A policy with a little temperature breaks such ties at random: where "
        "it differs from the one without, the habit shows.",
        quiet=True,
    )
    rows: list[list[Cell]] = [
        [
            f"Column {gate}",
            *(
                (pct(first["share"][gate]), bounds(first["low"][gate], first["high"][gate]))
                for first in found.values()
            ),
        ]
        for gate in range(GATES)
    ]
    caption = (
        "Share of games with a destroyed gate in which the first one stood in this column, "
        "with 95% intervals."
    )
    table = Table(["falls first", *found], rows, "l" + "r" * len(found), caption)
    return [text, caution, table]


def _note() -> Text:
    return Text(
        "Each player's five gates face each other across the Street. A column's place matters: "
        "new judges slide in at the deck, and the furthest one leaves when none was destroyed."
    )


def _owner(seat: int) -> str:
    return "second player" if seat else "first player"


def _picture(shares: dict[tuple[int, int], float], first: list[float]) -> Draw:
    low, high = min(shares.values()), max(shares.values())
    # From pale to dark over the range there is: all gates fall often.
    tints = {at: (share - low) / ((high - low) or 1.0) for at, share in shares.items()}

    def draw(size: Size) -> Figure:
        figure, (panel,) = new_figure(size, size.width * (0.62 if size.narrow else 0.42))
        for gate in range(GATES):
            for seat in range(PLAYERS):
                fill, ink = ramp("heat", tints[gate, seat])
                _card(panel, gate, HEIGHT[seat], fill)
                _words(panel, gate, HEIGHT[seat], f"{shares[gate, seat]:.0%}", ink, bold=True)
            _card(panel, gate, 1, colour("grid"))
            words = f"column {gate}\nfalls first\n{first[gate]:.0%}"
            _words(panel, gate, 1, words, colour("muted"), bold=False)
        _card(panel, -1, 1, colour("edge"))
        _words(panel, -1, 1, "JD deck", colour("ink"), bold=False)
        for row, name in enumerate(ROWS):
            if row != 1:
                _words(panel, -1, row, name.replace(" ", "\n"), colour("muted"), bold=False)
        panel.set_xlim(-1.02, GATES + 0.02)
        panel.set_ylim(len(ROWS) + 0.02, -0.02)
        panel.set_axis_off()
        return figure

    return draw


def _card(panel: Axes, column: int, row: int, fill: str) -> None:
    panel.add_patch(
        FancyBboxPatch(
            (column + 0.05, row + 0.06),
            0.9,
            0.88,
            boxstyle="round,pad=0,rounding_size=0.07",
            facecolor=fill,
            edgecolor="none",
        )
    )


def _words(panel: Axes, column: int, row: int, text: str, ink: str, *, bold: bool) -> None:
    panel.text(
        column + 0.5,
        row + 0.5,
        text,
        color=ink,
        ha="center",
        va="center",
        fontsize=11 if bold else 7.5,
        fontweight="bold" if bold else "normal",
    )


def _table(table: pl.DataFrame) -> Table:
    rows: list[list[Cell]] = []
    for gate in range(GATES):
        row: list[Cell] = [f"Column {gate}"]
        for seat in range(PLAYERS):
            found = table.filter(gate=gate, seat=seat).row(0, named=True)
            row.append((pct(found["share"]), bounds(found["low"], found["high"])))
        rows.append(row)
    return Table(
        ["", *(_owner(seat) for seat in range(PLAYERS))],
        rows,
        "l" + "r" * PLAYERS,
        "Share of games in which the gate is destroyed, with 95% intervals.",
        folded="Figures by column",
    )


def _exposure(study: Study) -> Table:
    """List how many gates stand open before a combat, and how many of them are in danger."""
    stems = {
        "open_sum": "open gates",
        "empty_open_sum": "of these without a unit",
        "exposed_sum": "of these in a judge's sights",
        "faced_sum": "shooting judges that face the player",
    }
    combats = pl.col("combats").clip(lower_bound=1)
    games = study.held(*stems, "combats").with_columns(
        **{
            f"{stem}_{seat}": pl.col(f"{stem}_{seat}") / combats
            for stem in stems
            for seat in range(PLAYERS)
        }
    )
    names = [f"{stem}_{seat}" for stem in stems for seat in range(PLAYERS)]
    means = rates.means(games.with_columns(cell=pl.lit(0)), names)
    found = {row["column"]: row for row in means.iter_rows(named=True)}
    rows: list[list[Cell]] = [
        [
            name,
            *(
                (
                    f"{found[f'{stem}_{seat}']['mean']:.3f}",
                    f"± {pool.REACH * (found[f'{stem}_{seat}']['error'] or 0.0):.2f}",
                )
                for seat in range(PLAYERS)
            ),
        ]
        for stem, name in stems.items()
    ]
    return Table(
        ["when a combat begins", *(_owner(seat) for seat in range(PLAYERS))],
        rows,
        "lrr",
        "Means over the combats of a game, then over games, with 95% intervals.",
    )
