"""When is a cell precise enough? A stopping rule that looks after fixed numbers of games."""

import numpy as np
from numpy.typing import NDArray

from analysis.rates import wilson

LOOK_EVERY = 1000


class StopRule:
    """Stop once the Wilson 95 % interval of the win rate is within `halfwidth` to either side.

    Looks come after each LOOK_EVERY games in the order of the game index, so where a cell stops
    does not depend on how its games were split among workers.
    """

    def __init__(self, halfwidth: float) -> None:
        self.halfwidth = halfwidth
        self.games = 0
        self.wins = 0
        self.stopped = False

    def feed(self, won: NDArray[np.bool_]) -> int:
        """Take in the next games in order and return how many of them count."""
        taken = 0
        while taken < len(won) and not self.stopped:
            step = min(LOOK_EVERY - self.games % LOOK_EVERY, len(won) - taken)
            self.wins += int(won[taken : taken + step].sum())
            self.games += step
            taken += step
            if self.games % LOOK_EVERY == 0:
                self.stopped = self.reached() <= self.halfwidth
        return taken

    def reached(self) -> float:
        """Give the present half-width."""
        low, high = wilson(self.wins, self.games)
        return float(high - low) / 2
