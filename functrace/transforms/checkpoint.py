"""Functions of which reverse mode keeps the arguments, and computes the rest again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, TypeAlias, overload

import numpy as np

from functrace.compiler.forms import form_of
from functrace.core import pytree
from functrace.core.aval import Aval, aval_of
from functrace.core.effects import hand_on, take
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node, next_sequence
from functrace.core.primitive import as_operand
from functrace.core.recording import ambient
from functrace.core.tracer import Tracer
from functrace.transforms._bodies import settled
from functrace.transforms._closed import Closed, trace_closed
from functrace.transforms._parts import in_parts
from functrace.transforms._tracing import input_of, unknown
from functrace.transforms._wrapper import P, R, Transformed
from functrace.transforms.make_graph import labels_of

_WHERE = "functrace.checkpoint"

Policy: TypeAlias = 'Literal["dear"] | Collection[str] | Callable[[str, Aval], bool]'


@overload
def checkpoint(
    fun: Callable[P, R], *, policy: Policy | None = ...
) -> Callable[P, R]: ...


@overload
def checkpoint(
    fun: None = None, *, policy: Policy | None = ...
) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def checkpoint(
    fun: Callable[..., Any] | None = None, *, policy: Policy | None = None
) -> Any:
    """Keep a function's arguments for reverse mode, and little that it computes.

    Parameters
    ----------
    fun : callable
        Takes and returns pytrees of arrays and numbers. Where something is differentiated
        it is called on traced values, as under `jit`; numbers of Python's, flags and other
        arguments that are no arrays are themselves. What it takes from outside is
        differentiated as its arguments are.
    policy : {None, "dear"}, collection of str, or callable, optional
        Which results are kept besides, in place of being computed again. None: no
        others. "dear": those of operations that are no loops over elements, such as
        products of matrices, systems of equations, transforms and loops. Names of
        operations, as a graph shows them: ``{"matmul", "solve"}``. Or
        ``(name, aval) -> bool``, of an operation's name and each of its results.

    Returns
    -------
    callable
        Takes `fun`'s arguments, returns `fun`'s result. The backward pass computes it
        again: at most one evaluation more of `fun`, and memory for one at a time. Also a
        decorator; may be nested.

    Raises
    ------
    ValueError
        The policy is none of these.

    See Also
    --------
    functrace.scan : Has `checkpoint` for its rounds.
    functrace.jit : Has `memory_budget`, by which loops are cut.

    Notes
    -----
    A chain of ``n`` layers keeps something of each. With the layers of each segment of
    ``sqrt(n)`` in a checkpoint it keeps one array for each segment, and those of the one
    that the backward pass is in: about ``2 * sqrt(n)`` in all.

    With a policy `fun` is cut at what is kept: the parts in between are computed again from
    what comes into them. What several parts take is computed again in each.

    Un-jitted, the operations between the arguments and the result are recorded when the
    function is called, and evaluated then and in the backward pass.

    References
    ----------
    Griewank & Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, chapter 12.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def layers(x):
    ...     for _ in range(5):
    ...         x = np.tanh(np.cumsum(x) / x.size)
    ...     return x
    >>> def peak(part):
    ...     def loss(x):
    ...         return np.sum(part(part(part(part(x)))))
    ...
    ...     return ft.jit(ft.grad(loss)).lower(np.ones(100_000)).peak_memory
    >>> peak(ft.checkpoint(layers)) < 0.6 * peak(layers)
    True
    >>> def again(policy):
    ...     f = ft.checkpoint(lambda a, b: np.sin(np.sin(a) @ b), policy=policy)
    ...     gradient = ft.jit(ft.value_and_grad(lambda a, b: np.sum(f(a, b))))
    ...     return str(gradient.lower(ft.Aval((9, 9)), ft.Aval((9, 9))).graph)
    >>> (
    ...     again(None).count("matmul"),
    ...     again("dear").count("matmul"),
    ... )  # one is the derivative's
    (3, 2)
    """
    keeps = _chooser(policy)
    if fun is None:
        return lambda fun: _Checkpointed(fun, keeps=keeps)
    return _Checkpointed(fun, keeps=keeps)


def _chooser(policy: Any) -> Callable[[Node], list[bool]] | None:
    """Which results of an operation are kept."""
    if policy is None:
        return None
    if policy == "dear":
        return lambda node: [form_of(node.primitive).is_apart] * len(node.avals)
    if callable(policy):
        return lambda node: [bool(policy(node.name, Aval(*a))) for a in node.avals]
    if isinstance(policy, Collection) and not isinstance(policy, (str, bytes)):
        names = frozenset(policy)
        if all(type(name) is str for name in names):
            return lambda node: [node.name in names] * len(node.avals)
    raise ValueError(
        f"{_WHERE}: policy must be None, 'dear', names of operations or a function of "
        f"an operation's name and a result's aval, not {policy!r}."
    )


class _Checkpointed(Transformed[..., Any]):
    keeps: Callable[[Node], list[bool]] | None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if ambient.get().outside:
            return self.fun(*args, **kwargs)
        leaves, treedef = pytree.flatten((args, kwargs))
        places = [i for i, leaf in enumerate(leaves) if _is_array(leaf)]
        values = [as_operand(leaves[i]) for i in places]
        closed = self._trace(leaves, treedef, places, values)
        operands = [*closed.captured, *values]
        return _applied(closed, operands, self.keeps)

    def _trace(
        self,
        leaves: Sequence[Any],
        treedef: pytree.Treedef,
        places: Sequence[int],
        values: Sequence[Any],
    ) -> Closed:
        floor = next_sequence()
        labels = labels_of(self.fun, treedef)
        entered = list(leaves)
        for i, value in zip(places, values, strict=True):
            entered[i] = unknown(labels[i], Aval(*aval_of(value)))
        inputs = [input_of(entered[i]) for i in places]
        args, kwargs = pytree.unflatten(treedef, entered)
        symbolic = any(type(x) is Tracer and x.value is None for x in values)
        given = _WHERE, self.fun, args, kwargs, inputs, floor
        return trace_closed(*given, once=True, symbolic=symbolic)


def _is_array(leaf: Any) -> bool:
    return type(leaf) is Tracer or isinstance(leaf, (np.ndarray, np.generic))


def _applied(
    closed: Closed,
    operands: list[Any],
    keeps: Callable[[Node], list[bool]] | None,
) -> Any:
    """The result, a pytree; what does not depend on anything is not computed again."""
    outputs = settled(closed, [None] * closed.treedef.num_leaves).outputs
    computed = [out for out in outputs if type(out) is Edge]
    if closed.effects:
        operands = [*operands, take()]
    graph = Graph(closed.graph.inputs, computed)
    known = dict(zip(graph.inputs, operands, strict=True))
    kept = [] if keeps is None else _kept(graph, keeps)
    outs = iter(in_parts(known, kept, graph.outputs))
    leaves = [next(outs) if type(out) is Edge else out for out in outputs]
    if closed.effects:
        hand_on(leaves.pop())
    return pytree.unflatten(closed.treedef, leaves)


def _kept(graph: Graph, keeps: Callable[[Node], list[bool]]) -> list[list[Edge]]:
    """What is kept, in order: what depends on others of it comes after these."""
    depths: dict[Node, int] = {}
    found: dict[int, list[Edge]] = {}
    for node in graph.nodes:
        before = [depths.get(e.node, 0) for e in node.inputs if type(e) is Edge]
        depth = max(before, default=0)
        flags = keeps(node)
        chosen = [Edge(node, i) for i, flag in enumerate(flags) if flag]
        if chosen:
            found.setdefault(depth, []).extend(chosen)
        depths[node] = depth + bool(chosen)
    return [found[depth] for depth in sorted(found)]
