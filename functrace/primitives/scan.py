"""A loop of a known number of rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.compiler.lowering import Control
from functrace.core.aval import Aval
from functrace.core.constant import graph_key
from functrace.core.program import Graph
from functrace.engine.batching import Mapped, spread
from functrace.primitives._late import control, loop_rules
from functrace.primitives._loops import (
    Body,
    batched_body,
    dual_of,
    number,
    spread_to,
    tape_of,
)
from functrace.primitives._make import primitive
from functrace.primitives._rewrites import pruning


def scan_of(
    body: Body,
    operands: Sequence[Any],
    *,
    length: int,
    reverse: bool,
    remat: bool = False,
) -> tuple[Any, ...]:
    """The last carries, and the other outputs of every round."""
    params = {
        "body": body.graph,
        "consts": body.consts,
        "carry": body.carry,
        "length": length,
        "reverse": reverse,
        "remat": remat,
    }
    return scan.apply(tuple(operands), params)


def _impl(
    *xs: Any,
    body: Graph,
    consts: int,
    carry: int,
    length: int,
    reverse: bool,
    remat: Any,
) -> tuple[Any, ...]:
    fixed, state, rows = Body(body, consts, carry).split(xs)
    emitted = [
        np.empty((length, *aval.shape), np.dtype(aval.dtype))
        for aval in body.out_avals[carry:]
    ]
    for k in reversed(range(length)) if reverse else range(length):
        outs = body.evaluate([*fixed, *state, *(x[k] for x in rows)])
        state = outs[:carry]
        for stack, out in zip(emitted, outs[carry:], strict=True):
            stack[k] = out
    return (*map(number, state), *emitted)


def _abstract_eval(
    *avals: Aval, body: Graph, carry: int, length: int, **_: Any
) -> tuple[Aval, ...]:
    outs = [Aval(*aval) for aval in body.out_avals]
    rows = (Aval((length, *aval.shape), aval.dtype) for aval in outs[carry:])
    return (*outs[:carry], *rows)


def _pull(g: Any, xs: Any, needed: Any, params: Any) -> list[Any]:
    body, length, reverse = Body.of(params), params["length"], params["reverse"]
    wanted = body.inexact(i for i, n in enumerate(needed) if n)
    given = [k for k, bar in enumerate(g) if bar is not None]
    tape = tape_of(body, wanted, given, remat=params["remat"])
    kept = len(tape.forward.outputs) - len(body.graph.outputs)
    stacks: Sequence[Any] = ()
    if kept:
        taped = body._replace(graph=tape.forward)
        outs = scan_of(taped, xs, length=length, reverse=reverse)
        stacks = outs[-kept:]
    begin = tape.begin(body, g)
    operands = [
        *(xs[i] for i in tape.consts),
        *begin,
        *(xs[i] for i in tape.rows),
        *stacks,
        *(g[k] for k in tape.given),
    ]
    back = Body(tape.backward, len(tape.consts), len(begin))
    bars = scan_of(back, operands, length=length, reverse=not reverse)
    places = [*tape.places(body), *tape.emitted]
    found = dict(zip(places, bars, strict=True))
    return [found.get(i) if n else None for i, n in enumerate(needed)]


def _push(ts: Any, xs: Any, params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    dual = dual_of(body, body.inexact(i for i, t in enumerate(ts) if t is not None))
    outs = scan_of(dual.body, dual.operands(xs, ts), **_mode(params))
    found: list[Any] = [None] * len(body.graph.outputs)
    for j, k in enumerate(dual.carried):
        found[k] = outs[body.carry + j]
    for k, out in zip(dual.emitted, outs[len(outs) - len(dual.emitted) :], strict=True):
        found[k] = out
    return tuple(found)


def _batch(at: Mapped, *operands: Any, **params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    made, flags, found = batched_body(body, at.mapped, at.size)
    fixed, state, rows = body.split(spread_to(at, operands, flags))
    _, _, moved = body.split(flags)
    rows = [np.moveaxis(x, 0, 1) if m else x for x, m in zip(rows, moved, strict=True)]
    outs = scan_of(made, [*fixed, *state, *rows], **_mode(params))
    return tuple(
        np.moveaxis(out, 1, 0) if m and k >= body.carry else spread(out, m, at.size)
        for k, (out, m) in enumerate(zip(outs, found, strict=True))
    )


def _mode(params: dict[str, Any]) -> dict[str, Any]:
    """How a loop runs, whatever its body."""
    return {name: params[name] for name in ("length", "reverse", "remat")}


def _family(params: dict[str, Any]) -> tuple[Any, bool]:
    """A loop that also keeps something for reverse mode extends that of its body."""
    body = params["body"]
    origin = body.derived.get("origin", body)
    key = graph_key(origin), params["length"], params["reverse"]
    return key, origin is not body


scan = primitive(
    "scan",
    _impl,
    _abstract_eval,
    vjp=_pull,
    jvp=_push,
    batch=_batch,
    prune=pruning.prune_scan,
    simplify=lambda p: loop_rules.scan,
    family=_family,
    lower=lambda: Control(control.emit_scan),
    multiple=True,
    doc="A graph applied again and again: to constants, carries, and rows of arrays.",
)
