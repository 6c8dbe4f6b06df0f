"""Each rule of simplification, on every kind of value; what the sweep does besides."""

from __future__ import annotations

import itertools
import sys
import warnings

import numpy as np
import pytest

import functrace as ft
from functrace.core.check import check
from functrace.core.constant import (
    compact,
    constant_key,
    static_key,
    uniform,
    uniform_value,
)
from functrace.core.graph import Edge, Leaf, Node
from functrace.core.primitive import REGISTRY
from functrace.core.program import Graph
from functrace.core.tracer import Tracer
from functrace.engine.simplify import simplify
from functrace.primitives import choice, elementwise, indexing, layout
from functrace.primitives._rewrites import places

SPECIAL = [
    *(np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 5e-324, -2e-310),
    *(1.7e308, 0.1, -3.7, 2.0**52 + 1, 1e-160, 7.0, 1e160),
]
VECTOR = np.array(SPECIAL)
F64 = ft.Aval(VECTOR.shape)


def values_of(*avals):
    """Inputs with all pairs of special numbers, or something of other dtypes."""
    arrays = []
    for i, aval in enumerate(avals):
        many = np.resize(np.roll(VECTOR, 3 * i), aval.shape)
        if aval.dtype.kind == "b":
            many = np.resize([True, False, False], aval.shape)
        elif aval.dtype.kind != "f":
            many = np.resize([3, 0, -7, 2], aval.shape)
        with np.errstate(over="ignore"):
            arrays.append(many.astype(aval.dtype)[() if not aval.shape else ...])
    return arrays


def graph_of(function, *avals):
    return ft.make_graph(function)(*avals)


def simplified(graph):
    before = str(graph)
    simpler = simplify(graph)
    check(simpler)
    assert str(graph) == before
    return simpler


def names_of(graph):
    return [node.name for node in graph.nodes]


def evaluate(graph, values):
    with np.errstate(all="ignore"):
        return [np.asarray(out) for out in graph.evaluate(values)]


def signs(x):
    return np.signbit(x) & ~np.isnan(x) if x.dtype.kind == "f" else np.zeros(())


def assert_rule(function, avals, expected, *, zeros=False, ulps=0):
    """The simplified graph has these operations and gives the same bits.

    `zeros`: but for the signs of zeros. `ulps`: within units in the last place.
    """
    graph = graph_of(function, *avals)
    simpler = simplified(graph)
    assert names_of(simpler) == expected.split()
    for seed in range(3):
        values = [np.roll(v, seed) if v.shape else v for v in values_of(*avals)]
        pairs = zip(evaluate(graph, values), evaluate(simpler, values), strict=True)
        for old, new in pairs:
            assert old.dtype == new.dtype
            assert old.shape == new.shape
            if ulps:
                eps = np.finfo(old.dtype).eps
                np.testing.assert_allclose(new, old, rtol=ulps * eps, atol=1e-322)
            else:
                np.testing.assert_array_equal(new, old)
            if not zeros:
                np.testing.assert_array_equal(signs(new), signs(old))
    return simpler


# -- rules -----------------------------------------------------------------------------

x, y = F64, F64
SCALAR = ft.Aval(())
INTS = ft.Aval(4, int)
BOOLS = ft.Aval(VECTOR.shape, bool)
SINGLE = ft.Aval(VECTOR.shape, np.float32)
MATRIX = ft.Aval((3, 4))

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

each = pytest.mark.parametrize


def numbered(cases):
    return [pytest.param(*case, id=f"{i}-{case[2]}") for i, case in enumerate(cases)]


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


def convert(x, dtype):
    return elementwise.convert(x, dtype=np.dtype(dtype))


