"""The derivative of a residual with respect to what is sought, as a linear map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from functrace.core.aval import Aval
from functrace.core.graph import Graph, graphs_of
from functrace.core.lazy import lazy
from functrace.core.node import Edge, Node
from functrace.core.recording import recording_all
from functrace.engine.batching import evaluate_along
from functrace.engine.simplify import simplify
from functrace.primitives._graphs import (
    edge_of,
    fresh,
    handles,
    once,
    pullback_of,
    pushforward_of,
)
from functrace.primitives._loops import Body, nonzero, zeros
from functrace.primitives.linalg import solve, solve_or_nan
from functrace.primitives.seeds import eye

_FEW, _LIGHT = 4, 200  # unknowns, and operations, that columns are computed apart of


class SlopeSolver(Protocol):
    """How systems with the derivative of a residual are solved."""

    def __call__(
        self, slope: Slope, right: Sequence[Any], *, transposed: bool
    ) -> Sequence[Any]:
        """The leaves of ``J⁻¹ b``, or of ``J⁻ᵀ b``."""
        ...


class Slope:
    """The derivative of a residual with respect to the solution, as a linear map.

    `or_nan`: where it is singular, solutions are NaN, and no error.
    """

    def __init__(
        self,
        body: Body,
        operands: Sequence[Any],
        lanes: tuple[int, ...],
        *,
        or_nan: bool = False,
    ) -> None:
        self.body, self.operands, self.lanes = body, operands, lanes
        self.or_nan = or_nan
        self.avals = [Aval(*a) for a in body.split(body.graph.in_avals).carry]
        self._places = tuple(body.places.carry)

    def times(self, dots: Sequence[Any]) -> list[Any]:
        """``J v``, by leaves."""
        push = pushforward_of(self.body.graph, self._places)
        return self._filled(push.spread(push.graph.evaluate([*self.operands, *dots])))

    def transposed_times(self, bars: Sequence[Any]) -> list[Any]:
        """``Jᵀ v``, by leaves."""
        found = pulled(self.body, self.operands, bars, self._places)
        return self._filled([found[i] for i in self._places])

    @lazy
    def matrix(self) -> Any:
        """``J`` for each lane, real: complex numbers are pairs."""
        apart = self._apart()
        if apart is not None:
            return self._by_columns(apart)
        size = sum(map(self._size, self.avals))
        basis = np.reshape(
            eye(size=size, dtype=self._dtype), (size, *[1] * len(self.lanes), size)
        )
        dots = self.split(np.broadcast_to(basis, (size, *self.lanes, size)))
        return np.moveaxis(self.tangents(dots, size), 0, -1)

    def _apart(self) -> Graph | None:
        """The residual of single numbers, if few are taken one by one.

        Where a number does not come in, its tangent is none, and not a product with zero.
        """
        graph, (aval, *others) = self.body.graph, self.avals
        few = not others and aval.ndim == len(self.lanes) + 1 and aval.shape[-1] <= _FEW
        if not few or aval.dtype.kind != "f" or len(graph.nodes) > _LIGHT:
            return None

        def make() -> Graph | None:
            if any(graphs_of(node) for node in graph.nodes):
                return None
            fixed = fresh("operand", graph.in_avals[: self.body.consts])
            numbers = fresh("number", [Aval(self.lanes, aval.dtype)] * aval.shape[-1])
            with recording_all():
                whole = np.stack(handles(numbers), axis=-1)
                (out,) = graph.evaluate([*handles(fixed), whole])
                found = simplify(Graph([*fixed, *numbers], [edge_of(out)]))
            taken = found.inputs[len(fixed) :]
            return None if any(_stacks(n, taken) for n in found.nodes) else found

        return once(graph, ("apart", self.body.consts, self.lanes), make)

    def _by_columns(self, apart: Graph) -> Any:
        *fixed, x = self.operands
        numbers = [x[..., k] for k in range(x.shape[-1])]
        one = np.ones(self.lanes, x.dtype)
        columns: list[Any] = []
        for k in range(len(numbers)):
            push = pushforward_of(apart, (len(fixed) + k,))
            dots = push.spread(push.graph.evaluate([*fixed, *numbers, one]))
            columns += self._filled(dots)
        return np.stack(columns, axis=-1)

    def tangents(self, dots: Sequence[Any], count: int) -> Any:
        """``J v`` of so many directions, real, in rows."""
        push = pushforward_of(self.body.graph, self._places)
        rows = push.spread(evaluate_along(push.graph, self.operands, dots, count))
        found = [  # a constant is the same in all directions
            np.broadcast_to(row, (count, *aval.shape))
            for row, aval in zip(self._filled(rows), self.avals, strict=True)
        ]
        return self.joined(found)

    def is_apart(self) -> Any:
        """Whether lanes are independent: one step of all is as good as several."""
        count = int(np.prod(self.lanes))
        sizes = np.reshape(0.5 + 0.6180339887 * np.arange(count) % 1, self.lanes)
        ones = [np.ones(aval.shape, aval.dtype) for aval in self.avals]
        ranks = [aval.ndim - len(self.lanes) for aval in self.avals]
        factors = [np.reshape(sizes, (*self.lanes, *[1] * rank)) for rank in ranks]
        whole = self.times([one * s for one, s in zip(ones, factors, strict=True)])
        ok: Any = True
        for a, b, s in zip(whole, self.times(ones), factors, strict=True):
            far = np.abs(a - b * s) > 1e-6 * (np.abs(a) + np.abs(b))
            ok = np.logical_and(ok, np.logical_not(far))
        return ok

    def joined(self, leaves: Sequence[Any]) -> Any:
        """Leaves as a real vector for each lane, and for what axes they have before."""
        found: list[Any] = []
        for leaf, aval in zip(leaves, self.avals, strict=True):
            extra = np.ndim(leaf) - aval.ndim
            lead = np.shape(leaf)[: extra + len(self.lanes)]
            flat = np.reshape(leaf, (*lead, -1 if aval.size else 0))
            found += (
                [np.real(flat), np.imag(flat)] if aval.dtype.kind == "c" else [flat]
            )
        return np.concatenate(found, axis=-1) if len(found) > 1 else found[0]

    def split(self, vector: Any) -> list[Any]:
        """The leaves of which `joined` makes this."""
        found: list[Any] = []
        lead, begin = vector.shape[:-1], 0
        for aval in self.avals:
            count = self._size(aval)
            part = vector[..., begin : begin + count]
            begin += count
            if aval.dtype.kind == "c":
                half = count // 2
                part = part[..., :half] + 1j * part[..., half:]
            own = aval.shape[len(self.lanes) :]
            found.append(np.reshape(part, (*lead, *own)).astype(aval.dtype))
        return found

    @property
    def _dtype(self) -> np.dtype[Any]:
        dtype = np.result_type(*(aval.dtype for aval in self.avals))
        return np.real(np.zeros(0, dtype)).dtype

    def _size(self, aval: Aval) -> int:
        """How many real numbers there are of it in each lane."""
        count = int(np.prod(aval.shape[len(self.lanes) :], dtype=int))
        return 2 * count if aval.dtype.kind == "c" else count

    def _filled(self, leaves: Sequence[Any]) -> list[Any]:
        pairs = zip(leaves, self.avals, strict=True)
        return [zeros(aval) if leaf is None else leaf for leaf, aval in pairs]


def _stacks(node: Node, parts: Sequence[Edge]) -> bool:
    """Whether an operation makes one array of these."""
    edges = [e for e in node.inputs if type(e) is Edge]
    return node.name == "stack" and edges == [*parts]


def or_nan(ok: Any, dtype: Any) -> Any:
    """One where something is right, else NaN: a factor, so that derivatives are, too."""
    return np.where(ok, 1.0, np.nan).astype(dtype)


def pulled(
    body: Body, operands: Sequence[Any], bars: Sequence[Any], wanted: tuple[int, ...]
) -> list[Any]:
    """Cotangents of the residual's inputs at `wanted`, None for the others."""
    given = tuple(nonzero(bars))
    pull = pullback_of(body.graph, wanted, given)
    seeds = [bars[k] for k in given]
    found = pull.spread(pull.graph.evaluate([*operands, *seeds]))
    return [bar if i in wanted else None for i, bar in enumerate(found)]


def dense(slope: Slope, right: Sequence[Any], *, transposed: bool) -> list[Any]:
    """Solve with the matrix, formed by as many tangents as it has columns."""
    matrix = slope.matrix
    if transposed:  # the pairing of complex numbers has no conjugate
        matrix, right = np.swapaxes(matrix, -1, -2), list(map(np.conj, right))
    vector = slope.joined(right)
    if matrix.shape[-1] == 1:
        found = vector / matrix[..., 0]
    else:
        solution = solve_or_nan if slope.or_nan else solve
        found = solution(matrix, vector[..., None])[..., 0]
    leaves = slope.split(found)
    return list(map(np.conj, leaves)) if transposed else leaves
