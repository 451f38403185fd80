"""Sunrise step 2: districts, Liberation cards and their effects (BB-77..BB-80)."""

import pytest

# Liberation cards by what they offer.
MARCH_3, ROUT_2, RETREAT_1, GRAFFITI_2, CALM_1, REVEAL_1, SALVAGE_1, STRIKE_1 = (
    (21, "B"),
    (19, "A"),
    (23, "A"),
    (26, "A"),
    (29, "A"),
    (31, "A"),
    (33, "A"),
    (0, "B"),
)


def free_d20(scene, card, **blocs):
    """Let the Workers, or whoever is named, liberate D20 with this card under it."""
    for faction, n in (blocs or {"Workers": 8}).items():
        scene.put_blocs(faction, D20=n)
    scene.next_liberation(card)
    scene.sunrise(2)
    assert scene.phase == "LIB_CHOICE"


# Which districts.


@pytest.mark.rule("BB-77", "BB-78", "BB-79")
def test_three_factions_liberate_a_district_next_to_a_liberated_one(scene):
    scene.liberate("D20")
    scene.put_blocs("Workers", D5=3)
    scene.put_blocs("Students", D5=3)
    scene.put_blocs("Neighbors", D5=2)
    scene.next_liberation(1)
    scene.sunrise(2)
    assert scene.liberated == {"D20", "D5"}
    assert scene.morale == 1
    assert scene.countdown == 6
    for faction in ("Workers", "Students", "Neighbors"):
        assert scene.asking == (faction, "LIB_CHOICE")
        assert scene.legal() == {"A", "B"}
        scene.do("A")
    assert scene.asking is None
    # FORM: one bloc each, where the district is.
    assert scene.blocs("D5") == {"Workers": 4, "Students": 4, "Neighbors": 3}


@pytest.mark.rule("BB-79", "BB-80", "BB-78")
def test_effects_follow_when_all_have_chosen(scene):
    scene.put_blocs("Workers", D21=5)
    scene.put_blocs("Students", D21=3)
    scene.put_squads(D22=1)
    scene.next_liberation(0)
    scene.loot_deck("Food", "Food")
    scene.sunrise(2)
    scene.do("A")
    # Nothing happens before the last choice.
    assert scene.hand("Workers") == []
    scene.do("B")
    assert scene.hand("Workers") == ["Food"]
    assert scene.blocs("D21") == {"Workers": 5, "Students": 2}
    assert scene.blocs("D22") == {"Students": 1}
    assert scene.squads == {}
    assert scene.countdown == 7
    assert scene.morale == 1


@pytest.mark.rule("BB-79")
def test_choices_go_round_from_the_first_faction(scene):
    scene.first_faction = "Prisoners"
    free_d20(scene, 1, Workers=4, Prisoners=4)
    assert scene.asking == ("Prisoners", "LIB_CHOICE")
    scene.do("A")
    assert scene.asking == ("Workers", "LIB_CHOICE")


@pytest.mark.rule("BB-77", "BB-78")
def test_one_liberation_opens_the_way_for_the_next(scene):
    scene.morale = 4
    scene.put_blocs("Workers", D20=8)
    scene.put_blocs("Students", D5=8)
    scene.put_blocs("Neighbors", D10=9)
    scene.put_blocs("Prisoners", D10=1)
    scene.next_liberation(6)
    # No order is asked for: each becomes possible through the one before.
    scene.sunrise(2)
    assert scene.asking == ("Workers", "LIB_CHOICE")
    assert scene.liberated == {"D20"}
    scene.next_liberation(10)
    scene.do("A")
    assert scene.asking == ("Students", "LIB_CHOICE")
    assert scene.liberated == {"D20", "D5"}
    scene.next_liberation(25)
    scene.do("A")
    assert scene.liberated == {"D20", "D5", "D10"}
    scene.do("B", "B")
    assert scene.asking is None
    assert scene.morale == 1
    assert scene.countdown == 7
    assert sum(len(scene.hand(faction)) for faction in scene.factions) == 4


@pytest.mark.rule("BB-77")
def test_a_district_without_a_liberated_neighbour_stays_repressed(scene):
    scene.put_blocs("Workers", D10=9)
    scene.put_blocs("Students", D10=1)
    scene.liberate("D20")
    scene.sunrise(2)
    assert scene.liberated == {"D20"}


@pytest.mark.rule("BB-77")
@pytest.mark.parametrize("police", ["squad", "van"])
def test_police_prevents_liberation(arrange, police):
    scene = arrange()
    scene.put_blocs("Workers", D20=8)
    if police == "squad":
        scene.put_squads(D20=1)
    else:
        scene.put_vans("D20")
    scene.sunrise(2)
    assert scene.liberated == set()


@pytest.mark.rule("BB-77")
@pytest.mark.parametrize(("blocs", "freed"), [(7, set()), (8, {"D20"})])
def test_blocs_needed_are_twice_the_difficulty(scene, blocs, freed):
    scene.put_blocs("Workers", D20=blocs)
    scene.sunrise(2)
    assert scene.liberated == freed


