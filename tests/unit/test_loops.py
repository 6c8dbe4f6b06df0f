"""Loops as operations of graphs, against the same loops run round by round."""

import copy
import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.core.check import check
from functrace.core.graph import Edge
from tests._ways import LAWS, assert_same, graph_of, recorded, scalar

RNG = np.random.default_rng(11)
H = RNG.normal(size=2)
W = RNG.normal(size=(2, 2)) * 0.4
XS = RNG.normal(size=(4, 2))


@dataclasses.dataclass(frozen=True)
class State:
    position: Any
    speed: Any
    name: str = "particle"


# -- scan ------------------------------------------------------------------------------


def recurrent(w, h, xs, scale, **options):
    def step(h, x):
        h = np.tanh(w @ h + x * scale)
        return h, np.sum(h**2)

    return ft.scan(step, h, xs, **options)


def only_totals(h, xs):
    return ft.scan(lambda h, x: (h * np.sin(x) + x, None), h, xs)[0]


def only_rows(xs):
    return ft.scan(lambda _, x: (None, np.exp(x) * np.sum(x)), None, xs)[1]


def without_xs(h):
    return ft.scan(lambda h, _: (np.sin(h) * 1.5, h[0]), h, length=4)


def in_reverse(h, xs):
    return ft.scan(lambda h, x: (np.cos(h) * x, h + x), h, xs, reverse=True)


def no_rounds(h, xs):
    return ft.scan(lambda h, x: (h * x, h + x), h, xs[:0])


def one_round(h, xs):
    return ft.scan(lambda h, x: (h * x, h + x), h, xs[:1])


def in_pytrees(state, xs):
    def step(state, x):
        speed = state["s"].speed * x["force"] + np.sin(state["s"].position)
        position = state["s"].position + 0.1 * speed
        out = {"s": State(position, speed), "none": None, "n": state["n"] + 1}
        return out, (x["force"], [speed * position])

    init = {"s": State(*state), "none": None, "n": 0}
    return ft.scan(step, init, {"force": xs, "none": None})


def dtypes(h, c, d, xs):
    def step(carry, x):
        f, c, n, flag, single = carry
        c = c * (1 + 0.1j * f) + x
        carry = np.real(c) * f, c, n * 2 + flag, ~flag, single * np.float32(1.5)
        return carry, (n, flag, c, single + n.astype(np.float32))

    init = h, c + 1j * d, np.int32(1), np.bool_(True), np.float32(0.5)
    return ft.scan(step, init, xs)


def begun_with_numbers(xs):
    def step(carry, x):
        total, count, peak = carry
        return (total + x, count + 1, np.maximum(peak, x)), total

    return ft.scan(step, (0, 0, -1), xs)


def written_in_place(h, xs):
    def step(buffer, x):
        buffer[1:] += x[0] * buffer[:-1]
        first = buffer[:1]
        first *= x[1]
        buffer[-1] = np.sin(first[0])
        x[0] = 0.0
        return buffer, x * buffer

    return ft.scan(step, h, xs)


def swapped(h, g, xs):
    def step(carry, x):
        a, b, c = carry
        return (b, c, a * x), (a, x)

    return ft.scan(step, (h, g, h * 2), xs)


def constants_as_outputs(h, xs):
    fixed = np.arange(2.0)

    def step(carry, x):
        _, b = carry
        return (fixed, b * x), (fixed, 2.0, h, b)

    return ft.scan(step, (h, h), xs)


def unused(h, g, xs):
    def step(carry, x):
        a, b = carry
        return (a * 0.5, np.sin(a) * b), None

    return ft.scan(step, (h, g), xs)[0][0]


def captured_deeply(w, h, b):
    def outer(h, k):
        c = b * h

        def inner(h, _):
            return np.tanh(w @ h + c * np.cos(k)), None

        return ft.scan(inner, h, length=2)[0], c

    return ft.scan(outer, h, np.arange(3.0))


def with_cond(h, xs):
    def step(h, x):
        h = ft.cond(
            np.sum(x) > 0, lambda h: np.sin(h) * x, lambda h: h * h[0] + x[1], h
        )
        return h, np.sum(h)

    return ft.scan(step, h, xs)


