"""Invariants of a Bloqs state, as sentences; none when all is well."""

from collections.abc import Iterator

import numpy as np

from sim.core.layout import State
from sim.games.bloqs.book import BOOK
from sim.games.bloqs.rules import BloqsRules
from sim.games.bloqs.sizes import (
    CARD_KINDS, DISC_KINDS, HELD, IN_MIDDLE, LAYER, LEVEL, NOT_IN_GAME, OVER, PARTS_TOP, PLACE,
    TYPES,
)
from sim.games.bloqs.state import CELLS

Cells = dict[str, State]


def check(rules: BloqsRules, state: State) -> Iterator[str]:
    """Yield one sentence per broken invariant: parts, towers, discs and cards conserved."""
    cells, book = CELLS.view(state), BOOK.view(rules.table)
    yield from _parts(rules, cells, book)
    yield from _towers(rules, cells, book)
    yield from _discs(cells, book)
    yield from _cards(cells, book)
    yield from _resting(cells)
    for name, value in recounts(rules, cells, book).items():
        if not np.array_equal(cells[name], np.atleast_1d(value)):
            yield f"{name} is {cells[name].tolist()}, a recount gives {np.asarray(value).tolist()}"


def _parts(rules: BloqsRules, cells: Cells, book: Cells) -> Iterator[str]:
    owner, parts = cells["part_owner"], TYPES * int(book["copies"][0])
    if not (owner[parts:] == NOT_IN_GAME).all():
        yield "a part that is not in the game has an owner (BQ-1)"
    known = {IN_MIDDLE, HELD, *range(rules.seats)}
    if not set(owner[:parts].tolist()) <= known:
        yield f"owners of parts are {owner[:parts].tolist()}"
    due = {int(cells["in_hand"][0])}
    if cells["phase"][0] in (PLACE, LEVEL, OVER):
        due.add(int(cells["give"][0]))
    for part in np.flatnonzero(owner[:parts] == HELD):
        if part not in due:
            yield f"part {part} is in a hand, but is not to be placed (BQ-34)"


def _towers(rules: BloqsRules, cells: Cells, book: Cells) -> Iterator[str]:
    seen = [0] * rules.seats
    for part in range(TYPES * int(book["copies"][0])):
        player = int(cells["part_owner"][part])
        base, level = int(cells["part_base"][part]), int(cells["part_z"][part])
        if player not in range(rules.seats):
            if base != -1 or level != -1:
                yield f"part {part} stands nowhere, but has a place"
            continue
        if book["base_type"][base] != book["part_type"][part]:
            yield f"part {part} stands as another type (BQ-40)"
        if level + book["base_height"][base] > book["layers"][0]:
            yield f"part {part} sticks out of the cap (BQ-40)"
        mask = int(book["base_mask"][base]) << LAYER * level
        if seen[player] & mask:
            yield f"part {part} shares a cell with another of seat {player} (BQ-41)"
        seen[player] |= mask
    for player, mask in enumerate(seen):
        if mask != cells["tower"][player]:
            yield f"tower of seat {player} is not the union of its parts"
    yield from _fallen(cells, book, seen)


def _fallen(cells: Cells, book: Cells, towers: list[int]) -> Iterator[str]:
    """Every part must stand on ground and others, swaps in progress included (BQ-42, BQ-50)."""
    for part in range(PARTS_TOP):
        player = int(cells["part_owner"][part])
        if player not in range(len(towers)):
            continue
        base, level = int(cells["part_base"][part]), int(cells["part_z"][part])
        rest = towers[player] & ~(int(book["base_mask"][base]) << LAYER * level)
        held = (rest << LAYER | (1 << LAYER) - 1) >> LAYER * level
        first, last = book["first_support"][base : base + 2]
        if not any(held & need == need for need in book["support"][first:last].tolist()):
            yield f"part {part} of seat {player} does not stand (BQ-42)"


def _discs(cells: Cells, book: Cells) -> Iterator[str]:
    n = int(book["circles"][0])
    found = np.bincount(cells["disc"][:n], minlength=DISC_KINDS)
    if not np.array_equal(found, book["disc_mix"]):
        yield f"discs by kind: {found.tolist()}, the loop has {book['disc_mix'].tolist()} (BQ-1)"
    if cells["up"][n:].any():
        yield "a disc beyond the loop is up"


def _cards(cells: Cells, book: Cells) -> Iterator[str]:
    n = int(cells["deck_n"][0])
    found = np.bincount(cells["deck"][:n], minlength=CARD_KINDS) + cells["discard"]
    found += cells["hand"].sum(axis=0)
    mix = book["card_mix"] if book["cards"][0] else np.zeros(CARD_KINDS, np.int64)
    for kind in np.flatnonzero(found != mix):
        yield f"card kind {kind}: {found[kind]} cards, the deck has {mix[kind]} (BQ-90)"
    if (cells["hand"] < 0).any() or (cells["discard"] < 0).any():
        yield "a hand or the discard pile has a negative cell"


def _resting(cells: Cells) -> Iterator[str]:
    if cells["search"].any():
        yield "a search for a tiling left its cells behind"
    if cells["phase"][0] not in (PLACE, LEVEL) and cells["in_hand"][0] != -1:
        yield "a part is in hand outside its placing"


def recounts(rules: BloqsRules, cells: Cells, book: Cells) -> dict[str, State]:
    """Derive every cache from the cells it stands for."""
    owner = cells["part_owner"]
    copies, parts = int(book["copies"][0]), TYPES * int(book["copies"][0])
    middle = owner[:parts].reshape(TYPES, copies) == IN_MIDDLE
    bits = np.left_shift(np.int64(1), np.arange(PARTS_TOP))
    seats = np.arange(len(cells["tower"]))
    stands = (owner >= 0) & (owner < rules.seats)
    masks = [int(book["base_mask"][base]) << LAYER * int(level) if on else 0
             for base, level, on in zip(cells["part_base"], cells["part_z"], stands, strict=True)]
    return {
        "supply": middle.sum(axis=1),
        "middle_n": middle.sum(),
        "owned": np.array([bits[owner == seat].sum() if seat < rules.seats else 0
                           for seat in seats]),
        "part_cells": np.array(masks),
        "down_n": book["circles"][0] - cells["up"].sum(),
        "hand_n": cells["hand"].sum(axis=1),
    }
