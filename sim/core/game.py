"""What Python needs to know of a game besides its verbs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from sim.core.layout import Layout, State


@dataclass(frozen=True)
class Column:
    """One outcome column: its name, kind ("int", "float", "bool", "category"), meaning.

    A category's cell holds the index into `labels`; -1 in an int column means "does not apply".
    """

    name: str
    kind: str
    about: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ruling:
    """A choice where the rulebook is silent, ambiguous or incomplete.

    `knob` names the switch that takes the other reading, "" where there is none. `status` is
    "ruling" for a reading of the text and "assumed" for data that are not public.
    """

    code: str
    question: str
    choice: str
    knob: str = ""
    status: str = "ruling"


def numbered_seat(rules: Any, state: State, seat: int) -> str:
    """Name a seat by its number, for games whose seats have no names."""
    return f"seat {seat}"


@dataclass(frozen=True)
class Game:
    """A game as the runner, the reports and the command line see it.

    `knobs` validates settings, `build` turns them into the rules value of the kernels.
    `weight_rows` reads the policy file: the row of each scored policy, and the rows.
    `narrate(rules, state, rng, action)` plays copies of a position on as `step` would and yields a
    line for each thing that happens.
    """

    name: str
    title: str
    publisher: str
    module: ModuleType
    rules_type: type
    knobs: type[BaseModel]
    build: Callable[[BaseModel], Any]
    layout: Layout
    columns: tuple[Column, ...]
    rulings: tuple[Ruling, ...]
    weight_rows: Callable[[], tuple[dict[str, int], NDArray[np.float64]]]
    check: Callable[[Any, State], Iterator[str]]
    describe_action: Callable[[Any, State, int], str]
    describe_state: Callable[[Any, State], str]
    narrate: Callable[[Any, State, NDArray[np.uint64], int], Iterator[str]]
    folder: Path
    describe_seat: Callable[[Any, State, int], str] = numbered_seat
