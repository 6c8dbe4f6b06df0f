"""Arrays whose length depends on masks that are not known, under `jit` and the like."""

import numpy as np
import pytest

import functrace as ft
from tests.unit import _selecting, _selecting_rows

PROGRAMS = [*_selecting.PROGRAMS, *_selecting_rows.PROGRAMS]
programs = pytest.mark.parametrize(
    ("function", "x"), PROGRAMS, ids=[f.__name__ for f, _ in PROGRAMS]
)
X = np.array([0.5, -1.0, 2.0, -0.25, 1.5])
pytestmark = pytest.mark.filterwarnings(
    "ignore::RuntimeWarning"
)  # NumPy's, of all elements


def weighted(function, x):
    """A number that depends on all that a function gives."""
    weights = np.cos(np.arange(np.size(function(x)))).reshape(np.shape(function(x)))
    return lambda z: np.sum(function(z) * weights)


def agree(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10)


# -- programs ----------------------------------------------------------------------------
# Un-jitted gradients know the masks: there it is NumPy that selects.


@programs
def test_values_and_slopes(function, x):
    agree(ft.jit(function)(x), function(x))
    number = weighted(function, x)
    agree(ft.jit(ft.grad(number))(x), ft.grad(number)(x))


@programs
def test_batches(function, x):
    batch = np.stack([x, x * 0.9 + 0.05, x + 0.01])
    agree(ft.vmap(function)(batch), np.stack([function(each) for each in batch]))


@pytest.mark.slow
@programs
def test_other_modes(function, x):
    number, t = weighted(function, x), np.sin(np.arange(x.size) * 1.3).reshape(x.shape)
    agree(ft.grad(ft.jit(number))(x), ft.grad(number)(x))
    agree(
        ft.jit(lambda z: ft.jvp(function, (z,), (t,))[1])(x),
        ft.jvp(function, (x,), (t,))[1],
    )
    second = ft.grad(lambda u: np.sum(ft.grad(number)(u) * t))
    agree(ft.jit(second)(x), second(x))


def test_slopes_against_differences():
    def f(x):
        k = x > x[0] - 1
        y = np.zeros_like(x)
        y[k] = np.log(x[k] - x[0] + 1) * x[k].mean()
        return y.sum() + np.median(x[k]) * x[k].std()

    h, e = 1e-6, np.eye(5)
    differences = [(f(X + h * d) - f(X - h * d)) / (2 * h) for d in e]
    np.testing.assert_allclose(ft.jit(ft.grad(f))(X), differences, rtol=1e-6)


@pytest.mark.parametrize(
    "x",
    [
        np.array([1, -2, 3, 0, 5], np.int32),
        np.array([1.5, -2, 3, 0, 5], np.float32),
        np.array([1.5 + 1j, -2, 3j, 0, 5]),
        np.array([True, False, True, True, False]),
        np.zeros(0),
        np.arange(10.0)[::-2],
    ],
    ids=["int32", "float32", "complex", "bool", "empty", "strided"],
)
def test_dtypes_and_layouts(x):
    def function(x):
        k = np.abs(x) > 0
        y = x.copy()
        y[k] = x[k] * x[k]
        return (
            y,
            x[k],
            x[k].sum(),
            x[k].mean(),
            x[k] + 1,
            (x[k] * 2.0) + x[k].prod(),
            k[k],
        )

    for found, expected in zip(ft.jit(function)(x), function(x), strict=True):
        np.testing.assert_allclose(found, expected)
        assert np.asarray(found).dtype == np.asarray(expected).dtype


def test_python_numbers_give_way():
    x = X.astype(np.float32)

    def function(x, a):
        y = x.copy()
        y[x > 0] = a * x[x > 0] + a
        return y, (a * x[x > 0]).sum()

    for found, expected in zip(ft.jit(function)(x, 3.0), function(x, 3.0), strict=True):
        assert found.dtype == expected.dtype == np.float32
        np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_builtins():
    def f(x):
        s = x[x > 0]
        return sum(s) + 10 * any(s > 1) + 100 * all(s > 1) + 1000 * len(s)

    assert ft.jit(f)(X) == f(X)
    assert ft.jit(f)(X - 9) == f(X - 9)


