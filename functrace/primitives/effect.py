"""Calls of Python functions for what they do: nobody takes anything from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any, NamedTuple, Protocol

import numpy as np

from functrace.compiler.forms import Step
from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.effects import hand_on, take
from functrace.core.errors import MutationError, message
from functrace.core.graph import Graph
from functrace.core.node import Edge
from functrace.core.observing import users_work
from functrace.core.primitive import as_operand
from functrace.core.pytree import Treedef
from functrace.core.recording import ambient, outside
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped
from functrace.primitives._graphs import once
from functrace.primitives._lazy_modules import effects
from functrace.primitives._make import primitive


class EffectCall(Protocol):
    """What an effect does with the values of its operands."""

    @property
    def interval(self) -> float:
        """Seconds after a call in which native code leaves others out."""
        ...

    def run(self, token: Any, active: Any, xs: Sequence[Any]) -> None:
        """Do it, if both `token` and `active` hold."""
        ...


class ComparableFunction:
    """A function; equal to others that were made of the same code and variables."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.call = function
        self._key: Any = function
        if type(function) is FunctionType:
            defaults = function.__defaults__, function.__kwdefaults__
            parts = (*(function.__closure__ or ()), *defaults, function.__globals__)
            self._key = function.__code__, *map(id, parts)

    def __eq__(self, other: object) -> bool:
        return type(other) is ComparableFunction and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return getattr(self.call, "__qualname__", repr(self.call))


class Effect(NamedTuple):
    """A Python function of pytrees.

    Attributes
    ----------
    function : ComparableFunction
    arguments : Treedef
        Structure of ``(args, kwargs)``.
    interval : float
        Seconds after a call in which native code leaves others out.
    """

    function: ComparableFunction
    arguments: Treedef
    interval: float = 0.0

    def __repr__(self) -> str:
        return repr(self.function)

    def run(self, token: Any, active: Any, xs: Sequence[Any]) -> None:
        """Call it on arrays of its own."""
        if not (token and active):
            return
        run = ambient.get().run
        if run is not None and run.skips():
            return
        own = [x.copy() if type(x) is np.ndarray else x for x in xs]
        args, kwargs = pytree.unflatten(self.arguments, own)
        with outside():
            users_work(self.function.call)(*args, **kwargs)


class BatchedEffect(NamedTuple):
    """An effect on the elements of a batch in turn.

    Attributes
    ----------
    element : Effect or BatchedEffect
    mapped : tuple of bool
        Of the token, of what says whether it is active, and of the operands.
    size : int
    """

    element: Any
    mapped: tuple[bool, ...]
    size: int

    @property
    def interval(self) -> float:
        """As of an `Effect`."""
        return self.element.interval

    def run(self, token: Any, active: Any, xs: Sequence[Any]) -> None:
        """Do it for each element."""
        values = token, active, *xs
        for k in range(self.size):
            pairs = zip(values, self.mapped, strict=True)
            token, active, *row = [x[k] if m else x for x, m in pairs]
            self.element.run(token, active, row)


# -- the record -------------------------------------------------------------------------


def emit_effect(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    active: Any = np.True_,
    interval: float = 0.0,
) -> None:
    """Have a function called: now, or where the program that is traced runs."""
    leaves, arguments = pytree.flatten((args, kwargs))
    xs = [as_operand(leaf) for leaf in leaves]
    call = Effect(ComparableFunction(function), arguments, interval)
    operands = take(), active, *xs
    (token,) = effect.apply(operands, {"call": call})
    is_to_come = type(token) is Tracer and token.value is None
    if is_to_come and ambient.get().effects is None:
        raise MutationError(
            message(
                "functrace.debug: values are not known here, and what is traced has no "
                "place for effects.",
                source=user_line(),
                help="look at them outside of this function.",
            )
        )
    hand_on(token)


def _impl(token: Any, active: Any, *xs: Any, call: EffectCall) -> tuple[Any, ...]:
    call.run(token, active, xs)
    return (token,)


def _abstract_eval(token: Aval, *_: Aval, call: EffectCall) -> tuple[Aval, ...]:
    del call
    return (token,)


def _batch(at: Mapped, token: Any, active: Any, *xs: Any, call: EffectCall) -> Any:
    mapped, *others = at.mapped
    if any(others):
        call = BatchedEffect(call, at.mapped, at.size)
    elif mapped:  # the same for all of them
        (out,) = effect(np.any(token, axis=0), active, *xs, call=call)
        return (np.logical_and(token, out),)
    (out,) = effect(token, active, *xs, call=call)
    return (out if mapped else np.broadcast_to(out, (at.size, *at.avals[0].shape)),)


def _simplify(operands: list[Any], params: Any, out: Any, make: Any) -> Any:
    """What certainly does not take place is left out."""
    del params, out, make
    token, active, *_ = operands
    constants = (x for x in (token, active) if type(x) is not Edge)
    return None if all(map(np.all, constants)) else (token,)


effect = primitive(
    "effect",
    _impl,
    _abstract_eval,
    vjp=None,
    jvp=None,
    multiple=True,
    ordered=True,
    batch=_batch,
    simplify=lambda p: _simplify,
    lower=lambda: Step(effects.emit_effect),
    doc="A Python function that is called on values, for what it does.",
)


# -- graphs with effects ---------------------------------------------------------------


def tokens_of(graph: Graph) -> tuple[int, ...]:
    """Positions of the inputs that say whether the graph's effects take place."""
    return once(graph, "tokens", lambda: _find_tokens(graph))


def _find_tokens(graph: Graph) -> tuple[int, ...]:
    wanted: set[Edge] = set()
    for node in reversed(graph.nodes):
        if not (wanted or node.params or node.primitive.ordered):
            continue
        inner = list(_graphs_in(node)) if node.params else []
        chosen = [node.inputs[at + i] for at, each in inner for i in tokens_of(each)]
        if node.primitive.ordered:
            chosen = node.inputs[:1]
        elif wanted and not inner and not wanted.isdisjoint(_outputs_of(node)):
            chosen = node.inputs[1:] if node.name == "where" else node.inputs[:1]
        if chosen:
            wanted.update([e for e in chosen if type(e) is Edge])
    return tuple(i for i, edge in enumerate(graph.inputs) if edge in wanted)


def _outputs_of(node: Any) -> list[Edge]:
    return [Edge(node, i) for i in range(len(node.avals))]


def _graphs_in(node: Any) -> Iterator[tuple[int, Graph]]:
    """The graphs that a node runs, and which operand is the first input of theirs."""
    params = node.params
    if "backward" in params:  # of a loop in reverse, where they do not take place
        return
    for name in ("body", "graph"):
        if isinstance(params.get(name), Graph):
            yield 0, params[name]
    for branch in params.get("branches", ()):
        yield 1, branch


def muted(graph: Graph, operands: Sequence[Any]) -> Sequence[Any]:
    """The operands, such that the graph's effects do not take place: they have before."""
    tokens = tokens_of(graph)
    if not tokens:
        return operands
    return [np.False_ if i in tokens else x for i, x in enumerate(operands)]
