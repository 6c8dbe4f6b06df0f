"""Random programs of plain Python: compiled, they are what they were un-jitted.

Branches, loops, tables, early ends, errors, lists, Python's numbers: what capturing and
rolling make of them is run in NumPy for most, which takes a tenth of the time; natively, with
first and second derivatives, for some.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple

import numpy as np

import functrace as ft
from functrace.compiler import program as programs
from functrace.primitives.call import start
from functrace.transforms import _tracing
from functrace.transforms._capture import counted
from functrace.transforms._rolling import Finished, past, rolled, worth
from tests.properties._loops import PlainLoop
from tests.properties._plain import Program, check_outcome, outcome
from tests.properties._tables import PlainTable
from tests.properties.test_plain_branches import POINTS
from tests.properties.test_plain_masks import POINTS as MASKED
from tests.properties.test_plain_masks import Masks
from tests.properties.test_plain_numbers import POINTS as NUMBERS
from tests.properties.test_plain_numbers import Numbers

_SOME = 12  # of so many programs one is compiled, and differentiated
_REFUSED = (ft.ConcretizationError, ft.MutationError, ft.DtypeError)


class Family(NamedTuple):
    """Programs of one kind.

    Attributes
    ----------
    make : callable
        ``seed -> program``, which has a function.
    points : sequence of tuple
        Arguments of it.
    argnums : tuple of int
        Those that are differentiated.
    tolerance : float
    """

    make: Callable[[int], Any]
    points: list[tuple[Any, ...]]
    argnums: tuple[int, ...]
    tolerance: float


def _loop(seed: int) -> PlainLoop:
    return PlainLoop(random.Random(seed))


def _table(seed: int) -> PlainTable:
    return PlainTable(random.Random(seed))


_ARGUMENTS = (np.linspace(-1.0, 1.3, 16), np.float64(0.7))
_FAMILIES = {
    "branches": Family(Program, POINTS, (0, 1), 1e-11),
    "masks": Family(Masks, MASKED, (0, 1), 1e-10),
    "numbers": Family(Numbers, NUMBERS, (0, 2), 1e-6),
    "loops": Family(_loop, [_ARGUMENTS], (0, 1), 1e-11),
    "long": Family(_loop, [_ARGUMENTS], (0, 1), 1e-10),
    "tables": Family(_table, [_ARGUMENTS], (0, 1), 1e-11),
    "long tables": Family(_table, [_ARGUMENTS], (0, 1), 1e-10),
}


def run_plain(seed: int) -> dict[str, Any]:
    """The report on the program of a seed."""
    name = [*_FAMILIES][seed % len(_FAMILIES)]
    family = _FAMILIES[name]
    program = family.make(seed)
    whole = seed // len(_FAMILIES) % _SOME == 0
    how = ["derivatives" if whole else "value", "native" if whole else "numpy", name]
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with _setting(name, whole=whole):
                kind = _compare(program.function, family, whole=whole)
                if name in {"loops", "tables"}:
                    _check_bits(program.function)
        except AssertionError as error:
            return {"kind": "mismatch", "detail": f"{error}\n{program}", "how": how}
        except _REFUSED as error:
            return {"kind": "refused", "detail": str(error), "how": how}
    return {"kind": kind, "detail": "", "how": how}


def _setting(name: str, *, whole: bool) -> AbstractContextManager[None]:
    if name in {"loops", "tables"}:
        return short_loops()
    return long_traces() if name.startswith("long") else in_numpy(not whole)


def _compare(function: Any, family: Family, *, whole: bool) -> str:
    kinds: set[str] = set()
    compiled = ft.jit(function)
    gradient = ft.grad(function, argnums=family.argnums)
    slopes, curvature = ft.jit(gradient), _curvature(gradient, family.argnums)
    curvatures = ft.jit(curvature)
    for point in family.points:
        wanted = outcome(function, point)
        if wanted[0] is TypeError:  # NumPy subtracts no truth values
            return "invalid"
        kinds.add("same" if wanted[0] is None else "raises")
        check_outcome(outcome(compiled, point), wanted, family.tolerance)
        if whole:
            for native, plain in ((slopes, gradient), (curvatures, curvature)):
                found = outcome(native, point), outcome(plain, point)
                check_outcome(*found, 1e3 * family.tolerance)
    return "raises" if "raises" in kinds else "same"


def _curvature(gradient: Any, argnums: tuple[int, ...]) -> Callable[..., Any]:
    """The derivative of a gradient along some direction."""

    def second(*args: Any) -> Any:
        def slopes(*some: Any) -> Any:
            moved = dict(zip(argnums, some, strict=True))
            return gradient(*(moved.get(i, x) for i, x in enumerate(args)))

        xs = tuple(args[i] for i in argnums)
        return ft.jvp(slopes, xs, (np.cos(xs[0]), 0.5))[1]

    return second


def _check_bits(function: Any) -> None:
    """Loops give the bits of the rounds written out."""
    before = _tracing.finished
    _tracing.finished = lambda outputs, _: Finished(outputs)
    try:
        graph = ft.make_graph(function)(ft.Aval(16), ft.Aval(()))
    finally:
        _tracing.finished = before
    floor = min(edge.node.sequence for edge in graph.inputs)
    again = ft.Graph(graph.inputs, rolled(graph.outputs, floor).outputs)
    np.testing.assert_array_equal(again(*_ARGUMENTS)[0], graph(*_ARGUMENTS))


@contextmanager
def in_numpy(on: bool) -> Iterator[None]:
    """Let all operations of programs run in NumPy."""
    start()
    before = programs.usual_linker
    programs.usual_linker = (lambda: None) if on else before
    try:
        yield
    finally:
        programs.usual_linker = before


@contextmanager
def short_loops() -> Iterator[None]:
    """Let every loop become one, however short; in NumPy."""
    names = ("FEW", "_LONG", "_ROUNDS", "_INDEPENDENT")
    before = {name: getattr(worth, name) for name in names}
    for name in names:
        setattr(worth, name, 1)
    try:
        with in_numpy(True):
            yield
    finally:
        for name, value in before.items():
            setattr(worth, name, value)


@contextmanager
def long_traces() -> Iterator[None]:
    """Let few operations be many: one round is traced for all, where that can be."""
    before = past.LONG, counted.LONG
    past.LONG, counted.LONG = 8, 1
    try:
        with short_loops():
            yield
    finally:
        past.LONG, counted.LONG = before
