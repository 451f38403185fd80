"""A table arranged by hand: pieces where a case wants them, and words instead of numbers.

A scene plays on "City R" (layout reference) with Workers, Students, Neighbors and Prisoners on
seats 0 to 3: night 3, countdown 6, police morale Bold, the metro open, ties to the highest ID,
the Conditions card of D16 face up, no police, and one bloc of every faction in a shelter, so that
no faction is destroyed by the way. Districts are written as "D16"; actions as "MOVE D5",
"BUILD D19 Hall", "DIE 3", "SIDE E", "CARD Food".
"""

from collections.abc import Iterator

import numpy as np

from sim.core.rng import STREAMS, reseed_game
from sim.games.bloc_by_bloc import GAME
from sim.games.bloc_by_bloc.actions import KINDS, SIDES, decode
from sim.games.bloc_by_bloc.check import check
from sim.games.bloc_by_bloc.conditions import place_tokens
from sim.games.bloc_by_bloc.knobs import BlocKnobs, data
from sim.games.bloc_by_bloc.legal import legal_actions
from sim.games.bloc_by_bloc.police import resolve_ops
from sim.games.bloc_by_bloc.setup import setup
from sim.games.bloc_by_bloc.sizes import (
    ACT,
    HALF_DECK,
    OVER,
    PHASES,
    RUN,
    S_CHECK,
    S_COUNTDOWN,
    S_DISCARD,
    S_DRIVE,
    S_LIBERATE,
    S_MEETING,
    S_REACTION,
    S_TOKENS,
    S_TURN,
    SQUARES,
    TOKENS,
)
from sim.games.bloc_by_bloc.state import (
    ATTACKS_MADE,
    CELLS,
    add_blocs,
    add_squads,
    change_hand,
    difficulty,
    kind_of_token,
    place_barricades,
    set_difficulty,
    set_occupation,
    set_van,
)
from sim.games.bloc_by_bloc.step import apply, step
from sim.games.bloc_by_bloc.sunrise import run_stage

FACTIONS = tuple(row["name"] for row in data("factions")["faction"])
LOOT = tuple(row["name"] for row in data("loot")["loot"])
OPS = tuple(row["name"] for row in data("police")["ops"])
CONDITION_NAMES = tuple(row["name"] for row in data("factions")["condition"])
RESULTS = ("running", "win", "lose_time", "lose_destroyed", "truncated")

# Streams of luck.
DICE, OPS_LUCK, REACTION, LOOT_LUCK, CONDITIONS, LIBERATION = 1, 2, 3, 4, 5, 6
# A Reaction card with this back: priority and whether the metro is open.
BACKS = {("high", True): 0, ("low", True): 3, ("high", False): 2, ("low", False): 1}
# Steps of Sunrise: the stage each begins with.
STEPS = {1: S_REACTION, 2: S_LIBERATE, 3: S_MEETING, 4: S_TOKENS, 5: S_COUNTDOWN, 6: S_TURN}
NO_STAGE = -1


