"""Knobs over a range, knobs turned alone: what each change does, and how sure that is."""

import numpy as np
import polars as pl
import pytest

from analysis.metrics import estimates
from analysis.paired import compare
from analysis.run import run_experiment
from analysis.sample import Setup
from analysis.sensitivity import Turn, left_out, read_turn, sensitivity, turns
from analysis.simulate import simulate
from analysis.sweep import levels, read_range, steps
from reports.tuned import STEP_HEADINGS, TURN_HEADINGS, level_rows, step_rows, turn_rows
from sim.experiment import ConfigError, Overrides, make_experiment
from tests.toy_game import TOY

ONE = Setup(jobs=1)


def toy(*sets, games=400, **flags):
    return make_experiment(TOY.name, Overrides(sets=sets, games=games, seed=5, **flags))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("oil=1,2,4", ("oil", "1,2,4")),
        ("oil = 8..10", ("oil", "8, 9, 10")),
        ("oil=0..6..3", ("oil", "0, 3, 6")),
        ("oil=0..7..3", ("oil", "0, 3, 6")),
        ("goal=0.5..1.5..0.25", ("goal", "0.5, 0.75, 1.0, 1.25, 1.5")),
        ("goal=1.0..3.0", ("goal", "1.0, 2.0, 3.0")),
        ("oil=-2..0", ("oil", "-2, -1, 0")),
        ("brave=false", ("brave", "false")),
    ],
)
def test_ranges(text, found):
    assert read_range(text) == found


@pytest.mark.parametrize(
    "text",
    ["oil", "=1..2", "oil=", "oil=1..", "oil=a..b", "oil=3..1", "oil=1..3..0", "oil=1..3..-1"],
)
def test_a_range_that_cannot_be_read(text):
    with pytest.raises(ConfigError, match=r"--knob '.*': (write NAME|a range goes up)"):
        read_range(text)


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    study = toy(("oil", "0, 2, 4"), ("darkness", "1, 5"))
    return run_experiment(study, tmp_path_factory.mktemp("sweep"), jobs=1)


def test_levels_name_their_settings(swept):
    found = levels(swept, "way_mean")
    assert found["oil"].to_list() == [0, 0, 2, 2, 4, 4]
    assert found.select("cell", "value", "low", "high").equals(
        estimates(swept.scan(), "way_mean").select("cell", "value", "low", "high")
    )
    rows = list(level_rows(found, share=False))
    assert rows[0][:3] == ("oil 0, darkness 1", "heuristic", "400")


def test_steps_are_paired_and_corrected_over_all_knobs(swept):
    found = steps(swept, ["oil", "darkness"], "way_mean")
    assert found.select("knob", "from", "to", "at").rows() == [
        ("oil", "0", "2", "darkness 1"), ("oil", "2", "4", "darkness 1"),
        ("oil", "0", "2", "darkness 5"), ("oil", "2", "4", "darkness 5"),
        ("darkness", "1", "5", "oil 0"), ("darkness", "1", "5", "oil 2"),
        ("darkness", "1", "5", "oil 4"),
    ]  # fmt: skip
    one = compare(swept.scan(), 0, 2, "way_mean").row(0, named=True)
    first = found.row(0, named=True)
    assert (first["difference"], first["low"], first["p"]) == (
        one["difference"],
        one["low"],
        one["p"],
    )
    smallest = found["p"].min()
    assert found["p_holm"].min() == pytest.approx(min(1, 7 * smallest))
    table = list(step_rows(found, share=False))
    assert {len(row) for row in table} == {len(STEP_HEADINGS)}
    assert table[0][6].startswith("+")


def test_what_is_turned_by_itself():
    found = {(turn.knob, turn.value) for turn in turns(toy())}
    assert {("darkness", 0), ("darkness", 2), ("oil", 2), ("oil", 4), ("brave", False)} <= found
    assert ("rounds", 4) in found
    assert {("goal", 18.0 - 24.95), ("goal", 18.0 + 24.95)} & found == {("goal", 18.0 + 24.95)}
    knobs = {knob for knob, _ in found}
    assert not knobs & {"players", "mode", "setbacks"}
    assert left_out(toy(), turns(toy())) == ["setbacks"]


def test_a_value_that_does_not_fit_is_left_out_unless_it_was_asked_for():
    tight = toy(("oil", "6"), ("rounds", "1"))
    assert ("oil", 7) not in {(turn.knob, turn.value) for turn in turns(tight)}
    (asked,) = turns(tight, [read_turn("oil=7")])
    with pytest.raises(ConfigError, match="more oil"):
        sensitivity(tight, [asked], setup=ONE)


def test_turns_can_be_named():
    assert read_turn("oil") == ("oil", [])
    assert read_turn("oil=2..4") == ("oil", [2, 3, 4])
    assert turns(toy(), [("oil", [3, 9])]) == [Turn("oil", 9)], "3 is what it is already"
    with pytest.raises(ConfigError, match="'oill'; did you mean 'oil'"):
        turns(toy(), [("oill", [])])
    with pytest.raises(ConfigError, match=r"has 2: choose with --set oil=\.\.\."):
        turns(toy(("oil", "1, 2")))


def test_knobs_are_ranked_by_what_they_move():
    todo = [Turn("brave", False), Turn("oil", 0), Turn("darkness", 5), Turn("decision_cap", 999)]
    found = sensitivity(toy(), todo, "way_mean", ONE)
    assert found["knob"].to_list()[0] == "darkness"
    assert found["difference"].abs().is_sorted(descending=True)
    row = found.filter(knob="oil").row(0, named=True)
    base, other = (simulate("toy", games=400, seed=5, oil=oil, jobs=1) for oil in (3, 0))
    change = (other["way_mean"] - base["way_mean"]).to_numpy()
    assert row["difference"] == pytest.approx(change.mean())
    assert row["high"] - row["low"] == pytest.approx(
        2 * 1.966 * change.std(ddof=1) / np.sqrt(400), rel=1e-3
    )
    assert (row["rule"], row["from"], row["to"]) == ("W-04", "3", "0")
    still = found.filter(knob="decision_cap").row(0, named=True)
    assert (still["difference"], still["p_holm"]) == (0, 1)
    assert (found["p_holm"] >= found["p"]).all()
    assert {len(row) for row in turn_rows(found, share=False)} == {len(TURN_HEADINGS)}


def test_a_knob_of_a_ruling_names_it():
    study = make_experiment("bloc_by_bloc", Overrides(games=1))
    found = {turn.knob: turn for turn in turns(study)}
    assert found["students_solo_strict"] == Turn("students_solo_strict", True, "R-10")
    assert {turn.value for turn in turns(study) if turn.knob == "layout"} == {
        "beginner", "reference",
    }  # fmt: skip


def test_an_unknown_metric_is_refused():
    with pytest.raises(ConfigError, match="'fare'; did you mean 'fear'"):
        sensitivity(toy(), [Turn("oil", 0)], "fare", ONE)


def test_levels_of_a_share_are_in_percent(swept):
    rows = list(level_rows(levels(swept), share=True))
    assert all(row[3].endswith(" %") for row in rows)
    assert isinstance(levels(swept), pl.DataFrame)
