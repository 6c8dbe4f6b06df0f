"""A function's graph with everything in it, and its reverse pass, looked at node by node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.aval import aval_of, is_inexact
from functrace.core.errors import FunctraceError
from functrace.core.foreign import is_arraylike
from functrace.core.graph import Graph, graphs_of
from functrace.core.node import Edge, Leaf, Node, toposort
from functrace.core.primitive import Primitive, as_operand
from functrace.core.recording import recording
from functrace.core.source import SourceLine, user_line
from functrace.core.tracer import Tracer
from functrace.debug._reasons import is_finite, not_finite
from functrace.engine.cotangent import resolved
from functrace.engine.paths import dead_ends
from functrace.engine.reverse import reverse
from functrace.engine.schedule import Schedule
from functrace.primitives.call import program_of, run_on
from functrace.transforms._tracing import trace
from functrace.transforms.make_graph import labels_of


class Input(NamedTuple):
    """A leaf of the arguments that can be differentiated."""

    label: str
    edge: Edge
    value: np.ndarray


class Visit(NamedTuple):
    """What the rule of a node gave: norms, and the cotangents that are not zero.

    Attributes
    ----------
    node : Node
    norm : float
        Of the cotangents of its outputs.
    norms : dict of int to float
        Of those of its operands, by position; zero if there is none.
    finite, results_finite : bool
        Whether what came in was, and what came out.
    """

    node: Node
    norm: float
    norms: dict[int, float]
    finite: bool
    results_finite: bool


class Watcher:
    """Notes the first value that is not finite, and which lines use the inputs.

    Attributes
    ----------
    first : tuple of (operation, SourceLine, what) or None
    uses : dict of int to list of (operation, SourceLine)
        By the identity of an input's value.
    nodes : set of Node
        Those of the reverse pass.
    visits : list of Visit
        In its order.
    """

    at_work = 1
    ignore = staticmethod(int)

    def __init__(self, values: Sequence[np.ndarray]) -> None:
        self.first: tuple[str, SourceLine | None, str] | None = None
        self.nodes: set[Node] = set()
        self.visits: list[Visit] = []
        self.uses: dict[int, list[tuple[str, SourceLine | None]]] = {
            id(value): [] for value in values
        }

    def line(self) -> SourceLine | None:
        """The user's line that runs."""
        return user_line()

    def visiting(self, steps: Iterable[Any], *, of_derivative: bool) -> Iterable[Any]:
        """The steps."""
        return steps

    def pulled(
        self, node: Node, given: Any, results: Sequence[Any], places: Sequence[int]
    ) -> None:
        """Note norms."""
        if node not in self.nodes:  # but in a graph within, which is being made
            return
        given = [resolved(g) for g in (given if type(given) is tuple else (given,))]
        arrays = [resolved(result) for result in results]
        norms = {p: _norm([a]) for p, a in zip(places, arrays, strict=False)}
        finite = is_finite(given), is_finite(arrays)
        self.visits.append(Visit(node, _norm(given), norms, *finite))

    def performing(
        self, perform: Callable[..., Any], *given: Any, **options: Any
    ) -> Any:
        """An operation, or a transform, as usual."""
        return perform(*given, **options)

    def calling(self, function: Callable[..., Any], *given: Any, **options: Any) -> Any:
        """A user's function as usual."""
        return function(*given, **options)

    def apply(
        self, primitive: Primitive, values: Sequence[Any], params: dict[str, Any]
    ) -> Any:
        """The value of an operation, at which we look."""
        with np.errstate(all="ignore"):
            out = primitive.impl(*values, **params)
        for value in values:
            if id(value) in self.uses:
                self.uses[id(value)].append((primitive.name, user_line()))
        outs = out if primitive.multiple else (out,)
        if self.first is None and is_finite(values) and not is_finite(outs):
            bad = next(o for o in outs if not is_finite([o]))
            self.first = primitive.name, user_line(), not_finite(bad)
        return out

    def runner(self, graph: Graph, *, fastmath: bool) -> Callable[..., Sequence[Any]]:
        """A program as usual."""
        executable = program_of(graph, fastmath=fastmath).executable
        return lambda *values: run_on(executable, graph, values)

    def compiled(self, function: Any, call: Any) -> Any:
        """A call, of which the lines are noted."""
        return function.answer(call, function.traced(call))


