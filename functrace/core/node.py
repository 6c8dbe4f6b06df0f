"""Nodes, edges, and the one walk over them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval, new_aval
from functrace.core.hooks import HookHandle, Hooks

if TYPE_CHECKING:
    from weakref import ref

    from functrace.core.primitive import Primitive
    from functrace.core.source import SourceLine


class Freed:
    """Stands for residuals that a reverse pass has released."""


next_sequence = itertools.count().__next__


class Node:
    """One application of a primitive.

    Attributes
    ----------
    primitive : Primitive or None
        What was applied; None for a `Leaf`.
    inputs : sequence
        An `Edge` for each traced operand, the array or number itself for a constant; the
        `Aval` of an array that no rule needs.
    mask : int
        Bits of the traced operands that the primitive has derivatives for.
    params : dict
        Static parameters.
    saved : tuple, None or Freed
        Values of operands then outputs that the primitive's rules need, None for the rest;
        None as a whole if the node was recorded abstractly.
    shape, dtype
        Of the output, or None if the primitive gives several: see `avals`.
    sequence : int
        Rises with every node made. A node is made after its operands, so ascending
        sequence is a topological order: every walk uses it.
    hooks : Hooks or None
        What the user attached, if anything.
    source : SourceLine or None
        The user's line, if it was asked for.
    """

    __slots__ = (
        "__weakref__",
        "_avals",
        "dtype",
        "hooks",
        "inputs",
        "mask",
        "params",
        "primitive",
        "saved",
        "sequence",
        "shape",
        "source",
    )

    def __init__(
        self,
        primitive: Primitive | None,
        inputs: tuple[Any, ...],
        params: dict[str, Any],
        saved: tuple[Any, ...] | None,
        shape: tuple[int, ...] | None,
        dtype: Any,
        avals: tuple[Aval, ...] | None = None,
    ) -> None:
        self.primitive: Any = primitive
        self.inputs: Sequence[Any] = inputs
        self.params = params
        self.saved: Any = saved
        self.shape = shape
        self.dtype = dtype
        self._avals = avals
        self.mask = 0
        if primitive is not None:
            traced = sum(1 << i for i, e in enumerate(inputs) if type(e) is Edge)
            self.mask = traced & primitive.bits
        self.sequence = next_sequence()
        self.hooks: Any = None
        self.source: SourceLine | None = None

    @property
    def avals(self) -> tuple[Aval, ...]:
        """Abstract values of the outputs."""
        if self._avals is None:
            self._avals = (new_aval(Aval, (self.shape, self.dtype)),)
        return self._avals

    def harden(self) -> None:
        """Give an output that stands for a Python number the dtype it has in an array."""
        if isinstance(self.dtype, type):
            self.dtype = np.dtype(self.dtype)
            self._avals = None

    def again(
        self, inputs: tuple[Any, ...], params: dict[str, Any] | None = None
    ) -> Node:
        """A new node for the operation on other operands; no values are known."""
        params = self.params if params is None else params
        shape, dtype, avals = self.shape, self.dtype, self._avals
        made = Node(self.primitive, inputs, params, None, shape, dtype, avals)
        made.source = self.source
        return made

    @property
    def name(self) -> str:
        """Name of the primitive, or of the input."""
        assert self.primitive is not None
        return self.primitive.name

    @property
    def next_edges(self) -> tuple[Edge | None, ...]:
        """The edges that a reverse pass follows from here; None for a constant."""
        return tuple(e if type(e) is Edge else None for e in self.inputs)

    def attach(self) -> Hooks:
        """The node's hooks, made on first use."""
        if self.hooks is None:
            self.hooks = Hooks()
        return self.hooks

    def register_prehook(self, function: Callable[..., Any]) -> HookHandle:
        """Call `function` with the tuple of the outputs' cotangents before the rule.

        What it returns, unless None, replaces them.
        """
        return HookHandle(self.attach().pre, function)

    def register_hook(self, function: Callable[..., Any]) -> HookHandle:
        """Call `function` with the operands' and the outputs' cotangents after the rule.

        What it returns, unless None, replaces the operands' cotangents.
        """
        return HookHandle(self.attach().post, function)

    def __repr__(self) -> str:
        outputs = ", ".join(map(str, self.avals))
        return f"<Node {self.name} #{self.sequence}: {outputs}>"


