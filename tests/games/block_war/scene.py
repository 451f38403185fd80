"""A table arranged by hand, in a notation for positions, and words instead of action ids.

A column is "P0's gate | Street | P1's gate", as in "2: open Citi-def+1B+1R | Rookie>P1 Hi-Ex |
open gassed Punks". Raiders stand on the enemy's gate; every other unit is the gate owner's.
Actions read "END", "BUY", "TOGGLE 3", "MOVE 0 2", "PLAY Punks 4", "UNFOAM 1", "EVICT 1",
"DISCARD Punks", "AIM 1" and "PAST 1" (by column), "ROTATE 2", "OPEN 3".

A scene is turn 2: P0 to act with 5 AP, all gates closed, Street, hands and piles but the decks
empty.
"""

import numpy as np

from sim.core import verbs
from sim.core.rng import STREAMS, reseed_game
from sim.games.block_war import GAME, actions, interface, turn
from sim.games.block_war.check import check
from sim.games.block_war.knobs import BlockWarKnobs, jd_cards, perp_cards
from sim.games.block_war.sizes import (
    ACT,
    GATE_CLOSED,
    GATE_DESTROYED,
    GATE_OPEN,
    PHASES,
)
from sim.games.block_war.state import (
    BACKUPS,
    BOINGS,
    CELLS,
    HIEXES,
    REINFORCES,
    change_hand,
    discard,
    lift_judge,
    place,
    put_judge,
    put_unit,
    set_bit,
    set_foam,
    set_gas,
    set_gate,
    weigh_unit,
)

JD = (
    "Rookie", "Street", "Lawmaster", "Cannon", "Riot", "Left", "Right", "Tek", "Manta", "Giant",
    "Dredd", "About Turn", "Curfew", "Forced Entry",
)  # fmt: skip
PERPS = (
    "Punks", "Mob", "Citi-def", "Fatties", "Sniper", "Raiders", "Backup", "Reinforce", "Foam",
    "Hi-Ex", "Boing", "Distraction", "Hotwire", "Gas",
)  # fmt: skip
KEYS = tuple(card["key"] for card in perp_cards())
GATE_WORDS = {"destroyed": GATE_DESTROYED, "closed": GATE_CLOSED, "open": GATE_OPEN,
              "foamed": GATE_OPEN}  # fmt: skip
PLUS = {"B": ("Backup", "backups", BACKUPS), "R": ("Reinforce", "reinforces", REINFORCES)}
COLUMNS = range(5)
TRIES = 20_000
assert len(JD) == len(jd_cards())
assert len(PERPS) == len(KEYS)


