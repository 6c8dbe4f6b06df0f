"""Python numbers as arguments of compiled functions: they give way as in NumPy."""

import numpy as np
import pytest

import functrace as ft

X = np.array([0.5, 1.0, 2.0])


def outcome(f, *args):
    with np.errstate(all="ignore"):
        return f(*args)


OPERATIONS = {
    "add": lambda x, a: x + a,
    "radd": lambda x, a: a + x,
    "sub": lambda x, a: x - a,
    "mul": lambda x, a: a * x,
    "div": lambda x, a: x / a,
    "rdiv": lambda x, a: a / x,
    "floordiv": lambda x, a: x // a,
    "mod": lambda x, a: x % a,
    "power": lambda x, a: x**a,
    "rpower": lambda x, a: a**x,
    "less": lambda x, a: x < a,
    "equal": lambda x, a: x == a,
    "maximum": lambda x, a: np.maximum(x, a),
    "hypot": lambda x, a: np.hypot(x, a),
    "where": lambda x, a: np.where(x > a, x, a),
    "clip": lambda x, a: np.clip(x, 0, a),
    "sum of numbers": lambda x, a: x * (a + a),
    "numbers": lambda x, a: x * (2 * a - 1) / -a,
    "ufunc of a number": lambda x, a: x * np.exp(a),
    "full": lambda x, a: np.full_like(x, a),
    "index": lambda x, a: x[...] * abs(a),
}


@pytest.mark.parametrize("number", [3.0, 2, 1.5 + 1j], ids=repr)
@pytest.mark.parametrize(
    "dtype", ["f4", "f8", "c8", "c16", "i1", "i8", "u2", "?"], ids=str
)
@pytest.mark.parametrize("name", OPERATIONS)
def test_python_numbers_promote_as_in_numpy(name, dtype, number):
    if name == "power" and dtype == "?":  # for squares NumPy's operator has int8
        return
    f = OPERATIONS[name]
    x = np.array([1, 2, 3]).astype(dtype)
    try:
        expected = outcome(f, x, number)
    except (TypeError, ValueError, Warning):  # not defined for these dtypes
        return
    got = outcome(ft.jit(f), x, number)
    assert got.dtype == expected.dtype
    tolerance = 1e-5 if expected.dtype.name in ("float32", "complex64") else 1e-12
    np.testing.assert_allclose(got, expected, rtol=tolerance)


def test_numbers_of_every_kind_do_not_share_a_program():
    """A NumPy float widens, a Python float does not, whichever came first."""
    x = X.astype(np.float32)
    for numbers in [(np.float64(2), 2.0), (2.0, np.float64(2))]:
        fast = ft.jit(lambda x, a: x * a)
        for _ in range(3):
            for number in numbers:
                assert fast(x, number).dtype == (x * number).dtype


@pytest.mark.parametrize(
    "f",
    [
        lambda x, i: x[i],
        lambda x, i: x[-i],
        lambda x, i: x[np.array([0, 1]), i],
        lambda x, i: np.take(x, i, axis=1),
        lambda x, i: np.full(3, i),
        lambda x, i: np.array([i, 2 * i, x[0, 0]]),
        lambda x, i: np.stack([x, x * i]),
        lambda x, i: divmod(i, 2),
        lambda x, i: (i, -i, i**2, i / 2, 3 - i),
        lambda x, i: np.sum(x[None]) + i,
    ],
)
def test_python_numbers_in_every_place(f):
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    for i in (1, 2):
        expected = f(x, i)
        got = ft.jit(f)(x, i)
        for g, e in zip(np.atleast_1d(got), np.atleast_1d(expected), strict=True):
            np.testing.assert_array_equal(g, e)
            assert np.asarray(g).dtype == np.asarray(e).dtype


def test_python_numbers_that_are_written():
    def f(x, i, value):
        y = x * 1
        y[i] = value
        y[0, i] += value
        y[:, i] *= i
        return y

    for dtype in (np.float32, np.float64, np.complex64):
        x = np.arange(12).astype(dtype).reshape(3, 4)
        got = ft.jit(f)(x, 2, 1.5)
        assert got.dtype == dtype
        np.testing.assert_array_equal(got, f(x, 2, 1.5))


def test_a_python_number_too_large_for_an_integer_is_pythons():
    assert ft.jit(lambda x: x * 2)(1 << 70) == 1 << 71


WITH_NUMBERS = {
    "operators": lambda s, x: (-s + 0) * 2 * abs(s) * x,
    "power": lambda s, x: s**2 * x,
    "add": lambda s, x: np.add(s, 0) * x,
    "multiply": lambda s, x: np.multiply(s, 2) * x,
    "negative": lambda s, x: np.negative(s) * x,
    "absolute": lambda s, x: np.abs(s) * x,
    "conj": lambda s, x: np.conj(s) * x,
    "dot": lambda s, x: np.dot(s, x),
    "with an array": lambda s, x: np.add(s, x),
    "where": lambda s, x: np.where(x > 0, s, x),
    "sin": lambda s, x: np.sin(s) * x,
    "real and imag": lambda s, x: (np.real(s) + s.imag * 2) * x,
    "in place": lambda s, x: x.__imul__(s * 1),
}


@pytest.mark.parametrize("number", [2, 2.0, 1 + 2j])
@pytest.mark.parametrize("case", WITH_NUMBERS)
def test_python_numbers_give_way_as_in_numpy(case, number):
    fun = WITH_NUMBERS[case]
    dtype = np.complex64 if type(number) is complex else np.float32
    expected = fun(number, np.ones(3, dtype))
    out = ft.jit(fun)(number, np.ones(3, dtype))
    assert out.dtype == expected.dtype
    np.testing.assert_allclose(out, expected, 1e-6)
