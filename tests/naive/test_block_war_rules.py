"""The slow twin of Block War in worked cases of the Street, the actions and the end."""

from __future__ import annotations

import pytest

from tests.naive.block_war.components import COLUMNS, JD_KEYS, PERP_KEYS
from tests.naive.block_war.ending import end_if_fallen
from tests.naive.block_war.ids import decode, encode
from tests.naive.block_war.plays import play
from tests.naive.block_war.scene import fight, lay_out, write_down
from tests.naive.block_war.street import refill
from tests.naive.block_war.table import GameOver, Table
from tests.naive.block_war.turn import act, act_ids, end_of_turn

# The Street


class StackedLuck:
    """Draw the JD cards in a written order, each with the player it faces."""

    def __init__(self, *cards: str):
        self.cards = [card.partition(">P") for card in cards]
        self.face = ""

    def card(self, deck: list[int], stream: int) -> int:
        key, _, self.face = self.cards.pop(0)
        kind = JD_KEYS.index(key)
        assert deck[kind]
        deck[kind] -= 1
        return kind

    def facing(self, probability: float, stream: int) -> int:
        return int(self.face)


FIVE = ["lawmaster>P0", "street_judge>P1", "riot_squad>P0", "tek_judge>P1", "manta_tank>P0"]


def street(cards: list[str], luck: StackedLuck, **knobs: object) -> Table:
    lines = [f"{c}: closed | {card} | closed" for c, card in enumerate(cards)]
    table = lay_out(lines, knobs)
    table.luck = luck
    return table


def slots(table: Table) -> list[str]:
    return [f"{judge.card.key}>P{judge.face}" if judge else "-" for judge in table.street]


@pytest.mark.parametrize("start", [
    ["lawmaster>P0", "-", "-", "-", "riot_squad>P1"],
    ["lawmaster>P0", "-", "-", "riot_squad>P1", "-"],
])
def test_drop_and_slide_as_the_rulebook_draws_them(start: list[str]) -> None:
    table = street(start, StackedLuck("rookie_judge>P1", "bike_cannon>P0", "judge_giant>P1"))
    refill(table, combat_held=False)
    assert slots(table) == [
        "judge_giant>P1", "rookie_judge>P1", "lawmaster>P0", "bike_cannon>P0", "riot_squad>P1",
    ]


@pytest.mark.parametrize(("drawn", "after"), [
    (["rookie_judge>P0"], ["rookie_judge>P0", *FIVE[:4]]),
    (["bike_cannon>P0"], [*FIVE[:4], "bike_cannon>P0"]),
    (["about_turn", "rookie_judge>P1"],
     ["rookie_judge>P1", "lawmaster>P1", "street_judge>P0", "riot_squad>P1", "tek_judge>P0"]),
])
def test_without_a_kill_the_furthest_card_goes(drawn: list[str], after: list[str]) -> None:
    table = street(FIVE, StackedLuck(*drawn))
    refill(table, combat_held=True)
    assert slots(table) == after
    assert table.jd_discard[JD_KEYS.index("manta_tank")] == 1


@pytest.mark.parametrize("held", [True, False])
def test_a_full_street_stays_when_a_judge_fell_or_nobody_fought(held: bool) -> None:
    table = street(FIVE, StackedLuck())
    table.judges_destroyed = int(held)
    refill(table, held)
    assert slots(table) == FIVE


def test_curfew_and_forced_entry() -> None:
    lines = ["0: open punks | - | closed", "1: open | - | closed", "2: open foamed | - | open"]
    table = lay_out(lines)
    table.luck = StackedLuck("curfew", *["rookie_judge>P0"] * 5)
    refill(table, combat_held=False)
    gates = [line[3:].split(" | ") for line in write_down(table)]
    assert [gate[0] for gate in gates[:3]] == ["open punks", "closed", "open foamed"]
    assert gates[2][2] == "closed"
    lines = ["0: destroyed | - | open", "1: open foamed | - | open", "2: closed punks | - | open",
             "3: closed | - | open", "4: closed | - | open"]
    table = lay_out(lines)
    table.luck = StackedLuck("forced_entry", *["rookie_judge>P0"] * 5)
    refill(table, combat_held=False)
    gates = [line[3:].split(" | ") for line in write_down(table)]
    assert [gate[0] for gate in gates] == [
        "destroyed", "open foamed", "open punks", "closed", "closed",
    ]


