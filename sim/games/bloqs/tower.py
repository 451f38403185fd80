"""Where a part may stand and which may be taken away (BQ-40..44, BQ-50).

A tower is a mask of occupied cells, `table` the book's array. A placement is a base and a level,
the layer its lowest cells lie in. A part lowered from above stops at its resting level: higher it
would hang in the air, lower it can only come in from a side, into a gap under other blocks.
"""

from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs.sizes import BELOW_TOP, FULL_LAYER, LAYER, LAYERS_TOP, SIDES


@jit
def placed(table, base, level):
    """Mask of the cells of a placement."""
    return table[R.BASE_MASK + base] << (LAYER * level)


@jit
def under(tower):
    """Mask of the cells that have ground or a block below them."""
    return ((tower & BELOW_TOP) << LAYER) | FULL_LAYER


@jit
def height(tower):
    """Number of layers that hold a block."""
    layers = 0
    while tower:
        tower >>= LAYER
        layers += 1
    return layers


@jit
def gaps(tower):
    """Mask of the empty cells with a block above them in their column."""
    above = tower >> LAYER
    above |= above >> LAYER
    above |= above >> (2 * LAYER)
    above |= above >> (4 * LAYER)
    return above & ~tower


@jit
def stands(table, floor, base, level):
    """Whether a placement stays up, with `floor` the cells that have support (BQ-42, BQ-44)."""
    held = floor >> (LAYER * level)
    for k in range(table[R.FIRST_SUPPORT + base], table[R.FIRST_SUPPORT + base + 1]):
        need = table[R.SUPPORT + k]
        if held & need == need:
            return True
    return False


@jit
def has_side_way(table, others, base, level):
    """Whether a placement can be brought in, or out, from a side (BQ-43)."""
    if table[R.SIDEWAYS] == 0:
        return False
    seen = others >> (LAYER * level)
    for way in range(SIDES):
        if seen & table[R.SIDE + SIDES * base + way] == 0:
            return True
    return False


@jit
def has_way(table, others, base, level):
    """Whether a placement can be brought in, or out, past the cells of the others (BQ-43)."""
    if (others >> (LAYER * level)) & table[R.UP + base] == 0:
        return True
    return has_side_way(table, others, base, level)


@jit
def resting_level(table, tower, base):
    """Level at which a part lowered from above stops."""
    column = table[R.BASE_MASK + base] | table[R.UP + base]
    level = 0
    while tower & column:
        tower >>= LAYER
        level += 1
    return level


@jit
def fits_inside(table, tower, floor, holes, base, level):
    """Whether a part may be slid in from a side, below where it would rest (BQ-40..43)."""
    mine = placed(table, base, level)
    if mine & holes == 0 or mine & tower:
        return False
    return stands(table, floor, base, level) and has_side_way(table, tower, base, level)


@jit
def levels(table, tower, floor, holes, base):
    """Mask of the legal levels of a base (BQ-40..43); `floor` is `under`, `holes` are `gaps`."""
    top = resting_level(table, tower, base)
    room = table[R.HIGHEST] - table[R.BASE_HEIGHT + base]
    found = 0
    if top <= room and stands(table, floor, base, top):
        found = 1 << top
    if holes:
        for level in range(min(top, room + 1)):
            if fits_inside(table, tower, floor, holes, base, level):
                found |= 1 << level
    return found


@jit
def full_layers(tower):
    """Mask of the layers that are full."""
    found = 0
    for level in range(LAYERS_TOP):
        full = int(tower & FULL_LAYER == FULL_LAYER)
        found |= full << level
        tower >>= LAYER
    return found
