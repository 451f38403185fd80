"""What a run records about itself: the resolved study, the sources, the machine."""

import hashlib
import json
import os
import platform
import subprocess
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from analysis.parts import Untrusted, digest
from sim.batch import source_digest
from sim.core.compile import SOURCE_ROOT, build_name, code_digest
from sim.experiment import Experiment, get_game

HASH = 10
SEAL = "digest"
PACKAGES = ("numpy", "numba", "llvmlite", "polars", "scipy", "statsmodels", "joblib")


def run_hash(experiment: Experiment) -> str:
    """Name everything that decides a run's numbers: settings, seed, sources."""
    text = json.dumps([experiment.identity(), source_digest(experiment.game)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:HASH]


def seal(manifest: dict[str, Any]) -> bytes:
    """Write a manifest as JSON with a digest of all its entries."""
    sealed = {**manifest, SEAL: _digest(manifest)}
    return json.dumps(sealed, indent=1, ensure_ascii=False).encode() + b"\n"


def unseal(path: Path) -> dict[str, Any]:
    """Read a manifest.

    Raises FileNotFoundError when there is none, Untrusted when it is not as it was written.
    """
    try:
        manifest = dict(json.loads(path.read_bytes()))
    except FileNotFoundError:
        raise
    except (OSError, ValueError, TypeError) as error:
        raise Untrusted(path, f"is damaged: {error}") from None
    if manifest.pop(SEAL, "") != _digest(manifest):
        raise Untrusted(path, f"is damaged: its entries do not fit its {SEAL!r}")
    return manifest


def _digest(manifest: dict[str, Any]) -> str:
    # As it reads back: JSON turns keys into text, which may change their order.
    plain = json.loads(json.dumps(manifest))
    return digest(json.dumps(plain, sort_keys=True).encode())


def now() -> str:
    """Write the present time, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def describe(experiment: Experiment, command: str) -> dict[str, Any]:
    """Write the manifest of a run that starts now, ready for JSON."""
    game = get_game(experiment.game)
    return {
        "run": run_hash(experiment),
        "experiment": experiment.config(),
        "resolved": [asdict(row) for row in experiment.resolved()],
        "cells": [
            {
                "id": cell.id,
                "label": cell.label,
                "policy": cell.policy,
                "settings": dict(cell.settings),
                "games": cell.games,
            }
            for cell in experiment.cells()
        ],
        "columns": [asdict(column) for column in game.columns],
        "rulings": [asdict(ruling) for ruling in game.rulings],
        "code": {"digest": code_digest(), "sources": source_digest(game.name), **checkout()},
        "build": build_name(),
        "versions": versions(),
        "machine": machine(),
        "command": command,
        "started": now(),
        "ended": None,
        "reason": "running",
        "played": {},
    }


def versions() -> dict[str, str]:
    """List the versions of Python and of the packages that touch the numbers."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def machine() -> dict[str, Any]:
    """Describe the computer."""
    return {"cpu": _cpu_name(), "cores": os.cpu_count(), "system": platform.platform()}


def _cpu_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def checkout() -> dict[str, Any]:
    """Give commit and dirty flag where the sources lie in a git checkout, else nothing."""
    root = SOURCE_ROOT.parent
    if not (root / ".git").exists():
        return {}
    try:
        commit = _git(root, "rev-parse", "HEAD")
        changed = _git(root, "status", "--porcelain", "--", "sim", "configs")
    except (OSError, subprocess.SubprocessError):
        return {}
    return {"commit": commit, "dirty": bool(changed)}


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *words], capture_output=True, text=True, check=True, timeout=20
    )
    return done.stdout.strip()


def command_line() -> str:
    """Write the command this process was started with."""
    return " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])
