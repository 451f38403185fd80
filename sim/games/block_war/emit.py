"""Writing lists of ids: never past the room there is."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit


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
    while mask:
        n = put(out, n, first + lowest_bit(mask))
        mask &= mask - 1
    return n
