"""A function of leaves applied to a batch of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.capture import NEVER, Failure, RaisingError
from functrace.core.effects import hand_on, take
from functrace.core.node import next_sequence
from functrace.core.pytree import Treedef
from functrace.core.recording import current
from functrace.core.strides import lay_out, strided
from functrace.engine.batching import evaluate_batched
from functrace.transforms._closed import Closed, trace_closed
from functrace.transforms._failing import own_failure, raise_where, refuse_raising
from functrace.transforms._tracing import input_of, unknown


class Batch(NamedTuple):
    """A function's result for all elements.

    Attributes
    ----------
    leaves : list
    mapped : list of bool
        Which of them depend on mapped arguments: they have the mapped axis, the first.
    treedef : Treedef
    values : list
        What came in: arrays that leaves may share memory with.
    """

    leaves: list[Any]
    mapped: list[bool]
    treedef: Treedef
    values: list[Any]


def apply_mapped(
    where: str,
    function: Callable[[list[Any]], Any],
    leaves: Sequence[Any],
    mapped: Sequence[bool],
    size: int,
    labels: Sequence[str],
) -> Batch:
    """Call `function` on one element of the leaves that are mapped, and on the others."""
    floor = next_sequence()
    entries = zip(leaves, mapped, labels, strict=True)
    own = [unknown(name, _element(x)) for x, m, name in entries if m]
    inputs = list(map(input_of, own))
    batched = [x for x, m in zip(leaves, mapped, strict=True) if m]
    for edge, x in zip(inputs, batched, strict=True):
        lay_out(edge.node, lambda x=x: strided(x).strides[1:])
    handles = iter(own)
    entered = [next(handles) if m else x for x, m in zip(leaves, mapped, strict=True)]
    state = current()
    runs = state.calls or not state.complete
    failure = own_failure() if state.complete else Failure()
    changes: dict[str, Any] = {"once": True, "calls": runs, "failure": failure}
    try:
        closed = trace_closed(where, function, (entered,), {}, inputs, floor, **changes)
        return _evaluated(closed, batched, size, failure)
    except RaisingError as raising:
        if state.complete:
            raise
        errors = raising.args
    except Exception:
        if state.complete or failure is None or failure.holds is NEVER:
            raise  # else it is not said that this is what the function raises first
        errors = ()
    if not size:  # it raises one in any case, so nobody knows what its result is like
        refuse_raising(where, RaisingError(*errors))
    result = _one_by_one(function, leaves, mapped, size)
    for error in errors:  # of traced values alone
        raise error
    return result


def _evaluated(
    closed: Closed, batched: list[Any], size: int, failure: Failure | None
) -> Batch:
    """The result for all elements, of which none raises an error."""
    values = [*closed.captured, *batched]
    which = [False] * len(closed.captured) + [True] * len(batched)
    given = [*values, take()] if closed.effects else values
    unmapped = [False] * closed.effects
    mapped = [*which, *unmapped]
    outs, found = evaluate_batched(closed.graph, given, mapped, size)
    anomaly = current().anomaly
    if anomaly is not None:
        anomaly.batched(closed.graph, given, mapped, size, outs)
    if closed.effects:
        token = outs.pop()
        hand_on(np.all(token, axis=0) if found.pop() else token)
    if failure is not None and failure.holds is not NEVER:
        raise_where(outs.pop())
        found.pop()
    return Batch(outs, found, closed.treedef, values)


def _one_by_one(
    function: Callable[[list[Any]], Any],
    leaves: Sequence[Any],
    mapped: Sequence[bool],
    size: int,
) -> Batch:
    """The result where the function raises an error for some element: that error."""
    results = [
        pytree.flatten(
            function(
                [_own(x[k]) if m else x for x, m in zip(leaves, mapped, strict=True)]
            )
        )
        for k in range(size)
    ]
    columns = zip(*(found for found, _ in results), strict=True)
    outs = [np.stack(column) for column in columns]
    return Batch(outs, [True] * len(outs), results[0][1], [])


def _own(element: Any) -> Any:
    return element.copy() if type(element) is np.ndarray else element


def _element(operand: Any) -> Aval:
    return Aval(operand.shape[1:], operand.dtype)
