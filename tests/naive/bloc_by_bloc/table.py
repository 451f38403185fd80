"""Hold everything that lies on the table and the small changes that rules are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.naive.script import Decision, GameOver, Script

from . import chance, components
from .chance import Stream, draw_count, draw_from_list, draw_member
from .city import City, create_city
from .components import (
    CONDITIONS,
    DEADLY,
    FACTION_TYPES,
    KIND_OF_TOKEN,
    SQUARES,
    TIMID,
    TOKENS,
)
from .tally import Tally


@dataclass
class Table:
    """Hold the position of one game."""

    knobs: dict[str, Any]
    streams: list[Stream]
    city: City
    seats: list[int]
    faction: list[str]
    first_seat: int
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        k, city, seats = self.knobs, self.city, self.seats
        self.blocs = {f: dict.fromkeys(SQUARES, 0) for f in seats}
        self.deck_blocs = dict.fromkeys(seats, 0)
        self.aside = dict.fromkeys(seats, 0)
        self.circle: dict[int, tuple[int, int]] = {}  # position: (seat, token)
        self.squads = dict.fromkeys(SQUARES, 0)
        self.van = dict.fromkeys(SQUARES, 0)  # 0 none, 1 undamaged, 1 + hits
        self.liberated = dict.fromkeys(SQUARES, False)
        self.barricades = [0] * len(city.route_end)
        self.shop_open = {p: city.shops(p) for p in SQUARES}
        self.graffiti = dict.fromkeys(SQUARES, 0)
        self.burned = dict.fromkeys(SQUARES, 0)
        self.loot_deck = list(k["loot_copies"])
        self.loot_discard = [0] * len(self.loot_deck)
        self.drawn = [0] * len(self.loot_deck)  # for a Center, neither kept nor discarded
        self.hand = {f: [0] * len(self.loot_deck) for f in seats}
        self.ops_deck = components.ops_deck(k)
        self.ops_discard = [0] * len(self.ops_deck)
        self.reactions = k["reaction_cards"]
        self.reaction_left = set(range(len(self.reactions)))
        self.reaction_top = -1
        self.conditions_left = {
            card.code for card in CONDITIONS if not self._belongs_to_absent(card)
        }  # BB-19
        self.conditions_up: set[int] = set()
        self.token = dict.fromkeys(seats, -1)
        self.liberation_left = set(range(len(k["liberation_effects"])))
        self.countdown = k["countdown_start"]
        self.morale = k["morale_start"]
        self.night = 1
        self.turn_index = 0
        self.active: int | None = None
        self.dice: list[int] = []
        self.result = "running"
        self.winners = 0
        self.tally.first_seat = self.first_seat
        self.tally.morale_max = self.morale
        self.begin_turn_marks()

    def _belongs_to_absent(self, card: components.Condition) -> bool:
        if card.district is None:
            return False
        owner = components.TILES[card.district]["type"]
        return owner in FACTION_TYPES and owner not in self.faction

    def begin_turn_marks(self) -> None:
        """Forget what was used, attacked, passed and refused in the last turn."""
        self.used: set[int] = set()
        self.attacks_made = dict.fromkeys(SQUARES, 0)
        self.refused: set[int] = set()
        self.transfers = 0
        self.token_moved = False

    # Questions about seats

    def faction_index(self, f: int) -> int:
        """Return the number of a seat's faction."""
        return FACTION_TYPES.index(self.faction[f])

    def is_faction(self, f: int, name: str) -> bool:
        """Tell whether a seat plays a faction whose ability is switched on."""
        return self.faction[f] == name and self.knobs[name]

    def turn_order(self) -> list[int]:
        """List the seats from the first faction on."""
        return [(self.first_seat + i) % len(self.seats) for i in self.seats]

    def in_city(self, f: int) -> int:
        """Count a faction's blocs on tiles, on the Conditions deck and set aside (BB-13)."""
        return sum(self.blocs[f].values()) + self.deck_blocs[f] + self.aside[f]

    def supply(self, f: int) -> int:
        """Count the blocs a faction can still form (BB-93)."""
        return self.knobs["bloc_supply"] - self.in_city(f)

    # Questions about districts

    def difficulty(self, p: int) -> int:
        """Return a district's present difficulty (BB-11)."""
        base = self.city.base_difficulty(p)
        if self.liberated[p] and self.city.type[p] not in ("commercial", "public"):
            return max(1, base + self.knobs["liberated_change"])
        return base

    def rank(self, p: int) -> int:
        """Return a district's place in ID order (BB-9)."""
        return self.city.tile[p] + (100 if self.liberated[p] else 0)

    def by_priority(self, positions: Iterable[int], priority: str) -> list[int]:
        """Sort districts by ID order, the preferred one first (BB-10)."""
        return sorted(positions, key=self.rank, reverse=priority == "highest")

    @property
    def priority(self) -> str:
        """Return the priority on the back of the top Reaction card (BB-10)."""
        return self.reactions[self.reaction_top]["priority"]

    @property
    def metro_open(self) -> bool:
        """Tell whether the top Reaction card leaves the metro open (BB-31)."""
        return self.reactions[self.reaction_top]["metro"] == "open"

    def police(self, p: int) -> bool:
        """Tell whether blocs in a district are in a clash (BB-12)."""
        return self.squads[p] > 0 or self.van[p] > 0

    def all_blocs(self, p: int) -> int:
        """Count the blocs of all factions in a district."""
        return sum(self.blocs[f][p] for f in self.seats)

    def present(self, p: int) -> list[int]:
        """List the factions with a bloc in a district, in turn order."""
        return [f for f in self.turn_order() if self.blocs[f][p]]

    def with_blocs(self, f: int) -> list[int]:
        """List the districts with blocs of a faction."""
        return [p for p in self.city.districts if self.blocs[f][p]]

    def with_free_blocs(self, f: int) -> list[int]:
        """List the districts where a faction has blocs outside a clash."""
        return [p for p in self.with_blocs(f) if not self.police(p)]

    # Occupations

    def occupation_kind(self, p: int) -> int:
        """Return the kind of the occupation in a district's circle."""
        return KIND_OF_TOKEN[self.circle[p][1]]

    def occupations(self, f: int) -> list[int]:
        """List the districts with an occupation of a faction."""
        return sorted(p for p, (owner, _) in self.circle.items() if owner == f)

    def tokens_in_supply(self, f: int) -> list[int]:
        """List a faction's occupation tokens that are not in the city."""
        out = {token for owner, token in self.circle.values() if owner == f}
        return [token for token in TOKENS if token not in out]

    # Supplies

    def squads_in_staging(self) -> int:
        """Count the squads that can still be deployed (BB-35)."""
        return self.knobs["squad_supply"] - sum(self.squads.values())

    def vans_in_staging(self) -> int:
        """Count the vans that can still be deployed (BB-35)."""
        return self.knobs["van_supply"] - sum(1 for hits in self.van.values() if hits)

    def deploy_squad(self, p: int) -> None:
        """Add a squad to a district if the staging area has one (BB-35)."""
        if self.squads_in_staging() > 0:
            self.squads[p] += 1

    def barricades_in_supply(self) -> int:
        """Count the barricades that can still be placed (BB-93)."""
        return self.knobs["barricade_supply"] - sum(self.barricades)

    def has_room(self, route: int) -> bool:
        """Tell whether a barricade can be placed on a route (BB-45)."""
        room = self.barricades[route] < self.knobs["barricade_cap"]
        return room and self.barricades_in_supply() > 0

    def loot_tokens_left(self) -> int:
        """Count the free Loot tokens: burned anywhere, graffiti while repressed (BB-47)."""
        graffiti = sum(n for p, n in self.graffiti.items() if not self.liberated[p])
        return self.knobs["loot_tokens"] - sum(self.burned.values()) - graffiti

    # Small changes

    def form(self, f: int, p: int, most: int, source: str) -> None:
        """Form up to so many blocs in a district (BB-93)."""
        formed = min(most, self.supply(f))
        self.blocs[f][p] += formed
        self.tally.formed[source] += formed

    def shift_morale(self, levels: int) -> int:
        """Move morale within the track; return the levels really moved (BB-24)."""
        before = self.morale
        self.morale = min(DEADLY, max(TIMID, before + levels))
        self.tally.morale_max = max(self.tally.morale_max, self.morale)
        return abs(self.morale - before)

    def lower_morale(self, levels: int, cause: str) -> None:
        """Lower morale, not below Timid, and note the cause."""
        self.tally.morale_down[cause] += self.shift_morale(-levels)

    def draw_loot(self) -> int | None:
        """Draw a Loot card; return its kind, or None when deck and discard are empty (BB-48)."""
        self._turn_over_loot()
        if sum(self.loot_deck) == 0:
            return None
        kind = draw_count(self.loot_deck, self.streams[chance.LOOT])
        self._turn_over_loot()
        return kind

    def _turn_over_loot(self) -> None:
        """Make the discard pile the deck once the deck is empty (BB-48)."""
        if sum(self.loot_deck) == 0:
            self.loot_deck, self.loot_discard = self.loot_discard, self.loot_deck

    def loot_to_hand(self, f: int, cards: int) -> None:
        """Draw so many Loot cards into a hand."""
        for _ in range(cards):
            kind = self.draw_loot()
            if kind is not None:
                self.take_loot(f, kind)

    def take_loot(self, f: int, kind: int) -> None:
        """Put a Loot card into a hand."""
        self.hand[f][kind] += 1
        self.tally.loot_drawn += 1

    def play_loot(self, f: int, kind: int) -> None:
        """Discard a played Loot card from a hand (BB-57)."""
        self.hand[f][kind] -= 1
        self.loot_discard[kind] += 1
        self.tally.loot_played[kind] += 1

    def turn_up_reaction(self) -> None:
        """Draw the new top Reaction card; an empty deck is shuffled anew first (BB-76)."""
        if not self.reaction_left:
            self.reaction_left = set(range(len(self.reactions)))
        self.reaction_top = draw_member(self.reaction_left, self.streams[chance.REACTION])

    def turn_up_condition(self) -> None:
        """Turn the top Conditions card face up, if there is one."""
        if self.conditions_left:
            card = draw_member(self.conditions_left, self.streams[chance.CONDITIONS])
            self.conditions_up.add(card)

    def roll(self, dice: int) -> list[int]:
        """Roll dice one after another."""
        return [self.streams[chance.DICE].below(6) + 1 for _ in range(dice)]

    def tokens_placed(self) -> int:
        """Count the factions whose token lies on a card."""
        return sum(1 for card in self.token.values() if card >= 0)

    # The end

    def end(self, result: str, winners: int = 0) -> None:
        """End the game at once."""
        self.result, self.winners = result, winners
        self.tally.sample_morale(self.morale, self.night)
        raise GameOver

    def check_destroyed(self) -> None:
        """End the game when a faction has no bloc left in the city (BB-69)."""
        gone = [f for f in self.seats if self.in_city(f) == 0]
        if gone:
            self.tally.destroyed_mask = sum(1 << f for f in gone)
            self.tally.destroyed_night = self.night
            self.end("lose_destroyed")


