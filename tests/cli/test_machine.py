"""The machine takes something away: a worker, the parent of workers, room on the disk, memory."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analysis.store import open_run
from tests.cli.conftest import BIN, PATIENCE
from tests.cli.test_damage import games_of, many, run_of, wait_for
from tests.cli.test_errors import assert_refused

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def workers_of(parent):
    """List the loky workers of a process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, owner = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(owner) == parent and state != "Z" and b"popen_loky" in command:
            found.append(int(folder.name))
    return found


def start(command, folder, environment):
    return subprocess.Popen(
        command, cwd=folder, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@on_linux
@pytest.mark.slow
@pytest.mark.parametrize("victim", ["worker", "parent"])
def test_processes_that_are_killed_cost_what_they_were_playing(
    environment, balance, tmp_path, victim
):
    """Compared: all rows, sorted by cell and game, and the bytes of the summary."""
    path = many(tmp_path, 100_000)
    (tmp_path / "whole").mkdir()
    whole = balance("run", path, "--jobs", 1, cwd=tmp_path / "whole")
    assert whole.returncode == 0, whole.stderr
    cut = tmp_path / "cut"
    cut.mkdir()
    command = [BIN / "balance", "run", path, "--jobs", "2", "--backend", "loky"]
    child = start(command, cut, environment)
    wait_for(lambda: [*cut.glob("runs/*/chunks/part-*.parquet")], child)
    workers = workers_of(child.pid)
    assert len(workers) == 2
    os.kill(workers[0] if victim == "worker" else child.pid, signal.SIGKILL)
    _, said = child.communicate(timeout=PATIENCE)
    if victim == "worker":
        assert child.returncode == 3
        assert said.splitlines()[-1].startswith("balance run: a worker process died")
        assert "the same command goes on" in said.splitlines()[-1]
        assert "Traceback" not in said
    else:
        assert child.returncode == -signal.SIGKILL
    kept, games = games_of(cut), games_of(tmp_path / "whole")
    assert 0 < kept.height < games.height
    assert kept.equals(games.join(kept, on=["cell", "game"], how="semi"))
    # At once: workers that outlive their parent for a moment hold nothing that is in the way.
    resumed = balance(*map(str, command[1:]), cwd=cut)
    assert resumed.returncode == 0, resumed.stderr
    assert games_of(cut).equals(games)
    ours, theirs = run_of(cut), run_of(tmp_path / "whole")
    assert (ours / "summary.parquet").read_bytes() == (theirs / "summary.parquet").read_bytes()
    deadline = time.monotonic() + 60
    while not all(map(gone, workers)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert all(map(gone, workers)), "workers live on"


@pytest.fixture
def small_disk(tmp_path):
    """Give a disk of 1 MiB and a function that gives it another size."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root mounts a disk")
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine mounts no disk")
    try:
        yield (
            disk,
            lambda size: subprocess.run(["mount", "-o", f"remount,size={size}", disk], check=True),
        )
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_run_on_a_full_disk_goes_on_when_there_is_room(balance, tmp_path, small_disk):
    disk, resize = small_disk
    path = many(tmp_path, 40_000)
    first = balance("run", path, "--jobs", 1, "--out", disk / "runs", cwd=tmp_path)
    assert_refused_last(first, "No space left on device", "make room and run the same command")
    assert not [*disk.rglob("*.tmp")]
    kept = games_of(disk)
    assert 0 < kept.height < 80_000
    # Nothing fits now, but what is there is neither lost nor damaged.
    fill(disk)
    again = balance("run", path, "--jobs", 1, "--out", disk / "runs", cwd=tmp_path)
    assert_refused_last(again, "No space left on device")
    assert games_of(disk).equals(kept)
    (disk / "filler").unlink()
    resize("64m")
    resumed = balance("run", path, "--jobs", 1, "--out", disk / "runs", cwd=tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    whole = balance("run", path, "--jobs", 1, cwd=tmp_path)
    assert whole.stdout.splitlines()[:3] == resumed.stdout.splitlines()[:3]
    assert games_of(disk).equals(games_of(tmp_path))
    # The report is refused as clearly.
    shutil.rmtree(disk / "runs")
    shutil.copytree(tmp_path / "runs", disk / "runs")
    resize("8m")
    fill(disk)
    report = balance("report", run_of(disk), cwd=tmp_path)
    assert_refused_last(report, "report", "No space left on device")
    (disk / "filler").unlink()
    assert balance("report", run_of(disk), cwd=tmp_path).returncode == 0


def fill(disk):
    """Take all the room that is left."""
    with (disk / "filler").open("wb", buffering=0) as file:
        for size in (2**20, 2**12, 1):
            try:
                while file.write(bytes(size)):
                    pass
            except OSError:
                continue


def assert_refused_last(done, *words):
    """Expect exit code 2 and one message, after lines of progress."""
    last = done.stderr.splitlines()[-1]
    done.stderr = last
    assert_refused(done, *words)


def peak_memory(child):
    """Give the most MiB that a process has had, by the time it ends.

    Not what wait4 tells: that counts the process which started it, as it was at that moment.
    """
    most = 0.0
    while child.poll() is None:
        status = Path(f"/proc/{child.pid}/status").read_text()
        if found := re.search(r"VmHWM:\s+(\d+) kB", status):
            most = int(found[1]) / 1024
        time.sleep(0.02)
    return most


@on_linux
@pytest.mark.slow
def test_memory_does_not_grow_with_the_games(environment, tmp_path):
    """The first run may compile, so that it is measured against a limit only."""
    most = {}
    for games in (1_000, 20_000, 200_000):
        path = many(tmp_path, games)
        command = [BIN / "balance", "run", path, "--jobs", "2", "--quiet"]
        child = start(command, tmp_path, environment)
        most[games] = peak_memory(child)
        said = child.communicate(timeout=PATIENCE)[1]
        assert child.returncode == 0, said
    assert max(most.values()) < 1024, most
    assert most[200_000] < most[20_000] + 200, most
    runs = [open_run(folder) for folder in (tmp_path / "runs").iterdir()]
    bytes_a_game = {
        run.manifest["experiment"]["games"]: sum(p.path.stat().st_size for p in run.parts)
        / sum(p.count for p in run.parts)
        for run in runs
    }
    assert bytes_a_game[200_000] < 60
