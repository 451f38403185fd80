"""The game interface: what every game can do, and what agents may ask of it.

Each verb below is called in the same way from Python and from kernels. `rules` comes first and
picks the game: in Python by its type, in a kernel by numba's `overload`, which asks once per
type of `rules` and gets the game's own Python function. Handing back `py_func`, not a function
that calls the compiled one, is what keeps a generic agent as fast as a hand-copied one.

Every `<Game>Rules` NamedTuple carries these fields besides its own numbers: `seats`,
`state_cells`, `action_limit` (longest list of legal ids), `scratch_cells` (workspace of
`action_scores`), `column_count` (outcome columns), `random_ties` (whether a policy breaks equal
scores at random or takes the lowest id).
"""

import functools
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

from numba.extending import overload

from sim.core.compile import INNER_OPTIONS

_GAMES: dict[type, ModuleType] = {}


def enrol(rules_type: type, module: ModuleType) -> None:
    """Register the module whose functions play games of `rules_type`."""
    _GAMES[rules_type] = module


def _verb(stub: Callable[..., Any]) -> Callable[..., Any]:
    """Route calls of `stub` to the function of the same name in the game of `rules`."""
    name = stub.__name__

    @functools.wraps(stub)
    def in_python(rules, *rest):
        return getattr(_GAMES[type(rules)], name)(rules, *rest)

    def in_kernel(rules, *rest):
        return getattr(_GAMES[rules.instance_class], name).py_func

    in_kernel.__signature__ = inspect.signature(stub)  # type: ignore[attr-defined]
    overload(in_python, jit_options=INNER_OPTIONS)(in_kernel)
    return in_python


@_verb
def setup(rules, state, rng):
    """Deal a fresh game into `state` and run it to its first decision."""


@_verb
def current_player(rules, state):
    """Return the seat that must decide, -1 when the game is over."""


@_verb
def legal_actions(rules, state, out):
    """Write the legal ids, ascending, into `out` and return how many.

    At least one until the game is over, none after. At most `len(out)` are written: a short
    `out` asks for the first few only.
    """


@_verb
def step(rules, state, action, rng):
    """Apply a legal action, run every forced consequence and stop at the next decision."""


@_verb
def returns(rules, state, out):
    """Write one float in [0, 1] per seat: its share of the win."""


@_verb
def outcome(rules, state, row):
    """Write the game's outcome columns into `row`, float64 of length `column_count`."""


@_verb
def action_scores(rules, state, actions, n, weights, scratch, out):
    """Write the heuristic's value of the first `n` ids in `actions` into `out`.

    Higher is better. `scratch` is float64 of length `scratch_cells`, zeroed before its first
    use and then left to the game: it may hold cached plans, never anything that changes a score.
    """


@_verb
def evaluate(rules, state, seat, weights, scratch):
    """Estimate `returns` of a seat in [0, 1] without playing on."""


@_verb
def determinize(rules, state, seat, rng):
    """Redraw what the seat cannot know, consistently with what it knows."""
