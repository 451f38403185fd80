"""Count what happens in a game; no rule reads these numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from .components import SEATS, TYPES

BY_SEAT = (
    "threat_turns", "threats_broken", "steals_made", "steals_suffered", "swaps_made",
    "swaps_suffered", "layers_broken", "dead_turns", "dice_played", "cube_played",
    "teleport_played", "defence_played", "cards_gained", "cards_lost",
)
SINGLE = (
    "turns", "decisions", "lead_changes", "landings_cube_alone", "landings_steal_alone",
    "landings_build_alone", "landings_cube_met", "landings_steal_met", "landings_build_met",
    "unavailable", "unplaceable", "cap_blocked", "build_impossible", "steal_impossible",
    "swap_impossible", "level_choices", "no_removable", "defended_steal", "defended_swap",
    "defended_teleport", "asked_steal", "asked_swap", "asked_teleport", "draws_lost",
    "reshuffles",
)


@dataclass
class Tally:
    """Hold the counters of one game: by seat, single ones, and parts by type."""

    seat: dict[str, list[int]] = field(
        default_factory=lambda: {name: [0] * SEATS for name in BY_SEAT}
    )
    one: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SINGLE, 0))
    taken: list[int] = field(default_factory=lambda: [0] * TYPES)  # from the middle
    built: list[list[int]] = field(default_factory=lambda: [[0] * TYPES for _ in range(SEATS)])
    finish_type: int = -1
    finish_source: int = -1
    first_threat_turn: int = -1
    leader_half: int = -1
    half_reached: bool = False
    last_leader: int = -1
    threatened: set[int] = field(default_factory=set)  # seats at the last end of turn
    # This turn: whether a part was moved, and the rivals that lost one to the turn player.
    moved: bool = False
    robbed: set[int] = field(default_factory=set)

    def add(self, name: str, seat: int, amount: int = 1) -> None:
        """Count something for a seat."""
        self.seat[name][seat] += amount

    def count(self, name: str, amount: int = 1) -> None:
        """Count something for the game."""
        self.one[name] += amount
