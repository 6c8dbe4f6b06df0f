"""Loops: memory, numbers of rounds, dtypes, text."""

import copy
import pickle
import textwrap

import numpy as np
import pytest

import functrace as ft
from functrace.core.check import check
from functrace.core.node import Edge
from functrace.testing import check_grads
from tests._ways import assert_same, graph_of, recorded, scalar

RNG = np.random.default_rng(14)
H = RNG.normal(size=2)
XS = RNG.normal(size=(4, 2))


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
        return np.sum(ft.scan(lambda h, x: (np.tanh(h * x), h), h, XS)[1] ** 2)

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
        return (
            last,
            rows,
            ft.fori_loop(0, 0, lambda i, h: h, h),
            ft.map(lambda x: x, xs),
        )

    for way in (fun, ft.jit(fun), recorded(fun)):
        h, xs = H.copy(), XS.copy()
        for result in way(h, xs):
            result[...] = -1.0
        assert_same((h, xs, fixed), (H, XS, np.arange(2.0)))


@pytest.mark.slow
def test_traced_values_are_written_into_plain_buffers():
    def scanned(a):
        def step(buffer, x):
            buffer[0] = np.sin(a * x[0])
            x[1] = a
            return buffer, x * buffer

        return ft.scan(step, np.zeros(2), XS)

    def counted(a):
        def body(i, buffer):
            buffer[i + 1] = buffer[i] * a + 1
            return buffer

        return ft.fori_loop(0, 3, body, np.zeros(4))

    def repeated(a):
        def body(pair):
            buffer, i = pair
            buffer[i] = a
            return buffer * a, i + 1

        return ft.while_loop(lambda pair: pair[1] < 2, body, (np.ones(2), 0))

    for fun in (scanned, counted, repeated):
        total = scalar(fun)
        check_grads(total, (0.7,))
        for way in (recorded, ft.jit):
            assert_same(way(ft.grad(total))(0.7), ft.grad(total)(0.7))


def test_python_numbers_get_the_dtype_that_the_body_gives():
    x = np.float32(0.5)
    assert ft.scan(lambda c, _: (c + 1j, None), 0, None, 2)[0] == 2j
    for way in (lambda f: f, ft.jit, recorded):
        fun = way(lambda x: ft.scan(lambda c, _: (0, c), x, None, 2))
        assert_same(fun(x), (np.float32(0), np.array([0.5, 0], np.float32)))
        fun = way(
            lambda x: ft.while_loop(lambda c: c[1] < 2, lambda c: (1, c[1] + 1), x)
        )
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
    expected = """
    graph (h: float64[], xs: float64[3]) {
      %0: float64[] = scan(h, xs, consts=0, carry=1, length=3, reverse=False, remat=False)
        body: graph (h: float64[], x: float64[]) {
          %0: bool[] = greater(x, 0)
          %1: int64[] = convert(%0, dtype=int64)
          %2: float64[] = switch(%1, h)
            branches[0]: graph (args[0]: float64[]) {
              %0: float64[] = negative(args[0])
              return (%0,)
            }
            branches[1]: graph (args[0]: float64[]) {
              %0: float64[] = sin(args[0])
              return (%0,)
            }
          return (%2,)
        }
      return %0
    }
    """
    assert str(graph) == textwrap.dedent(expected).strip()
    lines = [line for line in graph.format(sources=True).splitlines() if "#" in line]
    assert [line.split()[0] for line in lines] == [
        "%0:",
        "%0:",
        "%1:",
        "%2:",
        "%0:",
        "%0:",
    ]
    assert all(" in " in line for line in lines)


def test_a_gradient_of_captured_values_in_a_batch():
    """Of what is not mapped, and is captured by a loop."""

    def loss(w, h):
        return np.sum(ft.scan(lambda h, x: (np.tanh(w @ h + x), None), h, XS)[0])

    w = np.array([[0.3, -0.2], [0.1, 0.4]])
    hs = RNG.normal(size=(3, 2))
    expected = np.stack([ft.grad(loss)(w, h) for h in hs])
    assert_same(ft.vmap(ft.grad(loss), in_axes=(None, 0))(w, hs), expected)
    assert_same(ft.jit(ft.vmap(ft.grad(loss), in_axes=(None, 0)))(w, hs), expected)
