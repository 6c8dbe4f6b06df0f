"""Sums of what is masked nearly everywhere: the loops of one element of a row run."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft

EXTREMA = {"min": np.min, "max": np.max}


def cost(extremum):
    def function(centres, points):
        apart = points[:, None, :] - centres[None, :, :]
        return np.sum(extremum(np.sum(apart**2, axis=2), axis=1) ** 2)

    return function


def total(centres, points):
    apart = points[:, None, :] - centres[None, :, :]
    return np.sum(np.min(np.sum(apart**2, axis=2), axis=1))


def data(rng, points, centres, length, dtype="f8"):
    shapes = (centres, length), (points, length)
    return [rng.normal(size=shape).astype(dtype) for shape in shapes]


def has_branch(function, *args):
    lines = str(ft.jit(function).lower(*args).plan).splitlines()
    return any(line.strip().startswith("if ") for line in lines)


@pytest.mark.parametrize("name", EXTREMA)
@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize(
    "sizes", [(3, 4, 5), (7, 1, 6), (1, 9, 8), (40, 33, 17), (6, 5, 40), (9, 8, 1)]
)
def test_as_without_compiling(name, dtype, sizes, rng):
    args = data(rng, *sizes, dtype)
    function = ft.grad(cost(EXTREMA[name]), argnums=(0, 1))
    tolerance = 1e-4 if dtype == "f4" else 1e-12
    for found, wanted in zip(ft.jit(function)(*args), function(*args), strict=True):
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)


def test_ties_share(rng):
    centres, points = data(rng, 20, 4, 6)
    centres = np.concatenate([centres, centres])
    function = ft.grad(cost(np.min))
    assert has_branch(function, centres, points)
    found = ft.jit(function)(centres, points)
    np.testing.assert_allclose(found, function(centres, points), rtol=1e-12)
    np.testing.assert_array_equal(found[:4], found[4:])


def test_all_of_a_row_share_where_it_has_a_nan(rng):
    centres, points = data(rng, 20, 4, 6)
    points[3, 2] = np.nan
    function = ft.grad(cost(np.max))
    np.testing.assert_array_equal(
        np.isnan(ft.jit(function)(centres, points)),
        np.isnan(function(centres, points)),
    )


def test_what_a_branch_passes_by_does_not_matter(rng):
    centres, points = data(rng, 20, 9, 6)
    centres[1] = np.inf
    gradient = ft.jit(ft.grad(cost(np.min)))(centres, points)
    assert np.isfinite(gradient).all()
    assert (gradient[1] == 0).all()


def test_two_sums_of_one_mask_are_in_one_branch(rng):
    def direction(centres, points):
        slope = ft.grad(lambda given: total(given, points))
        return ft.jvp(slope, (centres,), (np.ones_like(centres),))

    args = data(rng, 30, 7, 9)
    assert has_branch(direction, *args)
    for found, wanted in zip(ft.jit(direction)(*args), direction(*args), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-11)


def test_no_branch_where_something_is_written_for_each_element(rng):
    def function(x, w):
        return ft.grad(lambda x: np.sum(np.max(x, axis=1) * w))(x)

    x = rng.normal(size=(30, 8))
    assert not has_branch(function, x, x[:, 0])
    np.testing.assert_array_equal(ft.jit(function)(x, x[:, 0]), function(x, x[:, 0]))


def test_threads_do_not_change_a_bit(rng):
    args = data(rng, 900, 70, 32)
    gradient = ft.jit(ft.grad(cost(np.min)))
    usual = ft.get_num_threads()
    found = []
    try:
        for threads in (1, 2, 3):
            ft.set_num_threads(threads)
            found.append(gradient(*args))
    finally:
        ft.set_num_threads(usual)
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[0], found[2])
