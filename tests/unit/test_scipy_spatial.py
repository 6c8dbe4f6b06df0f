"""scipy.spatial.distance: coinciding points, errors, what is refused."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.spatial.distance as plain

import functrace as ft
from functrace.scipy import spatial
from functrace.scipy.spatial import distance

X = np.random.default_rng(0).normal(size=(5, 3))
TWICE = np.concatenate([X, X[:2]])
W = np.array([0.5, 0.0, 2.0])

WRAPS = [ft.grad, lambda f: ft.jit(ft.grad(f)), ft.jacfwd, ft.hessian]


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize(
    ("metric", "options"),
    [
        ("euclidean", {}),
        ("euclidean", {"w": W}),
        ("minkowski", {"p": 2}),
        ("minkowski", {"p": 3}),
        ("minkowski", {"p": 1.5, "w": W}),
        ("cityblock", {}),
        ("chebyshev", {}),
        ("sqeuclidean", {}),
        ("seuclidean", {}),
        ("mahalanobis", {}),
        ("cosine", {}),
        ("correlation", {}),
        ("canberra", {}),
        ("braycurtis", {}),
    ],
)
def test_derivatives_are_finite_at_coinciding_points(wrap, metric, options):
    def total(x):
        return np.sum(distance.cdist(x, x, metric, **options)) + np.sum(
            distance.pdist(x, metric, **options)
        )

    assert np.isfinite(wrap(total)(TWICE)).all()


@pytest.mark.parametrize("name", ["euclidean", "cityblock", "chebyshev", "canberra"])
def test_gradient_at_coinciding_vectors_is_zero(name):
    measure = getattr(distance, name)
    assert not ft.grad(measure)(X[0], X[0]).any()
    assert not ft.grad(measure)(np.zeros(3), np.zeros(3)).any()
    _, slope = ft.jvp(lambda x: measure(x, X[0]), (X[0],), (np.ones(3),))
    assert slope == 0


def test_coinciding_points_do_not_disturb_others():
    def total(x):
        return np.sum(distance.pdist(x))

    def others(x):
        i, j = np.triu_indices(7, 1)
        apart = np.flatnonzero(plain.pdist(TWICE))
        return np.sum(np.sqrt(np.sum((x[i[apart]] - x[j[apart]]) ** 2, axis=1)))

    np.testing.assert_allclose(ft.grad(total)(TWICE), ft.grad(others)(TWICE))
    np.testing.assert_allclose(
        ft.hessian(total)(TWICE), ft.hessian(others)(TWICE), atol=1e-12
    )


def test_far_from_the_origin_no_digits_are_lost():
    far = X + 2.0**30
    shifted = far - 2.0**30

    def total(x):
        return np.sum(distance.cdist(x, x))

    np.testing.assert_allclose(
        ft.grad(total)(far), ft.grad(total)(shifted), rtol=1e-13, atol=1e-13
    )


def test_cosine_of_parallel_vectors_has_second_derivatives():
    def measure(u):
        return distance.cosine(u, 3 * X[0])

    u = X[0]
    expected = (np.eye(3) - np.outer(u, u) / (u @ u)) / (u @ u)
    np.testing.assert_allclose(ft.hessian(measure)(u), expected, atol=1e-12)


def test_jensenshannon_of_zeros_is_finite():
    p, q = np.array([0.0, 0.3, 0.7]), np.array([0.0, 0.6, 0.4])
    slope = ft.grad(lambda p: distance.jensenshannon(p, q))(p)
    assert np.isfinite(slope).all()
    assert not ft.grad(lambda p: distance.jensenshannon(p, p))(p).any()
    negative = q - [0.0, 0.0, 0.5]
    assert plain.jensenshannon(p, negative) == np.inf
    assert ft.value_and_grad(distance.jensenshannon)(p, negative)[0] == np.inf


def test_writes_to_out():
    def total(x):
        out = np.zeros_like(x @ x.T)
        result = distance.cdist(x, x, out=out)
        assert result is out
        return np.sum(out)

    np.testing.assert_allclose(
        ft.grad(total)(X), ft.grad(lambda x: np.sum(distance.cdist(x, x)))(X)
    )
    outside = np.zeros(10)
    with pytest.raises(TypeError, match="drop its gradient"):
        ft.grad(lambda x: np.sum(distance.pdist(x, out=outside)))(X)


@pytest.mark.parametrize(
    "call",
    [
        lambda d, x: d.cdist(x, x[0]),
        lambda d, x: d.cdist(x, x[:, :2]),
        lambda d, x: d.cdist(x, x, "unheard-of"),
        lambda d, x: d.cdist(x, x, 3),
        lambda d, x: d.cdist(x, x, "euclidean", p=2),
        lambda d, x: d.cdist(x, x, w=-np.ones(3)),
        lambda d, x: d.cdist(x, x, w=np.ones(4)),
        lambda d, x: d.minkowski(x[0], x[1], -1),
        lambda d, x: d.cdist(x, x, "seuclidean", V=np.ones(4)),
        lambda d, x: d.cdist(x, x, "seuclidean", V=np.ones((3, 3))),
        lambda d, x: d.cdist(x[:1], x[:1], "mahalanobis"),
        lambda d, x: d.cdist(x + 1j, x),
        lambda d, x: d.pdist(x[0]),
        lambda d, x: d.cosine(x, x),
        lambda d, x: d.euclidean(x[0], x[1], w=-np.ones(3)),
        lambda d, x: d.hamming(x[0], x[1, :2]),
        lambda d, x: d.hamming(x[0], x[1], np.ones(2)),
        lambda d, x: d.seuclidean(x[0], x[1], np.ones(2)),
        lambda d, x: d.cosine(x[0] * 1j, x[1]),
        lambda d, x: d.squareform(x[0, :2]),
        lambda d, x: d.squareform(x),
        lambda d, x: d.squareform(x[:3]),
        lambda d, x: d.squareform(x[:3] + x[:3].T),
        lambda d, x: d.squareform(x, force="tomatrix"),
        lambda d, x: d.squareform(x[0], force="tovector"),
        lambda d, x: d.squareform(x[None]),
    ],
)
def test_refuses_what_scipy_refuses(call):
    with pytest.raises((ValueError, TypeError)) as expected:
        call(plain, X)
    with pytest.raises(expected.type):
        ft.make_graph(lambda x: call(distance, x))(X)


@pytest.mark.parametrize("name", ["euclidean", "sqeuclidean", "minkowski"])
def test_numbers_are_no_vectors(name):
    for wrap in (ft.grad, lambda f: ft.jit(ft.grad(f))):
        with pytest.raises(ValueError, match="should be 1-D"):
            wrap(lambda x: getattr(distance, name)(x, 1.0))(2.0)


@pytest.mark.parametrize("w", [None, np.array([0.5, 2.0, 1.0])])
@pytest.mark.parametrize("name", ["euclidean", "sqeuclidean", "minkowski"])
def test_stacks_of_vectors(name, w):
    metric, stack = getattr(distance, name), np.stack([X, X[::-1] + 0.5])
    single = [
        [getattr(plain, name)(x, y, w=w) for x, y in zip(s, X, strict=True)]
        for s in stack
    ]
    for wrap in (lambda f: f, ft.jit):
        found, _ = ft.vjp(wrap(lambda x: metric(x, X, w=w)), stack)
        np.testing.assert_allclose(found, single, rtol=1e-14)


@pytest.mark.parametrize("wrap", [ft.grad, lambda f: ft.jit(ft.grad(f))])
def test_weights_are_checked_when_they_are_known(wrap):
    slope = wrap(lambda w: distance.euclidean(X[0], X[1], w))
    assert np.isfinite(slope(W)).all()
    with pytest.raises(ValueError, match="non-negative"):
        slope(-W)


def test_boolean_measures_are_refused():
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda x: np.sum(distance.cdist(x, x, "dice")))(X)
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda x: distance.yule(x[0], x[1]))(X)


def test_what_is_not_defined_is_scipys():
    assert spatial.KDTree(X).query(X[0])[1] == 0
    assert distance.is_valid_dm(plain.squareform(plain.pdist(X)))


def test_jensenshannon_of_float32_stays_float32():
    p, q = np.float32([0.2, 0.5, 0.3]), np.float32([0.4, 0.4, 0.2])
    value, _ = ft.vjp(distance.jensenshannon, p, q)
    assert value.dtype == np.float32