class Leaf(Node):
    """An input of a graph: a value comes in, nothing was applied.

    Attributes
    ----------
    label : str
        The argument it stands for.
    asked : bool
        Whether something was decided by its being an ndarray or a NumPy scalar: of inputs
        without dimensions.
    ended : bool
        Whether the transform that made it has returned.
    variable : weakref to Tracer, or None
        The handle whose ``grad`` a reverse pass accumulates into.
    """

    __slots__ = ("asked", "ended", "label", "variable")

    def __init__(self, label: str, aval: Aval) -> None:
        super().__init__(None, (), {}, (), aval[0], aval[1])
        self.label = label
        self.asked = self.ended = False
        self.variable: ref[Any] | None = None

    @property
    def name(self) -> str:
        """The label."""
        return self.label


class Edge(NamedTuple):
    """Output `index` of `node`."""

    node: Node
    index: int  # pyright: ignore[reportIncompatibleMethodOverride] - not tuple's

    @property
    def aval(self) -> Aval:
        """Shape and dtype."""
        return self.node.avals[self.index]


new_edge = tuple.__new__  # new_edge(Edge, (node, 0)), for hot paths
_sequence = attrgetter("sequence")


def toposort(
    outputs: Iterable[Any],
    floor: int = -1,
    outer: list[Edge] | None = None,
    stop: Callable[[Edge], bool] | None = None,
) -> list[Node]:
    """Nodes that the edges in `outputs` depend on, each after its operands.

    It is the only walk over a graph: what else asks for one says where it ends.

    Parameters
    ----------
    outputs : iterable
        Edges; anything else (a constant) is ignored.
    floor : int
        Nodes with a smaller sequence number are left out, and not walked through.
    outer : list, optional
        Collects the edges to those.
    stop : callable, optional
        Says of an edge that it is treated like those; the rest is then found without it.
    """
    pending: list[Node] = []
    seen: set[Node] = set()
    edges: Iterable[Any] = outputs
    while True:
        for edge in edges:
            if type(edge) is Edge:
                node = edge[0]
                if node not in seen:
                    if node.sequence >= floor and (stop is None or not stop(edge)):
                        seen.add(node)
                        pending.append(node)
                    elif outer is not None:
                        outer.append(edge)
        if not pending:
            break
        edges = pending.pop().inputs
    return sorted(seen, key=_sequence)


class Walk(NamedTuple):
    """What some outputs depend on, down to a floor: others may go on from there.

    Attributes
    ----------
    ends : list of Edge
        Those of the outputs that are edges.
    nodes : list of Node
        What `toposort` gives.
    outer : list of Edge
        Edges to what is below the floor.
    """

    ends: list[Edge]
    nodes: list[Node]
    outer: list[Edge]


def walked(outputs: Iterable[Any], floor: int) -> Walk:
    """Walk from the outputs down to a floor."""
    ends, outer = [out for out in outputs if type(out) is Edge], list[Edge]()
    return Walk(ends, toposort(ends, floor, outer), outer)


def walk_on(
    walk: Walk | None, outputs: Sequence[Any], floor: int, outer: list[Edge]
) -> list[Node]:
    """What `toposort` gives, from where a walk ended if it began at these outputs."""
    if walk is None or walk.ends != [out for out in outputs if type(out) is Edge]:
        return toposort(outputs, floor, outer)
    return [*toposort(walk.outer, floor, outer), *walk.nodes]


class Latest:
    """The sequence number of something, the last time that it happened in any thread."""

    __slots__ = ("sequence",)


last_end = Latest()  # of a trace: what was recorded since has not outlived one
last_end.sequence = -1


def end(leaves: Iterable[Leaf]) -> None:
    """Note that the transform that made the leaves has returned."""
    for leaf in leaves:
        leaf.ended = True
    last_end.sequence = next_sequence()


def is_ended(edge: Edge) -> bool:
    """Whether an edge depends on inputs, and on none of a transform that still runs."""
    if edge.node.sequence > last_end.sequence:
        return False
    live = False

    def stop(edge: Edge) -> bool:  # at once, as soon as one is found
        nonlocal live
        node: Any = edge[0]
        live = live or (type(node) is Leaf and not node.ended)
        return live

    nodes = toposort([edge], stop=stop)
    return not live and any(type(node) is Leaf for node in nodes)


def leaves_of(outputs: Sequence[Any]) -> list[Leaf]:
    """Leaves that the edges in `outputs` depend on, in the order they were made."""
    return [node for node in toposort(outputs) if isinstance(node, Leaf)]
