"""scipy.ndimage: errors, ties, kinks, what is SciPy's own."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.ndimage as plain

import functrace as ft
from functrace.scipy import ndimage
from tests._differences import differences

X = np.random.default_rng(0).normal(size=(6, 7))
CUBE = np.random.default_rng(1).normal(size=(3, 4, 5))
MODES = (
    "reflect",
    "constant",
    "nearest",
    "mirror",
    "wrap",
    "grid-wrap",
    "grid-mirror",
    "grid-constant",
)


def traced(function, *args):
    """The value that `function` gives of traced arguments."""
    return ft.jvp(function, args, args)[0]


@pytest.mark.parametrize("order", range(6))
@pytest.mark.parametrize("mode", MODES)
def test_coordinates_far_and_on_the_borders(mode, order):
    ends = np.array(
        [-14.0, -7.0, -6.5, -1.0, -0.5, 0.0, 5.0, 5.5, 6.0, 6.5, 12.0, 20.3]
    )
    places = np.stack(np.meshgrid(ends, ends + 0.25))
    for prefilter in (True, False):
        options = {"order": order, "mode": mode, "cval": 0.7, "prefilter": prefilter}
        np.testing.assert_allclose(
            traced(lambda x, o=options: ndimage.map_coordinates(x, places, **o), X),
            plain.map_coordinates(X, places, **options),
            rtol=1e-10,
            atol=1e-10,
        )


@pytest.mark.parametrize("mode", MODES)
def test_windows_larger_than_the_array(mode):
    weights = np.random.default_rng(2).normal(size=17)
    for call in (
        lambda n, x: n.correlate1d(x, weights, 0, mode=mode, cval=2.0, origin=3),
        lambda n, x: n.gaussian_filter(x, 3.0, mode=mode),
        lambda n, x: n.maximum_filter(x, (15, 1), mode=mode, cval=2.0),
        lambda n, x: n.median_filter(x, (1, 15), mode=mode, cval=2.0),
    ):
        np.testing.assert_allclose(
            traced(lambda x, c=call: c(ndimage, x), X), call(plain, X), rtol=1e-12
        )


def test_axes_in_any_order():
    footprint = np.array([[True, False], [True, True], [False, True]])
    weights = footprint * 1.5
    for call in (
        lambda n, x: n.correlate(x, weights, axes=(2, 0), origin=(0, 1)),
        lambda n, x: n.minimum_filter(x, footprint=footprint, axes=(2, 0)),
        lambda n, x: n.maximum_filter(x, size=(3, 2), axes=(2, 0)),
        lambda n, x: n.median_filter(x, size=(3, 2), axes=(2, 0)),
        lambda n, x: n.gaussian_filter(x, (0.5, 1.0), axes=(2, 0)),
        lambda n, x: n.uniform_filter(x, (2, 3), axes=(-1, 0)),
    ):
        np.testing.assert_allclose(
            traced(lambda x, c=call: c(ndimage, x), CUBE), call(plain, CUBE), rtol=1e-12
        )


def test_ties_share_the_derivative_of_an_extremum():
    slope = ft.grad(lambda x: ndimage.maximum_filter(x, 3)[1])(
        np.array([2.0, 2.0, 1.0])
    )
    np.testing.assert_allclose(slope, [0.5, 0.5, 0.0])
    slope = ft.grad(lambda x: ndimage.median_filter(x, 3)[1])(np.array([2.0, 2.0, 1.0]))
    np.testing.assert_allclose(slope.sum(), 1.0)
    assert np.count_nonzero(slope) == 1


@pytest.mark.parametrize("wrap", [ft.grad, ft.hessian, lambda f: ft.jit(ft.grad(f))])
def test_gradient_magnitude_of_zeros_has_derivatives_zero(wrap):
    def total(x):
        return np.sum(ndimage.gaussian_gradient_magnitude(x, 1.0))

    assert not wrap(total)(np.zeros((4, 4))).any()


def test_sigma_decides_on_the_radius():
    def total(s, radius):
        weights = np.arange(42.0).reshape(6, 7)
        return np.sum(weights * ndimage.gaussian_filter(X, s, radius=radius))

    np.testing.assert_allclose(ft.grad(total)(0.9, None), ft.grad(total)(0.9, 4))
    np.testing.assert_allclose(
        ft.jit(ft.grad(total), static_argnums=1)(0.9, 4), ft.grad(total)(0.9, 4)
    )
    with pytest.raises(ft.ConcretizationError):
        ft.jit(ft.grad(total), static_argnums=1)(0.9, None)


def test_writes_to_output():
    def total(x):
        out = np.zeros_like(x)
        ndimage.gaussian_filter(x, 1.0, output=out)
        return np.sum(out * X)

    expected = ft.grad(lambda x: np.sum(ndimage.gaussian_filter(x, 1.0) * X))(X)
    np.testing.assert_allclose(ft.grad(total)(X), expected)
    outside = np.zeros((6, 7))
    with pytest.raises(TypeError, match="drop its gradient"):
        ft.grad(lambda x: np.sum(ndimage.laplace(x, output=outside)))(X)


def test_grid_mode_of_zoom_suggests_a_mode():
    with pytest.warns(UserWarning, match="grid-constant"):
        ft.grad(lambda x: np.sum(ndimage.zoom(x, 2, grid_mode=True)))(X)
    with pytest.warns(UserWarning, match="ignoring size"):
        ft.grad(lambda x: np.sum(ndimage.median_filter(x, 3, [[1, 1]])))(X)


@pytest.mark.parametrize(
    "call",
    [
        lambda n, x: n.correlate(x, np.ones(3)),
        lambda n, x: n.correlate(x, np.ones((3, 3)), mode=["wrap", "wrap"]),
        lambda n, x: n.correlate(x, np.ones((3, 3)), mode="other"),
        lambda n, x: n.correlate(x, np.ones((3, 3)), origin=2),
        lambda n, x: n.correlate(x, np.ones((3, 3)), origin=(1, 1, 1)),
        lambda n, x: n.correlate1d(x, np.ones((3, 3))),
        lambda n, x: n.correlate1d(x, np.ones(3), axis=2),
        lambda n, x: n.gaussian_filter1d(x, 1.0, order=-1),
        lambda n, x: n.gaussian_filter1d(x, 1.0, radius=-1),
        lambda n, x: n.uniform_filter1d(x, 0),
        lambda n, x: n.uniform_filter1d(x, 3, origin=2),
        lambda n, x: n.minimum_filter1d(x, 0),
        lambda n, x: n.minimum_filter1d(x, 3, origin=2),
        lambda n, x: n.minimum_filter(x),
        lambda n, x: n.minimum_filter(x * 1j, 3),
        lambda n, x: n.minimum_filter(x, footprint=np.zeros((3, 3))),
        lambda n, x: n.minimum_filter(x, footprint=np.eye(3), mode=["wrap", "wrap"]),
        lambda n, x: n.minimum_filter(x, footprint=np.ones(3)),
        lambda n, x: n.rank_filter(x, 9, 3),
        lambda n, x: n.rank_filter(x, 1.5, 3),
        lambda n, x: n.median_filter(x),
        lambda n, x: n.percentile_filter(x, 101, 3),
        lambda n, x: n.spline_filter(x, 1),
        lambda n, x: n.spline_filter1d(x, 6),
        lambda n, x: n.map_coordinates(x, np.zeros((2, 3)), order=6),
        lambda n, x: n.map_coordinates(x, np.zeros((3, 3))),
        lambda n, x: n.map_coordinates(x, np.zeros(2)),
        lambda n, x: n.map_coordinates(x, np.zeros((2, 3)) * 1j),
        lambda n, x: n.map_coordinates(x, np.zeros((2, 3)), mode="other"),
        lambda n, x: n.shift(x, [1, 2, 3]),
        lambda n, x: n.affine_transform(x, np.ones((3, 2))),
        lambda n, x: n.affine_transform(x, np.ones((2, 2, 2))),
        lambda n, x: n.affine_transform(x, np.ones((2, 4))),
        lambda n, x: n.affine_transform(x, np.ones((3, 3))),
        lambda n, x: n.rotate(x[0], 1),
        lambda n, x: n.rotate(x, 1, axes=(0,)),
        lambda n, x: n.rotate(x, 1, axes=(0.5, 1)),
        lambda n, x: n.rotate(x, 1, axes=(0, 2)),
    ],
)
def test_refuses_what_scipy_refuses(call):
    with pytest.raises((ValueError, RuntimeError, TypeError)) as expected:
        call(plain, X)
    with pytest.raises(expected.type):
        traced(lambda x: call(ndimage, x), X)


def test_what_is_not_defined_is_scipys():
    assert ndimage.label(np.eye(3))[1] == 3
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda x: np.sum(ndimage.generic_filter(x, np.sum, 3)))(X)


# -- distances ---------------------------------------------------------------------------


@pytest.mark.parametrize("sampling", [None, 0.5, [0.3, 2.0]])
def test_distances_to_the_background(sampling):
    x = np.where(X > 0.8, 0.0, X)

    def f(x):
        return plain.distance_transform_edt(x, sampling) * x

    expected, nearest = plain.distance_transform_edt(x, sampling, return_indices=True)
    for way in (ft.jit, lambda f: lambda x: ft.vmap(f)(x[None])[0]):
        np.testing.assert_allclose(way(f)(x), expected * x, rtol=1e-14)
    for way in (ft.grad, lambda f: ft.jit(ft.grad(f))):
        slope = way(lambda x: np.sum(f(x)))(x)
        np.testing.assert_allclose(slope, expected, rtol=1e-14)

    @ft.jit
    def both(x):
        return plain.distance_transform_edt(x > 0, sampling, return_indices=True)

    for found, wanted in zip(
        both(x),
        plain.distance_transform_edt(x > 0, sampling, return_indices=True),
        strict=True,
    ):
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(found, wanted, rtol=1e-14)
    assert nearest.shape == (2, *x.shape)


def test_the_derivative_of_a_distance_for_its_scale():
    scale = np.array([0.3, 2.0])

    def f(scale):
        return np.sum(plain.distance_transform_edt(X < 0.8, scale) ** 1.5)

    expected = differences(f, scale)
    np.testing.assert_allclose(ft.grad(f)(scale), expected, rtol=1e-6)
    np.testing.assert_allclose(ft.jit(ft.grad(f))(scale), expected, rtol=1e-6)


def test_what_distances_are_refused():
    with pytest.raises(ft.MissingRuleError, match="distance_transform_edt"):
        ft.jit(lambda x: plain.distance_transform_edt(x, distances=np.zeros(X.shape)))(
            X
        )
    with pytest.raises(RuntimeError, match="at least one of"):
        ft.jit(lambda x: plain.distance_transform_edt(x, None, False, False))(X)