LAYOUT = [
    (lambda x: x.T.T, (MATRIX,), ""),
    (lambda x: x.transpose(0, 1), (MATRIX,), ""),
    (
        lambda x: x.transpose(1, 2, 0).transpose(1, 2, 0),
        (ft.Aval((2, 3, 4)),),
        "transpose",
    ),
    (lambda x: x.reshape(12).reshape(2, 6), (MATRIX,), "reshape"),
    (lambda x: x.reshape(12).reshape(3, 4), (MATRIX,), ""),
    (lambda x: x[:, None].reshape(2, 8), (x,), "reshape"),
    (lambda x: x[0][None].reshape(16), (ft.Aval((1, 16)),), "reshape"),
    (lambda x: x[::-1].reshape(2, 8), (x,), "getitem reshape"),
    (lambda x: layout.reshape(x, shape=(3, 4)), (MATRIX,), ""),
    (lambda x: layout.broadcast_to(x, shape=(3, 4)), (MATRIX,), ""),
    (
        lambda x: np.broadcast_to(np.broadcast_to(x, (3, 4)), (2, 3, 4)),
        (ft.Aval(4),),
        "broadcast_to",
    ),
    (lambda x: x[:], (x,), ""),
    (lambda x: x[0:16:1], (x,), ""),
    (lambda x: x[...], (MATRIX,), ""),
    (lambda x: x[:, None], (x,), "getitem"),
    (lambda x: x[::-1], (x,), "getitem"),
    (lambda x: x[::-1][::-1], (x,), ""),
    (lambda x: x[2:10][1:3], (x,), "getitem"),
    (lambda x: x[2:10][3], (x,), "getitem"),
    (lambda x: x[1][:, None][2], (MATRIX,), "getitem"),
    (lambda x: x[None, ::-2, 1][:, -1], (MATRIX,), "getitem"),
    (lambda x: x[:, None][:, 0], (x,), ""),
    (lambda x: x[:, None][:, 0:0], (x,), "getitem getitem"),
    (lambda x, y: np.stack([x, y])[1], (x, y), ""),
    (lambda x, y: np.stack([x, y], axis=1)[3, 0], (x, y), "getitem"),
    (lambda x, y: np.stack([x, y])[:, 1], (x, y), "stack getitem"),
    (lambda x, y: np.concatenate([x, y])[20], (x, y), "getitem"),
    (lambda x, y: np.concatenate([x, y])[16:], (x, y), ""),
    (lambda x, y: np.concatenate([x, y])[17:20], (x, y), "getitem"),
    (lambda x, y: np.concatenate([x, y])[10:20], (x, y), "concatenate getitem"),
    (lambda x: np.concatenate([x]), (x,), ""),
    (lambda x: np.concatenate([x[:0], x, x[3:3]]), (x,), ""),
    (lambda x: np.stack([x]), (x,), "reshape"),
    (lambda x: np.broadcast_to(x, (5, 3, 4))[2], (MATRIX,), ""),
    (lambda x: np.broadcast_to(x, (5, 3, 4))[:, 1], (MATRIX,), "getitem broadcast_to"),
    (
        lambda x: np.broadcast_to(x[:, None], (16, 7))[3, 2:4],
        (x,),
        "getitem broadcast_to",
    ),
    (lambda x: np.broadcast_to(x, (3,))[1], (SCALAR,), ""),
    (lambda x: x.T[1], (MATRIX,), "getitem"),
    (
        lambda x: x.transpose(2, 0, 1)[:, 1, :2],
        (ft.Aval((2, 3, 4)),),
        "getitem transpose",
    ),
    (lambda x: convert(convert(x, "f8"), "f4"), (SINGLE,), ""),
    (lambda x: convert(convert(x, "c16"), "c8"), (SINGLE,), "convert"),
    (lambda x: convert(convert(x, "f4"), "f8"), (x,), "convert convert"),
    (lambda x: convert(convert(x, "f8"), "i8"), (INTS,), "convert convert"),
    (lambda x: convert(x, "f8"), (x,), ""),
]


@each(("function", "avals", "expected"), numbered(LAYOUT))
def test_layout(function, avals, expected):
    assert_rule(function, avals, expected)


# -- reading of what was written ---------------------------------------------------------


def written(*updates, read, shape=5):
    """The graph that reads of an array after updates with the inputs, in turn."""

    def function(x, *values):
        z = np.zeros_like(x) + x
        for index, value in zip(updates, values, strict=True):
            z[index] = value
        return z[read]

    return function


