"""The slow twin of Block War fights the rulebook's examples and other worked combats."""

from __future__ import annotations

import pytest

from tests.naive.block_war.components import PERP_KEYS
from tests.naive.block_war.scene import fight, lay_out, write_down

CHAIN = {"continuation": "until_blocked"}
ONCE = {"continuation": "strict_one"}
ANY = {"sniper_reach": "any_in_column"}

# name: (before, knobs, after); a column of closed gates and no JD card is left out.
ONE_COLUMN = {
    "rulebook example 1": (
        "0: closed | rookie_judge>P1 | open punks", {}, "0: closed | - | open"),
    "rulebook example 2": (
        "0: open citi_def | rookie_judge>P1 | open punks", {}, "0: open citi_def | - | destroyed"),
    "rulebook example 3": (
        "0: open citi_def | lawmaster>P0 | open punks", {}, "0: destroyed | - | open punks"),
    "rulebook example 4": (
        "0: open citi_def | lawmaster>P1 | open foamed punks", {},
        "0: open citi_def | - | open foamed punks"),
    "rulebook example 5": (
        "0: open citi_def | rookie_judge>P0 | open punks", {}, "0: open citi_def | - | open"),
    "example 5 until blocked": (
        "0: open citi_def | rookie_judge>P0 | open punks", CHAIN, "0: open citi_def | - | open"),
    "example 5 with one shot": (
        "0: open citi_def | rookie_judge>P0 | open punks", ONCE,
        "0: open citi_def | - | open punks"),
    "an empty open gate falls": (
        "2: open | street_judge>P0 | closed", {}, "2: destroyed | street_judge>P0 | closed"),
    "shot in the back": (
        "2: closed punks | street_judge>P0 | open punks", {}, "2: closed punks | - | open punks"),
    "a judge without attack": (
        "2: open | tek_judge>P0 | open", {}, "2: open | tek_judge>P0 | open"),
    "killed unanswered, then face to face": (
        "2: open block_mob | tek_judge>P0 | open punks", {}, "2: open | - | open"),
    "a killed judge opens nothing in exchange 2": (
        "2: open block_mob | riot_squad>P0 | open block_mob", {}, "2: open | - | open block_mob"),
    "until blocked it opens the column": (
        "2: open block_mob | riot_squad>P0 | open block_mob", CHAIN,
        "2: destroyed | - | open block_mob"),
    "both stay": (
        "2: open citi_def | riot_squad>P0 | open citi_def", {},
        "2: open citi_def | - | open citi_def"),
    "both fall until blocked": (
        "2: open citi_def | riot_squad>P0 | open citi_def", CHAIN, "2: open | - | open"),
    "reinforced": (
        "2: open citi_def+1R | street_judge>P0 | open", {}, "2: open citi_def+1R | - | destroyed"),
    "reinforced against its like": (
        "2: open citi_def+1R | street_judge>P0 | open citi_def", {},
        "2: open citi_def+1R | - | open"),
    "no target ahead of Dredd": (
        "2: open citi_def+1B | judge_dredd>P1 | closed", {}, "2: open citi_def+1B | - | closed"),
    "two Punks": ("2: open punks | - | open punks", {}, "2: open | - | open"),
    "a wall": ("2: open fatties | - | open punks", {}, "2: open fatties | - | open"),
    "a closed gate": ("2: open punks | - | closed punks", {}, "2: open punks | - | closed punks"),
    "nobody": ("2: open | - | open", {}, "2: open | - | open"),
    "both edges shoot": (
        "2: open | manta_tank>P0 | open", {}, "2: destroyed | manta_tank>P0 | destroyed"),
    "the rear edge trades": (
        "2: closed | manta_tank>P0 | open block_mob", {}, "2: closed | - | open"),
    "the rear edge fails": (
        "2: closed | manta_tank>P0 | open citi_def", {}, "2: closed | - | open citi_def"),
    "gas silences": (
        "2: open citi_def | rookie_judge>P1 | open gassed citi_def", {},
        "2: open citi_def | - | open citi_def"),
    "Boing": (
        "2: open punks | lawmaster>P1 boing | open", {},
        "2: open punks | lawmaster>P1 | destroyed"),
    "no column to the left": (
        "0: open | marksman_left>P0 | closed", {}, "0: open | marksman_left>P0 | closed"),
    "two snipers": ("2: open block_sniper | - | open block_sniper", {}, "2: open | - | open"),
    "Hi-Ex": (
        "1: closed | rookie_judge>P1 hiex | closed citi_def+1B+1R", {},
        "1: closed | rookie_judge>P1 | destroyed"),
    "Hi-Ex before an open gate": (
        "1: closed | rookie_judge>P1 hiex | open citi_def+1B+1R", {},
        "1: closed | - | open citi_def+1B+1R"),
    "blast, then a shot in the back": (
        "1: open punks | rookie_judge>P1 hiex | closed citi_def", {},
        "1: open punks | - | destroyed"),
    "Hi-Ex against foam": (
        "1: closed | rookie_judge>P1 hiex | open foamed", {},
        "1: closed | rookie_judge>P1 | destroyed"),
    "Hi-Ex that foam stops": (
        "1: closed | rookie_judge>P1 hiex | open foamed", {"hiex_hits_foam": False},
        "1: closed | rookie_judge>P1 | open foamed"),
    "Raiders trade with a judge": (
        "2: open | rookie_judge>P1 | open raiders", {}, "2: open | - | open"),
    "Raiders shoot a judge in the back": (
        "2: open | rookie_judge>P0 | open raiders", {}, "2: destroyed | - | open raiders"),
    "Raiders are no target for their own": (
        "2: open punks | - | open raiders", {}, "2: open punks | - | open raiders"),
    "a sniper forced ahead": (
        "2: open block_sniper | rookie_judge>P0 | open", {}, "2: open | - | open"),
}  # fmt: skip


