"""Abilities, rulings and limits: each switch changes something, in a test named after it."""

import numpy as np
import pytest

from sim.games.bloc_by_bloc import GAME
from tests.games.bloc_by_bloc.scene import city

# D5 in a corner, its two sides closed: a city that falls apart.
SPLIT = city(
    "18 21 0 15 8 13 0 22 16 1 11 0 3 9 7 2 14 19 10 12 5 4 20 6 17",
    "-1 -1 0 -1 -1 -1 0 -1 -1 1 -1 0 -1 -1 1 -1 -1 -1 -1 1 0 3 -1 2 -1",
)


@pytest.mark.rule("BB-70", "BB-31")
def test_reaction_cards(arrange):
    cards = [{"destination": "state", "priority": "lowest", "metro": "lockdown"}] * 6
    scene = arrange(reaction_cards=cards, shelter="D17")
    scene.put_vans("D13")
    scene.put_blocs("Workers", D4=1)
    scene.put_squads(D2=1)
    scene.turn("Workers", 1)
    scene.do("MOVE D4", "DISTRICT D2")
    scene.drive()
    # Card 0 is no longer one with the metro open and the highest first.
    assert scene.vans == {"D12": 0}


@pytest.mark.rule("BB-14")
def test_layout(deal):
    assert deal(layout="reference").name(0) == "D18"
    assert deal(layout="beginner").name(0) == "D12"
    assert deal(layout=SPLIT).name(20) == "D5"


@pytest.mark.rule("BB-52")
def test_workers(arrange):
    for ability, builds in ((True, True), (False, False)):
        scene = arrange(workers=ability)
        scene.put_blocs("Workers", D12=1)
        scene.turn("Workers", 1)
        assert bool(scene.legal("BUILD")) == builds


@pytest.mark.rule("BB-43")
def test_students(arrange):
    scene = arrange(students=False)
    scene.put_blocs("Students", D9=1)
    scene.put_squads(D9=1)
    scene.turn("Students", 1)
    assert scene.legal("MOVE") == {"D4"}


@pytest.mark.rule("BB-46")
def test_neighbors(arrange):
    scene = arrange(neighbors=False)
    scene.put_blocs("Neighbors", D10=1)
    scene.turn("Neighbors", 1, 1)
    scene.do("BARRICADE 24")
    assert scene.phase == "ACT"


@pytest.mark.rule("BB-56")
def test_prisoners(arrange):
    scene = arrange(prisoners=False)
    scene.put_blocs("Prisoners", D16=1)
    scene.put_squads(D16=1)
    scene.turn("Prisoners", 5)
    assert scene.legal("DEFEAT") == set()


@pytest.mark.rule("BB-56")
def test_prisoners_bonus(arrange):
    scene = arrange(prisoners_bonus=2)
    scene.put_blocs("Prisoners", D16=1)
    scene.put_squads(D16=1)
    scene.turn("Prisoners", 4)
    assert scene.legal("DEFEAT") == {"D16"}


@pytest.mark.rule("BB-56")
def test_prisoners_bonus_per_die(arrange):
    for dice, attacks in (((2, 2), set()), ((2, 3), {"D16"})):
        scene = arrange(prisoners_bonus_per_die=False)
        scene.put_blocs("Prisoners", D16=1)
        scene.put_squads(D16=1)
        scene.turn("Prisoners", *dice)
        assert scene.legal("DEFEAT") == attacks


@pytest.mark.rule("BB-47")
def test_state_public_shops(arrange):
    scene = arrange(state_public_shops=True)
    scene.put_blocs("Workers", D12=1, D20=1)
    scene.turn("Workers", 6)
    assert scene.legal("BURN") == {"D4", "D12", "D20"}


@pytest.mark.rule("BB-28")
def test_patrols_follow_priority(arrange):
    scene = arrange(patrols_follow_priority=True)
    scene.back("low")
    scene.put_squads(D9=3)
    scene.card("District Patrols")
    assert scene.squads == {"D9": 1, "D3": 2}


@pytest.mark.rule("BB-43")
def test_students_solo_strict(arrange):
    scene = arrange(students_solo_strict=True)
    scene.put_blocs("Students", D9=2, D10=1)
    scene.put_squads(D9=1, D10=1)
    scene.turn("Students", 1)
    assert scene.legal("MOVE") == {"D4", "D10"}


@pytest.mark.rule("BB-14")
def test_require_connected_city(deal):
    seeds = range(60)
    apart = [seed for seed in seeds if not deal(seed=seed).outcome()["city_connected"]]
    # A few random cities fall apart, and they are played.
    assert 0 < len(apart) < 15
    for seed in apart:
        assert deal(seed=seed, require_connected_city=True).outcome()["city_connected"]


