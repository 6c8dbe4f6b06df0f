"""Graphs that compute the same with fewer operations.

One sweep over the nodes in order. Of each node whose operands are known in their new
form:

1. If an equal one was met before, that is taken (*common subexpressions*).
2. If all operands are constants, or the result has no elements, it is evaluated
   (*constant folding*).
3. The primitive's record may know something simpler (its field `simplify`).
4. The compiler may want the formula of a composed operation in its place (*expansion*).

What no output needs any more is left out at the end. Values are preserved as IEEE 754
has them, NaN, infinities and the signs of zeros, with these exceptions:

- ``x + 0`` and ``x - 0`` become ``x``, and a sum over axes of length 1 its element: the
  sign of a zero may differ.
- ``x ** n`` for a small integer becomes a product (4 units in the last place), and
  ``x ** 0.5`` of a number a square root, as NumPy has it for arrays (-inf, -0.0).
- A sum of a repeated value becomes a product (rounded once, not in each addition).
- The zeros of a derivative of ``numpy.where`` stay zeros when they are multiplied by an
  infinity or NaN; so do those of a diagonal matrix in a product of matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.collector import uncollected
from functrace.core.constant import compact
from functrace.core.graph import Graph, with_graphs
from functrace.core.keys import key_of, params_key
from functrace.core.naming import name_like
from functrace.core.node import Edge, Node, Walk, new_edge, next_sequence, toposort
from functrace.core.primitive import Primitive
from functrace.core.recording import recording
from functrace.core.rule import operand_aval
from functrace.core.tracer import Tracer
from functrace.engine.folding import folded, nothing
from functrace.engine.liveness import Liveness
from functrace.engine.rewrite import Simplify

Formula = Callable[..., Any]

_DEPTH = 16  # of rules that apply rules; there the operation is left as it is
_new: Callable[..., Any] = object.__new__


def simplify(
    graph: Graph,
    expand: Callable[[Primitive], Formula | None] | None = None,
    first: Callable[[Graph], Graph] | None = None,
) -> Graph:
    """A graph of new nodes that computes the same from the same inputs.

    Parameters
    ----------
    graph : Graph
        Is left as it is.
    expand : callable, optional
        Gives the formula, in NumPy's notation, by which a primitive is replaced; None to
        keep it. The formula, too, may return None to keep the operation.
    first : callable, optional
        Gives the graph that is simplified in its place, and in that of each graph among
        parameters.

    Returns
    -------
    Graph
        With the arguments and structures of `graph`; of its free inputs, those that are
        still needed. Cost: linear in the number of nodes, some microseconds for each.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> graph = ft.make_graph(lambda x: x * 1 + np.sin(x) * np.sin(x))(ft.Aval(3))
    >>> print(simplify(graph))
    graph (x: float64[3]) {
      %0: float64[3] = sin(x)
      %1: float64[3] = multiply(%0, %0)
      %2: float64[3] = add(x, %1)
      return %2
    }
    """
    sweep = _Sweep(expand, first)
    with uncollected():
        graph = graph if first is None else first(graph)
        floor = next_sequence()
        sweep.liveness = liveness = Liveness(graph)
        sweep.run(liveness.nodes)
        outputs = [sweep.renewed(output) for output in graph.outputs]
        treedefs = graph.in_treedef, graph.out_treedef
        walk = sweep.walk(outputs, floor)
        return Graph(graph.arguments, outputs, *treedefs, floor=floor, walk=walk)


class _Constant:
    """Stands for all constants that are equal.

    Attributes
    ----------
    value : array or number
        The first one that was met.
    compact : array or number
        The same as an array of no memory, if it repeats a number.
    """

    __slots__ = ("compact", "value")

    def __init__(self, value: Any, compact: Any) -> None:
        self.value = value
        self.compact = compact


class _Formulas(dict[Primitive, Formula | None]):
    """The formulas of primitives, asked for once each."""

    def __init__(self, expand: Callable[[Primitive], Formula | None] | None) -> None:
        super().__init__()
        self.expand = expand

    def __missing__(self, primitive: Primitive) -> Formula | None:
        found = None if self.expand is None else self.expand(primitive)
        self[primitive] = found
        return found


class _Sweep:
    """The state of one simplification; what rules are given as `Make`.

    Attributes
    ----------
    known : dict
        For each node what its output became, an edge or a constant; a tuple of them for
        a node of several outputs.
    nodes : list of Node
        The new ones, each after its operands.
    made : dict
        By primitive, operands and parameters, what they came to.
    constants : dict
        By identity, the `_Constant` that stands for a constant.
    numbers : dict
        By `functrace.core.keys.key_of`, the same.
    avals : dict
        By primitive, avals of operands and parameters, those of the outputs.
    notes : dict
        What rules remember meanwhile.
    is_final : bool
        Whether what stands for primitives in programs is put in their place.
    """

    def __init__(
        self,
        expand: Callable[[Primitive], Formula | None] | None,
        first: Callable[[Graph], Graph] | None = None,
    ) -> None:
        self.is_final = expand is not None
        self.first = first
        self.known: dict[Node, Any] = {}
        self.nodes: list[Node] = []
        self.made: dict[Any, Any] = {}
        self.constants: dict[int, _Constant] = {}
        self.numbers: dict[Any, _Constant] = {}
        self.avals: dict[Any, Any] = {}
        self.notes: dict[Any, Any] = {}
        self.alive: list[Any] = []
        self.formulas = _Formulas(expand)
        self.depth = 0
        self.source: Any = None
        self.liveness: Liveness | None = None

    def run(self, nodes: Sequence[Node]) -> None:
        """Sweep over nodes in topological order."""
        known, find, made = self.known, self.known.get, self.made
        constant_of, apply = self._constant, self._apply
        for node in nodes:
            if node.shape is None and self.liveness is not None:
                known[node] = self._several(node)
                continue
            operands: list[Any] = []
            traced = True
            for operand in node.inputs:
                if type(operand) is Edge:
                    found = find(operand[0])
                    if found is not None:
                        operand = found[operand[1]] if type(found) is tuple else found  # noqa: PLW2901
                if type(operand) is not Edge:
                    operand = constant_of(operand)  # noqa: PLW2901
                    traced = False
                operands.append(operand)
            primitive, params = node.primitive, node.params
            key = (primitive, *operands)
            if params:
                key = (*key, params_key(params))
            found = made.get(key)
            if found is None:
                source = node.source
                self.source = source and source._replace(variable="")
                avals = node.avals
                found = made[key] = apply(primitive, operands, params, avals, traced)
                if source and source.variable:
                    name_like(node, found)
            known[node] = found

    def _several(self, node: Node) -> tuple[Any, ...]:
        """What the outputs of a node become; None for those that nobody takes."""
        assert self.liveness is not None
        self.source = node.source
        operands = [self.renewed(operand) for operand in node.inputs]
        left = self.liveness.pruned.get(node)
        if left is None:
            outs = self(node.primitive, operands, node.params, node.avals)
        else:
            chosen = [operands[i] for i in left.operands]
            avals = tuple(node.avals[k] for k in left.outputs)
            primitive = left.primitive or node.primitive
            if primitive.multiple:
                made = self(primitive, chosen, left.params, avals)
            else:
                made = (self(primitive, chosen, left.params, *avals),)
            places = dict(zip(left.outputs, made, strict=True))
            outs = tuple(places.get(k) for k in range(len(node.avals)))
        for part, kept in self.liveness.parts.get(node, ()):
            self.known[part] = tuple(outs[k] for k in kept)
        return outs

    def walk(self, outputs: Sequence[Any], floor: int) -> Walk | None:
        """From the outputs, along the new nodes; None if others were made beside them."""
        ends = [out for out in outputs if type(out) is Edge]
        used = {edge[0] for edge in ends}
        live: list[Node] = []
        for node in reversed(self.nodes):
            if node in used:
                live.append(node)
                for operand in node.inputs:
                    if type(operand) is Edge:
                        used.add(operand[0])
        older = used.difference(live)
        if any(node.sequence >= floor for node in older):
            return None
        return Walk(ends, live[::-1], [Edge(node, 0) for node in older])

    def renewed(self, operand: Any) -> Any:
        """What an operand of the old graph has become."""
        if type(operand) is not Edge:
            return operand
        found = self.known.get(operand[0])
        if found is None:
            return operand
        return found[operand[1]] if type(found) is tuple else found

    def __call__(
        self,
        primitive: Primitive,
        operands: Sequence[Any],
        params: dict[str, Any] = {},  # noqa: B006 - never written to
        aval: Aval | tuple[Aval, ...] | None = None,
    ) -> Any:
        """What `functrace.engine.rewrite.Make` says."""
        given: list[Any] = []
        traced = True
        for operand in operands:
            if type(operand) is not Edge:
                operand = self._constant(operand)  # noqa: PLW2901
                traced = False
            given.append(operand)
        fixed = (params_key(params),) if params else ()
        key = (primitive, *given, *fixed)
        found = self.made.get(key)
        if found is None:
            out = aval or self._aval(primitive, operands, params, fixed)
            outs: Any = out if primitive.multiple else (out,)
            self.depth += 1
            try:
                found = self.made[key] = self._apply(
                    primitive, given, params, outs, traced
                )
            finally:
                self.depth -= 1
        return found

    def _aval(
        self,
        primitive: Primitive,
        operands: Sequence[Any],
        params: dict[str, Any],
        fixed: tuple[Any, ...],
    ) -> Any:
        """Of the output, or outputs, found once for operands of these avals."""
        avals: list[Aval] = []
        for operand in operands:
            known = operand[0]._avals if type(operand) is Edge else None  # noqa: SLF001
            avals.append(operand_aval(operand) if known is None else known[operand[1]])
        key = (primitive, *avals, *fixed)
        found = self.avals.get(key)
        if found is None:
            found = self.avals[key] = primitive.abstract_eval(*avals, **params)
        return found

    def _apply(
        self,
        primitive: Primitive,
        given: list[Any],
        params: dict[str, Any],
        avals: tuple[Aval, ...],
        traced: bool,
    ) -> Any:
        """What a primitive applied to edges, and what stands for constants, comes to."""
        operands, mask = (given, -1) if traced else _compacted(given)
        found, out = None, avals
        if primitive.multiple:
            params = with_graphs(params, self._simple)
        else:
            out = avals[0]
            if not mask:
                found = folded(primitive, operands, params, out)
            elif 0 in out[0]:
                found = nothing(out)
        rule = primitive.simplify
        if found is None and rule is not None and self.depth < _DEPTH:
            found = self._rewritten(rule, operands, params, out)
        if found is not None:
            return found
        formula = self.formulas[primitive] if mask else None
        if formula is not None:
            found = self._expanded(formula, primitive, operands, params, avals)
            if found is not None:
                return found
        if not traced and not primitive.broadcasts:
            operands = [e if type(e) is Edge else e.value for e in given]
        node: Any = _new(Node)  # its constructor, which knows nothing of this, is slow
        node.primitive = primitive
        node.inputs = tuple(operands)
        node.mask = mask & primitive.bits & ((1 << len(operands)) - 1)
        node.params = params
        node.saved = node.hooks = None
        node._avals = avals  # noqa: SLF001
        node.sequence = next_sequence()
        node.source = self.source
        self.nodes.append(node)
        if primitive.multiple:
            node.shape = node.dtype = None
            return tuple([Edge(node, i) for i in range(len(avals))])
        node.shape, node.dtype = out
        return new_edge(Edge, (node, 0))

    def _rewritten(
        self, rule: Simplify, operands: list[Any], params: dict[str, Any], out: Any
    ) -> Any:
        """What the record's own rule gives; None if it has nothing simpler."""
        try:
            found = rule(operands, params, out, self)
        except OverflowError:  # of a Python integer; raised when the graph runs
            return None
        if found is None:
            return None
        several = type(found) is tuple
        alike = all(map(_has, found, out)) if several else _has(found, out)
        return found if alike else None

    def _simple(self, graph: Graph) -> Graph:
        """A graph among the parameters, simplified."""
        expand, first = self.formulas.expand, self.first
        key = ("simple", expand, first)
        found = graph.derived.get(key)
        if found is None:
            found = graph.derived[key] = simplify(graph, expand, first)
            found.derived[key] = found
        return found

    def _constant(self, value: Any) -> _Constant:
        """What stands for a constant."""
        found = self.constants.get(id(value))
        if found is None:
            self.alive.append(value)
            compacted = compact(value) if type(value) is np.ndarray else value
            key = key_of(compacted)
            found = self.numbers.setdefault(key, _Constant(value, compacted))
            self.constants[id(value)] = self.constants[id(found.compact)] = found
        return found

    def _expanded(
        self,
        formula: Formula,
        primitive: Primitive,
        operands: list[Any],
        params: dict[str, Any],
        avals: tuple[Aval, ...],
    ) -> Any:
        """What the formula gives that stands for the primitive; None if it does not."""
        floor = next_sequence()
        tracers = [Tracer(e, None) if type(e) is Edge else e for e in operands]
        with recording(tracing=True, complete=True):
            outs = formula(*tracers, **params)
        if outs is None:
            return None
        results = [_operand(out) for out in (outs if primitive.multiple else (outs,))]
        nodes = toposort(results, floor)
        for node in nodes:
            node.source = self.source
        self.run(nodes)
        found = tuple(map(self.renewed, results))
        assert all(map(_has, found, avals)), f"functrace bug: formula of {primitive}"
        return found if primitive.multiple else found[0]


def _compacted(given: list[Any]) -> tuple[list[Any], int]:
    """Constants without memory in place of what stands for them; bits of the edges."""
    operands: list[Any] = []
    mask, bit = 0, 1
    for operand in given:
        if type(operand) is Edge:
            mask |= bit
            operands.append(operand)
        else:
            operands.append(operand.compact)
        bit <<= 1
    return operands, mask


def _operand(out: Any) -> Any:
    """What a formula gave, as an operand."""
    if type(out) is not Tracer:
        return out
    out.sync()
    return out.value if out.edge is None else out.edge


def _has(operand: Any, aval: Aval) -> bool:
    """Whether shape and dtype are those of `aval`, and not those of a Python number."""
    if type(operand) is Edge:
        shape, dtype = operand_aval(operand)
    else:
        shape, dtype = getattr(operand, "shape", None), getattr(operand, "dtype", None)
    if shape != aval[0]:
        return False
    return dtype is aval[1] or (type(dtype) is type(aval[1]) and dtype == aval[1])
