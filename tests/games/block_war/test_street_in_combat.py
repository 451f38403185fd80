"""Combat across columns: judges that shoot aside, Judge Dredd, Hi-Explosive, Raiders."""

import pytest


@pytest.mark.rule("BW-4", "BW-52")
def test_a_marksman_shoots_to_the_left_of_the_one_it_faces(scene):
    scene.lay("1: open | - | closed", "2: open Punks | Left>P0 | closed").fight()
    assert scene.show(1) == "destroyed | - | closed"
    assert scene.show(2) == "open Punks | - | closed"


@pytest.mark.rule("BW-4", "BW-52")
def test_the_second_players_left_is_the_other_way(scene):
    scene.lay("2: closed | Left>P1 | closed", "3: closed | - | open Citi-def").fight()
    assert scene.show(3) == "closed | - | open"


@pytest.mark.rule("BW-4", "BW-52")
def test_the_right_is_the_mirror_image(scene):
    scene.lay("2: closed | Right>P0 | closed", "3: open | - | closed").fight()
    assert scene.show(3) == "destroyed | - | closed"


@pytest.mark.rule("BW-52", "BW-4")
def test_no_column_no_shot(scene):
    scene.lay("0: open | Left>P0 | closed").fight()
    assert scene.show(0) == "open | Left>P0 | closed"


@pytest.mark.rule("BW-53")
@pytest.mark.parametrize(
    ("columns", "after"),
    [
        (["open Citi-def", "open Punks", "open"], ["open", "open Punks", "open"]),
        (["open", "closed", "open"], ["destroyed", "closed", "open"]),
        (
            ["open Citi-def", "open", "closed Citi-def+1B"],
            ["open", "open", "closed Citi-def+1B"],
        ),
        (["open", "open", "open"], ["open", "destroyed", "open"]),
    ],
)
def test_dredd_takes_the_strongest_gate(scene, columns, after):
    for column, gate in zip((1, 2, 3), columns, strict=True):
        scene.lay(f"{column}: {gate} | {'Dredd>P0' if column == 2 else '-'} | closed")
    scene.fight()
    assert scene.gates(0)[1:4] == after
    assert scene.judge(2) == "Dredd>P0"


@pytest.mark.rule("BW-73", "BW-55", "BW-56", "BW-58", "BW-23")
def test_a_blast_destroys_a_closed_gate_with_its_unit(scene):
    scene.lay("1: closed | Rookie>P1 Hi-Ex | closed Citi-def+1B+1R").fight()
    assert scene.show(1) == "closed | Rookie>P1 | destroyed"
    assert scene.pile("perp_discard") == {"Citi-def": 1, "Backup": 1, "Reinforce": 1, "Hi-Ex": 1}
    assert scene.points == (2, 0)
    assert scene.pair("lost_hiex") == (0, 1)
    assert scene.pair("units_lost_hiex") == (0, 1)
    assert scene.pair("gates_by_hi_explosive") == (1, 0)


@pytest.mark.rule("BW-73", "BW-75")
def test_no_blast_at_an_open_gate(scene):
    scene.lay("1: closed | Rookie>P1 Hi-Ex | open Citi-def+1B+1R").fight()
    assert scene.show(1) == "closed | - | open Citi-def+1B+1R"
    assert scene.pile("perp_discard") == {"Hi-Ex": 1}


@pytest.mark.rule("BW-73", "BW-47")
def test_the_blast_comes_before_the_shot_in_the_back(scene):
    scene.lay("1: open Punks | Rookie>P1 Hi-Ex | closed Citi-def").fight()
    assert scene.show(1) == "open Punks | - | destroyed"
    assert scene.points == (2, 0)


@pytest.mark.rule("BW-41", "BW-62", "BW-57")
def test_a_judge_felled_before_its_column_does_not_blast(scene):
    scene.lay("0: open Sniper | - | closed", "1: closed | Rookie>P1 Hi-Ex | closed").fight()
    assert scene.show(1) == "closed | - | closed"
    assert scene.pile("perp_discard") == {"Hi-Ex": 1}


@pytest.mark.rule("BW-73")
def test_a_blast_goes_straight_ahead(scene):
    scene.lay("1: closed | Left>P1 Hi-Ex | closed", "2: closed | - | open").fight()
    assert scene.show(1) == "closed | Left>P1 | destroyed"
    assert scene.show(2) == "closed | - | open"


@pytest.mark.rule("BW-74")
@pytest.mark.parametrize("hits", [True, False])
def test_a_blast_and_a_foamed_gate(arrange, hits):
    scene = arrange(hiex_hits_foam=hits)
    scene.lay("1: closed | Rookie>P1 Hi-Ex | foamed").fight()
    assert scene.show(1) == f"closed | Rookie>P1 | {'destroyed' if hits else 'foamed'}"
    assert scene.pile("perp_discard") == {"Hi-Ex": 1} | ({"Foam": 1} if hits else {})


@pytest.mark.rule("BW-80", "BW-54")
def test_raiders_and_a_rookie_fell_each_other(scene):
    scene.lay("2: open | Rookie>P1 | open Raiders").fight()
    assert scene.show(2) == "open | - | open"
    assert scene.pair("occupied") == (0, 0)
    assert scene.pair("units_lost_jd") == (1, 0)
    assert scene.pair("jd_kills") == (1, 0)


@pytest.mark.rule("BW-80", "BW-48")
def test_raiders_shoot_a_judge_in_the_back(scene):
    scene.lay("2: open | Rookie>P0 | open Raiders").fight()
    assert scene.show(2) == "destroyed | - | open Raiders"
    assert scene.pair("occupied") == (0, 1)


@pytest.mark.rule("BW-54", "BW-80")
def test_raiders_take_no_part_face_to_face(scene):
    scene.lay("2: open Punks | - | open Raiders").fight()
    assert scene.show(2) == "open Punks | - | open Raiders"


@pytest.mark.rule("BW-80", "BW-57")
def test_a_named_judge_felled_by_raiders_goes_to_their_owner(arrange):
    scene = arrange(perp_attack=[1, 2, 2, 1, 2, 4, 1, 0, 0, 0, 0, 0, 0, 0])
    scene.lay("2: closed | Giant>P1 | open Raiders").fight()
    assert scene.show(2) == "closed | - | open"
    assert scene.points == (2, 0)
    assert scene.outcome()["named_giant"] == 0


@pytest.mark.rule("BW-41")
def test_columns_are_resolved_one_after_the_other(scene):
    # The marksman of column 1 clears the way for the Punks of column 2, not for those of 0.
    scene.lay("0: open Punks | - | open Fatties", "1: closed | Left>P1 | closed")
    scene.lay("2: open Punks | - | open Mob").fight()
    assert scene.gates(1)[:3] == ["open Fatties", "closed", "destroyed"]
    assert scene.gates(0)[:3] == ["open", "closed", "open Punks"]
