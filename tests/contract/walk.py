"""Play a game at random, one position at a time, without the project's own agents."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from pydantic import BaseModel

from sim.core import verbs
from sim.core.game import Game
from sim.core.rng import STREAMS, reseed_game

Array = Any


class Walk:
    """One game that can be looked at between its decisions; `luck` picks the actions."""

    def __init__(self, game: Game, knobs: BaseModel, seed: int, index: int) -> None:
        self.game = game
        self.knobs: Any = knobs
        self.rules: Any = game.build(knobs)
        self.state: Array = game.layout.blank()
        self.rng: Array = np.zeros((STREAMS, 4), np.uint64)
        self.ids: Array = np.zeros(self.rules.action_limit, np.int64)
        self.luck = np.random.default_rng([seed, index])
        self.steps = 0
        reseed_game(self.rng, seed, index)
        verbs.setup(self.rules, self.state, self.rng)

    @property
    def seat(self) -> int:
        """Return the seat that must decide, -1 at the end."""
        return int(verbs.current_player(self.rules, self.state))

    def legal(self) -> Array:
        """Return the legal ids."""
        return self.ids[: verbs.legal_actions(self.rules, self.state, self.ids)]

    def pick(self) -> int:
        """Pick a legal id at random."""
        return int(self.luck.choice(self.legal()))

    def step(self, action: int) -> None:
        """Take an action."""
        verbs.step(self.rules, self.state, action, self.rng)
        self.steps += 1

    def positions(self) -> Iterator[int]:
        """Yield the seat that must decide at each position, and -1 for the last."""
        while self.seat >= 0:
            yield self.seat
            self.step(self.pick())
        yield -1

    def cells(self) -> dict[str, Array]:
        """Return the cells of the state by name."""
        return self.game.layout.view(self.state)

    def returns(self) -> Array:
        """Return the win shares as they stand."""
        out = np.full(self.rules.seats, np.nan)
        verbs.returns(self.rules, self.state, out)
        return out

    def outcome(self) -> dict[str, float]:
        """Return the outcome columns by name."""
        row = np.zeros(self.rules.column_count)
        verbs.outcome(self.rules, self.state, row)
        return dict(zip((column.name for column in self.game.columns), row, strict=True))
