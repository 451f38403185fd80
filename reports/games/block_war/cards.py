"""Which cards go with winning, and what they bring for their action points."""

from functools import cache

import polars as pl

from analysis import cards, pool
from analysis.sides import seen_by
from reports import figures
from reports.page import Block, Cell, Table, Text, pct, points, points_span
from reports.pictures import Chart
from reports.study import Study
from sim.games.block_war.columns import PLAYERS
from sim.games.block_war.knobs import perp_cards

SIDES = ("first player", "second player")


@cache
def _names() -> dict[str, str]:
    return {card["key"]: card["name"] for card in perp_cards()}


def card_use(study: Study) -> list[Block]:
    """Show for each kind of card how games go in which a player plays it."""
    games = study.held("played", "drawn", "gates_by", "winners_mask")
    lifts = [_lift(seen_by(games, seat)) for seat in range(PLAYERS)]
    tables = [_use_table(games), _lift_table(lifts)]
    shown = pl.concat(
        lift.with_columns(group=pl.lit(f"Played by the {side}"))
        for side, lift in zip(SIDES, lifts, strict=True)
    )
    if not len(shown):
        return [_warning(), *tables]
    top = lifts[0].sort("estimate").row(-1, named=True)
    alt = "; ".join(
        f"{row['label']}, {row['group'].lower()}: {points(row['estimate'])}"
        for row in shown.iter_rows(named=True)
    )
    chart = Chart(
        "cards",
        f"“{top['label']}” has the widest lift: {points(top['estimate'])} points of win rate for "
        "the first player",
        f"Lift of cards in the win rate of who plays them. {alt}.",
        figures.intervals(shown, "lift in the own win rate, points"),
        f"Policy {study.main}, pooled over settings; 95% intervals, filled points leave out zero.",
    )
    return [_warning(), chart, *tables]


def _warning() -> Text:
    return Text(
        "Lift is a player's win rate in games in which that player played a card, minus that in "
        "games in which the player did not. It is an association, not an effect: a card is played "
        "when the position asks for it, and long games see more of every card. Only a rerun with "
        "another mix, on the same deals, shows what a card causes."
    )


def _lift(games: pl.LazyFrame) -> pl.DataFrame:
    """Pool over settings what playing a card goes with, for one player."""
    found = cards.use_and_lift(games, "played")
    pooled = pool.across_cells(found, "item", "lift", "lift_low", "lift_high")
    use = found.group_by("item").agg(
        use=pl.col("used").sum() / pl.col("games").sum(),
        mean=(pl.col("mean") * pl.col("games")).sum() / pl.col("games").sum(),
    )
    return (
        pooled.join(use, on="item")
        .with_columns(label=pl.col("item").replace_strict(_names(), return_dtype=pl.String))
        .sort("estimate", descending=True)
    )


def _use_table(games: pl.LazyFrame) -> Table:
    """List how often each card comes, is played and brings down a gate."""
    sums = games.select(
        pl.len().alias("games"),
        *(
            pl.sum_horizontal(
                pl.col(f"{stem}_{key}_{seat}").cast(pl.Int64) for seat in range(PLAYERS)
            )
            .sum()
            .alias(f"{stem}_{key}")
            for stem in ("played", "drawn", "gates_by")
            for key in _names()
        ),
    ).collect()
    total = sums.row(0, named=True)
    rows: list[tuple[float, list[Cell]]] = []
    for card in perp_cards():
        key = card["key"]
        played, drawn, gates = (total[f"{stem}_{key}"] for stem in ("played", "drawn", "gates_by"))
        cost = played * card["ap"]
        row: list[Cell] = [
            (card["name"], f"{card['ap']} AP, name {card['source']}"),
            f"{drawn / total['games']:.2f}",
            pct(played / drawn) if drawn else "",
            f"{100 * gates / cost:.1f}" if cost else "",
        ]
        rows.append((gates / cost if cost else -1.0, row))
    return Table(
        ["", "drawn a game", "of these played", "gates per 100 AP"],
        [row for _, row in sorted(rows, key=lambda pair: -pair[0])],
        "lrrr",
        "Both players together. Gates are those destroyed by the card's unit or blast, or by a "
        "judge that the card turned or a gate that it opened.",
    )


def _lift_table(lifts: list[pl.DataFrame]) -> Table:
    found = [{row["item"]: row for row in lift.iter_rows(named=True)} for lift in lifts]
    rows: list[list[Cell]] = [
        [
            name,
            *(
                (points(one["estimate"]), points_span(one["low"], one["high"]))
                if (one := side.get(key))
                else ""
                for side in found
            ),
        ]
        for key, name in _names().items()
    ]
    return Table(
        ["", *SIDES],
        rows,
        "lrr",
        "Lift in points of the own win rate, with 95% intervals.",
        folded="Lift of every card",
    )
