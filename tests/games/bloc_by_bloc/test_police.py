"""Police Ops cards: groups, priority, barricades, reinforcements (BB-9, BB-10, BB-23..BB-35)."""

import pytest

LOW = "low"
HIGH = "high"


@pytest.mark.rule("BB-26")
def test_a_group_sends_all_but_one_to_the_neighbour_of_its_type(scene):
    # The Workers districts next to D14 are D5 and D19.
    scene.put_squads(D14=2)
    scene.card("Workers districts")
    assert scene.squads == {"D14": 1, "D19": 1}


@pytest.mark.rule("BB-10", "BB-28")
@pytest.mark.parametrize(("priority", "target"), [(HIGH, "D14"), (LOW, "D13")])
def test_priority_chooses_among_several_targets(scene, priority, target):
    scene.back(priority)
    scene.put_squads(D11=4)
    scene.card("State districts")
    assert scene.squads == {"D11": 1, target: 3}


@pytest.mark.rule("BB-30")
def test_three_barricades_stop_a_single_squad_and_lose_one(scene):
    scene.back(LOW)
    scene.put_squads(D13=2)
    scene.put_barricades({8: 3})
    scene.card("Prisoners districts")
    assert scene.squads == {"D13": 2}
    assert scene.barricades == {8: 2}


@pytest.mark.rule("BB-30")
def test_two_barricades_stop_two_squads_of_five(scene):
    scene.back(LOW)
    (route,) = scene.routes("D1", "D7")
    scene.put_squads(D1=6)
    scene.put_barricades({route: 2})
    scene.card("Neighbors districts")
    assert scene.squads == {"D1": 3, "D7": 3}
    assert scene.barricades == {}


@pytest.mark.rule("BB-30")
def test_three_barricades_stop_any_number_and_all_fall(scene):
    scene.put_squads(D10=5)
    scene.put_barricades({18: 3})
    scene.card("Students districts")
    assert scene.squads == {"D10": 5}
    assert scene.barricades == {}


@pytest.mark.rule("BB-6", "BB-30")
def test_squads_take_the_route_with_fewer_barricades(scene):
    scene.put_squads(D21=4)
    scene.put_barricades({2: 2, 3: 1})
    scene.card("Public districts")
    assert scene.squads == {"D21": 2, "D22": 2}
    assert scene.barricades == {2: 2}


@pytest.mark.rule("BB-30", "BB-29")
def test_groups_meet_barricades_in_the_order_of_the_priority(scene):
    # D22 goes first by route 2 and clears it; D21 then finds it free.
    scene.put_squads(D21=3, D22=4)
    scene.put_barricades({2: 1, 3: 1})
    scene.card("Public districts")
    assert scene.squads == {"D21": 3, "D22": 4}
    assert scene.barricades == {3: 1}


@pytest.mark.rule("BB-26", "BB-29")
def test_district_patrols_move_every_group_once_to_its_highest_neighbour(scene):
    scene.back(LOW)
    scene.put_squads(D9=3, D16=2)
    scene.card("District Patrols")
    assert scene.squads == {"D9": 1, "D16": 3, "D22": 1}


@pytest.mark.rule("BB-29")
@pytest.mark.parametrize(
    ("priority", "result"),
    [
        (HIGH, {"D9": 1, "D16": 3, "D22": 1}),
        (LOW, {"D9": 1, "D16": 1, "D22": 1, "D21": 2}),
    ],
)
def test_moving_one_after_another_lets_arrivals_move_on(arrange, priority, result):
    scene = arrange(squad_movement="sequential")
    scene.back(priority)
    scene.put_squads(D9=3, D16=2)
    scene.card("District Patrols")
    assert scene.squads == result


@pytest.mark.rule("BB-28", "BB-10")
@pytest.mark.parametrize(("priority", "target"), [(HIGH, "D19"), (LOW, "D5")])
def test_a_repressed_district_ranks_by_its_police_id(scene, priority, target):
    scene.back(priority)
    scene.put_squads(D14=4)
    scene.card("Workers districts")
    assert scene.squads == {"D14": 1, target: 3}


