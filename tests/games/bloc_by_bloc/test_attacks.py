"""Sunrise step 1, parts A to C: repairs, vans, squads, Medic Kits, Gas Masks (BB-63..BB-69)."""

import pytest


@pytest.mark.rule("BB-65", "BB-68")
def test_a_van_takes_blocs_and_occupation_and_stays(scene):
    scene.put_vans("D9")
    scene.put_blocs("Workers", D9=2)
    scene.found("Students", "Hall", "D9")
    scene.attack()
    assert scene.blocs("D9") == {}
    assert scene.occupations == {}
    assert scene.vans == {"D9": 0}
    # Both are back with their factions.
    assert scene.in_city("Workers") == 1
    assert scene.supply("Students") == ["Start", "Hall", "Hall", "Center", "Center"]


@pytest.mark.rule("BB-66")
def test_squads_that_only_match_the_blocs_spare_the_occupation(scene):
    scene.put_squads(D19=2)
    scene.put_blocs("Workers", D19=2)
    scene.found("Workers", "Hall", "D19")
    scene.attack()
    assert scene.blocs("D19") == {}
    assert scene.occupations == {"D19": ("Workers", "Hall")}
    assert scene.squads == {"D19": 2}


@pytest.mark.rule("BB-66")
def test_a_squad_evicts_an_occupation_without_blocs(scene):
    scene.put_squads(D16=1)
    scene.found("Students", "Center", "D16")
    scene.attack()
    assert scene.occupations == {}
    assert scene.squads == {"D16": 1}


@pytest.mark.rule("BB-66", "BB-68")
def test_squads_to_spare_evict_after_the_blocs(scene):
    scene.put_squads(D17=3)
    scene.put_blocs("Neighbors", D17=2)
    scene.found("Neighbors", "Start", "D17")
    scene.attack()
    assert scene.blocs("D17") == {}
    assert scene.occupations == {}
    assert scene.squads == {"D17": 3}
    assert scene.in_city("Neighbors") == 1


@pytest.mark.rule("BB-66")
def test_one_squad_takes_one_bloc_of_three(scene):
    scene.put_squads(D17=1)
    scene.put_blocs("Neighbors", D17=3)
    scene.attack()
    assert scene.blocs("D17") == {"Neighbors": 2}


@pytest.mark.rule("BB-67")
def test_the_largest_faction_chooses_bloc_by_bloc(scene):
    scene.put_squads(D20=3)
    scene.put_blocs("Workers", D20=1)
    scene.put_blocs("Students", D20=1)
    scene.put_blocs("Neighbors", D20=2)
    scene.attack()
    assert scene.asking == ("Neighbors", "VICTIM")
    assert scene.legal() == {"FACTION Workers", "FACTION Students", "FACTION Neighbors"}
    scene.do("FACTION Neighbors")
    # The majority is that of before the attack.
    assert scene.asking == ("Neighbors", "VICTIM")
    scene.do("FACTION Workers", "FACTION Students")
    assert scene.blocs("D20") == {"Neighbors": 1}


@pytest.mark.rule("BB-67")
def test_among_equals_the_earlier_turn_chooses(scene):
    scene.first_faction = "Students"
    scene.put_squads(D20=2)
    scene.put_blocs("Workers", D20=2)
    scene.put_blocs("Students", D20=2)
    scene.put_blocs("Prisoners", D20=1)
    scene.attack()
    assert scene.asking == ("Students", "VICTIM")
    scene.do("FACTION Workers", "FACTION Prisoners")
    assert scene.blocs("D20") == {"Workers": 1, "Students": 2}


@pytest.mark.rule("BB-67", "BB-66")
def test_nobody_chooses_when_every_bloc_is_lost(scene):
    scene.put_squads(D20=4)
    scene.put_blocs("Workers", D20=2)
    scene.put_blocs("Students", D20=2)
    scene.found("Workers", "Hall", "D20")
    scene.attack()
    assert scene.asking is None
    assert scene.blocs("D20") == {}
    assert scene.occupations == {"D20": ("Workers", "Hall")}


@pytest.mark.rule("BB-64", "BB-65")
def test_a_van_with_two_hits_is_repaired_and_strikes(scene):
    scene.put_vans("D9", hits=2)
    scene.put_blocs("Workers", D9=3)
    scene.attack()
    assert scene.vans == {"D9": 0}
    assert scene.blocs("D9") == {}


@pytest.mark.rule("BB-63")
def test_a_turned_card_keeps_its_own_priority_to_its_end(scene):
    # Reaction 1: State, lowest. Whatever comes on top next, this van goes to D12.
    scene.put_vans("D7")
    scene.reaction(1, left=[0])
    scene.sunrise(1)
    assert scene.vans == {"D12": 0}
    assert scene.cells["reaction_top"][0] == 0


@pytest.mark.rule("BB-65", "BB-66")
def test_vans_strike_before_squads(scene):
    # With the squad first, somebody would have to choose whose bloc is lost.
    scene.put_vans("D9")
    scene.put_squads(D9=1)
    scene.put_blocs("Workers", D9=1)
    scene.put_blocs("Students", D9=1)
    scene.attack()
    assert scene.blocs("D9") == {}
    row = scene.outcome()
    assert (row["van_kills"], row["squad_kills"], row["kills_in_9"]) == (2, 0, 2)


