"""The gate: play by hand, be refused in words, replay what a batch played."""

import numpy as np
import pytest

from sim.agents.policy import PolicyError
from sim.batch import LineUp, Task, play_task, source_digest
from sim.core.table import IllegalMove, Table
from sim.replay import play_by_policies, replay
from tests.toy_game import BURN, TOY, WAIT, WALK, WoodKnobs


@pytest.fixture
def table():
    return Table(TOY, WoodKnobs(oil=1), seed=5, index=3)


def test_a_decision_is_told(table):
    seat = table.seat
    decision = table.play(BURN)
    assert (decision.number, decision.seat, decision.action) == (1, seat, BURN)
    assert decision.text == "burn oil and walk"
    assert decision.lines[0].startswith(f"seat {seat} comes")
    assert table.options() == {WALK: "walk", WAIT: "wait"}
    assert table.text() == "round 1, oil 0"
    assert table.check() == []


def test_an_illegal_move_names_the_place_and_the_legal_ones(table):
    table.play(BURN)
    with pytest.raises(IllegalMove) as error:
        table.play(BURN)
    assert str(error.value) == (
        f"game 3 of seed 5, decision 2: seat {table.seat} may not play action 1."
        " Legal here: 0 walk; 2 wait."
    )


def test_a_refused_move_changes_nothing(table):
    before, luck = table.state.copy(), table.rng.copy()
    with pytest.raises(IllegalMove):
        table.play(99)
    assert np.array_equal(before, table.state)
    assert np.array_equal(luck, table.rng)


def test_nobody_plays_after_the_end(table):
    decisions = list(table.play_out(lambda t: t.legal()[0]))
    assert table.over
    assert table.number == len(decisions) == table.outcome()["decisions"]
    with pytest.raises(IllegalMove, match="the game is over"):
        table.play(WALK)


POLICIES = ("random", "heuristic", "heuristic(temperature=0.7)")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_replay_is_the_game_of_the_batch(policy):
    cell = LineUp("toy", "tests.toy_game", '{"darkness": 3, "players": 3}', (policy,))
    rows = play_task(cell, source_digest("toy"), 11, Task(0, 40, 5)).rows
    for i, row in enumerate(rows):
        table = Table(TOY, WoodKnobs(darkness=3, players=3), 11, 40 + i)
        assert len(list(play_by_policies(table, [policy]))) == table.outcome()["decisions"]
        told = [float(TOY.columns[0].labels.index(table.outcome()["result"]))]
        told += [float(value) for value in list(table.outcome().values())[1:]]
        assert told == list(row)
        assert table.returns() == [float(row[1] > 0)] * 3


def test_a_line_up_must_fit_the_seats():
    with pytest.raises(PolicyError, match="3 policies for 2 seats"):
        next(replay(TOY, WoodKnobs(), ["random"] * 3, 5, 0))
