"""Operations that run graphs, made for tests, and their programs against NumPy."""

from __future__ import annotations

import functools

import numpy as np

import functrace as ft
from functrace.compiler.forms import Control
from functrace.compiler.program import compile_graph
from functrace.compiler.text.control import emit_scan, emit_switch, emit_while_loop
from functrace.compiler.text.tapes import emit_repeat_pull
from functrace.core.aval import Aval, aval_of
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf
from functrace.primitives import call
from functrace.primitives._make import primitive


def avals_of(graph):
    return [Aval(*aval) for aval in graph.out_avals]


def owned(values):
    return [np.array(value) for value in values]


def numbers(values):
    return tuple(np.asarray(value)[()] for value in values)


def control(name, impl, abstract_eval, emit):
    lower = Control(emit)
    return primitive(
        f"test_{name}",
        impl,
        abstract_eval,
        vjp=None,
        jvp=None,
        multiple=True,
        lower=lower,
    )


def scan_in_numpy(*xs, body, consts, carry, length, reverse):
    fixed, state, rows = xs[:consts], xs[consts : consts + carry], xs[consts + carry :]
    emitted = [
        np.empty((length, *aval.shape), aval.dtype) for aval in avals_of(body)[carry:]
    ]
    for k in range(length)[:: -1 if reverse else 1]:
        outs = owned(body.evaluate([*fixed, *state, *(x[k] for x in rows)]))
        state = outs[:carry]
        for stack, out in zip(emitted, outs[carry:], strict=True):
            stack[k] = out
    return (*numbers(state), *emitted)


def scan_avals(*_, body, carry, length, **__):
    outs = avals_of(body)
    rows = [Aval((length, *aval.shape), aval.dtype) for aval in outs[carry:]]
    return (*outs[:carry], *rows)


def while_in_numpy(*xs, cond, body, consts):
    fixed, state, rounds = xs[:consts], xs[consts:], 0
    while cond.evaluate([*fixed, *state])[0]:
        state = owned(body.evaluate([*fixed, *state]))
        rounds += 1
    return (*numbers(state), np.int64(rounds))


def pull_in_numpy(n, *xs, cond, forward, backward, consts, carry):
    fixed, state, bars = xs[:consts], xs[consts : consts + carry], xs[consts + carry :]
    tape = []
    for _ in range(n):
        outs = owned(forward.evaluate([*fixed, *state]))
        state = outs[:carry]
        tape.append(outs[carry:])
    for kept in reversed(tape):
        bars = owned(backward.evaluate([*fixed, *kept, *bars]))
    return numbers(bars)


def switch_in_numpy(index, *xs, branches):
    chosen = branches[min(max(int(index), 0), len(branches) - 1)]
    return numbers(owned(chosen.evaluate(xs)))


scan = control("scan", scan_in_numpy, scan_avals, emit_scan)
while_loop = control(
    "while_loop",
    while_in_numpy,
    lambda *_, body, **__: (*avals_of(body), Aval((), np.int64)),
    emit_while_loop,
)
repeat_pull = control(
    "repeat_pull",
    pull_in_numpy,
    lambda *_, backward, **__: tuple(avals_of(backward)),
    functools.partial(emit_repeat_pull, limit=1 << 30),
)
switch = control(
    "switch",
    switch_in_numpy,
    lambda *_, branches: tuple(avals_of(branches[0])),
    emit_switch,
)


# -- running them ----------------------------------------------------------------------


def graph_of(function, *likes):
    """The graph of a function of arrays like these; of anything else than numbers, too."""
    return ft.make_graph(function)(*(aval_of(np.asarray(like)) for like in likes))


def edges(*likes):
    return [Edge(Leaf("x", aval_of(np.asarray(like))), 0) for like in likes]


def compiled(graph):
    """The program of a graph, with formulas in place of what has them."""
    return compile_graph(call.simple_of(graph))


def agree(function, *args, tolerance=1e-12):
    """The program gives what NumPy does, and is all native."""
    args = [np.asarray(arg) for arg in args]
    graph = graph_of(function, *args)
    program = compiled(graph)
    expected = graph.evaluate(args)
    assert "numpy" not in program.plan
    (part,) = program.executable.parts
    found = part.call(*args)
    assert len(found) == len(expected)
    for out, value in zip(found, map(np.asarray, expected), strict=True):
        assert (out.dtype, out.shape) == (value.dtype, value.shape)
        np.testing.assert_allclose(out, value, rtol=tolerance, atol=tolerance)
    return program


def scanned(body, consts, init, xs, *, length=None, reverse=False, operands=None):
    """A function of all the operands, that scans them."""
    length = len(xs[0]) if length is None else length
    rows = [x[0] if len(x) else np.zeros(x.shape[1:], x.dtype) for x in xs]
    graph = body if isinstance(body, Graph) else graph_of(body, *consts, *init, *rows)
    params = {
        "body": graph,
        "consts": len(consts),
        "carry": len(init),
        "length": length,
        "reverse": reverse,
    }
    return lambda *args: scan(*(operands(*args) if operands else args), **params)


def agree_scan(body, consts, init, xs, **options):
    function = scanned(body, consts, init, xs, **options)
    return agree(function, *consts, *init, *xs)
