"""What may be taken from a tower."""

import pytest

from tests.games.bloqs.test_placement import W4, W9, build_all

CUBE = {
    "L4": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
    "O4": [(1, 1, 0), (2, 1, 0), (1, 2, 0), (2, 2, 0)],
    "T4": [(0, 2, 0), (0, 1, 1), (0, 2, 1), (0, 2, 2)],
    "S4": [(0, 0, 1), (1, 0, 1), (1, 1, 1), (2, 1, 1)],
    "first I2": [(1, 2, 1), (2, 2, 1)],
    "V3": [(2, 0, 1), (1, 0, 2), (2, 0, 2)],
    "I1": [(0, 0, 2)],
    "I3": [(0, 1, 2), (1, 1, 2), (2, 1, 2)],
    "second I2": [(1, 2, 2), (2, 2, 2)],
}


@pytest.mark.rule("BQ-50")
def test_what_holds_the_end_of_a_bar_stays(site):
    build_all(site, W4)
    assert site.removable() == [frozenset(W4[2])]
    site.build((1, 0, 0))
    assert len(site.removable()) == 4


@pytest.mark.rule("BQ-50")
def test_a_bar_may_lose_the_bars_beside_it(site):
    build_all(site, W9)
    assert site.removable() == [frozenset(W9[0]), frozenset(W9[1]), frozenset(W9[4])]


@pytest.mark.rule("BQ-50")
def test_a_cube_gives_up_its_outer_parts(site):
    build_all(site, CUBE.values())
    assert site.mask == 2**27 - 1
    names = {frozenset(cells): name for name, cells in CUBE.items()}
    assert {names[part] for part in site.removable()} == {"T4", "V3", "I1", "I3", "second I2"}


@pytest.mark.rule("BQ-50")
def test_the_middle_of_a_plus_carries_another(plus):
    assert plus.removable() == plus.parts[1:]
