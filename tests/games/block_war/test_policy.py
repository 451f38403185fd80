"""The policies: what they see in plain positions, and that thinking leaves no trace."""

import numpy as np
import pytest

from sim.agents.policy import parse_policy, policy_table
from sim.core import verbs
from sim.core.rng import STREAMS, reseed_game
from sim.games.block_war import GAME, weights
from sim.games.block_war.actions import decode, encode
from sim.games.block_war.columns import GATES, KEYS
from sim.games.block_war.knobs import jd_cards
from sim.games.block_war.sizes import ACT, AIM_NONE, GATE_CLOSED, GATE_DESTROYED, GATE_OPEN, PAY
from sim.games.block_war.state import (
    CELLS,
    change_hand,
    lift_judge,
    put_judge,
    put_unit,
    set_foam,
    set_gate,
    weigh_unit,
)
from sim.play import play_games
from tests.games.thinker import Thinker

POLICIES, ROWS = GAME.weight_rows()
JUDGES = [card["key"] for card in jd_cards()]
STATES = {"x": GATE_DESTROYED, "-": GATE_CLOSED, "o": GATE_OPEN, "f": GATE_OPEN}


class Board:
    """A turn 2 of the first player: gates, units, judges and hands as a case wants them.

    Gates are written as a string of x (destroyed), - (closed), o (open), f (foamed); before
    anything is arranged all are closed, hands are empty and five Tek-Judges face the second player.
    """

    def __init__(self, first="-----", second="-----", **knobs):
        self.rules = GAME.build(GAME.knobs(**knobs))
        self.state, self.rng = fresh(self.rules, 1)
        self.cells = CELLS.view(self.state)
        self.cells["phase"][0], self.cells["turn"][0] = ACT, 2
        self.cells["active"][0] = self.cells["decider"][0] = 0
        self.cells["ap"][0] = 5
        self.cells["gates_opened"][0] = 0
        for seat in range(2):
            for kind in range(len(KEYS)):
                n = int(self.cells["hand"][seat, kind])
                change_hand(self.state, seat, kind, -n)
                self.cells["known"][seat, kind] = 0
                self._to_deck(kind, n)
        for column in range(GATES):
            lift_judge(self.state, column)
            self.judge(column, "tek_judge", 1)
        self.gates(0, first)
        self.gates(1, second)

    def _to_deck(self, kind, n):
        self.cells["perp_deck"][kind] += n
        self.cells["deck_size"][0] += n

    def gates(self, seat, text):
        for column, letter in enumerate(text):
            set_gate(self.state, seat, column, STATES[letter])
            if letter == "f":
                self._to_deck(KEYS.index("riot_foam"), -1)
                set_foam(self.state, seat, column, 1)

    def judge(self, column, key, facing):
        lift_judge(self.state, column)
        put_judge(self.rules, self.state, column, JUDGES.index(key), facing)

    def unit(self, seat, column, key, backups=0):
        self._to_deck(KEYS.index(key), -1)
        put_unit(self.rules, self.state, seat, column, KEYS.index(key), 0)
        self.cells["backups"][seat, column] = backups
        self._to_deck(KEYS.index("backup"), -backups)
        weigh_unit(self.rules, self.state, seat, column)

    def hand(self, seat, *keys):
        for key in keys:
            self._to_deck(KEYS.index(key), -1)
            change_hand(self.state, seat, KEYS.index(key), 1)

    def plays(self, policy="heuristic"):
        """Name what a policy plays."""
        return named(Thinker(GAME, self.rules, policy).choose(self.state))

    def scores(self, policy="heuristic"):
        return {
            named(action): score
            for action, score in Thinker(GAME, self.rules, policy).scores(self.state).items()
        }

    def do(self, *what):
        name, *numbers = what
        numbers = [KEYS.index(n) if isinstance(n, str) else n for n in numbers]
        verbs.step(self.rules, self.state, encode(name, *numbers), self.rng)


def fresh(rules, seed):
    state, rng = CELLS.blank(), np.zeros((STREAMS, 4), np.uint64)
    reseed_game(rng, seed, 0)
    verbs.setup(rules, state, rng)
    return state, rng


