"""Experiment files: what they resolve to, and what their errors say."""

from pathlib import Path

import pytest

import configs
from sim.experiment import (
    ConfigError,
    Experiment,
    Overrides,
    find_experiment,
    load_experiment,
    make_experiment,
    parse_line_up,
    parse_set,
    settle,
)
from tests.toy_game import TOY, experiment_text


@pytest.fixture
def load(tmp_path):
    """Write an experiment with some sections replaced and load it."""

    def _load(overrides: Overrides | None = None, **sections: str) -> Experiment:
        path = tmp_path / "wood.toml"
        path.write_text(experiment_text(**sections), encoding="utf-8")
        return load_experiment(path, overrides)

    return _load


def test_cells_are_the_grid_under_each_line_up(load):
    cells = load().cells()
    assert [cell.id for cell in cells] == list(range(8))
    assert [cell.policy for cell in cells] == ["heuristic"] * 4 + ["random"] * 4
    assert cells[1].settings == {"darkness": 1, "players": 3}
    assert cells[1].knobs.darkness == 1
    assert cells[1].label == "darkness 1, players 3, heuristic"


def test_games_may_differ_by_policy_and_a_flag_caps_both(load):
    assert [cell.games for cell in load().cells()] == [600] * 4 + [200] * 4
    assert [cell.games for cell in load(Overrides(games=300)).cells()] == [300] * 4 + [200] * 4
    assert [cell.games for cell in load(Overrides(games=50)).cells()] == [50] * 8
    assert load().total_games() == 3200


def test_fixed_knobs_apply_to_every_cell(load):
    cells = load(knobs="oil = 7\nsetbacks = [0, 0, 1]").cells()
    assert {(cell.knobs.oil, tuple(cell.knobs.setbacks)) for cell in cells} == {(7, (0, 0, 1))}


def test_set_replaces_a_dimension_of_the_grid(load):
    cells = load(Overrides(sets=(("darkness", "2"),))).cells()
    assert {cell.settings["darkness"] for cell in cells} == {2}
    assert len(cells) == 4


def test_set_with_several_values_adds_a_dimension(load):
    experiment = load(Overrides(sets=(("oil", "0, 5"),)))
    assert list(experiment.grid) == ["darkness", "players", "oil"]
    assert len(experiment.cells()) == 16


def test_set_reads_items_lists_booleans_and_words(load):
    sets = (("setbacks.1", "9"), ("brave", "false"), ("mode", "coop"), ("goal", "20"))
    knobs = load(Overrides(sets=sets)).cells()[0].knobs
    assert (knobs.setbacks, knobs.brave, knobs.mode, knobs.goal) == ([1, 9, 3], False, "coop", 20)
    assert load(Overrides(sets=(("setbacks", "[0, 0, 0]"),))).fixed == {"setbacks": [0, 0, 0]}


def test_players_policies_seed_until_and_name_can_be_set_by_flags(load):
    flags = Overrides(
        players=(2,), policies=(("greedy", "random"),), seed=9, until="halfwidth=0.01", name="x"
    )
    experiment = load(flags)
    assert experiment.policies == (("greedy", "random"),)
    assert (experiment.seed, experiment.name, experiment.until.halfwidth) == (9, "x", 0.01)
    assert {cell.settings["players"] for cell in experiment.cells()} == {2}


def test_resolved_names_the_origin_of_every_knob(load):
    experiment = load(Overrides(sets=(("oil", "5"),)), knobs="rounds = 9")
    rows = {row.knob: row for row in experiment.resolved()}
    assert set(rows) == set(TOY.knobs.model_fields)
    assert [rows[name].origin for name in ("oil", "rounds", "darkness", "goal")] == [
        "flag", "experiment", "experiment", "default",
    ]  # fmt: skip
    assert (rows["goal"].value, rows["goal"].rule, rows["goal"].source) == (18, "W-06", "rulebook")
    assert rows["darkness"].value == [1, 3]


def test_identity_ignores_words_and_sees_numbers(load):
    plain = load()
    words = 'name = "other"\ngame = "toy"\nseed = 5\ngames = 600\ntitle = "T"\nquestion = "Q?"'
    assert load(experiment=words).identity() == plain.identity()
    assert load(Overrides(seed=6)).identity() != plain.identity()
    assert load(knobs="oil = 4").identity() != plain.identity()


def test_targets_are_read(load):
    (target,) = load(targets="win_rate = { at = { darkness = 1 }, between = [0.4, 0.6] }").targets
    assert (target.metric, target.at, target.low, target.high) == (
        "win_rate", {"darkness": 1}, 0.4, 0.6,
    )  # fmt: skip
    assert target.policy == "heuristic"


