"""The compiled loop: whole games of one seed, one outcome row each."""

import numpy as np

from sim.agents.choose import choose
from sim.core import verbs
from sim.core.compile import jit
from sim.core.rng import STREAMS, THINK, reseed, reseed_game


@jit
def play_on(rules, state, policies, weights, rng, think, actions, scratch, scores):
    """Play a started game to its end."""
    seat = verbs.current_player(rules, state)
    while seat >= 0:
        n = verbs.legal_actions(rules, state, actions)
        action = choose(
            rules, state, policies[seat], weights, actions, n, scratch, scores, think[seat]
        )
        verbs.step(rules, state, action, rng)
        seat = verbs.current_player(rules, state)


@jit
def play_games(rules, policies, weights, seed, first, rows):
    """Play games first, first + 1, ... of a seed, one per row of `rows`.

    `policies` is (seats, ROW_CELLS), `weights` (weight rows, weights), `rows` float64
    (games, column_count). A game's luck depends on (seed, game index) alone.
    """
    state = np.zeros(rules.state_cells, np.int64)
    rng = np.zeros((STREAMS, 4), np.uint64)
    think = np.zeros((rules.seats, 4), np.uint64)
    actions = np.zeros(rules.action_limit, np.int64)
    scores = np.zeros(rules.action_limit, np.float64)
    scratch = np.zeros(rules.scratch_cells, np.float64)
    for i in range(rows.shape[0]):
        game = first + i
        reseed_game(rng, seed, game)
        for seat in range(rules.seats):
            reseed(think[seat], seed, game, THINK + seat)
        verbs.setup(rules, state, rng)
        play_on(rules, state, policies, weights, rng, think, actions, scratch, scores)
        verbs.outcome(rules, state, rows[i])
