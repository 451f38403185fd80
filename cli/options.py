"""Flags that several commands share, and what they say about an experiment."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from cli.errors import UsageError

if TYPE_CHECKING:
    from sim.experiment import Experiment, Overrides


Number = TypeVar("Number", int, float)


class Backend(StrEnum):
    """Where games are played in parallel."""

    threads = "threads"
    loky = "loky"


def number_from(low: Number) -> Callable[[str], Number]:
    """Make a reader of numbers of the type of `low`, from `low` up; its error names the value."""
    kind = "a whole number" if isinstance(low, int) else "a number"

    def read(text: str) -> Number:
        try:
            number = type(low)(text)
        except ValueError:
            number = None
        if number is None or not number >= low:
            raise typer.BadParameter(f"{text!r}; give {kind} of at least {low:g}")
        return number

    return read


def read_players(text: str) -> tuple[int, ...]:
    """Read `2` or `1,2,4`; the game says which numbers it takes.

    Raises UsageError.
    """
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"--players {text!r}: give one number or several, as 2 or 1,2,4") from None


Study = Annotated[
    str, typer.Argument(metavar="EXPERIMENT", help="A TOML file or the name of a shipped study.")
]
StudyOrGame = Annotated[
    str, typer.Argument(metavar="STUDY", help="A TOML file, a shipped study or a game.")
]
Metric = Annotated[
    str, typer.Option("--metric", metavar="METRIC", help="`win_rate` or an outcome column.")
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="KNOB=VALUE",
        help="What the other setting changes on top of --set (repeatable).",
    ),
]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KNOB=VALUE", help="Change a knob (repeatable)."),
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games", "-n", metavar="N", parser=number_from(1), help="Games per cell, the upper bound."
    ),
]
Players = Annotated[
    str | None,
    typer.Option(metavar="N[,N...]", help="People at the table, one or several."),
]
Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="POLICY[,POLICY...]",
        help="One policy for all seats, or one per seat; repeat to play several line-ups.",
    ),
]
Seed = Annotated[
    int | None, typer.Option(metavar="N", parser=number_from(0), help="Seed of all luck.")
]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", metavar="N", parser=number_from(0), help="Parallel workers; 0: every core."
    ),
]
BackendFlag = Annotated[Backend, typer.Option(help="Threads or worker processes.")]
Out = Annotated[Path, typer.Option("--out", "-o", help="Folder that holds the runs.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the result.")]
NoProgress = Annotated[
    bool, typer.Option("--no-progress", help="Lines instead of a bar while games are played.")
]


def load_study(text: str, flags: "Overrides") -> "Experiment":
    """Load a study given as a file, by its shipped name, or as a game with its defaults.

    Raises ConfigError with the nearest names.
    """
    import configs
    from sim.experiment import ConfigError, find_experiment, load_experiment, make_experiment
    from sim.games import GAMES
    from sim.settings import nearest

    if text in GAMES:
        return make_experiment(text, flags)
    try:
        path = find_experiment(text)
    except ConfigError:
        known = [*(file.stem for file in sorted(configs.EXPERIMENTS.glob("*.toml"))), *GAMES]
        raise ConfigError(
            f"{text!r} is no file, no shipped study and no game; {nearest(Path(text).stem, known)}"
        ) from None
    return load_experiment(path, flags)


def overrides(
    *,
    sets: list[str] | None = None,
    games: int | None = None,
    players: str | None = None,
    policies: list[str] | None = None,
    seed: int | None = None,
    until: str | None = None,
    name: str | None = None,
) -> "Overrides":
    """Gather what the flags change.

    Raises ConfigError, PolicyError or UsageError for a value that cannot be read.
    """
    from sim.experiment import Overrides, parse_line_up, parse_set

    return Overrides(
        sets=tuple(parse_set(text) for text in sets or ()),
        games=games,
        players=read_players(players) if players is not None else (),
        policies=tuple(parse_line_up(text) for text in policies or ()),
        seed=seed,
        until=until,
        name=name,
    )
