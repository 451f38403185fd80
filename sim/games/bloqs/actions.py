"""Action ids of Bloqs: named ranges, and what an id holds."""

from sim.games.bloqs.sizes import (
    BASES_TOP, DICE_VALUES, LAYERS_TOP, PARTS_TOP, PLAYERS_TOP, TYPES,
)

PLACE = 0
LEVEL = PLACE + BASES_TOP
PART = LEVEL + LAYERS_TOP
TYPE = PART + PARTS_TOP
PLAYER = TYPE + TYPES
ROLL = PLAYER + PLAYERS_TOP
DICE = ROLL + 1
TELEPORT = DICE + DICE_VALUES
CW = TELEPORT + PLAYERS_TOP
CCW = CW + 1
PASS = CCW + 1
CUBE = PASS + 1
DEFEND = CUBE + 1
ACTIONS = DEFEND + 1

_BLOCKS = (
    (DEFEND, "DEFEND"), (CUBE, "CUBE_CARD"), (PASS, "PASS"), (CCW, "CCW"), (CW, "CW"),
    (TELEPORT, "TELEPORT"), (DICE, "DICE"), (ROLL, "ROLL"), (PLAYER, "PLAYER"), (TYPE, "TYPE"),
    (PART, "PART"), (LEVEL, "LEVEL"), (PLACE, "PLACE"),
)
_ALONE = ("DEFEND", "CUBE_CARD", "PASS", "CCW", "CW", "ROLL")


def decode(action: int) -> tuple[str, tuple[int, ...]]:
    """Split an id into the name of its range and its number.

    DICE has its value, PLACE the base, LEVEL the level, PART the part, TYPE the type, PLAYER and
    TELEPORT the seat; the others have none.
    Raises ValueError for a number that is no id.
    """
    if not 0 <= action < ACTIONS:
        raise ValueError(f"{action} is no action id: ids are 0 to {ACTIONS - 1}")
    first, name = next(block for block in _BLOCKS if action >= block[0])
    if name in _ALONE:
        return name, ()
    return name, (action - first + int(name == "DICE"),)


def encode(name: str, *numbers: int) -> int:
    """Build an id from the name of its range and its number."""
    first = next(first for first, block in _BLOCKS if block == name)
    return first + sum(numbers) - int(name == "DICE")
