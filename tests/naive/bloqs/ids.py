"""Number the actions: one block of ids per verb."""

from __future__ import annotations

from collections.abc import Iterable

# verb: (first id, number of ids)
BLOCKS: dict[str, tuple[int, int]] = {
    "PLACE": (0, 384),
    "LEVEL": (384, 7),
    "PART": (391, 48),
    "TYPE": (439, 8),
    "PLAYER": (447, 4),
    "ROLL": (451, 1),
    "DICE": (452, 6),
    "TELEPORT": (458, 4),
    "CW": (462, 1),
    "CCW": (463, 1),
    "PASS": (464, 1),
    "CUBE_CARD": (465, 1),
    "DEFEND": (466, 1),
}
ACTIONS = 467


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
