import gc
import weakref

import numpy as np
import pytest

import functrace as ft
from functrace.core.node import Freed, Leaf, Node, toposort
from functrace.engine.reverse import reverse
from functrace.engine.schedule import Schedule


def test_nodes_are_visited_once_and_latest_first():
    x = ft.variable(2.0)
    a = x * 2
    b = a * 3
    c = a + b
    visited = []
    for y in (a, b, c):
        y.grad_fn.register_prehook(lambda _, node=y.grad_fn: visited.append(node))
    c.backward()
    assert visited == [c.grad_fn, b.grad_fn, a.grad_fn]
    np.testing.assert_allclose(x.grad, 8.0)


def test_only_paths_to_the_wanted_inputs_are_followed():
    x, y = ft.variable(2.0), ft.variable(3.0)
    left, right = np.sin(x), np.cos(y)
    visited = []
    right.grad_fn.register_prehook(visited.append)
    ft.backward(left * right, inputs=[x])
    assert visited == []


def test_rules_are_asked_only_for_needed_operands():
    x, y = ft.variable(2.0), ft.variable(3.0)
    product = x * y
    given = []
    product.grad_fn.register_hook(lambda ins, outs: given.append(ins))
    ft.backward(product, inputs=[y])
    assert given == [(2.0,)]


def test_a_constant_operand_keeps_only_what_its_rule_needs():
    x = ft.variable(np.ones(3))
    assert (x * np.arange(3.0)).grad_fn.saved[0] is None
    assert (x + np.arange(3.0)).grad_fn.saved == (None, None, None)
    assert np.exp(x).grad_fn.saved[0] is None
    assert np.sum(x).grad_fn.saved == (None, None)


def test_an_array_no_rule_needs_is_not_kept():
    large = np.ones(1000)
    x = ft.variable(np.ones(1000))
    y = x + large
    assert repr(y.grad_fn.inputs[1]) == "float64[1000]"


def test_cotangents_add_up_over_all_consumers():
    def f(x):
        return np.sum(x * x + x[::-1] * x + x[1] * x)

    x = np.array([1.0, 2.0, 4.0])
    step = 1e-6
    numeric = [(f(x + step * e) - f(x - step * e)) / (2 * step) for e in np.eye(3)]
    np.testing.assert_allclose(ft.grad(f)(x), numeric, rtol=1e-8)


def test_accumulation_does_not_write_into_cotangents_of_others():
    seed = np.ones(3)
    x = np.arange(3.0)
    _, pullback = ft.vjp(lambda x: (x + x) + x, x)
    (bar,) = pullback(seed)
    np.testing.assert_array_equal(bar, 3 * np.ones(3))
    np.testing.assert_array_equal(seed, np.ones(3))


def test_real_operands_of_complex_results_get_real_cotangents():
    x = np.array([1.0, 2.0])
    _, pullback = ft.vjp(lambda x: x * (1 + 2j), x)
    (bar,) = pullback(np.array([1j, 1.0 + 0j]))
    assert bar.dtype == np.float64
    np.testing.assert_allclose(bar, [-2.0, 1.0])


def test_float32_cotangents_stay_float32():
    x = np.ones(3, np.float32)
    gradient = ft.grad(lambda x: np.sum(x * np.ones(3)))(x)
    assert gradient.dtype == np.float32


def test_several_passes_through_one_schedule():
    leaf = ft.variable(np.array([1.0, 2.0]))
    out = np.sin(leaf) * leaf
    schedule = Schedule([out.edge], [leaf.edge])
    seeds = [np.array([1.0, 0.0]), np.array([0.0, 1.0])]
    rows = [
        reverse(schedule, [s], create_graph=False, retain_graph=True)[0] for s in seeds
    ]
    x = np.array([1.0, 2.0])
    np.testing.assert_allclose(rows, np.diag(np.sin(x) + x * np.cos(x)))


def test_freed_nodes_say_so():
    x = ft.variable(np.ones(3))
    y = np.sin(x)
    np.sum(y).backward()
    assert y.grad_fn.saved is Freed


@pytest.mark.slow
def test_a_long_chain_needs_no_recursion():
    def f(x):
        for _ in range(100_000):
            x = x * 1.00001
        return x

    np.testing.assert_allclose(ft.grad(f)(1.0), 1.00001**100_000)


def test_the_graph_dies_with_its_last_handle_without_the_collector():
    gc.disable()
    try:
        x = ft.variable(np.ones(3))
        y = np.sum(np.sin(x) * x[1:].sum())
        nodes = [weakref.ref(node) for node in toposort([y.edge])]
        del x, y
        assert all(node() is None for node in nodes)
    finally:
        gc.enable()


