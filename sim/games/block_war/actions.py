"""Action ids of Block War: named ranges, and what an id holds."""

from sim.games.block_war.columns import GATES

END = 0
BUY = 1
TOGGLE = 2
MOVE = 7
PLAY = 32
UNFOAM = 112
EVICT = 117
DISCARD = 122
AIM = 138
AIM_PAST = 141
ROTATE = 144
OPEN = 149
ACTIONS = 154

# The ids of a turn fit two masks: up to the plays of the low kinds, and from PLAY_HIGH on.
LOW_KINDS = 6
PLAY_HIGH = PLAY + GATES * LOW_KINDS

_BLOCKS = (
    (OPEN, "OPEN"), (ROTATE, "ROTATE"), (AIM_PAST, "AIM_PAST"), (AIM, "AIM"),
    (DISCARD, "DISCARD"), (EVICT, "EVICT"), (UNFOAM, "UNFOAM"), (PLAY, "PLAY"), (MOVE, "MOVE"),
    (TOGGLE, "TOGGLE"), (BUY, "BUY"), (END, "END"),
)
# Ranges of pairs: how many second members.
_PAIRS = {"MOVE": GATES, "PLAY": GATES}
_MIDDLE = {"AIM": 1, "AIM_PAST": 1}


def decode(action: int) -> tuple[str, tuple[int, ...]]:
    """Split an id into the name of its range and its numbers.

    MOVE has the gates from and to, PLAY the kind and the column, AIM and AIM_PAST the offset
    from the sniper's column; END and BUY have none.
    Raises ValueError for a number that is no id.
    """
    if not 0 <= action < ACTIONS:
        raise ValueError(f"{action} is no action id: ids are 0 to {ACTIONS - 1}")
    first, name = next(block for block in _BLOCKS if action >= block[0])
    number = action - first
    if name in ("END", "BUY"):
        return name, ()
    if name in _PAIRS:
        return name, divmod(number, _PAIRS[name])
    return name, (number - _MIDDLE.get(name, 0),)


def encode(name: str, *numbers: int) -> int:
    """Build an id from the name of its range and its numbers."""
    first = next(first for first, block in _BLOCKS if block == name)
    if name in _PAIRS:
        return first + numbers[0] * _PAIRS[name] + numbers[1]
    return first + sum(numbers) + _MIDDLE.get(name, 0)
