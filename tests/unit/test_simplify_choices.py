"""Simplification of choices and masks; the branch not taken gives no NaN."""

from __future__ import annotations

import numpy as np

import functrace as ft
from functrace.primitives import choice
from tests._simplify import (
    BOOLS,
    INTS,
    assert_rule,
    convert,
    each,
    graph_of,
    names_of,
    numbered,
    simplified,
    values_of,
    x,
    y,
)


def mask(condition, value, keep=True):
    return choice.mask(condition, value, keep=keep)


def rest(condition, value):
    return mask(condition, value, keep=False)


AND_NOT = "greater logical_not logical_and mask"
CHOICES = [
    (lambda x, y: np.where(True, x, y), (x, y), ""),
    (lambda x, y: np.where(np.zeros(16), x, y), (x, y), ""),
    (lambda x, y: np.where(np.array([False]), x, y), (x, INTS), None),
    (lambda x, y: np.where(x > 0, y, y), (x, y), ""),
    (lambda c, x, y: np.where(np.logical_not(c), x, y), (BOOLS, x, y), "where"),
    (lambda c, x: mask(c, x, keep=True), (BOOLS, x), "mask"),
    (lambda x: mask(np.array(True), x), (x,), ""),
    (lambda x: mask(np.array(False), x), (x,), ""),
    (lambda c: mask(c, np.zeros(16)), (BOOLS,), ""),
    (lambda c: mask(c, 2.0), (BOOLS,), "mask"),
    (lambda c, x: mask(np.logical_not(c), x), (BOOLS, x), "mask"),
    (lambda c, x: mask(c, mask(c, x)), (BOOLS, x), "mask"),
    (lambda c, x: mask(c, mask(c, x, keep=False)), (BOOLS, x), ""),
    (lambda c, x: mask(x > 0, mask(c, x)), (BOOLS, x), "greater logical_and mask"),
    (lambda c, x: mask(x > 0, rest(c, x), False), (BOOLS, x), "greater logical_or mask"),
    (lambda c, x: mask(c, rest(x > 0, x)), (BOOLS, x), AND_NOT),
    (lambda c, x, y: mask(c, np.where(c, x, y)), (BOOLS, x, y), "mask"),
    (lambda c, x: -mask(c, x), (BOOLS, x), "negative mask"),
    (lambda c, x: convert(mask(c, x), "f4"), (BOOLS, x), "convert mask"),
    (lambda c, x, y: mask(c, x) + mask(c, y), (BOOLS, x, y), "add mask"),
    (lambda c, x, y: mask(c, x) - mask(c, y), (BOOLS, x, y), "subtract mask"),
    (lambda c, x, y: mask(c, x) + mask(c, y, False), (BOOLS, x, y), "where"),
    (lambda c, x, y: mask(c, x, False) + mask(c, y), (BOOLS, x, y), "where"),
    (lambda c, x, y: mask(c, x) + mask(x > 0, y), (BOOLS, x, y), "mask greater mask add"),
    (lambda c, x: np.broadcast_to(mask(c, x), (4, 16)), (BOOLS, x), "broadcast_to mask"),
    (lambda c, x: mask(c, x).reshape(4, 4), (BOOLS, x), "reshape reshape mask"),
    (lambda c, x: mask(c, x)[3], (BOOLS, x), "mask getitem"),
]  # fmt: skip


@each(
    ("function", "avals", "expected"),
    numbered([c for c in CHOICES if c[2] is not None]),
)
def test_choices(function, avals, expected):
    assert_rule(function, avals, expected, zeros=True)


def test_sums_of_masks_with_a_condition_in_common():
    def function(a, b, x, y):
        return mask(b, mask(a, x)) + mask(b, mask(a, y), keep=False)

    graph = graph_of(function, BOOLS, BOOLS, x, y)
    simpler = simplified(graph)
    assert names_of(simpler)[-1] == "mask"
    values = values_of(BOOLS, BOOLS, x, y)
    values[0] = np.arange(16) % 3 > 0
    values[1] = np.arange(16) % 2 > 0
    np.testing.assert_array_equal(simpler.evaluate(values), graph.evaluate(values))


