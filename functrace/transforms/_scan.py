"""Rounds of a loop of known length: on values, as one operation, in segments."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.capture import NEVER, Failure
from functrace.core.effects import hand_on, take
from functrace.core.errors import PytreeMismatchError, ShapeError, message
from functrace.core.graph import Graph
from functrace.core.observing import own_work, users_work
from functrace.core.tracer import Tracer
from functrace.numpy.creation import handle
from functrace.primitives._buffers import scan_by_rows
from functrace.primitives._loops import Body
from functrace.transforms._bodies import (
    Operands,
    avals_of,
    check_avals,
    is_recorded,
    settled,
    trace_body,
)
from functrace.transforms._failing import own_failure, raise_where

Checkpoint = Literal["sqrt"] | int | None


def scan_leaves(
    where: str,
    f: Callable[..., Any],
    carry: Operands,
    rows: Operands,
    length: int,
    *,
    reverse: bool,
    remat: bool = False,
) -> tuple[Any, Any]:
    """The loop: round by round, or as one operation."""
    if length and not remat and not is_recorded():
        return _step_by_step(where, f, carry, rows, length, reverse=reverse)
    failure = own_failure() if is_recorded() else Failure()
    elements = [Aval(aval.shape[1:], aval.dtype) for aval in rows.avals]
    while True:
        args = [(carry.treedef, carry.avals), (rows.treedef, elements)]
        closed = trace_body(where, f, args, failure, effects=True)
        carry_treedef, out_treedef = _pair(where, closed.treedef)
        pytree.check_structure(where, "the carry", carry_treedef, carry.treedef)
        count = len(carry.values)
        if not carry.promote(avals_of(closed.graph.outputs[:count])):
            break
    graph = settled(closed, carry.dtypes)
    found = avals_of(graph.outputs[:count])
    check_avals(where, "the carry", carry.treedef, found, carry.avals)
    state = carry.values if length else [own_copy(x) for x in carry.values]
    if closed.effects:
        graph = _carrying(graph, len(rows.values), count)
        state = [*state, take()]
    body = Body(graph, len(closed.captured), len(state))
    operands = [*closed.captured, *state, *rows.values]
    outs = scan_by_rows(body, operands, length=length, reverse=reverse, remat=remat)
    outs = [*outs]
    if closed.effects:
        hand_on(outs.pop(count))
    if failure is not None and failure.holds is not NEVER:
        raise_where(np.any(outs.pop()))
    return (
        carry.tree(outs[:count]),
        pytree.unflatten(out_treedef, outs[count:]),
    )


def _carrying(graph: Graph, rows: int, carry: int) -> Graph:
    """The round, with the tokens among the carries: before the rows."""
    *inputs, given = graph.inputs
    *outputs, token = graph.outputs
    first = len(inputs) - rows
    inputs.insert(first, given)
    outputs.insert(carry, token)
    return Graph(inputs, outputs)


def _pair(where: str, treedef: Any) -> tuple[Any, Any]:
    """Structures of the two things that a body returns."""
    if treedef.type is tuple and treedef.num_children == 2:
        first, second = treedef.children()
        return _leaf_or(first), _leaf_or(second)
    raise PytreeMismatchError(
        message(
            f"{where}: the function must return a pair.",
            expected="(carry, y)",
            got=treedef,
        )
    )


def _leaf_or(treedef: Any) -> Any:
    return pytree.LEAF if treedef == pytree.LEAF else treedef


def rounds_of(where: str, rows: Operands, length: int | None) -> int:
    """Number of rounds, which all arrays must have."""
    if type(length) is Tracer:
        length = operator.index(length)
    for x in rows.values:
        if not x.ndim:
            raise ShapeError(
                message(
                    f"{where}: an array among xs has no axis.", got=Aval((), x.dtype)
                )
            )
    lengths = {x.shape[0] for x in rows.values} | ({length} - {None})
    if len(lengths) == 1:
        (found,) = lengths
        if isinstance(found, (int, np.integer)) and found >= 0:
            return int(found)
        raise ValueError(f"{where}: length must be a number from 0 on, not {found!r}.")
    if not lengths:
        raise ValueError(f"{where}: give xs, or the length.")
    raise ShapeError(
        message(
            f"{where}: the arrays differ in length.",
            expected=length if length is not None else "one length",
            got=rows.tree(rows.avals),
        )
    )


# -- on values -------------------------------------------------------------------------


@own_work
def _step_by_step(
    where: str,
    f: Callable[..., Any],
    carry: Operands,
    rows: Operands,
    length: int,
    *,
    reverse: bool,
) -> tuple[Any, Any]:
    state = carry.tree([own_copy(x) for x in carry.values])
    emitted: list[list[Any]] = []
    what = "what the function emits"
    treedef, f = pytree.LEAF, users_work(f)
    for k in reversed(range(length)) if reverse else range(length):
        out = f(state, rows.tree([own_copy(x[k]) for x in rows.values]))
        if not isinstance(out, tuple) or len(out) != 2:
            raise PytreeMismatchError(
                message(
                    f"{where}: the function must return a pair.",
                    expected="(carry, y)",
                    got=type(out).__name__,
                )
            )
        state = checked_state(where, "the carry", out[0], carry)
        row = Operands(where, what, out[1])
        if emitted:
            pytree.check_structure(where, what, row.treedef, treedef)
            if [x.shape for x in row.values] != [x.shape for x in emitted[0]]:
                check_avals(where, what, treedef, row.avals, avals_of(emitted[0]))
        treedef = row.treedef
        emitted.append(row.values)
    if reverse:
        emitted.reverse()
    stacks = [np.stack(column) for column in zip(*emitted, strict=True)]
    return state, pytree.unflatten(treedef, stacks)


def own_copy(value: Any) -> Any:
    """An array that the function may write to, traced values as well."""
    if type(value) is Tracer:
        return value.twin()
    return handle(value.copy()) if type(value) is np.ndarray else value


def checked_state(where: str, what: str, state: Any, carry: Operands) -> Any:
    """The carry that a round gave, which must be as the first one was.

    The next round may write to it, though the function kept or emitted the same array.
    """
    found = Operands(where, what, state)
    pytree.check_structure(where, what, found.treedef, carry.treedef)
    carry.promote(found.avals)
    if found.avals != carry.avals:
        found.promote(carry.avals)
    check_avals(where, what, carry.treedef, found.avals, carry.avals)
    return found.tree([own_copy(x) for x in found.values])


# -- segments --------------------------------------------------------------------------


def segment_size(where: str, checkpoint: Checkpoint, length: int) -> int:
    """How many rounds are in a segment."""
    if checkpoint == "sqrt":
        return math.isqrt(max(length - 1, 0)) + 1
    if isinstance(checkpoint, (int, np.integer)) and checkpoint > 0:
        return int(checkpoint)
    raise ValueError(
        f"{where}: checkpoint must be None, 'sqrt' or a positive integer, not "
        f"{checkpoint!r}."
    )


def in_segments(
    where: str,
    f: Callable[..., Any],
    carry: Operands,
    rows: Operands,
    length: int,
    reverse: bool,
    size: int,
) -> tuple[Any, Any]:
    """The loop as a loop of loops, of which reverse mode keeps the carries alone."""
    count = length // size
    whole = count * size
    rest = length - whole

    def segment(state: Any, part: Any) -> tuple[Any, Any]:
        inner = Operands(where, "init", state), Operands(where, "xs", part)
        return scan_leaves(where, f, *inner, size, reverse=reverse)

    cut = rest if reverse else whole  # what does not fill a segment comes last
    low, high = [x[:cut] for x in rows.values], [x[cut:] for x in rows.values]
    body, tail = (high, low) if reverse else (low, high)
    folded = [x.reshape(count, size, *x.shape[1:]) for x in body]
    outer = Operands(where, "xs", rows.tree(folded))
    state, ys = scan_leaves(
        where, segment, carry, outer, count, reverse=reverse, remat=True
    )
    leaves, treedef = pytree.flatten(ys)
    leaves = [y.reshape(whole, *y.shape[2:]) for y in leaves]
    if rest:
        last = Operands(where, "xs", rows.tree(tail))
        begin = Operands(where, "init", state)
        state, others = scan_leaves(where, f, begin, last, rest, reverse=reverse)
        pairs = zip(leaves, pytree.flatten(others)[0], strict=True)
        leaves = [np.concatenate([b, a] if reverse else [a, b]) for a, b in pairs]
    return state, pytree.unflatten(treedef, leaves)
