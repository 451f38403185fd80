"""The slow twin of Bloqs in worked cases of the cards."""

from __future__ import annotations

import pytest

from tests.naive.bloqs.ids import encode
from tests.naive.bloqs.scene import (
    CIRCLE,
    I2,
    L4,
    V3,
    at,
    cards,
    keep_in_middle,
    lay_out,
    onto,
    phases,
    run,
)
from tests.naive.bloqs.table import Table
from tests.naive.bloqs.turn import land, start_ids, turn

# Two full layers with a domino that stands upright in both.
TWO_LAYERS = (
    "000 100 200 | 010 110 210 | 020 120 | 001 101 201 | 011 111 211 | 021 121 | 220 221"
)
NO_CORNER = TWO_LAYERS.removesuffix(" | 220 221")
PASS, CUBE_CARD, DEFEND = (encode(verb) for verb in ("PASS", "CUBE_CARD", "DEFEND"))
DICE_2 = ["dice 2"]


def held(table: Table) -> list[int]:
    return [sum(table.hand[seat]) for seat in table.seats]


# Layers


@pytest.mark.parametrize(("hand", "left"), [(4, 2), (1, 0), (0, 0)])
def test_stolen_part_costs_a_card_for_each_layer(hand: int, left: int) -> None:
    table = lay_out(
        {1: TWO_LAYERS}, {0: CIRCLE["Steal"]}, {1: DICE_2 * hand}, mode="maestro"
    )
    run(land(table), at(table, 1, "220"), None)
    assert held(table) == [0, left]
    assert sum(table.discard) == hand - left
    assert table.tally.seat["layers_broken"] == [0, 2, 0, 0]


def test_layers_made_full_again_give_cards() -> None:
    table = lay_out({0: NO_CORNER}, {0: CIRCLE["I2"]}, mode="maestro")
    table.deck = [14, 14, 15]
    run(land(table), onto(table, "220 221"))
    assert table.deck == [14]
    assert table.hand[0] == cards(14, 15)


def swapped(accounting: str, *answers: int, towers: dict[int, str] | None = None) -> Table:
    """Let seat 0 swap its upright domino for another, with four cards in hand."""
    here = CIRCLE["I2"]
    table = lay_out(
        towers or {0: TWO_LAYERS, 1: "000 100"}, {0: here, 1: here}, {0: DICE_2 * 4},
        mode="maestro", card_accounting=accounting,
    )
    table.deck = [14] * 5
    run(land(table), at(table, 0, "220"), *answers)
    return table


def test_swap_that_refills_its_layers() -> None:
    gap = onto(swapped("net"), "220 221")
    table = swapped("net", gap, None)
    assert (held(table), len(table.deck), sum(table.discard)) == ([4, 0], 5, 0)
    assert table.tally.seat["layers_broken"] == [0, 0, 0, 0]
    table = swapped("stepwise", gap, None)
    assert (held(table), len(table.deck), sum(table.discard)) == ([4, 0], 3, 2)
    assert table.tally.seat["layers_broken"] == [2, 0, 0, 0]


def test_swap_that_leaves_its_layers_broken() -> None:
    elsewhere = onto(swapped("net"), "002 102")
    table = swapped("net", elsewhere, None)
    assert (held(table), sum(table.discard)) == ([2, 0], 2)


@pytest.mark.parametrize(("accounting", "lost", "drawn"), [("net", 0, 1), ("stepwise", 1, 2)])
def test_swap_that_fills_one_layer_more(accounting: str, lost: int, drawn: int) -> None:
    towers = {0: f"{NO_CORNER} | 220", 1: "000 100"}
    gap = onto(swapped("net", towers=towers), "220 221")
    table = swapped(accounting, gap, None, towers=towers)
    assert table.tally.seat["cards_lost"][0] == lost
    assert table.tally.seat["cards_gained"][0] == drawn


def test_pile_is_made_from_the_discards() -> None:
    table = lay_out({0: NO_CORNER}, {0: CIRCLE["I2"]}, mode="maestro")
    table.deck, table.discard = [15], cards(0, 1, 14)
    run(land(table), onto(table, "220 221"))
    assert (held(table)[0], len(table.deck), sum(table.discard)) == (2, 2, 0)
    assert table.tally.one["reshuffles"] == 1
    table = lay_out({0: NO_CORNER}, {0: CIRCLE["I2"]}, mode="maestro")
    run(land(table), onto(table, "220 221"))
    assert held(table)[0] == 0
    assert table.tally.one["draws_lost"] == 2


def test_no_draw_above_the_limit() -> None:
    table = lay_out(
        {0: NO_CORNER}, {0: CIRCLE["I2"]}, {0: DICE_2}, mode="maestro", hand_limit=2
    )
    table.deck = [15] * 4
    run(land(table), onto(table, "220 221"))
    assert (held(table)[0], len(table.deck)) == (2, 3)
    assert table.tally.one["draws_lost"] == 1


# Teleportation


def teleporting(**changes) -> Table:
    """Put seat 0 with the card on circle 3 and seat 1 on a V3 disc."""
    counters = {0: 3, 1: 11} | changes.pop("counters", {})
    hands = {0: ["teleport"]} | changes.pop("hands", {})
    table = lay_out(
        changes.pop("towers", {}), counters, hands, mode="maestro", throws=(2,), **changes
    )
    table.disc[11] = V3
    return table


def test_teleport() -> None:
    table = teleporting()
    asked = run(turn(table), encode("TELEPORT", 1))
    assert asked[0].legal == [451, 459]
    assert asked[1].phase == "PLACE"
    assert table.pos == [11, 3]
    assert table.supply()[V3] == 3
    table = teleporting(hands={0: ["teleport", "cube V3"]})
    asked = run(turn(table), encode("TELEPORT", 1), CUBE_CARD)
    assert phases(asked) == ["START", "CARD", "TYPE"]


