"""Which cards and actions go with winning."""

from functools import cache

import polars as pl

from analysis import cards, contrast, places, pool, rates
from reports import figures
from reports.page import (
    Block,
    Cell,
    Table,
    Text,
    bounds,
    pct,
    points,
    points_span,
    sentence,
    signed,
)
from reports.pictures import Chart
from reports.study import Study
from sim.games.bloc_by_bloc.columns import (
    ACTION_KINDS,
    LIBERATION_CARDS,
    LOOT_KINDS,
    MORALE_CARDS,
)
from sim.games.bloc_by_bloc.knobs import data

SHOWN = 12
EFFECTS = {
    "LOOT": "draw {} Loot", "FORM": "form {}", "FORM_OCC": "form {} elsewhere", "MARCH": "march {}",
    "STRIKE": "strike", "ROUT": "rout {} near", "BARRICADE": "{} barricades",
    "GRAFFITI": "{} graffiti", "BUILD": "build", "CALM": "calm {}", "REVEAL": "reveal {}",
    "SALVAGE": "salvage {}", "RETREAT": "rout {} anywhere",
}  # fmt: skip


def card_use(study: Study) -> list[Block]:
    """Show Loot, Liberation and Conditions cards and actions against winning."""
    games = study.games
    warning = Text(
        "Lift is the win rate of games in which a card was played minus that of games in which it "
        "was not. It is an association, not an effect: cards are played more in long games and in "
        "trouble, and a team that is ahead liberates more. Only a rerun without the card, on the "
        "same deals, shows what it causes."
    )
    loot = _lift(study, "loot_played", dict(enumerate(_loot_names())))
    choices = pl.concat(
        [
            _lift(
                study,
                f"liberation_{letter}",
                {
                    card: f"{row['name']}: {_effect_text(row[letter])}"
                    for card, row in enumerate(data("liberation")["card"])
                },
            )
            for letter in "ab"
        ]
    ).sort(pl.col("estimate").abs(), descending=True)
    shown = pl.concat(
        [
            loot.head(SHOWN).with_columns(group=pl.lit("Loot cards played")),
            choices.head(SHOWN).with_columns(group=pl.lit("Liberation choices")),
        ]
    ).sort("group", "estimate", descending=[True, True], maintain_order=True)
    tables = [
        _lift_table(loot, "Loot cards", f"All {LOOT_KINDS} kinds of Loot"),
        _lift_table(choices, "Liberation choices", f"All choices of {LIBERATION_CARDS} cards"),
        *_actions(games),
        _conditions(games),
    ]
    if not len(shown):
        return [warning, *tables]
    title = "Games with a card played, against games without it"
    if len(loot):
        top = loot.sort("estimate").row(-1, named=True)
        title = (
            f"“{top['label']}” goes with {points(top['estimate'])} points of win rate, the widest "
            "lift of the Loot cards"
            if top["estimate"] > 0
            else title
        )
    chart = Chart(
        "cards",
        title,
        "Lift of cards: "
        + "; ".join(
            f"{row['label']} {points(row['estimate'])}" for row in shown.iter_rows(named=True)
        )
        + ".",
        figures.intervals(shown, "lift in win rate, points"),
        f"The {SHOWN} widest of each kind, pooled over cells; 95% intervals.",
    )
    return [warning, chart, *tables]


@cache
def _loot_names() -> list[str]:
    return [row["name"] for row in data("loot")["loot"]]


def _effect_text(effect: list[object]) -> str:
    return EFFECTS[str(effect[0])].format(effect[1])


def _lift(study: Study, stem: str, labels: dict[int, str]) -> pl.DataFrame:
    """Pool use and lift of a family of cards over cells."""
    found = cards.use_and_lift(study.held(stem), stem).with_columns(pl.col("item").cast(pl.Int64))
    pooled = pool.across_cells(found, "item", "lift", "lift_low", "lift_high")
    use = found.group_by("item").agg(
        use=pl.col("used").sum() / pl.col("games").sum(),
        mean=(pl.col("mean") * pl.col("games")).sum() / pl.col("games").sum(),
    )
    return (
        pooled.join(use, on="item", maintain_order="left")
        .with_columns(label=pl.col("item").replace_strict(labels, return_dtype=pl.String))
        .drop("item")
    )


def _lift_table(frame: pl.DataFrame, caption: str, fold: str) -> Table:
    rows: list[list[Cell]] = [
        [
            row["label"],
            pct(row["use"]),
            f"{row['mean']:.2f}",
            (points(row["estimate"]), points_span(row["low"], row["high"])),
        ]
        for row in frame.sort("estimate", descending=True).iter_rows(named=True)
    ]
    return Table(
        ["", "games with it", "uses a game", "lift, points"],
        rows,
        "lrrr",
        f"{caption}: use, and lift with 95% interval.",
        folded=fold,
    )


