"""Attack actions: squads, kicks, vans, one attack a bloc (BB-54..BB-56)."""

import pytest


@pytest.mark.rule("BB-54")
def test_an_attack_sends_a_squad_to_the_staging_area(scene):
    scene.put_blocs("Neighbors", D3=1)
    scene.put_squads(D3=2)
    scene.turn("Neighbors", 3)
    scene.do("DEFEAT D3")
    assert scene.squads == {"D3": 1}
    assert int(scene.cells["squads_out"][0]) == 1


@pytest.mark.rule("BB-55", "BB-40")
def test_two_blocs_attack_twice_and_no_third_time(scene):
    scene.put_blocs("Workers", D3=2)
    scene.put_squads(D3=3)
    scene.turn("Workers", 3, 4, 5)
    scene.do("DEFEAT D3", "DIE 3", "DEFEAT D3", "DIE 4")
    assert scene.squads == {"D3": 1}
    assert scene.dice == [5]
    assert scene.legal("DEFEAT") == set()


@pytest.mark.rule("BB-55")
def test_blocs_attack_again_the_next_night(scene):
    scene.put_blocs("Workers", D3=1)
    scene.put_squads(D3=3)
    scene.turn("Workers", 3)
    scene.do("DEFEAT D3")
    scene.ops_deck("Strategic Rotation")
    scene.morale = 0
    scene.begin_turn("Workers")
    scene.dice = [3]
    assert "DEFEAT D3" in scene.legal()


@pytest.mark.rule("BB-54")
def test_a_kick_moves_two_squads_next_door(scene):
    scene.put_blocs("Students", D16=1)
    scene.put_squads(D16=2)
    scene.turn("Students", 6)
    scene.do("KICK D16")
    assert scene.legal() == {"SIDE N", "SIDE E", "SIDE S", "SIDE W"}
    scene.do("SIDE E")
    assert scene.squads == {"D1": 2}


@pytest.mark.rule("BB-54")
def test_a_kick_of_a_single_squad_clears_the_barricades(scene):
    scene.put_blocs("Students", D16=1)
    scene.put_squads(D16=1)
    scene.put_barricades({11: 2})
    scene.turn("Students", 6)
    scene.do("KICK D16", "SIDE E")
    assert scene.squads == {"D1": 1}
    assert scene.barricades == {}


@pytest.mark.rule("BB-54")
def test_squads_may_be_kicked_out_over_a_highway(scene):
    scene.put_blocs("Students", D3=1)
    scene.put_squads(D3=3)
    scene.turn("Students", 3)
    scene.do("KICK D3")
    assert "SIDE S" not in scene.legal()
    scene.do("SIDE W")
    assert scene.squads == {"D3": 1, "D13": 2}


@pytest.mark.rule("BB-54")
def test_the_third_hit_defeats_a_van_and_lowers_morale(scene):
    scene.put_blocs("Workers", D3=3)
    scene.put_vans("D3", hits=2)
    scene.put_squads(D3=1)
    scene.turn("Workers", 3)
    scene.do("VAN D3")
    assert scene.vans == {}
    assert scene.squads == {"D3": 1}
    assert scene.morale == 1
    assert int(scene.cells["vans_out"][0]) == 0


@pytest.mark.rule("BB-54")
def test_hits_of_two_factions_add_up_within_a_night(scene):
    scene.put_blocs("Workers", D3=2)
    scene.put_blocs("Students", D3=1)
    scene.put_vans("D3")
    scene.turn("Workers", 3, 3)
    scene.do("VAN D3", "VAN D3")
    assert scene.vans == {"D3": 2}
    assert scene.morale == 2
    scene.turn("Students", 3)
    scene.do("VAN D3")
    assert scene.vans == {}
    assert scene.morale == 1


@pytest.mark.rule("BB-56")
def test_every_attack_die_of_the_prisoners_counts_one_more(scene):
    scene.put_blocs("Prisoners", D16=1)
    scene.put_squads(D16=2)
    scene.turn("Prisoners", 2, 1)
    assert "DEFEAT D16" not in scene.legal()
    scene.turn("Prisoners", 2, 2)
    scene.do("DEFEAT D16")
    assert scene.squads == {"D16": 1}
    assert scene.dice == []


@pytest.mark.rule("BB-56")
def test_the_prisoners_build_with_dice_as_they_are(scene):
    scene.put_blocs("Prisoners", D18=1)
    scene.turn("Prisoners", 5)
    assert scene.legal("BUILD") == {"D4 Start", "D4 Hall", "D4 Center"}
    scene.put_squads(D18=1)
    assert "DEFEAT D18" in scene.legal()


@pytest.mark.rule("BB-57", "BB-54")
def test_two_molotovs_make_three_squads_of_one_attack(scene):
    scene.put_blocs("Workers", D3=1)
    scene.put_squads(D3=4)
    scene.hold("Workers", "Molotovs", "Molotovs")
    scene.turn("Workers", 3, 6)
    scene.do("DEFEAT D3", "DIE 3")
    assert scene.legal() == {"END", "PLAY Molotovs"}
    scene.do("PLAY Molotovs", "PLAY Molotovs")
    assert scene.squads == {"D3": 1}
    assert scene.loot_discard == ["Molotovs", "Molotovs"]
    assert scene.legal("DEFEAT") == set()


@pytest.mark.rule("BB-57")
def test_molotovs_are_kept_when_nothing_is_left_to_hit(scene):
    scene.put_blocs("Workers", D3=2)
    scene.put_squads(D3=1)
    scene.put_vans("D3", hits=2)
    scene.hold("Workers", "Molotovs")
    scene.turn("Workers", 3, 3, 3)
    scene.do("DEFEAT D3")
    assert scene.asking == ("Workers", "ACT")
    scene.do("VAN D3")
    assert scene.asking == ("Workers", "ACT")
    assert scene.hand("Workers") == ["Molotovs"]


@pytest.mark.rule("BB-57", "BB-54")
def test_molotovs_hit_a_van_once_more(scene):
    scene.put_blocs("Workers", D3=1)
    scene.put_vans("D3", hits=1)
    scene.hold("Workers", "Molotovs")
    scene.turn("Workers", 3)
    scene.do("VAN D3", "PLAY Molotovs")
    assert scene.vans == {}
    assert scene.morale == 1
