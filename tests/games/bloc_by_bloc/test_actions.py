"""A faction's turn: forming, dice, moving, barricades, occupations (BB-36..BB-46, BB-49..BB-53)."""

import pytest

ALL_IDS = {f"D{tile}" for tile in range(1, 23)}


# Forming and rolling.


@pytest.mark.rule("BB-36", "BB-37")
def test_the_start_forms_a_bloc_before_the_dice_are_counted(scene):
    scene.put_blocs("Workers", D5=3)
    scene.found("Workers", "Start", "D5")
    scene.put_squads(D5=1)
    scene.begin_turn("Workers")
    assert scene.in_city("Workers") == 5
    assert scene.blocs("D5") == {"Workers": 4}
    assert len(scene.dice) == 4


@pytest.mark.rule("BB-36", "BB-37")
def test_an_evicted_start_forms_nothing(scene):
    scene.put_blocs("Workers", D5=3)
    scene.found("Workers", "Hall", "D5")
    scene.begin_turn("Workers")
    assert scene.in_city("Workers") == 4
    assert len(scene.dice) == 3


@pytest.mark.rule("BB-36", "BB-37")
def test_with_every_bloc_out_nothing_is_formed_and_five_dice_roll(arrange):
    scene = arrange(shelter=None)
    for faction in scene.factions[1:]:
        scene.put_blocs(faction, D4=1)
    scene.put_blocs("Workers", D5=8)
    scene.send_to_meeting("Workers", 2)
    scene.found("Workers", "Start", "D5")
    scene.begin_turn("Workers")
    assert scene.in_city("Workers") == 10
    assert scene.blocs("D5") == {"Workers": 8}
    assert len(scene.dice) == 5


@pytest.mark.rule("BB-37")
@pytest.mark.parametrize(("blocs", "dice"), [(4, 3), (5, 4), (8, 4), (9, 5)])
def test_blocs_at_the_meeting_count_for_the_dice(scene, blocs, dice):
    scene.put_blocs("Students", D9=1)
    scene.send_to_meeting("Students", blocs - 2)
    scene.begin_turn("Students")
    assert len(scene.dice) == dice


# What an action needs.


@pytest.mark.rule("BB-38")
def test_actions_come_in_any_order_and_unspent_dice_are_lost(scene):
    scene.put_blocs("Students", D10=2)
    scene.turn("Students", 1, 2, 3, 4)
    scene.do("BARRICADE 18", "MOVE D10", "COUNT 1", "DISTRICT D9", "BARRICADE 18")
    assert scene.dice == [4]
    scene.do("END")
    assert scene.dice == []
    assert scene.outcome()["dice_unspent"] == 1


@pytest.mark.rule("BB-38")
def test_a_turn_in_which_nothing_is_left_ends_by_itself(scene):
    scene.put_blocs("Workers", D5=1)
    scene.morale = 0
    scene.ops_deck("Strategic Rotation")
    scene.turn("Workers", 6)
    scene.step("BARRICADE 22")
    assert scene.asking == ("Students", "ACT")


@pytest.mark.rule("BB-38")
def test_without_an_own_bloc_there_is_no_action_in_a_district(scene):
    scene.put_blocs("Students", D5=1)
    scene.put_blocs("Workers", D10=1)
    scene.turn("Workers", 6, 6)
    assert scene.legal("BUILD") == {"D10 Start", "D10 Hall", "D10 Center"}
    assert "BURN D5" not in scene.legal()


@pytest.mark.rule("BB-39")
def test_basic_actions_spend_the_lowest_die(scene):
    scene.put_blocs("Workers", D5=1)
    scene.turn("Workers", 2, 3, 6)
    scene.do("BARRICADE 22", "BARRICADE 24")
    assert scene.barricades == {22: 1, 24: 1}
    assert scene.dice == [6]


@pytest.mark.rule("BB-40")
@pytest.mark.parametrize(
    ("picks", "left"), [(["DIE 6"], [2, 2, 3]), (["DIE 3"], [2, 6]), (["DIE 2"], [3, 6])]
)
def test_a_payment_has_no_die_too_many(arrange, picks, left):
    scene = arrange(shelter="D17")
    scene.put_blocs("Prisoners", D4=1)
    scene.turn("Prisoners", 2, 2, 3, 6)
    scene.do("BUILD D4 Hall")
    assert scene.asking == ("Prisoners", "PAY")
    assert scene.legal() == {"DIE 2", "DIE 3", "DIE 6"}
    # The second die of 3 + 2 and of 2 + 2 is forced.
    scene.do(*picks)
    assert scene.occupations == {"D4": ("Prisoners", "Hall")}
    assert scene.dice == left


@pytest.mark.rule("BB-40")
def test_dice_that_fall_short_together_pay_nothing(scene):
    scene.put_blocs("Students", D16=1)
    scene.turn("Students", 2, 3)
    assert scene.legal("BUILD") == set()
    assert "BURN D16" not in scene.legal()
    scene.turn("Students", 3, 3)
    assert scene.legal("BUILD") == {"D16 Start", "D16 Hall", "D16 Center"}
    assert "BURN D16" in scene.legal()


@pytest.mark.rule("BB-41", "BB-12")
@pytest.mark.parametrize("police", ["squad", "van"])
def test_a_clash_allows_attacks_only(scene, police):
    scene.put_blocs("Workers", D5=2)
    # Without police: everything but attacks.
    scene.turn("Workers", 6, 6)
    free = scene.legal()
    assert {"MOVE D5", "BARRICADE 22", "BURN D5", "BUILD D5 Hall"} <= free
    assert not {"DEFEAT D5", "KICK D5", "VAN D5"} & free
    if police == "squad":
        scene.put_squads(D5=1)
        attacks = {"DEFEAT D5", "KICK D5"}
    else:
        scene.put_vans("D5")
        attacks = {"VAN D5"}
    scene.turn("Workers", 6, 6)
    assert {name for name in scene.legal() if "D5" in name} == attacks
    # Of the shelter only: D4 has one street.
    assert scene.legal("BARRICADE") == {str(*scene.routes("D4", "D2"))}


# Moving.


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


# Barricades.


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


# Occupations.


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
        "D19": ("Workers", "Hall"), "D5": ("Workers", "Hall"), "D10": ("Workers", "Start"),
        "D21": ("Workers", "Center"), "D22": ("Workers", "Center"),
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
