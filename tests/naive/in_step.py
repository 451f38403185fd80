"""Play the compiled game and the slow twin side by side and say where they part."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.core import verbs
from sim.core.game import Game
from sim.core.rng import STREAMS, THINK, reseed, reseed_game

Chooser = Callable[[Any, Any, Any, int], int]


@dataclass(frozen=True)
class Pair:
    """A game and its slow twin, and how to bring both into the same form.

    `twin(knobs, streams)` makes a twin, `cells` gives a state in the names and shapes that the
    twin reports, `decode` says what an id means, `phases` names the values of the cell `phase`.
    """

    game: Game
    twin: Callable[[Any, list[list[int]]], Any]
    cells: Callable[[Any], dict[str, Any]]
    decode: Callable[[int], Any]
    phases: tuple[str, ...]

    def phase(self, state: Any) -> str:
        """Name the phase of a state."""
        return self.phases[int(state[self.game.layout["phase"]])]

    def outcome(self, rules: Any, state: Any) -> dict[str, Any]:
        """Give the outcome row by column name, categories as their labels."""
        row = np.zeros(rules.column_count)
        verbs.outcome(rules, state, row)
        named: dict[str, Any] = {}
        for column, value in zip(self.game.columns, row, strict=True):
            label = column.kind == "category" and value >= 0
            named[column.name] = column.labels[int(value)] if label else float(value)
        return named


def differences(mine: dict[str, Any], twin: dict[str, Any]) -> Iterator[str]:
    """Yield a line for every entry that both report and that differs."""
    for name, value in twin.items():
        if name in mine and not _same(mine[name], value):
            yield f"{name}: kernel {mine[name]}, twin {value}"


def _same(mine: Any, twin: Any) -> bool:
    if mine == twin or isinstance(mine, str) or isinstance(twin, str) or twin is None:
        return bool(mine == twin)
    left, right = np.asarray(mine, float), np.asarray(twin, float)
    return left.shape == right.shape and np.allclose(left, right, equal_nan=True)


class Mismatch(AssertionError):
    """Kernel and twin disagree; the message holds the log and the cells that differ."""


def faults(pair: Pair, rules: Any, state: Any, twin: Any, legal: list[int]) -> list[str]:
    """List what kernel and twin see differently in a position."""
    found = list(differences(pair.cells(state), twin.cells()))
    for name, mine, other in (
        ("legal ids", legal, twin.legal()),
        ("decider", int(verbs.current_player(rules, state)), twin.decider),
        ("phase", pair.phase(state), twin.phase),
    ):
        if mine != other:
            found.append(f"{name}: kernel {mine}, twin {other}")
    if pair.phase(state) == "OVER":
        found += differences(pair.outcome(rules, state), twin.outcome())
    return found


def play_both(pair: Pair, knobs: Any, seed: int, game: int, choose: Chooser) -> int:
    """Play one game on both sides and return its decisions.

    Raises Mismatch at the first decision where legal ids, decider, phase or a cell differ.
    """
    rules = pair.game.build(knobs)
    state = np.zeros(rules.state_cells, np.int64)
    rng = np.zeros((STREAMS, 4), np.uint64)
    reseed_game(rng, seed, game)
    twin = pair.twin(knobs, [[int(word) for word in row] for row in rng])
    verbs.setup(rules, state, rng)
    think = np.zeros(4, np.uint64)
    reseed(think, seed, game, THINK)
    title = f"game {game} of seed {seed}"
    return go_on(pair, rules, state, rng, twin, choose, think, title)


def go_on(
    pair: Pair, rules: Any, state: Any, rng: Any, twin: Any, choose: Chooser, think: Any,
    title: str, until: Callable[[str], bool] = lambda phase: False,
) -> int:
    """Play on from a position that both sides hold, to the end or to a phase; count decisions.

    Raises Mismatch as `play_both` does.
    """
    actions = np.zeros(rules.action_limit, np.int64)
    log: list[str] = []
    while True:
        legal = actions[: int(verbs.legal_actions(rules, state, actions))]
        found = faults(pair, rules, state, twin, legal.tolist())
        if found:
            raise Mismatch("\n".join([title, *log[-12:], *found]))
        phase = pair.phase(state)
        if phase == "OVER" or (log and until(phase)):
            return len(log)
        action = choose(rules, state, legal, think)
        log.append(f"{len(log)} {phase} seat {twin.decider} {pair.decode(action)}")
        verbs.step(rules, state, action, rng)
        twin.step(action)
