"""The rules of Block War as one value: every number the kernels use, by name."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from sim.games.block_war.actions import ACTIONS
from sim.games.block_war.book import BOOK
from sim.games.block_war.columns import COLUMNS, GATES, PLAYERS
from sim.games.block_war.knobs import AP_TOP, BlockWarKnobs, jd_cards, mix_counts, perp_cards
from sim.games.block_war.sizes import FACING_UNIT, JD_EFFECTS, KINDS, PLAYS
from sim.games.block_war.state import CELLS, STATE_CELLS

Table = NDArray[np.int64]

SIDES = {"L": -1, "F": 0, "R": 1}
TIES = ("draw", "active_player_loses", "active_player_wins")
# Room for the positions that previews of a combat are played on.
PREVIEWS = 4


class BlockWarRules(NamedTuple):
    """One variant of the game; `table` holds its numbers under the offsets of `book`."""

    seats: int
    state_cells: int
    action_limit: int
    scratch_cells: int
    column_count: int
    random_ties: bool
    table: Table


def _by_kind(values: Any) -> Table:
    """Lay numbers out by kind of card; zeros pad the row."""
    row = np.zeros(KINDS, np.int64)
    row[: len(values)] = values
    return row


def _by_player(values: Any) -> Table:
    """Give what the first player reads, and its mirror image for the second (BW-4)."""
    return np.array([_by_kind(values), _by_kind([-value for value in values])])


def _kind(cards: list[dict[str, Any]], field: str, value: str) -> int:
    """Find the kind with a key or an effect, -1 if the deck has none."""
    return next((kind for kind, card in enumerate(cards) if card.get(field) == value), -1)


def _jd_tables(knobs: BlockWarKnobs) -> dict[str, Any]:
    """Tabulate the Justice Department cards by kind."""
    cards = jd_cards()
    counts = mix_counts("jd", knobs.jd_mix)
    units = [card["class"] == "unit" for card in cards]
    points = {"judge_dredd": knobs.vp_dredd, "judge_giant": knobs.vp_giant}
    effects = [card.get("effect", "") for card in cards]
    sides = [SIDES.get(card.get("target", ""), 0) for card in cards]
    return {
        "jd_mix": _by_kind(counts),
        "jd_units": sum(count for count, unit in zip(counts, units, strict=True) if unit),
        "jd_unit": _by_kind(units),
        "jd_effect": _by_kind([JD_EFFECTS.index(e) if e in JD_EFFECTS else -1 for e in effects]),
        "jd_front_attack": _by_kind(knobs.jd_front_attack),
        "jd_front_defense": _by_kind(knobs.jd_front_defense),
        "jd_rear_attack": _by_kind(knobs.jd_rear_attack),
        "jd_rear_defense": _by_kind(knobs.jd_rear_defense),
        "jd_side": _by_player(sides),
        "jd_strongest": _by_kind([card.get("aim") == "strongest" for card in cards]),
        "jd_slide": _by_kind([card.get("placement") == "SLIDE" for card in cards]),
        "jd_named": _by_kind([card.get("named", False) for card in cards]),
        "jd_points": _by_kind([
            points.get(card["key"], card.get("vp", 0) if card.get("named") else knobs.vp_plain_jd)
            for card in cards
        ]),
        "dredd_kind": _kind(cards, "key", "judge_dredd"),
        "giant_kind": _kind(cards, "key", "judge_giant"),
    }


def _reach(target: str, mirrored: bool) -> int:
    """Turn letters into a mask: bit 0 the column before, 1 the same, 2 the one after (BW-4)."""
    offsets = [-SIDES[letter] if mirrored else SIDES[letter] for letter in target]
    return sum(1 << (offset + 1) for offset in offsets)


def _perp_tables(knobs: BlockWarKnobs) -> dict[str, Any]:
    """Tabulate the Perp cards by kind."""
    cards = perp_cards()
    targets = [card.get("target", "") for card in cards]
    aims = [card["class"] == "unit" and card["target"] != "F" for card in cards]
    stacks = [card.get("reinforceable", False) for card in cards]
    more = knobs.upgrades_on_sniper
    plays = [
        card["key"] if card["class"] == "upgrade" else card.get("effect", "") for card in cards
    ]
    return {
        "perp_mix": _by_kind(mix_counts("perp", knobs.perp_mix)),
        "perp_attack": _by_kind(knobs.perp_attack),
        "perp_defense": _by_kind(knobs.perp_defense),
        "perp_ap": _by_kind(knobs.perp_ap),
        "perp_play": _by_kind([PLAYS.index(play) for play in plays]),
        "perp_reach": np.array([
            _by_kind([_reach(target, mirrored) for target in targets])
            for mirrored in (False, True)
        ]),
        "perp_aims": _by_kind(aims),
        "takes_backup": _by_kind(
            [s or (a and more != "none") for s, a in zip(stacks, aims, strict=True)]
        ),
        "takes_reinforce": _by_kind(
            [s or (a and more == "both") for s, a in zip(stacks, aims, strict=True)]
        ),
        "backup_kind": _kind(cards, "key", "backup"),
        "reinforce_kind": _kind(cards, "key", "reinforce"),
        "foam_kind": _kind(cards, "effect", "foam"),
        "hiex_kind": _kind(cards, "effect", "hiex"),
        "boing_kind": _kind(cards, "effect", "boing"),
        "turn_kind": _kind(cards, "effect", "turn_jd"),
        "flip_kind": _kind(cards, "effect", "flip_gate"),
    }


def _affordable(prices: list[int]) -> list[int]:
    """Tabulate by AP left the kinds of card that can be paid (BW-27)."""
    return [
        sum(1 << kind for kind, price in enumerate(prices) if price <= ap)
        for ap in range(AP_TOP + 1)
    ]


def _moves(step_price: int) -> dict[str, Any]:
    """Tabulate the moves that AP and free gates allow, and those that units can begin (BW-20)."""
    moves = [(GATES * a + b, a, b) for a in range(GATES) for b in range(GATES)]
    gates = range(1 << GATES)
    return {
        "goals": [
            [sum(1 << move for move, a, b in moves
                 if free >> b & 1 and step_price * abs(a - b) <= ap) for free in gates]
            for ap in range(AP_TOP + 1)
        ],
        "starts": [sum(1 << move for move, a, _ in moves if units >> a & 1) for units in gates],
    }


def _in_view(dredd_range: int) -> list[int]:
    """Tabulate by mask of gates the columns from which some judge may aim at one (BW-52, BW-53)."""
    reach = max(dredd_range, *SIDES.values())
    return [
        sum(1 << column for column in range(GATES)
            if any(gates >> gate & 1 and abs(gate - column) <= reach for gate in range(GATES)))
        for gates in range(1 << GATES)
    ]


def build(settings: BaseModel) -> BlockWarRules:
    """Turn validated knobs into the rules value."""
    knobs = settings
    assert isinstance(knobs, BlockWarKnobs)
    numbers = dict(
        **_jd_tables(knobs),
        **_perp_tables(knobs),
        **_moves(knobs.cost_move_step),
        affordable=_affordable(knobs.perp_ap),
        hand_dealt=[knobs.hand_p0, knobs.hand_p1],
        open_gates=knobs.open_gates,
        max_facing=knobs.max_facing,
        opener=int(knobs.open_order == "p1_first"),
        deal_placed=knobs.deal_uses_placement,
        ap=[knobs.ap_p0, knobs.ap_p1],
        ap_first=knobs.ap_first_turn,
        cost_buy=knobs.cost_buy,
        cost_toggle=knobs.cost_toggle,
        cost_step=knobs.cost_move_step,
        early_end=knobs.allow_early_end,
        min_open=knobs.min_open_gates,
        first_combat=knobs.first_turn_combat,
        strict_one=knobs.continuation == "strict_one",
        until_blocked=knobs.continuation == "until_blocked",
        any_reach=knobs.sniper_reach == "any_in_column",
        dredd_range=knobs.dredd_range,
        in_view=_in_view(knobs.dredd_range),
        hits_foam=knobs.hiex_hits_foam,
        remove_furthest=knobs.remove_furthest_if_no_jd_destroyed,
        facing_odds=math.ceil(knobs.facing_p0_probability * FACING_UNIT),
        foam_by_ap=knobs.foam_removal == "spend_ap",
        foam_price=knobs.foam_price,
        foam_opens=knobs.foam_removed_state == "open",
        evict_price=knobs.evict_price,
        vp_gate=knobs.vp_gate,
        vp_perp_unit=knobs.vp_perp_unit,
        useless_to_lose=knobs.useless_to_lose,
        tie=TIES.index(knobs.double_fall_tie),
        max_turns=knobs.max_turns,
        stall_turns=knobs.stall_turns,
    )
    table = BOOK.blank()
    for name, view in BOOK.view(table).items():
        view[...] = numbers[name]
    return BlockWarRules(
        seats=PLAYERS,
        state_cells=CELLS.size,
        action_limit=ACTIONS,
        scratch_cells=PREVIEWS * STATE_CELLS,
        column_count=len(COLUMNS),
        random_ties=False,
        table=table,
    )
