"""A small co-operative game for tests of the generic layers: walkers with lanterns in a wood.

Each round every walker walks (one die), burns oil to walk further, or waits. In the dark a walker
may get lost and fall back. All win when together they have come far enough before the rounds end.
"""

import sys
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

import configs
from sim.core import verbs
from sim.core.compile import jit
from sim.core.game import Column, Game, Ruling
from sim.core.knobs import Knobs, knob
from sim.core.layout import Layout, State
from sim.core.rng import DEAL, DICE, below
from sim.games import GAMES

SEATS = 4
WALK, BURN, WAIT = range(3)
ACTION_NAMES = ("walk", "burn oil and walk", "wait")
RESULTS = ("win", "lose_time", "lose_lost", "truncated")
WIN, LOSE_TIME, LOSE_LOST, TRUNCATED = range(4)

CELLS = Layout(
    seat=1, first=1, round=1, oil=1, fear=1, decisions=1, over=1, result=1,
    place=SEATS, kind=SEATS, uses=3,
)  # fmt: skip
SEAT, FIRST, ROUND, OIL, FEAR, DECISIONS, OVER, RESULT, PLACE, KIND, USES = (
    CELLS[name] for name in CELLS.names()
)


class WoodKnobs(Knobs):
    """Settings of the toy game."""

    mode: Literal["coop"] = knob("coop", "mode of play", "W-01")
    players: int = knob(2, "walkers", "W-02", limits=(1, SEATS))
    darkness: int = knob(1, "sixths of the chance to get lost", "W-03", limits=(0, 5))
    oil: int = knob(3, "oil at the start", "W-04", "assumed", limits=(0, 20))
    rounds: int = knob(6, "rounds to play", "W-05", limits=(1, 50))
    goal: float = knob(18.0, "way per walker", "W-06", limits=(1.0, 500.0))
    setbacks: list[int] = knob([1, 2, 3], "way lost by kind", "W-07", per_item=(0, 9))
    brave: bool = knob(True, "fear ends no game", "W-08")
    decision_cap: int = knob(1000, "decisions after which a game counts as stuck", "W-09")

    @model_validator(mode="after")
    def _oil_fits(self) -> Self:
        if self.oil > 6 * self.rounds:
            raise ValueError(f"more oil ({self.oil}) than rounds ({self.rounds}) can burn")
        return self


class WoodRules(NamedTuple):
    """Numbers the toy kernels read."""

    seats: int
    state_cells: int
    action_limit: int
    scratch_cells: int
    column_count: int
    random_ties: bool
    darkness: int
    oil: int
    rounds: int
    goal: float
    setbacks: NDArray[np.int64]
    brave: bool
    decision_cap: int


COLUMNS = (
    Column("result", "category", "how the game ended", RESULTS),
    Column("winners_mask", "int", "winning seats, one bit each"),
    Column("decisions", "int", "decisions"),
    Column("rounds", "int", "rounds begun"),
    Column("first_seat", "int", "who began"),
    *[Column(f"kind_{seat}", "int", f"kind of walker, seat {seat}") for seat in range(SEATS)],
    *[Column(f"uses_{action}", "int", f"uses of {name}") for action, name in
      enumerate(ACTION_NAMES)],
    Column("way_mean", "float", "mean way of the walkers"),
    Column("oil_gone", "bool", "the oil ran out"),
    Column("fear", "int", "times somebody got lost; -1 where it is always light"),
)  # fmt: skip


def build(knobs: WoodKnobs) -> WoodRules:
    """Turn settings into rules."""
    return WoodRules(
        knobs.players, CELLS.size, 3, 1, len(COLUMNS), False, knobs.darkness, knobs.oil,
        knobs.rounds, knobs.goal, np.array(knobs.setbacks), knobs.brave, knobs.decision_cap,
    )  # fmt: skip


@jit
def setup(rules, state, rng):
    """Deal."""
    state[:] = 0
    state[OIL] = rules.oil
    state[FIRST] = below(rng[DEAL], rules.seats)
    state[SEAT] = state[FIRST]
    for seat in range(SEATS):
        state[KIND + seat] = below(rng[DEAL], 3) if seat < rules.seats else -1
    state[ROUND] = 1


@jit
def current_player(rules, state):
    """Say who decides."""
    return -1 if state[OVER] else np.int64(state[SEAT])


@jit
def legal_actions(rules, state, out):
    """List legal ids."""
    if state[OVER]:
        return 0
    n = 0
    for action in range(3):
        if (action != BURN or state[OIL] > 0) and n < len(out):
            out[n] = action
            n += 1
    return n


@jit
def finish(state, result):
    """End the game."""
    state[OVER] = 1
    state[RESULT] = result


