"""Histograms: what has a derivative, and what must be known."""

import collections

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp

X = np.array([0.3, 1.2, 0.7, 2.9, 1.9])
W = np.array([1.0, 2.0, 3.0, 4.0, 5.0])


def test_gradient_in_the_weights_picks_the_bin():
    def second(w):
        return np.histogram(X, [0.0, 1.0, 2.0, 3.0], weights=w)[0][1]

    for f in (second, ft.jit(second)):
        np.testing.assert_array_equal(ft.grad(f)(W), [0, 1, 0, 0, 1])


def test_edges_follow_the_extreme_samples():
    def edge(x):
        return np.histogram(x, 4)[1][1]

    for f in (edge, ft.jit(edge)):
        np.testing.assert_allclose(ft.grad(f)(X), [0.75, 0, 0, 0.25, 0])


def test_counts_are_constants():
    counts, edges = ft.vjp(lambda x: np.histogram(x, 3), X)[0]
    assert counts.dtype == np.intp
    assert edges.dtype == float
    assert ft.grad(lambda x: 0 * x[0] + np.histogram(x, 3)[0][0])(X)[0] == 0


def test_density_of_equal_samples_is_finite():
    x = np.full(3, 2.0)
    for f in (np.histogram, ft.jit(np.histogram)):
        counts, edges = f(x)
        expected = np.histogram(x)
        np.testing.assert_array_equal(counts, expected[0])
        np.testing.assert_allclose(edges, expected[1])


def test_what_depends_on_values_needs_them():
    for refused in (
        lambda x: np.histogram(x, "auto"),
        lambda x: np.bincount(x.astype(int), X),
    ):
        with pytest.raises(ft.ConcretizationError, match="needs values"):
            ft.jit(refused)(X)


def deposited(x, w):
    """Charges of particles, on the points of a grid."""
    left = np.floor(x).astype(int)
    near = w * (left + 1 - x)
    return np.bincount(left, near, 4) + np.bincount((left + 1) % 4, w - near, 4)


def test_bins_of_what_is_not_known():
    np.testing.assert_allclose(ft.jit(deposited)(X, W), deposited(X, W))
    count = lambda x: np.bincount(x.astype(np.uint8), minlength=4)  # noqa: E731
    for given in (X, X[:0]):
        got, expected = ft.jit(count)(given), count(given)
        np.testing.assert_array_equal(got, expected)
        assert got.dtype == expected.dtype
    xs = np.stack([X, X[::-1] + 1.05])
    many = ft.vmap(count)(xs)
    np.testing.assert_array_equal(many, [count(x) for x in xs])
    energy = lambda x, w: np.sum(deposited(x, w) ** 2)  # noqa: E731
    slope = ft.grad(energy, (0, 1))
    for got in (slope(X, W), ft.jit(slope)(X, W)):
        for k, each in enumerate(got):
            steps = 1e-6 * np.eye(5)
            moved = [
                [energy(*[v + (j == k) * sign * d for j, v in enumerate((X, W))])]
                for d in steps
                for sign in (1, -1)
            ]
            differences = -np.diff(np.reshape(moved, (5, 2)))[:, 0] / 2e-6
            np.testing.assert_allclose(each, differences, rtol=1e-6)


@pytest.mark.parametrize("bad", [-0.5, 4.0])
def test_other_bins_are_an_error(bad):
    count = ft.jit(lambda x: np.bincount(np.floor(x).astype(int), minlength=4))
    count(X)
    with pytest.raises(ValueError, match="from 0 to 3"):
        count(np.append(X[1:], bad))


def test_errors_are_those_of_numpy():
    def raises(error, text, function):
        with pytest.raises(error, match=text):
            ft.vjp(function, X)

    raises(ValueError, "must be positive", lambda x: np.histogram(x, 0))
    raises(TypeError, "must be an integer", lambda x: np.histogram(x, 2.5))
    raises(ValueError, "monotonically", lambda x: np.histogram(x, [1, 0]))
    raises(ValueError, "must be 1d", lambda x: np.histogram(x, [[1, 2]]))
    raises(ValueError, "larger than min", lambda x: np.histogram(x, 3, (2, 1)))
    raises(ValueError, "not finite", lambda x: np.histogram(x, 3, (0, np.inf)))
    raises(ValueError, "not finite", lambda x: np.histogram(x * np.nan))
    raises(ValueError, "Too many bins", lambda x: np.histogram(x, 3, (1, 1 + 2e-16)))
    raises(ValueError, "same shape", lambda x: np.histogram(x, weights=x[1:]))
    raises(TypeError, "weighted data", lambda x: np.histogram(x, "fd", weights=x))
    raises(ValueError, "valid estimator", lambda x: np.histogram(x, "best"))
    raises(ValueError, "same length", lambda x: np.histogram2d(x, x[1:]))
    raises(ValueError, "dimension of bins", lambda x: np.histogramdd([x, x], [2]))
    raises(ValueError, "one entry per", lambda x: np.histogramdd([x], 2, [None] * 2))
    raises(ValueError, "must be positive", lambda x: np.histogramdd([x], 0))
    raises(TypeError, "must be an integer", lambda x: np.histogramdd([x], 2.5))
    raises(ValueError, "negative elements", lambda x: np.bincount([-1] * 5, x))
    raises(ValueError, "same length", lambda x: np.bincount([1, 2], x))
    raises(TypeError, "Cannot cast", lambda x: np.bincount([1] * 5, x * 1j))
    with pytest.raises(TypeError, match="Cannot cast"):
        ft.jit(lambda x: np.bincount(x, minlength=4))(X)
    with pytest.raises(ValueError, match="too deep"):
        ft.jit(lambda x: np.bincount(x, minlength=4))(np.ones((2, 2), int))


