"""What happens when pieces run out, and what counts as being in the city (BB-13, BB-35, BB-93)."""

import pytest

from tests.games.bloc_by_bloc.view import LOOT


@pytest.mark.rule("BB-93")
def test_the_eleventh_bloc_is_not_formed(scene):
    scene.put_blocs("Workers", D5=9)
    scene.hold("Workers", "Food")
    scene.found("Workers", "Hall", "D5")
    scene.found("Workers", "Start", "D10")
    scene.ops_deck("Strategic Rotation")
    scene.begin_turn("Workers")
    assert scene.in_city("Workers") == 10
    assert "USE D5" not in scene.legal()
    assert "PLAY Food" not in scene.legal()


@pytest.mark.rule("BB-93", "BB-35")
def test_the_fifth_van_is_not_deployed(scene):
    scene.put_vans("D12", "D13", "D14", "D15")
    scene.put_squads(D22=3)
    scene.card("Heavy Reinforcements")
    assert set(scene.vans) == {"D12", "D13", "D14", "D15"}


@pytest.mark.rule("BB-93", "BB-35", "BB-32")
def test_the_staging_area_gives_what_it_has(scene):
    scene.put_vans("D12", "D13", "D14")
    scene.put_squads(D22=15, D21=14)
    scene.card("Light Reinforcements")
    assert sum(scene.squads.values()) == 30
    assert scene.squads["D14"] == 1


@pytest.mark.rule("BB-93", "BB-45")
def test_the_forty_first_barricade_is_not_placed(scene):
    scene.put_barricades(dict.fromkeys(range(13), 3))
    scene.put_blocs("Workers", D10=1)
    scene.hold("Workers", "Scrap Wood")
    scene.turn("Workers", 1, 1)
    assert "BARRICADE 18" in scene.legal()
    scene.do("BARRICADE 18")
    assert sum(scene.barricades.values()) == 40
    assert scene.legal("BARRICADE") == set()
    assert "PLAY Scrap Wood" not in scene.legal()


@pytest.mark.rule("BB-93")
def test_scrap_wood_places_what_is_left(scene):
    scene.put_barricades(dict.fromkeys(range(12), 3) | {30: 2})
    scene.put_blocs("Workers", D10=1)
    scene.hold("Workers", "Scrap Wood")
    scene.turn("Workers", 1)
    scene.do("PLAY Scrap Wood", "DISTRICT D10", "BARRICADE 18", "BARRICADE 18")
    # The third has no barricade to place, so only stopping is left.
    assert sum(scene.barricades.values()) == 40
    assert scene.phase == "ACT"


@pytest.mark.rule("BB-93", "BB-47")
def test_without_a_loot_token_there_is_no_loot_action(arrange):
    scene = arrange(loot_tokens=4)
    scene.mark("burned", D1=2)
    scene.mark("graffiti", D3=1)
    scene.put_blocs("Workers", D2=1)
    scene.turn("Workers", 3, 3)
    scene.do("GRAFFITI D2")
    assert scene.shops("D2") == (3, 1, 0)
    assert scene.legal("BURN") == scene.legal("GRAFFITI") == set()


@pytest.mark.rule("BB-93", "BB-51")
def test_all_five_occupations_in_the_city_leave_relocation_only(scene):
    scene.found("Workers", "Start", "D10")
    scene.found("Workers", "Hall", "D5", "D20")
    scene.found("Workers", "Center", "D21", "D22")
    scene.put_blocs("Workers", D19=1)
    scene.turn("Workers", 1)
    scene.do("BUILD D19 Start")
    assert "D10" not in scene.occupations
    assert len(scene.occupations) == 5


@pytest.mark.rule("BB-93", "BB-48")
def test_a_center_draws_no_more_cards_than_there_are(arrange):
    copies = [0] * len(LOOT)
    copies[LOOT.index("Food")] = 1
    scene = arrange(loot_copies=copies)
    scene.found("Students", "Center", "D16")
    scene.mark("graffiti", D1=3)
    scene.turn("Students", 2)
    scene.do("USE D16")
    assert scene.legal() == {"END", "CARD Food"}
    scene.do("CARD Food")
    assert scene.hand("Students") == ["Food"]


@pytest.mark.rule("BB-93")
def test_energy_drinks_may_make_a_sixth_die(scene):
    scene.hold("Workers", "Energy Drinks")
    scene.turn("Workers", 1, 2, 3, 4, 5)
    scene.do("PLAY Energy Drinks")
    assert len(scene.dice) == 6


@pytest.mark.rule("BB-13")
def test_blocs_on_tiles_at_the_meeting_and_set_aside_are_in_the_city(arrange):
    scene = arrange(shelter="D17")
    scene.put_blocs("Prisoners", D18=3)
    scene.send_to_meeting("Prisoners", 2)
    scene.put_squads(D18=2)
    scene.found("Prisoners", "Hall", "D4", "D20")
    scene.hold("Prisoners", "Medic Kit")
    scene.attack()
    scene.do("YES")
    # 1 in the shelter, 1 left in D18, 2 at the meeting, 2 set aside.
    assert scene.asking == ("Prisoners", "MEDIC_RETURN")
    assert scene.in_city("Prisoners") == 6
    assert scene.blocs("D4") == {}
    scene.do("DISTRICT D4")
    assert scene.blocs("D4") == {"Prisoners": 2}
    assert scene.in_city("Prisoners") == 6
