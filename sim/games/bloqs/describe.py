"""Bloqs in words: names of parts, discs and cards, actions, positions, towers level by level."""

from collections.abc import Iterator
from functools import cache

from sim.core.layout import State
from sim.games.bloqs.actions import decode
from sim.games.bloqs.book import BOOK
from sim.games.bloqs.ending import rest_blocks, storeys
from sim.games.bloqs.pieces import cells_of, piece_sets, rotations
from sim.games.bloqs.rules import BloqsRules
from sim.games.bloqs.sizes import (
    BESIDE, CUBE_CARD, DEFENCE_CARD, FULL_LAYER, LAYER, OVER, PHASES, STEAL_DISC, TELEPORT_CARD,
    THREAT_STEAL, TYPES, WIDTH,
)
from sim.games.bloqs.state import CELLS

ORDER = ("first", "second", "third", "fourth")


def plural(n: int, noun: str) -> str:
    """Count a noun, as in `1 card` and `2 cards`."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


@cache
def _code_of(mask: int) -> str:
    """Name the shape of a placement by its code, "" for one of a designer's own."""
    turns = rotations(cells_of(mask))
    for pieces in piece_sets().values():
        for piece in pieces:
            if piece.cells in turns:
                return piece.code
    return ""


def type_code(rules: BloqsRules, kind: int) -> str:
    """Name a type by its code, one of a designer's own by its number."""
    book = BOOK.view(rules.table)
    return _code_of(int(book["base_mask"][book["first_base"][kind]])) or f"shape {kind}"


def part_code(rules: BloqsRules, part: int) -> str:
    """Name a part by its type and copy, as in `I2 #3`."""
    book = BOOK.view(rules.table)
    copies = int(book["copies"][0])
    return f"{type_code(rules, int(book['part_type'][part]))} #{part % copies + 1}"


def disc_name(rules: BloqsRules, kind: int) -> str:
    """Name a disc."""
    if kind < TYPES:
        return f"{type_code(rules, kind)} disc"
    return "Steal disc" if kind == STEAL_DISC else "Build disc"


def card_name(rules: BloqsRules, kind: int) -> str:
    """Name a card."""
    if kind == DEFENCE_CARD:
        return "Defence"
    if kind == TELEPORT_CARD:
        return "Teleportation"
    if kind >= CUBE_CARD:
        return f"Cube {type_code(rules, kind - CUBE_CARD)}"
    return f"Dice {kind + 1}"


def player_name(seat: int) -> str:
    """Name a player as the log does."""
    return f"P{seat}"


def describe_seat(rules: BloqsRules, state: State, seat: int) -> str:
    """Name a seat with its place in turn order."""
    start = int(CELLS.view(state)["start_player"][0])
    return f"{player_name(seat)}, {ORDER[(seat - start) % rules.seats]}"


def place_name(state: State, seat: int) -> str:
    """Say where a counter stands."""
    pos = int(CELLS.view(state)["pos"][seat])
    return "its starting circle" if pos >= BESIDE else f"circle {pos}"


def cells_words(mask: int) -> str:
    """List cells as x,y,z."""
    cells = sorted(cells_of(mask), key=lambda cell: (cell[2], cell[1], cell[0]))
    return " ".join(f"({x},{y},{z})" for x, y, z in cells)


def seen_from_above(mask: int) -> str:
    """List the squares that a placement covers."""
    return " ".join(f"({x},{y})" for x, y in sorted({(x, y) for x, y, _ in cells_of(mask)}))


def describe_action(rules: BloqsRules, state: State, action: int) -> str:
    """Say in words what an id means in this position."""
    name, numbers = decode(action)
    if not numbers:
        return _plain(rules, state, name)
    number = numbers[0]
    if name in ("PLACE", "LEVEL"):
        return _placing(rules, state, name, number)
    if name == "PART":
        return _naming(rules, state, number)
    return {
        "TYPE": f"take {type_code(rules, number % TYPES)} from the middle",
        "PLAYER": f"swap with {player_name(number)}",
        "DICE": f"play a dice card, {number}",
        "TELEPORT": f"teleport to the place of {player_name(number)}",
    }[name]


def _plain(rules: BloqsRules, state: State, name: str) -> str:
    phase = PHASES[int(CELLS.view(state)["phase"][0])]
    passes = {"CARD": "carry out the disc", "PARTNER": "swap with nobody",
              "DEFEND": "let it happen"}
    return {
        "ROLL": "throw the die",
        "CW": "move clockwise",
        "CCW": "move anticlockwise",
        "PASS": passes.get(phase, "pass"),
        "CUBE_CARD": "play the cube card",
        "DEFEND": "play a defence card",
    }[name]


