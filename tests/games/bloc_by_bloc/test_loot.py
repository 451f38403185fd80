"""Looting, the Loot deck and what the cards do (BB-47, BB-48, BB-53, BB-57..BB-59)."""

import pytest

from sim.games.bloc_by_bloc import GAME
from tests.games.bloc_by_bloc.view import LOOT

ALL_IDS = {f"D{tile}" for tile in range(1, 23)}


@pytest.mark.rule("BB-47")
def test_burning_a_centre_brings_a_card(scene):
    scene.put_blocs("Workers", D2=1)
    scene.loot_deck("Food", "Food")
    scene.turn("Workers", 3)
    scene.do("BURN D2")
    assert scene.shops("D2") == (3, 0, 1)
    assert scene.hand("Workers") == ["Food"]
    assert scene.dice == []


@pytest.mark.rule("BB-47")
def test_graffiti_brings_nothing_at_once(scene):
    scene.put_blocs("Workers", D2=1)
    scene.turn("Workers", 3)
    scene.do("GRAFFITI D2")
    assert scene.shops("D2") == (3, 1, 0)
    assert scene.hand("Workers") == []


@pytest.mark.rule("BB-47")
def test_a_marked_centre_is_never_marked_again(scene):
    scene.put_blocs("Workers", D5=1, D19=1)
    scene.mark("graffiti", D5=1)
    scene.mark("burned", D19=1)
    scene.turn("Workers", 6, 6)
    assert scene.legal("BURN") == scene.legal("GRAFFITI") == {"D4"}


@pytest.mark.rule("BB-47")
def test_state_public_and_liberated_districts_have_nothing_to_loot(scene):
    scene.put_blocs("Workers", D12=1, D20=1, D2=1)
    scene.turn("Workers", 6)
    assert scene.legal("BURN") == {"D2", "D4"}
    scene.liberate("D2")
    assert scene.legal("BURN") == {"D4"}


@pytest.mark.rule("BB-48")
def test_the_last_card_drawn_turns_the_discard_pile_into_the_deck(scene):
    scene.put_blocs("Workers", D2=1)
    scene.loot_deck("Food")
    scene.turn("Workers", 3)
    scene.do("BURN D2")
    assert scene.hand("Workers") == ["Food"]
    assert len(scene.loot_left) == 44
    assert scene.loot_discard == []


@pytest.mark.rule("BB-48", "BB-47")
def test_with_both_piles_empty_nothing_is_drawn(arrange):
    scene = arrange(loot_copies=[1] + [0] * 14)
    scene.hold("Students", "Molotovs")
    scene.put_blocs("Workers", D2=1)
    scene.turn("Workers", 3)
    scene.do("BURN D2")
    assert scene.shops("D2") == (3, 0, 1)
    assert scene.hand("Workers") == []


@pytest.mark.rule("BB-48")
def test_a_discard_after_the_deck_ran_out_is_drawn_next(arrange):
    scene = arrange(loot_copies=[0] * 6 + [1] + [0] * 8)
    scene.hold("Workers", "Food")
    scene.put_blocs("Workers", D2=1)
    scene.turn("Workers", 3, 3)
    scene.do("PLAY Food", "DISTRICT D2", "BURN D2")
    assert scene.hand("Workers") == ["Food"]
    assert scene.loot_left == scene.loot_discard == []


@pytest.mark.rule("BB-53")
def test_a_center_draws_for_all_graffiti_near_and_keeps_two(scene):
    scene.found("Students", "Center", "D16")
    scene.mark("graffiti", D16=1, D1=2, D2=1)
    scene.loot_deck("Food", "Camera", "Ice Cream")
    scene.turn("Students", 2, 5)
    scene.do("USE D16")
    assert scene.legal() == {"END", "CARD Food", "CARD Camera", "CARD Ice Cream"}
    scene.do("CARD Food", "CARD Camera")
    assert scene.hand("Students") == ["Food", "Camera"]
    assert scene.loot_discard == ["Ice Cream"]
    assert scene.dice == [5]
    assert scene.legal("USE") == set()


