"""Recorded games are played again move for move; `make golden` accepts a change."""

import pytest

from sim.games import GAMES
from tests.golden.record import golden_games
from tests.rules_table import game_folders

RECORDS = [golden for folder in game_folders() for golden in golden_games(GAMES[folder.name])]


@pytest.mark.bounds
@pytest.mark.parametrize("golden", RECORDS, ids=lambda golden: golden.path.stem)
def test_game_is_as_recorded(golden):
    recorded = golden.path.read_text(encoding="utf-8").splitlines()
    for number, (was, now) in enumerate(zip(recorded, golden.lines(), strict=True), start=1):
        assert now == was, f"{golden.path.name}, line {number}: the game now differs from here on"
