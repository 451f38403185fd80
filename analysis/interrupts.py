"""Ctrl-C that cannot get lost."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Whether the user asked a run to stop."""

    def __init__(self) -> None:
        self.asked = False

    def obey(self) -> None:
        """Raise KeyboardInterrupt if a signal asked for it."""
        if self.asked:
            raise KeyboardInterrupt


@contextmanager
def noted_interrupts() -> Iterator[Interrupts]:
    """Remember SIGINT and SIGTERM besides what they do already.

    The exception that Python's handler raises is dropped with a warning when the signal finds the
    interpreter in a destructor or a weak reference's callback, and the run would then go on.
    Signals that are ignored or end the process stay so; outside the main thread nothing is done.
    """
    interrupts = Interrupts()
    if threading.current_thread() is not threading.main_thread():
        yield interrupts
        return
    found = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}

    def note(number: int, frame: FrameType | None) -> None:
        interrupts.asked = True
        before = found[signal.Signals(number)]
        if callable(before):
            before(number, frame)

    for number, handler in found.items():
        if callable(handler):
            signal.signal(number, note)
    try:
        yield interrupts
    finally:
        for number, handler in found.items():
            if callable(handler):
                signal.signal(number, handler)
