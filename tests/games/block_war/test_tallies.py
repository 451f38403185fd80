"""What the outcome columns count (BW-100 for points; the rest is of the record only)."""

import pytest

from sim.games.block_war.columns import COLUMNS, PLACE
from sim.games.block_war.outcome import GAME_TALLIES, P_OPEN_SUM, P_REMOVED, SEAT_TALLIES
from sim.games.block_war.state import CELLS, FURTHEST_REMOVED, OPEN_SUM


def test_neighbours_in_the_state_are_neighbours_in_the_row():
    for first, n, start in (
        (P_OPEN_SUM, SEAT_TALLIES, OPEN_SUM), (P_REMOVED, GAME_TALLIES, FURTHEST_REMOVED)
    ):  # fmt: skip
        for i in range(n):
            field, _, rest = CELLS.cell_name(start + i).partition("[")
            name = COLUMNS[first + i].name
            if field == "units_lost":
                line, player = rest.rstrip("]").split(",")
                assert name == f"units_lost_{('jd', 'perp', 'hiex')[int(line)]}_{player}"
            elif field == "jd_acted":
                kind = int(rest.rstrip("]"))
                assert name == f"jd_{('about_turn', 'curfew', 'forced_entry')[kind]}"
            else:
                assert name in (field, f"{field}_{rest.rstrip(']')}")


def test_columns_come_once():
    assert len(PLACE) == len(COLUMNS)


@pytest.mark.rule("BW-78", "BW-77")
def test_hotwire_and_distraction_take_credit(arrange):
    scene = arrange()
    scene.lay("2: closed | Rookie>P1 | closed").hold(0, "Hotwire")
    scene.do("PLAY Hotwire 2").fight()
    assert scene.gates(1)[2] == "destroyed"
    assert scene.pair("lost_jd") == (0, 1)
    assert scene.pair("gates_by_hotwire") == (1, 0)
    assert scene.pair("hotwired_by") == (0, 1)
    scene = arrange()
    scene.lay("2: closed | Rookie>P0 | open").hold(0, "Distraction")
    scene.do("PLAY Distraction 2").fight()
    assert scene.pair("gates_by_distraction") == (1, 0)
    scene = arrange()
    scene.lay("2: closed | Rookie>P0 | closed").hold(0, "Distraction", "Hotwire")
    scene.do("PLAY Distraction 2", "PLAY Hotwire 2").fight()
    assert scene.pair("gates_by_distraction") == (0, 0)
    assert scene.pair("gates_by_hotwire") == (1, 0)


@pytest.mark.rule("BW-78")
def test_a_hotwired_gate_that_closed_gives_no_credit(scene):
    scene.lay("2: closed | Rookie>P1 | closed").hold(0, "Hotwire", "Hotwire")
    scene.do("PLAY Hotwire 2", "PLAY Hotwire 2")
    scene.active = 1
    scene.ap = 5
    scene.do("TOGGLE 2").fight()
    assert scene.gates(1)[2] == "destroyed"
    assert scene.pair("gates_by_hotwire") == (0, 0)


@pytest.mark.rule("BW-49", "BW-60")
def test_gates_are_credited_to_the_unit_that_shot(scene):
    scene.lay("1: closed | - | open", "2: open Sniper | - | closed", "4: open Mob | - | open")
    scene.fight()
    assert scene.pair("gates_by_block_sniper") == (1, 0)
    assert scene.pair("gates_by_block_mob") == (1, 0)
    assert (scene.pair("lost_sniper"), scene.pair("lost_perp")) == ((0, 1), (0, 1))
    assert scene.outcome()["lost_col_1_1"] == scene.outcome()["lost_col_4_1"] == 1


@pytest.mark.rule("BW-52", "BW-53")
def test_exposure_at_the_start_of_combat(scene):
    scene.lay("0: open | Rookie>P0 | closed", "1: open | Left>P0 | closed")
    scene.lay("2: open Punks | Tek>P0 | open Raiders", "3: open | Lawmaster>P0 Boing | open")
    scene.lay("4: foamed | Rookie>P1 | open").fight()
    assert scene.pair("open_sum") == (4, 2)
    assert scene.pair("empty_open_sum") == (3, 2)
    assert scene.pair("exposed_sum") == (1, 1)
    assert scene.pair("faced_sum") == (2, 1)


@pytest.mark.rule("BW-46")
def test_the_first_loss(arrange):
    scene = arrange()
    scene.lay("1: open | Rookie>P0 | closed", "3: closed | Rookie>P1 | open").fight()
    row = scene.outcome()
    assert (row["first_loss_turn"], row["first_loss_col"], row["first_loser"]) == (2, 1, 0)
    # In one exchange: the tank's rear shot and the sniper's shot aside.
    scene = arrange()
    scene.lay("1: open | - | closed", "2: closed | Manta>P0 | open Sniper")
    scene.lay("3: closed | - | closed").fight("AIM 1")
    assert scene.outcome()["first_loser"] == 0
    scene = arrange(perp_defense=[0] * 14)
    scene.lay("1: closed | - | open", "2: open Sniper | Left>P0 | closed", "3: closed | - | open")
    scene.lay("1: open | - | open").fight("AIM 3")
    row = scene.outcome()
    assert (row["first_loss_col"], row["first_loser"]) == (1, 2)


@pytest.mark.rule("BW-97")
def test_leads_in_useless_gates(scene):
    scene.lay("0: open | Rookie>P0 | closed").fight()
    assert list(scene.cells["max_lead"]) == [0, 1]
    assert scene.outcome()["lead_changes"] == 0
    scene.lay("1: closed | Street>P1 | open", "2: closed | Street>P1 | open").fight()
    assert list(scene.cells["max_lead"]) == [1, 1]
    assert scene.outcome()["lead_changes"] == 1


@pytest.mark.rule("BW-30")
def test_dry_turns_and_the_hand_at_the_end(scene):
    scene.street("Tek>P0", "Riot>P0", "Street>P0", "Street>P0", "Lawmaster>P0")
    scene.perp_piles(rest=1)
    scene.turn = 1
    scene.do("END")
    assert scene.outcome()["perp_dry_turns"] == 1
    assert scene.pair("hand_end") == (0, 46)
    assert scene.pair("drawn_punks") == (0, 8)


@pytest.mark.rule("BW-18")
def test_the_largest_hand(scene):
    scene.hold(0, "Punks", "Punks").do("BUY", "PLAY Punks 0", "PLAY Punks 1", "BUY")
    assert scene.pair("hand_max") == (3, 0)
