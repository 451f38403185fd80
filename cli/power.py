"""`balance power`: how many games a margin needs, and how long they take here."""

from typing import Annotated

import typer

from cli.errors import OK
from cli.options import (
    Against,
    Backend,
    BackendFlag,
    Games,
    Jobs,
    Json,
    Metric,
    NoProgress,
    Players,
    Policies,
    Quiet,
    Seed,
    Sets,
    StudyOrGame,
    load_study,
    number_from,
    overrides,
)
from cli.output import print_json, print_table

PILOT = 500


def power(
    study: StudyOrGame,
    margin: Annotated[
        float,
        typer.Option(
            metavar="CHANGE",
            parser=number_from(0.0),
            help="Change to be seen, 0.02 for 2 points.",
        ),
    ],
    against: Against = None,
    metric: Metric = "win_rate",
    chance: Annotated[
        float, typer.Option(metavar="P", parser=number_from(0.0), help="How surely it is seen.")
    ] = 0.9,
    sets: Sets = None,
    games: Games = None,
    players: Players = None,
    policies: Policies = None,
    seed: Seed = None,
    jobs: Jobs = 0,
    backend: BackendFlag = Backend.threads,
    as_json: Json = False,
    quiet: Quiet = False,
    no_progress: NoProgress = False,
) -> int:
    """Tell how many games of each setting show a change, and how long they take here.

    A pilot of -n games (500) gives the spread; with --against it tells what pairing saves.
    """
    from analysis.metrics import is_share
    from analysis.power import games_needed
    from analysis.sample import Setup
    from cli.progress import shown_progress
    from reports.tuned import POWER_HEADINGS, power_rows
    from sim.experiment import get_game

    both = [
        load_study(
            study,
            overrides(
                sets=words, games=games or PILOT, players=players, policies=policies, seed=seed
            ),
        )
        for words in ([*(sets or ())], [*(sets or ()), *(against or ())])
    ]
    with shown_progress(quiet=quiet or as_json, bar=not no_progress) as progress:
        found = games_needed(
            both[0], margin, against=both[1] if against else None, metric=metric, power=chance,
            setup=Setup(jobs, backend.value, progress),
        )  # fmt: skip
    if as_json:
        print_json({"metric": metric, "margin": margin, "power": chance, "cells": found.to_dicts()})
        return OK
    share = is_share(get_game(both[0].game).columns, metric)
    print_table(POWER_HEADINGS, power_rows(found, share), right=POWER_HEADINGS[2:])
    size = f"{100 * margin:g} points" if share else f"{margin:g}"
    print(
        f"\ngames of each setting that show a change of {size} in {metric} with a chance of"
        f" {100 * chance:g} % (test at 5 %);\nalone: games for an interval of ±{size} around one"
        " value; times are for both settings"
    )
    if not against:
        print("give --against KNOB=VALUE to see what the same luck saves")
    return OK
