"""`balance run`: play a study, store it, print its summary."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import INTERRUPTED, OK, say, writable_folder
from cli.options import (
    Backend,
    BackendFlag,
    Games,
    Jobs,
    Json,
    Out,
    Players,
    Policies,
    Seed,
    Sets,
    overrides,
)
from cli.output import percent, print_json, print_table, show

if TYPE_CHECKING:
    from analysis.store import Run
    from sim.experiment import Experiment


def run(
    experiment: Annotated[
        str,
        typer.Argument(metavar="EXPERIMENT", help="A TOML file or the name of a shipped study."),
    ],
    sets: Sets = None,
    games: Games = None,
    players: Players = None,
    policies: Policies = None,
    seed: Seed = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="halfwidth=H", help="Stop a cell at this half-width of its interval."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Name of the run instead of the study's.")
    ] = None,
    jobs: Jobs = 0,
    backend: BackendFlag = Backend.threads,
    out: Out = Path("runs"),
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be played and every knob's origin.")
    ] = False,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Set damaged files aside and play their games again."),
    ] = False,
    report: Annotated[bool, typer.Option("--report", help="Write the report as well.")] = False,
    as_json: Json = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print only where the results are.")
    ] = False,
    no_progress: Annotated[
        bool, typer.Option("--no-progress", help="A line per finished cell instead of a bar.")
    ] = False,
) -> int:
    """Play a study, store its results and print the summary.

    The same command given again goes on with a run that was interrupted.
    """
    from sim.experiment import find_experiment, load_experiment

    flags = overrides(
        sets=sets,
        games=games,
        players=players,
        policies=policies,
        seed=seed,
        until=until,
        name=name,
    )
    study = load_experiment(find_experiment(experiment), flags)
    if dry_run:
        _print_plan(study, jobs, as_json)
        return OK
    writable_folder(out)

    from analysis.run import Interrupted, run_experiment
    from cli.progress import shown_progress

    # Recorded as what plays the study, which needs repair only this time.
    command = shlex.join(["balance", *(word for word in sys.argv[1:] if word != "--repair")])
    try:
        with shown_progress(quiet=quiet, bar=not no_progress) as progress:
            done = run_experiment(
                study,
                out,
                jobs=jobs,
                backend=backend.value,
                progress=progress,
                command=command,
                repair=repair,
            )
    except Interrupted as stop:
        say(
            f"balance run: interrupted with {stop.played:,} of {stop.planned:,} games stored in"
            f" {stop.folder}; this goes on with them:\n{command}"
        )
        return INTERRUPTED
    except KeyboardInterrupt:
        say(f"balance run: interrupted, finished chunks are kept; this goes on:\n{command}")
        return INTERRUPTED
    page = _write_report(done) if report else None
    _print_result(study, done, page, as_json=as_json, quiet=quiet)
    return OK


def _write_report(done: "Run") -> Path:
    from reports.build import build_report

    return build_report(done.folder)


def _print_plan(study: "Experiment", jobs: int, as_json: bool) -> None:
    from analysis.run import estimate

    cost = estimate(study, jobs)
    if as_json:
        cells = [
            {"cell": cell.id, "label": cell.label, "policy": cell.policy, "games": cell.games}
            for cell in study.cells()
        ]
        print_json(
            {
                "name": study.name,
                "seed": study.seed,
                "games": cost.games,
                "seconds": cost.seconds,
                "cells": cells,
                "knobs": [vars(knob) for knob in study.resolved()],
            }
        )
        return
    print_table(
        ("cell", "settings", "policy", "games"),
        [
            (str(c.id), _settings(c.label, c.policy), c.policy, f"{c.games:,}")
            for c in study.cells()
        ],
        right=("cell", "games"),
    )
    print()
    print_table(
        ("knob", "value", "origin", "rule", "source"),
        [(k.knob, show(k.value), k.origin, k.rule, k.source) for k in study.resolved()],
    )
    print(
        f"\n{study.name}, seed {study.seed}: {cost.cells} cells, at most {cost.games:,} games,"
        f" about {_duration(cost.seconds)} here"
    )


def _settings(label: str, policy: str) -> str:
    """Cut the policy off a label: it has a column of its own."""
    return label.removesuffix(policy).removesuffix(", ") or "defaults"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _print_result(
    study: "Experiment", done: "Run", page: Path | None, *, as_json: bool, quiet: bool
) -> None:
    from analysis.summary import summary

    if quiet:
        print(page or done.folder)
        return
    rows: list[dict[str, Any]] = summary(done).to_dicts()
    if as_json:
        print_json(
            {
                "run": str(done.folder),
                "report": str(page) if page else None,
                "name": study.name,
                "seed": study.seed,
                "complete": done.complete,
                "cells": rows,
            }
        )
        return
    print_table(
        ("settings", "policy", "games", "win rate", "95 % interval", "cut off"),
        [_summary_row(row) for row in rows],
        right=("games", "win rate", "95 % interval", "cut off"),
    )
    print(f"\nseed {study.seed}\nresults {done.folder}")
    if page:
        print(f"report  {page}")


def _summary_row(row: dict[str, Any]) -> tuple[str, ...]:
    interval = f"{percent(row['low'])} to {percent(row['high'])}"
    return (
        _settings(row["label"], row["policy"]),
        row["policy"],
        f"{row['games']:,}",
        percent(row["win_rate"]),
        interval,
        f"{row['truncated']:,}",
    )
