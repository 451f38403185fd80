"""How fast games are played: one process for each game and policy, per CPU second."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import chain

import numpy as np

from sim.agents.policy import parse_policy, policy_table
from sim.experiment import get_game
from sim.play import play_games

POLICIES = ("random", "greedy", "heuristic")
SEED = 1
FIRST_BATCH = 8
SLICES = 50
KILOBYTES = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Speed:
    """What one game costs under one line-up, per CPU second of one core.

    `first_call_seconds` is the CPU time of the first call: compiling, or loading compiled code.
    """

    game: str
    policy: str
    games: int
    games_per_second: float
    moves_per_second: float
    nanoseconds_per_move: float
    first_call_seconds: float
    peak_megabytes: float


def measure(name: str, line_up: Sequence[str], seconds: float) -> Speed:
    """Play `name` with its default settings for at least `seconds` of CPU time.

    Speed is that of the fastest of some slices of time, as in `timeit`: the slower ones measure
    what else the machine does. Moves are the decisions that the game counts in its outcome
    column `decisions`.
    """
    game = get_game(name)
    rules = game.build(game.knobs())
    places, weights = game.weight_rows()
    policies = policy_table([parse_policy(text) for text in line_up], rules.seats, places)
    moves_column = [column.name for column in game.columns].index("decisions")

    def play(first: int, count: int) -> float:
        rows = np.zeros((count, len(game.columns)))
        play_games(rules, policies, weights, SEED, first, rows)
        return float(rows[:, moves_column].sum())

    began = time.process_time()
    play(0, 1)
    compiled = time.process_time()
    slices: list[tuple[float, float]] = []
    played, batch = 0, FIRST_BATCH
    while not slices or time.process_time() - compiled < seconds:
        start = time.process_time()
        moves = play(played, batch)
        spent = time.process_time() - start
        played += batch
        if spent >= seconds / SLICES:
            slices.append((spent / batch, moves / batch))
        else:
            batch *= 2
    seconds_per_game, moves_per_game = min(slices)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILOBYTES / 1e6
    return Speed(
        game=name,
        policy=",".join(line_up),
        games=played,
        games_per_second=1 / seconds_per_game,
        moves_per_second=moves_per_game / seconds_per_game,
        nanoseconds_per_move=1e9 * seconds_per_game / moves_per_game,
        first_call_seconds=compiled - began,
        peak_megabytes=peak,
    )


def measure_apart(
    name: str, line_ups: Sequence[Sequence[str]], seconds: float, *, cold: bool
) -> list[Speed]:
    """Measure each line-up in a process of its own; `cold` starts from an empty code cache.

    Raises PolicyError for a policy that the game does not have.
    """
    places, _ = get_game(name).weight_rows()
    for text in chain.from_iterable(line_ups):
        parse_policy(text).row(places)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        env = {**os.environ, "XDG_CACHE_HOME": folder} if cold else None
        return [_in_child(name, line_up, seconds, env) for line_up in line_ups]


def _in_child(
    name: str, line_up: Sequence[str], seconds: float, env: dict[str, str] | None
) -> Speed:
    command = [sys.executable, "-m", "benchmarks.speed", name, str(seconds), *line_up]
    done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return Speed(**json.loads(done.stdout))


if __name__ == "__main__":
    print(json.dumps(asdict(measure(sys.argv[1], sys.argv[3:], float(sys.argv[2])))))
