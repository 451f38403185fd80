"""What follows from an action, told line by line: combat by column, then what came after."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sim.core.layout import State
from sim.games.block_war.actions import END
from sim.games.block_war.book import BOOK
from sim.games.block_war.columns import GATES, PLAYERS
from sim.games.block_war.describe import JD, PERPS, cards_in, gate, plural, slot_words
from sim.games.block_war.interface import fight_column, settle, step
from sim.games.block_war.knobs import jd_cards
from sim.games.block_war.rules import BlockWarRules
from sim.games.block_war.sizes import (
    ACT, AIM, END_CAP, END_DESTROYED, END_POINTS, END_STALEMATE,
    END_TIE, END_USELESS, GATE_CLOSED, GATE_DESTROYED, GATE_OPEN, JD_EFFECTS, OVER,
)
from sim.games.block_war.state import CELLS
from sim.games.block_war.turn import victory_points

Cells = dict[str, State]
ACTED = {card["effect"]: card["name"] for card in jd_cards() if card["class"] == "action"}
WHY = {
    END_DESTROYED: "all gates that count are destroyed",
    END_USELESS: "all gates that count are destroyed, foamed or occupied",
    END_POINTS: "both have fallen, and points decide",
    END_TIE: "both have fallen with equal points",
    END_STALEMATE: "nothing has happened for too long",
    END_CAP: "the cap on turns was reached",
}


def narrate(
    rules: BlockWarRules, state: State, rng: NDArray[np.uint64], action: int
) -> Iterator[str]:
    """Play a position on by one action and yield a line for each thing that happens.

    `state` and `rng` are changed; they end as `step` would leave them.
    """
    ghost = state.copy()
    fights = _fights(rules, state, action)
    if fights:
        yield from _combat(rules, ghost, action)
    step(rules, state, action, rng)
    old, new = CELLS.view(ghost), CELLS.view(state)
    yield from _hand_changes(old, new)
    yield from _refill_events(old, new)
    yield from _gate_changes(old, new)
    if any(not np.array_equal(old[field], new[field]) for field in ("slot_kind", "slot_face")):
        yield f"Street: {', '.join(slot_words(state, column) for column in range(GATES))}"
    if new["phase"][0] == OVER:
        yield _ending(rules, state)
    elif new["turn"][0] != old["turn"][0]:
        yield f"== Turn {new['turn'][0]}: P{new['active'][0]} with {new['ap'][0]} AP"


def _fights(rules: BlockWarRules, state: State, action: int) -> bool:
    """Tell whether the action sets combat going."""
    cells = CELLS.view(state)
    if cells["phase"][0] == ACT and action == END:
        return bool(cells["turn"][0] > 1 or BOOK.view(rules.table)["first_combat"][0])
    return bool(cells["phase"][0] == AIM)


def _combat(rules: BlockWarRules, ghost: State, action: int) -> Iterator[str]:
    """Fight on a copy, column by column, and tell what falls."""
    cells = CELLS.view(ghost)
    if cells["phase"][0] == AIM:
        settle(rules, ghost, action)
    else:
        yield "== Combat"
    while True:
        before, column = ghost.copy(), int(cells["column"][0])
        done = fight_column(rules, ghost)
        yield from _casualties(column, CELLS.view(before), cells)
        if not done:
            return


def _casualties(column: int, old: Cells, new: Cells) -> Iterator[str]:
    where = f"Column {column}"
    for slot in np.flatnonzero((old["slot_kind"] >= 0) & (new["slot_kind"] < 0)):
        killers = np.flatnonzero(new["jd_kills"] > old["jd_kills"])
        by = f" by P{killers[0]}" if len(killers) == 1 else ""
        yield f"{where}: {JD[old['slot_kind'][slot]]} in slot {slot} is destroyed{by}"
    for player in range(PLAYERS):
        for spot in range(GATES):
            unit = int(old["unit"][player, spot])
            if unit >= 0 and new["unit"][player, spot] < 0:
                yield f"{where}: {PERPS[unit]} on {gate(player, spot)} fall"
            lost = new["gate"][player, spot] == GATE_DESTROYED
            if lost and old["gate"][player, spot] != GATE_DESTROYED:
                yield f"{where}: {gate(player, spot)} is destroyed"


def _hand_changes(old: Cells, new: Cells) -> Iterator[str]:
    for player in range(PLAYERS):
        gained = np.maximum(new["hand"][player] - old["hand"][player], 0)
        if gained.any():
            yield f"P{player} draws {', '.join(cards_in(gained, PERPS))}"
    if new["perp_reshuffles"][0] > old["perp_reshuffles"][0]:
        yield "The Perp discard pile has become the deck"


def _gate_changes(old: Cells, new: Cells) -> Iterator[str]:
    words = {GATE_CLOSED: "closes", GATE_OPEN: "opens"}
    for player in range(PLAYERS):
        for column in range(GATES):
            value = int(new["gate"][player, column])
            if value != old["gate"][player, column] and value in words:
                yield f"{gate(player, column).capitalize()} {words[value]}"
            if new["foam"][player, column] != old["foam"][player, column]:
                way = "is foamed" if new["foam"][player, column] else "is free of foam"
                yield f"{gate(player, column).capitalize()} {way}"


def _refill_events(old: Cells, new: Cells) -> Iterator[str]:
    if new["furthest_removed"][0] > old["furthest_removed"][0]:
        yield "No judge was destroyed: the furthest one leaves the Street"
    if new["jd_reshuffles"][0] > old["jd_reshuffles"][0]:
        yield "The JD discard pile has become the deck"
    for effect, name in enumerate(JD_EFFECTS):
        times = int(new["jd_acted"][effect] - old["jd_acted"][effect])
        if times:
            yield f"{ACTED[name]} is drawn" + (f" {plural(times, 'time')}" if times > 1 else "")


def _ending(rules: BlockWarRules, state: State) -> str:
    """Say how the game ended and why."""
    cells = CELLS.view(state)
    points = "-".join(str(victory_points(rules, state, player)) for player in range(PLAYERS))
    why = WHY[int(cells["end_cause"][0])]
    winner = int(cells["winner"][0])
    head = f"P{winner} WINS" if winner >= 0 else "NOBODY WINS"
    return f"### {head} in turn {cells['turn'][0]}: {why}; points {points}"
