"""A signal that asks a run to stop is never lost."""

import os
import signal
import threading

import pytest

from analysis.interrupts import noted_interrupts


class Burst:
    """Something whose destructor is under way when Ctrl-C comes."""

    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        # Python runs its handler before the next instruction, still in here.
        self.spent = True


@pytest.fixture(autouse=True)
def signals():
    found = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in found.items():
        signal.signal(number, handler)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_python_drops_is_remembered():
    with noted_interrupts() as interrupts:
        interrupts.obey()
        Burst()
        with pytest.raises(KeyboardInterrupt):
            interrupts.obey()


def test_the_handlers_still_work_and_are_put_back():
    with noted_interrupts() as interrupts:
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert interrupts.asked
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_signals_that_are_ignored_stay_ignored():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with noted_interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        interrupts.obey()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_other_threads_leave_the_handlers_alone():
    seen = []

    def look():
        with noted_interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]
