"""Random streams: the generator against NumPy, draws against plain Python and their odds."""

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from sim.core.rng import (
    COPY_BITS,
    DEAL,
    DICE,
    STREAMS,
    THINK,
    below,
    mix,
    next_word,
    pick_bit,
    pick_weighted,
    reseed,
    reseed_game,
    unit,
)

P_VALUE = 1e-6
DRAWS = 6000
MASK_64 = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def stream(seed=1, game=0, purpose=DEAL):
    row = np.zeros(4, np.uint64)
    reseed(row, seed, game, purpose)
    return row


def words(row, n):
    return [int(next_word(row)) for _ in range(n)]


def numpy_words(row, n):
    """Let NumPy's own generator go on from the state of a stream."""
    generator = np.random.SFC64()
    generator.state = {
        "bit_generator": "SFC64",
        "state": {"state": row.copy()},
        "has_uint32": 0,
        "uinteger": 0,
    }
    return generator.random_raw(n).tolist()


def plain_mix(word):
    """Scramble 64 bits as splitmix64 does."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK_64
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK_64
    return word ^ word >> 31


def plain_below(words, n):
    """Draw below n as D. Lemire does, from the upper halves of words."""
    if n == 1:
        return 0
    while True:
        product = (next(words) >> 32) * n
        if product % 2**32 >= 2**32 % n:
            return product >> 32


def assert_even(values, kinds):
    found = Counter(values)
    counts = [found[kind] for kind in kinds]
    assert sum(counts) == len(values)
    if len(counts) > 1:
        assert stats.chisquare(counts).pvalue > P_VALUE, counts


@pytest.mark.parametrize("key", [(1, 0, DEAL), (0, 0, 0), (2**62, 10**9, THINK + 3)])
def test_words_are_those_of_numpy(key):
    row = stream(*key)
    assert numpy_words(row, 1000) == words(row, 1000)


def test_a_stream_starts_as_written_down():
    # The seeding in plain Python: a change would give other games for every seed.
    for seed, game, purpose in ((1, 0, 0), (2026, 31, DICE), (7, 2**40, THINK)):
        key = 0
        for part in (seed, game, purpose):
            key = plain_mix(key ^ part + GOLDEN & MASK_64)
        start = [plain_mix(key + n * GOLDEN & MASK_64) for n in (1, 2, 3)]
        row = np.array([*start, 1], np.uint64)
        words(row, 12)
        assert np.array_equal(row, stream(seed, game, purpose))


def test_mix_is_one_to_one_on_a_sample():
    assert [int(mix(np.uint64(n))) for n in range(50)] == [plain_mix(n) for n in range(50)]


def test_below_is_plain_lemire():
    # The large ones reject up to half of all words.
    for n in (1, 2, 3, 6, 7, 25, 1000, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1):
        row, copy = stream(purpose=n % 7), stream(purpose=n % 7)
        source = iter(lambda row=copy: int(next_word(row)), None)
        assert [int(below(row, n)) for _ in range(300)] == [
            plain_below(source, n) for _ in range(300)
        ], n
        assert np.array_equal(row, copy), "one word too many or too few"


def test_below_one_takes_no_word():
    row = stream()
    assert below(row, 1) == 0
    assert np.array_equal(row, stream())


@pytest.mark.parametrize("n", [2, 3, 6, 10, 25])
def test_below_is_even(n):
    row = stream(seed=n)
    assert_even([int(below(row, n)) for _ in range(DRAWS)], range(n))


def test_below_is_even_where_a_remainder_would_not_be():
    # Without rejection every third value would be twice as likely.
    n = 3 * 2**30
    row = stream(seed=5)
    assert_even([int(below(row, n)) % 3 for _ in range(DRAWS)], range(3))


def test_pairs_of_dice_are_even():
    row = stream(seed=6)
    pairs = [(int(below(row, 6)), int(below(row, 6))) for _ in range(DRAWS)]
    assert_even(pairs, itertools.product(range(6), repeat=2))


def test_unit_is_the_upper_53_bits():
    row, copy = stream(seed=8), stream(seed=8)
    values = [float(unit(row)) for _ in range(DRAWS)]
    assert values == [(word >> 11) * 2.0**-53 for word in words(copy, DRAWS)]
    assert 0 <= min(values) < max(values) < 1
    assert stats.kstest(values, "uniform").pvalue > P_VALUE


def test_streams_differ_by_every_part_of_the_key():
    keys = list(itertools.product((0, 1, 2**40), (0, 1, 2), (DEAL, DICE, THINK, THINK + 1)))
    firsts = {key: tuple(words(stream(*key), 2)) for key in keys}
    assert len(set(firsts.values())) == len(keys)
    assert len(set(itertools.chain(*firsts.values()))) == 2 * len(keys)


@pytest.mark.parametrize("part", range(3))
def test_neighbouring_keys_share_nothing(part):
    """Compare the dice of a stream with those of the stream next to it."""
    pairs = []
    flipped = 0
    for n in range(300):
        key, following = [9, 9, 9], [9, 9, 9]
        key[part], following[part] = n, n + 1
        one, other = stream(*key), stream(*following)
        flipped += (words(one, 1)[0] ^ words(other, 1)[0]).bit_count()
        pairs += [(int(below(one, 6)), int(below(other, 6))) for _ in range(4)]
    assert_even(pairs, itertools.product(range(6), repeat=2))
    bits = 300 * 64
    assert stats.binomtest(flipped, bits).pvalue > P_VALUE


def test_a_game_has_all_its_streams_and_they_do_not_touch():
    rng = np.zeros((STREAMS, 4), np.uint64)
    reseed_game(rng, 4, 2)
    for purpose in range(STREAMS):
        assert np.array_equal(rng[purpose], stream(4, 2, purpose))
    before = rng.copy()
    next_word(rng[DICE])
    changed = (rng != before).any(axis=1)
    assert changed.tolist() == [purpose == DICE for purpose in range(STREAMS)]
    assert THINK >= STREAMS, "thinking must not share a stream with the game"


@pytest.mark.parametrize("mask", [0b1, 0b1000, 0b101101, (1 << 62) | 0b11])
def test_pick_bit_draws_every_bit_alike(mask):
    row = stream(seed=mask.bit_count())
    bits = [bit for bit in range(64) if mask >> bit & 1]
    drawn = [int(pick_bit(row, mask)) for _ in range(DRAWS // 4)]
    assert_even(drawn, bits)


def test_pick_weighted_draws_by_the_counts():
    counts = np.array([90, 1, 0, 5, 2, 90], np.int64)
    row = stream(seed=3)
    drawn = Counter(int(pick_weighted(row, counts, 1, 4)) for _ in range(DRAWS))
    assert set(drawn) == {0, 2, 3}
    observed = [drawn[0], drawn[2], drawn[3]]
    expected = [DRAWS * n / 8 for n in (1, 5, 2)]
    assert stats.chisquare(observed, expected).pvalue > P_VALUE


def test_pick_weighted_takes_the_lowest_key_of_splitmix64():
    row, counts = stream(seed=4), np.array([2, 0, 3], np.int64)
    word = int(next_word(row.copy()))
    keys = {
        (kind, copy): plain_mix(word + GOLDEN * ((kind << COPY_BITS) + copy + 1) & MASK_64)
        for kind in range(3)
        for copy in range(counts[kind])
    }
    assert pick_weighted(row, counts, 0, 3) == min(keys, key=keys.get)[0]


def test_decks_that_differ_by_a_card_draw_alike_but_for_that_card():
    """The chance that they part is that of the added card being on top, and not a kind's own."""
    few, more = np.array([4, 1, 6, 3], np.int64), np.array([4, 2, 6, 3], np.int64)
    parted = 0
    for game in range(DRAWS):
        one, other = (int(pick_weighted(stream(9, game), deck, 0, 4)) for deck in (few, more))
        parted += one != other
        assert one == other or other == 1
    chance = (1 / more.sum()) * (1 - few[1] / few.sum())
    assert stats.binomtest(parted, DRAWS, chance).pvalue > P_VALUE


def test_pick_weighted_from_nothing_is_minus_one_and_takes_no_word():
    row = stream()
    assert pick_weighted(row, np.zeros(4, np.int64), 0, 4) == -1
    assert pick_weighted(row, np.ones(4, np.int64), 2, 0) == -1
    assert np.array_equal(row, stream())
