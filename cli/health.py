"""The checks behind `balance doctor`."""

import platform
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version

import numpy as np
from numpy.typing import NDArray

from cli.errors import APP
from sim.agents.policy import parse_policy, policy_table
from sim.batch import Task, play_chunks, warm_up
from sim.core.compile import build_name, cache_folder, code_digest
from sim.experiment import Overrides, make_experiment
from sim.games import GAMES
from sim.play import play_games, play_rows

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
GAMES_PLAYED = 16


@dataclass(frozen=True)
class Finding:
    """One check: verdict "ok", "note" or "fail", and what was found."""

    verdict: str
    check: str
    detail: str


def examine() -> Iterator[Finding]:
    """Run every check; one that breaks is a failure of its own and stops no other."""
    yield Finding("ok", "python", f"{platform.python_version()} on {platform.platform()}")
    yield _tried("packages", packages)
    yield _tried("cache folder", writable_cache)
    # A list: loading compiled code may enrol a game from outside the package.
    for name in list(GAMES):
        yield _tried(f"compile {name}", partial(compiles, name))
        yield _tried(f"backends {name}", partial(backends_agree, name))
    yield chromium()


def _tried(check: str, examined: Callable[[], Finding]) -> Finding:
    try:
        return examined()
    except Exception as error:
        return Finding("fail", check, f"{type(error).__name__}: {error}")


def packages() -> Finding:
    """Compare what is installed with the versions the tests passed with."""
    pins = [line.split("==") for line in requires(APP) or () if "extra ==" not in line]
    wrong = []
    for name, wanted in pins:
        try:
            found = version(name)
        except PackageNotFoundError:
            found = "missing"
        if found != wanted:
            wrong.append(f"{name} {found} (tested: {wanted})")
    if wrong:
        return Finding("fail", "packages", f"{', '.join(wrong)}; install again with pip")
    return Finding("ok", "packages", f"{APP} {version(APP)}, {len(pins)} packages as tested")


def writable_cache() -> Finding:
    """Find the folder of compiled code and try to write there."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        folder = cache_folder()
    with tempfile.TemporaryFile(dir=folder):
        pass
    if caught:
        return Finding("note", "cache folder", str(caught[0].message))
    return Finding("ok", "cache folder", f"{folder} (sources {code_digest()})")


def compiles(name: str) -> Finding:
    """Compile a game here, then see that a second process finds the compiled code."""
    check = f"compile {name}"
    if build_name() == "plain":
        return Finding("note", check, "plain Python build: nothing is compiled")
    _play_one(name)
    code = f"from cli.health import cache_hits; print(cache_hits({name!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True
    )
    if int(done.stdout) < 1:
        return Finding("fail", check, "a second process compiled it again: the cache is not used")
    return Finding("ok", check, f"{build_name()} build, a second process used the cache")


def _play_one(name: str) -> None:
    game = GAMES[name]
    rules = game.build(game.knobs())
    places, weights = game.weight_rows()
    policies = policy_table([parse_policy("random")], rules.seats, places)
    play_games(rules, policies, weights, 1, 0, np.zeros((1, len(game.columns))))


def cache_hits(name: str) -> int:
    """Play one game and count the compiled loops that came from the cache."""
    _play_one(name)
    return sum(play_rows.stats.cache_hits.values())


def backends_agree(name: str) -> Finding:
    """Play a few games through both backends and compare every outcome."""
    study = make_experiment(name, Overrides(name="doctor", games=GAMES_PLAYED))
    cells = study.cells()
    tasks = [Task(cells[0].id, first, 1) for first in range(GAMES_PLAYED)]
    warm_up(GAMES[name], cells)

    def rows(backend: str) -> NDArray[np.float64]:
        chunks = play_chunks(GAMES[name], cells, study.seed, tasks, jobs=2, backend=backend)
        return np.concatenate([c.rows for c in sorted(chunks, key=lambda c: c.first)])

    same = np.array_equal(rows("threads"), rows("loky"), equal_nan=True)
    check = f"backends {name}"
    if not same:
        return Finding("fail", check, "threads and loky give different games")
    return Finding("ok", check, f"threads and loky agree on {GAMES_PLAYED} games")


def chromium() -> Finding:
    """Look for the browser of the report tests."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        return Finding("ok", "chromium", found)
    return Finding("note", "chromium", "not found: `make test` skips the browser tests")
