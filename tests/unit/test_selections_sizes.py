"""Arrays as long as traced integers say, of which it is known how large they may be."""

import numpy as np
import pytest

import functrace as ft

X = np.array([0.4, -0.6, 0.9, 0.2, -1.1, 0.05, 1.4, -0.3])
PROGRAMS = []


def program(function):
    PROGRAMS.append(function)
    return function


@program
def _ecdf(x):
    s = np.sort(x[x > 0])
    return np.trapezoid(np.arange(1, len(s) + 1) / len(s), s)


@program
def _ar(x):
    s = x[x > 0]
    return (np.arange(len(s)) * s).sum() + (np.arange(s.size)[1:] * np.diff(s)).sum()


@program
def _zz(x):
    s = x[x > 0]
    out = np.zeros(len(s))
    out[1:] = s[:-1]
    out[0] = 1
    return (out * s).sum()


@program
def _z2(x):
    s = x[x > 0]
    out = np.empty((len(s), 2))
    out[:, 0] = s
    out[:, 1] = s**2
    return out.sum(axis=0)


@program
def _msum(x):
    m = x > 0
    o = np.ones(m.sum())
    o *= x[m]
    return o.sum()


@program
def _lin(x):
    s = x[x > 0]
    return (np.linspace(0, 1, len(s)) * s).sum() + (
        np.linspace(0, 1, len(s), endpoint=False) * s
    ).sum()


@program
def _full(x):
    s = x[x > 0]
    return (np.full(s.shape, x[0]) * s).sum()


@program
def _resh(x):
    s = x[x > 0]
    return (s.reshape(len(s), 1) * np.ones((1, 3))).sum(axis=0)


@program
def _lsq(x):
    k = x > 0
    t = np.arange(8.0)[k]
    A = np.ones((len(t), 2))
    A[:, 1] = t
    return np.linalg.lstsq(A, x[k], rcond=None)[0]


@program
def _loopfill(x):
    idx = np.where(x > 0)[0]
    out = np.zeros(len(idx))
    for k in range(len(idx)):
        out[k] = x[idx[k]] ** 2
    return out.sum()


@program
def _loopfill2(x):
    idx = np.where(x > 0)[0]
    out = np.zeros(len(idx))
    for k, i in enumerate(idx):
        out[k] = x[i] ** 2
    return out


@program
def _half(x):
    n = np.count_nonzero(x > 0) // 2
    return np.arange(n).sum() + np.ones(min(n, 3)).sum()


@pytest.mark.parametrize("function", PROGRAMS, ids=[f.__name__[1:] for f in PROGRAMS])
def test_values_and_slopes(function):
    for x in (X, X[::-1] + 0.25):
        np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-12)

    def number(x):
        return np.sum(function(x) * 1.5)

    np.testing.assert_allclose(
        ft.jit(ft.grad(number))(X), ft.grad(number)(X), rtol=1e-9, atol=1e-12
    )


def test_negative_sizes():
    fast = ft.jit(lambda x: (np.zeros(np.count_nonzero(x > 0) - 4) + x[0]).sum())
    assert fast(X) == 0.4
    with pytest.raises(ValueError, match="negative dimensions are not allowed"):
        fast(-X)


def test_sizes_that_wrap_around():
    """Of fewer than 64 bits nothing is known: 8 bits make 251 of -5."""

    def f(x):
        return np.arange((np.count_nonzero(x > 0) - 5).astype(np.uint8)).sum()

    with pytest.raises(ft.ConcretizationError, match="of which only shape and dtype"):
        ft.jit(f)(-X)


def test_results_of_open_sizes():
    fast = ft.jit(lambda x: (np.arange(np.sum(x > 0)), np.ones((np.sum(x > 0), 2))))
    numbers, ones = fast(X)
    assert numbers.tolist() == [0, 1, 2, 3, 4]
    np.testing.assert_array_equal(ones, np.ones((5, 2)))


def test_sizes_that_may_be_anything():
    for size in (lambda n: n, lambda n: np.sum(np.arange(3) * n), lambda n: n * n + 1):
        with pytest.raises(
            ft.ConcretizationError, match="of which only shape and dtype"
        ):
            ft.jit(lambda n, size=size: np.zeros(size(n)).sum())(np.int64(3))
