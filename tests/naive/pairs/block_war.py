"""Block War on both sides: the same form, settings all over their ranges, who plays."""

import random
from typing import Any

from sim.games.block_war import GAME
from sim.games.block_war.actions import decode
from sim.games.block_war.knobs import BlockWarKnobs, jd_cards, perp_cards
from sim.games.block_war.sizes import PHASES
from sim.games.block_war.state import CELLS
from tests.naive.block_war import Game
from tests.naive.in_step import Chooser, Pair
from tests.naive.variants import Keen, Scored, Variety, changed, stubborn, uniform

# A field of the kernel that holds several of the twin's.
PARTS = {
    "lost": ("lost_jd", "lost_perp", "lost_sniper", "lost_hiex"),
    "units_lost": ("units_lost_jd", "units_lost_perp", "units_lost_hiex"),
    "jd_acted": ("jd_about_turn", "jd_curfew", "jd_forced_entry"),
}
JD_NUMBERS = ("front_attack", "front_defense", "rear_attack", "rear_defense")
PERP_NUMBERS = ("attack", "defense", "ap")
CARD_KNOBS = (*(f"jd_{name}" for name in JD_NUMBERS), *(f"perp_{name}" for name in PERP_NUMBERS))

SWITCHES = (
    "deal_uses_placement", "allow_early_end", "first_turn_combat", "hiex_hits_foam",
    "remove_furthest_if_no_jd_destroyed",
)
READINGS = {
    "open_order": ("p1_first",),
    "continuation": ("strict_one", "until_blocked"),
    "sniper_reach": ("any_in_column",),
    "upgrades_on_sniper": ("backup", "both"),
    "foam_removal": ("spend_ap",),
    "foam_removed_state": ("open",),
    "double_fall_tie": ("active_player_loses", "active_player_wins"),
}
SPANS = {
    "hand_p0": (0, 12), "hand_p1": (0, 12), "open_gates": (0, 5), "max_facing": (3, 5),
    "ap_p0": (1, 10), "ap_p1": (1, 10), "ap_first_turn": (0, 10), "cost_buy": (1, 5),
    "cost_toggle": (1, 5), "cost_move_step": (1, 5), "min_open_gates": (0, 5),
    "dredd_range": (0, 4), "foam_price": (1, 9), "evict_price": (1, 9), "vp_gate": (0, 10),
    "vp_dredd": (0, 10), "vp_giant": (0, 10), "vp_plain_jd": (0, 5), "vp_perp_unit": (0, 5),
    "useless_to_lose": (1, 5), "max_turns": (20, 60), "stall_turns": (0, 12),
}
CHANCES = (0.0, 0.2, 0.8, 1.0)
MIXES = {"jd_mix": ("lenient", "hardline", "no_actions"), "perp_mix": ("named_only",)}


def twin_knobs(knobs: BlockWarKnobs) -> dict[str, Any]:
    """Translate settings into the form the twin reads."""
    plain = knobs.model_dump(exclude={"mode", "players"})
    plain["jd_cards"] = _with_numbers(plain, "jd", jd_cards(), JD_NUMBERS)
    plain["perp_cards"] = _with_numbers(plain, "perp", perp_cards(), PERP_NUMBERS)
    return plain


def _with_numbers(
    plain: dict[str, Any], deck: str, cards: list[dict[str, Any]], names: tuple[str, ...]
) -> list[dict[str, Any]]:
    columns = {name: plain.pop(f"{deck}_{name}") for name in names}
    return [
        card | {name: column[kind] for name, column in columns.items()}
        for kind, card in enumerate(cards)
    ]


def kernel_cells(state: Any) -> dict[str, Any]:
    """Give the state in the names and shapes that the twin reports."""
    flat = state.tolist()
    cells: dict[str, Any] = {}
    for name, start in CELLS.starts.items():
        value = _shaped(flat, start, CELLS.shapes[name])
        if name in PARTS:
            cells |= dict(zip(PARTS[name], value, strict=True))
        else:
            cells[name] = value
    return cells


def _shaped(flat: list[int], start: int, shape: tuple[int, ...]) -> Any:
    if shape == (1,):
        return flat[start]
    *outer, size = shape
    if not outer:
        return flat[start : start + size]
    rows = range(start, start + outer[0] * size, size)
    return [flat[first : first + size] for first in rows]


PAIR = Pair(
    game=GAME,
    twin=lambda knobs, streams: Game(twin_knobs(knobs), streams),
    cells=kernel_cells,
    decode=decode,
    phases=PHASES,
)


def draw_settings(luck: random.Random) -> dict[str, Any]:
    """Draw a table of settings: mostly few changes, now and then decks out of the ordinary."""
    standard = BlockWarKnobs()
    settings = changed(luck, standard, SWITCHES, READINGS, SPANS, 0.12)
    if luck.random() < 0.15:
        settings |= {"useless_to_lose": luck.randint(1, 3), "vp_gate": 0}  # both fall, equal points
    if luck.random() < 0.2:
        settings["facing_p0_probability"] = luck.choice(CHANCES)
    for name, mixes in MIXES.items():
        draw = luck.random()
        if draw < 0.4:
            settings[name] = luck.choice(mixes)
        elif draw < 0.7:
            settings[name] = _odd_mix(luck, name)
    for name in CARD_KNOBS:
        if luck.random() < 0.08:
            printed = getattr(standard, name)
            settings[name] = [luck.choice((n, n, luck.randint(0, 5))) for n in printed]
    return settings


def _odd_mix(luck: random.Random, name: str) -> list[int]:
    """Draw copies by kind: a few kinds make up most of the deck, or units are too few."""
    cards, size = (jd_cards(), 30) if name == "jd_mix" else (perp_cards(), 46)
    odds: list[float] = [luck.choice((0, 1, 1, 2, 8)) for _ in cards]
    if name == "jd_mix" and luck.random() < 0.2:
        odds = [1 if card["class"] == "action" else 0.05 for card in cards]
    if not any(odds):
        odds[0] = 1
    drawn = luck.choices(range(len(cards)), odds, k=size)
    return [drawn.count(kind) for kind in range(len(cards))]


def draw_chooser(luck: random.Random) -> Chooser:
    """Draw who plays a game: many play cards whenever they can, since that sees most rules."""
    return luck.choice((
        uniform, stubborn, stubborn, Keen(PAIR, "PLAY"), Keen(PAIR, "PLAY", "UNFOAM", "EVICT"),
        Keen(PAIR, "BUY", "PLAY"), Keen(PAIR, "UNFOAM", "MOVE", "AIM", "AIM_PAST"),
        Scored(PAIR, "heuristic", 10), Scored(PAIR, "greedy", 10),
    ))


VARIETY = Variety(PAIR, draw_settings, draw_chooser)
