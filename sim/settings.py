"""Settings in a user's words: reading values, checking them, and errors that say what is right."""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from sim.core.game import Game
from sim.games import GAMES

Model = TypeVar("Model", bound=BaseModel)
WIN_RATE = "win_rate"
NAMES_SHOWN = 12
VALUE_WIDTH = 60
PLAIN_KINDS: dict[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
}


class ConfigError(ValueError):
    """A setting that cannot be used; the message is for the person who set it, `key` names it."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


def nearest(name: str, known: Iterable[str]) -> str:
    """Write the hint that closes an error about an unknown name."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=3)
    if close:
        return f"did you mean {' or '.join(map(repr, close))}?"
    if len(names) > NAMES_SHOWN:
        return f"known: {', '.join(names[:NAMES_SHOWN])} and {len(names) - NAMES_SHOWN} more"
    return f"known: {', '.join(names)}"


def get_game(name: str) -> Game:
    """Return a game by name.

    Raises ConfigError with the nearest names.
    """
    if name not in GAMES:
        raise ConfigError(f"unknown game {name!r}; {nearest(name, GAMES)}")
    return GAMES[name]


def metrics(game: Game) -> list[str]:
    """List what can be estimated of a game: its win rate and every outcome column of numbers."""
    return [WIN_RATE, *(column.name for column in game.columns if column.kind != "category")]


def check_metric(game: Game, name: str) -> str:
    """Return the name of a metric.

    Raises ConfigError with the nearest names.
    """
    known = metrics(game)
    if name not in known:
        raise ConfigError(f"{game.name} has no metric {name!r}; {nearest(name, known)}", name)
    return name


def parse_set(text: str) -> tuple[str, str]:
    """Split `knob=value`.

    Raises ConfigError when there is no knob or no `=`.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals:
        raise ConfigError(f"--set {text!r}: write knob=value, as in players=2")
    return name, value


def parse_value(text: str) -> Any:
    """Read a value as TOML would; `a, b` is a list too, and a bare word is a string."""
    try:
        table = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        table = {}
    if list(table) == ["value"]:
        return table["value"]
    if "," in text and not set(text) & set("[]{}\"'"):
        return [parse_value(part.strip()) for part in text.split(",")]
    return text


def knob_field(game: Game, name: str) -> FieldInfo:
    """Return the declaration of a knob.

    Raises ConfigError with the nearest names.
    """
    fields = game.knobs.model_fields
    if name not in fields:
        raise ConfigError(f"{game.name} has no knob {name!r}; {nearest(name, fields)}")
    return fields[name]


def takes_list(field: FieldInfo) -> bool:
    """Tell whether a knob's value is itself a list."""
    return isinstance(field.get_default(call_default_factory=True), list)


def read_setting(game: Game, settings: Mapping[str, Any], name: str, text: str) -> tuple[str, Any]:
    """Read one `--set`: the knob and its whole new value; a dotted name changes one item of it.

    Raises ConfigError for an unknown knob or item.
    """
    knob, *path = name.split(".")
    knob_field(game, knob)
    value = parse_value(text)
    if not path:
        return knob, value
    whole = game.knobs().model_dump(mode="json") | dict(settings)
    return knob, _replaced(whole[knob], path, value, name)


