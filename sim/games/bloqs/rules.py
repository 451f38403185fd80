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
from sim.games.bloqs.patterns import pattern_table, word_tables
from sim.games.bloqs.pieces import Shape, placement_tables
from sim.games.bloqs.sizes import (
    BASES_TOP, LAYER, PARTS_TOP, PLAYERS_TOP, TYPES,
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


class Placements(NamedTuple):
    """What follows from the shapes alone: fields of the book, and the sets that follow them."""

    fields: dict[str, Table]
    patterns: Table


@lru_cache(maxsize=64)
def placements(
    shapes: tuple[Shape, ...], support_rule: str, path_rule: str, layers: int
) -> Placements:
    """Tabulate where parts of these shapes may stand."""
    tables = placement_tables(shapes, support_rule, path_rule, layers)
    fields = tables | _corners(tables) | word_tables(tables)
    return Placements(fields, pattern_table(tables))


def lay_out(numbers: dict[str, Any], places: Placements) -> Table:
    """Lay out a book; fields without a number are 0."""
    book = BOOK.blank()
    views = BOOK.view(book)
    for name, number in (numbers | places.fields).items():
        views[name][...] = number
    return np.concatenate([book, places.patterns])


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
    places = placements(
        tuple(knobs.shapes), knobs.support_rule, knobs.path_rule, knobs.max_layers
    )
    return BloqsRules(
        seats=knobs.players,
        state_cells=CELLS.size,
        action_limit=ACTIONS,
        scratch_cells=SCRATCH_CELLS,
        column_count=len(COLUMNS),
        random_ties=True,
        table=lay_out(_numbers(knobs), places),
    )
