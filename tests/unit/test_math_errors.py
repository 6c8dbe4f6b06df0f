"""Errors of Python's `math` for values that are not known: as without `jit`."""

from __future__ import annotations

import cmath
import math

import numpy as np
import pytest

import functrace as ft

FAILING = {
    "acos": (math.acos, 1.5),
    "acosh": (math.acosh, 0.5),
    "asin": (math.asin, -1.5),
    "atanh": (math.atanh, 1.0),
    "cmath.log": (lambda x: abs(cmath.log(x)), 0.0),
    "cosh": (math.cosh, 1e3),
    "exp": (math.exp, 1e3),
    "gamma": (math.gamma, -1.0),
    "lgamma": (math.lgamma, 0.0),
    "log": (math.log, 0.0),
    "log base": (lambda x: math.log(x, 3), -1.0),
    "log1p": (math.log1p, -1.0),
    "log2": (math.log2, -1.0),
    "power": (lambda x: math.pow(x, 0.5), -1.0),
    "sqrt": (math.sqrt, -1.0),
}
either = pytest.mark.parametrize(
    ("function", "bad"), FAILING.values(), ids=FAILING.keys()
)
quiet = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@quiet
@either
def test_raise_as_python_does(function, bad):
    def called(x):
        return function(x)

    compiled = ft.jit(called)
    for transformed in (compiled, ft.jit(ft.grad(called)), ft.grad(compiled)):
        with pytest.raises((ValueError, OverflowError)):
            transformed(bad)
    with pytest.raises((ValueError, OverflowError)):
        ft.vmap(called)(np.array([0.75, bad]))


@quiet
@either
def test_are_caught_as_pythons_are(function, bad):
    def caught(x):
        try:
            return x + function(x)
        except (ValueError, OverflowError):
            return 3.0 * x

    compiled, slope = ft.jit(caught), ft.jit(ft.grad(caught))
    for x in (bad, 1.25 if function is math.acosh else 0.75, math.nan, bad):
        np.testing.assert_allclose(compiled(x), caught(x))
        np.testing.assert_allclose(slope(x), ft.grad(caught)(x))
    assert slope(bad) == 3


@quiet
def test_only_where_they_are_called():
    def root(x):
        return math.sqrt(x) if x > 0 else -x

    x = np.linspace(-1, 1, 9)
    wanted = [root(float(v)) for v in x]
    assert ft.jit(lambda x: [root(v) for v in x])(x) == pytest.approx(wanted)
    np.testing.assert_allclose(ft.vmap(root)(x), wanted)


@quiet
def test_in_loops():
    def total(xs):
        s = 0.0
        for x in xs:
            try:
                s += math.exp(x)
            except OverflowError:
                s += x
        return s

    compiled = ft.jit(total)
    for last in (1.0, 1e3):
        xs = np.append(np.linspace(0, 1, 40), last)
        np.testing.assert_allclose(compiled(xs), total(xs))
