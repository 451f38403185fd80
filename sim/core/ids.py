"""Lists of action ids: filled in rising order, never past the room there is."""

from typing import Any, NamedTuple

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit


class Ids(NamedTuple):
    """A list of action ids to be filled: its cells, and how many fit."""

    cells: Any
    room: int


@jit
def put(out, n, action):
    """Append an id while there is room; return the new length."""
    if n < out.room:
        out.cells[n] = action
        return n + 1
    return n


@jit
def put_mask(out, n, first, mask):
    """Append first + bit for every set bit, rising; return the new length."""
    end = min(n + count_bits(mask), out.room)
    while n < end:
        out.cells[n] = first + lowest_bit(mask)
        mask &= mask - 1
        n += 1
    return end
