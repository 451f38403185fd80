"""compare, sweep, sensitivity, solve and power as a user types them."""

import json

import pytest

from tests.cli.conftest import study
from tests.cli.test_commands import good
from tests.cli.test_errors import assert_refused

GAME = "bloc_by_bloc"
FEW = ("-n", 40, "--players", 2, "--policy", "random", "-j", 1, "--seed", 7)


def test_compare_two_settings_and_then_the_runs_they_left(balance, tmp_path):
    words = ("--set", "morale_start=0", "--against", "morale_start=3", "--metric", "nights")
    done = balance("compare", GAME, *FEW, *words, cwd=tmp_path)
    heading, row, *rest = good(done).splitlines()
    assert heading.split()[:5] == ["settings", "policy", "games", "A", "B"]
    assert row.split()[:3] == ["defaults", "random", "40"]
    assert "same luck game by game" in rest[-1]
    runs = sorted(tmp_path.glob("runs/*"), key=lambda path: path.stat().st_mtime)
    assert len(runs) == 2
    again = json.loads(good(balance("compare", *runs, "--metric", "nights", "--json")))
    (cell,) = again["cells"]
    assert cell["games"] == 40
    assert cell["low"] <= cell["difference"] <= cell["high"]
    other = balance("compare", runs[0], study_of(balance, tmp_path))
    assert other.returncode == 5
    assert "nothing compared" in other.stderr


def study_of(balance, folder):
    """Play a study that shares no cell with the others."""
    path = study(folder, policies='table = [["greedy"]]', grid="")
    done = balance("run", path, "-n", 2, "--quiet", cwd=folder)
    return folder / good(done).strip()


def test_sweep_shows_levels_and_steps(balance, tmp_path):
    words = ("--knob", "countdown_start=8..10", "--metric", "nights")
    lines = good(balance("sweep", GAME, *FEW, *words, cwd=tmp_path)).splitlines()
    assert [line.split()[:2] for line in lines[1:4]] == [
        ["countdown_start", "8"], ["countdown_start", "9"], ["countdown_start", "10"],
    ]  # fmt: skip
    assert lines[6].split()[:3] == ["countdown_start", "8", "9"]
    table = json.loads(good(balance("sweep", GAME, *FEW, *words, "--json", cwd=tmp_path)))
    assert [step["to"] for step in table["steps"]] == ["9", "10"]
    assert all(step["difference"] > 0 for step in table["steps"])


def test_sensitivity_ranks_what_was_named(balance):
    words = ("--knob", "max_transfers=6,5", "--knob", "countdown_start", "--metric", "nights")
    lines = good(balance("sensitivity", GAME, *FEW, *words)).splitlines()
    assert [line.split()[0] for line in lines[1:4]] == [*["countdown_start"] * 2, "max_transfers"]
    assert "BB-16" in lines[1]


def test_solve_finds_the_countdown_that_gives_even_odds(balance):
    flags = ("--players", 2, "--set", "heavy_reinforcements=1", "-n", 1500, "-j", 1)
    words = ("--knob", "countdown_start", "--target", "win_rate=0.5", "--between", "6,10")
    found = json.loads(good(balance("solve", GAME, *flags, *words, "--json")))
    assert found["found"]
    assert found["low"] < found["x"] < found["high"]
    assert found["check"]["low"] <= 0.5 <= found["check"]["high"]
    assert found["chosen"] == found["check"]["x"]


def test_solve_says_when_no_whole_number_gives_the_target(balance):
    words = ("--knob", "countdown_start", "--target", "nights=3.42", "--between", "5,9")
    done = balance("solve", GAME, *FEW, *words, "-n", 3000)
    assert done.returncode == 4, done.stdout + done.stderr
    assert "no whole number gives it: " in done.stdout
    assert "does NOT hold 3.42" in done.stdout


def test_power_counts_games_paired_and_unpaired(balance):
    words = ("--margin", "0.5", "--metric", "nights", "--against", "morale_start=1")
    (row,) = json.loads(good(balance("power", GAME, *FEW, *words, "--json")))["cells"]
    assert row["pilot"] == 40
    assert row["paired"] > 1
    assert row["unpaired"] > 1
    text = good(balance("power", GAME, *FEW, "--margin", 0.02))
    assert "2 points" in text
    assert "--against" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["compare", "bloc_by_blok", "--against", "x=1"], ["'bloc_by_blok'", GAME]),
        (["compare", GAME], ["--against"]),
        (["compare", "runs/a", "runs/b", "-n", "5"], ["leave out"]),
        (["compare", "runs/a", "runs/b"], ["runs/a"]),
        (["compare", GAME, "--against", "moral_start=1"], ["'moral_start'", "'morale_start'"]),
        (["compare", GAME, "--against", "players=2", "--metric", "night"], ["'night'", "'nights'"]),
        (["sweep", GAME], ["--knob"]),
        (["sweep", GAME, "--knob", "countdown_start=3..5"], ["countdown_start", "3", "4 to 20"]),
        (["sweep", GAME, "--knob", "countdown_start=5..3"], ["goes up"]),
        (["sensitivity", "heavy-reinforcements"], ["--set heavy_reinforcements", "--policy"]),
        (["sensitivity", GAME, "--knob", "loot_copies"], ["nothing to turn"]),
        (["solve", GAME, "--knob", "workers", "--target", "win_rate=0.5"], ["no number"]),
        (["solve", GAME, "--knob", "vans", "--target", "win_rat=0.5"], ["'win_rat'", "'win_rate'"]),
        (
            ["solve", GAME, "--knob", "countdown_start", "--target", "win_rate=0.5",
             "--between", "6"],
            ["--between", "6,14"],
        ),
        (["power", GAME, "--margin", "2"], ["margin 2", "0.02 for 2 points"]),
        (["power", GAME], ["--margin"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)  # fmt: skip
def test_wrong_questions(balance, words, told):
    assert_refused(balance(*words), *told)
