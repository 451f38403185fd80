"""How numbers and findings are worded, and the small parts of charts."""

from itertools import pairwise

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports import page
from reports.findings import proved
from reports.lines import spread
from reports.style import COLOURS, result_colours


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (page.points(-0.0704), "\N{MINUS SIGN}7.0"),
        (page.points(0.0004), "0.0"),
        (page.points(-0.0004), "0.0"),
        (page.points(0.036), "+3.6"),
        (page.span(0.405, 0.419), "40.5\N{EN DASH}41.9%"),
        (page.count(1234567), "1\u202f234\u202f567"),
        (page.p_value(0.00001), "<\N{NO-BREAK SPACE}0.0001"),
        (page.p_value(0.0042), "0.0042"),
        (page.p_value(0.31), "0.31"),
        (page.listing(["a", "b", "c"]), "a, b and c"),
        (page.listing(["a"]), "a"),
    ],
)
def test_numbers_are_written_for_people(written, wanted):
    assert written == wanted


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_labels_keep_their_order_and_do_not_touch(heights):
    placed = spread(heights, 0.05)
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    assert all(placed[b] - placed[a] > 0.04 for a, b in pairwise(order))


def test_labels_that_are_far_apart_stay_where_they_are():
    assert spread([0.1, 0.9, 0.5], 0.05) == [0.1, 0.9, 0.5]


def test_light_colours_tell_the_roles_apart():
    lights = [light for light, _ in COLOURS.values()]
    assert len(set(lights)) == len(lights)


def test_each_result_has_its_own_colour():
    labels = ["win", "lose_time", "lose_destroyed", "truncated"]
    assert len({fill for fill, _ in result_colours(labels).values()}) == len(labels)


def test_steps_are_proved_only_by_adjusted_p_values():
    changes = pl.DataFrame(
        {"difference": [-0.1, -0.1, 0.2, 0.0], "p_holm": [0.001, 0.051, 0.01, 1.0]}
    )
    assert proved(changes) == (1, 1, 4)
