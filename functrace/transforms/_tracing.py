"""Calling a user's function while it is traced."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from types import CodeType
from typing import Any, NamedTuple, TypeVar, cast
from weakref import ref

import numpy as np

from functrace.core import pytree
from functrace.core.advice import explain
from functrace.core.aval import Aval
from functrace.core.capture import NEVER, Failure, LongTraceError, note
from functrace.core.effects import Effects
from functrace.core.errors import ConcretizationError
from functrace.core.graph import Graph
from functrace.core.guard import protect
from functrace.core.node import Edge, Leaf, Node, Walk, end, leaves_of, next_sequence
from functrace.core.observing import users_work
from functrace.core.outliving import outliving
from functrace.core.primitive import as_operand
from functrace.core.recording import ambient, forget_askers, recording
from functrace.core.refusals import (
    dropped_ask,
    forget_asks,
    refuse_leaked,
    refuse_outliving,
)
from functrace.core.serialize import freeze
from functrace.core.tracer import Tracer
from functrace.core.weak import truths
from functrace.numpy.interception import intercept, release
from functrace.numpy.selections import Selection, refuse_result
from functrace.primitives.elementwise import convert
from functrace.transforms._capture.functions import known
from functrace.transforms._capture.jumps import has_loops
from functrace.transforms._capture.memory import ReachableState
from functrace.transforms._failing import leave_to_python
from functrace.transforms._rolling import Handles, finished

Result = TypeVar("Result")


def trace(call: Callable[[], Result], inputs: Iterable[Leaf], **changes: Any) -> Result:
    """What `call` gives, which runs `users_work` on tracers; `inputs` then end.

    `changes` are attributes of `functrace.core.recording.Recording`.
    """
    if ambient.get().line is not None:  # the function has lines of its own
        changes["line"] = None
    with recording(tracing=True, **changes) as state:
        intercept()
        try:
            return call()
        except Exception as error:
            explain(error)
            raise
        finally:
            release()
            if state.asked:
                forget_askers(state.asked)
            end(inputs)


class Recorded(NamedTuple):
    """What a function gave.

    Attributes
    ----------
    outputs : list
        The result's leaves: edges, or constants.
    treedef : Treedef
        Their structure.
    walk : Walk or None
        From all of them, if it was made.
    """

    outputs: list[Any]
    treedef: pytree.Treedef
    walk: Walk | None


def record(
    fun: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    arguments: Sequence[Any],
    effects: Effects,
    before: ReachableState | None = None,
    returned: Callable[[Any], Any] | None = None,
    writes: dict[int, Any] | None = None,
    **changes: Any,
) -> Recorded:
    """Call `fun`, recording everything.

    `returned`, if given, makes something else of what it gives. The inputs among
    `arguments` have then ended. If `fun` is called again, as it asked for unknown values,
    all is as it was `before`.

    If there are `effects`, the last output is their token, and no leaf of the result.
    Where a `failure` is given, on which `fun` raises an error of its own, it holds an edge.
    `writes`, if given, are what is then in the leaves that `fun` wrote to, by position.
    """
    failure: Failure | None = changes.get("failure")

    def call() -> Recorded:
        floor = next_sequence()
        effects.clear()
        leaves, structure = pytree.flatten((args, kwargs))
        own = _own_handles(leaves, arguments)
        own_args, own_kwargs = pytree.unflatten(structure, own)
        if failure is not None:
            failure.holds = NEVER
        result = users_work(fun)(*own_args, **own_kwargs)
        outs, treedef = pytree.flatten(returned(result) if returned else result)
        outs += effects.finish()
        inputs.extend(cast("Leaf", edge.node) for edge in effects.inputs)
        found = [output_of(out) for out in outs]
        written = {} if writes is None else _written(leaves, own)
        found += map(output_of, written.values())
        if failure is None or failure.holds is NEVER:
            outs, walk = finished(found, floor)
        else:
            found.append(output_of(failure.holds))
            (*outs, failure.holds), walk = finished(found, floor)
        if writes is not None:
            first = len(outs) - len(written)
            writes.clear()
            writes.update(zip(written, outs[first:], strict=True))
            del outs[first:]
        return Recorded(outs, treedef, walk)

    inputs = [cast("Leaf", a.node) for a in arguments if type(a) is Edge]
    usual = {"complete": True, "calls": False, "effects": effects, "failure": None}
    changes = usual | changes
    if ambient.get().complete:  # the outermost function is traced anew, if any is
        branches = ambient.get().branches
        if branches is None:
            return trace(call, inputs, **changes)
        changes["branches"] = branches._replace(shared=[])
        return trace(lambda: _retrying().checked(call), inputs, **changes)
    roots = fun, args, kwargs
    return trace(lambda: _captured(call, roots, before), inputs, **changes)


def _captured(
    call: Callable[[], Result], roots: Any, before: ReachableState | None
) -> Result:
    """What `call` gives; where it asks for unknown values, branches are captured."""
    if known:
        return _retrying().captured(call, roots, before, None)
    made = truths.made
    result: Any = None
    error: Exception | LongTraceError | None = None
    try:
        forget_asks()
        result = call()
    except (ConcretizationError, IndexError) as asking:
        leave_to_python(asking)
        error = asking  # what is raised from now on has nothing to do with it
    except LongTraceError as ended:
        error = ended
    except Exception as raised:
        leave_to_python(raised)
        if truths.made == made or not _retrying().compares(roots, before):
            raise
        return _retrying().captured(call, roots, before, None)
    if error is not None:
        try:
            return _retrying().captured(call, roots, before, error)
        finally:
            del error
    if dropped_ask() is not None:
        _retrying().check_dropped()
    if truths.made != made and _retrying().compares(roots, before):
        return _retrying().captured(call, roots, before, None)
    return result


@functools.cache
def _retrying() -> Any:
    """Imported when it is first needed: it traces, too."""
    return import_module("functrace.transforms._capture.retrying")


def _interrupt(before: ReachableState) -> None:
    """Likewise; see there."""
    long: Any = import_module("functrace.transforms._capture.long")
    long.interrupt(before, _captured.__code__)


def _may_be_long(before: ReachableState) -> bool:
    """Whether there are loops that may have to be traced anew, all being as it was before."""
    codes = (function.__code__ for function in before.functions())
    return any(map(_reaches_loops, codes)) and before.keep_arrays(_LARGEST)


_LARGEST = 1 << 24  # bytes of plain arrays, which are remembered


@functools.lru_cache(maxsize=4096)
def _reaches_loops(code: CodeType) -> bool:
    """Whether it, or what is made in it, has loops."""
    inner = (each for each in code.co_consts if type(each) is CodeType)
    return has_loops(code) or any(map(_reaches_loops, inner))


def refuse_left(where: str, fun: Callable[..., Any], made: Sequence[ref[Any]]) -> None:
    """Raise LeakedTracerError if `fun` left one of the handles made in its trace."""
    for handle in outliving(made):
        refuse_outliving(where, fun, handle)


def record_contained(
    where: str,
    fun: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    arguments: Sequence[Any],
    effects: Effects,
    **changes: Any,
) -> Recorded:
    """`record`, where `fun` must not leave behind what was traced."""
    handles = Handles()
    before = ReachableState([fun, args, kwargs], arrays=False)
    changes |= {"handles": handles}
    is_text = (changes.get("readable") or ambient.get().readable) is not None
    if changes.get("symbolic") and not is_text and _may_be_long(before):
        handles.watch(functools.partial(_interrupt, before))
    found = record(fun, args, kwargs, arguments, effects, before, **changes)
    handles.watch(None)
    del before
    refuse_left(where, fun, handles.finish())
    return found


def _own_handles(leaves: Sequence[Any], arguments: Sequence[Any]) -> list[Any]:
    """The leaves of a call with handles on the inputs that nobody else holds."""
    own = {a.node for a in arguments if type(a) is Edge}
    return [_own_handle(leaf, own) for leaf in leaves]


def _written(leaves: Sequence[Any], handles: Sequence[Any]) -> dict[int, Tracer]:
    """Handles that have been written to, by their position."""
    found: dict[int, Tracer] = {}
    for place, (leaf, handle) in enumerate(zip(leaves, handles, strict=True)):
        if handle is not leaf:
            handle.sync()
            if handle.edge != leaf.edge:
                found[place] = handle
    return found


def _own_handle(leaf: Any, own: set[Node]) -> Any:
    if type(leaf) is not Tracer or leaf.edge is None:
        return leaf
    node = leaf.edge.node
    source = node.inputs[0] if node.primitive is convert else leaf.edge
    mine = type(source) is Edge and source.node in own
    return leaf.twin() if mine else leaf


def unknown(label: str, aval: Aval) -> Tracer:
    """A tracer without a value on a new input.

    A Python number enters as an array's element whose dtype gives way to others.
    """
    edge = Edge(Leaf(label, aval), 0)
    if isinstance(aval.dtype, type):
        params = {"dtype": np.dtype(aval.dtype)}
        edge = Edge(Node(convert, (edge,), params, None, (), aval.dtype), 0)
    return Tracer(edge, None)


def input_of(tracer: Tracer) -> Edge:
    """The input that a tracer was made on."""
    node = tracer.edge.node
    return tracer.edge if isinstance(node, Leaf) else node.inputs[0]


def output_of(leaf: Any) -> Any:
    """An output as the graph holds it: an edge, or a constant of its own."""
    if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "O":
        leaf = as_operand(leaf)
    if type(leaf) is Tracer:
        leaf.sync()
        if leaf.edge is not None:
            if leaf.value is not None:
                note(leaf.edge, leaf.value)
            return leaf.edge
        leaf = leaf.value
    if type(leaf) is Selection:
        refuse_result(leaf)
    return protect(leaf, copy=True)[0]


def settle(graph: Graph) -> None:
    """Drop residuals and hooks, make constants read-only: the graph is for good."""
    for node in graph.nodes:
        node.saved = None
        node.hooks = None
        if type(node.dtype) is type:
            node.harden()
        for operand in node.inputs:
            if type(operand) is np.ndarray:
                freeze(operand)
    for output in graph.outputs:
        freeze(output)


def refuse_ended(where: str, free: Sequence[Edge]) -> None:
    """Raise LeakedTracerError if an edge depends on an input that has ended.

    Within another transform that is its affair.
    """
    for leaf in leaves_of(free) if ambient.get().outside else ():
        if leaf.ended:
            refuse_leaked(where, leaf)
