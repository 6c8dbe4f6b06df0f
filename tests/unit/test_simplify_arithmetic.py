"""Simplification of arithmetic: neutral elements, powers, repeated sums, complex parts."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.core.primitive import REGISTRY
from functrace.engine.simplify import simplify
from tests._simplify import (
    BOOLS,
    F64,
    INTS,
    MATRIX,
    SCALAR,
    SINGLE,
    SPECIAL,
    VECTOR,
    assert_rule,
    convert,
    each,
    graph_of,
    names_of,
    numbered,
    simplified,
    x,
    y,
)

ARITHMETIC = [
    (lambda x: x + -0.0, (x,), ""),
    (lambda x: x - 0, (x,), ""),
    (lambda x: x - np.zeros(16), (x,), ""),
    (lambda x, y: x + -y, (x, y), "subtract"),
    (lambda x, y: -x + y, (x, y), "subtract"),
    (lambda x, y: x - -y, (x, y), "add"),
    (lambda x: x * 1, (x,), ""),
    (lambda x: x * np.ones(16), (x,), ""),
    (lambda x: np.ones(16) * x, (x,), ""),
    (lambda x: x * np.float64(1), (INTS,), "convert"),
    (lambda x: x * np.ones((2, 1)), (ft.Aval(3),), "broadcast_to"),
    (lambda x: x / 1, (x,), ""),
    (lambda x: x / 1, (INTS,), "convert"),
    (lambda x: x * -1, (x,), "negative"),
    (lambda x: x / -1.0, (x,), "negative"),
    (lambda x: -1 * x, (INTS,), "negative"),
    (lambda x, y: -x * -y, (x, y), "multiply"),
    (lambda x: np.negative(-x), (x,), ""),
    (lambda x: +x, (x,), ""),
    (lambda x: x * 0, (x,), "multiply"),
    (lambda x: x / 4, (x,), "multiply"),
    (lambda x: x / 0.125, (SINGLE,), "multiply"),
    (lambda x: x / 3, (x,), "true_divide"),
    (lambda x: x / 0.0, (x,), "true_divide"),
    (lambda x: x / 2.0**1023, (x,), "true_divide"),
    (lambda x: np.square(x), (x,), "multiply"),
    (lambda x: x**2, (x,), "multiply"),
    (lambda x: x**1, (x,), ""),
    (lambda x: x**0, (x,), ""),
    (lambda x: x**-1.0, (x,), "reciprocal"),
    (lambda x: x**0.5, (x,), "sqrt"),
    (lambda x: x**3, (INTS,), "multiply multiply"),
    (lambda x: x**2.0, (INTS,), "convert multiply"),
    (lambda x: x**9, (x,), "power"),
    (lambda x: 2.0**x, (x,), "power"),
    (lambda x: np.real(np.conjugate(x)), (x,), ""),
    (lambda x: np.logical_not(np.logical_not(x)), (BOOLS,), ""),
    (lambda x: np.logical_not(np.logical_not(x)), (x,), "logical_not logical_not"),
]


@each(("function", "avals", "expected"), numbered(ARITHMETIC))
def test_arithmetic(function, avals, expected):
    assert_rule(function, avals, expected)


@each(
    ("function", "avals", "expected"),
    numbered(
        [
            (lambda x: x + 0, (x,), ""),
            (lambda x: 0.0 + x, (x,), ""),
            (lambda x: x + np.zeros(16), (x,), ""),
            (lambda x: x - -0.0, (x,), ""),
            (lambda x: x + np.zeros((1, 16)), (x,), "broadcast_to"),
            (lambda x: np.sum(x[None], axis=0), (x,), ""),
            (lambda x: np.sum(x, axis=()), (x,), ""),
        ]
    ),
)
def test_the_sign_of_a_zero_sum_may_change(function, avals, expected):
    assert_rule(function, avals, expected, zeros=True)


@each("n", [3, 4, 5, 6, 7, 8, -2, -3, -4])
def test_small_powers_are_products(n):
    graph = graph_of(lambda x: x**n, F64)
    simpler = simplified(graph)
    assert set(names_of(simpler)) <= {"multiply", "reciprocal"}
    rng = np.random.default_rng(0)
    values = np.exp(rng.uniform(-700, 700, 10000)) * rng.choice([-1, 1], 10000)
    values = np.concatenate([VECTOR, values, rng.normal(size=10000)])
    aval = ft.Aval(values.shape)
    simpler = simplified(graph_of(lambda x: x**n, aval))
    with np.errstate(all="ignore"):
        expected, found = values**n, simpler.evaluate([values])[0]
    normal = np.abs(expected) > 1e-300
    np.testing.assert_allclose(found[normal], expected[normal], rtol=4 * 2.0**-52)
    np.testing.assert_allclose(
        found[~normal], expected[~normal], atol=1e-315, rtol=1e-13
    )


def test_a_square_root_is_that_of_arrays():
    simpler = simplified(graph_of(lambda x: x**0.5, SCALAR))
    assert names_of(simpler) == ["sqrt"]
    for number in SPECIAL:
        array = np.array([number])
        with np.errstate(all="ignore"):
            np.testing.assert_array_equal(simpler.evaluate(array), array**0.5)


def test_integer_powers_that_numpy_refuses_stay():
    simpler = simplified(graph_of(lambda x: np.power(x, np.array(-1)), INTS))
    with pytest.raises(ValueError, match="negative integer powers"):
        simpler(np.arange(4))


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64])
@pytest.mark.parametrize("other", [np.uint8, np.int64, np.float64])
@pytest.mark.parametrize(
    "function",
    [
        lambda a, b: a + -b,
        lambda a, b: -b + a,
        lambda a, b: a - -b,
        lambda a, b: -a * -b,
        lambda a, b: -b * a,
        lambda a, b: a / -b,
    ],
)
def test_opposites_of_integers_wrap_around(function, dtype, other):
    info = np.iinfo(dtype)
    a, b = np.array([3, 0, 5]).astype(other), np.array([info.min, 1, info.max], dtype)
    with np.errstate(all="ignore"):
        expected = function(a, b)
    found = ft.jit(function)(a, b)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


def test_complex_products_by_one_stay():
    """Infinities times the zero imaginary part of 1 give NaN."""
    aval = ft.Aval(3, complex)
    assert names_of(simplified(graph_of(lambda z: z * 1, aval))) == ["multiply"]
    assert names_of(simplified(graph_of(lambda z: z / 2, aval))) == ["true_divide"]


def test_two_numbers_that_numpy_promotes_stay_promoted():
    for function in (lambda x: x * np.float64(1), lambda x: x + np.zeros(16)):
        simpler = simplified(graph_of(function, SINGLE))
        assert names_of(simpler) == ["convert"]
        assert simpler.out_avals == (F64,)


# -- sums of repeated values, complex numbers ------------------------------------------


def repeated(shape, axis, *, keepdims=False):
    return lambda x: np.sum(np.broadcast_to(x, shape), axis=axis, keepdims=keepdims)


BOTH = (0, 2)
BYTES = ft.Aval(4, np.int8)
REPEATED = [
    (repeated((4, 16), 0), (x,), "multiply", 0),
    (repeated((3, 16), 0), (x,), "multiply", 2),
    (repeated((2, 3, 4), BOTH), (MATRIX,), "reduce_sum reshape multiply", 2),
    (
        repeated((2, 3, 4), BOTH, keepdims=True),
        (MATRIX,),
        "reduce_sum reshape multiply",
        2,
    ),
    (repeated((2, 3, 4), (1, 2)), (MATRIX,), None, 0),
    (repeated((4, 4), 1), (SCALAR,), "multiply broadcast_to", 0),
    (repeated((0, 16), 0), (x,), "", 0),
    (repeated((2, 4), 0), (BYTES,), "convert multiply", 0),
]


@each(("function", "avals", "expected", "ulps"), REPEATED)
def test_sums_of_repeated_values(function, avals, expected, ulps):
    graph = graph_of(function, *avals)
    simpler = simplified(graph)
    if expected is None:  # no axis of those that are summed over is repeated
        assert "multiply" not in names_of(simpler)
    else:
        assert names_of(simpler) == expected.split()
    rng = np.random.default_rng(1)
    values = [(8 * rng.normal(size=a.shape)).astype(a.dtype) for a in avals]
    values = [v[()] for v in values]
    for old, new in zip(graph.evaluate(values), simpler.evaluate(values), strict=True):
        assert old.dtype == new.dtype
        np.testing.assert_allclose(new, old, rtol=ulps * 2.0**-52)


Z = ft.Aval(3, complex)
COMPLEX = [
    (lambda z: np.conj(np.conj(z)), (Z,), ""),
    (lambda z: np.real(np.conj(z)), (Z,), "real"),
    (lambda z: np.imag(np.conj(z)), (Z,), "imag negative"),
    (lambda x, y: REGISTRY["from_parts"](x, y).real, (x, y), ""),
    (lambda x, y: REGISTRY["from_parts"](x, y).imag, (x, y), ""),
    (lambda x: REGISTRY["from_parts"](x, x[0]).imag, (x,), "getitem from_parts imag"),
    (lambda x: convert(x, complex).real, (x,), ""),
    (lambda x: convert(x, complex).real, (SINGLE,), "convert real"),
]


@each(("function", "avals", "expected"), numbered(COMPLEX))
def test_complex_parts(function, avals, expected):
    assert_rule(function, avals, expected)


def test_powers_are_kept_for_derivatives():
    """One of a power is a product, one of a product of equals would be a sum."""
    graph = graph_of(lambda x: x**3 + x * 1, x)
    assert names_of(simplify(graph)) == ["power", "add"]
    assert names_of(simplified(graph)) == ["multiply", "multiply", "add"]
    squared = ft.jit(lambda x: x**2)
    slope = ft.make_graph(ft.grad(lambda x: np.sum(squared(x))))(x)
    assert names_of(simplified(slope)) == ["add"]