def with_while(h, xs):
    def step(h, x):
        h = ft.while_loop(lambda h: np.sum(h**2) > 1, lambda h: h * 0.5 * np.cos(x), h)
        return h + x, h

    return ft.scan(step, h, xs)


def with_vmap(h, xs):
    def step(h, x):
        h = ft.vmap(lambda a, b: np.sin(a) * b + np.sum(x))(h, x)
        return h, ft.vmap(lambda a: a * h, out_axes=1)(x)

    return ft.scan(step, h, xs)


def with_grad(h, xs):
    def step(h, x):
        g = ft.grad(lambda y: np.sum(np.sin(y * x) * h))(h)
        return h - 0.1 * g, np.sum(g)

    return ft.scan(step, h, xs)


def with_jit(h, xs):
    inner = ft.jit(lambda h, x: (np.sin(h) * x, np.sum(h * x)))
    return ft.scan(lambda h, x: inner(h, x), h, xs)


@ft.custom_jvp
def pushed(x):
    return np.sin(x)


@pushed.defjvp
def _(primals, tangents):
    return np.sin(primals[0]), np.cos(primals[0]) * tangents[0]


def with_custom_jvp(h, xs):
    return ft.scan(lambda h, x: (pushed(h) * x, pushed(x)), h, xs)


# -- the others --------------------------------------------------------------------------


def newton(a, k):
    def rest(x):
        return x**3 - a * np.exp(-k * x)

    def body(pair):
        x, i = pair
        return x - rest(x) / (3 * x * x + a * k * np.exp(-k * x)), i + 1

    def unfinished(pair):
        x, i = pair
        return (abs(rest(x)) > 1e-13) & (i < 50)

    return ft.while_loop(unfinished, body, (1.0 * a, 0))


def no_while_rounds(h, a):
    return ft.while_loop(lambda h: np.sum(h) > 1e9, lambda h: h * a, h)


def counted_while(h, n, a):
    def body(pair):
        h, i = pair
        return np.sin(h) * a + i, i + 1

    return ft.while_loop(lambda pair: pair[1] < n, body, (h, 0))


def while_in_pytrees(h, a):
    def body(state):
        s = state["s"]
        return {"s": State(s.position + s.speed, s.speed * a), "n": state["n"] - 1}

    init = {"s": State(h, h * 0.5), "n": 4}
    return ft.while_loop(lambda state: state["n"] > 0, body, init)


def while_swapped(a, b):
    def body(carry):
        x, y, i = carry
        y[0] += 0.1
        return y, x * 0.9, i + 1

    return ft.while_loop(lambda c: c[2] < 3, body, (a, b, 0))


def scan_in_while(h, xs):
    def body(pair):
        h, i = pair
        h, ys = ft.scan(lambda h, x: (np.tanh(h + x), h[0] * x[0]), h, xs)
        return h * 0.8 + np.sum(ys), i + 1

    return ft.while_loop(lambda pair: pair[1] < 2, body, (h, 0))[0]


def while_in_while(h, a):
    def inner(h):
        return ft.while_loop(lambda h: np.sum(h**2) > 2, lambda h: h * a, h)

    def body(pair):
        h, i = pair
        return inner(h * 3), i + 1

    return ft.while_loop(lambda pair: pair[1] < 3, body, (h, 0))[0]


def fori_static(h, a):
    return ft.fori_loop(1, 4, lambda i, h: np.sin(h) * a + i, h)


def fori_traced(n, h):
    return ft.fori_loop(0, n, lambda i, h: np.sin(h) * (1 + i), h)


def fori_from_traced(n, h):
    return ft.fori_loop(n, n + 3, lambda i, total: total + h * i, 0)


def fori_empty(h):
    return ft.fori_loop(3, -2, lambda i, h: h * i, h)


def fori_weak(x):
    return ft.fori_loop(np.int32(0), np.uint8(4), lambda i, s: s * x + i, 1)


def fori_filling(h):
    def body(i, out):
        out[i] = h[i] * out[i - 1] + 1.0
        return out

    return ft.fori_loop(0, 2, body, h * 1.0)


