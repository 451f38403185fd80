"""Numbers: each changes something, in a test named after it."""

import numpy as np
import pytest

from tests.games.block_war.scene import JD, PERPS

PERP_KINDS, JD_KINDS = len(PERPS), len(JD)


def numbers(kinds, value):
    return [value] * kinds


@pytest.mark.rule("BW-52")
def test_jd_front_attack(arrange):
    scene = arrange(jd_front_attack=numbers(JD_KINDS, 0))
    scene.lay("2: open | Street>P0 | closed").fight()
    assert scene.gates(0)[2] == "open"


@pytest.mark.rule("BW-47")
def test_jd_front_defense(arrange):
    scene = arrange(jd_front_defense=numbers(JD_KINDS, 1))
    scene.lay("2: open Punks | Dredd>P0 | closed").fight()
    assert scene.judge(2) == "-"


@pytest.mark.rule("BW-48")
def test_jd_rear_attack(arrange):
    scene = arrange(jd_rear_attack=numbers(JD_KINDS, 1))
    scene.lay("2: closed | Tek>P0 | open").fight()
    assert scene.gates(1)[2] == "destroyed"


@pytest.mark.rule("BW-48")
def test_jd_rear_defense(arrange):
    scene = arrange(jd_rear_defense=numbers(JD_KINDS, 2))
    scene.lay("2: closed | Street>P0 | open Punks").fight()
    assert scene.judge(2) == "Street>P0"


@pytest.mark.rule("BW-70", "BW-43")
def test_perp_attack(arrange):
    scene = arrange(perp_attack=numbers(PERP_KINDS, 0))
    scene.lay("2: open Citi-def | - | open").fight()
    assert scene.gates(1)[2] == "open"


@pytest.mark.rule("BW-70")
def test_perp_defense(arrange):
    scene = arrange(perp_defense=numbers(PERP_KINDS, 2))
    scene.lay("2: open Punks | Rookie>P0 | closed").fight()
    assert scene.show(2) == "open Punks | - | closed"


@pytest.mark.rule("BW-21")
def test_perp_ap(arrange):
    scene = arrange(perp_ap=[0, *numbers(PERP_KINDS - 1, 9)])
    scene.hold(0, "Punks", "Mob").do("PLAY Punks 0")
    assert scene.ap == 5
    assert scene.legal("PLAY") == set()


@pytest.mark.rule("BW-10")
def test_hand_p0(deal):
    assert list(deal(hand_p0=7, max_facing=5).cells["hand_size"]) == [7, 5]


@pytest.mark.rule("BW-10")
def test_hand_p1(deal):
    assert list(deal(hand_p1=0, max_facing=5).cells["hand_size"]) == [5, 0]


@pytest.mark.rule("BW-11")
def test_open_gates(deal):
    scene = deal(open_gates=0, max_facing=5)
    assert (scene.phase, scene.active, scene.turn) == ("ACT", 0, 1)
    scene = deal(open_gates=1, max_facing=5).do("OPEN 2", "OPEN 2")
    assert scene.show(2).count("open") == 2
    assert scene.phase == "ACT"


@pytest.mark.rule("BW-9")
def test_max_facing(deal):
    assert "ROTATE" in {deal(seed=seed).phase for seed in range(30)}
    assert {deal(seed=seed, max_facing=5).phase for seed in range(30)} == {"OPEN"}


@pytest.mark.rule("BW-15")
@pytest.mark.parametrize("player", [0, 1])
def test_ap_of_a_player(arrange, player):
    scene = arrange(**{f"ap_p{player}": 8})
    scene.active = 1 - player
    scene.do("END")
    assert (scene.active, scene.ap) == (player, 8)


def test_ap_p0(arrange):
    test_ap_of_a_player(arrange, 0)


def test_ap_p1(arrange):
    test_ap_of_a_player(arrange, 1)


@pytest.mark.rule("BW-15")
def test_ap_first_turn(deal):
    scene = deal(ap_first_turn=0, open_gates=0, max_facing=5)
    assert (scene.turn, scene.ap) == (1, 0)
    scene.do("END")
    assert scene.ap == 5


@pytest.mark.rule("BW-18")
def test_cost_buy(arrange):
    scene = arrange(cost_buy=3).do("BUY")
    assert (scene.ap, scene.outcome()["ap_buy_0"]) == (2, 3)
    assert "BUY" not in scene.legal()


@pytest.mark.rule("BW-19")
def test_cost_toggle(arrange):
    scene = arrange(cost_toggle=4).do("TOGGLE 1")
    assert (scene.ap, scene.outcome()["ap_toggle_0"]) == (1, 4)
    assert scene.legal("TOGGLE") == set()


@pytest.mark.rule("BW-20")
def test_cost_move_step(arrange):
    scene = arrange(cost_move_step=2).lay("0: closed Punks | - | closed")
    assert scene.legal("MOVE") == {"0 1", "0 2"}
    assert scene.do("MOVE 0 2").ap == 1