def test_distinct_elements():
    x = np.array([3.0, 1, 2, 1, np.nan, 3, np.nan, 1])
    options = {"return_index": True, "return_inverse": True, "return_counts": True}
    found = ft.jit(lambda x: np.unique(x, **options))(x)
    for part, expected in zip(found, np.unique(x, **options), strict=True):
        np.testing.assert_array_equal(part, expected)

    def means(x, labels):
        out = np.zeros(3)
        for k, label in enumerate(np.unique(labels)):
            out[k] = x[labels == label].mean()
        return out

    labels = np.array([7, 2, 2, 9, 7])
    agree(ft.jit(means)(X, labels), means(X, labels))
    assert ft.jit(lambda x: np.union1d(x, x * 2))(np.arange(4.0)).tolist() == [
        0,
        1,
        2,
        3,
        4,
        6,
    ]


# -- where nothing may come from what is not selected ---------------------------------------


def test_what_is_not_selected_has_no_slope():
    """Neither in the array itself nor in what is broadcast along it."""

    def f(x, a, w):
        k = x > a
        y = np.zeros_like(x)
        y[k] = np.sqrt(x[k] - a) / (x[k] - a) + np.log(w) * x[k]
        return y.sum() + (1 / (x[k] - a)).sum()

    slopes = ft.jit(ft.grad(f, (0, 1, 2)))(np.array([1.0, 1.0, 2.0, -3.0]), 1.0, 2.0)
    assert slopes[0].tolist()[:2] == [0.0, 0.0]
    assert slopes[0][3] == 0
    assert all(np.isfinite(s).all() for s in slopes)

    def rows(x, w):
        k = x[:, 0] > 0
        return (np.log(x[k]) @ w).sum() + (np.log(x[k]).T @ np.log(x[k])).sum()

    x = np.array([[1.0, 2.0], [-1.0, 0.0], [3.0, 0.5]])
    w = np.array([1.0, 2.0])
    found = ft.jit(ft.grad(rows, (0, 1)))(x, w)
    for slope, expected in zip(found, ft.grad(rows, (0, 1))(x, w), strict=True):
        agree(slope, expected)


def test_gaps_are_interpolated():
    def f(y, t):
        gap = np.isnan(y)
        y[gap] = np.interp(t[gap], t[~gap], y[~gap])
        return (y**2).sum()

    y, t = (
        np.array([1.0, np.nan, 3.0, np.nan, np.nan, 2.0, np.nan]),
        np.arange(7.0) ** 1.2,
    )
    agree(ft.jit(f)(y, t), f(y.copy(), t))
    found = ft.jit(ft.grad(lambda y, t: f(y.copy(), t), (0, 1)))(y, t)
    for slope, k in zip(found, (0, 1), strict=True):
        for i in (0, 2, 5):
            moved = [y.copy(), t.copy()]
            h = 1e-6
            moved[k][i] += h
            above = f(moved[0].copy(), moved[1])
            moved[k][i] -= 2 * h
            np.testing.assert_allclose(
                slope[i], (above - f(moved[0].copy(), moved[1])) / (2 * h), rtol=1e-6
            )


def test_exponents_that_are_not_selected_raise_nothing():
    n = np.array([0, 3, 1, 4])

    def f(n):
        return (2 ** (n[n >= 2] - 2)).sum()

    assert ft.jit(f)(n) == f(n)
    assert ft.vmap(f)(n[None])[0] == f(n)


# -- errors that depend on values --------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "error", "text"),
    [
        (lambda s: s.max(), ValueError, "zero-size array to reduction operation"),
        (lambda s: np.min(s), ValueError, "zero-size array to reduction operation"),
        (lambda s: s[0], IndexError, "out of bounds for axis 0"),
        (lambda s: s[-1], IndexError, "out of bounds for axis 0"),
        (lambda s: np.argmax(s), ValueError, "zero-size array to reduction operation"),
        (lambda s: s[np.array([0])], IndexError, "out of bounds for axis 0"),
    ],
)
def test_nothing_is_selected(function, error, text):
    fast = ft.jit(lambda x: function(x[x > 1]))
    assert fast(X) == function(X[X > 1])
    with pytest.raises(error, match=text):
        fast(X - 5)