def mapped(xs, b):
    return ft.map(lambda x: (np.sum(np.sin(x)) * b, x), xs)


def mapped_in_batches(xs, b):
    return ft.map(lambda x: {"a": np.sum(np.sin(x)) * b, "b": x}, xs, batch_size=2)


def euler(h, n):
    """A loop whose rows are indexed by a traced number, and written."""
    path = np.zeros((6, 2)) * h[0]

    def body(i, path):
        path[i + 1] = path[i] + 0.1 * np.sin(path[i] + h)
        return path

    return ft.fori_loop(0, n, body, path)


PROBLEMS = {
    "recurrent": (recurrent, (W, H, XS, 0.7)),
    "only_totals": (only_totals, (H, XS)),
    "only_rows": (only_rows, (XS,)),
    "without_xs": (without_xs, (H,)),
    "in_reverse": (in_reverse, (H, XS)),
    "no_rounds": (no_rounds, (H, XS)),
    "one_round": (one_round, (H, XS)),
    "in_pytrees": (in_pytrees, ((H, H * 0.5), XS)),
    "dtypes": (dtypes, (0.3, 0.5, 0.2, XS[:3, 0])),
    "begun_with_numbers": (begun_with_numbers, (XS[:, 0],)),
    "written_in_place": (written_in_place, (H, XS)),
    "swapped": (swapped, (H, H + 1, XS)),
    "constants_as_outputs": (constants_as_outputs, (H, XS)),
    "unused": (unused, (H, H + 1, XS)),
    "captured_deeply": (captured_deeply, (W, H, 0.3)),
    "with_cond": (with_cond, (H, XS)),
    "with_while": (with_while, (H, XS[:3])),
    "with_vmap": (with_vmap, (H, XS[:3])),
    "with_grad": (with_grad, (H, XS[:3])),
    "with_jit": (with_jit, (H, XS[:3])),
    "with_custom_jvp": (with_custom_jvp, (H, XS[:3])),
    "newton": (newton, (2.0, 0.5)),
    "no_while_rounds": (no_while_rounds, (H, 0.5)),
    "counted_while": (counted_while, (H, 3, 0.8)),
    "while_in_pytrees": (while_in_pytrees, (H, 0.8)),
    "while_swapped": (while_swapped, (H, H + 1)),
    "scan_in_while": (scan_in_while, (H, XS[:3])),
    "while_in_while": (while_in_while, (H, 0.7)),
    "fori_static": (fori_static, (H, 0.7)),
    "fori_traced": (fori_traced, (3, H)),
    "fori_from_traced": (fori_from_traced, (2, 0.7)),
    "fori_empty": (fori_empty, (H,)),
    "fori_weak": (fori_weak, (0.5,)),
    "fori_filling": (fori_filling, (H,)),
    "mapped": (mapped, (XS, 0.4)),
    "mapped_in_batches": (mapped_in_batches, (XS, 0.4)),
    "euler": (euler, (H, 4)),
}
@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("law", LAWS)
def test_it_is_the_loop_run_round_by_round(law, name):
    law(*PROBLEMS[name])


# -- particular things -------------------------------------------------------------------


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(
    ("checkpoint", "count"),
    [("sqrt", 4), (2, 4), (3, 4), (1, 2), (9, 4), ("sqrt", 1), (2, 0)],
)
def test_checkpoints_change_memory_only(checkpoint, count, reverse):
    def loss(h, xs, **options):
        def step(h, x):
            h = np.sin(h) * x[0]
            return h, h + x[1]

        h, ys = ft.scan(step, h, xs, reverse=reverse, **options)
        return h**2 + np.sum(ys * np.arange(count))

    def kept(h, xs):
        return loss(h, xs, checkpoint=checkpoint)

    args = (0.4, XS[:count])
    assert_same(kept(*args), loss(*args))
    expected = ft.value_and_grad(loss, (0, 1))(*args)
    for way in (kept, recorded(kept), ft.jit(kept)):
        assert_same(ft.value_and_grad(way, (0, 1))(*args), expected)
    assert_same(ft.jit(ft.value_and_grad(kept, (0, 1)))(*args), expected)
    expected = ft.hessian(loss)(*args)
    for way in (ft.hessian(recorded(kept)), ft.jit(ft.hessian(kept))):
        assert_same(way(*args), expected)
    assert_same(ft.jacrev(ft.jacrev(recorded(kept)))(*args), expected)
    assert_same(ft.vmap(kept, (0, None))(np.array([0.4, 0.5]), args[1])[0], loss(*args))


