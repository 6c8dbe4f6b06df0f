"""The graph of a function: what is recorded between its inputs and its outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from functrace.core import printing, pytree, serialize
from functrace.core.aval import Aval, aval_of
from functrace.core.effects import evaluated
from functrace.core.errors import DtypeError, PytreeMismatchError, ShapeError, message
from functrace.core.foreign import type_of, way_out
from functrace.core.naming import name_like
from functrace.core.node import Edge, Node, Walk, walk_on
from functrace.core.primitive import as_operand
from functrace.core.pytree import Treedef
from functrace.core.recording import ambient
from functrace.core.rule import operand_aval
from functrace.core.source import with_lines
from functrace.core.tracer import Tracer

_NUMBERS = (bool, int, float, complex)


class Static(NamedTuple):
    """An argument that is no array: fixed when the graph was made, and not an input."""

    label: str
    value: Any


class Graph:
    """A program of primitives; call it to evaluate it.

    A view of nodes that are never changed: the ones that the outputs depend on. It
    takes arrays, or traced values: then it is recorded, so every transform applies.

    Parameters
    ----------
    arguments : sequence of Edge or Static
        One per leaf of the arguments; the edges are of a `Leaf` each. If there are
        effects, then a token comes last, and another one last among the outputs.
    outputs : sequence
        One per leaf of the result: an Edge, or a constant.
    in_treedef : Treedef, optional
        Structure of the call's ``(args, kwargs)``; default: one leaf per position.
    out_treedef : Treedef, optional
        Structure of the result; default: a tuple.
    floor : int, optional
        Nodes with a smaller sequence number belong to an enclosing program; default:
        the ones older than every input.
    walk : Walk, optional
        One with a higher floor, for which the outputs have been asked already.

    Attributes
    ----------
    inputs : tuple of Edge
    outputs : tuple
    nodes : tuple of Node
        In topological order, without the inputs.
    free_inputs : tuple of Edge
        What the nodes take that is neither computed here nor an input: values of an
        enclosing trace.
    derived : dict
        What was made of the graph, and is kept as long as it: programs, derivatives.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> graph = ft.make_graph(lambda x: np.sum(np.sin(x) ** 2))(ft.Aval((3,), float))
    >>> print(graph)
    graph (x: float64[3]) {
      %0: float64[3] = sin(x)
      %1: float64[3] = power(%0, 2)
      %2: float64[] = reduce_sum(%1, axis=(0,), keepdims=False)
      return %2
    }
    >>> graph(np.zeros(3))
    np.float64(0.0)
    """

    __slots__ = (
        "__weakref__",
        "_plan",
        "arguments",
        "derived",
        "free_inputs",
        "in_treedef",
        "inputs",
        "nodes",
        "out_treedef",
        "outputs",
    )

    def __init__(
        self,
        arguments: Sequence[Edge | Static],
        outputs: Sequence[Any],
        in_treedef: Treedef | None = None,
        out_treedef: Treedef | None = None,
        *,
        floor: int | None = None,
        walk: Walk | None = None,
    ) -> None:
        self.arguments = tuple(arguments)
        self.outputs = tuple(outputs)
        self.inputs = tuple(a for a in self.arguments if type(a) is Edge)
        count = (0,) * len(self.arguments)
        if in_treedef is None:
            in_treedef = pytree.flatten((count, {}))[1]
        if out_treedef is None:
            out_treedef = pytree.flatten((0,) * len(self.outputs))[1]
        self.in_treedef = in_treedef
        self.out_treedef = out_treedef
        if floor is None:
            floor = min((edge.node.sequence for edge in self.inputs), default=0)
        older: list[Edge] = []
        reached = walk_on(walk, self.outputs, floor, older)
        self.nodes = tuple([node for node in reached if node.primitive is not None])
        ends = {node for node in reached if node.primitive is None}
        ends.update([edge[0] for edge in older])
        foreign = ends.difference([edge[0] for edge in self.inputs])
        self.free_inputs = self._edges_of(foreign) if foreign else ()
        self.derived: dict[Any, Any] = {}
        self._plan: list[tuple[Node, list[Edge]]] | None = None

    def _edges_of(self, foreign: set[Node]) -> tuple[Edge, ...]:
        """The edges of nodes that are not the graph's, in the order of their use."""
        used = [operand for node in self.nodes for operand in node.inputs]
        used += self.outputs
        edges = (e for e in used if type(e) is Edge and e[0] in foreign)
        return tuple(dict.fromkeys(edges))

    @property
    def edges(self) -> Iterator[Edge]:
        """Every value: the inputs, the free inputs, then what the nodes compute."""
        yield from self.inputs
        yield from self.free_inputs
        for node in self.nodes:
            for index in range(len(node.avals)):
                yield Edge(node, index)

    @property
    def in_avals(self) -> tuple[Aval, ...]:
        """Abstract values of the inputs."""
        return tuple(edge.aval for edge in self.inputs)

    @property
    def out_avals(self) -> tuple[Aval, ...]:
        """Abstract values of the outputs, which must be arrays."""
        return tuple(map(operand_aval, self.outputs))

    @property
    def plan(self) -> list[tuple[Node, list[Edge]]]:
        """The nodes in order, each with the values that nothing needs after it."""
        if self._plan is None:
            self._plan = _last_uses(self)
        return self._plan

    def __len__(self) -> int:
        return len(self.nodes)

    # -- evaluation ----------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Evaluate, on arguments of the structure, shapes and dtypes of the inputs.

        Returns arrays of the caller's own or, if an argument is a traced value, traced
        values.
        """
        values = self._bind(args, kwargs)
        self._refuse_free()
        outs = owned(evaluated(self, values), values)
        return pytree.unflatten(self.out_treedef, outs)

    def evaluate(self, values: Sequence[Any]) -> list[Any]:
        """Compute the outputs from values of `inputs`, then `free_inputs`, unchecked.

        What is returned may share memory with the values and with constants. A value is
        forgotten after its last use.
        """
        traced = any(type(value) is Tracer for value in values)
        known = dict(zip((*self.inputs, *self.free_inputs), values, strict=True))
        for node, dropped in with_lines(self.plan):
            _apply(node, known, traced=traced)
            for edge in dropped:
                del known[edge]
        return [known[e] if type(e) is Edge else e for e in self.outputs]

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """Values of the inputs, from the arguments of a call."""
        leaves = pytree.flatten_like(
            (args, kwargs),
            self.in_treedef,
            "functrace.Graph",
            "(args, kwargs) of the call",
        )
        values: list[Any] = []
        for argument, leaf in zip(self.arguments, leaves, strict=False):
            if isinstance(argument, Static):
                _check_static(leaf, argument)
            else:
                values.append(_fit(leaf, argument))
        return values

    def _refuse_free(self) -> None:
        if not self.free_inputs:
            return
        got = ", ".join(f"{edge.node.name}: {edge.aval}" for edge in self.free_inputs)
        raise ValueError(
            message(
                "functrace.Graph: the graph depends on traced values that are not its "
                "inputs, so it cannot be evaluated.",
                got=got,
                help="pass them to the function as arguments when the graph is made.",
            )
        )

    # -- text and pictures -----------------------------------------------------------

    def format(self, *, sources: bool = False) -> str:
        """The program as text; with `sources`, the user's lines if they were noted."""
        return printing.format_graph(self, sources=sources)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        counts = (len(self.inputs), len(self.nodes), len(self.outputs))
        return "<Graph: {} inputs, {} nodes, {} outputs>".format(*counts)

    def to_dot(self) -> str:
        """The graph in the DOT language of Graphviz."""
        from functrace.core import drawing  # noqa: PLC0415 - slow

        return drawing.to_dot(self)

    def _repr_svg_(self) -> str | None:
        from functrace.core import drawing  # noqa: PLC0415 - slow

        return drawing.to_svg(self)

    def _repr_html_(self) -> str | None:
        from functrace.core import drawing  # noqa: PLC0415 - slow

        return None if drawing.can_draw(self) else drawing.to_html(self)

    # -- copies ----------------------------------------------------------------------

    def __reduce__(self) -> Any:
        if self.free_inputs:
            raise TypeError(
                message(
                    "functrace.Graph: a graph that depends on values of an enclosing "
                    "trace cannot be pickled.",
                    help="pass them as arguments when the graph is made.",
                )
            )
        return _load, (serialize.flatten(self),)

    def __deepcopy__(self, memo: dict[int, Any]) -> Graph:
        return _load(serialize.copied(serialize.flatten(self), memo), self.free_inputs)