def _replaced(whole: Any, path: list[str], value: Any, name: str) -> Any:
    """Copy a nested value with the item at `path` replaced."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(whole, dict):
        if key not in whole:
            raise ConfigError(f"--set {name}: no item {key!r}; {nearest(key, whole)}")
        return {**whole, key: _replaced(whole[key], rest, value, name)}
    if isinstance(whole, list):
        if not key.isdecimal() or int(key) >= len(whole):
            raise ConfigError(f"--set {name}: no item {key!r}; items are 0 to {len(whole) - 1}")
        place = int(key)
        item = _replaced(whole[place], rest, value, name)
        return [*whole[:place], item, *whole[place + 1 :]]
    raise ConfigError(f"--set {name}: {name.split('.')[0]} is a single value and has no items")


def settle(game: Game, texts: Mapping[str, str]) -> BaseModel:
    """Validate the knobs of one game given as texts, `{"players": "2"}`.

    Raises ConfigError.
    """
    settings: dict[str, Any] = {}
    for name, text in texts.items():
        knob, value = read_setting(game, settings, name, text)
        settings[knob] = value
    return validated(game.knobs, settings)


def validated(model: type[Model], settings: Mapping[str, Any]) -> Model:
    """Build `model` from settings.

    Raises ConfigError about the first setting that is wrong; its `key` names the setting.
    """
    try:
        return model(**settings)
    except ValidationError as error:
        # A misspelt name also makes the right one missing: the misspelling is what to tell.
        problem = min(error.errors(), key=lambda found: found["type"] != "extra_forbidden")
        raise _explained(model, problem, settings) from None


def _explained(
    model: type[BaseModel], problem: Mapping[str, Any], settings: Mapping[str, Any]
) -> ConfigError:
    message, fields = str(problem["msg"]), model.model_fields
    if not problem["loc"]:
        # Some rule between settings; one that was left at its default is not the one to blame.
        key = next((name for name in settings if re.search(rf"\b{name}\b", message)), "")
        return ConfigError(message.removeprefix("Value error, "), key)
    key, *path = problem["loc"]
    if not path and problem["type"] == "extra_forbidden":
        return ConfigError(f"unknown setting {key!r}; {nearest(key, fields)}", key)
    if not path and problem["type"] == "missing":
        about = fields[key].description or "it has no default"
        return ConfigError(f"{key!r} is missing: {about}", key)
    place, value = _walk(settings[key], path)
    should = message.replace("Input should be", "it must be") if place else ""
    words = should or f"it must be {allowed(fields[key])}"
    return ConfigError(f"{key}{place} = {_short(value)} cannot be used: {words}", key)


def _walk(value: Any, path: Iterable[Any]) -> tuple[str, Any]:
    """Follow a path into a nested value as far as it goes; return what was followed, and where."""
    place = ""
    for part in path:
        inside = isinstance(value, list) and isinstance(part, int) and part < len(value)
        if not inside and not (isinstance(value, dict) and part in value):
            break
        place, value = f"{place}[{part}]", value[part]
    return place, value


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= VALUE_WIDTH else f"{text[:VALUE_WIDTH]}..."


def allowed(field: FieldInfo) -> str:
    """Say in words which values a setting takes, with its rule where it has one."""
    rule = _extra(field).get("rule")
    return f"{allowed_values(field)} ({rule})" if rule else allowed_values(field)


def allowed_values(field: FieldInfo) -> str:
    """Say in words which values a setting takes."""
    return _kind(field, _extra(field)) + _range(field)


def _extra(field: FieldInfo) -> Mapping[str, Any]:
    return field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}


def _kind(field: FieldInfo, extra: Mapping[str, Any]) -> str:
    options = [field.annotation, *get_args(field.annotation)]
    literals = [option for option in options if get_origin(option) is Literal]
    names = [repr(name) for literal in literals for name in get_args(literal)]
    if names:
        others = "" if get_origin(field.annotation) is Literal else ", or a table of its own values"
        return f"one of {', '.join(names)}{others}"
    if get_origin(field.annotation) is list:
        count = len(field.default) if isinstance(field.default, list) else 0
        span = extra.get("per_item")
        each = f", each {span[0]:g} to {span[1]:g}" if span else ""
        return f"a list of {count} items{each}" if count else f"a list{each}"
    return PLAIN_KINDS.get(field.annotation, "a value")


def _range(field: FieldInfo) -> str:
    low = next((m.ge for m in field.metadata if hasattr(m, "ge")), None)
    high = next((m.le for m in field.metadata if hasattr(m, "le")), None)
    if low is not None and high is not None:
        return f" from {low:g} to {high:g}"
    return f" of at least {low:g}" if low is not None else ""
