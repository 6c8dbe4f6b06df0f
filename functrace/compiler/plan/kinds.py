"""Which nodes native code exists for, and the dtypes that they compute in."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.compiler.forms import Unlowered, form_of
from functrace.compiler.indices.index import row_major
from functrace.compiler.machine.target import aimed_at
from functrace.compiler.notation.builder import Builder, Complex, Value
from functrace.compiler.notation.kinds import Kind, bits_of, kind_of
from functrace.compiler.notation.step import StepBuilder
from functrace.core.aval import NUMBERS, Aval
from functrace.core.graph import Graph, graphs_of
from functrace.core.keys import Keyed
from functrace.core.node import Edge, Node
from functrace.core.rule import operand_aval, operand_avals


@functools.lru_cache(maxsize=4096)
def loop_kinds(primitive: Any, dtypes: tuple[Any, ...]) -> tuple[Kind, ...] | None:
    """Kinds that an elementwise operation converts its operands to: those of NumPy's loop.

    A dtype may be a Python type, that of a number, whose own is weak. None: not native.
    """
    if primitive.ufunc is not None:
        given = tuple(np.dtype(bool) if d is bool else d for d in dtypes)
        outputs = (None,) * primitive.ufunc.nout
        try:
            dtypes = primitive.ufunc.resolve_dtypes(given + outputs)[: len(dtypes)]
        except TypeError:
            return None
    kinds = tuple(map(kind_of, dtypes))
    return None if None in kinds else kinds  # type: ignore[return-value]


def is_native(node: Node) -> bool:
    """Whether the compiler has code for the node."""
    return form_of(node.primitive).is_native(node, TRIAL)


class Trial:
    """What forms ask to know whether they have code for a node: emitters are tried."""

    def has_kinds(self, node: Node) -> bool:
        """Whether the dtypes of all operands and outputs are native."""
        avals = (*operand_avals(node), *node.avals)
        return all(kind_of(aval.dtype) is not None for aval in avals)

    def emits(self, node: Node) -> bool:
        """Whether an emitter takes operands of such dtypes, each in NumPy's loop's."""
        if node.params or node.dtype is None:
            return self._emits(node)
        parts: list[Any] = [node.primitive]
        for operand in node.inputs:
            dtype = type(operand)
            if dtype is Edge:
                dtype = operand[0].dtype  # None of several outputs
            elif dtype not in NUMBERS:  # which are their own
                dtype = None
            parts.append(operand_aval(operand)[1] if dtype is None else dtype)
        key = tuple(parts)
        known = _SEEN.get(key)
        if known is None:
            known = self._emits(node)
            if not any(part is int for part in parts):  # of which the values matter
                _SEEN[key] = known
        return known

    def _emits(self, node: Node) -> bool:
        given = tuple([aval.dtype for aval in operand_avals(node)])
        return (
            self.has_kinds(node)
            and _emits(node.primitive, given, Keyed(node.params))
            and _fits(node, given)
        )

    def combines(self, node: Node) -> bool:
        """Whether a reduction has code for its dtype; NumPy knows what nothing gives."""
        (operand,) = operand_avals(node)
        return operand.size > 0 and _combines(node.primitive, node.avals[0].dtype)

    def steps(self, node: Node) -> bool:
        """Whether there is code of its own for operands in C order."""
        avals = operand_avals(node)
        try:
            step_of("step", node, [(aval, row_major(aval.shape)) for aval in avals])
        except Unlowered:
            return False
        return True

    def has_graphs(self, node: Node) -> bool:
        """Whether all that a node's graphs do, take and give is native."""
        return all(map(_has_code, graphs_of(node)))


TRIAL = Trial()
_SEEN: dict[tuple[Any, ...], bool] = {}


def _has_code(graph: Graph) -> bool:
    """Whether all that a graph does, takes and gives is native."""
    avals = (*graph.in_avals, *graph.out_avals)
    return all(kind_of(aval.dtype) for aval in avals) and all(
        map(is_native, graph.nodes)
    )


def _fits(node: Node, dtypes: tuple[Any, ...]) -> bool:
    """Whether Python integers fit the dtype that they are given; NumPy looks at them."""
    if int not in dtypes:
        return True
    kinds = loop_kinds(node.primitive, dtypes)
    assert kinds is not None
    return all(
        type(operand) is not int
        or kind[0] not in "iu"
        or _lowest(kind) <= operand < _lowest(kind) + (1 << bits_of(kind))
        for operand, kind in zip(node.inputs, kinds, strict=True)
    )


def _lowest(kind: Kind) -> int:
    return -(1 << bits_of(kind) - 1) if kind[0] == "i" else 0


@functools.lru_cache(maxsize=4096)
def _emits(primitive: Any, dtypes: tuple[Any, ...], params: Keyed) -> bool:
    """Whether the emitter takes operands of these dtypes: it is tried."""
    kinds = loop_kinds(primitive, dtypes)
    if kinds is None:
        return False
    b = Builder()
    try:
        primitive.lower.emit(b, *(_dummy(b, kind) for kind in kinds), **params.value)
    except Unlowered:
        return False
    return True


@functools.lru_cache(maxsize=4096)
def _combines(primitive: Any, dtype: Any) -> bool:
    b = Builder()
    kind = kind_of(dtype)
    assert kind is not None
    try:
        primitive.lower.combine(b, _dummy(b, kind), _dummy(b, kind))
        primitive.lower.identity(dtype)
    except Unlowered:
        return False
    return True


def step_of(
    name: str,
    node: Node,
    operands: Sequence[tuple[Aval, tuple[int, ...]]],
    unit: Any = None,
    *,
    keeps: bool = False,
) -> StepBuilder:
    """The code of a step, on operands of these shapes and strides; see `StepBuilder`."""
    machine = aimed_at()
    step = StepBuilder(
        name,
        operands,
        node.avals,
        vector_bits=machine.vector_bits,
        fused=machine.fused,
        unit=unit,
        keeps=keeps,
    )
    node.primitive.lower.emit(step, step.operands, step.outputs, **node.params)
    return step


def _dummy(b: Builder, kind: Kind) -> Value | Complex:
    if kind[0] == "c":
        part = f"f{kind[1:]}"
        return Complex(Value(b, "%x", part, 0), Value(b, "%y", part, 0))
    return Value(b, "%x", kind, 0)


def number_of(constant: Any) -> Any:
    """The number that a constant is, or that all its elements are; None if they differ."""
    if isinstance(constant, (bool, int, float, complex, np.generic)):
        return constant
    if constant.size == 1:
        return constant.reshape(-1)[0]
    if constant.size and not any(
        s for s, n in zip(constant.strides, constant.shape, strict=True) if n > 1
    ):
        return constant[(0,) * constant.ndim]
    if 0 < constant.size <= 1 << 16 and constant.dtype.kind in "biuf":
        first = constant[(0,) * constant.ndim]
        if (constant == first).all() and (first != 0 or not np.signbit(constant).any()):
            return first
    return None
