"""Combat in one column."""

import pytest

from tests.games.block_war.scene import JD

TWO = pytest.mark.parametrize("continuation", ["two_exchanges", "until_blocked"])


def fought(scene, before):
    return scene.lay(f"2: {before}").fight().show(2)


@pytest.mark.rule("BW-45", "BW-52", "BW-55")
def test_an_open_gate_without_a_unit_falls(scene):
    assert fought(scene, "open | Street>P0 | closed") == "destroyed | Street>P0 | closed"
    assert scene.points == (0, 2)
    assert scene.pair("lost_jd") == (1, 0)


@pytest.mark.rule("BW-23", "BW-48")
def test_a_judge_is_shot_in_the_back(scene):
    assert fought(scene, "closed Punks | Street>P0 | open Punks") == (
        "closed Punks | - | open Punks"
    )


@pytest.mark.rule("BW-44", "BW-52")
def test_no_attack_no_shot(scene):
    assert fought(scene, "open | Tek>P0 | open") == "open | Tek>P0 | open"
    assert scene.fallen == 0


@pytest.mark.rule("BW-44", "BW-46", "BW-49")
def test_a_judge_without_attack_does_not_answer(scene):
    assert fought(scene, "open Mob | Tek>P0 | open Punks") == "open | - | open"


@pytest.mark.rule("BW-50", "BW-48")
@TWO
def test_a_judge_that_falls_in_exchange_2(arrange, continuation):
    scene = arrange(continuation=continuation)
    more = continuation == "until_blocked"
    first = "destroyed" if more else "open"
    assert fought(scene, "open Mob | Riot>P0 | open Mob") == f"{first} | - | open Mob"
    assert scene.pair("second_shots") == (0, int(more))


@pytest.mark.rule("BW-50")
@TWO
def test_going_on_until_blocked(arrange, continuation):
    scene = arrange(continuation=continuation)
    left = "open | - | open" if continuation == "until_blocked" else (
        "open Citi-def | - | open Citi-def"
    )  # fmt: skip
    assert fought(scene, "open Citi-def | Riot>P0 | open Citi-def") == left


@pytest.mark.rule("BW-26", "BW-71")
def test_a_reinforced_unit_holds(scene):
    assert fought(scene, "open Citi-def+1R | Street>P0 | open") == (
        "open Citi-def+1R | - | destroyed"
    )
    assert scene.points == (2, 0)
    assert scene.pair("lost_perp") == (0, 1)


@pytest.mark.rule("BW-26", "BW-49")
def test_a_reinforced_unit_wins_face_to_face(scene):
    assert fought(scene, "open Citi-def+1R | Street>P0 | open Citi-def") == (
        "open Citi-def+1R | - | open"
    )


@pytest.mark.rule("BW-57", "BW-56", "BW-46", "BW-71")
def test_three_backups_bring_dredd_down(scene):
    assert fought(scene, "open Punks+3B | Dredd>P0 | closed") == "open | - | closed"
    assert scene.points == (3, 0)
    assert scene.pile("perp_discard") == {"Punks": 1, "Backup": 3}
    assert "Dredd" not in scene.pile("jd_deck", JD) | scene.pile("jd_discard", JD)
    assert scene.outcome()["named_dredd"] == 0


@pytest.mark.rule("BW-53", "BW-48")
def test_dredd_falls_from_behind(scene):
    assert fought(scene, "open Citi-def+1B | Dredd>P1 | closed") == "open Citi-def+1B | - | closed"
    assert scene.points == (3, 0)


@pytest.mark.rule("BW-49", "BW-42")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("open Punks | - | open Punks", "open | - | open"),
        ("open Fatties | - | open Punks", "open Fatties | - | open"),
        ("open Punks | - | closed Punks", "open Punks | - | closed Punks"),
        ("open | - | open", "open | - | open"),
    ],
)
def test_face_to_face(scene, before, after):
    assert fought(scene, before) == after


@pytest.mark.rule("BW-48")
def test_a_tank_shoots_both_ways(scene):
    assert fought(scene, "open | Manta>P0 | open") == "destroyed | Manta>P0 | destroyed"
    assert scene.points == (2, 2)
    assert scene.outcome()["first_loser"] == 0  # its front shoots first


@pytest.mark.rule("BW-48", "BW-46")
@pytest.mark.parametrize(("unit", "left"), [("Mob", "open"), ("Citi-def", "open Citi-def")])
def test_a_tank_answers_from_behind(scene, unit, left):
    assert fought(scene, f"closed | Manta>P0 | open {unit}") == f"closed | - | {left}"


@pytest.mark.rule("BW-82", "BW-43", "BW-50")
def test_gas_silences_a_unit(scene):
    assert fought(scene, "open Citi-def | Rookie>P1 | open gassed Citi-def") == (
        "open Citi-def | - | open Citi-def"
    )


@pytest.mark.rule("BW-76", "BW-42")
def test_a_boing_takes_a_judge_out_of_combat(scene):
    assert fought(scene, "open Punks | Lawmaster>P1 Boing | open") == (
        "open Punks | Lawmaster>P1 | destroyed"
    )
    assert scene.fallen == 0
    assert scene.pile("perp_discard") == {"Boing": 1}


@pytest.mark.rule("BW-70")
@pytest.mark.parametrize(
    ("unit", "attack", "defense"),
    [("Punks", 1, 0), ("Mob", 2, 1), ("Citi-def", 2, 2), ("Fatties", 1, 3), ("Sniper", 2, 1)],
)
def test_plain_units(scene, unit, attack, defense):
    scene.lay(f"0: closed {unit} | - | closed")
    assert int(scene.cells["attack"][0, 0]) == attack
    assert int(scene.cells["defense"][0, 0]) == defense


@pytest.mark.rule("BW-51", "BW-52")
def test_a_unit_that_cannot_win_still_fires(scene):
    # Nobody asks the Punks: they fell the judge that shields the Citi-def, who then fell them.
    scene.lay("2: open Punks+1B | Tek>P0 | open Citi-def+1R").fight()
    assert scene.show(2) == "open | - | open Citi-def+1R"
    assert scene.pair("second_shots") == (1, 0)
