"""Arrays and numbers that launchers take, and what comes back."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from functrace.compiler.runtime.launcher import make_launcher
from functrace.core.aval import Aval, aval_of
from tests import _launcher
from tests._launcher import F64, VECTOR, copying, same, slow, unwanted

make = _launcher.make  # a fixture, found by its name

NUMERIC = ["?", "b", "h", "i", "l", "B", "H", "I", "L", "f", "d", "F", "D"]


# -- arrays ----------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", NUMERIC)
@pytest.mark.parametrize("shape", [(1,), (3,), (2, 3), (2, 1, 4), (0,), (3, 0)])
def test_arrays_pass_through(make, rng, dtype, shape):
    x = (10 * rng.normal(size=shape)).astype(dtype)
    out = make([aval_of(x)], [aval_of(x)])(x)
    assert same(out, x)
    assert out.flags.owndata
    assert out.flags.writeable
    assert out.flags.c_contiguous
    assert out.base is None


@pytest.mark.parametrize("dtype", NUMERIC)
@pytest.mark.parametrize("x", [np.ones((3, 2)), np.ones((2, 3)).T])
def test_arrays_that_were_pickled_are_like_others(make, x, dtype):
    """Their dtype is an object of its own, and so is that of what NumPy makes of them."""
    x = x.astype(dtype)
    found = pickle.loads(pickle.dumps(x))
    assert found.dtype is not np.dtype(dtype)
    assert same(make([aval_of(x)], [aval_of(x)])(found), x)


@pytest.mark.parametrize("dtype", [">f8", "i8", "f4", "c16", "O"])
def test_arrays_of_another_dtype_do_not_fit(make, dtype):
    copy = make([VECTOR], [VECTOR], slow=lambda x: x.dtype)
    assert copy(np.ones(3, dtype)) == np.dtype(dtype)


LAYOUTS = {
    "transposed": lambda x: x.T,
    "reversed": lambda x: x[(slice(None, None, -1),) * x.ndim],
    "every second": lambda x: x[(slice(None, None, 2),) * x.ndim],
    "first": lambda x: x[..., : 1 + x.shape[-1] // 2],
    "repeated": lambda x: np.broadcast_to(x[..., :1], x.shape),
    "axes moved": lambda x: np.moveaxis(x, 0, -1)[..., ::-1],
}


@pytest.mark.parametrize("dtype", ["?", "h", "f", "d", "D"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "shape", [(7,), (3, 50), (50, 3), (40, 70), (2, 5, 4), (100, 1, 3), (2,) * 6]
)
def test_arrays_of_any_layout_are_read_in_order(make, rng, shape, layout, dtype):
    whole = (10 * rng.normal(size=shape)).astype(dtype)
    x = LAYOUTS[layout](whole)
    before = whole.copy()
    call = make([aval_of(x), aval_of(x)], [aval_of(x), aval_of(x)], structure="tuple")
    for out in call(x, x.copy()):
        assert same(out, x)
        assert out.flags.c_contiguous
    assert same(whole, before)


def test_outputs_are_new_each_time(make):
    copy = make([VECTOR], [VECTOR])
    x = np.arange(3.0)
    first, second = copy(x), copy(x)
    first[:] = 7
    np.testing.assert_array_equal(second, x)
    np.testing.assert_array_equal(x, np.arange(3.0))


@pytest.mark.parametrize("release_gil", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 6, 40])
def test_many_inputs_and_outputs(make, rng, count, release_gil):
    arrays = [rng.normal(size=(k % 4,) * (k % 3)) for k in range(count)]
    avals = [aval_of(a) for a in arrays]
    copy = make(avals, avals, structure="tuple", release_gil=release_gil)
    outs = copy(*arrays)
    assert type(outs) is tuple
    assert len(outs) == count
    for out, array in zip(outs, arrays, strict=True):
        assert same(out, array[()])


def test_inputs_without_outputs(make):
    assert make([VECTOR], [])(np.ones(3)) == ()


def test_outputs_without_inputs(make):
    make_one = make([], [VECTOR, F64], sources=[])
    vector, number = make_one()
    assert vector.shape == (3,)
    assert type(number) is np.float64


def test_tuple_of_one(make):
    (out,) = make([VECTOR], [VECTOR], structure="tuple")(np.ones(3))
    np.testing.assert_array_equal(out, np.ones(3))


def test_read_only_arrays_fit(make):
    x = np.arange(3.0)
    x.flags.writeable = False
    out = make([VECTOR], [VECTOR])(x)
    assert same(out, np.arange(3.0))


def test_too_many_arguments_for_the_stack():
    avals = [F64] * 5000
    code = copying([(4999, 0, 8)], 5000)
    last = make_launcher(
        code.address("program"), avals, [F64], unwanted, unwanted, keep=code
    )
    assert last(*map(float, range(5000))) == 4999.0


# -- numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", NUMERIC)
def test_numbers_come_as_scalars_or_arrays(make, dtype):
    number = np.dtype(dtype).type(1)
    copy = make([aval_of(number)], [aval_of(number)])
    assert same(copy(number), number)
    assert same(copy(np.array(number)), number)


def test_truth_values_are_the_two_there_are(make):
    copy = make([Aval((), bool)], [Aval((), bool)])
    assert copy(np.True_) is np.True_
    assert copy(np.False_) is np.False_


@pytest.mark.parametrize("number", [0.1, -0.0, float("nan"), float("inf"), 5e-324])
def test_python_floats_fit_float64(make, number):
    assert same(make([F64], [F64])(number), np.float64(number))


def test_python_complex_numbers_fit_complex128(make):
    aval = Aval((), complex)
    assert same(make([aval], [aval])(0.5 - 2j), np.complex128(0.5 - 2j))


@pytest.mark.parametrize(
    ("aval", "arg"),
    [
        (F64, 1),
        (F64, True),
        (F64, 1j),
        (F64, "1.0"),
        (F64, np.float32(1)),
        (F64, np.int64(1)),
        (F64, np.ones(1)),
        (F64, np.ones((), np.float32)),
        (F64, type("Float", (float,), {})(1.0)),
        (Aval((), np.float32), 1.0),
        (Aval((), np.int64), 1),
        (Aval((), bool), True),
        (Aval((), np.complex128), 1.0),
        (Aval((1,), np.float64), 1.0),
        (Aval((1,), np.float64), np.float64(1.0)),
    ],
)
def test_other_numbers_are_slow(make, aval, arg):
    assert make([aval], [aval], slow=slow)(arg) == ("slow", (arg,), {})


WEAK = [
    (0.1, [np.float64(0.1), np.array(0.1), 1, True, 1j]),
    (0.5 + 2j, [np.complex128(1), np.array(1j), 1, 1.0]),
    (-3, [np.int64(1), np.array(1), 1.0, True, 2**63, -(2**63) - 1]),
    (True, [np.True_, np.array([True])[0], 1, 0]),
    (False, [np.False_, None]),
]


@pytest.mark.share(1)
@pytest.mark.parametrize(("number", "others"), WEAK)
def test_weak_numbers_fit_exactly(make, number, others):
    weak = aval_of(number)
    out = Aval((), type(number))
    copy = make([weak], [out], slow=slow)
    assert same(copy(number), np.dtype(type(number)).type(number))
    for other in others:
        result = copy(other)
        assert result[0] == "slow"
        assert result[1][0] is other


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 0])
def test_weak_integers_of_64_bits(make, number):
    assert make([aval_of(1)], [Aval((), np.int64)])(number) == number
