"""Draw the luck of a game from its own numbered streams."""

from __future__ import annotations

import numpy as np

DEAL, DICE, OPS, REACTION, LOOT, CONDITIONS, LIBERATION = range(7)


class Stream:
    """Give whole numbers from one SFC64 generator with a given state."""

    def __init__(self, words: list[int]):
        self.bits = np.random.SFC64(0)
        self.bits.state = {
            "bit_generator": "SFC64",
            "state": {"state": np.array([int(word) for word in words], dtype=np.uint64)},
            "has_uint32": 0,
            "uinteger": 0,
        }

    def below(self, n: int) -> int:
        """Return a uniform number from 0 to n - 1; n = 1 takes no word (Lemire's method)."""
        if n == 1:
            return 0
        reject = (2**32 - n) % n
        while True:
            product = (int(self.bits.random_raw()) >> 32) * n
            if product & 0xFFFFFFFF >= reject:
                return product >> 32


def draw_count(counts: list[int], stream: Stream) -> int:
    """Take one card from a deck kept as copies by code; return its code."""
    k = stream.below(sum(counts))
    for code, copies in enumerate(counts):
        if k < copies:
            counts[code] -= 1
            return code
        k -= copies
    raise AssertionError("the draw exceeds the deck")


def draw_member(cards: set[int], stream: Stream) -> int:
    """Take one card from a deck of different cards; return its code."""
    code = sorted(cards)[stream.below(len(cards))]
    cards.remove(code)
    return code


def draw_from_list(items: list, stream: Stream):
    """Take one item from a list; the last one fills its place."""
    k = stream.below(len(items))
    item = items[k]
    items[k] = items[-1]
    items.pop()
    return item
