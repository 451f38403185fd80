"""Lay a position out as one writes it down, and write a position down as one lays it out.

A line is a column, as in "2: open citi_def+1B+1R | street_judge>P0 hiex | open gassed raiders":
P0's gate, the Street, P1's gate. Raiders belong to the player across; all else is on its own side.
"""

from __future__ import annotations

from .chance import Luck
from .combat import combat
from .components import COLUMNS, JD_KEYS, PERP_KEYS, PLAYERS, complete_knobs
from .table import CLOSED, DESTROYED, OPEN, Gate, Judge, Table, Unit

STATES = {"destroyed": DESTROYED, "closed": CLOSED, "open": OPEN}
PLUS = {"backup": "B", "reinforce": "R"}
EMPTY_COLUMN = "closed | - | closed"


def lay_out(lines: list[str], knobs: dict | None = None, active: int = 0) -> Table:
    """Make a table in turn 2 with these columns; the others hold closed gates and no JD card."""
    words = [[number, 1, 2, 3] for number in range(8)]
    table = Table(complete_knobs(knobs or {}), Luck(words))
    table.turn, table.active, table.ap = 2, active, 5
    for line in lines:
        number, _, rest = line.partition(":")
        column = int(number)
        left, street, right = (part.split() for part in rest.split("|"))
        for owner, tokens in zip(PLAYERS, (left, right), strict=True):
            lay_gate(table, table.gates[owner][column], tokens)
        table.street[column] = lay_judge(table, street)
    return table


def take(table: Table, key: str):
    """Take a Perp card out of the deck."""
    card = table.perp[PERP_KEYS.index(key)]
    table.perp_deck[card.kind] -= 1
    return card


def lay_gate(table: Table, gate: Gate, tokens: list[str]) -> None:
    """Lay one gate out."""
    gate.state = STATES[tokens[0]]
    for token in tokens[1:]:
        if token == "foamed":
            take(table, "riot_foam")
            gate.foamed = True
        elif token == "gassed":
            gate.gassed = True
        else:
            key, *pluses = token.split("+")
            owner = 1 - gate.owner if key == "raiders" else gate.owner
            gate.unit = Unit(take(table, key), owner)
            for plus in pluses:
                name = next(name for name, letter in PLUS.items() if letter == plus[1])
                gate.unit.upgrades += [take(table, name) for _ in range(int(plus[0]))]


def lay_judge(table: Table, tokens: list[str]) -> Judge | None:
    """Lay one slot of the Street out."""
    if tokens == ["-"]:
        return None
    key, _, face = tokens[0].partition(">P")
    card = table.jd[JD_KEYS.index(key)]
    table.jd_deck[card.kind] -= 1
    judge = Judge(card, int(face), "hiex" in tokens, "boing" in tokens)
    for token, name in (("hiex", "hi_explosive"), ("boing", "boing")):
        if token in tokens:
            take(table, name)
    return judge


def write_down(table: Table) -> list[str]:
    """Write down the columns that are not closed gates around an empty slot."""
    lines = [
        " | ".join((
            write_gate(table.gates[0][c]), write_judge(table.street[c]),
            write_gate(table.gates[1][c]),
        ))
        for c in COLUMNS
    ]
    return [f"{c}: {line}" for c, line in enumerate(lines) if line != EMPTY_COLUMN]


def write_gate(gate: Gate) -> str:
    """Write down one gate."""
    words = [next(word for word, state in STATES.items() if state == gate.state)]
    words += ["foamed"] * gate.foamed + ["gassed"] * gate.gassed
    if gate.unit is not None:
        keys = [card.key for card in gate.unit.upgrades]
        pluses = [f"+{keys.count(key)}{letter}" for key, letter in PLUS.items() if key in keys]
        words.append(gate.unit.card.key + "".join(pluses))
    return " ".join(words)


def write_judge(judge: Judge | None) -> str:
    """Write down one slot of the Street."""
    if judge is None:
        return "-"
    markers = " hiex" * judge.hiex + " boing" * judge.boing
    return f"{judge.card.key}>P{judge.face}{markers}"


def fight(table: Table, answers: list[int]) -> list[tuple[int, list[int]]]:
    """Hold a combat, give these answers to the aims asked for, return who was asked for what."""
    asked, script, choice, left = [], combat(table), None, list(answers)
    try:
        while True:
            decision = script.send(choice)
            asked.append((decision.seat, decision.legal))
            choice = left.pop(0)
    except StopIteration:
        assert not left
        return asked
