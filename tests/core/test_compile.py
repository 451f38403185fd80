"""Compiled code on disk: used again as long as it is right, and never a moment longer.

Each test runs small programs in processes of their own, on a copy of the sources, with a cache
home of their own.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numba
import pytest

from sim.core import compile as compiling
from sim.core.compile import FOLDERS_KEPT, SOURCE_ROOT, build_name

TOP = SOURCE_ROOT.parent
TESTS = TOP / "tests"

own_processes = pytest.mark.skipif(
    build_name() != "compiled", reason="starts its own processes, the same in each build"
)

# A game of one die, as small as a game behind the verbs can be; ENTRY is the loop that calls it.
DIE = """
import sys
from typing import NamedTuple

from sim.core import verbs
from sim.core.compile import jit
from sim.core.rng import below

BONUS = 0


class DieRules(NamedTuple):
    sides: int


@jit
def step(rules, state, action, rng):
    state[0] += below(rng[0], rules.sides) + BONUS


@jit
def current_player(rules, state):
    return state[2] if state[0] < 50 else -1


verbs.enrol(DieRules, sys.modules[__name__])
"""
ENTRY = """
import numpy as np

from sim.core import verbs
from sim.core.compile import jit


@jit
def play(rules, state, rng):
    while verbs.current_player(rules, state) >= 0:
        verbs.step(rules, state, 0, rng)
        state[1] += 1
    return state[1]


def result():
    from sim.games.die import DieRules

    state = np.zeros(9, np.int64)
    rng = np.arange(1, 9, dtype=np.uint64).reshape(2, 4)
    # A state too short for the game: the cell behind it is there, but not the game's.
    length = 2 if SHORT else 3
    try:
        return [int(play(DieRules(6), state[:length], rng)), *state.tolist()]
    except IndexError as error:
        return str(error)
"""
TOY = """
def result():
    import numpy as np

    from sim.agents.policy import parse_policy, policy_table
    from sim.games.wood import TOY, WoodKnobs
    from sim.play import play_games

    names, weights = TOY.weight_rows()
    rules = TOY.build(WoodKnobs(players=3))
    table = policy_table([parse_policy("heuristic(temperature=1)")], rules.seats, names)
    rows = np.zeros((20, rules.column_count))
    play_games(rules, table, weights, 7, 0, rows)
    return rows.tolist()
"""
REPORT = """
import json
import sys
import warnings

from numba.core import event


class Compilations(event.Listener):
    count = 0

    def on_start(self, occasion):
        self.count += 1

    def on_end(self, occasion):
        pass


compilations = Compilations()
event.register("numba:compile", compilations)
with warnings.catch_warnings(record=True) as heard:
    warnings.simplefilter("always")
    from sim import entry
    from sim.core.compile import cache_folder

    entry.SHORT = "short" in sys.argv
    found = entry.result()
    told = [str(each.message) for each in heard if "compiled code" in str(each.message)]
    folder = str(cache_folder())
print(json.dumps([found, compilations.count, folder, told]))
"""


class Copy:
    """The kernel layers and one small game in a folder of their own, ready to be run."""

    def __init__(self, folder: Path, entry: str) -> None:
        self.folder = folder
        self.home = folder / "home"
        sources = folder / "sources"
        shutil.copytree(TOP / "configs", sources / "configs", ignore=no_caches)
        for part in ("core", "agents"):
            shutil.copytree(SOURCE_ROOT / part, sources / "sim" / part, ignore=no_caches)
        for name in ("__init__.py", "play.py"):
            shutil.copy(SOURCE_ROOT / name, sources / "sim" / name)
        self.games = sources / "sim" / "games"
        self.games.mkdir()
        (self.games / "__init__.py").write_text("GAMES = {}\n")
        (self.games / "die.py").write_text(DIE)
        shutil.copy(TESTS / "toy_game.py", self.games / "wood.py")
        (sources / "sim" / "entry.py").write_text(entry)
        (sources / "report.py").write_text(REPORT)

    def run(self, *arguments, **settings):
        """Run the entry in a new process: its result, compilations, cache folder, warnings."""
        plain = {name: value for name, value in os.environ.items() if "NUMBA" not in name}
        surroundings = {
            "XDG_CACHE_HOME": str(self.home),
            "TMPDIR": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        done = subprocess.run(
            [sys.executable, "report.py", *arguments],
            cwd=self.games.parents[1],
            env=plain | surroundings | settings,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def edit(self, name, old, new):
        """Replace a piece of a game's file that occurs once."""
        path = self.games / name
        text = path.read_text()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new))


no_caches = shutil.ignore_patterns("__pycache__")


@pytest.fixture
def die(tmp_path):
    return Copy(tmp_path, ENTRY)


@own_processes
def test_a_second_process_compiles_nothing_and_the_plain_build_agrees(tmp_path):
    copy = Copy(tmp_path, TOY)
    rows, compiled, folder, told = copy.run()
    assert compiled > 10
    assert Path(folder).is_relative_to(copy.home)
    assert told == []
    assert copy.run() == [rows, 0, folder, []]
    plain_rows, compiled, _, _ = copy.run(NUMBA_DISABLE_JIT="1")
    assert compiled == 0
    assert plain_rows == rows


