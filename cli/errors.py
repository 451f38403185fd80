"""Exit codes, and how an error becomes one message on stderr."""

import functools
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import platformdirs

OK = 0
REGRESSION = 1
USAGE = 2
INTERNAL = 3
UNDECIDED = 4
NOTHING_COMPARED = 5
INTERRUPTED = 130
PIPE_CLOSED = 141

APP = "blocs-and-balances"
USER_ERRORS = (
    ("cli.errors", "UsageError"),
    ("sim.settings", "ConfigError"),
    ("sim.agents.policy", "PolicyError"),
    ("sim.core.table", "IllegalMove"),
    ("analysis.store", "StoreError"),
)
# Nobody's mistake and nothing to trace: the machine took something away.
MACHINE_ERRORS = (("sim.batch", "WorkerDied"),)


class UsageError(ValueError):
    """A wrong argument; the message says what would be right."""


def say(message: str) -> None:
    """Print a line for the user on stderr, apart from results."""
    print(message, file=sys.stderr, flush=True)


def is_one_of(error: Exception, names: tuple[tuple[str, str], ...]) -> bool:
    """Tell whether an error is of a kind given as (module, class): its message is for the user."""
    # Looked up, not imported: commands load only what they need, also on their way out.
    kinds = [getattr(sys.modules.get(module), name, None) for module, name in names]
    return isinstance(error, tuple(filter(None, kinds)))


def write_traceback() -> Path:
    """Keep the present traceback in a file and return its path."""
    name = f"error-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    for folder in (platformdirs.user_log_path(APP), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / name
            path.write_text(f"{sys.argv}\n\n{traceback.format_exc()}", encoding="utf-8")
        except OSError:
            continue
        return path
    return Path(os.devnull)


def close_output() -> int:
    """Send what is left of stdout nowhere: its reader is gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def guarded(command: Callable[..., int]) -> Callable[..., int]:
    """Wrap a command so that every way to fail gives its exit code and one message."""
    place = f"balance {command.__name__}"

    @functools.wraps(command)
    def call(*args: object, **options: object) -> int:
        try:
            code = command(*args, **options)
            sys.stdout.flush()
        except KeyboardInterrupt as stop:
            # A run that was stopped says what it kept; the same command goes on with it.
            say(f"{place}: {str(stop) or 'interrupted'}")
            return INTERRUPTED
        except BrokenPipeError:
            return close_output()
        except Exception as error:
            if is_one_of(error, USER_ERRORS):
                say(f"{place}: {error}")
                return USAGE
            if is_one_of(error, MACHINE_ERRORS):
                say(f"{place}: {error}")
                return INTERNAL
            path = write_traceback()
            say(f"{place}: internal error, {type(error).__name__}: {error}\nTraceback in {path}")
            return INTERNAL
        return code

    return call


def writable_folder(path: Path) -> Path:
    """Make a folder for results and return it.

    Raises UsageError naming the path and what is in the way.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return path
    except OSError as error:
        raise UsageError(
            f"cannot write to {path}: {error.strerror or error}; "
            "give a folder that can be written with --out"
        ) from None
