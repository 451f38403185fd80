"""A policy at one table, asked directly."""

import numpy as np

from sim.core import verbs
from sim.core.game import Game


class Thinker:
    """Scores of the legal ids by a policy of a game, with a workspace of its own."""

    def __init__(self, game: Game, rules, policy="heuristic"):
        places, rows = game.weight_rows()
        self.rules = rules
        self.row = rows[places[policy]]
        self.scratch = np.zeros(rules.scratch_cells)
        self.ids = np.zeros(rules.action_limit, np.int64)

    def scores(self, state):
        """Give the scores by id."""
        out = np.zeros(self.rules.action_limit)
        n = verbs.legal_actions(self.rules, state, self.ids)
        verbs.action_scores(self.rules, state, self.ids, n, self.row, self.scratch, out)
        return dict(zip(self.ids[:n].tolist(), out[:n].tolist(), strict=True))

    def choose(self, state):
        """Give the id with the highest score, the lowest of equals."""
        scores = self.scores(state)
        return max(scores, key=scores.__getitem__)

    def estimate(self, state, seat):
        """Estimate a seat's share of the win."""
        return verbs.evaluate(self.rules, state, seat, self.row, self.scratch)
