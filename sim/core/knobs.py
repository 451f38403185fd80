"""Settings of a game: validated, with the rule and the source of every default."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Knobs(BaseModel):
    """Base of every game's settings: unknown names and wrong types are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def knob(
    default: Any,
    about: str,
    rule: str,
    source: str = "rulebook",
    limits: tuple[float, float] | None = None,
    per_item: tuple[float, float] | None = None,
) -> Any:
    """Declare one knob: default, meaning, rule id, source of the default, allowed range.

    `limits` bounds a number; `per_item` bounds each item of a list (checked by the game).
    """
    extra: dict[str, Any] = {"rule": rule, "source": source}
    bounds: dict[str, Any] = {}
    if limits:
        bounds = {"ge": limits[0], "le": limits[1]}
    if per_item:
        extra["per_item"] = list(per_item)
    return Field(default=default, description=about, json_schema_extra=extra, **bounds)
