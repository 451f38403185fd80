"""One decision of one policy: from its row of numbers and the legal ids to an action."""

import numpy as np

from sim.agents.policy import KIND, RANDOM, TEMPERATURE, WEIGHTS
from sim.core import verbs
from sim.core.compile import jit
from sim.core.rng import below, unit

# Scores this close are equal: sums of the same terms in another order differ by less.
TIE = 1e-9


@jit
def top_score(scores, n):
    """Return the highest of the first `n` scores."""
    top = scores[0]
    for i in range(1, n):
        top = max(top, scores[i])
    return top


@jit
def best_index(scores, n, random_ties, think):
    """Return the place of the highest of the first `n` scores.

    Among equals it is the first, or with `random_ties` any; a lone best takes no word of `think`.
    """
    least = top_score(scores, n)
    equals = 1
    if random_ties:
        least -= TIE
        equals = 0
        for i in range(n):
            equals += int(scores[i] >= least)
    skip = below(think, equals)
    for i in range(n):
        if scores[i] >= least:
            if skip == 0:
                return i
            skip -= 1
    return n - 1


@jit
def soft_index(scores, n, temperature, think):
    """Draw a place with odds exp(score / temperature)."""
    top = top_score(scores, n)
    total = 0.0
    for i in range(n):
        scores[i] = np.exp((scores[i] - top) / temperature)
        total += scores[i]
    left = unit(think) * total
    for i in range(n):
        left -= scores[i]
        if left < 0.0:
            return i
    return n - 1


@jit
def choose(rules, state, policy, weights, actions, n, scratch, scores, think):
    """Return the action a policy takes among the first `n` ids of `actions`.

    `policy` is a row of `policy_table`, `weights` all weight rows of the game, `think` the
    seat's own random stream.
    """
    if policy[KIND] == RANDOM:
        return actions[below(think, n)]
    row = weights[np.int64(policy[WEIGHTS])]
    verbs.action_scores(rules, state, actions, n, row, scratch, scores)
    if policy[TEMPERATURE] > 0.0:
        return actions[soft_index(scores, n, policy[TEMPERATURE], think)]
    return actions[best_index(scores, n, rules.random_ties, think)]