def graphs_of(node: Node) -> list[Graph]:
    """The graphs among a node's parameters."""
    found: list[Graph] = []
    for value in node.params.values():
        if isinstance(value, Graph):
            found.append(value)
        elif isinstance(value, tuple):
            found += [part for part in value if isinstance(part, Graph)]
    return found


def with_graphs(
    params: dict[str, Any], change: Callable[[Graph], Graph]
) -> dict[str, Any]:
    """A node's parameters, with the graphs among them changed."""
    return {name: _changed(value, change) for name, value in params.items()}


def _changed(value: Any, change: Callable[[Graph], Graph]) -> Any:
    if type(value) is tuple and value and type(value[0]) is Graph:
        return tuple(map(change, value))
    return change(value) if type(value) is Graph else value


def _load(flat: serialize.FlatGraph, free: tuple[Edge, ...] = ()) -> Graph:
    arguments, outputs, in_treedef, out_treedef, floor = serialize.build(flat, free)
    arguments = [a if type(a) is Edge else Static(*a) for a in arguments]
    return Graph(arguments, outputs, in_treedef, out_treedef, floor=floor)


def _apply(node: Node, known: dict[Edge, Any], *, traced: bool) -> None:
    """Add what the node computes to what is known."""
    primitive = node.primitive
    assert primitive is not None
    operands = [known[e] if type(e) is Edge else e for e in node.inputs]
    out = (primitive if traced else primitive.impl)(*operands, **node.params)
    if traced and not primitive.multiple and ambient.get().readable is not None:
        name_like(node, out)
    for index, value in enumerate(out if primitive.multiple else (out,)):
        known[Edge(node, index)] = value