@pytest.mark.rule("BB-48", "BB-53")
def test_drawn_cards_are_in_no_pile_while_one_chooses(scene):
    scene.found("Students", "Center", "D16")
    scene.mark("graffiti", D1=2)
    scene.loot_deck("Food", "Camera")
    scene.turn("Students", 2)
    scene.do("USE D16")
    # The pile that replaced the deck holds neither of them.
    assert len(scene.loot_left) == 43
    scene.do("END")
    assert scene.loot_discard == ["Food", "Camera"]
    assert scene.hand("Students") == []


@pytest.mark.rule("BB-53")
def test_a_center_without_graffiti_near_has_no_use(scene):
    scene.found("Students", "Center", "D16")
    scene.mark("graffiti", D2=1)
    scene.mark("burned", D1=1)
    scene.turn("Students", 2)
    assert scene.legal("USE") == set()


@pytest.mark.rule("BB-57")
def test_cards_need_an_own_bloc_where_they_work(scene):
    scene.put_blocs("Workers", D3=1)
    scene.put_squads(D3=1, D9=1)
    scene.hold("Workers", "Fireworks", "Spray Paint", "Scrap Wood")
    scene.turn("Workers")
    scene.do("PLAY Fireworks")
    # D3 is the only district with an own bloc and a squad.
    assert scene.asking == ("Workers", "KICK_SIDE")
    scene.do("SIDE N")
    assert scene.squads == {"D22": 1, "D9": 1}
    scene.do("PLAY Spray Paint")
    assert scene.legal("DISTRICT") == {"D3", "D4"}


@pytest.mark.rule("BB-57")
def test_fireworks_are_no_attack(scene):
    scene.put_blocs("Workers", D3=1)
    scene.put_squads(D3=4)
    scene.put_barricades({10: 2})
    scene.hold("Workers", "Fireworks")
    scene.turn("Workers", 3)
    scene.do("PLAY Fireworks", "SIDE N")
    assert scene.squads == {"D3": 2, "D22": 2}
    assert scene.barricades == {}
    assert scene.dice == [3]
    assert "DEFEAT D3" in scene.legal()


@pytest.mark.rule("BB-57")
def test_bicycles_move_without_a_die_but_to_no_meeting(scene):
    scene.put_blocs("Workers", D5=2)
    scene.hold("Workers", "Bicycles")
    scene.turn("Workers", 6)
    scene.do("PLAY Bicycles", "DISTRICT D5", "COUNT 2")
    assert "DECK" not in scene.legal()
    scene.do("DISTRICT D18")
    assert scene.blocs("D18") == {"Workers": 2}
    assert scene.dice == [6]
    assert scene.loot_discard == ["Bicycles"]


@pytest.mark.rule("BB-57")
def test_bicycles_do_not_leave_a_clash(scene):
    scene.put_blocs("Workers", D9=2)
    scene.put_squads(D9=1, D4=1)
    scene.hold("Workers", "Bicycles")
    scene.turn("Workers", 1)
    assert "PLAY Bicycles" not in scene.legal()
    scene.put_blocs("Workers", D5=1, D18=1)
    scene.do("PLAY Bicycles")
    assert scene.legal("DISTRICT") == {"D5", "D18"}


@pytest.mark.rule("BB-57", "BB-43")
def test_bicycles_take_a_solo_bloc_of_the_students_out_of_a_clash(scene):
    scene.back(metro=False)
    scene.put_blocs("Students", D18=2)
    scene.put_squads(D18=1, D21=1, D13=1)
    scene.hold("Students", "Bicycles")
    scene.turn("Students")
    scene.do("PLAY Bicycles", "DISTRICT D18")
    assert scene.asking == ("Students", "MOVE_DEST")
    assert scene.legal("DISTRICT") == ALL_IDS - {"D18"}
    scene.do("DISTRICT D20")
    assert scene.blocs("D18") == {"Students": 1}


