"""Raw pointers: what they point at, and arrays that have no single run of cells."""

import numpy as np
import pytest
from numba.core.errors import TypingError

from sim.core.compile import build_name, jit
from sim.core.raw import part, raw, row


@jit
def write(cells, start):
    """Write through the pointer of a part."""
    part(raw(cells), start, 2)[1] = 7


@jit
def first_word(streams, purpose):
    """Read the first word of a stream."""
    return row(raw(streams), purpose)[0]


def test_part__writes_to_the_array_itself():
    cells = np.zeros(6, np.int64)
    write(cells, 3)
    assert cells.tolist() == [0, 0, 0, 0, 7, 0]


def test_row__is_the_stream_of_a_purpose():
    streams = np.arange(8 * 4, dtype=np.uint64).reshape(8, 4)
    assert [int(first_word(streams, purpose)) for purpose in range(8)] == list(range(0, 32, 4))


@pytest.mark.skipif(build_name() == "plain", reason="plain Python indexes any array")
def test_raw__refuses_an_array_with_gaps():
    with pytest.raises(TypingError, match="contiguous"):
        write(np.zeros(12, np.int64)[::2], 0)
