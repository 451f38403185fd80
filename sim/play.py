"""The compiled loop: whole games of one seed, one outcome row each."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.agents.choose import choose
from sim.core import verbs
from sim.core.compile import jit
from sim.core.rng import STREAMS, THINK, reseed, reseed_game


class Room(NamedTuple):
    """What a game is played in: the arrays that the loop uses again for every game."""

    state: NDArray[np.int64]
    rng: NDArray[np.uint64]
    think: NDArray[np.uint64]
    actions: NDArray[np.int64]
    scratch: NDArray[np.float64]
    scores: NDArray[np.float64]


def room_for(rules: Any) -> Room:
    """Allocate the arrays that a game of these rules needs."""
    return Room(
        state=np.zeros(rules.state_cells, np.int64),
        rng=np.zeros((STREAMS, 4), np.uint64),
        think=np.zeros((rules.seats, 4), np.uint64),
        actions=np.zeros(rules.action_limit, np.int64),
        scratch=np.zeros(rules.scratch_cells),
        scores=np.zeros(rules.action_limit),
    )


@jit
def play_on(rules, policies, weights, room):
    """Play a started game to its end."""
    seat = verbs.current_player(rules, room.state)
    while seat >= 0:
        n = verbs.legal_actions(rules, room.state, room.actions)
        action = choose(
            rules, room.state, policies[seat], weights, room.actions, n, room.scratch,
            room.scores, room.think[seat],
        )  # fmt: skip
        verbs.step(rules, room.state, action, room.rng)
        seat = verbs.current_player(rules, room.state)


@jit
def play_rows(rules, policies, weights, seed, first, rows, room):
    """Play one game after the other; see `play_games`."""
    for i in range(rows.shape[0]):
        game = first + i
        reseed_game(room.rng, seed, game)
        for seat in range(rules.seats):
            reseed(room.think[seat], seed, game, THINK + seat)
        verbs.setup(rules, room.state, room.rng)
        play_on(rules, policies, weights, room)
        verbs.outcome(rules, room.state, rows[i])


def play_games(
    rules: Any,
    policies: NDArray[np.float64],
    weights: NDArray[np.float64],
    seed: int,
    first: int,
    rows: NDArray[np.float64],
) -> None:
    """Play games first, first + 1, ... of a seed, one per row of `rows`.

    `policies` is (seats, ROW_CELLS), `weights` (weight rows, weights), `rows` float64
    (games, column_count). A game's luck depends on (seed, game index) alone.
    """
    play_rows(rules, policies, weights, seed, first, rows, room_for(rules))