V3, V2 = ft.Aval(3), ft.Aval(2)
WRITING = [
    (written(0, read=0), (x, SCALAR), ""),
    (written(-1, read=15), (x, SCALAR), ""),
    (written(0, read=1), (x, SCALAR), "getitem"),
    (written(0, 1, 2, read=0), (x, *[SCALAR] * 3), ""),
    (written(0, 0, read=0), (x, *[SCALAR] * 2), ""),
    (written(slice(0, 3), read=1), (x, V3), "getitem"),
    (written(slice(0, 3), read=3), (x, V3), "getitem"),
    (written(slice(0, 3), read=slice(3, None)), (x, V3), "getitem"),
    (written(slice(0, 3), read=slice(1, 3)), (x, V3), "getitem"),
    (written(slice(0, 3), read=slice(0, 3)), (x, V3), ""),
    (written(slice(0, 3), read=slice(2, 4)), (x, V3), "index_update getitem"),
    (written(slice(0, None, 2), read=slice(1, None, 2)), (x, SCALAR), "getitem"),
    (written(slice(4, None, -2), read=2), (x, V3), "getitem"),
    (written(slice(4, None, -2), read=1), (x, V3), "getitem"),
    (written(slice(0, 3), read=0), (x, SCALAR), ""),
    (written(slice(0, 3), 1, read=0), (x, V3, SCALAR), "getitem"),
    (written(slice(None), read=7), (x, SCALAR), ""),
    (written(..., read=7), (x, x), "getitem"),
    (written(0, read=(None, 0)), (x, SCALAR), None),
    (written((1, 2), read=(1, 2)), (MATRIX, SCALAR), ""),
    (written((1, 2), read=(1, 3)), (MATRIX, SCALAR), "getitem"),
    (written(1, read=(1, 3)), (MATRIX, ft.Aval(4)), "getitem"),
    (written(1, 2, 1, 0, read=2), (MATRIX, *[ft.Aval(4)] * 4), ""),
    (written(1, (2, 3), 0, read=2), (MATRIX, ft.Aval(4), SCALAR, SCALAR), None),
    (written((slice(None), 1), read=(2, 1)), (MATRIX, V3), "getitem"),
    (written((slice(None), 1), read=(slice(None), 1)), (MATRIX, V3), ""),
    (written((slice(None), 1), read=(slice(None), 2)), (MATRIX, V3), "getitem"),
    (written((slice(None), 1), read=1), (MATRIX, V3), "index_update getitem"),
]


@each(("function", "avals", "expected"), numbered(WRITING))
def test_writing(function, avals, expected):
    if expected is None:
        expected = " ".join(names_of(simplify(graph_of(function, *avals))))
    assert_rule(function, avals, expected, zeros=True)


def test_a_written_number_is_converted():
    def function(z, v):
        z[0] = v
        z[1] = 2.9
        return z[0], z[1]

    simpler = assert_rule(function, (ft.Aval(3, int), ft.Aval((), int)), "")
    assert simpler.outputs[1] == 2
    assert simpler.outputs[1].dtype == int


@each("count", [5, 500])
def test_buffers_of_loops_disappear(count):
    """However long the loop: a read goes back to its row's last update at once."""

    def run(x):
        z = np.zeros_like(x)
        z[0] = x[0]
        for i in range(1, count):
            z[i] = np.sin(z[i - 1]) * x[i]
        return np.sum(z[count - 1])

    for function in (run, ft.grad(run)):
        graph = graph_of(function, ft.Aval((count, 2)))
        names = names_of(simplified(graph))
        assert "index_update" not in names
        assert names.count("getitem") == count
        assert len(names) < len(graph)
        inputs = [np.random.default_rng(0).normal(size=(count, 2))]
        np.testing.assert_allclose(
            simplify(graph).evaluate(inputs), graph.evaluate(inputs)
        )


