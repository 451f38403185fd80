"""Where parts of a type may stand, all its bases at once (BQ-40..43).

A set of bases is a word of bits. For each layer that a base may span, and each pattern of blocks
in that layer, the table holds the bases that these blocks keep out, by the way they come in, and
those that such blocks below would hold up. Joining the layers of a tower gives every legal base
of a level in one go.
"""

import numpy as np
from numpy.typing import NDArray

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit
from sim.games.bloqs import book as R
from sim.games.bloqs.sizes import (
    FULL_LAYER, LAYER, LAYERS_TOP, OFFER_BITS, SIDES, TYPES, WORDS_TOP,
)
from sim.games.bloqs.tower import height, stands, under

Table = NDArray[np.int64]
# Fields of a pattern: kept out from above, from the four sides, held up.
FROM_ABOVE, FROM_SIDE, HELD_UP, FIELDS = 0, 1, 1 + SIDES, 2 + SIDES
LAYER_PATTERNS = FULL_LAYER + 1
ROW = LAYER_PATTERNS * FIELDS
PATTERNS_OF_LAYER = np.arange(LAYER_PATTERNS)


def words_of(first_base: Table) -> list[range]:
    """Cut the bases of each type into words."""
    return [
        range(start, min(start + OFFER_BITS, int(first_base[kind + 1])))
        for kind in range(TYPES)
        for start in range(int(first_base[kind]), int(first_base[kind + 1]), OFFER_BITS)
    ]


def word_tables(tables: dict[str, Table]) -> dict[str, Table]:
    """Tabulate the words of bases, by the field names of the book."""
    words = words_of(tables["first_base"])
    heights, kinds = tables["base_height"], tables["base_type"]
    word_kinds = [int(kinds[word[0]]) for word in words]
    low = np.zeros((WORDS_TOP, LAYERS_TOP + 1), np.int64)
    mixed, word_base = np.zeros(WORDS_TOP, np.int64), np.zeros(WORDS_TOP, np.int64)
    for i, word in enumerate(words):
        word_base[i] = word[0]
        for bit, base in enumerate(word):
            low[i, heights[base] :] |= 1 << bit
            mixed[i] |= int(_joins_layers(_supports(tables, base))) << bit
    return {
        "first_word": np.searchsorted(word_kinds, np.arange(TYPES + 1)),
        "word_base": word_base,
        "low": low,
        "mixed": mixed,
        "span": heights.max(),
    }


def _supports(tables: dict[str, Table], base: int) -> list[int]:
    first = tables["first_support"]
    return [int(mask) for mask in tables["support"][first[base] : first[base + 1]]]


def _layers_of(mask: int) -> list[int]:
    """Give the blocks of a mask layer by layer, as patterns."""
    return [mask >> LAYER * level & FULL_LAYER for level in range(LAYERS_TOP)]


def _joins_layers(supports: list[int]) -> bool:
    return any(sum(map(bool, _layers_of(mask))) > 1 for mask in supports)


def pattern_table(tables: dict[str, Table]) -> Table:
    """Tabulate sets of bases by word, layer, pattern and field, as one flat array.

    Past the layers that a base may span there is one more, for all that lies higher.
    """
    words, span = words_of(tables["first_base"]), int(tables["base_height"].max())
    out = np.zeros((len(words), span + 1, LAYER_PATTERNS, FIELDS), np.int64)
    for i, word in enumerate(words):
        out[i, ..., :HELD_UP] = _kept_out(tables, word, span)
        for bit, base in enumerate(word):
            for mask in _supports(tables, base):
                _note_support(out[i], mask, bit)
    # No way in from a side: nothing at all is free there, with or without blocks.
    if not tables["sideways"][0]:
        out[..., FROM_SIDE:HELD_UP] = -1
    return out.ravel()


