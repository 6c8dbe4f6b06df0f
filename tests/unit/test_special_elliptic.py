"""Derivatives of elliptic, hypergeometric and polynomial functions against mpmath."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import scipy.special

import functrace as ft
from functrace.scipy import special


def wrapped(name, index=0):
    """One output of a ufunc."""
    function = getattr(scipy.special, name)
    return (lambda *args: function(*args)[index]) if function.nout > 1 else function


def jacobi(kind):
    return lambda u, m: mpmath.ellipfun(kind, u, m=m)


def laguerre(n, x):
    terms = (
        mpmath.binomial(n, k) * (-x) ** k / mpmath.factorial(k) for k in range(n + 1)
    )
    return sum(terms)


def weber(a, x):
    return mpmath.pcfv(-a - 0.5, x)


PARAMETERS = [(-3.0,), (0.0,), (1e-9,), (0.5,), (0.999,)]
ANGLES = [(p, m) for p in (-0.4, 0.0, 1.2, 1.5707963, 4.0) for m in (-2.0, 0.0, 0.6)]
ELLIPTIC = [(u, m) for u in (-1.0, 0.3, 3.0) for m in (0.1, 0.5, 0.95)]
SYMMETRIC = [(0.3, 1.2, 2.5), (1.0, 1.0, 1.0), (1.5, 0.7, 1.52), (1e-3, 0.7, 2e3)]
DEGREES = [(n, x) for n in (0, 1, 2, 7) for x in (-1.0, 0.3, 1.0)]

CASES = [
    (wrapped("ellipk"), mpmath.ellipk, PARAMETERS),
    (wrapped("ellipe"), mpmath.ellipe, PARAMETERS),
    (wrapped("ellipkm1"), lambda p: mpmath.ellipk(1 - p), [(1e-12,), (0.3,), (4.0,)]),
    (wrapped("ellipkinc"), mpmath.ellipf, [*ANGLES, (0.4, 1.0), (0.3, 5.0)]),
    (wrapped("ellipeinc"), mpmath.ellipe, [*ANGLES, (0.4, 1.0)]),
    (wrapped("ellipj", 0), jacobi("sn"), ELLIPTIC),
    (wrapped("ellipj", 1), jacobi("cn"), ELLIPTIC),
    (wrapped("ellipj", 2), jacobi("dn"), ELLIPTIC),
    (wrapped("elliprc"), mpmath.elliprc, [(0.3, 1.2), (1.0, 1.0), (2.0, -0.7)]),
    (wrapped("elliprf"), mpmath.elliprf, SYMMETRIC),
    (wrapped("elliprd"), mpmath.elliprd, SYMMETRIC),
    (wrapped("elliprg"), mpmath.elliprg, SYMMETRIC),
    (
        wrapped("elliprj"),
        mpmath.elliprj,
        [(*args, p) for args in SYMMETRIC for p in (0.4, 1.0, 1.5)],
    ),
    (
        wrapped("hyp1f1"),
        mpmath.hyp1f1,
        [(0.5, 1.5, 2.0), (-1.2, 0.7, -3.0), (2.0, 3.0, 0.0), (0.3, 4.5, 10.0)],
    ),
    (
        wrapped("hyp2f1"),
        mpmath.hyp2f1,
        [(0.5, 1.2, 2.3, 0.4), (0.5, 1.2, 2.3, -0.8), (1.5, 0.2, 0.9, 0.0)],
    ),
    (wrapped("hyperu"), mpmath.hyperu, [(0.5, 1.2, 2.0), (1.3, 0.4, 0.7)]),
    (
        wrapped("eval_gegenbauer"),
        mpmath.gegenbauer,
        [(2.3, 0.7, 0.4), (3.0, 1.2, -0.3)],
    ),
    (wrapped("eval_genlaguerre"), mpmath.laguerre, [(2.3, 0.7, 0.4), (3.0, 1.2, 5.0)]),
    (
        wrapped("eval_jacobi"),
        mpmath.jacobi,
        [(2.3, 0.7, 0.4, 0.2), (3.0, 1.2, 0.3, -0.4)],
    ),
    (wrapped("pbdv", 0), mpmath.pcfd, [(0.3, 1.2), (-2.6, 0.7), (3.0, -1.0)]),
    (wrapped("pbvv", 0), weber, [(0.3, 1.2), (-2.6, 0.7)]),
    (wrapped("pbwa", 0), mpmath.pcfw, [(0.3, 1.2), (-1.6, 0.7)]),
    (
        wrapped("airy", 1),
        lambda x: mpmath.airyai(x, derivative=1),
        [(-3.0,), (0.0,), (2.0,)],
    ),
]
FIRST = [
    pytest.param(function, exact, args, id=f"{exact.__name__}-{i}-{args}")
    for i, (function, exact, points) in enumerate(CASES)
    for args in points
]


def exact_partial(exact, args, orders):
    with mpmath.workdps(40):
        point = tuple(map(mpmath.mpf, args))
        if len(args) == 1:
            return float(mpmath.re(mpmath.diff(exact, point[0], orders[0])))
        return float(mpmath.re(mpmath.diff(exact, point, orders)))


@pytest.mark.parametrize(("function", "exact", "args"), FIRST)
def test_gradient(function, exact, args):
    count = len(args)
    units = [tuple(int(i == k) for i in range(count)) for k in range(count)]
    expected = [exact_partial(exact, args, unit) for unit in units]
    got = ft.grad(function, argnums=tuple(range(count)))(*args)
    np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-10)


SECOND = [
    ("elliprd", mpmath.elliprd, (0.3, 1.2, 2.5)),
    ("elliprd", mpmath.elliprd, (1.0, 1.0, 1.0)),
    ("elliprj", mpmath.elliprj, (0.3, 1.2, 1.4, 1.25)),
    ("ellipkinc", mpmath.ellipf, (1.2, 0.6)),
    ("ellipeinc", mpmath.ellipe, (4.0, 0.0)),
    ("hyp1f1", mpmath.hyp1f1, (0.5, 1.5, 2.0)),
    ("hyp2f1", mpmath.hyp2f1, (0.5, 1.2, 2.3, 0.4)),
    ("eval_jacobi", mpmath.jacobi, (2.3, 0.7, 0.4, 0.2)),
]


@pytest.mark.parametrize(("name", "exact", "args"), SECOND)
def test_second_derivatives(name, exact, args):
    function = getattr(scipy.special, name)
    got = ft.hessian(lambda a: function(*a))(np.array(args))
    units = np.eye(len(args), dtype=int)
    for i, j in np.ndindex(got.shape):
        expected = exact_partial(exact, args, tuple(map(int, units[i] + units[j])))
        np.testing.assert_allclose(got[i, j], expected, rtol=1e-7, atol=1e-8)


POLYNOMIALS = [
    ("chebyt", mpmath.chebyt),
    ("chebyu", mpmath.chebyu),
    ("legendre", mpmath.legendre),
    ("hermite", mpmath.hermite),
    ("laguerre", laguerre),
]


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize(("n", "x"), DEGREES)
@pytest.mark.parametrize(
    ("name", "exact"), POLYNOMIALS, ids=[n for n, _ in POLYNOMIALS]
)
def test_polynomials_at_the_ends_too(name, exact, n, x, order):
    function = getattr(scipy.special, f"eval_{name}")
    derivative = lambda x: function(n, x)  # noqa: E731 - replaced below
    for _ in range(order):
        derivative = ft.grad(derivative)
    with mpmath.workdps(40):
        expected = float(mpmath.diff(lambda t: exact(n, t), mpmath.mpf(x), order))
    np.testing.assert_allclose(derivative(x), expected, rtol=1e-12, atol=1e-11)


@pytest.mark.parametrize("x", [-1.0, 0.3, 1.0])
def test_third_derivative_of_legendre_p(x):
    function = lambda x: special.legendre_p(5, x)[0]  # noqa: E731
    third = ft.grad(ft.grad(ft.grad(function)))(x)
    expected = 945 / 2 * x * x - 105 / 2
    np.testing.assert_allclose(third, expected, rtol=1e-13)


@pytest.mark.parametrize("m", [-2, 0, 1, 3])
@pytest.mark.parametrize("theta", [0.0, 0.4, np.pi, -0.4])
def test_spherical_harmonics_agree_with_scipy(m, theta):
    """Its derivatives are between 0 and pi; beyond, functions are of the cosine."""
    function = lambda t, p: special.sph_harm_y(3, m, t, p)  # noqa: E731
    y, tangent = ft.jvp(function, (theta, 0.3), (1.0, 0.0))
    expected, slopes = scipy.special.sph_harm_y(3, m, abs(theta), 0.3, diff_n=1)
    np.testing.assert_allclose(y, expected, rtol=1e-13, atol=1e-15)
    sign = -1 if theta < 0 else 1
    np.testing.assert_allclose(tangent, sign * slopes[0], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(
    ("m", "slope", "curvature"), [(0, 6, 15), (2, -30, -90), (-2, -0.25, -0.75)]
)
def test_lpmv_at_the_end(m, slope, curvature):
    """Of degree 3, by polynomials."""
    function = lambda x: scipy.special.lpmv(m, 3, x)  # noqa: E731
    np.testing.assert_allclose(ft.grad(function)(1.0), slope, rtol=1e-14)
    np.testing.assert_allclose(ft.grad(ft.grad(function))(1.0), curvature, rtol=1e-14)


def test_ends_of_ranges():
    assert ft.grad(scipy.special.ellipe)(1.0) == -np.inf
    slope = ft.grad(lambda x: scipy.special.elliprg(x, 1.0, 2.0))(0.0)
    np.testing.assert_allclose(slope, scipy.special.elliprf(0, 1, 2) / 4)
