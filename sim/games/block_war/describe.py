"""Block War in words: names of cards and places, actions, positions."""

from collections.abc import Iterator

from sim.core.layout import State
from sim.games.block_war.actions import decode
from sim.games.block_war.book import BOOK
from sim.games.block_war.columns import GATES, PLAYERS
from sim.games.block_war.knobs import jd_cards, perp_cards
from sim.games.block_war.rules import BlockWarRules
from sim.games.block_war.sizes import (
    GATE_CLOSED, GATE_DESTROYED, PAY, PHASES, PLAY_BOING, PLAY_HIEX, PLAY_TURN,
    PLAY_UNIT, PLAY_BACKUP, PLAY_REINFORCE,
)
from sim.games.block_war.state import CELLS

JD = [card["name"] for card in jd_cards()]
PERPS = [card["name"] for card in perp_cards()]
ON_OWN_GATE = (PLAY_UNIT, PLAY_BACKUP, PLAY_REINFORCE)
ON_STREET = (PLAY_HIEX, PLAY_BOING, PLAY_TURN)


def plural(n: int, noun: str) -> str:
    """Count a noun, as in `1 card` and `2 cards`."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def gate(player: int, column: int) -> str:
    """Name a gate by its owner and column."""
    return f"P{player}'s gate {column}"


def judge(state: State, column: int) -> str:
    """Name the judge in a slot, with whom it faces."""
    cells = CELLS.view(state)
    if cells["slot_kind"][column] < 0:
        return f"the empty slot {column}"
    return f"{JD[cells['slot_kind'][column]]} in slot {column}"


def unit_words(state: State, player: int, column: int) -> str:
    """Name the unit on a gate with its upgrades, "" without one."""
    cells = CELLS.view(state)
    kind = int(cells["unit"][player, column])
    if kind < 0:
        return ""
    stacked = [f"+{cells[field][player, column]} {word}"
               for field, word in (("backups", "Backup"), ("reinforces", "Reinforce"))
               if cells[field][player, column]]
    return " ".join([PERPS[kind], *stacked])


def describe_seat(rules: BlockWarRules, state: State, seat: int) -> str:
    """Name a player as the log does; P0 is the first player."""
    return f"P{seat}"


def describe_action(rules: BlockWarRules, state: State, action: int) -> str:
    """Say in words what an id means in this position."""
    name, numbers = decode(action)
    cells = CELLS.view(state)
    me = max(0, int(cells["decider"][0]))
    if name == "END":
        return "end the actions"
    if name == "BUY":
        return "buy a card"
    if name == "MOVE":
        start, goal = numbers
        return f"move {unit_words(state, me, start)} from gate {start} to gate {goal}"
    if name == "PLAY":
        return f"play {PERPS[numbers[0]]} on {_target(rules, state, me, *numbers)}"
    if name in ("AIM", "AIM_PAST"):
        return _aim_words(state, me, name, numbers[0])
    number = numbers[0]
    return {
        "TOGGLE": f"{'open' if cells['gate'][me, number % GATES] == GATE_CLOSED else 'close'}"
                  f" gate {number}",
        "UNFOAM": f"clear gate {number} of Riot Foam",
        "EVICT": f"evict the occupier of gate {number}",
        "DISCARD": f"give {PERPS[number % len(PERPS)]} for Riot Foam",
        "ROTATE": f"turn {judge(state, number % GATES)}",
        "OPEN": f"open gate {number}",
    }[name]


def _target(rules: BlockWarRules, state: State, me: int, kind: int, column: int) -> str:
    effect = BOOK.view(rules.table)["perp_play"][kind]
    if effect in ON_STREET:
        return judge(state, column)
    if effect in ON_OWN_GATE:
        return f"gate {column}"
    return gate(1 - me, column)


def _aim_words(state: State, me: int, name: str, offset: int) -> str:
    cells = CELLS.view(state)
    column = int(cells["column"][0]) + offset
    slots = cells["slot_kind"]
    stands = 0 <= column < GATES and slots[column] >= 0 and not cells["slot_boing"][column]
    if name == "AIM" and stands:
        return f"aim at {judge(state, column)}"
    past = "past the judge " if name == "AIM_PAST" else ""
    return f"aim {past}at {gate(1 - me, column)}"


def describe_state(rules: BlockWarRules, state: State) -> str:
    """Describe a position: turn, columns, hands, decks."""
    cells = CELLS.view(state)
    head = f"Turn {cells['turn'][0]}, P{cells['active'][0]} to play with {cells['ap'][0]} AP"
    lines = [head, *(_column_line(state, column) for column in range(GATES)),
             *(_player_line(state, player) for player in range(PLAYERS)), _deck_line(cells)]
    if cells["decider"][0] >= 0:
        lines.append(f"To decide: P{cells['decider'][0]} ({PHASES[cells['phase'][0]]})")
    if cells["phase"][0] == PAY:
        lines.append(f"Still due for gate {cells['pay_gate'][0]}: {cells['pay_due'][0]} AP")
    return "\n".join(lines)


def gate_words(state: State, player: int, column: int) -> str:
    """Describe a gate with what is on it."""
    cells = CELLS.view(state)
    value = cells["gate"][player, column]
    if value == GATE_DESTROYED:
        return "destroyed"
    words = ["closed" if value == GATE_CLOSED else "foamed" if cells["foam"][player, column]
             else "open"]
    unit = unit_words(state, player, column)
    if cells["occ"][player, column]:
        words.append(f"occupied by {unit}")
    elif unit:
        words.append(unit)
    if cells["gas"][player, column]:
        words.append("gassed")
    return " ".join(words)


def slot_words(state: State, column: int) -> str:
    """Describe a slot of the Street."""
    cells = CELLS.view(state)
    if cells["slot_kind"][column] < 0:
        return "-"
    marks = [word for field, word in (("slot_hiex", "Hi-Explosive"), ("slot_boing", "Boing"))
             if cells[field][column]]
    with_marks = f" with {' and '.join(marks)}" if marks else ""
    return f"{JD[cells['slot_kind'][column]]}>P{cells['slot_face'][column]}{with_marks}"


def _column_line(state: State, column: int) -> str:
    return (f"  {column}: {gate_words(state, 0, column)} | {slot_words(state, column)}"
            f" | {gate_words(state, 1, column)}")


def cards_in(counts: State, names: list[str]) -> Iterator[str]:
    """List kinds with their numbers."""
    for kind, n in enumerate(counts):
        if n:
            yield f"{names[kind]} x{n}" if n > 1 else names[kind]


def _player_line(state: State, player: int) -> str:
    cells = CELLS.view(state)
    hand = ", ".join(cards_in(cells["hand"][player], PERPS)) or "no cards"
    return f"  P{player}: {hand}; {cells['kill_points'][player]} points from kills"


def _deck_line(cells: dict[str, State]) -> str:
    return (f"  Perp deck {cells['deck_size'][0]}, discard {cells['discard_size'][0]};"
            f" JD deck {cells['jd_deck_size'][0]}, discard {cells['jd_discard'].sum()}")
