"""What the laws share: the cases, and derivatives of plain functions of arrays."""

from __future__ import annotations

import itertools
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import functrace.numpy
import functrace.primitives.special  # noqa: F401 - fills REGISTRY
from functrace.core.aval import aval_of
from functrace.core.node import Edge, Leaf
from functrace.core.primitive import REGISTRY, Primitive
from functrace.core.tracer import Tracer
from functrace.transforms.vjp import jvp, vjp
from tests._discover import modules
from tests._quick import first_of_each, is_drawn, law
from tests.samples._base import ALONE, SAMPLES, Sample
from tests.systematic._automatic import automatic_samples

modules("samples")
_SLOW = 5  # of so many laws one is tried on a slow sample by the quick tier
_FEW = 2  # choices of a record's options that it tries a law on, and of more one in
_MORE = 3
_OPTIONS = (bool, int, float, str, slice, type(None))


@dataclass(frozen=True)
class Case:
    """A primitive with a sample of its operands."""

    primitive: Primitive
    sample: Sample
    index: int

    @property
    def name(self) -> str:
        """The id of its tests."""
        return f"{self.primitive.name}-{self.index}"

    @property
    def places(self) -> tuple[int, ...]:
        """Positions of the arguments that are differentiated."""
        bits = -1 if self.sample.before else self.primitive.bits
        return tuple(
            i
            for i, arg in enumerate(self.sample.args)
            if is_inexact_array(arg) and bits >> i & 1
        )

    @property
    def varied(self) -> list[Any]:
        """The arguments that are differentiated."""
        return [self.sample.args[i] for i in self.places]

    @property
    def kinds(self) -> str:
        """Of what dtypes the arguments are; "-" for what is no array."""
        dtypes = [getattr(arg, "dtype", None) for arg in self.sample.args]
        return "".join("-" if dtype is None else dtype.char for dtype in dtypes)

    @property
    def ranks(self) -> tuple[int, ...]:
        """How many dimensions the arguments have."""
        return tuple(map(np.ndim, self.sample.args))

    @property
    def options(self) -> str:
        """The parameters, but for arrays and graphs: what is asked of the primitive."""
        params = sorted(self.sample.params.items())
        return repr([(name, value) for name, value in params if _is_option(value)])

    def operands(self, args: Sequence[Any] | None = None) -> tuple[Any, ...]:
        """What the primitive is applied to."""
        args = self.sample.args if args is None else args
        return tuple(self.sample.before(*args) if self.sample.before else args)

    def outputs(self, args: Sequence[Any] | None = None) -> tuple[Any, ...]:
        """The primitive applied to the sample, or to other arguments."""
        out = self.primitive(*self.operands(args), **self.sample.params)
        return out if self.primitive.multiple else (out,)

    def function(self, places: Sequence[int]) -> Callable[..., tuple[Any, ...]]:
        """The inexact outputs, as a function of the arguments at `places`."""

        def function(*varied: Any) -> tuple[Any, ...]:
            args = list(self.sample.args)
            for i, arg in zip(places, varied, strict=True):
                args[i] = arg
            outs = self.outputs(args)
            if self.sample.after:
                outs = self.sample.after(*outs)
                outs = outs if isinstance(outs, tuple) else (outs,)
            return tuple(o for o in outs if np.dtype(o.dtype).kind in "fc")

        return function

    def in_single_precision(self) -> Case:
        """The case with float32 and complex64 operands."""
        args = tuple(map(to_single, self.sample.args))
        values = {f: getattr(self.sample, f) for f in Sample.__dataclass_fields__}
        return Case(self.primitive, Sample(**{**values, "args": args}), self.index)


def _is_option(value: Any) -> bool:
    parts = value if type(value) is tuple else (value,)
    return all(isinstance(part, _OPTIONS) for part in parts)


def to_single(array: Any) -> Any:
    """Double precision arrays in single precision, anything else as it is."""
    single = {"float64": np.float32, "complex128": np.complex64}
    if isinstance(array, (np.ndarray, np.generic)) and array.dtype.name in single:
        return array.astype(single[array.dtype.name])
    return array


def is_inexact_array(value: Any) -> bool:
    """Whether it is an array, not a Python number, of floats or complex numbers."""
    return isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "fc"


def seeded(text: str) -> np.random.Generator:
    """Random numbers that depend on the text only."""
    return np.random.default_rng(zlib.crc32(text.encode()))


def all_cases() -> Iterator[Case]:
    """Every sample of every primitive of ours (other tests may define more)."""
    for name, primitive in sorted(REGISTRY.items()):
        if not primitive.module.startswith("functrace."):
            continue
        rng = seeded(name)
        chosen: list[Sample] = []
        usual = name not in SAMPLES or primitive.ufunc is not None
        if usual and name not in ALONE:
            chosen += automatic_samples(primitive, rng)
        if name in SAMPLES:
            chosen += SAMPLES[name](rng)
        yield from (Case(primitive, s, i) for i, s in enumerate(chosen))


