"""Sunrise steps 3 to 5: meeting, win check, countdown (BB-81..BB-84, BB-92)."""

import pytest

UNIVERSITY = "Privatized University"


@pytest.mark.rule("BB-81", "BB-82")
def test_as_many_blocs_as_cards_turn_the_next_card(scene):
    scene.conditions(UNIVERSITY, "Supermax Prison")
    scene.conditions_deck("Popular", "Strategic")
    scene.send_to_meeting("Prisoners", 2)
    scene.found("Prisoners", "Hall", "D18", "D20")
    scene.sunrise(3)
    assert len(scene.conditions_up) == 3
    assert scene.asking == ("Prisoners", "RETURN")
    assert scene.legal() == {"DISTRICT D18", "DISTRICT D20"}
    scene.do("DISTRICT D20")
    assert scene.blocs("D20") == {"Prisoners": 2}
    assert scene.at_meeting("Prisoners") == 0


@pytest.mark.rule("BB-81")
def test_six_blocs_turn_three_cards_from_one(scene):
    scene.send_to_meeting("Workers", 4)
    scene.send_to_meeting("Students", 2)
    scene.sunrise(3)
    assert len(scene.conditions_up) == 4


@pytest.mark.rule("BB-81")
def test_five_blocs_turn_two_cards_from_one(scene):
    scene.send_to_meeting("Workers", 5)
    scene.sunrise(3)
    assert len(scene.conditions_up) == 3


@pytest.mark.rule("BB-81", "BB-82")
def test_too_few_blocs_turn_none_and_go_home(scene):
    scene.conditions(UNIVERSITY, "Supermax Prison", "Popular")
    scene.send_to_meeting("Workers", 2)
    scene.found("Workers", "Start", "D5")
    scene.sunrise(3)
    assert len(scene.conditions_up) == 3
    assert scene.blocs("D5") == {"Workers": 2}


@pytest.mark.rule("BB-81")
def test_the_meeting_ends_with_the_deck(scene):
    scene.conditions_deck("Popular")
    scene.send_to_meeting("Workers", 9)
    scene.sunrise(3)
    assert scene.conditions_up == [UNIVERSITY, "Popular"]


@pytest.mark.rule("BB-82")
def test_without_an_occupation_all_blocs_return_to_one_own_district(scene):
    scene.send_to_meeting("Workers", 3)
    scene.sunrise(3)
    assert scene.asking == ("Workers", "RETURN")
    assert scene.legal() == {"DISTRICT D5", "DISTRICT D10", "DISTRICT D19"}
    scene.put_squads(D19=1)
    scene.do("DISTRICT D19")
    assert scene.blocs("D19") == {"Workers": 3}


@pytest.mark.rule("BB-82")
def test_factions_return_in_turn_order(scene):
    scene.first_faction = "Prisoners"
    for faction in ("Workers", "Prisoners"):
        scene.send_to_meeting(faction, 1)
    scene.sunrise(3)
    assert scene.asking == ("Prisoners", "RETURN")
    scene.do("DISTRICT D18")
    assert scene.asking == ("Workers", "RETURN")


@pytest.mark.rule("BB-83")
@pytest.mark.parametrize(("last", "result"), [("D18", "win"), ("D11", "running")])
def test_all_win_when_every_token_lies_on_a_card(arrange, last, result):
    scene = arrange(players=3, factions=("Workers", "Students", "Prisoners"))
    scene.conditions(UNIVERSITY, "Supermax Prison", "Popular")
    scene.found("Workers", "Hall", "D20", "D21")
    scene.found("Students", "Hall", "D16")
    scene.found("Prisoners", "Hall", last)
    scene.liberate("D20", "D21", "D16", last)
    scene.sunrise(4)
    assert scene.result == result
    assert scene.returns() == ([1, 1, 1] if result == "win" else [0, 0, 0])


@pytest.mark.rule("BB-83")
def test_the_win_waits_for_step_four(arrange):
    scene = arrange(players=2)
    scene.conditions("Popular", UNIVERSITY)
    scene.liberate("D20", "D21", "D16")
    scene.found("Workers", "Hall", "D20", "D21")
    scene.put_blocs("Students", D16=1)
    scene.turn("Students", 5)
    scene.do("BUILD D16 Hall")
    assert len(scene.tokens) == 2
    assert scene.result == "running"
    # Police takes the bloc and the occupation before the check.
    scene.put_squads(D16=2)
    scene.sunrise(1)
    assert len(scene.tokens) == 1
    scene.sunrise(4)
    assert scene.result == "running"


@pytest.mark.rule("BB-83", "BB-84", "BB-92")
def test_one_token_short_the_countdown_runs_out(scene):
    scene.countdown, scene.morale = 2, 4
    scene.conditions(UNIVERSITY, "Popular", "Supermax Prison")
    scene.found("Workers", "Hall", "D20", "D21")
    scene.found("Students", "Hall", "D16")
    scene.found("Prisoners", "Hall", "D18")
    scene.liberate("D20", "D21", "D16", "D18")
    assert len(scene.tokens) == 3
    scene.sunrise(4, last=5)
    assert scene.countdown == -1
    assert scene.result == "lose_time"
    assert scene.returns() == [0, 0, 0, 0]


@pytest.mark.rule("BB-83", "BB-92")
def test_the_last_district_in_the_last_night_still_wins(arrange):
    scene = arrange(players=2)
    scene.countdown = 1
    scene.conditions("Popular", UNIVERSITY)
    scene.found("Workers", "Hall", "D21", "D22")
    scene.found("Students", "Hall", "D16")
    scene.liberate("D21", "D22")
    scene.put_blocs("Students", D16=9)
    scene.put_blocs("Workers", D16=3)
    scene.next_liberation(28)
    scene.sunrise(2, last=5)
    scene.do("B", "B")
    assert scene.result == "win"
    assert scene.countdown == 1
    assert scene.returns() == [1, 1]


@pytest.mark.rule("BB-84")
@pytest.mark.parametrize(("morale", "steps"), [(0, 1), (1, 2), (2, 2), (3, 2), (4, 3)])
def test_morale_sets_the_pace_of_the_countdown(scene, morale, steps):
    scene.morale = morale
    scene.sunrise(5)
    assert scene.countdown == 6 - steps


@pytest.mark.rule("BB-84")
def test_the_next_faction_begins_the_next_night(scene):
    scene.countdown = 3
    scene.sunrise(5)
    assert scene.countdown == 1
    assert scene.first_faction == "Students"
    assert scene.night == 4
    assert scene.result == "running"


@pytest.mark.rule("BB-84")
def test_the_first_faction_moves_round_the_table(scene):
    scene.first_faction = "Prisoners"
    scene.sunrise(5)
    assert scene.first_faction == "Workers"


@pytest.mark.rule("BB-84", "BB-92")
@pytest.mark.parametrize(("countdown", "result"), [(2, "lose_time"), (3, "running")])
def test_at_zero_all_lose(scene, countdown, result):
    scene.countdown = countdown
    scene.sunrise(5)
    assert scene.result == result
