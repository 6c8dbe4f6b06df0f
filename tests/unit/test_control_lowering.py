"""Native loops and branches, against the same graphs in NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.control import (
    emit_repeat_pull,
    emit_scan,
    emit_switch,
    emit_while_loop,
)
from functrace.compiler.executable import Declined
from functrace.compiler.lowering import Control
from functrace.compiler.program import compile_graph
from functrace.compiler.section import Unit
from functrace.core.aval import Aval, aval_of
from functrace.core.graph import Edge, Leaf
from functrace.core.program import Graph
from functrace.primitives import determinants, linalg
from functrace.primitives._make import primitive

RNG = np.random.default_rng(0)


# -- operations that run graphs ----------------------------------------------------------


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


def pull_in_numpy(n, *xs, forward, backward, consts, carry):
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
    emit_repeat_pull,
)
switch = control(
    "switch",
    switch_in_numpy,
    lambda *_, branches: tuple(avals_of(branches[0])),
    emit_switch,
)


# -- running them ------------------------------------------------------------------------


def graph_of(function, *likes):
    """The graph of a function of arrays like these; of anything else than numbers, too."""
    return ft.make_graph(function)(*(aval_of(np.asarray(like)) for like in likes))


def edges(*likes):
    return [Edge(Leaf("x", aval_of(np.asarray(like))), 0) for like in likes]


def agree(function, *args, tolerance=1e-12):
    """The program gives what NumPy does, and is all native."""
    args = [np.asarray(arg) for arg in args]
    graph = graph_of(function, *args)
    program = compile_graph(graph)
    expected = graph.evaluate(args)
    assert "numpy" not in program.groups
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


# -- loops of a known number of rounds -----------------------------------------------------


def lotka_volterra(a, b, c, d, x, y):
    def slopes(x, y):
        return x * (a - b * y), y * (d * x - c)

    h = 0.01
    k1, l1 = slopes(x, y)
    k2, l2 = slopes(x + h / 2 * k1, y + h / 2 * l1)
    k3, l3 = slopes(x + h / 2 * k2, y + h / 2 * l2)
    k4, l4 = slopes(x + h * k3, y + h * l3)
    new_x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    new_y = y + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
    return new_x, new_y, x, y * 2


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("length", [0, 1, 2, 3, 100])
def test_numbers(length, reverse):
    consts, init = np.array([1.1, 0.4, 0.4, 0.1]), np.array([10.0, 5.0])
    agree_scan(lotka_volterra, consts, init, [], length=length, reverse=reverse)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("length", [0, 1, 2, 7])
@pytest.mark.parametrize("n", [1, 3, 5, 8, 33, 200])
def test_arrays(n, length, reverse):
    def body(w, x, u, v):
        new = np.sin(x) * 0.5 + w * u
        return new, new * v, np.sum(new), x

    w, x = RNG.normal(size=(2, n))
    u, v = RNG.normal(size=(length, n)), RNG.normal(size=length)
    agree_scan(body, [w], [x], [u, v], reverse=reverse)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "i8", "i4", "u2", "i1"])
@pytest.mark.parametrize("shape", [(), (3,), (5,), (2, 3), (70,)])
def test_dtypes(dtype, shape):
    unit = 1 + 1j if dtype[0] == "c" else 1

    def draw(*shape):
        return (RNG.integers(0, 3, shape) * unit).astype(dtype)

    def body(w, x, u):
        new = x + w * u
        return new, new - x

    agree_scan(body, [draw(*shape)], [draw(*shape)], [draw(4, *shape)])


def test_truth_values_and_integers():
    def body(seen, count, x):
        return seen | (x > 0.9), count + (x > 0), ~seen, count * 2

    init = np.bool_(False), np.int64(3)
    agree_scan(body, [], init, [RNG.normal(size=20)])
    init = RNG.normal(size=70) > 0, RNG.integers(0, 5, 70)
    agree_scan(body, [], init, [RNG.normal(size=(9, 70))])


@pytest.mark.parametrize("n", [(), (6,), (100,)])
@pytest.mark.parametrize("length", [1, 4, 5])
def test_carries_change_places(n, length):
    init = RNG.normal(size=(2, *n))
    agree_scan(lambda a, b: (b, a + b), [], init, [], length=length)
    agree_scan(lambda a, b: (b - a, a), [], init, [], length=length)
    x, y = inputs = edges(*init)
    agree_scan(Graph(inputs, [y, x]), [], init, [], length=length)


@pytest.mark.parametrize("n", [(), (6,), (100,)])
def test_outputs_that_are_inputs_or_constants_or_twice_the_same(n):
    w, x, y = RNG.normal(size=(3, *n))
    inputs = edges(w, x, y, y)
    given, first, second, row = inputs
    with_sum = graph_of(lambda w, x, y, r: x + r, *(w, x, y, y))
    total = with_sum.outputs[0]
    w2, x2, _, r2 = with_sum.inputs
    rows = RNG.normal(size=(3, *n))
    for graph in (
        Graph(inputs, [given, first, row, second, given]),
        Graph(inputs, [first, first, row, row]),
        Graph(inputs, [row, np.ones(n), RNG.normal(size=n), row, 2.5 * np.ones(n)]),
        Graph(with_sum.inputs, [total, total, total, r2, w2, x2]),
    ):
        for reverse in (False, True):
            agree_scan(graph, [w], [x, y], [rows], reverse=reverse)


@pytest.mark.parametrize("reverse", [False, True])
def test_operands_of_any_strides(reverse):
    def body(w, x, u, v):
        new = np.tanh(w @ x + u)
        return new, v[:2] * np.sum(new), u * x[0]

    n = 5
    given = (
        RNG.normal(size=(n, n)),
        RNG.normal(size=2 * n),
        RNG.normal(size=(n, 9)),
        RNG.normal(size=(20, 4)),
    )

    def operands(w, x, u, v):
        return w.T, x[::-2], u.T[::-1], v[1:19:2, ::-1]

    shown = operands(*given)
    function = scanned(
        body, shown[:1], shown[1:2], shown[2:], reverse=reverse, operands=operands
    )
    agree(function, *given)


def test_operands_that_are_repeated():
    def body(w, x, u):
        return x * w + u, u

    w, x, u = np.float64(0.5), np.float64(2), np.float64(0.1)
    for n in (7, 100):
        full = [np.full(n, w), np.full(n, x), np.full((3, n), u)]
        function = scanned(
            body,
            full[:1],
            full[1:2],
            full[2:],
            operands=lambda w, x, u, n=n: (
                np.broadcast_to(w, n),
                np.broadcast_to(x, n),
                np.broadcast_to(u, (3, n)),
            ),
        )
        agree(function, w, x, u)


def test_constant_operands():
    table = RNG.normal(size=(6, 3))
    body = graph_of(lambda x, u: (x + u, np.sum(x * u)), table[0], table[0])
    params = {"body": body, "consts": 0, "carry": 1, "length": 6, "reverse": False}
    agree(lambda x: scan(x, table, **params), table[0])
    agree(lambda x: scan(np.zeros(3), x * table, **params), np.float64(2))


def test_constants_of_bodies():
    table = RNG.normal(size=(8, 8))
    agree_scan(
        lambda x: (table @ x * 0.3 + 1, x[::2] * table[0, :4]),
        [],
        [RNG.normal(size=8)],
        [],
        length=5,
    )


def test_what_comes_before_and_after():
    x = RNG.normal(size=40)
    loop = scanned(lambda s, u: (s + u, s * u), [], [x[0]], [x])

    def function(x, n):
        y = np.cos(x) * n
        total, rows = loop(np.sum(y), y)
        return total * rows, np.max(rows)

    agree(function, x, np.float64(2))


def test_arrays_without_elements():
    def body(x, u):
        return x * 2, u + 1

    agree_scan(body, [], [np.zeros((0, 3))], [np.ones((4, 2))])
    agree_scan(body, [], [np.ones(3)], [np.ones((4, 0))])


def test_indices_that_are_carried():
    table = RNG.normal(size=50)

    def body(table, k, total):
        return (k * 7 + 3) % 50, total + table[k]

    agree_scan(body, [table], [np.int64(3), np.float64(0)], [], length=30)


# -- large carries -------------------------------------------------------------------------


def changed(change):
    """An array with a part of it changed, as an operation on it."""

    def function(x, y, k):
        new = x.copy()
        change(new, x, y, k)
        return new

    return function


@changed
def from_neighbours(new, x, y, k):
    new[1:-1] = x[2:] + y[:-2] * 0.5


@changed
def at_an_index(new, x, y, k):
    new[k] = x[k - 1] + y[k]


@changed
def added_at_an_index(new, x, y, k):
    new[k] += np.sum(x) * 0.01


@changed
def added_to_shifted(new, x, y, k):
    new[1:] += x[:-1]
    new[:-1] += y[1:]


@changed
def halves(new, x, y, k):
    new[:50] = x[50:]
    new[50:] = x[:50] * y[50:]


@changed
def a_few(new, x, y, k):
    new[0] = y[3]
    new[5] = x[0]


IN_PLACE = [
    lambda x, y, k: x * 0.9 + y,
    lambda x, y, k: x - np.mean(x),
    lambda x, y, k: x + np.outer(y[:10], y[10:20]).reshape(100),
    lambda x, y, k: x,
    at_an_index,
    added_at_an_index,
    added_to_shifted,
    lambda x, y, k: x.reshape(25, 4).T.reshape(100) * 0.7,
    lambda x, y, k: np.roll(x, 1) * y[k],
]
ELSEWHERE = [
    lambda x, y, k: np.flip(x) + y,
    lambda x, y, k: np.linalg.solve(np.eye(100) * 2, x),
    lambda x, y, k: x[::-1] * x[k],
    halves,
    a_few,
    from_neighbours,
]


@pytest.mark.parametrize("length", [0, 1, 2, 5])
@pytest.mark.parametrize("change", IN_PLACE + ELSEWHERE)
def test_large_carries(change, length):
    x, y, k = RNG.normal(size=100), RNG.normal(size=100), np.int64(7)

    def first(y, k, x):
        return change(x, y, k), x[:3] * 2

    def both(k, x, y):
        return change(x, y, k), change(y, x, k), np.sum(x) + y[k]

    agree_scan(first, [y, k], [x], [], length=length)
    agree_scan(both, [k], [x, y], [], length=length)


def in_place(change, dtype="f8"):
    """How many of the carries of a loop are changed where they are."""
    x, k = np.zeros(100, dtype), np.int64(7)
    body = graph_of(change, x, x, k)
    unit = Unit(fastmath=False)
    section = unit.section(body, ((1,), (1,), ()), frozenset({(0, 0)}))
    return len(section.in_place)


def test_what_is_changed_in_place():
    assert [in_place(change) for change in IN_PLACE] == [1] * len(IN_PLACE)
    assert [in_place(change) for change in ELSEWHERE] == [0] * len(ELSEWHERE)


def test_what_is_read_later_is_not_changed_in_place():
    def body(x, y, k):
        new = np.sin(x) + y[k]
        return new, np.flip(x) * np.sum(new)

    assert in_place(body) == 0
    x, y = RNG.normal(size=(2, 100))
    agree_scan(lambda k, x, y: body(x, y, k), [np.int64(3)], [x, y], [], length=4)


def test_bodies_that_are_too_long_to_be_parts_of_their_loop():
    def body(a, x, y):
        for _ in range(600):
            x, y = x * 0.99 + a * np.sin(y), y * x * 0.5 - a * x + 0.1
        return x, y, x * y

    agree_scan(
        body, [np.float64(0.3)], [np.float64(0.2), np.float64(0.7)], [], length=3
    )


# -- loops in loops ----------------------------------------------------------------------


@pytest.mark.parametrize("n", [(), (5,), (90,)])
def test_loops_in_loops(n):
    w, x = RNG.normal(size=(2, *n))
    u = RNG.normal(size=(4, *n))
    inner = graph_of(lambda w, x, y, u: (x * 0.5 + u * w, y + x, x * y), w, x, x, u[0])

    def body(w, x, u):
        last, total, rows = scan(
            w,
            x,
            u * 2,
            np.broadcast_to(u, (3, *n)) + x,
            body=inner,
            consts=1,
            carry=2,
            length=3,
            reverse=True,
        )
        return np.sin(total) + last, np.sum(rows), rows

    agree_scan(body, [w], [x], [u])


def test_branches_in_loops_in_loops():
    x = np.float64(0.3)
    branches = (
        graph_of(lambda x, y: (np.sin(x), y + 1), x, x),
        graph_of(lambda x, y: (x * y, np.exp(-y)), x, x),
        graph_of(lambda x, y: (y, x), x, x),
    )
    inner = graph_of(
        lambda x, y, k: switch(k, x, y, branches=branches), x, x, np.int64(0)
    )

    def body(x, y, k):
        x, y = scan(x, y, k, body=inner, consts=0, carry=2, length=4, reverse=False)
        return x, y, x + y

    agree_scan(body, [], [x, x], [RNG.integers(-1, 4, (6, 4))])


# -- loops that end by a condition ---------------------------------------------------------


def newton(x, a):
    return (x + a / x) / 2, a


@pytest.mark.parametrize("n", [(), (4,), (100,)])
def test_loops_that_end_by_a_condition(n):
    x, a = np.full(n, 1.0), RNG.uniform(1, 100, n)
    cond = graph_of(lambda t, x, a: np.max(np.abs(x * x - a)) > t, a[()].flat[0], x, a)
    body = graph_of(lambda t, *state: newton(*state), a[()].flat[0], x, a)
    params = {"cond": cond, "body": body, "consts": 1}

    def function(t, x, a):
        return while_loop(t, x, a, **params)

    agree(function, np.float64(1e-9), x, a)
    agree(function, np.float64(1e9), x, a)


@pytest.mark.parametrize("rounds", [0, 1, 2, 5])
def test_rounds_are_counted(rounds):
    x = RNG.normal(size=80)
    cond = graph_of(lambda n, k, x: k < n, rounds, rounds, x)
    body = graph_of(lambda n, k, x: (k + 1, np.flip(x) * 2), rounds, rounds, x)
    agree(
        lambda n, k, x: while_loop(n, k, x[::-1], cond=cond, body=body, consts=1),
        np.int64(rounds),
        np.int64(0),
        x,
    )


def test_loops_with_a_condition_in_loops():
    x = np.float64(2)
    cond = graph_of(lambda a, x: np.abs(x * x - a) > 1e-12 * a, x, x)
    body = graph_of(lambda a, x: (x + a / x) / 2, x, x)

    def total(x, n, a):
        out, rounds = while_loop(a, x, cond=cond, body=body, consts=1)
        return out, n + rounds, out * 2

    agree_scan(total, [], [x, np.int64(0)], [RNG.uniform(1, 9, 12)])


# -- loops backwards -----------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, 1, 2, 9])
@pytest.mark.parametrize("n", [(), (3,), (70,)])
def test_loops_backwards(rounds, n):
    w, x, bar = RNG.normal(size=(3, *n))
    count = np.int64(rounds)

    def forward(w, x, k):
        return np.sin(w * x), k + 1, x, np.cos(w * x), k

    def backward(w, x, slope, k, x_bar, w_bar):
        return x_bar * slope * w + k, w_bar + x_bar * slope * x

    forward = graph_of(forward, w, x, count)
    backward = graph_of(backward, w, x, x, count, x, w)
    params = {"forward": forward, "backward": backward, "consts": 1, "carry": 2}
    agree(
        lambda n, *xs: repeat_pull(n, *xs, **params),
        count,
        w,
        x,
        np.int64(0),
        bar,
        np.zeros(n),
    )


def test_loops_backwards_in_loops():
    x = np.float64(0.4)
    forward = graph_of(lambda x: (np.sin(x), np.cos(x)), x)
    backward = graph_of(lambda slope, bar: slope * bar, x, x)

    def body(x, k):
        (bar,) = repeat_pull(
            k, x, x, forward=forward, backward=backward, consts=0, carry=1
        )
        return bar + 0.5, bar

    agree_scan(body, [], [x], [np.array([3, 0, 1, 8])])


# -- branches ------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["i8", "i4", "u1", "u8", "?"])
def test_branches(dtype):
    x = RNG.normal(size=(4, 5))
    branches = tuple(
        graph_of(function, x, x[0])
        for function in (
            lambda x, y: (x * y, np.sum(x, 0)),
            lambda x, y: (x, y),
            lambda x, y: (np.zeros((4, 5)), y * 2),
        )
    )
    places = [0, 1] if dtype == "?" else [0, 1, 2, 3, 120]
    places += [-1, -100] if dtype[0] == "i" else []
    places += [2**64 - 1] if dtype == "u8" else []
    for place in places:
        index = np.dtype(dtype).type(place)
        agree(lambda k, x, y: switch(k, x, y, branches=branches), index, x, x[0])
        agree(
            lambda k, x, y: switch(k, x[::-1], y[::-1], branches=branches[:1]),
            index,
            x,
            x[0],
        )


def test_only_the_chosen_branch_may_fail():
    a = RNG.normal(size=(6, 6))
    branches = (
        graph_of(lambda a: (np.linalg.solve(a, np.ones(6)),), a),
        graph_of(lambda a: (a[0],), a),
    )
    singular = np.zeros((6, 6))
    agree(lambda k, a: switch(k, a, branches=branches), np.int64(0), a)
    agree(lambda k, a: switch(k, a, branches=branches), np.int64(1), singular)


# -- steps, and failures -------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 6, 20])
def test_matrices_in_loops(n):
    def body(a, b, x, u):
        new = linalg.solve(a, b @ x + u)
        return new, np.linalg.det(a + np.outer(x, u)), a @ new

    a = RNG.normal(size=(n, n)) + 4 * np.eye(n)
    b, x, u = RNG.normal(size=(n, n)), RNG.normal(size=n), RNG.normal(size=(5, n))
    agree(scanned(body, [a, b], [x], [u]), a, b, x, u, tolerance=1e-9)


@pytest.mark.parametrize("n", [3, 12])
def test_failures_in_loops(n):
    def body(x, a):
        new = np.linalg.solve(a, x)
        return new, new

    a = RNG.normal(size=(5, n, n)) + 4 * np.eye(n)
    function = scanned(body, [], [a[0, 0]], [a])
    graph = graph_of(function, a[0, 0], a)
    program = compile_graph(graph)
    agree(function, a[0, 0], a)
    a[3] = 0
    with pytest.raises(Declined):
        program.executable.parts[0].call(a[0, 0], a)
    with pytest.raises(np.linalg.LinAlgError):
        program([a[0, 0], a])


def test_indices_out_of_range_in_loops():
    x = np.arange(5.0)
    graph = graph_of(
        scanned(lambda x, t, k: (t + x[k],), [x], [x[0]], [np.arange(4)]),
        x,
        x[0],
        np.arange(4),
    )
    program = compile_graph(graph)
    (found,) = program([x, np.float64(0), np.array([1, 2, -1, 0])])
    assert found == 7
    with pytest.raises(IndexError):
        program([x, np.float64(0), np.array([1, 5, 0, 0])])


def test_failures_on_a_tape():
    a, x = RNG.normal(size=(4, 4)) + 4 * np.eye(4), np.ones(4)
    forward = graph_of(lambda a, x: (np.linalg.solve(a, x), x), a, x)
    backward = graph_of(lambda a, kept, bar: bar * kept, a, x, x)
    params = {"forward": forward, "backward": backward, "consts": 1, "carry": 1}
    function = lambda n, a, x, bar: repeat_pull(n, a, x, bar, **params)  # noqa: E731
    args = [np.int64(100_000), a, x, x]
    agree(function, np.int64(7), a, x, x)
    program = compile_graph(graph_of(function, *args))
    for _ in range(20):
        with pytest.raises(Declined):
            program.executable.parts[0].call(args[0], np.zeros((4, 4)), x, x)


# -- what is native, and what it costs -----------------------------------------------------


def test_bodies_that_are_not_native_run_in_numpy():
    x = RNG.normal(size=(3, 3))
    body = graph_of(lambda x: (determinants.cofactor(x) * 0.5,), x)
    params = {"body": body, "consts": 0, "carry": 1, "length": 3, "reverse": False}
    graph = graph_of(lambda x: scan(x + 1, **params)[0] * 2, x)
    program = compile_graph(graph)
    assert "numpy" in program.groups
    np.testing.assert_allclose(program([x])[0], graph.evaluate([x])[0])


def test_costs_and_groups():
    x = RNG.normal(size=100)
    body = graph_of(lambda x: (np.tanh(x) * 0.5,), x)

    def program(length):
        params = {"consts": 0, "carry": 1, "reverse": False}
        return compile_graph(
            graph_of(lambda x: scan(x, body=body, length=length, **params), x)
        )

    once, often = program(1).cost, program(1000).cost
    assert often.flops == 1000 * once.flops
    assert often.bytes > 500 * once.bytes
    first, second = program(3).groups.splitlines()
    assert first.startswith("0: step test_scan")
    assert second.startswith("    0: 100: multiply tanh")


def test_the_same_graph_is_compiled_once():
    x = np.float64(2)
    body = graph_of(lambda x: (np.sin(x) * 2,), x)
    params = {"body": body, "consts": 0, "carry": 1, "reverse": False}

    def function(x):
        (x,) = scan(x, length=3, **params)
        return scan(x, length=5, **params)

    assert agree(function, x).llvm.count("define internal i32 @section") == 1
