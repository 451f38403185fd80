"""Load the cards of the game and complete the knobs with their defaults."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[3] / "configs" / "games" / "block_war"

PLAYERS = (0, 1)
COLUMNS = range(5)  # BW-3
MOST_KINDS = 16
FRONT, REAR = "front", "rear"


def load(name: str) -> dict[str, Any]:
    """Read one file of the game's data."""
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


PERP_DECK, JD_DECK, MIXES = (load(name) for name in ("perp_deck", "jd_deck", "deck_mixes"))
PERP_KEYS: list[str] = [card["key"] for card in PERP_DECK["card"]]
JD_KEYS: list[str] = [card["key"] for card in JD_DECK["card"]]


@dataclass(frozen=True)
class PerpCard:
    """Hold what is printed on a Perp card."""

    kind: int
    key: str
    klass: str
    attack: int
    defense: int
    ap: int
    target: str
    effect: str
    reinforceable: bool

    @property
    def aims(self) -> bool:
        """Tell whether the unit picks its column (BW-60)."""
        return self.klass == "unit" and self.target != "F" and self.effect != "occupy"


@dataclass(frozen=True)
class JudgeCard:
    """Hold what is printed on a JD card."""

    kind: int
    key: str
    klass: str
    attack: dict[str, int]
    defense: dict[str, int]
    target: str
    target_rule: str
    placement: str
    vp: int
    named: bool
    effect: str


def perp_cards(tables: list[dict[str, Any]]) -> list[PerpCard]:
    """Make the Perp cards from their tables; what a table leaves out does not apply."""
    return [
        PerpCard(
            kind, t["key"], t["class"], t.get("attack", 0), t.get("defense", 0), t["ap"],
            t.get("target", ""), t.get("effect", ""), t.get("reinforceable", False),
        )
        for kind, t in enumerate(tables)
    ]


def judge_cards(tables: list[dict[str, Any]]) -> list[JudgeCard]:
    """Make the JD cards from their tables; what a table leaves out does not apply."""
    return [
        JudgeCard(
            kind, t["key"], t["class"],
            {edge: t.get(f"{edge}_attack", 0) for edge in (FRONT, REAR)},
            {edge: t.get(f"{edge}_defense", 0) for edge in (FRONT, REAR)},
            t.get("target", ""), t.get("aim", ""), t.get("placement", ""), t.get("vp", 0),
            t.get("named", False), t.get("effect", ""),
        )
        for kind, t in enumerate(tables)
    ]


def left_of(reader: int, column: int) -> int:
    """Return the column to a player's left (BW-4)."""
    return column - 1 if reader == 0 else column + 1


def right_of(reader: int, column: int) -> int:
    """Return the column to a player's right (BW-4)."""
    return column + 1 if reader == 0 else column - 1


def columns_of(letters: str, reader: int, column: int) -> list[int]:
    """List the existing columns that a card's letters give its reader, ascending (BW-4)."""
    where = {"L": left_of(reader, column), "F": column, "R": right_of(reader, column)}
    return sorted(where[letter] for letter in letters if where[letter] in COLUMNS)


DEFAULTS: dict[str, Any] = {
    "hand_p0": 5,
    "hand_p1": 5,
    "open_gates": 2,
    "max_facing": 3,
    "open_order": "p0_first",
    "deal_uses_placement": True,
    "ap_p0": 5,
    "ap_p1": 5,
    "ap_first_turn": 5,
    "cost_buy": 1,
    "cost_toggle": 1,
    "cost_move_step": 1,
    "allow_early_end": True,
    "min_open_gates": 0,
    "first_turn_combat": False,
    "continuation": "two_exchanges",
    "sniper_reach": "first_in_line",
    "dredd_range": 1,
    "upgrades_on_sniper": "none",
    "hiex_hits_foam": True,
    "remove_furthest_if_no_jd_destroyed": True,
    "facing_p0_probability": 0.5,
    "foam_removal": "discard_hand",
    "foam_price": 3,
    "foam_removed_state": "closed",
    "evict_price": 3,
    "vp_gate": 2,
    "vp_dredd": 3,
    "vp_giant": 2,
    "vp_plain_jd": 0,
    "vp_perp_unit": 0,
    "useless_to_lose": 5,
    "double_fall_tie": "draw",
    "max_turns": 200,
    "stall_turns": 40,
    "jd_mix": "standard",
    "perp_mix": "standard",
    "perp_cards": PERP_DECK["card"],
    "jd_cards": JD_DECK["card"],
}


def complete_knobs(given: dict[str, Any]) -> dict[str, Any]:
    """Return all knobs, the given ones over the defaults; refuse names that do not exist."""
    unknown = set(given) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"unknown knobs {sorted(unknown)}; known are {sorted(DEFAULTS)}")
    return DEFAULTS | given


def deck(mix: str | dict[str, int] | list[int], mixes: str, keys: list[str]) -> list[int]:
    """Return the copies of each kind in a mix, given by name, by key or as a list (BW-6)."""
    if isinstance(mix, str):
        mix = MIXES[mixes][mix]
    if isinstance(mix, dict):
        return [mix.get(key, 0) for key in keys]
    return list(mix)
