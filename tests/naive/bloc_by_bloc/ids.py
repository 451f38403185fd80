"""Number the actions: one block of ids per verb."""

from __future__ import annotations

END, YES, NO, TOOL, DECK, A, B = 0, 1, 2, 9, 45, 69, 70

# verb: (id of its first argument, first argument, number of ids)
BLOCKS: dict[str, tuple[int, int, int]] = {
    "END": (0, 0, 1),
    "YES": (1, 0, 1),
    "NO": (2, 0, 1),
    "DIE": (3, 1, 6),
    "TOOL": (9, 0, 1),
    "COUNT": (10, 1, 10),
    "DISTRICT": (20, 0, 25),
    "DECK": (45, 0, 1),
    "SIDE": (46, 0, 4),
    "FACTION": (50, 0, 4),
    "CARD": (54, 0, 15),
    "A": (69, 0, 1),
    "B": (70, 0, 1),
    "MOVE": (71, 0, 25),
    "BARRICADE": (96, 0, 40),
    "BURN": (136, 0, 25),
    "GRAFFITI": (161, 0, 25),
    "BUILD": (186, 0, 75),
    "SWAP": (261, 0, 75),
    "DEFEAT": (336, 0, 25),
    "KICK": (361, 0, 25),
    "VAN": (386, 0, 25),
    "USE": (411, 0, 25),
    "PLAY": (436, 0, 15),
    "GIVE": (451, 0, 4),
    "ASK": (455, 0, 4),
    "TOKEN": (459, 0, 11),
}
MOST_COUNT = 10


def encode(verb: str, argument: int = 0) -> int:
    """Return the id of a verb with its argument."""
    base, first, _ = BLOCKS[verb]
    return base + argument - first


def encode_all(verb: str, arguments) -> list[int]:
    """Return the ids of one verb with each of several arguments."""
    return [encode(verb, argument) for argument in arguments]


_DECODED: list[tuple[str, int]] = [
    (verb, first + offset) for verb, (_, first, size) in BLOCKS.items() for offset in range(size)
]


def decode(action: int) -> tuple[str, int]:
    """Return the verb and the argument of an id."""
    return _DECODED[action]
