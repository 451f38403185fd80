"""The slow twin of Bloqs in worked cases of discs, steals, swaps and the end."""

from __future__ import annotations

import contextlib

import pytest

from tests.naive.bloqs import Game
from tests.naive.bloqs.ending import best, end_turn, standing
from tests.naive.bloqs.ids import encode
from tests.naive.bloqs.report import outcome
from tests.naive.bloqs.scene import (
    CIRCLE,
    I1,
    I2,
    O4,
    V3,
    at,
    cells_of,
    keep_in_middle,
    lay_out,
    level,
    onto,
    phases,
    run,
    stand,
)
from tests.naive.bloqs.table import GameOver, Table
from tests.naive.bloqs.tower import box
from tests.naive.bloqs.turn import land, turn

PLUS = "110 | 100 | 010 | 210 | 120 | 111"
CUBE = (
    "000 100 200 010 | 110 210 120 220 | 020 011 021 022 | 001 101 111 211 | 121 221"
    " | 201 102 202 | 002 | 012 112 212 | 122 222"
)
ALL_BUT_A_CORNER = CUBE.removesuffix("122 222") + "122"
SLAB = [[x, y, 0] for x in range(3) for y in range(3)]
# Two types that fill a layer, six of single blocks.
SLABS = {"piece_set": [SLAB, SLAB, *[[[0, 0, 0]]] * 6], "copies_per_type": 6}


def filled(*layers: int) -> str:
    """Write a tower down with so many blocks in each layer."""
    cells = [[f"{x}{y}{z}" for y in range(3) for x in range(3)] for z in range(len(layers))]
    return " | ".join(
        " ".join(row) if n == 9 else " | ".join(row[:n])
        for n, row in zip(layers, cells, strict=True)
    )


def reason(table: Table) -> int:
    """End the turn and return why the game ended, 0 if it goes on."""
    with contextlib.suppress(GameOver):
        end_turn(table)
    return table.end_reason


# Discs


def test_part_that_fits_nowhere_stays_in_the_middle() -> None:
    table = lay_out({0: PLUS}, {0: CIRCLE["O4"]}, copies_per_type=6)
    assert run(land(table)) == []
    assert table.supply()[O4] == 6
    assert table.tally.one["unplaceable"] == 1
    assert table.tally.one["cap_blocked"] == 0


def test_parts_of_a_full_cube_that_can_go() -> None:
    table = lay_out({0: CUBE}, {})
    cells = {frozenset(table.place(part).cells) for part in table.removable(0)}
    free = ("020 011 021 022", "201 102 202", "002", "012 112 212", "122 222")
    assert cells == {cells_of(part) for part in free}


def test_first_turn_in_basic() -> None:
    table = lay_out({}, {}, throws=(4, 1))
    table.disc[3] = V3
    game = Game.resume(table, turn(table))
    assert (game.phase, game.decider) == ("PLACE", 0)
    assert game.cells()["in_hand"] == 12
    assert table.up[3]
    assert game.legal() == list(range(45, 109))
    game.step(45)
    assert table.tower(0) == cells_of("000 100 010")
    assert table.supply()[V3] == 3
    assert table.turn_player == 1
    assert table.pos == [3, 10]


def test_cube_disc_of_a_type_used_up() -> None:
    table = lay_out({}, {0: CIRCLE["L4"]})
    keep_in_middle(table, I1)
    assert run(land(table)) == []
    assert table.tally.one["unavailable"] == 1


def test_nothing_to_steal_yet() -> None:
    table = lay_out({}, {0: CIRCLE["Steal"]})
    assert run(land(table)) == []
    assert table.tally.one["steal_impossible"] == 1


def test_type_that_fits_nowhere_is_not_stolen() -> None:
    table = lay_out(
        {0: PLUS, 1: "000 100 010 110"}, {0: CIRCLE["Steal"]}, copies_per_type=6
    )
    assert run(land(table)) == []
    assert table.tally.one["steal_impossible"] == 1


# Meeting others


def met_on(disc: str, second: str = "000", **changes) -> Table:
    """Let seat 0 with one block meet seat 2 on a disc."""
    towers = {0: "000"} | ({2: second} if second else {})
    return lay_out(towers, {0: CIRCLE[disc], 2: CIRCLE[disc]}, players=3, **changes)


def test_build_disc_with_another_counter() -> None:
    table = met_on("Build")
    asked = run(land(table), None, None, None, None)
    assert phases(asked) == ["PLACE", "PLACE", "TYPE", "PLACE"]
    assert [decision.seat for decision in asked] == [0, 2, 0, 0]
    assert sum(table.supply()) == 29


def test_cube_disc_with_another_counter() -> None:
    table = met_on("O4")
    assert phases(run(land(table), None, None)) == ["PLACE", "PLACE"]
    assert sum(table.supply()) == 30


def test_no_swap_without_parts() -> None:
    assert phases(run(land(met_on("Build", ""))))[0] == "TYPE"
    table = met_on("O4", "")
    assert run(land(table)) == []
    assert table.tally.one["swap_impossible"] == 1
    assert table.tally.one["no_removable"] == 0
    table = met_on("O4", "", swap_impossible="perform_disc")
    assert phases(run(land(table))) == ["PLACE"]


