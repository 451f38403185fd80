"""`balance games`: what can be played and what can be turned."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import OK
from cli.options import Json
from cli.output import print_json, print_table, show

if TYPE_CHECKING:
    from sim.core.game import Game


def games(
    game: Annotated[str | None, typer.Argument(help="Show one game and its knobs.")] = None,
    as_json: Json = False,
) -> int:
    """List the games; for one: modes, players, policies and every knob."""
    from sim.experiment import get_game
    from sim.games import GAMES

    if game:
        _print_game(get_game(game), as_json)
    elif as_json:
        print_json([_facts(each) for each in GAMES.values()])
    else:
        print_table(
            ("game", "title", "publisher", "players", "modes"),
            [tuple(_facts(each).values()) for each in GAMES.values()],
        )
    return OK


def _facts(game: "Game") -> dict[str, str]:
    ranges = {row["knob"]: row["range"] for row in _knobs(game)}
    return {
        "game": game.name,
        "title": game.title,
        "publisher": game.publisher,
        "players": ranges["players"],
        "modes": ranges["mode"],
    }


def _policies(game: "Game") -> list[str]:
    scored = sorted(game.weight_rows()[0])
    return ["random", *scored, *(f"{name}(temperature=T)" for name in scored)]


def _knobs(game: "Game") -> list[dict[str, Any]]:
    from sim.settings import allowed_values

    rows = []
    for name, field in game.knobs.model_fields.items():
        extra = field.json_schema_extra
        assert isinstance(extra, dict), f"{name} is declared without knob()"
        rows.append(
            {
                "knob": name,
                "default": field.get_default(call_default_factory=True),
                "range": allowed_values(field),
                "rule": extra["rule"],
                "source": extra["source"],
                "what it is": field.description,
            }
        )
    return rows


def _print_game(game: "Game", as_json: bool) -> None:
    from sim.experiment import shipped_studies

    facts: dict[str, Any] = {
        **_facts(game),
        "policies": _policies(game),
        "studies": shipped_studies(game.name),
    }
    knobs = _knobs(game)
    if as_json:
        print_json({**facts, "knobs": knobs})
        return
    print(f"{game.title}, {game.publisher}")
    print(f"modes     {facts['modes']}")
    print(f"players   {facts['players']}")
    print(f"policies  {', '.join(facts['policies'])}")
    print(f"studies   {', '.join(facts['studies'])}\n")
    print_table(list(knobs[0]), [[show(value) for value in row.values()] for row in knobs])
