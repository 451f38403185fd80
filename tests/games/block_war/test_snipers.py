"""Snipers: where they may aim, who decides, what an aim brings."""

import pytest


@pytest.fixture
def surrounded(scene):
    """A sniper in column 2 with a judge in each column around it."""
    scene.lay("1: closed | Rookie>P0 | closed", "2: open Sniper | Rookie>P1 | closed")
    return scene.lay("3: closed | Lawmaster>P0 | closed")


@pytest.mark.rule("BW-60", "BW-61", "BW-62")
@pytest.mark.parametrize("aim", [1, 2, 3])
def test_a_sniper_fells_a_judge_around_it(surrounded, aim):
    before = surrounded.judges
    surrounded.fight(f"AIM {aim}")
    left = ["-" if column == aim else judge for column, judge in enumerate(before)]
    assert surrounded.judges == left
    assert surrounded.gates(0)[2] == "open Sniper"
    side = {1: "left", 2: "front", 3: "right"}[aim]
    assert surrounded.pair(f"aim_{side}") == (1, 0)
    assert surrounded.pair("sniper_kills") == (1, 0)


@pytest.mark.rule("BW-60", "BW-62")
def test_all_three_columns_are_offered_when_the_back_is_due(surrounded):
    surrounded.jd_piles("Tek")
    surrounded.do("END")
    assert (surrounded.phase, surrounded.decider) == ("AIM", 0)
    assert surrounded.legal() == {"AIM 1", "AIM 2", "AIM 3"}
    assert int(surrounded.cells["column"][0]) == 2
    assert int(surrounded.cells["stage"][0]) == 1
    assert surrounded.outcome()["aim_decisions_0"] == 0
    surrounded.do("AIM 3")
    assert surrounded.outcome()["aim_decisions_0"] == 1
    assert surrounded.active == 1


@pytest.mark.rule("BW-60", "BW-46")
def test_who_aims_aside_is_shot_at_all_the_same(scene):
    scene.lay("2: open Sniper | Rookie>P0 | closed", "3: open Punks | Rookie>P1 | open")
    scene.fight("AIM 3")
    assert scene.show(2) == "open | Rookie>P0 | closed"
    assert scene.show(3) == "open Punks | - | destroyed"
    assert scene.points == (2, 0)


@pytest.mark.rule("BW-60", "BW-61")
@pytest.mark.parametrize(
    ("aim", "after"),
    [(1, ["closed", "destroyed", "closed", "open Citi-def"]),
     (3, ["closed", "open", "closed", "open"])],
)  # fmt: skip
def test_a_sniper_shoots_at_gates_aside(scene, aim, after):
    scene.lay("1: closed | - | open", "2: open Sniper | - | closed")
    scene.lay("3: closed | - | open Citi-def").fight(f"AIM {aim}")
    assert scene.gates(1)[:4] == after
    assert scene.pair("lost_sniper") == (0, int(aim == 1))
    assert scene.pair("sniper_kills") == (int(aim == 3), 0)


@pytest.mark.rule("BW-62")
def test_a_single_target_is_no_decision(scene):
    scene.lay("2: open Sniper | - | open Sniper").fight()
    assert scene.show(2) == "open | - | open"
    assert scene.pair("aim_front") == (1, 1)
    assert scene.pair("aim_decisions") == (0, 0)


@pytest.mark.rule("BW-62", "BW-60")
def test_the_active_player_picks_and_the_other_is_forced(scene):
    scene.lay("1: closed | - | open", "2: open Sniper | - | open Sniper").fight("AIM 1")
    assert scene.gates(1)[1:3] == ["destroyed", "open Sniper"]
    assert scene.gates(0)[2] == "open"


@pytest.mark.rule("BW-60", "BW-41")
@pytest.mark.parametrize(("aim", "judges"), [(1, ["Rookie>P1", "-"]), (0, ["-", "-"])])
def test_aiming_at_a_column_that_is_to_come(scene, aim, judges):
    scene.lay("0: open Sniper | Rookie>P1 | closed", "1: open Punks | Rookie>P1 | open")
    scene.fight(f"AIM {aim}")
    assert scene.judges[:2] == judges
    assert scene.show(1) == "open Punks | - | destroyed"
    assert scene.pair("lost_perp") == (0, int(aim == 1))
    assert scene.pair("lost_jd") == (0, int(aim == 0))


@pytest.mark.rule("BW-60", "BW-49")
@pytest.mark.parametrize("aim", [1, 2])
def test_aiming_ahead_goes_on_and_aiming_aside_does_not(scene, aim):
    scene.lay("1: closed | - | open", "2: open Sniper | Tek>P0 | open").fight(f"AIM {aim}")
    assert scene.gates(1)[1:3] == (["destroyed", "open"] if aim == 1 else ["open", "destroyed"])
    assert scene.judge(2) == ("Tek>P0" if aim == 1 else "-")


@pytest.mark.rule("BW-57", "BW-62")
@pytest.mark.parametrize("first", [3, 2])
def test_two_snipers_of_one_column(scene, first):
    scene.lay("2: open Sniper | - | open Sniper", "3: closed | Rookie>P0 | closed")
    scene.fight(f"AIM {first}", "AIM 3")
    assert scene.judge(3) == "-"
    assert scene.fallen == 1
    if first == 3:
        assert scene.show(2) == "open Sniper | - | open Sniper"
        assert scene.pair("jd_kills") == (1, 0)
    else:
        assert scene.show(2) == "open Sniper | - | open"
        assert scene.pair("jd_kills") == (0, 1)


@pytest.mark.rule("BW-61", "BW-62")
def test_past_the_judge_only_by_ruling(arrange):
    column = "2: open Sniper | Rookie>P0 | open"
    scene = arrange()
    scene.lay(column).fight()
    assert scene.show(2) == "open | - | open"
    for aim in ("PAST 2", "AIM 2"):
        scene = arrange(sniper_reach="any_in_column")
        scene.lay(column).fight(aim)
        past = aim == "PAST 2"
        assert scene.show(2) == ("open | Rookie>P0 | destroyed" if past else "open | - | open")
        assert scene.points == ((2, 0) if past else (0, 0))
        assert scene.pair("aim_front") == (1, 0)


@pytest.mark.rule("BW-61", "BW-54")
def test_own_raiders_are_no_target(scene):
    scene.lay("1: closed | - | open Raiders", "2: open Sniper | - | closed").fight()
    assert scene.show(1) == "closed | - | open Raiders"
    assert scene.pair("aim_left") == (0, 0)


@pytest.mark.rule("BW-60", "BW-4")
def test_the_second_players_aims_are_told_from_its_side(scene):
    scene.lay("1: open | - | closed", "2: closed | - | open Sniper", "3: open | - | closed")
    scene.fight("AIM 1")
    assert scene.gates(0)[1:4] == ["destroyed", "closed", "open"]
    assert scene.pair("aim_right") == (0, 1)
