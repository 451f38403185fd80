"""The course of a turn (BW-14..BW-17, BW-40, BW-58) and what BUY, TOGGLE and MOVE do."""

import pytest


@pytest.mark.rule("BW-14", "BW-15", "BW-16", "BW-40")
def test_turns_follow_one_another(scene):
    scene.street("Tek>P0", "Rookie>P0", "Street>P0", "Riot>P0", "Lawmaster>P0")
    scene.do("TOGGLE 0", "TOGGLE 0", "END")
    assert (scene.active, scene.decider, scene.turn, scene.ap) == (1, 1, 3, 5)
    row = scene.outcome()
    assert (row["combats"], row["furthest_removed"]) == (1, 1)
    assert (row["ap_toggle_0"], row["ap_unused_0"]) == (2, 3)
    scene.do("END")
    assert (scene.active, scene.turn) == (0, 4)


@pytest.mark.rule("BW-40", "BW-86", "BW-75", "BW-84")
def test_the_first_turn_has_no_combat(scene):
    scene.street("Rookie>P0 Hi-Ex", "Tek>P0 Boing", "Street>P0", "Riot>P0", "Lawmaster>P0")
    scene.lay("2: open | - | open gassed Punks")
    scene.turn = 1
    judges = scene.judges
    scene.do("END")
    assert (scene.active, scene.turn, scene.ap) == (1, 2, 5)
    assert scene.judges == judges
    assert scene.show(2) == "open | Street>P0 | open gassed Punks"
    assert scene.outcome()["combats"] == 0


@pytest.mark.rule("BW-16")
def test_no_ap_is_not_the_end(scene):
    scene.street("Tek>P0", "Rookie>P0", "Street>P0", "Riot>P0", "Lawmaster>P0")
    scene.lay("0: foamed | - | closed").hold(0, "Hi-Ex")
    scene.ap = 0
    assert scene.legal() == {"END", "UNFOAM 0"}


@pytest.mark.rule("BW-18", "BW-30", "BW-13")
def test_buying_with_an_empty_deck(scene):
    scene.perp_piles(pile=["Punks", "Punks", "Mob"])
    scene.do("BUY")
    assert scene.ap == 4
    assert sum(scene.hand(0).values()) == 1
    assert int(scene.cells["deck_size"][0]) == 2
    assert scene.pile("perp_discard") == {}
    assert sum(scene.cells["known"][1]) == sum(scene.cells["hand"][1])
    assert sum(scene.cells["known"][0]) == 0, "drawn after the deck was full again"
    row = scene.outcome()
    assert (row["perp_reshuffles"], row["bought_0"], row["ap_buy_0"]) == (1, 1, 1)


@pytest.mark.rule("BW-18", "BW-13", "BW-30")
def test_nothing_left_to_buy(scene):
    scene.perp_piles(deck=["Punks"])
    scene.do("BUY")
    assert scene.hand(0) == {"Punks": 1}
    assert (scene.cells["known"] == scene.cells["hand"]).all()
    assert "BUY" not in scene.legal()


@pytest.mark.rule("BW-18", "BW-31")
def test_no_hand_limit_and_no_throwing_away(scene):
    scene.hold(0, *["Punks"] * 8, *["Mob"] * 5)
    scene.do("BUY")
    assert sum(scene.hand(0).values()) == 14
    assert scene.legal("DISCARD") == set()


@pytest.mark.rule("BW-19")
def test_toggling(scene):
    scene.lay("0: open Punks | - | closed", "1: closed | - | closed", "2: destroyed | - | closed")
    scene.lay("3: foamed | - | closed", "4: open Raiders | - | closed")
    assert scene.legal("TOGGLE") == {"0", "1"}
    scene.do("TOGGLE 0", "TOGGLE 1", "TOGGLE 0")
    assert scene.gates(0)[:2] == ["open Punks", "open"]
    assert scene.ap == 2
    assert scene.pair("opened") == (2, 0)
    assert scene.pair("closed") == (1, 0)


