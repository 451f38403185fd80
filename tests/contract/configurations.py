"""What the contract is checked with: per game its settings, and what a seat cannot see."""

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from sim.core.game import Game
from sim.games import GAMES

Cells = dict[str, Any]
Settings = dict[str, Any]


@dataclass(frozen=True)
class Configuration:
    """One game with its settings."""

    game: Game
    name: str
    settings: Settings

    @property
    def knobs(self) -> Any:
        """Return the settings, validated."""
        return self.game.knobs(**self.settings)

    def __str__(self) -> str:
        return f"{self.game.name}-{self.name}-{self.settings['players']}"


@dataclass(frozen=True)
class Terms:
    """What the contract must know of a game to hold it to its word.

    `hidden` names the cells that `determinize` may redraw for a seat, `held` reads the world out
    of them, and `fits` holds, by the rules and not by the kernel, every world that is possible to
    a seat. `seen` reads what of a world is to be counted, and `odds` gives the chance of each such
    sight, nothing where it is hard to tell. `untold` names the tallies that `narrate` need not
    keep.
    """

    players: range
    settings: dict[str, Settings]
    hidden: tuple[str, ...]
    held: Callable[[Cells, int], Any]
    fits: Callable[[Any, Cells, int], Container[Any]]
    seen: Callable[[Cells, int], Any]
    odds: Callable[[Any, Cells, int], dict[Any, float]]
    untold: tuple[str, ...] = ()


def reaction_cards(cells: Cells, seat: int) -> tuple[int, int]:
    """Read the top Reaction card and the set of those left."""
    return int(cells["reaction_top"][0]), int(cells["reaction_left"][0])


def reactions_alike(knobs: Any, cells: Cells, seat: int) -> set[tuple[int, int]]:
    """List what may lie on top: any card of the deck with the back that all can see."""
    top, left = reaction_cards(cells, seat)
    deck = {card for card in range(len(knobs.reaction_cards)) if left >> card & 1} | {top}
    backs = [(card.priority, card.metro) for card in knobs.reaction_cards]
    return {
        (card, sum(1 << other for other in deck - {card}))
        for card in deck
        if backs[card] == backs[top]
    }


def reaction_odds(knobs: Any, cells: Cells, seat: int) -> dict[Any, float]:
    """Give all Reaction cards that may lie on top the same chance."""
    worlds = reactions_alike(knobs, cells, seat)
    return dict.fromkeys(sorted(worlds), 1 / len(worlds))


def perp_cards(cells: Cells, seat: int) -> tuple[tuple[int, ...], ...]:
    """Read own hand, other hand and deck."""
    hands, deck = cells["hand"], cells["perp_deck"]
    return tuple(tuple(map(int, row)) for row in (hands[seat], hands[1 - seat], deck))


@dataclass(frozen=True)
class HandsThatFit(Container[Any]):
    """The other hands that a seat must hold possible: as many cards, those known among them."""

    cells: Cells
    seat: int
    due: int
    prices: list[int]

    def __contains__(self, world: object) -> bool:
        mine, hand, deck = (np.array(row) for row in world)  # type: ignore[attr-defined]
        own, other, rest = (np.array(row) for row in perp_cards(self.cells, self.seat))
        known = self.cells["known"][1 - self.seat]
        worth = int(hand[: len(self.prices)] @ self.prices)
        return bool(
            (mine == own).all()
            and hand.sum() == other.sum()
            and (hand >= known).all()
            and (deck >= 0).all()
            and (hand + deck == other + rest).all()
            and worth >= self.due
        )


def hands_that_fit(knobs: Any, cells: Cells, seat: int) -> HandsThatFit:
    """Give the hands possible to a seat; whoever gives cards for foam has enough of them."""
    paying = cells["active"][0] != seat
    due = int(cells["pay_due"][0]) if paying else 0
    kept = {name: cells[name].copy() for name in ("hand", "perp_deck", "known")}
    return HandsThatFit(kept, seat, due, knobs.perp_ap)


def unseen(cells: Cells, seat: int) -> Any:
    """Count the cards that a seat has not seen, by kind."""
    return cells["perp_deck"] + cells["hand"][1 - seat] - cells["known"][1 - seat]


def copies_held(cells: Cells, seat: int) -> int:
    """Count what the other holds unknown of the kind that is most frequent among the unseen."""
    kind = int(np.argmax(unseen(cells, seat)))
    return int(cells["hand"][1 - seat][kind] - cells["known"][1 - seat][kind])


