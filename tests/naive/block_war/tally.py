"""Count what happens in a game; no rule reads these numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from .components import MOST_KINDS

PAIRED = (
    "lost_jd", "lost_perp", "lost_sniper", "lost_hiex", "open_sum", "empty_open_sum",
    "exposed_sum", "faced_sum", "jd_kills", "units_lost_jd", "units_lost_perp",
    "units_lost_hiex", "ap_buy", "ap_toggle", "ap_move", "ap_play", "ap_other", "ap_unused",
    "bought", "hand_max", "opened", "closed", "hotwired_by", "unfoamed", "evicted",
    "second_shots", "aim_left", "aim_front", "aim_right", "aim_decisions", "sniper_kills",
    "max_lead",
)
SINGLE = (
    "combats", "decisions", "furthest_removed", "jd_about_turn", "jd_curfew",
    "jd_forced_entry", "jd_reshuffles", "perp_reshuffles", "deal_facing_0", "rotated",
    "first_loss_turn", "lead_changes", "perp_dry_turns", "street_short",
)


def _grid() -> list[list[int]]:
    return [[0] * MOST_KINDS, [0] * MOST_KINDS]


@dataclass
class Tally:
    """Hold the counters of one game: pairs by player, single ones, and cards by kind."""

    pair: dict[str, list[int]] = field(default_factory=lambda: {name: [0, 0] for name in PAIRED})
    one: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SINGLE, 0))
    played: list[list[int]] = field(default_factory=_grid)
    paid: list[list[int]] = field(default_factory=_grid)
    gates_by: list[list[int]] = field(default_factory=_grid)
    named: dict[str, int] = field(default_factory=dict)  # last collector of each named card
    first_loser: int = -1
    first_loss_col: int = -1
    last_leader: int = -1

    def add(self, name: str, player: int, amount: int = 1) -> None:
        """Count something for a player."""
        self.pair[name][player] += amount

    def count(self, name: str, amount: int = 1) -> None:
        """Count something for the game."""
        self.one[name] += amount

    def raise_to(self, name: str, player: int, amount: int) -> None:
        """Keep the largest amount of a player."""
        self.pair[name][player] = max(self.pair[name][player], amount)
