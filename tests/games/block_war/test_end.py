"""How a game ends: fallen players, points, ties, the limits (BW-96..BW-104)."""

import pytest

# Gates 0 to 3 of both players destroyed.
RUINS = [f"{column}: destroyed | - | destroyed" for column in range(4)]
CAUSES = ("destroyed", "useless", "points", "tie", "stalemate", "cap")


def cause(scene):
    return CAUSES[scene.end_cause] if scene.end_cause >= 0 else "running"


@pytest.mark.rule("BW-97", "BW-98", "BW-72")
def test_four_destroyed_and_one_foamed_gate_lose(scene):
    scene.lay(*[f"{column}: closed | - | destroyed" for column in range(4)])
    scene.lay("4: closed | - | foamed").fight()
    assert (scene.winner, cause(scene)) == (0, "useless")
    assert scene.outcome()["result"] == 0
    assert scene.pair("foamed") == (0, 1)


@pytest.mark.rule("BW-98", "BW-97")
def test_an_occupied_gate_is_useless_and_a_closed_one_is_not(scene):
    scene.lay(*[f"{column}: destroyed | - | closed" for column in range(4)])
    scene.lay("4: closed | - | open").fight()
    assert cause(scene) == "running"
    scene.lay("4: open Raiders | - | open").fight()
    assert (scene.winner, cause(scene)) == (1, "useless")
    assert scene.outcome()["result"] == 1


@pytest.mark.rule("BW-98")
def test_the_last_gate_destroyed(scene):
    scene.lay(*RUINS[:3], "3: closed | - | destroyed", "4: open Punks | - | open").fight()
    assert (scene.winner, cause(scene)) == (0, "destroyed")
    assert scene.pair("vp") == (10, 6)


@pytest.mark.rule("BW-99", "BW-100", "BW-101")
@pytest.mark.parametrize("giant", [True, False])
def test_both_fall(scene, giant):
    if giant:
        scene.collect(1, "Giant", 2)
    scene.lay(*RUINS, "4: open | Manta>P0 | open").fight()
    assert scene.points == (10, 12 if giant else 10)
    assert scene.winner == (1 if giant else -1)
    assert cause(scene) == ("points" if giant else "tie")
    row = scene.outcome()
    assert row["result"] == (1 if giant else 2)
    assert row["winners_mask"] == (2 if giant else 3)
    assert row["end_cause"] == (2 if giant else 3)


@pytest.mark.rule("BW-99", "BW-100", "BW-97")
def test_a_foamed_gate_gives_no_points(scene):
    scene.lay(*RUINS, "4: open | Rookie>P0 | foamed").fight()
    assert scene.points == (8, 10)
    assert (scene.winner, cause(scene)) == (1, "points")


@pytest.mark.rule("BW-96", "BW-72")
def test_the_end_waits_for_the_combat(scene):
    scene.lay(*[f"{column}: closed | - | destroyed" for column in range(4)])
    scene.lay("4: closed | - | open Punks").hold(0, "Foam")
    scene.do("PLAY Foam 4")
    assert scene.phase == "ACT"
    scene.do("END")
    assert (scene.winner, scene.decider, scene.phase) == (0, -1, "OVER")
    assert scene.legal() == set()


@pytest.mark.rule("BW-96", "BW-40")
def test_no_end_in_a_turn_without_combat(scene):
    scene.lay(*[f"{column}: closed | - | destroyed" for column in range(4)])
    scene.lay("4: closed | - | foamed")
    scene.turn = 1
    scene.do("END")
    assert cause(scene) == "running"
    assert scene.turn == 2


def full_street(scene):
    return scene.street(*["Street>P0"] * 3, "Lawmaster>P0", "Lawmaster>P0")


@pytest.mark.rule("BW-103", "BW-104")
@pytest.mark.parametrize(
    ("turn", "stall", "ending"),
    [(199, 39, "stalemate"), (200, 39, "cap"), (199, 38, "running")],
)
def test_limits(scene, turn, stall, ending):
    full_street(scene)
    scene.turn, scene.stall = turn, stall
    scene.do("END")
    assert cause(scene) == ending
    assert scene.stall == stall + 1
    assert scene.turn == (200 if ending == "running" else turn)
    if ending != "running":
        row = scene.outcome()
        assert (row["result"], row["winner"], row["winners_mask"]) == (3, -1, 0)


@pytest.mark.rule("BW-104")
@pytest.mark.parametrize(
    ("actions", "stall"),
    [(["TOGGLE 4", "TOGGLE 4"], 6), (["MOVE 3 2"], 6), (["BUY"], 0), (["PLAY Backup 3"], 0),
     (["UNFOAM 0", "DISCARD Foam"], 0), (["EVICT 1"], 0)],
)  # fmt: skip
def test_what_breaks_a_stall(scene, actions, stall):
    scene.lay("0: foamed | Street>P1 | closed", "1: open Raiders | Lawmaster>P1 | closed")
    scene.lay("2: closed | Street>P1 | closed", "3: closed Punks | Street>P1 | closed")
    scene.lay("4: closed | Lawmaster>P1 | closed").hold(0, "Backup", "Foam")
    scene.stall = 5
    scene.do(*actions, "END")
    assert scene.outcome()["jd_kills_1"] == 0
    assert scene.stall == stall


@pytest.mark.rule("BW-104", "BW-86")
def test_a_destroyed_judge_breaks_a_stall(scene):
    full_street(scene).lay("0: open Citi-def | - | closed")
    scene.stall = 5
    scene.do("END")
    assert scene.outcome()["jd_kills_0"] == 1
    assert scene.stall == 0


@pytest.mark.rule("BW-100")
def test_points_for_kills_have_a_top(arrange):
    scene = arrange(vp_plain_jd=5)
    scene.cells["kill_points"][0] = 29_998
    scene.lay("0: open Citi-def | Tek>P0 | closed").fight()
    assert scene.cells["kill_points"][0] == 30_000