@own_processes
def test_code_for_the_rules_of_a_game_that_is_gone_is_passed_over(die):
    found, _, folder, _ = die.run()
    index = next(Path(folder).rglob("entry.play*.nbi"))
    assert b"sim.games.die" in index.read_bytes()
    index.write_bytes(index.read_bytes().replace(b"sim.games.die", b"sim.games.dye"))
    again, compiled, _, _ = die.run()
    assert again == found
    assert compiled > 0
    assert die.run()[1] == 0, "compiled once more, then found"


@own_processes
def test_an_edited_rule_counts_at_once(die):
    (throws, *_), _, folder, _ = die.run()
    # The edited file is not the one that numba looks at: play() stands in another.
    die.edit("die.py", "BONUS = 0", "BONUS = 44")
    (edited, *_), compiled, new_folder, _ = die.run()
    assert edited < throws
    assert edited == 2
    assert compiled > 0
    assert new_folder != folder
    die.edit("die.py", "BONUS = 44", "BONUS = 0")
    (again, *_), compiled, old_folder, _ = die.run()
    assert (again, compiled, old_folder) == (throws, 0, folder), "an old folder serves again"


@own_processes
def test_the_checked_build_checks_even_when_the_unchecked_is_there(die):
    unchecked, _, folder, _ = die.run("short")
    checked, compiled, checked_folder, _ = die.run("short", NUMBA_BOUNDSCHECK="1")
    assert isinstance(unchecked, list), "reads on behind the array"
    assert "out of bounds" in checked
    assert compiled > 0
    assert checked_folder != folder


@own_processes
def test_a_home_that_cannot_be_written_costs_one_warning(die):
    # A file in the place of the home stops root too.
    die.home.write_text("not a folder")
    found, compiled, folder, told = die.run()
    assert compiled > 0
    assert len(told) == 1
    assert "cannot write" in told[0]
    assert folder in told[0]
    assert Path(folder).is_relative_to(die.folder)
    assert any(Path(folder).rglob("*.nbi"))
    assert die.run() == [found, 0, folder, told], "a worker process finds the code there"


@pytest.fixture
def homes(tmp_path, monkeypatch):
    """Send this process's cache home and temporary folder below tmp_path."""
    spare = tmp_path / "spare"
    spare.mkdir()
    monkeypatch.setattr(compiling.platformdirs, "user_cache_dir", lambda app: tmp_path / "home")
    monkeypatch.setattr(tempfile, "tempdir", str(spare))
    return tmp_path / "home", spare


# Below the cache of cache_folder, which has its answer since the first kernel was decorated.
fresh_folder = compiling.cache_folder.__wrapped__


def test_a_temporary_folder_of_somebody_else_is_not_used(homes):
    home, spare = homes
    home.write_text("not a folder")
    (spare / f"{compiling.APP}-{os.getuid()}").write_text("not a folder either")
    with pytest.warns(UserWarning, match="cannot write"):
        folder = fresh_folder()
    assert folder.parent == spare
    assert folder.is_dir()


def test_old_folders_are_pruned_and_the_new_one_stays(homes):
    home, _ = homes
    for age in range(FOLDERS_KEPT + 3):
        old = home / "compiled" / f"old-{age}"
        (old / "code").mkdir(parents=True)
        os.utime(old, (1e9 - age, 1e9 - age))
    folder = fresh_folder()
    left = {path.name for path in folder.parent.iterdir()}
    assert left == {folder.name} | {f"old-{age}" for age in range(FOLDERS_KEPT - 1)}
    assert fresh_folder() == folder


def test_the_digest_reads_names_and_texts_of_all_sources(tmp_path, monkeypatch):
    monkeypatch.setattr(compiling, "SOURCE_ROOT", tmp_path)
    digests = set()
    changes = [("a.py", "x = 1"), ("a.py", "x = 2"), ("deep/b.py", ""), ("deep/c.py", "")]
    for number, (name, text) in enumerate(changes, start=1):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        digests.add(compiling.code_digest.__wrapped__())
        assert len(digests) == number
    (tmp_path / "notes.md").write_text("not code")
    assert compiling.code_digest.__wrapped__() in digests


@pytest.mark.parametrize(
    ("disabled", "checked", "name"),
    [(0, None, "compiled"), (0, 1, "bounds-checked"), (1, None, "plain"), (1, 1, "plain")],
)
def test_builds_have_names(monkeypatch, disabled, checked, name):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", disabled)
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", checked)
    assert build_name() == name


@own_processes
def test_literal_arguments_share_one_compilation():
    @compiling.jit
    def twice(n):
        return 2 * n

    @compiling.jit
    def sums():
        return twice(3) + twice(5)

    assert sums() == 16
    assert len(twice.inner.signatures) == 1


@own_processes
def test_other_users_of_numba_keep_their_folder(monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", "elsewhere")

    @compiling.jit
    def nothing():
        return 0

    assert numba.config.CACHE_DIR == "elsewhere"
    assert nothing() == 0
