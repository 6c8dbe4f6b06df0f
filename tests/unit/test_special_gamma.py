"""Derivatives of special functions against mpmath, at edges and in tails."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest
import scipy.special as sc

import functrace as ft
from functrace.scipy import special

ROOT_PI = mp.sqrt(mp.pi)


def lower_gamma(a, x):
    return mp.gammainc(a, 0, x, regularized=True)


def upper_gamma(a, x):
    return mp.gammainc(a, x, mp.inf, regularized=True)


def lower_beta(a, b, x):
    return mp.betainc(a, b, 0, x, regularized=True)


def student(v, t):
    tail = lower_beta(v / 2, mp.mpf(1) / 2, v / (v + t * t)) / 2
    return tail if t < 0 else 1 - tail


def faddeeva(z):
    return mp.exp(-z * z) * mp.erfc(-1j * z)


def voigt(x, width, rate):
    scale = width * mp.sqrt(2)
    return mp.re(faddeeva(mp.mpc(x, rate) / scale)) / (scale * ROOT_PI)


def noncentral_chi2(x, v, c):
    weights = [mp.exp(-c / 2) * (c / 2) ** j / mp.factorial(j) for j in range(60)]
    return mp.fsum(w * lower_gamma(v / 2 + j, x / 2) for j, w in enumerate(weights))


def noncentral_f(m, n, c, x):
    weights = [mp.exp(-c / 2) * (c / 2) ** j / mp.factorial(j) for j in range(50)]
    place = m * x / (n + m * x)
    return mp.fsum(
        w * lower_beta(m / 2 + j, n / 2, place) for j, w in enumerate(weights)
    )


def kolmogorov(x):
    return mp.fsum(
        2 * (-1) ** (k - 1) * mp.exp(-2 * k * k * x * x) for k in range(1, 100)
    )


def smirnov(n, x):
    last = int(mp.floor(n * (1 - x)))
    return mp.fsum(
        mp.binomial(n, j) * x * (x + j / n) ** (j - 1) * (1 - x - j / n) ** (n - j)
        for j in range(last + 1)
    )


# Function, the same in mpmath, points; relative error of first derivatives.
FIRST = [
    (sc.erfcx, lambda x: mp.exp(x * x) * mp.erfc(x), [-8, 0, 5, 9.9, 10.1, 1e3], 2e-14),
    (
        sc.dawsn,
        lambda x: ROOT_PI / 2 * mp.exp(-x * x) * mp.erfi(x),
        [-20, -1e-5, 0.7, 9.9, 10.1],
        5e-14,
    ),
    (sc.log_ndtr, lambda x: mp.log(mp.ncdf(x)), [-38, -10, 0, 8], 2e-14),
    (
        sc.voigt_profile,
        voigt,
        [(0, 1, 2), (8, 1, 1e-8), (30, 0.5, 1e-8), (14, 0.1, 0.3), (1e3, 3, 0.3)],
        1e-10,
    ),
    (sc.exprel, lambda x: mp.expm1(x) / x, [-300, -3, 1e-9, 50], 1e-15),
    (sc.spence, lambda x: mp.polylog(2, 1 - x), [1e-8, 0.2, 0.999999, 1.3, 9], 1e-14),
    (sc.agm, mp.agm, [(1, 1), (1, 2), (1e-5, 3), (1e200, 1e190)], 1e-14),
    (
        sc.boxcox,
        lambda x, y: mp.powm1(x, y) / y,
        [(2, 0.5), (5, 1e-9), (1e-9, 0.2)],
        1e-14,
    ),
    (
        sc.inv_boxcox,
        lambda x, y: (1 + x * y) ** (1 / y),
        [(2, 0.5), (5, 1e-9), (-0.9, 0.7)],
        1e-14,
    ),
    (special.zeta, mp.zeta, [(1.0001, 0.5), (2, 1), (30, 2), (3, 1e4)], 1e-13),
    (special.zeta, mp.zeta, [1.0001, 2, 40, 0.5, 0, -3.5, -20.3], 1e-12),
    (sc.rgamma, mp.rgamma, [-3, -2.5, 0, 4.2, -20.7, 100], 1e-14),
    (sc.psi, mp.digamma, [-2.5, 0.5, 1.4616, 1e-9, 100], 1e-14),
    (sc.poch, mp.rf, [(3.2, 2.1), (1e6, 2), (-2.5, 2), (-3, 5.5)], 1e-12),
    (sc.binom, mp.binomial, [(5, 2), (1000, 500), (5, 6), (-2.5, 3)], 1e-11),
    (
        sc.betaln,
        lambda a, b: mp.log(mp.beta(a, b)),
        [(1, 2), (0.1, 30), (1e6, 1)],
        1e-14,
    ),
    (
        sc.gammainc,
        lower_gamma,
        [(1e-6, 0.1), (0.5, 1e-8), (15, 60), (300, 250), (1e4, 9900)],
        1e-11,
    ),
    (sc.gammaincc, upper_gamma, [(0.01, 10), (2.5, 60), (300, 350), (50, 3)], 5e-11),
    (sc.gdtr, lambda a, b, x: lower_gamma(b, a * x), [(3, 2, 0.5), (1, 0.1, 3)], 1e-11),
    (
        sc.betainc,
        lower_beta,
        [(0.01, 30, 0.1), (500, 400, 0.5), (3, 0.5, 1e-6), (1, 2, 0.999)],
        1e-11,
    ),
    (
        sc.fdtrc,
        lambda m, n, x: 1 - lower_beta(m / 2, n / 2, m * x / (n + m * x)),
        [(3, 4, 1.2), (1, 5, 1e4), (50, 70, 1.1)],
        1e-11,
    ),
    (sc.stdtr, student, [(3, 1.2), (3, -50), (0.5, 2), (100, 1)], 1e-11),
    (sc.chndtr, noncentral_chi2, [(2, 3, 1.5), (30, 20, 5), (1e-3, 2, 0.1)], 1e-10),
    (sc.ncfdtr, noncentral_f, [(2, 3, 1.5, 1.2), (20, 3, 1, 0.5)], 1e-10),
    (sc.kolmogorov, kolmogorov, [0.2, 0.5, 0.8, 0.85, 4], 1e-14),
]


def points(table):
    for function, exact, places, tolerance in table:
        for place in places:
            args = place if isinstance(place, tuple) else (place,)
            name = getattr(function, "__name__", "function")
            yield pytest.param(function, exact, args, tolerance, id=f"{name}{args}")


def exact_slope(exact, args, i, order=1):
    """By differences with so many digits that the error does not matter."""
    with mp.workdps(60):
        args = [mp.mpf(float(arg)) for arg in args]
        step = mp.mpf(10) ** -12 * (abs(args[i]) or 1)

        def along(k):
            return exact(*args[:i], args[i] + k * step, *args[i + 1 :])

        if order == 2:
            middle = along(0)
            near, far = along(1) + along(-1), along(2) + along(-2)
            return (16 * near - far - 30 * middle) / (12 * step * step)
        return (8 * (along(1) - along(-1)) - along(2) + along(-2)) / (12 * step)


@pytest.mark.parametrize(
    ("function", "exact", "args", "tolerance"), list(points(FIRST))
)
def test_first_derivatives(function, exact, args, tolerance):
    floats = tuple(map(float, args))
    for i in range(len(args)):
        slope = ft.grad(function, i)(*floats)
        expected = float(exact_slope(exact, args, i))
        np.testing.assert_allclose(slope, expected, rtol=tolerance, atol=1e-300)


SECOND = [
    (sc.gammainc, lower_gamma, [(2.5, 3), (0.3, 0.1), (50, 60)], 1e-9),
    (sc.betainc, lower_beta, [(2, 3, 0.4), (0.5, 0.5, 0.1), (40, 30, 0.5)], 1e-9),
    (sc.stdtr, student, [(3, 1.2), (10, -2)], 1e-9),
    (
        sc.voigt_profile,
        voigt,
        [(0.3, 1, 2), (8, 1, 0.1), (14, 0.1, 0.3)],
        1e-9,
    ),
    (sc.erfcx, lambda x: mp.exp(x * x) * mp.erfc(x), [-3, 2, 9.9, 30], 1e-10),
    (sc.exprel, lambda x: mp.expm1(x) / x, [-3, 1e-9, 5], 1e-14),
    (sc.spence, lambda x: mp.polylog(2, 1 - x), [0.2, 0.999999, 3], 1e-13),
    (special.zeta, mp.zeta, [(2, 1), (3.5, 0.2)], 1e-9),
    (sc.poch, mp.rf, [(3.2, 2.1), (20, 0.5)], 1e-11),
    (sc.kolmogorov, kolmogorov, [0.5, 1.5], 1e-12),
]


@pytest.mark.parametrize(
    ("function", "exact", "args", "tolerance"), list(points(SECOND))
)
def test_second_derivatives(function, exact, args, tolerance):
    floats = tuple(map(float, args))
    for i in range(len(args)):
        slope = ft.grad(ft.grad(function, i), i)(*floats)
        expected = float(exact_slope(exact, args, i, order=2))
        np.testing.assert_allclose(slope, expected, rtol=tolerance)


@pytest.mark.parametrize("x", [0.03, 0.2, 0.5, 0.97])
@pytest.mark.parametrize("n", [1, 7, 100])
def test_smirnov(n, x):
    for order in (1, 2):
        function = sc.smirnov if order == 1 else ft.grad(sc.smirnov, 1)
        expected = exact_slope(lambda y: smirnov(n, y), (x,), 0, order)
        slope = ft.grad(function, 1)(n, x)
        np.testing.assert_allclose(slope, float(expected), rtol=1e-11, atol=1e-30)


# -- ends of domains ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "args", "expected"),
    [
        (sc.gammainc, (1.0, 0.0), (0.0, 1.0)),
        (sc.gammainc, (2.0, 0.0), (0.0, 0.0)),
        (sc.gammainc, (0.5, 0.0), (0.0, np.inf)),
        (sc.gammainc, (2.0, np.inf), (0.0, 0.0)),
        (sc.gammaincc, (3.0, 1e4), (0.0, 0.0)),
        (sc.betainc, (2.0, 3.0, 0.0), (0.0, 0.0, 0.0)),
        (sc.betainc, (1.0, 3.0, 0.0), (0.0, 0.0, 3.0)),
        (sc.betainc, (2.0, 1.0, 1.0), (0.0, 0.0, 2.0)),
        (sc.xlogy, (0.0, 2.0), (np.log(2), 0.0)),
        (sc.pseudo_huber, (0.0, 0.0), (0.0, 0.0)),
        (sc.pseudo_huber, (0.0, 2.0), (2.0, 0.0)),
        (sc.huber, (1.0, 3.0), (2.0, 1.0)),
        (sc.kl_div, (2.0, 2.0), (0.0, 0.0)),
        (sc.boxcox, (0.0, 2.0), (0.0, 0.25)),
        (sc.agm, (2.0, 2.0), (0.5, 0.5)),
        (sc.fdtr, (2.0, 3.0, 0.0), (0.0, 0.0, 1.0)),
        (sc.chndtr, (0.0, 4.0, 1.0), (0.0, 0.0, 0.0)),
        (sc.stdtr, (3.0, 0.0), (0.0, 2 / np.pi / np.sqrt(3))),
        (sc.tklmbda, (3.0, 0.5), (0.0, 0.0)),
        (sc.kolmogorov, (0.0,), (0.0,)),
    ],
)
def test_edges(function, args, expected):
    for i, slope in enumerate(expected):
        found = ft.grad(function, i)(*args)
        np.testing.assert_allclose(found, slope, rtol=1e-14)


def test_second_derivatives_at_the_end_of_a_domain():
    second = ft.grad(ft.grad(sc.gammainc, 1), 1)
    assert [second(a, 0.0) for a in (1.0, 2.0, 3.0)] == pytest.approx([-1, 1, 0])
    second = ft.grad(ft.grad(sc.betainc, 2), 2)
    assert [second(a, 3.0, 0.0) for a in (1.0, 2.0)] == pytest.approx([-6, 12])


@pytest.mark.parametrize("name", ["gammaincinv", "betaincinv", "stdtrit", "bdtrik"])
def test_inverse_at_the_ends_does_not_depend_on_the_shape(name):
    args = {
        "gammaincinv": (2.0, 0.0),
        "betaincinv": (2.0, 3.0, 0.0),
        "stdtrit": (3.0, 0.5),
        "bdtrik": (0.5, 9.0, 0.3),
    }[name]
    slope = ft.grad(getattr(sc, name), 0)(*args)
    assert np.isfinite(slope)
    assert name == "bdtrik" or slope == 0


def test_fresnel_integrals_of_negative_numbers():
    """The derivative is right where SciPy's value is not."""
    for function, sign in ((sc.modfresnelp, 1j), (sc.modfresnelm, -1j)):
        _, (slope, _) = ft.jvp(function, (np.array(-1.5),), (np.array(1.0),))
        np.testing.assert_allclose(slope, -np.exp(sign * 2.25), rtol=1e-14)


