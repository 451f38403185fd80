"""Shared by all tests: which of them play kernels, and how many games the slow builds play."""

from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

from sim.core.compile import build_name

TESTS = Path(__file__).parent
KERNEL_FOLDERS = ("contract", "core", "games")
SHARE_PLAYED = {"compiled": 1.0, "bounds-checked": 0.25, "plain": 0.01}

hypothesis.settings.register_profile("house", deadline=None, print_blob=True, derandomize=True)
hypothesis.settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    # Random words wrap around by design; only the plain build's NumPy scalars complain.
    if build_name() == "plain":
        wrap = "ignore:overflow encountered in scalar:RuntimeWarning:sim.core.rng"
        config.addinivalue_line("filterwarnings", wrap)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in KERNEL_FOLDERS:
            item.add_marker("bounds")


@pytest.fixture(scope="session")
def scaled() -> Callable[[int], int]:
    """Shrink a number of games for the builds that play slowly, to at least one."""
    share = SHARE_PLAYED[build_name()]
    return lambda games: max(1, round(games * share))