@pytest.mark.rule("BB-77")
def test_the_first_faction_orders_several_liberations(scene):
    scene.first_faction = "Neighbors"
    scene.put_blocs("Workers", D20=8)
    scene.put_blocs("Students", D21=8)
    scene.sunrise(2)
    assert scene.asking == ("Neighbors", "LIB_ORDER")
    assert scene.legal() == {"DISTRICT D20", "DISTRICT D21"}
    scene.next_liberation(1)
    scene.do("DISTRICT D21")
    assert scene.liberated == {"D21"}
    scene.do("A")
    # Nobody may leave D20 out.
    assert scene.liberated == {"D20", "D21"}


# What liberation changes.


@pytest.mark.rule("BB-78", "BB-11")
def test_unmarked_centres_turn_into_graffiti_and_tokens_come_back(scene):
    scene.liberate("D14")
    scene.mark("burned", D2=1)
    scene.mark("graffiti", D2=1)
    scene.put_blocs("Workers", D2=6)
    assert int(scene.cells["tokens_out"][0]) == 2
    scene.sunrise(2)
    assert scene.shops("D2") == (0, 3, 1)
    assert int(scene.cells["tokens_out"][0]) == 1
    assert scene.difficulty("D2") == 3


@pytest.mark.rule("BB-78")
def test_everything_else_stays_where_it_is(scene):
    scene.found("Students", "Hall", "D20")
    scene.put_barricades({25: 2})
    scene.put_blocs("Workers", D20=8)
    before = scene.neighbours("D20")
    scene.sunrise(2)
    assert scene.liberated == {"D20"}
    assert scene.blocs("D20") == {"Workers": 8}
    assert scene.occupations == {"D20": ("Students", "Hall")}
    assert scene.barricades == {25: 2}
    assert scene.neighbours("D20") == before


@pytest.mark.rule("BB-78")
def test_a_public_district_brings_no_more_than_ten_nights(scene):
    scene.night, scene.countdown, scene.morale = 1, 10, 0
    scene.put_blocs("Workers", D20=8)
    scene.next_liberation(1)
    scene.sunrise(2, last=5)
    assert scene.countdown == 10
    scene.do("A")
    assert scene.countdown == 9
    assert scene.morale == 0


# Effects.


@pytest.mark.rule("BB-80")
def test_loot_draws_cards(scene):
    scene.loot_deck("Food", "Camera")
    free_d20(scene, 4)
    scene.do("B")
    assert scene.hand("Workers") == ["Food", "Camera"]


@pytest.mark.rule("BB-80")
def test_form_brings_blocs_as_far_as_the_supply_goes(scene):
    free_d20(scene, 4)
    scene.do("A")
    # 9 of 10 blocs were in the city, and the card offers two.
    assert scene.blocs("D20") == {"Workers": 9}


@pytest.mark.rule("BB-80")
def test_blocs_form_at_an_own_occupation(scene):
    scene.found("Students", "Hall", "D9", "D16")
    free_d20(scene, 5, Students=4, Workers=4)
    scene.do("A", "A")
    # The Workers have no occupation, so nothing happens for them.
    assert scene.asking == ("Students", "LIB_TARGET")
    assert scene.legal() == {"DISTRICT D9", "DISTRICT D16"}
    scene.do("DISTRICT D16")
    assert scene.blocs("D16") == {"Students": 2}
    assert scene.in_city("Workers") == 5


@pytest.mark.rule("BB-80")
def test_a_march_moves_blocs_by_the_rules_of_movement_and_to_no_meeting(scene):
    scene.back(metro=False)
    scene.put_squads(D5=1, D6=1)
    card, choice = MARCH_3
    free_d20(scene, card)
    scene.do(choice)
    assert scene.asking == ("Workers", "LIB_MARCH")
    scene.do("YES")
    assert scene.legal() == {"COUNT 1", "COUNT 2", "COUNT 3"}
    scene.do("COUNT 3")
    # D5 and D6 hold squads and end the way; D19 opens it to D14, D11, D2, D4, D13, D3 ...
    goals = scene.legal("DISTRICT")
    assert "DECK" not in scene.legal()
    assert {"D5", "D6", "D19", "D14", "D4"} <= goals
    scene.do("DISTRICT D5")
    assert scene.blocs("D5") == {"Workers": 3}
    assert scene.blocs("D20") == {"Workers": 5}
    assert scene.dice == []


@pytest.mark.rule("BB-80")
def test_a_march_may_be_declined(scene):
    card, choice = MARCH_3
    free_d20(scene, card)
    scene.do(choice, "NO")
    assert scene.blocs("D20") == {"Workers": 8}


@pytest.mark.rule("BB-80", "BB-43")
def test_a_solo_march_of_the_students_passes_through_police(scene):
    scene.back(metro=False)
    scene.put_squads(D5=1, D6=1, D19=1)
    card, choice = MARCH_3
    free_d20(scene, card, Students=8)
    scene.do(choice, "YES", "COUNT 1")
    assert len(scene.legal("DISTRICT")) == 21


