"""Number the actions: one block of ids per verb."""

from __future__ import annotations

from collections.abc import Iterable

# verb: (first id, number of ids)
BLOCKS: dict[str, tuple[int, int]] = {
    "END": (0, 1),
    "BUY": (1, 1),
    "TOGGLE": (2, 5),
    "MOVE": (7, 25),
    "PLAY": (32, 80),
    "UNFOAM": (112, 5),
    "EVICT": (117, 5),
    "DISCARD": (122, 16),
    "AIM": (138, 3),
    "PAST": (141, 3),
    "ROTATE": (144, 5),
    "OPEN": (149, 5),
}
ACTIONS = 154


def encode(verb: str, argument: int = 0) -> int:
    """Return the id of a verb with its argument."""
    first, size = BLOCKS[verb]
    assert 0 <= argument < size
    return first + argument


def encode_all(verb: str, arguments: Iterable[int]) -> list[int]:
    """Return the ids of one verb with each of several arguments."""
    return [encode(verb, argument) for argument in arguments]


def decode(action: int) -> tuple[str, int]:
    """Return the verb and the argument of an id."""
    for verb, (first, size) in BLOCKS.items():
        if first <= action < first + size:
            return verb, action - first
    raise ValueError(f"id {action} is not below {ACTIONS}")
