"""Examples of the rows of rewriting tables, generated from their patterns."""

from __future__ import annotations

import importlib
import itertools
import math
import pkgutil
from dataclasses import dataclass
from typing import Any

import numpy as np

import functrace as ft
from functrace.core.aval import aval_of
from functrace.core.constant import compact
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.core.recording import recording_all
from functrace.engine.patterns import (
    Row,
    Table,
    Term,
    Variable,
    uniform_constant,
    zeros,
)
from functrace.engine.simplify import _has, _Sweep
from functrace.primitives import _rewrites, choice, comparison, indexing
from functrace.primitives._graphs import edge_of, fresh, handles

SHAPES = [(), (0,), (1,), (3,), (2, 3), (2, 2, 2)]
MIXED = [[(2, 3), (3,), (), (2, 1)], [(), (3,), (2, 3), (1, 1)], [(2, 1), (2, 3), (3,)]]
DTYPES = ["float64", "float32", "int64", "bool", "complex128", "int8"]
ARRAYS = [np.full((2, 1), 4.0), np.ones(3, bool), np.float64(-0.0)]
NUMBERS = [True, False, 2.0, -8, 0.5, 3.0, *ARRAYS]
PROMOTED = [("float32", "float64", "int64"), ("bool", "int64")]
TARGETS = [*map(np.dtype, ("float64", "int64", "float32", "complex64", "complex128"))]
INDICES = [(None, Ellipsis), Ellipsis, (Ellipsis, None), slice(None, None, -1)]

PARAMS = {
    "mask": ("keep",),
    "convert": ("dtype",),
    "transpose": ("axes",),
    "reshape": ("shape",),
    "broadcast_to": ("shape",),
    "roll": ("shifts",),
    "reduce_sum": ("axis", "keepdims"),
    "stack": ("axis",),
    "getitem": ("index",),
    "index_add": ("index",),
}
CHOICES = {choice.mask, choice.where}
WRITING = {indexing.index_add}  # into arrays, not into numbers
CONSTANT = {uniform_constant("").kind, zeros("x")[0].kind}
LOGICAL = {comparison.logical_and, comparison.logical_or, comparison.logical_not}


def _repeated(number: Any) -> list[np.ndarray]:
    """Arrays that repeat a number, as a sweep has them."""
    dtypes = ("int64", "float64", "complex64")
    return [np.broadcast_to(np.asarray(number, d), (2, 3)) for d in dtypes]


def _is_zero(part: Any) -> bool:
    return type(part) is int or (
        type(part) is Variable and part.kind == zeros("x")[0].kind
    )


def tables() -> list[Table]:
    """Those of all files of rewrites."""
    names = [module.name for module in pkgutil.iter_modules(_rewrites.__path__)]
    files = [importlib.import_module(f"{_rewrites.__name__}.{name}") for name in names]
    return [file.TABLE for file in files if hasattr(file, "TABLE")]


@dataclass
class Example:
    """What a pattern matches, and what is taken in its place.

    Attributes
    ----------
    before, after : Graph
        Of the same inputs.
    is_first : bool
        Whether no row above it in the table applies, too.
    """

    before: Graph
    after: Graph
    is_first: bool


def examples(row: Row, table: Table) -> list[Example]:
    """Those of the row's examples that it rewrites."""
    cases = itertools.product(
        [*zip(SHAPES), *MIXED], [*zip(DTYPES), *PROMOTED], range(3)
    )
    found = [
        _example(row, table, _Pattern(row.pattern, shapes, dtypes, seed))
        for seed, (shapes, dtypes, _) in enumerate(cases)
    ]
    return [example for example in found if example is not None]


def _example(row: Row, table: Table, pattern: _Pattern) -> Example | None:
    try:
        before = pattern.graph()
    except (TypeError, ValueError, IndexError, np.exceptions.ComplexWarning):
        return None  # NumPy refuses these operands
    result = _rewritten(row, before)
    if result is None:
        return None
    rows = table.rows[: table.rows.index(row)]
    same = [each for each in rows if each.pattern.primitive is row.pattern.primitive]
    is_first = all(_rewritten(each, before) is None for each in same)
    return Example(before, Graph(before.inputs, [result]), is_first)


