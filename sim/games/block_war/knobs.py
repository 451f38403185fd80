"""Every number of Block War that a designer may turn, with its default and its range."""

import tomllib
from collections import Counter
from functools import cache
from typing import Any, Literal, Self

from pydantic import model_validator

import configs
from sim.core.knobs import Knobs, knob

FOLDER = configs.GAMES / "block_war"
MAX_KINDS = 16
# The most AP that a turn may have: tables by AP end here.
AP_TOP = 10
# Cards that lie on the table as a mere mark: one kind each, so that the mark says which.
LYING = ("foam", "hiex", "boing")
UPGRADES = ("backup", "reinforce")


@cache
def data(name: str) -> dict[str, Any]:
    """Read one component file of the game, as `jd_deck` or `deck_mixes`."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def jd_cards() -> list[dict[str, Any]]:
    """List the kinds of Justice Department cards."""
    return list(data("jd_deck")["card"])


def perp_cards() -> list[dict[str, Any]]:
    """List the kinds of Perp cards."""
    return list(data("perp_deck")["card"])


def check_decks(jd: list[dict[str, Any]], perp: list[dict[str, Any]]) -> None:
    """Refuse cards that the engine cannot play.

    Raises ValueError naming the card.
    """
    for deck in (jd, perp):
        if len(deck) > MAX_KINDS:
            raise ValueError(f"{len(deck)} kinds of cards in a deck; at most {MAX_KINDS} fit")
    for card in jd:
        if card["class"] == "unit" and card["aim"] == "fixed" and card["target"] not in list("LFR"):
            raise ValueError(f"{card['key']}: a fixed target is one of L, F, R,"
                             f" not {card['target']!r}")
    for card in perp:
        if card["class"] == "upgrade" and card["key"] not in UPGRADES:
            raise ValueError(f"{card['key']}: the only upgrades are {' and '.join(UPGRADES)}")
    effects = Counter(card.get("effect", "") for card in perp)
    for effect in LYING:
        if effects[effect] > 1:
            raise ValueError(f"two kinds of cards have the effect {effect!r}; one can be told")


def mix_counts(deck: str, mix: str | list[int]) -> list[int]:
    """Give the copies of each kind, `deck` being "jd" or "perp".

    Raises ValueError where the copies do not make up the deck.
    """
    cards = data(f"{deck}_deck")["card"]
    size = data(f"{deck}_deck")["deck_size"]
    if isinstance(mix, str):
        row = data("deck_mixes")[f"{deck}_mix"][mix]
        counts = [row[card["key"]] for card in cards]
    else:
        counts = mix
    if len(counts) != len(cards):
        raise ValueError(f"{deck}_mix needs {len(cards)} counts, not {len(counts)}")
    if min(counts) < 0 or sum(counts) != size:
        raise ValueError(f"{deck}_mix must hold {size} cards, not {sum(counts)}")
    return counts


check_decks(jd_cards(), perp_cards())


def _column(cards: list[dict[str, Any]], field: str) -> list[int]:
    return [card.get(field, 0) for card in cards]


def _numbers(deck: str, field: str, about: str, rule: str) -> Any:
    cards = jd_cards() if deck == "jd" else perp_cards()
    return knob(_column(cards, field), about, rule, "assumed", per_item=(0, 9))


def _named(key: str) -> int:
    return int(next(card["vp"] for card in jd_cards() if card["key"] == key))


class BlockWarKnobs(Knobs):
    """Settings of Judge Dredd: Block War."""

    mode: Literal["versus"] = knob("versus", "mode of play", "BW-1")
    players: int = knob(2, "people at the table", "BW-1", limits=(2, 2))
    jd_mix: Literal["standard", "lenient", "hardline", "no_actions"] | list[int] = knob(
        "standard", "Justice Department deck: a named mix, or copies by kind", "BW-6", "assumed"
    )
    perp_mix: Literal["standard", "named_only"] | list[int] = knob(
        "standard", "Perp deck: a named mix, or copies by kind", "BW-6", "assumed"
    )
    jd_front_attack: list[int] = _numbers("jd", "front_attack", "front attack by kind", "BW-52")
    jd_front_defense: list[int] = _numbers("jd", "front_defense", "front defense by kind", "BW-47")
    jd_rear_attack: list[int] = _numbers("jd", "rear_attack", "rear attack by kind", "BW-48")
    jd_rear_defense: list[int] = _numbers("jd", "rear_defense", "rear defense by kind", "BW-48")
    perp_attack: list[int] = _numbers("perp", "attack", "attack of Perp cards by kind", "BW-70")
    perp_defense: list[int] = _numbers("perp", "defense", "defense of Perp cards by kind", "BW-70")
    perp_ap: list[int] = _numbers("perp", "ap", "AP printed on Perp cards by kind", "BW-21")
    # setup
    hand_p0: int = knob(5, "cards dealt to the first player", "BW-10", limits=(0, 12))
    hand_p1: int = knob(5, "cards dealt to the second player", "BW-10", limits=(0, 12))
    open_gates: int = knob(2, "gates each player opens at the start", "BW-11", limits=(0, 5))
    max_facing: int = knob(
        3, "judges that may face one player at the start; 5 never turns any (BW-A10)", "BW-9",
        limits=(3, 5),
    )
    open_order: Literal["p0_first", "p1_first"] = knob(
        "p0_first", "who opens gates first (BW-A9)", "BW-11", "assumed"
    )
    deal_uses_placement: bool = knob(
        True, "DROP and SLIDE hold for the first Street too (BW-A12)", "BW-8", "public"
    )
    # turn
    ap_p0: int = knob(5, "AP of the first player", "BW-15", limits=(1, AP_TOP))
    ap_p1: int = knob(5, "AP of the second player", "BW-15", limits=(1, AP_TOP))
    ap_first_turn: int = knob(5, "AP of the very first turn", "BW-15", limits=(0, AP_TOP))
    cost_buy: int = knob(1, "AP for a card", "BW-18", limits=(1, 5))
    cost_toggle: int = knob(1, "AP to open or close a gate", "BW-19", limits=(1, 5))
    cost_move_step: int = knob(1, "AP for a column a unit moves", "BW-20", limits=(1, 5))
    allow_early_end: bool = knob(
        True, "a player may stop with AP left (BW-A8)", "BW-16"
    )
    min_open_gates: int = knob(
        0, "gates a player must keep open if able; against turtling", "BW-17", "assumed", (0, 5)
    )
    # combat
    first_turn_combat: bool = knob(False, "combat in the very first turn", "BW-40")
    continuation: Literal["two_exchanges", "strict_one", "until_blocked"] = knob(
        "two_exchanges", "how often a unit shoots in its column (BW-A1)", "BW-50"
    )
    sniper_reach: Literal["first_in_line", "any_in_column"] = knob(
        "first_in_line", "what a sniper may hit in a column (BW-A2)", "BW-61", "assumed"
    )
    dredd_range: int = knob(
        1, "columns to each side that Judge Dredd looks at (BW-A17)", "BW-53", "assumed", (0, 4)
    )
    upgrades_on_sniper: Literal["none", "backup", "both"] = knob(
        "none", "upgrades that a Block Sniper takes (BW-A23)", "BW-25", "assumed"
    )
    hiex_hits_foam: bool = knob(
        True, "Hi-Explosive destroys a foamed gate (BW-A6)", "BW-74", "assumed"
    )
    # street
    remove_furthest_if_no_jd_destroyed: bool = knob(
        True, "a combat without a destroyed judge removes the furthest (BW-A14)", "BW-86"
    )
    facing_p0_probability: float = knob(
        0.5, "chance that a drawn judge faces the first player (BW-A11)", "BW-7", "assumed",
        (0.0, 1.0),
    )
    # foam and occupation
    foam_removal: Literal["discard_hand", "spend_ap"] = knob(
        "discard_hand", "how Riot Foam is cleared (BW-A4)", "BW-28"
    )
    foam_price: int = knob(3, "AP worth that clears Riot Foam", "BW-28", limits=(1, 9))
    foam_removed_state: Literal["closed", "open"] = knob(
        "closed", "a gate cleared of Riot Foam is (BW-A5)", "BW-28", "assumed"
    )
    evict_price: int = knob(
        3, "AP to evict an occupier (BW-A32)", "BW-29", "assumed", (1, 9)
    )
    # scoring
    vp_gate: int = knob(2, "points for a destroyed gate", "BW-100", limits=(0, 10))
    vp_dredd: int = knob(
        _named("judge_dredd"), "points for Judge Dredd", "BW-100", "assumed", (0, 10)
    )
    vp_giant: int = knob(
        _named("judge_giant"), "points for Judge Giant", "BW-100", "assumed", (0, 10)
    )
    vp_plain_jd: int = knob(0, "points for any other judge (BW-A19)", "BW-100", limits=(0, 5))
    vp_perp_unit: int = knob(0, "points for a Perp unit (BW-A19)", "BW-100", limits=(0, 5))
    useless_to_lose: int = knob(5, "useless gates that lose the game", "BW-97", limits=(1, 5))
    double_fall_tie: Literal["draw", "active_player_loses", "active_player_wins"] = knob(
        "draw", "both fall with equal points (BW-A20)", "BW-101", "assumed"
    )
    # limits
    max_turns: int = knob(200, "turns after which a game is stopped", "BW-103", "assumed",
                          (20, 2000))
    stall_turns: int = knob(
        40, "turns without an event that stop a game; 0 never (BW-A29)", "BW-104", "assumed",
        (0, 500),
    )

    @model_validator(mode="after")
    def _lists_fit(self) -> Self:
        """Check lengths and items of the list knobs, and that the mixes make up the decks."""
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            extra = field.json_schema_extra
            span = extra.get("per_item") if isinstance(extra, dict) else None
            if not isinstance(span, list) or not isinstance(value, list):
                continue
            if len(value) != len(field.default):
                raise ValueError(f"{name} needs {len(field.default)} items, not {len(value)}")
            low, high = (int(str(bound)) for bound in span)
            bad = [item for item in value if not low <= item <= high]
            if bad:
                raise ValueError(f"{name}: each item must be {low} to {high}, not {bad[0]}")
        mix_counts("jd", self.jd_mix)
        mix_counts("perp", self.perp_mix)
        return self
