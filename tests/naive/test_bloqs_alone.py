"""Play the slow twin of Bloqs by itself and watch that nothing gets lost."""

from __future__ import annotations

import numpy as np
import pytest

from tests.naive.bloqs import Game, solid
from tests.naive.bloqs.components import ABSENT, MIDDLE, WAITING
from tests.naive.bloqs.places import Places, mask_of
from tests.naive.bloqs.scene import settings

GAMES = 2
MODES = ("basic", "turn2", "maestro", "cards")
ODD = {
    "readings": {
        "mode": "maestro", "players": 4, "defence_effect": "protect_part", "starting_hand": 6,
        "teleport_blocked": "roll", "card_accounting": "stepwise", "build_part": "random",
        "steal_victim": "random", "swap_impossible": "perform_disc", "swap_mandatory": False,
        "layer_count": "any", "perfect_scope": "builder", "start_circles": "on_loop",
        "cards": [2] * 14 + [10, 20],
    },
    "small": {
        "mode": "cards", "players": 3, "copies_per_type": 1, "discs_per_type": 1,
        "steal_discs": 4, "build_discs": 0, "die_faces": 3, "max_layers": 6, "hand_limit": 2,
        "support_rule": "any", "path_rule": "top_only", "cube_layers": 2,
        "double_cube_layers": 4, "cards_per_layer_gained": 3, "cards_per_layer_lost": 2,
    },
    "large": {
        "mode": "turn2", "players": 2, "copies_per_type": 6, "discs_per_type": 4,
        "steal_discs": 4, "build_discs": 4, "support_rule": "full", "piece_set": "tripod",
        "end_on_all_discs": False, "max_turns": 80,
    },
}
SETS = {f"{mode} {n}": {"mode": mode, "players": n} for mode in MODES for n in (2, 3, 4)} | ODD


def streams(seed: int) -> list[list[int]]:
    words = np.random.SFC64(seed).random_raw(12)
    return [[int(word) for word in row] for row in words.reshape(3, 4)]


def check_position(game: Game, cards: list[int]) -> None:
    table, cells = game.table, game.cells()
    for part, owner in enumerate(table.owner):
        absent = part >= 8 * table.copies
        assert (owner == ABSENT) == absent
        assert (table.spot[part] is not None) == (owner in table.seats)
        assert owner in (MIDDLE, WAITING, ABSENT, *table.seats)
    waiting = table.owner.count(WAITING)
    assert waiting == 0 or game.phase in ("PLACE", "LEVEL")
    assert waiting <= 2
    for seat in table.seats:
        parts = [table.place(part).cells for part in table.parts(seat)]
        assert sum(map(len, parts)) == len(table.tower(seat))
        assert cells["tower"][seat] == sum(map(mask_of, parts))
    deck = [table.deck.count(kind) for kind in range(16)]
    assert np.sum([deck, table.discard, *table.hand], axis=0).tolist() == cards


def play_at_random(knobs: dict, seed: int) -> Game:
    rng = np.random.default_rng(seed)
    game = Game(knobs, streams(seed))
    cards = knobs["card_counts"] if knobs["mode"] in ("maestro", "cards") else [0] * 16
    steps = 0
    while game.phase != "OVER":
        legal = game.legal()
        assert len(legal) > 1
        assert legal == sorted(set(legal))
        assert game.decider in game.table.seats
        check_position(game, cards)
        game.step(legal[rng.integers(len(legal))])
        steps += 1
    check_position(game, cards)
    assert game.outcome()["decisions"] == steps
    return game


@pytest.mark.parametrize("name", SETS)
def test_random_games_end_with_all_parts_and_cards(name: str) -> None:
    knobs = settings(**SETS[name])
    for seed in range(GAMES):
        game = play_at_random(knobs, seed)
        row, seats = game.outcome(), game.table.seats
        assert game.table.end_reason in range(1, 6)
        assert row["truncated"] == (game.table.end_reason == 5)
        assert sum(row[f"share_{seat}"] for seat in seats) == pytest.approx(1)
        assert row["n_winners"] == row["winner_mask"].bit_count() >= 1
        taken = sum(row[f"taken_t{kind}"] for kind in range(8))
        assert taken + row["middle_left"] == 8 * knobs["copies_per_type"]
        assert taken == sum(row[f"parts_{seat}"] for seat in seats)
        built = sum(row[f"built_t{kind}_{seat}"] for kind in range(8) for seat in seats)
        steals = sum(row[f"steals_made_{seat}"] for seat in seats)
        swaps = sum(row[f"swaps_made_{seat}"] for seat in seats)
        assert taken + steals + 2 * swaps == built
        assert all(row[f"share_{seat}"] == -1 for seat in range(len(seats), 4))
        assert game.legal() == []
        assert game.decider == -1


def test_same_luck_gives_the_same_game() -> None:
    knobs = settings(mode="maestro", players=3)
    first, second = (play_at_random(knobs, 7) for _ in range(2))
    assert first.cells() == second.cells()
    assert first.outcome() == second.outcome()


def test_illegal_id_is_refused() -> None:
    game = Game(settings(), streams(0))
    with pytest.raises(ValueError, match="not legal"):
        game.step(466)


@pytest.mark.parametrize("rules", [
    {}, {"support": "full"}, {"support": "any"}, {"path": "top_only", "layers": 6},
])
def test_remembered_places_are_judged_as_solid_ones(rules: dict) -> None:
    """Build and take at random; places and ways out are those of plain cells."""
    shapes = tuple(settings()["shapes"])
    rules = {"layers": 7, "support": "stable", "path": "five_way"} | rules
    places = Places(shapes, **rules)
    plain = {"layers": rules["layers"], "rule": rules["support"], "path": rules["path"]}
    rng = np.random.default_rng(5)
    tower: list = []
    for kind in rng.integers(8, size=16):
        parts = [place.cells for place in tower]
        spots = places.spots(int(kind), solid.union(parts))
        legal = {
            cells for cells in solid.all_places(shapes[kind], rules["layers"])
            if solid.may_stand(cells, parts, **plain)
        }
        assert {spot.cells for spot in spots} == legal
        free = [place for place in tower if solid.may_leave(place.cells, parts, **plain)]
        assert places.removable(frozenset(tower)) == set(free)
        if free and rng.integers(3) == 0:
            tower.remove(free[rng.integers(len(free))])
        elif spots:
            tower.append(spots[rng.integers(len(spots))])
