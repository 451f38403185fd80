"""Read whole numbers and fractions off a numbered stream of luck, with NumPy's own SFC64."""

from __future__ import annotations

import numpy as np


class Stream:
    """Give numbers from one SFC64 generator with a given state of four words."""

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

    def unit(self) -> float:
        """Return a uniform fraction in [0, 1) with 53 random bits."""
        return (int(self.bits.random_raw()) >> 11) * 2.0**-53

    def pick(self, counts: list[int]) -> int:
        """Return the kind of one card, each card equally likely: the one with the lowest key.

        The keys of a deck are numbers from splitmix64, started at one word of this stream.
        """
        word = int(self.bits.random_raw())
        keys = {
            (kind, copy): splitmix(word, (kind << 8) + copy + 1)
            for kind, copies in enumerate(counts)
            for copy in range(copies)
        }
        return min(keys, key=keys.get)[0]


def splitmix(start: int, n: int) -> int:
    """Return the n-th word of splitmix64 (S. Vigna) from a start."""
    mask = 2**64 - 1
    word = (start + n * 0x9E3779B97F4A7C15) & mask
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & mask
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & mask
    return word ^ (word >> 31)
