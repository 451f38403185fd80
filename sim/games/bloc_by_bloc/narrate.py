"""What follows from an action, told line by line, by playing the engine's pieces one at a time."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sim.core.layout import State
from sim.games.bloc_by_bloc.actions import END
from sim.games.bloc_by_bloc.describe import (
    CARDS, CONDITION_NAMES, LOOT, MORALE, OCCUPATIONS, OPS, REACTION, describe_action, district,
    faction, full_district, plural, route,
)
from sim.games.bloc_by_bloc.knobs import data
from sim.games.bloc_by_bloc.interface import apply_one, legal_actions, run_one_stage
from sim.games.bloc_by_bloc.rules import BlocRules
from sim.games.bloc_by_bloc.sizes import (
    ACT, LOSE_DESTROYED, LOSE_TIME, OVER, RUN, S_COUNTDOWN, S_REACTION, S_TURN, TOKENS, TRUNCATED,
    WIN,
)
from sim.games.bloc_by_bloc.state import CELLS, PHASE, STAGE, active_seat, kind_of_token

Cells = dict[str, State]


def narrate(
    rules: BlocRules, state: State, rng: NDArray[np.uint64], action: int
) -> Iterator[str]:
    """Play `state` on from an action as `step` does, yielding a line for each thing that happens.

    `state` and `rng` are changed; they end as `step` would leave them, tallies apart.
    """
    probe = np.zeros(2, np.int64)
    forced = False
    while True:
        before = state.copy()
        if forced and not (state[PHASE] == ACT and action == END):
            yield f"(no choice) {describe_action(rules, state, action)}"
        apply_one(rules, state, action, rng)
        yield from _changes(rules, before, state)
        while state[PHASE] == RUN:
            before = state.copy()
            yield from _headline(rules, state)
            run_one_stage(rules, state, rng)
            yield from _changes(rules, before, state)
        if state[PHASE] == OVER:
            yield _ending(rules, state)
            return
        if legal_actions(rules, state, probe) > 1:
            return
        action, forced = int(probe[0]), True


def _headline(rules: BlocRules, state: State) -> Iterator[str]:
    """Announce the stage that is about to run, where players would."""
    cells = CELLS.view(state)
    if state[STAGE] == S_TURN:
        seat = active_seat(rules, state)
        yield f"== Night {cells['night'][0]}: turn of the {faction(state, seat)}"
    elif state[STAGE] == S_REACTION:
        card = data("police")["reaction"][cells["reaction_top"][0]]
        yield (
            f"== Sunrise of night {cells['night'][0]}: the Reaction card sends a van to"
            f" {REACTION[card['destination']]} ({card['priority']} ID first)"
        )
    elif state[STAGE] == S_COUNTDOWN:
        yield f"The countdown stands at {cells['countdown'][0]}"


def _changes(rules: BlocRules, before: State, after: State) -> Iterator[str]:
    """Tell the differences between two positions in the words of the game."""
    old, new = CELLS.view(before), CELLS.view(after)
    yield from _ops_changes(old, new)
    yield from _clock_changes(old, new)
    yield from _police_changes(after, old, new)
    yield from _bloc_changes(rules, after, old, new)
    yield from _place_changes(rules, after, old, new)
    yield from _card_changes(rules, after, old, new)


def _ops_changes(old: Cells, new: Cells) -> Iterator[str]:
    if new["t_ops"][0] == old["t_ops"][0]:
        return
    # The deck may have been shuffled meanwhile, so count what left it and what lies open.
    drawn = old["ops_deck"] - new["ops_deck"]
    if (drawn < 0).any():
        drawn = np.maximum(new["ops_discard"], old["ops_deck"])
    names = [OPS[code] for code, n in enumerate(drawn) for _ in range(int(n))]
    yield f"Police Ops: {', '.join(names)}"


def _clock_changes(old: Cells, new: Cells) -> Iterator[str]:
    if old["morale"][0] != new["morale"][0]:
        way = "rises" if new["morale"][0] > old["morale"][0] else "falls"
        yield f"Police morale {way} to {MORALE[new['morale'][0]]}"
    if old["countdown"][0] != new["countdown"][0]:
        yield f"The countdown goes from {old['countdown'][0]} to {new['countdown'][0]}"
    if old["dice"].sum() == 0 and new["dice"].sum() > 0:
        faces = [str(face + 1) for face, n in enumerate(new["dice"]) for _ in range(int(n))]
        yield f"Dice: {' '.join(faces)}"


def _police_changes(after: State, old: Cells, new: Cells) -> Iterator[str]:
    moved = [
        f"{district(after, pos)} {old['squads'][pos]} -> {new['squads'][pos]}"
        for pos in np.flatnonzero(old["squads"] != new["squads"])
    ]
    if moved:
        yield f"Squads: {', '.join(moved)}"
    gone = np.flatnonzero((old["van"] > 0) & (new["van"] == 0))
    come = np.flatnonzero((old["van"] == 0) & (new["van"] > 0))
    if len(gone) == len(come) == 1:
        yield f"The van of {district(after, gone[0])} drives to {full_district(after, come[0])}"
        return
    for pos in gone:
        yield f"The van in {full_district(after, pos)} is defeated"
    for pos in come:
        yield f"A new van appears in {full_district(after, pos)}"
    for pos in np.flatnonzero((new["van"] > old["van"]) & (old["van"] > 0)):
        yield f"The van in {full_district(after, pos)} takes a hit"


def _bloc_changes(rules: BlocRules, after: State, old: Cells, new: Cells) -> Iterator[str]:
    for seat in range(rules.seats):
        change = new["blocs"][seat] - old["blocs"][seat]
        places = [
            f"{district(after, pos)} {old['blocs'][seat, pos]} -> {new['blocs'][seat, pos]}"
            for pos in np.flatnonzero(change)
        ]
        meeting = int(new["deck_blocs"][seat] - old["deck_blocs"][seat])
        if meeting > 0:
            places.append(f"{plural(meeting, 'bloc')} to the meeting")
        elif meeting < 0:
            places.append(f"{plural(-meeting, 'bloc')} back from the meeting")
        lost = int(old["in_city"][seat] - new["in_city"][seat])
        if lost > 0:
            places.append(f"{plural(lost, 'bloc')} lost")
        if places:
            yield f"{faction(after, seat)}: {', '.join(places)}"


def _place_changes(rules: BlocRules, after: State, old: Cells, new: Cells) -> Iterator[str]:
    for pos in np.flatnonzero(old["occ_at"] != new["occ_at"]):
        if old["occ_at"][pos] >= 0:
            yield f"{_occupation(after, old['occ_at'][pos])} leaves {full_district(after, pos)}"
        if new["occ_at"][pos] >= 0:
            yield f"{_occupation(after, new['occ_at'][pos])} stands in {full_district(after, pos)}"
    for pos in np.flatnonzero(new["liberated"] > old["liberated"]):
        card = CARDS[new["lib_card"][0]]
        yield f"*** {full_district(after, pos)} is liberated; Liberation card: {card}"
    for number in np.flatnonzero(old["barricades"] != new["barricades"]):
        yield (
            f"Barricades on {route(after, int(number))}:"
            f" {old['barricades'][number]} -> {new['barricades'][number]}"
        )
    for seat in range(rules.seats):
        if old["token"][seat] != new["token"][seat]:
            card = int(new["token"][seat])
            where = f"lies on {CONDITION_NAMES[card]}" if card >= 0 else "is taken back"
            yield f"*** The Conditions token of the {faction(after, seat)} {where}"


def _occupation(state: State, code: int) -> str:
    seat, token = divmod(int(code), TOKENS)
    return f"The {OCCUPATIONS[kind_of_token(token)]} of the {faction(state, seat)}"


def _card_changes(rules: BlocRules, after: State, old: Cells, new: Cells) -> Iterator[str]:
    fresh = int(new["conditions_up"][0]) & ~int(old["conditions_up"][0])
    names = [name for code, name in enumerate(CONDITION_NAMES) if (fresh >> code) & 1]
    if names:
        yield f"Conditions card face up: {', '.join(names)}"
    for seat in range(rules.seats):
        gained = np.maximum(new["hand"][seat] - old["hand"][seat], 0)
        if gained.any():
            cards = [LOOT[kind] for kind in np.flatnonzero(gained)]
            yield f"The {faction(after, seat)} get {', '.join(cards)}"


def _ending(rules: BlocRules, state: State) -> str:
    """Say how the game ended and why."""
    cells = CELLS.view(state)
    placed = [faction(state, s) for s in range(rules.seats) if cells["token"][s] >= 0]
    missing = [faction(state, s) for s in range(rules.seats) if cells["token"][s] < 0]
    night = cells["night"][0]
    result = int(cells["result"][0])
    if result == WIN:
        cards = [f"{faction(state, s)} on {CONDITION_NAMES[cells['token'][s]]}"
                 for s in range(rules.seats)]
        listing = ", ".join(cards)
        return f"### WON in night {night}: every token lies on a Conditions card ({listing})"
    if result == LOSE_DESTROYED:
        gone = [faction(state, s) for s in range(rules.seats) if cells["in_city"][s] == 0]
        return f"### LOST in night {night}: the {' and the '.join(gone)} have no bloc in the city"
    if result == LOSE_TIME:
        done = f"; completed by the {', '.join(placed)}" if placed else ""
        return (
            f"### LOST in night {night}: time has run out with no Conditions card completed by the"
            f" {', '.join(missing)}{done}"
        )
    assert result == TRUNCATED
    return f"### STOPPED in night {night}: the cap on nights or decisions was reached"
