"""Compiled code gives what the interpreter gives."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.forms import Elementwise, Reduction
from functrace.compiler.plan.kinds import is_native
from functrace.core.primitive import REGISTRY, Primitive
from functrace.primitives.call import program_of
from tests.systematic._laws import directions, each_case, pull
from tests.systematic.test_calls import Bound, each_call

_ULPS = 4  # of the largest element: what is summed up in another order, or fused


def assert_compiled(graph: ft.Graph, args: list[Any]) -> None:
    """Compile the graph and compare, with the interpreter as the oracle."""
    edges = [out for out in graph.outputs if isinstance(out, ft.Edge)]
    graph = ft.Graph(graph.inputs, edges)
    values = [np.asarray(arg) for arg in args]
    expected = graph.evaluate([v if v.ndim else v[()] for v in values])
    got = program_of(graph, fastmath=False)(values)
    assert len(got) == len(expected)
    for out, value in zip(got, expected, strict=True):
        assert_close(out, value)


def assert_close(out: Any, value: Any) -> None:
    value = np.asarray(value)
    assert isinstance(out, (np.ndarray, np.generic))
    assert (out.dtype, out.shape) == (value.dtype, value.shape)
    if value.dtype.kind not in "fc" or not value.size:
        np.testing.assert_array_equal(out, value)
        return
    scale = np.max(np.abs(value), initial=0, where=np.isfinite(value))
    unit = np.finfo(value.dtype).eps
    size = max(64, value.size)  # condition of sums and factorisations
    np.testing.assert_allclose(
        out, value, rtol=_ULPS * unit, atol=_ULPS * unit * scale * size
    )


def graph_of(function: Any, args: list[Any], *, abstract: bool = True) -> ft.Graph:
    """The graph as `jit` traces it where that can be done, else along the values."""
    avals = [ft.Aval(np.shape(arg), np.asarray(arg).dtype) for arg in args]
    try:
        return ft.make_graph(function)(*(avals if abstract else args))
    except ft.ConcretizationError:
        return ft.make_graph(function)(*args)


def filled(case: Any) -> tuple[Any, list[Any]]:
    """The primitive as a function of its arrays, and the arrays."""
    args = list(case.sample.args)
    places = [
        i for i, arg in enumerate(args) if isinstance(arg, (np.ndarray, np.generic))
    ]

    def function(*arrays: Any) -> Any:
        given = list(args)
        for i, array in zip(places, arrays, strict=True):
            given[i] = array
        return case.outputs(given)

    return function, [args[i] for i in places]


@each_case(shapes=False)
def test_primitive(case):
    function, arrays = filled(case)
    assert_compiled(graph_of(function, arrays), arrays)


def _is_no_ufunc(case: Any) -> bool:
    """Those are tried with operands of each dtype and layout below."""
    record = case.primitive
    return record.ufunc is None or not isinstance(record.lower, Elementwise)


@each_case(
    single=True, only=_is_no_ufunc, shapes=False, kind=lambda case: case.kinds, share=8
)
def test_in_single_precision(case):
    test_primitive(case.in_single_precision())


@each_call(abstract=True, written=True, share=6)
def test_call(bound: Bound):
    assert_compiled(graph_of(bound.leaves, bound.varied), bound.varied)


@each_call(order=1, kinds=True, share=16)
def test_derivative(bound: Bound, rng):
    cotangents = list(directions(rng, bound.inexact(*bound.varied)))
    count = len(bound.varied)

    def gradient(*args: Any) -> list[Any]:
        return pull(bound.inexact, args[:count], args[count:])

    args = [*bound.varied, *cotangents]
    graph = graph_of(gradient, args, abstract=bound.call.abstract)
    assert_compiled(graph, args)


# -- every dtype, however it lies in memory ----------------------------------------------

_DTYPES = "?bhilBHILfdFD"
_SPECIAL = "functrace.primitives.special."  # modules of functions
_TERMS = 16  # the size of what cancels near a zero of theirs
_EXACT = 4  # cost up to which an operation on reals is rounded once, if at all
_SMALL = [(dtype, shape) for dtype in "ld" for shape in [(), (0, 3)]]


def records(kind: type, *, ufunc: bool = False) -> list[Primitive]:
    """Every primitive of ours, or every ufunc, lowered in a way."""
    return [
        record
        for _, record in sorted(REGISTRY.items())
        if isinstance(record.lower, kind)
        and record.module.startswith("functrace.")
        and (record.ufunc is not None or not ufunc)
    ]


_UFUNCS = records(Elementwise, ufunc=True)
_FIRST = {
    record.ufunc.nin: record for record in reversed(_UFUNCS)
}  # of so many operands


def values_of(dtype: str, shape: tuple[int, ...], rng: np.random.Generator) -> Any:
    """Numbers in the middle of most domains, of both signs where there are any."""
    kind = np.dtype(dtype).kind
    if kind in "biu":
        return np.asarray(rng.integers(0, 2 if kind == "b" else 7, shape)).astype(dtype)
    values = np.asarray(rng.uniform(0.1, 0.9, shape)) * rng.choice([-1, 1], shape)
    if kind == "c":
        values = values + 1j * rng.uniform(0.1, 0.9, shape)
    return np.asarray(values).astype(dtype)


def layouts(array: Any) -> Iterator[Any]:
    """The same numbers, elsewhere in memory."""
    odd = (
        np.empty(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    )
    odd[...] = array
    frozen = array.copy()
    frozen.flags.writeable = False
    yield from (array, odd, frozen, array.astype(array.dtype.newbyteorder()))
    if array.ndim:
        apart = np.zeros([2 * n for n in array.shape], array.dtype)[::2, ::2]
        apart[...] = array
        back = array[::-1, ::-1].copy()[::-1, ::-1]
        yield from (np.asfortranarray(array), apart, back)


def assert_within(out: Any, value: Any, ulps: int, terms: float = 1) -> None:
    """Compare, NaN and signs of zeros too if nothing may differ.

    A difference of one unit in the last place of `terms` is none.
    """
    value = np.asarray(value)
    assert (out.dtype, out.shape) == (value.dtype, value.shape)
    if not ulps or value.dtype.kind not in "fc":
        np.testing.assert_array_equal(out, value)
        if value.dtype.kind == "f":
            np.testing.assert_array_equal(np.signbit(out), np.signbit(value))
    elif value.size:
        unit = np.finfo(value.dtype).eps
        np.testing.assert_allclose(out, value, rtol=ulps * unit, atol=terms * unit)


def reference(record: Primitive, arrays: list[Any], params: Any) -> Any:
    """NumPy's results; None if it has no loop for these dtypes."""
    try:
        with np.errstate(all="ignore"):
            out = record.impl(*(a if a.ndim else a[()] for a in arrays), **params)
    except TypeError:
        return None
    return out if record.multiple else (out,)


