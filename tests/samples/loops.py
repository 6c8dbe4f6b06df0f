"""Samples of operations of which graphs are parameters."""

from __future__ import annotations

import numpy as np

import functrace as ft
from functrace.primitives._budgets import CountedNeeds, tape_bytes
from functrace.primitives._loops import Body
from functrace.primitives._tapes import tape_of
from functrace.primitives.solution import Check
from functrace.primitives.while_loop import whole_backward
from tests.samples._base import Sample, samples

REASON = "avals are fixed"


def graph_of(function, *args):
    """A graph of arrays like these."""
    return ft.make_graph(function)(
        *(ft.Aval(np.shape(x), np.asarray(x).dtype) for x in args)
    )


def cell(a, b, h, count, x):
    h = np.tanh(a @ h + b * x)
    return h, count + 1, h * x, np.sum(h) * a, count


@samples("scan")
def _(rng):
    a, h = rng.normal(size=(2, 2)), rng.normal(size=2)
    args = (a, np.float64(0.3), h, np.int64(2))
    for length, reverse, remat in (
        (3, False, False),
        (2, True, False),
        (3, True, True),
    ):
        xs = rng.normal(size=(length, 2))
        params = {
            "body": graph_of(cell, *args, xs[0]),
            "consts": 2,
            "carry": 2,
            "length": length,
            "reverse": reverse,
            "remat": remat,
        }
        yield Sample((*args, xs), params, float32=False, reason=REASON)


@samples("segments")
def _(rng):
    a, h = rng.normal(size=(2, 2)), rng.normal(size=2)
    args = (a, np.float64(0.3), h, np.int64(2))
    for length, reverse, size in ((3, False, 1), (5, True, 2), (4, False, 2)):
        xs = rng.normal(size=(length, 2))
        params = {
            "body": graph_of(cell, *args, xs[0]),
            "consts": 2,
            "carry": 2,
            "length": length,
            "reverse": reverse,
            "size": size,
        }
        yield Sample((*args, xs), params, float32=False, reason=REASON)


@samples("remat_with_outputs")
def _(rng):
    x, y = rng.normal(size=(2, 3)), np.float64(0.7)
    graph = graph_of(lambda x, y: (np.tanh(x) * y, np.sum(np.exp(x * y))), x, y)
    yield Sample((x, y), {"graph": graph}, float32=False, reason=REASON)


def rounds(a, limit, x, total, i):
    return np.cos(a * x), total + np.sum(x**2), i + 1


@samples("while_loop")
def _(rng):
    a, x = rng.normal(size=2), rng.normal(size=2)
    for limit in (0, 3):
        args = (a, np.int64(limit), x, np.float64(0.5), np.int64(0))
        params = {
            "cond": graph_of(lambda a, limit, x, total, i: i < limit, *args),
            "body": graph_of(rounds, *args),
            "consts": 2,
        }
        yield Sample(args, params, float32=False, reason=REASON)


@samples("repeat_pull")
def _(rng):
    a, x = rng.normal(size=2), rng.normal(size=2)
    args = (a, np.int64(0), x, np.float64(0.5), np.int64(0))
    body = Body(graph_of(rounds, *args), 2, 3)
    cond = graph_of(lambda a, limit, x, total, i: i < limit, *args)
    for rounds_made, given, wanted in (
        (9, (0, 1), (0,)),
        (1, (1,), ()),
        (0, (0,), (0,)),
    ):
        tape = tape_of(body, wanted, given, remat=False)
        avals = body.graph.in_avals
        seeds = [rng.normal(size=avals[2 + k].shape) for k in tape.carried]
        totals = [rng.normal(size=avals[i].shape) for i in tape.summed]
        params = {
            "cond": cond,
            "body": body.graph,
            "consts": body.consts,
            "carry": body.carry,
            "given": given,
            "wanted": wanted,
            "forward": tape.forward.graph,
            "backward": whole_backward(body, tape),
        }
        count = np.int64(rounds_made)
        start = (a, count, *args[2:])
        operands = (count, *start, *(s[()] for s in seeds), *totals)
        kept = map(tape_bytes, body.split_outputs(params["forward"].out_avals))
        needs = CountedNeeds(rounds_made, *kept)
        whole = needs.length * needs.row + needs.carry
        for limited in (params, params | {"limit": whole - (rounds_made > 1)}):
            yield Sample(operands, limited, float32=False, reason=REASON)


def kept_rounds(a, limit, x, i):
    return x * a % 7, i + 1, x, a - i


def back(a, row, left, bar):
    return bar * a + row * np.sum(left)


def kept(rng, limit):
    """A loop of integers that keeps rows: its operands and parameters."""
    a, x = rng.integers(1, 5, size=(2, 3))
    args = (a, np.int64(limit), x, np.int64(0))
    params = {
        "cond": graph_of(lambda a, limit, x, i: i < limit, *args),
        "body": graph_of(kept_rounds, *args),
        "consts": 2,
        "carry": 2,
    }
    return args, params


@samples("tape")
def _(rng):
    yield Sample((rng.normal(size=3),))


@samples("taped_loop")
def _(rng):
    for limit in (0, 1, 9):
        args, params = kept(rng, limit)
        yield Sample((np.int64(0), *args), params)  # there is no derivative


@samples("taped_pull")
def _(rng):
    for limit in (0, 1, 9):
        (a, count, *others), params = kept(rng, limit)
        params |= {"backward": graph_of(back, a, a, a, a), "fixed": 1}
        places = np.int64(-1), np.int64(0)
        yield Sample((*places, count, a, count, *others, a, a), params)


@samples("switch")
def _(rng):
    x, y = rng.normal(size=(2, 3)), np.float64(0.7)
    branches = (
        graph_of(lambda x, y: (np.sin(x) * y, y, 1), x, y),
        graph_of(lambda x, y: (np.zeros((2, 3)), np.sum(x) * y, 2), x, y),
    )
    for index in (0, 1, 5):
        args = (np.int64(index), x, y)
        yield Sample(args, {"branches": branches}, float32=False, reason=REASON)


def equations(a, x):
    return np.stack([x[0] ** 2 - a[0], x[0] * x[1] - a[1]])


def solved(a):
    """Operands with what solves the equations."""
    x = np.stack([np.sqrt(a[0]), a[1] / np.sqrt(a[0])])
    return a, x, np.ones(2, a.dtype)


@samples("solution")
def _(rng):
    real = rng.uniform(1, 2, size=2)
    for a in (real, real + 0.1j):
        params = {
            "body": graph_of(equations, a, a),
            "consts": 1,
            "carry": 1,
            "check": Check(1e-3, "raise", "a test"),
            "solver": None,
            "lanes": (),
        }
        reason = "it hands on what solves the equations"
        yield Sample((a,), params, float32=False, before=solved, reason=reason)
