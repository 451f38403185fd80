"""Sets as bit masks: one machine instruction each for what Python needs a loop for."""

from numba import types
from numba.extending import intrinsic, overload

from sim.core.compile import INNER_OPTIONS


@intrinsic
def _trailing_zeros(context, mask):
    """Count the zeros below the lowest set bit."""

    def lower(context, builder, signature, args):
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), lower


@intrinsic
def _population(context, mask):
    """Count the set bits."""

    def lower(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), lower


def lowest_bit(mask):
    """Return the number of the lowest set bit of a non-empty mask of at most 63 bits."""
    return int(mask & -mask).bit_length() - 1


def count_bits(mask):
    """Return the number of set bits of a non-negative mask."""
    return int(mask).bit_count()


@overload(lowest_bit, jit_options=INNER_OPTIONS)
def _lowest_bit_in_kernel(mask):
    return lambda mask: _trailing_zeros(mask)


@overload(count_bits, jit_options=INNER_OPTIONS)
def _count_bits_in_kernel(mask):
    return lambda mask: _population(mask)