@pytest.mark.rule("BB-80")
def test_a_strike_always_defeats_a_squad_where_it_goes(scene):
    scene.put_squads(D5=2, D18=1)
    card, choice = STRIKE_1
    free_d20(scene, card)
    scene.do(choice)
    assert scene.asking == ("Workers", "LIB_TARGET")
    assert scene.legal() == {"DISTRICT D5", "DISTRICT D18"}
    scene.do("DISTRICT D5")
    assert scene.squads == {"D5": 1, "D18": 1}
    assert scene.blocs("D5") == {"Workers": 1}


@pytest.mark.rule("BB-80")
def test_an_effect_without_a_target_does_nothing(scene):
    card, choice = STRIKE_1
    free_d20(scene, card)
    scene.do(choice)
    assert scene.asking is None
    assert scene.blocs("D20") == {"Workers": 8}


@pytest.mark.rule("BB-80")
def test_a_rout_clears_up_to_its_number_next_door(scene):
    scene.put_squads(D5=3, D19=1, D9=2)
    card, choice = ROUT_2
    free_d20(scene, card)
    scene.do(choice)
    assert scene.legal() == {"DISTRICT D5", "DISTRICT D19"}
    scene.do("DISTRICT D5")
    assert scene.squads == {"D5": 1, "D19": 1, "D9": 2}


@pytest.mark.rule("BB-80")
def test_a_retreat_takes_squads_from_anywhere(scene):
    scene.put_squads(D5=3, D9=2)
    card, choice = RETREAT_1
    free_d20(scene, card)
    scene.do(choice, "DISTRICT D9")
    assert scene.squads == {"D5": 3, "D9": 1}


@pytest.mark.rule("BB-80")
def test_free_barricades_stand_around_the_district_and_may_stop_early(scene):
    free_d20(scene, 2)
    scene.do("B")
    assert scene.asking == ("Workers", "BARRICADE_N")
    assert scene.legal("BARRICADE") == {"25", "30", *map(str, scene.routes("D19", "D20"))}
    scene.do("BARRICADE 25", "BARRICADE 25", "END")
    assert scene.barricades == {25: 2}


@pytest.mark.rule("BB-80")
def test_free_graffiti_stand_in_a_repressed_district_next_door(scene):
    scene.mark("burned", D6=1)
    card, choice = GRAFFITI_2
    free_d20(scene, card)
    scene.do(choice)
    # D5 and D19 have one centre each; that of D6 is burned.
    assert scene.legal() == {"DISTRICT D5", "DISTRICT D19"}
    scene.do("DISTRICT D5")
    assert scene.shops("D5") == (0, 1, 0)


@pytest.mark.rule("BB-80", "BB-49")
def test_a_free_build_costs_no_die_and_lowers_morale(scene):
    scene.morale = 3
    free_d20(scene, 11)
    scene.do("A")
    assert scene.asking == ("Workers", "LIB_BUILD")
    assert scene.legal() == {"END", "BUILD D20 Start", "BUILD D20 Hall", "BUILD D20 Center"}
    scene.do("BUILD D20 Hall")
    assert scene.occupations == {"D20": ("Workers", "Hall")}
    # One level for the district, one for the occupation.
    assert scene.morale == 1


@pytest.mark.rule("BB-80")
def test_no_free_build_where_the_circle_is_taken(scene):
    scene.found("Neighbors", "Hall", "D20")
    free_d20(scene, 11)
    scene.do("A")
    assert scene.asking is None
    assert scene.occupations == {"D20": ("Neighbors", "Hall")}


@pytest.mark.rule("BB-80")
def test_calm_lowers_morale_once_more(scene):
    card, choice = CALM_1
    scene.morale = 4
    free_d20(scene, card)
    scene.do(choice)
    assert scene.morale == 2


@pytest.mark.rule("BB-80")
def test_reveal_turns_a_conditions_card(scene):
    scene.conditions_deck("Popular")
    card, choice = REVEAL_1
    free_d20(scene, card)
    scene.do(choice)
    assert scene.conditions_up == ["Privatized University", "Popular"]
    assert scene.conditions_left == []


@pytest.mark.rule("BB-80")
def test_salvage_takes_a_card_of_choice_from_the_discard_pile(scene):
    scene.loot_deck(
        *["Molotovs"] * 5,
        *["Fireworks"] * 4,
        *["Medic Kit"] * 4,
        *["Bicycles"] * 3,
        *["Scrap Wood"] * 3,
        *["Spray Paint"] * 3,
        *["Food"] * 4,
        *["Ice Cream"] * 3,
        *["Sound System"] * 3,
        *["Power Tools"] * 3,
        *["Disguises"] * 2,
        *["Spike Strips"] * 2,
        *["Gas Masks"] * 2,
    )
    card, choice = SALVAGE_1
    free_d20(scene, card)
    scene.do(choice)
    assert scene.legal() == {"CARD Energy Drinks", "CARD Camera"}
    scene.do("CARD Camera")
    assert scene.hand("Workers") == ["Camera"]
    assert scene.loot_discard == ["Energy Drinks", "Energy Drinks", "Camera"]
