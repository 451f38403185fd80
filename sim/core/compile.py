"""The one way kernels are compiled, and the folder where compiled code is kept.

numba's own disk cache looks at one source file at a time: it misses an edit in a file that a
kernel calls into, and it keeps checked and unchecked code under one key. Both would play stale
or unchecked rules in silence, so the cache folder is named by a digest of every kernel source
file, the numba version and the compiler flags.
"""

import functools
import hashlib
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba import types

from sim.core.whole import InnerCompiler, RootCompiler

SOURCE_ROOT = Path(__file__).resolve().parents[1]
APP = "blocs-and-balances"
FOLDERS_KEPT = 6


_OPTIONS = {
    "nopython": True,
    "nogil": True,
    "no_cfunc_wrapper": True,
    # Python owns every array, so no kernel counts owners; one that made an array would not
    # compile. The bounds-checked build hands views about, and those are counted.
    "_nrt": bool(numba.config.BOUNDSCHECK),
}
_ROOT_OPTIONS = {**_OPTIONS, "cache": True, "pipeline_class": RootCompiler}
INNER_OPTIONS = {**_OPTIONS, "no_cpython_wrapper": True, "pipeline_class": InnerCompiler}


def source_files() -> list[Path]:
    """List every Python file whose text decides what the kernels do, in a fixed order."""
    return sorted(SOURCE_ROOT.rglob("*.py"))


@functools.cache
def code_digest() -> str:
    """Name the present kernel sources: 16 hex digits over all files below `sim`."""
    digest = hashlib.sha256()
    for path in source_files():
        digest.update(str(path.relative_to(SOURCE_ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def build_name() -> str:
    """Say which of the three builds this process runs: compiled, bounds-checked or plain."""
    if numba.config.DISABLE_JIT:
        return "plain"
    return "bounds-checked" if numba.config.BOUNDSCHECK else "compiled"


def _folder_name() -> str:
    flags = (numba.__version__, str(numba.config.OPT), str(numba.config.BOUNDSCHECK))
    return hashlib.sha256("|".join((code_digest(), *flags)).encode()).hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return False
    return os.access(folder, os.W_OK) and folder.stat().st_uid == os.getuid()


@functools.cache
def cache_folder() -> Path:
    """Return the folder of compiled code for these sources and flags, making it if needed."""
    home = Path(platformdirs.user_cache_dir(APP)) / "compiled"
    folder = home / _folder_name()
    if _writable(folder):
        _prune(home)
        return folder
    # Named by user and digest, not random: worker processes must find the parent's code.
    spare = Path(tempfile.gettempdir()) / f"{APP}-{os.getuid()}" / _folder_name()
    if not _writable(spare):
        spare = Path(tempfile.mkdtemp(prefix=f"{APP}-"))
    warnings.warn(f"cannot write {folder}; compiled code goes to {spare}", stacklevel=2)
    return spare


def _prune(home: Path) -> None:
    """Keep the newest few folders; older sources are not coming back."""
    for old in sorted(home.iterdir(), key=_age_rank, reverse=True)[FOLDERS_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def _age_rank(folder: Path) -> float:
    """Give the time of a folder's last change, the oldest for one that another process removed."""
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


def jit(function: Callable[..., Any]) -> Any:
    """Compile a kernel: no Python objects, no GIL, cached on disk by digest.

    Python calls a version with an entry point of its own; kernels call one without. Kernels take
    arrays and may pass views of them on, but neither make arrays nor return them to Python.
    """
    if numba.config.DISABLE_JIT:
        return function
    before = numba.config.CACHE_DIR
    # numba reads the folder while it decorates; other users of numba keep theirs.
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        root = numba.jit(**_ROOT_OPTIONS)(function)
    finally:
        numba.config.CACHE_DIR = before
    _skip_unknown_types(root._cache._cache_file)
    root.inner = numba.jit(**INNER_OPTIONS)(function)
    root.get_call_template = _compiled_once(root.inner.get_call_template)
    root.get_overload = root.inner.get_overload
    return root


def _compiled_once(by_literal: Callable[..., Any]) -> Callable[..., Any]:
    """Keep numba from compiling a kernel anew for each literal argument, as in `below(s, 6)`."""

    def by_type(args: Any, keywords: dict[str, Any]) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        return by_literal(plain, {name: types.unliteral(arg) for name, arg in keywords.items()})

    return by_type


def _skip_unknown_types(files: Any) -> None:
    """Take a kernel's index for empty where it names the rules of a game that is not there."""
    read = files._load_index

    def load() -> dict[Any, Any]:
        try:
            return dict(read())
        except (ImportError, AttributeError):
            return {}

    files._load_index = load