def _kept_out(tables: dict[str, Table], word: range, span: int) -> Table:
    """Give the bases of a word that blocks keep out, by layer, pattern and way in."""
    bases, levels = np.array(word), LAYER * np.arange(span + 1)
    ways = np.column_stack([tables["up"][bases], tables["side"][bases]])
    passed = ways | tables["base_mask"][bases, None]
    layers = passed[:, None, :] >> levels[:, None] & FULL_LAYER
    hits = (layers[:, :, None, :] & PATTERNS_OF_LAYER[:, None]) != 0
    bits = np.left_shift(np.int64(1), np.arange(len(bases)))
    return np.tensordot(bits, hits.astype(np.int64), axes=1)


def _note_support(rows: Table, mask: int, bit: int) -> None:
    """Note what holds a base up within one layer."""
    layers = _layers_of(mask)
    if sum(map(bool, layers)) > 1:
        return
    level = next(level for level, need in enumerate(layers) if need)
    holds = PATTERNS_OF_LAYER & layers[level] == layers[level]
    rows[level, :, HELD_UP] |= holds.astype(np.int64) << bit


@jit
def held_by_layers(table, floor, word, level, bases):
    """Those of a word's bases that blocks in several layers hold up together (BQ-42)."""
    found = 0
    while bases:
        bit = lowest_bit(bases)
        bases &= bases - 1
        if stands(table, floor, table[R.WORD_BASE + word] + bit, level):
            found |= 1 << bit
    return found


@jit
def legal_at(table, tower, floor, word, level):
    """Those of a word's bases that are legal at a level (BQ-40..43); `floor` is `under`."""
    span = table[R.SPAN]
    row = R.PATTERNS + ROW * word * (span + 1)
    above, right, left, back, front, held = 0, 0, 0, 0, 0, 0
    rest, below = tower >> (LAYER * level), floor >> (LAYER * level)
    for _ in range(span):
        cell = row + FIELDS * (rest & FULL_LAYER)
        above |= table[cell]
        right |= table[cell + 1]
        left |= table[cell + 2]
        back |= table[cell + 3]
        front |= table[cell + 4]
        held |= table[row + FIELDS * (below & FULL_LAYER) + HELD_UP]
        rest >>= LAYER
        below >>= LAYER
        row += ROW
    while rest:
        above |= table[row + FIELDS * (rest & FULL_LAYER)]
        rest >>= LAYER
    low = table[R.LOW + (LAYERS_TOP + 1) * word + table[R.HIGHEST] - level]
    free = low & ~(above & right & left & back & front)
    mixed = free & ~held & table[R.MIXED + word]
    return (free & held) | held_by_layers(table, floor, word, level, mixed)


@jit
def legal_bases(table, tower, word):
    """Those of a word's bases that have a legal level (BQ-40..43)."""
    floor, found = under(tower), 0
    for level in range(min(height(tower) + 1, table[R.HIGHEST])):
        found |= legal_at(table, tower, floor, word, level)
    return found


@jit
def placeable(table, tower, kind):
    """Whether a part of a type has a legal placement (BQ-33)."""
    floor, top = under(tower), min(height(tower), table[R.HIGHEST] - 1)
    # Most often there is room on top.
    for level in range(top, -1, -1):
        for word in range(table[R.FIRST_WORD + kind], table[R.FIRST_WORD + kind + 1]):
            if legal_at(table, tower, floor, word, level):
                return True
    return False


@jit
def placeable_types(table, tower, kinds):
    """Mask of those of `kinds` that have a legal placement (BQ-33)."""
    found = 0
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if placeable(table, tower, kind):
            found |= 1 << kind
    return found


@jit
def offer_bases(table, tower, kind, out, start):
    """Write the legal bases of a type as words into cells from `start` on; return how many."""
    n = 0
    first = table[R.FIRST_WORD + kind]
    for word in range(first, table[R.FIRST_WORD + kind + 1]):
        out[start + word - first] = legal_bases(table, tower, word)
        n += count_bits(out[start + word - first])
    return n
