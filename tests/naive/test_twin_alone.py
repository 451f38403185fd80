"""Play the slow twin of Bloc by Bloc by itself and watch that nothing gets lost."""

from __future__ import annotations

import numpy as np
import pytest

from tests.naive.bloc_by_bloc import Game

KNOBS = {
    "plain": {},
    "manual": {"token_mode": "manual", "payment_mode": "auto", "layout": "beginner"},
    "rough": {
        "heavy_reinforcements": 4,
        "squad_movement": "sequential",
        "squad_supply": 20,
        "van_supply": 3,
        "barricade_supply": 9,
        "loot_tokens": 6,
        "state_public_shops": True,
        "patrols_follow_priority": True,
        "students_solo_strict": True,
        "prisoners_bonus_per_die": False,
        "loot_copies": [1] * 15,
    },
    "gentle": {
        "token_mode": "manual",
        "start_blocs": 6,
        "start_squads": 1,
        "morale_cards": [0, 0, 1, 1, 1],
        "difficulty_shift": -2,
        "liberation_multiplier": 1.0,
        "liberation_needs_neighbour": False,
        "conditions_face_up_start": 4,
        "meeting_cost_slope": 0.5,
        "meet_without_deck": True,
        "require_connected_city": True,
        "relocation_lowers_morale": False,
        "dice_base": 5,
        "loot_copies": [8] * 15,
    },
}
GAMES = 25


def streams(seed: int) -> list[list[int]]:
    """Make up the eight states of luck of one game."""
    words = np.random.SFC64(seed).random_raw(32)
    return [[int(word) for word in row] for row in words.reshape(8, 4)]


def check_conservation(game: Game) -> None:
    """Assert that every piece and card is somewhere, and only once."""
    t, k, cells = game.table, game.table.knobs, game.cells()
    assert 0 <= sum(cells["squads"]) <= k["squad_supply"]
    assert sum(1 for van in cells["van"] if van) <= k["van_supply"]
    assert all(0 <= van <= k["van_hits"] for van in cells["van"])
    assert sum(cells["barricades"]) <= k["barricade_supply"]
    assert all(0 <= n <= k["barricade_cap"] for n in cells["barricades"])
    for f in t.seats:
        assert min(cells["blocs"][f]) >= 0
        assert 0 <= t.in_city(f) <= k["bloc_supply"]
        assert t.in_city(f) > 0 or game.phase in ("START", "MEDIC", "OVER")
    circles = [p for row in cells["occ_pos"] for p in row if p >= 0]
    assert len(circles) == len(set(circles))
    assert all(t.city.type[p] not in ("commercial", "highway") for p in circles)
    loot = np.array([cells["loot_deck"], cells["loot_discard"], t.drawn, *cells["hand"]])
    assert loot.min() >= 0
    assert loot.sum(axis=0).tolist() == k["loot_copies"]
    ops = sum(cells["ops_deck"]) + sum(cells["ops_discard"])
    assert ops == 14 + k["heavy_reinforcements"]
    shops = np.array([cells["shop_open"], cells["graffiti"], cells["burned"]])
    assert shops.min() >= 0
    assert shops.sum(axis=0).tolist() == [t.city.shops(p) for p in range(25)]
    assert t.loot_tokens_left() >= 0
    assert not cells["conditions_left"] & cells["conditions_up"]
    assert not cells["reaction_left"] >> cells["reaction_top"] & 1
    placed = [card for card in cells["token"] if card >= 0]
    assert len(placed) == len(set(placed))
    assert all(cells["conditions_up"] >> card & 1 for card in placed)


def play_at_random(knobs: dict, seed: int) -> Game:
    """Play one uniformly random game under watch."""
    rng = np.random.default_rng(seed)
    game = Game(knobs, streams(seed))
    steps = 0
    while game.phase != "OVER":
        legal = game.legal()
        assert len(legal) >= 2
        assert legal == sorted(set(legal))
        assert 0 <= game.decider < len(game.table.seats)
        check_conservation(game)
        game.step(legal[rng.integers(len(legal))])
        steps += 1
    check_conservation(game)
    assert game.outcome()["decisions"] == steps
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", KNOBS)
def test_random_games_end_with_all_pieces(name: str, players: int) -> None:
    """Play random games to their end under several knob sets."""
    for seed in range(GAMES):
        game = play_at_random(KNOBS[name] | {"players": players}, seed)
        row = game.outcome()
        assert row["result"] in ("win", "lose_time", "lose_destroyed", "truncated")
        assert (row["winners_mask"] > 0) == (row["result"] == "win")
        assert game.legal() == []
        assert game.decider == -1


def test_same_luck_gives_the_same_game() -> None:
    """Play one game twice and compare every cell at the end."""
    first, second = (play_at_random({"players": 3}, 7) for _ in range(2))
    assert first.cells() == second.cells()
    assert first.outcome() == second.outcome()


def test_one_player_runs_two_factions() -> None:
    """Compare a game of one player with the same game of two."""
    one, two = (play_at_random({"players": players}, 3) for players in (1, 2))
    assert one.cells() == two.cells()


def test_decision_cap_truncates() -> None:
    """Stop a game at the cap on decisions."""
    row = play_at_random({"players": 2, "decision_cap": 10}, 1).outcome()
    assert (row["result"], row["decisions"]) == ("truncated", 10)


def test_illegal_id_and_unknown_knob_are_refused() -> None:
    """Refuse ids that are not legal and knobs that do not exist."""
    game = Game({}, streams(0))
    with pytest.raises(ValueError, match="not legal"):
        game.step(469)
    with pytest.raises(ValueError, match="unknown knobs"):
        Game({"playerz": 2}, streams(0))