def named(action):
    """Write an id as its range and its numbers, kinds by their keys."""
    name, numbers = decode(action)
    if name == "PLAY":
        return (name, KEYS[numbers[0]], numbers[1])
    if name == "DISCARD":
        return (name, KEYS[numbers[0]])
    return (name, *numbers)


def walk(line_up, seed, **knobs):
    """Play one game and give every position before its decision, with who thinks there."""
    rules = GAME.build(GAME.knobs(**knobs))
    state, rng = fresh(rules, seed)
    luck = np.random.default_rng(seed)
    thinkers = [Thinker(GAME, rules, "heuristic" if name == "random" else name) for name in line_up]
    seat = verbs.current_player(rules, state)
    while seat >= 0:
        yield thinkers[seat], state
        if line_up[seat] == "random":
            n = verbs.legal_actions(rules, state, thinkers[seat].ids)
            action = int(luck.choice(thinkers[seat].ids[:n]))
        else:
            action = thinkers[seat].choose(state)
        verbs.step(rules, state, action, rng)
        seat = verbs.current_player(rules, state)
    yield thinkers[0], state


@pytest.fixture
def spelt_out():
    """Give the position whose value is worked out by hand."""
    board = Board("o-xf-", "-----")
    board.unit(0, 0, "citi_def", backups=1)
    board.unit(0, 1, "punks")
    board.hand(0, "punks", "hi_explosive")
    board.hand(1, "punks", "punks", "punks", "punks")
    return board


def test_scores_of_a_position_worked_out_by_hand(spelt_out):
    # Units 5.9 + 1.5, hand 0.9 + 1.6, gates 10 + 6, four hidden cards at 1.25: -11.1.
    scores = spelt_out.scores()
    wanted = {
        ("END",): -11.10,
        ("BUY",): -10.80,
        ("TOGGLE", 0): -11.25,
        ("TOGGLE", 1): -11.25,
        ("TOGGLE", 4): -11.25,
        ("PLAY", "punks", 4): -10.65,
        ("UNFOAM", 3): -6.70,
    }
    assert {action: scores[action] for action in wanted} == pytest.approx(wanted)
    assert spelt_out.plays() == ("UNFOAM", 3)
    spelt_out.do("UNFOAM", 3)
    assert spelt_out.plays() == ("DISCARD", "hi_explosive")


def test_estimates_of_a_position_worked_out_by_hand(spelt_out):
    thinker = Thinker(GAME, spelt_out.rules)
    assert thinker.estimate(spelt_out.state, 0) == pytest.approx(0.3659, abs=5e-5)
    assert thinker.estimate(spelt_out.state, 1) == pytest.approx(0.6067, abs=5e-5)


@pytest.mark.parametrize("policy", ["greedy", "heuristic"])
def test_a_score_depends_on_the_position_alone(policy):
    for thinker, state in walk((policy, policy), seed=5):
        if verbs.current_player(thinker.rules, state) < 0:
            break
        before = state.copy()
        used = thinker.scores(state)
        assert used == Thinker(GAME, thinker.rules, policy).scores(state)
        values = [thinker.estimate(state, seat) for seat in range(2)]
        assert np.array_equal(before, state)
        assert all(np.isfinite(list(used.values())))
        assert all(0.0 <= value <= 1.0 for value in values)


@pytest.mark.parametrize("policy", ["greedy", "heuristic"])
@pytest.mark.parametrize("line_up", [("heuristic", "greedy"), ("random", "random")])
def test_no_score_reads_what_the_seat_cannot_know(policy, line_up):
    rules = GAME.build(GAME.knobs())
    guess, moved = Thinker(GAME, rules, policy), 0
    rng = np.zeros((STREAMS, 4), np.uint64)
    for number, (_, state) in enumerate(walk(line_up, seed=11)):
        seat = verbs.current_player(rules, state)
        if seat < 0:
            break
        other = state.copy()
        reseed_game(rng, 3, number)
        verbs.determinize(rules, other, seat, rng)
        moved += not np.array_equal(other, state)
        assert guess.scores(other) == guess.scores(state)
        assert guess.estimate(other, seat) == guess.estimate(state, seat)
    assert moved > 10