def test_checkpoints_keep_carries_in_place_of_what_is_inside():
    def kept(checkpoint):
        def loss(h, xs):
            def step(h, x):
                return np.sin(np.exp(np.sin(h * x))), None

            return np.sum(ft.scan(step, h, xs, checkpoint=checkpoint)[0])

        graph = graph_of(ft.grad(loss), np.ones(3), np.ones((16, 3)))
        stacks = [
            edge.aval.shape[0]
            for node in graph.nodes
            if node.name == "scan"
            for edge in map(lambda i, n=node: Edge(n, i), range(len(node.avals)))
            if edge.aval.shape[1:] == (3,)
        ]
        return max(stacks)

    assert kept(None) == 16
    assert kept("sqrt") == 4


@ft.custom_vjp
def doubled(x):
    return 2 * x


doubled.defvjp(lambda x: (2 * x, np.cos(x)), lambda c, g: (c * g,))  # wrong on purpose


@pytest.mark.parametrize("loop", [ft.scan, "while", "cond"])
def test_a_custom_vjp_inside_is_followed(loop):
    def loss(h, xs):
        if loop is ft.scan:
            return np.sum(ft.scan(lambda h, x: (doubled(h) * x, None), h, xs)[0])
        if loop == "cond":
            return np.sum(ft.cond(h[0] > 9, lambda h: h, doubled, h))
        body = lambda c: (doubled(c[0]), c[1] + 1)  # noqa: E731
        return np.sum(ft.while_loop(lambda c: c[1] < 3, body, (h, 0))[0])

    expected = ft.grad(loss)(H, XS)
    true = ft.grad(lambda h: loss(h, XS) + 0 * np.sum(doubled(h)))(H)
    assert_same(true, expected)
    for way in (recorded(loss), ft.jit(loss)):
        assert_same(ft.grad(way)(H, XS), expected)
    for way in (recorded(ft.grad(loss)), ft.jit(ft.grad(loss))):
        assert_same(way(H, XS), expected)


def test_hessian_products():
    def total(h):
        return np.sum(recurrent(W, h, XS, 0.7)[1])

    expected = ft.hessian(total)(H) @ H
    for product in (ft.hvp(recorded(total)), ft.vhp(recorded(total))):
        assert_same(product(H, H), expected)
    for product in (ft.jit(ft.hvp(total)), ft.jit(ft.vhp(total))):
        assert_same(product(H, H), expected)


@pytest.mark.parametrize("counts", [[0, 0, 0], [3, 0, 1], [5, 5, 5]])
def test_each_element_of_a_batch_has_its_own_number_of_rounds(counts):
    counts = np.array(counts)

    def fun(n, x):
        return ft.fori_loop(0, n, lambda i, x: np.sin(x) * (1 + i), x)

    values = np.array([0.3, 0.6, 0.9])
    for f in (fun, ft.grad(fun, 1), ft.grad(ft.grad(fun, 1), 1)):
        expected = np.array([f(n, x) for n, x in zip(counts, values, strict=True)])
        assert_same(ft.vmap(f)(counts, values), expected)
        assert_same(ft.jit(ft.vmap(f))(counts, values), expected)


def test_rounds_not_made_give_no_nan():
    """After its end an element goes on being computed, but does not count."""

    def fun(x):
        return ft.while_loop(lambda x: x > 1, lambda x: np.sqrt(x - 1), x)

    values = np.array([1.5, 0.5, 5.0])
    with np.errstate(invalid="ignore"):
        got = ft.vmap(fun)(values), ft.vmap(ft.grad(fun))(values)
    assert_same(got[0], np.array([fun(x) for x in values]))
    assert_same(got[1], np.array([ft.grad(fun)(x) for x in values]))


