"""What every game promises, at every position of random games under many settings."""

import itertools

import numpy as np
import pytest
from scipy import stats

from sim.core import verbs
from sim.core.game import Game
from sim.core.rng import DEAL, STREAMS, reseed_game
from tests.contract.configurations import TERMS, configurations, shipped_games
from tests.contract.walk import Walk

SEED = 3
GAMES = 4
SEARCHED_EVERY = 5
REDRAWN_EVERY = 9
REDRAWS = 400
LEAST_EXPECTED = 5
P_VALUE = 1e-6


def cells_without(game: Game, names: tuple[str, ...]) -> np.ndarray:
    """Mark the cells of a state that do not belong to the named fields."""
    blank = game.layout.blank()
    for name in names:
        game.layout.view(blank)[name][...] = 1
    return blank == 0


every_configuration = pytest.mark.parametrize("configuration", [*configurations()], ids=str)


@pytest.fixture
def walks(configuration, scaled):
    """Give a few games of the configuration, set up and ready to play."""
    return [
        Walk(configuration.game, configuration.knobs, SEED, index) for index in range(scaled(GAMES))
    ]


def test_every_game_has_terms():
    assert {game.name for game in shipped_games()} == set(TERMS)


@every_configuration
def test_legal_ids_are_ascending_and_stay_in_their_array(walks):
    for walk in walks:
        room = np.full(len(walk.ids) + 1, -7)
        for seat in walk.positions():
            room[:] = -7
            n = verbs.legal_actions(walk.rules, walk.state, room)
            legal = room[:n]
            assert seat < walk.rules.seats
            assert (n == 0) == (seat == -1), "ids until the end, none after"
            assert n <= walk.rules.action_limit
            assert (np.diff(legal) > 0).all()
            assert ((legal >= 0) & (legal < walk.rules.action_limit)).all()
            assert (room[n:] == -7).all()


