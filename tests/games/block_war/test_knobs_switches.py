"""Decks, rulings and switches: each changes something, in a test named after it."""

import pytest

from tests.games.block_war.scene import JD, PERPS


@pytest.mark.rule("BW-6")
@pytest.mark.parametrize(
    ("mix", "rookies", "tanks"),
    [("standard", 6, 1), ("lenient", 10, 0), ("hardline", 2, 2), ("no_actions", 8, 1)],
)
def test_jd_mixes(arrange, mix, rookies, tanks):
    deck = arrange(jd_mix=mix).pile("jd_deck", JD)
    assert (deck["Rookie"], deck.get("Manta", 0), sum(deck.values())) == (rookies, tanks, 30)
    assert ("Curfew" in deck) == (mix in ("standard", "lenient"))


@pytest.mark.rule("BW-6")
def test_jd_mix(arrange):
    deck = arrange(jd_mix=[16, *[0] * 9, 14, 0, 0, 0]).pile("jd_deck", JD)
    assert deck == {"Rookie": 16, "Dredd": 14}


@pytest.mark.rule("BW-6", "BW-80")
def test_perp_mix(arrange):
    deck = arrange(perp_mix="named_only").pile("perp_deck")
    assert sum(deck.values()) == 46
    assert {"Fatties", "Raiders", "Distraction", "Hotwire"}.isdisjoint(deck)
    own = [46, *[0] * (len(PERPS) - 1)]
    assert arrange(perp_mix=own).pile("perp_deck") == {"Punks": 46}


@pytest.mark.rule("BW-11", "BW-12")
def test_open_order(deal):
    scene = deal(open_order="p1_first", max_facing=5)
    assert (scene.phase, scene.decider) == ("OPEN", 1)
    scene.do("OPEN 0", "OPEN 1")
    assert scene.decider == 0
    scene.do("OPEN 3", "OPEN 4")
    assert (scene.turn, scene.active) == (1, 0)


@pytest.mark.rule("BW-8")
def test_deal_uses_placement(deal):
    slid = 0
    for seed in range(20):
        placed, plain = (
            deal(seed=seed, deal_uses_placement=value, max_facing=5) for value in (True, False)
        )
        assert sorted(placed.judges) == sorted(plain.judges), "the same luck"
        slid += placed.judges != plain.judges
    assert slid > 10
    # Rookies slide: the last one dealt lies first, or last where slots are filled in order.
    one = [6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24, 0, 0]
    faces = [
        deal(jd_mix=one, deal_uses_placement=value, max_facing=5, seed=5).judges
        for value in (True, False)
    ]
    assert faces[0] == faces[1][::-1]


@pytest.mark.rule("BW-16")
def test_allow_early_end(arrange):
    assert "END" in arrange().legal()
    scene = arrange(allow_early_end=False)
    assert "END" not in scene.legal()
    scene.ap = 0
    assert scene.legal() == {"END"}
    # Clearing foam for cards need not come first; paying AP for it must.
    scene.lay("0: foamed | - | closed").hold(0, "Hi-Ex")
    assert scene.legal() == {"END", "UNFOAM 0"}
    scene = arrange(allow_early_end=False, foam_removal="spend_ap", foam_price=1, cost_buy=5,
                    cost_toggle=5, ap_p0=1)  # fmt: skip
    scene.lay("0: foamed | - | closed")
    scene.ap = 1
    assert scene.legal() == {"UNFOAM 0"}


@pytest.mark.rule("BW-40")
def test_first_turn_combat(arrange):
    for switch in (False, True):
        scene = arrange(first_turn_combat=switch)
        scene.street("Rookie>P0", "Street>P0", "Street>P0", "Street>P0", "Lawmaster>P0")
        scene.lay("0: open | - | closed")
        scene.turn = 1
        scene.do("END")
        assert scene.outcome()["combats"] == scene.outcome()["lost_jd_0"] == int(switch)


@pytest.mark.rule("BW-50", "BW-49")
def test_continuation(arrange):
    column = "2: open Citi-def | Riot>P1 | open Citi-def"
    after = {}
    for reading in ("two_exchanges", "strict_one", "until_blocked"):
        scene = arrange(continuation=reading)
        after[reading] = scene.lay(column).fight().show(2)
    assert after["two_exchanges"] == after["strict_one"] == "open Citi-def | - | open Citi-def"
    assert after["until_blocked"] == "open | - | open"


@pytest.mark.rule("BW-61")
def test_sniper_reach(arrange):
    scene = arrange(sniper_reach="any_in_column")
    scene.lay("1: closed | Rookie>P0 | open", "2: open Sniper | - | closed").fight("PAST 1")
    assert scene.show(1) == "closed | Rookie>P0 | destroyed"
    assert scene.pair("lost_sniper") == (0, 1)


@pytest.mark.rule("BW-25")
def test_upgrades_on_sniper(arrange):
    scene = arrange(upgrades_on_sniper="both").lay("2: open Sniper | - | closed")
    scene.hold(0, "Backup").do("PLAY Backup 2")
    assert scene.gates(0)[2] == "open Sniper+1B"


@pytest.mark.rule("BW-74")
def test_hiex_hits_foam(arrange):
    # A judge that shoots aside does so if the foamed gate ahead is no target for a blast.
    for switch in (True, False):
        scene = arrange(hiex_hits_foam=switch)
        scene.lay("1: open | - | closed", "2: foamed | Left>P0 Hi-Ex | closed").fight()
        assert scene.gates(0)[1:3] == (["open", "destroyed"] if switch else ["destroyed", "foamed"])


@pytest.mark.rule("BW-86")
def test_remove_furthest_if_no_jd_destroyed(arrange):
    scene = arrange(remove_furthest_if_no_jd_destroyed=False)
    scene.street("Tek>P0", "Street>P0", "Street>P0", "Street>P0", "Lawmaster>P0")
    judges = scene.judges
    scene.do("END")
    assert scene.judges == judges


@pytest.mark.rule("BW-28")
def test_foam_removal(arrange):
    scene = arrange(foam_removal="spend_ap").lay("1: foamed | - | closed").do("UNFOAM 1")
    assert (scene.phase, scene.ap) == ("ACT", 2)


@pytest.mark.rule("BW-28")
def test_foam_removed_state(arrange):
    scene = arrange(foam_removed_state="open").lay("1: foamed Mob | - | closed")
    scene.hold(0, "Hi-Ex").do("UNFOAM 1", "DISCARD Hi-Ex")
    assert scene.gates(0)[1] == "open Mob"


@pytest.mark.rule("BW-101")
@pytest.mark.parametrize("active", [0, 1])
def test_double_fall_ties(arrange, active):
    for ruling, winner in (
        ("draw", -1), ("active_player_loses", 1 - active), ("active_player_wins", active)
    ):  # fmt: skip
        scene = arrange(double_fall_tie=ruling)
        scene.active = active
        scene.lay(*[f"{column}: destroyed | - | destroyed" for column in range(4)])
        scene.lay("4: open | Manta>P0 | open").fight()
        assert (scene.winner, scene.end_cause) == (winner, 3)


def test_double_fall_tie(arrange):
    test_double_fall_ties(arrange, 0)
