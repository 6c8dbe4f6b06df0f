"""What NumPy does with few elements, other dtypes and numbers of elements, of selections."""

import numpy as np
import pytest

import functrace as ft

X = np.array([0.5, -1.0, 2.0, -0.25, 1.5])
ROWS = np.random.default_rng(3).normal(size=(6, 3)) + 0.3
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's


def agree(function, *args):
    found, expected = ft.jit(function)(*args), function(*args)
    assert type(found) is type(expected)
    if type(found) is not tuple:
        found, expected = (found,), (expected,)
    for part, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(part, other, rtol=1e-6)
        assert np.asarray(part).dtype == np.asarray(other).dtype
        assert np.shape(part) == np.shape(other)


# -- medians and quantiles ---------------------------------------------------------------


@pytest.mark.parametrize(
    "x",
    [X, X.astype(np.float32), np.array([1.0, 2.0, np.inf]), np.array([3, 1, 4, 1, 5])],
    ids=["float64", "float32", "infinite", "int64"],
)
def test_quantiles(x):
    agree(lambda x: (np.median(x[x > 0]), np.median(x[x < 3])), x)
    agree(lambda x: np.quantile(x[x > 0], 0.3), x)
    agree(lambda x: np.percentile(x[x > 0], [25, 50.0]), x)
    agree(lambda x: np.quantile(x[x > 0], np.float64(0.7), keepdims=True), x)


def test_quantiles_of_rows():
    def function(x):
        s = x[x[:, 0] > 0]
        low, high = np.percentile(s, [25, 75], axis=0)
        rows = np.median(s, axis=1)
        return low, high, np.median(s, axis=0), rows.sum(), np.quantile(s, 0.3)

    agree(function, ROWS)

    def number(x):
        return sum(np.sum(part) for part in function(x))

    slope = ft.grad(number)(ROWS)
    np.testing.assert_allclose(ft.jit(ft.grad(number))(ROWS), slope, atol=1e-12)


def test_quantiles_of_nan():
    def function(x):
        s = np.where(x[x < 2] > 0.9, np.nan, x[x < 2])
        left_out = np.nanmedian(s), np.nanquantile(s, 0.3), np.nanpercentile(s, 40)
        return *left_out, np.median(s), np.quantile(s, 0.3)

    agree(function, X)


@pytest.mark.parametrize("x", [X, np.zeros(0)], ids=["unselected", "empty"])
def test_quantiles_of_nothing(x):
    agree(lambda x: (np.median(x[x > 9]), np.nanmedian(x[x > 9])), x)
    with pytest.raises(IndexError, match="size 0"):
        ft.jit(lambda x: np.quantile(x[x > 9], 0.5))(x)


# -- extremes, means, sums ---------------------------------------------------------------


def test_extremes_of_nan_only():
    agree(lambda x: (np.nanmax(x[x > 0] * np.nan), np.nanmin(x[x > 0] * np.nan)), X)


@pytest.mark.parametrize("function", [np.max, np.min, np.nanmax, np.argmax, np.ptp])
def test_extremes_of_empty_arrays(function):
    with pytest.raises(ValueError, match="zero-size array"):
        ft.jit(lambda x: function(x[x > 0]))(np.zeros(0))


def test_extremes_and_order_of_each_row():
    def function(x):
        s = x[x[:, 0] > 0]
        kept = np.argmax(s, axis=1, keepdims=True)
        return s.argmax(axis=1), s.argmin(1), kept, np.sort(s), np.argsort(s, axis=1)

    agree(lambda x: tuple(part.sum(axis=0) for part in function(x)), ROWS)


@pytest.mark.parametrize("function", [np.argmax, np.sort, np.argsort, np.median])
def test_axes_that_are_not_there(function):
    with pytest.raises(np.exceptions.AxisError):
        ft.jit(lambda x: function(x[x > 0], axis=1))(X)


def test_averages():
    n = np.array([200, 3, 100], np.uint8)
    agree(lambda n: np.average(n[n > 2], weights=n[n > 2]), n)
    agree(lambda n: np.average(n[n > 2], weights=0.5 * n[n > 2]), n)

    def of_rows(x):
        k = x[:, 0] > 0
        by_row = np.average(x[k], axis=0, weights=x[k, 1] ** 2)
        return by_row, np.average(x[k], axis=1, weights=[1, 2, 3]).sum()

    agree(of_rows, ROWS)


def test_sums_by_python_are_as_narrow_as_numpys():
    agree(lambda x: sum(x[x > 0]), np.array([200, 100], np.uint8))


def test_differences_of_negative_order():
    with pytest.raises(ValueError, match="order must be non-negative"):
        ft.jit(lambda x: np.diff(x[x > 0], -1))(X)


# -- elements and parts by numbers -------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, -1, -3, 3, -4])
@pytest.mark.parametrize("traced", [False, True])
def test_an_element_is_written(number, traced):
    def function(x, k):
        s = x[x > 0]
        s[k if traced else number] = 7 * x[0]
        return s

    if -3 <= number < 3:
        agree(function, X, number)
    else:
        with pytest.raises(IndexError, match="out of bounds"):
            ft.jit(function)(X, number)