@pytest.mark.parametrize(
    ("lower", "upper"),
    [(0, 3), (np.int8(1), 3), (0, np.uint64(3)), (-2, 1), (2, 2), (3, -4)],
)
def test_ranges(lower, upper):
    def fun(lower, upper, x):
        return ft.fori_loop(lower, upper, lambda i, s: s * x + i, 1.0)

    expected = 1.0
    for i in range(lower, upper):
        expected = expected * 0.5 + i
    for way in (fun, ft.jit(fun), ft.jit(fun, static_argnums=(0, 1)), recorded(fun)):
        assert_same(way(lower, upper, 0.5), np.float64(expected))


def test_results_are_the_callers_own():
    """Neither the arguments nor constants can be reached through them."""
    fixed = np.arange(2.0)

    def fun(h, xs):
        last, rows = ft.scan(lambda h, x: (h, fixed), h, xs)
        return last, rows, ft.fori_loop(0, 0, lambda i, h: h, h), ft.map(lambda x: x, xs)

    for way in (fun, ft.jit(fun), recorded(fun)):
        h, xs = H.copy(), XS.copy()
        for result in way(h, xs):
            result[...] = -1.0
        assert_same((h, xs, fixed), (H, XS, np.arange(2.0)))


def test_python_numbers_get_the_dtype_that_the_body_gives():
    x = np.float32(0.5)
    assert ft.scan(lambda c, _: (c + 1j, None), 0, None, 2)[0] == 2j
    for way in (lambda f: f, ft.jit, recorded):
        fun = way(lambda x: ft.scan(lambda c, _: (0, c), x, None, 2))
        assert_same(fun(x), (np.float32(0), np.array([0.5, 0], np.float32)))
        fun = way(lambda x: ft.while_loop(lambda c: c[1] < 2, lambda c: (1, c[1] + 1), x))
        assert_same(fun((x, np.int64(0))), (np.float32(1), np.int64(2)))


def test_graphs_with_loops_are_copied_printed_and_drawn():
    def fun(h, xs):
        def step(h, x):
            h = ft.cond(h[0] > 0, np.sin, lambda h: h * x, h)
            return h, ft.while_loop(lambda s: s < 1, lambda s: s * 2 + 1, np.sum(h))

        return ft.scan(step, h, xs)

    for f in (fun, ft.grad(scalar(fun))):
        graph = graph_of(f, H, XS)
        for twin in (pickle.loads(pickle.dumps(graph)), copy.deepcopy(graph)):
            check(twin)
            assert str(twin) == str(graph)
            assert_same(twin(H, XS), graph(H, XS))
        assert all(line.count("graph (") <= 1 for line in str(graph).splitlines())
        assert str(graph).count("graph (") == graph.to_dot().count("subgraph") + 1


def test_a_loop_as_text():
    def fun(h, xs):
        def step(h, x):
            h = ft.cond(x > 0, np.sin, np.negative, h)
            return h, None

        return ft.scan(step, h, xs)[0]

    graph = ft.make_graph(fun, sources=True)(ft.Aval(()), ft.Aval(3))
    assert str(graph).splitlines() == [
        "graph (h: float64[], xs: float64[3]) {",
        "  %0: float64[] = scan(h, xs, consts=0, carry=1, length=3, reverse=False, "
        "remat=False)",
        "    body: graph (h: float64[], x: float64[]) {",
        "      %0: bool[] = greater(x, 0)",
        "      %1: int64[] = convert(%0, dtype=int64)",
        "      %2: float64[] = switch(%1, h)",
        "        branches[0]: graph (args[0]: float64[]) {",
        "          %0: float64[] = negative(args[0])",
        "          return (%0,)",
        "        }",
        "        branches[1]: graph (args[0]: float64[]) {",
        "          %0: float64[] = sin(args[0])",
        "          return (%0,)",
        "        }",
        "      return (%2,)",
        "    }",
        "  return %0",
        "}",
    ]
    lines = [line for line in graph.format(sources=True).splitlines() if "#" in line]
    assert [line.split()[0] for line in lines] == ["%0:", "%0:", "%1:", "%2:", "%0:", "%0:"]
    assert all(" in " in line for line in lines)
