"""Bloc by Bloc on both sides: the same form, settings all over their ranges, who plays."""

import random
from typing import Any

from sim.games.bloc_by_bloc import GAME
from sim.games.bloc_by_bloc.actions import decode
from sim.games.bloc_by_bloc.knobs import BlocKnobs
from sim.games.bloc_by_bloc.sizes import HALF_DECK, PHASES
from sim.games.bloc_by_bloc.state import CELLS, RESULT
from tests.naive.bloc_by_bloc import Game
from tests.naive.in_step import Chooser, Pair
from tests.naive.variants import Keen, Scored, Variety, changed, stubborn, uniform

RESULTS = ("running", "win", "lose_time", "lose_destroyed", "truncated")
SCALARS = ("n_routes", "refused", "transfers", "token_moved", "reaction_top", "reaction_left",
           "conditions_left", "conditions_up", "countdown", "morale", "night", "first_seat",
           "turn_index", "winners")
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


def twin_knobs(knobs: BlocKnobs) -> dict[str, Any]:
    """Translate settings into the form the twin reads."""
    plain = knobs.model_dump()
    plain["start_blocs"] = plain["start_blocs"][knobs.factions - 2]
    plain["ops_counts"] = dict(enumerate(plain["ops_counts"]))
    plain["ops_morale"] = dict(enumerate(plain["ops_morale"]))
    return plain


def kernel_cells(state: Any) -> dict[str, Any]:
    """Give the state in the names and shapes that the twin reports."""
    view = CELLS.view(state)
    cells = {name: view[name].tolist() for name in CELLS.names()}
    for name in SCALARS:
        cells[name] = cells[name][0]
    low, high = (int(half) for half in view["liberation_left"])
    cells["liberation_left"] = low | high << HALF_DECK
    cells["result"] = RESULTS[int(state[RESULT]) + 1]
    return cells


PAIR = Pair(
    game=GAME,
    twin=lambda knobs, streams: Game(twin_knobs(knobs), streams),
    cells=kernel_cells,
    decode=decode,
    phases=PHASES,
)


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
    settings |= changed(luck, BlocKnobs(), (*RULINGS, *SWITCHES), READINGS, SPANS, 0.15)
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


def draw_chooser(luck: random.Random) -> Chooser:
    """Draw who plays a game: few of them at ease, since the odd ways to play see more rules."""
    return luck.choice((
        uniform, stubborn, stubborn, Keen(PAIR, "BUILD"), Keen(PAIR, "PLAY", "USE"),
        Keen(PAIR, "BUILD", "MOVE"), Scored(PAIR, "heuristic", 10), Scored(PAIR, "heuristic", 10),
        Scored(PAIR, "greedy", 10),
    ))


VARIETY = Variety(PAIR, draw_settings, draw_chooser)
