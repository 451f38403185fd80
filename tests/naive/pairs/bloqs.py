"""Bloqs on both sides: the same form, settings all over their ranges, who plays."""

import random
from typing import Any

from sim.games.bloqs import GAME
from sim.games.bloqs.actions import decode
from sim.games.bloqs.knobs import CARD_KINDS, BloqsKnobs, card_counts
from sim.games.bloqs.sizes import BY_PARTNER, BY_STEAL, BY_SWAP, PHASES
from sim.games.bloqs.state import CELLS
from tests.naive.bloqs import Game
from tests.naive.in_step import Chooser, Pair
from tests.naive.variants import Keen, Scored, Variety, changed, uniform

MODES = ("basic", "turn2", "maestro", "cards")
SWITCHES = ("perfect_cube_ends", "swap_mandatory")
READINGS = {
    "piece_set": ("tripod", "screws"),
    "support_rule": ("full", "any"),
    "path_rule": ("top_only",),
    "start_circles": ("on_loop",),
    "layer_count": ("any",),
    "perfect_scope": ("builder",),
    "build_part": ("random",),
    "steal_victim": ("random",),
    "swap_impossible": ("perform_disc",),
    "cards": ("more_cubes", "more_dice"),
    "defence_effect": ("protect_part",),
    "teleport_blocked": ("roll",),
    "card_accounting": ("stepwise",),
}
SPANS = {
    "copies_per_type": (1, 6), "max_layers": (6, 6), "discs_per_type": (1, 3),
    "steal_discs": (0, 4), "build_discs": (0, 4), "die_faces": (3, 5), "cube_layers": (2, 4),
    "starting_hand": (0, 6), "cards_per_layer_gained": (0, 3), "cards_per_layer_lost": (0, 3),
    "own_cards_per_turn": (0, 1), "hand_limit": (1, 5), "max_turns": (50, 60),
}
# Set by rules of their own below.
OTHERS = ("entry", "colour_of_seat", "double_cube_layers", "end_on_middle_empty",
          "end_on_all_discs")
BOXES = {2: (0, 3, 4), 3: (0, 4, 6), 4: (0, 5, 6)}

# How a part came that is to be placed, as the twin tells it.
CONTEXTS = {BY_STEAL: 1, BY_SWAP: 2, BY_PARTNER: 3}


def twin_knobs(knobs: BloqsKnobs) -> dict[str, Any]:
    """Translate settings into the form the twin reads."""
    return knobs.model_dump() | {
        "shapes": knobs.shapes,
        "entries": knobs.entries,
        "colours": knobs.colours,
        "card_counts": card_counts(knobs.cards),
    }


def kernel_cells(state: Any) -> dict[str, Any]:
    """Give the state in the names and shapes that the twin reports."""
    cells: dict[str, Any] = {}
    for name, view in CELLS.view(state).items():
        cells[name] = view.tolist() if view.shape != (1,) else int(view[0])
    cells["protected_mask"] = cells["protected"]
    cells["ctx"] = CONTEXTS.get(cells["source"], 0)
    return cells


PAIR = Pair(
    game=GAME,
    twin=lambda knobs, streams: Game(twin_knobs(knobs), streams),
    cells=kernel_cells,
    decode=decode,
    phases=PHASES,
)


def draw_settings(luck: random.Random) -> dict[str, Any]:
    """Draw a table of settings: a mode, a number of players and mostly few changes."""
    settings = changed(luck, BloqsKnobs(), SWITCHES, READINGS, SPANS, 0.1)
    settings |= {"mode": luck.choice((*MODES, "maestro")), "players": luck.randint(2, 4)}
    layers = settings.get("cube_layers", 3)
    settings["double_cube_layers"] = luck.choice(BOXES[layers])
    if luck.random() < 0.3:
        settings[luck.choice(("end_on_middle_empty", "end_on_all_discs"))] = False
    if luck.random() < 0.2:
        settings["colour_of_seat"] = luck.sample(range(4), settings["players"])
    if luck.random() < 0.2:
        circles = BloqsKnobs(**settings).circles
        settings["entry"] = [luck.randrange(circles) for _ in range(4)]
    if luck.random() < 0.3:
        settings["cards"] = _odd_cards(luck)
    return settings


def _odd_cards(luck: random.Random) -> list[int]:
    """Draw copies by kind: enough to deal six to each of four players."""
    odds = [luck.choice((0, 1, 1, 8)) + 0.1 for _ in range(CARD_KINDS)]
    drawn = luck.choices(range(CARD_KINDS), odds, k=luck.randint(24, 40))
    return [min(20, drawn.count(kind)) for kind in range(CARD_KINDS)]


def draw_chooser(luck: random.Random) -> Chooser:
    """Draw who plays a game: able players finish cubes, keen ones play their cards."""
    return luck.choice((
        uniform, uniform, Keen(PAIR, "DEFEND", "TELEPORT", "CUBE_CARD"), Keen(PAIR, "DICE", "PASS"),
        Scored(PAIR, "heuristic", 10), Scored(PAIR, "heuristic", 30), Scored(PAIR, "greedy", 10),
    ))


VARIETY = Variety(PAIR, draw_settings, draw_chooser)
