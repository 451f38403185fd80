"""One game at the table, decided by policies: the same game, move for move, as in a batch."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from pydantic import BaseModel

from sim.agents.choose import choose
from sim.agents.policy import parse_policy, policy_table
from sim.core.game import Game
from sim.core.rng import THINK, reseed
from sim.core.table import Decision, Table


def chooser(table: Table, policies: Sequence[str]) -> Callable[[Table], int]:
    """Make the function that decides at a fresh `table` as a line-up of policies would.

    Raises PolicyError for an unknown policy or a line-up that does not fit the seats.
    """
    rules = table.rules
    names, weights = table.game.weight_rows()
    rows = policy_table([parse_policy(text) for text in policies], rules.seats, names)
    scores = np.zeros(rules.action_limit)
    scratch = np.zeros(rules.scratch_cells)
    think = np.zeros((rules.seats, 4), np.uint64)
    for seat in range(rules.seats):
        reseed(think[seat], table.seed, table.index, THINK + seat)

    def decide(table: Table) -> int:
        seat, legal = table.seat, np.array(table.legal(), np.int64)
        return int(
            choose(
                rules, table.state, rows[seat], weights, legal, len(legal), scratch, scores,
                think[seat],
            )
        )  # fmt: skip

    return decide


def play_by_policies(table: Table, policies: Sequence[str]) -> Iterator[Decision]:
    """Play a fresh table to its end, yielding each decision.

    Raises PolicyError.
    """
    return table.play_out(chooser(table, policies))


def replay(
    game: Game, knobs: BaseModel, policies: Sequence[str], seed: int, index: int
) -> Iterator[Decision]:
    """Play game `index` of a seed again, yielding each decision.

    Raises PolicyError.
    """
    return play_by_policies(Table(game, knobs, seed, index), policies)