def test_numbers_of_an_empty_selection():
    fast = ft.jit(
        lambda x: (x[x > 9].sum(), x[x > 9].mean(), x[x > 9].size, np.median(x[x > 9]))
    )
    total, mean, size, median = fast(X)
    assert (total, size) == (0, 0)
    assert np.isnan(mean)
    assert np.isnan(median)


def test_an_index_out_of_range():
    def f(x, i):
        y = x.copy()
        k = np.where(x > 1)[0]
        y[i[k]] = 0
        return y

    i = np.array([0, 9, 3, 9, -5])
    agree(ft.jit(f)(X, i), f(X, i))
    for wrong in (5, 6, -6):
        with pytest.raises(IndexError):
            ft.jit(f)(X, np.array([0, 0, wrong, 0, 0]))


# -- aliases -------------------------------------------------------------------------------


def test_views_of_selections():
    def f(x):
        s = x[x > -2]
        first, rest, turned, flat = s[:1], s[1:], s[::-1], s.ravel()
        rest *= 2
        turned += 1
        first[:] = 7
        flat[-1] = x[0]
        return s, first, turned

    for found, expected in zip(ft.jit(f)(X), f(X), strict=True):
        agree(found, expected)


def test_rows_of_selections():
    def f(x):
        s = x[x[:, 0] > 0]
        row, column = s[0], s[:, 1]
        row *= 2
        column += 1
        s[1:, 0] = 5
        s[s[:, 1] > 1.5] *= 3
        return s.sum(axis=0), s[-1]

    x = np.random.default_rng(3).normal(size=(6, 3)) + 0.3
    for found, expected in zip(ft.jit(f)(x), f(x), strict=True):
        agree(found, expected)


def test_columns_of_selections():
    def f(x):
        s, i = x[x[:, 0] > 0], np.where(x[:, 0] > 0)[0]
        s[:, [0, 2]] = s[:, [2, 0]] * 2
        s[:, 1:] += 1
        i += 1
        i -= i[0]
        return s.sum(axis=0) * i.sum()

    x = np.random.default_rng(3).normal(size=(6, 3)) + 0.3
    agree(ft.jit(f)(x), f(x))


def test_a_mask_that_is_written_to_later():
    def f(x):
        k = x > 0
        s = x[k]
        k[0] = not k[0]
        return s, x[k]

    for found, expected in zip(ft.jit(f)(X), f(X), strict=True):
        agree(found, expected)


# -- results -------------------------------------------------------------------------------


def test_results_of_unknown_length():
    @ft.jit
    def fast(x):
        i = np.flatnonzero(x > 0)
        return {"values": x[i] ** 2, "places": i, "rest": [x[x < -9]]}

    for shift in (0.0, 1.0, -9.0):
        x = X + shift
        found = fast(x)
        agree(found["values"], x[x > 0] ** 2)
        assert found["places"].tolist() == np.flatnonzero(x > 0).tolist()
        assert found["rest"][0].tolist() == x[x < -9].tolist()
        assert type(found["values"]) is np.ndarray
    agree(ft.grad(lambda x: fast(x)["values"].sum())(X), np.where(X > 0, 2 * X, 0))
    agree(ft.jit(lambda x: fast(x)["values"].mean())(X), (X[X > 0] ** 2).mean())
    rows = ft.jit(lambda x: x[:, x[0] > 0][x[:, 0] > 0])
    x = np.arange(12.0).reshape(4, 3) - 4.5
    np.testing.assert_array_equal(rows(-x), -x[:, x[0] < 0][x[:, 0] < 0])


@pytest.mark.parametrize(
    "transformed",
    [
        lambda f: ft.vmap(f),
        lambda f: ft.jit(ft.jacobian(f)),
        lambda f: ft.jit(lambda x: ft.vjp(f, x)[0]),
        lambda f: lambda x: ft.make_graph(f)(ft.Aval(x.shape, x.dtype)),
    ],
    ids=["vmap", "jacobian", "vjp", "make_graph"],
)
def test_results_of_unknown_length_elsewhere(transformed):
    with pytest.raises(ft.ConcretizationError, match="whose length depends on a mask"):
        transformed(lambda x: x[x > 0])(X)


def test_results_of_unknown_length_of_a_batch():
    with pytest.raises(ft.ConcretizationError, match="whose length depends on a mask"):
        ft.vmap(ft.jit(lambda x: x[x > 0]))(np.stack([X, X]))


