"""A compiled graph: native code, and NumPy in between where there is none."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.compiler import routine
from functrace.compiler.builder import kind_of
from functrace.compiler.cost import Cost
from functrace.compiler.kinds import graphs_of, is_native
from functrace.compiler.launcher import Structure, make_launcher
from functrace.compiler.module import Module
from functrace.compiler.native import Code, compile_text
from functrace.core.aval import Aval
from functrace.core.graph import Edge, Node
from functrace.core.program import Graph
from functrace.core.rule import operand_aval

_LONG = 1 << 21  # estimated additions from which on other threads may run meanwhile


class Declined(Exception):  # noqa: N818 - not an error: the graph is then interpreted
    """The native code met values that it does not treat: a singular matrix, say."""


def _fit(value: Any, aval: Aval) -> Any:
    """A Python number where the launcher takes nothing else; else an array."""
    if isinstance(aval.dtype, type):
        return aval.dtype(value)
    dtype = np.dtype(
        aval.dtype.type
    )  # NumPy's own: an unpickled array's is an equal one
    return np.require(value, dtype, ["C", "A"]).reshape(aval.shape)


def _decline(*_: Any) -> Any:
    raise Declined


class Native:
    """A part of a program in native code.

    Attributes
    ----------
    inputs : tuple of Edge
    outputs : tuple
        Edges, or constants.
    module : Module
    code : Code
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        inputs: Sequence[Edge],
        outputs: Sequence[Any],
        *,
        fastmath: bool,
        optimise: bool,
    ) -> None:
        self.inputs = tuple(inputs)
        self.outputs = tuple(outputs)
        self.module = Module(nodes, inputs, outputs, fastmath=fastmath)
        routine.prepare(self.module.routines)
        self.code: Code = compile_text(
            self.module.text,
            [self.module.name],
            arrays=self.module.arrays,
            level=self.module.level,
            loops=self.module.loops,
            optimise=optimise,
        )
        self.call = self.launcher(self._convert, _decline, "tuple")

    def is_all_of(self, graph: Graph) -> bool:
        """Whether the part takes the graph's inputs and gives its outputs."""
        alike = len(self.outputs) == len(graph.outputs) and self.inputs == graph.inputs
        return alike and all(map(operator.is_, self.outputs, graph.outputs))

    def launcher(
        self, slow: Callable[..., Any], failed: Callable[..., Any], structure: Structure
    ) -> Callable[..., Any]:
        """The code as a Python callable; see `functrace.compiler.launcher`."""
        return make_launcher(
            self.code.address(self.module.name),
            [edge.aval for edge in self.inputs],
            [Aval(*operand_aval(out)) for out in self.outputs],
            slow,
            failed,
            structure=structure,
            release_gil=self.module.cost.flops > _LONG,
            keep=self.code,
        )

    def run(self, known: dict[Edge, Any]) -> None:
        """Add the outputs to what is known."""
        outs = self.call(*[known[edge] for edge in self.inputs])
        known.update(zip(self.outputs, outs, strict=True))

    def _convert(self, *values: Any) -> Any:
        """Bring arguments into the form that native code takes."""
        fit = [_fit(v, e.aval) for v, e in zip(values, self.inputs, strict=True)]
        return self.call(*fit)


class _Compiled(Graph):
    """A graph whose evaluation runs a program."""

    __slots__ = ("_program",)

    def __init__(self, graph: Graph, *, fastmath: bool) -> None:
        super().__init__(graph.arguments, graph.outputs)
        self._program = Program(graph, fastmath=fastmath)

    def evaluate(self, values: Sequence[Any]) -> list[Any]:
        pairs = zip(values, self.in_avals, strict=True)
        return self._program([_fit(value, aval) for value, aval in pairs])


class NumpyPart:
    """A part of a program that is a NumPy function.

    If it is a loop, or branches, which are not native because something in them is not,
    then the rest of them is.
    """

    def __init__(self, node: Node, *, fastmath: bool) -> None:
        self.node = node
        self.params = {
            name: _compiled(value, fastmath=fastmath)
            for name, value in node.params.items()
        }
        self.outputs = tuple(Edge(node, i) for i in range(len(node.avals)))

    def run(self, known: dict[Edge, Any]) -> None:
        """Add the outputs to what is known."""
        node = self.node
        operands = [known[e] if type(e) is Edge else e for e in node.inputs]
        out = node.primitive.impl(*operands, **self.params)
        outs = out if node.primitive.multiple else (out,)
        known.update(zip(self.outputs, outs, strict=False))


def _compiled(value: Any, *, fastmath: bool) -> Any:
    if type(value) is Graph:
        return _Compiled(value, fastmath=fastmath)
    if type(value) is tuple:
        return tuple([_compiled(part, fastmath=fastmath) for part in value])
    return value


