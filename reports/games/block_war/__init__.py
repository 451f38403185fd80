"""The chapters that only Block War has: who begins, the Street, what makes gates useless, cards."""

import polars as pl

from analysis import duels, exposure
from analysis.rates import RESULT, TRUNCATED
from reports.games.block_war.cards import card_use
from reports.games.block_war.causes import useless_gates
from reports.games.block_war.first import who_begins
from reports.games.block_war.street import street
from reports.page import Finding, pct, span
from reports.study import Study, Words
from sim.games.block_war.columns import PLAYERS

WORDS = Words(
    results={
        "win": "first player won",
        "loss": "second player won",
        "draw": "draw",
        "truncated": "cut off",
    },
    length="turns",
    length_unit="turns",
    counted={
        "hand_p0": ("card", "cards"),
        "hand_p1": ("card", "cards"),
        "min_open_gates": ("gate", "gates"),
    },
    side="the first player",
)
CHAPTERS = (
    ("first", "Who begins", who_begins),
    ("street", "The Street and the gates", street),
    ("useless", "What makes gates useless", useless_gates),
    ("cards", "Cards", card_use),
)


def _either(*stems: str) -> pl.Expr:
    """Tell whether a count is positive for either player."""
    return pl.any_horizontal(
        pl.col(f"{stem}_{seat}") > 0 for stem in stems for seat in range(PLAYERS)
    )


def touched() -> dict[str, pl.Expr]:
    """Say for a ruling (by code) or a knob in which games it came into play, where that shows."""
    sniper = _either("aim_left", "aim_front", "aim_right")
    foam = _either("played_riot_foam")
    street_cards = pl.any_horizontal(
        pl.col(f"jd_{name}") > 0 for name in ("about_turn", "curfew", "forced_entry")
    )
    return {
        "continuation": _either("second_shots"),
        "sniper_reach": sniper,
        "BW-A3": sniper,
        "upgrades_on_sniper": _either("played_block_sniper"),
        "foam_removal": foam,
        "foam_removed_state": _either("unfoamed"),
        "hiex_hits_foam": _either("played_hi_explosive") & foam,
        "BW-A22": _either("played_hi_explosive"),
        "BW-A7": _either("played_raiders"),
        "evict_price": _either("played_raiders"),
        "BW-A15": street_cards,
        "max_facing": pl.col("rotated") > 0,
        "remove_furthest_if_no_jd_destroyed": pl.col("furthest_removed") > 0,
        "vp_dredd": pl.col("named_dredd") >= 0,
        "vp_giant": pl.col("named_giant") >= 0,
        "BW-A21": pl.col("end_cause").cast(pl.String).is_in(["points", "tie"]),
        "double_fall_tie": pl.col("end_cause").cast(pl.String) == "tie",
        "max_turns": RESULT == TRUNCATED,
        "stall_turns": RESULT == TRUNCATED,
    }


def findings(study: Study) -> list[Finding]:
    """Write the findings that only this game has."""
    seen = {
        row["name"]: row
        for row in exposure.shares(
            study.games,
            {
                "swept": pl.col("end_cause").cast(pl.String) == "destroyed",
                "behind": pl.col("max_deficit_winner") > 0,
                "truncated": RESULT == TRUNCATED,
            },
        ).iter_rows(named=True)
    }
    shares = duels.first_shares(study.games).sort("mean")
    low, high = shares.row(0, named=True), shares.row(-1, named=True)
    swept, behind, cut = seen["swept"], seen["behind"], seen["truncated"]
    begins = (
        f"Whoever begins wins {pct(low['mean'])} of games"
        if len(shares) == 1
        else f"Whoever begins wins {pct(low['mean'])} to {pct(high['mean'])} of games"
    )
    return [
        Finding(
            f"{begins}, draws and games cut off counted half.",
            f"Under {study.main} on both sides; 95% intervals {span(low['low'], low['high'])}"
            + (f" and {span(high['low'], high['high'])}." if len(shares) > 1 else "."),
        ),
        Finding(
            f"{pct(swept['share'], 0)} of games end with all five gates of one player destroyed.",
            f"95% interval {span(swept['low'], swept['high'])}. The winner had been behind in "
            f"{pct(behind['share'])} of games ({span(behind['low'], behind['high'])}), and "
            f"{pct(cut['share'], 2)} were cut off ({span(cut['low'], cut['high'], 2)}).",
        ),
    ]
