"""What the contract is checked with: per game its settings, and what a seat cannot see."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

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
    of them, and `fits` lists, by the rules and not by the kernel, every world that is equally
    likely to a seat. `untold` names the tallies that `narrate` need not keep.
    """

    players: range
    settings: dict[str, Settings]
    hidden: tuple[str, ...]
    held: Callable[[Cells, int], Any]
    fits: Callable[[Any, Cells, int], set[Any]]
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
        untold=("t_decisions",),
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
