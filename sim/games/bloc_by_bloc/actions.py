"""Action ids of Bloc by Bloc: named ranges, and a sentence for each id.

Ids are small choices; an action such as a Move is the opening id followed by sub-decisions.
"""



SIDES = ("N", "E", "S", "W")
KINDS = ("Start", "Hall", "Center")

END = 0
YES, NO = 1, 2
DIE = 2
TOOL = 9
COUNT = 9
DISTRICT = 20
DECK = 45
SIDE = 46
FACTION = 50
CARD = 54
A = 69
B = 70
MOVE = 71
BARRICADE = 96
BURN = 136
GRAFFITI = 161
BUILD = 186
SWAP = 261
DEFEAT = 336
KICK = 361
VAN = 386
USE = 411
PLAY = 436
GIVE = 451
ASK = 455
TOKEN = 459
ACTIONS = 470

_BLOCKS = (
    (TOKEN, "TOKEN"), (ASK, "ASK"), (GIVE, "GIVE"), (PLAY, "PLAY"), (USE, "USE"), (VAN, "VAN"),
    (KICK, "KICK"), (DEFEAT, "DEFEAT"), (SWAP, "SWAP"), (BUILD, "BUILD"), (GRAFFITI, "GRAFFITI"),
    (BURN, "BURN"), (BARRICADE, "BARRICADE"), (MOVE, "MOVE"), (B, "B"), (A, "A"), (CARD, "CARD"),
    (FACTION, "FACTION"), (SIDE, "SIDE"), (DECK, "DECK"), (DISTRICT, "DISTRICT"),
    (COUNT + 1, "COUNT"), (TOOL, "TOOL"), (DIE + 1, "DIE"), (NO, "NO"), (YES, "YES"), (END, "END"),
)
_OFFSETS = {"COUNT": COUNT, "DIE": DIE}


def decode(action: int) -> tuple[str, int]:
    """Split an id into the name of its range and its number within it.

    Raises ValueError for a number that is no id.
    """
    if not 0 <= action < ACTIONS:
        raise ValueError(f"{action} is no action id: ids are 0 to {ACTIONS - 1}")
    first, name = next(block for block in _BLOCKS if action >= block[0])
    return name, action - _OFFSETS.get(name, first)


def encode(name: str, number: int = 0) -> int:
    """Build an id from the name of its range and its number within it."""
    first = next(first for first, block in _BLOCKS if block == name)
    return _OFFSETS.get(name, first) + number
