"""`numpy.piecewise` where it is not known which function is for which element."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import functrace as ft

piecewise: Any = np.piecewise
X = np.array([[-1.5, 0.0, 0.3], [2.0, -0.2, 5.0]])


def roots(x: Any) -> Any:
    """Of numbers below zero NaN, with an infinite derivative at zero."""
    return piecewise(x, [x > 0, x < -1], [np.sqrt, lambda v: v**2 + 1, -3])


def of_others(x: Any) -> Any:
    """With further arguments, and a traced number from outside."""
    top = np.max(x)
    return piecewise(
        x,
        [x < 0.1],
        [lambda v, a, *, b: a * v * top + b, lambda v, a, b: v / top],
        2.0,
        b=1,
    )


def choices(x: Any) -> Any:
    return piecewise(
        x, [x < 2], [lambda v: np.where(v > 0, np.log(np.abs(v) + 1), 7.0), np.square]
    )


FUNCTIONS = [roots, of_others, choices]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("x", [X, X[0], X[0, 0], X[1, 0], X[:0], X.T])
def test_values(function: Any, x: Any) -> None:
    if x.size or function is not of_others:
        fast: Any = ft.jit(function)
        expected, found = function(x), fast(x)
        np.testing.assert_allclose(found, expected, rtol=1e-15)
        assert np.asarray(found).dtype == np.asarray(expected).dtype


@pytest.mark.parametrize("function", FUNCTIONS)
def test_derivatives_are_those_of_known_conditions(function: Any) -> None:
    def total(x: Any) -> Any:
        return np.sum(function(x) ** 2)

    ways: list[Any] = [ft.grad(total), ft.jacfwd(function), ft.hessian(total)]
    for way in ways:
        fast: Any = ft.jit(way)
        np.testing.assert_allclose(fast(X), way(X), rtol=1e-13, atol=1e-15)
    batch = np.stack([X, X + 0.4])
    found = ft.vmap(ft.grad(total))(batch)
    np.testing.assert_allclose(found, list(map(ft.grad(total), batch)), rtol=1e-13)


def test_places_are_plain_and_parameters_are_traced() -> None:
    places = np.linspace(-2, 3, 12)

    def stress(p: Any) -> Any:
        stiff, limit, soft = p
        return piecewise(
            places,
            [places < -limit, places > limit],
            [
                lambda v: soft * (v + limit) - stiff * limit,
                lambda v: soft * (v - limit) + stiff * limit,
                lambda v: stiff * v,
            ],
        )

    p = np.array([2.0, 1.1, 0.3])
    expected = np.stack(
        [stress(p + d) - stress(p - d) for d in 1e-6 * np.eye(3)], axis=1
    )
    assert type(stress(p)) is np.ndarray
    for way in (ft.jacobian(stress), ft.jacfwd(stress)):
        np.testing.assert_allclose(way(p), expected / 2e-6, atol=1e-8)
        fast: Any = ft.jit(way)
        np.testing.assert_allclose(fast(p), expected / 2e-6, atol=1e-8)
    found = ft.vmap(stress)(np.stack([p, p + 0.2]))
    np.testing.assert_allclose(found, [stress(p), stress(p + 0.2)])


def test_traced_values_are_written_into_what_it_makes() -> None:
    def total(p: Any) -> Any:
        made = piecewise(X[0], [X[0] > 0], [3.0, 1.0])
        made[0] = p
        return np.sum(made**2)

    assert ft.grad(total)(2.0) == ft.jit(ft.grad(total))(2.0) == 4.0


def test_one_condition_needs_no_list() -> None:
    def function(x: Any) -> Any:
        return piecewise(x, x < 1, [np.exp, 0.0])

    np.testing.assert_allclose(ft.jit(function)(X[1]), function(X[1]), rtol=1e-15)
    np.testing.assert_allclose(
        ft.grad(lambda x: function(x).sum())(X[1])[1], np.exp(-0.2)
    )


def test_other_dtypes() -> None:
    for x in (np.arange(-3, 3), X.astype(np.float32), X + 1j * X):

        def function(x: Any) -> Any:
            return piecewise(x, [x.real < 0], [lambda v: v * 3, lambda v: v + 2])

        expected, found = function(x), ft.jit(function)(x)
        np.testing.assert_allclose(found, expected, rtol=1e-6)
        assert found.dtype == expected.dtype


def test_wrong_numbers_of_functions() -> None:
    for count in (1, 4):
        with pytest.raises(ValueError, match="functions are expected"):
            ft.jit(lambda x: piecewise(x, [x > 0, x < -1], [1.0] * count))(X)  # noqa: B023


@pytest.mark.parametrize(
    "function",
    [
        lambda v: v - np.mean(v),
        lambda v: v[::-1],
        lambda v: np.cumsum(v),
        lambda v: v * np.arange(v.size),
        lambda v: np.sort(v) + 1,
        lambda v: v.sum(),
        lambda v: np.ones(v.size),
    ],
)
def test_functions_of_all_elements_are_refused(function: Any) -> None:
    with pytest.raises(ft.ConcretizationError, match="each element alone"):
        ft.jit(lambda x: piecewise(x, [x > 0], [function, 0.0]))(X[0])
