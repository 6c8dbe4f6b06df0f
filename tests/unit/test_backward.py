import gc
import weakref

import numpy as np
import pytest

import functrace as ft
from functrace.core.node import Edge


def test_gradients_accumulate_in_the_variable():
    x = ft.variable([1.0, 2.0])
    y = np.sum(x**3)
    y.backward(retain_graph=True)
    np.testing.assert_allclose(x.grad, [3.0, 12.0])
    y.backward()
    np.testing.assert_allclose(x.grad, [6.0, 24.0])


def test_several_outputs_and_cotangents():
    x = ft.variable([1.0, 2.0])
    ft.backward([x * 2, np.sum(x)], [np.array([1.0, 10.0]), 100.0])
    np.testing.assert_allclose(x.grad, [102.0, 120.0])


def test_inputs_are_returned_and_nothing_is_accumulated():
    x = ft.variable(3.0)
    y = x * x
    z = np.sin(y)
    by_y, by_x = ft.backward(z, inputs=[y, x])
    np.testing.assert_allclose(by_y, np.cos(9.0))
    np.testing.assert_allclose(by_x, 6 * np.cos(9.0))
    assert x.grad is None


def test_an_input_that_is_not_reached_has_zero_derivative():
    x, y = ft.variable(3.0), ft.variable(np.ones(2))
    _, by_y = ft.backward(x * x, inputs=[x, y])
    np.testing.assert_array_equal(by_y, np.zeros(2))


def test_create_graph_gives_higher_derivatives():
    x = ft.variable(2.0)
    (first,) = ft.backward(x**4, inputs=[x], create_graph=True)
    (second,) = ft.backward(first, inputs=[x], create_graph=True)
    (third,) = ft.backward(second, inputs=[x])
    np.testing.assert_allclose([first.value, second.value, third], [32.0, 48.0, 48.0])


def test_a_second_pass_needs_a_retained_graph():
    x = ft.variable(3.0)
    y = np.sin(x)
    y.backward()
    with pytest.raises(ft.GraphFreedError, match="retain_graph=True in the first pass"):
        y.backward()


def test_residuals_are_released_as_the_pass_goes():
    x = ft.variable(np.ones(5))
    inner = np.sin(x)
    y = np.sum(np.cos(inner))
    residual = weakref.ref(y.grad_fn.inputs[0].node)
    y.backward()
    assert residual().saved is not None
    assert not isinstance(residual().saved, tuple)


def test_graph_attributes():
    x = ft.variable(3.0)
    y = x * 2.0
    assert x.grad_fn is None
    assert y.grad_fn.name == "multiply"
    assert y.grad_fn.next_edges == (Edge(x.edge.node, 0), None)


def test_hooks_on_values_and_nodes():
    x = ft.variable(3.0)
    y = x * x
    seen = []
    y.register_hook(lambda bar: seen.append(("value", float(bar))) or bar * 10)
    y.grad_fn.register_prehook(lambda bars: seen.append(("pre", float(bars[0]))))
    last = y.grad_fn.register_hook(
        lambda ins, outs: seen.append(("post", float(outs[0])))
    )
    z = y * 1.0
    z.backward(retain_graph=True)
    assert seen == [("value", 1.0), ("pre", 10.0), ("post", 10.0)]
    np.testing.assert_allclose(x.grad, 60.0)
    last.remove()
    last.remove()
    seen.clear()
    z.backward()
    assert [name for name, _ in seen] == ["value", "pre"]


def test_a_hook_sees_the_whole_cotangent_once():
    x = ft.variable(2.0)
    y = x * 1.0
    calls = []
    y.register_hook(calls.append)
    (y * 2 + y * 3).backward()
    assert [float(c) for c in calls] == [5.0]


def test_a_hook_on_the_variable_itself():
    x = ft.variable(2.0)
    x.register_hook(lambda bar: -bar)
    (x * 3).backward()
    np.testing.assert_allclose(x.grad, -3.0)


def test_post_hooks_replace_the_operands_cotangents():
    x = ft.variable(2.0)
    y = x * 3
    y.grad_fn.register_hook(lambda ins, outs: (ins[0] * 100,))
    y.backward()
    np.testing.assert_allclose(x.grad, 300.0)


def test_post_hooks_see_a_cotangent_of_each_output():
    x, seen = ft.variable(np.array([[2.0, 1.0], [0.0, 3.0]])), []
    _, r = np.linalg.qr(x)
    r.grad_fn.register_hook(lambda ins, outs: seen.append(outs))
    np.sum(r).backward()
    ((of_q, of_r),) = seen
    assert of_q is None
    np.testing.assert_array_equal(of_r, np.ones((2, 2)))


def test_a_hook_must_return_what_fits():
    x = ft.variable(np.ones(3))
    y = x * 3
    y.register_hook(lambda bar: np.ones(2))
    with pytest.raises(
        ValueError, match="replaced a cotangent by one that does not fit"
    ):
        np.sum(y).backward()


def test_cotangents_are_checked():
    x = ft.variable(np.ones(3))
    with pytest.raises(ft.ShapeError, match="only a real scalar can do without"):
        (x * 2).backward()
    with pytest.raises(ft.ShapeError, match="another shape"):
        (x * 2).backward(np.ones(2))


def test_only_traced_values_can_be_differentiated():
    with pytest.raises(TypeError, match=r"functrace\.variable"):
        ft.backward(np.ones(()))


def test_integers_are_refused():
    with pytest.raises(ft.DtypeError, match=r"x\.astype\(float\)"):
        ft.variable([1, 2])


def test_a_variable_copies_its_array():
    array = np.ones(2)
    x = ft.variable(array)
    array[:] = 7
    np.testing.assert_array_equal(x.value, np.ones(2))


def test_a_transform_inside_records_onto_the_variable():
    x = ft.variable(3.0)
    slope = ft.grad(lambda s: s * x * x)(2.0)
    (by_x,) = ft.backward(slope, inputs=[x])
    np.testing.assert_allclose(by_x, 6.0)


def test_no_cycles_with_create_graph():
    gc.disable()
    try:
        x = ft.variable(3.0)
        y = x**3
        ft.backward(y, create_graph=True)
        node = weakref.ref(y.grad_fn)
        del x, y
        assert node() is None
    finally:
        gc.enable()