@pytest.mark.rule("BB-57")
def test_scrap_wood_makes_three_barricades_around_one_district(scene):
    scene.put_blocs("Workers", D5=1)
    scene.hold("Workers", "Scrap Wood")
    scene.turn("Workers")
    scene.do("PLAY Scrap Wood", "DISTRICT D5")
    assert scene.legal("BARRICADE") == {"22", "24", "25"}
    scene.do("BARRICADE 22", "BARRICADE 22", "BARRICADE 25")
    assert scene.barricades == {22: 2, 25: 1}
    assert scene.phase == "ACT"


@pytest.mark.rule("BB-57")
def test_spray_paint_marks_two_centres(scene):
    scene.put_blocs("Workers", D2=1)
    scene.hold("Workers", "Spray Paint")
    scene.turn("Workers")
    scene.do("PLAY Spray Paint", "DISTRICT D2")
    assert scene.shops("D2") == (2, 2, 0)


@pytest.mark.rule("BB-57")
def test_food_forms_a_bloc_where_an_own_one_stands_even_in_a_clash(scene):
    scene.put_blocs("Workers", D9=1)
    scene.put_squads(D9=3)
    scene.hold("Workers", "Food")
    scene.turn("Workers")
    scene.do("PLAY Food", "DISTRICT D9")
    assert scene.blocs("D9") == {"Workers": 2}


@pytest.mark.rule("BB-57")
def test_ice_cream_rolls_all_unspent_dice_again(scene):
    scene.hold("Workers", "Ice Cream")
    scene.turn("Workers", 1)
    scene.luck(1, 5, 6)
    scene.do("PLAY Ice Cream")
    assert scene.dice == [6]
    # Without a die it cannot be played.
    scene.hold("Workers", "Ice Cream")
    scene.turn("Workers")
    assert "PLAY Ice Cream" not in scene.legal()


@pytest.mark.rule("BB-57")
def test_a_sound_system_calls_three_blocs_past_all_police(scene):
    scene.put_blocs("Workers", D18=4, D9=1)
    scene.put_squads(D21=2, D13=2, D9=1)
    scene.hold("Workers", "Sound System")
    scene.turn("Workers")
    scene.do("PLAY Sound System", "DISTRICT D9")
    assert scene.legal("DISTRICT") == {"D18", "D4"}
    scene.do("DISTRICT D18")
    assert scene.blocs("D18") == {"Workers": 1}
    assert scene.blocs("D9") == {"Workers": 4}


@pytest.mark.rule("BB-57")
def test_energy_drinks_roll_one_more_die(scene):
    scene.hold("Workers", "Energy Drinks")
    scene.turn("Workers", 2)
    scene.luck(1, 3, 6)
    scene.do("PLAY Energy Drinks")
    assert scene.dice == [2, 4]


@pytest.mark.rule("BB-57", "BB-40")
def test_power_tools_add_three_to_a_payment_that_holds_a_die(scene):
    scene.put_blocs("Students", D16=1)
    scene.hold("Students", "Power Tools")
    scene.turn("Students")
    assert scene.legal("BUILD") == set()
    scene.turn("Students", 3, 3)
    scene.do("BUILD D16 Hall")
    # The first die is forced: tools come after a die.
    assert scene.dice == [3]
    assert scene.legal() == {"DIE 3", "TOOL"}
    scene.do("TOOL")
    assert scene.occupations == {"D16": ("Students", "Hall")}
    assert scene.dice == [3]
    assert scene.loot_discard == ["Power Tools"]


@pytest.mark.rule("BB-57")
def test_a_camera_lowers_morale(scene):
    scene.hold("Workers", "Camera", "Camera")
    scene.morale = 1
    scene.turn("Workers")
    scene.do("PLAY Camera")
    assert scene.morale == 0
    assert "PLAY Camera" not in scene.legal()


