"""The graph of a function, and the shapes of its results."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, aval_of
from functrace.core.capture import NEVER, Failure, RaisingError
from functrace.core.effects import Effects
from functrace.core.errors import message
from functrace.core.foreign import is_arraylike
from functrace.core.graph import Graph, Static
from functrace.core.guard import protect
from functrace.core.node import Edge, Leaf, next_sequence
from functrace.core.primitive import as_argument
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.core.tracer import Tracer
from functrace.primitives.checks import require
from functrace.transforms._arguments import parameters_of
from functrace.transforms._failing import refuse_raising
from functrace.transforms._tracing import (
    input_of,
    record_contained,
    refuse_ended,
    settle,
    unknown,
)
from functrace.transforms._wrapper import P, Transformed


def make_graph(fun: Callable[P, Any], *, sources: bool = False) -> Callable[P, Graph]:
    """Graph of a function, itself the result of a transform or not.

    Parameters
    ----------
    fun : callable
        Takes and returns pytrees.
    sources : bool
        Note the user's line on each node, for ``graph.format(sources=True)``.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns the `Graph` of what `fun` does with them. Every
        array and every number among them is an input (a Python number a NumPy scalar).
        Anything else (flags, text, None, functions) is fixed. Python's control flow
        follows the values, and the graph holds the path taken. An `Aval` in place of an
        array, ``ft.Aval((3,), float)``, makes a graph that depends on no value. Cost:
        one evaluation of `fun`, and some microseconds per operation.

    Raises
    ------
    ConcretizationError
        `fun` asks for the value of an argument given as an `Aval`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> print(ft.make_graph(ft.grad(lambda x: np.sum(x**2)))(np.arange(3.0)))
    graph (x: float64[3]) {
    ...
    }
    """
    return _MakeGraph(fun, sources=sources)


def eval_shape(fun: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Shapes and dtypes of a function's results, without computing them.

    Parameters
    ----------
    fun : callable
        Takes `args` and `kwargs`; must not ask for the value of an array.
    *args, **kwargs : pytree
        Arrays and numbers, of which only shape and dtype count, or `Aval` instead.

    Returns
    -------
    pytree of Aval
        In the structure of the result. Memory: none of the arrays.

    Raises
    ------
    ConcretizationError
        `fun` asks for the value of an array.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.eval_shape(lambda x: {"sum": np.sum(x)}, ft.Aval((1000, 1000), np.float32))
    {'sum': float32[]}
    """
    where = "functrace.eval_shape"
    graph = trace_graph(where, fun, args, kwargs, abstract=True)
    shapes = [
        operand_aval(out) if is_array(out) or type(out) is Edge else out
        for out in graph.outputs[: graph.out_treedef.num_leaves]
    ]
    shapes = [Aval(*s) if type(s) is Aval else s for s in shapes]  # no Python dtype
    return pytree.unflatten(graph.out_treedef, shapes)


def trace_graph(
    where: str,
    fun: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    *,
    abstract: bool = False,
    **changes: Any,
) -> Graph:
    """Call `fun` on tracers; what it did with them.

    With `abstract`, every array stands for its shape and dtype alone. `changes` are of how
    it is recorded.
    """
    floor = next_sequence()
    leaves, in_treedef = pytree.flatten((args, kwargs))
    labels = labels_of(fun, in_treedef)
    entered = [
        _enter(where, leaf, name, abstract)
        for leaf, name in zip(leaves, labels, strict=True)
    ]
    args, kwargs = pytree.unflatten(in_treedef, entered)
    arguments: list[Any] = [
        input_of(leaf) if type(leaf) is Tracer else Static(name, leaf)
        for leaf, name in zip(entered, labels, strict=True)
    ]
    changes["symbolic"] = not any(map(_is_known, entered))
    failure, effects = Failure(), Effects()
    changes["failure"] = failure
    try:
        outputs, out_treedef, walk = record_contained(
            where, fun, args, kwargs, arguments, effects, **changes
        )
    except RaisingError as raising:
        refuse_raising(where, raising)
    count = out_treedef.num_leaves
    outputs[:count] = _unless(where, failure.holds, outputs[:count])
    arguments += effects.inputs
    graph = Graph(arguments, outputs, in_treedef, out_treedef, floor=floor, walk=walk)
    settle(graph)
    refuse_ended(where, graph.free_inputs)
    return graph


def _unless(where: str, failed: Any, outputs: list[Any]) -> list[Any]:
    """The outputs, unless the function raises an error of its own."""
    if failed is NEVER:
        return outputs
    text = message(
        f"{where}: for these values the function raises an error of its own.",
        help="call the function itself, which says what it is.",
    )
    with recording_all():
        ok = np.logical_not(Tracer(failed, None))
        return [
            require(Tracer(out, None), ok, message=text, error=RuntimeError).edge
            if type(out) is Edge
            else require(out, ok, message=text, error=RuntimeError).edge
            for out in outputs
        ]


def is_array(leaf: Any) -> bool:
    """Whether a leaf is traced, or refused: arrays, numbers, array-likes; flags are not."""
    return type(leaf) is not bool and (
        isinstance(leaf, (Tracer, int, float, complex)) or is_arraylike(leaf)
    )


class _MakeGraph(Transformed[..., Any]):
    sources: bool

    def __call__(self, *args: Any, **kwargs: Any) -> Graph:
        changes = {"sources": True} if self.sources else {}
        return trace_graph("functrace.make_graph", self.fun, args, kwargs, **changes)


def _is_known(entered: Any) -> bool:
    return type(entered) is Tracer and entered.value is not None


def labels_of(fun: Callable[..., Any], treedef: pytree.Treedef) -> list[str]:
    """What each leaf of ``(args, kwargs)`` is called: ``x``, ``params['w'][0]``."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    names = [n for n, p in parameters_of(fun).items() if p.kind is not keyword]
    labels: list[str] = []
    for accessor in treedef.accessors():
        place = accessor.path[1]
        if accessor.path[0] == 0:
            place = names[place] if place < len(names) else f"args[{place}]"
        labels.append(accessor[2:].codify(place))
    return labels


def _enter(where: str, leaf: Any, name: str, abstract: bool) -> Any:
    """A tracer on a new input for an array; anything else as it is."""
    if type(leaf) is Aval:
        return unknown(name, leaf)
    if not is_array(leaf):
        return leaf
    if type(leaf) in (int, float, complex):
        if abstract:
            return unknown(name, aval_of(leaf))
        leaf = np.asarray(leaf)[()]
    refusal = f"{where}: argument {name!r} is not an array of numbers."
    value = as_argument(leaf, refusal)
    if type(value) is Tracer:
        value.sync()
    edge = Edge(Leaf(name, aval_of(value)), 0)
    if type(value) is Tracer:
        value = value.value
    return Tracer(edge, None if abstract else protect(value)[0])
