"""Which knobs and rulings does a metric hang on? Each turned alone, under the same luck."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import polars as pl
from pydantic.fields import FieldInfo

from analysis.metrics import WIN_RATE, columns_of
from analysis.paired import compare_pairs
from analysis.sample import Setup, outcomes
from analysis.sweep import read_range
from analysis.variants import changed, limits, only_cell
from sim.core.game import Game
from sim.experiment import Cell, Experiment, get_game
from sim.settings import ConfigError, check_metric, knob_field, parse_value

# What makes it another game rather than another setting of it.
STRUCTURE = ("mode", "players")
STEPS_IN_A_RANGE = 20


@dataclass(frozen=True)
class Turn:
    """One knob with one other value, and the ruling it belongs to, "" where there is none."""

    knob: str
    value: Any
    ruling: str = ""


def read_turn(text: str) -> tuple[str, list[Any]]:
    """Read `KNOB`, or `KNOB=VALUES` as `sweep.read_range` does, as a knob and its values.

    Raises ConfigError.
    """
    if "=" not in text:
        return text.strip(), []
    name, values = read_range(text)
    found = parse_value(values)
    return name, found if isinstance(found, list) else [found]


def turns(study: Experiment, knobs: Sequence[tuple[str, list[Any]]] = ()) -> list[Turn]:
    """List what to turn: the given values of the given knobs, of every single-valued knob if none.

    A knob without values of its own gets its other choices, or a step down and up: a twentieth of
    its range, at least 1 for whole numbers. Raises ConfigError for an unknown knob.
    """
    game = get_game(study.game)
    base = only_cell(study, "sensitivity starts from")
    named = list(knobs) or [(name, []) for name in game.knobs.model_fields if name not in STRUCTURE]
    rulings = {ruling.knob: ruling.code for ruling in game.rulings if ruling.knob}
    found = []
    for name, values in named:
        present = getattr(base.knobs, name, None) if knob_field(game, name) else None
        for value in values or _others(knob_field(game, name), present):
            if value != present and (values or _fits(study, base, name, value)):
                found.append(Turn(name, value, rulings.get(name, "")))
    return found


def left_out(study: Experiment, todo: Sequence[Turn]) -> list[str]:
    """Name the knobs that no turn touches: lists, and those with a single value that fits."""
    touched = {turn.knob for turn in todo}
    return [
        name
        for name in get_game(study.game).knobs.model_fields
        if name not in touched and name not in STRUCTURE
    ]


def _others(field: FieldInfo, present: Any) -> list[Any]:
    options = [field.annotation, *get_args(field.annotation)]
    for option in options:
        if get_origin(option) is Literal:
            return [choice for choice in get_args(option) if choice != present]
    if field.annotation is bool:
        return [not present]
    if field.annotation not in (int, float):
        return []
    low, high = limits(field)
    step = (high - low) / STEPS_IN_A_RANGE if low is not None and high is not None else 1.0
    if field.annotation is int:
        step = max(1, round(step))
    around = [present - step, present + step]
    return [
        value
        for value in around
        if (low is None or value >= low) and (high is None or value <= high)
    ]


def _fits(study: Experiment, base: Cell, name: str, value: Any) -> bool:
    """Tell whether the game takes a value beside the other settings."""
    try:
        changed(study, base, 0, 1, **{name: value})
    except ConfigError:
        return False
    return True


def sensitivity(
    study: Experiment,
    todo: Sequence[Turn],
    metric: str = WIN_RATE,
    setup: Setup | None = None,
) -> pl.DataFrame:
    """Estimate how far each turn moves a metric from the study's one setting.

    All settings play the same games. Returns knob, ruling, rule, from, to, then what
    `compare_pairs` gives with p_holm over all turns; the widest moves first.
    """
    game = get_game(study.game)
    check_metric(game, metric)
    base = only_cell(study, "sensitivity starts from")
    cells = [changed(study, base, 0, base.games)]
    cells += [
        changed(study, base, number, base.games, **{turn.knob: turn.value})
        for number, turn in enumerate(todo, start=1)
    ]
    columns = columns_of(metric)
    games = outcomes(game, cells, study.seed, columns, setup=setup)
    found = compare_pairs(games, [(0, cell.id) for cell in cells[1:]], metric)
    names = pl.DataFrame(
        [_named(game, base, turn) for turn in todo],
        schema=dict.fromkeys(("knob", "ruling", "rule", "from", "to"), pl.String),
    )
    return pl.concat([names, found.drop("a", "b")], how="horizontal").sort(
        pl.col("difference").abs(), descending=True, nulls_last=True, maintain_order=True
    )


def _named(game: Game, base: Cell, turn: Turn) -> dict[str, str]:
    extra = knob_field(game, turn.knob).json_schema_extra
    rule = str(extra.get("rule", "")) if isinstance(extra, dict) else ""
    present = getattr(base.knobs, turn.knob)
    return {
        "knob": turn.knob,
        "ruling": turn.ruling,
        "rule": rule,
        "from": _plain(present),
        "to": _plain(turn.value),
    }


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return str(value).lower() if isinstance(value, bool) else str(value)
