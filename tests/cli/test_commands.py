"""What each command prints and leaves behind when all is well."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.conftest import BIN, PATIENCE, study

GAME = "bloc_by_bloc"
MANY = 'name = "many"\ngame = "bloc_by_bloc"\nseed = 7\ngames = 16_000'


def good(done):
    assert done.returncode == 0, done.stderr
    return done.stdout


def rates(done):
    """List what was counted in each cell of a run printed as JSON."""
    cells = json.loads(good(done))["cells"]
    return [(cell["games"], cell["wins"], cell["truncated"], cell["low"]) for cell in cells]


@pytest.fixture(scope="module")
def played(balance, tmp_path_factory):
    """Run a small study once: its folder, what it printed, what it said on the way."""
    folder = tmp_path_factory.mktemp("study")
    done = balance("run", study(folder), cwd=folder)
    good(done)
    return folder, done


def test_help_names_every_command(balance):
    text = good(balance("--help"))
    for command in ("games", "run", "report", "replay", "bench", "doctor"):
        assert command in text
    assert "130" in text


def test_help_answers_without_loading_the_toolkit():
    code = "import cli.main, sys; print(*{'numba', 'polars', 'statsmodels'} & set(sys.modules))"
    done = subprocess.run([BIN / "python", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_version(balance):
    assert good(balance("--version")).startswith("balance 0.")


def test_games(balance):
    assert "Out of Order Games" in good(balance("games"))


def test_games_shows_each_knob_with_default_range_rule_source(balance):
    text = good(balance("games", GAME))
    line = next(line for line in text.splitlines() if line.startswith("heavy_reinforcements"))
    for part in ("1", "0 to 6", "BB-17", "rulebook"):
        assert part in line
    assert "heuristic(temperature=T)" in text


def test_games_as_json_tells_the_same(balance):
    facts = json.loads(good(balance("games", GAME, "--json")))
    knob = next(knob for knob in facts["knobs"] if knob["knob"] == "morale_start")
    assert (knob["default"], knob["rule"]) == (0, "BB-16")


def test_dry_run_shows_cells_and_origins_and_plays_nothing(balance, tmp_path):
    done = balance("run", study(tmp_path), "--set", "morale_start=2", "--dry-run", cwd=tmp_path)
    lines = good(done).splitlines()
    assert any("heavy_reinforcements 4" in line and "random" in line for line in lines)
    knobs = {line.split()[0]: line for line in lines if line}
    assert "flag" in knobs["morale_start"]
    assert "experiment" in knobs["heavy_reinforcements"]
    assert "default" in knobs["countdown_start"]
    assert "rulebook" in knobs["countdown_start"]
    assert "2 cells, at most 60 games" in lines[-1]
    assert not (tmp_path / "runs").exists()


def test_run_prints_rates_with_intervals_and_where_the_results_are(played):
    folder, done = played
    lines = done.stdout.splitlines()
    assert any("heavy_reinforcements 4" in line and " to " in line for line in lines)
    assert any(line == "seed 7" for line in lines)
    kept = Path(lines[-1].removeprefix("results "))
    assert (folder / kept / "manifest.json").is_file()


def test_run_says_on_stderr_when_a_cell_is_done(played):
    assert played[1].stderr.count("30 games, win rate") == 2


def test_run_again_plays_nothing_and_prints_the_same(played, balance):
    folder, first = played
    again = balance("run", folder / "small.toml", cwd=folder)
    assert good(again) == first.stdout
    assert "60 already stored" in again.stderr


def test_quiet_prints_the_folder_only(played, balance):
    folder, _ = played
    done = balance("run", folder / "small.toml", "--quiet", cwd=folder)
    assert (folder / good(done).strip()).is_dir()
    assert done.stderr == ""


def test_json_has_the_rates(played, balance):
    folder, _ = played
    answer = json.loads(good(balance("run", folder / "small.toml", "--json", cwd=folder)))
    assert answer["seed"] == 7
    assert answer["complete"]
    assert [cell["games"] for cell in answer["cells"]] == [30, 30]
    assert all(cell["low"] <= cell["win_rate"] <= cell["high"] for cell in answer["cells"])


def test_replay_is_the_game_of_the_run(balance):
    flags = ("--seed", 7, "--game", 3, "--players", 2, "--set", "heavy_reinforcements=4")
    text = good(balance("replay", GAME, *flags, "--policy", "random"))
    assert "seed 7, game 3" in text
    assert "heavy_reinforcements = 4" in text
    told = json.loads(good(balance("replay", GAME, *flags, "--policy", "random", "--json")))
    first = told["decisions"][0]
    assert f"{first['who']}: {first['text']}" in text
    assert first["who"] in ("Neighbors", "Prisoners", "Students", "Workers")
    ending = told["decisions"][-1]["lines"][-1]
    assert text.rstrip().endswith(ending)
    verdict = "WON" if told["outcome"]["result"] == "win" else "LOST"
    assert f"{verdict} in night {told['outcome']['nights']}:" in ending


def test_bench_measures_every_policy(balance):
    rows = json.loads(good(balance("bench", GAME, "--warm", "--seconds", 0.1, "--json")))
    assert [row["policy"] for row in rows] == ["random", "greedy", "heuristic"]
    assert all(row["games_per_second"] > 0 for row in rows)
    assert all(row["moves_per_second"] > row["games_per_second"] for row in rows)


def test_doctor_finds_this_installation_sound(balance):
    findings = json.loads(good(balance("doctor", "--json")))
    assert {f["verdict"] for f in findings} <= {"ok", "note"}
    assert any("a second process used the cache" in f["detail"] for f in findings)
    assert any("threads and loky agree" in f["detail"] for f in findings)


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_interrupted_run_is_resumed_by_the_command_it_prints(environment, balance, tmp_path, blow):
    path = study(tmp_path, experiment=MANY)
    command = [BIN / "balance", "run", path, "--jobs", "1"]
    child = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + PATIENCE
    while not list(tmp_path.glob("runs/*/chunks/*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.02)
    child.send_signal(blow)
    _, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130, said
    assert "Traceback" not in said
    resume = said.splitlines()[-1]
    assert resume == f"balance run {path} --jobs 1"
    again = balance(*resume.split()[1:], "--json", cwd=tmp_path)
    apart = balance("run", path, "--json", "--out", "elsewhere", cwd=tmp_path)
    assert "already stored" in again.stderr
    assert "already stored" not in apart.stderr
    assert rates(again) == rates(apart)


def test_reader_that_goes_away_ends_a_command_quietly(environment):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [BIN / "balance", "games"], env=environment, stdout=writer, stderr=subprocess.PIPE,
        text=True, check=False,
    )  # fmt: skip
    os.close(writer)
    assert done.returncode == 141
    assert done.stderr == ""


def test_internal_error_names_the_file_that_has_the_traceback(environment, tmp_path):
    code = (
        "import sim.experiment, cli.main\n"
        "def broken(name): raise RuntimeError('out of cardboard')\n"
        "sim.experiment.get_game = broken\n"
        "cli.main.main()"
    )
    done = subprocess.run(
        [BIN / "python", "-c", code, "games", GAME],
        env={**environment, "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    message, place = done.stderr.splitlines()
    assert "out of cardboard" in message
    assert "RuntimeError" in Path(place.split()[-1]).read_text()