def finer(record: Primitive, arrays: list[Any], expected: Any, outs: Any) -> list[Any]:
    """In place of SciPy's floats, some of which are rough, its doubles where we have them."""
    doubles = reference(record, [a.astype(float) for a in arrays], {})
    with np.errstate(over="ignore"):
        rounded = [np.asarray(double).astype("f") for double in doubles]
    return [
        np.where(out == better, out, value)
        for out, better, value in zip(outs, rounded, expected, strict=True)
    ]


def native(record: Primitive, arrays: list[Any], params: Any) -> Any:
    """The program; None if it would be NumPy's again, or is refused."""
    try:
        graph = graph_of(lambda *args: record(*args, **params), arrays)
    except ft.DtypeError:  # single truth values, whose sum counts if they are Python's
        return None
    return (
        program_of(graph, fastmath=False) if all(map(is_native, graph.nodes)) else None
    )


@pytest.mark.slow
@pytest.mark.parametrize("record", _UFUNCS, ids=lambda record: record.name)
def test_elementwise_of_every_dtype_and_layout(record: Primitive, rng):
    """Of NumPy's loops. What is converted for one, and small shapes, are the engine's care.

    One record of so many operands shows it.
    """
    compiled = 0
    is_first = _FIRST[record.ufunc.nin] is record
    own = "".join(types.partition("->")[0] for types in record.ufunc.types)
    dtypes = _DTYPES if is_first else own
    cases = [(dtype, (3, 35)) for dtype in _DTYPES if dtype in dtypes]
    for dtype, shape in [*cases, *(_SMALL if is_first else [])]:
        arrays = [values_of(dtype, shape, rng) for _ in range(record.ufunc.nin)]
        expected = reference(record, arrays, {})
        program = None if expected is None else native(record, arrays, {})
        if program is None:
            continue
        compiled += 1
        rounded_once = np.dtype(dtype).kind != "c" and record.lower.cost <= _EXACT
        special = record.module.startswith(_SPECIAL)
        ulps, terms = 0 if rounded_once else _ULPS, _TERMS if special else 1
        for given in zip(*map(layouts, arrays), strict=True):
            outs = program(given)
            if special and dtype == "f":
                expected = finer(record, arrays, expected, outs)
            for out, value in zip(outs, expected, strict=True):
                assert_within(out, value, ulps, terms)
    assert compiled


@pytest.mark.parametrize("record", records(Reduction), ids=lambda record: record.name)
def test_reduction_of_every_dtype_and_layout(record: Primitive, rng):
    for dtype, axes in itertools.product(_DTYPES, [(0,), (1,), (0, 1)]):
        array = values_of(dtype, (5, 70), rng)
        params = {"axis": axes, "keepdims": False}
        expected = reference(record, [array], params)
        program = None if expected is None else native(record, [array], params)
        if program is None:
            continue
        value = np.asarray(expected[0])
        for given in layouts(array):
            assert_reduced(program([given])[0], value, array, axes)


def assert_reduced(out: Any, value: Any, array: Any, axes: Any) -> None:
    """Within the rounding of each addition or multiplication; integers exactly."""
    assert (out.dtype, out.shape) == (value.dtype, value.shape)
    if value.dtype.kind not in "fc":
        np.testing.assert_array_equal(out, value)
        return
    unit = np.finfo(value.dtype).eps * (array.size // value.size)
    largest = np.maximum(np.sum(np.abs(array), axis=axes), np.abs(value))
    assert np.all(np.abs(out - value) <= unit * largest)


@each_case(only=_is_no_ufunc, shapes=False, kind=lambda case: case.ranks, share=4)
def test_operands_in_fortran_order(case):
    """The samples again, with operands that have to be brought into C order first."""
    function, arrays = filled(case)
    graph = graph_of(function, arrays)
    edges = [out for out in graph.outputs if isinstance(out, ft.Edge)]
    program = program_of(ft.Graph(graph.inputs, edges), fastmath=False)
    values = [np.asarray(arg) for arg in arrays]
    expected = program(values)
    moved = [np.asfortranarray(v) if v.ndim else v for v in values]
    for out, value in zip(program(moved), expected, strict=True):
        np.testing.assert_array_equal(out, value)