def ask(table: Table, phase: str, seat: int, legal: Iterable[int]) -> Script[int]:
    """Ask a seat for one id; a single possible id is taken without asking."""
    ids = sorted(set(legal))
    if not ids:
        raise AssertionError(f"{phase} has no legal id")
    if len(ids) == 1:
        return ids[0]
    if table.tally.decisions >= table.knobs["decision_cap"]:
        table.end("truncated")
    choice = yield Decision(phase, seat, ids)
    table.tally.decisions += 1
    return choice


def lay_table(knobs: dict[str, Any], streams: list[Stream]) -> Table:
    """Set up everything up to the choice of starting districts (BB-14 to BB-20)."""
    deal = streams[chance.DEAL]
    city = create_city(knobs, deal)
    seats = list(range(components.factions_in_play(knobs["players"])))
    left = list(FACTION_TYPES)
    faction = [draw_from_list(left, deal) for _ in seats]  # BB-18
    table = Table(knobs, streams, city, seats, faction, deal.below(len(seats)))  # BB-20
    for p in (q for q in city.by_id if city.type[q] == "state"):  # BB-16
        table.squads[p] = min(knobs["start_squads"], table.squads_in_staging())
        table.van[p] = min(knobs["start_vans"], table.vans_in_staging())
    table.turn_up_reaction()
    return table
