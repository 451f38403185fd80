"""The placement tables against published counts and against plain cells."""

import functools
import itertools
import operator

import pytest

from sim.games.bloqs.book import BOOK
from sim.games.bloqs.pieces import cells_of, mask_of, piece_sets, placement_tables
from sim.games.bloqs.sizes import PATH_RULES, SUPPORT_RULES
from tests.naive.bloqs import solid

SETS = {
    "default": ([9, 21, 15, 64, 88, 16, 44, 44], 1747816129),
    "tripod": ([9, 21, 15, 64, 88, 16, 44, 32], 1426563811),
    "screws": ([9, 21, 15, 64, 88, 16, 48, 48], 1106807401),
}
BY_TYPE = [511, 263367, 134218749, 1885923, 965322486, 628641, 322748226, 322748226]


def tables_of(pieces="default", support="stable", path="five_way", layers=7):
    return placement_tables([piece.cells for piece in piece_sets()[pieces]], support, path, layers)


@pytest.mark.rule("BQ-40")
@pytest.mark.parametrize("pieces", SETS)
def test_placements_on_the_ground_are_those_of_the_twin(pieces):
    tables, (counts, total) = tables_of(pieces), SETS[pieces]
    first = tables["first_base"]
    assert [b - a for a, b in itertools.pairwise(first)] == counts
    assert tables["base_mask"].sum() == total
    for kind, piece in enumerate(piece_sets()[pieces]):
        masks = tables["base_mask"][first[kind] : first[kind + 1]]
        grounded = {p for p in solid.all_places(piece.cells, 3) if min(z for _, _, z in p) == 0}
        assert list(masks) == sorted(map(mask_of, grounded))
        assert (tables["base_type"][first[kind] : first[kind + 1]] == kind).all()


def test_the_default_tables_have_the_known_sums():
    tables = tables_of()
    first, masks = tables["first_base"], tables["base_mask"]
    assert [masks[a:b].sum() for a, b in itertools.pairwise(first)] == BY_TYPE
    assert functools.reduce(operator.xor, masks.tolist()) == 89478485
    heights = tables["base_height"][: first[-1]]
    assert sum(7 - h + 1 for h in heights) == 1780
    assert sum(3 - h + 1 for h in heights) == 576
    one, two, three = (
        [int((heights[a:b] == h).sum()) for a, b in itertools.pairwise(first)] for h in (1, 2, 3)
    )
    assert one == [9, 12, 6, 16, 16, 4, 8, 8]
    assert two == [0, 9, 0, 48, 24, 12, 12, 12]
    assert three == [0, 0, 9, 0, 48, 0, 24, 24]
    sizes = [b - a for a, b in itertools.pairwise(tables["first_support"][: first[-1] + 1])]
    assert [sizes.count(n) for n in (1, 2, 3, 4)] == [195, 74, 16, 16]


@pytest.mark.rule("BQ-42", "BQ-44")
@pytest.mark.parametrize("rule", SUPPORT_RULES)
@pytest.mark.parametrize("pieces", SETS)
def test_supporting_sets_are_the_smallest_that_hold(pieces, rule):
    """Each subset of a part's feet holds it in the twin iff it contains a tabulated set."""
    tables = tables_of(pieces, rule)
    first = tables["first_support"]
    for base in range(tables["first_base"][-1]):
        # One layer up, so that no cell has the ground below it.
        part = solid.moved(cells_of(int(tables["base_mask"][base])), 0, 0, 1)
        feet = [(x, y, z - 1) for x, y, z in part if (x, y, z - 1) not in part]
        sets = [int(mask) for mask in tables["support"][first[base] : first[base + 1]]]
        for size in range(len(feet) + 1):
            for props in itertools.combinations(feet, size):
                # The props are written one layer lower than the cells of the base they hold.
                held = mask_of(props)
                known = any(held & each == each for each in sets)
                assert known == solid.stays_up(part, frozenset(props), rule), (part, props)


@pytest.mark.rule("BQ-43")
@pytest.mark.parametrize("layers", [6, 7])
def test_swept_cells_are_what_blocks_the_way_in_the_twin(layers):
    tables = tables_of(layers=layers)
    for base in range(tables["first_base"][-1]):
        part = cells_of(int(tables["base_mask"][base]))
        around = set(itertools.product(range(3), range(3), range(layers))) - part
        ways = [tables["up"][base], *tables["side"][base]]
        for way, mask in zip(solid.WAYS, ways, strict=True):
            blocking = {c for c in around if not solid.slides(part, {c}, layers, way)}
            assert cells_of(int(mask)) == blocking


@pytest.mark.parametrize("pieces", SETS)
@pytest.mark.parametrize("support", SUPPORT_RULES)
@pytest.mark.parametrize("path", PATH_RULES)
@pytest.mark.parametrize("layers", [6, 7])
def test_random_towers_are_judged_alike(make_site, luck, pieces, support, path, layers):
    """Build and take away at random; every placement and removal is compared on the way."""
    site = make_site(pieces, support, path, layers)
    taken = 0
    for _ in range(10):
        kind = int(luck.integers(8))
        legal = sorted(map(sorted, site.legal(kind)))
        if legal:
            site.build(*map(tuple, legal[luck.integers(len(legal))]))
        free = site.removable()
        if free and luck.random() < 0.3:
            site.parts.remove(free[luck.integers(len(free))])
            taken += 1
    assert site.parts
    assert solid.union(site.parts) == cells_of(site.mask)
    assert sum(map(len, site.parts)) == len(solid.union(site.parts))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"support": "firm"}, "support_rule 'firm' is not one of stable, full, any"),
        ({"path": "up"}, "path_rule 'up' is not one of five_way, top_only"),
    ],
)
def test_unknown_rules_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        tables_of(**change)


def test_a_wrong_number_of_types_is_refused():
    with pytest.raises(ValueError, match="7 types of part were given; the game has 8"):
        placement_tables([frozenset({(0, 0, 0)})] * 7, "stable", "five_way", 7)


def test_the_book_has_room_for_every_table():
    fields = BOOK.view(BOOK.blank())
    for name, values in tables_of().items():
        assert fields[name].shape == values.shape, name
