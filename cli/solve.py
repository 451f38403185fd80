"""`balance solve`: the value of a knob that reaches a target."""

from dataclasses import asdict
from typing import Annotated

import typer

from cli.errors import OK, UNDECIDED, UsageError
from cli.options import (
    Backend,
    BackendFlag,
    Games,
    Jobs,
    Json,
    NoProgress,
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


def solve(
    study: StudyOrGame,
    target: Annotated[str, typer.Option(metavar="METRIC=VALUE", help="As win_rate=0.5.")],
    knob: Annotated[str, typer.Option(metavar="KNOB", help="A number that moves it one way.")],
    between: Annotated[
        str | None,
        typer.Option(metavar="LOW,HIGH", help="Search here, not in the whole range."),
    ] = None,
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
    """Find the value of a knob that gives a metric its target, and verify it with other luck.

    Leaves with 4 when the verification's interval does not hold the target.
    """
    from analysis.metrics import is_share
    from analysis.sample import Setup
    from analysis.solve import read_target, solve_knob
    from cli.progress import shown_progress
    from reports.tuned import point_rows, solution_text
    from sim.experiment import get_game

    flags = overrides(sets=sets, games=games, players=players, policies=policies, seed=seed)
    experiment = load_study(study, flags)
    metric, wanted = read_target(experiment.game, target)
    with shown_progress(quiet=quiet or as_json, bar=not no_progress) as progress:
        found = solve_knob(
            experiment, knob, wanted, metric=metric, between=_ends(between),
            setup=Setup(jobs, backend.value, progress),
        )  # fmt: skip
    if as_json:
        print_json({"knob": knob, "metric": metric, "found": found.found, **asdict(found)})
    else:
        share = is_share(get_game(experiment.game).columns, metric)
        headings = (knob, "games", metric, "95 % interval")
        print_table(headings, point_rows(found, share), right=headings)
        print("", *solution_text(found, knob, metric, share), sep="\n")
    return OK if found.found else UNDECIDED


def _ends(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise UsageError(f"--between {text!r}: write two numbers, as 6,14") from None
    return low, high