@pytest.mark.rule("BB-44")
def test_meet_without_deck(arrange):
    scene = arrange(meet_without_deck=True)
    scene.conditions_deck()
    scene.put_blocs("Workers", D5=1)
    scene.turn("Workers", 1)
    scene.do("MOVE D5", "DECK")
    assert scene.at_meeting("Workers") == 1
    scene.sunrise(3)
    assert len(scene.conditions_up) == 1


@pytest.mark.rule("BB-51")
def test_relocation_lowers_morale(arrange):
    scene = arrange(relocation_lowers_morale=False)
    scene.put_blocs("Workers", D19=1)
    scene.found("Workers", "Start", "D10")
    scene.found("Workers", "Hall", "D5", "D20")
    scene.found("Workers", "Center", "D21", "D22")
    scene.turn("Workers", 1)
    scene.do("BUILD D19 Start")
    assert scene.occupations["D19"] == ("Workers", "Start")
    assert scene.morale == 2


@pytest.mark.rule("BB-79")
def test_liberation_known(arrange):
    for known in (True, False):
        scene = arrange(liberation_known=known)
        scene.put_blocs("Workers", D20=8)
        scene.next_liberation(28)
        scene.sunrise(2)
        assert scene.phase == "LIB_CHOICE"
        assert (len(set(scores_of(scene))) == 2) == known


def scores_of(scene):
    """Heuristic scores of the legal actions."""
    actions = np.zeros(scene.rules.action_limit, np.int64)
    n = GAME.module.legal_actions(scene.rules, scene.state, actions)
    rows, weights = GAME.weight_rows()
    out = np.zeros(len(actions))
    desk = np.zeros(scene.rules.scratch_cells)
    GAME.module.action_scores(
        scene.rules, scene.state, actions, n, weights[rows["heuristic"]], desk, out
    )
    return out[:n].tolist()


@pytest.mark.rule("BB-29")
def test_squad_movement(arrange):
    for movement, squads in (
        ("simultaneous", {"D9": 1, "D16": 2}),
        ("sequential", {"D9": 1, "D16": 1, "D22": 1}),
    ):
        scene = arrange(squad_movement=movement)
        scene.back("low")
        scene.put_squads(D9=2, D16=1)
        scene.card("District Patrols")
        assert scene.squads == squads


@pytest.mark.rule("BB-40")
def test_payment_mode(arrange):
    scene = arrange(payment_mode="auto", shelter="D17")
    scene.put_blocs("Prisoners", D4=1)
    scene.turn("Prisoners", 2, 2, 3, 6)
    scene.do("BUILD D4 Hall")
    # One die is cheaper than two.
    assert scene.dice == [2, 2, 3]


@pytest.mark.rule("BB-40", "BB-57")
def test_a_tool_is_cheaper_than_a_die_in_automatic_payment(arrange):
    scene = arrange(payment_mode="auto", shelter="D17")
    scene.put_blocs("Prisoners", D4=1)
    scene.hold("Prisoners", "Power Tools")
    scene.turn("Prisoners", 2, 2, 3)
    scene.do("BUILD D4 Hall")
    assert scene.dice == [2, 3]
    assert scene.hand("Prisoners") == []


@pytest.mark.rule("BB-62")
def test_token_mode(arrange):
    for mode, tokens in (("auto", {"Students": "Privatized University"}), ("manual", {})):
        scene = arrange(token_mode=mode)
        scene.liberate("D16")
        scene.put_blocs("Students", D16=1)
        scene.turn("Students", 5)
        scene.do("BUILD D16 Hall")
        assert scene.tokens == tokens


@pytest.mark.rule("BB-58")
def test_max_transfers(arrange):
    scene = arrange(max_transfers=1)
    scene.hold("Workers", "Food", "Food")
    scene.turn("Workers")
    scene.do("GIVE Students")
    assert scene.hand("Students") == ["Food"]
    assert scene.legal("GIVE") == scene.legal("ASK") == set()


@pytest.mark.rule("BB-84")
def test_night_cap(arrange):
    scene = arrange(night_cap=20)
    scene.night = 20
    scene.sunrise(5)
    assert scene.result == "truncated"


@pytest.mark.rule("BB-84")
def test_decision_cap(arrange):
    scene = arrange(decision_cap=1000)
    scene.cells["t_decisions"][0] = 999
    scene.put_blocs("Workers", D5=1)
    scene.turn("Workers", 1, 2)
    scene.step("BARRICADE 22")
    assert scene.result == "truncated"
    assert scene.returns() == [0, 0, 0, 0]
