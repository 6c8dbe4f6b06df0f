"""Arithmetic and elementary functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.primitives._make import POSITIVE, REAL, elementwise, linear, nondifferentiable

add = elementwise("add", np.add, partials=(1, 1), domain=(REAL, REAL))
subtract = elementwise("subtract", np.subtract, partials=(1, -1), domain=(REAL, REAL))
multiply = elementwise(
    "multiply", np.multiply, partials=(lambda y: y, lambda x: x), domain=(REAL, REAL)
)
negative = elementwise("negative", np.negative, partials=(-1,), domain=(REAL,))
sin = elementwise("sin", np.sin, partials=(lambda x: np.cos(x),), domain=(REAL,))
cos = elementwise("cos", np.cos, partials=(lambda x: -np.sin(x),), domain=(REAL,))
exp = elementwise("exp", np.exp, partials=(lambda out: out,), domain=(REAL,))
log = elementwise("log", np.log, partials=(lambda x: 1 / x,), domain=(POSITIVE,))
tanh = elementwise("tanh", np.tanh, partials=(lambda out: 1 - out * out,), domain=(REAL,))
true_divide = elementwise(
    "true_divide",
    np.true_divide,
    partials=(lambda y: 1 / y, lambda y, out: -out / y),
    domain=(REAL, POSITIVE),
)


def _power_dx(x: Any, y: Any) -> Any:
    if type(y) is int or type(y) is float:
        return x + x if y == 2 else y * x ** (y - 1 if y else 1)
    return y * x ** np.where(y == 0, 1, y - 1)


def _power_dy(x: Any, out: Any) -> Any:
    return out * np.log(np.where(x == 0, 1, x))


def _power(x: Any, y: Any) -> Any:
    """Leave the choice of a faster kernel (square, sqrt) to ndarray's operator."""
    return x**y if type(x) is np.ndarray else np.power(x, y)


power = elementwise(
    "power",
    _power,
    ufunc=np.power,
    partials=(_power_dx, _power_dy),
    domain=(POSITIVE, REAL),
)
