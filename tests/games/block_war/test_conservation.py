"""All cards and gates are somewhere, after every step of many random games."""

import numpy as np
import pytest

from sim.core import verbs
from sim.core.compile import jit
from sim.core.rng import THINK, below, reseed, reseed_game
from sim.games.block_war import GAME, book
from sim.games.block_war.columns import GATES, PLAYERS
from sim.games.block_war.sizes import GATE_CLOSED, GATE_DESTROYED, GATE_OPEN, KINDS
from sim.games.block_war.state import (
    BACKUPS,
    FOAM,
    GATE,
    HAND,
    JD_COLLECTED,
    JD_DECK,
    JD_DISCARD,
    LOST,
    PERP_DECK,
    PERP_DISCARD,
    REINFORCES,
    SLOT_BOING,
    SLOT_HIEX,
    SLOT_KIND,
    UNIT,
)
from sim.play import room_for

SEED = 31
GAMES = 10_000
CARDS = {"perp": 46, "jd": 30}
SOUND, PERP_CARDS, JD_CARDS, SECURITY_GATES = range(4)
SPOTS = PLAYERS * GATES
CAUSES = 4


@jit
def total(state, cell, n):
    """Add up neighbouring cells."""
    found = 0
    for i in range(n):
        found += state[cell + i]
    return found


@jit
def perp_copies(rules, state, kind):
    """Count the copies of a kind of Perp card: hands, piles and on the table."""
    found = state[PERP_DECK + kind] + state[PERP_DISCARD + kind]
    for player in range(PLAYERS):
        found += state[HAND + player * KINDS + kind]
    for spot in range(SPOTS):
        found += int(state[UNIT + spot] == kind)
    if kind == rules.table[book.BACKUP_KIND]:
        found += total(state, BACKUPS, SPOTS)
    if kind == rules.table[book.REINFORCE_KIND]:
        found += total(state, REINFORCES, SPOTS)
    if kind == rules.table[book.FOAM_KIND]:
        found += total(state, FOAM, SPOTS)
    if kind == rules.table[book.HIEX_KIND]:
        found += total(state, SLOT_HIEX, GATES)
    if kind == rules.table[book.BOING_KIND]:
        found += total(state, SLOT_BOING, GATES)
    return found


@jit
def first_fault(rules, state):
    """Say what is missing or too many: Perp cards of a kind, judges, gates."""
    for kind in range(KINDS):
        if perp_copies(rules, state, kind) != rules.table[book.PERP_MIX + kind]:
            return PERP_CARDS
    judges = total(state, JD_COLLECTED, PLAYERS)
    for kind in range(KINDS):
        found = state[JD_DECK + kind] + state[JD_DISCARD + kind]
        for column in range(GATES):
            found += int(state[SLOT_KIND + column] == kind)
        missing = rules.table[book.JD_MIX + kind] - found
        if missing < 0 or (missing > 0 and not rules.table[book.JD_NAMED + kind]):
            return JD_CARDS
        judges += found
    if judges != total(rules.table, book.JD_MIX, KINDS):
        return JD_CARDS
    standing, gone = 0, 0
    for spot in range(SPOTS):
        gate = state[GATE + spot]
        standing += int(gate in (GATE_CLOSED, GATE_OPEN))
        gone += int(gate == GATE_DESTROYED)
    if standing + gone != SPOTS or gone != total(state, LOST, CAUSES * PLAYERS):
        return SECURITY_GATES
    return SOUND


@jit
def play_and_count(rules, room, games, found):
    """Play random games; write game, step and fault of the first one, or the steps of all."""
    steps = 0
    for game in range(games):
        reseed_game(room.rng, SEED, game)
        reseed(room.think[0], SEED, game, THINK)
        verbs.setup(rules, room.state, room.rng)
        while verbs.current_player(rules, room.state) >= 0:
            n = verbs.legal_actions(rules, room.state, room.actions)
            action = room.actions[below(room.think[0], n)]
            verbs.step(rules, room.state, action, room.rng)
            steps += 1
            fault = first_fault(rules, room.state)
            if fault != SOUND:
                found[0], found[1], found[2] = game, steps, fault
                return
    found[1] = steps


def count(rules, games):
    """Play and return game, steps and fault."""
    found = np.zeros(3, np.int64)
    play_and_count(rules, room_for(rules), games, found)
    return found.tolist()


@pytest.mark.parametrize("mix", ["lenient", "standard", "hardline", "no_actions"])
@pytest.mark.rule("BW-1", "BW-6")
def test_cards_and_gates_are_conserved(mix, scaled):
    rules = GAME.build(GAME.knobs(jd_mix=mix))
    cells = {"perp": book.PERP_MIX, "jd": book.JD_MIX}
    for deck, cards in CARDS.items():
        assert rules.table[cells[deck] : cells[deck] + KINDS].sum() == cards
    games = scaled(GAMES)
    game, steps, fault = count(rules, games)
    assert fault == SOUND, f"game {game}, {steps} steps in all"
    assert steps > 20 * games


@pytest.mark.parametrize(
    ("cell", "fault"),
    [("perp_mix", PERP_CARDS), ("jd_mix", JD_CARDS)],
)
def test_a_card_too_many_is_noticed(cell, fault):
    """The count itself can fail: the mix says one more than was dealt out."""
    rules = GAME.build(GAME.knobs())
    state = room_for(rules)
    reseed_game(state.rng, SEED, 0)
    verbs.setup(rules, state.state, state.rng)
    assert first_fault(rules, state.state) == SOUND
    book.BOOK.view(rules.table)[cell][0] += 1
    assert first_fault(rules, state.state) == fault


def test_a_lost_gate_that_nobody_tallied_is_noticed():
    rules = GAME.build(GAME.knobs())
    room = room_for(rules)
    reseed_game(room.rng, SEED, 0)
    verbs.setup(rules, room.state, room.rng)
    room.state[GATE] = GATE_DESTROYED
    assert first_fault(rules, room.state) == SECURITY_GATES