def odds_of_copies(knobs: Any, cells: Cells, seat: int) -> dict[Any, float]:
    """Give the hypergeometric chances of `copies_held`."""
    if cells["pay_due"][0] and cells["active"][0] != seat:
        return {}
    pool = unseen(cells, seat)
    drawn = int((cells["hand"][1 - seat] - cells["known"][1 - seat]).sum())
    copies = stats.hypergeom(int(pool.sum()), int(pool.max()), drawn)
    chances = {n: float(copies.pmf(n)) for n in range(drawn + 1)}
    return {n: chance for n, chance in chances.items() if chance > 0}


ONE_BACK = [
    {"destination": where, "priority": "lowest", "metro": "open"}
    for where in ("state", "public", "highest") * 2
]

TERMS = {
    "bloc_by_bloc": Terms(
        players=range(1, 5),
        settings={
            "printed": {},
            "expert": {"heavy_reinforcements": 4, "payment_mode": "auto"},
            "by_hand": {"token_mode": "manual", "layout": "beginner", "meet_without_deck": True},
            "easy": {
                "difficulty_shift": -2,
                "liberation_multiplier": 1.0,
                "liberation_needs_neighbour": False,
                "start_blocs": [6, 6, 6],
                "conditions_face_up_start": 4,
                "morale_cards": [0, 1, 1, 1, 2],
                "reaction_cards": ONE_BACK,
                "loot_copies": [8] * 15,
            },
            "scarce": {
                "squad_supply": 12,
                "van_supply": 2,
                "bloc_supply": 6,
                "barricade_supply": 5,
                "loot_tokens": 3,
                "loot_copies": [1] * 15,
                "mac_keep": 4,
            },
            "other_readings": {
                "squad_movement": "sequential",
                "state_public_shops": True,
                "patrols_follow_priority": True,
                "students_solo_strict": True,
                "prisoners_bonus_per_die": False,
                "require_connected_city": True,
                "relocation_lowers_morale": False,
                "layout": "reference",
            },
            "crowded": {
                "start_squads": 6,
                "squad_supply": 60,
                "van_supply": 8,
                "van_hits": 1,
                "kick_squads": 4,
                "bloc_supply": 14,
                "dice_base": 5,
                "barricade_cap": 5,
                "setup_barricades": 5,
                "barricade_supply": 60,
            },
        },
        hidden=("reaction_top", "reaction_left"),
        held=reaction_cards,
        fits=reactions_alike,
        seen=reaction_cards,
        odds=reaction_odds,
        untold=("t_decisions",),
    ),
    "block_war": Terms(
        players=range(2, 3),
        settings={
            "printed": {},
            "lenient": {"jd_mix": "lenient", "hand_p1": 6},
            "known_names": {
                "jd_mix": "no_actions",
                "perp_mix": "named_only",
                "foam_removal": "spend_ap",
                "deal_uses_placement": False,
                "remove_furthest_if_no_jd_destroyed": False,
            },
            "other_readings": {
                "continuation": "until_blocked",
                "sniper_reach": "any_in_column",
                "upgrades_on_sniper": "both",
                "hiex_hits_foam": False,
                "foam_removed_state": "open",
                "allow_early_end": False,
                "double_fall_tie": "active_player_loses",
                "open_order": "p1_first",
                "max_facing": 5,
            },
            "open_war": {
                "jd_mix": "hardline",
                "continuation": "strict_one",
                "min_open_gates": 3,
                "first_turn_combat": True,
                "dredd_range": 4,
                "foam_price": 6,
                "vp_plain_jd": 1,
                "vp_perp_unit": 1,
            },
            "snipers_and_foam": {
                "perp_mix": [2, 0, 0, 0, 15, 9, 0, 0, 9, 4, 3, 1, 2, 1],
                "hand_p0": 12,
                "hand_p1": 12,
                "ap_p0": 10,
                "ap_p1": 10,
                "sniper_reach": "any_in_column",
            },
        },
        hidden=("hand", "hand_kinds", "perp_deck"),
        held=perp_cards,
        fits=hands_that_fit,
        seen=copies_held,
        odds=odds_of_copies,
    ),
}


def shipped_games() -> list[Game]:
    """List the games of the project; tests may have put a toy beside them."""
    return [game for game in GAMES.values() if game.module.__name__.startswith("sim.")]


def configurations() -> Iterator[Configuration]:
    """Yield every settings table of every game with every number of players."""
    for game in shipped_games():
        terms = TERMS[game.name]
        for name, settings in terms.settings.items():
            for players in terms.players:
                yield Configuration(game, name, settings | {"players": players})