@pytest.mark.rule("BB-9")
@pytest.mark.parametrize(("priority", "target"), [(HIGH, "D5"), (LOW, "D19")])
def test_a_liberated_district_ranks_above_all_repressed_ones(scene, priority, target):
    scene.back(priority)
    scene.liberate("D5")
    scene.put_squads(D14=4)
    scene.card("Workers districts")
    assert scene.squads == {"D14": 1, target: 3}


@pytest.mark.rule("BB-27")
@pytest.mark.parametrize("kind", ["Start", "Hall", "Center"])
def test_squads_under_an_occupation_hold_their_position(scene, kind):
    scene.found("Students", kind, "D14")
    scene.put_squads(D14=4)
    scene.card("Workers districts")
    assert scene.squads == {"D14": 4}


@pytest.mark.rule("BB-27", "BB-12")
def test_a_solo_squad_holds_even_beside_a_van(scene):
    scene.put_squads(D14=1, D11=1)
    scene.put_vans("D14")
    scene.card("Workers districts")
    scene.card("State districts")
    assert scene.squads == {"D14": 1, "D11": 1}
    assert scene.vans == {"D14": 0}


@pytest.mark.rule("BB-12")
def test_two_squads_and_a_van_are_a_group_that_leaves_the_van(scene):
    scene.put_squads(D14=2)
    scene.put_vans("D14")
    scene.card("Workers districts")
    assert scene.squads == {"D14": 1, "D19": 1}
    assert scene.vans == {"D14": 0}


@pytest.mark.rule("BB-26")
def test_a_group_moves_out_of_a_district_of_the_ordered_type(scene):
    # D13 is a State district itself; D14 and D15 are not next to it, D11 is no State district.
    scene.put_squads(D13=3, D21=3)
    scene.card("Public districts")
    assert scene.squads == {"D13": 3, "D21": 1, "D22": 2}


@pytest.mark.rule("BB-26", "BB-24")
def test_snatch_squads_follow_blocs_and_morale_stays_at_its_top(scene):
    scene.back(LOW)
    scene.morale = 4
    scene.put_squads(D10=3)
    scene.put_blocs("Workers", D5=1)
    scene.card("Snatch Squads")
    assert scene.morale == 4
    assert scene.squads == {"D10": 1, "D5": 2}


@pytest.mark.rule("BB-26")
def test_paramilitary_raids_follow_occupations(scene):
    scene.put_squads(D10=3)
    scene.found("Students", "Hall", "D6")
    scene.put_blocs("Workers", D12=4)
    scene.card("Paramilitary Raids")
    assert scene.squads == {"D10": 1, "D6": 2}


@pytest.mark.rule("BB-24")
@pytest.mark.parametrize(
    ("name", "raised"),
    [
        ("Snatch Squads", 1),
        ("Paramilitary Raids", 1),
        ("Light Reinforcements", 1),
        ("Heavy Reinforcements", 1),
        ("District Patrols", 0),
        ("Strategic Rotation", 0),
        ("Workers districts", 0),
        ("Commercial districts", 0),
    ],
)
def test_which_cards_raise_morale(scene, name, raised):
    scene.morale = 0
    scene.card(name)
    assert scene.morale == raised


@pytest.mark.rule("BB-24", "BB-49")
def test_morale_does_not_fall_below_timid(scene):
    scene.morale = 0
    scene.put_blocs("Workers", D5=1)
    scene.turn("Workers", 4, 4)
    scene.do("BUILD D5 Hall")
    assert scene.morale == 0
    assert scene.occupations == {"D5": ("Workers", "Hall")}


@pytest.mark.rule("BB-32", "BB-24")
def test_light_reinforcements_serve_undamaged_vans_by_priority(scene):
    scene.back(LOW)
    scene.put_vans("D12", "D13", "D15")
    scene.put_vans("D14", hits=1)
    scene.put_squads(D22=20, D21=8)
    scene.card("Light Reinforcements")
    assert scene.squads == {"D22": 20, "D21": 8, "D12": 1, "D13": 1}
    assert scene.morale == 3


