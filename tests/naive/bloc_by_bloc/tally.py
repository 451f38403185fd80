"""Count what happens in a game; no rule reads these numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .components import FACTION_TYPES, LIBERATION, LOOT_KINDS

if TYPE_CHECKING:
    from .table import Table

ACTIONS = (
    "move", "meeting", "barricade", "burn", "graffiti", "build",
    "swap", "defeat", "kick", "van", "hall", "center",
)  # fmt: skip
RAISING_CARDS = (8, 9, 10, 11)


@dataclass
class Tally:
    """Hold the counters of one game."""

    decisions: int = 0
    first_seat: int = -1
    start_id: list[int] = field(default_factory=lambda: [-1] * 4)
    tokens_night: list[int] = field(default_factory=lambda: [-1] * 4)
    first_liberation_night: int = -1
    morale_sum: int = 0
    morale_samples: int = 0
    sampled_night: int = 0
    morale_max: int = 0
    morale_up: dict[int, int] = field(default_factory=lambda: dict.fromkeys(RAISING_CARDS, 0))
    morale_down: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("build", "liberation", "van", "other"), 0)
    )
    ops_cards_drawn: int = 0
    heavy_drawn: int = 0
    vans_defeated: int = 0
    van_kills: int = 0
    squad_kills: int = 0
    blocs_saved: int = 0
    evictions: int = 0
    formed: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("start", "hall", "card"), 0)
    )
    actions: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ACTIONS, 0))
    dice_rolled: int = 0
    dice_unspent: int = 0
    dice_combined: int = 0
    low_clock: bool = False
    meetings_held: int = 0
    meetings_success: int = 0
    loot_played: list[int] = field(default_factory=lambda: [0] * len(LOOT_KINDS))
    loot_drawn: int = 0
    liberation: dict[str, list[int]] = field(
        default_factory=lambda: {choice: [0] * len(LIBERATION["card"]) for choice in "ab"}
    )
    ability: list[int] = field(default_factory=lambda: [0] * len(FACTION_TYPES))
    lockdown_nights: int = 0
    destroyed_mask: int = 0
    destroyed_night: int = -1

    def sample_morale(self, morale: int, night: int) -> None:
        """Take the one morale sample of a night."""
        if self.sampled_night < night:
            self.sampled_night = night
            self.morale_sum += morale
            self.morale_samples += 1


def outcome(table: Table) -> dict[str, Any]:
    """Return the columns of a game as they stand."""
    t, city, k = table.tally, table.city, table.knobs
    seats = list(range(4))
    liberated = [p for p in city.districts if table.liberated[p]]
    mean = t.morale_sum / t.morale_samples if t.morale_samples else float(table.morale)
    token = {f: table.token.get(f, -1) for f in seats}
    row: dict[str, Any] = {
        "mode": k["mode"],
        "players": k["players"],
        "factions": len(table.seats),
        "heavy": k["heavy_reinforcements"],
        "layout": k["layout"] if isinstance(k["layout"], str) else "own",
        "city_routes": len(city.route_end),
        "city_connected": city.connected(),
        "city_double_routes": city.double_routes(),
        "faction_mask": sum(1 << table.faction_index(f) for f in table.seats),
        "first_seat": t.first_seat,
        "city_public_distance": city.public_distance(),
        "result": table.result,
        "winners_mask": table.winners,
        "destroyed_mask": t.destroyed_mask,
        "destroyed_night": t.destroyed_night,
        "nights": table.night,
        "decisions": t.decisions,
        "countdown_end": table.countdown,
        "matched_end": table.tokens_placed(),
        "liberated_count": len(liberated),
        "liberated_mask": sum(1 << city.tile[p] for p in liberated),
        "first_liberation_night": t.first_liberation_night,
        "public_liberated": sum(1 for p in liberated if city.type[p] == "public"),
        "morale_mean": mean,
        "morale_max": t.morale_max,
        "morale_end": table.morale,
        "ops_cards_drawn": t.ops_cards_drawn,
        "heavy_drawn": t.heavy_drawn,
        "squads_end": sum(table.squads.values()),
        "vans_defeated": t.vans_defeated,
        "van_kills": t.van_kills,
        "squad_kills": t.squad_kills,
        "evictions": t.evictions,
        "blocs_lost": t.van_kills + t.squad_kills - t.blocs_saved,
        "dice_rolled": t.dice_rolled,
        "dice_unspent": t.dice_unspent,
        "dice_combined": t.dice_combined,
        "conditions_shown": len(table.conditions_up),
        "conditions_shown_mask": sum(1 << c for c in table.conditions_up),
        "conditions_completed_mask": sum(1 << c for c in token.values() if c >= 0),
        "low_clock": t.low_clock,
        "meetings_held": t.meetings_held,
        "meetings_success": t.meetings_success,
        "loot_drawn": t.loot_drawn,
        "lockdown_nights": t.lockdown_nights,
    }
    for f in seats:
        row[f"seat_faction_{f}"] = table.faction_index(f) if f in table.seats else -1
        row[f"start_id_{f}"] = t.start_id[f]
        row[f"tokens_night_{f + 1}"] = t.tokens_night[f]
        row[f"condition_of_seat_{f}"] = token[f]
        row[f"ability_uses_{f}"] = t.ability[f]
    row |= {f"morale_up_by_card_{card}": levels for card, levels in t.morale_up.items()}
    row |= {f"morale_down_{cause}": levels for cause, levels in t.morale_down.items()}
    row |= {f"blocs_formed_{source}": blocs for source, blocs in t.formed.items()}
    row |= {f"actions_{name}": times for name, times in t.actions.items()}
    row |= {f"loot_played_{card}": times for card, times in enumerate(t.loot_played)}
    for choice, times in t.liberation.items():
        row |= {f"liberation_{choice}_{card}": n for card, n in enumerate(times)}
    return row
