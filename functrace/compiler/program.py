"""Graphs are compiled: to native code, and NumPy in between where there is none."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.compiler import routine_cache
from functrace.compiler.executable import (
    Bailout,
    Executable,
    InnerGraph,
    NativePart,
    NumpyPart,
    find,
    interpret,
)
from functrace.compiler.forms.giving_up import results_of
from functrace.compiler.machine.artifact import Artifact
from functrace.compiler.machine.native import compile_text, usual_linker
from functrace.compiler.notation.kinds import kind_of
from functrace.compiler.plan.cost import Cost
from functrace.compiler.plan.kinds import is_native
from functrace.compiler.text.module import Module
from functrace.core.aval import Aval
from functrace.core.graph import Graph, graphs_of
from functrace.core.node import Edge, Node
from functrace.core.rule import operand_aval

if TYPE_CHECKING:
    from functrace.core.drawing import Picture

_LONG = 120_000  # estimated nanoseconds from which on other threads may run meanwhile


class Program:
    """A graph, what computes it, and the stages in between.

    Attributes
    ----------
    graph : Graph
    stages : list of Module or Node
        What runs one after the other: native code, and operations in NumPy.
    executable : Executable
    """

    def __init__(
        self,
        graph: Graph,
        *,
        fastmath: bool = False,
        optimise: bool = False,
        timed: bool = False,
    ) -> None:
        self.graph = graph
        self.stages: list[Module | Node] = []
        self._fastmath, self._optimise, self._timed = fastmath, optimise, timed
        results = results_of(graph)
        stages = _stages(graph, results)
        whole = _are_all_of(graph, results, stages)
        constants = [] if whole else [e for e in results if type(e) is not Edge]
        for stage in stages:
            if type(stage) is Node:
                constants += [e for e in stage.inputs if type(e) is not Edge]
        self._numbers = _Numbers([*graph.inputs, *constants])
        parts = list(map(self._part, stages))
        outputs = parts[0].outputs if whole else self._numbers.of(results)
        self.executable = Executable(len(graph.inputs), constants, parts, outputs)

    def _part(self, stage: Stage) -> NativePart | NumpyPart:
        if isinstance(stage, tuple):
            return self._native(*stage)
        self.stages.append(stage)
        params = {
            name: _compiled(value, fastmath=self._fastmath)
            for name, value in stage.params.items()
        }
        outputs = [Edge(stage, i) for i in range(len(stage.avals))]
        inputs = self._numbers.of(stage.inputs)
        return NumpyPart(stage.primitive, params, inputs, self._numbers.add(outputs))

    def _native(
        self, nodes: Sequence[Node], inputs: Sequence[Edge], outputs: Sequence[Any]
    ) -> NativePart:
        options = {"fastmath": self._fastmath, "timed": self._timed}
        module = Module(nodes, inputs, outputs, **options)
        self.stages.append(module)
        return NativePart(
            compile_module(module, optimise=self._optimise),
            self._numbers.of(inputs),
            self._numbers.add(outputs),
            [edge.aval for edge in inputs],
            [Aval(*operand_aval(out)) for out in outputs],
            release_gil=module.cost.nanoseconds > _LONG,
        )

    def __call__(self, values: Sequence[np.ndarray]) -> list[Any]:
        """Evaluate on arrays of the inputs' shapes and dtypes."""
        try:
            return self.executable(values)
        except Bailout:
            return interpret(self.graph, values)

    @property
    def cost(self) -> Cost:
        """An estimate of the native parts' work; their memory with the outputs'."""
        total = Cost(0, 0, 0)
        for stage in self.stages:
            if isinstance(stage, Module):
                total += stage.cost
        outputs = sum(
            aval.size * np.dtype(aval.dtype).itemsize for aval in self.graph.out_avals
        )
        return total._replace(memory=total.memory + outputs)

    @property
    def plan(self) -> str:
        """The stages in words."""
        return "\n".join(
            stage.plan if isinstance(stage, Module) else f"numpy {stage}"
            for stage in self.stages
        )

    def picture(self) -> Picture:
        """The stages, to look at."""
        from functrace.core.drawing import Box, Picture  # noqa: PLC0415 - rare

        if len(self.stages) == 1 and isinstance(self.stages[0], Module):
            return self.stages[0].picture()
        boxes: list[Box] = []
        arrows: dict[tuple[int, int], None] = {}
        makers: dict[int, int] = {}
        for stage, part in zip(self.stages, self.executable.parts, strict=True):
            for number in part.inputs:
                if number in makers:
                    arrows[makers[number], len(boxes)] = None
            makers |= dict.fromkeys(part.outputs, len(boxes))
            if isinstance(stage, Module):
                boxes.append(Box(["native code"], inner=[("", stage.picture())]))
            else:
                made = ", ".join(map(str, stage.avals))
                boxes.append(Box(["in NumPy", stage.name, made], "heavy"))
        return Picture(boxes, list(arrows))

    @property
    def llvm(self) -> str:
        """The native parts as LLVM text."""
        return "\n".join(s.text for s in self.stages if isinstance(s, Module))

    @property
    def asm(self) -> str:
        """The native parts as assembly."""
        parts = self.executable.parts
        codes = [part.artifact.code for part in parts if isinstance(part, NativePart)]
        return "\n".join(code.assembly() for code in codes)