def test_histogram_of_booleans_warns():
    with pytest.warns(RuntimeWarning, match="Converting input from bool"):
        fnp.histogram(X > 1, 2)


def test_vmap_over_samples_and_weights():
    x = np.random.default_rng(0).normal(size=(4, 9))

    def density(x, w):
        return np.histogram(x, 3, (-2, 2), weights=w, density=True)[0]

    got = ft.vmap(density)(x, x * x)
    np.testing.assert_allclose(
        got, [density(*p) for p in zip(x, x * x, strict=True)], rtol=1e-12
    )
    slopes = ft.vmap(ft.grad(lambda w, x: np.bincount(np.arange(9) % 3, w * x)[1]))
    expected = np.where(np.arange(9) % 3 == 1, x, 0)
    np.testing.assert_array_equal(slopes(x, x), expected)


# -- interpolation ---------------------------------------------------------------------

NODES = np.array([0.0, 1.0, 3.0])
VALUES = np.array([1.0, 4.0, 2.0])


def test_slopes_of_interp_at_and_beyond_the_nodes():
    x = np.array([-1.0, 0.0, 1.0, 3.0, 4.0])
    for f in (np.interp, ft.jit(np.interp)):
        slopes = ft.grad(lambda x, f=f: np.sum(f(x, NODES, VALUES)))(x)
        np.testing.assert_array_equal(slopes, [0, 3, -1, -1, 0])


def test_interp_beyond_the_nodes_gives_the_end_values():
    def left(x, xp, fp):
        return np.interp(x, xp, fp)

    x_bar, xp_bar, fp_bar = ft.grad(left, argnums=(0, 1, 2))(-2.0, NODES, VALUES)
    assert x_bar == 0
    np.testing.assert_array_equal(xp_bar, 0)
    np.testing.assert_array_equal(fp_bar, [1, 0, 0])


@pytest.mark.parametrize(
    ("x", "xp", "fp"),
    [
        ([0.0, 0.5, 1.0, 2.0], [0.0, 1.0, 1.0], [0.0, 1.0, 5.0]),
        ([0.0, 0.5, 1.0, 2.0, 3.0], [0.0, 1.0, 3.0], [1.0, np.inf, 2.0]),
        ([0.0, 0.5, 1.0, 2.0], [0.0, 1.0, 3.0], [np.inf, np.inf, 2.0]),
        ([np.nan, 0.5, np.inf, -np.inf], [0.0, 1.0, 3.0], [1.0, 4.0, 2.0]),
        ([np.nan, 0.5, 1.0, 2.0], [1.0], [3.0]),
    ],
)
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_interp_of_awkward_tables(x, xp, fp):
    arrays = [np.array(a) for a in (x, xp, fp)]
    for f in (fnp.interp, ft.jit(np.interp)):
        np.testing.assert_array_equal(f(*arrays), np.interp(*arrays))


def test_nan_does_not_spoil_the_table():
    x = np.array([np.nan, 0.5])

    def known(fp):
        return np.nansum(np.interp(x, NODES, fp))

    for f in (known, ft.jit(known)):
        np.testing.assert_array_equal(ft.grad(f)(VALUES), [0.5, 0.5, 0])


def test_interp_errors():
    with pytest.raises(ValueError, match="non-zero"):
        ft.grad(lambda x: np.interp(x, NODES, VALUES, period=0))(1.0)
    with pytest.raises(ValueError, match="same length"):
        ft.grad(lambda x: np.interp(x, NODES, VALUES[1:]))(1.0)
    with pytest.raises(ValueError, match="1-D"):
        ft.grad(lambda x: np.interp(x, NODES[None], VALUES[None]))(1.0)
    with pytest.raises(ValueError, match="empty"):
        ft.grad(lambda x: np.interp(x, [], []))(1.0)
    with pytest.raises(TypeError):
        ft.grad(lambda x: np.interp(x, NODES, VALUES, left=1j))(1.0)
    with pytest.raises(TypeError, match="complex"):
        ft.grad(lambda x: np.interp(x * 1j, NODES, VALUES).real)(1.0)


def test_interp_takes_any_sequence():
    def function(x):
        return np.interp(x, range(4), collections.deque([0, 1, 4, 9]))

    assert ft.grad(function)(1.5) == ft.jit(ft.grad(function))(1.5) == 3
