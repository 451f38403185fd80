"""Playing cards: where each may go, what it does, what it costs (BW-21..BW-31, BW-72..BW-83)."""

import pytest


@pytest.mark.rule("BW-21", "BW-22")
def test_where_a_unit_may_be_played(scene):
    scene.lay("0: destroyed | - | closed", "1: foamed | - | closed", "2: open Punks | - | closed")
    scene.lay("3: closed | - | closed", "4: open | - | closed").hold(0, "Citi-def")
    scene.ap = 2
    assert scene.legal("PLAY") == {"Citi-def 3", "Citi-def 4"}
    scene.do("PLAY Citi-def 3")
    assert scene.gates(0)[3] == "closed Citi-def"
    assert (scene.ap, scene.hand(0), scene.pair("ap_play")) == (0, {}, (2, 0))
    assert scene.pair("played_citi_def") == (1, 0)


@pytest.mark.rule("BW-21")
def test_a_card_must_be_paid(scene):
    scene.hold(0, "Citi-def", "Punks")
    scene.ap = 1
    assert scene.legal("PLAY") == {f"Punks {gate}" for gate in range(5)}


@pytest.mark.rule("BW-24", "BW-25", "BW-26", "BW-71")
def test_where_an_upgrade_may_be_played(scene):
    scene.lay("0: closed Punks | - | closed", "1: foamed Citi-def | - | closed")
    scene.lay("2: open Sniper | - | open Mob", "3: open Raiders | - | open Raiders")
    scene.hold(0, "Backup", "Backup", "Reinforce")
    assert scene.legal("PLAY") == {"Backup 0", "Backup 1", "Reinforce 0", "Reinforce 1"}
    scene.do("PLAY Backup 0", "PLAY Backup 0", "PLAY Reinforce 0")
    assert scene.gates(0)[0] == "closed Punks+2B+1R"
    assert (scene.cells["attack"][0, 0], scene.cells["defense"][0, 0]) == (3, 1)


@pytest.mark.rule("BW-25")
@pytest.mark.parametrize(
    ("switch", "cards"), [("none", set()), ("backup", {"Backup 2"}),
                          ("both", {"Backup 2", "Reinforce 2"})],
)  # fmt: skip
def test_upgrades_on_a_sniper(arrange, switch, cards):
    scene = arrange(upgrades_on_sniper=switch)
    scene.lay("2: open Sniper | - | open Raiders").hold(0, "Backup", "Reinforce")
    assert scene.legal("PLAY") == cards


@pytest.mark.rule("BW-72", "BW-27")
def test_where_foam_may_be_played(scene):
    scene.lay("1: closed | - | open Punks", "2: closed | - | open Raiders")
    scene.lay("3: closed | - | destroyed", "4: closed | - | foamed").hold(0, "Foam")
    assert scene.legal("PLAY") == {"Foam 1"}
    scene.do("PLAY Foam 1")
    assert scene.gates(1)[1] == "foamed Punks"
    assert scene.pile("perp_discard") == {}
    assert scene.ap == 2


@pytest.mark.rule("BW-73", "BW-74", "BW-27")
@pytest.mark.parametrize("hits", [True, False])
def test_where_hi_explosive_may_be_played(arrange, hits):
    scene = arrange(hiex_hits_foam=hits)
    scene.lay("0: closed | Tek>P1 | closed", "1: closed | Rookie>P1 | open")
    scene.lay("2: closed | Rookie>P0 | closed", "3: closed | Lawmaster>P1 | destroyed")
    scene.lay("4: closed | Lawmaster>P1 | foamed").hold(0, "Hi-Ex", "Hi-Ex")
    assert scene.legal("PLAY") == ({"Hi-Ex 2", "Hi-Ex 4"} if hits else {"Hi-Ex 2"})
    scene.ap = 6
    scene.do("PLAY Hi-Ex 2")
    assert scene.judge(2) == "Rookie>P0 Hi-Ex"
    assert scene.legal("PLAY") == ({"Hi-Ex 4"} if hits else set())


@pytest.mark.rule("BW-76", "BW-27")
def test_where_a_boing_may_be_played(scene):
    scene.street("Tek>P0", "Rookie>P1 Boing", "-", "-", "-").hold(0, "Boing")
    assert scene.legal("PLAY") == {"Boing 0"}
    scene.do("PLAY Boing 0")
    assert scene.judges[:2] == ["Tek>P0 Boing", "Rookie>P1 Boing"]


@pytest.mark.rule("BW-77", "BW-73")
def test_a_distraction_turns_a_judge_with_its_markers(scene):
    scene.lay("1: closed | Rookie>P1 Hi-Ex | closed").hold(0, "Distraction")
    scene.do("PLAY Distraction 1")
    assert scene.judge(1) == "Rookie>P0 Hi-Ex"
    assert scene.pile("perp_discard") == {"Distraction": 1}
    scene.fight()
    assert scene.show(1) == "destroyed | Rookie>P0 | closed"
    assert scene.points == (0, 2)


