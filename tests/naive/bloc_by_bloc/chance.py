"""Draw the luck of a game from its own numbered streams."""

from __future__ import annotations

from tests.naive.stream import Stream

DEAL, DICE, OPS, REACTION, LOOT, CONDITIONS, LIBERATION = range(7)


def draw_count(counts: list[int], stream: Stream) -> int:
    """Take one card from a deck kept as copies by code; return its code."""
    code = stream.pick(counts)
    counts[code] -= 1
    return code


def draw_member(cards: set[int], stream: Stream) -> int:
    """Take one card from a deck of different cards; return its code."""
    code = sorted(cards)[stream.below(len(cards))]
    cards.remove(code)
    return code


def draw_from_list(items: list, stream: Stream):
    """Take one item from a list; the last one fills its place."""
    k = stream.below(len(items))
    item = items[k]
    items[k] = items[-1]
    items.pop()
    return item