def test_factorial_as_a_function_of_real_numbers():
    x = np.array([-1.5, 0.0, 2.5, np.nan])
    slope = ft.grad(lambda x: np.sum(special.factorial(x)))(x)
    expected = sc.gamma(x + 1) * sc.psi(x + 1)
    np.testing.assert_allclose(slope, [0, *expected[1:]], rtol=1e-14)
    with pytest.raises(ValueError, match="extend='complex'"):
        ft.grad(special.factorial2)(2.5)
    with pytest.raises(ValueError, match="exact=True"):
        ft.grad(lambda x: np.sum(special.factorial(x, exact=True)))(x)


def test_multigammaln_of_what_it_is_not_defined_for():
    with pytest.raises(ValueError, match="not met"):
        ft.grad(special.multigammaln)(0.4, 2)
    with pytest.raises(ValueError, match="positive integer"):
        ft.grad(special.multigammaln)(2.0, 1.5)


def test_counts_have_no_derivative():
    assert ft.grad(sc.pdtr)(2.0, 1.5) == 0
    assert ft.grad(sc.smirnov)(5.0, 0.5) == 0


def test_log_ndtr_has_all_derivatives_far_to_the_right():
    x = np.array([-50.0, -1.0, 0.0, 1.0, 8.0, 37.0, 40.0, 800.0, 1e200])
    slope = np.exp(-(x[:6] ** 2) / 2 - sc.log_ndtr(x[:6])) / np.sqrt(2 * np.pi)
    first = ft.elementwise_grad(sc.log_ndtr)
    np.testing.assert_allclose(first(x), [*slope, 0, 0, 0], rtol=1e-12, atol=1e-300)
    second = ft.elementwise_grad(first)(x)
    np.testing.assert_allclose(
        second[1:], [*(-slope * (x[:6] + slope))[1:], 0, 0, 0], rtol=1e-11, atol=1e-290
    )
    assert second[0] == pytest.approx(-1 + 1 / 2500, rel=1e-5)