@pytest.mark.rule("BW-78", "BW-27")
def test_where_hotwire_may_be_played(scene):
    scene.lay("0: closed | - | open Punks", "2: closed | - | open Raiders")
    scene.lay("3: closed | - | destroyed", "4: closed | - | foamed").hold(0, "Hotwire", "Hotwire")
    assert scene.legal("PLAY") == {"Hotwire 0", "Hotwire 1"}
    scene.do("PLAY Hotwire 0", "PLAY Hotwire 1")
    assert scene.gates(1)[:2] == ["closed Punks", "open"]
    assert scene.pair("hotwired_by") == (0, 2)


@pytest.mark.rule("BW-80")
def test_where_raiders_may_be_played(scene):
    scene.lay("0: open | - | open Punks", "1: closed | - | open", "2: closed | - | open Raiders")
    scene.lay("3: closed | - | destroyed", "4: closed | - | foamed").hold(0, "Raiders")
    assert scene.legal("PLAY") == {"Raiders 1"}
    scene.do("PLAY Raiders 1")
    assert scene.gates(1)[1] == "open Raiders"
    scene.active = 1
    scene.hold(1, "Punks", "Backup", "Foam")
    scene.ap = 5
    assert "1" not in scene.legal("TOGGLE")
    assert {"Punks 1", "Backup 1"}.isdisjoint(scene.legal("PLAY"))
    assert not any(move.startswith("1 ") for move in scene.legal("MOVE"))
    scene.active = 0
    assert scene.legal("MOVE") == set()


@pytest.mark.rule("BW-82", "BW-27")
def test_where_gas_may_be_played(scene):
    scene.lay("0: closed | - | open Punks", "1: closed | - | open gassed Mob")
    scene.lay("2: closed | - | open Raiders", "3: closed | - | closed Punks")
    scene.lay("4: closed | - | foamed Punks").hold(0, "Gas")
    assert scene.legal("PLAY") == {"Gas 0"}
    scene.do("PLAY Gas 0")
    assert scene.gates(1)[0] == "open gassed Punks"


@pytest.mark.rule("BW-83", "BW-27")
def test_action_cards_touch_only_what_they_name(scene):
    scene.street("Tek>P0", "Rookie>P1", "Riot>P1", "Street>P0", "Lawmaster>P1")
    scene.lay("2: open Mob | - | open Mob").hold(0, "Distraction").hold(1, "Punks")
    before = {name: cells.copy() for name, cells in scene.cells.items()}
    scene.do("PLAY Distraction 1")
    changed = {name for name, cells in scene.cells.items() if (cells != before[name]).any()}
    assert changed == {
        "ap", "slot_face", "faces", "hand", "hand_kinds", "hand_size", "perp_discard",
        "discard_size", "eventful", "ap_play", "played", "decisions",
    }  # fmt: skip


@pytest.mark.rule("BW-28", "BW-31")
@pytest.mark.parametrize(
    "given", [["Hi-Ex"], ["Punks", "Citi-def"], ["Citi-def", "Hi-Ex"]], ids=" and ".join
)
def test_giving_cards_for_foam(scene, given):
    scene.lay("1: foamed Mob | - | closed").hold(0, "Punks", "Citi-def", "Hi-Ex")
    scene.do("UNFOAM 1")
    for card in given:
        assert scene.phase == "PAY"
        assert scene.legal() == {f"DISCARD {held}" for held in scene.hand(0)}
        scene.do(f"DISCARD {card}")
    assert (scene.phase, scene.ap, scene.gates(0)[1]) == ("ACT", 5, "closed Mob")
    assert scene.pile("perp_discard") == {"Foam": 1} | dict.fromkeys(given, 1)
    assert scene.pair("unfoamed") == (1, 0)
    assert scene.pair("paid_citi_def") == (int("Citi-def" in given), 0)


@pytest.mark.rule("BW-28")
def test_a_hand_too_poor_for_foam(scene):
    scene.lay("1: foamed | - | closed").hold(0, "Punks", "Backup")
    assert scene.legal("UNFOAM") == set()


@pytest.mark.rule("BW-28")
def test_paying_ap_for_foam(arrange):
    scene = arrange(foam_removal="spend_ap")
    scene.lay("1: foamed | - | closed")
    scene.ap = 2
    assert scene.legal("UNFOAM") == set()
    scene.ap = 3
    scene.do("UNFOAM 1")
    assert (scene.phase, scene.ap, scene.gates(0)[1]) == ("ACT", 0, "closed")
    assert scene.pile("perp_discard") == {"Foam": 1}
    assert scene.pair("ap_other") == (3, 0)


@pytest.mark.rule("BW-29")
def test_evicting(scene):
    scene.lay("1: open Raiders | - | closed")
    scene.ap = 2
    assert scene.legal("EVICT") == set()
    scene.ap = 3
    scene.do("EVICT 1")
    assert (scene.ap, scene.gates(0)[1]) == (0, "open")
    assert scene.pile("perp_discard") == {"Raiders": 1}
    assert scene.pair("evicted") == (1, 0)


@pytest.mark.rule("BW-24", "BW-26")
def test_a_played_card_that_was_known_is_forgotten(scene):
    scene.hold(0, "Punks", "Punks")
    scene.cells["known"][0, 0] = 1
    scene.do("PLAY Punks 0", "PLAY Punks 1")
    assert scene.cells["known"][0, 0] == 0