def test_elements_that_are_added_to():
    def function(x, v):
        z = indexing.index_add(x, v, index=3)
        z = indexing.index_add(z, v, index=4)
        z = indexing.index_add(z, v, index=3)
        return z[3], z[4], z[5]

    expected = "getitem add add getitem add getitem"
    assert_rule(function, (F64, SCALAR), expected)


def test_a_long_sum_into_one_element_is_no_recursion():
    def function(x):
        z = x
        for _ in range(3000):
            z = indexing.index_add(z, x[1], index=0)
        return z[0]

    graph = graph_of(function, ft.Aval(2))
    simpler = simplified(graph)
    (value,) = simpler.evaluate([np.array([1.0, 2.0])])
    assert value == 6001


def test_writing_everywhere():
    assert_rule(lambda x, y: indexing.index_update(x, y, index=...), (x, y), "")
    assert_rule(
        lambda x, y: indexing.index_update(x, y, index=slice(None)),
        (x, SCALAR),
        "broadcast_to",
    )
    assert_rule(
        lambda x, y: indexing.index_add(x, y, index=(slice(0, 16),)), (x, y), "add"
    )
    zero = np.zeros(16)
    assert_rule(lambda y: indexing.index_add(zero, y, index=...), (y,), "", zeros=True)
    assert_rule(
        lambda x: indexing.index_update(x, 1j, index=...), (ft.Aval(2, complex),), ""
    )


def test_reading_of_many_parts():
    parts = [f"{kind}" for kind in range(70)]

    def function(*xs):
        return np.concatenate(xs)[69]

    avals = [ft.Aval(1) for _ in parts]
    assert names_of(simplified(graph_of(function, *avals))) == [
        "concatenate",
        "getitem",
    ]


# -- sums of repeated values, complex numbers --------------------------------------------


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
    (repeated((0, 16), 0), (x,), "broadcast_to reduce_sum", 0),
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


# -- choices and masks -------------------------------------------------------------------


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


# -- broadcasting ------------------------------------------------------------------------

NARROW = [
    (lambda x, y: np.maximum(np.broadcast_to(x, (16,)), y), (SCALAR, x), "maximum"),
    (lambda x, y: y * np.broadcast_to(x, (16,)), (SCALAR, x), "multiply"),
    (lambda x: np.broadcast_to(x, (16,)) * 2.5, (SCALAR,), "multiply broadcast_to"),
    (lambda x: np.broadcast_to(x, (16,)) ** 2.5, (SCALAR,), "broadcast_to power"),
    (lambda x: np.maximum(np.full(16, 2.5), x), (x,), "maximum"),
    (lambda x: np.full((2, 16), 2.5) * x, (x,), "multiply broadcast_to"),
    (lambda x: np.full(16, 2.5) * x, (SINGLE,), "multiply"),
    (lambda x: -np.broadcast_to(x, (16,)), (SCALAR,), "negative broadcast_to"),
    (
        lambda c, x: np.where(c, np.broadcast_to(x, (16,)), 1.0),
        (BOOLS, SCALAR),
        "where",
    ),
]


@each(("function", "avals", "expected"), numbered(NARROW))
def test_operands_are_not_repeated_to_no_purpose(function, avals, expected):
    simpler = assert_rule(function, avals, expected)
    for node in simpler.nodes:
        assert not any(np.size(e) > 1 for e in node.inputs if type(e) is not Edge)


# -- the sweep ---------------------------------------------------------------------------


def test_common_subexpressions():
    simpler = assert_rule(
        lambda x: np.sin(x) * np.sin(x) + x[1:2] * x[1:2],
        (x,),
        "sin multiply getitem multiply add",
    )
    assert simpler.nodes[1].inputs == (Edge(simpler.nodes[0], 0),) * 2


