"""Whether what is missing from the box of the perfect cube can be tiled with parts still to come.

A depth-first search on the lowest empty cell, with the parts outside the tower; whether the single
steps are legal is left aside. The placements chosen so far lie in the state's `search` cells.
"""

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs.sizes import BASES_TOP, LAYER, NOWHERE, TYPES
from sim.games.bloqs.state import SEARCH, TOWER, supply_outside
from sim.games.bloqs.tower import gaps, levels, under

# Copies of the types are counted in one number, so many bits each.
COUNT_BITS = 4
ONE_COUNT = (1 << COUNT_BITS) - 1


@jit
def copies_outside(rules, state, player):
    """Parts outside a player's tower, by type in one number."""
    packed = 0
    for kind in range(TYPES):
        packed |= supply_outside(rules, state, player, kind) << (COUNT_BITS * kind)
    return packed


@jit
def next_tile(table, missing, packed, start):
    """Place in the list by corners of the next part for the lowest empty cell, or NOWHERE.

    `start` is where to look from, NOWHERE for the beginning.
    """
    lowest = lowest_bit(missing)
    corner, seen = lowest % LAYER, missing >> (lowest - lowest % LAYER)
    place = table[R.FIRST_CORNER + corner] if start == NOWHERE else start
    while place < table[R.FIRST_CORNER + corner + 1]:
        base = table[R.CORNER_BASE + place]
        mask = table[R.BASE_MASK + base]
        left = (packed >> (COUNT_BITS * table[R.BASE_TYPE + base])) & ONE_COUNT
        if left and mask & seen == mask:
            return place
        place += 1
    return NOWHERE


@jit
def can_finish(rules, tower, packed):
    """Whether one part of these would complete the box by a legal placement (BQ-40..44, BQ-70)."""
    missing = rules.table[R.BOX] & ~tower
    if missing == 0 or tower & ~rules.table[R.BOX]:
        return False
    if count_bits(missing) > rules.table[R.MOST_BLOCKS]:
        return False
    level = lowest_bit(missing) // LAYER
    missing >>= LAYER * level
    corner = lowest_bit(missing)
    floor, holes = under(tower), gaps(tower)
    for k in range(rules.table[R.FIRST_CORNER + corner], rules.table[R.FIRST_CORNER + corner + 1]):
        base = rules.table[R.CORNER_BASE + k]
        left = (packed >> (COUNT_BITS * rules.table[R.BASE_TYPE + base])) & ONE_COUNT
        if left and rules.table[R.BASE_MASK + base] == missing:
            return (levels(rules.table, tower, floor, holes, base) >> level) & 1 == 1
    return False


@jit
def tiles(rules, state, missing, packed):
    """Whether cells can be tiled exactly by parts of these numbers."""
    depth, start = 0, NOWHERE
    while missing:
        place = next_tile(rules.table, missing, packed, start)
        start = NOWHERE
        if place == NOWHERE:
            if depth == 0:
                return False
            depth -= 1
            place, level = state[SEARCH + depth] % BASES_TOP, state[SEARCH + depth] // BASES_TOP
            state[SEARCH + depth] = 0
            start, sign = place + 1, 1
        else:
            level, sign = lowest_bit(missing) // LAYER, -1
            state[SEARCH + depth] = place + BASES_TOP * level
            depth += 1
        base = rules.table[R.CORNER_BASE + place]
        missing ^= rules.table[R.BASE_MASK + base] << (LAYER * level)
        packed += sign << (COUNT_BITS * rules.table[R.BASE_TYPE + base])
    for used in range(depth):
        state[SEARCH + used] = 0
    return True


@jit
def cube_alive(rules, state, player):
    """Whether nothing stands above the box and the rest of it can be tiled."""
    tower, box = state[TOWER + player], rules.table[R.BOX]
    if tower & ~box:
        return False
    return tiles(rules, state, box & ~tower, copies_outside(rules, state, player))