def _rewritten(row: Row, graph: Graph) -> Any:
    """What the row makes of the graph's output; None if it does not apply."""
    edge = graph.outputs[0]
    if type(edge) is not Edge or edge.node.primitive is not row.pattern.primitive:
        return None
    node = edge.node
    operands = [compact(x) if type(x) is np.ndarray else x for x in node.inputs]
    rule = Table(row).rule(node.primitive)
    out = rule(operands, node.params, edge.aval, _Sweep(lambda _: None, None))
    return out if out is not None and _has(out, edge.aval) else None


class _Pattern:
    """A pattern as a function of what its variables stand for; the rest is drawn."""

    def __init__(self, term: Term, shapes: Any, dtypes: Any, seed: int) -> None:
        self.term = term
        self.rng = np.random.default_rng(seed)
        self.conditions: dict[str, bool] = {}
        self._find(term)
        self.avals = [
            ft.Aval(shapes[i % len(shapes)], "bool" if c else dtypes[i % len(dtypes)])
            for i, c in enumerate(self.conditions.values())
        ]

    def _find(self, term: Term) -> None:
        """Note the variables that stand for operands, and which are truth values."""
        for i, part in enumerate(term.operands):
            logical = term.primitive in LOGICAL
            if type(part) is Term:
                self._find(part)
            elif type(part) is Variable and part.kind not in CONSTANT:
                is_condition = logical or (i == 0 and term.primitive in CHOICES)
                self.conditions[part.name] = is_condition

    def graph(self) -> Graph:
        """The pattern, applied to inputs; one of constants alone as the sweep meets it."""
        if self.avals:
            inputs = fresh("operand", self.avals)
            with recording_all():
                return Graph(inputs, [edge_of(self(*handles(inputs)))])
        primitive, value = self.term.primitive, self._one_of(ARRAYS)
        names = PARAMS.get(primitive.name, ())
        params = {name: self._value(primitive.name, name, value) for name in names}
        out = primitive.abstract_eval(aval_of(value), **params)
        return Graph([], [Edge(Node(primitive, (value,), params, None, *out), 0)])

    def __call__(self, *inputs: Any) -> Any:
        return self._built(self.term, dict(zip(self.conditions, inputs, strict=True)))

    def _built(self, part: Any, drawn: dict[str, Any]) -> Any:
        if type(part) is Term:
            operands = [self._built(operand, drawn) for operand in part.operands]
            if part.primitive in WRITING and _is_zero(part.operands[0]):
                operands[0] = self._one_of(_repeated(0))
            names = PARAMS.get(part.primitive.name, ())
            params = {
                name: self._param(part, name, operands[0], drawn) for name in names
            }
            return part.primitive(*operands, **params)
        if type(part) is not Variable:
            return self._one_of([part, np.float64(part), np.full((2, 1), part)])
        if part.name not in drawn:
            drawn[part.name] = self._one_of(NUMBERS)
        return drawn[part.name]

    def _param(self, term: Term, name: str, x: Any, drawn: dict[str, Any]) -> Any:
        wanted = term.params.get(name)
        if wanted is None:
            return self._value(term.primitive.name, name, x)
        if type(wanted) is not Variable:
            return wanted
        if wanted.name not in drawn:
            drawn[wanted.name] = self._value(term.primitive.name, name, x)
        return drawn[wanted.name]

    def _value(self, primitive: str, name: str, x: Any) -> Any:
        """A parameter of a primitive whose first operand is `x`."""
        shape = np.shape(x)
        size, axes = math.prod(shape), range(len(shape))
        kept = TARGETS[-2:] if np.iscomplexobj(x) else TARGETS
        some = tuple(k for k in axes if self.rng.integers(2) or shape[k] == 1)
        shapes = [shape, shape[::-1], (size,), (1, size), (size, 1)]
        larger = [shape, (2, *shape), (3, 1, *shape)]
        values: dict[str, list[Any]] = {
            "keep": [True, False],
            "keepdims": [True, False],
            "dtype": kept,
            "index": INDICES,
            "axes": [tuple(map(int, self.rng.permutation(len(shape))))],
            "shifts": [tuple(int(self.rng.integers(n or 1)) for n in shape)],
            "axis": [0 if primitive == "stack" else some],
            "shape": larger if primitive == "broadcast_to" else shapes,
        }
        return self._one_of(values[name])

    def _one_of(self, values: list[Any]) -> Any:
        return values[self.rng.integers(len(values))]