class Program:
    """A graph ready to run: arrays in, fresh arrays out.

    Attributes
    ----------
    graph : Graph
        What it computes.
    parts : list of Native or NumpyPart
    """

    def __init__(
        self, graph: Graph, *, fastmath: bool = False, optimise: bool = False
    ) -> None:
        self.graph = graph
        self.parts = [
            Native(*part, fastmath=fastmath, optimise=optimise)
            if isinstance(part, tuple)
            else NumpyPart(part, fastmath=fastmath)
            for part in _parts(graph)
        ]
        only = self.parts[0] if len(self.parts) == 1 else None
        self._whole = (
            only if isinstance(only, Native) and only.is_all_of(graph) else None
        )

    def __call__(self, values: Sequence[np.ndarray]) -> list[Any]:
        """Evaluate on arrays of the inputs' shapes and dtypes."""
        known = dict(zip(self.graph.inputs, values, strict=True))
        try:
            if self._whole is not None:
                return list(self._whole.call(*values))
            for part in self.parts:
                part.run(known)
        except Declined:
            return self.interpret(values)
        taken = {id(value) for value in values}
        outs = (known[e] if type(e) is Edge else e for e in self.graph.outputs)
        return [_fresh(out, taken) for out in outs]

    @property
    def cost(self) -> Cost:
        """An estimate of the native parts' work; their memory with the outputs'."""
        total = Cost(0, 0, 0)
        for part in self.parts:
            if isinstance(part, Native):
                total += part.module.cost
        outputs = sum(
            aval.size * np.dtype(aval.dtype).itemsize for aval in self.graph.out_avals
        )
        return total._replace(memory=total.memory + outputs)

    @property
    def groups(self) -> str:
        """The parts of the program in words."""
        return "\n".join(
            part.module.describe() if isinstance(part, Native) else f"numpy {part.node}"
            for part in self.parts
        )

    def explain(self) -> list[str]:
        """The operations that run in NumPy, each with the loops that it is in."""
        parts = [part for part in self.parts if isinstance(part, NumpyPart)]
        return [line for part in parts for line in _in_numpy(part.node, "")]

    @property
    def llvm(self) -> str:
        """The native parts as LLVM text."""
        return "\n".join(p.module.text for p in self.parts if isinstance(p, Native))

    @property
    def asm(self) -> str:
        """The native parts as assembly."""
        return "\n".join(p.code.assembly() for p in self.parts if isinstance(p, Native))

    def interpret(self, values: Sequence[Any]) -> list[Any]:
        """Evaluate without native code, which raises NumPy's own errors."""
        taken = {id(value) for value in values}
        return [_fresh(out, taken) for out in self.graph.evaluate(values)]

    def launcher(
        self, slow: Callable[..., Any], failed: Callable[..., Any], structure: Structure
    ) -> Callable[..., Any] | None:
        """The whole program as one native callable; None if parts of it are not native."""
        part = self._whole
        return None if part is None else part.launcher(slow, failed, structure)


def compile_graph(
    graph: Graph, *, fastmath: bool = False, optimise: bool = False
) -> Program:
    """Make the program that computes a graph's outputs.

    Parameters
    ----------
    graph : Graph
        Simplified: nobody does so later, and formulas stand for what has no code.
    fastmath : bool
        Whether additions and multiplications may be regrouped, as if there were neither
        rounding nor NaN.
    optimise : bool
        Whether LLVM's optimiser runs: to see what it would have gained.
    """
    return Program(graph, fastmath=fastmath, optimise=optimise)


def _in_numpy(node: Node, where: str) -> list[str]:
    inner = [n for graph in graphs_of(node) for n in graph.nodes if not is_native(n)]
    if not inner:
        return [f"{node!r}{where}"]
    length = node.params.get("length")
    rounds = f" of {length} rounds" if length is not None else ""
    where = f", in {node.name}{rounds}{where}"
    return [line for n in inner for line in _in_numpy(n, where)]


def _fresh(out: Any, taken: set[int]) -> Any:
    """An array of the caller's own."""
    if type(out) is not np.ndarray:
        return out
    flags = out.flags
    if id(out) in taken or not (flags.owndata and flags.writeable):
        out = out.copy()
    taken.add(id(out))
    return out


Part = tuple[list[Node], list[Edge], list[Any]]


def _parts(graph: Graph) -> list[Part | Node]:
    """Native parts as large as possible, and single operations that are not native.

    A native part of epoch k comes before the other operations of epoch k, and these
    before the native part of epoch k + 1.
    """
    native: dict[int, list[Node]] = {}
    other: dict[int, list[Node]] = {}
    epochs: dict[Node, int] = {}
    for node in graph.nodes:
        epoch = max(
            (epochs.get(e.node, 0) for e in node.inputs if type(e) is Edge), default=0
        )
        if is_native(node):
            native.setdefault(epoch, []).append(node)
            epochs[node] = epoch
        else:
            other.setdefault(epoch, []).append(node)
            epochs[node] = epoch + 1
    ends = (*graph.inputs, *graph.outputs)
    if not other and all(kind_of(operand_aval(end).dtype) for end in ends):
        return [(list(graph.nodes), list(graph.inputs), list(graph.outputs))]
    parts: list[Part | Node] = []
    wanted = _users(graph, native)
    for epoch in range(max((*native, *other), default=-1) + 1):
        nodes = native.get(epoch)
        if nodes:
            inside = set(nodes)
            used = [e for n in nodes for e in n.inputs if type(e) is Edge]
            inputs = list(dict.fromkeys(e for e in used if e.node not in inside))
            parts.append((nodes, inputs, wanted[epoch]))
        parts += other.get(epoch, ())
    return parts


def _users(graph: Graph, native: dict[int, list[Node]]) -> dict[int, list[Edge]]:
    """The values of each native part that anything outside it takes."""
    part = {node: epoch for epoch, nodes in native.items() for node in nodes}
    wanted: dict[int, dict[Edge, None]] = {epoch: {} for epoch in native}
    for node in graph.nodes:
        for e in node.inputs:
            if type(e) is Edge and e.node in part and part[e.node] != part.get(node):
                wanted[part[e.node]][e] = None
    for e in graph.outputs:
        if type(e) is Edge and e.node in part:
            wanted[part[e.node]][e] = None
    return {epoch: list(edges) for epoch, edges in wanted.items()}
