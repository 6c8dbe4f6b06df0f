"""Compiled functions called by ctypes, and by SciPy's C."""

from __future__ import annotations

import ctypes
import gc

import numpy as np
import pytest
from scipy import ndimage
from scipy.integrate import IntegrationWarning, dblquad, nquad, quad

import functrace as ft

X = np.linspace(0.2, 1.3, 6)
IMAGE = np.random.default_rng(0).normal(size=(12, 15))


def test_ctypes_looks_at_its_arguments():
    native = ft.native(lambda x, k: (x * k, x.sum()), X, 2.0)
    out, total = np.zeros(6), ctypes.c_double()
    assert native.ctypes(X, 3.0, out, total) == 0
    np.testing.assert_array_equal(out, X * 3)
    assert total.value == ft.jit(np.sum)(X)
    for wrong in (X[::2], X.astype(np.float32), np.zeros(5), X.tolist()):
        with pytest.raises(ctypes.ArgumentError):
            native.ctypes(wrong, 3.0, out, total)
    out.flags.writeable = False
    with pytest.raises(ctypes.ArgumentError):
        native.ctypes(X, 3.0, out, total)


def test_ctypes_raises():
    native = ft.native(np.linalg.inv, np.eye(3))
    with pytest.raises(ValueError, match="nothing is computed"):
        native.ctypes(np.ones((3, 3)), np.zeros((3, 3)))


def test_complex_numbers_are_arrays_without_axes():
    native = ft.native(lambda z: z * z, 1j)
    out = np.zeros((), complex)
    native.ctypes(np.array(2 + 1j), out)
    assert out == (2 + 1j) ** 2


def test_the_address_is_of_the_function_in_c():
    native = ft.native(lambda x: x + 1, 1.0)
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.c_void_p)
    out = ctypes.c_double()
    assert kind(native.address)(2.5, ctypes.addressof(out)) == 0
    assert out.value == 3.5
    assert repr(native) == "<native: int function(double x, double *out)>"


def test_quad():
    slope = ft.native(ft.grad(lambda x: np.exp(-x * x) * np.sin(3 * x)), 1.0)
    function = slope.low_level_callable("quad")
    del slope
    gc.collect()
    assert function.signature == "double (double)"
    np.testing.assert_allclose(quad(function, 0, 1)[0], np.exp(-1) * np.sin(3))


def test_quad_of_what_raises_is_nan():
    def partial(x):
        if x > 0.5:
            raise ValueError("too far")
        return x

    function = ft.native(partial, 0.0).low_level_callable("quad")
    with pytest.warns(IntegrationWarning):
        assert np.isnan(quad(function, 0, 1)[0])
    assert quad(function, 0, 0.5)[0] == pytest.approx(0.125)


@pytest.mark.parametrize(
    ("fun", "args"),
    [(lambda y, x: x * y * y, (1.0, 1.0)), (lambda v: v[1] * v[0] ** 2, (X[:2],))],
)
def test_nquad(fun, args):
    function = ft.native(fun, *args).low_level_callable("nquad")
    for found in (
        nquad(function, [(0, 2), (0, 1)])[0],
        dblquad(function, 0, 1, lambda x: 0, lambda x: 2)[0],
    ):
        np.testing.assert_allclose(found, 4 / 3)
    with pytest.warns(IntegrationWarning):  # of fewer numbers than it takes
        assert np.isnan(nquad(function, [(0, 1)])[0])


def test_filters():
    def middle(x):
        return np.sum(np.sort(x)[3:6])

    function = ft.native(middle, np.ones(9)).low_level_callable("generic_filter")
    found = ndimage.generic_filter(IMAGE, function, 3)
    np.testing.assert_array_equal(found, ndimage.generic_filter(IMAGE, middle, 3))
    with pytest.raises(RuntimeError):
        ndimage.generic_filter(IMAGE, function, 5)


def test_filters_along_lines():
    def second(x):
        return x[:-2] - 2 * x[1:-1] + x[2:]

    def written(x, out):
        out[:] = second(x)

    native = ft.native(second, np.ones(17))
    function = native.low_level_callable("generic_filter1d")
    found = ndimage.generic_filter1d(IMAGE, function, 3)
    np.testing.assert_array_equal(found, ndimage.generic_filter1d(IMAGE, written, 3))
    with pytest.raises(RuntimeError):
        ndimage.generic_filter1d(IMAGE, function, 3, axis=0)


def test_geometric_transforms():
    def moved(at):
        return np.array([at[0] - 0.5, at[1] * 0.9 + 0.25])

    native = ft.native(moved, np.zeros(2, np.int64))
    function = native.low_level_callable("geometric_transform")
    found = ndimage.geometric_transform(IMAGE, function)
    wanted = ndimage.geometric_transform(
        IMAGE, lambda at: (at[0] - 0.5, at[1] * 0.9 + 0.25)
    )
    np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("consumer", "fun", "args"),
    [
        ("quad", np.sum, (X,)),
        ("quad", lambda x: x, (np.float32(1),)),
        ("quad", lambda x: (x, x), (1.0,)),
        ("nquad", lambda x, k: x, (1.0, 2)),
        ("generic_filter", np.sum, (np.eye(3),)),
        ("generic_filter1d", np.sum, (X,)),
        ("geometric_transform", lambda x: x, (X,)),
    ],
)
def test_other_functions_are_refused(consumer, fun, args):
    with pytest.raises(TypeError, match=f"{consumer} calls other functions"):
        ft.native(fun, *args).low_level_callable(consumer)


def test_unknown_consumers_are_refused():
    with pytest.raises(ValueError, match="one of: quad, nquad"):
        ft.native(np.sin, 1.0).low_level_callable("odeint")
