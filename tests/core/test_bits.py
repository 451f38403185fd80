"""Bit masks: the machine's instructions and Python say the same."""

import numpy as np
import pytest

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit

TOP = 62


@jit
def lowest_in_kernel(mask):
    return lowest_bit(mask)


@jit
def count_in_kernel(mask):
    return count_bits(mask)


def masks():
    rng = np.random.default_rng(1)
    singles = [1 << place for place in range(TOP + 1)]
    return [*singles, (1 << TOP + 1) - 1, *map(int, rng.integers(1, 1 << TOP, 200))]


@pytest.mark.parametrize("find", [lowest_bit, lowest_in_kernel])
def test_lowest_bit(find):
    assert [find(mask) for mask in masks()] == [
        next(place for place in range(TOP + 1) if mask >> place & 1) for mask in masks()
    ]


@pytest.mark.parametrize("count", [count_bits, count_in_kernel])
def test_count_bits(count):
    assert [count(mask) for mask in [0, *masks()]] == [
        bin(mask).count("1") for mask in [0, *masks()]
    ]