def _placing(rules: BloqsRules, state: State, name: str, number: int) -> str:
    cells, book = CELLS.view(state), BOOK.view(rules.table)
    base = number if name == "PLACE" else max(0, int(cells["base_chosen"][0]))
    code = type_code(rules, int(book["base_type"][base]))
    mask = int(book["base_mask"][base])
    if name == "PLACE":
        high = int(book["base_height"][base])
        tall = f", {plural(high, 'layer')} high" if high > 1 else ""
        shape = cells_words(mask) if high > 1 else seen_from_above(mask)
        return f"build {code} on {shape}{tall}"
    return f"build {code} at {cells_words(mask << LAYER * number)}"


def _naming(rules: BloqsRules, state: State, part: int) -> str:
    cells = CELLS.view(state)
    phase, code = PHASES[int(cells["phase"][0])], part_code(rules, part)
    owner = int(cells["part_owner"][part])
    where = cells_words(int(cells["part_cells"][part])) or "no tower"
    verb = {"STEAL": f"steal {code} of {player_name(owner)}", "GIVE": f"give {code}",
            "TAKE": f"take {code}"}.get(phase, code)
    return f"{verb} at {where}"


def threat_words(rules: BloqsRules, state: State) -> str:
    """Say what a defence card would stop."""
    cells = CELLS.view(state)
    attacker = player_name(int(cells["turn_player"][0]))
    if cells["threat"][0] < 0:
        return ""
    if cells["tele_target"][0] >= 0:
        return f"{attacker} wants to change places with {player_name(int(cells['tele_target'][0]))}"
    part = part_code(rules, int(cells["take"][0]))
    owner = player_name(int(cells["partner"][0]))
    if cells["threat"][0] == THREAT_STEAL:
        return f"{attacker} wants to steal {part} of {owner}"
    give = part_code(rules, int(cells["give"][0]))
    return f"{attacker} wants to swap {give} for {part} of {owner}"


def describe_state(rules: BloqsRules, state: State) -> str:
    """Describe a position: loop, middle, towers, hands."""
    cells = CELLS.view(state)
    turn, player = int(cells["turn_no"][0]) + 1, int(cells["turn_player"][0])
    lines = [f"Turn {turn}, {player_name(player)} to play", _loop_line(rules, cells),
             _middle_line(rules, cells)]
    for seat in range(rules.seats):
        lines += _seat_lines(rules, state, seat)
    if cells["actor"][0] >= 0:
        phase = PHASES[int(cells["phase"][0])]
        lines.append(f"To decide: {player_name(int(cells['actor'][0]))} ({phase})")
    for line in (_roll_line(cells), threat_words(rules, state)):
        if line:
            lines.append(line)
    return "\n".join(lines)


def _roll_line(cells: dict[str, State]) -> str:
    return f"To move: {plural(int(cells['roll'][0]), 'circle')}" if cells["roll"][0] else ""


def _loop_line(rules: BloqsRules, cells: dict[str, State]) -> str:
    n = int(BOOK.view(rules.table)["circles"][0])
    shown = [disc_name(rules, int(kind)).removesuffix(" disc") if up else "?"
             for kind, up in zip(cells["disc"][:n], cells["up"][:n], strict=True)]
    return "  loop: " + " ".join(f"{circle}:{word}" for circle, word in enumerate(shown))


def _middle_line(rules: BloqsRules, cells: dict[str, State]) -> str:
    parts = [f"{type_code(rules, kind)} x{n}" for kind, n in enumerate(cells["supply"]) if n]
    return f"  middle: {', '.join(parts) or 'empty'}"


def cards_in(rules: BloqsRules, counts: State) -> Iterator[str]:
    """List kinds of card with their numbers."""
    for kind, n in enumerate(counts):
        if n:
            yield f"{card_name(rules, kind)} x{n}" if n > 1 else card_name(rules, kind)


def tower_rows(tower: int) -> list[str]:
    """Draw a tower as its layers from the ground up, three rows each, `#` a block."""
    layers = []
    while tower:
        layers.append(tower & FULL_LAYER)
        tower >>= LAYER
    return [
        "  ".join(
            "".join("#" if layer >> WIDTH * y + x & 1 else "." for x in range(WIDTH))
            for layer in layers
        )
        for y in range(WIDTH)
    ]


def score_words(tower: int) -> str:
    """Give the layers and the blocks of the next one."""
    return f"{plural(storeys(tower), 'layer')} and {plural(rest_blocks(tower), 'block')}"


def _seat_lines(rules: BloqsRules, state: State, seat: int) -> Iterator[str]:
    cells = CELLS.view(state)
    tower = int(cells["tower"][seat])
    hand = ", ".join(cards_in(rules, cells["hand"][seat]))
    head = f"  {player_name(seat)} on {place_name(state, seat)}: {score_words(tower)}"
    yield f"{head}; holds {hand}" if hand else head
    for row in tower_rows(tower):
        yield f"      {row}"


def is_over(state: State) -> bool:
    """Tell whether the game has ended."""
    return bool(CELLS.view(state)["phase"][0] == OVER)
