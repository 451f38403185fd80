"""Play the slow twin of Block War by itself and watch that nothing gets lost."""

from __future__ import annotations

import numpy as np
import pytest

from tests.naive.block_war import Game
from tests.naive.block_war.components import PERP_KEYS, PLAYERS
from tests.naive.block_war.table import Table

KNOBS = {
    "standard": {},
    "lenient": {"jd_mix": "lenient", "foam_removal": "spend_ap", "allow_early_end": False},
    "hardline": {
        "jd_mix": "hardline",
        "sniper_reach": "any_in_column",
        "continuation": "until_blocked",
        "upgrades_on_sniper": "both",
        "first_turn_combat": True,
    },
    "few cards": {"hand_p0": 12, "hand_p1": 12, "ap_p0": 10, "ap_p1": 10, "min_open_gates": 3},
    "many snipers": {
        "perp_mix": {"punks": 10, "block_sniper": 20, "raiders": 8, "stumm_gas": 8},
        "continuation": "strict_one",
        "vp_plain_jd": 1,
        "vp_perp_unit": 2,
    },
}
GAMES = 20


def streams(seed: int) -> list[list[int]]:
    words = np.random.SFC64(seed).random_raw(32)
    return [[int(word) for word in row] for row in words.reshape(8, 4)]


def perp_census(table: Table) -> list[int]:
    """Count the Perp cards of each kind wherever they are."""
    census = np.array([table.perp_deck, table.perp_discard, *table.hand]).sum(axis=0)
    for player in PLAYERS:
        for gate in table.gates[player]:
            census[PERP_KEYS.index("riot_foam")] += gate.foamed
            for card in [] if gate.unit is None else gate.unit.cards():
                census[card.kind] += 1
    for judge in table.street:
        if judge is not None:
            census[PERP_KEYS.index("hi_explosive")] += judge.hiex
            census[PERP_KEYS.index("boing")] += judge.boing
    return census.tolist()


def judge_census(table: Table) -> list[int]:
    """Count the JD cards of each kind wherever they are."""
    census = np.array([table.jd_deck, table.jd_discard]).sum(axis=0)
    for card in [*(j.card for j in table.street if j), *table.collected[0], *table.collected[1]]:
        census[card.kind] += 1
    return census.tolist()


def check_position(game: Game, perp: list[int], judges: list[int]) -> None:
    table = game.table
    assert perp_census(table) == perp
    assert judge_census(table) == judges
    assert table.ap >= 0
    assert game.phase not in ("ACT", "PAY") or None not in table.street
    for player in PLAYERS:
        assert all(0 <= known <= held for known, held in
                   zip(table.known[player], table.hand[player], strict=True))
        lost = [table.tally.pair[f"lost_{cause}"][player]
                for cause in ("jd", "perp", "sniper", "hiex")]
        assert sum(lost) == table.destroyed(player)
        for gate in table.gates[player]:
            assert gate.unit is None or gate.state > 0
            assert not gate.foamed or gate.state == 2
            assert not gate.occupied or gate.open


def play_at_random(knobs: dict, seed: int) -> Game:
    rng = np.random.default_rng(seed)
    game = Game(knobs, streams(seed))
    perp, judges = perp_census(game.table), judge_census(game.table)
    steps = 0
    while game.phase != "OVER":
        legal = game.legal()
        assert legal
        assert legal == sorted(set(legal))
        assert game.decider in PLAYERS
        check_position(game, perp, judges)
        game.step(legal[rng.integers(len(legal))])
        steps += 1
    check_position(game, perp, judges)
    assert game.outcome()["decisions"] == steps
    return game


@pytest.mark.parametrize("name", KNOBS)
def test_random_games_end_with_all_cards(name: str) -> None:
    for seed in range(GAMES):
        game = play_at_random(KNOBS[name], seed)
        row = game.outcome()
        assert row["winner"] in (-1, 0, 1)
        assert row["winner"] == {"win": 0, "loss": 1}.get(row["result"], -1)
        assert (row["result"] == "truncated") == (row["end_cause"] in ("stalemate", "cap"))
        assert game.legal() == []
        assert game.decider == -1


def test_same_luck_gives_the_same_game() -> None:
    first, second = (play_at_random({}, 7) for _ in range(2))
    assert first.cells() == second.cells()
    assert first.outcome() == second.outcome()


def test_illegal_id_and_unknown_knob_are_refused() -> None:
    game = Game({}, streams(0))
    with pytest.raises(ValueError, match="not legal"):
        game.step(153 if game.phase == "ROTATE" else 148)
    with pytest.raises(ValueError, match="unknown knobs"):
        Game({"playerz": 2}, streams(0))
