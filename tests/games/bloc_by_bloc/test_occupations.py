"""Building, swapping, Halls (BB-49..BB-53)."""

import pytest


@pytest.mark.rule("BB-49")
def test_a_build_places_an_occupation_and_lowers_morale(scene):
    scene.put_blocs("Prisoners", D18=1)
    scene.turn("Prisoners", 6)
    scene.do("BUILD D18 Hall")
    assert scene.occupations == {"D18": ("Prisoners", "Hall")}
    assert scene.morale == 1
    assert scene.dice == []


@pytest.mark.rule("BB-49")
def test_builds_stand_in_own_public_and_state_districts_only(scene):
    scene.put_blocs("Students", D9=1, D20=1, D12=1, D1=1, D5=1)
    scene.found("Neighbors", "Hall", "D12")
    scene.turn("Students", 6)
    assert {name.split()[0] for name in scene.legal("BUILD")} == {"D9", "D20"}
    scene.liberate("D9", "D20")
    assert {name.split()[0] for name in scene.legal("BUILD")} == {"D9", "D20"}


@pytest.mark.rule("BB-49")
def test_an_evicted_start_may_be_built_again(scene):
    scene.put_blocs("Students", D9=1)
    scene.found("Students", "Center", "D6", "D16")
    scene.turn("Students", 5)
    assert scene.legal("BUILD") == {"D9 Start", "D9 Hall"}
    scene.do("BUILD D9 Start")
    assert scene.occupations["D9"] == ("Students", "Start")


@pytest.mark.rule("BB-50")
def test_swapping_an_own_occupation_leaves_morale(scene):
    scene.put_blocs("Neighbors", D8=1)
    scene.found("Neighbors", "Center", "D8")
    scene.turn("Neighbors", 5)
    assert scene.legal("SWAP") == {"D8 Start", "D8 Hall"}
    scene.do("SWAP D8 Hall")
    assert scene.occupations == {"D8": ("Neighbors", "Hall")}
    assert scene.supply("Neighbors") == ["Start", "Hall", "Center", "Center"]
    assert scene.morale == 2


@pytest.mark.rule("BB-50")
def test_in_a_public_district_another_factions_occupation_may_be_swapped(scene):
    scene.put_blocs("Students", D20=1)
    scene.found("Workers", "Hall", "D20")
    scene.turn("Students", 4)
    scene.do("SWAP D20 Hall")
    assert scene.occupations == {"D20": ("Students", "Hall")}
    assert scene.supply("Workers") == ["Start", "Hall", "Hall", "Center", "Center"]
    assert scene.morale == 2


@pytest.mark.rule("BB-51")
def test_the_fifth_occupation_built_the_next_is_relocated(scene):
    scene.put_blocs("Workers", D19=1)
    scene.found("Workers", "Start", "D10")
    scene.found("Workers", "Hall", "D5", "D20")
    scene.found("Workers", "Center", "D21", "D22")
    scene.turn("Workers", 1)
    scene.do("BUILD D19 Hall")
    assert scene.asking == ("Workers", "RELOCATE")
    assert scene.legal() == {"DISTRICT D5", "DISTRICT D20"}
    scene.do("DISTRICT D20")
    assert scene.occupations == {
        "D19": ("Workers", "Hall"),
        "D5": ("Workers", "Hall"),
        "D10": ("Workers", "Start"),
        "D21": ("Workers", "Center"),
        "D22": ("Workers", "Center"),
    }
    assert scene.morale == 1


@pytest.mark.rule("BB-51", "BB-50")
def test_a_swap_may_relocate_too(scene):
    scene.put_blocs("Workers", D20=1)
    scene.found("Workers", "Start", "D10")
    scene.found("Workers", "Hall", "D5", "D19")
    scene.found("Workers", "Center", "D21", "D22")
    scene.found("Students", "Hall", "D20")
    scene.turn("Workers", 1)
    scene.do("SWAP D20 Start")
    assert scene.occupations["D20"] == ("Workers", "Start")
    assert "D10" not in scene.occupations
    assert scene.morale == 2


@pytest.mark.rule("BB-52")
def test_the_workers_build_with_a_die_of_any_value(scene):
    scene.put_blocs("Workers", D12=1)
    scene.turn("Workers", 1, 5)
    scene.do("BUILD D12 Center")
    assert scene.occupations == {"D12": ("Workers", "Center")}
    assert scene.dice == [5]


@pytest.mark.rule("BB-11", "BB-49")
def test_liberation_makes_a_district_easier_but_not_a_public_one(scene):
    scene.put_blocs("Students", D16=1, D20=1)
    scene.liberate("D16", "D20", "D2")
    assert [scene.difficulty(name) for name in ("D16", "D20", "D2")] == [5, 4, 3]
    scene.turn("Students", 5)
    assert "BUILD D16 Hall" in scene.legal()
    scene.turn("Students", 4)
    assert "BUILD D16 Hall" not in scene.legal()
    assert "BUILD D20 Hall" in scene.legal()
    scene.turn("Students", 3)
    assert "BUILD D20 Hall" not in scene.legal()


@pytest.mark.rule("BB-53")
def test_a_hall_forms_a_bloc_once_a_turn_with_any_die(scene):
    scene.found("Neighbors", "Hall", "D8", "D17")
    scene.put_squads(D8=2)
    scene.turn("Neighbors", 1, 6)
    scene.do("USE D8")
    # No bloc stood there, and police does not matter.
    assert scene.blocs("D8") == {"Neighbors": 1}
    assert scene.dice == [6]
    assert scene.legal("USE") == {"D17"}


@pytest.mark.rule("BB-53")
def test_a_hall_may_be_used_as_soon_as_it_is_built(scene):
    scene.put_blocs("Neighbors", D8=1)
    scene.turn("Neighbors", 5, 1)
    scene.do("BUILD D8 Hall", "USE D8")
    assert scene.blocs("D8") == {"Neighbors": 2}


@pytest.mark.rule("BB-53", "BB-51")
def test_a_hall_that_moves_after_its_use_stays_used(scene):
    scene.put_blocs("Workers", D19=1)
    scene.found("Workers", "Start", "D10")
    scene.found("Workers", "Hall", "D5", "D20")
    scene.found("Workers", "Center", "D21", "D22")
    scene.turn("Workers", 1, 1, 1)
    scene.do("USE D5", "BUILD D19 Hall", "DISTRICT D5")
    assert scene.occupations["D19"] == ("Workers", "Hall")
    assert scene.legal("USE") == {"D20"}


@pytest.mark.rule("BB-53", "BB-49")
def test_a_build_takes_a_token_that_was_not_used_this_turn(scene):
    scene.put_blocs("Workers", D20=1, D5=1)
    scene.found("Workers", "Hall", "D5")
    scene.turn("Workers", 1, 1, 1, 1)
    # The first Hall is used and swapped out; the next build takes the other one.
    scene.do("USE D5", "SWAP D5 Center", "BUILD D20 Hall")
    assert scene.legal("USE") == {"D20"}


@pytest.mark.rule("BB-53")
def test_a_hall_without_a_bloc_left_has_no_use(scene):
    scene.put_blocs("Workers", D5=9)
    scene.found("Workers", "Hall", "D5")
    scene.turn("Workers", 6)
    assert scene.in_city("Workers") == 10
    assert scene.legal("USE") == set()
