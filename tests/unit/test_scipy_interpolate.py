"""scipy.interpolate: breakpoints, ranges, errors, classes made outside a transform."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.interpolate as plain

import functrace as ft
from functrace.scipy import interpolate
from functrace.testing import check_grads

X = np.array([0.0, 0.7, 1.1, 2.4, 3.0, 4.5])
Y = np.random.default_rng(0).normal(size=6)

CURVES = [
    lambda m: m.CubicSpline(X, Y),
    lambda m: m.PchipInterpolator(X, Y),
    lambda m: m.Akima1DInterpolator(X, Y),
    lambda m: m.PPoly(np.arange(15.0).reshape(3, 5), X),
    lambda m: m.BSpline(X, Y[:3], 2),
    lambda m: m.make_interp_spline(X, Y),
    lambda m: m.make_interp_spline(X, Y, k=1),
]


@pytest.mark.parametrize("make", CURVES)
def test_derivative_at_a_breakpoint_is_that_of_scipys_piece(make):
    ours, theirs = make(interpolate), make(plain)
    slopes = ft.vmap(ft.grad(ours))(X)
    np.testing.assert_allclose(slopes, theirs(X, 1), rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(ours(X), theirs(X), rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("make", CURVES)
def test_made_outside_a_transform_it_is_differentiated(make):
    curve = make(interpolate)
    for wrap in (ft.grad, lambda f: ft.jit(ft.grad(f))):
        np.testing.assert_allclose(wrap(curve)(1.3), curve(1.3, 1), rtol=1e-11)
    np.testing.assert_allclose(
        ft.grad(lambda b: curve.integrate(0.2, b))(1.3), curve(1.3), rtol=1e-11
    )


@pytest.mark.parametrize("make", CURVES)
def test_out_of_range_as_scipy(make):
    ours, theirs = make(interpolate), make(plain)
    outside = np.array([-1.0, 1.0, 6.0, np.nan])
    for extrapolate in (None, True, False, "periodic"):
        np.testing.assert_allclose(
            ours(outside, extrapolate=extrapolate),
            theirs(outside, extrapolate=extrapolate),
            rtol=1e-9,
        )


def test_a_spline_is_smooth_through_its_construction():
    """The sum of all integrals over the pieces is the integral over their union."""

    def parts(y):
        spline = interpolate.CubicSpline(X, y)
        return sum(spline.integrate(a, b) for a, b in itertools.pairwise(X))

    def whole(y):
        return interpolate.CubicSpline(X, y).integrate(X[0], X[-1])

    np.testing.assert_allclose(ft.grad(parts)(Y), ft.grad(whole)(Y), rtol=1e-12)


def test_linear_interpolation_at_a_place():
    """SciPy evaluates the piece after a place, or before it where it extrapolates."""
    slopes = np.diff(Y) / np.diff(X)
    curve = interpolate.interp1d(X, Y)
    np.testing.assert_allclose(ft.vmap(ft.grad(curve))(X[:-1]), slopes)
    np.testing.assert_allclose(ft.grad(curve)(X[-1]), slopes[-1])
    curve = interpolate.interp1d(X, Y, fill_value="extrapolate")
    np.testing.assert_allclose(ft.vmap(ft.grad(curve))(X[1:]), slopes)


@pytest.mark.parametrize("kind", ["nearest", "nearest-up", "previous", "next"])
def test_steps_at_places_and_between_them(kind):
    middles = (X[1:] + X[:-1]) / 2
    points = np.concatenate([X, middles, [-1.0, 9.0]])
    for fill_value in (np.nan, "extrapolate", (1.0, 2.0)):
        options = {"kind": kind, "bounds_error": False, "fill_value": fill_value}
        expected = plain.interp1d(X, Y, **options)(points)
        np.testing.assert_array_equal(
            interpolate.interp1d(X, Y, **options)(points), expected
        )


@pytest.mark.parametrize("wrap", [ft.grad, lambda f: ft.jit(ft.grad(f))])
def test_points_out_of_range_are_an_error_when_they_are_known(wrap):
    curve = wrap(interpolate.interp1d(X, Y))
    assert np.isfinite(curve(1.0))
    with pytest.raises(ValueError, match="above the interpolation range"):
        curve(5.0)
    with pytest.raises(ValueError, match="below the interpolation range"):
        curve(-1.0)
    surface = wrap(lambda x: interpolate.interpn([X], Y, x)[0])
    with pytest.raises(ValueError, match="out of bounds in dimension 0"):
        surface(np.array([5.0]))


@pytest.mark.parametrize("wrap", [ft.grad, lambda f: ft.jit(ft.grad(f))])
def test_places_must_increase(wrap):
    slope = wrap(lambda x: interpolate.CubicSpline(x, Y)(1.0))
    assert np.isfinite(slope(X)).all()
    with pytest.raises(ValueError, match="strictly increasing"):
        slope(X[::-1])


def test_polynomials_are_smooth_at_their_places():
    x = np.arange(4.0)
    for make in (interpolate.BarycentricInterpolator, interpolate.KroghInterpolator):
        curve = make(x, x**3)
        np.testing.assert_allclose(ft.vmap(ft.grad(curve))(x), 3 * x**2, atol=1e-12)
        second = ft.vmap(ft.grad(ft.grad(curve)))(x)
        np.testing.assert_allclose(second, 6 * x, atol=1e-11)
        third = ft.vmap(ft.grad(ft.grad(ft.grad(curve))))(x)
        np.testing.assert_allclose(third, 6, atol=1e-10)
        np.testing.assert_array_equal(curve(x), x**3)


def test_polynomials_get_other_values_and_places():
    curve = interpolate.BarycentricInterpolator(X[:4])
    curve.set_yi(Y[:4])
    curve.add_xi(X[4:], Y[4:])
    np.testing.assert_allclose(curve(1.3), plain.barycentric_interpolate(X, Y, 1.3))
    with pytest.raises(ValueError, match="distinct"):
        interpolate.BarycentricInterpolator([0.0, 1.0, 1.0], Y[:3])


def test_pchip_where_secants_vanish_is_finite():
    flat = np.array([0.0, 0.0, 1.0, 1.0, 0.5, 0.5])

    def total(y):
        return np.sum(interpolate.PchipInterpolator(X, y)(np.linspace(0, 4.5, 9)))

    assert np.isfinite(ft.grad(total)(flat)).all()
    assert np.isfinite(ft.hessian(total)(flat)).all()

    def other(y):
        return np.sum(interpolate.Akima1DInterpolator(X, y)(np.linspace(0, 4.5, 9)))

    assert np.isfinite(ft.grad(other)(flat)).all()
    assert np.isfinite(ft.hessian(other)(np.zeros(6))).all()


@pytest.mark.parametrize("kernel", ["linear", "thin_plate_spline", "cubic", "gaussian"])
def test_radial_functions_at_the_places_are_finite(kernel):
    places = np.random.default_rng(1).normal(size=(7, 2))

    def total(x):
        curve = interpolate.RBFInterpolator(
            places, Y[0] + places, kernel=kernel, epsilon=1
        )
        return np.sum(curve(x))

    assert np.isfinite(ft.grad(total)(places)).all()
    assert np.isfinite(ft.hessian(total)(places)).all()


@pytest.mark.slow
def test_grid_splines_are_scipys():
    rng = np.random.default_rng(2)
    grid = (np.cumsum(rng.uniform(0.5, 1, 7)), np.cumsum(rng.uniform(0.5, 1, 8)))
    values = rng.normal(size=(7, 8))
    points = np.array([[2.0, 3.0], [1.4, 4.0], [1.0, 1.0]])
    for method in ("slinear", "cubic", "quintic"):
        options = {"method": method, "bounds_error": False, "fill_value": None}
        ours, theirs = (
            m.RegularGridInterpolator(grid, values, **options)
            for m in (interpolate, plain)
        )
        np.testing.assert_allclose(ours(points), theirs(points), rtol=1e-4)
        _, slope = ft.jvp(ours, (points,), (np.array([[1.0, 0.0]] * 3),))
        np.testing.assert_allclose(slope, ours(points, nu=(1, 0)), rtol=1e-10)
        check_grads(
            lambda v, p, o=options: interpolate.RegularGridInterpolator(grid, v, **o)(
                p
            ),
            (values, points),
        )


def test_what_is_not_traced_is_refused_or_scipys():
    grid = (np.arange(5.0), np.arange(5.0))
    values = np.random.default_rng(3).normal(size=(5, 5))
    ours, theirs = (
        m.RegularGridInterpolator(grid, values, "pchip") for m in (interpolate, plain)
    )
    np.testing.assert_allclose(ours([[1.5, 2.5]]), theirs([[1.5, 2.5]]))
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda x: ours(x)[0])(np.array([1.5, 2.5]))
    places = values[:, :2]
    local = interpolate.RBFInterpolator(places, places, neighbors=4)
    assert local(places).shape == (5, 2)
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda x: np.sum(local(x)))(places)
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda x: interpolate.splev(1.0, interpolate.splrep(X, Y * x)))(1.0)
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda y: np.sum(interpolate.CubicSpline(X, y).roots()))(Y)
    np.testing.assert_allclose(
        interpolate.CubicSpline(X, Y).roots(), plain.CubicSpline(X, Y).roots()
    )
    matrix = interpolate.BSpline.design_matrix([2.0], X, 2)
    assert matrix.shape == (1, 3)


@pytest.mark.share(1)
@pytest.mark.parametrize(
    "call",
    [
        lambda m, y: m.CubicSpline(X, y[:5]),
        lambda m, y: m.CubicSpline(X * 1j, y),
        lambda m, y: m.CubicSpline(X[:1], y[:1]),
        lambda m, y: m.CubicSpline(X[None], y),
        lambda m, y: m.CubicSpline(X, y * np.nan),
        lambda m, y: m.CubicSpline(X, y, bc_type="periodic"),
        lambda m, y: m.CubicSpline(X, y, bc_type="straight"),
        lambda m, y: m.CubicSpline(X, y, bc_type=("periodic", "clamped")),
        lambda m, y: m.CubicSpline(X, y, bc_type=((3, 0.0), "clamped")),
        lambda m, y: m.CubicSpline(X, y, bc_type=((1, [0.0]), "clamped")),
        lambda m, y: m.CubicSpline(X, y, bc_type=("clamped",)),
        lambda m, y: m.CubicSpline(X, y)(1.0, -1),
        lambda m, y: m.PchipInterpolator(X, y * 1j),
        lambda m, y: m.CubicHermiteSpline(X, y, y[:5]),
        lambda m, y: m.Akima1DInterpolator(X, y, method="other"),
        lambda m, y: m.PPoly(y, X),
        lambda m, y: m.PPoly(y[None], X),
        lambda m, y: m.PPoly(y[None, :5], X, axis=1),
        lambda m, y: m.PPoly(y[None, :2], [0.0, 2.0, 1.0]),
        lambda m, y: m.BSpline(X, y, -1),
        lambda m, y: m.BSpline(X, y, 3),
        lambda m, y: m.BSpline(X, y[:2], 2),
        lambda m, y: m.BSpline(X[::-1], y, 2),
        lambda m, y: m.BSpline(np.zeros(6), y, 2),
        lambda m, y: m.BSpline(X, y, 2).derivative(3),
        lambda m, y: m.make_interp_spline(X, y[:5]),
        lambda m, y: m.make_interp_spline(X[::-1], y),
        lambda m, y: m.make_interp_spline(X, y, k=-1),
        lambda m, y: m.make_interp_spline(X, y, k=1, bc_type="natural"),
        lambda m, y: m.make_interp_spline(X, y, t=X),
        lambda m, y: m.make_interp_spline(X, y, bc_type="periodic"),
        lambda m, y: m.make_interp_spline(X, y, bc_type=(None, [(1, 0.0)])),
        lambda m, y: m.make_interp_spline(X, y, bc_type=([(5, 0.0)], [(1, 0.0)])),
        lambda m, y: m.make_lsq_spline(X, y, X, k=2),
        lambda m, y: m.make_lsq_spline(X, y, np.repeat(X[[0, -2]], 4)),
        lambda m, y: m.make_lsq_spline(X, y, np.repeat(X[[1, -1]], 4)),
        lambda m, y: m.make_lsq_spline(X, y, X[::-1], k=2),
        lambda m, y: m.make_lsq_spline(X, y, X, w=np.ones(3)),
        lambda m, y: m.make_lsq_spline(X, y, X, method="other"),
        lambda m, y: m.interp1d(X, y[:5]),
        lambda m, y: m.interp1d(X, y, "other"),
        lambda m, y: m.interp1d(X[None], y),
        lambda m, y: m.interp1d(X[:3], y[:3], "cubic"),
        lambda m, y: m.interp1d(X, y, bounds_error=True, fill_value="extrapolate"),
        lambda m, y: m.interp1d(X, y, fill_value=np.ones(2)),
        lambda m, y: m.BarycentricInterpolator(X, y[:5]),
        lambda m, y: m.KroghInterpolator([0.0, 1.0, 0.0], y[:3]),
        lambda m, y: m.RegularGridInterpolator((X, X), y),
        lambda m, y: m.RegularGridInterpolator((X,), y[:5]),
        lambda m, y: m.RegularGridInterpolator((X[[0, 2, 1]],), y[:3]),
        lambda m, y: m.RegularGridInterpolator((X[None],), y[:1]),
        lambda m, y: m.RegularGridInterpolator((X,), y, "other"),
        lambda m, y: m.RegularGridInterpolator((X[:2],), y[:2], "cubic"),
        lambda m, y: m.RegularGridInterpolator((X,), y, fill_value=1j),
        lambda m, y: m.RegularGridInterpolator((X,), y, solver=1),
        lambda m, y: m.RegularGridInterpolator((X,), y)([[1.0, 2.0]]),
        lambda m, y: m.RegularGridInterpolator((X,), y)([1.0], nu=(1,)),
        lambda m, y: m.interpn((X,), y, [1.0], "other"),
        lambda m, y: m.RBFInterpolator(X, y),
        lambda m, y: m.RBFInterpolator(X[:, None], y[:5]),
        lambda m, y: m.RBFInterpolator(X[:, None], y, kernel="other"),
        lambda m, y: m.RBFInterpolator(X[:, None], y, kernel="gaussian"),
        lambda m, y: m.RBFInterpolator(X[:, None], y, degree=-2),
        lambda m, y: m.RBFInterpolator(X[:, None], y, degree=7),
        lambda m, y: m.RBFInterpolator(X[:, None], y, smoothing=np.ones(2)),
        lambda m, y: m.RBFInterpolator(X[:, None], y)(X),
        lambda m, y: m.RBFInterpolator(X[:, None], y)(X[None]),
    ],
)
def test_refuses_what_scipy_refuses(call):
    with pytest.raises((ValueError, NotImplementedError, TypeError)) as expected:
        call(plain, Y)
    with pytest.raises(expected.type):
        ft.jvp(lambda y: call(interpolate, y), (Y,), (Y,))


def test_degree_below_the_least_is_warned_of():
    with pytest.warns(UserWarning, match="should not be below"):
        interpolate.RBFInterpolator(X[:, None], Y, kernel="cubic", degree=0)
    many = np.linspace(-1, 1, 32)
    with pytest.warns(UserWarning, match="degrees provided"):
        interpolate.KroghInterpolator(many, many)


def test_shape_of_one_point_given_as_a_tuple():
    grid, values, point = (X, X), np.outer(Y, Y), (0.3, 2.0)
    for function in (
        lambda m, v: m.RegularGridInterpolator(grid, v)(point),
        lambda m, v: m.RegularGridInterpolator(grid, v)([0.3, 2.0, 1.0, 4.0]),
        lambda m, v: m.interpn(grid, v, point),
        lambda m, v: m.interpn(grid, v, [*point, *point]),
    ):
        expected = function(plain, values)
        traced, _ = ft.vjp(lambda v, f=function: f(interpolate, v), values)
        assert np.shape(traced) == np.shape(expected)
        np.testing.assert_allclose(traced, expected, rtol=1e-13)


def test_filled_interp1d_of_float32_stays_float32():
    y = Y.astype(np.float32)
    for kind in ("nearest", "previous", "linear", "cubic"):
        for fill in (np.nan, (0.0, 1.0)):
            options = {"kind": kind, "bounds_error": False, "fill_value": fill}
            expected = plain.interp1d(X, y, **options)([0.3, 5.0])
            traced, _ = ft.vjp(
                lambda y, o=options: interpolate.interp1d(X, y, **o)([0.3, 5.0]), y
            )
            assert traced.dtype == expected.dtype
            np.testing.assert_allclose(traced, expected, rtol=1e-5)
