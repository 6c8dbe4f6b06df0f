"""Bodies of loops and branches: traced, checked against what they must give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, aval_of
from functrace.core.capture import Failure
from functrace.core.closure import part_of
from functrace.core.errors import DtypeError, MutationError, ShapeError, message
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, next_sequence
from functrace.core.primitive import as_argument
from functrace.core.pytree import Treedef
from functrace.core.recording import current
from functrace.core.rule import operand_aval
from functrace.core.source import begin_of
from functrace.core.tracer import Tracer
from functrace.transforms._closed import Closed, trace_closed
from functrace.transforms._tracing import input_of, unknown
from functrace.transforms._watch import Watch
from functrace.transforms.make_graph import labels_of

_WEAK = (int, float, complex)
_NUMBERS = (bool, *_WEAK)
_KINDS = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}


def is_recorded() -> bool:
    """Whether a loop is to be one operation of a graph, and not run step by step."""
    return current().complete


class Operands:
    """A pytree of arrays that a body takes.

    Attributes
    ----------
    values : list
        Arrays, NumPy scalars or traced values.
    weak : list of bool
        Which of them were Python numbers, whose dtype gives way.
    treedef : Treedef
    """

    __slots__ = ("treedef", "values", "weak")

    def __init__(self, where: str, what: str, tree: Any) -> None:
        leaves, self.treedef = pytree.flatten(tree)
        self.weak = [
            type(leaf) in _NUMBERS
            or (type(leaf) is Tracer and type(leaf.aval.dtype) is type)
            for leaf in leaves
        ]
        self.values = [_operand(where, what, leaf) for leaf in leaves]

    @property
    def avals(self) -> list[Aval]:
        """Shape and dtype of each."""
        return [Aval(x.shape, x.dtype) for x in self.values]

    @property
    def dtypes(self) -> list[Any]:
        """Dtype of each."""
        return [x.dtype for x in self.values]

    def tree(self, values: Sequence[Any] | None = None) -> Any:
        """The pytree, of these values or of others in their places."""
        return pytree.unflatten(self.treedef, self.values if values is None else values)

    def promote(self, avals: Sequence[Aval]) -> bool:
        """Give Python numbers the dtypes of `avals`, if that is all that differs."""
        changed = False
        for i, (weak, own, aval) in enumerate(
            zip(self.weak, self.avals, avals, strict=True)
        ):
            if weak and own != aval and _holds(aval, own):
                self.values[i] = self.values[i].astype(aval.dtype)
                self.weak[i] = False
                changed = True
        return changed


def _holds(aval: Aval, number: Aval) -> bool:
    """Whether an array of this kind can take the place of a Python number."""
    wide = _KINDS[number.dtype.kind] <= _KINDS[aval.dtype.kind]
    return wide and number.shape == aval.shape


def _operand(where: str, what: str, leaf: Any) -> Any:
    if type(leaf) is Tracer:
        leaf.sync()
        if leaf.edge is None:
            return leaf.value
        return leaf.astype(leaf.dtype) if type(leaf.aval.dtype) is type else leaf
    if isinstance(leaf, _NUMBERS):
        return np.asarray(leaf)[()]
    return as_argument(
        leaf,
        f"{where}: {what} holds something that is not an array of numbers.",
        expected="arrays, numbers, or pytrees of them",
    )


def trace_body(
    where: str,
    fun: Callable[..., Any],
    args: Sequence[tuple[Treedef, Sequence[Aval]]],
    failure: Failure | None = None,
    *,
    effects: bool = False,
) -> Closed:
    """The graph of a function of pytrees, of which structure and avals are given.

    It has no effects unless that is said. `failure` as of `trace_closed`; without it,
    `fun` must not raise errors of its own.
    """
    floor = next_sequence()
    avals = [aval for _, part in args for aval in part]
    pairs = zip(_labels(fun, args), avals, strict=True)
    entered = [unknown(label, aval) for label, aval in pairs]
    inputs, handles = list(map(input_of, entered)), iter(entered)
    trees = tuple(
        pytree.unflatten(treedef, [next(handles) for _ in part])
        for treedef, part in args
    )
    watch = Watch(fun, ())
    closed = trace_closed(
        where, fun, trees, {}, inputs, floor, symbolic=True, failure=failure
    )
    if (written := watch.written()) is not None:
        raise MutationError(
            message(
                f"{where}: the function writes into an array from outside it, which "
                "would happen only once.",
                got=written,
                source=begin_of(fun),
                help="carry the array: take it as an argument, and return it.",
            )
        )
    if closed.effects and not effects:
        raise MutationError(
            message(
                f"{where}: there is no place here for functrace.debug.",
                source=begin_of(fun),
                help="look at what the function is given, and at the result.",
            )
        )
    constants = [out for out in closed.graph.outputs if type(out) is not Edge]
    Operands(where, "the result of the function", constants)
    return closed


def settled(closed: Closed, dtypes: Sequence[Any]) -> Graph:
    """The graph with arrays for outputs: Python numbers get dtypes that hold them."""
    graph = closed.graph
    if all(type(out) is Edge for out in graph.outputs):
        return graph
    rest = [None] * (len(graph.outputs) - len(dtypes))
    pairs = zip(graph.outputs, (*dtypes, *rest), strict=True)
    return Graph(graph.inputs, [_settled(out, dtype) for out, dtype in pairs])


def _settled(out: Any, dtype: Any) -> Any:
    if type(out) is Edge:
        return out
    weak = dtype is not None and type(out) in _WEAK
    fits = weak and np.result_type(dtype, out) == dtype
    return np.asarray(out, dtype if fits else None)[()]


def common_dtypes(closed: Sequence[Closed]) -> list[Any]:
    """Of each output of several functions a dtype: Python numbers give way to arrays."""
    outputs = (each.graph.outputs[: each.treedef.num_leaves] for each in closed)
    columns = zip(*outputs, strict=True)
    return [np.result_type(*map(_promoted, column)) for column in columns]


def _promoted(out: Any) -> Any:
    return out if type(out) in _WEAK else avals_of([out])[0].dtype


def leaf_of(where: str, what: str, value: Any) -> Any:
    """The one array or number that something must be."""
    found = Operands(where, what, value)
    pytree.check_structure(where, what, found.treedef, pytree.LEAF)
    return found.values[0]


def _labels(
    fun: Callable[..., Any], args: Sequence[tuple[Treedef, Sequence[Aval]]]
) -> list[str]:
    """What the function calls the leaves of its arguments."""
    example = tuple(
        pytree.unflatten(treedef, [0.0] * len(part)) for treedef, part in args
    )
    return labels_of(fun, pytree.flatten((example, {}))[1])


def unify(closed: Sequence[Closed]) -> tuple[list[Graph], list[Any]]:
    """The graphs with the same first inputs, and what these stand for."""
    captured = {_key(x): x for each in closed for x in each.captured}
    graphs: list[Graph] = []
    for each in closed:
        count = len(each.captured)
        own = dict(
            zip(map(_key, each.captured), each.graph.inputs[:count], strict=True)
        )
        fixed = [
            own.get(key) or Edge(Leaf("captured", Aval(x.shape, x.dtype)), 0)
            for key, x in captured.items()
        ]
        arguments = [*fixed, *each.graph.inputs[count:]]
        graphs.append(part_of(arguments, each.graph.outputs))
    return graphs, list(captured.values())


def _key(captured: Any) -> Any:
    return captured.edge if type(captured) is Tracer else id(captured)


def check_avals(
    where: str, what: str, treedef: Treedef, found: Sequence[Aval], expected: Any
) -> None:
    """Raise ShapeError or DtypeError if avals differ, showing both pytrees."""
    expected = list(expected)
    if list(found) == expected:
        return
    shapes = [a.shape for a in found] != [a.shape for a in expected]
    raise (ShapeError if shapes else DtypeError)(
        message(
            f"{where}: {what} has another {'shape' if shapes else 'dtype'} than it "
            "must have.",
            expected=pytree.unflatten(treedef, expected),
            got=pytree.unflatten(treedef, list(found)),
            help=None if shapes else "convert it (x.astype).",
        )
    )


def avals_of(leaves: Sequence[Any]) -> list[Aval]:
    """Shape and dtype of arrays, numbers, edges and traced values."""
    found: list[Aval] = []
    for leaf in leaves:
        aval = operand_aval(leaf) if type(leaf) is Edge else aval_of(leaf)
        found.append(Aval(*aval))
    return found
