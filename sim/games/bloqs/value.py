"""What a tower is worth, and the best that a part can make of it."""

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs import weights as w
from sim.games.bloqs.ending import cube_reason, storeys
from sim.games.bloqs.patterns import legal_at
from sim.games.bloqs.sizes import FULL_LAYER, LAYER, LAYERS_TOP, RUNNING, SITE
from sim.games.bloqs.tiling import COUNT_BITS, can_finish, tiles
from sim.games.bloqs.tower import full_layers, gaps, height, placed, under

# Cells with a right neighbour, and with one behind, in every layer.
LAYERS_ONCE = SITE // FULL_LAYER
WITH_RIGHT = 0b011011011 * LAYERS_ONCE
WITH_BACK = 0b000111111 * LAYERS_ONCE
# Value of a placement that there is not.
NONE = -1e9


@jit
def bumps(filled):
    """Steps between neighbouring columns; `filled` has all cells up to the top of each."""
    right = (filled ^ (filled >> 1)) & WITH_RIGHT
    back = (filled ^ (filled >> 3)) & WITH_BACK
    return count_bits(right) + count_bits(back)


@jit
def box_value(rules, state, tower, packed, weights):
    """Value of what a tower is on the way to the perfect cube; `packed` are the parts outside."""
    box = rules.table[R.BOX]
    missing = count_bits(box & ~tower)
    if tower & ~box:
        return weights[w.TOWER_ABOVE_BOX] * count_bits(tower & ~box) if missing else 0.0
    share = count_bits(tower) / (LAYER * rules.table[R.BOX_LAYERS])
    value = weights[w.TOWER_CUBE] * share * share * share
    if missing == 0:
        return value
    if weights[w.TOWER_FINISH_IN_ONE] != 0.0 and can_finish(rules, tower, packed):
        value += weights[w.TOWER_FINISH_IN_ONE]
    looks = weights[w.TOWER_TILEABLE] != 0.0 and missing <= weights[w.TOWER_TILED_CELLS]
    if looks and tiles(rules, state, box & ~tower, packed):
        value += weights[w.TOWER_TILEABLE]
    return value


@jit
def tower_value(rules, state, tower, packed, weights):
    """Value of a tower, with `packed` the parts outside it by type."""
    if cube_reason(rules, tower) != RUNNING:
        return weights[w.TOWER_PERFECT]
    ground, full = storeys(tower), count_bits(full_layers(tower))
    counting = full if rules.table[R.ANY_LAYER] else ground
    started = 0.0
    if ground < LAYERS_TOP:
        started = count_bits((tower >> (LAYER * ground)) & FULL_LAYER) / LAYER
    holes = gaps(tower)
    value = weights[w.TOWER_LAYER] * counting
    value += weights[w.TOWER_PARTIAL] * started * started
    value += weights[w.TOWER_LOOSE_LAYER] * (full - counting)
    value += weights[w.TOWER_HOLE] * count_bits(holes)
    value += weights[w.TOWER_BUMP] * bumps(tower | holes)
    return value + box_value(rules, state, tower, packed, weights)


@jit
def without(packed, kind):
    """Parts outside a tower after one of a type has come into it."""
    return packed - (1 << (COUNT_BITS * kind))


@jit
def with_one(packed, kind):
    """Parts outside a tower after one of a type has left it."""
    return packed + (1 << (COUNT_BITS * kind))


@jit
def best_level(rules, state, tower, packed, base, mask, weights):
    """Best value of a tower after placing a base at one of some levels, NONE without any."""
    best = NONE
    while mask:
        level = lowest_bit(mask)
        mask &= mask - 1
        grown = tower | placed(rules.table, base, level)
        best = max(best, tower_value(rules, state, grown, packed, weights))
    return best


@jit
def best_of_bases(rules, state, tower, packed, first, bases, level, weights):
    """Best value of a tower after placing one of some bases at a level, NONE without any."""
    best = NONE
    while bases:
        base = first + lowest_bit(bases)
        bases &= bases - 1
        grown = tower | placed(rules.table, base, level)
        best = max(best, tower_value(rules, state, grown, packed, weights))
    return best


@jit
def best_with(rules, state, tower, packed, kind, weights):
    """Best value of a tower after placing a part of a type, NONE if it fits nowhere.

    `packed` counts the parts outside before; the part placed is one of them.
    """
    best, left, floor = NONE, without(packed, kind), under(tower)
    for level in range(min(height(tower) + 1, rules.table[R.HIGHEST])):
        for word in range(rules.table[R.FIRST_WORD + kind], rules.table[R.FIRST_WORD + kind + 1]):
            bases = legal_at(rules.table, tower, floor, word, level)
            first = rules.table[R.WORD_BASE + word]
            found = best_of_bases(rules, state, tower, left, first, bases, level, weights)
            best = max(best, found)
    return best
