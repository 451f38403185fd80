"""What happens to a run's files does not reach its figures: damage, kill -9, a full disk."""

import json
import os
import resource
import signal
import subprocess
import time

import numpy as np
import pytest

from analysis.store import open_run
from tests.cli.conftest import BIN, PATIENCE, study
from tests.cli.test_errors import assert_refused

KILLS = [
    pytest.param(2, 60_000, id="2"),
    pytest.param(10, 250_000, id="10", marks=pytest.mark.slow),
]


def run_of(folder):
    """Give the path of the one run below a folder."""
    (found,) = (folder / "runs").iterdir()
    return found


def games_of(folder):
    return open_run(run_of(folder)).scan().sort("cell", "game").collect()


def many(folder, games):
    head = f'name = "many"\ngame = "bloc_by_bloc"\nseed = 7\ngames = {games}'
    return study(folder, experiment=head)


def flip_a_bit(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_a_bad_chunk_is_refused_by_every_command_and_repaired_by_the_one_printed(balance, tmp_path):
    path = study(tmp_path)
    first = balance("run", path, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    before, folder = games_of(tmp_path), run_of(tmp_path)
    bad = sorted((folder / "chunks").iterdir())[0]
    flip_a_bit(bad)
    run, report = balance("run", path, cwd=tmp_path), balance("report", folder, cwd=tmp_path)
    for done in (run, report):
        assert_refused(done, bad.name, "is damaged", "--repair")
        told = done.stderr.splitlines()[-1]
        assert told == f"balance run {path} --repair"
    again = balance(*told.split()[1:], cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert again.stdout == first.stdout
    assert f"set aside in damaged/: {bad.name}, which is damaged" in again.stderr
    assert "60 games planned, 30 already stored" in again.stderr
    assert (folder / "damaged" / bad.name).is_file()
    assert games_of(tmp_path).equals(before)
    assert "--repair" not in json.loads((folder / "manifest.json").read_text())["command"]
    assert balance("report", folder, cwd=tmp_path).returncode == 0


def test_a_complete_run_without_one_of_its_chunks_is_refused_until_it_is_played_again(
    balance, tmp_path
):
    path = study(tmp_path)
    first = balance("run", path, cwd=tmp_path)
    before, folder = games_of(tmp_path), run_of(tmp_path)
    sorted((folder / "chunks").iterdir())[1].unlink()
    report = balance("report", folder, cwd=tmp_path)
    assert_refused(report, "games 0 to 29 of cell 1 are gone", "plays them again")
    told = report.stderr.splitlines()[-1]
    again = balance(*told.split()[1:], cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert again.stdout == first.stdout
    assert games_of(tmp_path).equals(before)


def wait_for(happened, child):
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert child.poll() is None, "the run ended before it was killed"
        assert time.monotonic() < deadline
        time.sleep(0.002)


def kill_once(command, folder, environment, files, delay):
    """Start a run and kill its process group `delay` s after its n-th new chunk file.

    0 files: after it has opened the store; -1: after its start.
    """
    journals, parts = "runs/*/journal.jsonl", "runs/*/chunks/part-*.parquet"
    old, sessions = set(folder.glob(parts)), _sessions(folder, journals)
    child = subprocess.Popen(
        command, cwd=folder, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    if files >= 0:
        wait_for(lambda: _sessions(folder, journals) > sessions, child)
    seen = set()

    def enough():
        seen.update(set(folder.glob(parts)) - old)
        return len(seen) >= files

    wait_for(enough, child)
    time.sleep(delay)
    os.killpg(child.pid, signal.SIGKILL)
    assert child.wait(PATIENCE) == -signal.SIGKILL, "the run ended before it was killed"


def _sessions(folder, journals):
    return sum(path.read_text().count('"started"') for path in folder.glob(journals))


@pytest.mark.parametrize(("kills", "games"), KILLS)
def test_a_run_killed_again_and_again_ends_like_one_that_was_not(
    environment, balance, tmp_path, kills, games
):
    """Compared: all rows, sorted by cell and game, and the bytes of the summary."""
    (tmp_path / "whole").mkdir()
    path = many(tmp_path, games)
    done = balance("run", path, "--jobs", 2, cwd=tmp_path / "whole")
    assert done.returncode == 0, done.stderr
    whole = games_of(tmp_path / "whole")
    assert whole.height == 2 * games
    cut = tmp_path / "cut"
    cut.mkdir()
    rng = np.random.default_rng(20260101)
    stored = 0
    for kill in range(kills):
        files, delay = int(rng.integers(-1, 4)), float(rng.uniform(0, 0.15))
        # The first must leave something to lose.
        files = max(files, 2) if kill == 0 else files
        command = [BIN / "balance", "run", path, "--jobs", "2"]
        kill_once(command, cut, environment, files, delay)
        kept = games_of(cut)
        assert stored <= kept.height < whole.height
        assert kept.equals(whole.join(kept, on=["cell", "game"], how="semi"))
        stored = kept.height
    assert stored > 0
    resumed = balance("run", path, "--jobs", 2, cwd=cut)
    assert resumed.returncode == 0, resumed.stderr
    assert f"{stored:,} already stored" in resumed.stderr
    assert resumed.stdout == done.stdout
    assert games_of(cut).equals(whole)
    ours, theirs = run_of(cut), run_of(tmp_path / "whole")
    assert (ours / "summary.parquet").read_bytes() == (theirs / "summary.parquet").read_bytes()
    assert not [*ours.rglob("*.tmp")]
    assert {p.name for p in ours.iterdir()} == {p.name for p in theirs.iterdir()}


def test_a_disk_that_takes_no_more_is_reported_and_the_run_goes_on_later(
    environment, balance, tmp_path
):
    """The limit on the size of a file stands for a full disk: writes fail half way, for real."""
    path = many(tmp_path, 20_000)
    limit = 300_000  # bytes: enough for the manifest and small chunks, not for merged ones

    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        [BIN / "balance", "run", path, "--jobs", "1"], cwd=tmp_path, env=environment,
        capture_output=True, text=True, timeout=PATIENCE, check=False, preexec_fn=small,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    said = done.stderr.splitlines()[-1]
    assert said.startswith(f"balance run: cannot write {run_of(tmp_path).relative_to(tmp_path)}")
    assert said.endswith("File too large; what was finished before is kept, so make room and run"
                         " the same command again")  # fmt: skip
    assert not [*run_of(tmp_path).rglob("*.tmp")]
    kept = games_of(tmp_path)
    resumed = balance("run", path, "--jobs", 1, cwd=tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    whole = games_of(tmp_path)
    assert whole.height == 40_000
    assert kept.equals(whole.join(kept, on=["cell", "game"], how="semi"))