def test_what_looks_alike_but_differs():
    big = np.arange(100.0)

    def function(x, z):
        yield x / 3, x / 3.0, x / np.float64(3)
        yield np.maximum(x, 0.0), np.maximum(x, -0.0)
        yield np.sum(x, axis=0), np.sum(x, axis=0, keepdims=True)
        yield z * big, z * big.copy()
        yield z * 1j, z * np.complex64(1j)

    graph = graph_of(
        lambda *xs: tuple(itertools.chain(*function(*xs))), x, ft.Aval(100)
    )
    outputs = simplify(graph).outputs
    assert outputs[0] != outputs[1] != outputs[2]
    assert outputs[3] != outputs[4]
    assert outputs[5] != outputs[6]
    assert outputs[9] != outputs[10]


def test_equal_constants_are_one():
    def function(x):
        return x * np.array([1.0, np.nan] * 8) + x * np.array([1.0, np.nan] * 8)

    assert_rule(function, (x,), "multiply add")


def test_outputs_of_several():
    def function(x):
        mantissa, exponent = np.frexp(x)
        again, _ = np.frexp(x)
        return mantissa + again, exponent

    assert_rule(function, (x,), "frexp add")


def test_constants_are_folded():
    one = np.array([1.0, 2.0])

    def function(x):
        y = layout.alias(x)
        constant = Tracer(None, one)
        z = indexing.index_update(
            np.zeros(2) * layout.broadcast_to(y * 0 + 1, shape=(2,)), 1.0, index=0
        )
        return z[0] + constant[1]

    graph = Graph((), (Edge(node_of("add", 1, 2), 0), Edge(node_of("sin", one), 0)))
    simpler = simplified(graph)
    assert len(simpler) == 0
    assert simpler.outputs[0] == 3
    assert type(simpler.outputs[0]) is np.int64
    np.testing.assert_array_equal(simpler.outputs[1], np.sin(one))
    assert simplified(graph_of(function, SCALAR)).out_avals == (SCALAR,)


def node_of(name, *operands, **params):
    """A node whatever its operands are."""
    primitive = REGISTRY[name]
    avals = [ft.core.rule.operand_aval(operand) for operand in operands]
    out = primitive.abstract_eval(*avals, **params)
    return Node(primitive, operands, params, None, out.shape, out.dtype, (out,))


@each(
    ("name", "operands", "params"),
    [
        ("log", (0.0,), {}),
        ("true_divide", (np.ones(3), np.zeros(3)), {}),
        ("multiply", (np.full(3, 1e300), np.full(3, 1e300)), {}),
        ("power", (np.array([2]), np.array([-1])), {}),
        ("convert", (np.array([1j]),), {"dtype": np.dtype(float)}),
        ("inv", (np.zeros((2, 2)),), {}),
        ("sin", (np.arange(100.0),), {}),
        ("log", (np.zeros(1000),), {}),
    ],
)
def test_what_warns_or_fails_or_is_large_is_not_folded(name, operands, params):
    graph = Graph((), (Edge(node_of(name, *operands, **params), 0),))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert names_of(simplified(graph))[0] == name


def test_repeated_numbers_are_folded_without_memory():
    zeros = np.broadcast_to(1.0, (1000, 1000))
    chain = Edge(node_of("exp", zeros), 0)
    for name, params in (
        ("transpose", {"axes": (1, 0)}),
        ("reshape", {"shape": (10, 100000)}),
        ("getitem", {"index": (slice(None), 3)}),
        ("broadcast_to", {"shape": (10**6, 10)}),
    ):
        chain = Edge(node_of(name, chain, **params), 0)
    simpler = simplified(Graph((), (chain,)))
    assert len(simpler) == 0
    assert simpler.outputs[0].shape == (10**6, 10)
    assert uniform_value(simpler.outputs[0]) == np.exp(1.0)


def test_numbers_too_large_for_the_dtype_are_left_to_numpy():
    edge = Edge(Leaf("x", ft.Aval(3, np.int8)), 0)
    node = node_of("index_update", edge, 300, index=slice(None))
    simpler = simplified(Graph((edge,), (Edge(node, 0),)))
    with pytest.raises(OverflowError):
        simpler.evaluate([np.zeros(3, np.int8)])


