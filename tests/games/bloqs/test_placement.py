"""Where parts may be built."""

import itertools

import pytest

W4 = [[(0, 0, 0)], [(2, 0, 0)], [(0, 0, 1), (1, 0, 1), (2, 0, 1)]]
W9 = [
    [(0, 0, 0), (1, 0, 0), (2, 0, 0)],
    [(0, 2, 0), (1, 2, 0), (2, 2, 0)],
    [(0, 1, 0)],
    [(2, 1, 0)],
    [(0, 1, 1), (1, 1, 1), (2, 1, 1)],
]


def build_all(site, parts):
    for part in parts:
        site.build(*part)
    return site


@pytest.mark.rule("BQ-40", "BQ-42")
def test_an_empty_site_takes_what_does_not_tip(site):
    assert site.counts() == [9, 21, 15, 64, 76, 16, 44, 20]


@pytest.mark.rule("BQ-42")
def test_a_part_that_balances_on_an_edge_tips(site):
    site.build((0, 0, 0))
    assert not site.allows((0, 0, 1), (1, 0, 1))
    site.build((1, 0, 0))
    assert site.allows((0, 0, 1), (1, 0, 1))


@pytest.mark.rule("BQ-42")
@pytest.mark.parametrize(
    ("ground", "legal"), [([0, 2], True), ([1], True), ([0], False), ([2], False), ([0, 1], True)]
)
def test_a_bar_lies_on_both_ends_or_its_middle(site, ground, legal):
    for x in ground:
        site.build((x, 0, 0))
    assert site.allows((0, 0, 1), (1, 0, 1), (2, 0, 1)) is legal


@pytest.mark.rule("BQ-42")
@pytest.mark.parametrize(
    ("part", "legal"),
    [
        ([(1, 1, 1), (2, 1, 1), (1, 2, 1)], True),
        ([(0, 1, 1), (1, 1, 1), (0, 2, 1)], False),
        ([(0, 1, 1), (1, 1, 1), (2, 1, 1), (1, 2, 1)], True),
        ([(0, 1, 1), (1, 1, 1), (2, 1, 1), (2, 2, 1)], True),
        ([(0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1)], False),
        ([(0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 2, 1)], False),
        ([(1, 1, 1), (1, 1, 2), (1, 1, 3)], True),
    ],
)
def test_what_stands_on_a_single_block(site, part, legal):
    site.build((1, 1, 0))
    assert site.allows(*part) is legal


@pytest.mark.rule("BQ-42")
@pytest.mark.parametrize(
    ("ground", "legal"),
    [
        ([(1, 1), (2, 2)], True),
        ([(1, 1), (2, 1)], False),
        ([(1, 1), (2, 1), (1, 2)], True),
    ],
)
def test_a_plate_needs_a_diagonal(site, ground, legal):
    for x, y in ground:
        site.build((x, y, 0))
    assert site.allows((1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 2, 1)) is legal


@pytest.mark.rule("BQ-42")
def test_an_upright_zigzag_needs_something_below_its_overhang(site):
    zigzag = [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 2)]
    assert not site.allows(*zigzag)
    assert site.build((1, 0, 0)).allows(*zigzag)


@pytest.mark.rule("BQ-41")
def test_cells_are_taken_once(site):
    site.build((1, 1, 0), (2, 1, 0))
    assert not site.allows((2, 1, 0))
    assert site.allows((2, 2, 0))


@pytest.mark.rule("BQ-43")
def test_a_block_slides_in_under_a_bridge(site):
    build_all(site, W4)
    assert site.levels(frozenset({(1, 0, 0)})) == [0, 2]


@pytest.mark.rule("BQ-43")
@pytest.mark.parametrize("path", ["five_way", "top_only"])
def test_a_gap_walled_in_on_all_sides_is_lost(make_site, path):
    walled = build_all(make_site(path=path), W9[:-1])
    assert walled.levels(frozenset({(1, 1, 0)})) == [0]
    assert walled.build(*W9[-1]).levels(frozenset({(1, 1, 0)})) == [2]


@pytest.mark.rule("BQ-43")
def test_top_only_closes_the_sides(make_site):
    assert build_all(make_site(path="top_only"), W4).levels(frozenset({(1, 0, 0)})) == [2]


@pytest.mark.rule("BQ-42")
def test_a_plus_takes_no_plate(plus):
    assert plus.counts() == [9, 9, 15, 44, 76, 0, 40, 24]


@pytest.mark.rule("BQ-40")
@pytest.mark.parametrize(
    ("layers", "full", "expected"),
    [
        (7, 5, [9, 21, 6, 64, 28, 16, 20, 20]),
        (7, 6, [9, 12, 6, 16, 16, 4, 8, 8]),
        (7, 7, [0] * 8),
        (6, 5, [9, 12, 6, 16, 16, 4, 8, 8]),
    ],
)
def test_nothing_rises_above_the_cap(make_site, layers, full, expected):
    site = make_site(layers=layers)
    for z, y in itertools.product(range(full), range(3)):
        site.build((0, y, z), (1, y, z), (2, y, z))
    assert site.counts() == expected


@pytest.mark.rule("BQ-44")
def test_other_readings_of_support(make_site):
    lean, firm = make_site(support="any"), make_site(support="full")
    for site in (lean, firm):
        site.build((0, 0, 0)).build((2, 0, 0))
    overhang, bridge = [(0, 0, 1), (0, 1, 1)], [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
    assert lean.allows(*overhang)
    assert lean.allows(*bridge)
    assert not firm.allows(*overhang)
    assert not firm.allows(*bridge)
    assert firm.build((1, 0, 0)).allows(*bridge)
    # Its own foot holds the upper cells of a bar on end.
    assert firm.allows((0, 0, 1), (0, 0, 2), (0, 0, 3))
