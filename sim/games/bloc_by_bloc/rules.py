"""The rules of Bloc by Bloc as one value: every number the kernels use, by name."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from sim.games.bloc_by_bloc.actions import ACTIONS
from sim.games.bloc_by_bloc.book import BOOK
from sim.games.bloc_by_bloc.columns import COLUMNS, DISTRICTS
from sim.games.bloc_by_bloc.knobs import BlocKnobs, CityLayout, data
from sim.games.bloc_by_bloc.sizes import HIGHWAY, MAX_NEED, SCRATCH_CELLS, SQUARES, TILES
from sim.games.bloc_by_bloc.state import CELLS

Table = NDArray[np.int64]

TYPES = data("city")["conventions"]["types"]
EFFECTS = tuple(name for name in data("liberation")["effects"] if name != "source")
DESTINATIONS = ("state", "public", "highest")
OPS_KINDS = ("move_type", "move_highest", "move_blocs", "move_occupations", "light", "heavy",
             "rotation")
MOVE_TYPE, MOVE_HIGHEST, MOVE_BLOCS, MOVE_OCCUPATIONS, LIGHT, HEAVY, ROTATION = range(7)
(LOOT, FORM, FORM_OCC, MARCH, STRIKE, ROUT, BARRICADE, GRAFFITI, BUILD, CALM, REVEAL, SALVAGE,
 RETREAT) = range(13)
OWN_TYPE = 8


class BlocRules(NamedTuple):
    """One variant of the game; `table` holds its numbers under the offsets of `book`."""

    seats: int
    state_cells: int
    action_limit: int
    scratch_cells: int
    column_count: int
    random_ties: bool
    table: Table


def _ints(values: Any) -> Table:
    return np.array(values, dtype=np.int64)


def _ceil(value: float) -> int:
    """Round up, but not for float noise: 2.2 * 5 is 11."""
    return math.ceil(value - 1e-9)


def _tile_tables(knobs: BlocKnobs) -> dict[str, Table]:
    """Tabulate the district tiles by Police ID; row 0 stands for a highway."""
    rows = {row["id"]: row for row in data("city")["tile"]}
    shops = "shops_repo" if knobs.state_public_shops else "shops"
    difficulty = [0] + [
        max(1, rows[i]["difficulty"] + knobs.difficulty_shift) for i in range(1, TILES)
    ]
    return {
        "tile_type": _ints([HIGHWAY] + [TYPES.index(rows[i]["type"]) for i in range(1, TILES)]),
        "tile_difficulty": _ints(difficulty),
        "tile_metro": _ints([0] + [rows[i]["metro"] for i in range(1, TILES)]),
        "tile_three_way": _ints([0] + [rows[i]["three_way"] for i in range(1, TILES)]),
        "tile_shops": _ints([0] + [rows[i][shops] for i in range(1, TILES)]),
    }


def _pile_tables() -> dict[str, Table]:
    """Tabulate squares and tiles of the piles A, B and C; -1 pads the shorter ones."""
    letters = "".join(data("city")["grid"]["rows"])
    squares = np.full((3, SQUARES), -1, np.int64)
    tiles = np.full((3, SQUARES), -1, np.int64)
    sizes = []
    highways = data("city")["highways"]
    for row, letter in enumerate("ABC"):
        places = [square for square in range(SQUARES) if letters[square] == letter]
        members = [tile["id"] for tile in data("city")["tile"] if tile["pile"] == letter]
        if highways["pile"] == letter:
            members += [0] * highways["count"]
        squares[row, : len(places)] = places
        tiles[row, : len(members)] = members
        sizes.append(len(places))
    return {"pile_squares": squares, "pile_tiles": tiles, "pile_size": _ints(sizes)}


def _fixed_city(layout: str | CityLayout) -> dict[str, Any]:
    """Give the tiles and rotations of a fixed city, zeros where the city is random."""
    if layout == "random":
        blank = np.zeros(SQUARES, np.int64)
        return {"fixed_city": False, "fixed_tiles": blank, "fixed_rotation": blank}
    if isinstance(layout, CityLayout):
        tiles, rotation = layout.tiles, layout.rotation
    else:
        row = next(row for row in data("city")["layout"] if row["name"] == layout)
        tiles, rotation = row["tiles"], row["rotation"]
    return {"fixed_city": True, "fixed_tiles": _ints(tiles), "fixed_rotation": _ints(rotation)}


def _condition_tables() -> dict[str, Table]:
    """Tabulate the Conditions cards: a district, or a type and how many of it (BB-60)."""
    cards = data("factions")["condition"]
    kinds = {name: code for code, name in enumerate(TYPES)} | {"own_faction": OWN_TYPE}
    return {
        "condition_district": _ints([card.get("district", -1) for card in cards]),
        "condition_type": _ints([kinds.get(card.get("wild_type", ""), -1) for card in cards]),
        "condition_count": _ints([card.get("count", 1) for card in cards]),
    }


def _liberated_change(knobs: BlocKnobs) -> Table:
    """Tabulate by type what liberation does to the difficulty (BB-11)."""
    spared = data("city")["liberated_side"]["exceptions"]
    return _ints([0 if name in spared else knobs.liberated_change for name in TYPES])


def _ops_tables(knobs: BlocKnobs) -> dict[str, Table]:
    """Tabulate the Police Ops cards by code."""
    cards = data("police")["ops"]
    kinds = [OPS_KINDS.index(card["kind"]) for card in cards]
    counts = [
        count + (knobs.heavy_reinforcements if kind == HEAVY else 0)
        for kind, count in zip(kinds, knobs.ops_counts, strict=True)
    ]
    return {
        "ops_counts": _ints(counts),
        "ops_kind": _ints(kinds),
        "ops_target": _ints([TYPES.index(c["target"]) if c["target"] else -1 for c in cards]),
        "ops_morale": _ints(knobs.ops_morale),
    }


def build(settings: BaseModel) -> BlocRules:
    """Turn validated knobs into the rules value."""
    knobs = settings
    assert isinstance(knobs, BlocKnobs)
    pairs = knobs.liberation_effects
    cards = knobs.reaction_cards
    numbers = dict(
        **_ops_tables(knobs),
        morale_cards=_ints(knobs.morale_cards),
        morale_steps=_ints(knobs.morale_countdown),
        morale_start=knobs.morale_start,
        countdown_start=knobs.countdown_start,
        countdown_cap=knobs.countdown_cap,
        public_bonus=knobs.public_countdown_bonus,
        start_blocs=knobs.start_blocs[knobs.factions - 2],
        start_squads=knobs.start_squads,
        start_vans=knobs.start_vans,
        squad_supply=knobs.squad_supply,
        van_supply=knobs.van_supply,
        bloc_supply=knobs.bloc_supply,
        barricade_supply=knobs.barricade_supply,
        barricade_cap=knobs.barricade_cap,
        barricade_block=knobs.barricade_block,
        setup_barricades=knobs.setup_barricades,
        loot_tokens=knobs.loot_tokens,
        dice_thresholds=_ints(knobs.dice_thresholds),
        dice_base=knobs.dice_base,
        **_tile_tables(knobs),
        **_pile_tables(),
        **_fixed_city(knobs.layout),
        liberated_change=_liberated_change(knobs),
        need=_ints([_ceil(knobs.liberation_multiplier * d) for d in range(MAX_NEED)]),
        needs_neighbour=knobs.liberation_needs_neighbour,
        meeting_cost=_ints(
            [max(1, _ceil(knobs.meeting_cost_slope * k)) for k in range(DISTRICTS)]
        ),
        van_hits=knobs.van_hits,
        kick_squads=knobs.kick_squads,
        rotation_limit=knobs.rotation_limit,
        conditions_start=knobs.conditions_face_up_start,
        **_condition_tables(),
        loot_copies=_ints(knobs.loot_copies),
        loot_amount=_ints([row["amount"] for row in data("loot")["loot"]]),
        mac_keep=knobs.mac_keep,
        mac_enabled=knobs.mac_enabled,
        hall_enabled=knobs.hall_enabled,
        effect_kind=_ints([[EFFECTS.index(effect) for effect, _ in pair] for pair in pairs]),
        effect_amount=_ints([[amount for _, amount in pair] for pair in pairs]),
        reaction_destination=_ints([DESTINATIONS.index(card.destination) for card in cards]),
        reaction_high=_ints([card.priority == "highest" for card in cards]),
        reaction_lockdown=_ints([card.metro == "lockdown" for card in cards]),
        workers=knobs.workers,
        students=knobs.students,
        neighbors=knobs.neighbors,
        prisoners=knobs.prisoners,
        prisoners_bonus=knobs.prisoners_bonus,
        bonus_per_die=knobs.prisoners_bonus_per_die,
        patrols_follow_priority=knobs.patrols_follow_priority,
        students_solo_strict=knobs.students_solo_strict,
        require_connected=knobs.require_connected_city,
        meet_without_deck=knobs.meet_without_deck,
        relocation_lowers_morale=knobs.relocation_lowers_morale,
        liberation_known=knobs.liberation_known,
        sequential=knobs.squad_movement == "sequential",
        payment_auto=knobs.payment_mode == "auto",
        token_manual=knobs.token_mode == "manual",
        max_transfers=knobs.max_transfers,
        night_cap=knobs.night_cap,
        decision_cap=knobs.decision_cap,
    )
    table = BOOK.blank()
    for name, view in BOOK.view(table).items():
        view[...] = numbers[name]
    return BlocRules(
        seats=knobs.factions,
        state_cells=CELLS.size,
        action_limit=ACTIONS,
        scratch_cells=SCRATCH_CELLS,
        column_count=len(COLUMNS),
        random_ties=False,
        table=table,
    )
