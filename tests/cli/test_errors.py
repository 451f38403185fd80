"""Every mistake of a user: exit code 2 and one message: place, value, what would be right."""

import pytest

from tests.cli.conftest import study

GAME = "bloc_by_bloc"


def assert_refused(done, *words):
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("balance")
    assert len(done.stderr.splitlines()) <= 2
    for word in words:
        assert word in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fly"], ["fly", "balance --help"]),
        (["run"], ["EXPERIMENT"]),
        (["run", "no-such-study"], ["no-such-study", "heavy-reinforcements"]),
        (["run", "no/such/file.toml"], ["no/such/file.toml"]),
        (["run", "heavy-reinforcements", "--game", "x"], ["--game", "--games"]),
        (["run", "heavy-reinforcements", "--games", "0"], ["--games", "'0'", "at least 1"]),
        (["run", "heavy-reinforcements", "--games", "ten"], ["--games", "'ten'", "whole number"]),
        (["run", "heavy-reinforcements", "--seed", "-1"], ["--seed", "'-1'", "at least 0"]),
        (["run", "heavy-reinforcements", "--jobs", "all"], ["--jobs", "'all'", "whole number"]),
        (["run", "heavy-reinforcements", "--backend", "gpu"], ["'gpu'", "threads", "loky"]),
        (["run", "heavy-reinforcements", "--players", "two"], ["--players", "'two'"]),
        (["run", "heavy-reinforcements", "--players", "0"], ["players", "0", "1 to 4"]),
        (["run", "heavy-reinforcements", "--players", "5"], ["players", "5", "1 to 4"]),
        (["run", "heavy-reinforcements", "--policy", "heuristik"], ["heuristik", "heuristic"]),
        (
            ["run", "heavy-reinforcements", "--until", "width=1"],
            ["--until", "'width'", "halfwidth"],
        ),
        (
            ["run", "heavy-reinforcements", "--set", "heavy_reinforcement=2"],
            ["'heavy_reinforcement'", "'heavy_reinforcements'"],
        ),
        (
            ["run", "heavy-reinforcements", "--set", "heavy_reinforcements=-1"],
            ["heavy_reinforcements", "-1", "0 to 6"],
        ),
        (
            ["run", "heavy-reinforcements", "--set", "morale_start=angry"],
            ["morale_start", "'angry'", "0 to 4"],
        ),
        (["run", "heavy-reinforcements", "--set", "morale_start"], ["morale_start", "knob=value"]),
        (["games", "blok_by_blok"], ["'blok_by_blok'", GAME]),
        (["replay", "blok_by_blok"], ["'blok_by_blok'", GAME]),
        (["replay", GAME, "--players", "5"], ["players", "5", "1 to 4"]),
        (["replay", GAME, "--game", "-1"], ["--game", "'-1'", "at least 0"]),
        (["replay", GAME, "--policy", "random,random,random"], ["3 policies", "4 seats"]),
        (["bench", "--seconds", "0"], ["--seconds", "'0'", "at least 0.01"]),
        (["report", "runs/none"], ["runs/none"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_arguments(balance, arguments, words):
    assert_refused(balance(*arguments), *words)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"experiment": 'name = "x"\ngame = "bloc_by_bloc"\ngams = 9'}, ["'gams'", "'games'"]),
        ({"experiment": 'name = "x"\ngame = "bloc_by_blok"'}, ["'bloc_by_blok'", GAME]),
        ({"experiment": 'game = "bloc_by_bloc"'}, ["name"]),
        ({"grid": "heavy_reinforcements = [1, 9]"}, ["heavy_reinforcements", "9", "0 to 6"]),
        ({"grid": 'players = ["two"]'}, ["players", "'two'", "1 to 4"]),
        ({"grid": "nights = [1]"}, ["'nights'"]),
        ({"policies": 'table = [["heuristik"]]'}, ["heuristik", "heuristic"]),
        ({"grid": "players = [1, 2"}, ["line "]),
        ({"gird": "players = [1]"}, ["'gird'", "'grid'"]),
    ],
    ids=lambda value: next(iter(value.values()))[-30:] if isinstance(value, dict) else None,
)
def test_wrong_files(balance, tmp_path, changes, words):
    path = study(tmp_path, **changes)
    assert_refused(balance("run", path), path.name, *words)


def test_output_folder_that_cannot_be_written(balance, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    done = balance("run", study(tmp_path), "--out", blocked / "runs")
    assert_refused(done, str(blocked / "runs"), "--out")


def test_folder_that_is_no_run(balance, tmp_path):
    assert_refused(balance("report", tmp_path), str(tmp_path))