BAD = [
    ({"gird": "x = [1]"}, ["unknown section 'gird'", "did you mean 'grid'"]),
    ({"experiment": 'name = "w"'}, ["[experiment] 'game' is missing"]),
    ({"experiment": 'name = "w"\ngame = "tyo"'}, ["line 3", "unknown game 'tyo'", "'toy'"]),
    ({"experiment": 'name = "a/b"\ngame = "toy"'}, ["line 2", "name = 'a/b'", "letters"]),
    ({"experiment": 'name = "w"\ngame = "toy"\nsede = 4'}, ["line 4", "'sede'", "'seed'"]),
    ({"experiment": 'name = "w"\ngame = "toy"\ngames = "9"'}, ["line 4", "games = '9'", "whole"]),
    ({"experiment": 'name = "w"\ngame = "toy"\ngames = 0'}, ["games = 0", "from 1"]),
    ({"grid": "plyers = [2]"}, ["line 8", "no knob 'plyers'", "did you mean 'players'?"]),
    ({"grid": "players = 2"}, ["line 8", "must list one or more"]),
    ({"grid": "players = []"}, ["must list one or more"]),
    ({"grid": "players = [2, 2]"}, ["different values"]),
    ({"grid": "players = [2, 9]"}, ["line 8", "players = 9", "from 1 to 4 (W-02)"]),
    ({"grid": 'players = ["two"]'}, ["players = 'two'", "a whole number from 1 to 4"]),
    ({"grid": 'mode = ["duel"]'}, ["mode = 'duel'", "one of 'coop'"]),
    ({"knobs": "players = 2"}, ["both in [grid] and in [knobs]"]),
    ({"knobs": "brave = 1"}, ["line 16", "brave = 1", "true or false"]),
    ({"knobs": "setbacks = [1, 2.5, 3]"}, ["setbacks[1] = 2.5 cannot be used", "integer"]),
    ({"policies": 'table = [["heuristc"]]'}, ["line 12", "'heuristc'", "'heuristic'"]),
    ({"policies": 'table = [["random"], ["random"]]'}, ["none twice"]),
    ({"policies": "table = []"}, ["at least one line-up"]),
    ({"policies": 'table = [["random", "random"]]'}, ["2 policies for 3 seats"]),
    ({"policies": 'table = [["random"]]\ngames = { greedy = 9 }'}, ["line 13", "not in the table"]),
    ({"targets": "win_rte = { between = [0, 1] }"}, ["'win_rte'", "'win_rate'"]),
    ({"targets": "win_rate = { between = [0.6, 0.4] }"}, ["lower end first", "[low, high]"]),
    ({"targets": "win_rate = { at = { drkness = 1 }, between = [0, 1] }"}, ["'darkness'"]),
]


@pytest.mark.parametrize(("sections", "says"), BAD, ids=[says[-1][:30] for _, says in BAD])
def test_errors_say_what_where_and_what_would_be_right(load, sections, says):
    with pytest.raises(ConfigError) as error:
        load(**sections)
    for words in says:
        assert words in str(error.value)
    assert "wood.toml" in str(error.value)


def test_broken_toml_is_located(tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text("[experiment\n")
    with pytest.raises(ConfigError, match=r"broken\.toml is not valid TOML: .*line 1"):
        load_experiment(path)


BAD_FLAGS = [
    (Overrides(sets=(("plyers", "2"),)), "no knob 'plyers'"),
    (Overrides(sets=(("players", "9"),)), "--set players = 9 cannot be used"),
    (Overrides(sets=(("rounds", "2"), ("oil", "13"))), "--set more oil (13) than rounds (2)"),
    (
        Overrides(sets=(("mode", "coop,duel"),)),
        "--set mode = 'duel' cannot be used: it must be one",
    ),
    (Overrides(sets=(("setbacks.7", "1"),)), "items are 0 to 2"),
    (Overrides(sets=(("oil.1", "1"),)), "single value"),
    (Overrides(games=0), "--games 0"),
    (Overrides(seed=-1), "--seed -1"),
    (Overrides(until="0.1"), "write halfwidth=0.005"),
    (Overrides(until="halfwdth=0.1"), "'halfwdth'"),
    (Overrides(until="metric=fare,halfwidth=0.1"), "'fear'"),
    (Overrides(until="metric=fear,halfwidth=-1"), "more than 0"),
    (Overrides(until="halfwidth=0.7"), "between 0 and 0.5"),
    (Overrides(policies=(("random",), ("random",))), "none twice"),
]


@pytest.mark.parametrize(("flags", "says"), BAD_FLAGS, ids=[says for _, says in BAD_FLAGS])
def test_errors_of_flags_name_the_flag(load, flags, says):
    with pytest.raises(ConfigError) as error:
        load(flags)
    assert says in str(error.value)


def test_until_is_read_from_the_file_and_checked(load):
    head = 'name = "w"\ngame = "toy"\nuntil = '
    assert load(experiment=head + "{ halfwidth = 0.02 }").until.metric == "win_rate"
    until = load(experiment=head + '{ metric = "fear", halfwidth = 2.5 }').until
    assert (until.metric, until.halfwidth) == ("fear", 2.5)
    with pytest.raises(ConfigError, match="no metric 'decsions'; did you mean 'decisions'"):
        load(experiment=head + '{ metric = "decsions", halfwidth = 0.02 }')


def test_a_study_can_be_made_without_a_file():
    experiment = make_experiment("toy", Overrides(sets=(("oil", "1"),), games=5))
    (cell,) = experiment.cells()
    assert (cell.label, cell.games, cell.knobs.oil) == ("heuristic", 5, 1)
    with pytest.raises(ConfigError, match="unknown game 'tyo'; did you mean 'toy'"):
        make_experiment("tyo")


def test_texts_are_read():
    assert parse_line_up("heuristic(temperature=0.5), random") == (
        "heuristic(temperature=0.5)",
        "random",
    )
    assert parse_set(" oil = 3") == ("oil", "3")
    assert settle(TOY, {"oil": "3", "setbacks.0": "0"}).setbacks == [0, 2, 3]
    with pytest.raises(ConfigError, match="write knob=value"):
        parse_set("oil")
    with pytest.raises(ConfigError, match="write NAME or NAME"):
        parse_line_up("heuristic()(")


def test_experiments_are_found_by_path_and_by_shipped_name():
    path = find_experiment("heavy-reinforcements")
    assert path == configs.EXPERIMENTS / "heavy-reinforcements.toml"
    assert find_experiment(str(path)) == Path(path)
    with pytest.raises(ConfigError, match="'heavy-reinforcements'"):
        find_experiment("heavy-reinforcement")
