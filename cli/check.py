"""`balance check`: a gate for continuous integration on the balance of a game."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import NOTHING_COMPARED, OK, REGRESSION, UNDECIDED, UsageError, say
from cli.options import (
    Backend,
    BackendFlag,
    Jobs,
    Json,
    NoProgress,
    Out,
    Players,
    Policies,
    Quiet,
    Sets,
    Study,
    number_from,
    overrides,
)
from cli.output import print_json, print_table

if TYPE_CHECKING:
    from analysis.check import Checked
    from analysis.run import Progress
    from sim.experiment import Experiment

CODES = {
    "identical": OK,
    "unmoved": OK,
    "regression": REGRESSION,
    "undecided": UNDECIDED,
    "nothing compared": NOTHING_COMPARED,
}


def check(
    experiment: Study,
    baseline: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Accepted figures; default configs/baselines/NAME.json."),
    ] = None,
    update: Annotated[
        bool, typer.Option("--update", help="Accept the present figures instead.")
    ] = False,
    metrics: Annotated[
        list[str] | None,
        typer.Option("--metric", metavar="METRIC", help="Compare only this metric (repeatable)."),
    ] = None,
    margins: Annotated[
        list[str] | None,
        typer.Option(
            "--margin",
            metavar="METRIC=CHANGE",
            help="The change that does not matter (repeatable); with --update also what to record.",
        ),
    ] = None,
    sets: Sets = None,
    players: Players = None,
    policies: Policies = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            parser=number_from(1),
            help="Games per cell: new ones at most (default: twice those recorded), or to record.",
        ),
    ] = None,
    fingerprint: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=number_from(1), help="With --update: games in each fingerprint."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=number_from(0),
            help="Seed of the new games; by default it follows from the fingerprints.",
        ),
    ] = None,
    jobs: Jobs = 0,
    backend: BackendFlag = Backend.threads,
    out: Out = Path("runs"),
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write JUnit XML to this file.")
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
    no_progress: NoProgress = False,
) -> int:
    """Compare a study's present balance with the accepted figures.

    Leaves with 0 when nothing moved, 1 when a regression is proved, 4 when the games do not
    suffice to tell, 5 when there is nothing to compare with.
    """
    from sim.experiment import find_experiment, load_experiment

    flags = overrides(
        sets=sets, games=games if update else None, players=players, policies=policies,
        seed=seed if update else None,
    )  # fmt: skip
    study = load_experiment(find_experiment(experiment), flags)

    from analysis.baseline import NoBaselineError, find_baseline, read_baseline, read_margins
    from analysis.check import check
    from analysis.sample import Setup
    from cli.progress import shown_progress
    from sim.experiment import get_game

    widths = read_margins(study.game, margins or ())
    with shown_progress(quiet=quiet or as_json, bar=not no_progress) as progress:
        if update:
            return _update(study, baseline, widths, fingerprint, out, jobs, backend, progress)
        if fingerprint is not None:
            raise UsageError("--fingerprint goes with --update")
        try:
            path = baseline or find_baseline(study)
            known = read_baseline(path, get_game(study.game))
        except NoBaselineError as error:
            say(f"balance check: {error}")
            return NOTHING_COMPARED
        found = check(
            study, known, name=str(path), metrics=metrics or (), margins=widths, games=games,
            seed=seed, setup=Setup(jobs, backend.value, progress),
        )  # fmt: skip
    if junit is not None:
        _write(junit, found, study.name)
    _summarize(found, study.name)
    _print(found, study.name, as_json, quiet)
    return CODES[found.verdict]


def _update(
    study: "Experiment",
    path: Path | None,
    margins: dict[str, float],
    fingerprint: int | None,
    out: Path,
    jobs: int,
    backend: Backend,
    progress: "Progress",
) -> int:
    from analysis.baseline import HERE, update
    from analysis.check import advice

    target = path or HERE / f"{study.name}.json"
    accepted = update(
        study, target, margins, fingerprint, out=out, jobs=jobs, backend=backend.value,
        progress=progress,
    )  # fmt: skip
    for note in advice(study, accepted):
        say(f"balance check: {note}")
    print(target)
    return OK


def _write(path: Path, found: "Checked", study: str) -> None:
    from reports.checked import junit

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(junit(found, study), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write --junit {path}: {error.strerror or error}") from None


def _summarize(found: "Checked", study: str) -> None:
    from reports.checked import markdown

    if path := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(markdown(found, study))


def _print(found: "Checked", study: str, as_json: bool, quiet: bool) -> None:
    from reports.checked import HEADINGS, NUMBERS, headline, lines

    if as_json:
        table: dict[str, Any] = {
            "study": study,
            "verdict": found.verdict,
            "headline": headline(found),
            "exit_code": CODES[found.verdict],
            "baseline": found.baseline,
            "stage": found.stage,
            "seed": found.seed,
            "notes": found.notes,
            "checks": found.rows.to_dicts(),
        }
        print_json(table)
        return
    if not quiet and not found.rows.is_empty():
        print_table(HEADINGS, lines(found), right=NUMBERS)
        print()
    for note in found.notes:
        say(f"balance check: {note}")
    print(headline(found))