def _last_uses(graph: Graph) -> list[tuple[Node, list[Edge]]]:
    """Each node with the values that nothing needs after it."""
    needed = {edge for edge in graph.outputs if type(edge) is Edge}
    plan: list[tuple[Node, list[Edge]]] = []
    for node in reversed(graph.nodes):
        if Aval in map(type, node.inputs):
            _refuse_dropped(node)
        operands = [e for e in node.inputs if type(e) is Edge]
        computed = [Edge(node, i) for i in range(len(node.avals))]
        dropped = {e for e in (*operands, *computed) if e not in needed}
        needed |= dropped
        plan.append((node, list(dropped)))
    return plan[::-1]


def _refuse_dropped(node: Node) -> NoReturn:
    raise ValueError(
        message(
            "functrace.Graph: the graph cannot be evaluated, as constants that no "
            "derivative needs were not kept when it was recorded.",
            got=node,
            source=node.source,
            help="record it with functrace.make_graph, which keeps them.",
        )
    )


def _fit(leaf: Any, edge: Edge) -> Any:
    """An argument as an array of the shape and dtype of its input, or an error."""
    label, aval = edge.node.name, edge.aval
    if type(leaf) in _NUMBERS and not aval.shape:
        dtype = np.dtype(aval.dtype)
        if np.result_type(dtype, leaf) == dtype:  # a Python number is weak
            return dtype.type(leaf)
    value = leaf
    if type(leaf) is not Tracer:
        try:
            value = as_operand(leaf)
        except TypeError:
            value = None
    found = None if value is None else aval_of(value)
    if found == aval:
        return value
    kind = DtypeError if found is None or found.shape == aval.shape else ShapeError
    raise kind(
        message(
            f"functrace.Graph: argument {label!r} does not fit the graph's input.",
            expected=aval,
            got=type_of(leaf) if found is None else found,
            help=(way_out(leaf) if found is None else None)
            or "convert it, or make another graph for such arguments.",
        )
    )


def _check_static(leaf: Any, argument: Static) -> None:
    label, value = argument
    if leaf is value or (type(leaf) is type(value) and bool(leaf == value)):
        return
    raise PytreeMismatchError(
        message(
            f"functrace.Graph: argument {label!r} is fixed in the graph.",
            expected=repr(value),
            got=repr(leaf) if type(leaf) is type(value) else type(leaf).__name__,
            help="make another graph for another value.",
        )
    )


def owned(outs: list[Any], values: Sequence[Any]) -> list[Any]:
    """Outputs that share no memory with what is kept: the caller may write to them."""
    taken = {id(value) for value in values}
    return [_own(out, taken) for out in outs]


def _own(out: Any, taken: set[int]) -> Any:
    if type(out) is Tracer:
        out.sync()
        return Tracer(out.edge, out.value)
    if type(out) is np.ndarray:
        flags = out.flags
        if id(out) in taken or not (flags.owndata and flags.writeable):
            out = out.copy()
        taken.add(id(out))
    return out
