"""The native code of every elementwise record gives what NumPy gives."""

from __future__ import annotations

import inspect
import itertools
import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import functrace
from functrace.compiler.forms import Elementwise, Expanded, Reduction, Unlowered
from functrace.compiler.math import special
from functrace.compiler.notation.kinds import kind_of
from functrace.compiler.plan.kinds import loop_kinds
from functrace.core.aval import Aval, aval_of
from functrace.core.graph import Graph
from functrace.core.primitive import REGISTRY, Primitive
from functrace.core.recording import recording
from tests._kernel import MULTIPLE, Kernel, compile_kernels, make_kernel
from tests.systematic._laws import CASES, abstract

pytestmark = pytest.mark.share(12)

DTYPES = [np.dtype(c) for c in "?bhilBHILfdFD"]
PARAMS: dict[str, list[Any]] = {
    "dtype": DTYPES,
    "decimals": [0, 2, -1, 25],
    "keep": [True, False],
}
# What complex numbers lose in the steps in which NumPy computes.
LOST: dict[str, Any] = {
    "log1p": lambda eps, x: 2 * eps,  # log(1 + x)
    "sinc": lambda eps, x: np.where(  # sin(pi x), the angle rounded
        np.abs(x) * eps > 0.01, np.exp(np.pi * np.abs(x.imag)) / np.abs(x), 0
    ),
    "power": lambda eps, x, y: np.where(  # exp(y log(x)), likewise
        np.abs(y * np.log(x)) * eps > 0.01, 2 * np.abs(x**y), 0
    ),
}
LOST["float_power"] = LOST["power"]
ZEROS = {"gammaln"}  # near its zeros SciPy's is good to units in the last place of 1
ULPS = 4
LANES = (0, 8)


# -- operands --------------------------------------------------------------------------