def compile_module(module: Module, *, optimise: bool = False) -> Artifact:
    """Machine code of a module."""
    routine_cache.compile_missing(module.routines)
    code = compile_text(
        module.text,
        [module.name],
        arrays=module.arrays,
        level=module.level,
        loops=module.loops,
        optimise=optimise,
    )
    return Artifact(code, [module.name], module.arrays)


class _Numbers:
    """The numbers of values: edges, and constants."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._count = 0
        self._known: dict[Any, int] = {}
        self.add(values)

    def add(self, values: Sequence[Any]) -> tuple[int, ...]:
        """Give values the next numbers."""
        first = self._count
        self._count += len(values)
        for number, value in enumerate(values, first):
            self._known.setdefault(_identity(value), number)
        return tuple(range(first, self._count))

    def of(self, values: Sequence[Any]) -> tuple[int, ...]:
        """The numbers of values that have been given some."""
        return tuple([self._known[_identity(value)] for value in values])


def _identity(value: Any) -> Any:
    return value if type(value) is Edge else id(value)


def _compiled(value: Any, *, fastmath: bool) -> Any:
    """A parameter, ready to run if it is a graph, or graphs."""
    if type(value) is Graph:

        def make() -> Executable:
            return Program(value, fastmath=fastmath).executable

        return InnerGraph(value, find(value, make, fastmath=fastmath))
    if type(value) is tuple:
        return tuple([_compiled(part, fastmath=fastmath) for part in value])
    return value


def compile_graph(
    graph: Graph, *, fastmath: bool = False, optimise: bool = False, timed: bool = False
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
    timed : bool
        Whether the native parts measure the time of their stages: see `Module.timers`.
    """
    return Program(graph, fastmath=fastmath, optimise=optimise, timed=timed)


def in_numpy(graph: Graph) -> list[str]:
    """The operations that run in NumPy, each with the loops that it is in and its line."""
    nodes = [n for n in _stages(graph, results_of(graph)) if isinstance(n, Node)]
    return [line for node in nodes for line in parts_in_numpy(node)]


def parts_in_numpy(node: Node, where: str = "") -> list[str]:
    """What has no native code of an operation that has none: itself, or parts of it."""
    inner = [n for graph in graphs_of(node) for n in graph.nodes if not is_native(n)]
    if not inner:
        line = "" if node.source is None else f" ({node.source})"
        return [f"{node.name}: {', '.join(map(str, node.avals))}{where}{line}"]
    length = node.params.get("length")
    rounds = f" of {length} rounds" if length is not None else ""
    where = f", in {node.name}{rounds}{where}"
    return [line for n in inner for line in parts_in_numpy(n, where)]


Part = tuple[list[Node], list[Edge], list[Any]]
Stage = Part | Node


def _are_all_of(graph: Graph, results: list[Any], stages: Sequence[Stage]) -> bool:
    """Whether there is one native part, which gives the graph's very results."""
    first, *others = stages or (None,)
    if others or not isinstance(first, tuple):
        return False
    _, inputs, outputs = first
    alike = len(outputs) == len(results) and tuple(inputs) == graph.inputs
    return alike and all(map(operator.is_, outputs, results))


def _stages(graph: Graph, results: list[Any]) -> list[Stage]:
    """Native parts as large as possible, and single operations that are not native.

    A native part of epoch k comes before the other operations of epoch k, and these
    before the native part of epoch k + 1. What does something besides keeps its order.
    """
    if not usual_linker():
        return list(graph.nodes)
    foreign = {node for node in graph.nodes if not is_native(node)}
    ends = (*graph.inputs, *results)
    if not foreign and all(kind_of(operand_aval(end).dtype) for end in ends):
        return [(list(graph.nodes), list(graph.inputs), results)]
    native: dict[int, list[Node]] = {}
    other: dict[int, list[Node]] = {}
    epochs: dict[Node, int] = {}
    ordered = 0
    for node in graph.nodes:
        epoch = max(
            (epochs.get(e.node, 0) for e in node.inputs if type(e) is Edge), default=0
        )
        if node in foreign and _is_ordered(node):
            epoch = ordered = max(epoch, ordered)
        kind = other if node in foreign else native
        kind.setdefault(epoch, []).append(node)
        epochs[node] = epoch + (node in foreign)
    parts: list[Stage] = []
    wanted = _users(graph, results, native)
    for epoch in range(max((*native, *other), default=-1) + 1):
        nodes = native.get(epoch)
        if nodes:
            inside = set(nodes)
            used = [e for n in nodes for e in n.inputs if type(e) is Edge]
            inputs = list(dict.fromkeys(e for e in used if e.node not in inside))
            parts.append((nodes, inputs, wanted[epoch]))
        parts += other.get(epoch, ())
    return parts


def _is_ordered(node: Node) -> bool:
    inner = (n for graph in graphs_of(node) for n in graph.nodes)
    return node.primitive.ordered or any(map(_is_ordered, inner))


def _users(
    graph: Graph, results: list[Any], native: dict[int, list[Node]]
) -> dict[int, list[Edge]]:
    """The values of each native part that anything outside it takes."""
    part = {node: epoch for epoch, nodes in native.items() for node in nodes}
    wanted: dict[int, dict[Edge, None]] = {epoch: {} for epoch in native}
    for node in graph.nodes:
        for e in node.inputs:
            if type(e) is Edge and e.node in part and part[e.node] != part.get(node):
                wanted[part[e.node]][e] = None
    for e in results:
        if type(e) is Edge and e.node in part:
            wanted[part[e.node]][e] = None
    return {epoch: list(edges) for epoch, edges in wanted.items()}
