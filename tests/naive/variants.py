"""Games to compare: settings all over their ranges, and ways to play them."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.core import verbs
from sim.core.rng import STREAMS, THINK, below, reseed, reseed_game
from tests.naive.in_step import Chooser, Pair, play_both


def changed(
    luck: random.Random,
    standard: Any,
    switches: Iterable[str],
    readings: Mapping[str, Sequence[Any]],
    spans: Mapping[str, tuple[int, int]],
    span_odds: float,
) -> dict[str, Any]:
    """Draw a few knobs away from their defaults: switches, choices by name, ranges of numbers."""
    settings: dict[str, Any] = {}
    for name in switches:
        if luck.random() < 0.25:
            settings[name] = not getattr(standard, name)
    for name, choices in readings.items():
        if luck.random() < 0.3:
            settings[name] = luck.choice(choices)
    for name, (low, high) in spans.items():
        if luck.random() < span_odds:
            settings[name] = luck.randint(low, high)
    return settings


def uniform(rules: Any, state: Any, legal: Any, think: Any) -> int:
    """Take any legal id."""
    return int(legal[below(think, len(legal))])


def stubborn(rules: Any, state: Any, legal: Any, think: Any) -> int:
    """Take any legal id, but END (the id 0) only once in a while."""
    if legal[0] == 0 and len(legal) > 1 and below(think, 33) > 0:
        legal = legal[1:]
    return int(legal[below(think, len(legal))])


class Keen:
    """Take ids of some kinds, as BUILD, three times out of four when there are any."""

    def __init__(self, pair: Pair, *kinds: str) -> None:
        self.pair = pair
        self.kinds = kinds

    def __call__(self, rules: Any, state: Any, legal: Any, think: Any) -> int:
        """Choose one of the legal ids."""
        wanted = [action for action in legal if self.pair.decode(int(action))[0] in self.kinds]
        if wanted and below(think, 4) > 0:
            return uniform(rules, state, wanted, think)
        return stubborn(rules, state, legal, think)


class Scored:
    """Take the id that a scored policy values most, with now and then a slip."""

    def __init__(self, pair: Pair, policy: str, slips: int) -> None:
        rows, weights = pair.game.weight_rows()
        self.weights = weights[rows[policy]]
        self.slips = slips
        self.scratch = np.zeros(0)
        self.scores = np.zeros(0)

    def __call__(self, rules: Any, state: Any, legal: Any, think: Any) -> int:
        """Choose one of the legal ids."""
        if not len(self.scratch):
            self.scratch = np.zeros(rules.scratch_cells)
            self.scores = np.zeros(rules.action_limit)
        if below(think, self.slips) == 0:
            return uniform(rules, state, legal, think)
        n = len(legal)
        verbs.action_scores(rules, state, legal, n, self.weights, self.scratch, self.scores)
        return int(legal[int(np.argmax(self.scores[:n]))])


@dataclass
class Witness:
    """Look over a chooser's shoulder: what came up and was chosen, and where the game stands."""

    pair: Pair
    choose: Chooser
    phases: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    state: Any = None

    def __call__(self, rules: Any, state: Any, legal: Any, think: Any) -> int:
        """Note the phase, pass the question on, and note the answer."""
        self.state = state
        self.phases.add(self.pair.phase(state))
        action = self.choose(rules, state, legal, think)
        self.kinds.add(self.pair.decode(action)[0])
        return action


@dataclass(frozen=True)
class Variety:
    """The variants of one game: both its sides, how to draw settings and who plays."""

    pair: Pair
    settings: Callable[[random.Random], dict[str, Any]]
    chooser: Callable[[random.Random], Chooser]


@dataclass(frozen=True)
class Variant:
    """One game to compare, fixed by the seed of its list and its number there."""

    variety: Variety
    seed: int
    number: int

    def draw(self) -> tuple[Any, Chooser]:
        """Draw its settings and its players."""
        luck = random.Random(f"{self.seed} {self.number}")
        settings = self.variety.settings(luck)
        return self.variety.pair.game.knobs(**settings), self.variety.chooser(luck)

    def compare(self) -> int:
        """Play it on both sides and return its decisions.

        Raises Mismatch as `play_both` does.
        """
        knobs, choose = self.draw()
        return play_both(self.variety.pair, knobs, self.seed, self.number, choose)

    def play(self) -> tuple[Any, Witness]:
        """Play it in the kernel alone and return what was seen."""
        knobs, choose = self.draw()
        pair = self.variety.pair
        rules, witness = pair.game.build(knobs), Witness(pair, choose)
        state = np.zeros(rules.state_cells, np.int64)
        rng = np.zeros((STREAMS, 4), np.uint64)
        think = np.zeros(4, np.uint64)
        actions = np.zeros(rules.action_limit, np.int64)
        reseed_game(rng, self.seed, self.number)
        reseed(think, self.seed, self.number, THINK)
        verbs.setup(rules, state, rng)
        while verbs.current_player(rules, state) >= 0:
            n = int(verbs.legal_actions(rules, state, actions))
            verbs.step(rules, state, witness(rules, state, actions[:n], think), rng)
        return rules, witness