def test_no_swap_though_both_have_parts() -> None:
    here = CIRCLE["O4"]
    table = lay_out(
        {0: filled(9, 9, 9, 9, 9, 9, 5), 1: filled(9)}, {0: here, 1: here}, **SLABS
    )
    assert run(land(table)) == []
    assert table.tally.one["swap_impossible"] == 1
    assert table.tally.one["no_removable"] == 1


def test_order_of_partners() -> None:
    here = CIRCLE["O4"]
    table = lay_out(
        {0: "000", 1: "000 100", 3: "000 100 200"}, {0: here, 1: here, 3: here}, players=4
    )
    asked = run(land(table), encode("PLAYER", 1), None, None, None, None)
    assert asked[0].legal == [448, 450]
    assert phases(asked) == ["PARTNER", "PLACE", "PLACE", "PLACE", "PLACE"]
    owned = {seat: [table.kind(part) for part in table.parts(seat)] for seat in (0, 1, 3)}
    assert owned == {0: [2], 1: [0], 3: [1]}


def test_swaps_may_be_refused() -> None:
    rules = {"swap_mandatory": False, "swap_impossible": "perform_disc"}
    here = CIRCLE["O4"]
    table = lay_out({0: "000", 1: "000"}, {0: here, 1: here}, **rules)
    asked = run(land(table), encode("PASS"))
    assert [(one.phase, one.legal) for one in asked] == [("PARTNER", [448, 464])]
    here = CIRCLE["Build"]
    table = lay_out({0: "000", 1: "000"}, {0: here, 1: here}, **rules)
    assert phases(run(land(table), encode("PASS"))) == ["PARTNER", "TYPE"]


def test_counters_that_begin_on_the_loop() -> None:
    table = lay_out({}, {}, throws=(3,), start_circles="on_loop")
    assert table.pos == [0, 10]
    run(turn(table))
    assert table.pos == [3, 10]
    table = lay_out({}, {0: 8}, throws=(2,), start_circles="on_loop")
    assert run(turn(table)) == []
    assert table.up[10]
    assert table.tally.one["landings_cube_met"] == 1


# The end


def test_perfect_cube_ends_the_game_at_once() -> None:
    *first, last = CUBE.split(" | ")
    table = lay_out({}, {0: CIRCLE["I2"]})
    for part in first:
        cells = cells_of(part)
        kind = table.places.by_cells[cells][0].kind
        assert cells in {spot.cells for spot in table.places.spots(kind, table.tower(0))}
        stand(table, 0, cells)
    run(land(table), onto(table, last))
    assert table.tower(0) == box(3)
    assert (table.end_reason, table.winners) == (1, [0])
    row = outcome(table)
    assert (row["finish_type"], row["finish_source"]) == (I2, 0)


def test_cube_with_a_block_on_top_is_not_perfect() -> None:
    table = lay_out({0: f"{ALL_BUT_A_CORNER} | 003"}, {0: CIRCLE["O4"]})
    assert standing(table, 0) == 9 * 2 + 8
    assert reason(table) == 0


@pytest.mark.parametrize(("scope", "winners"), [("involved", [1]), ("builder", [])])
def test_steal_that_leaves_a_perfect_cube(scope: str, winners: list[int]) -> None:
    table = lay_out(
        {0: "000 100", 1: f"{CUBE} | 113"}, {0: CIRCLE["Steal"]}, perfect_scope=scope
    )
    run(land(table), at(table, 1, "113"), None)
    assert table.winners == winners
    assert table.tower(1) == box(3)
    if winners:
        row = outcome(table)
        assert (row["finish_source"], row["finish_type"], row["result"]) == (5, I1, "loss")


def test_thief_wins_before_the_victim() -> None:
    table = lay_out(
        {0: ALL_BUT_A_CORNER, 1: f"{CUBE} | 113"}, {0: CIRCLE["Steal"]}
    )
    run(land(table), at(table, 1, "113"), onto(table, "222"))
    assert table.tower(0) == table.tower(1) == box(3)
    assert table.winners == [0]
    assert table.tally.finish_source == 2


def test_swap_of_the_block_on_top_builds_above_the_cube() -> None:
    here = CIRCLE["I1"]
    table = lay_out({0: f"{CUBE} | 113", 1: "000 100"}, {0: here, 1: here})
    run(land(table), at(table, 0, "113"), None, None)
    assert table.end_reason == 0
    assert box(3) < table.tower(0)


def test_swap_that_completes_a_cube_ends_before_the_partner_builds() -> None:
    here = CIRCLE["I1"]
    table = lay_out({0: f"{ALL_BUT_A_CORNER} | 003 103 203", 1: "000"}, {0: here, 1: here})
    run(land(table), at(table, 0, "003"), onto(table, "222"))
    assert (table.end_reason, table.winners) == (1, [0])
    assert table.tally.finish_source == 3
    assert table.owner.count(4) == 1
    assert table.tower(1) == frozenset()


