"""Functions that are integrated, as graphs: of many points, and with their derivatives."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, is_inexact
from functrace.core.graph import Graph
from functrace.numpy._arguments import as_array
from functrace.transforms._bodies import settled, trace_body
from functrace.transforms.vjp import jvp, vjp
from functrace.transforms.vmap import vmap

POINT = Aval((), np.dtype(np.float64))


class Integrand:
    """A function of a point, and of arrays, which gives a vector of real numbers.

    Attributes
    ----------
    graph : Graph
        Its inputs are the arrays and the point.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.avals = [Aval(*aval) for aval in graph.in_avals[:-1]]
        self.size = graph.out_avals[0][0][0]
        self._many: dict[int, Graph] = {}

    def __call__(self, operands: Sequence[Any], x: Any) -> Any:
        """The vector at a point."""
        x = np.float64(x) if type(x) is float else x
        return self.graph.evaluate([*operands, x])[0]

    def at_all(self, operands: Sequence[Any], points: Any) -> Any:
        """The vectors at points ``(count,)``, as ``(count, size)``."""
        count = points.shape[0]
        if count not in self._many:

            def at_all(*args: Any) -> Any:
                *rest, xs = args
                return vmap(lambda x: self(rest, x))(xs)

            points_aval = Aval((count,), POINT.dtype)
            self._many[count] = _graph_of(at_all, [*self.avals, points_aval])
        return self._many[count].evaluate([*operands, points])[0]

    @functools.cached_property
    def moving(self) -> list[int]:
        """The arrays that have derivatives."""
        return [i for i, aval in enumerate(self.avals) if is_inexact(aval.dtype)]

    @functools.cached_property
    def pulled(self) -> Integrand:
        """What a cotangent becomes, of the arrays, the cotangent and the point."""

        def pulled(*args: Any) -> Any:
            *operands, bar, x = args
            function = self._of_moving(operands, x)
            _, pull = vjp(function, *[operands[i] for i in self.moving])
            return joined(pull(bar))

        bar = Aval((self.size,), POINT.dtype)
        return Integrand(_graph_of(pulled, [*self.avals, bar, POINT]))

    @functools.cached_property
    def pushed(self) -> Integrand:
        """What tangents become, of the arrays, the tangents and the point."""

        def pushed(*args: Any) -> Any:
            *rest, x = args
            operands, dots = rest[: len(self.avals)], rest[len(self.avals) :]
            primals = tuple(operands[i] for i in self.moving)
            return jvp(self._of_moving(operands, x), primals, tuple(dots))[1]

        dots = [self.avals[i] for i in self.moving]
        return Integrand(_graph_of(pushed, [*self.avals, *dots, POINT]))

    def _of_moving(self, operands: Sequence[Any], x: Any) -> Callable[..., Any]:
        def function(*moved: Any) -> Any:
            given = list(operands)
            for i, value in zip(self.moving, moved, strict=True):
                given[i] = value
            return self(given, x)

        return function

    def cotangents(self, vector: Any) -> list[Any]:
        """What `pulled` gave, in the shapes of the arrays; None where there is none."""
        found: list[Any] = [None] * len(self.avals)
        begin = 0
        for i in self.moving:
            aval = self.avals[i]
            parts = 2 if aval.dtype.kind == "c" else 1
            part = vector[begin : begin + parts * aval.size]
            begin += parts * aval.size
            found[i] = apart(part, aval)
        return found


def traced_integrand(
    where: str, function: Callable[[Any], Any]
) -> tuple[Integrand, list[Any], Aval]:
    """A user's function of a point, what it takes from outside, and what it gives."""
    closed = trace_body(
        where, lambda x: as_array(function(x)), [(pytree.LEAF, [POINT])]
    )
    given = settled(closed, ())

    def of_point(*args: Any) -> Any:
        return joined(given.evaluate(args))

    graph = _graph_of(of_point, [Aval(*aval) for aval in given.in_avals])
    return Integrand(graph), closed.captured, Aval(*given.out_avals[0])


def _graph_of(function: Callable[..., Any], avals: Sequence[Aval]) -> Graph:
    args = [(pytree.LEAF, [aval]) for aval in avals]
    return settled(trace_body("functrace.scipy.integrate", function, args), ())


def joined(arrays: Sequence[Any]) -> Any:
    """All elements in a vector of real numbers."""
    parts: list[Any] = []
    for x in arrays:
        flat = x.reshape(-1)
        complex_ = flat.dtype.kind == "c"
        parts += [np.real(flat), np.imag(flat)] if complex_ else [flat]
    if not parts:
        return np.zeros(0)
    return np.concatenate(parts).astype(np.float64)


def apart(vector: Any, aval: Aval) -> Any:
    """The array whose elements `joined` put into a vector."""
    if np.dtype(aval.dtype).kind != "c":
        return vector.reshape(aval.shape).astype(aval.dtype)
    half = vector.shape[0] // 2
    whole = vector[:half] + 1j * vector[half:]
    return whole.reshape(aval.shape).astype(aval.dtype)
