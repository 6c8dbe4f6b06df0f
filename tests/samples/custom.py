"""Samples of calls of functions with rules of the user's."""

from __future__ import annotations

import numpy as np

import functrace as ft
from tests.samples._base import Sample, samples


def product(x, y):
    return {"product": np.sin(x) * y, "square": y**2}


def product_forward(x, y):
    return product(x, y), (np.cos(x), np.sin(x), y)


def product_backward(residuals, g):
    c, s, y = residuals
    return g["product"] * c * y, g["product"] * s + 2 * y * g["square"]


def product_rule(primals, tangents):
    (x, y), (dx, dy) = primals, tangents
    slope = {"product": np.cos(x) * y * dx + np.sin(x) * dy, "square": 2 * y * dy}
    return product(x, y), slope


REVERSE = ft.custom_vjp(product)
REVERSE.defvjp(product_forward, product_backward)

FORWARD = ft.custom_jvp(product)
FORWARD.defjvp(product_rule)

BOTH = ft.custom_vjp(product)
BOTH.defvjp(product_forward, product_backward)
BOTH.defjvp(product_rule)


def calls(function, rng):
    for shape in ((2, 3), ()):
        for unit in (1, 1 + 1j):
            x, y = np.asarray(rng.normal(size=(2, *shape)) * unit)
            call, operands = function._open((x, y))
            yield Sample(tuple(operands), {"call": call, "keep": False})


@samples("custom_vjp_call")
def _(rng):
    yield from calls(REVERSE, rng)


@samples("custom_jvp_call")
def _(rng):
    yield from calls(FORWARD, rng)


@samples("custom_call")
def _(rng):
    yield from calls(BOTH, rng)


def opaque(counts, x, y):
    x, y = np.asarray(x), np.asarray(y)
    return [counts * x + np.sum(y), np.cumsum(y) if y.ndim else 2 * y]


@samples("foreign")
def _(rng):
    for shape in ((3,), ()):
        for unit in (1, 1 + 1j):
            x, y = np.asarray(rng.normal(size=(2, *shape)) * unit)
            outs = (ft.Aval(shape, x.dtype),) * 2
            params = {"run": opaque, "outs": outs, "linear": 2, "where": "", "why": ""}
            counts = np.asarray(rng.integers(1, 5, shape))
            yield Sample(
                (counts, x, y), params, float32=False, reason="avals are fixed"
            )