def _different(cases: Sequence[Case]) -> list[Case]:
    """All but those of elementwise operations that differ in their shapes alone.

    Of one operation with so many operands the shapes are kept.
    """
    found: dict[tuple[Any, ...], Case] = {}
    shown: dict[int, Primitive] = {}
    for case in cases:
        primitive = case.primitive
        alike = primitive.elementwise
        if alike:
            alike = shown.setdefault(len(case.kinds), primitive) is not primitive
        key = (case.kinds, case.options) if alike else (case.index,)
        found.setdefault((primitive.name, *key), case)
    return list(found.values())


CASES = list(all_cases())
DIFFERENT = _different(CASES)


def each_case(
    *,
    derivatives: bool = False,
    order: int = 0,
    single: bool = False,
    shapes: bool = True,
    only: Callable[[Case], bool] | None = None,
    kind: Callable[[Case], Any] | None = None,
    share: int = 1,
) -> Callable[[Any], Any]:
    """Run the test for every case, or for those with what it needs.

    `shapes`: whether elementwise operations are tried with operands of several shapes,
    which are the engine's care, not theirs: otherwise one is. `kind`: what cases of a record
    with the same options must differ in for the law to tell them apart. `share`: of how
    many one is taken in the quick tier, which takes one case of a record with the same
    options, of a few options.
    """
    chosen = [
        case
        for case in (CASES if shapes else DIFFERENT)
        if case.sample.order >= order
        and (not derivatives or case.places)
        and (not single or case.sample.float32)
        and (only is None or only(case))
    ]
    if kind is not None:
        key = lambda c: (c.primitive.name, c.options, kind(c))  # noqa: E731
        chosen = first_of_each(chosen, key)
    first = first_of_each(chosen, lambda c: (c.primitive.name, c.options), share)

    def decorate(test: Any) -> Any:
        about = f"{test.__module__}.{test.__qualname__}"
        seen: Counter[str] = Counter()
        quick = set()
        for case in first:
            one_in = _SLOW if case.sample.slow else 1
            one_in *= _MORE if seen[case.primitive.name] >= _FEW else 1
            seen[case.primitive.name] += 1
            if is_drawn(f"{about} {case.name}", one_in):
                quick.add(case.name)
        return law("case", {case.name: case for case in chosen}, quick)(test)

    return decorate


def subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Single ones, pairs, and all: a rule looks at two operands at most together."""
    for count in sorted({1, 2, len(places)} & set(range(1, len(places) + 1))):
        yield from itertools.combinations(places, count)


# -- derivatives of functions of arrays that return a tuple of arrays ---------------


def pull(function: Any, args: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
    """A cotangent per argument."""
    _, pullback = vjp(function, *args)
    return list(pullback(tuple(cotangents)))


def push(function: Any, args: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
    """A tangent per output."""
    _, dots = jvp(function, tuple(args), tuple(tangents))
    return list(dots)


def directions(rng: np.random.Generator, arrays: Sequence[Any]) -> list[Any]:
    """Random arrays of the same shapes and dtypes."""
    return [direction(rng, array) for array in arrays]


def direction(rng: np.random.Generator, array: Any) -> Any:
    """One such array."""
    values = rng.normal(size=array.shape)
    if array.dtype.kind == "c":
        values = values + 1j * rng.normal(size=array.shape)
    return np.asarray(values).astype(array.dtype)[() if array.shape else ...]


def pair(cotangents: Sequence[Any], tangents: Sequence[Any]) -> float:
    """The real pairing, in which cotangents act on tangents."""
    return sum(
        float(np.sum(np.real(np.asarray(w) * np.asarray(v))))
        for w, v in zip(cotangents, tangents, strict=True)
    )


def assert_near(got: Any, expected: Any, tolerance: float) -> None:
    """Compare arrays, relative to the largest element."""
    got, expected = np.asarray(got), np.asarray(expected)
    assert got.shape == expected.shape
    scale = np.max(np.abs(expected), initial=1.0)
    np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance * scale)


# -- tracers -------------------------------------------------------------------------


def variable(array: Any) -> Tracer:
    """A tracer of its own with the array's value."""
    return Tracer(Edge(Leaf("variable", aval_of(array)), 0), array)


def abstract(array: Any) -> Tracer:
    """A tracer without a value, of the array's shape and dtype."""
    return Tracer(Edge(Leaf("variable", aval_of(array)), 0), None)
