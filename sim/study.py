"""A study: a game, a grid of its knobs and a list of line-ups, resolved into cells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from sim.settings import get_game, validated

LineUp = tuple[str, ...]


@dataclass(frozen=True)
class Until:
    """Stop a cell once the 95 % interval of `metric` is at most `halfwidth` to either side."""

    metric: str
    halfwidth: float


@dataclass(frozen=True)
class Target:
    """What the designer wants: `metric` between `low` and `high` in the cells that match `at`."""

    metric: str
    at: Mapping[str, Any]
    low: float
    high: float
    policy: str


@dataclass(frozen=True)
class Overrides:
    """What the flags of a command change in an experiment; None and () mean not given."""

    sets: tuple[tuple[str, str], ...] = ()
    games: int | None = None
    players: tuple[int, ...] = ()
    policies: tuple[LineUp, ...] = ()
    seed: int | None = None
    until: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class Cell:
    """One point of the grid under one line-up of policies.

    `settings` holds the grid's knobs, `knobs` all knobs, validated.
    """

    id: int
    settings: Mapping[str, Any]
    policies: LineUp
    knobs: BaseModel
    label: str
    games: int

    @property
    def policy(self) -> str:
        """Write the line-up as one text."""
        return ",".join(self.policies)


@dataclass(frozen=True)
class Resolved:
    """One knob as it will be played, and where its value comes from.

    `origin` is "default", "experiment" or "flag"; `source` backs a default and is "" otherwise.
    """

    knob: str
    value: Any
    origin: str
    rule: str
    source: str
    about: str


@dataclass(frozen=True)
class Experiment:
    """A validated study: `cells()` lists what is played."""

    name: str
    title: str
    question: str
    game: str
    seed: int
    games: int
    until: Until | None
    grid: Mapping[str, Sequence[Any]]
    policies: tuple[LineUp, ...]
    policy_games: Mapping[str, int]
    targets: tuple[Target, ...]
    fixed: Mapping[str, Any]
    flagged: frozenset[str]
    source: Path | None

    def cells(self) -> list[Cell]:
        """List the cells: policies outermost, then the grid in its own order."""
        return list(self._cells)

    @cached_property
    def _cells(self) -> tuple[Cell, ...]:
        return tuple(self._make_cells())

    def _make_cells(self) -> Iterator[Cell]:
        game = get_game(self.game)
        points = [dict(zip(self.grid, p, strict=True)) for p in product(*self.grid.values())]
        models = [validated(game.knobs, {**self.fixed, **point}) for point in points]
        varied = [name for name, values in self.grid.items() if len(values) > 1]
        pairs = product(self.policies, zip(points, models, strict=True))
        for number, (line_up, (point, knobs)) in enumerate(pairs):
            policy = ",".join(line_up)
            words = [f"{name} {_plain(point[name])}" for name in varied]
            if len(self.policies) > 1 or not words:
                words.append(policy)
            games = self.policy_games.get(policy, self.games)
            yield Cell(number, point, line_up, knobs, ", ".join(words), games)

    def total_games(self) -> int:
        """Count the games of all cells, were none to stop early."""
        return sum(cell.games for cell in self._cells)

    def resolved(self) -> list[Resolved]:
        """List every knob of the game with its value, or its values on the grid, and its origin."""
        game = get_game(self.game)
        defaults = game.knobs().model_dump(mode="json")
        rows = []
        for name, field in game.knobs.model_fields.items():
            extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
            value, origin = defaults[name], "default"
            if name in self.grid or name in self.fixed:
                value = list(self.grid[name]) if name in self.grid else self.fixed[name]
                origin = "flag" if name in self.flagged else "experiment"
            source = str(extra.get("source", "")) if origin == "default" else ""
            rule, about = str(extra.get("rule", "")), field.description or ""
            rows.append(Resolved(name, value, origin, rule, source, about))
        return rows

    def identity(self) -> dict[str, Any]:
        """Give, ready for JSON, everything of the study that decides its numbers."""
        return {
            "game": self.game,
            "seed": self.seed,
            "until": None if self.until is None else vars(self.until),
            "cells": [
                {
                    "policies": list(cell.policies),
                    "games": cell.games,
                    "knobs": cell.knobs.model_dump(mode="json"),
                }
                for cell in self._cells
            ],
        }

    def config(self) -> dict[str, Any]:
        """Give, ready for JSON, the study as its author wrote it, flags included."""
        return {
            "name": self.name,
            "title": self.title,
            "question": self.question,
            "game": self.game,
            "seed": self.seed,
            "games": self.games,
            "until": None if self.until is None else vars(self.until),
            "grid": {name: list(values) for name, values in self.grid.items()},
            "knobs": dict(self.fixed),
            "policies": [list(line_up) for line_up in self.policies],
            "policy_games": dict(self.policy_games),
            "targets": [vars(target) for target in self.targets],
            "flags": sorted(self.flagged),
            "source": None if self.source is None else str(self.source),
        }


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
