"""Memory of large results: used again, bounded, and NumPy's own for all else."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from functrace.compiler.runtime.launcher import make_launcher
from functrace.compiler.runtime.pool import BLOCKS, LARGE, LIMIT, clear_pool
from functrace.core.aval import Aval
from tests import _launcher
from tests._launcher import copying, failed, slow
from tests._processes import run

fresh_body = _launcher.fresh_body  # a fixture, found by its name


def maker_of(size):
    """A native launcher that returns an array of `size` bytes, as they are."""
    code = copying([], 0)
    return make_launcher(
        code.address("program"), [], [Aval((size,), np.uint8)], slow, failed, keep=code
    )


def handler_of(array=None):
    name = np._core.multiarray.get_handler_name
    return name() if array is None else name(array)


@pytest.mark.usefixtures("fresh_body")
@pytest.mark.parametrize("size", [LARGE, LARGE + 1, 1 << 22, (1 << 22) + 8])
def test_memory_of_large_results_is_used_again(size):
    new = maker_of(size)
    first = new()
    place = first.ctypes.data
    assert place % 64 == 0
    assert first.flags.owndata
    assert handler_of(first) == "functrace"
    second = new()
    assert second.ctypes.data != place
    del first
    assert new().ctypes.data == place


def test_small_results_are_numpys_own():
    assert handler_of(maker_of(LARGE - 1)()) == "default_allocator"


def test_other_arrays_are_numpys_own():
    out = maker_of(LARGE)()
    assert handler_of() == "default_allocator"
    assert handler_of(out.copy()) == "default_allocator"
    assert handler_of(np.empty(LARGE)) == "default_allocator"
    with pytest.raises(MemoryError):
        maker_of(1 << 60)()
    assert handler_of() == "default_allocator"


def test_large_results_can_be_resized():
    for size in (LARGE // 2, LARGE * 3):
        out = maker_of(LARGE)()
        out[:] = 7
        out.resize(size, refcheck=False)
        assert np.all(out[: LARGE // 2] == 7)
        assert np.all(out[LARGE:] == 0)
        del out
        again = maker_of(size)()
        again[:] = 1  # all of it is there


def test_views_outlive_large_results():
    new = maker_of(LARGE)
    out = new()
    out[:] = 7
    view = out[10:]
    del out
    others = [new() for _ in range(5)]
    for other in others:
        other[:] = 0
    assert np.all(view == 7)


@pytest.mark.slow
def test_more_sizes_than_the_pool_has_room_for():
    sizes = [LARGE + 64 * k for k in range(2 * BLOCKS + 3)]
    for _ in range(3):
        outs = [maker_of(size)() for size in sizes]
        for k, out in enumerate(outs):
            out[:] = k % 256
        for k, out in enumerate(outs):
            assert np.all(out == k % 256)
        del outs, out


@pytest.mark.slow
def test_pool_is_bounded():
    size = LIMIT // 4
    new = maker_of(size)
    outs = [new() for _ in range(7)]
    clear_pool()
    del outs
    assert 3 * size <= clear_pool() <= LIMIT
    too_large = maker_of(LIMIT + 1)()
    del too_large
    assert clear_pool() == 0


_GIVEN_BACK = """
import resource
from pathlib import Path
from functrace.compiler.runtime.pool import LIMIT
from tests.unit.test_launcher_pool import maker_of

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

size = LIMIT // 4
new = maker_of(size)
before = resident()
outs = [new() for _ in range(7)]
for out in outs:
    out[::4096] = 1
print((resident() - before) / size)
del outs, out
print((resident() - before) / size)
too_large = maker_of(LIMIT + 1)()
too_large[::4096] = 1
del too_large
print((resident() - before) / size)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_the_rest_is_given_back_to_the_system():
    """In a process of its own: elsewhere others take memory, and give it back."""
    most, *after = map(float, run(_GIVEN_BACK).split())
    assert most > 6
    assert max(after) < 4.5