def total(function):
    return lambda x: np.sum(function(x))


def either_way(x):
    h = np.sqrt(x)
    return np.where(x > 0, np.where(h > 2, 2 * h, 3 * h), 0)


def in_single_precision(x):
    z = x.astype(np.float32)
    return np.where(z > 0, np.sqrt(z), np.float32(0))


GUARDED = {  # and what is taken where the argument is positive
    "root": (lambda x: np.where(x > 0, np.sqrt(x), 0), np.sqrt),
    "other": (lambda x: np.where(x <= 0, 0.0, np.sqrt(x) * x), lambda x: x**1.5),
    "sinc": (lambda x: np.where(x != 0, np.sin(x) / x, 1), lambda x: np.sin(x) / x),
    "logarithm": (lambda x: np.where(x > 0, np.log(x) * x, 0), lambda x: np.log(x) * x),
    "power": (
        lambda x: np.where(x > 0, x**0.5 * np.exp(-x), 0),
        lambda x: np.sqrt(x) * np.exp(-x),
    ),
    "quotient": (lambda x: np.where(x != 0, x**2 / x**3, 0), lambda x: 1 / x),
    "number": (
        lambda x: np.where(x[0] > 0, np.sqrt(np.sum(x**2)), 0),
        lambda x: np.sqrt(np.sum(x**2)),
    ),
    "number and vector": (lambda x: np.where(x[0] > 0, np.sqrt(x), 0.0), np.sqrt),
    "either way": (
        either_way,
        lambda x: np.sqrt(x) * np.where(x > 4, 2, 3),
    ),
    "nested": (
        lambda x: np.where(x >= 0, np.where(x > 0, 1 / x, 0), np.sqrt(-x)),
        lambda x: 1 / x,
    ),
    "product": (
        lambda x: np.where(x > 0, np.sqrt(x) * np.log(x), 0),
        lambda x: np.sqrt(x) * np.log(x),
    ),
    "difference": (lambda x: np.where(x > 0, 1 - np.sqrt(x), 0), lambda x: -np.sqrt(x)),
    "single": (in_single_precision, np.sqrt),
}


@each("name", GUARDED)
@each("order", [1, 2])
def test_the_branch_not_taken_gives_no_nan(name, order):
    guarded, taken = map(total, GUARDED[name])
    derivative = ft.grad if order == 1 else ft.hessian
    simpler = simplified(graph_of(derivative(guarded), ft.Aval(4)))
    regular = np.array([2.5, 1.5, 0.3, 6.0])
    with np.errstate(all="ignore"):
        found = simpler.evaluate([regular])[0]
        np.testing.assert_allclose(
            found, derivative(taken)(regular), rtol=1e-5, atol=1e-12
        )
        guarded_at = [np.array([0.0, 1.5, 0.0, 6.0]), np.zeros(4)]
        for values in guarded_at:
            assert np.isfinite(simpler.evaluate([values])).all()


def test_a_chain_of_choices_stays_linear():
    def function(x):
        for _ in range(300):
            x = np.where(x > 0, np.sqrt(x), x * 0.5)
        return np.sum(x)

    graph = graph_of(ft.grad(function), ft.Aval(3))
    simpler = simplified(graph)
    assert len(simpler) <= len(graph)
    with np.errstate(all="ignore"):
        found = simpler.evaluate([np.array([0.5, -2.0, 3.0])])[0]
    np.testing.assert_allclose(found * 2.0**300, [2, 1, 1 / 3], rtol=1e-9)


def test_a_chain_of_masks_is_one_mask():
    def function(x):
        for _ in range(100):
            x = np.where(x > 0, x * 1.5 - 0.1, 0)
        return np.sum(x)

    simpler = simplified(graph_of(ft.grad(function), ft.Aval(3)))
    assert names_of(simpler).count("mask") < 3
    assert len(simpler) < 700
