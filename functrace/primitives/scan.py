"""A loop of a known number of rounds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from functrace.compiler.forms import Control
from functrace.core.aval import Aval
from functrace.core.keys import graph_key
from functrace.engine.batching import Mapped, spread
from functrace.primitives._lazy_modules import control, loop_rules
from functrace.primitives._loops import (
    Body,
    LoopInputs,
    batched_body,
    dual_of,
    nonzero,
    number,
    parts,
    spread_to,
)
from functrace.primitives._make import primitive
from functrace.primitives._rewrites import pruning
from functrace.primitives._tapes import Round, tape_of
from functrace.primitives.effect import muted, tokens_of


def scan_of(
    body: Body,
    operands: Sequence[Any],
    *,
    length: int,
    reverse: bool,
    remat: bool = False,
) -> tuple[Any, ...]:
    """The last carries, and the other outputs of every round."""
    params = {"length": length, "reverse": reverse, "remat": remat}
    return scan.apply(tuple(operands), body.params | params)


def _impl(*operands: Any, length: int, reverse: bool, **params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    consts, state, xs = body.split(operands)
    _, avals = body.split_outputs(body.graph.out_avals)
    stacks = [np.empty((length, *a.shape), np.dtype(a.dtype)) for a in avals]
    for k in reversed(range(length)) if reverse else range(length):
        outs = iter(body.graph.evaluate([*consts, *state, *[x[k] for x in xs]]))
        state = [*islice(outs, body.carry)]
        for stack, y in zip(stacks, outs, strict=True):
            stack[k] = y
    return (*map(number, state), *stacks)


def _abstract_eval(*avals: Aval, length: int, **params: Any) -> tuple[Aval, ...]:
    body = Body.of(params)
    carry, ys = body.split_outputs([Aval(*aval) for aval in body.graph.out_avals])
    return (*carry, *(Aval((length, *y.shape), y.dtype) for y in ys))


def _pull(g: Any, xs: Any, needed: Any, params: Any) -> list[Any]:
    body, length, reverse = Body.of(params), params["length"], params["reverse"]
    wanted = body.inexact(i for i, n in enumerate(needed) if n)
    tape = tape_of(body, wanted, nonzero(g), remat=params["remat"])
    residuals: Sequence[Any] = ()
    if tape.residuals:
        again = muted(body.graph, xs)
        outs = scan_of(tape.forward, again, length=length, reverse=reverse)
        _, residuals = parts(outs, len(body.graph.outputs))
    bars, totals = tape.begin(body, body.split_outputs(g))
    back = Round(
        consts=[xs[i] for i in tape.consts],
        bars=bars,
        totals=totals,
        xs=[xs[i] for i in tape.xs],
        residuals=residuals,
        seeds=[g[k] for k in tape.given],
    )
    operands = back.inputs().listed()
    bars = scan_of(tape.backward, operands, length=length, reverse=not reverse)
    places = [*tape.places(body), *tape.emitted]
    found = dict(zip(places, bars, strict=True))
    return [found.get(i) if n else None for i, n in enumerate(needed)]


def _push(ts: Any, xs: Any, params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    dual = dual_of(body, body.inexact(nonzero(ts)))
    again = dual.operands(muted(body.graph, xs), ts)
    outs = scan_of(dual.body, again, **mode_of(params))
    return tuple(dual.tangents(outs).listed())


def _batch(at: Mapped, *operands: Any, **params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    made, mapped, mapped_outs = batched_body(body, at.mapped, at.size)
    consts, state, xs = body.split(spread_to(at, operands, mapped))
    flags = body.split(mapped).xs
    xs = [np.moveaxis(x, 0, 1) if m else x for x, m in zip(xs, flags, strict=True)]
    outs = scan_of(made, LoopInputs(consts, state, xs).listed(), **mode_of(params))
    carry, ys = body.split_outputs([*zip(outs, mapped_outs, strict=True)])
    return (
        *(spread(out, m, at.size) for out, m in carry),
        *(np.moveaxis(y, 1, 0) if m else spread(y, m, at.size) for y, m in ys),
    )


def mode_of(params: dict[str, Any]) -> dict[str, Any]:
    """How a loop runs, whatever its body."""
    return {name: params[name] for name in ("length", "reverse", "remat")}


def _family(params: dict[str, Any]) -> tuple[Any, bool, tuple[int, ...]]:
    """A loop that also keeps something for reverse mode extends that of its body."""
    body = params["body"]
    origin = body.derived.get("origin", body)
    names = ("consts", "carry", "length", "reverse")
    key = graph_key(origin), *(params[name] for name in names)
    return key, origin is not body, tokens_of(origin)


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
    lower=lambda: Control(control.emit_scan, ends=True),
    multiple=True,
    doc="A graph applied again and again: to constants, carries, and rows of arrays.",
)
