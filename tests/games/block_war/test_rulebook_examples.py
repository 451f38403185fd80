"""The examples that the rulebook gives."""

import pytest

from tests.games.block_war.scene import JD


@pytest.mark.rule("BW-47", "BW-44", "BW-46", "BW-56", "BW-57")
def test_example_1_a_rookie_and_punks_destroy_each_other(scene):
    scene.lay("0: closed | Rookie>P1 | open Punks").fight()
    assert scene.show(0) == "closed | - | open"
    assert scene.pile("perp_discard") == {"Punks": 1}
    assert scene.pile("jd_discard", JD) == {"Rookie": 1}
    assert scene.fallen == 1


@pytest.mark.rule("BW-49", "BW-45", "BW-100")
def test_example_2_the_way_to_the_gate_is_open(scene):
    scene.lay("0: open Citi-def | Rookie>P1 | open Punks").fight()
    assert scene.show(0) == "open Citi-def | - | destroyed"
    assert scene.points == (2, 0)


@pytest.mark.rule("BW-47", "BW-49", "BW-45")
def test_example_3_a_lawmaster_and_citi_def_fall(scene):
    scene.lay("0: open Citi-def | Lawmaster>P0 | open Punks").fight()
    assert scene.show(0) == "destroyed | - | open Punks"
    assert scene.points == (0, 2)


@pytest.mark.rule("BW-48", "BW-23", "BW-43", "BW-72")
def test_example_4_foam_keeps_both_from_fighting(scene):
    scene.lay("0: open Citi-def | Lawmaster>P1 | foamed Punks").fight()
    assert scene.show(0) == "open Citi-def | - | foamed Punks"
    assert scene.fallen == 1
    assert scene.points == (0, 0)


@pytest.mark.rule("BW-49", "BW-50")
@pytest.mark.parametrize(
    ("continuation", "theirs"),
    [("two_exchanges", "open"), ("until_blocked", "open"), ("strict_one", "open Punks")],
)
def test_example_5_a_survivor_shoots_again(arrange, continuation, theirs):
    scene = arrange(continuation=continuation)
    scene.lay("0: open Citi-def | Rookie>P0 | open Punks").fight()
    assert scene.show(0) == f"open Citi-def | - | {theirs}"
    assert scene.pair("second_shots") == (int(continuation != "strict_one"), 0)


@pytest.mark.rule("BW-20")
def test_moving_past_a_destroyed_gate(scene):
    scene.lay("0: open Citi-def+1B | - | closed", "1: destroyed | - | closed")
    scene.lay("3: closed Punks | - | closed")
    assert scene.legal("MOVE") == {"0 2", "0 4", "3 2", "3 4"}
    scene.do("MOVE 0 2")
    assert scene.gates(0) == ["open", "destroyed", "closed Citi-def+1B", "closed Punks", "closed"]
    assert scene.ap == 3


REFILLED = ["Giant", "Rookie", "Lawmaster", "Cannon", "Riot"]


@pytest.mark.rule("BW-87", "BW-88", "BW-89", "BW-84")
@pytest.mark.parametrize("middle", [False, True])
def test_slides_and_drops(scene, middle):
    if middle:
        scene.street("Lawmaster>P0", "-", "-", "Riot>P1", "-")
    else:
        scene.street("Lawmaster>P0", "-", "-", "-", "Riot>P1")
    scene.turn = 1
    scene.jd_piles("Rookie", "Cannon", "Giant")
    scene.try_luck("END", lambda played: played.names == REFILLED)
    # Those that slid keep their facings.
    assert scene.judges[2] == "Lawmaster>P0"
    assert scene.judges[4] == "Riot>P1"
