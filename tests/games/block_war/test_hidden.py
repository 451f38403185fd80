"""What a player cannot know, and how it is drawn anew (BW-13)."""

import numpy as np
import pytest

from sim.core import verbs
from sim.core.rng import STREAMS, reseed_game
from tests.games.block_war.scene import PERPS

REDRAWS = 10_000


def redraws(scene, seat, n):
    """Yield the scene after each redraw; every one starts from the last."""
    luck = np.zeros((STREAMS, 4), np.uint64)
    reseed_game(luck, 7, 0)
    for _ in range(n):
        verbs.determinize(scene.rules, scene.state, seat, luck)
        yield scene


def only(scene, deck, hand):
    """Leave these cards unseen and put all others on the discard pile."""
    scene.hold(1, *hand)
    for card in deck:
        scene.take(card)
    counts = scene.cells["perp_deck"]
    scene.cells["perp_discard"] += counts
    counts[:] = 0
    for card in deck:
        counts[PERPS.index(card)] += 1
    scene.cells["deck_size"][0] = counts.sum()
    scene.cells["discard_size"][0] = scene.cells["perp_discard"].sum()


@pytest.mark.rule("BW-13")
def test_unknown_cards_are_drawn_out_of_all_unseen(scene, scaled):
    only(scene, ["Punks"] * 3 + ["Fatties"], ["Punks", "Punks", "Citi-def"])
    scene.cells["known"][1, 0] = 1
    n = scaled(REDRAWS)
    hands = np.array([after.cells["hand"][1].copy() for after in redraws(scene, 0, n)])
    assert (hands.sum(axis=1) == 3).all()
    assert (hands[:, 0] >= 1).all()
    for card, pool in (("Punks", 4), ("Fatties", 1), ("Citi-def", 1)):
        known = int(card == "Punks")
        found = hands[:, PERPS.index(card)] - known
        share = pool / 6
        spread = np.sqrt(2 * share * (1 - share) * (6 - 2) / (6 - 1) / n)
        assert abs(found.mean() - 2 * share) < 4 * spread


@pytest.mark.rule("BW-13", "BW-28")
def test_a_player_who_pays_has_the_cards_for_it(scene, scaled):
    only(scene, ["Punks"] * 5 + ["Hi-Ex"], ["Hi-Ex", "Punks"])
    scene.lay("1: closed | - | closed")
    scene.active = 1
    scene.phase = "PAY"
    scene.cells["pay_due"][0] = 3
    seen = [after.hand(1) for after in redraws(scene, 0, scaled(2000))]
    assert all("Hi-Ex" in hand for hand in seen)
    scene.phase = "ACT"
    scene.cells["pay_due"][0] = 0
    seen = [after.hand(1) for after in redraws(scene, 0, 100)]
    assert not all("Hi-Ex" in hand for hand in seen)


@pytest.mark.rule("BW-13")
def test_the_own_hand_stays(scene):
    scene.hold(0, "Punks", "Mob").hold(1, "Sniper", "Gas")
    before = scene.state.copy()
    for after in redraws(scene, 0, 20):
        assert after.hand(0) == {"Punks": 1, "Mob": 1}
        assert sum(after.hand(1).values()) == 2
    for after in redraws(scene, 1, 20):
        assert sum(after.hand(0).values()) == 2
    assert (before != scene.state).any()