def test_a_deck_without_units_leaves_slots_empty() -> None:
    table = street(["-"] * 5, StackedLuck())
    table.jd_deck = [0] * len(table.jd_deck)
    table.jd_discard[JD_KEYS.index("curfew")] = 2
    refill(table, combat_held=True)
    assert slots(table) == ["-"] * 5
    assert table.tally.one["street_short"] == 1


# Actions


def deal(table: Table, *keys: str) -> None:
    """Put cards of the deck into P0's hand."""
    for key in keys:
        table.perp_deck[PERP_KEYS.index(key)] -= 1
        table.hand[0][PERP_KEYS.index(key)] += 1


def plays(table: Table) -> set[tuple[str, int]]:
    ids = [decode(action) for action in act_ids(table)]
    return {(PERP_KEYS[n // 5], n % 5) for verb, n in ids if verb == "PLAY"}


def empty_piles(table: Table) -> None:
    table.perp_deck = [0] * len(table.perp_deck)
    table.perp_discard = [0] * len(table.perp_discard)


def test_units_go_to_free_own_gates() -> None:
    table = lay_out([
        "0: destroyed | - | closed", "1: open foamed | - | closed", "2: open punks | - | closed",
        "4: open | - | closed",
    ])
    table.ap = 2
    deal(table, "citi_def")
    assert plays(table) == {("citi_def", 3), ("citi_def", 4)}


def test_riot_foam_goes_on_open_enemy_gates() -> None:
    table = lay_out([
        "1: closed | - | open punks", "2: closed | - | open raiders",
        "3: closed | - | destroyed", "4: closed | - | open foamed",
    ])
    deal(table, "riot_foam")
    assert plays(table) == {("riot_foam", 1)}


def test_hi_explosive_goes_on_shooters_before_closed_gates() -> None:
    table = lay_out([
        "0: closed | tek_judge>P1 | closed", "1: closed | rookie_judge>P1 | open",
        "2: closed | rookie_judge>P0 | open", "3: closed | lawmaster>P1 | destroyed",
        "4: closed | lawmaster>P1 | open foamed",
    ])
    deal(table, "hi_explosive")
    assert plays(table) == {("hi_explosive", 2), ("hi_explosive", 4)}


@pytest.mark.parametrize(("switch", "taken"), [
    ("none", set()), ("backup", {"backup"}), ("both", {"backup", "reinforce"}),
])
def test_upgrades_on_snipers(switch: str, taken: set[str]) -> None:
    lines = ["2: open block_sniper | - | closed", "3: closed | - | open raiders"]
    table = lay_out(lines, {"upgrades_on_sniper": switch})
    deal(table, "backup", "reinforce")
    assert plays(table) == {(key, 2) for key in taken}


def test_moves_cost_their_distance_and_cross_anything() -> None:
    table = lay_out(["0: open punks | - | closed", "1: destroyed | - | closed"])
    table.ap = 2
    moves = {action for action in act_ids(table) if decode(action)[0] == "MOVE"}
    assert moves == {encode("MOVE", 2)}
    script = act(table)
    next(script)
    script.send(encode("MOVE", 2))
    assert table.ap == 0
    assert write_down(table) == [
        "0: open | - | closed", "1: destroyed | - | closed", "2: closed punks | - | closed",
    ]


@pytest.mark.parametrize("paid", [
    ["hi_explosive"], ["punks", "citi_def"], ["citi_def", "hi_explosive"],
])
def test_foam_is_cleared_with_cards(paid: list[str]) -> None:
    table = lay_out(["1: open foamed | - | closed"])
    deal(table, "punks", "citi_def", "hi_explosive")
    script = act(table)
    next(script)
    question = script.send(encode("UNFOAM", 1))
    for key in paid:
        assert question.phase == "PAY"
        question = script.send(encode("DISCARD", PERP_KEYS.index(key)))
    assert question.phase == "ACT"
    assert write_down(table) == []
    assert table.ap == 5
    assert table.perp_discard[PERP_KEYS.index("riot_foam")] == 1


def test_foam_stays_on_a_poor_hand() -> None:
    table = lay_out(["1: open foamed | - | closed"])
    deal(table, "punks", "backup")
    assert encode("UNFOAM", 1) not in act_ids(table)


def test_end_only_when_nothing_else_is_left() -> None:
    lines = [f"{c}: {'closed' if c == 3 else 'destroyed'} | - | closed" for c in COLUMNS]
    table = lay_out(lines, {"allow_early_end": False})
    table.ap = 1
    empty_piles(table)
    script = act(table)
    assert next(script).legal == [encode("TOGGLE", 3)]
    assert script.send(encode("TOGGLE", 3)).legal == [0]


def test_a_minimum_of_open_gates() -> None:
    lines = ["0: open | - | closed", "2: open foamed | - | closed",
             "3: destroyed | - | closed", "4: destroyed | - | closed"]
    table = lay_out(lines, {"min_open_gates": 2})
    table.ap = 2
    empty_piles(table)
    script = act(table)
    assert next(script).legal == [2, 3]
    assert script.send(2).legal == [2, 3]
    assert script.send(2).legal == [0]


def test_evicting_raiders() -> None:
    table = lay_out(["1: closed | - | open raiders"], active=1)
    table.ap = 3
    script = act(table)
    assert encode("EVICT", 1) in next(script).legal
    script.send(encode("EVICT", 1))
    assert write_down(table) == ["1: closed | - | open"]
    assert table.ap == 0


def test_the_discard_pile_becomes_the_deck() -> None:
    table = lay_out([])
    empty_piles(table)
    assert encode("BUY") not in act_ids(table)
    table.perp_discard[0] = 3
    script = act(table)
    next(script)
    script.send(encode("BUY"))
    assert (sum(table.perp_deck), sum(table.perp_discard), table.hand[0][0]) == (2, 0, 1)


def test_hotwire_and_distraction_are_credited() -> None:
    hotwire, distraction = PERP_KEYS.index("hotwire"), PERP_KEYS.index("distraction")
    for lines, cards, credited in (
        (["2: closed | rookie_judge>P1 | closed"], [hotwire], hotwire),
        (["2: closed | rookie_judge>P0 | open"], [distraction], distraction),
        (["2: closed | rookie_judge>P0 | closed"], [distraction, hotwire], hotwire),
    ):
        table = lay_out(lines)
        for kind in cards:
            deal(table, PERP_KEYS[kind])
            play(table, kind, 2)
        fight(table, [])
        assert table.tally.pair["lost_jd"] == [0, 1]
        assert table.tally.gates_by[0][credited] == 1
        assert sum(table.tally.gates_by[0]) == 1
        assert table.tally.pair["hotwired_by"] == [0, int(hotwire in cards)]


# The end


def ending(lines: list[str], **knobs: object) -> tuple[int, int]:
    table = lay_out(lines, knobs)
    fight(table, [])
    with pytest.raises(GameOver):
        end_if_fallen(table)
    return table.winner, table.end_cause


RUINS = [f"{c}: destroyed | - | destroyed" for c in range(4)]


def test_the_last_gate_foamed_or_destroyed() -> None:
    lines = [f"{c}: closed | - | destroyed" for c in range(4)]
    assert ending([*lines, "4: closed | - | open foamed"]) == (0, 1)
    assert ending([*lines, "4: closed | rookie_judge>P1 | open"]) == (0, 0)


def test_points_decide_a_double_fall() -> None:
    assert ending([*RUINS, "4: open | manta_tank>P0 | open"]) == (-1, 3)
    assert ending([*RUINS, "4: open | rookie_judge>P0 | open foamed"]) == (1, 2)
    tie = "4: open | manta_tank>P0 | open"
    assert ending([*RUINS, tie], double_fall_tie="active_player_wins") == (0, 3)
    assert ending([*RUINS, tie], double_fall_tie="active_player_loses") == (1, 3)


@pytest.mark.parametrize(("turn", "stall", "cause"), [
    (199, 39, 4), (200, 39, 5), (199, 38, -1),
])
def test_games_without_end(turn: int, stall: int, cause: int) -> None:
    table = lay_out([])
    table.turn, table.stall = turn, stall
    if cause < 0:
        end_of_turn(table)
        assert table.stall == 39
        return
    with pytest.raises(GameOver):
        end_of_turn(table)
    assert (table.winner, table.end_cause) == (-1, cause)