def test_dead_code_and_outputs_that_are_inputs():
    def function(x):
        np.sin(x)
        y = x * 1
        return y, x, y, 3, x * 0

    graph = graph_of(function, F64)
    simpler = simplified(graph)
    assert names_of(simpler) == ["multiply"]
    assert simpler.outputs[:3] == (simpler.inputs[0],) * 3
    assert simpler.outputs[3] == 3
    assert simpler.arguments == graph.arguments
    assert (simpler.in_treedef, simpler.out_treedef) == (
        graph.in_treedef,
        graph.out_treedef,
    )


def test_what_is_no_array_stays_an_argument():
    graph = ft.make_graph(lambda x, flag: x * 1 if flag else x)(np.ones(2), True)
    np.testing.assert_array_equal(simplified(graph)(np.ones(2), True), np.ones(2))


def test_free_inputs():
    found = []

    def outer(a, b):
        graph = ft.make_graph(lambda x: x * a + np.sin(b) * 0 + b * 1 - b)(1.0)
        found.append(graph)
        return a

    ft.make_graph(outer)(2.0, 3.0)
    simpler = simplify(found[0])
    assert set(simpler.free_inputs) == set(found[0].free_inputs)
    values = [np.float64(v) for v in (1, 2, 3)]
    assert simpler.evaluate(values) == found[0].evaluate(values)


def test_sources_survive():
    graph = ft.make_graph(lambda x: np.sin(x * 1) ** 2, sources=True)(F64)
    simpler = simplify(graph)
    assert names_of(simpler) == ["sin", "multiply"]
    assert all(node.source is not None for node in simpler.nodes)
    assert [node.mask for node in simpler.nodes] == [1, 3]


def test_long_chains():
    def function(x):
        y = x
        for _ in range(20000):
            y = np.sin(y) * 1.0
        return y

    graph = graph_of(function, SCALAR)
    assert sys.getrecursionlimit() < len(graph)
    assert len(simplify(graph)) == 20000


# -- formulas ----------------------------------------------------------------------------


def formulas(**by_name):
    return lambda primitive: by_name.get(primitive.name)


def test_composed_operations_are_replaced_by_formulas():
    expand = formulas(
        logaddexp=lambda x, y: np.maximum(x, y) + np.log1p(np.exp(-np.abs(x - y))),
        frexp=lambda x: (x * 1, np.sin(x).astype(np.int32)),
    )
    graph = graph_of(lambda x, y: (np.logaddexp(x, y), np.logaddexp(x, 0.5)), x, y)
    simpler = simplify(graph, expand)
    check(simpler)
    assert "logaddexp" not in names_of(simpler)
    rng = np.random.default_rng(0)
    values = [rng.normal(size=16), rng.normal(size=16)]
    for old, new in zip(graph.evaluate(values), simpler.evaluate(values), strict=True):
        np.testing.assert_allclose(new, old, rtol=1e-14)
    graph = graph_of(np.frexp, x)
    simpler = simplify(graph, expand)
    check(simpler)
    assert names_of(simpler) == ["sin", "convert"]
    assert simpler.outputs[0] == graph.inputs[0]


def test_formulas_are_expanded_and_simplified_in_turn():
    expand = formulas(
        hypot=lambda x, y: np.sqrt(np.square(x) + np.square(y)) * 1,
        sqrt=lambda x: np.exp(np.log(x) / 2),
    )
    simpler = simplify(graph_of(np.hypot, x, y), expand)
    check(simpler)
    expected = ["multiply", "multiply", "add", "log", "multiply", "exp"]
    assert names_of(simpler) == expected


def test_a_formula_may_decline():
    def formula(x, *, axis, keepdims):
        return x[0] + x[1] if x.shape == (2,) else None

    expand = formulas(reduce_sum=formula)
    assert "reduce_sum" in names_of(simplify(graph_of(np.sum, x), expand))
    simpler = simplify(graph_of(np.sum, ft.Aval(2)), expand)
    assert names_of(simpler) == ["getitem", "getitem", "add"]


# -- constants, indices ------------------------------------------------------------------


