"""Invariants of a Bloc by Bloc state, as sentences; none when all is well."""

from collections.abc import Iterator

import numpy as np

from sim.core.layout import State
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.book import BOOK
from sim.games.bloc_by_bloc.columns import LIBERATION_CARDS
from sim.games.bloc_by_bloc.conditions import completes
from sim.games.bloc_by_bloc.rules import BlocRules
from sim.games.bloc_by_bloc.sizes import CONDITIONS, HALF_DECK, SQUARES
from sim.games.bloc_by_bloc.state import CELLS


def check(rules: BlocRules, state: State) -> Iterator[str]:
    """Yield one sentence per broken invariant: pieces conserved, caches in step, tokens earned."""
    cells = CELLS.view(state)
    yield from _pieces(rules, cells)
    yield from _cards(rules, cells)
    yield from _caches(rules, cells)
    yield from _tokens(rules, state, cells)


def _pieces(rules: BlocRules, cells: dict[str, State]) -> Iterator[str]:
    for name in ("squads", "van", "blocs", "deck_blocs", "aside", "barricades", "shop_open",
                 "graffiti", "burned", "dice", "hand"):
        if (cells[name] < 0).any():
            yield f"{name} has a negative cell"
    if cells["squads"].sum() > rules.table[R.SQUAD_SUPPLY]:
        yield f"{cells['squads'].sum()} squads in the city, more than the box holds (BB-35)"
    if (cells["van"] > 0).sum() > rules.table[R.VAN_SUPPLY]:
        yield f"{(cells['van'] > 0).sum()} vans in the city, more than the box holds (BB-35)"
    if cells["van"].max() > rules.table[R.VAN_HITS]:
        yield "a van stands with all its hits taken (BB-54)"
    for seat in range(rules.seats):
        blocs = cells["blocs"][seat].sum() + cells["deck_blocs"][seat] + cells["aside"][seat]
        if blocs > rules.table[R.BLOC_SUPPLY]:
            yield f"seat {seat} has {blocs} blocs out of {rules.table[R.BLOC_SUPPLY]} (BB-93)"
    if cells["barricades"].max() > rules.table[R.BARRICADE_CAP]:
        yield f"a route holds {cells['barricades'].max()} barricades (BB-45)"
    if cells["barricades"].sum() > rules.table[R.BARRICADE_SUPPLY]:
        yield f"{cells['barricades'].sum()} barricades placed (BB-93)"
    highways = cells["tile"] == 0
    for name in ("squads", "van", "blocs"):
        if (cells[name] * highways).any():
            yield f"{name} on a highway (BB-4)"
    if (cells["liberated"] * (cells["shop_open"] > 0)).any():
        yield "an unmarked centre in a liberated district (BB-78)"


def _cards(rules: BlocRules, cells: dict[str, State]) -> Iterator[str]:
    copies, counts = (BOOK.view(rules.table)[name] for name in ("loot_copies", "ops_counts"))
    loot = cells["loot_deck"] + cells["loot_discard"] + cells["hand"].sum(axis=0) + cells["drawn"]
    for kind in np.flatnonzero(loot != copies):
        yield f"Loot kind {kind}: {loot[kind]} cards, the box has {copies[kind]}"
    ops = cells["ops_deck"] + cells["ops_discard"]
    for card in np.flatnonzero(ops != counts):
        yield f"Police Ops card {card}: {ops[card]} copies, the deck has {counts[card]}"
    if cells["conditions_left"][0] & cells["conditions_up"][0]:
        yield "a Conditions card is both in the deck and face up"
    if (cells["reaction_left"][0] >> cells["reaction_top"][0]) & 1:
        yield "the top Reaction card is also among the cards left"
    left = sum(int(cells["liberation_left"][half]).bit_count() for half in range(2))
    if left + cells["liberated"].sum() != LIBERATION_CARDS:
        yield f"{left} Liberation cards left with {cells['liberated'].sum()} districts liberated"
    if int(cells["liberation_left"].max()) >= 1 << HALF_DECK:
        yield "the Liberation deck has a card too many"


def _caches(rules: BlocRules, cells: dict[str, State]) -> Iterator[str]:
    occupied = np.full(SQUARES, -1)
    for seat, tokens in enumerate(cells["occ_pos"]):
        for token, pos in enumerate(tokens):
            if pos >= 0:
                if occupied[pos] >= 0:
                    yield f"two occupations on square {pos}"
                occupied[pos] = seat * len(tokens) + token
    bits = 1 << np.arange(SQUARES)
    recounts = {
        "occ_at": occupied,
        "crowd": cells["blocs"].sum(axis=0),
        "in_city": cells["blocs"].sum(axis=1) + cells["deck_blocs"] + cells["aside"],
        "squads_out": cells["squads"].sum(),
        "vans_out": (cells["van"] > 0).sum(),
        "barricades_out": cells["barricades"].sum(),
        "tokens_out": cells["burned"].sum() + cells["graffiti"][cells["liberated"] == 0].sum(),
        "police": bits[(cells["squads"] > 0) | (cells["van"] > 0)].sum(),
        "presence": [bits[row > 0].sum() for row in cells["blocs"]],
        "hand_size": cells["hand"].sum(axis=1),
        "difficulty": _difficulties(rules, cells),
        "full_routes": sum(
            1 << int(route)
            for route in np.flatnonzero(cells["barricades"] >= rules.table[R.BARRICADE_CAP])
        ),
    }
    for name, value in recounts.items():
        if not np.array_equal(cells[name], np.atleast_1d(value)):
            yield f"{name} is {cells[name].tolist()}, a recount gives {np.asarray(value).tolist()}"


def _difficulties(rules: BlocRules, cells: dict[str, State]) -> State:
    change = BOOK.view(rules.table)["liberated_change"][cells["type"]]
    lowered = np.maximum(1, cells["base_difficulty"] + change)
    return np.where(cells["liberated"] == 1, lowered, cells["base_difficulty"])


def _tokens(rules: BlocRules, state: State, cells: dict[str, State]) -> Iterator[str]:
    placed = [int(card) for card in cells["token"] if card >= 0]
    if len(placed) != len(set(placed)):
        yield "two tokens on one Conditions card (BB-61)"
    for seat, card in enumerate(cells["token"][: rules.seats]):
        if card >= CONDITIONS:
            yield f"seat {seat} has its token on card {card}, which does not exist"
        elif card >= 0 and not completes(rules, state, seat, card):
            yield f"seat {seat} has its token on card {card} without completing it (BB-61)"
