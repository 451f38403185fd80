"""Random streams keyed by (seed, game index, purpose).

The generator is SFC64 (C. Doty-Humphrey), one row of four uint64 a stream: a, b, c, counter.
NumPy ships the same generator, so the words can be checked one by one. Bounded integers follow
D. Lemire, "Fast random integer generation in an interval" (2019), on the upper 32 bits.
"""

import numpy as np

from sim.core.compile import jit

STREAMS = 8
DEAL = 0
DICE = 1
DECKS = 2
THINK = 64
COPY_BITS = 8

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_RANGE_32 = np.uint64(1 << 32)
_ONE = np.uint64(1)
_ALL_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)
_S3, _S11, _S24, _S27, _S30, _S31, _S32, _S40 = (
    np.uint64(n) for n in (3, 11, 24, 27, 30, 31, 32, 40)
)
_WARM_UP = 12
_UNIT = 2.0**-53


@jit
def mix(word):
    """Scramble 64 bits (the finalizer of splitmix64, S. Vigna)."""
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@jit
def next_word(stream):
    """Advance a stream and return 64 random bits."""
    word = stream[0] + stream[1] + stream[3]
    stream[3] += _ONE
    stream[0] = stream[1] ^ (stream[1] >> _S11)
    stream[1] = stream[2] + (stream[2] << _S3)
    stream[2] = ((stream[2] << _S24) | (stream[2] >> _S40)) + word
    return word


@jit
def reseed(stream, seed, game, purpose):
    """Set one stream to its start for (seed, game, purpose)."""
    key = mix(np.uint64(seed) + _GOLDEN)
    key = mix(key ^ (np.uint64(game) + _GOLDEN))
    key = mix(key ^ (np.uint64(purpose) + _GOLDEN))
    for i in range(3):
        key += _GOLDEN
        stream[i] = mix(key)
    stream[3] = _ONE
    for _ in range(_WARM_UP):
        next_word(stream)


@jit
def reseed_game(rng, seed, game):
    """Set all streams of a game, shape (STREAMS, 4)."""
    for purpose in range(STREAMS):
        reseed(rng[purpose], seed, game, purpose)


@jit
def below(stream, n):
    """Draw an unbiased integer in [0, n); n = 1 takes no word."""
    if n == 1:
        return 0
    span = np.uint64(n)
    product = (next_word(stream) >> _S32) * span
    if (product & _LOW_32) < span:
        floor = (_RANGE_32 - span) % span
        while (product & _LOW_32) < floor:
            product = (next_word(stream) >> _S32) * span
    return np.int64(product >> _S32)


@jit
def unit(stream):
    """Draw a float in [0, 1) with 53 random bits."""
    return np.float64(next_word(stream) >> _S11) * _UNIT


@jit
def pick_weighted(stream, counts, start, kinds):
    """Draw a kind with odds counts[start + kind]; -1, and no word taken, when all are zero.

    Every card left is given a key, splitmix64's word number (kind, copy) from one word of the
    stream, and the lowest key is drawn. Decks that differ by a card thus draw the same card but
    where that card comes up: settings compared game by game keep their luck in common. A kind
    has fewer than 2**COPY_BITS cards.
    """
    left = 0
    for kind in range(kinds):
        left += counts[start + kind]
    if left == 0:
        return -1
    word = next_word(stream)
    drawn = -1
    lowest = _ALL_ONES
    for kind in range(kinds):
        place = word + _GOLDEN * np.uint64((kind << COPY_BITS) + 1)
        for _ in range(counts[start + kind]):
            key = mix(place)
            place += _GOLDEN
            if key <= lowest:
                lowest = key
                drawn = kind
    return drawn


@jit
def pick_bit(stream, mask):
    """Draw one set bit of a mask, uniformly; the mask must not be empty."""
    count = 0
    rest = mask
    while rest:
        rest &= rest - 1
        count += 1
    skip = below(stream, count)
    bit = 0
    while True:
        if (mask >> bit) & 1:
            if skip == 0:
                return bit
            skip -= 1
        bit += 1