class Scene:
    """One game, its rules and its luck, with everything addressed by name."""

    def __init__(self, shelter="D4", factions=None, dealt=False, seed=1, **knobs):
        self.settings = BlocKnobs(**{"layout": "reference"} | knobs)
        self.rules = GAME.build(self.settings)
        self.state = CELLS.blank()
        self.cells = CELLS.view(self.state)
        self.rng = np.zeros((STREAMS, 4), np.uint64)
        self.stops = (NO_STAGE,)
        self._ids = np.zeros(self.rules.action_limit, np.int64)
        reseed_game(self.rng, seed, 0)
        setup(self.rules, self.state, self.rng)
        if not dealt:
            self._clear(factions or FACTIONS[: self.rules.seats])
            for faction in self.factions if shelter else ():
                self.put_blocs(faction, **{shelter: 1})

    def _clear(self, factions):
        cells = self.cells
        for pos in range(SQUARES):
            add_squads(self.state, pos, -int(cells["squads"][pos]))
            set_van(self.state, pos, 0)
        cells["faction_of"][:] = -1
        cells["faction_of"][: len(factions)] = [FACTIONS.index(name) for name in factions]
        self.night, self.countdown, self.morale = 3, 6, 2
        cells["first_seat"][0] = cells["asked"][0] = 0
        cells["phase"][0] = RUN
        cells["decider"][0] = -1
        cells["conditions_up"][0] = cells["conditions_left"][0] = 0
        self.conditions("Privatized University")
        self.conditions_deck(*CONDITION_NAMES[1:])
        self.back()

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

    # Arranging.

    def put_squads(self, **numbers):
        for district, n in numbers.items():
            add_squads(self.state, self.pos(district), n)

    def put_vans(self, *districts, hits=0):
        for district in districts:
            set_van(self.state, self.pos(district), 1 + hits)

    def put_blocs(self, faction, **numbers):
        for district, n in numbers.items():
            add_blocs(self.state, self.seat(faction), self.pos(district), n)
            self.cells["in_city"][self.seat(faction)] += n

    def send_to_meeting(self, faction, n):
        self.cells["deck_blocs"][self.seat(faction)] += n
        self.cells["in_city"][self.seat(faction)] += n

    def put_barricades(self, numbers):
        for route, n in numbers.items():
            place_barricades(self.rules, self.state, route, n)

    def found(self, faction, kind, *districts):
        """Put occupations of a kind (Start, Hall, Center) from supply into districts."""
        for district in districts:
            token = next(
                token
                for token in range(TOKENS)
                if KINDS[kind_of_token(token)] == kind and self._place(faction, token) < 0
            )
            set_occupation(self.state, self.seat(faction), token, self.pos(district))
        self.settle_tokens()

    def _place(self, faction, token):
        return int(self.cells["occ_pos"][self.seat(faction), token])

    def settle_tokens(self):
        place_tokens(self.rules, self.state)

    def liberate(self, *districts):
        """Turn districts to their liberated side; their Liberation cards are gone."""
        for district in districts:
            pos = self.pos(district)
            self.cells["liberated"][pos] = 1
            set_difficulty(self.rules, self.state, pos)
            self.cells["tokens_out"][0] -= self.cells["graffiti"][pos]
            self.cells["graffiti"][pos] += self.cells["shop_open"][pos]
            self.cells["shop_open"][pos] = 0
            low, high = (int(half) for half in self.cells["liberation_left"])
            last = (low | high << HALF_DECK).bit_length() - 1
            self.cells["liberation_left"][last // HALF_DECK] &= ~(1 << last % HALF_DECK)
        self.settle_tokens()

    def mark(self, how, **numbers):
        """Put tokens, "graffiti" or "burned", on unmarked centres."""
        for district, n in numbers.items():
            pos = self.pos(district)
            self.cells["shop_open"][pos] -= n
            self.cells[how][pos] += n
            self.cells["tokens_out"][0] += n

    def hold(self, faction, *cards):
        for card in cards:
            self.cells["loot_deck"][LOOT.index(card)] -= 1
            change_hand(self.state, self.seat(faction), LOOT.index(card), 1)

    def loot_deck(self, *cards):
        """Leave these cards in the Loot deck and put the rest of it on the discard pile."""
        self.cells["loot_discard"] += self.cells["loot_deck"]
        self.cells["loot_deck"][:] = 0
        for card in cards:
            self.cells["loot_discard"][LOOT.index(card)] -= 1
            self.cells["loot_deck"][LOOT.index(card)] += 1

    def ops_deck(self, *cards):
        """Leave these cards in the Police Ops deck and put the rest on its discard pile."""
        self.cells["ops_discard"] += self.cells["ops_deck"]
        self.cells["ops_deck"][:] = 0
        for card in cards:
            self.cells["ops_discard"][OPS.index(card)] -= 1
            self.cells["ops_deck"][OPS.index(card)] += 1

    def conditions(self, *names):
        """Let exactly these Conditions cards be face up."""
        mask = sum(1 << CONDITION_NAMES.index(name) for name in names)
        self.cells["conditions_up"][0] = mask
        self.cells["conditions_left"][0] &= ~mask
        self.settle_tokens()

    def conditions_deck(self, *names):
        mask = sum(1 << CONDITION_NAMES.index(name) for name in names)
        self.cells["conditions_left"][0] = mask & ~int(self.cells["conditions_up"][0])

    def reaction(self, card, left=None):
        """Put a Reaction card on top; all others, or those of `left`, follow."""
        rest = [other for other in range(6) if other != card] if left is None else left
        self.cells["reaction_top"][0] = card
        self.cells["reaction_left"][0] = sum(1 << other for other in rest)

    def back(self, priority="high", metro=True):
        """Show this back on the Reaction deck."""
        self.reaction(BACKS[priority, metro])

    def luck(self, stream, pick, of):
        """Let the next draw of a stream pick this one out of so many."""
        word = ((pick << 32) // of + 2) << 32
        self.rng[stream] = [word, 0, 0, 0]

    def next_liberation(self, card):
        """Let this Liberation card lie under the district that is liberated next."""
        left = self.liberation_left
        assert card in left
        self.luck(LIBERATION, left.index(card), len(left))

    # Acting.

    def card(self, name):
        """Resolve one Police Ops card."""
        resolve_ops(self.rules, self.state, OPS.index(name), ATTACKS_MADE)

    def turn(self, faction, *dice):
        """Let a faction act with these dice; a turn that is over stops before the next one."""
        self.cells["turn_index"][0] = (self.seat(faction) - self.first_seat) % self.rules.seats
        for field in ("occ_used", "attacks_made", "refused", "transfers", "token_moved"):
            self.cells[field][:] = 0
        self.cells["stage"][0] = S_TURN
        self.cells["phase"][0] = ACT
        self.cells["decider"][0] = self.seat(faction)
        self.dice = dice
        self.stops = (S_TURN, S_REACTION)

    def begin_turn(self, faction):
        """Take steps 1 and 2 of a faction's turn."""
        self.cells["turn_index"][0] = (self.seat(faction) - self.first_seat) % self.rules.seats
        self.cells["stage"][0] = S_TURN
        self.cells["phase"][0] = RUN
        run_stage(self.rules, self.state, self.rng)
        self.stops = (S_TURN, S_REACTION)

    def sunrise(self, first, last=None):
        """Run steps of Sunrise up to a decision or the end of step `last`."""
        self._sunrise(STEPS[first], STEPS[(last or first) + 1])

    def attack(self):
        """Run parts A to C of step 1: repairs, vans, squads."""
        self._sunrise(S_REACTION, S_DRIVE)

    def drive(self):
        """Run the last part of step 1: the van moves and brings a squad."""
        self._sunrise(S_DRIVE, S_DISCARD)

    def count_up(self):
        """Run the win check of step 4."""
        self._sunrise(S_CHECK, S_COUNTDOWN)

    def _sunrise(self, stage, stop):
        self.cells["turn_index"][0] = self.rules.seats
        self.cells["stage"][0] = stage
        self.cells["phase"][0] = RUN
        self.cells["asked"][0] = 0
        self.stops = (stop,)
        self._go_on()

    def do(self, *actions):
        """Take actions one after another; each must be legal. Forced ones follow by themselves."""
        for action in actions:
            self._apply(self._legal_id(action))
            self._go_on()

    def step(self, action):
        """Take one action as a game does, without stopping where a scene would."""
        step(self.rules, self.state, self._legal_id(action), self.rng)

    def _legal_id(self, action):
        legal = self._legal()
        assert action in legal, f"{action} is not legal; legal are {', '.join(legal)}"
        return legal[action]

    def _apply(self, action):
        apply(self.rules, self.state, action, self.rng)

    def _go_on(self):
        """Run on to a choice, a stop, or the end; a turn ends only by its own END."""
        while self.phase not in ("OVER", "ACT"):
            if self.cells["phase"][0] == RUN:
                if int(self.cells["stage"][0]) in self.stops:
                    return
                run_stage(self.rules, self.state, self.rng)
                continue
            ids = list(self._legal().values())
            assert ids, f"nothing is legal in {self.phase}"
            if len(ids) > 1:
                return
            self._apply(ids[0])

    def _legal(self):
        n = int(legal_actions(self.rules, self.state, self._ids))
        return {self.action_name(int(action)): int(action) for action in self._ids[:n]}

    # Looking.

    def legal(self, kind=""):
        """Set of legal actions, or of what may follow one first word."""
        names = self._legal()
        if not kind:
            return set(names)
        return {name.removeprefix(f"{kind} ") for name in names if name.split()[0] == kind}

    def faults(self) -> Iterator[str]:
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


def _number(field):
    def read(scene):
        return int(scene.cells[field][0])

    def write(scene, value):
        scene.cells[field][0] = value

    return property(read, write)


for _field in ("night", "countdown", "morale"):
    setattr(Scene, _field, _number(_field))
