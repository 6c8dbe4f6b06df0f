"""What Numba's kernels and LAPACK's steps compute, on the shapes and values that are odd."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
import scipy.signal

import functrace as ft
import functrace.scipy.linalg
import functrace.scipy.signal
from functrace.primitives.convolution import correlate
from functrace.primitives.lu import lu_factor, permutation
from functrace.primitives.sorting import argsort, lexsort, searchsorted

pytestmark = pytest.mark.share(20)

RNG = np.random.default_rng(16)
INTEGERS = "bBhHiIlL"


def assert_native(function, *args):
    """Compile all of a function; what it gives."""
    compiled = ft.jit(function)
    assert "run in NumPy" not in compiled.lower(*args).explain()
    return compiled(*args)


def odd_numbers(dtype, size):
    """Numbers with ties, and what is special of floats."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return RNG.random(size) < 0.5
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        numbers = RNG.integers(limits.min, limits.max, size, dtype, endpoint=True)
        numbers[: size // 2] = RNG.integers(0, 4, size // 2)
        return RNG.permutation(numbers)
    numbers = np.round(RNG.normal(size=size) * 10).astype(dtype)
    special = [np.nan, -0.0, 0.0, np.inf, -np.inf, -np.nan, np.finfo(dtype).tiny]
    numbers[: min(size, 7)] = special[:size]
    return RNG.permutation(numbers)


# -- sorting ---------------------------------------------------------------------------

SIZES = (0, 1, 2, 63, 64, 65, 300)


@pytest.mark.parametrize("dtype", ["?", "b", "H", "i", "L", "l", "f", "d"])
@pytest.mark.slow
def test_sorting_is_stable_and_puts_nan_last(dtype):
    for size in SIZES:
        x = odd_numbers(dtype, size)
        expected = np.argsort(x, kind="stable")
        found = assert_native(lambda x: argsort(x, axis=0, kind="stable"), x)
        np.testing.assert_array_equal(found, expected)
        values = assert_native(np.sort, x)
        np.testing.assert_array_equal(values, x[expected])
        assert values.tobytes() == x[expected].tobytes()  # signs of zeros, too


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_sorting_along_axes_of_views(axis):
    x = RNG.normal(size=(3, 70, 4))
    found = assert_native(lambda x: np.sort(x[::-1, ::2].T, axis), x)
    np.testing.assert_array_equal(found, np.sort(x[::-1, ::2].T, axis))


def test_sorting_by_several_keys():
    keys = RNG.integers(0, 3, (3, 40))
    found = assert_native(lambda a, b, c: lexsort(a, b, c, axis=0), *keys)
    np.testing.assert_array_equal(found, np.lexsort(tuple(keys)))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", ["b", "L", "f", "d"])
@pytest.mark.slow
def test_searching_with_ties_and_nan(side, dtype):
    for size in (0, 1, 2, 7, 64):
        x, y = np.sort(odd_numbers(dtype, size)), odd_numbers(dtype, 12).reshape(3, 4)
        function = lambda x, y: searchsorted(x, y.T, side=side)  # noqa: E731
        found = assert_native(function, x, y)
        np.testing.assert_array_equal(found, np.searchsorted(x, y.T, side))


def test_medians_and_quantiles():
    x = RNG.normal(size=(5, 7))
    x[2, 3] = np.nan
    for function in (np.median, np.nanmedian):
        found = assert_native(lambda x, f=function: f(x, axis=1), x)
        np.testing.assert_allclose(found, function(x, axis=1), rtol=1e-15)


# -- running ---------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [*"?bHiLfdFD"])
@pytest.mark.slow
def test_running_sums_and_products(dtype):
    x = RNG.normal(size=(2, 3, 4)) * 2
    x = (x + 1j * x[::-1, ::-1] if dtype in "FD" else x).astype(dtype)
    if dtype in "fd":
        x[0, 1, 2], x[1, 1, 3] = np.nan, np.inf
    for axis in (0, 1, 2):
        for function in (np.cumsum, np.cumprod):
            found = assert_native(lambda x, f=function, axis=axis: f(x, axis), x)
            expected = function(x, axis)
            assert found.dtype == expected.dtype
            rounding = 1e-5 if dtype in "fF" else 1e-14
            np.testing.assert_allclose(found, expected, rtol=rounding)


def test_running_sums_of_nothing_and_from_the_end():
    assert assert_native(np.cumsum, np.zeros(0)).shape == (0,)
    assert assert_native(lambda x: np.cumsum(x, 1), np.zeros((0, 3))).shape == (0, 3)
    x = RNG.normal(size=(4, 5))
    found = assert_native(ft.grad(lambda x: np.sum(np.cumsum(x, 1) * x**2)), x)
    later = np.cumsum((x**2)[:, ::-1], 1)[:, ::-1]
    np.testing.assert_allclose(found, later + 2 * x * np.cumsum(x, 1), rtol=1e-12)


@pytest.mark.parametrize("order", [1, 2, 4])
def test_recursive_filters(order):
    b, a = RNG.normal(size=order + 1), np.append(1.0, RNG.normal(size=order) / 4)
    x = RNG.normal(size=(2, 30))
    function = functrace.scipy.signal.lfilter
    found = assert_native(lambda b, a, x: function(b, a, x), b, a, x)
    np.testing.assert_allclose(found, scipy.signal.lfilter(b, a, x), rtol=1e-12)


# -- integers --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [*INTEGERS])
def test_divisors(dtype):
    x, y = odd_numbers(dtype, 60), odd_numbers(dtype, 60)
    limits = np.iinfo(dtype)
    x[:4], y[:4] = [limits.min, limits.min, 0, 0], [limits.min, 6, 0, limits.max]
    for function in (np.gcd, np.lcm):
        found = assert_native(function, x, y)
        expected = function(x, y)
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


def test_permutations_of_pivots():
    pivots = np.array([[2, 1, 3, 3], [0, 3, 2, 3]], np.int32)
    found = assert_native(lambda p: permutation(p, rows=5), pivots)
    np.testing.assert_array_equal(found, [[2, 1, 3, 0, 4], [0, 3, 2, 1, 4]])


# -- correlation -----------------------------------------------------------------------


@pytest.mark.parametrize("dtypes", ["dd", "fd", "lD", "ii"])
@pytest.mark.parametrize(("shape", "kernel"), [((9,), (4,)), ((7, 9), (3, 1))])
def test_correlations(dtypes, shape, kernel):
    x, y = (10 * RNG.normal(size=s) for s in (shape, kernel))
    x, y = x.astype(dtypes[0]), y.astype(dtypes[1])
    found = assert_native(lambda x, y: correlate(x[::-1], y), x, y)
    expected = correlate(x[::-1], y)
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


# -- systems of equations --------------------------------------------------------------


def band(below, above, n):
    return RNG.normal(size=(below + above + 1, n))


@pytest.mark.parametrize("dtype", [*"fdl"])
@pytest.mark.parametrize("widths", [(0, 0), (1, 1), (2, 1), (0, 2), (3, 4)])
@pytest.mark.slow
def test_band_systems_where_rows_are_exchanged(dtype, widths):
    function = functrace.scipy.linalg.solve_banded
    for n in (1, 2, 5, 20):
        if max(widths) >= n:
            continue
        x, y = 9 * band(*widths, n), RNG.normal(size=(n, 3))
        x, y = (x + np.sign(x)).astype(dtype), y.astype(dtype.replace("l", "d"))
        found = assert_native(lambda x, y: function(widths, x, y), x, y)
        expected = scipy.linalg.solve_banded(widths, x, y)
        assert found.dtype == expected.dtype
        rounding = 1e-3 if dtype == "f" else 1e-10
        scale = np.abs(expected).max()
        np.testing.assert_allclose(
            found, expected, rtol=rounding, atol=rounding * scale
        )


def tridiagonal(x):
    """The matrix of a band."""
    return np.diag(x[1]) + np.diag(x[0, 1:], 1) + np.diag(x[2, :-1], -1)


def in_parts(x, _rng=None):
    x[2, ::3] = 0  # below the diagonal; above it everything couples
    return x


@pytest.mark.parametrize(
    "made",
    [
        lambda x, rng: x,
        in_parts,
        lambda x, rng: x * [[1], [0], [1]],  # all rows are exchanged
        lambda x, rng: x * [[1], [1e-10], [1]],
        lambda x, rng: x * 10.0 ** rng.integers(-60, 60, x.shape[1]),
        lambda x, rng: x * 10.0 ** rng.integers(-12, 12, x.shape),
        lambda x, rng: x * (rng.random(x.shape) < 0.7) + [[0], [1e-3], [0]],
    ],
)
def test_tridiagonal_systems_are_solved_as_well_as_they_can_be(made, rng):
    """The residual is what rounding of the matrix and of the right side would give."""
    solve = ft.jit(lambda x, y: scipy.linalg.solve_banded((1, 1), x, y))
    for _ in range(50):
        x, y = made(rng.normal(size=(3, 30)), rng), rng.normal(size=(30, 2))
        a = tridiagonal(x).astype(np.longdouble)
        found = solve(x, y).astype(np.longdouble)
        size = np.abs(a).sum(axis=1).max() * np.abs(found).max(axis=0)
        errors = np.abs(a @ found - y).max(axis=0) / (size + np.abs(y).max(axis=0))
        assert errors.max() < 1e-15


def test_gradients_of_tridiagonal_systems_in_parts(rng):
    x, y = in_parts(rng.normal(size=(3, 12))), rng.normal(size=12)
    x[1] += 3
    found = ft.jit(ft.grad(lambda x: np.sum(scipy.linalg.solve_banded((1, 1), x, y))))(
        x
    )
    a = tridiagonal(x)
    outer = -np.outer(np.linalg.solve(a.T, np.ones(12)), np.linalg.solve(a, y))
    np.testing.assert_allclose(found[1], np.diag(outer), rtol=1e-11)
    np.testing.assert_allclose(found[0, 1:], np.diag(outer, 1), rtol=1e-11)
    np.testing.assert_allclose(found[2, :-1], np.diag(outer, -1), rtol=1e-11)


@pytest.mark.parametrize("place", [(0, 5), (1, 3), (1, 4), (2, 4), None])
def test_what_is_not_finite_goes_as_far_as_in_lapack(place, rng):
    x, y = in_parts(rng.normal(size=(3, 12))) + 0.0, rng.normal(size=12)
    (y if place is None else x)[3 if place is None else place] = np.nan

    def solve(x, y):
        return scipy.linalg.solve_banded((1, 1), x, y, check_finite=False)

    np.testing.assert_array_equal(np.isnan(ft.jit(solve)(x, y)), np.isnan(solve(x, y)))


@pytest.mark.parametrize("column", range(5))
def test_singular_tridiagonal_matrices(column):
    x = np.ones((3, 5)) * [[1], [3], [1]]
    x[:, column] = 0
    solve = ft.jit(lambda x, y: scipy.linalg.solve_banded((1, 1), x, y))
    with pytest.raises(np.linalg.LinAlgError):
        solve(x, np.ones(5))


@pytest.mark.parametrize("width", [0, 1, 3])
@pytest.mark.parametrize("lower", [False, True])
def test_positive_band_systems(width, lower):
    function = functrace.scipy.linalg.solveh_banded
    x = band(0, width, 12)
    diagonal = 0 if lower else width
    x[diagonal] = np.abs(x[diagonal]) + 2 * (width + 1)
    y = RNG.normal(size=12)
    found = assert_native(lambda x, y: function(x, y, lower=lower), x, y)
    expected = scipy.linalg.solveh_banded(x, y, lower=lower)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_toeplitz_systems():
    function = functrace.scipy.linalg.solve_toeplitz
    for n in (1, 2, 3, 8, 9):
        column, row = band(0, 1, n)
        column[0] = row[0] = 5
        y = RNG.normal(size=(n, 2))
        found = assert_native(lambda c, r, y: function((c, r), y), column, row, y)
        expected = scipy.linalg.solve_toeplitz((column, row), y)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_systems_without_a_solution_raise_scipys_errors():
    linalg, ones = functrace.scipy.linalg, np.ones(4)
    for function, x in (
        (lambda x, y: linalg.solve_banded((1, 1), x, y), np.zeros((3, 4))),
        (lambda x, y: linalg.solve_banded((2, 1), x, y), np.zeros((4, 4))),
        (linalg.solveh_banded, -np.ones((2, 4))),
        (linalg.solve_toeplitz, np.zeros(4)),
        (lambda x, y: linalg.cho_solve(linalg.cho_factor(x), y), -np.eye(4)),
    ):
        with pytest.raises(np.linalg.LinAlgError):
            ft.jit(function)(x, ones)


# -- factors ---------------------------------------------------------------------------

SHAPES = ((1, 1), (4, 4), (5, 3), (3, 6), (2, 40, 40), (0, 3, 3), (2, 0, 3))


def matrices(shape, dtype):
    x = 9 * RNG.normal(size=shape)
    x = x + 9j * RNG.normal(size=shape) if dtype in "FD" else x
    return x.astype(dtype)


@pytest.mark.parametrize("dtype", [*"lfdFD"])
@pytest.mark.parametrize("shape", SHAPES)
def test_lu_factors(shape, dtype):
    x = matrices(shape, dtype)
    packed, pivots = assert_native(lambda x: lu_factor(x[..., ::-1, :]), x)
    expected = lu_factor(x[..., ::-1, :])
    np.testing.assert_array_equal(pivots, expected[1])
    assert packed.dtype == expected[0].dtype
    rounding = 1e-4 if packed.dtype.char in "fF" else 1e-12
    np.testing.assert_allclose(packed, expected[0], rtol=rounding, atol=rounding)


def test_lu_factors_of_a_singular_matrix():
    x = np.ones((3, 3))
    packed, pivots = assert_native(lu_factor, x)
    np.testing.assert_array_equal(packed, [[1, 1, 1], [1, 0, 0], [1, 0, 0]])
    np.testing.assert_array_equal(pivots, [0, 1, 2])


@pytest.mark.parametrize("dtype", [*"lfdFD"])
@pytest.mark.parametrize("shape", SHAPES)
def test_qr_factors(shape, dtype):
    x = matrices(shape, dtype)
    found = assert_native(lambda x: tuple(np.linalg.qr(x)), x)
    for one, expected in zip(found, np.linalg.qr(x), strict=True):
        assert (one.dtype, one.shape) == (expected.dtype, expected.shape)
        rounding = 1e-3 if one.dtype.char in "fF" else 1e-11
        np.testing.assert_allclose(one, expected, rtol=rounding, atol=rounding)


@pytest.mark.parametrize("dtype", [*"dD"])
def test_positive_systems_and_their_derivatives(dtype):
    x = matrices((6, 6), dtype)
    x = x @ x.conj().T + 6 * np.eye(6)
    y = matrices((6, 2), dtype)
    linalg = functrace.scipy.linalg
    solve = lambda x, y: linalg.cho_solve(linalg.cho_factor(x), y)  # noqa: E731
    expected = np.linalg.solve(x, y)
    np.testing.assert_allclose(assert_native(solve, x, y), expected, rtol=1e-11)
    found = ft.jit(lambda x, y: ft.jvp(lambda x: solve(x, y), (x,), (x,))[1])(x, y)
    np.testing.assert_allclose(found, -expected, rtol=1e-9)


def test_factors_made_once_serve_all_rounds_of_a_loop():
    x, y = matrices((5, 5), "d") + 40 * np.eye(5), matrices((5,), "d")
    linalg = functrace.scipy.linalg

    def repeated(x, y):
        factors = linalg.lu_factor(x)
        return ft.fori_loop(0, 7, lambda _, y: linalg.lu_solve(factors, y), y)

    found = assert_native(repeated, x, y)
    expected = np.linalg.matrix_power(np.linalg.inv(x), 7) @ y
    np.testing.assert_allclose(found, expected, rtol=1e-9)


# -- conditions ------------------------------------------------------------------------


def test_conditions_are_tested_in_native_code():
    derivative = ft.jit(ft.jacobian(lambda a: np.linalg.qr(a)[1]))
    x = matrices((3, 2), "d")
    assert "require" not in derivative.lower(x).explain()
    assert np.isfinite(derivative(x)).all()
    with pytest.raises(ft.DegenerateError, match="linearly dependent"):
        derivative(np.ones((3, 2)))
