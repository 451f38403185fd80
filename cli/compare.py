"""`balance compare`: two runs, or two settings of a study, game by game."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.errors import NOTHING_COMPARED, OK, UsageError, say, writable_folder
from cli.options import (
    Against,
    Backend,
    BackendFlag,
    Games,
    Jobs,
    Json,
    Metric,
    NoProgress,
    Out,
    Players,
    Policies,
    Quiet,
    Seed,
    Sets,
    load_study,
    overrides,
)
from cli.output import print_json, print_table

if TYPE_CHECKING:
    from analysis.compare import Comparison
    from analysis.store import Run
    from sim.experiment import Experiment


def compare(
    a: Annotated[
        str, typer.Argument(metavar="A", help="Folder of a run, or a study or game with --against.")
    ],
    b: Annotated[str | None, typer.Argument(metavar="[B]", help="Folder of another run.")] = None,
    against: Against = None,
    sets: Sets = None,
    metric: Metric = "win_rate",
    games: Games = None,
    players: Players = None,
    policies: Policies = None,
    seed: Seed = None,
    jobs: Jobs = 0,
    backend: BackendFlag = Backend.threads,
    out: Out = Path("runs"),
    as_json: Json = False,
    quiet: Quiet = False,
    no_progress: NoProgress = False,
) -> int:
    """Compare two runs, or two settings of a study, under the same luck.

    `balance compare RUN RUN`, or `balance compare STUDY --set x=1 --against x=2`. Leaves with 5
    when the two have no cell in common.
    """
    from analysis.compare import compare_runs
    from analysis.store import open_run

    if (b is None) == (against is None):
        raise UsageError("give two runs, or one study and what --against changes in it")
    if b is not None:
        if any((sets, games, players, policies, seed)):
            raise UsageError("two stored runs are compared as they are: leave out other flags")
        runs = [open_run(Path(folder)) for folder in (a, b)]
    else:
        both = [
            load_study(
                a, overrides(sets=words, games=games, players=players, policies=policies, seed=seed)
            )
            for words in ([*(sets or ())], [*(sets or ()), *(against or ())])
        ]
        runs = _played(both, metric, out, jobs, backend, quiet or as_json, not no_progress)
    found = compare_runs(runs[0], runs[1], metric)
    _print(found, runs, as_json)
    return OK if len(found.rows) else NOTHING_COMPARED


def _played(
    studies: list["Experiment"],
    metric: str,
    out: Path,
    jobs: int,
    backend: Backend,
    quiet: bool,
    bar: bool,
) -> list["Run"]:
    from analysis.run import run_experiment
    from cli.progress import shown_progress
    from sim.experiment import get_game
    from sim.settings import check_metric

    check_metric(get_game(studies[0].game), metric)
    writable_folder(out)
    command = shlex.join(["balance", *sys.argv[1:]])
    with shown_progress(quiet=quiet, bar=bar) as progress:
        return [
            run_experiment(
                study, out, jobs=jobs, backend=backend.value, progress=progress, command=command
            )
            for study in studies
        ]


def _print(found: "Comparison", runs: list["Run"], as_json: bool) -> None:
    from reports.compared import HEADINGS, NUMBERS, lines, saving

    folders = [str(run.folder) for run in runs]
    if as_json:
        print_json(
            {
                "a": folders[0],
                "b": folders[1],
                "metric": found.metric,
                "paired": found.paired,
                "cells": found.rows.to_dicts(),
            }
        )
        return
    if found.rows.is_empty():
        say("balance compare: nothing compared: A and B have no cell in common")
        return
    print_table(HEADINGS, lines(found), right=NUMBERS)
    print(f"\n{found.metric} of A {folders[0]}\n{' ' * len(found.metric)} and B {folders[1]}")
    print(saving(found))
