"""The policies: what they play in plain positions, and that thinking leaves no trace."""

import itertools

import numpy as np
import pytest

from sim.core import verbs
from sim.core.rng import STREAMS, reseed_game
from sim.games.bloc_by_bloc import GAME, weights
from sim.games.bloc_by_bloc.purse import attacks_in_row
from sim.games.bloc_by_bloc.sizes import DIE_FACES
from sim.games.bloc_by_bloc.state import CELLS, DICE
from tests.games.thinker import Thinker

POLICIES, ROWS = GAME.weight_rows()


def played(scene, policy="heuristic"):
    """Name what a policy plays in a scene."""
    return scene.action_name(Thinker(GAME, scene.rules, policy).choose(scene.state))


def walk(policy, seed, **knobs):
    """Play one game by a policy and give every position before its decision."""
    rules = GAME.build(GAME.knobs(**knobs))
    state, rng = CELLS.blank(), np.zeros((STREAMS, 4), np.uint64)
    reseed_game(rng, seed, 0)
    verbs.setup(rules, state, rng)
    thinker = Thinker(GAME, rules, policy)
    while verbs.current_player(rules, state) >= 0:
        yield thinker, state
        verbs.step(rules, state, thinker.choose(state), rng)
    yield thinker, state


@pytest.mark.parametrize("policy", ["greedy", "heuristic"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_score_depends_on_the_position_alone(policy, players):
    for thinker, state in walk(policy, seed=5, players=players):
        if verbs.current_player(thinker.rules, state) < 0:
            break
        before = state.copy()
        used = thinker.scores(state)
        assert used == Thinker(GAME, thinker.rules, policy).scores(state)
        assert np.array_equal(before, state)
        assert all(np.isfinite(list(used.values())))


def test_a_plan_made_for_other_weights_or_rules_is_not_used():
    thinker = None
    for thinker, state in walk("heuristic", seed=2, players=3):  # noqa: B007
        if state[CELLS["night"]] == 3:
            break
    scratch = thinker.scratch
    other = Thinker(GAME, thinker.rules)
    other.row = np.array(thinker.row)
    other.row[weights.PLAN_SQUAD] += 4.0
    harder = Thinker(GAME, GAME.build(GAME.knobs(players=3, liberation_multiplier=3.0)))
    for thinker in (other, harder):
        fresh = thinker.scores(state)
        thinker.scratch = scratch
        assert thinker.scores(state) == fresh


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_estimate_is_a_share_and_ends_at_the_result(players):
    values = []
    for thinker, state in walk("heuristic", seed=9, players=players):
        values.append(
            verbs.evaluate(thinker.rules, state, 0, thinker.row, np.zeros_like(thinker.scratch))
        )
        won = state[CELLS["winners"]] & 1
    assert all(0.0 <= value <= 1.0 for value in values)
    assert (values[-1] == 1.0) == bool(won)
    assert values[-1] == 1.0 or values[-1] < 0.2


def test_greedy_hits_the_van_first(scene):
    scene.put_squads(D3=2)
    scene.put_vans("D9")
    scene.put_blocs("Workers", D3=1, D9=1, D5=1)
    scene.turn("Workers", 6, 6)
    assert played(scene, "greedy") == "VAN D9"


def test_greedy_builds_a_hall_then_uses_it(scene):
    scene.put_blocs("Workers", D5=1)
    scene.turn("Workers", 6, 6)
    assert played(scene, "greedy") == "BUILD D5 Hall"
    scene.do("BUILD D5 Hall")
    scene.found("Workers", "Start", "D10")
    scene.found("Workers", "Hall", "D19")
    scene.found("Workers", "Center", "D20", "D21")
    assert played(scene, "greedy") == "USE D5"


def test_greedy_marches_with_all_blocs_to_the_nearest_liberation(scene):
    scene.put_blocs("Students", D20=4)
    scene.put_blocs("Prisoners", D17=3)
    scene.turn("Prisoners", 1)
    assert played(scene, "greedy").startswith("MOVE")
    scene.do("MOVE D17")
    assert played(scene, "greedy") == "COUNT 3"
    scene.do("COUNT 3")
    assert played(scene, "greedy") == "DISTRICT D20"


def test_the_heuristic_builds_in_a_liberated_target_first(scene):
    scene.liberate("D16")
    scene.put_blocs("Students", D16=3)
    scene.turn("Students", 6, 2)
    assert played(scene).startswith("BUILD D16")


def test_the_last_faction_fills_the_gap_of_the_site(scene):
    # No card is left to meet for.
    scene.conditions_deck()
    scene.put_blocs("Workers", D20=3)
    scene.put_blocs("Students", D20=3)
    scene.put_blocs("Prisoners", D17=4)
    scene.turn("Prisoners", 1)
    scene.do("MOVE D17")
    count = played(scene)
    assert count in ("COUNT 2", "COUNT 3", "COUNT 4")
    scene.do(count)
    assert played(scene) == "DISTRICT D20"


def test_the_heuristic_pays_with_the_cheapest_dice(scene):
    scene.liberate("D16")
    scene.put_blocs("Students", D16=3)
    scene.turn("Students", 6, 5, 3)
    scene.do("BUILD D16 Hall")
    assert played(scene) == "DIE 5"


@pytest.mark.parametrize("bonus", [0, 1])
def test_attacks_in_a_row_are_those_that_can_be_paid(bonus):
    for faces in itertools.combinations_with_replacement(range(1, DIE_FACES + 1), 4):
        state = CELLS.blank()
        for face in faces:
            state[DICE + face - 1] += 1
        for need in (3, 4, 5, 6):
            found = attacks_in_row(state, need, bonus, 0)
            assert found <= most_attacks(tuple(face + bonus for face in faces), need)
            assert found >= sum(face + bonus >= need for face in faces)
            assert (found > 0) == (sum(faces) + 4 * bonus >= need)


def most_attacks(values, need):
    """Most payments that a few dice can be split into, by trying every subset."""
    best = 0
    for size in range(1, len(values) + 1):
        for part in itertools.combinations(range(len(values)), size):
            if sum(values[i] for i in part) >= need:
                rest = tuple(v for i, v in enumerate(values) if i not in part)
                best = max(best, 1 + most_attacks(rest, need))
    return best


def test_the_heuristic_wins_where_random_play_does_not(scaled):
    games = scaled(100)
    wins = 0
    for seed in range(games):
        for _, state in walk("heuristic", seed, players=2):
            won = state[CELLS["winners"]] != 0
        wins += won
    # About half of these games are won.
    assert games < 50 or wins > 0.3 * games


def test_an_unknown_or_missing_weight_is_named(tmp_path, monkeypatch):
    text = weights.FILE.read_text().replace("[plan]\n", "[plan]\nsquat = 1.0\n", 1)
    broken = tmp_path / "weights.toml"
    broken.write_text(text)
    monkeypatch.setattr(weights, "FILE", broken)
    with pytest.raises(ValueError, match="plan_squat"):
        weights.weight_rows()
