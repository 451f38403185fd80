"""`balance sweep`: one knob or several over their ranges."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.errors import OK, UsageError, writable_folder
from cli.options import (
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
    StudyOrGame,
    load_study,
    overrides,
)
from cli.output import print_json, print_table

if TYPE_CHECKING:
    from analysis.store import Run


def sweep(
    study: StudyOrGame,
    knobs: Annotated[
        list[str] | None,
        typer.Option(
            "--knob", metavar="KNOB=RANGE", help="1,2,4 or 8..12 or 0.5..1.5..0.25 (repeatable)."
        ),
    ] = None,
    metric: Metric = "win_rate",
    sets: Sets = None,
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
    """Play every value of some knobs, store the run, and show what each step changes."""
    if not knobs:
        raise UsageError("name what to sweep with --knob, as --knob countdown_start=8..12")

    from analysis.run import run_experiment
    from analysis.sweep import levels, read_range, steps
    from cli.progress import shown_progress
    from sim.experiment import get_game
    from sim.settings import check_metric

    ranges = [read_range(text) for text in knobs]
    flags = overrides(
        sets=[*(sets or ()), *(f"{name}={values}" for name, values in ranges)],
        games=games, players=players, policies=policies, seed=seed,
    )  # fmt: skip
    experiment = load_study(study, flags)
    check_metric(get_game(experiment.game), metric)
    writable_folder(out)
    with shown_progress(quiet=quiet or as_json, bar=not no_progress) as progress:
        run = run_experiment(
            experiment, out, jobs=jobs, backend=backend.value, progress=progress,
            command=shlex.join(["balance", *sys.argv[1:]]),
        )  # fmt: skip
    swept = [name for name, _ in ranges if name in run.grid]
    if as_json:
        table = {"run": str(run.folder), "metric": metric}
        found = steps(run, swept, metric).to_dicts()
        print_json({**table, "cells": levels(run, metric).to_dicts(), "steps": found})
    else:
        _print(run, swept, metric)
    return OK


def _print(run: "Run", swept: list[str], metric: str) -> None:
    from analysis.metrics import is_share
    from analysis.sweep import levels, steps
    from reports.tuned import LEVEL_NUMBERS, STEP_HEADINGS, STEP_NUMBERS, level_rows, step_rows

    share = is_share(run.columns, metric)
    print_table(
        ("settings", "policy", "games", metric, "95 % interval"),
        level_rows(levels(run, metric), share),
        right=(*LEVEL_NUMBERS, metric),
    )
    changes = steps(run, swept, metric)
    if len(changes):
        print()
        print_table(STEP_HEADINGS, step_rows(changes, share), right=STEP_NUMBERS)
    print(f"\nsame luck game by game; results {run.folder}")
