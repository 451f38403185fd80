"""What happened to a run, and when: a line of JSON for each event. No figure depends on it."""

import json
from pathlib import Path
from typing import Any

from analysis.manifest import now
from analysis.parts import refusal, write_atomically


class Journal:
    """The journal file of a run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def note(self, event: str, **facts: Any) -> None:
        """Append a line.

        Raises StoreError when the disk refuses.
        """
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(event, **facts))
        except OSError as error:
            raise refusal(self.path, error) from error

    def mend(self) -> None:
        """Wrap lines that a crash cut short or that were damaged, so that all can be read again.

        Raises StoreError when the disk refuses.
        """
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise refusal(self.path, error) from error
        lines = [_mended(line) for line in content.decode(errors="replace").splitlines()]
        mended = "".join(lines).encode()
        if mended != content:
            write_atomically(self.path, mended)


def _line(event: str, **facts: Any) -> str:
    return json.dumps({"time": now(), "event": event, **facts}) + "\n"


def _mended(line: str) -> str:
    try:
        json.loads(line)
    except ValueError:
        return _line("unreadable", text=line)
    return line + "\n"
