"""Load the components of the game and complete the knobs with their defaults."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[3] / "configs" / "games" / "bloc_by_bloc"


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


CITY, POLICE, FACTIONS, LOOT, LIBERATION = (
    _load(name) for name in ("city", "police", "factions", "loot", "liberation")
)

TYPES: list[str] = CITY["conventions"]["types"]  # BB-2
FACTION_TYPES = TYPES[:4]
SIDES = range(4)  # BB-1: N, E, S, W
SQUARES = range(25)
TILES = {tile["id"]: tile for tile in CITY["tile"]}
LAYOUTS = {layout["name"]: layout for layout in CITY["layout"]}

# BB-53: two tokens each of Hall and Center, one Start.
KIND_OF_TOKEN: list[int] = [token["type"] for token in FACTIONS["occupation"]]
TOKENS = range(len(KIND_OF_TOKEN))
START, HALL, CENTER = 0, 1, 2
KINDS = (START, HALL, CENTER)

# Loot kinds by name.
LOOT_KINDS = range(len(LOOT["loot"]))
LOOT_AMOUNT: list[int] = [card["amount"] for card in LOOT["loot"]]
LOOT_TIMING: list[str] = [card["timing"] for card in LOOT["loot"]]
(
    MOLOTOVS,
    FIREWORKS,
    MEDIC_KIT,
    BICYCLES,
    SCRAP_WOOD,
    SPRAY_PAINT,
    FOOD,
    ICE_CREAM,
    SOUND_SYSTEM,
    ENERGY_DRINKS,
    POWER_TOOLS,
    CAMERA,
    DISGUISES,
    SPIKE_STRIPS,
    GAS_MASKS,
) = LOOT_KINDS

OPS_CARDS: list[dict[str, Any]] = POLICE["ops"]
HEAVY = next(card["code"] for card in OPS_CARDS if card["kind"] == "heavy")


@dataclass(frozen=True)
class Condition:
    """Hold one Conditions card: a named district, or a number of districts of a type."""

    code: int
    district: int | None
    wild_type: str | None
    count: int


CONDITIONS = [
    Condition(card["code"], card.get("district"), card.get("wild_type"), card.get("count", 1))
    for card in FACTIONS["condition"]
]

TIMID, DEADLY = 0, len(POLICE["morale"]) - 1


def factions_in_play(players: int) -> int:
    """Return how many factions play (BB-18: one player runs two)."""
    return next(row["factions"] for row in FACTIONS["setup"] if row["players"] == players)


def _defaults(players: int) -> dict[str, Any]:
    setup = next(row for row in FACTIONS["setup"] if row["players"] == players)
    track = [level["cards"] for level in POLICE["morale"]]
    supply, start, pieces = POLICE["supply"], POLICE["start"], FACTIONS["pieces"]
    return {
        "mode": "coop",
        "players": players,
        "heavy_reinforcements": 1,
        "ops_counts": {},
        "ops_morale": {},
        "morale_cards": track,
        "morale_countdown": track,
        "morale_start": start["morale"],
        "countdown_start": start["countdown"],
        "countdown_cap": start["countdown"],
        "public_countdown_bonus": 1,
        "start_blocs": setup["start_blocs"],
        "start_squads": start["squads_per_state_district"],
        "start_vans": start["vans_per_state_district"],
        "squad_supply": supply["squads"],
        "van_supply": supply["vans"],
        "bloc_supply": pieces["blocs"],
        "barricade_supply": supply["barricades"],
        "barricade_cap": 3,
        "barricade_block": 3,
        "setup_barricades": 3,
        "loot_tokens": pieces["loot_tokens"],
        "dice_thresholds": [row["min_blocs"] for row in FACTIONS["dice"][1:]],
        "dice_base": FACTIONS["dice"][0]["dice"],
        "difficulty_shift": 0,
        "liberated_change": CITY["liberated_side"]["difficulty_change"],
        "liberation_multiplier": 2.0,
        "liberation_needs_neighbour": True,
        "van_hits": 3,
        "kick_squads": 2,
        "rotation_limit": 5,
        "meeting_cost_slope": 1.0,
        "conditions_face_up_start": 1,
        "loot_copies": [card["copies"] for card in LOOT["loot"]],
        "mac_keep": 2,
        "mac_enabled": True,
        "hall_enabled": True,
        "liberation_effects": [[card["a"], card["b"]] for card in LIBERATION["card"]],
        "reaction_cards": POLICE["reaction"],
        "layout": "random",
        "workers": True,
        "students": True,
        "neighbors": True,
        "prisoners": True,
        "prisoners_bonus": 1,
        "prisoners_bonus_per_die": True,
        "state_public_shops": False,
        "patrols_follow_priority": False,
        "students_solo_strict": False,
        "require_connected_city": False,
        "meet_without_deck": False,
        "relocation_lowers_morale": True,
        "liberation_known": True,
        "squad_movement": "simultaneous",
        "payment_mode": "choose",
        "token_mode": "auto",
        "max_transfers": 6,
        "night_cap": 60,
        "decision_cap": 20000,
    }


# Knobs that only matter with secret Agendas: accepted, without effect here.
_SEMI_ONLY = {"agenda_counts", "vanguard_target", "sectarian_target", "solo_needs_liberation"}


def complete_knobs(given: dict[str, Any]) -> dict[str, Any]:
    """Return all knobs, the given ones over the defaults; refuse names that do not exist."""
    knobs = _defaults(given.get("players", 4))
    unknown = set(given) - set(knobs) - _SEMI_ONLY
    if unknown:
        raise ValueError(f"unknown knobs {sorted(unknown)}; known are {sorted(knobs)}")
    knobs.update({name: value for name, value in given.items() if name not in _SEMI_ONLY})
    if knobs["mode"] != "coop":
        raise ValueError(f"mode is {knobs['mode']!r}: this twin plays only 'coop'")
    return knobs


def _by_code(table: dict[Any, int], code: int, default: int) -> int:
    return table.get(code, table.get(str(code), default))


def ops_deck(knobs: dict[str, Any]) -> list[int]:
    """Return the copies of each Police Ops card, Heavy Reinforcements added (BB-17)."""
    deck = [_by_code(knobs["ops_counts"], card["code"], card["count"]) for card in OPS_CARDS]
    deck[HEAVY] += knobs["heavy_reinforcements"]
    return deck


def ops_morale(knobs: dict[str, Any]) -> list[int]:
    """Return by how much each Police Ops card raises morale (BB-24)."""
    return [_by_code(knobs["ops_morale"], card["code"], card["morale"]) for card in OPS_CARDS]
