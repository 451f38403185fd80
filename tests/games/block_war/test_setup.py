"""Setting up: cards, the first Street, turning judges, hands, opening gates (BW-1..BW-13)."""

import numpy as np
import pytest

from tests.games.block_war.scene import JD, PERPS, Scene

DEALS = range(1, 60)
SEEDS = range(1000)


def sides(scene):
    """Judges that face P0 and P1."""
    facing = [int(face) for face in scene.cells["slot_face"]]
    return facing.count(0), facing.count(1)


@pytest.mark.rule("BW-1", "BW-5", "BW-6")
def test_components(deal):
    scene = deal(hand_p0=0, hand_p1=0, max_facing=5)
    assert scene.cells["gate"].shape == (2, 5)
    assert (scene.cells["gate"] == 1).all()
    assert (scene.cells["unit"] == -1).all()
    judges = scene.cells["jd_deck"] + scene.cells["jd_discard"]
    assert judges.sum() + len(scene.judges) == 30
    assert scene.pile("perp_deck") == dict(
        zip(PERPS, [8, 5, 5, 2, 3, 2, 4, 4, 2, 2, 2, 2, 3, 2], strict=True)
    )
    assert scene.pile("perp_discard") == {}


@pytest.mark.rule("BW-2", "BW-12", "BW-11", "BW-15")
def test_the_first_turn_is_that_of_player_0(deal):
    scene = deal(max_facing=5)
    assert (scene.phase, scene.decider, scene.turn) == ("OPEN", 0, 0)
    scene.do("OPEN 3", "OPEN 0")
    assert (scene.phase, scene.decider) == ("OPEN", 1)
    assert scene.legal() == {f"OPEN {gate}" for gate in range(5)}
    scene.do("OPEN 1")
    assert scene.legal() == {f"OPEN {gate}" for gate in (0, 2, 3, 4)}
    scene.do("OPEN 4")
    assert scene.gates(0) == ["open", "closed", "closed", "open", "closed"]
    assert scene.gates(1) == ["closed", "open", "closed", "closed", "open"]
    assert (scene.phase, scene.decider, scene.turn, scene.ap) == ("ACT", 0, 1, 5)


@pytest.mark.rule("BW-7", "BW-8")
def test_the_first_street(deal):
    faces, kinds = [], set()
    for seed in DEALS:
        scene = deal(seed=seed, max_facing=5)
        assert "-" not in scene.judges
        faces += list(scene.cells["slot_face"])
        kinds |= set(scene.names)
        assert scene.outcome()["jd_curfew"] == 0
    assert 0.35 < np.mean(faces) < 0.65
    assert kinds == set(JD[:11])


@pytest.mark.rule("BW-8", "BW-92")
def test_an_action_card_in_the_first_deal_has_no_effect(deal):
    found = 0
    for seed in DEALS:
        scene = deal(seed=seed, max_facing=5)
        laid_aside = scene.pile("jd_discard", JD)
        assert set(laid_aside) <= set(JD[11:])
        found += "About Turn" in laid_aside
        assert scene.outcome()["jd_about_turn"] == 0
        assert len([name for name in scene.names if name != "-"]) == 5
    assert found


@pytest.mark.rule("BW-9")
@pytest.mark.parametrize(
    ("facing_p1", "decider", "turns"), [(5, 1, 2), (4, 1, 1), (3, 1, 0), (1, 0, 1), (0, 0, 2)]
)
def test_a_player_turns_the_excess(deal, facing_p1, decider, turns):
    seed = next(
        seed for seed in SEEDS if sides(Scene(dealt=True, seed=seed, max_facing=5))[1] == facing_p1
    )
    scene = deal(seed=seed)
    assert sides(scene) == (5 - facing_p1, facing_p1)
    assert scene.outcome()["deal_facing_0"] == 5 - facing_p1
    for left in range(turns, 0, -1):
        assert (scene.phase, scene.decider) == ("ROTATE", decider)
        mine = {str(column) for column, judge in enumerate(scene.judges)
                if judge.endswith(f">P{decider}")}  # fmt: skip
        assert scene.legal("ROTATE") == mine
        assert scene.cells["hand"].sum() == 0, "hands are dealt later"
        scene.do(f"ROTATE {max(map(int, mine))}")
        assert scene.outcome()["rotated"] == turns - left + 1
    assert scene.phase == "OPEN"
    assert max(sides(scene)) <= 3
    assert list(scene.cells["hand"].sum(axis=1)) == [5, 5]


@pytest.mark.rule("BW-10", "BW-13")
def test_hands_come_out_of_the_deck_unseen(deal):
    scene = deal(max_facing=5)
    hands = scene.cells["hand"]
    assert list(hands.sum(axis=1)) == [5, 5]
    assert list(hands.sum(axis=0) + scene.cells["perp_deck"]) == [
        8, 5, 5, 2, 3, 2, 4, 4, 2, 2, 2, 2, 3, 2, 0, 0,
    ]  # fmt: skip
    assert not scene.cells["known"].any()
    assert scene.pair("hand_max") == (5, 5)


@pytest.mark.rule("BW-3")
def test_columns_join_slots_and_gates_of_both_players(scene):
    scene.lay("0: closed | - | open", "4: open | - | closed")
    scene.street("Tek>P0", "-", "-", "-", "Street>P0").fight()
    assert scene.show(4) == "destroyed | Street>P0 | closed"
    assert scene.show(0) == "closed | Tek>P0 | open"
