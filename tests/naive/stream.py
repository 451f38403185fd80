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
