"""Sentences written from the data: what stands out, with numbers and intervals."""

from typing import Any

import polars as pl

from analysis import length, paired
from analysis.metrics import WIN_RATE
from analysis.rates import RESULT, WIN, WON
from reports.page import (
    Finding,
    count,
    listing,
    pct,
    points,
    points_span,
    rate_text,
    sentence,
    span,
)
from reports.study import RANDOM, Study

SURE = 0.05
MOST_LINES = 6


def key_findings(study: Study, changes: pl.DataFrame) -> list[Finding]:
    """Collect the findings that any game's report opens with."""
    found: list[Finding] = []
    if len(changes):
        found.append(trend(study, changes))
        if study.distinct["series"].n_unique() <= MOST_LINES:
            found += falls(study)
    elif len(study.distinct) == 1:
        found.append(level(study))
    found += [lines_apart(study), endings(study), duration(study), skill(study)]
    return [finding for finding in found if finding.lead]


def level(study: Study) -> Finding:
    """State the win rate of a study of one cell."""
    row = study.distinct.row(0, named=True)
    return Finding(
        f"{study.names.won(pct(row['win_rate']))}.",
        f"95% interval {span(row['low'], row['high'])}, from {count(row['games'])} games.",
        study.replays(row["cell"], looks(study)),
    )


def looks(study: Study, at: str = "") -> dict[str, pl.Expr]:
    """Name the two kinds of games to look at."""
    if study.names.side:
        return {f"a win of {study.names.side}{at}": WON, f"a game it did not win{at}": ~WON}
    return {f"a win{at}": WON, f"a loss{at}": ~WON}


def proved(changes: pl.DataFrame) -> tuple[int, int, int]:
    """Count the steps: proved falls, proved rises, all."""
    sure = changes.filter(pl.col("p_holm") < SURE)
    return (
        len(sure.filter(pl.col("difference") < 0)),
        len(sure.filter(pl.col("difference") > 0)),
        len(changes),
    )


def trend_title(study: Study, changes: pl.DataFrame) -> str:
    """Say in one line whether the win rate moves with every step of x."""
    if not len(changes):
        return f"{sentence(study.names.rate)} under {study.main}"
    down, up, steps = proved(changes)
    if down == steps or up == steps:
        verb = "lowers" if down else "raises"
        return f"Each further {study.step} {verb} the {study.names.rate}{study.everywhere}"
    if down and up:
        return (
            f"One more {study.step} does not move the {study.names.rate} one way: {down} proved "
            f"falls, {up} proved rises"
        )
    if down or up:
        verb = "lower" if down else "raise"
        return (
            f"One more {study.step} is proved to {verb} the {study.names.rate} in {down + up} of "
            f"{steps} comparisons"
        )
    return f"No single {study.step} is proved to move the {study.names.rate}"


def trend(study: Study, changes: pl.DataFrame) -> Finding:
    """State the test of every step of x: paired differences, Holm-adjusted."""
    down, up, steps = proved(changes)
    biggest = changes.sort("difference").row(0 if down >= up else -1, named=True)
    smallest = changes.sort(pl.col("difference").abs()).row(0, named=True)
    open_steps = steps - down - up
    parts = [
        f"Tested on the same games step by step, with Holm's correction over {steps} steps: "
        f"{down} proved falls, {up} proved rises, {open_steps} undecided."
    ]
    parts.append(
        f"The widest step is {points(biggest['difference'])} points "
        f"({points_span(biggest['low'], biggest['high'])}), {biggest['series']} from "
        f"{biggest['from']} to {biggest['to']}; the narrowest {points(smallest['difference'])} "
        f"({points_span(smallest['low'], smallest['high'])}), {smallest['series']} from "
        f"{smallest['from']} to {smallest['to']}."
    )
    gains = changes["gain"].drop_nulls()
    if len(gains):
        parts.append(
            "All settings played the same deals; independent samples would have needed "
            f"{_range(gains)} times as many games for intervals as narrow."
        )
    lead = trend_title(study, changes) + "."
    return Finding(lead, " ".join(parts))


