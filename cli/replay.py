"""`balance replay`: one game as a readable log."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import OK
from cli.options import Json, Seed, Sets, number_from
from cli.output import print_json, show

if TYPE_CHECKING:
    from sim.core.game import Game
    from sim.core.table import Decision, Table


def replay(
    game: Annotated[str, typer.Argument(help="Game to play, as `balance games` lists them.")],
    index: Annotated[
        int, typer.Option("--game", metavar="N", parser=number_from(0), help="Index of the game.")
    ] = 0,
    seed: Seed = None,
    sets: Sets = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", parser=number_from(0), help="People at the table.")
    ] = None,
    policy: Annotated[
        str, typer.Option(metavar="POLICY[,POLICY...]", help="One for all seats, or one per seat.")
    ] = "heuristic",
    as_json: Json = False,
) -> int:
    """Play one game of a seed again and print every decision and what came of it.

    A game is the same here as in a run with this seed, these settings and policies.
    """
    from sim.core.table import Table
    from sim.experiment import SEED, get_game, parse_line_up, parse_set, settle
    from sim.replay import play_by_policies

    played = get_game(game)
    texts = dict(parse_set(text) for text in sets or ())
    if players is not None:
        texts["players"] = str(players)
    knobs = settle(played, texts)
    chosen = SEED if seed is None else seed
    table = Table(played, knobs, chosen, index)
    decisions = play_by_policies(table, parse_line_up(policy))
    head = {
        "game": played.name,
        "seed": chosen,
        "index": index,
        "policy": policy,
        "settings": {name: getattr(knobs, name.split(".")[0]) for name in texts},
    }
    if as_json:
        steps = [vars(decision) for decision in decisions]
        print_json({**head, "decisions": steps, "outcome": table.outcome()})
        return OK
    _print_head(played, head)
    print(table.text())
    last = None
    for last in decisions:
        _print_decision(last)
    # The log says last how the game ended; said again where the eye lands.
    _print_end(table, last.lines[-1] if last and last.lines else "")
    return OK


def _print_head(game: "Game", head: dict[str, Any]) -> None:
    settings = [f"{name} = {show(value)}" for name, value in head["settings"].items()]
    print(f"{game.title}: seed {head['seed']}, game {head['index']}, {head['policy']}")
    print(f"settings: {', '.join(settings) or 'all defaults'}\n")


def _print_decision(decision: "Decision") -> None:
    print(f"{decision.number:5}  {decision.who}: {decision.text}")
    for line in decision.lines:
        print(f"       {line}")


def _print_end(table: "Table", ending: str) -> None:
    print(f"\n{table.text()}\n\n{ending}")
