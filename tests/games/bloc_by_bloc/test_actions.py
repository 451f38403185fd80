"""Moving, meeting, barricades (BB-42..BB-46)."""

import pytest

ALL_IDS = {f"D{tile}" for tile in range(1, 23)}


@pytest.mark.rule("BB-42", "BB-39")
def test_a_mob_moves_with_one_die_and_may_leave_blocs_behind(scene):
    scene.put_blocs("Workers", D5=4)
    scene.turn("Workers", 5, 1)
    scene.do("MOVE D5", "COUNT 3", "DISTRICT D10")
    assert scene.blocs("D5") == {"Workers": 1}
    assert scene.blocs("D10") == {"Workers": 3}
    assert scene.dice == [5]


@pytest.mark.rule("BB-42", "BB-31")
@pytest.mark.parametrize(
    ("metro", "goals"), [(False, {"D2"}), (True, ALL_IDS - {"D4"})], ids=["lockdown", "open"]
)
def test_a_solo_squad_on_the_only_street_leaves_the_metro(arrange, metro, goals):
    scene = arrange(shelter="D17")
    scene.back(metro=metro)
    scene.put_blocs("Prisoners", D4=1)
    scene.put_squads(D2=1)
    scene.turn("Prisoners", 1)
    scene.do("MOVE D4")
    assert scene.legal("DISTRICT") == goals


@pytest.mark.rule("BB-42")
def test_a_move_may_end_with_police_but_not_pass_it(scene):
    scene.back(metro=False)
    scene.put_blocs("Workers", D18=2)
    scene.put_vans("D13")
    scene.put_squads(D22=1)
    scene.turn("Workers", 1)
    scene.do("MOVE D18", "COUNT 2")
    assert scene.legal("DISTRICT") == {"D13", "D21", "D22"}


@pytest.mark.rule("BB-42")
def test_barricades_do_not_hinder_blocs(scene):
    scene.put_blocs("Workers", D5=1)
    scene.put_barricades({22: 3, 24: 3, 25: 3})
    scene.back(metro=False)
    scene.turn("Workers", 1)
    scene.do("MOVE D5", "DISTRICT D14")
    assert scene.blocs("D14") == {"Workers": 1}
    assert scene.barricades == {22: 3, 24: 3, 25: 3}


@pytest.mark.rule("BB-43")
def test_a_solo_bloc_of_the_students_passes_through_police(scene):
    scene.back(metro=False)
    scene.put_blocs("Students", D18=1)
    scene.put_vans("D13")
    scene.put_squads(D22=1)
    scene.turn("Students", 1)
    scene.do("MOVE D18")
    assert scene.legal("DISTRICT") == ALL_IDS - {"D18"}


@pytest.mark.rule("BB-43")
def test_two_blocs_of_the_students_do_not_pass_through_police(scene):
    scene.back(metro=False)
    scene.put_blocs("Students", D18=2)
    scene.put_vans("D13")
    scene.put_squads(D22=1)
    scene.turn("Students", 1)
    scene.do("MOVE D18", "COUNT 2")
    assert scene.legal("DISTRICT") == {"D13", "D21", "D22"}


@pytest.mark.rule("BB-43", "BB-44")
def test_one_bloc_of_the_students_slips_out_of_a_clash_but_not_to_the_meeting(scene):
    scene.put_blocs("Students", D9=3)
    scene.put_squads(D9=2)
    scene.turn("Students", 1)
    scene.do("MOVE D9")
    # No count is asked.
    assert scene.asking == ("Students", "MOVE_DEST")
    assert scene.legal() == {f"DISTRICT {district}" for district in ALL_IDS - {"D9"}}
    scene.do("DISTRICT D10")
    assert scene.blocs("D9") == {"Students": 2}
    assert scene.blocs("D10") == {"Students": 1}


@pytest.mark.rule("BB-44")
def test_blocs_go_to_the_meeting_from_any_distance(scene):
    scene.back(metro=False)
    scene.put_blocs("Workers", D18=3)
    scene.put_squads(D21=1, D13=1)
    scene.turn("Workers", 2, 6)
    scene.do("MOVE D18", "COUNT 2", "DECK")
    assert scene.at_meeting("Workers") == 2
    assert scene.blocs("D18") == {"Workers": 1}
    assert scene.in_city("Workers") == 4
    assert scene.dice == [6]


@pytest.mark.rule("BB-44")
def test_no_meeting_without_a_card_to_draw(scene):
    scene.conditions_deck()
    scene.put_blocs("Workers", D18=1)
    scene.turn("Workers", 1)
    scene.do("MOVE D18")
    assert "DECK" not in scene.legal()
    assert scene.legal("DISTRICT") == ALL_IDS - {"D18"}


@pytest.mark.rule("BB-45")
def test_one_bloc_barricades_several_routes(scene):
    scene.put_blocs("Students", D10=1)
    scene.turn("Students", 1, 2, 3, 4)
    scene.do("BARRICADE 18", "BARRICADE 24", "BARRICADE 26")
    assert scene.barricades == {18: 1, 24: 1, 26: 1}
    assert scene.dice == [4]


@pytest.mark.rule("BB-45", "BB-7")
def test_a_route_over_highways_holds_three_barricades_in_all(scene):
    scene.put_blocs("Workers", D13=1)
    scene.put_barricades({7: 2})
    scene.turn("Workers", 1, 1)
    scene.do("BARRICADE 7")
    assert scene.barricades == {7: 3}
    assert "BARRICADE 7" not in scene.legal()
    assert "BARRICADE 8" in scene.legal()


@pytest.mark.rule("BB-46")
def test_the_neighbors_place_two_barricades_with_one_die(scene):
    scene.put_blocs("Neighbors", D10=1, D14=1)
    scene.turn("Neighbors", 3, 4)
    scene.do("BARRICADE 24")
    assert scene.asking == ("Neighbors", "BARRICADE_2")
    # Route 24 joins D10 and D5; only D10 holds blocs of the Neighbors, D14 is elsewhere.
    around_d10 = {"18", "24", "26", *map(str, scene.routes("D10", "D6"))}
    assert scene.legal("BARRICADE") == around_d10
    scene.do("BARRICADE 18")
    assert scene.barricades == {24: 1, 18: 1}
    assert scene.dice == [4]
    scene.do("BARRICADE 18", "END")
    assert scene.barricades == {24: 1, 18: 2}
