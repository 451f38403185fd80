"""When is a cell precise enough? A stopping rule that looks after fixed numbers of games."""

import math

import numpy as np
from numpy.typing import NDArray

from analysis.rates import t_reach, wilson

# Looks that lie close together keep the coverage of the interval at the end: a rule that stops
# when the interval is narrow enough tends to the promised coverage as looks get dense (Chow &
# Robbins 1965), and falls short of it by up to 2.5 points where one look doubles the games of the
# look before. The first one is late enough for the intervals themselves to hold.
FIRST_LOOK = 1000
LOOK_EVERY = 100


class StopRule:
    """Stop once the 95 % interval of a metric is within `halfwidth` to either side.

    The interval is Wilson's for a `share`, else the t interval of a mean. Looks come after
    FIRST_LOOK games and each LOOK_EVERY more, in the order of the game index, so where a cell
    stops does not depend on how its games were split among workers.
    """

    def __init__(self, halfwidth: float, *, share: bool = True) -> None:
        self.halfwidth = halfwidth
        self.share = share
        self.games = 0
        self.stopped = False
        # Games to which the metric applies, the sum of their values and of the squares.
        self.sums = np.zeros(3)

    def feed(self, values: NDArray[np.float64]) -> int:
        """Take in the values of the next games in order and return how many of them count.

        NaN marks a game to which the metric does not apply.
        """
        taken = 0
        while taken < len(values) and not self.stopped:
            step = min(self._next_look() - self.games, len(values) - taken)
            self._add(values[taken : taken + step])
            taken += step
            if self.games >= FIRST_LOOK and self.games % LOOK_EVERY == 0:
                self.stopped = self.reached() <= self.halfwidth
        return taken

    def _next_look(self) -> int:
        return max(FIRST_LOOK, self.games - self.games % LOOK_EVERY + LOOK_EVERY)

    def _add(self, values: NDArray[np.float64]) -> None:
        self.games += len(values)
        counted = values[~np.isnan(values)]
        terms = np.stack([np.ones_like(counted), counted, counted**2])
        # One term after the other: a sum must not depend on where the games were cut into chunks.
        self.sums = np.add.accumulate(np.column_stack([self.sums, terms]), axis=1)[:, -1]

    def reached(self) -> float:
        """Give the present half-width; infinite before there is one."""
        games, total, squares = self.sums
        if games < 2:
            return math.inf
        if self.share:
            low, high = wilson(total, games)
            return float(high - low) / 2
        variance = max(squares - total**2 / games, 0.0) / (games - 1)
        return float(t_reach(games)) * math.sqrt(variance / games)
