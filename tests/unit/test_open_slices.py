"""Slices whose bounds are not known, under `jit` and the like."""

import numpy as np
import pytest

import functrace as ft
from functrace.core.errors import ConcretizationError, MutationError
from tests.unit._slicing import MATRIX, PROGRAMS, VECTOR

programs = pytest.mark.parametrize(
    ("function", "x"), PROGRAMS, ids=[f.__name__ for f, _ in PROGRAMS]
)
pytestmark = pytest.mark.filterwarnings(
    "ignore::RuntimeWarning"
)  # NumPy's, of all elements


def agree(found, expected):
    assert np.asarray(found).dtype == np.asarray(expected).dtype
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10)


def weighted(function, x, k):
    """A number that depends on all that a function gives for `k`."""
    shape = np.shape(function(x, k))
    weights = np.cos(np.arange(np.prod(shape))).reshape(shape)
    return lambda x, k: np.sum(function(x, k) * weights)


@programs
@pytest.mark.parametrize("k", [1, 3, 4])
def test_values_and_slopes(function, x, k):
    """Un-jitted, bounds are known: there it is NumPy that slices."""
    agree(ft.jit(function)(x, k), function(x, k))
    number = weighted(function, x, k)
    agree(ft.jit(ft.grad(number))(x, k), ft.grad(number)(x, k))


@pytest.mark.slow
@programs
def test_other_modes(function, x):
    k, t = 3, np.sin(np.arange(x.size) * 1.3).reshape(x.shape)
    number = weighted(function, x, k)
    agree(ft.grad(ft.jit(number))(x, k), ft.grad(number)(x, k))
    pushed = lambda x, k: ft.jvp(lambda x: number(x, k), (x,), (t,))[1]  # noqa: E731
    agree(ft.jit(pushed)(x, k), pushed(x, k))
    second = ft.grad(lambda x, k: np.sum(ft.grad(number)(x, k) * t))
    agree(ft.jit(second)(x, k), second(x, k))


@programs
def test_batches(function, x):
    if function.__name__ == "cut_off":
        pytest.skip("there is no falling back on Python for some elements of a batch")
    bounds = np.array([3, 1, 4])
    batch = np.stack([x, x * 0.9 + 0.05, x + 0.01])
    rows = [np.sum(function(*each)) for each in zip(batch, bounds, strict=True)]
    summed = ft.vmap(lambda x, k: np.sum(function(x, k)))
    agree(summed(batch, bounds), np.stack(rows))


def test_slopes_against_differences():
    def f(x, k):
        y = x.copy()
        y[k:] = np.exp(-x[: x.size - k])
        return np.sum(np.sin(y[1:k] * y[: k - 1])) + np.sum(y[k - 1 :] ** 3)

    t, h = np.cos(np.arange(7.0)), 1e-6
    slope = ft.jit(ft.grad(f))(VECTOR, 4) @ t
    expected = (f(VECTOR + h * t, 4) - f(VECTOR - h * t, 4)) / (2 * h)
    np.testing.assert_allclose(slope, expected, rtol=1e-7)


@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.int64])
@pytest.mark.parametrize("bound", [0, 2, 5, 9, 200])
def test_integers_of_all_types(dtype, bound):
    def function(x, k):
        return np.sum(x[:k]) + np.sum(x[k:] ** 2)

    k = dtype(bound % 128 if dtype is not np.int64 else -bound)
    agree(ft.jit(function)(VECTOR, k), function(VECTOR, k))


@pytest.mark.parametrize("k", range(-9, 10))
def test_all_bounds(k):
    def function(x, k):
        forward = [x[:k], x[k:], x[k : k + 3], x[2:k], x[k:-1], x[k::2], x[-2:k:3]]
        backward = [x[::-1][:k], x[k::-1], x[:k:-1], x[k:1:-1], x[5:k:-2]]
        return [np.sum(each * each) + each.size for each in [*forward, *backward]]

    np.testing.assert_allclose(ft.jit(function)(VECTOR, k), function(VECTOR, k))


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0)])
def test_no_elements(shape):
    def function(x, k):
        y = x.copy()
        y[:k] = 1.0
        return np.sum(y[:k]) + y[k:].size

    agree(ft.jit(function)(np.zeros(shape), 2), function(np.zeros(shape), 2))


@pytest.mark.parametrize("dtype", [np.float32, np.complex128, np.int16, np.bool_])
def test_dtypes_stay(dtype):
    x = np.arange(5).astype(dtype)
    agree(ft.jit(lambda x, k: x[:k])(x, 3), x[:3])
    agree(ft.jit(lambda x, k: x[k : k + 2])(x, 3), x[3:5])


def test_a_window_has_a_known_length():
    def function(x, k):
        assert_equal = np.testing.assert_array_equal
        assert_equal(x[2 * k - 2 : 2 * (k - 1) + 2].shape, 2)
        assert_equal(x[5 - k : 7 - k].shape, 2)
        return x[k : k + 3] * np.arange(x[k : k + 3].shape[0])

    agree(ft.jit(function)(VECTOR, 2), function(VECTOR, 2))
    each = ft.vmap(function, in_axes=(None, 0))
    assert each(VECTOR, np.arange(3)).shape == (3, 3)
    with pytest.raises(ValueError, match="a slice of 3 elements reaches beyond"):
        each(VECTOR, np.array([2, 5, 3]))


def one_of_two(x, k):
    y = x.copy()
    view = y[:k]
    if np.sum(x) > 3:
        view = y[1:k]
    view[...] = 0.25
    return y


def base_of_one_of_two(x, k):
    y = x.copy()
    view = y[:k]
    if np.sum(x) > 3:
        view = y[1:k]
    y[1] = 9.0
    return np.sum(view)


