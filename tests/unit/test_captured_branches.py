"""Plain Python branches on traced values: under jit as without."""

# ruff: noqa: SIM108 - as users write

from __future__ import annotations

import math

import numpy as np
import pytest

from tests._captured import AsWithoutJit, Cases

CASES = Cases()


@CASES.at(0.5, -0.5)
def is_true(x):
    found = False
    if x > 0:
        found = True
    return 2 * x if found is True else x


@CASES.at(0.5, -0.5)
def branch(x):
    if x > 0:
        y = np.sin(x)
    else:
        y = x**2
    return y * x


@CASES.at(0.5, -0.5)
def branch_without_else(x):
    y = 3.0 * x
    if x > 0:
        y = y * x
    return y


@CASES.at(-2.0, -0.5, 0.5, 2.0)
def elif_chain(x):
    if x < -1:
        y = x**2
    elif x < 0:
        y = 2 * x
    elif x < 1:
        y = np.exp(x)
    else:
        y = x
    return y * x


@CASES.at(-2.0, -0.5, 0.5, 2.0)
def nested(x):
    y = x
    if x > 0:
        z = y * 2
        if x > 1:
            y = z * x
        else:
            y = z - x**3
    elif not x > -1:
        y = -y * x
    return y


@CASES.at(-0.5, 0.5, 3.0, 7.0)
def early_return(x):
    if x < 0:
        return -(x**2)
    if x < 1:
        return x**3
    z = x if x < 5 else 2 * x
    return z * x + 1


@CASES.at(-0.5, 0.5, 1.5, 3.0)
def return_deep_inside(x):
    y = x**2
    if x > 0:
        if x > 1:
            y = y + 1
            if x > 2:
                return y * x
        y = y * 2
    return y - x


@CASES.at(0.5, -0.5)
def integer_gives_way_to_float(x):
    y = 1
    if x > 0:
        y = x * x
    return y * x


@CASES.at(0.5, -0.5)
def flag(x):
    positive = False
    if x > 0:
        positive = True
    return x**2 if positive else -x


@CASES.at(0.5, -0.5)
def several_values(x):
    if x > 0:
        a, (b, c) = x, (2 * x, 3.0)
    else:
        a, (b, c) = x**2, (x, 1.0)
    return a * b + c * x


@CASES.at(0.5, -0.5)
def tuple_value(x):
    pair = (x, x**2) if x > 0 else (2 * x, x)
    return pair[0] * pair[1]


@CASES.at(0.5, -0.5)
def dict_value(x):
    found = {"a": x, "b": [x, x**2]}
    if x > 0:
        found = {"a": x**2, "b": [x, 2 * x]}
    return found["a"] * found["b"][1]


@CASES.at(0.5, 1.5, -0.5)
def conditional_expressions(x):
    return (x**2 if x > 1 else x**3 if x > 0 else -x) * x


@CASES.at(0.5, 1.5, -0.5, 3.0)
def boolean_operators(x):
    y = 0.0
    if x > 0 and x < 1:
        y = x
    if x > 1 or x < 0:
        y = y + x**2
    if not (x > 2 or x < 0) and (x > 0.1 and not x > 1.2):
        y = y * 3
    return y


@CASES.at(0.5, 1.5, -0.5)
def short_circuit(x):
    if x > 0 and np.sqrt(x) < 1:
        return x**2
    return x if x < 0 or np.log(x) < 0.1 else 3 * x


@CASES.at(0.5, 1.5, -0.5)
def chained_comparison(x):
    if 0 < x < 1:
        return x**2
    return 2 * x if -1 < x <= 0 < x + 1 else x


@CASES.at(0.6, 2.0)
def values_of_boolean_operators(x):
    z = (x > 1 and 3.0) or 0.5 * x
    y = x - 0.5 or 0.3
    return z * y * x


@CASES.at(0.5, 2.0)
def membership(x):
    k = 1 if x > 1 else 2
    return x if k in (2, 3) else x**2


@CASES.at(0.5, 2.0)
def extremes(x):
    a = max(x, 1.0, x**2)
    b = min([x, 1.5])
    return a * b + max(0, x - 1) * x


@CASES.at(0.5, 2.0)
def any_and_all(x):
    parts = [x, 2 * x, 3 * x]
    y = x if any(p > 4 for p in parts) else x**2
    return y if all(p > 1 for p in parts) else y * 3


@CASES.at(0.7, 2.3)
def integers(x):
    k = int(x) + math.floor(2 * x)
    return x * k


@pytest.mark.share(6)
@CASES.each
class TestAsWithoutJit(AsWithoutJit): ...
