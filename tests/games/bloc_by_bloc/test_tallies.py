"""What the outcome columns count, on the first square of the city too."""

import pytest

COUNTED = (
    "move", "meeting", "barricade", "burn", "graffiti", "build", "swap", "defeat", "kick", "van",
    "hall", "center",
)  # fmt: skip


def actions_of(scene):
    """Actions counted so far, without the zeros."""
    row = scene.outcome()
    counts = {kind: int(row[f"actions_{kind}"]) for kind in COUNTED}
    return {kind: n for kind, n in counts.items() if n}


@pytest.mark.rule("BB-40", "BB-47", "BB-49", "BB-50")
def test_peaceful_actions_on_the_first_square(scene):
    assert scene.pos("D18") == 0
    scene.put_blocs("Prisoners", D18=3)
    scene.turn("Prisoners", *[6] * 7)
    scene.do("BUILD D18 Start", "SWAP D18 Hall", "USE D18", "GRAFFITI D18", "BARRICADE 0")
    scene.do("MOVE D18", "COUNT 1", "DISTRICT D21", "MOVE D18", "COUNT 1", "DECK")
    assert scene.dice == []
    assert actions_of(scene) == dict.fromkeys(
        ("build", "swap", "hall", "graffiti", "barricade", "move", "meeting"), 1
    )
    assert scene.occupations == {"D18": ("Prisoners", "Hall")}
    assert scene.shops("D18") == (0, 1, 0)
    row = scene.outcome()
    assert (row["blocs_formed_hall"], row["morale_down_build"]) == (1, 1)


@pytest.mark.rule("BB-40", "BB-47")
def test_burning_the_first_square_and_using_a_center(scene):
    scene.put_blocs("Prisoners", D18=1)
    scene.found("Prisoners", "Center", "D11")
    scene.mark("graffiti", D2=2)
    scene.turn("Prisoners", 6, 6)
    scene.do("BURN D18", "USE D11", "END")
    assert actions_of(scene) == {"burn": 1, "center": 1}
    assert scene.outcome()["loot_drawn"] == 1


@pytest.mark.rule("BB-54", "BB-40")
def test_attacks_on_the_first_square(scene):
    scene.put_blocs("Workers", D18=5)
    scene.put_squads(D18=3)
    scene.put_vans("D18", hits=1)
    scene.turn("Workers", 6, 6, 6, 6, 3, 3)
    assert scene.legal("DEFEAT") == scene.legal("KICK") == scene.legal("VAN") == {"D18"}
    scene.do("VAN D18", "DIE 6", "VAN D18", "DIE 6")
    assert scene.vans == {}
    scene.do("DEFEAT D18", "DIE 6")
    assert scene.squads == {"D18": 2}
    scene.do("KICK D18", "DIE 3", "SIDE E")
    assert scene.squads == {"D21": 2}
    assert actions_of(scene) == {"van": 2, "defeat": 1, "kick": 1}
    row = scene.outcome()
    assert (row["vans_defeated"], row["morale_down_van"], row["dice_combined"]) == (1, 1, 1)


@pytest.mark.rule("BB-81")
@pytest.mark.parametrize(("blocs", "held", "success"), [(0, 0, 0), (1, 1, 0), (2, 1, 1)])
def test_meetings_held_and_meetings_that_turned_a_card(arrange, blocs, held, success):
    scene = arrange()
    scene.conditions("Popular", "Strategic")
    scene.send_to_meeting("Workers", blocs)
    scene.sunrise(3)
    row = scene.outcome()
    assert (row["meetings_held"], row["meetings_success"]) == (held, success)


@pytest.mark.rule("BB-43", "BB-46", "BB-52", "BB-56")
def test_abilities_count_where_they_made_the_difference(scene):
    scene.put_blocs("Workers", D12=1, D5=1)
    scene.turn("Workers", 6, 1)
    scene.do("BUILD D12 Hall")
    scene.put_blocs("Neighbors", D10=1)
    scene.turn("Neighbors", 1, 1)
    scene.do("BARRICADE 24", "BARRICADE 24", "BARRICADE 18", "END")
    scene.put_blocs("Prisoners", D16=2)
    scene.put_squads(D16=3)
    scene.turn("Prisoners", 5, 6)
    scene.do("DEFEAT D16", "DIE 6", "DEFEAT D16")
    scene.put_blocs("Students", D16=1, D5=1)
    scene.turn("Students", 1, 1)
    scene.do("MOVE D16", "DISTRICT D9", "MOVE D5", "DISTRICT D20")
    row = scene.outcome()
    assert [row[f"ability_uses_{faction}"] for faction in range(4)] == [1, 1, 1, 1]