@pytest.mark.parametrize("name", ONE_COLUMN)
def test_one_column(name: str) -> None:
    before, knobs, after = ONE_COLUMN[name]
    table = lay_out([before], knobs)
    assert fight(table, []) == []
    assert write_down(table) == [after]


# name: (before, knobs, [(seat, legal ids, answer)], after)
SEVERAL_COLUMNS = {
    "marksman": (
        ["1: open | - | closed", "2: open punks | marksman_left>P0 | closed"], {}, [],
        ["1: destroyed | - | closed", "2: open punks | - | closed"]),
    "marksman facing P1": (
        ["2: closed | marksman_left>P1 | closed", "3: closed | - | open citi_def"], {}, [],
        ["2: closed | marksman_left>P1 | closed", "3: closed | - | open"]),
    "Dredd takes the strongest": (
        ["1: open citi_def | - | closed", "2: open punks | judge_dredd>P0 | closed",
         "3: open | - | closed"], {}, [],
        ["1: open | - | closed", "2: open punks | judge_dredd>P0 | closed",
         "3: open | - | closed"]),
    "Dredd's tie": (
        ["1: open | - | closed", "2: closed | judge_dredd>P0 | closed", "3: open | - | closed"],
        {}, [],
        ["1: destroyed | - | closed", "2: closed | judge_dredd>P0 | closed",
         "3: open | - | closed"]),
    "Dredd sees no closed gate": (
        ["1: open citi_def | - | closed", "2: open | judge_dredd>P0 | closed",
         "3: closed citi_def+1B | - | closed"], {}, [],
        ["1: open | - | closed", "2: open | judge_dredd>P0 | closed",
         "3: closed citi_def+1B | - | closed"]),
    "a sniper shoots left": (
        ["1: closed | rookie_judge>P0 | closed", "2: open block_sniper | rookie_judge>P1 | closed",
         "3: closed | lawmaster>P0 | closed"], {}, [(0, [138, 139, 140], 138)],
        ["2: open block_sniper | rookie_judge>P1 | closed", "3: closed | lawmaster>P0 | closed"]),
    "a sniper shoots right": (
        ["1: closed | rookie_judge>P0 | closed", "2: open block_sniper | rookie_judge>P1 | closed",
         "3: closed | lawmaster>P0 | closed"], {}, [(0, [138, 139, 140], 140)],
        ["1: closed | rookie_judge>P0 | closed",
         "2: open block_sniper | rookie_judge>P1 | closed"]),
    "a sniper dies clearing the next column": (
        ["2: open block_sniper | rookie_judge>P0 | closed",
         "3: open punks | rookie_judge>P1 | open"], {}, [(0, [139, 140], 140)],
        ["2: open | rookie_judge>P0 | closed", "3: open punks | - | destroyed"]),
    "a sniper and gates": (
        ["1: closed | - | open", "2: open block_sniper | - | closed",
         "3: closed | - | open citi_def"], {}, [(0, [138, 140], 138)],
        ["1: closed | - | destroyed", "2: open block_sniper | - | closed",
         "3: closed | - | open citi_def"]),
    "a sniper and a unit": (
        ["1: closed | - | open", "2: open block_sniper | - | closed",
         "3: closed | - | open citi_def"], {}, [(0, [138, 140], 140)],
        ["1: closed | - | open", "2: open block_sniper | - | closed", "3: closed | - | open"]),
    "one sniper chooses, one is forced": (
        ["1: closed | - | open", "2: open block_sniper | - | open block_sniper"], {},
        [(0, [138, 139], 138)],
        ["1: closed | - | destroyed", "2: open | - | open block_sniper"]),
    "a sniper clears the column to come": (
        ["0: open block_sniper | rookie_judge>P1 | closed",
         "1: open punks | rookie_judge>P1 | open"], {}, [(0, [139, 140], 140)],
        ["0: open block_sniper | rookie_judge>P1 | closed", "1: open punks | - | destroyed"]),
    "a sniper leaves the column to come": (
        ["0: open block_sniper | rookie_judge>P1 | closed",
         "1: open punks | rookie_judge>P1 | open"], {}, [(0, [139, 140], 139)],
        ["0: open block_sniper | - | closed", "1: open punks | - | destroyed"]),
    "aimed aside it is done": (
        ["1: closed | - | open", "2: open block_sniper | tek_judge>P0 | open"], {},
        [(0, [138, 139], 138)],
        ["1: closed | - | destroyed", "2: open block_sniper | tek_judge>P0 | open"]),
    "aimed ahead it goes on": (
        ["1: closed | - | open", "2: open block_sniper | tek_judge>P0 | open"], {},
        [(0, [138, 139], 139)],
        ["1: closed | - | open", "2: open block_sniper | - | destroyed"]),
    "a sniper stops the blast": (
        ["0: open block_sniper | - | closed", "1: closed | rookie_judge>P1 hiex | closed"], {}, [],
        ["0: open block_sniper | - | closed"]),
    "a blast goes straight ahead": (
        ["1: closed | marksman_left>P1 hiex | closed", "2: closed | - | open"], {}, [],
        ["1: closed | marksman_left>P1 | destroyed", "2: closed | - | open"]),
    "two snipers at one judge": (
        ["2: open block_sniper | - | open block_sniper", "3: closed | rookie_judge>P0 | closed"],
        {}, [(0, [139, 140], 140), (1, [139, 140], 140)],
        ["2: open block_sniper | - | open block_sniper"]),
    "two snipers, one ahead": (
        ["2: open block_sniper | - | open block_sniper", "3: closed | rookie_judge>P0 | closed"],
        {}, [(0, [139, 140], 139), (1, [139, 140], 140)],
        ["2: open block_sniper | - | open"]),
    "past the judge": (
        ["2: open block_sniper | rookie_judge>P0 | open"], ANY, [(0, [139, 142], 142)],
        ["2: open | rookie_judge>P0 | destroyed"]),
    "at the judge": (
        ["2: open block_sniper | rookie_judge>P0 | open"], ANY, [(0, [139, 142], 139)],
        ["2: open | - | open"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SEVERAL_COLUMNS)
def test_several_columns(name: str) -> None:
    before, knobs, asked, after = SEVERAL_COLUMNS[name]
    table = lay_out(before, knobs)
    answers = [answer for _, _, answer in asked]
    assert fight(table, answers) == [(seat, legal) for seat, legal, _ in asked]
    assert write_down(table) == after


def test_a_stack_collects_dredd() -> None:
    table = lay_out(["2: open punks+3B | judge_dredd>P0 | closed"])
    fight(table, [])
    assert write_down(table) == ["2: open | - | closed"]
    assert [table.points(0), table.points(1)] == [3, 0]
    assert table.perp_discard[PERP_KEYS.index("punks")] == 1
    assert table.perp_discard[PERP_KEYS.index("backup")] == 3
    assert sum(table.jd_discard) == 0
    assert [card.key for card in table.collected[0]] == ["judge_dredd"]


@pytest.mark.parametrize(("answer", "kills"), [(140, [1, 0]), (139, [0, 1])])
def test_a_judge_killed_twice_counts_once(answer: int, kills: list[int]) -> None:
    lines = ["2: open block_sniper | - | open block_sniper", "3: closed | rookie_judge>P0 | closed"]
    table = lay_out(lines)
    fight(table, [answer, 140])
    assert table.tally.pair["jd_kills"] == kills
    assert table.judges_destroyed == 1


def test_the_active_player_aims_first() -> None:
    lines = ["2: open block_sniper | - | open block_sniper", "3: closed | rookie_judge>P0 | closed"]
    asked = fight(lay_out(lines, active=1), [140, 139])
    assert [seat for seat, _ in asked] == [1, 0]


def test_a_blast_takes_the_unit_and_scores() -> None:
    table = lay_out(["1: closed | rookie_judge>P1 hiex | closed citi_def+1B+1R"])
    fight(table, [])
    gone = {PERP_KEYS[kind]: n for kind, n in enumerate(table.perp_discard) if n}
    assert gone == {"citi_def": 1, "backup": 1, "reinforce": 1, "hi_explosive": 1}
    assert [table.points(0), table.points(1)] == [2, 0]
    assert table.tally.pair["lost_hiex"] == [0, 1]
    assert table.tally.gates_by[0][PERP_KEYS.index("hi_explosive")] == 1
