"""Raw pointers: how arrays travel between the kernels of a game.

An array argument costs a kernel seven values per call; with hundreds of small kernels that is much
of the time, run and compile alike. So a game's verbs turn
their arrays into pointers once, and kernels index those. The bounds-checked build and plain Python
keep the arrays: there every index is checked.

A pointer does not keep its array alive: take it where the caller still holds the array.
"""

from typing import Any, NamedTuple

import numba
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from sim.core.compile import INNER_OPTIONS, jit

STREAM_WORDS = 4


@intrinsic
def _address(context, array):
    """Take the address of an array's first cell."""

    def lower(context, builder, signature, args):
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), lower


@intrinsic
def _offset(context, pointer, cells):
    """Move a pointer on by a number of cells."""

    def lower(context, builder, signature, args):
        return cgutils.gep_inbounds(builder, args[0], args[1])

    return pointer(pointer, types.int64), lower


def raw(array):
    """Give an array as the kernels pass it on."""
    return array


def part(cells, start, n):
    """Give `n` cells from `start` on."""
    return cells[start : start + n]


def row(streams, purpose):
    """Give the random stream of one purpose."""
    return streams[purpose]


@overload(raw, jit_options=INNER_OPTIONS)
def _raw_in_kernel(array):
    if array.layout != "C":
        raise TypingError("a verb needs contiguous arrays; this one has gaps between its cells")
    if numba.config.BOUNDSCHECK:
        return lambda array: array
    return lambda array: _address(array)


@overload(part, jit_options=INNER_OPTIONS)
def _part_in_kernel(cells, start, n):
    if isinstance(cells, types.Array):
        return lambda cells, start, n: cells[start : start + n]
    return lambda cells, start, n: _offset(cells, start)


@overload(row, jit_options=INNER_OPTIONS)
def _row_in_kernel(streams, purpose):
    if isinstance(streams, types.Array):
        return lambda streams, purpose: streams[purpose]
    return lambda streams, purpose: _offset(streams, purpose * STREAM_WORDS)


class RulesInside(NamedTuple):
    """The rules as the kernels of a game see them."""

    seats: int
    table: Any


@jit
def inside(rules):
    """Give a game's rules as its kernels see them."""
    return RulesInside(rules.seats, raw(rules.table))
