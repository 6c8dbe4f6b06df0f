"""A loop of a known number of rounds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms import Control
from functrace.core.aval import Aval
from functrace.core.keys import graph_key
from functrace.core.recording import ambient
from functrace.engine.batching import Mapped, spread
from functrace.engine.liveness import Member
from functrace.primitives._lazy_modules import control, loop_rules, scan_reverse
from functrace.primitives._loops import (
    Body,
    LoopInputs,
    batched_body,
    dual_of,
    nonzero,
    number,
    origins,
    spread_to,
)
from functrace.primitives._make import primitive
from functrace.primitives._rewrites import pruning
from functrace.primitives._rounds import SegmentedRounds
from functrace.primitives._tapes import tape_of
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
    if length == 1 and not remat:
        consts, state, xs = body.split(operands)
        outs = body.graph.evaluate([*consts, *state, *(x[0] for x in xs)])
        carry, ys = body.split_outputs(outs)
        return (*carry, *(np.expand_dims(y, 0) for y in ys))
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


def scan_aval(*avals: Aval, length: int, **params: Any) -> tuple[Aval, ...]:
    """Of the outputs."""
    body = Body.of(params)
    carry, ys = body.split_outputs([Aval(*aval) for aval in body.graph.out_avals])
    return (*carry, *(Aval((length, *y.shape), y.dtype) for y in ys))


def _pull(g: Any, xs: Any, needed: Any, params: Any) -> list[Any]:
    body = Body.of(params)
    wanted = body.inexact(i for i, n in enumerate(needed) if n)
    tape = tape_of(body, wanted, nonzero(g), remat=params["remat"])
    bars, totals = tape.begin(body, body.split_outputs(g))
    rounds = SegmentedRounds(params["length"], params["reverse"])
    budget = ambient.get().budget
    back = scan_reverse.Reverse.within(body, tape, rounds.length, budget)
    seeds = [g[k] for k in tape.given]
    run = scan_reverse.BackwardPass(rounds, body.split(xs), [*bars, *totals], seeds)
    found = back(run)
    places = [*tape.places(body), *tape.emitted]
    by_place = dict(zip(places, found, strict=True))
    return [by_place.get(i) if n else None for i, n in enumerate(needed)]


def _push(ts: Any, xs: Any, params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    dual = dual_of(body, body.inexact(nonzero(ts)))
    again = dual.operands(muted(body.graph, xs), ts)
    outs = scan_of(dual.body, again, **mode_of(params))
    return tuple(dual.tangents(outs).listed())


def _batch(at: Mapped, *operands: Any, **params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    given = batched_operands(at, operands, body)
    outs = scan_of(given.body, given.operands, **mode_of(params))
    return batched_results(at, body, given.outs, outs)


class BatchedLoop(NamedTuple):
    """A loop on a batch: its body and operands; which outputs are mapped."""

    body: Body
    operands: list[Any]
    outs: list[bool]


def batched_operands(at: Mapped, operands: Sequence[Any], body: Body) -> BatchedLoop:
    """The loop that computes one on a batch."""
    made, mapped, mapped_outs = batched_body(body, at.mapped, at.size)
    consts, state, xs = body.split(spread_to(at, operands, mapped))
    flags = body.split(mapped).xs
    xs = [np.moveaxis(x, 0, 1) if m else x for x, m in zip(xs, flags, strict=True)]
    return BatchedLoop(made, LoopInputs(consts, state, xs).listed(), mapped_outs)


def batched_results(
    at: Mapped, body: Body, mapped: Sequence[bool], outs: Sequence[Any]
) -> tuple[Any, ...]:
    """The outputs of a loop on a batch, of which all are mapped."""
    carry, ys = body.split_outputs([*zip(outs, mapped, strict=True)])
    return (
        *(spread(out, m, at.size) for out, m in carry),
        *(to_front(y, m, at.size) for y, m in ys),
    )


def to_front(y: Any, mapped: bool, size: int) -> Any:
    """An array of rows, with the batch's axis before theirs."""
    return np.moveaxis(y, 1, 0) if mapped else spread(y, mapped, size)


def mode_of(params: dict[str, Any]) -> dict[str, Any]:
    """How a loop runs, whatever its body."""
    return {name: params[name] for name in ("length", "reverse", "remat")}


def family_of_scan(params: dict[str, Any]) -> list[Member]:
    """A loop, and those that its body has been made of; none of what has effects."""
    if tokens_of(params["body"]):
        return []
    mode = "scan", params["length"], params["reverse"]
    return [
        Member((*mode, graph_key(part.body.graph), *part.body[1:]), *part[1:])
        for part in origins(Body.of(params))
    ]


scan = primitive(
    "scan",
    _impl,
    scan_aval,
    vjp=_pull,
    jvp=_push,
    batch=_batch,
    prune=pruning.prune_scan,
    simplify=lambda p: loop_rules.scan,
    family=family_of_scan,
    lower=lambda: Control(control.emit_scan, ends=True),
    multiple=True,
    doc="A graph applied again and again: to constants, carries, and rows of arrays.",
)
