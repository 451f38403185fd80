"""Judge Dredd: Block War: the verbs of the interface, and GAME."""

import sys

import configs
from sim.core.game import Game
from sim.games.block_war.check import check
from sim.games.block_war.columns import COLUMNS
from sim.games.block_war.describe import describe_action, describe_seat, describe_state
from sim.games.block_war.interface import (
    action_scores, current_player, determinize, evaluate, legal_actions, outcome, returns, setup,
    step,
)
from sim.games.block_war.knobs import BlockWarKnobs
from sim.games.block_war.narrate import narrate
from sim.games.block_war.rules import BlockWarRules, build
from sim.games.block_war.rulings import RULINGS
from sim.games.block_war.state import CELLS
from sim.games.block_war.weights import weight_rows

GAME = Game(
    name="block_war",
    title="Judge Dredd: Block War",
    publisher="Game and a Curry",
    module=sys.modules[__name__],
    rules_type=BlockWarRules,
    knobs=BlockWarKnobs,
    build=build,
    layout=CELLS,
    columns=COLUMNS,
    rulings=RULINGS,
    weight_rows=weight_rows,
    check=check,
    describe_action=describe_action,
    describe_state=describe_state,
    describe_seat=describe_seat,
    narrate=narrate,
    folder=configs.GAMES / "block_war",
)

__all__ = [
    "GAME", "action_scores", "current_player", "determinize", "evaluate", "legal_actions",
    "outcome", "returns", "setup", "step",
]