def _actions(games: pl.LazyFrame) -> list[Block]:
    """Compare how often actions and morale changes happen in won and in lost games."""
    nights = pl.col("nights").clip(lower_bound=1)
    actions = {kind: pl.col(f"actions_{kind}") / nights for kind in ACTION_KINDS}
    found = contrast.won_against_lost(games, actions)
    pooled = pool.across_cells(found, "name", "difference", "low", "high")
    levels = found.group_by("name").agg(pl.col("won", "lost").mean())
    table = pooled.join(levels, on="name").sort("estimate", descending=True)
    if not len(table):
        return []
    labels = {
        "hall": "assembly hall",
        "center": "mutual aid center",
        "defeat": "defeat squads",
        "kick": "kick out squads",
        "van": "hit a van",
    }
    label = pl.col("name").replace_strict(
        {kind: sentence(labels.get(kind, kind)) for kind in ACTION_KINDS}, return_dtype=pl.String
    )
    frame = table.with_columns(label=label)
    top = frame.row(0, named=True)
    chart = Chart(
        "actions",
        f"Won games see more of “{top['label']}” each night: {top['won']:.1f} against "
        f"{top['lost']:.1f}",
        "Actions a night, won minus lost games: "
        + "; ".join(f"{row['label']} {row['estimate']:+.2f}" for row in frame.iter_rows(named=True))
        + ".",
        figures.intervals(frame, "actions a night, won minus lost games", points=False),
        "All factions together; pooled over cells; 95% intervals. An association, not an effect.",
    )
    return [chart, _morale(games)]


def _morale(games: pl.LazyFrame) -> Table:
    """List what raises and lowers police morale, in won and lost games."""
    ops = {row["code"]: row["name"] for row in data("police")["ops"]}
    causes = {
        f"Raised by {ops[code]}": pl.col(f"morale_up_by_card_{code}") for code in MORALE_CARDS
    }
    causes |= {
        "Lowered by builds": pl.col("morale_down_build"),
        "Lowered by liberations": pl.col("morale_down_liberation"),
        "Lowered by defeated vans": pl.col("morale_down_van"),
        "Lowered by cards": pl.col("morale_down_other"),
    }
    nights = pl.col("nights").clip(lower_bound=1)
    found = contrast.won_against_lost(games, {name: e / nights for name, e in causes.items()})
    pooled = pool.across_cells(found, "name", "difference", "low", "high")
    levels = found.group_by("name").agg(pl.col("won", "lost").mean())
    table = pooled.join(levels, on="name")
    by_name = {row["name"]: row for row in table.iter_rows(named=True)}
    rows: list[list[Cell]] = [
        [
            name,
            f"{row['won']:.2f}",
            f"{row['lost']:.2f}",
            (signed(row["estimate"]), f"{signed(row['low'])} to {signed(row['high'])}"),
        ]
        for name in causes
        if (row := by_name.get(name))
    ]
    return Table(
        ["levels a night", "won", "lost", "difference"],
        rows,
        "lrrr",
        "What moves police morale, in levels a night, with 95% intervals.",
    )


def _conditions(games: pl.LazyFrame) -> Table:
    """List how often each Conditions card lies open and ends with a token on it."""
    known = data("factions")["condition"]
    masks = {"shown": "conditions_shown_mask", "done": "conditions_completed_mask"}
    sums = {
        key: places.bit_shares(games, column, len(known))
        .group_by("bit")
        .agg(pl.col("hits", "games").sum())
        .sort("bit")
        for key, column in masks.items()
    }
    rows: list[list[Cell]] = []
    for card in known:
        shown = sums["shown"].row(card["code"], named=True)
        done = sums["done"].row(card["code"], named=True)
        when = done["hits"] / shown["hits"] if shown["hits"] else 0.0
        low, high = rates.wilson(done["hits"], max(1, shown["hits"]))
        rows.append(
            [
                card["name"],
                card["kind"],
                pct(shown["hits"] / shown["games"]),
                pct(done["hits"] / done["games"]),
                (pct(when), bounds(float(low), float(high))),
            ]
        )
    return Table(
        ["", "kind", "open at the end", "with a token", "token if open"],
        rows,
        "llrrr",
        "Conditions cards: share of games in which each lies open and holds a token at the end.",
        folded="Conditions cards",
    )
