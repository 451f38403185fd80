"""The rules of Bloqs as one value: every number the kernels use, by name."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from sim.games.bloqs.actions import ACTIONS
from sim.games.bloqs.book import BOOK
from sim.games.bloqs.columns import COLUMNS
from sim.games.bloqs.knobs import MODES, BloqsKnobs, card_counts
from sim.games.bloqs.pieces import Shape, placement_tables
from sim.games.bloqs.sizes import (
    BASES_TOP, LAYER, PARTS_TOP, PLAYERS_TOP, TYPES, UNSURE,
)
from sim.games.bloqs.outlook import SCRATCH_CELLS
from sim.games.bloqs.state import CELLS

Table = NDArray[np.int64]


class BloqsRules(NamedTuple):
    """One variant of the game; `table` holds its numbers under the offsets of `book`."""

    seats: int
    state_cells: int
    action_limit: int
    scratch_cells: int
    column_count: int
    random_ties: bool
    table: Table


@lru_cache(maxsize=16)
def _placements(
    shapes: tuple[Shape, ...], support_rule: str, path_rule: str, layers: int
) -> dict[str, Table]:
    """Tabulate the placements and what follows from them alone."""
    tables = placement_tables(shapes, support_rule, path_rule, layers)
    return tables | further_tables(tables)


def further_tables(tables: dict[str, Table]) -> dict[str, Table]:
    """Tabulate what follows from the placements: bases by corner, and where types surely fit."""
    return _corners(tables) | {"sure": _sure(tables)}


def _corners(tables: dict[str, Table]) -> dict[str, Table]:
    """List the bases by their lowest cell, those of later types, which are larger, first."""
    masks = tables["base_mask"][: tables["first_base"][-1]]
    lists: list[list[int]] = [[] for _ in range(LAYER)]
    for base in reversed(range(len(masks))):
        mask = int(masks[base])
        lists[(mask & -mask).bit_length() - 1].append(base)
    bases = [base for each in lists for base in each]
    return {
        "first_corner": np.cumsum([0, *map(len, lists)]),
        "corner_base": np.array(bases + [0] * (BASES_TOP - len(bases))),
    }


def _sure(tables: dict[str, Table]) -> Table:
    """Give by type how many layers above the highest column surely suffice for it.

    A base that one cell at its foot holds up can stand on that cell's column, whichever of the
    nine is the highest; nothing is in its way there.
    """
    lowest = np.full((TYPES, LAYER), UNSURE)
    first = tables["first_support"]
    for base in range(tables["first_base"][-1]):
        kind, high = tables["base_type"][base], tables["base_height"][base]
        for need in tables["support"][first[base] : first[base + 1]].tolist():
            column = need.bit_length() - 1
            if need.bit_count() == 1 and column < LAYER:
                lowest[kind, column] = min(lowest[kind, column], high)
    return lowest.max(axis=1)


def _box(layers: int) -> int:
    return (1 << LAYER * layers) - 1


def _part_types(copies: int) -> list[int]:
    types = [kind for kind in range(TYPES) for _ in range(copies)]
    return types + [0] * (PARTS_TOP - len(types))


def _numbers(knobs: BloqsKnobs) -> dict[str, Any]:
    """Turn settings into the numbers of the book."""
    choose_way, cards = MODES[knobs.mode]
    blocks = [len(shape) for shape in knobs.shapes]
    colours = knobs.colours
    return {
        "copies": knobs.copies_per_type,
        "part_type": _part_types(knobs.copies_per_type),
        "blocks": blocks,
        "most_blocks": max(blocks),
        "circles": knobs.circles,
        "disc_mix": [knobs.discs_per_type] * TYPES + [knobs.steal_discs, knobs.build_discs],
        "die_faces": knobs.die_faces,
        "entry": knobs.entries,
        "colour": colours + [0] * (PLAYERS_TOP - len(colours)),
        "on_loop": knobs.start_circles == "on_loop",
        "choose_way": choose_way,
        "box": _box(knobs.cube_layers),
        "box_layers": knobs.cube_layers,
        "perfect": _box(knobs.cube_layers) if knobs.perfect_cube_ends else 0,
        "double": _box(knobs.double_cube_layers) if cards else 0,
        "any_layer": knobs.layer_count == "any",
        "builder_only": knobs.perfect_scope == "builder",
        "end_on_middle": knobs.end_on_middle_empty,
        "end_on_discs": knobs.end_on_all_discs,
        "max_turns": knobs.max_turns,
        "random_part": knobs.build_part == "random",
        "random_victim": knobs.steal_victim == "random",
        "perform_disc": knobs.swap_impossible == "perform_disc",
        "may_decline": not knobs.swap_mandatory,
        "cards": cards,
        "hand_dealt": knobs.starting_hand,
        "card_mix": card_counts(knobs.cards),
        "per_gain": knobs.cards_per_layer_gained,
        "per_loss": knobs.cards_per_layer_lost,
        "own_cards": knobs.own_cards_per_turn,
        "hand_limit": knobs.hand_limit,
        "protect": knobs.defence_effect == "protect_part",
        "roll_if_blocked": knobs.teleport_blocked == "roll",
        "stepwise": knobs.card_accounting == "stepwise",
    }


def build(settings: BaseModel) -> BloqsRules:
    """Turn validated knobs into the rules value."""
    knobs = settings
    assert isinstance(knobs, BloqsKnobs)
    numbers = _numbers(knobs) | _placements(
        tuple(knobs.shapes), knobs.support_rule, knobs.path_rule, knobs.max_layers
    )
    table = BOOK.blank()
    for name, view in BOOK.view(table).items():
        view[...] = numbers[name]
    return BloqsRules(
        seats=knobs.players,
        state_cells=CELLS.size,
        action_limit=ACTIONS,
        scratch_cells=SCRATCH_CELLS,
        column_count=len(COLUMNS),
        random_ties=True,
        table=table,
    )
