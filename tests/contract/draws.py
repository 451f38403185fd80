"""Draw settings of any game from the ranges that its knobs declare."""

import random
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from sim.core.game import Game

CHANGED = 0.25
TRIES = 50


def limits(field: FieldInfo) -> tuple[Any, Any] | None:
    """Return the lowest and highest value of a number, None where a knob has no range."""
    low = next((each.ge for each in field.metadata if hasattr(each, "ge")), None)
    high = next((each.le for each in field.metadata if hasattr(each, "le")), None)
    return None if low is None or high is None else (low, high)


def readings(annotation: Any) -> list[Any]:
    """List the named choices of a knob, those of a union too."""
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return [choice for part in get_args(annotation) for choice in readings(part)]


def draw_number(luck: random.Random, low: float, high: float, like: Any) -> Any:
    """Draw a number, one time in three an end of its range."""
    if luck.random() < 1 / 3:
        return type(like)(luck.choice((low, high)))
    if isinstance(like, float):
        return round(luck.uniform(low, high), 2)
    return luck.randint(int(low), int(high))


def draw_value(luck: random.Random, field: FieldInfo) -> Any:
    """Draw a value of one knob; the default where the knob declares no range."""
    extra = field.json_schema_extra
    span = extra.get("per_item") if isinstance(extra, dict) else None
    choices = readings(field.annotation)
    bounds = limits(field)
    if choices:
        return luck.choice(choices)
    if isinstance(field.default, bool):
        return not field.default
    if bounds:
        return draw_number(luck, *bounds, field.default)
    if isinstance(span, list):
        return [draw_number(luck, *span, item) for item in field.default]
    return field.default


def draw_settings(game: Game, luck: random.Random, settings: dict[str, Any]) -> BaseModel:
    """Draw a quarter of the knobs anew on top of `settings`, until the game accepts them."""
    for _ in range(TRIES):
        drawn = {
            name: draw_value(luck, field)
            for name, field in game.knobs.model_fields.items()
            if luck.random() < CHANGED
        }
        try:
            return game.knobs(**(settings | drawn))
        except ValidationError:
            continue
    raise AssertionError(f"{game.name} refused {TRIES} settings in a row")