@pytest.mark.rule("BB-57")
def test_disguises_leave_a_clash_and_pass_police(scene):
    scene.back(metro=False)
    scene.put_blocs("Workers", D18=3)
    scene.put_squads(D18=1, D21=1, D13=1)
    scene.hold("Workers", "Disguises")
    scene.turn("Workers")
    scene.do("PLAY Disguises", "DISTRICT D18", "COUNT 2")
    assert scene.legal() == {f"DISTRICT {name}" for name in ALL_IDS - {"D18"}}
    scene.do("DISTRICT D20")
    assert scene.blocs("D20") == {"Workers": 2}


@pytest.mark.rule("BB-57")
def test_a_played_card_is_discarded_and_costs_no_die(scene):
    scene.hold("Workers", "Camera")
    scene.turn("Workers", 1, 2)
    scene.do("PLAY Camera")
    assert scene.hand("Workers") == []
    assert scene.loot_discard == ["Camera"]
    assert scene.dice == [1, 2]


@pytest.mark.rule("BB-58")
def test_a_card_is_given_where_blocs_of_both_stand(arrange):
    scene = arrange(shelter=None)
    scene.put_blocs("Workers", D5=1)
    scene.put_blocs("Students", D5=1)
    scene.put_blocs("Neighbors", D9=1)
    scene.put_blocs("Prisoners", D18=1)
    scene.hold("Workers", "Food", "Camera")
    scene.turn("Workers")
    assert scene.legal("GIVE") == {"Students"}
    assert scene.legal("ASK") == set()
    scene.do("GIVE Students", "CARD Camera")
    assert scene.hand("Workers") == ["Food"]
    assert scene.hand("Students") == ["Camera"]
    assert scene.legal("ASK") == {"Students"}


@pytest.mark.rule("BB-58")
def test_asking_needs_consent_and_a_refusal_lasts_for_the_turn(scene):
    scene.hold("Students", "Food")
    scene.hold("Neighbors", "Camera")
    scene.turn("Workers")
    scene.do("ASK Students")
    assert scene.asking == ("Students", "ASKED")
    assert scene.legal() == {"NO", "CARD Food"}
    scene.do("NO")
    assert scene.hand("Students") == ["Food"]
    assert scene.legal("ASK") == {"Neighbors"}
    scene.do("ASK Neighbors", "CARD Camera")
    assert scene.hand("Workers") == ["Camera"]
    assert scene.hand("Neighbors") == []


@pytest.mark.rule("BB-58")
def test_at_most_six_cards_change_hands_in_a_turn(scene):
    scene.hold("Workers", *["Food"] * 4, *["Molotovs"] * 3)
    scene.turn("Workers")
    for card in ["Food"] * 4 + ["Molotovs"] * 2:
        scene.do(
            "GIVE Students", *([f"CARD {card}"] if len(set(scene.hand("Workers"))) > 1 else [])
        )
    assert len(scene.hand("Students")) == 6
    assert scene.legal("GIVE") == set()


@pytest.mark.rule("BB-59")
def test_hands_are_open_so_nothing_about_them_is_redrawn(scene):
    scene.hold("Workers", "Food")
    scene.hold("Students", "Camera", "Molotovs")
    before = scene.state.copy()
    GAME.module.determinize(scene.rules, scene.state, 0, scene.rng)
    assert scene.hand("Students") == ["Molotovs", "Camera"]
    assert scene.hand("Workers") == ["Food"]
    top = scene.cells["reaction_top"][0]
    # Only the front of the top Reaction card is unknown: 0 and 4 have the same back.
    assert top in (0, 4)
    assert {line.split(":")[0] for line in _changes(before, scene)} <= {
        "reaction_top[0]",
        "reaction_left[0]",
    }


def _changes(before, scene):
    return GAME.layout.diff(before, scene.state)


@pytest.mark.rule("BB-57")
@pytest.mark.parametrize(
    "card", ["Molotovs", "Medic Kit", "Power Tools", "Spike Strips", "Gas Masks"]
)
def test_cards_for_other_moments_are_not_played_in_a_turn(scene, card):
    assert card in LOOT
    scene.put_blocs("Workers", D9=1)
    scene.put_squads(D9=1)
    scene.hold("Workers", card)
    scene.turn("Workers", 6)
    assert scene.legal("PLAY") == set()
