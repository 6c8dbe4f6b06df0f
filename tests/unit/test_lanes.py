"""Batches through loops and branches: elements that are done, or go elsewhere."""

import numpy as np
import pytest

import functrace as ft

pytestmark = pytest.mark.filterwarnings("ignore:divide by zero:RuntimeWarning")


def systems(x):
    """Done elements have singular matrices; an element may make no round."""

    def step(c):
        return c - np.linalg.solve(np.eye(2) * c[0] * x, np.ones(2) * x) * c[0]

    return ft.while_loop(lambda c: c[0] > 0.5, step, np.stack([x, x * 2]))[1]


def inverse(x):
    def below(x):
        return np.linalg.inv(np.array([[x, 0.0], [0.0, 1.0]]))[0, 0] * x**3

    return ft.cond(x > 0, below, lambda x: x * x, x)


def loops_inside(x):
    """The loop inside would go on forever for elements that are done."""

    def halves(y):
        return ft.while_loop(lambda z: z > 1e-3, lambda z: z * (z - 0.5), y)

    return ft.while_loop(
        lambda c: c > 0.75, lambda c: (0.3 * c - 0.1) + halves(c / 20), x
    )


def plain(x):
    rounds = 0.0
    while x > 1:
        if x > 2:
            matrix = np.array([[x - 2.0, 0.0], [0.0, 1.0]])
            x = np.linalg.solve(matrix, np.array([x - 2.0, 1.0]))[0] * x * 0.5
        else:
            x = x - 0.3
        rounds += 1.0
    return x * rounds


def branches_in_rounds(x):
    def step(x):
        return ft.cond(x > 2, lambda: x / np.linalg.det(np.eye(2) * x), lambda: x - 0.3)

    return ft.while_loop(lambda x: x > 1, step, x)


CASES = {
    "systems": (systems, [1.0, 3.0, 6.0, 0.0]),
    "inverse": (inverse, [0.0, 2.0, -1.0]),
    "inverse_of_none": (inverse, [0.0, -1.0]),
    "loops_inside": (loops_inside, [3.0, 0.5, 9.0]),
    "plain": (plain, [2.0, 0.5, 7.0, 1.5]),
    "branches_in_rounds": (branches_in_rounds, [2.0, 0.5, 7.0]),
}


def directional(f):
    return lambda x: ft.jvp(f, (x,), (np.ones_like(x),))[1]


def total(f):
    return lambda xs: np.sum(ft.vmap(f)(xs))


@pytest.mark.slow
@pytest.mark.parametrize("way", [lambda f: f, ft.jit], ids=["plain", "jit"])
@pytest.mark.parametrize("name", CASES)
def test_elements_are_as_by_themselves(name, way):
    """No element that is done, or takes another branch, raises or gives a NaN."""
    f, xs = CASES[name]
    xs = np.array(xs)
    orders = [f, ft.grad(f), ft.grad(ft.grad(f))]
    values, slopes, curves = [np.array([g(x) for x in xs]) for g in orders]
    assert np.isfinite(curves).all()
    found = [
        (ft.vmap(f), values),
        (ft.vmap(ft.grad(f)), slopes),
        (ft.vmap(directional(f)), slopes),
        (ft.grad(total(f)), slopes),
        (directional(ft.vmap(f)), slopes),
        (ft.vmap(ft.grad(ft.grad(f))), curves),
        (ft.grad(lambda xs: np.sum(ft.grad(total(f))(xs))), curves),
        (lambda xs: ft.vmap(ft.vmap(f))(xs[:, None])[:, 0], values),
    ]
    for g, expected in found:
        np.testing.assert_allclose(way(g)(xs), expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("way", [lambda f: f, ft.jit], ids=["plain", "jit"])
@pytest.mark.parametrize("size", [2, 40])
def test_derivatives_for_what_all_elements_share(way, size):
    """At the end of an element the derivative of the root is infinite."""

    def f(a, x):
        def step(c):
            return np.mean(np.sqrt(a * (c - 1.0))) * 0.4

        return ft.while_loop(lambda c: c > 1, step, x)

    a, xs = np.linspace(2.0, 3.0, size), np.array([3.0, 0.5, 1.0, 9.0, 30.0])
    each = np.array([ft.grad(f)(a, x) for x in xs])
    with np.errstate(invalid="ignore"):
        got = way(ft.grad(lambda a: np.sum(ft.vmap(lambda x: f(a, x))(xs))))(a)
        np.testing.assert_allclose(got, each.sum(axis=0), rtol=1e-10)
        got = way(ft.vmap(ft.grad(f), (None, 0)))(a, xs)
        np.testing.assert_allclose(got, each, rtol=1e-10)


@pytest.mark.parametrize("way", [lambda f: f, ft.jit], ids=["plain", "jit"])
def test_an_error_of_an_element_that_goes_on_is_an_error(way):
    def f(x):
        def step(c):
            return c - 1.0 + np.linalg.inv(np.array([[c - x, 0.0], [0.0, 1.0]]))[1, 1]

        return ft.while_loop(lambda c: c > 0, lambda c: step(c) - 1.0, 4.0)

    mapped = way(ft.vmap(f))
    assert (mapped(np.array([0.5, -2.0])) == [0.0, 0.0]).all()
    with pytest.raises(np.linalg.LinAlgError):
        mapped(np.array([0.5, 2.0]))


def test_numpy_takes_no_negative_powers_of_integers():
    f = ft.vmap(lambda k: ft.cond(k >= 0, lambda: 2**k, lambda: k))
    for way in (f, ft.jit(f)):
        assert (way(np.array([2, -1, 3])) == [4, -1, 8]).all()


@pytest.mark.parametrize("way", [lambda f: f, ft.jit], ids=["plain", "jit"])
def test_an_empty_batch(way):
    for f in (systems, inverse, ft.grad(systems), ft.grad(inverse)):
        assert way(ft.vmap(f))(np.zeros(0)).shape == (0,)
