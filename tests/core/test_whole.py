"""Programs of kernels: every kernel below the one that Python calls is linked, once."""

import gc

import numpy as np
import pytest
from numba.core.errors import TypingError

from sim.core.compile import build_name, jit

compiled_builds = pytest.mark.skipif(build_name() == "plain", reason="nothing is compiled")


@jit
def plus(a, b):
    return a + b


@jit
def twice(a):
    return plus(a, a)


@jit
def twice_at(cells, i):
    cells[i] = twice(cells[i])


@jit
def sum_of_twice(cells):
    total = 0
    for i in range(len(cells)):
        twice_at(cells, i)
        total = plus(total, cells[i])
    return total


@jit
def unknown_name(a):
    return a.no_such_field


@jit
def calls_unknown(a):
    return twice(unknown_name(a))


def test_callees_at_any_depth_are_linked_in_whatever_order_they_are_met():
    cells = np.arange(5)
    assert sum_of_twice(cells) == 20
    assert cells.tolist() == [0, 2, 4, 6, 8]


def test_python_may_call_a_kernel_that_kernels_call():
    assert [twice(3), plus(1, 2), twice(3.5)] == [6, 3, 7.0]


@compiled_builds
def test_only_the_kernel_that_python_calls_is_made_ready_for_it():
    sum_of_twice(np.arange(2))
    assert len(sum_of_twice.signatures) == 1
    assert twice_at.signatures == []


@pytest.mark.skipif(build_name() != "compiled", reason="the checked build counts owners")
def test_a_kernel_that_makes_an_array_does_not_compile():
    @jit
    def zeros(n):
        return len(np.zeros(n))

    with pytest.raises(TypingError, match="zeros"):
        zeros(3)


@compiled_builds
@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_is_as_before_after_an_error_too(was_on):
    @jit
    def thrice(a):
        return plus(twice(a), a)

    try:
        (gc.enable if was_on else gc.disable)()
        assert thrice(2) == 6
        assert gc.isenabled() == was_on
        with pytest.raises(TypingError, match="no_such_field"):
            calls_unknown(1)
        assert gc.isenabled() == was_on
    finally:
        gc.enable()
