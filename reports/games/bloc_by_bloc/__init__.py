"""The chapters that only Bloc by Bloc has: factions, cards, the city, assumed data."""

import polars as pl

from analysis import exposure
from analysis.rates import RESULT, TRUNCATED
from reports.games.bloc_by_bloc.cards import card_use
from reports.games.bloc_by_bloc.city import city
from reports.games.bloc_by_bloc.factions import effects
from reports.page import Finding, pct, span
from reports.study import Study, Words
from sim.games.bloc_by_bloc.columns import LIBERATION_CARDS, LOOT_KINDS
from sim.games.bloc_by_bloc.knobs import data

WORDS = Words(
    results={
        "win": "won",
        "lose_time": "time ran out",
        "lose_destroyed": "a faction destroyed",
        "truncated": "cut off",
    },
    length="nights",
    length_unit="nights",
    counted={"heavy_reinforcements": ("Heavy card", "Heavy cards")},
)
CHAPTERS = (
    ("factions", "Factions, seats and the first turn", effects),
    ("cards", "Cards and actions", card_use),
    ("city", "The city", city),
)


def touched() -> dict[str, pl.Expr]:
    """Say for a ruling (by code) or a knob in which games it came into play, where that shows."""
    loot = pl.any_horizontal(pl.col(f"loot_played_{kind}") > 0 for kind in range(LOOT_KINDS))
    freed = pl.any_horizontal(
        pl.col(f"liberation_{letter}_{card}") > 0
        for letter in "ab"
        for card in range(LIBERATION_CARDS)
    )
    assumed = [row["code"] for row in data("factions")["condition"] if row["source"] == "assumed"]
    wild = pl.any_horizontal(
        (pl.col("conditions_completed_mask") // 2**code) % 2 == 1 for code in assumed
    )
    return {
        "loot_copies": loot,
        "liberation_effects": freed,
        "liberation_known": freed,
        "reaction_cards": pl.col("lockdown_nights") > 0,
        "D-03": wild,
        "require_connected_city": ~pl.col("city_connected"),
        "prisoners_bonus_per_die": (pl.col("ability_uses_3") > 0) & (pl.col("dice_combined") > 0),
        "students_solo_strict": pl.col("ability_uses_1") > 0,
        "relocation_lowers_morale": pl.col("morale_down_build") > 0,
        "night_cap": RESULT == TRUNCATED,
        "decision_cap": RESULT == TRUNCATED,
    }


def findings(study: Study) -> list[Finding]:
    """Write the findings that only this game has."""
    games = study.games
    far = exposure.shares(
        games,
        {
            "deadly": pl.col("morale_max") == len(data("police")["morale"]) - 1,
            "none": pl.col("liberated_count") == 0,
        },
    )
    seen = {row["name"]: row for row in far.iter_rows(named=True)}
    lead = f"Police morale reaches its top level in {pct(seen['deadly']['share'], 0)} of games."
    text = (
        f"95% interval {span(seen['deadly']['low'], seen['deadly']['high'])}. No district at all "
        f"is liberated in {pct(seen['none']['share'])} of games "
        f"({span(seen['none']['low'], seen['none']['high'])})."
    )
    return [Finding(lead, text)]