def test_exprel_far_from_zero():
    x = np.array([-np.inf, -1e10, -800.0, 0.0, 800.0, 1e10, np.inf])
    slope = ft.elementwise_grad(sc.exprel)
    np.testing.assert_allclose(
        slope(x), [0, 1e-20, 800.0**-2, 0.5, np.inf, np.inf, np.inf], rtol=1e-14
    )
    curvature = ft.elementwise_grad(slope)(x)
    assert curvature[2] == pytest.approx(2 * 800.0**-3)


@pytest.mark.parametrize(
    ("function", "x"),
    [
        (sc.exprel, [-2e3, -751, -749, -3, -1e-9, 0, 2, 700]),
        (sc.spence, [0.2, 1, 1.3, 3]),
    ],
)
def test_derivatives_by_moments_are_native(function, x):
    x = np.array(x, float)
    slope = ft.elementwise_grad(function)
    for derivative in (slope, ft.elementwise_grad(slope)):
        compiled = ft.jit(derivative)
        np.testing.assert_allclose(compiled(x), derivative(x), rtol=1e-14)
        assert "all of it is native" in compiled.lower(x).explain()


def test_all_polynomials_of_float32():
    x = np.float32([0.2, 0.7])
    for function, arguments in (
        (special.legendre_p_all, (3, x)),
        (special.sph_legendre_p_all, (3, 2, x)),
        (special.sph_harm_y_all, (3, 2, x, x)),
    ):
        *degrees, _ = arguments
        plain = function(*arguments)
        traced, _ = ft.vjp(lambda x, f=function, d=degrees: f(*d, x), x)
        assert traced.dtype == plain.dtype
        np.testing.assert_allclose(traced, plain, rtol=1e-5, atol=1e-6)
    values, _ = ft.vjp(lambda x: special.sph_harm_y_all(2, 1, x, x, diff_n=1), x)
    assert {value.dtype for value in values} == {np.dtype(np.complex64)}


@pytest.mark.parametrize(("v", "share"), [(2.0, 0.5), (3.0, 0.0), (4.5, 0.0)])
def test_noncentral_chi_square_begins_with_its_density(v, share):
    slope = ft.grad(lambda x: special.chndtr(x, v, 1.5))(0.0)
    assert slope == pytest.approx(share * np.exp(-0.75), rel=1e-14)
