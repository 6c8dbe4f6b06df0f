"""Errors that NumPy and `warnings` raise if asked to: as without a transform, or refused."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import functrace as ft

X = np.array([0.0, 2.0])


def by_errstate(x):
    with np.errstate(divide="raise"):
        try:
            return 1 / x
        except FloatingPointError:
            return 3 * x


def by_seterr(x):
    before = np.seterr(all="raise")
    try:
        return np.log(x)
    except FloatingPointError:
        return 3 * x
    finally:
        np.seterr(**before)


def by_warnings(x):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return np.log(x)
        except RuntimeWarning:
            return 3 * x


def by_filter(x):
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "divide by zero", RuntimeWarning)
        try:
            return np.log(x)
        except RuntimeWarning:
            return 3 * x


each = pytest.mark.parametrize(
    "function", [by_errstate, by_seterr, by_warnings, by_filter]
)


@each
def test_are_caught_where_values_are_known(function):
    value, pull = ft.vjp(function, X)
    np.testing.assert_array_equal(value, 3 * X)
    np.testing.assert_array_equal(pull(np.ones(2))[0], [3, 3])
    np.testing.assert_allclose(ft.vjp(function, X[1:])[0], function(X[1:]))


@each
@pytest.mark.parametrize("transform", [ft.jit, ft.vmap])
def test_are_refused_where_they_are_not(function, transform):
    state, filters = np.geterr(), list(warnings.filters)
    with pytest.raises(ft.ConcretizationError, match="raise errors for some values"):
        transform(function)(X)
    assert np.geterr() == state
    assert list(warnings.filters) == filters


def test_other_states_are_numpys():
    def quiet(x):
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return np.log(x)

    with np.errstate(divide="ignore"):
        np.testing.assert_array_equal(ft.jit(quiet)(X), np.log(X))
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        np.log(X)