class Pass:
    """A call with everything recorded, then its reverse pass from ones.

    Attributes
    ----------
    inputs : list of Input
    others : list of str
        Labels of the arguments that carry no derivative: of other dtypes.
    outputs : list of array
    gradients : list of array
    visits : list of Visit
        In the order of the reverse pass.
    ends : dict of Edge to list of (Node, int)
        For each input where paths from it end before the output, at which operand.
    paths : dict of Node to int
        The inputs, as bits, from which a differentiable path leads to the node.
    error : FunctraceError or None
        What the function raised, if it did not get to the end.
    """

    def __init__(
        self, fun: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        leaves, treedef = pytree.flatten((args, kwargs))
        self.inputs: list[Input] = []
        self.others: list[str] = []
        entered = [
            self._enter(leaf, label)
            for leaf, label in zip(leaves, labels_of(fun, treedef), strict=True)
        ]
        args, kwargs = pytree.unflatten(treedef, entered)
        self.watcher = Watcher([x.value for x in self.inputs])
        self.outputs: list[Any] = []
        self.gradients: list[Any] = [np.zeros_like(x.value) for x in self.inputs]
        self.visits = self.watcher.visits
        self.ends: dict[Edge, list[tuple[Node, int]]] = {
            x.edge: [] for x in self.inputs
        }
        self.paths: dict[Node, int] = {}
        self.error: FunctraceError | None = None
        options = {"complete": True, "sources": True, "observer": self.watcher}
        ends = [x.edge.node for x in self.inputs if isinstance(x.edge.node, Leaf)]
        try:
            found = trace(lambda: self._results(fun(*args, **kwargs)), ends, **options)
        except FunctraceError as error:
            self.error = error
            return
        self._follow(found)
        self._reverse(found)

    def _enter(self, leaf: Any, label: str) -> Any:
        if type(leaf) in (float, complex):
            leaf = np.asarray(leaf)[()]
        if not is_arraylike(leaf):
            return leaf
        value = np.asarray(as_operand(leaf))
        if not is_inexact(value.dtype):
            self.others.append(label)
            return leaf
        value = value.copy() if value.ndim else value[()]
        edge = Edge(Leaf(label, aval_of(value)), 0)
        self.inputs.append(Input(label, edge, value))
        return Tracer(edge, value)

    def _results(self, result: Any) -> list[Any]:
        """The edges of the outputs, as handles."""
        found: list[Any] = []
        for leaf in pytree.flatten(result)[0]:
            if type(leaf) is Tracer:
                leaf.sync()
            self.outputs.append(leaf.value if type(leaf) is Tracer else leaf)
            found.append(leaf.edge if type(leaf) is Tracer else None)
        return found

    def _follow(self, outputs: list[Any]) -> None:
        """Which inputs reach what, and where paths end."""
        nodes = [n for n in toposort(outputs) if n.primitive is not None]
        for bit, x in enumerate(self.inputs):
            ends, reached = dead_ends(nodes, [x.edge])
            for node in reached:
                self.paths[node] = self.paths.get(node, 0) | 1 << bit
                if not isinstance(node, Leaf):
                    for graph in graphs_of(node):
                        ends += dead_ends(graph.nodes, _floats(graph))[0]
            self.ends[x.edge] = ends

    def _reverse(self, outputs: list[Any]) -> None:
        """Differentiate the sum of what the outputs are."""
        wanted = [x.edge for x in self.inputs]
        seeds = [
            np.ones_like(value)
            if type(edge) is Edge and is_inexact(value.dtype)
            else None
            for edge, value in zip(outputs, self.outputs, strict=True)
        ]
        schedule = Schedule(outputs, wanted)
        self.watcher.nodes = {node for node, _ in schedule.steps}
        watching = recording(observer=self.watcher)
        with np.errstate(all="ignore"), watching:
            found = reverse(schedule, seeds, create_graph=False, retain_graph=False)
        for k, bar in enumerate(found):
            if bar is not None:
                self.gradients[k] = bar


def _floats(graph: Graph) -> list[Edge]:
    return [edge for edge in graph.inputs if is_inexact(edge.aval.dtype)]


def norm_of(arrays: Sequence[Any]) -> float:
    """Euclidean norm of all elements, without underflow."""
    with np.errstate(all="ignore"):
        sizes = [np.abs(np.asarray(a)).astype(float) for a in arrays]
        largest = max((float(np.max(s)) for s in sizes if s.size), default=0.0)
        if not np.isfinite(largest) or largest == 0:
            return largest
        squares = [float(np.sum((s / largest) ** 2)) for s in sizes]
        return largest * float(np.sqrt(sum(squares)))


def _norm(arrays: Sequence[Any]) -> float:
    return norm_of([a for a in arrays if a is not None])