@pytest.mark.rule("BW-17")
def test_min_open_gates(arrange):
    assert "END" not in arrange(min_open_gates=1).legal()
    assert "END" in arrange(min_open_gates=1).lay("0: open Raiders | - | closed").legal()


@pytest.mark.rule("BW-53")
@pytest.mark.parametrize("reach", [0, 1, 2])
def test_dredd_ranges(arrange, reach):
    scene = arrange(dredd_range=reach)
    scene.lay("0: open Mob | - | closed", "1: open Punks | - | closed")
    scene.lay("2: open | Dredd>P0 | closed").fight()
    assert (
        scene.gates(0)[:3]
        == [
            ["open Mob", "open Punks", "destroyed"],
            ["open Mob", "open", "open"],
            ["open", "open Punks", "open"],
        ][reach]
    )


def test_dredd_range(arrange):
    test_dredd_ranges(arrange, 2)


@pytest.mark.rule("BW-7")
def test_facing_p0_probability(deal):
    for chance, facing in ((0.0, 1), (1.0, 0)):
        for seed in range(10):
            scene = deal(seed=seed, facing_p0_probability=chance, max_facing=5)
            assert set(scene.cells["slot_face"]) == {facing}
    faces = [
        deal(seed=seed, facing_p0_probability=0.8, max_facing=5).outcome()["deal_facing_0"]
        for seed in range(100)
    ]
    assert 0.72 < np.mean(faces) / 5 < 0.88


@pytest.mark.rule("BW-28")
def test_foam_price(arrange):
    scene = arrange(foam_price=5).lay("1: foamed | - | closed").hold(0, "Hi-Ex")
    assert scene.legal("UNFOAM") == set()
    scene.hold(0, "Mob").do("UNFOAM 1", "DISCARD Mob", "DISCARD Hi-Ex")
    assert scene.gates(0)[1] == "closed"


@pytest.mark.rule("BW-29")
def test_evict_price(arrange):
    scene = arrange(evict_price=1).lay("1: open Raiders | - | closed").do("EVICT 1")
    assert (scene.ap, scene.pair("ap_other")) == (4, (1, 0))


@pytest.mark.rule("BW-100")
def test_vp_gate(arrange):
    scene = arrange(vp_gate=7).lay("1: open | Rookie>P0 | closed").fight()
    assert scene.points == (0, 7)


@pytest.mark.rule("BW-100", "BW-57")
def test_vp_dredd(arrange):
    scene = arrange(vp_dredd=0).lay("2: open Punks+3B | Dredd>P0 | closed").fight()
    assert scene.points == (0, 0)
    assert list(scene.cells["jd_collected"]) == [1, 0]
    assert "Dredd" not in scene.pile("jd_discard", JD)


@pytest.mark.rule("BW-100")
def test_vp_giant(arrange):
    scene = arrange(vp_giant=9).lay("2: open Punks+2B | Giant>P0 | closed").fight()
    assert scene.points == (9, 0)


@pytest.mark.rule("BW-100")
def test_vp_plain_jd(arrange):
    scene = arrange(vp_plain_jd=2).lay("2: closed | Street>P0 | open Punks").fight()
    assert scene.points == (0, 2)
    assert "Street" in scene.pile("jd_discard", JD)


@pytest.mark.rule("BW-100")
def test_vp_perp_unit(arrange):
    scene = arrange(vp_perp_unit=1)
    scene.lay("1: open Punks | Street>P0 | closed", "2: closed | Rookie>P1 Hi-Ex | closed Mob")
    scene.lay("3: open Raiders | Street>P0 | closed", "4: open Fatties | - | open Punks").fight()
    # P0 loses the Punks; P1 loses the Mob, the Raiders and the other Punks; a gate is worth 2.
    assert scene.points == (5, 1)
    scene = arrange(vp_perp_unit=1).lay("1: open Raiders | - | closed").do("EVICT 1")
    assert scene.points == (0, 0)


@pytest.mark.rule("BW-97")
def test_useless_to_lose(arrange):
    scene = arrange(useless_to_lose=1).lay("1: open | Rookie>P0 | closed").fight()
    assert (scene.winner, scene.end_cause) == (1, 0)


@pytest.mark.rule("BW-103")
def test_max_turns(arrange):
    scene = arrange(max_turns=20)
    scene.turn = 20
    assert scene.do("END").end_cause == 5


@pytest.mark.rule("BW-104")
def test_stall_turns(arrange):
    scene = arrange(stall_turns=2)
    assert scene.do("END").end_cause == -1
    assert scene.do("END").end_cause == 4
    scene = arrange(stall_turns=0)
    scene.stall = 100
    assert scene.do("END").end_cause == -1
