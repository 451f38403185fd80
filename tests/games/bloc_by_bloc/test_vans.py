"""Sunrise step 1, the end: the van moves and brings a squad (BB-70..BB-76)."""

import pytest

from tests.games.bloc_by_bloc.scene import city

# Reaction cards: 0, 1 State; 2, 3 Public; 4, 5 the highest district. Even ones: highest first.


@pytest.mark.rule("BB-70", "BB-71", "BB-72", "BB-75")
def test_the_lowest_van_drives_by_the_higher_of_two_shortest_paths(scene):
    # From D1 to D15 by D8 or by D16.
    scene.put_vans("D1", "D12")
    scene.put_barricades({11: 1})
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {"D15": 0, "D12": 0}
    assert scene.squads == {"D15": 1}
    assert scene.barricades == {}


@pytest.mark.rule("BB-72")
def test_three_barricades_stop_a_van_and_fall(scene):
    scene.put_vans("D12", "D15")
    scene.put_barricades({26: 3})
    scene.reaction(3)
    scene.sunrise(1)
    assert scene.vans == {"D12": 0, "D15": 0}
    assert scene.squads == {"D12": 1}
    assert scene.barricades == {}


@pytest.mark.rule("BB-73")
def test_a_van_backs_up_from_a_goal_that_is_taken(scene):
    scene.put_vans("D1", "D15")
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {"D16": 0, "D15": 0}
    assert scene.squads == {"D16": 1}


@pytest.mark.rule("BB-73")
def test_a_van_backs_up_as_far_as_it_must(scene):
    scene.put_vans("D1", "D15", "D16")
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {"D1": 0, "D15": 0, "D16": 0}
    assert scene.squads == {"D1": 1}


@pytest.mark.rule("BB-74", "BB-75")
def test_a_van_at_its_goal_stays_and_brings_a_squad(scene):
    scene.put_vans("D12", "D14")
    scene.reaction(1)
    scene.sunrise(1)
    assert scene.vans == {"D12": 0, "D14": 0}
    assert scene.squads == {"D12": 1}


@pytest.mark.rule("BB-74", "BB-75")
def test_a_van_without_a_path_stays_and_brings_a_squad(arrange):
    # D5 in the south-west corner, blocked to the north; D4 beside it, blocked to the west.
    tiles = "18 21 0 15 8 13 0 22 16 1 11 0 3 9 7 2 14 19 10 12 5 4 20 6 17"
    turns = "-1 -1 0 -1 -1 -1 0 -1 -1 1 -1 0 -1 -1 1 -1 -1 -1 -1 1 0 3 -1 2 -1"
    scene = arrange(layout=city(tiles, turns), shelter="D17")
    assert scene.neighbours("D5") == set()
    scene.put_vans("D5")
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {"D5": 0}
    assert scene.squads == {"D5": 1}


@pytest.mark.rule("BB-72", "BB-6")
def test_of_two_routes_a_van_takes_the_one_with_fewer_barricades(scene):
    scene.put_vans("D21")
    scene.put_barricades({2: 3, 3: 1})
    scene.reaction(2)
    scene.sunrise(1)
    assert scene.vans == {"D22": 0}
    assert scene.squads == {"D22": 1}
    assert scene.barricades == {2: 3}


@pytest.mark.rule("BB-70", "BB-9")
def test_the_highest_district_is_a_liberated_one(scene):
    scene.put_vans("D13")
    scene.liberate("D5", "D9")
    scene.reaction(4)
    scene.sunrise(1)
    assert scene.vans == {"D9": 0}
    assert scene.squads == {"D9": 1}


@pytest.mark.rule("BB-70", "BB-9")
@pytest.mark.parametrize("card", [4, 5])
def test_with_nothing_liberated_the_highest_district_is_d22(scene, card):
    scene.put_vans("D13")
    scene.reaction(card)
    scene.sunrise(1)
    assert scene.vans == {"D22": 0}