def _range(values: pl.Series) -> str:
    found = values.to_list()
    return f"{min(found):.1f} to {max(found):.1f}"


def falls(study: Study) -> list[Finding]:
    """State for each line where the win rate starts and ends, with one game to look at."""
    found = []
    for (name,), part in study.distinct.group_by("series", maintain_order=True):
        line = part.sort("x")
        first, last = line.row(0, named=True), line.row(-1, named=True)
        change = paired.compare(study.outcomes, first["cell"], last["cell"], WIN_RATE)
        row = change.row(0, named=True)
        won = f" by {study.names.side}" if study.names.side else ""
        lead = (
            f"{sentence(str(name))}: {pct(first['win_rate'])} won{won} with "
            f"{study.at(first['x'])}, {pct(last['win_rate'])} with {last['x']}."
        )
        text = (
            f"Intervals {span(first['low'], first['high'])} and {span(last['low'], last['high'])}; "
            f"between the two the win rate changes by {points(row['difference'])} points "
            f"({points_span(row['low'], row['high'])})."
        )
        shown = looks(study, f" with {study.at(last['x'])}")
        found.append(Finding(lead, text, study.replays(last["cell"], shown)))
    return found


def lines_apart(study: Study) -> Finding:
    """State how far the best and the worst line are apart at the same x."""
    table = study.distinct
    if table["series"].n_unique() < 2:
        return Finding("", "")
    gaps = (
        table.group_by("x")
        .agg(
            best=pl.col("cell").sort_by("win_rate").last(),
            worst=pl.col("cell").sort_by("win_rate").first(),
            gap=pl.col("win_rate").max() - pl.col("win_rate").min(),
        )
        .sort("gap", descending=True)
    )
    top = gaps.row(0, named=True)
    best = table.filter(cell=top["best"]).row(0, named=True)
    worst = table.filter(cell=top["worst"]).row(0, named=True)
    row = paired.compare(study.outcomes, top["worst"], top["best"], WIN_RATE).row(0, named=True)
    at = f", with {study.at(top['x'])}" if study.x else ""
    return Finding(
        f"{sentence(best['series'])} and {worst['series']} are far apart."
        if top["gap"] > 0.1
        else f"{sentence(best['series'])} and {worst['series']} are close.",
        f"Widest gap{at}: {rate_text(best['win_rate'], best['low'], best['high'])} against "
        f"{rate_text(worst['win_rate'], worst['low'], worst['high'])}, a difference of "
        f"{points(row['difference'])} points ({points_span(row['low'], row['high'])}).",
    )


def endings_title(study: Study) -> str:
    """Name the most common way to lose, or to end where one side's loss is the other's win."""
    losses = _losses(study)
    if not len(losses):
        return "No game was lost"
    top = losses.row(0, named=True)
    name = study.names.result(top["result"])
    if study.rivals:
        return f"Most common ending: {name}, {pct(top['share'], 0)} of games"
    return f"Most common way to lose: {name}, {pct(top['share'], 0)} of the games not won"


def _losses(study: Study) -> pl.DataFrame:
    """Count the results other than a win over the cells that differ, as shares of these.

    Where one side's loss is the other's win, a win is a result like any other.
    """
    return (
        study.results.filter((pl.col("result") != WIN) | study.rivals)
        .group_by("result")
        .agg(pl.col("games").sum())
        .filter(pl.col("games") > 0)
        .with_columns(share=pl.col("games") / pl.col("games").sum())
        .sort("games", descending=True)
    )


def endings(study: Study) -> Finding:
    """State how games are lost, and where that differs most."""
    losses = _losses(study)
    if not len(losses):
        return Finding("No game was lost.", "Every game of the main policy was won.")
    top = losses.row(0, named=True)
    part = study.results.filter(pl.col("result") == top["result"])
    most = part.sort("share").row(-1, named=True)
    least = part.sort("share").row(0, named=True)
    shown = {"a game that ended so": top["result"] == RESULT}
    extremes = (
        f" of {study.cell_name(most)}, and "
        f"{rate_text(least['share'], least['low'], least['high'])} of {study.cell_name(least)}"
        if len(part) > 1
        else ""
    )
    kind = "" if study.names.side else " not won"
    others = listing(
        [
            f"{study.names.result(row['result'])} ({pct(row['share'])})"
            for row in losses.iter_rows(named=True)
        ]
    )
    return Finding(
        f"{endings_title(study)}.",
        f"Of {count(int(losses['games'].sum()))} games{kind}: {others}. It ends "
        f"{rate_text(most['share'], most['low'], most['high'])} of all games{extremes}.",
        study.replays(most["cell"], shown),
    )


