"""`balance sensitivity`: which knobs and rulings move a metric, ranked."""

from typing import Annotated

import typer

from cli.errors import OK, UsageError
from cli.options import (
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
    overrides,
)
from cli.output import print_json, print_table


def sensitivity(
    study: StudyOrGame,
    knobs: Annotated[
        list[str] | None,
        typer.Option(
            "--knob",
            metavar="KNOB[=VALUES]",
            help="Turn only this knob, by a step or to these values (repeatable).",
        ),
    ] = None,
    rulings: Annotated[
        bool, typer.Option("--rulings", help="Turn only the knobs of rulings and assumed data.")
    ] = False,
    metric: Metric = "win_rate",
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
    """Turn each knob and ruling alone, under the same luck, and rank them by what they move."""
    from analysis.metrics import is_share
    from analysis.sample import Setup
    from analysis.sensitivity import left_out, read_turn, sensitivity, turns
    from cli.progress import shown_progress
    from reports.tuned import CHANGE, TURN_HEADINGS, turn_rows
    from sim.experiment import get_game
    from sim.settings import check_metric

    flags = overrides(sets=sets, games=games, players=players, policies=policies, seed=seed)
    experiment = load_study(study, flags)
    columns = get_game(experiment.game).columns
    check_metric(get_game(experiment.game), metric)
    todo = turns(experiment, [read_turn(text) for text in knobs or ()])
    rest = [] if knobs or rulings else left_out(experiment, todo)
    if rulings:
        todo = [turn for turn in todo if turn.ruling]
    if not todo:
        raise UsageError("nothing to turn: give values with --knob KNOB=VALUES")
    with shown_progress(quiet=quiet or as_json, bar=not no_progress) as progress:
        found = sensitivity(experiment, todo, metric, Setup(jobs, backend.value, progress))
    if as_json:
        print_json(
            {
                "study": experiment.name,
                "metric": metric,
                "turns": found.to_dicts(),
                "left_out": rest,
            }
        )
        return OK
    rows = turn_rows(found, is_share(columns, metric))
    print_table(TURN_HEADINGS, rows, right=("from", "to", *CHANGE))
    print(f"\n{metric}, seed {experiment.seed}; Holm's correction over {len(found)} turns")
    if rest:
        print(f"Left out, as they have no single step: {', '.join(rest)}; try --knob KNOB=VALUES")
    return OK