@pytest.mark.rule("BB-33", "BB-9")
def test_heavy_reinforcements_bring_a_van_to_the_highest_squads_without_one(scene):
    scene.back(LOW)
    scene.put_vans("D12", "D13", "D14")
    scene.liberate("D5")
    scene.put_squads(D20=2, D5=1, D16=3)
    scene.card("Heavy Reinforcements")
    assert scene.squads == {"D20": 2, "D5": 1, "D16": 3, "D12": 1, "D13": 1, "D14": 1}
    assert scene.vans == {"D12": 0, "D13": 0, "D14": 0, "D5": 0}


@pytest.mark.rule("BB-33", "BB-35")
def test_heavy_reinforcements_with_all_four_vans_out_are_light_ones(scene):
    scene.put_vans("D12", "D13", "D14", "D15")
    scene.put_squads(D20=2)
    scene.card("Heavy Reinforcements")
    assert scene.squads == {"D20": 2, "D12": 1, "D13": 1, "D14": 1, "D15": 1}
    assert len(scene.vans) == 4


@pytest.mark.rule("BB-33")
def test_a_district_never_holds_two_vans(scene):
    scene.put_vans("D12", "D13")
    scene.put_squads(D12=2, D13=1)
    scene.card("Heavy Reinforcements")
    assert scene.squads == {"D12": 3, "D13": 2}
    assert scene.vans == {"D12": 0, "D13": 0}


@pytest.mark.rule("BB-34")
def test_strategic_rotation_leaves_five_squads(scene):
    scene.put_squads(D22=8, D16=5)
    scene.found("Students", "Hall", "D22")
    scene.card("Strategic Rotation")
    assert scene.squads == {"D22": 5, "D16": 5}
    assert int(scene.cells["squads_out"][0]) == 10


@pytest.mark.rule("BB-23")
@pytest.mark.parametrize(("morale", "cards"), [(0, 1), (1, 2), (2, 2), (3, 2), (4, 3)])
def test_morale_says_how_many_cards_a_turn_begins_with(scene, morale, cards):
    scene.morale = morale
    scene.begin_turn("Workers")
    assert scene.outcome()["ops_cards_drawn"] == cards


@pytest.mark.rule("BB-23")
def test_morale_that_rises_counts_from_the_next_faction_on(scene):
    scene.morale = 0
    scene.ops_deck("Light Reinforcements", "Light Reinforcements")
    scene.begin_turn("Workers")
    assert scene.morale == 1
    assert scene.outcome()["ops_cards_drawn"] == 1
    scene.begin_turn("Students")
    assert scene.outcome()["ops_cards_drawn"] == 3


@pytest.mark.rule("BB-25")
def test_the_last_card_is_shuffled_back_before_the_next_draw(arrange):
    """With some luck the second draw is that card again, so that it must be in the new deck."""
    full, again = 15, 0
    for luck in range(60):
        scene = arrange()
        scene.put_squads(D22=8)
        scene.ops_deck("Strategic Rotation")
        scene.rng[2] = [0, luck, 0, 1]
        scene.begin_turn("Workers")
        assert scene.outcome()["ops_cards_drawn"] == 2
        assert len(scene.ops_left) == full - 1
        if "Strategic Rotation" not in scene.ops_left:
            assert scene.squads == {"D22": 5}
            again += 1
    assert 0 < again < 20


@pytest.mark.rule("BB-31")
@pytest.mark.parametrize(("metro", "in_reach"), [(True, True), (False, False)])
def test_the_back_of_the_reaction_deck_opens_or_closes_the_metro(arrange, metro, in_reach):
    scene = arrange(shelter="D17")
    scene.back(HIGH, metro)
    scene.put_squads(D2=1)
    scene.put_blocs("Workers", D4=1)
    scene.turn("Workers", 1)
    scene.do("MOVE D4")
    assert ("DISTRICT D12" in scene.legal()) == in_reach


@pytest.mark.rule("BB-35")
def test_no_squad_arrives_when_all_thirty_are_in_the_city(scene):
    scene.put_squads(D22=20, D21=10)
    scene.put_vans("D12")
    scene.card("Light Reinforcements")
    assert scene.squads == {"D22": 20, "D21": 10}
