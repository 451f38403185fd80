"""How long a combat with a full Street takes: `python -m benchmarks.games.block_war [POLICY]`."""

import sys
import time

import numpy as np

from sim.agents.choose import choose
from sim.agents.policy import parse_policy, policy_table
from sim.core import verbs
from sim.core.compile import jit
from sim.core.raw import inside, raw
from sim.core.rng import THINK, reseed, reseed_game
from sim.experiment import get_game
from sim.games.block_war import actions as act
from sim.games.block_war.combat import run_columns
from sim.games.block_war.sizes import ACT, ROW
from sim.games.block_war.state import PHASE, SLOTS, STATE_CELLS, TURN
from sim.play import room_for

POSITIONS = 1024
ROUNDS = 200
SEED = 1


@jit
def copy_position(source, target):
    """Copy what lies on the table."""
    for cell in range(STATE_CELLS):
        target[cell] = source[cell]


@jit
def stands_before_combat(state, action):
    """Whether an action of a state with a full Street begins a combat."""
    return state[PHASE] == ACT and action == act.END and state[SLOTS] == ROW and state[TURN] > 1


@jit
def collect(rules, policies, weights, room, positions):
    """Fill `positions` with what lies on the table before the combats of games in play."""
    found, game = 0, 0
    while found < positions.shape[0]:
        reseed_game(room.rng, SEED, game)
        for seat in range(rules.seats):
            reseed(room.think[seat], SEED, game, THINK + seat)
        verbs.setup(rules, room.state, room.rng)
        game += 1
        seat = verbs.current_player(rules, room.state)
        while seat >= 0 and found < positions.shape[0]:
            n = verbs.legal_actions(rules, room.state, room.actions)
            action = choose(
                rules, room.state, policies[seat], weights, room.actions, n, room.scratch,
                room.scores, room.think[seat],
            )  # fmt: skip
            if stands_before_combat(room.state, action):
                copy_position(room.state, positions[found])
                found += 1
            verbs.step(rules, room.state, action, room.rng)
            seat = verbs.current_player(rules, room.state)


@jit
def fight(rules, positions, state, combats):
    """Copy each position and resolve its combat, with `combats` 0 copy only; count the aims."""
    aims = 0
    for i in range(positions.shape[0]):
        copy_position(positions[i], state)
        for _ in range(combats):
            aims += int(not run_columns(inside(rules), raw(state)))
    return aims


def seconds(rules, positions, state, combats: int) -> float:
    """Time one round over all positions."""
    start = time.process_time()
    fight(rules, positions, state, combats)
    return time.process_time() - start


def measure(policy: str) -> float:
    """Give the nanoseconds of a combat in the positions that a policy's games come to."""
    game = get_game("block_war")
    rules = game.build(game.knobs())
    places, weights = game.weight_rows()
    policies = policy_table([parse_policy(policy)], rules.seats, places)
    room = room_for(rules)
    positions = np.zeros((POSITIONS, rules.state_cells), np.int64)
    collect(rules, policies, weights, room, positions)
    fight(rules, positions, room.state, 1)
    # Neighbouring rounds share the machine's mood, so each pair gives a clean difference.
    differences = [
        seconds(rules, positions, room.state, 1) - seconds(rules, positions, room.state, 0)
        for _ in range(ROUNDS)
    ]
    return 1e9 * float(np.median(differences)) / POSITIONS


if __name__ == "__main__":
    for name in sys.argv[1:] or ["random", "heuristic"]:
        print(f"{name}: {measure(name):.0f} ns for a combat with a full Street")
