"""A table arranged by hand: pieces where a case wants them, and words instead of numbers.

A scene plays on "City R" (layout reference) with Workers, Students, Neighbors and Prisoners on
seats 0 to 3: night 3, countdown 6, police morale Bold, the metro open, ties to the highest ID,
the Conditions card of D16 face up, no police, and one bloc of every faction in a shelter, so that
no faction is destroyed by the way. Districts are written as "D16"; actions as "MOVE D5",
"BUILD D19 Hall", "DIE 3", "SIDE E", "CARD Food".
"""

import numpy as np

from sim.core.rng import STREAMS, reseed_game
from sim.games.bloc_by_bloc import GAME
from sim.games.bloc_by_bloc.actions import KINDS
from sim.games.bloc_by_bloc.conditions import place_tokens
from sim.games.bloc_by_bloc.interface import apply_one, run_one_stage
from sim.games.bloc_by_bloc.police import resolve_ops
from sim.games.bloc_by_bloc.sizes import (
    ACT,
    HALF_DECK,
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
    add_blocs,
    add_squads,
    change_hand,
    kind_of_token,
    place_barricades,
    set_difficulty,
    set_occupation,
    set_van,
)
from tests.games.bloc_by_bloc.view import CONDITION_NAMES, FACTIONS, LOOT, OPS, View

# Streams of luck.
DICE, OPS_LUCK, REACTION, LOOT_LUCK, CONDITIONS, LIBERATION = 1, 2, 3, 4, 5, 6
# A Reaction card with this back: priority and whether the metro is open.
BACKS = {("high", True): 0, ("low", True): 3, ("high", False): 2, ("low", False): 1}
# Steps of Sunrise: the stage each begins with.
STEPS = {1: S_REACTION, 2: S_LIBERATE, 3: S_MEETING, 4: S_TOKENS, 5: S_COUNTDOWN, 6: S_TURN}
NO_STAGE = -1


def city(tiles, turns):
    """Spell out a layout: Police IDs (0 a highway) and rotations, row by row."""
    return {
        "tiles": [int(tile) for tile in tiles.split()],
        "rotation": [int(turn) for turn in turns.split()],
    }


class Scene(View):
    """One game and its luck, to be arranged and played by name."""

    def __init__(self, shelter="D4", factions=None, dealt=False, seed=1, **knobs):
        super().__init__(**knobs)
        self.rng = np.zeros((STREAMS, 4), np.uint64)
        self.stops = (NO_STAGE,)
        self._ids = np.zeros(self.rules.action_limit, np.int64)
        reseed_game(self.rng, seed, 0)
        GAME.module.setup(self.rules, self.state, self.rng)
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
        run_one_stage(self.rules, self.state, self.rng)
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
        GAME.module.step(self.rules, self.state, self._legal_id(action), self.rng)

    def _legal_id(self, action):
        legal = self._legal()
        assert action in legal, f"{action} is not legal; legal are {', '.join(legal)}"
        return legal[action]

    def _apply(self, action):
        apply_one(self.rules, self.state, action, self.rng)

    def _go_on(self):
        """Run on to a choice, a stop, or the end; a turn ends only by its own END."""
        while self.phase not in ("OVER", "ACT"):
            if self.cells["phase"][0] == RUN:
                if int(self.cells["stage"][0]) in self.stops:
                    return
                run_one_stage(self.rules, self.state, self.rng)
                continue
            ids = list(self._legal().values())
            assert ids, f"nothing is legal in {self.phase}"
            if len(ids) > 1:
                return
            self._apply(ids[0])

    def _legal(self):
        n = int(GAME.module.legal_actions(self.rules, self.state, self._ids))
        return {self.action_name(int(action)): int(action) for action in self._ids[:n]}

    def legal(self, kind=""):
        """Set of legal actions, or of what may follow one first word."""
        names = self._legal()
        if not kind:
            return set(names)
        return {name.removeprefix(f"{kind} ") for name in names if name.split()[0] == kind}
