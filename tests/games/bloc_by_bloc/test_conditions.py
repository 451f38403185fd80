"""Conditions cards and tokens (BB-60..BB-62)."""

import pytest

UNIVERSITY, JAIL, FINANCE, TELECOM = (
    "Privatized University",
    "Supermax Prison",
    "Financial District",
    "Telecom Network Hub",
)


@pytest.mark.rule("BB-60")
def test_wild_and_district_cards_are_completed_in_liberated_districts(scene):
    scene.conditions("Popular", JAIL)
    scene.found("Workers", "Hall", "D20", "D21")
    scene.found("Prisoners", "Start", "D18")
    assert scene.tokens == {}
    scene.liberate("D20", "D21", "D18")
    assert scene.tokens == {"Workers": "Popular", "Prisoners": JAIL}


@pytest.mark.rule("BB-60")
@pytest.mark.parametrize(
    ("card", "districts"),
    [("Popular", ("D20", "D22")), ("Strategic", ("D12", "D15")), ("Autonomous", ("D9", "D6"))],
)
def test_a_wild_card_wants_two_districts_of_its_type(arrange, card, districts):
    scene = arrange()
    scene.conditions(card)
    scene.found("Students", "Center", districts[0])
    scene.found("Students", "Start", districts[1])
    scene.liberate(districts[0])
    assert scene.tokens == {}
    scene.liberate(districts[1])
    assert scene.tokens == {"Students": card}


@pytest.mark.rule("BB-60")
def test_only_face_up_cards_count(scene):
    scene.found("Prisoners", "Hall", "D18")
    scene.liberate("D18")
    assert scene.tokens == {}
    scene.conditions(JAIL)
    assert scene.tokens == {"Prisoners": JAIL}


@pytest.mark.rule("BB-61", "BB-83")
def test_two_factions_on_two_cards_win(arrange):
    scene = arrange(players=2)
    scene.conditions(UNIVERSITY, "Autonomous")
    scene.found("Students", "Hall", "D16", "D9")
    scene.found("Workers", "Hall", "D5", "D10")
    scene.liberate("D16", "D9", "D5", "D10")
    # The Students complete both cards, the Workers one.
    assert scene.tokens == {"Students": UNIVERSITY, "Workers": "Autonomous"}
    scene.sunrise(4)
    assert scene.result == "win"


@pytest.mark.rule("BB-61")
def test_a_card_holds_one_token(scene):
    scene.conditions("Strategic")
    scene.found("Workers", "Hall", "D12", "D13")
    scene.found("Students", "Hall", "D14", "D15")
    scene.liberate("D12", "D13", "D14", "D15")
    assert scene.tokens == {"Workers": "Strategic"}
    scene.conditions("Strategic", TELECOM, "Interior Ministry")
    assert scene.tokens == {"Workers": TELECOM, "Students": "Interior Ministry"}


@pytest.mark.rule("BB-61", "BB-66")
def test_a_token_comes_back_when_its_occupation_is_evicted(scene):
    scene.found("Students", "Hall", "D16")
    scene.liberate("D16")
    assert scene.tokens == {"Students": UNIVERSITY}
    scene.put_squads(D16=1)
    scene.attack()
    assert scene.tokens == {}


@pytest.mark.rule("BB-62")
def test_among_equal_placements_the_lowest_cards_are_taken(scene):
    scene.conditions(FINANCE, TELECOM, "Strategic")
    scene.found("Workers", "Hall", "D12", "D13")
    scene.liberate("D12", "D13")
    assert scene.tokens == {"Workers": FINANCE}


@pytest.mark.rule("BB-62")
def test_a_build_places_a_token_at_once(scene):
    scene.liberate("D16")
    scene.put_blocs("Students", D16=1)
    scene.turn("Students", 5)
    scene.do("BUILD D16 Hall")
    assert scene.tokens == {"Students": UNIVERSITY}


@pytest.mark.rule("BB-62")
def test_a_swap_by_another_faction_takes_the_token_along(scene):
    scene.conditions(FINANCE)
    scene.found("Workers", "Hall", "D12")
    scene.liberate("D12")
    scene.put_blocs("Students", D12=1)
    scene.turn("Students", 5)
    scene.do("SWAP D12 Hall")
    assert scene.tokens == {"Students": FINANCE}


@pytest.mark.rule("BB-62")
def test_players_may_place_tokens_themselves(arrange):
    scene = arrange(token_mode="manual")
    scene.conditions(FINANCE, TELECOM)
    scene.found("Workers", "Hall", "D12", "D13")
    scene.liberate("D12", "D13")
    assert scene.tokens == {}
    scene.turn("Workers", 1)
    assert scene.legal("TOKEN") == {FINANCE, TELECOM}
    scene.do(f"TOKEN {TELECOM}")
    assert scene.tokens == {"Workers": TELECOM}
    # Once a turn.
    assert scene.legal("TOKEN") == set()
    scene.turn("Workers", 1)
    assert scene.legal("TOKEN") == {FINANCE}
    scene.do(f"TOKEN {FINANCE}")
    assert scene.tokens == {"Workers": FINANCE}


@pytest.mark.rule("BB-62", "BB-61")
def test_tokens_may_be_placed_by_hand_before_the_win_check(arrange):
    scene = arrange(token_mode="manual")
    scene.conditions(FINANCE, "Strategic")
    scene.found("Workers", "Hall", "D12", "D13")
    scene.found("Students", "Hall", "D14", "D15")
    scene.liberate("D12", "D13", "D14", "D15")
    scene.sunrise(4)
    assert scene.asking == ("Workers", "TOKEN_SET")
    assert scene.legal() == {"END", f"TOKEN {FINANCE}", "TOKEN Strategic"}
    scene.do("TOKEN Strategic")
    # Nothing is left for the Students.
    assert scene.asking is None
    assert scene.tokens == {"Workers": "Strategic"}
    # A token placed by hand also comes back when the card is no longer completed.
    scene.put_squads(D12=1)
    scene.attack()
    assert scene.tokens == {}