@every_configuration
def test_a_short_array_gets_the_first_ids_only(walks):
    for walk in walks:
        for _ in walk.positions():
            legal = walk.legal().copy()
            for length in {0, 1, 2, len(legal) // 2, max(0, len(legal) - 1)}:
                room = np.full(length + 3, -7)
                n = verbs.legal_actions(walk.rules, walk.state, room[:length])
                assert n == min(length, len(legal))
                assert (room[:n] == legal[:n]).all()
                assert (room[n:] == -7).all()


@every_configuration
def test_check_and_returns_hold_to_the_end(walks):
    for walk in walks:
        for _ in walk.positions():
            assert list(walk.game.check(walk.rules, walk.state)) == []
            shares = walk.returns()
            assert ((shares >= 0) & (shares <= 1)).all()
            if walk.knobs.mode == "coop":
                assert (shares == shares[0]).all()


@every_configuration
def test_looking_and_playing_leave_earlier_copies_alone(walks):
    for walk in walks:
        for _ in walk.positions():
            kept, rng = walk.state.copy(), walk.rng.copy()
            twice, ahead, luck = kept.copy(), kept.copy(), rng.copy()
            walk.legal()
            walk.returns()
            walk.outcome()
            assert np.array_equal(walk.state, kept), "looking changed the state"
            if walk.seat >= 0:
                verbs.step(walk.rules, ahead, walk.pick(), luck)
                assert not np.array_equal(ahead, kept), "an action must change something"
            assert np.array_equal(walk.state, kept)
            assert np.array_equal(kept, twice)
            assert np.array_equal(walk.rng, rng)


@every_configuration
def test_the_same_seed_gives_the_same_states(configuration):
    first, again = (Walk(configuration.game, configuration.knobs, SEED, 1) for _ in range(2))
    other = Walk(configuration.game, configuration.knobs, SEED, 2)
    again.state[:] = other.state  # setup must not lean on what lay there before
    reseed_game(again.rng, SEED, 1)
    verbs.setup(again.rules, again.state, again.rng)
    for seats in itertools.zip_longest(first.positions(), again.positions()):
        assert seats[0] == seats[1]
        assert np.array_equal(first.state, again.state)
        assert np.array_equal(first.rng, again.rng)
    assert not np.array_equal(first.state, other.state)


@every_configuration
def test_games_end_below_their_caps(walks):
    for walk in walks:
        for _ in walk.positions():
            pass
        row = walk.outcome()
        labels = next(column.labels for column in walk.game.columns if column.name == "result")
        assert labels[int(row["result"])] != "truncated"
        assert row["decisions"] == walk.steps
        assert not np.isnan(list(row.values())).any()
        winners = [int(row["winners_mask"]) >> seat & 1 for seat in range(walk.rules.seats)]
        assert np.array_equal(winners, walk.returns() > 0)


@every_configuration
def test_determinize_leaves_what_a_seat_sees(configuration, walks):
    terms, layout = TERMS[configuration.game.name], configuration.game.layout
    open_cells = cells_without(configuration.game, terms.hidden)
    for walk in walks:
        luck = walk.rng.copy()
        for number, _ in enumerate(walk.positions()):
            seat = number % walk.rules.seats
            guess = walk.state.copy()
            verbs.determinize(walk.rules, guess, seat, luck)
            same = np.array_equal(guess[open_cells], walk.state[open_cells])
            assert same, list(layout.diff(walk.state, guess))
            assert terms.held(layout.view(guess), seat) in terms.fits(
                walk.knobs, walk.cells(), seat
            )
            assert list(walk.game.check(walk.rules, guess)) == []


def positions_to_redraw(walk):
    """Yield now and then a position where a seat has something to guess."""
    terms = TERMS[walk.game.name]
    for number, seat in enumerate(walk.positions()):
        if number % REDRAWN_EVERY == 0:
            odds = terms.odds(walk.knobs, walk.cells(), max(seat, 0))
            if len(odds) > 1:
                yield max(seat, 0), odds


def without_rare(counts, odds):
    """Put the rare worlds together until each class can be expected often enough."""
    found, expected = [], []
    for world in sorted(odds, key=odds.__getitem__, reverse=True):
        if not expected or expected[-1] >= LEAST_EXPECTED:
            found.append(0)
            expected.append(0.0)
        found[-1] += counts[world]
        expected[-1] += odds[world] * REDRAWS
    if len(expected) > 1 and expected[-1] < LEAST_EXPECTED:
        found[-2:] = [sum(found[-2:])]
        expected[-2:] = [sum(expected[-2:])]
    return found, expected


@every_configuration
def test_determinize_keeps_the_odds(configuration):
    seen = TERMS[configuration.game.name].seen
    walk = Walk(configuration.game, configuration.knobs, SEED, 0)
    luck = np.zeros((STREAMS, 4), np.uint64)
    reseed_game(luck, SEED, 99)
    for seat, odds in positions_to_redraw(walk):
        counts = dict.fromkeys(odds, 0)
        guess = walk.state.copy()
        for _ in range(REDRAWS):
            # The next guess starts from the last one: what is seen must be enough.
            verbs.determinize(walk.rules, guess, seat, luck)
            counts[seen(walk.game.layout.view(guess), seat)] += 1
        found, expected = without_rare(counts, odds)
        if len(found) > 1:
            assert stats.chisquare(found, expected).pvalue > P_VALUE, counts


def test_determinize_uses_the_luck_it_is_given(scaled):
    for game in shipped_games():
        walk = Walk(game, game.knobs(), SEED, 0)
        before = walk.rng.copy()
        verbs.determinize(walk.rules, walk.state, 0, walk.rng)
        assert np.array_equal(walk.rng[DEAL + 1 :], before[DEAL + 1 :])


@every_configuration
def test_scores_depend_on_the_position_alone(configuration, walks):
    names, weights = configuration.game.weight_rows()
    rows = [weights[row] for row in names.values()]
    used = np.zeros(walks[0].rules.scratch_cells)
    scores, again = (np.zeros(walks[0].rules.action_limit) for _ in range(2))
    for walk in walks:
        for number, seat in enumerate(walk.positions()):
            if number % SEARCHED_EVERY or seat < 0:
                continue
            kept, legal = walk.state.copy(), walk.legal().copy()
            n = len(legal)
            for row in rows:
                scores[:], again[:] = -3.5, -4.5
                fresh = np.zeros(len(used))
                verbs.action_scores(walk.rules, walk.state, legal, n, row, fresh, scores)
                verbs.action_scores(walk.rules, walk.state, legal, n, row, used, again)
                assert np.isfinite(scores[:n]).all()
                assert np.array_equal(scores[:n], again[:n]), "a used scratch changes a score"
                assert (scores[n:] == -3.5).all()
                assert np.array_equal(walk.state, kept)
                assert np.array_equal(walk.ids[:n], legal)


@every_configuration
def test_estimates_are_win_shares(configuration, walks):
    names, weights = configuration.game.weight_rows()
    row = weights[names["heuristic"]]
    used = np.zeros(walks[0].rules.scratch_cells)
    for walk in walks:
        for number, deciding in enumerate(walk.positions()):
            if number % SEARCHED_EVERY and deciding >= 0:
                continue
            kept = walk.state.copy()
            for seat in range(walk.rules.seats):
                fresh = np.zeros(len(used))
                value = verbs.evaluate(walk.rules, walk.state, seat, row, fresh)
                assert 0 <= value <= 1
                assert value == verbs.evaluate(walk.rules, walk.state, seat, row, used)
            assert np.array_equal(walk.state, kept)


@every_configuration
def test_narrate_tells_the_step_that_is_taken(configuration, walks):
    game = configuration.game
    told_cells = cells_without(game, TERMS[game.name].untold)
    for walk in walks:
        for seat in walk.positions():
            assert game.describe_state(walk.rules, walk.state)
            if seat < 0:
                continue
            action = walk.pick()
            assert game.describe_action(walk.rules, walk.state, action)
            told, luck, true, rng = (
                array.copy() for array in (walk.state, walk.rng, walk.state, walk.rng)
            )
            lines = list(game.narrate(walk.rules, told, luck, action))
            verbs.step(walk.rules, true, action, rng)
            assert all(isinstance(line, str) and line.strip() for line in lines)
            assert np.array_equal(luck, rng)
            same = np.array_equal(told[told_cells], true[told_cells])
            assert same, list(game.layout.diff(true, told))