@pytest.mark.rule("BB-66")
def test_districts_are_attacked_by_rising_police_id(arrange):
    # D9 before D10: the Workers die out in D9, so D10 is never attacked.
    scene = arrange(shelter=None)
    for faction in ("Students", "Neighbors", "Prisoners"):
        scene.put_blocs(faction, D4=1, D10=1)
    scene.put_blocs("Workers", D9=1)
    scene.put_squads(D9=1, D10=3)
    scene.attack()
    assert scene.result == "lose_destroyed"
    assert scene.blocs("D10") == {"Students": 1, "Neighbors": 1, "Prisoners": 1}


@pytest.mark.rule("BB-69")
def test_a_faction_without_a_bloc_ends_the_game_for_all(arrange):
    scene = arrange(shelter=None)
    for faction in ("Students", "Neighbors", "Prisoners"):
        scene.put_blocs(faction, D4=1)
    scene.put_blocs("Workers", D9=2)
    scene.put_vans("D9")
    scene.attack()
    assert scene.over
    assert scene.result == "lose_destroyed"
    assert scene.returns() == [0, 0, 0, 0]
    assert scene.outcome()["destroyed_mask"] == 1


@pytest.mark.rule("BB-13", "BB-69")
def test_a_bloc_at_the_meeting_keeps_its_faction_alive(arrange):
    scene = arrange(shelter=None)
    for faction in ("Students", "Neighbors", "Prisoners"):
        scene.put_blocs(faction, D4=1)
    scene.send_to_meeting("Workers", 1)
    scene.put_blocs("Workers", D9=1)
    scene.put_squads(D9=1)
    scene.attack()
    assert scene.blocs("D9") == {}
    assert scene.result == "running"
    assert scene.in_city("Workers") == 1


@pytest.mark.rule("BB-57", "BB-68")
def test_a_medic_kit_saves_three_blocs(arrange):
    scene = arrange(shelter="D17")
    scene.put_blocs("Prisoners", D18=4)
    scene.put_squads(D18=4)
    scene.found("Prisoners", "Hall", "D4")
    scene.hold("Prisoners", "Medic Kit")
    scene.attack()
    assert scene.asking == ("Prisoners", "MEDIC")
    scene.do("YES")
    assert scene.blocs("D18") == {}
    assert scene.blocs("D4") == {"Prisoners": 3}
    assert scene.in_city("Prisoners") == 4
    assert scene.loot_discard == ["Medic Kit"]


@pytest.mark.rule("BB-57")
def test_the_saved_choose_among_their_occupations_after_all_attacks(scene):
    scene.put_blocs("Prisoners", D11=2)
    scene.put_squads(D11=2, D18=1)
    scene.found("Prisoners", "Hall", "D20", "D18")
    scene.found("Prisoners", "Center", "D21")
    scene.hold("Prisoners", "Medic Kit")
    scene.attack()
    scene.do("YES")
    # D18 was lost meanwhile.
    assert scene.asking == ("Prisoners", "MEDIC_RETURN")
    assert scene.legal() == {"DISTRICT D20", "DISTRICT D21"}
    scene.do("DISTRICT D21")
    assert scene.blocs("D21") == {"Prisoners": 2}


@pytest.mark.rule("BB-57")
def test_a_medic_kit_needs_an_occupation_that_still_stands(scene):
    # The squads to spare evict the only occupation before the kit is asked for.
    scene.put_blocs("Prisoners", D18=1)
    scene.put_squads(D18=2)
    scene.found("Prisoners", "Hall", "D18")
    scene.hold("Prisoners", "Medic Kit")
    scene.attack()
    assert scene.asking is None
    assert scene.hand("Prisoners") == ["Medic Kit"]


@pytest.mark.rule("BB-13", "BB-69")
def test_blocs_set_aside_keep_a_faction_alive_until_the_last_occupation_falls(arrange):
    for standing, result in (("D20", "running"), ("D18", "lose_destroyed")):
        scene = arrange(shelter=None)
        for faction in ("Workers", "Students", "Neighbors"):
            scene.put_blocs(faction, D4=1)
        scene.put_blocs("Prisoners", D11=1)
        # D18 is attacked after D11; D20 is not.
        scene.put_squads(D11=1, D18=1)
        scene.found("Prisoners", "Hall", standing)
        scene.hold("Prisoners", "Medic Kit")
        scene.attack()
        scene.do("YES")
        assert scene.result == result


@pytest.mark.rule("BB-57")
def test_gas_masks_call_off_the_squads_of_one_district(scene):
    scene.put_squads(D19=2, D9=1)
    scene.put_blocs("Workers", D19=2)
    scene.put_blocs("Students", D9=1)
    scene.hold("Workers", "Gas Masks")
    scene.attack()
    assert scene.asking == ("Workers", "GAS_MASK")
    scene.do("YES")
    assert scene.blocs("D19") == {"Workers": 2}
    assert scene.blocs("D9") == {}
    assert scene.loot_discard == ["Gas Masks"]


@pytest.mark.rule("BB-57")
def test_gas_masks_are_asked_for_in_turn_order_until_one_is_worn(scene):
    scene.first_faction = "Students"
    scene.put_squads(D19=2)
    for faction in ("Workers", "Students"):
        scene.put_blocs(faction, D19=1)
        scene.hold(faction, "Gas Masks")
    scene.attack()
    assert scene.asking == ("Students", "GAS_MASK")
    scene.do("NO")
    assert scene.asking == ("Workers", "GAS_MASK")
    scene.do("NO")
    assert scene.blocs("D19") == {}
    assert scene.hand("Workers") == scene.hand("Students") == ["Gas Masks"]