@pytest.mark.rule("BB-70")
@pytest.mark.parametrize(("card", "goal"), [(0, "D15"), (1, "D12"), (2, "D22"), (3, "D20")])
def test_state_and_public_cards_send_the_van_by_their_priority(scene, card, goal):
    scene.put_vans("D7")
    scene.reaction(card)
    scene.sunrise(1)
    assert scene.vans == {goal: 0}


@pytest.mark.rule("BB-70")
def test_without_a_van_nothing_moves_and_no_squad_comes(scene):
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {}
    assert scene.squads == {}


@pytest.mark.rule("BB-71")
def test_the_priority_chooses_at_every_fork(scene):
    # D12, D10, D9, D16, D15; the way by D7 is as short.
    (other,) = scene.routes("D12", "D7")
    scene.put_vans("D12")
    scene.put_barricades({26: 1, 18: 1, 5: 1, other: 1})
    assert scene.routes("D15", "D16") == [5]
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {"D15": 0}
    assert scene.barricades == {other: 1}


@pytest.mark.rule("BB-73", "BB-72")
def test_a_van_stopped_among_vans_backs_up_and_leaves_its_way_open(scene):
    scene.put_vans("D12", "D16")
    scene.put_barricades({26: 1, 18: 2, 5: 3})
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {"D9": 0, "D16": 0}
    assert scene.squads == {"D9": 1}
    assert scene.barricades == {}


@pytest.mark.rule("BB-71", "BB-9")
def test_a_liberated_neighbour_comes_first_on_the_way(scene):
    scene.put_vans("D1", "D12")
    scene.put_barricades({11: 1})
    scene.liberate("D8")
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {"D15": 0, "D12": 0}
    assert scene.barricades == {11: 1}


@pytest.mark.rule("BB-70", "BB-9")
def test_a_van_in_a_liberated_district_is_not_the_lowest(scene):
    scene.put_vans("D1", "D12")
    scene.liberate("D1")
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {"D1": 0, "D15": 0}
    assert scene.squads == {"D15": 1}


@pytest.mark.rule("BB-57", "BB-75")
def test_spike_strips_stop_a_van_before_the_blocs_that_laid_them(scene):
    scene.put_vans("D1", "D12")
    scene.put_barricades({11: 1})
    scene.put_blocs("Workers", D16=1)
    scene.hold("Workers", "Spike Strips")
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.asking == ("Workers", "SPIKE")
    scene.do("YES")
    assert scene.vans == {"D1": 0, "D12": 0}
    assert scene.squads == {"D1": 1}
    assert scene.barricades == {11: 1}
    assert scene.loot_discard == ["Spike Strips"]


@pytest.mark.rule("BB-57")
def test_spike_strips_off_the_path_are_not_asked_for(scene):
    scene.put_vans("D1", "D12")
    scene.put_blocs("Workers", D8=1, D9=1)
    scene.hold("Workers", "Spike Strips")
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {"D15": 0, "D12": 0}
    assert scene.hand("Workers") == ["Spike Strips"]


@pytest.mark.rule("BB-75", "BB-35")
def test_the_staging_area_may_be_empty(scene):
    scene.put_vans("D12")
    scene.put_squads(D22=15, D21=15)
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.squads == {"D22": 15, "D21": 15}
    assert scene.vans == {"D15": 0}


@pytest.mark.rule("BB-76")
def test_the_next_card_is_on_top_before_liberation(scene):
    scene.reaction(0, left=[2])
    scene.sunrise(1)
    assert scene.cells["reaction_top"][0] == 2
    # Its back closes the metro for a march: D5 cannot reach D12 past the squads.
    scene.put_squads(D10=1, D14=1, D20=1)
    scene.put_blocs("Workers", D5=1)
    scene.turn("Workers", 1)
    scene.do("MOVE D5")
    assert scene.legal("DISTRICT") == {"D10", "D14", "D20"}


@pytest.mark.rule("BB-76")
def test_the_empty_reaction_deck_is_shuffled_with_all_six_cards(scene):
    scene.reaction(3, left=[])
    # The card just resolved may come again.
    scene.luck(3, 3, 6)
    scene.sunrise(1)
    assert scene.cells["reaction_top"][0] == 3
    assert int(scene.cells["reaction_left"][0]) == 0b110111
