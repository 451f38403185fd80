"""What a table shows, in the words of the game: districts as "D16", pieces and cards by name."""

import numpy as np

from sim.games.bloc_by_bloc import GAME
from sim.games.bloc_by_bloc.actions import KINDS, SIDES, decode
from sim.games.bloc_by_bloc.check import check
from sim.games.bloc_by_bloc.knobs import BlocKnobs, data
from sim.games.bloc_by_bloc.sizes import HALF_DECK, OVER, PHASES, SQUARES, TOKENS
from sim.games.bloc_by_bloc.state import CELLS, difficulty, kind_of_token

FACTIONS = tuple(row["name"] for row in data("factions")["faction"])
LOOT = tuple(row["name"] for row in data("loot")["loot"])
OPS = tuple(row["name"] for row in data("police")["ops"])
CONDITION_NAMES = tuple(row["name"] for row in data("factions")["condition"])
RESULTS = ("running", "win", "lose_time", "lose_destroyed", "truncated")


def _number(field):
    def read(view):
        return int(view.cells[field][0])

    def write(view, value):
        view.cells[field][0] = value

    return property(read, write)


class View:
    """Reads one game by name; `night`, `countdown` and `morale` can be set too."""

    night, countdown, morale = (_number(field) for field in ("night", "countdown", "morale"))

    def __init__(self, **knobs):
        self.rules = GAME.build(BlocKnobs(**{"layout": "reference"} | knobs))
        self.state = CELLS.blank()
        self.cells = CELLS.view(self.state)

    # Names.

    @property
    def factions(self):
        return tuple(FACTIONS[kind] for kind in self.cells["faction_of"] if kind >= 0)

    def seat(self, faction):
        return self.factions.index(faction)

    def pos(self, district):
        return int(self.cells["pos_of_id"][int(district[1:])])

    def name(self, pos):
        return f"D{self.cells['tile'][pos]}"

    def by_district(self, field):
        counts = self.cells[field]
        return {self.name(pos): int(counts[pos]) for pos in range(SQUARES) if counts[pos] > 0}

    def routes(self, one, other):
        """Numbers of the routes between two districts."""
        ends = {self.pos(one), self.pos(other)}
        return [
            route
            for route in range(int(self.cells["n_routes"][0]))
            if {int(end) for end in self.cells["route_end"][route]} == ends
        ]

    def neighbours(self, district):
        mask = int(self.cells["adjacent"][self.pos(district)])
        return {self.name(pos) for pos in range(SQUARES) if mask >> pos & 1}

    def beyond(self, district, side):
        """District that the street on a side leads to, and its route; None where there is none."""
        place = self.pos(district), SIDES.index(side)
        goal = int(self.cells["neighbour"][place])
        return None if goal < 0 else (self.name(goal), int(self.cells["route"][place]))

    def action_name(self, action):
        kind, number = decode(action)
        if kind in ("BUILD", "SWAP"):
            return f"{kind} {self.name(number // len(KINDS))} {KINDS[number % len(KINDS)]}"
        if kind in ("GIVE", "ASK", "FACTION"):
            return f"{kind} {self.factions[number]}"
        if kind in ("CARD", "PLAY"):
            return f"{kind} {LOOT[number]}"
        if kind in ("COUNT", "DIE", "BARRICADE"):
            return f"{kind} {number}"
        if kind == "SIDE":
            return f"{kind} {SIDES[number]}"
        if kind == "TOKEN":
            return f"{kind} {CONDITION_NAMES[number]}"
        if kind in ("END", "YES", "NO", "TOOL", "DECK", "A", "B"):
            return kind
        return f"{kind} {self.name(number)}"

    # Pieces and cards.

    def _place(self, faction, token):
        return int(self.cells["occ_pos"][self.seat(faction), token])

    def faults(self):
        return check(self.rules, self.state)

    @property
    def phase(self):
        return PHASES[self.cells["phase"][0]]

    @property
    def over(self):
        return bool(self.cells["phase"][0] == OVER)

    @property
    def decider(self):
        seat = int(self.cells["decider"][0])
        return None if seat < 0 else self.factions[seat]

    @property
    def asking(self):
        """Who decides what: ("Workers", "PAY"), or None between stages."""
        return None if self.decider is None else (self.decider, self.phase)

    @property
    def result(self):
        return RESULTS[int(self.cells["result"][0]) + 1]

    @property
    def squads(self):
        return self.by_district("squads")

    @property
    def vans(self):
        """Hits by district of a van."""
        return {district: value - 1 for district, value in self.by_district("van").items()}

    @property
    def barricades(self):
        counts = self.cells["barricades"]
        return {int(route): int(counts[route]) for route in np.flatnonzero(counts)}

    @property
    def occupations(self):
        """Faction and kind of the occupation by district."""
        standing = {}
        for pos in np.flatnonzero(self.cells["occ_at"] >= 0):
            seat, token = divmod(int(self.cells["occ_at"][pos]), TOKENS)
            standing[self.name(pos)] = (self.factions[seat], KINDS[kind_of_token(token)])
        return standing

    def supply(self, faction):
        """Kinds of the occupations that are not in the city."""
        tokens = range(TOKENS)
        return [KINDS[kind_of_token(t)] for t in tokens if self._place(faction, t) < 0]

    def blocs(self, district):
        """Blocs by faction in a district."""
        column = self.cells["blocs"][:, self.pos(district)]
        return {name: int(n) for name, n in zip(self.factions, column, strict=False) if n}

    def at_meeting(self, faction):
        return int(self.cells["deck_blocs"][self.seat(faction)])

    def in_city(self, faction):
        return int(self.cells["in_city"][self.seat(faction)])

    def hand(self, faction):
        return self._cards(self.cells["hand"][self.seat(faction)], LOOT)

    @property
    def loot_left(self):
        return self._cards(self.cells["loot_deck"], LOOT)

    @property
    def loot_discard(self):
        return self._cards(self.cells["loot_discard"], LOOT)

    @property
    def ops_left(self):
        return self._cards(self.cells["ops_deck"], OPS)

    @staticmethod
    def _cards(counts, names):
        return [name for name, n in zip(names, counts, strict=True) for _ in range(int(n))]

    @property
    def conditions_up(self):
        return self._bits("conditions_up")

    @property
    def conditions_left(self):
        return self._bits("conditions_left")

    def _bits(self, field):
        mask = int(self.cells[field][0])
        return [name for card, name in enumerate(CONDITION_NAMES) if mask >> card & 1]

    @property
    def tokens(self):
        """Conditions card under the token of each faction that has one there."""
        on = self.cells["token"]
        return {
            name: CONDITION_NAMES[on[self.seat(name)]]
            for name in self.factions
            if on[self.seat(name)] >= 0
        }

    @property
    def liberation_left(self):
        low, high = (int(half) for half in self.cells["liberation_left"])
        return [card for card in range(35) if (low | high << HALF_DECK) >> card & 1]

    @property
    def liberated(self):
        return set(self.by_district("liberated"))

    def difficulty(self, district):
        return int(difficulty(self.state, self.pos(district)))

    def shops(self, district):
        """Unmarked, graffiti and burned centres of a district."""
        pos = self.pos(district)
        return tuple(int(self.cells[how][pos]) for how in ("shop_open", "graffiti", "burned"))

    @property
    def dice(self):
        """Unspent dice, lowest first."""
        counts = self.cells["dice"]
        return [face + 1 for face in range(6) for _ in range(int(counts[face]))]

    @dice.setter
    def dice(self, faces):
        self.cells["dice"][:] = 0
        for face in faces:
            self.cells["dice"][face - 1] += 1

    @property
    def first_seat(self):
        return int(self.cells["first_seat"][0])

    @property
    def first_faction(self):
        return self.factions[self.first_seat]

    @first_faction.setter
    def first_faction(self, faction):
        self.cells["first_seat"][0] = self.seat(faction)

    def outcome(self):
        """Outcome columns by name; categories as numbers."""
        row = np.zeros(self.rules.column_count)
        GAME.module.outcome(self.rules, self.state, row)
        return {column.name: float(cell) for column, cell in zip(GAME.columns, row, strict=True)}

    def returns(self):
        shares = np.zeros(self.rules.seats)
        GAME.module.returns(self.rules, self.state, shares)
        return shares.tolist()
