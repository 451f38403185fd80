"""Run the installed `balance` command as a user does."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent
PATIENCE = 1800  # seconds; the first command on a machine compiles, on a busy one for minutes
Balance = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """Give what a shell in the virtual environment has, without flags of a special build."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    return {**kept, "PATH": f"{BIN}{os.pathsep}{kept['PATH']}", "COLUMNS": "200"}


@pytest.fixture(scope="session")
def balance(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Balance:
    """Run `balance ARGUMENTS` in an empty folder, or in `cwd`."""
    empty = tmp_path_factory.mktemp("empty")

    def run(*arguments: object, cwd: Path = empty) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [BIN / "balance", *map(str, arguments)],
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    return run


def study(folder: Path, **changes: str) -> Path:
    """Write a small study whose sections can be replaced; an empty text leaves one out."""
    sections = {
        "experiment": 'name = "small"\ngame = "bloc_by_bloc"\nseed = 7\ngames = 30',
        "grid": "heavy_reinforcements = [1, 4]\nplayers = [2]",
        "policies": 'table = [["random"]]',
    } | changes
    path = folder / "small.toml"
    path.write_text("\n\n".join(f"[{name}]\n{text}" for name, text in sections.items() if text))
    return path
