"""Refilling the Street: the furthest judge, DROP and SLIDE, JD action cards (BW-84..BW-95)."""

import pytest

from tests.games.block_war.scene import JD

STREET = ("Tek>P0", "Riot>P0", "Cannon>P0", "Street>P0", "Lawmaster>P0")


def turned(judge):
    return judge.replace("P0", "P#").replace("P1", "P0").replace("P#", "P1")


@pytest.mark.rule("BW-86", "BW-88", "BW-89")
@pytest.mark.parametrize(
    ("drawn", "after"),
    [("Rookie", ["Rookie", "Tek", "Riot", "Cannon", "Street"]),
     ("Street", ["Tek", "Riot", "Cannon", "Street", "Street"])],
)  # fmt: skip
def test_the_furthest_judge_makes_room(scene, drawn, after):
    scene.street(*STREET)
    scene.jd_piles(drawn)
    before = scene.pile("jd_discard", JD)["Lawmaster"]
    scene.do("END")
    assert scene.names == after
    assert scene.pile("jd_discard", JD)["Lawmaster"] == before + 1
    assert scene.outcome()["furthest_removed"] == 1


@pytest.mark.rule("BW-87", "BW-92", "BW-93")
def test_about_turn_is_drawn_before_a_judge(scene):
    scene.street(*STREET)
    scene.jd_piles("About Turn", "Rookie")
    rest = scene.judges[:4]
    scene.try_luck(
        "END", lambda played: played.outcome()["jd_about_turn"] and played.judge(0) == "Rookie>P1"
    )
    assert scene.judges[1:] == [turned(judge) for judge in rest]
    assert "About Turn" in scene.pile("jd_discard", JD)


@pytest.mark.rule("BW-86", "BW-57")
def test_a_named_judge_is_removed_uncollected(scene):
    scene.street(*STREET[:4], "Dredd>P0")
    scene.jd_piles("Rookie")
    scene.do("END")
    assert scene.pile("jd_discard", JD)["Dredd"] == 1
    assert scene.points == (0, 0)
    assert not scene.cells["jd_collected"].any()


@pytest.mark.rule("BW-89", "BW-88")
def test_a_slide_fills_the_first_gap_only(scene):
    scene.street("Tek>P1", "-", "Cannon>P1", "-", "Lawmaster>P1")
    scene.turn = 1
    scene.jd_piles("Rookie", "Street")
    wanted = ["Rookie", "Tek", "Cannon", "Street", "Lawmaster"]
    scene.try_luck("END", lambda played: played.names == wanted)
    assert scene.judges[1] == "Tek>P1"


@pytest.mark.rule("BW-89")
def test_markers_slide_with_their_judge(scene):
    scene.street("Rookie>P1 Hi-Ex", "Tek>P1 Boing", "-", "Cannon>P1", "Lawmaster>P1")
    scene.turn = 1
    scene.jd_piles("Giant")
    scene.do("END")
    assert scene.judges[1:] == ["Rookie>P1 Hi-Ex", "Tek>P1 Boing", "Cannon>P1", "Lawmaster>P1"]
    assert scene.names[0] == "Giant"


@pytest.mark.rule("BW-94")
def test_curfew(scene):
    scene.street(*STREET[:4], "-")
    scene.lay("0: open Punks | - | closed", "1: open | - | closed", "2: foamed | - | closed")
    scene.lay("4: closed | - | open")
    scene.turn = 1
    scene.jd_piles("Curfew", "Lawmaster")
    scene.try_luck("END", lambda played: played.outcome()["jd_curfew"] == 1)
    assert scene.gates(0) == ["open Punks", "closed", "foamed", "closed", "closed"]
    assert scene.gates(1)[4] == "closed"


@pytest.mark.rule("BW-95")
def test_forced_entry(scene):
    scene.street(*STREET[:4], "-")
    scene.lay("0: destroyed | - | open", "1: foamed | - | open", "2: closed Mob | - | open")
    scene.lay("3: closed | - | open", "4: closed | - | open")
    scene.turn = 1
    scene.jd_piles("Forced Entry", "Lawmaster")
    scene.try_luck("END", lambda played: played.outcome()["jd_forced_entry"] == 1)
    assert scene.gates(0) == ["destroyed", "foamed", "open Mob", "closed", "closed"]
    assert scene.gates(1) == ["open"] * 5


@pytest.mark.rule("BW-86")
def test_nothing_is_removed_after_a_kill(scene):
    scene.street("Riot>P0", "Rookie>P1", "Cannon>P0", "Street>P0", "Lawmaster>P0")
    scene.lay("1: open Citi-def | - | closed")
    scene.jd_piles("Tek")
    scene.do("END")
    assert scene.names == ["Riot", "Tek", "Cannon", "Street", "Lawmaster"]
    assert scene.outcome()["furthest_removed"] == 0


@pytest.mark.rule("BW-90", "BW-87", "BW-93")
def test_the_discard_pile_becomes_the_deck(arrange):
    # The world holds five units and About Turn: the removed Dredd must come back.
    scene = arrange(jd_mix=[0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 25, 0, 0])
    scene.street("Tek>P0", "Cannon>P0", "Street>P0", "Lawmaster>P0", "Dredd>P0")
    before = scene.judges[:4]
    scene.jd_piles(*["About Turn"] * 25)
    scene.do("END")
    assert scene.names == ["Dredd", "Tek", "Cannon", "Street", "Lawmaster"]
    row = scene.outcome()
    assert row["jd_reshuffles"] >= 1
    odd = row["jd_about_turn"] % 2
    assert scene.judges[1:] == [turned(judge) if odd else judge for judge in before]


@pytest.mark.rule("BW-91")
def test_a_street_without_judges_left(arrange):
    # Four units in all, so that one slot stays empty, at the deal and at each refill.
    scene = arrange(dealt=True, jd_mix=[4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0], open_gates=0)
    while scene.phase == "ROTATE":
        scene.do(sorted(scene.legal())[0])
    assert scene.names.count("-") == 1
    assert scene.outcome()["street_short"] == 1
    scene.do("END")
    assert scene.outcome()["street_short"] == 2
    scene.do("END")
    assert scene.outcome()["furthest_removed"] == 1
    assert scene.names.count("-") == 1


@pytest.mark.rule("BW-90")
def test_a_deck_without_units_draws_through_its_action_cards(arrange):
    scene = arrange(jd_mix=[6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24, 0, 0])
    scene.street("Rookie>P0", "Rookie>P0", "Rookie>P0", "Rookie>P0", "Rookie>P1")
    scene.jd_piles("About Turn")
    scene.do("END")
    assert "-" not in scene.names
    assert scene.outcome()["jd_reshuffles"] >= 1
    assert scene.outcome()["jd_about_turn"] >= 1