def test_most_layers_then_most_blocks_win() -> None:
    towers = {0: filled(9, 9, 9, 9, 3), 1: filled(9, 9, 9, 9, 5), 2: filled(9, 9, 9, 7)}
    table = lay_out(towers, {}, players=3, **SLABS)
    table.up = [True] * 20
    assert reason(table) == 4
    assert table.winners == [1]
    assert outcome(table)["margin"] == 2


def test_lowest_layer_not_full_breaks_ties() -> None:
    table = lay_out({0: filled(9, 9, 5), 1: filled(9, 9, 4, 4, 2)}, {}, **SLABS)
    assert best(table) == [0]
    table = lay_out({0: filled(9, 9, 4), 1: filled(9, 9, 4)}, {}, **SLABS)
    table.up = [True] * 20
    assert reason(table) == 4
    row = outcome(table)
    assert (row["n_winners"], row["share_0"], row["result"]) == (2, 0.5, "shared")


@pytest.mark.parametrize(("count", "layers"), [("contiguous", 0), ("any", 2)])
def test_full_layers_above_a_gap(count: str, layers: int) -> None:
    table = lay_out({0: filled(8, 9, 9, 2)}, {}, layer_count=count, **SLABS)
    assert standing(table, 0) == 9 * layers + 8
    row = outcome(table)
    assert (row["layers_0"], row["full_layers_0"], row["tiebreak_0"]) == (0, 2, 8)


def test_last_part_and_last_disc_in_one_turn() -> None:
    table = lay_out({}, {0: CIRCLE["Build"]})
    keep_in_middle(table, I1)
    table.up = [circle != CIRCLE["Build"] for circle in range(20)]
    run(land(table), None)
    assert reason(table) == 3
    row = outcome(table)
    assert (row["middle_empty"], row["all_discs_up"]) == (1, 1)


def test_perfect_cube_with_the_last_part() -> None:
    table = lay_out({0: ALL_BUT_A_CORNER}, {0: CIRCLE["Build"]})
    keep_in_middle(table, I1)
    run(land(table), onto(table, "222"))
    assert (table.end_reason, table.tally.finish_source) == (1, 1)


@pytest.mark.parametrize(("mode", "ended"), [("maestro", 2), ("turn2", 0)])
def test_double_cube(mode: str, ended: int) -> None:
    table = lay_out({0: filled(9, 9, 9, 9, 9)}, {0: CIRCLE["I1"]}, mode=mode, **SLABS)
    run(land(table))
    assert table.end_reason == ended
    assert standing(table, 0) == 54


def test_capped_game_is_truncated() -> None:
    table = lay_out({1: "000"}, {}, max_turns=50)
    table.turn_no = 49
    assert reason(table) == 5
    row = outcome(table)
    assert (row["result"], row["winner_mask"], row["winners_mask"]) == ("truncated", 2, 0)


# What is counted


def test_threat_is_made_and_broken() -> None:
    table = lay_out({0: "000", 1: ALL_BUT_A_CORNER}, {0: CIRCLE["Steal"]})
    end_turn(table)
    assert table.tally.seat["threat_turns"] == [0, 1, 0, 0]
    assert table.tally.first_threat_turn == 1
    run(land(table), at(table, 1, "002"), None)
    end_turn(table)
    assert table.tally.seat["threat_turns"] == [0, 1, 0, 0]
    assert table.tally.seat["threats_broken"] == [1, 0, 0, 0]


def test_leader_at_half_time_and_after() -> None:
    table = lay_out({0: "000"}, {})
    end_turn(table)
    assert table.tally.leader_half == -1
    keep_in_middle(table, *range(8))
    end_turn(table)
    assert table.tally.leader_half == 0
    stand(table, 1, cells_of("000 100"))
    table.up = [True] * 20
    assert reason(table) == 4
    row = outcome(table)
    assert (row["leader_half"], row["lead_changes"], row["comeback"]) == (0, 1, 1)


def test_cube_that_can_no_longer_be_filled() -> None:
    table = lay_out({0: ALL_BUT_A_CORNER, 1: "001 | 000"}, {})
    assert outcome(table)["cube_alive_0"] == 1
    assert outcome(table)["gaps_1"] == 0
    table = lay_out({0: "000 | 200 | 001 101 201"}, {}, copies_per_type=1, piece_set=[
        [[0, 0, 0]], [[0, 0, 0]], [[0, 0, 0], [1, 0, 0], [2, 0, 0]], *[SLAB] * 5,
    ])
    row = outcome(table)
    assert (row["cube_alive_0"], row["gaps_0"]) == (0, 1)


def test_level_is_asked_when_there_are_two() -> None:
    table = lay_out({0: "000 | 200 | 001 101 201"}, {0: CIRCLE["I1"]})
    asked = run(land(table), onto(table, "100"), level(2))
    assert asked[1].legal == [384, 386]
    assert table.tally.one["level_choices"] == 1
    assert cells_of("102") <= table.tower(0)


def test_part_at_the_cap() -> None:
    table = lay_out({0: filled(*[9] * 7)}, {0: CIRCLE["I3"]}, **SLABS)
    assert run(land(table)) == []
    assert table.tally.one["cap_blocked"] == 1