class Scene:
    """One game and its luck, to be arranged, played and read by name."""

    def __init__(self, dealt=False, seed=1, **knobs):
        self.rules = GAME.build(BlockWarKnobs(**knobs))
        self.state = CELLS.blank()
        self.cells = CELLS.view(self.state)
        self.rng = np.zeros((STREAMS, 4), np.uint64)
        self.fallen = 0
        self._ids = np.zeros(self.rules.action_limit, np.int64)
        reseed_game(self.rng, seed, 0)
        verbs.setup(self.rules, self.state, self.rng)
        if not dealt:
            self._clear()

    def _clear(self):
        cells = self.cells
        for column in COLUMNS:
            if cells["slot_kind"][column] >= 0:
                cells["jd_deck"][cells["slot_kind"][column]] += 1
                lift_judge(self.state, column)
        cells["jd_deck"] += cells["jd_discard"]
        cells["jd_discard"][:] = 0
        for player in range(2):
            for kind in range(len(PERPS)):
                n = int(cells["hand"][player, kind])
                cells["perp_deck"][kind] += n
                change_hand(self.state, player, kind, -n)
        cells["hand_max"][:] = 0
        cells["deal_facing_0"][0] = cells["street_short"][0] = 0
        self._count_decks()
        self.turn, self.active, self.ap = 2, 0, 5
        self.phase = "ACT"

    def _count_decks(self):
        cells = self.cells
        cells["jd_deck_size"][0] = cells["jd_deck"].sum()
        cells["deck_size"][0] = cells["perp_deck"].sum()
        cells["discard_size"][0] = cells["perp_discard"].sum()

    # Arranging.

    def lay(self, *columns):
        """Lay out columns in the notation of this file."""
        for text in columns:
            number, _, rest = text.partition(":")
            left, street, right = (part.split() for part in rest.split("|"))
            for player, words in ((0, left), (1, right)):
                self._lay_gate(player, int(number), words)
            self._lay_judge(int(number), street)
        return self

    def _lay_gate(self, player, column, words):
        word, *rest = words
        set_gate(self.state, player, column, GATE_WORDS[word])
        if word == "destroyed":
            self.cells["lost"][0, player] += 1
        if word == "foamed":
            self.take("Foam")
            set_foam(self.state, player, column, 1)
        for token in rest:
            if token == "gassed":
                set_gas(self.state, player, column, 1)
                continue
            name, *more = token.split("+")
            self.take(name)
            kind = PERPS.index(name)
            put_unit(self.rules, self.state, player, column, kind, int(name == "Raiders"))
            for plus in more:
                card, _, cell = PLUS[plus[-1]]
                self.take(card, int(plus[:-1]))
                self.state[cell + place(player, column)] = int(plus[:-1])
            weigh_unit(self.rules, self.state, player, column)

    def _lay_judge(self, column, words):
        if words == ["-"]:
            return
        name, _, facing = words[0].partition(">P")
        self.take_judge(name)
        put_judge(self.rules, self.state, column, JD.index(name), int(facing))
        for mark, field, cell in (("Hi-Ex", "slot_hiex", HIEXES), ("Boing", "slot_boing", BOINGS)):
            if mark in words:
                self.take(mark)
                self.cells[field][column] = 1
                set_bit(self.state, cell, column, 1)

    def street(self, *judges):
        """Lay out the Street alone."""
        for column, judge in enumerate(judges):
            self._lay_judge(column, judge.split())
        return self

    def take(self, card, n=1):
        """Take Perp cards out of the deck."""
        self.cells["perp_deck"][PERPS.index(card)] -= n
        assert self.cells["perp_deck"][PERPS.index(card)] >= 0, f"no {card} left"
        self._count_decks()

    def take_judge(self, name):
        """Take a JD card out of the deck."""
        self.cells["jd_deck"][JD.index(name)] -= 1
        assert self.cells["jd_deck"][JD.index(name)] >= 0, f"no {name} left"
        self._count_decks()

    def hold(self, player, *cards):
        """Give a player cards of the deck."""
        for card in cards:
            self.take(card)
            change_hand(self.state, player, PERPS.index(card), 1)
        return self

    def perp_piles(self, deck=(), pile=(), rest=1):
        """Leave these cards in deck and discard pile; the rest goes to the hand of a player."""
        counts = self.cells["perp_deck"]
        for card in (*deck, *pile):
            self.take(card)
        for kind, n in enumerate(counts.copy()[: len(PERPS)]):
            change_hand(self.state, rest, kind, int(n))
        counts[:] = 0
        for card in deck:
            counts[PERPS.index(card)] += 1
        for card in pile:
            discard(self.state, PERPS.index(card), 1)
        self._count_decks()
        if not deck:
            self.cells["known"][:] = self.cells["hand"]

    def jd_piles(self, *deck):
        """Leave these cards in the JD deck and put the rest on its discard pile."""
        for name in deck:
            self.take_judge(name)
        self.cells["jd_discard"] += self.cells["jd_deck"]
        self.cells["jd_deck"][:] = 0
        for name in deck:
            self.cells["jd_deck"][JD.index(name)] += 1
        self._count_decks()

    def collect(self, player, name, points):
        """Let a player have collected a named judge."""
        self.take_judge(name)
        self.cells["jd_collected"][player] += 1
        self.cells["kill_points"][player] += points

    # Acting.

    def fight(self, *aims):
        """Run this turn's combat with these aims, the end tested, nothing after it."""
        turn.begin_combat(self.rules, self.state)
        self.fight_on()
        self.aim(*aims)
        assert self.phase != "AIM", f"an aim is due: {sorted(self.legal())}"
        return self

    def fight_on(self):
        while interface.fight_column(self.rules, self.state):
            pass
        if self.phase == "AIM":
            return
        self.fallen = int(self.cells["jd_fallen"][0])
        turn.conclude_combat(self.rules, self.state)
        self.cells["jd_fallen"][0] = 0

    def aim(self, *aims):
        """Take aims within a fight."""
        for text in aims:
            assert text in self.legal(), f"{text} is not among {sorted(self.legal())}"
            interface.settle(self.rules, self.state, self.number(text))
            self.phase = "ACT"
            self.fight_on()

    def do(self, *texts):
        """Take legal actions by name."""
        for text in texts:
            assert text in self.legal(), f"{text} is not among {sorted(self.legal())}"
            verbs.step(self.rules, self.state, self.number(text), self.rng)
        return self

    def try_luck(self, text, wanted):
        """Take an action with luck such that `wanted` of the scene holds after it."""
        before = self.state.copy()
        for seed in range(TRIES):
            self.state[:] = before
            reseed_game(self.rng, seed, 0)
            self.do(text)
            if wanted(self):
                return self
        raise AssertionError(f"no luck in {TRIES} tries")

    def number(self, text):
        """Give the id of an action."""
        word, *rest = text.split()
        if word in ("AIM", "PAST"):
            offset = int(rest[0]) - int(self.cells["column"][0])
            return actions.encode("AIM" if word == "AIM" else "AIM_PAST", offset)
        numbers = [PERPS.index(part) if part in PERPS else int(part) for part in rest]
        return actions.encode(word, *numbers)

    def legal(self, word=""):
        """Give the legal actions, or the operands of those that begin with a word."""
        n = verbs.legal_actions(self.rules, self.state, self._ids)
        texts = {self._text(int(action)) for action in self._ids[:n]}
        if word:
            return {t.partition(" ")[2] for t in texts if t.split()[0] == word}
        return texts

    def _text(self, action):
        name, numbers = actions.decode(action)
        if name in ("AIM", "AIM_PAST"):
            return f"{name[-4:].strip('_')} {self.cells['column'][0] + numbers[0]}"
        if name in ("PLAY", "DISCARD"):
            return " ".join([name, PERPS[numbers[0]], *map(str, numbers[1:])])
        return " ".join([name, *map(str, numbers)])

    # Reading.

    def show(self, column):
        """Write a column down as `lay` reads it."""
        return " | ".join(
            (self._show_gate(0, column), self.judge(column), self._show_gate(1, column))
        )

    def _show_gate(self, player, column):
        cells = self.cells
        value = cells["gate"][player, column]
        word = "foamed" if cells["foam"][player, column] else next(
            word for word, code in GATE_WORDS.items() if code == value
        )  # fmt: skip
        words = [word, "gassed"] if cells["gas"][player, column] else [word]
        kind = int(cells["unit"][player, column])
        if kind >= 0:
            more = [f"+{cells[field][player, column]}{letter}"
                    for letter, (_, field, _) in PLUS.items()
                    if cells[field][player, column]]  # fmt: skip
            words.append(PERPS[kind] + "".join(more))
            assert cells["occ"][player, column] == (PERPS[kind] == "Raiders")
        return " ".join(words)

    def judge(self, column):
        kind = int(self.cells["slot_kind"][column])
        if kind < 0:
            return "-"
        marks = [mark for mark, field in (("Hi-Ex", "slot_hiex"), ("Boing", "slot_boing"))
                 if self.cells[field][column]]  # fmt: skip
        return " ".join([f"{JD[kind]}>P{self.cells['slot_face'][column]}", *marks])

    @property
    def judges(self):
        return [self.judge(column) for column in COLUMNS]

    @property
    def names(self):
        """The Street without facings."""
        return [self.judge(column).split(">")[0] for column in COLUMNS]

    def gates(self, player):
        return [self._show_gate(player, column) for column in COLUMNS]

    def pile(self, field, names=PERPS):
        """The cards of a pile with more than none, by name."""
        return {names[kind]: int(n) for kind, n in enumerate(self.cells[field]) if n}

    def hand(self, player):
        return {PERPS[k]: int(n) for k, n in enumerate(self.cells["hand"][player]) if n}

    @property
    def points(self):
        return tuple(turn.victory_points(self.rules, self.state, player) for player in range(2))

    @property
    def decider(self):
        return int(verbs.current_player(self.rules, self.state))

    def outcome(self):
        row = np.zeros(self.rules.column_count)
        verbs.outcome(self.rules, self.state, row)
        return {c.name: float(v) for c, v in zip(GAME.columns, row, strict=True)}

    def pair(self, stem):
        """Both players' values of an outcome column."""
        row = self.outcome()
        return tuple(int(row[f"{stem}_{player}"]) for player in range(2))

    def faults(self):
        """What `check` finds; scenes may leave holes in the Street."""
        return [text for text in check(self.rules, self.state) if "has a hole" not in text]

    @property
    def phase(self):
        return PHASES[self.cells["phase"][0]]

    @phase.setter
    def phase(self, name):
        self.cells["phase"][0] = PHASES.index(name)
        if PHASES[ACT] == name:
            self.cells["decider"][0] = self.cells["active"][0]

    @property
    def active(self):
        return int(self.cells["active"][0])

    @active.setter
    def active(self, player):
        self.cells["active"][0] = self.cells["decider"][0] = player


def _number(field):
    def read(scene):
        return int(scene.cells[field][0])

    def write(scene, value):
        scene.cells[field][0] = value

    return property(read, write)


for _name in ("turn", "ap", "stall", "winner", "end_cause"):
    setattr(Scene, _name, _number(_name))