@pytest.mark.parametrize("seed", [1, 2])
def test_an_estimate_ends_at_the_result(seed):
    for thinker, state in walk(("heuristic", "random"), seed):  # noqa: B007
        pass
    shares = np.zeros(2)
    verbs.returns(thinker.rules, state, shares)
    assert [thinker.estimate(state, seat) for seat in range(2)] == shares.tolist()


def test_a_gate_opens_for_a_shot_that_destroys_one():
    board = Board(second="--o--")
    board.unit(0, 2, "block_mob")
    # The Tek-Judge falls from behind, but its column is over then: no gate to win there.
    assert board.plays() != ("TOGGLE", 2)
    board.judge(2, "tek_judge", 0)
    # Faced, it falls in the first exchange and leaves the way to the gate open.
    assert board.plays() == ("TOGGLE", 2)


def test_a_gate_opposite_nothing_stays_closed():
    board = Board()
    board.unit(0, 2, "block_mob")
    assert board.plays() == ("BUY",)


def test_an_empty_open_gate_closes_before_a_judge():
    board = Board("--o--")
    board.judge(2, "street_judge", 0)
    assert board.plays() == ("TOGGLE", 2)
    board.judge(2, "street_judge", 1)
    assert board.plays() == ("BUY",)


def test_hi_explosive_waits_for_a_judge_before_a_closed_gate():
    board = Board("xxxxo", "-----")
    board.hand(0, "hi_explosive")
    # Tek-Judges do not shoot.
    assert board.plays() == ("BUY",)
    board.judge(3, "rookie_judge", 1)
    assert board.plays() == ("PLAY", "hi_explosive", 3)


def test_riot_foam_takes_the_last_gate():
    board = Board(second="xxxxo")
    board.unit(1, 4, "fatties")
    board.hand(0, "riot_foam", "punks", "distraction")
    scores = board.scores()
    assert board.plays() == ("PLAY", "riot_foam", 4)
    assert scores["PLAY", "riot_foam", 4] > 500 > scores["PLAY", "punks", 0]


def test_a_judge_is_turned_on_an_open_gate():
    board = Board(second="-o---")
    board.judge(1, "street_judge", 0)
    board.hand(0, "distraction")
    assert board.plays() == ("PLAY", "distraction", 1)


def test_a_gate_is_hotwired_before_a_judge():
    board = Board()
    board.judge(2, "street_judge", 1)
    board.hand(0, "hotwire")
    assert board.plays() == ("PLAY", "hotwire", 2)


def test_greedy_buys_before_it_plays_plain_units():
    board = Board()
    board.hand(0, "punks")
    assert board.plays("greedy") == ("BUY",)
    assert board.plays("heuristic")[:2] == ("PLAY", "punks")


def test_a_sniper_aims_at_the_empty_gate_and_not_at_the_unit():
    board = Board("--o--", "-o-o-")
    for column in range(GATES):
        lift_judge(board.state, column)
    board.unit(0, 2, "block_sniper")
    board.unit(1, 3, "citi_def")
    board.do("END")
    assert set(board.scores()) == {("AIM", -1), ("AIM", 1)}
    assert board.plays() == ("AIM", -1)


def test_the_opponents_sniper_is_expected_to_aim_well():
    board = Board("oo---", "-o---")
    for column in range(GATES):
        lift_judge(board.state, column)
    board.unit(1, 1, "block_sniper")
    board.unit(0, 1, "fatties")
    # Ahead the Sniper would fail; aside it takes the empty gate, so that gate is closed first.
    assert board.plays() == ("TOGGLE", 0)


