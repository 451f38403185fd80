"""How a turn begins and what an action needs (BB-36..BB-41)."""

import pytest

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
