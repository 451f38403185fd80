"""Invariants of a Block War state, as sentences; none when all is well."""

from collections.abc import Iterator

import numpy as np

from sim.core.layout import State
from sim.games.block_war.book import BOOK
from sim.games.block_war.columns import PLAYERS
from sim.games.block_war.rules import BlockWarRules
from sim.games.block_war.sizes import (
    ACT, AIM, AIM_NONE, GATE_CLOSED, GATE_DESTROYED, GATE_OPEN, KINDS, OVER, PAY, ROTATE,
)
from sim.games.block_war.state import CELLS

Cells = dict[str, State]


def check(rules: BlockWarRules, state: State) -> Iterator[str]:
    """Yield one sentence per broken invariant: cards conserved, gates in order, caches in step."""
    cells = CELLS.view(state)
    yield from _perp_cards(rules, cells)
    yield from _jd_cards(rules, cells)
    yield from _gates(cells)
    yield from _street(rules, cells)
    yield from _resting(rules, cells)
    for name, value in recounts(rules, cells).items():
        if not np.array_equal(cells[name], np.atleast_1d(value)):
            yield f"{name} is {cells[name].tolist()}, a recount gives {np.asarray(value).tolist()}"


def _perp_cards(rules: BlockWarRules, cells: Cells) -> Iterator[str]:
    for name in ("hand", "perp_deck", "perp_discard", "known", "jd_deck", "jd_discard", "ap"):
        if (cells[name] < 0).any():
            yield f"{name} has a negative cell"
    if (cells["known"] > cells["hand"]).any():
        yield "a player knows of more cards in the other hand than are there (BW-13)"
    if cells["perp_deck"].sum() == 0 and not np.array_equal(cells["known"], cells["hand"]):
        yield "the Perp deck is empty, so both hands should be known (BW-13)"
    found = cells["hand"].sum(axis=0) + cells["perp_deck"] + cells["perp_discard"]
    found += np.bincount(cells["unit"][cells["unit"] >= 0], minlength=KINDS)
    lying = {"backup_kind": "backups", "reinforce_kind": "reinforces", "foam_kind": "foam",
             "hiex_kind": "slot_hiex", "boing_kind": "slot_boing"}
    book = BOOK.view(rules.table)
    for kind, field in lying.items():
        found[book[kind][0]] += cells[field].sum()
    for kind in np.flatnonzero(found != book["perp_mix"]):
        yield f"Perp kind {kind}: {found[kind]} cards, the mix has {book['perp_mix'][kind]} (BW-6)"


def _jd_cards(rules: BlockWarRules, cells: Cells) -> Iterator[str]:
    book = BOOK.view(rules.table)
    found = cells["jd_deck"] + cells["jd_discard"]
    found += np.bincount(cells["slot_kind"][cells["slot_kind"] >= 0], minlength=KINDS)
    missing = book["jd_mix"] - found
    named = book["jd_named"] == 1
    if (missing < 0).any() or missing[~named].any():
        yield f"JD cards by kind: {found.tolist()}, the mix has {book['jd_mix'].tolist()} (BW-6)"
    if missing.sum() != cells["jd_collected"].sum():
        yield f"{cells['jd_collected'].sum()} named cards collected, {missing.sum()} are missing"


def _gates(cells: Cells) -> Iterator[str]:
    gate, foam, held = cells["gate"], cells["foam"] == 1, cells["unit"] >= 0
    if (held & (gate == GATE_DESTROYED)).any():
        yield "a unit stands on a destroyed gate (BW-55)"
    if (foam & (gate != GATE_OPEN)).any():
        yield "foam on a gate that is not open underneath (BW-72)"
    if ((cells["occ"] == 1) & (~held | (gate != GATE_OPEN) | foam)).any():
        yield "an occupier without an open gate (BW-80)"
    if ((cells["backups"] + cells["reinforces"] > 0) & ~held).any():
        yield "upgrades without a unit (BW-26)"
    if ((cells["gas"] == 1) & (gate == GATE_DESTROYED)).any():
        yield "gas on a destroyed gate (BW-55)"
    if cells["lost"].sum() != (gate == GATE_DESTROYED).sum():
        yield f"{(gate == GATE_DESTROYED).sum()} gates destroyed, {cells['lost'].sum()} tallied"