def test_the_hardest_judge_turns_first_and_gates_open_where_none_faces():
    rules = GAME.build(GAME.knobs())
    seen = set()
    for seed in range(60):
        state, rng = fresh(rules, seed)
        thinker, cells = Thinker(GAME, rules), CELLS.view(state)
        while cells["turn"][0] == 0:
            name, (column,) = decode(thinker.choose(state))
            seat = verbs.current_player(rules, state)
            kinds, faces = cells["slot_kind"], cells["slot_face"]
            attack = [jd_cards()[kind]["front_attack"] for kind in kinds]
            mine = [c for c in range(GATES) if faces[c] == seat]
            if name == "ROTATE":
                assert attack[column] == max(attack[c] for c in mine)
            elif set(range(GATES)) - set(mine) - set(np.flatnonzero(cells["gate"][seat] == 2)):
                assert column not in mine
            seen.add(name)
            verbs.step(rules, state, encode(name, column), rng)
    assert seen == {"ROTATE", "OPEN"}


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        (("citi_def", "fatties", "punks"), "fatties"),
        (("citi_def", "punks"), "citi_def"),
        (("punks", "backup", "distraction"), "punks"),
    ],
)
def test_foam_is_cleared_with_the_cards_that_fit(hand, given):
    board = Board("f----")
    board.hand(0, *hand)
    board.do("UNFOAM", 0)
    assert board.cells["phase"][0] == PAY
    assert board.plays() == ("DISCARD", given)


def test_no_preview_is_left_in_an_aim():
    board = Board()
    assert board.scores()
    assert board.cells["aim"].tolist() == [AIM_NONE, AIM_NONE]


def rotated_shares(policy, against, deals):
    """Give a policy's share of each deal, played once in either seat."""
    rules, place = GAME.build(GAME.knobs()), [column.name for column in GAME.columns]
    wins = []
    for line_up in ((policy, against), (against, policy)):
        table = policy_table([parse_policy(name) for name in line_up], rules.seats, POLICIES)
        rows = np.zeros((deals, rules.column_count))
        play_games(rules, table, ROWS, 1, 0, rows)
        masks = rows[:, place.index("winners_mask")].astype(int)
        wins.append((1 + (masks & 1) - (masks >> 1)) / 2)
    return (wins[0] + 1 - wins[1]) / 2


@pytest.mark.parametrize("policy", ["greedy", "heuristic"])
def test_random_play_has_no_chance(policy, scaled):
    assert rotated_shares(policy, "random", scaled(200)).mean() >= 0.99


def test_the_heuristic_beats_greedy(scaled):
    shares = rotated_shares("heuristic", "greedy", scaled(1000))
    # The plain build plays too few deals to tell.
    assert len(shares) < 500 or shares.mean() - 2 * shares.std() / len(shares) ** 0.5 > 0.5


def mean_of(column, policy, games):
    """Give the mean of a column over games between two of a policy."""
    rules, place = GAME.build(GAME.knobs()), [column.name for column in GAME.columns]
    rows = np.zeros((games, rules.column_count))
    table = policy_table([parse_policy(policy)], rules.seats, POLICIES)
    play_games(rules, table, ROWS, 1, 0, rows)
    return rows[:, place.index(column)].mean()


def test_a_turtle_opens_no_gate_in_play(scaled):
    games = scaled(50)
    assert mean_of("opened_0", "turtle", games) == mean_of("opened_1", "turtle", games) == 0
    assert mean_of("opened_0", "heuristic", games) > 0


def test_a_gunslinger_keeps_more_gates_open(scaled):
    games = scaled(50)
    assert mean_of("open_sum_0", "gunslinger", games) > mean_of("open_sum_0", "heuristic", games)


def test_an_unknown_or_missing_weight_is_named(tmp_path, monkeypatch):
    text = weights.FILE.read_text()
    monkeypatch.setattr(weights, "FILE", tmp_path / "weights.toml")
    for group in ("\n[unit]", "\n[greedy.act]"):
        weights.FILE.write_text(text.replace(group, f"{group}\narmour = 1.0\n", 1))
        with pytest.raises(ValueError, match="_armour"):
            weights.weight_rows()
    weights.FILE.write_text(text.replace("attack = 1.2", "", 1))
    with pytest.raises(ValueError, match="unit_attack"):
        weights.weight_rows()
