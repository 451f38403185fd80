"""Draw the luck of a game: three streams, so that settings share what they have in common."""

from __future__ import annotations

from tests.naive.stream import Stream

DEAL, PERP, JD = 0, 3, 4


class Luck:
    """Hold the three streams of a game: the deal, the bought cards, the refilled Street."""

    def __init__(self, streams: list[list[int]]):
        self.streams = {number: Stream(streams[number]) for number in (DEAL, PERP, JD)}

    def card(self, deck: list[int], stream: int) -> int:
        """Take one card out of a deck kept as copies by kind; return its kind."""
        left = self.streams[stream].below(sum(deck))
        for kind, copies in enumerate(deck):
            if left < copies:
                deck[kind] -= 1
                return kind
            left -= copies
        raise AssertionError("the draw exceeds the deck")

    def facing(self, probability: float, stream: int) -> int:
        """Return whom a drawn JD card faces (BW-7)."""
        return 0 if self.streams[stream].unit() < probability else 1
