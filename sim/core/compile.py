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

SOURCE_ROOT = Path(__file__).resolve().parents[1]
APP = "blocs-and-balances"
FOLDERS_KEPT = 6


# The heavier passes cost a fifth of the compile time and do not make these kernels faster.
if "NUMBA_OPT" not in os.environ:
    numba.config.OPT = type(numba.config.OPT)(1)
if "NUMBA_LOOP_VECTORIZE" not in os.environ:
    numba.config.LOOP_VECTORIZE = 0


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
    """Compile a kernel: no Python objects, no GIL, cached on disk by digest."""
    if numba.config.DISABLE_JIT:
        return function
    before = numba.config.CACHE_DIR
    # numba reads the folder while it decorates; other users of numba keep theirs.
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        kernel = numba.jit(nopython=True, nogil=True, cache=True, no_cfunc_wrapper=True)(function)
    finally:
        numba.config.CACHE_DIR = before
    return _compiled_once(kernel)


def _compiled_once(kernel: Any) -> Any:
    """Keep numba from compiling a kernel anew for each literal argument, as in `below(s, 6)`."""
    by_literal = kernel.get_call_template

    def by_type(args: Any, keywords: dict[str, Any]) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        return by_literal(plain, {name: types.unliteral(arg) for name, arg in keywords.items()})

    kernel.get_call_template = by_type
    return kernel
