"""How a policy picks among scored actions."""

import numpy as np
import pytest

from sim.agents.choose import best_index, soft_index
from sim.core.rng import reseed

DRAWS = 3000


@pytest.fixture
def think():
    stream = np.zeros(4, np.uint64)
    reseed(stream, 7, 0, 64)
    return stream


def counted(scores, random_ties, think):
    """Count how often each place is taken."""
    picks = [best_index(scores, len(scores), random_ties, think) for _ in range(DRAWS)]
    return np.bincount(picks, minlength=len(scores)).tolist()


@pytest.mark.bounds
def test_first_of_equals_without_random_ties(think):
    before = think.copy()
    assert counted(np.array([1.0, 3.0, 2.0, 3.0]), False, think) == [0, DRAWS, 0, 0]
    assert np.array_equal(think, before)


@pytest.mark.bounds
def test_equals_are_drawn_evenly_with_random_ties(think):
    # 3 * (0.1 + 0.2) is not 0.9 in binary, but no policy means the difference.
    counts = counted(np.array([0.9, -1.0, 3 * (0.1 + 0.2), 0.9 - 1e-6, 0.9]), True, think)
    assert counts[1] == counts[3] == 0
    assert sum(counts) == DRAWS
    # Six standard deviations of a share of a third.
    assert all(abs(counts[place] - DRAWS / 3) < 6 * (DRAWS * 2 / 9) ** 0.5 for place in (0, 2, 4))


@pytest.mark.bounds
def test_lone_best_leaves_the_stream_alone(think):
    before = think.copy()
    assert counted(np.array([0.0, 5.0, 4.0]), True, think) == [0, DRAWS, 0]
    assert np.array_equal(think, before)


@pytest.mark.bounds
def test_temperature_draws_in_proportion_to_the_exponential(think):
    odds = np.array([1.0, 2.0, 5.0])
    picks = [soft_index(0.5 * np.log(odds), 3, 0.5, think) for _ in range(DRAWS)]
    share = np.bincount(picks, minlength=3) / DRAWS
    assert np.all(abs(share - odds / 8) < 6 * (odds / 8 * (1 - odds / 8) / DRAWS) ** 0.5)
