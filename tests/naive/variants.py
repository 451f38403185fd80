"""Draw games to compare: settings of Bloc by Bloc all over their ranges, and who plays them."""

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.core import verbs
from sim.core.rng import STREAMS, THINK, below, reseed, reseed_game
from sim.games.bloc_by_bloc.actions import decode
from sim.games.bloc_by_bloc.knobs import BlocKnobs
from sim.games.bloc_by_bloc.rules import BlocRules, build
from sim.games.bloc_by_bloc.state import PHASE
from sim.games.bloc_by_bloc.weights import weight_rows
from tests.naive.in_step import Chooser, play_both

RULINGS = (
    "prisoners_bonus_per_die", "state_public_shops", "patrols_follow_priority",
    "students_solo_strict", "require_connected_city", "meet_without_deck",
    "relocation_lowers_morale", "liberation_known",
)
SWITCHES = ("workers", "students", "neighbors", "prisoners", "mac_enabled", "hall_enabled")
READINGS = {
    "squad_movement": ("sequential",),
    "payment_mode": ("auto",),
    "token_mode": ("manual",),
    "layout": ("beginner", "reference"),
}
SPANS = {
    "morale_start": (0, 4), "countdown_start": (4, 20), "countdown_cap": (4, 30),
    "public_countdown_bonus": (0, 3), "start_squads": (0, 6), "start_vans": (0, 1),
    "squad_supply": (12, 60), "van_supply": (0, 8), "bloc_supply": (6, 14),
    "barricade_supply": (0, 60), "barricade_cap": (3, 5), "barricade_block": (1, 5),
    "setup_barricades": (0, 3), "loot_tokens": (0, 40), "dice_base": (1, 5), "van_hits": (1, 5),
    "liberated_change": (-3, 0), "kick_squads": (1, 4), "rotation_limit": (3, 8),
    "conditions_face_up_start": (1, 4), "mac_keep": (1, 4), "max_transfers": (0, 8),
    "prisoners_bonus": (0, 2),
}
SLOPES = (0.0, 0.5, 1.5, 2.0)
LOOT_KINDS = 15


def draw_settings(luck: random.Random) -> dict[str, Any]:
    """Draw a table of settings: mostly few changes, often an easy liberation, so games run long."""
    settings: dict[str, Any] = {
        "players": luck.choice((1, 2, 2, 3, 3, 4, 4)),
        "heavy_reinforcements": luck.randint(1, 4),
    }
    if luck.random() < 0.7:
        settings |= _easy_liberation(luck)
    if luck.random() < 0.2:
        settings |= _calm_nights(luck)
    standard = BlocKnobs()
    for name in (*RULINGS, *SWITCHES):
        if luck.random() < 0.25:
            settings[name] = not getattr(standard, name)
    for name, readings in READINGS.items():
        if luck.random() < 0.3:
            settings[name] = luck.choice(readings)
    for name, (low, high) in SPANS.items():
        if luck.random() < 0.15:
            settings[name] = luck.randint(low, high)
    if luck.random() < 0.2:
        settings["meeting_cost_slope"] = luck.choice(SLOPES)
    if luck.random() < 0.2:
        settings["loot_copies"] = [luck.randint(0, 8) for _ in range(LOOT_KINDS)]
    return settings


def _easy_liberation(luck: random.Random) -> dict[str, Any]:
    return {
        "difficulty_shift": luck.choice((-2, -2, 0, 1)),
        "liberation_multiplier": luck.choice((1.0, 1.0, 1.3, 2.0)),
        "start_blocs": [luck.randint(1, 6)] * 3,
        "liberation_needs_neighbour": luck.random() < 0.5,
    }


def _calm_nights(luck: random.Random) -> dict[str, Any]:
    """Keep the police down, so that occupations fill the city."""
    return {
        "start_squads": luck.randint(0, 1),
        "start_vans": 0,
        "morale_cards": [0, 0, 0, 1, 1],
        "dice_base": 5,
        "countdown_start": luck.randint(6, 10),
        "difficulty_shift": -2,
    }


def uniform(rules: BlocRules, state: Any, legal: Any, think: Any) -> int:
    """Take any legal id."""
    return int(legal[below(think, len(legal))])


def stubborn(rules: BlocRules, state: Any, legal: Any, think: Any) -> int:
    """Take any legal id, but END (the id 0) only once in a while."""
    if legal[0] == 0 and below(think, 33) > 0:
        legal = legal[1:]
    return int(legal[below(think, len(legal))])


class Keen:
    """Take ids of some kinds, as BUILD, three times out of four when there are any."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds

    def __call__(self, rules: BlocRules, state: Any, legal: Any, think: Any) -> int:
        """Choose one of the legal ids."""
        wanted = [action for action in legal if decode(int(action))[0] in self.kinds]
        if wanted and below(think, 4) > 0:
            return uniform(rules, state, wanted, think)
        return stubborn(rules, state, legal, think)


class Scored:
    """Take the id that a scored policy values most, with now and then a slip."""

    def __init__(self, policy: str, slips: int) -> None:
        rows, weights = weight_rows()
        self.weights = weights[rows[policy]]
        self.slips = slips
        self.scratch = np.zeros(0)
        self.scores = np.zeros(0)

    def __call__(self, rules: BlocRules, state: Any, legal: Any, think: Any) -> int:
        """Choose one of the legal ids."""
        if not len(self.scratch):
            self.scratch = np.zeros(rules.scratch_cells)
            self.scores = np.zeros(rules.action_limit)
        if below(think, self.slips) == 0:
            return uniform(rules, state, legal, think)
        n = len(legal)
        verbs.action_scores(rules, state, legal, n, self.weights, self.scratch, self.scores)
        return int(legal[int(np.argmax(self.scores[:n]))])


def draw_chooser(luck: random.Random) -> Chooser:
    """Draw who plays a game: few of them at ease, since the odd ways to play see more rules."""
    return luck.choice((
        uniform, stubborn, stubborn, Keen("BUILD"), Keen("PLAY", "USE"), Keen("BUILD", "MOVE"),
        Scored("heuristic", 10), Scored("heuristic", 10), Scored("greedy", 10),
    ))


@dataclass
class Witness:
    """Look over a chooser's shoulder: which phases came up, and where the game stands."""

    choose: Chooser
    phases: set[int] = field(default_factory=set)
    state: Any = None

    def __call__(self, rules: BlocRules, state: Any, legal: Any, think: Any) -> int:
        """Note the phase and pass the question on."""
        self.state = state
        self.phases.add(int(state[PHASE]))
        return self.choose(rules, state, legal, think)


@dataclass(frozen=True)
class Variant:
    """One game to compare, fixed by the seed of its list and its number there."""

    seed: int
    number: int

    def draw(self) -> tuple[BlocKnobs, Chooser]:
        """Draw its settings and its players."""
        luck = random.Random(f"{self.seed} {self.number}")
        settings = draw_settings(luck)
        return BlocKnobs(**settings), draw_chooser(luck)

    def compare(self) -> int:
        """Play it on both sides and return its decisions.

        Raises Mismatch as `play_both` does.
        """
        knobs, choose = self.draw()
        return play_both(knobs, self.seed, self.number, choose)

    def play(self) -> tuple[BlocRules, Witness]:
        """Play it in the kernel alone and return what was seen."""
        knobs, choose = self.draw()
        rules, witness = build(knobs), Witness(choose)
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