def special_values(dtype: Any) -> np.ndarray:
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        near = [info.min, info.min + 1, info.max, info.max - 1, info.max // 2]
        small = [0, 1, 2, 3, 7, 8, 31, 32, 63, 64, 100, -1, -2, -3, -7, -64]
        return np.array([*near, *(s for s in small if s >= info.min)], dtype)
    if dtype.kind == "c":
        parts = np.array(
            [0, -0.0, 1, -1, 0.5, -3.25, np.inf, -np.inf, np.nan, 1e-30, 1e30]
        )
        return np.array([complex(x, y) for x in parts for y in parts], dtype)
    info = np.finfo(dtype)
    sizes = [0, 0.5, 1, 1.5, 2.5, 3, 10, 1e10, np.pi, 0.1, info.max, info.tiny, np.inf]
    sizes += [info.smallest_subnormal, info.tiny / 8, info.eps, 1 + info.eps, 88, 700]
    return np.array([*sizes, *(-s for s in sizes), np.nan], dtype)


def random_values(dtype: Any, rng: np.random.Generator, size: int) -> np.ndarray:
    if dtype.kind == "b":
        return rng.random(size) < 0.5
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        wide = rng.integers(info.min, info.max, size, dtype, endpoint=True)
        low = -10 if dtype.kind == "i" else 0
        return np.where(
            rng.random(size) < 0.5, wide, rng.integers(low, 20, size, dtype)
        )
    if dtype.kind == "c":
        real = np.dtype(f"f{dtype.itemsize // 2}")
        out = np.empty(size, dtype)
        out.real, out.imag = (random_values(real, rng, size) for _ in range(2))
        return out
    normal = rng.standard_normal(size)
    return (normal * rng.choice([1e-8, 1e-3, 1, 1, 1, 5, 100], size)).astype(dtype)


def operands_of(dtypes: Any, rng: np.random.Generator) -> list[np.ndarray]:
    """All combinations of special values, if they are few, and random ones."""
    specials = [special_values(dtype) for dtype in dtypes]
    if len(dtypes) <= 2:
        grids = np.meshgrid(*specials, indexing="ij")
        specials = [grid.ravel() for grid in grids]
    else:
        specials = [rng.choice(values, 500) for values in specials]
    if specials[0].size > 2000:
        chosen = rng.integers(0, specials[0].size, 2000)
        specials = [values[chosen] for values in specials]
    missing = -specials[0].size % MULTIPLE + 20 * MULTIPLE
    return [
        np.concatenate([values, random_values(dtype, rng, missing)])
        for values, dtype in zip(specials, dtypes, strict=True)
    ]


# -- cases -----------------------------------------------------------------------------


@dataclass
class Case:
    record: Primitive
    dtypes: tuple[Any, ...]
    params: dict[str, Any]
    constants: dict[int, Any]  # by the position of the operand
    kernels: list[Kernel]

    def __str__(self) -> str:
        chars = "".join(d.char for d in self.dtypes)
        return f"{self.record.name}({chars}, {self.params})"

    def operands(self, rng: np.random.Generator) -> list[np.ndarray]:
        arrays = operands_of(self.dtypes, rng)
        for place, number in self.constants.items():
            arrays[place][:] = number
        if "dtype" in self.params:
            return convertible(arrays[0], self.params["dtype"])
        return arrays

    def expected(self, arrays: list[np.ndarray]) -> list[np.ndarray]:
        out = quietly(self.record.impl, arrays, self.params)
        return list(out) if self.record.multiple else [out]


def quietly(impl: Any, arrays: list[np.ndarray], params: dict[str, Any]) -> Any:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return impl(*arrays, **params)


def arity(record: Primitive) -> int:
    if record.ufunc is not None:
        return record.ufunc.nin
    if isinstance(record.impl, np.ufunc):
        return record.impl.nin
    kinds = [p.kind for p in inspect.signature(record.impl).parameters.values()]
    return sum(k is not inspect.Parameter.KEYWORD_ONLY for k in kinds)


def param_names(record: Primitive) -> list[str]:
    if isinstance(record.impl, np.ufunc):
        return []
    parameters = inspect.signature(record.impl).parameters.values()
    return [p.name for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY]


def params_of(record: Primitive) -> Iterator[dict[str, Any]]:
    names = param_names(record)
    for values in itertools.product(*(PARAMS[name] for name in names)):
        yield dict(zip(names, values, strict=True))


RECORDS = [  # those of moves between places (`broadcast_to`) apart
    record
    for record in REGISTRY.values()
    if isinstance(record.lower, Elementwise)
    and set(param_names(record)) <= set(PARAMS)
    # Calls of SciPy's own code, some of which never return for huge arguments.
    and record.lower.emit.__module__ != special.__name__
]


def dtypes_of(record: Primitive) -> Iterator[tuple[Any, ...]]:
    """The operand dtypes of the ufunc's loops; without a ufunc, what may meet."""
    ufunc = record.ufunc
    if ufunc is not None:
        loops = dict.fromkeys(loop.split("->")[0] for loop in ufunc.types)
        native = {d.char for d in DTYPES}
        yield from (tuple(map(np.dtype, loop)) for loop in loops if set(loop) <= native)
    else:
        yield from itertools.product(DTYPES, repeat=arity(record))


def case_of(
    record: Primitive, dtypes: Any, params: Any, constants: dict[int, Any], name: str
) -> Case | None:
    avals = [Aval((MULTIPLE,), dtype) for dtype in dtypes]
    try:
        outs = record.abstract_eval(*avals, **params)
        quietly(record.impl, [np.ones(1, dtype) for dtype in dtypes], params)
    except TypeError:
        return None
    outs = outs if record.multiple else (outs,)
    kinds = loop_kinds(record, dtypes)
    if kinds is None or None in [kind_of(out.dtype) for out in outs]:
        return None

    def emit(b: Any, *xs: Any) -> Any:
        xs = [
            constant(b, constants[i], dtype) if i in constants else x
            for i, (x, dtype) in enumerate(zip(xs, dtypes, strict=True))
        ]
        values = [b.convert(x, kind) for x, kind in zip(xs, kinds, strict=True)]
        return record.lower.emit(b, *values, **params)

    out_dtypes = [out.dtype for out in outs]
    try:
        kernels = [
            make_kernel(f"{name}_{lanes}", emit, dtypes, out_dtypes, lanes)
            for lanes in LANES
        ]
    except Unlowered:
        return None
    return Case(record, tuple(dtypes), params, constants, kernels)


def constant(b: Any, number: Any, dtype: Any) -> Any:
    whole = b.any_constant
    return whole(number, kind_of(dtype))


def cases_of(record: Primitive, rng: np.random.Generator) -> list[Case]:
    """Of all operands from memory, and of one or the other a constant."""
    choices = [
        (*c, {}) for c in itertools.product(dtypes_of(record), params_of(record))
    ]
    choices = [choices[i] for i in rng.permutation(len(choices))[:100]]
    for dtypes, params, _ in choices[:40] if arity(record) > 1 else []:
        place = int(rng.integers(len(dtypes)))
        number = rng.choice(special_values(dtypes[place]))
        choices.append((dtypes, params, {place: number}))
    found = [case_of(record, *choice, f"k{i}") for i, choice in enumerate(choices)]
    cases = [case for case in found if case is not None]
    compile_kernels([kernel for case in cases for kernel in case.kernels])
    return cases


# -- comparison ------------------------------------------------------------------------


def differs(got: np.ndarray, want: np.ndarray, slack: Any) -> np.ndarray:
    """Where results are neither the same nor as near as `slack`."""
    if want.dtype.kind in "biu":
        return got != want
    finite = np.isfinite(want) & np.isfinite(got)
    with np.errstate(all="ignore"):
        near = finite & (np.abs(parts(got - want)).max(0) <= slack)
    if want.dtype.kind == "c":  # one part may be lost in the other's rounding errors
        # NumPy's steps overflow a little before the result does.
        close = np.isfinite(got) & (np.abs(got) > 1e-4 * np.finfo(got.dtype).max)
        other = (np.isfinite(got) != np.isfinite(want)) & ~close
        return np.where(finite, ~near, other)
    same = (got == want) & (np.signbit(got) == np.signbit(want))
    return ~(same | (near & (got != want)) | (np.isnan(got) & np.isnan(want)))


def parts(x: np.ndarray) -> np.ndarray:
    return np.stack([x.real, x.imag]) if x.dtype.kind == "c" else x[None]


def slack_of(case: Case, arrays: list[np.ndarray], index: int) -> Any:
    """Units in the last place: of the result, and what those of operands make of it.

    The latter of complex numbers, and of two operands, where results cancel. SciPy's own
    functions are less accurate, more so in their tails, and give 0 before they have to.
    """
    want = case.expected(arrays)[index]
    out = ULPS * spacing(want)
    from_scipy = case.record.module.startswith("functrace.primitives.special.")
    if from_scipy:
        out = 2 * out + np.finfo(want.dtype).tiny
    if want.dtype.kind == "c" or len(arrays) > 1 or from_scipy:
        for nudged in nudges(arrays):
            with np.errstate(all="ignore"):
                change = np.abs(case.expected(nudged)[index] - want)
            out = out + np.where(np.isfinite(change), change, 0)
    if want.dtype.kind == "c" and case.record.name in LOST:
        with np.errstate(all="ignore"):
            out = out + LOST[case.record.name](np.finfo(want.dtype).eps, *arrays)
    return out + (case.record.name in ZEROS) * ULPS * np.finfo(want.dtype).eps


def spacing(x: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.spacing(np.abs(parts(x)).max(0))


def nudges(arrays: list[np.ndarray]) -> Iterator[list[np.ndarray]]:
    """The operands, each in turn moved by some units in the last place."""
    for i, x in enumerate(arrays):
        for axis in range(len(parts(x)) if x.dtype.kind in "fc" else 0):
            moved = x.copy()
            part = (moved.real, moved.imag)[axis]
            with np.errstate(over="ignore", invalid="ignore"):
                part *= 1 + ULPS * np.finfo(x.dtype).eps
            yield [*arrays[:i], moved, *arrays[i + 1 :]]


# -- tests -----------------------------------------------------------------------------


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: r.name)
@pytest.mark.slow
def test_elementwise(record, rng):
    cases = cases_of(record, rng)
    assert cases, "takes no dtype at all"
    for case in cases:
        arrays = case.operands(rng)
        for index, want in enumerate(case.expected(arrays)):
            for kernel in case.kernels:
                exact = want.dtype.kind != "c" and is_exact(kernel)
                slack = 0 if exact else slack_of(case, arrays, index)
                got = kernel(*arrays)[index]
                assert got.dtype == want.dtype
                if case.record.name in POLES_AT_ZERO:
                    got = np.where(np.isinf(want) & is_subnormal(*arrays), want, got)
                assert_same(got, want, slack, arrays, f"{case} by {kernel.name}")


POLES_AT_ZERO = {"gammaln", "erfcinv"}  # where SciPy takes subnormal numbers for zero


def is_subnormal(x):
    return (x != 0) & (np.abs(x) < np.finfo(x.dtype).tiny)


def assert_same(got, want, slack, arrays, what):
    wrong = differs(got, want, slack)
    if (
        want.dtype.kind == "c" and len(arrays) > 1
    ):  # C gives no rule for infinite powers
        ruled = np.isfinite(want) & ~np.isnan(got)
        wrong &= ruled | np.all(np.isfinite(arrays), axis=0)
    wrong = np.flatnonzero(wrong)
    if wrong.size:
        first = wrong[0]
        operands = [a[first] for a in arrays]
        pytest.fail(
            f"{what}: {wrong.size} wrong, {got[first]!r} for {want[first]!r} of {operands}"
        )


def is_exact(kernel: Kernel) -> bool:
    """Whether it is made of arithmetic only, which rounds as NumPy's does."""
    return {routine.name for routine, _, _ in kernel.builder.routines} <= {"fmod"}


def convertible(x: np.ndarray, dtype: Any) -> list[np.ndarray]:
    """Without the numbers that C does not say how to convert."""
    if dtype.kind in "iu" and x.dtype.kind in "fc":
        info = np.iinfo(dtype)
        with np.errstate(invalid="ignore"):
            inside = (x.real > info.min - 1.0) & (x.real < info.max)
        x = x[inside]
    return [x[: x.size // MULTIPLE * MULTIPLE]]


REDUCTIONS = [r for r in REGISTRY.values() if isinstance(r.lower, Reduction)]


@pytest.mark.parametrize("record", REDUCTIONS, ids=lambda r: r.name)
def test_reduction_of_two(record, rng):
    params = {"axis": (0,), "keepdims": False}
    taken = 0
    for dtype in DTYPES:
        out = record.abstract_eval(Aval((2, MULTIPLE), dtype), **params).dtype
        try:
            kernel = combining(record, dtype, out)
        except Unlowered:
            continue
        taken += 1
        arrays = operands_of((dtype, dtype), rng)
        (got,) = kernel(*arrays)
        want = quietly(record.impl, [np.stack(arrays)], params)
        slack = ULPS * spacing(want) if dtype.kind == "c" else 0
        assert_same(got, want, slack, arrays, str(dtype))
    assert taken > 10


def combining(record: Primitive, dtype: Any, out: Any) -> Kernel:
    """The identity with both operands."""
    kind = kind_of(out)
    assert kind is not None
    number = record.lower.identity(out)

    def emit(b: Any, *xs: Any) -> Any:
        total = constant(b, number, np.dtype(out))
        for x in xs:
            total = record.lower.combine(b, total, b.convert(x, kind))
        return total

    kernel = make_kernel("k", emit, (dtype, dtype), (out,), 8)
    compile_kernels([kernel])
    return kernel


# -- formulas --------------------------------------------------------------------------

EXPANDED = [case for case in CASES if isinstance(case.primitive.lower, Expanded)]


@pytest.mark.parametrize(
    "case", EXPANDED, ids=lambda case: f"{case.primitive.name}-{case.index}"
)
def test_formula(case):
    """It gives what the impl gives, unless the operation is kept (None)."""
    operands = case.operands()
    traced = [abstract(x) if hasattr(x, "dtype") else x for x in operands]
    with recording(tracing=True, complete=True):
        found = case.primitive.lower.formula(*traced, **case.sample.params)
    if found is None:
        return
    outs = found if case.primitive.multiple else (found,)
    inputs = [x.edge for x in traced if hasattr(x, "edge")]
    graph = Graph(inputs, [out.edge for out in outs])
    got = graph.evaluate([x for x in operands if hasattr(x, "dtype")])
    want = case.primitive.impl(*operands, **case.sample.params)
    want = want if case.primitive.multiple else (want,)
    for aval, one, expected in zip(graph.out_avals, got, want, strict=True):
        assert aval == aval_of(expected)
        if expected.dtype.kind in "fc":
            scale = np.max(np.abs(expected), initial=0.0)
            bound = 8 * np.finfo(scale.dtype).eps
            np.testing.assert_allclose(one, expected, bound, bound * scale)
        else:
            np.testing.assert_array_equal(one, expected)


def test_a_call_that_needs_values_has_no_formula():
    @functrace.custom_vjp
    def sine(x):
        return np.float64(math.sin(float(x)))

    sine.defvjp(lambda x: (sine(x), x), lambda x, g: (g * np.cos(x),))
    graph = functrace.make_graph(lambda x: sine(x) + 1)(np.float64(2.0))
    node = graph.nodes[0]
    with recording(tracing=True, complete=True):
        found = node.primitive.lower.formula(abstract(np.float64(2.0)), **node.params)
    assert found is None
