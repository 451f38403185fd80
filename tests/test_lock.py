"""The lock of a run: one holder, given back by the system, on either family of systems."""

import fcntl
import importlib.util
import signal
import subprocess
import sys
import types
from pathlib import Path

import pytest

from analysis import lock as module
from analysis import parts
from analysis.lock import lock
from tests.test_house import sources

ROOT = Path(__file__).parents[1]
POSIX_ONLY = ("fcntl", "pwd", "grp", "termios", "resource")


@pytest.fixture(params=["here", "Windows"])
def take(request, monkeypatch):
    """Give `lock` as it is here, and as Windows has it over a stand-in of its own module."""
    if request.param == "here":
        return lock
    stand_in = types.ModuleType("msvcrt")
    stand_in.LK_NBLCK = 2

    def locking(handle, mode, count):
        assert (mode, count) == (stand_in.LK_NBLCK, 1)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(13, "Permission denied") from None

    stand_in.locking = locking
    with monkeypatch.context() as there:
        there.setitem(sys.modules, "msvcrt", stand_in)
        there.setitem(sys.modules, "fcntl", None)  # importing it fails
        there.setattr(sys, "platform", "win32")
        spec = importlib.util.spec_from_file_location("windows_lock", module.__file__)
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
    return loaded.lock


def test_a_lock_has_one_holder_until_it_is_closed(take, tmp_path):
    held = take(tmp_path / "lock")
    with pytest.raises(BlockingIOError):
        take(tmp_path / "lock")
    held.close()
    take(tmp_path / "lock").close()


def test_a_place_without_room_for_a_lock_is_another_error(take, tmp_path):
    with pytest.raises(FileNotFoundError):
        take(tmp_path / "none" / "lock")


def test_the_lock_of_a_killed_process_is_free(tmp_path):
    script = (
        "import sys, time; from pathlib import Path; from analysis.lock import lock;"
        "held = lock(Path(sys.argv[1])); print('held', flush=True); time.sleep(600)"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path / "lock")],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(BlockingIOError):
            lock(tmp_path / "lock")
        holder.send_signal(signal.SIGKILL)
        holder.wait(60)
    lock(tmp_path / "lock").close()


def test_only_the_lock_needs_a_module_that_windows_lacks():
    """`balance bench` measures memory as POSIX tells it; nothing else may."""
    for path in (path for path in sources() if "benchmarks" not in path.parts):
        words = {line.strip() for line in path.read_text(encoding="utf-8").splitlines()}
        found = [name for name in POSIX_ONLY if f"import {name}" in words]
        assert found == (["fcntl"] if path == Path(module.__file__) else []), path


def test_files_are_written_where_folders_cannot_be_opened(tmp_path, monkeypatch):
    opened = parts.os.open

    def refuse(path, *args, **options):
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **options)

    with monkeypatch.context() as there:
        there.setattr(parts.os, "open", refuse)
        with pytest.raises(parts.StoreError, match="Permission denied"):
            parts.write_atomically(tmp_path / "file", b"x")
        there.setattr(sys, "platform", "win32")
        parts.write_atomically(tmp_path / "file", b"text")
    assert (tmp_path / "file").read_bytes() == b"text"
