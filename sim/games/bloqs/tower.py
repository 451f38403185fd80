"""Where a part may stand and which may be taken away (BQ-40..44, BQ-50).

A tower is a mask of occupied cells, `table` the book's array. A placement is a base and a level,
the layer its lowest cells lie in.
"""

from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs.sizes import BELOW_TOP, FULL_LAYER, LAYER, NOWHERE, SIDES, SITE


@jit
def placed(table, base, level):
    """Mask of the cells of a placement."""
    return table[R.BASE_MASK + base] << (LAYER * level)


@jit
def under(tower):
    """Mask of the cells that have ground or a block below them."""
    return ((tower & BELOW_TOP) << LAYER) | FULL_LAYER


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
def has_way(table, others, base, level):
    """Whether a placement can be brought in, or out, past the cells of the others (BQ-43)."""
    shift = LAYER * level
    if others & ((table[R.UP + base] & (SITE >> shift)) << shift) == 0:
        return True
    if table[R.SIDEWAYS] == 0:
        return False
    for way in range(SIDES):
        if others & (table[R.SIDE + SIDES * base + way] << shift) == 0:
            return True
    return False


@jit
def fits(table, tower, base, level):
    """Whether a part may be placed (BQ-40..43)."""
    if level + table[R.BASE_HEIGHT + base] > table[R.HIGHEST]:
        return False
    if tower & placed(table, base, level) != 0:
        return False
    return stands(table, under(tower), base, level) and has_way(table, tower, base, level)


@jit
def next_level(table, tower, base, level):
    """Lowest legal level from `level` up, NOWHERE if there is none."""
    while level + table[R.BASE_HEIGHT + base] <= table[R.HIGHEST]:
        if fits(table, tower, base, level):
            return level
        level += 1
    return NOWHERE


@jit
def placeable(table, tower, kind):
    """Whether a part of a type has a legal placement (BQ-33)."""
    for base in range(table[R.FIRST_BASE + kind], table[R.FIRST_BASE + kind + 1]):
        if next_level(table, tower, base, 0) != NOWHERE:
            return True
    return False


@jit
def carries(table, tower, below, base, level):
    """Whether a part rests on the cells `below` and falls without them (BQ-50).

    `tower` still holds `below`.
    """
    mine = placed(table, base, level)
    if mine & ((below & BELOW_TOP) << LAYER) == 0:
        return False
    rest = tower & ~below & ~mine
    return not stands(table, under(rest), base, level)
