"""Interpolation."""

from __future__ import annotations

import numpy as np

from tests.calls._base import ScipyCall, arrays

Y, D = arrays((6, 2), (6, 2), seed=31)
X = np.array([0.0, 0.7, 1.1, 2.4, 3.0, 4.5])
Q = np.array([[0.31, 0.97, 2.03], [2.69, 4.01, 4.43]])
BEYOND = np.array([-0.53, 0.31, 2.03, 4.21, 5.62])
A, B = np.float64(0.4), np.float64(3.2)
C = arrays((3, 5, 2), seed=32)[0]
CLOSED = np.sin(np.linspace(0, 2 * np.pi, 6))
CLOSED[-1] = CLOSED[0]
SLOPES = arrays((2, 2), seed=33)[0]
UP_AND_DOWN = np.array([0.0, 1.0, 3.0, 2.5, 2.0, 4.0])
CUBICS = ("CubicSpline", "PchipInterpolator", "Akima1DInterpolator")
POLYNOMIALS = ("BarycentricInterpolator", "KroghInterpolator")

SPLINES = [
    *(
        ScipyCall(
            lambda sp, x, y, q, bc=bc: sp.interpolate.CubicSpline(x, y, bc_type=bc)(q),
            (X[:n], Y[:n], Q),
        )
        for bc, n in (
            ("not-a-knot", 6),
            ("not-a-knot", 4),
            ("not-a-knot", 3),
            ("not-a-knot", 2),
            ("natural", 5),
            ("clamped", 5),
            ("clamped", 2),
            (("natural", "not-a-knot"), 5),
            (("not-a-knot", (1, [1.0, 2.0])), 3),
            (((2, [1.0, 2.0]), "clamped"), 3),
        )
    ),
    *(
        ScipyCall(
            lambda sp, x, q, n=n: sp.interpolate.CubicSpline(
                x, [*CLOSED[: n - 1], CLOSED[0]], bc_type="periodic"
            )(q),
            (X[:n], BEYOND),
        )
        for n in (6, 4, 3, 2)
    ),
    ScipyCall(
        lambda sp, y, s, q: sp.interpolate.CubicSpline(
            X, y, bc_type=((1, s[0]), (2, s[1]))
        )(q),
        (Y, SLOPES, Q),
    ),
    *(
        ScipyCall(
            lambda sp, x, y, q, f=name: getattr(sp.interpolate, f)(x, y)(q), (X, Y, Q)
        )
        for name in CUBICS
    ),
    *(
        ScipyCall(
            lambda sp, x, y, q, f=name, n=n: getattr(sp.interpolate, f)(
                x[:n], y.T[:, :n], axis=1
            )(q[0, :1]),
            (X, Y, Q),
        )
        for name in CUBICS
        for n in (3, 2)
    ),
    *(
        ScipyCall(
            lambda sp, y, q, e=extrapolate: sp.interpolate.PchipInterpolator(
                X, y, extrapolate=e
            )(q),
            (Y, BEYOND),
        )
        for extrapolate in (True, "periodic")
    ),
    ScipyCall(
        lambda sp, y, q: sp.interpolate.PchipInterpolator(X, UP_AND_DOWN * y[0, 0])(q),
        (Y, Q),
    ),
    ScipyCall(
        lambda sp, x, y, q: sp.interpolate.Akima1DInterpolator(x, y, method="makima")(
            q
        ),
        (X, Y, Q),
    ),
    ScipyCall(
        lambda sp, x, y, d, q: sp.interpolate.CubicHermiteSpline(x, y, d)(q),
        (X, Y, D, Q),
    ),
    ScipyCall(
        lambda sp, q: sp.interpolate.CubicSpline(X, Y)(q, extrapolate=True), (Q,)
    ),
    ScipyCall(lambda sp, x, y: sp.interpolate.CubicSpline(x, y).c, (X, Y)),
    ScipyCall(
        lambda sp, y, q: sp.interpolate.pchip_interpolate(X, y, q, der=1), (Y, Q)
    ),
    ScipyCall(
        lambda sp, y, q: sp.interpolate.pchip_interpolate(X, y, q, der=[0, 2]), (Y, Q)
    ),
]

