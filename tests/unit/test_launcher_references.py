"""References of launchers: what is kept alive, what is let go."""

from __future__ import annotations

import gc
import sys
import tracemalloc
import weakref

import numpy as np
import pytest

from functrace.compiler.runtime.launcher import make_launcher
from functrace.core.aval import Aval, aval_of
from tests import _launcher
from tests._launcher import F64, VECTOR, failed, slow

make = _launcher.make  # a fixture, found by its name


class Keeper:
    """Something to be called, and to be kept."""

    def __init__(self):
        self.launchers = []

    def __call__(self, *args):
        raise ValueError


def test_lifetimes(make):
    keepers = [Keeper(), Keeper()]
    alive = [weakref.ref(keeper) for keeper in keepers]
    call = make([VECTOR], [VECTOR], slow=keepers[0], failed=keepers[1])
    del keepers
    gc.collect()
    assert None not in [reference() for reference in alive]
    del call
    gc.collect()
    assert [reference() for reference in alive] == [None, None]


@pytest.mark.slow
def test_what_owns_the_program_is_kept():
    for python_only in (False, True):
        keep = Keeper()
        alive = weakref.ref(keep)
        call = make_launcher(
            0, [F64], [F64], slow, failed, keep=keep, python_only=python_only
        )
        del keep
        gc.collect()
        assert alive() is not None
        del call
        gc.collect()
        assert alive() is None


def test_cycles_are_collected(make):
    keeper = Keeper()
    alive = weakref.ref(keeper)
    keeper.launchers.append(make([VECTOR], [VECTOR], slow=keeper))
    del keeper
    gc.collect()
    assert alive() is None


def drift(action, objects, count=300):
    """How far the reference counts of `objects` are from what they were."""
    action()
    before = [sys.getrefcount(o) for o in objects]
    for _ in range(count):
        action()
    return [sys.getrefcount(o) - b for o, b in zip(objects, before, strict=True)]


def attempt(function, *args):
    try:
        function(*args)
    except (MemoryError, ValueError):
        return


def complain(*args):
    raise ValueError


@pytest.mark.parametrize("release_gil", [False, True])
def test_no_reference_is_lost(make, release_gil):
    x, number = np.ones(3), 0.5
    avals = [VECTOR, F64]
    options = {"release_gil": release_gil}
    huge = [VECTOR, Aval((1 << 58,), np.float64)]
    calls = [
        (make(avals, avals, **options), (x, number)),
        (make(avals, avals, **options), (x, np.float64(0.25))),
        (make([VECTOR], [VECTOR], **options), (x,)),
        (make([VECTOR], [VECTOR], slow=slow, **options), (x, number)),
        (make([VECTOR], [VECTOR], slow=complain, **options), (x, number)),
        (make(avals, avals, failed=failed, status=1, **options), (x, number)),
        (make(avals, avals, failed=complain, status=1, **options), (x, number)),
        (make([VECTOR], huge, sources=[], **options), (x,)),
        (make([aval_of(1)], [Aval((), int)], slow=slow, **options), (2**70,)),
    ]
    watched = [x, number, np.dtype("d"), np.ndarray, np.float64, slow, failed, None]
    for function, args in calls:
        found = drift(lambda f=function, a=args: attempt(f, *a), [*watched, function])
        assert max(map(abs, found)) < 100


def test_memory_does_not_grow(make):
    x = np.ones(10_000)
    aval = aval_of(x)
    copy = make([aval, F64], [aval, F64])
    fail = make([aval, F64], [aval, F64], failed=failed, status=1)
    tracemalloc.start()
    try:
        for _ in range(100):  # 8 MB if one of the results were kept
            copy(x, 1.0)
            fail(x, 1.0)
        assert tracemalloc.get_traced_memory()[0] < 1_000_000  # bytes
    finally:
        tracemalloc.stop()
