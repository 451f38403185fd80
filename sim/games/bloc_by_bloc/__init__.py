"""Bloc by Bloc: Uprising, fully co-operative: the verbs of the interface, and GAME."""

import sys

import configs
from sim.core.game import Game
from sim.games.bloc_by_bloc.check import check
from sim.games.bloc_by_bloc.columns import COLUMNS
from sim.games.bloc_by_bloc.describe import describe_action, describe_seat, describe_state
from sim.games.bloc_by_bloc.interface import (
    action_scores, current_player, determinize, evaluate, legal_actions, outcome, returns, setup,
    step,
)
from sim.games.bloc_by_bloc.knobs import BlocKnobs
from sim.games.bloc_by_bloc.narrate import narrate
from sim.games.bloc_by_bloc.rules import BlocRules, build
from sim.games.bloc_by_bloc.rulings import RULINGS
from sim.games.bloc_by_bloc.state import CELLS
from sim.games.bloc_by_bloc.weights import weight_rows

GAME = Game(
    name="bloc_by_bloc",
    title="Bloc by Bloc: Uprising",
    publisher="Out of Order Games",
    module=sys.modules[__name__],
    rules_type=BlocRules,
    knobs=BlocKnobs,
    build=build,
    layout=CELLS,
    columns=COLUMNS,
    rulings=RULINGS,
    weight_rows=weight_rows,
    check=check,
    describe_action=describe_action,
    describe_state=describe_state,
    narrate=narrate,
    describe_seat=describe_seat,
    folder=configs.GAMES / "bloc_by_bloc",
)

__all__ = [
    "GAME", "action_scores", "current_player", "determinize", "evaluate", "legal_actions",
    "outcome", "returns", "setup", "step",
]
