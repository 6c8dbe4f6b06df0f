"""Derivatives of Bessel functions and their relatives against mpmath, edges included."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import scipy.special

import functrace as ft
from functrace.scipy import special

pytestmark = pytest.mark.share(12)

ORDERS = [
    (v, x) for v in (-2.5, -1.0, 0.0, 0.3, 1.0, 4.0) for x in (1e-3, 0.4, 3.0, 40.0)
]
LARGE = [(0.3, 300.0), (2.0, 5e3), (30.0, 45.0), (-40.5, 12.0)]
POSITIVE = [1e-6, 0.3, 1.0, 5.0, 30.0]
REAL = [-12.0, -0.7, *POSITIVE]


def scaled_kv(v, x):
    return mpmath.besselk(v, x) * mpmath.exp(x)


def scaled_iv(v, x):
    return mpmath.besseli(v, x) * mpmath.exp(-abs(x))


def struve(v, x):
    return mpmath.struveh(v, x)


def wright(a, b, x):
    return mpmath.nsum(
        lambda k: x**k * mpmath.rgamma(k + 1) * mpmath.rgamma(a * k + b),
        [0, mpmath.inf],
    )


CASES = [
    ("jv", mpmath.besselj, ORDERS + LARGE),
    ("yv", mpmath.bessely, ORDERS + LARGE),
    ("iv", mpmath.besseli, ORDERS + LARGE[2:]),
    ("kv", mpmath.besselk, ORDERS + LARGE[2:]),
    ("ive", scaled_iv, ORDERS + LARGE),
    ("kve", scaled_kv, ORDERS + LARGE),
    ("struve", struve, ORDERS[4:] + LARGE[:1]),
    ("modstruve", mpmath.struvel, ORDERS[4:]),
    ("j0", mpmath.j0, [(x,) for x in [0.0, *REAL]]),
    ("j1", mpmath.j1, [(x,) for x in [0.0, *REAL]]),
    ("y0", lambda x: mpmath.bessely(0, x), [(x,) for x in POSITIVE]),
    ("y1", lambda x: mpmath.bessely(1, x), [(x,) for x in POSITIVE]),
    ("i0", lambda x: mpmath.besseli(0, x), [(x,) for x in [0.0, *REAL]]),
    ("i1", lambda x: mpmath.besseli(1, x), [(x,) for x in [0.0, *REAL]]),
    ("k0", lambda x: mpmath.besselk(0, x), [(x,) for x in POSITIVE]),
    ("k1", lambda x: mpmath.besselk(1, x), [(x,) for x in POSITIVE]),
    ("i0e", lambda x: scaled_iv(0, x), [(x,) for x in (-3.0, 0.2, 99.0, 1e4)]),
    ("i1e", lambda x: scaled_iv(1, x), [(x,) for x in (-3.0, 0.2, 99.0, 1e4)]),
    ("k0e", lambda x: scaled_kv(0, x), [(x,) for x in (0.2, 99.0, 1e4)]),
    ("k1e", lambda x: scaled_kv(1, x), [(x,) for x in (0.2, 99.0, 1e4)]),
    ("ber", lambda x: mpmath.ber(0, x), [(x,) for x in REAL[:-1]]),
    ("bei", lambda x: mpmath.bei(0, x), [(x,) for x in REAL[:-1]]),
    ("ker", lambda x: mpmath.ker(0, x), [(x,) for x in POSITIVE[:-1]]),
    ("kei", lambda x: mpmath.kei(0, x), [(x,) for x in POSITIVE[:-1]]),
    ("hyp0f1", mpmath.hyp0f1, [(0.3, 0.0), (0.5, -20.0), (3.0, 4.0), (-0.6, 1.0)]),
    (
        "wright_bessel",
        wright,
        [(0.6, 0.0, 1.2), (0.6, 1e-3, 1.2), (1.5, 2.0, 3.0), (1.0, 1.0, 0.0)],
    ),
]
FIRST = [
    pytest.param(name, exact, args, id=f"{name}-{args}")
    for name, exact, points in CASES
    for args in points
]


def exact_partial(exact, args, orders):
    with mpmath.workdps(40):
        point = tuple(map(mpmath.mpf, args))
        if len(args) == 1:
            return float(mpmath.diff(exact, point[0], orders[0]))
        return float(mpmath.diff(exact, point, orders))


@pytest.mark.parametrize(("name", "exact", "args"), FIRST)
def test_gradient(name, exact, args):
    function, count = getattr(scipy.special, name), len(args)
    units = [tuple(int(i == k) for i in range(count)) for k in range(count)]
    expected = [exact_partial(exact, args, unit) for unit in units]
    got = ft.grad(function, argnums=tuple(range(count)))(*args)
    size = abs(function(*args))
    np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-12 * size)


@pytest.mark.parametrize("v", [0.3, 2.0])
@pytest.mark.parametrize("name", ["jv", "yv", "iv", "kv", "ive", "kve", "struve"])
@pytest.mark.slow
def test_second_derivatives(name, v):
    exact = next(found for case, found, _ in CASES if case == name)
    function, args = getattr(scipy.special, name), (v, 2.5)
    got = ft.hessian(lambda a: function(a[0], a[1]))(np.array(args))
    orders = (2, 0), (1, 1), (1, 1), (0, 2)
    expected = [exact_partial(exact, args, order) for order in orders]
    np.testing.assert_allclose(got.ravel(), expected, rtol=1e-9, atol=1e-10)


AT_ZERO = [
    (lambda x: scipy.special.jv(1, x), 0.5),
    (lambda x: scipy.special.jv(0, x), 0.0),
    (lambda x: scipy.special.iv(1, x), 0.5),
    (lambda x: scipy.special.ive(1, x), 0.5),
    (lambda x: scipy.special.ive(0, x), 0.0),
    (lambda x: scipy.special.i0e(x), 0.0),
    (lambda x: scipy.special.i1e(x), 0.5),
    (lambda x: scipy.special.struve(0, x), 2 / np.pi),
    (lambda x: scipy.special.it2struve0(x), -2 / np.pi),
    (lambda x: scipy.special.it2i0k0(x)[0], 0.0),
    (lambda x: scipy.special.it2j0y0(x)[0], 0.0),
    (lambda x: scipy.special.beip(x), 0.5),
    (lambda x: scipy.special.airy(x)[1], 0.0),
    (lambda x: special.spherical_jn(1, x), 1 / 3),
    (lambda x: special.spherical_jn(2, x, derivative=True), 2 / 15),
    (lambda x: special.riccati_jn(0, x)[0][0], 1.0),
]


@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
@pytest.mark.parametrize(("function", "expected"), AT_ZERO)
def test_at_zero(function, expected):
    np.testing.assert_allclose(ft.grad(function)(0.0), expected, rtol=1e-14)


@pytest.mark.parametrize("name", ["jve", "yve", "ive"])
@pytest.mark.parametrize("z", [0.7 + 1.2j, -0.4 - 2.0j])
def test_scales_that_are_not_holomorphic(name, z):
    """Along the real and the imaginary direction, by differences."""
    function = getattr(scipy.special, name)
    for direction in (1.0, 1j):
        step = 1e-5 * direction
        slope = (function(0.7, z + step) - function(0.7, z - step)) / 2e-5
        dot = ft.jvp(lambda z: function(0.7, z), (z,), (complex(direction),))[1]
        np.testing.assert_allclose(dot, slope, rtol=1e-8)


def test_integer_orders_have_no_derivative_and_take_every_integer_type():
    for order in (2, np.int64(2), np.uint8(2)):
        assert ft.grad(lambda x, n=order: scipy.special.kn(n, x))(1.0) < 0
        assert ft.grad(lambda x, n=order: scipy.special.eval_legendre(n, x))(0.0) == 0
    for order in (0, np.uint8(0)):
        assert ft.grad(lambda x, n=order: scipy.special.eval_legendre(n, x))(0.3) == 0
        assert ft.grad(lambda x, n=order: scipy.special.jv(n, x))(1.0) < 0


def test_float32_stays_float32():
    x = np.array([0.5, 2.0, 200.0], np.float32)
    for name in ("j1", "i0e", "k1e", "jv", "kve"):
        function = getattr(scipy.special, name)
        call = function if function.nin == 1 else lambda x, f=function: f(1.5, x)
        slope = ft.elementwise_grad(call)(x)
        assert slope.dtype == np.float32
        exact = ft.elementwise_grad(call)(x.astype(float))
        np.testing.assert_allclose(slope, exact, rtol=1e-4, atol=1e-7)


def test_dtypes_of_float32_are_those_of_scipy():
    x = np.float32([0.4, 1.3])
    for function in (
        lambda m, x: m.spherical_jn(2, x),
        lambda m, x: m.spherical_kn(2, x),
        lambda m, x: m.jvp(2, x, 0),
        lambda m, x: m.jvp(2, x),
        lambda m, x: m.multigammaln(x + 2, 2),
    ):
        expected = function(scipy.special, x)
        traced, _ = ft.vjp(lambda x, f=function: f(special, x), x)
        assert traced.dtype == expected.dtype
        np.testing.assert_allclose(traced, expected, rtol=1e-6)