def test_teleport_to_a_third_counter_is_a_swap() -> None:
    table = teleporting(players=3, counters={2: 11}, towers={0: "000", 2: "000"})
    asked = run(turn(table), encode("TELEPORT", 1), None, None)
    assert phases(asked) == ["START", "PLACE", "PLACE"]
    assert sum(table.supply()) == 30


def test_teleport_blocked() -> None:
    table = teleporting(hands={1: ["defence"]})
    asked = run(turn(table), encode("TELEPORT", 1), DEFEND)
    assert [one.seat for one in asked] == [0, 1]
    assert table.discard == cards(14, 15)
    assert table.pos == [3, 11]
    table = teleporting(hands={1: ["defence"]}, teleport_blocked="roll")
    asked = run(turn(table), encode("TELEPORT", 1), DEFEND)
    assert phases(asked) == ["START", "DEFEND", "DIR"]


@pytest.mark.parametrize("counters", [{0: 64}, {1: 66}, {0: 11}])
def test_teleport_needs_two_circles_of_the_loop(counters: dict[int, int]) -> None:
    assert start_ids(teleporting(counters=counters)) == [451]


# Cube and dice cards


def with_cube_card(**changes) -> Table:
    counters = {0: CIRCLE["L4"]} | changes.pop("counters", {})
    return lay_out(
        changes.pop("towers", {}), counters, {0: ["cube L4"]}, mode="maestro", **changes
    )


def test_cube_card_for_a_type_used_up() -> None:
    table = with_cube_card()
    keep_in_middle(table, I2, V3)
    asked = run(land(table), CUBE_CARD)
    assert asked[0].legal == [464, 465]
    assert asked[1].legal == [encode("TYPE", I2), encode("TYPE", V3)]
    table = with_cube_card()
    keep_in_middle(table, I2)
    assert phases(run(land(table), PASS)) == ["CARD"]
    assert table.tally.one["unavailable"] == 1


def test_no_cube_card_with_others_or_above_the_limit() -> None:
    assert run(land(with_cube_card(counters={1: CIRCLE["L4"]}))) == []
    assert phases(run(land(with_cube_card(own_cards_per_turn=0)))) == ["PLACE"]
    table = with_cube_card(own_cards_per_turn=1)
    assert phases(run(land(table))) == ["CARD"]
    table.moved_by_card = True
    assert phases(run(land(table))) == ["PLACE"]


def test_dice_card_then_cube_card() -> None:
    hand = ["dice 4", "dice 2", "cube L4", "teleport"]
    table = lay_out({}, {0: 12, 1: 3}, {0: hand}, mode="maestro")
    asked = run(turn(table), encode("DICE", 3), encode("CCW"), CUBE_CARD)
    assert phases(asked) == ["START", "DIR", "CARD", "TYPE"]
    assert asked[0].legal == [451, 453, 455, 459]
    assert table.pos[0] == 8
    assert table.discard == cards(3, 6 + L4)


def test_cards_without_choice_of_direction() -> None:
    table = lay_out({}, {0: 12}, {0: ["dice 2"]}, mode="cards")
    run(turn(table), encode("DICE", 1))
    assert table.pos[0] == 14


# Defence


def test_steal_defended() -> None:
    table = lay_out(
        {1: "000", 2: "000 | 100"}, {0: CIRCLE["Steal"]}, {1: ["defence"]}, players=3,
        mode="maestro",
    )
    asked = run(land(table), at(table, 1, "000"), DEFEND)
    assert [(one.phase, one.seat) for one in asked] == [("STEAL", 0), ("DEFEND", 1)]
    assert asked[1].legal == [464, 466]
    assert table.parts(0) == []
    assert table.discard == cards(15)
    asked = run(land(table), at(table, 2, "000"))
    assert phases(asked) == ["STEAL", "PLACE"]


def test_swap_defended_goes_on_with_the_others() -> None:
    here = CIRCLE["Build"]
    table = lay_out(
        {0: "000", 1: "000", 2: "000"}, {0: here, 1: here, 2: here}, {1: ["defence"]},
        players=3, mode="maestro",
    )
    asked = run(land(table), encode("PLAYER", 1), DEFEND, None, None)
    assert phases(asked) == ["PARTNER", "DEFEND", "PLACE", "PLACE", "TYPE"]
    assert [one.seat for one in asked] == [0, 1, 0, 2, 0]


def test_steal_of_protected_parts() -> None:
    table = lay_out(
        {1: "000 | 100"}, {0: CIRCLE["Steal"]}, {1: ["defence"] * 2}, mode="maestro",
        defence_effect="protect_part",
    )
    asked = run(land(table), at(table, 1, "000"), DEFEND, DEFEND)
    assert phases(asked) == ["STEAL", "DEFEND", "DEFEND"]
    assert table.shown["protected_mask"] == 1
    assert (held(table), table.parts(0)) == ([0, 0], [])


def test_swap_of_protected_parts() -> None:
    here = CIRCLE["O4"]
    table = lay_out(
        {0: "000", 1: "000 | 100"}, {0: here, 1: here}, {1: ["defence"]}, mode="maestro",
        defence_effect="protect_part",
    )
    asked = run(land(table), at(table, 1, "000"), DEFEND, None, None)
    assert phases(asked) == ["TAKE", "DEFEND", "PLACE", "PLACE"]
    assert table.owner[1] == 1
    assert table.owner[2] == 0