@pytest.mark.rule("BW-20")
def test_what_a_move_may_cross_and_where_it_may_end(scene):
    scene.lay("0: foamed Punks+1B+1R | - | closed", "1: open Raiders | - | closed")
    scene.lay("2: destroyed | - | closed", "3: closed | - | closed", "4: open | - | closed")
    assert scene.legal("MOVE") == {"0 3", "0 4"}
    scene.ap = 3
    assert scene.legal("MOVE") == {"0 3"}
    scene.do("MOVE 0 3")
    assert scene.gates(0)[3] == "closed Punks+1B+1R"
    assert (scene.ap, scene.outcome()["ap_move_0"]) == (0, 3)


@pytest.mark.rule("BW-58", "BW-82", "BW-75", "BW-76")
def test_markers_go_after_combat(scene):
    scene.lay("0: closed | Tek>P0 Boing | closed", "1: closed | Rookie>P1 Hi-Ex | open")
    scene.lay("2: closed | - | open gassed Punks").fight()
    assert scene.judges[:2] == ["Tek>P0", "Rookie>P1"]
    assert scene.show(2) == "closed | - | open Punks"
    assert scene.pile("perp_discard") == {"Hi-Ex": 1, "Boing": 1}


@pytest.mark.rule("BW-82", "BW-58")
@pytest.mark.parametrize("moved", [True, False])
def test_gas_stays_on_the_gate(scene, moved):
    scene.street("Riot>P0", "Riot>P0", "Tek>P0", "Riot>P0", "Lawmaster>P0")
    scene.lay("2: closed | - | open", "3: closed | - | open Punks").hold(0, "Gas")
    scene.turn = 1
    scene.do("PLAY Gas 3", "END")
    assert scene.pile("perp_discard") == {"Gas": 1}
    if moved:
        scene.do("MOVE 3 2")
        assert scene.gates(1)[2:4] == ["open Punks", "open gassed"]
    scene.do("END")
    assert scene.pair("jd_kills") == (0, int(moved))
    assert scene.outcome()["furthest_removed"] == int(not moved)
    assert not scene.cells["gas"].any()


@pytest.mark.rule("BW-17")
def test_the_variant_that_keeps_gates_open(arrange):
    scene = arrange(min_open_gates=2)
    scene.lay("0: open | - | closed", "1: closed | - | closed", "2: foamed | - | closed")
    scene.lay("3: destroyed | - | closed", "4: destroyed | - | closed")
    scene.perp_piles(rest=1)
    scene.ap = 2
    assert scene.legal() == {"TOGGLE 0", "TOGGLE 1"}
    scene.do("TOGGLE 1")
    assert scene.legal() == {"END", "TOGGLE 0", "TOGGLE 1"}
    scene.do("TOGGLE 1")
    assert scene.legal() == {"END"}
    scene.ap = 2
    scene.do("TOGGLE 0")
    assert scene.legal() == {"TOGGLE 0", "TOGGLE 1"}
    scene.do("TOGGLE 0")
    assert scene.legal() == {"END"}


@pytest.mark.rule("BW-16")
def test_the_variant_that_spends_all_ap(arrange):
    scene = arrange(allow_early_end=False)
    scene.lay(*[f"{column}: destroyed | - | closed" for column in (0, 1, 2, 4)])
    scene.perp_piles(rest=1)
    scene.ap = 1
    assert scene.legal() == {"TOGGLE 3"}
    scene.do("TOGGLE 3")
    assert scene.legal() == {"END"}


@pytest.mark.rule("BW-16")
@pytest.mark.parametrize("card", ["Punks", "Mob", "Citi-def", "Fatties", "Sniper"])
def test_a_card_left_to_play_keeps_a_turn_going(arrange, card):
    # Foam on gate 0 can be cleared for cards, but need not be: only the card holds END back.
    scene = arrange(allow_early_end=False, cost_buy=5, cost_toggle=5, perp_ap=[3] * 14)
    scene.lay("0: foamed | - | closed").hold(0, card)
    scene.ap = 3
    assert scene.legal() == {"UNFOAM 0", *(f"PLAY {card} {column}" for column in range(1, 5))}