def test_traced_bounds():
    def trimmed(x):
        s = np.sort(x[x > -0.5])
        k = len(s) // 4
        return s[k : len(s) - k].mean(), s[k:].sum(), s[: np.argmax(s)].sum()

    agree(trimmed, X)


def test_written_from_the_end():
    def function(x):
        s, t = x[x > -0.5], x[x > -0.5]
        s[::-1] = np.cumsum(t)
        t[::-1] *= np.arange(1.0, 2.0)
        t[::-1][0] = 5
        return s, t

    agree(function, X)


def test_selected_columns_are_written():
    def function(x):
        s, k = x[x[:, 0] > 0], x[0] > 0
        s[:, k] = 0.5 * s[:, k] + 1
        return s

    agree(function, ROWS)


def test_a_mask_beside_places():
    def function(x):
        best, k = x.argmax(axis=1), x[:, 0] > 0
        y = x.copy()
        y[k, best[k]] *= 3
        return y, x[k, best[k]], x[k, np.arange(6)[k] % 3]

    agree(function, ROWS)


def test_places_within_selections():
    def function(x):
        s = x[x > -0.5]
        i = np.where(s > 0.7)[0]
        return s[i], s[np.where(np.diff(np.sign(s)))[0]], np.argwhere(s > 0.7)

    agree(function, X)


# -- dtypes and errors -------------------------------------------------------------------


@pytest.mark.parametrize("where", ["selection", "open mask", "known mask"])
@pytest.mark.parametrize(
    ("number", "error"), [(np.nan, ValueError), (300, OverflowError)]
)
def test_numbers_that_do_not_fit_are_not_written(where, number, error):
    known = np.array([True, False])

    def function(n):
        y = n.copy()
        if where == "selection":
            y = y[y > 1]
            y[:1] = number
        else:
            y[y > 1 if where == "open mask" else known] = number
        return y

    n = np.array([1, 2], np.uint8)
    with pytest.raises(error):
        function(n)
    with pytest.raises(error):
        ft.jit(function)(n)


def test_operators_and_dtypes():
    agree(lambda x: divmod(x[x > 0], 0.4), X)
    b = np.array([True, False])
    agree(lambda b: np.polyval(np.array([1, 2], np.float32), b[b]), b)
    agree(lambda x: np.swapaxes(x[x[:, 0] > 0], -1, -2), ROWS)


@pytest.mark.parametrize(
    ("function", "error", "text"),
    [
        (lambda s: np.isin(s, s), ft.ConcretizationError, "numpy.isin"),
        (lambda s: np.full_like(s, s), ft.ConcretizationError, "numpy.full_like"),
        (lambda s: np.concatenate([s, 1.0]), ValueError, "cannot be concatenated"),
        (lambda s: np.swapaxes(s, 0, 2), np.exceptions.AxisError, "out of bounds"),
    ],
)
def test_refusals(function, error, text):
    with pytest.raises(error, match=text):
        ft.jit(lambda x: function(x[x > 0]))(X)


@pytest.mark.parametrize(
    "function",
    [
        lambda x, s: np.round(s, 1, out=x.copy()),
        lambda x, s: np.copysign(s, s, out=x.copy()),
        lambda x, s: np.full_like(s, x),
        lambda x, s: ROWS[:5, :1][x > 0].__setitem__(0, s),
    ],
    ids=["out", "out of a ufunc", "full_like", "written to a row"],
)
def test_lengths_that_are_known_beside_others(function):
    with pytest.raises(ft.ConcretizationError):
        ft.jit(lambda x: function(x, x[x > 0]))(X)


def test_a_row_of_known_length_takes_none_of_another():
    def function(x):
        y, k, q = x.copy(), x[:, 0] > 0, x[0] > 0
        y[k] = x[k][:, q]
        return y

    with pytest.raises(ft.ConcretizationError, match="to one of a known length"):
        ft.jit(function)(ROWS)


def test_singular_values_of_few_rows():
    def function(x):
        k = x[:, 0] > np.sort(x[:, 0])[-3]
        return np.linalg.lstsq(x[k], x[k, 1], rcond=None)[3]

    agree(function, ROWS)


# -- products ----------------------------------------------------------------------------


def test_products_of_matrices_and_numbers():
    def function(x):
        s = x[x[:, 0] > 0]
        return np.vdot(s, 1j * s), np.vdot(s[0], s[1]), np.inner(2, s), np.dot(s, 2)

    agree(function, ROWS)


@pytest.mark.parametrize("function", [np.outer, np.dot, np.matmul])
def test_products_into_arrays_are_refused(function):
    with pytest.raises(
        ft.ConcretizationError, match=f"numpy.{function.__name__}|matmul"
    ):
        ft.jit(lambda x: function(x[x > 0], x[x > 0], np.zeros((3, 3))))(X)


# -- which lengths are equal -------------------------------------------------------------


def test_lengths_that_are_computed_alike():
    def function(x):
        s, i, j = x[x > 0], np.flatnonzero(x > 0), np.where(x > 0)[0]
        return s * x[i], x[i] * x[j], s[:2] * s[-2:]

    agree(function, X)
