"""What follows from an action, told line by line."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sim.core.bits import count_bits
from sim.core.layout import State
from sim.games.bloqs.describe import (
    card_name, cards_in, cells_words, disc_name, is_over, part_code, place_name, player_name,
    plural, score_words,
)
from sim.games.bloqs.interface import step
from sim.games.bloqs.rules import BloqsRules
from sim.games.bloqs.sizes import (
    END_CAP, END_DISCS, END_DOUBLE, END_MIDDLE, END_PERFECT, IN_MIDDLE,
)
from sim.games.bloqs.state import CELLS

Cells = dict[str, State]
WHY = {
    END_PERFECT: "with a perfect cube",
    END_DOUBLE: "with a perfect double cube",
    END_MIDDLE: "when the middle was empty",
    END_DISCS: "when all discs were up",
    END_CAP: "when the cap on turns was reached",
}
VAIN = {
    "unavailable": "No part of that type is left in the middle",
    "unplaceable": "The part fits nowhere and stays in the middle",
    "build_impossible": "There is nothing to build",
    "steal_impossible": "There is nothing to steal",
}


def narrate(
    rules: BloqsRules, state: State, rng: NDArray[np.uint64], action: int
) -> Iterator[str]:
    """Play a position on by one action and yield a line for each thing that happens.

    `state` and `rng` are changed; they end as `step` would leave them.
    """
    before = state.copy()
    step(rules, state, action, rng)
    old, new = CELLS.view(before), CELLS.view(state)
    yield from _moves(rules, state, old, new)
    yield from _parts(rules, old, new)
    yield from _cards(rules, old, new)
    for name, words in VAIN.items():
        times = int(new[name][0] - old[name][0])
        if times:
            yield words + (f", {plural(times, 'time')}" if times > 1 else "")
    if new["swap_impossible"][0] > old["swap_impossible"][0]:
        yield f"No swap is possible with {plural(_more(old, new, 'swap_impossible'), 'counter')}"
    if is_over(state):
        yield _ending(rules, new)
    elif new["turn_no"][0] != old["turn_no"][0]:
        yield f"== Turn {new['turn_no'][0] + 1}: {player_name(int(new['turn_player'][0]))}"


def _more(old: Cells, new: Cells, name: str) -> int:
    return int(new[name][0] - old[name][0])


def _moves(rules: BloqsRules, state: State, old: Cells, new: Cells) -> Iterator[str]:
    for seat in range(rules.seats):
        if old["pos"][seat] != new["pos"][seat]:
            yield f"{player_name(seat)} comes to {place_name(state, seat)}"
    for circle in np.flatnonzero(new["up"] > old["up"]):
        yield f"Circle {circle} turns up the {disc_name(rules, int(new['disc'][circle]))}"


def _parts(rules: BloqsRules, old: Cells, new: Cells) -> Iterator[str]:
    changed = np.flatnonzero(old["part_cells"] != new["part_cells"])
    for part in changed[old["part_cells"][changed] != 0]:
        yield f"{part_code(rules, part)} leaves {player_name(int(old['part_owner'][part]))}'s tower"
    for part in np.flatnonzero((old["part_owner"] == IN_MIDDLE) & (new["part_owner"] != IN_MIDDLE)):
        yield f"{part_code(rules, part)} is taken from the middle"
    for part in changed[new["part_cells"][changed] != 0]:
        owner = int(new["part_owner"][part])
        where = cells_words(int(new["part_cells"][part]))
        tower = score_words(int(new["tower"][owner]))
        yield f"{player_name(owner)} builds {part_code(rules, part)} at {where}: {tower}"


def _cards(rules: BloqsRules, old: Cells, new: Cells) -> Iterator[str]:
    for kind in np.flatnonzero(new["discard"] > old["discard"]):
        yield f"{card_name(rules, int(kind))} goes to the discard pile"
    if new["reshuffles"][0] > old["reshuffles"][0]:
        yield "The discard pile has become the draw pile"
    for seat in range(rules.seats):
        gained = np.maximum(new["hand"][seat] - old["hand"][seat], 0)
        if gained.any():
            yield f"{player_name(seat)} draws {', '.join(cards_in(rules, gained))}"


def _ending(rules: BloqsRules, new: Cells) -> str:
    """Say how the game ended and who won."""
    mask = int(new["winner_mask"][0])
    names = [player_name(seat) for seat in range(rules.seats) if mask >> seat & 1]
    verb = "WINS" if count_bits(mask) == 1 else "SHARE THE WIN"
    towers = "; ".join(f"{player_name(seat)} {score_words(int(new['tower'][seat]))}"
                       for seat in range(rules.seats))
    return f"### {' and '.join(names)} {verb} {WHY[int(new['end_reason'][0])]}: {towers}"
