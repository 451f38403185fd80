"""Play the compiled game and the slow twin side by side and say where they part."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sim.core import verbs
from sim.core.rng import STREAMS, THINK, reseed, reseed_game
from sim.games.bloc_by_bloc.actions import decode
from sim.games.bloc_by_bloc.columns import COLUMNS
from sim.games.bloc_by_bloc.knobs import BlocKnobs
from sim.games.bloc_by_bloc.rules import BlocRules, build
from sim.games.bloc_by_bloc.sizes import HALF_DECK, OVER, PHASES
from sim.games.bloc_by_bloc.state import CELLS, PHASE, RESULT
from tests.naive.bloc_by_bloc import Game

RESULTS = ("running", "win", "lose_time", "lose_destroyed", "truncated")
SCALARS = ("n_routes", "refused", "transfers", "token_moved", "reaction_top", "reaction_left",
           "conditions_left", "conditions_up", "countdown", "morale", "night", "first_seat",
           "turn_index", "winners")

Chooser = Callable[[BlocRules, Any, Any, int], int]


def twin_knobs(knobs: BlocKnobs) -> dict[str, Any]:
    """Translate settings into the form the twin reads."""
    plain = knobs.model_dump()
    plain["start_blocs"] = plain["start_blocs"][knobs.factions - 2]
    plain["ops_counts"] = dict(enumerate(plain["ops_counts"]))
    plain["ops_morale"] = dict(enumerate(plain["ops_morale"]))
    return plain


def kernel_cells(state: Any) -> dict[str, Any]:
    """Give the state in the names and shapes that the twin reports."""
    view = CELLS.view(state)
    cells = {name: view[name].tolist() for name in CELLS.names()}
    for name in SCALARS:
        cells[name] = cells[name][0]
    low, high = (int(half) for half in view["liberation_left"])
    cells["liberation_left"] = low | high << HALF_DECK
    cells["result"] = RESULTS[int(state[RESULT]) + 1]
    return cells


def kernel_outcome(rules: BlocRules, state: Any) -> dict[str, Any]:
    """Give the outcome row by column name, categories as their labels."""
    row = np.zeros(rules.column_count)
    verbs.outcome(rules, state, row)
    named = {}
    for column, value in zip(COLUMNS, row, strict=True):
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


def play_both(knobs: BlocKnobs, seed: int, game: int, choose: Chooser) -> int:
    """Play one game on both sides and return its decisions.

    Raises Mismatch at the first decision where legal ids, decider, phase or a cell differ.
    """
    rules = build(knobs)
    state = np.zeros(rules.state_cells, np.int64)
    rng = np.zeros((STREAMS, 4), np.uint64)
    reseed_game(rng, seed, game)
    twin = Game(twin_knobs(knobs), [[int(word) for word in row] for row in rng])
    think = np.zeros(4, np.uint64)
    reseed(think, seed, game, THINK)
    actions = np.zeros(rules.action_limit, np.int64)
    verbs.setup(rules, state, rng)
    log: list[str] = []
    while True:
        n = int(verbs.legal_actions(rules, state, actions))
        legal = actions[:n].tolist()
        faults = list(differences(kernel_cells(state), twin.cells()))
        for name, mine, other in (
            ("legal ids", legal, twin.legal()),
            ("decider", int(verbs.current_player(rules, state)), twin.decider),
            ("phase", PHASES[state[PHASE]], twin.phase),
        ):
            if mine != other:
                faults.append(f"{name}: kernel {mine}, twin {other}")
        if state[PHASE] == OVER:
            faults += differences(kernel_outcome(rules, state), twin.outcome())
        if faults:
            raise Mismatch(f"game {game} of seed {seed}\n" + "\n".join([*log[-12:], *faults]))
        if state[PHASE] == OVER:
            return len(log)
        action = choose(rules, state, actions[:n], think)
        log.append(f"{len(log)} {PHASES[state[PHASE]]} seat {twin.decider} {decode(action)}")
        verbs.step(rules, state, action, rng)
        twin.step(action)