PIECES = [
    *(
        ScipyCall(
            lambda sp, c, x, q, nu=nu: sp.interpolate.PPoly(c, x)(q, nu), (C, X, BEYOND)
        )
        for nu in (0, 1, 2, 3)
    ),
    ScipyCall(lambda sp, c, q: sp.interpolate.PPoly(c, -X)(-q), (C, Q)),
    ScipyCall(
        lambda sp, c, q: sp.interpolate.PPoly(c, X, extrapolate="periodic")(q),
        (C, BEYOND),
    ),
    ScipyCall(
        lambda sp, c, q: sp.interpolate.PPoly(c[:, :3], X[:3], axis=1)(q), (C[:, :3], Q)
    ),
    ScipyCall(
        lambda sp, c, x, q: sp.interpolate.PPoly(c, x).derivative(2)(q), (C, X, Q)
    ),
    ScipyCall(
        lambda sp, c, x, q: sp.interpolate.PPoly(c, x).antiderivative(2)(q), (C, X, Q)
    ),
    ScipyCall(lambda sp, c: sp.interpolate.PPoly(c + 1j * c[::-1], X)(Q), (C,)),
    *(
        ScipyCall(
            lambda sp, c, x, a, b, e=extrapolate: sp.interpolate.PPoly(
                c, x, extrapolate=e
            ).integrate(a, b),
            (C, X, a, b),
        )
        for extrapolate, a, b in ((True, A, B), (False, B, A), ("periodic", A, 4 * B))
    ),
    ScipyCall(
        lambda sp, c, q: sp.interpolate.PPoly.from_spline((KNOTS, c[0, :5, 0], 2))(q),
        (C, Q),
    ),
]

KNOTS = np.array([0.0, 0.0, 0.0, 1.5, 2.5, 4.5, 4.5, 4.5])

B_SPLINES = [
    *(
        ScipyCall(
            lambda sp, t, c, q, k=k, nu=nu: sp.interpolate.BSpline(t, c, k)(q, nu),
            (X, Y[: 5 - k], Q),
        )
        for k, nu in ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2))
    ),
    ScipyCall(lambda sp, c, q: sp.interpolate.BSpline(KNOTS, c, 2)(q), (Y[:5], BEYOND)),
    ScipyCall(
        lambda sp, c, q: sp.interpolate.BSpline(KNOTS, c, 2, extrapolate="periodic")(q),
        (Y[:5], BEYOND),
    ),
    ScipyCall(
        lambda sp, c, q: sp.interpolate.BSpline(KNOTS, c.T, 2, axis=1)(q), (Y[:5], Q)
    ),
    ScipyCall(
        lambda sp, t, c, q: sp.interpolate.BSpline(t, c, 2).derivative()(q),
        (X, Y[:3], Q),
    ),
    ScipyCall(
        lambda sp, t, c, q: sp.interpolate.BSpline(t, c, 1).antiderivative(2)(q),
        (X, Y[:4], Q),
    ),
    *(
        ScipyCall(
            lambda sp, c, a, b, e=e: sp.interpolate.BSpline(
                KNOTS, c, 2, extrapolate=e
            ).integrate(a, b),
            (Y[:5], a, b),
        )
        for e, a, b in ((True, A, B), (False, A, 5 * B), ("periodic", A, 4 * B))
    ),
    ScipyCall(lambda sp, t, q: sp.interpolate.BSpline.basis_element(t)(q), (X, Q)),
    *(
        ScipyCall(
            lambda sp, x, y, q, k=k, bc=bc: sp.interpolate.make_interp_spline(
                x, y, k, bc_type=bc
            )(q),
            (X, Y, Q),
            tolerance=1e-6,
            reason="the differences between the splines of higher degrees are large",
        )
        for k, bc in (
            (1, None),
            (2, None),
            (3, None),
            (3, "natural"),
            (3, ([(2, [1.0, 2.0])], [(1, [0.0, 1.0])])),
            (4, ([(1, [1.0, 2.0]), (2, [1.0, 2.0])], [(1, [0.0, 1.0])])),
            (5, None),
        )
    ),
    ScipyCall(
        lambda sp, y, q: sp.interpolate.make_interp_spline(X, y, 0)(q),
        (Y, Q),
        order=1,
        reason="steps",
    ),
    *(
        ScipyCall(
            lambda sp, x, q, k=k: sp.interpolate.make_interp_spline(
                x, CLOSED, k, bc_type="periodic"
            )(q),
            (X, BEYOND),
        )
        for k in (2, 3)
    ),
    ScipyCall(
        lambda sp, x, y, t, q: sp.interpolate.make_interp_spline(
            x[:5] + 0.1, y[:5].T, 2, t, axis=1
        )(q),
        (X * 0.9, Y, KNOTS, Q),
        differentiable=False,
    ),
    *(
        ScipyCall(
            lambda sp, x, y, w, q, m=method: sp.interpolate.make_lsq_spline(
                x * 0.9 + 0.1, y, KNOTS, 2, w[:, 0] ** 2 + 1, method=m
            )(q),
            (X, Y, D, Q),
        )
        for method in ("qr", "norm-eq")
    ),
]