@pytest.mark.parametrize("function", [one_of_two, base_of_one_of_two])
def test_views_that_are_one_of_several_are_not_written_to(function):
    with pytest.raises(MutationError, match="one of several"):
        ft.jit(function)(VECTOR, 3)


@pytest.mark.parametrize(
    "flat",
    [
        lambda y, k: y[:, :k].ravel(),
        lambda y, k: y[:k].T.reshape(-1),
        lambda y, k: y[:k:2].ravel(),
        lambda y, k: y[0, :k:2].ravel(),
        lambda y, k: y[0, :k][::-1].ravel(),
        lambda y, k: y[:, 1][:k].ravel(),
    ],
)
def test_what_may_be_a_copy_is_not_written_to(flat):
    """NumPy makes a view of one row, and a copy of two."""

    def write_it(y, k):
        flat(y.copy(), k)[0] = 1.0

    def write_what_it_is_of(y, k):
        y = y.copy()
        part = flat(y, k)
        total = np.sum(part)
        y[0] = 1.0
        return total + np.sum(part)

    for function in (write_it, write_what_it_is_of):
        with pytest.raises(MutationError, match="a view or a copy"):
            ft.jit(function)(MATRIX, 3)
    agree(ft.jit(flat)(MATRIX, 3), flat(MATRIX, 3))


def test_outputs_of_another_length():
    def function(x, k):
        y = x.copy()
        np.add(x[:3], 1.0, out=y[:k])
        return y

    agree(ft.jit(function)(VECTOR, 3), function(VECTOR, 3))
    with pytest.raises(ValueError, match="could not be broadcast"):
        ft.jit(function)(VECTOR, 4)


def test_what_is_empty_beside_what_may_be():
    function = lambda x, k: np.sum(x[k:] * np.ones(0))  # noqa: E731
    agree(ft.jit(function)(VECTOR, 7), 0.0)
    with pytest.raises(ValueError, match="could not be broadcast"):
        ft.jit(function)(VECTOR, 5)


def test_taken_from_outside():
    def function(x, k):
        y = x.copy()
        part = y[:k]
        y[0] = 3.0
        step = lambda total, each: (total + each * np.sum(part), total)  # noqa: E731
        total = ft.scan(step, x[0], x)[0]
        return ft.cond(total > 3, lambda: total * part[0], lambda: np.prod(part))

    assert_close = np.testing.assert_allclose
    assert_close(ft.jit(function)(VECTOR, 3), function(VECTOR, 3), rtol=1e-14)
    slope = ft.grad(function)(VECTOR, 3)
    assert_close(ft.jit(ft.grad(function))(VECTOR, 3), slope, rtol=1e-12)


def test_what_is_refused():
    for function in (
        lambda x, k: x[::k],
        lambda x, k: np.stack([x, x])[[0, 1], :k],
        lambda x, k: np.fft.fft(x[:k]),
        lambda x, k: np.nan_to_num(x[:k], copy=False),
    ):
        with pytest.raises(ConcretizationError):
            ft.jit(function)(VECTOR, 3)
    with pytest.raises(TypeError, match="slice indices must be integers"):
        ft.jit(lambda x, k: x[: k * 1.0])(VECTOR, 3)
    with pytest.raises(ValueError, match="slice step cannot be zero"):
        ft.jit(lambda x, k: x[:k:0])(VECTOR, 3)


# -- loops of known length -----------------------------------------------------------------


def known_substitution(m):
    x = np.zeros(len(m))
    for i in range(len(m)):
        x[i] = (m[i, -1] - m[i, :i] @ x[:i]) / m[i, i]
    return x


def known_elimination(m):
    m = m.copy()
    for i in range(len(m) - 1):
        m[i + 1 :, i] /= m[i, i]
        m[i + 1 :, i + 1 :] -= np.outer(m[i + 1 :, i], m[i, i + 1 :])
    return m


def known_cholesky(m):
    a = m @ m.T
    factor = np.zeros(a.shape)
    for j in range(len(a)):
        factor[j:, j] = a[j:, j] - factor[j:, :j] @ factor[j, :j]
        factor[j:, j] /= np.sqrt(factor[j, j])
    return factor


def known_recursion(m):
    """Levinson's and Durbin's."""
    r = m[0] / 2
    r[0] = 3.0 + np.sum(np.abs(m[0]))
    a, e = np.zeros(len(r)), r[0]
    a[0] = 1.0
    for k in range(1, len(r)):
        reflected = -np.dot(a[:k], r[k:0:-1]) / e
        new = a.copy()
        new[1 : k + 1] += reflected * a[:k][::-1]
        a, e = new, e * (1 - reflected**2)
    return a


@pytest.mark.parametrize(
    "function",
    [known_substitution, known_elimination, known_cholesky, known_recursion],
)
@pytest.mark.parametrize("n", [3, 220])
def test_rounds_whose_slices_grow(function, n):
    """Many are one round for all, few are written out."""
    m = np.random.default_rng(0).normal(size=(n, n)) + 2 * n * np.eye(n)
    compiled = ft.jit(function)
    np.testing.assert_allclose(compiled(m), function(m), rtol=1e-9, atol=1e-12)
    graph = compiled.lower(m).graph
    assert len(graph.nodes) < (60 if n > 100 else 200)
    assert any(node.name == "scan" for node in graph.nodes) == (n > 100)
    t = np.cos(np.arange(m.size)).reshape(m.shape)
    number = lambda m: np.sum(np.sin(function(m)))  # noqa: E731
    h = 1e-5
    expected = (number(m + h * t) - number(m - h * t)) / (2 * h)
    found = np.sum(ft.jit(ft.grad(number))(m) * t)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-8)