def _street(rules: BlockWarRules, cells: Cells) -> Iterator[str]:
    empty = cells["slot_kind"] < 0
    for field in ("slot_face", "slot_hiex", "slot_boing", "mark_slot"):
        if cells[field][empty].any():
            yield f"{field} is set on an empty slot"
    if cells["phase"][0] in (ACT, PAY) and empty.any() and not cells["street_short"][0]:
        yield "the Street has a hole in a turn (BW-87)"
    units = BOOK.view(rules.table)["jd_unit"]
    if not units[cells["slot_kind"][~empty]].all():
        yield "an action card lies in the Street (BW-92)"


def _resting(rules: BlockWarRules, cells: Cells) -> Iterator[str]:
    phase = cells["phase"][0]
    if phase != AIM:
        for name in ("column", "stage", "aimer", "jd_fallen", "fired"):
            if cells[name].any():
                yield f"{name} is {cells[name].tolist()} outside a combat"
        if (cells["aim"] != AIM_NONE).any():
            yield "an aim is set outside a combat (BW-60)"
    if phase != PAY and (cells["pay_gate"][0] or cells["pay_due"][0]):
        yield "Riot Foam is being paid for outside its phase (BW-28)"
    if phase == OVER and cells["combats"][0] and (cells["gas"].any() or cells["slot_hiex"].any()):
        yield "markers lie on the table after the last combat (BW-58)"


def _mask(flags: State) -> State:
    """Pack flags along the last axis."""
    return (flags.astype(np.int64) << np.arange(flags.shape[-1])).sum(axis=-1)


def recounts(rules: BlockWarRules, cells: Cells) -> dict[str, State]:
    """Derive every cache from the cells it stands for."""
    book = BOOK.view(rules.table)
    foam, unit, kind = cells["foam"] == 1, cells["unit"], cells["slot_kind"]
    held, taken = unit >= 0, kind >= 0
    own = held & (cells["occ"] == 0)
    sums = {}
    for name in ("attack", "defense"):
        values = book[f"perp_{name}"]
        more = (cells["backups"] * values[book["backup_kind"][0]]
                + cells["reinforces"] * values[book["reinforce_kind"][0]])
        sums[name] = np.where(held, values[unit] + more, 0)
    return {
        "decider": _decider(cells),
        "opens": _mask((cells["gate"] == GATE_OPEN) & ~foam),
        "closeds": _mask(cells["gate"] == GATE_CLOSED),
        "foams": _mask(foam),
        "helds": _mask(held),
        "occs": _mask(cells["occ"] == 1),
        "gases": _mask(cells["gas"] == 1),
        "arms": _mask(sums["attack"] > 0),
        "aims": _mask(own & (book["perp_aims"][unit] == 1)),
        "backables": _mask(own & (book["takes_backup"][unit] == 1)),
        "firmables": _mask(own & (book["takes_reinforce"][unit] == 1)),
        **sums,
        "slots": _mask(taken),
        "faces": _mask(cells["slot_face"] == 1),
        "hiexes": _mask(cells["slot_hiex"] == 1),
        "boings": _mask(cells["slot_boing"] == 1),
        "jd_arms": _mask(taken & (book["jd_front_attack"][kind] > 0)),
        "jd_rear_arms": _mask(taken & (book["jd_rear_attack"][kind] > 0)),
        "hand_kinds": _mask(cells["hand"] > 0),
        "hand_size": cells["hand"].sum(axis=1),
        "deck_size": cells["perp_deck"].sum(),
        "discard_size": cells["perp_discard"].sum(),
        "jd_deck_size": cells["jd_deck"].sum(),
    }


def _decider(cells: Cells) -> State:
    phase = cells["phase"][0]
    if phase == OVER:
        return np.array([-1])
    if phase == AIM:
        return cells["aimer"]
    if phase == ROTATE:
        facing = [((cells["slot_kind"] >= 0) & (cells["slot_face"] == player)).sum()
                  for player in range(PLAYERS)]
        return np.array([int(facing[1] > facing[0])])
    return cells["active"]
