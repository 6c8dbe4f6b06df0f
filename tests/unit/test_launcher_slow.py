"""Calls that launchers pass on: arguments that do not fit, programs that fail."""

from __future__ import annotations

import numpy as np
import pytest

from functrace.core.aval import Aval, aval_of
from tests import _launcher
from tests._launcher import F64, VECTOR, failed, same, slow

make = _launcher.make  # a fixture, found by its name


def unaligned():
    return np.zeros(3 * 8 + 1, np.uint8)[1:].view(np.float64)


class Subclass(np.ndarray):
    pass


STRANGERS = {
    "list": [1.0, 2.0, 3.0],
    "None": None,
    "float": 1.0,
    "longer": np.ones(4),
    "shorter": np.ones(2),
    "more axes": np.ones((3, 1)),
    "fewer axes": np.ones(()),
    "float32": np.ones(3, np.float32),
    "int64": np.ones(3, np.int64),
    "objects": np.ones(3, object),
    "big-endian": np.ones(3, ">f8"),
    "unaligned": unaligned(),
    "unaligned, reversed": unaligned()[::-1],
    "longer, reversed": np.ones(4)[::-1],
    "subclass": np.ones(3).view(Subclass),
    "masked": np.ma.ones(3),
}


@pytest.mark.parametrize("stranger", STRANGERS)
def test_what_does_not_fit_is_slow(make, stranger):
    arg = STRANGERS[stranger]
    copy = make([VECTOR, VECTOR], [VECTOR], slow=slow)
    for args in ((arg, np.ones(3)), (np.ones(3), arg)):
        name, given, kwargs = copy(*args)
        assert name == "slow"
        assert all(a is b for a, b in zip(given, args, strict=True))
        assert not kwargs


def test_another_layout_is_slow_where_it_matters(make):
    x = np.ones((2, 3), order="F")
    aval = aval_of(x)
    assert make([aval], [aval], slow=slow, in_order=True)(x)[0] == "slow"
    assert same(make([aval], [aval], slow=slow, in_order=True)(x.copy()), x)


def test_number_of_arguments(make):
    copy = make([VECTOR], [VECTOR], slow=slow)
    assert copy() == ("slow", (), {})
    assert copy(1, 2) == ("slow", (1, 2), {})


def test_keywords_are_slow(make):
    copy = make([VECTOR], [VECTOR], slow=slow)
    assert copy(1, x=2, y=3) == ("slow", (1,), {"x": 2, "y": 3})
    assert copy(x=2) == ("slow", (), {"x": 2})


def test_a_chain_of_launchers(make):
    shapes = [(k,) for k in range(30)]
    chain = slow
    for shape in shapes:
        chain = make([Aval(shape)], [Aval(shape)], slow=chain)
    for shape in shapes:
        assert chain(np.ones(shape)).shape == shape
    assert chain(np.ones(99))[0] == "slow"


def test_failed_programs(make):
    x = np.ones(3)
    avals = [VECTOR, F64]
    fail = make(avals, avals, failed=failed, status=3)
    name, given, kwargs = fail(x, 2.0)
    assert name == "failed"
    assert given == (x, 2.0)
    assert not kwargs


@pytest.mark.parametrize("status", [0, 1])
def test_exceptions_come_through(make, status):
    def complain(*args):
        raise ValueError(len(args))

    call = make([VECTOR], [VECTOR], slow=complain, failed=complain, status=status)
    with pytest.raises(ValueError, match="2"):
        call(1, 2)
    if status:
        with pytest.raises(ValueError, match="1"):
            call(np.ones(3))


def test_memory_runs_out(make):
    huge = Aval((1 << 58,), np.float64)
    run_out = make([VECTOR], [VECTOR, F64, huge], sources=[])
    for _ in range(3):
        with pytest.raises(MemoryError):
            run_out(np.ones(3))