# -- refusals ------------------------------------------------------------------------------

REFUSED = {
    "fft": lambda x: np.fft.fft(x[x > 0]),
    "gradient": lambda x: np.gradient(x[x > 0]),
    "in a plain array": lambda x: np.asarray(list(x[x > 0])),
    "as a number": lambda x: float(x[x > 0]),
    "as a truth value": lambda x: 1 if x[x > 0] else 2,
    "as a text": lambda x: len(f"{x[x > 0]}"),
    "as a shape": lambda x: np.zeros(np.argsort(x)[0]),
    "where=": lambda x: np.sum(x[x > 0], where=x[x > 0] > 1),
    "beside an array": lambda x: x.reshape(5, 1)[x > 0, [0, 0]],
    "a list": lambda x: [2 * v for v in x[x > 0]],
    "kept outside": lambda x: KEPT.append(x[x > 0]),
}
KEPT = []


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name):
    with pytest.raises((ft.FunctraceError, AttributeError)) as caught:
        ft.jit(REFUSED[name])(X)
    assert "functrace" in str(caught.value)
    KEPT.clear()


def _written(x, value):
    y = x.copy()
    y[x > 0] = value
    return y


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x[x > 0] + x[x < 0.7],
        lambda x: x[:3] * x[x > 0],
        lambda x: x[x > 0] @ x[x < 0.7] + x[:3] @ x[x > 0] + x[x > 0] @ x[:3],
        lambda x: _written(x, x[x < 0.7]),
        lambda x: _written(x, x[1:4] * 2),
        lambda x: np.where(x[x > 0] > 1, x[:3], 0),
        lambda x: np.polyfit(x[x > 0], x[x < 0.7], 1),
    ],
)
def test_lengths_that_are_compared_when_the_program_runs(function):
    fast = ft.jit(function)
    np.testing.assert_allclose(fast(X), function(X), rtol=1e-9)

    def number(x):
        return np.sum(np.cos(function(x)))

    agree(ft.jit(ft.grad(number))(X), ft.grad(number)(X))
    assert np.count_nonzero(X + 0.5 > 0) != 3
    with pytest.raises((ValueError, TypeError)):
        function(X + 0.5)
    with pytest.raises(ValueError, match="could not be broadcast together"):
        fast(X + 0.5)


def test_a_message_tells_the_line_and_a_way_out():
    with pytest.raises(ft.ConcretizationError) as caught:
        ft.jit(lambda x: np.fft.fft(x[x > 0]))(X)
    text = str(caught.value)
    assert "numpy.fft of an array whose length depends on a mask" in text
    assert "float64[<=5]" in text
    assert "test_selections.py" in text
    assert "numpy.where(mask, x, 0) in place of x[mask]" in text


def test_masks_that_do_not_fit():
    with pytest.raises(IndexError, match="boolean index did not match indexed array"):
        ft.jit(lambda x: x[(x > 0)[:3]])(X)
    with pytest.raises(IndexError, match="too many indices"):
        ft.jit(lambda x: x[x > 0, 0])(X)


# -- which selections are one ----------------------------------------------------------------


def _renamed(x):
    w = x[x > 0]
    f = w
    if x[0] > 0.3:
        w = np.tanh(w)
    w *= 2
    return w.sum() + f.sum()


def _view_renamed(x):
    w = x[x > 0]
    f = w
    w = w[:2]
    if x[0] > 0.3:
        w = w[w > 0.1]
    w *= 0.9
    return w.sum() + f.sum()


@pytest.mark.parametrize("function", [_renamed, _view_renamed])
def test_one_of_several_is_not_written_to(function):
    with pytest.raises(ft.MutationError, match="is changed that is one of several"):
        ft.jit(function)(X)


def test_written_to_in_branches():
    def f(x):
        w = x[x > 0]
        v, e = w[1:], x[x < 0]
        if x[0] > 0.3:
            w *= 2
            e[0] = 5
        else:
            e = w * 3
            v[v > 1] = 0.5
        return w.sum() + 10 * v.sum() + 100 * e.sum()

    for x in (X, X[::-1] * 0.1, X - 0.4):
        agree(ft.jit(f)(x), f(x))
