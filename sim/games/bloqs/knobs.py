"""Every number of Bloqs that a designer may turn, with its default and its range."""

import tomllib
from functools import cache
from typing import Any, Literal, Self

from pydantic import model_validator

import configs
from sim.core.knobs import Knobs, knob
from sim.games.bloqs.pieces import Cell, Shape, piece_sets, placement_tables
from sim.games.bloqs.sizes import TYPES

FOLDER = configs.GAMES / "bloqs"
LOOP = (8, 40)
CARD_KINDS = 16
CARDS_TOP = 96
DISCS_TOP = 4
COLOURS = 4
# What the modes switch on: choice of direction, cards.
MODES = {"basic": (0, 0), "turn2": (1, 0), "maestro": (1, 1), "cards": (0, 1)}


@cache
def data(name: str) -> dict[str, Any]:
    """Read one component file of the game, as `board` or `cards`."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def card_counts(cards: str | list[int]) -> list[int]:
    """Give the copies of the sixteen kinds of card, by a named split or as they are."""
    if not isinstance(cards, str):
        return cards
    split = data("cards")["split"][cards]
    return [*split["dice"], *split["cube"], split["teleportation"], split["defence"]]


def _loop(field: str, about: str) -> Any:
    return knob(data("board")["loop"][field], about, "BQ-1", limits=(0, DISCS_TOP))


class BloqsKnobs(Knobs):
    """Settings of Bloqs."""

    mode: Literal["basic", "turn2", "maestro", "cards"] = knob(
        "basic", "basic, choice of direction, that and cards, or cards alone", "BQ-12"
    )
    players: int = knob(2, "people at the table", "BQ-7", limits=(2, COLOURS))
    # parts and sites
    piece_set: Literal["default", "tripod", "screws"] | list[list[list[int]]] = knob(
        "default", "the eight shapes: a named set, or the cells of each (BQ-A1)", "BQ-1", "assumed"
    )
    copies_per_type: int = knob(
        data("pieces")["copies"]["per_type"], "parts of each type", "BQ-1", limits=(1, 6)
    )
    max_layers: int = knob(7, "layers a tower may have (BQ-A7)", "BQ-40", "assumed", (6, 7))
    support_rule: Literal["stable", "full", "any"] = knob(
        "stable", "what holds a part up (BQ-A6)", "BQ-42", "assumed"
    )
    path_rule: Literal["five_way", "top_only"] = knob(
        "five_way", "where parts come in from (BQ-A6, BQ-A9)", "BQ-43", "assumed"
    )
    # loop
    discs_per_type: int = _loop("discs_per_type", "cube discs of each type")
    steal_discs: int = _loop("steal_discs", "Steal discs")
    build_discs: int = _loop("build_discs", "Build discs")
    die_faces: int = knob(
        data("board")["die"]["faces"], "the die shows 1 to this", "BQ-10", "assumed", (3, 6)
    )
    entry: list[int] = knob(
        [], "circle that each colour enters by; empty spreads them evenly", "BQ-4", "assumed"
    )
    colour_of_seat: list[int] = knob(
        [], "colour of each seat; empty takes those of the player count (BQ-A31)", "BQ-4",
        "assumed",
    )
    start_circles: Literal["off_loop", "on_loop"] = knob(
        "off_loop", "counters begin beside the loop or on it (BQ-A4)", "BQ-4", "assumed"
    )
    # endings
    cube_layers: int = knob(3, "layers of the perfect cube", "BQ-70", limits=(2, 4))
    double_cube_layers: int = knob(
        6, "layers of the double cube, with cards only; 0: there is none", "BQ-101", limits=(0, 6)
    )
    perfect_cube_ends: bool = knob(True, "the perfect cube ends the game", "BQ-70")
    layer_count: Literal["contiguous", "any"] = knob(
        "contiguous", "full layers above a gap count or not (BQ-A14)", "BQ-75"
    )
    perfect_scope: Literal["involved", "builder"] = knob(
        "involved", "who wins by a perfect cube after a steal (BQ-A13)", "BQ-71"
    )
    end_on_middle_empty: bool = knob(True, "an empty middle ends the game", "BQ-72")
    end_on_all_discs: bool = knob(True, "the last disc turned ends the game", "BQ-73")
    # discs and swaps
    build_part: Literal["choice", "random"] = knob(
        "choice", "who picks the part of a Build disc or cube card (BQ-A2)", "BQ-32"
    )
    steal_victim: Literal["choice", "random"] = knob(
        "choice", "who picks the victim of a steal (BQ-A3)", "BQ-55"
    )
    swap_impossible: Literal["nothing", "perform_disc"] = knob(
        "nothing", "a cube disc with others but no swap possible (BQ-A5)", "BQ-23"
    )
    swap_mandatory: bool = knob(True, "swaps must be made (BQ-A30)", "BQ-62")
    # cards
    starting_hand: int = knob(
        data("cards")["hand"]["starting_hand"], "cards dealt to each player", "BQ-90",
        limits=(0, 6),
    )
    cards: Literal["default", "more_cubes", "more_dice"] | list[int] = knob(
        "default", "copies of each kind: a named split, or dice 1-6, cube by type,"
        " teleportation, defence (BQ-A29)", "BQ-90", "assumed",
    )
    cards_per_layer_gained: int = knob(1, "cards for a layer made full", "BQ-97", limits=(0, 3))
    cards_per_layer_lost: int = knob(1, "cards lost with a layer", "BQ-98", limits=(0, 3))
    own_cards_per_turn: int = knob(
        2, "own cards a turn; 1: a cube card or another, 0: defence only", "BQ-94", limits=(0, 2)
    )
    hand_limit: int = knob(0, "draws stop at this hand; 0: never", "BQ-90", limits=(0, 10))
    defence_effect: Literal["cancel", "protect_part"] = knob(
        "cancel", "what a defence card stops (BQ-A23)", "BQ-96"
    )
    teleport_blocked: Literal["turn_over", "roll"] = knob(
        "turn_over", "what a blocked teleporter does (BQ-A25)", "BQ-96"
    )
    card_accounting: Literal["net", "stepwise"] = knob(
        "net", "a layer broken and made full in one swap (BQ-A26)", "BQ-99"
    )
    max_turns: int = knob(
        500, "turns after which a game is stopped", "BQ-74", "assumed", (50, 5000)
    )

    @property
    def circles(self) -> int:
        """Count the circles of the loop, one for each disc."""
        return TYPES * self.discs_per_type + self.steal_discs + self.build_discs

    @property
    def entries(self) -> list[int]:
        """Give the circle by which each colour enters (BQ-4)."""
        return self.entry or [self.circles * colour // COLOURS for colour in range(COLOURS)]

    @property
    def colours(self) -> list[int]:
        """Give the colour of each seat (BQ-4)."""
        return self.colour_of_seat or list(data("board")["colour_of_seat"][str(self.players)])

    @property
    def shapes(self) -> list[Shape]:
        """Give the cells of the eight types."""
        if isinstance(self.piece_set, str):
            return [piece.cells for piece in piece_sets()[self.piece_set]]
        return [frozenset(_cell(cell) for cell in cells) for cells in self.piece_set]

    @model_validator(mode="after")
    def _shapes_fit(self) -> Self:
        for kind, shape in enumerate(self.shapes):
            if not shape:
                raise ValueError(f"piece_set: type {kind} has no cells")
            if len(_joined(shape)) < len(shape):
                raise ValueError(f"piece_set: the cells of type {kind} do not hang together")
        tables = placement_tables(
            self.shapes, self.support_rule, self.path_rule, self.max_layers
        )
        first = tables["first_base"]
        for kind in range(TYPES):
            if first[kind] == first[kind + 1]:
                raise ValueError(f"piece_set: type {kind} does not fit on a site of 3 x 3")
        return self

    @model_validator(mode="after")
    def _loop_fits(self) -> Self:
        if not LOOP[0] <= self.circles <= LOOP[1]:
            raise ValueError(
                f"the loop needs {LOOP[0]} to {LOOP[1]} discs in all, not {self.circles}"
            )
        if len(self.entries) != COLOURS or not all(0 <= e < self.circles for e in self.entries):
            raise ValueError(f"entry needs {COLOURS} circles from 0 to {self.circles - 1}")
        colours = self.colours
        if len(colours) != self.players or len(set(colours)) != self.players:
            raise ValueError(f"colour_of_seat needs {self.players} different colours")
        if not all(0 <= colour < COLOURS for colour in colours):
            raise ValueError(f"colour_of_seat: colours are 0 to {COLOURS - 1}")
        return self

    @model_validator(mode="after")
    def _endings_fit(self) -> Self:
        if self.double_cube_layers and self.double_cube_layers <= self.cube_layers:
            raise ValueError(
                f"double_cube_layers must be 0 or more than cube_layers ({self.cube_layers})"
            )
        if not (self.end_on_middle_empty or self.end_on_all_discs):
            raise ValueError("end_on_middle_empty and end_on_all_discs may not both be off")
        return self

    @model_validator(mode="after")
    def _cards_fit(self) -> Self:
        counts = card_counts(self.cards)
        if len(counts) != CARD_KINDS:
            raise ValueError(f"cards needs {CARD_KINDS} counts, not {len(counts)}")
        if not all(0 <= count <= 20 for count in counts) or sum(counts) > CARDS_TOP:
            raise ValueError(f"cards: counts are 0 to 20 and at most {CARDS_TOP} in all")
        if self.players * self.starting_hand > sum(counts):
            raise ValueError(
                f"{self.players} hands of {self.starting_hand} need more than the"
                f" {sum(counts)} cards there are"
            )
        return self


def _cell(cell: list[int]) -> Cell:
    if len(cell) != 3:
        raise ValueError(f"piece_set: a cell is [x, y, z], not {cell}")
    x, y, z = cell
    return x, y, z


def _joined(shape: Shape) -> set[Cell]:
    """Collect what hangs together with one cell of a shape, face to face."""
    start = min(shape)
    found, fresh = {start}, [start]
    while fresh:
        here = fresh.pop()
        for cell in shape - found:
            if sum(abs(a - b) for a, b in zip(here, cell, strict=True)) == 1:
                found.add(cell)
                fresh.append(cell)
    return found
