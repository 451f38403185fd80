"""Draw the luck of a game: three streams, so that settings share what they have in common."""

from __future__ import annotations

from typing import Any

from tests.naive.stream import Stream


class Luck:
    """Hold the three streams of a game: the deal, the throws, the cards and random picks."""

    def __init__(self, streams: list[list[int]]):
        self.deal, self.dice, self.cards = (Stream(words) for words in streams[:3])


def shuffle(items: list[Any], stream: Stream) -> None:
    """Shuffle a list in place from its last entry down."""
    for last in range(len(items) - 1, 0, -1):
        other = stream.below(last + 1)
        items[last], items[other] = items[other], items[last]


def spread(counts: list[int]) -> list[int]:
    """List the kinds of some counts, ascending, each as often as counted."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def pick(counts: list[int], stream: Stream) -> int:
    """Return the kind of one of some counted things, each equally likely."""
    return spread(counts)[stream.below(sum(counts))]