@pytest.mark.slow
def test_transforms_leave_no_nodes_behind():
    def f(x):
        y = np.zeros_like(x)
        y[1:] = x[:-1] ** 2
        return np.sum(y * x)

    gc.collect()
    gc.disable()
    try:
        before = sum(type(o) in (Node, Leaf) for o in gc.get_objects())
        ft.hessian(f)(np.arange(3.0))
        ft.value_and_grad(f)(np.arange(3.0))
        after = sum(type(o) in (Node, Leaf) for o in gc.get_objects())
    finally:
        gc.enable()
    assert after == before


def test_toposort_puts_operands_first():
    x = ft.variable(1.0)
    y = (x * 2) * (x + 1)
    nodes = toposort([y.edge])
    assert isinstance(nodes[0], Leaf)
    for position, node in enumerate(nodes):
        for edge in node.next_edges:
            if edge is not None:
                assert nodes.index(edge.node) < position


def test_anomaly_names_the_operation_and_its_line():
    def f(x):
        y = x * 0.0
        return np.sum(np.sqrt(y))

    with (
        ft.detect_anomaly(),
        np.errstate(all="ignore"),
        pytest.raises(ft.AnomalyError) as caught,
    ):
        ft.grad(f)(np.ones(2))
    text = str(caught.value)
    assert "true_divide, in a derivative, made the first infinity" in text
    assert "2 of 2 elements" in text
    assert "test_reverse.py:" in text
    assert "in f" in text


def test_without_a_nan_anomaly_detection_changes_nothing():
    with ft.detect_anomaly():
        np.testing.assert_allclose(ft.grad(np.sin)(0.5), np.cos(0.5))


def test_hooks_on_nodes_see_arrays():
    seen = []
    x = ft.variable(np.array([1.0, -2.0]))
    y = np.where(x > 0, 3 * x, 0.0)
    y.grad_fn.register_hook(lambda bars, given: seen.append((bars, given)))
    np.sum(y).backward()
    ((bars, given),) = seen
    found = [bar for bar in (*bars, *given) if bar is not None]
    assert {type(bar) for bar in found} == {np.ndarray}
    np.testing.assert_array_equal(x.grad, [3.0, 0.0])


def test_no_operation_is_recorded_for_signs_that_become_differences():
    def pulled(x, y, g):
        return ft.vjp(lambda x, y: x * y - 0.5 * np.sin(x), x, y)[1](g)

    graph = ft.make_graph(pulled)(0.3, 0.7, 2.0)
    assert "negative" not in [node.name for node in graph.nodes]
    slopes = 2.0 * np.array([0.7 - 0.5 * np.cos(0.3), 0.3])
    np.testing.assert_allclose(graph(0.3, 0.7, 2.0), slopes)


def _masked(x):
    y = np.maximum(x - x[::-1], 0.1) - np.where(x > 0.4, -x, x * x)
    return np.sum(y * -np.abs(x - 0.5))


def _broadcast(x):
    return np.sum((x[:, None] - x) ** 2 * (1 - x[0]) - x.astype(np.float32))


def _shared(x):
    y = -x
    return np.sum(y * y - y * np.exp(-y) - (1 - y) / (2 - y))


def _several(x):
    values, vectors = np.linalg.eigh(np.outer(x, x) - np.diag(x))
    return np.sum(values[0] - values * vectors[0] ** 2)


def _written(x):
    y = np.zeros(6)
    y[1:5] = 1 - x
    y[2] -= x[0] - x[1] * y[3]
    return np.sum(y * -y[::-1])


def _complex(x):
    z = x - 1j * x[::-1]
    return np.sum(np.abs(1 - z * -z) - np.real(-z))


@pytest.mark.parametrize(
    "f", [_masked, _broadcast, _shared, _several, _written, _complex]
)
def test_signs_are_as_if_each_were_computed(f):
    x = np.array([0.3, 0.7, 0.45, 1.2])
    plain = ft.grad(f)(x)
    np.testing.assert_allclose(ft.make_graph(ft.grad(f))(x)(x), plain, rtol=1e-13)
    np.testing.assert_allclose(ft.jit(ft.grad(f))(x), plain, rtol=1e-13)
    forward = ft.jacfwd(ft.grad(f))(x)
    np.testing.assert_allclose(ft.jacrev(ft.grad(f))(x), forward, rtol=1e-10)


def test_hooks_see_signs():
    def f(x):
        y = np.sin(x)
        y.grad_fn.register_hook(
            lambda ins, outs: seen.extend(map(ft.stop_gradient, (*ins, *outs)))
        )
        return -(y * 2.0)

    seen = []
    ft.grad(lambda x: ft.grad(f)(x) ** 2)(0.3)
    np.testing.assert_allclose(seen[:2], [-2 * np.cos(0.3), -2.0])
