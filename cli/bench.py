"""`balance bench`: the speed table."""

from dataclasses import asdict
from typing import Annotated

import typer

from cli.errors import OK
from cli.options import Json, Policies, number_from
from cli.output import print_json, print_table


def bench(
    game: Annotated[str | None, typer.Argument(help="Measure one game only.")] = None,
    policies: Policies = None,
    seconds: Annotated[
        float,
        typer.Option(metavar="S", parser=number_from(0.01), help="CPU seconds for each policy."),
    ] = 3.0,
    warm: Annotated[
        bool,
        typer.Option(
            "--warm", help="Use the compiled code that is there; do not time the compiler."
        ),
    ] = False,
    as_json: Json = False,
) -> int:
    """Measure games, moves and memory of each game and policy, per CPU second of one core.

    The default compiles into an empty cache first, to time that too.
    """
    from benchmarks.speed import POLICIES, measure_apart
    from sim.experiment import get_game, parse_line_up
    from sim.games import GAMES

    line_ups = [parse_line_up(text) for text in policies or POLICIES]
    names = [get_game(game).name] if game else list(GAMES)
    speeds = [
        speed for name in names for speed in measure_apart(name, line_ups, seconds, cold=not warm)
    ]
    if as_json:
        print_json([asdict(speed) for speed in speeds])
        return OK
    numbers = ("games/s", "moves/s", "ns/move", "first call s", "peak MB")
    print_table(
        ("game", "policy", *numbers),
        [
            (
                speed.game,
                speed.policy,
                f"{speed.games_per_second:,.0f}",
                f"{speed.moves_per_second:,.0f}",
                f"{speed.nanoseconds_per_move:,.0f}",
                f"{speed.first_call_seconds:.1f}",
                f"{speed.peak_megabytes:,.0f}",
            )
            for speed in speeds
        ],
        right=numbers,
    )
    cache = "warm cache" if warm else "the first row of a game compiles"
    print(f"\nper CPU second of one core, the fastest of some slices; first call: {cache}")
    return OK