NEIGHBOURS = [
    *(
        ScipyCall(
            lambda sp, x, y, q, k=kind, e=e: sp.interpolate.interp1d(
                x, y, k, axis=0, bounds_error=False, fill_value=e
            )(q),
            (X[::-1], Y, BEYOND),
            tolerance=1e-6,
            reason="as of make_interp_spline",
        )
        for kind, e in (
            ("linear", 2.0),
            ("linear", "extrapolate"),
            ("nearest", (1.0, 2.0)),
            ("nearest-up", "extrapolate"),
            ("quadratic", "extrapolate"),
            ("cubic", 0.0),
        )
    ),
    *(
        ScipyCall(
            lambda sp, x, y, q, k=kind: sp.interpolate.interp1d(x, y.T, k)(q), (X, Y, Q)
        )
        for kind in ("linear", "previous", "next", "zero", "slinear", 2)
    ),
    ScipyCall(lambda sp, x, y, q: sp.interpolate.interp1d(x, y[:, 0])(q), (X, Y, Q)),
    ScipyCall(
        lambda sp, y, f, q: sp.interpolate.interp1d(
            X, y, axis=0, bounds_error=False, fill_value=(f, 2 * f)
        )(q),
        (Y, SLOPES[0], BEYOND),
    ),
    ScipyCall(lambda sp, y: sp.interpolate.interp1d(X, y, axis=0)(1), (Y,)),
]

POLYNOMIAL = [
    *(
        ScipyCall(
            lambda sp, y, q, f=name, o=operation: o(
                getattr(sp.interpolate, f)(X[:4], y.T[:, :4], axis=1), q
            ),
            (Y, Q),
        )
        for name in POLYNOMIALS
        for operation in (
            lambda p, q: p(q),
            lambda p, q: p.derivative(q, 2),
            lambda p, q: p.derivatives(q),
            lambda p, q: p.derivatives(q[0, 0], 6),
        )
    ),
    ScipyCall(
        lambda sp, x, y, q: sp.interpolate.BarycentricInterpolator(x, y)(q),
        (X[:4], Y[:4], Q),
        tolerance=1e-6,
        reason="the polynomial is large between the points",
    ),
    ScipyCall(
        lambda sp, x, y, q: sp.interpolate.KroghInterpolator(x, y)(q),
        (X[:4], Y[:4], Q),
        abstract=False,
        reason="which places are equal must be known",
    ),
    ScipyCall(
        lambda sp, y, q: sp.interpolate.KroghInterpolator([0, 0, 0, 1, 1, 2], y)(q),
        (Y, Q),
    ),
    ScipyCall(lambda sp, y, q: sp.interpolate.krogh_interpolate(X, y, q, 1), (Y, Q)),
    ScipyCall(
        lambda sp, y, q: sp.interpolate.barycentric_interpolate(X, y, q, der=[1, 2]),
        (Y, Q),
        tolerance=1e-6,
        reason="the polynomial is large between the points",
    ),
]

VALUES = arrays((4, 5, 2), seed=34)[0]
GRID = (np.array([0.0, 1.0, 1.5, 3.0]), np.array([5.0, 4.0, 2.5, 1.0, 0.0]))
PLACES = np.array([[0.3, 0.4], [1.2, 3.0], [2.9, 4.9]])
OUTER = np.array([[0.3, 0.4], [-1.0, 3.0], [2.0, 6.0]])

GRIDS = [
    *(
        ScipyCall(
            lambda sp, v, q, m=method: sp.interpolate.RegularGridInterpolator(
                GRID, v, m
            )(q),
            (VALUES, PLACES),
        )
        for method in ("linear", "nearest")
    ),
    *(
        ScipyCall(
            lambda sp, v, q, f=fill: sp.interpolate.RegularGridInterpolator(
                GRID, v, bounds_error=False, fill_value=f
            )(q),
            (VALUES, OUTER),
        )
        for fill in (None, 3.0)
    ),
    ScipyCall(
        lambda sp, x, v, q: sp.interpolate.RegularGridInterpolator((x,), v[:, 0])(q),
        (GRID[0], VALUES, PLACES[:, 0]),
    ),
    ScipyCall(
        lambda sp, v, q: sp.interpolate.interpn(GRID, v[..., 0], (q[:, 0], q[:, 1:])),
        (VALUES, PLACES),
    ),
    ScipyCall(lambda sp, v: sp.interpolate.interpn(GRID, v, [0.5, 0.5]), (VALUES,)),
]

PLACED, GIVEN, ASKED = arrays((7, 2), (7, 2), (3, 2), seed=35)

RADIAL = [
    *(
        ScipyCall(
            lambda sp, y, d, q, k=kernel: sp.interpolate.RBFInterpolator(
                y, d, smoothing=0.1, kernel=k, epsilon=0.8
            )(q),
            (PLACED, GIVEN, ASKED),
            tolerance=1e-6,
            reason="the system is not well conditioned",
        )
        for kernel in (
            "linear",
            "thin_plate_spline",
            "cubic",
            "quintic",
            "multiquadric",
            "inverse_multiquadric",
            "inverse_quadratic",
            "gaussian",
        )
    ),
    ScipyCall(
        lambda sp, d, q: sp.interpolate.RBFInterpolator(
            PLACED, d[:, 0], kernel="gaussian", epsilon=1, degree=-1
        )(q),
        (GIVEN, ASKED),
    ),
]

CALLS = [*SPLINES, *PIECES, *B_SPLINES, *NEIGHBOURS, *POLYNOMIAL, *GRIDS, *RADIAL]