def duration(study: Study) -> Finding:
    """State how long games last."""
    spreads = length.spread(study.games, study.names.length).join(
        study.distinct.select("cell", "series", "x"), on="cell"
    )
    short = spreads.sort("mean").row(0, named=True)
    long = spreads.sort("mean").row(-1, named=True)
    unit = study.names.length_unit
    most = int(max(spreads["max"].to_list()))
    if len(spreads) == 1:
        return Finding(
            f"Games last {short['mean']:.1f} {unit} on average.",
            f"95% interval {short['low']:.2f} to {short['high']:.2f}; the longest took {most}.",
        )
    return Finding(
        f"Games last {short['mean']:.1f} to {long['mean']:.1f} {unit} on average.",
        f"Shortest for {study.cell_name(short)}: {short['mean']:.2f} {unit} "
        f"({short['low']:.2f} to {short['high']:.2f}); longest for {study.cell_name(long)}: "
        f"{long['mean']:.2f} ({long['low']:.2f} to {long['high']:.2f}). The longest single game "
        f"took {most}.",
    )


def skill_title(study: Study) -> str:
    """Say in one line what skill is worth."""
    if len(study.duels):
        row = _top_duel(study)
        won = f"{sentence(row['policy'])} wins {pct(row['share'])} of its games"
        return f"{won} against {row['against']}"
    other = RANDOM if RANDOM in study.policies else study.ladder[-1]
    if other == study.main:
        return f"Only {study.main} was played"
    ours, theirs = _mean_rate(study, study.main), _mean_rate(study, other)
    if study.rivals:
        return (
            f"{sentence(study.names.side)} wins {pct(ours)} of games on average between two of "
            f"{study.main}, {pct(theirs)} between two of {other}"
        )
    return (
        f"{sentence(study.main)} wins {pct(ours)} of its games on average, {other} play "
        f"{pct(theirs)}"
    )


def _top_duel(study: Study) -> dict[str, Any]:
    """Return the closest duel of the main policy."""
    mine = study.duels.filter(pl.col("policy") == study.main)
    return (mine if len(mine) else study.duels).sort("share").row(0, named=True)


def _mean_rate(study: Study, policy: str) -> float:
    table = study.rates.filter(pl.col("policy") == policy)
    return float(table["wins"].sum()) / float(table["games"].sum())


def skill(study: Study) -> Finding:
    """State how far the policies are apart, on the same deals."""
    if len(study.duels):
        return _duels(study)
    other = RANDOM if RANDOM in study.policies else study.ladder[-1]
    if other == study.main:
        return Finding("", "")
    rates = study.rates.filter(pl.col("policy") == other).sort("win_rate")
    top = rates.row(-1, named=True)
    return Finding(
        f"{skill_title(study)}.",
        f"The {'highest rate' if study.rivals else 'best cell'} of {other} play reaches "
        f"{rate_text(top['win_rate'], top['low'], top['high'])}. All rates here are of the named "
        "policies, not of people: read them as differences between settings.",
    )


def _duels(study: Study) -> Finding:
    """State what every policy wins against every other with the seats rotated."""
    said = []
    for (policy, against), part in study.duels.group_by("policy", "against", maintain_order=True):
        row = part.sort("share").row(0, named=True)
        rate = rate_text(row["share"], row["low"], row["high"])
        where = f", at least: {study.cell_name(row)}" if len(part) > 1 else ""
        said.append(f"{policy} against {against} {rate}{where}")
    return Finding(
        f"{skill_title(study)}.",
        "Each deal was played twice, the seats rotated, and the pair of games is the unit: "
        f"{'; '.join(said)}.",
    )