@jit
def way(rules, state):
    """Sum the way of all walkers."""
    total = 0
    for seat in range(rules.seats):
        total += state[PLACE + seat]
    return total


@jit
def step(rules, state, action, rng):
    """Walk, burn or wait, then pass the turn."""
    seat = state[SEAT]
    state[USES + action] += 1
    state[DECISIONS] += 1
    if action == BURN:
        state[OIL] -= 1
        state[PLACE + seat] += 3
    if action != WAIT:
        state[PLACE + seat] += below(rng[DICE], 6) + 1
        if action == WALK and below(rng[DICE], 6) < rules.darkness:
            state[PLACE + seat] -= rules.setbacks[state[KIND + seat]]
            state[FEAR] += 1
    state[SEAT] = (seat + 1) % rules.seats
    if way(rules, state) >= rules.goal * rules.seats:
        finish(state, WIN)
    elif not rules.brave and state[FEAR] > rules.seats:
        finish(state, LOSE_LOST)
    elif state[DECISIONS] >= rules.decision_cap:
        finish(state, TRUNCATED)
    elif state[SEAT] == state[FIRST]:
        if state[ROUND] == rules.rounds:
            finish(state, LOSE_TIME)
        else:
            state[ROUND] += 1


@jit
def returns(rules, state, out):
    """Share the win."""
    for seat in range(rules.seats):
        out[seat] = 1.0 if state[OVER] and state[RESULT] == WIN else 0.0


@jit
def outcome(rules, state, row):
    """Write the columns."""
    row[0] = state[RESULT]
    row[1] = (1 << rules.seats) - 1 if state[RESULT] == WIN else 0
    row[2] = state[DECISIONS]
    row[3] = state[ROUND]
    row[4] = state[FIRST]
    for seat in range(SEATS):
        row[5 + seat] = state[KIND + seat]
    for action in range(3):
        row[9 + action] = state[USES + action]
    row[12] = way(rules, state) / rules.seats
    row[13] = 1.0 if state[OIL] == 0 else 0.0
    row[14] = state[FEAR] if rules.darkness > 0 else -1


@jit
def action_scores(rules, state, actions, n, weights, scratch, out):
    """Prefer oil, then walking."""
    for i in range(n):
        out[i] = weights[actions[i]]


@jit
def evaluate(rules, state, seat, weights, scratch):
    """Estimate the win share by the way made."""
    return min(1.0, way(rules, state) / (rules.goal * rules.seats))


@jit
def determinize(rules, state, seat, rng):
    """Nothing is hidden."""


def weight_rows() -> tuple[dict[str, int], NDArray[np.float64]]:
    """Give the weights of greedy and heuristic."""
    return {"greedy": 0, "heuristic": 1}, np.array([[1.0, 0.0, 0.0], [1.0, 2.0, 0.0]])


def check(rules: WoodRules, state: State) -> Iterator[str]:
    """Yield what is impossible."""
    if not 0 <= state[OIL] <= rules.oil:
        yield f"{state[OIL]} oil on the table, {rules.oil} in the box (W-04)"


def describe_action(rules: WoodRules, state: State, action: int) -> str:
    """Name an action."""
    return ACTION_NAMES[action]


def describe_state(rules: WoodRules, state: State) -> str:
    """Describe the wood."""
    return f"round {state[ROUND]}, oil {state[OIL]}"


def narrate(rules: WoodRules, state: State, rng: NDArray[np.uint64], action: int) -> Iterator[str]:
    """Play on and tell what happened."""
    seat, start = state[SEAT], state[PLACE + state[SEAT]]
    step(rules, state, action, rng)
    yield f"seat {seat} comes {state[PLACE + seat] - start} further"


TOY = Game(
    name="toy",
    title="Lanterns in the Wood",
    publisher="nobody",
    module=sys.modules[__name__],
    rules_type=WoodRules,
    knobs=WoodKnobs,
    build=build,
    layout=CELLS,
    columns=COLUMNS,
    rulings=(Ruling("W-r1", "May one wait?", "Yes."),),
    weight_rows=weight_rows,
    check=check,
    describe_action=describe_action,
    describe_state=describe_state,
    narrate=narrate,
    folder=configs.GAMES / "toy",
)

verbs.enrol(WoodRules, TOY.module)
GAMES.setdefault("toy", TOY)


def experiment_text(**changes: Any) -> str:
    """Write a small experiment of the toy game, its parts replaceable by section."""
    sections = {
        "experiment": 'name = "wood"\ngame = "toy"\nseed = 5\ngames = 600',
        "grid": "darkness = [1, 3]\nplayers = [2, 3]",
        "policies": 'table = [["heuristic"], ["random"]]\ngames = { random = 200 }',
    } | changes
    return "\n\n".join(f"[{name}]\n{text}" for name, text in sections.items() if text) + "\n"
