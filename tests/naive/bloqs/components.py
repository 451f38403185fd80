"""Name what lies on the table: types, discs, cards, and the sizes of what is reported."""

from __future__ import annotations

TYPES = 8
STEAL, BUILD = 8, 9  # kinds of disc after the eight types
KINDS_OF_DISC = 10
# Kinds of card: dice 1 to 6, cube cards by type, teleportation, defence.
FIRST_CUBE_CARD, TELEPORT, DEFENCE, KINDS_OF_CARD = 6, 14, 15, 16
SEATS = 4
MOST_CIRCLES, MOST_PARTS, MOST_CARDS = 40, 48, 96
BESIDE = 64  # a counter beside the loop stands on this plus its colour
# Owners of a part that stands on no site.
MIDDLE, WAITING, ABSENT = -1, 4, 5


def dice_card(value: int) -> int:
    """Return the kind of a dice card."""
    return value - 1


def cube_card(kind: int) -> int:
    """Return the kind of the cube card of a type."""
    return FIRST_CUBE_CARD + kind
