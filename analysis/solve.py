"""Which value of a knob gives a metric the wanted value? With an interval, and a second opinion."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.metrics import WIN_RATE, columns_of, estimates
from analysis.sample import Setup, outcomes
from analysis.variants import changed, limits, only_cell
from sim.experiment import Experiment, get_game
from sim.settings import ConfigError, check_metric, knob_field

# Parts of the range within which the ends of the interval are found.
RESOLUTION = 64
MOST_POINTS = 40


@dataclass(frozen=True)
class Point:
    """A metric at a value of the knob, with its 95 % interval."""

    x: float
    games: int
    value: float
    low: float
    high: float

    def holds(self, target: float) -> bool:
        """Tell whether the interval holds a value."""
        return self.low <= target <= self.high


Measure = Callable[[float], Point]


@dataclass(frozen=True)
class Solution:
    """Where a metric crosses its target.

    `x` is the crossing, between whole numbers too, with its 95 % interval; `chosen` the value to
    set: the crossing, or the whole number that comes closest; `check` the metric there in games of
    other luck. `points` are all values tried, in order.
    """

    x: float
    low: float
    high: float
    chosen: float
    points: tuple[Point, ...]
    check: Point
    target: float

    @property
    def found(self) -> bool:
        """Tell whether the second opinion agrees that the chosen value gives the target."""
        return self.check.holds(self.target)

    @property
    def around(self) -> tuple[Point, Point]:
        """Give the points next to the crossing on either side."""
        return _around(self.points, self.x)


def _around(points: Sequence[Point], x: float) -> tuple[Point, Point]:
    left = max((p for p in points if p.x <= x), key=lambda p: p.x)
    right = min((p for p in points if p.x >= x), key=lambda p: p.x)
    return left, right


def solve(
    measure: Measure, verify: Measure, target: float, ends: tuple[float, float], *, whole: bool
) -> Solution:
    """Find where a monotone metric crosses a target between two values of a knob.

    Bisection under the same luck at every value. The interval of the crossing holds the values
    whose own 95 % interval holds the target, interpolated between the values tried (inverse
    regression, Eisenhart 1939): it misses the true crossing in 5 % of cases at most where the
    metric is monotone. Raises ConfigError when the target lies outside what the ends give.
    """
    points = {x: measure(x) for x in ends}
    first, last = (points[x] for x in ends)
    rising = last.value >= first.value
    least, most = sorted((first, last), key=lambda p: p.value)
    if not least.low <= target <= most.high or first.value == last.value:
        raise ConfigError(
            f"no value from {ends[0]:g} to {ends[1]:g} gives {target:g}: {_reading(first)},"
            f" {_reading(last)}"
        )

    def refine(side: Callable[[Point], float]) -> None:
        """Halve the gap in which one curve crosses the target until it is small."""
        while len(points) < MOST_POINTS:
            xs = sorted(points)
            over = [x for x in xs if (side(points[x]) >= target) == rising]
            under = [x for x in xs if x not in over]
            if not over or not under:
                return
            left = max((x for x in under if x < min(over)), default=min(xs))
            right = min(over)
            middle = (left + right) / 2
            middle = float(int(middle)) if whole else middle
            close = not whole and right - left <= (ends[1] - ends[0]) / RESOLUTION
            if close or middle in points:
                return
            points[middle] = measure(middle)

    for side in (_value, _high, _low):
        refine(side)
    tried = tuple(points[x] for x in sorted(points))
    x, *interval = (_crossing(tried, side, target, rising) for side in (_value, _high, _low))
    closest = min(_around(tried, x), key=lambda p: abs(p.value - target)).x
    chosen = closest if whole else float(f"{x:.4g}")
    low, high = sorted(interval)
    return Solution(x, low, high, chosen, tried, verify(chosen), target)


def _value(point: Point) -> float:
    return point.value


def _low(point: Point) -> float:
    return point.low


def _high(point: Point) -> float:
    return point.high


def _reading(point: Point) -> str:
    return f"{point.value:.4g} ({point.low:.4g} to {point.high:.4g}) at {point.x:g}"


def _crossing(
    points: Sequence[Point], side: Callable[[Point], float], target: float, rising: bool
) -> float:
    """Interpolate where a curve crosses the target; an end of the range where it does not."""
    sign = 1 if rising else -1
    # Noise may turn a monotone curve back for a step.
    curve = np.maximum.accumulate([sign * side(point) for point in points])
    return float(np.interp(sign * target, curve, [point.x for point in points]))


def solve_knob(
    study: Experiment,
    knob: str,
    target: float,
    *,
    metric: str = WIN_RATE,
    between: tuple[float, float] | None = None,
    setup: Setup | None = None,
) -> Solution:
    """Find the value of a study's knob that gives a metric its target, by playing.

    The second opinion plays as many games under the next seed. Raises ConfigError for a knob that
    has no range, or a target out of reach.
    """
    game = get_game(study.game)
    check_metric(game, metric)
    base = only_cell(study, "solve needs")
    field = knob_field(game, knob)
    if field.annotation not in (int, float):
        raise ConfigError(f"{knob} is no number: solve needs a knob that goes up and down")
    lowest, highest = between or limits(field)
    if lowest is None or highest is None or not lowest < highest:
        raise ConfigError(f"{knob} needs a range that goes up: give it with --between LOW,HIGH")
    whole = field.annotation is int
    columns = columns_of(metric)

    def measure(x: float, seed: int = study.seed) -> Point:
        cell = changed(study, base, 0, base.games, **{knob: int(x) if whole else x})
        row = estimates(outcomes(game, [cell], seed, columns, setup=setup), metric).row(
            0, named=True
        )
        return Point(x, row["games"], row["value"], row["low"], row["high"])

    bounds = (float(lowest), float(highest))
    return solve(measure, lambda x: measure(x, study.seed + 1), target, bounds, whole=whole)


def read_target(game: str, text: str) -> tuple[str, float]:
    """Read `win_rate=0.5`.

    Raises ConfigError.
    """
    metric, _, value = (part.strip() for part in text.partition("="))
    check_metric(get_game(game), metric)
    try:
        return metric, float(value)
    except ValueError:
        raise ConfigError(f"--target {text!r}: write METRIC=VALUE, as win_rate=0.5") from None
