"""One writer at a time: a lock that the system takes back when its holder dies, however it dies."""

import sys
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    # What Windows says of a lock that somebody else has.
    TAKEN: type[OSError] = PermissionError
else:
    import fcntl

    def _take(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    TAKEN: type[OSError] = BlockingIOError


def lock(path: Path) -> IO[str]:
    """Lock a file, made if need be, until it is closed.

    Raises BlockingIOError when another process has it, OSError when the disk refuses.
    """
    file = path.open("a")
    try:
        _take(file)
    except TAKEN as error:
        file.close()
        raise BlockingIOError(*error.args) from None
    except BaseException:
        file.close()
        raise
    return file
