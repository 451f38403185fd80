"""Names of cells: offsets, views, and the reading of differences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.layout import Layout

WOOD = Layout(seat=1, trees=(2, 3), oil=4)


def test_offsets_are_counted_in_the_order_of_declaration():
    assert WOOD.names() == ["seat", "trees", "oil"]
    assert [WOOD[name] for name in WOOD.names()] == [0, 1, 7]
    assert WOOD.size == 11


def test_a_blank_state_is_flat_and_zero():
    state = WOOD.blank()
    assert state.shape == (11,)
    assert state.dtype == np.int64
    assert not state.any()


def test_writing_to_a_view_writes_the_state():
    state = WOOD.blank()
    view = WOOD.view(state)
    view["trees"][1, 0] = 5
    view["oil"][:] = 9
    assert state.tolist() == [0, 0, 0, 0, 5, 0, 0, 9, 9, 9, 9]
    assert view["seat"].shape == (1,)


def test_a_cell_is_named_by_its_field_and_place():
    assert [WOOD.cell_name(cell) for cell in (0, 1, 4, 6, 7, 10)] == [
        "seat[0]", "trees[0,0]", "trees[1,0]", "trees[1,2]", "oil[0]", "oil[3]",
    ]  # fmt: skip


@pytest.mark.parametrize("cell", [-1, 11, 12])
def test_a_cell_outside_is_refused(cell):
    with pytest.raises(IndexError, match=f"cell {cell} is outside the layout of 11 cells"):
        WOOD.cell_name(cell)


def test_differences_are_told_cell_by_cell():
    before, after = WOOD.blank(), WOOD.blank()
    after[[5, 8]] = 3, -1
    assert list(WOOD.diff(before, after)) == ["trees[1,1]: 0 -> 3", "oil[1]: 0 -> -1"]
    assert list(WOOD.diff(after, after.copy())) == []


def test_an_unknown_name_is_an_error():
    with pytest.raises(KeyError):
        WOOD["fog"]


shapes = st.one_of(st.integers(1, 5), st.tuples(st.integers(1, 4), st.integers(1, 4)))


@given(st.lists(shapes, min_size=1, max_size=8))
def test_every_cell_belongs_to_one_field(shapes):
    layout = Layout(**{f"field_{i}": shape for i, shape in enumerate(shapes)})
    state = layout.blank()
    for view in layout.view(state).values():
        view += 1
    assert (state == 1).all()
    names = [layout.cell_name(cell) for cell in range(layout.size)]
    assert len(set(names)) == layout.size
    for name, view in layout.view(np.arange(layout.size)).items():
        for place, cell in np.ndenumerate(view):
            assert names[cell] == f"{name}[{','.join(map(str, place))}]"