def test_arrays_of_one_number():
    assert uniform_value(3) == 3
    assert uniform_value(np.full((1, 1), 2.0)) == 2
    assert uniform_value(np.zeros(0)) is None
    assert uniform_value(np.ones(3)) is None
    for array in (np.ones(3), np.full((20, 30), 2 + 1j), np.zeros(100, bool)):
        repeated = compact(array)
        assert set(repeated.strides) == {0}
        np.testing.assert_array_equal(repeated, array)
        assert repeated.dtype == array.dtype
    for array in (
        np.array([0.0, -0.0]),
        np.arange(100.0),
        np.zeros(0),
        np.r_[np.zeros(99), 1],
    ):
        assert compact(array) is array
    hole = np.zeros(1001)
    hole[500] = -0.0
    assert compact(hole) is hole
    nans = compact(np.full(5, np.nan))
    assert np.isnan(uniform_value(nans))
    assert uniform(2.5, ft.Aval((), np.float32)).dtype == np.float32


def test_keys_of_constants():
    different = [
        *(0, 0.0, -0.0, 0j, False, 1, True, 1.0, np.nan, np.float64(0), np.float32(0)),
        *(np.zeros(2), np.zeros(3), np.zeros(2, int), np.array(0.0), np.arange(3.0)),
        *(np.arange(100.0), np.arange(100.0)),
    ]
    assert len({constant_key(value) for value in different}) == len(different)
    assert constant_key(np.nan) == constant_key(float("nan"))
    assert constant_key(np.arange(3.0)) == constant_key(np.arange(3.0)[:])


def test_keys_of_parameters():
    values = [
        1,
        True,
        1.0,
        0.0,
        -0.0,
        None,
        ...,
        "x",
        (1,),
        (True,),
        slice(1),
        slice(True),
    ]
    keys = [static_key(value) for value in [*values, np.dtype(float), [1], [1]]]
    assert len(set(keys)) == len(keys)
    assert static_key((slice(1, None), 2)) == static_key((slice(1, None), 2))


INDICES = [
    *(3, -1, slice(None), slice(2, None), slice(None, None, -1), slice(None, None, -2)),
    *(
        slice(5, 1, -2),
        slice(1, 1),
        slice(4, 5, -1),
        slice(4, 3, -1),
        slice(1, None, 3),
    ),
    *(slice(-3, None), slice(100, None), None, slice(0, 1, 5)),
]


def test_indices_are_composed_as_numpy_does():
    array = np.arange(7 * 6).reshape(7, 6)
    for first in itertools.product(INDICES, INDICES):
        inner = places.places_of(first, array.shape)
        np.testing.assert_array_equal(
            array[places.index_of(inner, array.shape)], array[first]
        )
        part = array[first]
        assert places.shape_of(inner) == part.shape
        for second in itertools.product(INDICES[:12:2], repeat=min(part.ndim, 2)):
            try:
                expected = part[second]
            except IndexError:
                continue
            outer = places.places_of(second, part.shape)
            found = places.through(inner, outer)
            if found is not None:
                index = places.index_of(found, array.shape)
                np.testing.assert_array_equal(array[index], expected)


def test_indices_are_compared():
    shape = (9,)
    for i, j in itertools.product([i for i in INDICES if i is not None], repeat=2):
        try:
            first, second = (set(np.atleast_1d(np.arange(9)[k])) for k in (i, j))
        except IndexError:
            continue
        read, written = places.places_of(i, shape), places.places_of(j, shape)
        assert places.are_apart(read, written) == first.isdisjoint(second) or not (
            places.are_apart(read, written)
        )
        found = places.relative(read, written)
        if found is not None:
            part = np.arange(9)[j]
            index = places.index_of(found, np.shape(part))
            np.testing.assert_array_equal(part[index], np.arange(9)[i])


def test_ellipsis_and_advanced_indices():
    assert places.places_of((..., 1), (2, 3)) == (range(2), 1)
    assert places.places_of((True, 1), (2, 3)) is None
    assert places.places_of(np.int64(1), (2,)) is None
    assert places.places_of((), ()) == ()
