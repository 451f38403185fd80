"""The settings: defaults from the box, and errors that say what would be right."""

import pytest
from pydantic import ValidationError

from sim.games.bloqs.knobs import BloqsKnobs, card_counts

SHAPES = [[[0, 0, 0]]] * 8
# Two arms of four: too wide however it is turned.
CORNER = [[x, 0, 0] for x in range(4)] + [[0, y, 0] for y in range(1, 4)]


def test_the_box():
    knobs = BloqsKnobs()
    assert knobs.circles == 20
    assert sum(map(len, knobs.shapes)) * knobs.copies_per_type == 100
    assert sum(card_counts(knobs.cards)) == 54


@pytest.mark.parametrize("split", ["default", "more_cubes", "more_dice"])
def test_every_split_has_all_cards(split):
    assert sum(card_counts(split)) == 54


@pytest.mark.parametrize(("players", "colours"), [(2, [0, 2]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])])
def test_seats_take_their_colours(players, colours):
    assert BloqsKnobs(players=players).colours == colours


def test_entries_spread_over_any_loop():
    assert BloqsKnobs().entries == [0, 5, 10, 15]
    assert BloqsKnobs(steal_discs=0, build_discs=1).entries == [0, 4, 8, 12]
    assert BloqsKnobs(entry=[1, 2, 3, 4]).entries == [1, 2, 3, 4]


def test_own_shapes_are_taken():
    assert BloqsKnobs(piece_set=SHAPES).shapes == [frozenset({(0, 0, 0)})] * 8


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"mode": "duel"}, "'basic', 'turn2', 'maestro' or 'cards'"),
        ({"players": 5}, "less than or equal to 4"),
        ({"discs_per_type": 0}, "the loop needs 8 to 40 discs in all, not 4"),
        ({"entry": [0, 5, 10]}, "entry needs 4 circles from 0 to 19"),
        ({"entry": [0, 5, 10, 20]}, "entry needs 4 circles from 0 to 19"),
        ({"colour_of_seat": [1, 1]}, "colour_of_seat needs 2 different colours"),
        ({"colour_of_seat": [1, 4]}, "colours are 0 to 3"),
        ({"double_cube_layers": 3}, "must be 0 or more than cube_layers .3."),
        ({"end_on_all_discs": False, "end_on_middle_empty": False}, "may not both be off"),
        ({"cards": [1] * 15}, "cards needs 16 counts, not 15"),
        ({"cards": [21] + [0] * 15}, "counts are 0 to 20 and at most 96"),
        ({"cards": [0] * 15 + [5]}, "2 hands of 3 need more than the 5 cards"),
        ({"piece_set": SHAPES[1:]}, "7 types of part were given; the game has 8"),
        ({"piece_set": [*SHAPES[1:], []]}, "type 7 has no cells"),
        ({"piece_set": [*SHAPES[1:], [[0, 0]]]}, r"a cell is \[x, y, z\], not \[0, 0\]"),
        ({"piece_set": [*SHAPES[1:], [[0, 0, 0], [1, 1, 0]]]}, "type 7 do not hang together"),
        (
            {"piece_set": [*SHAPES[1:], CORNER]},
            "type 7 does not fit on a site of 3 x 3",
        ),
    ],
)
def test_what_cannot_be_is_refused(settings, message):
    with pytest.raises(ValidationError, match=message):
        BloqsKnobs(**settings)
