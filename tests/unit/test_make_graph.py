import dataclasses

import numpy as np
import pytest

import functrace as ft
from functrace.core import pytree
from functrace.core.check import check

X = np.array([0.5, 1.0, 2.0])


def leaves(tree):
    return pytree.flatten(tree)[0]


def energy(x):
    d = x[1:] - x[:-1]
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + np.sin(d) ** 2)


def names(graph):
    return [node.name for node in graph.nodes]


@pytest.mark.parametrize(
    "transform",
    [
        lambda f: f,
        ft.grad,
        ft.value_and_grad,
        ft.hessian,
        lambda f: lambda x: ft.jvp(f, (x,), (x * 2,)),
        lambda f: lambda x: ft.vjp(f, x)[1](2.0),
        lambda f: ft.grad(lambda x: np.sum(ft.grad(f)(x) * X)),
        lambda f: lambda x: np.sum(ft.grad(f)(x) * ft.grad(f)(np.cos(X)) * x),
    ],
)
@pytest.mark.parametrize("abstract", [False, True])
def test_of_transformed_functions(transform, abstract):
    """Recorded at one point, or at none, it gives the values at another."""
    f = transform(energy)
    graph = ft.make_graph(f)(ft.Aval((3,)) if abstract else X)
    check(graph)
    assert not graph.free_inputs
    for x in (X, np.array([-1.0, 0.25, 3.0])):
        for got, expected in zip(leaves(graph(x)), leaves(f(x)), strict=True):
            np.testing.assert_allclose(got, expected, rtol=1e-14)


def test_concrete_and_abstract_record_the_same():
    for f in (energy, ft.grad(energy), ft.grad(lambda x: np.sum(ft.grad(energy)(x)))):
        concrete, abstract = ft.make_graph(f)(X), ft.make_graph(f)(ft.Aval((3,)))
        assert str(concrete) == str(abstract)


def test_control_flow_follows_the_values():
    def f(x, n):
        for _ in range(n):
            x = np.sin(x) if x[0] > 0 else np.cos(x)
        return x

    assert names(ft.make_graph(f)(X, 2)) == ["sin", "sin"]
    assert names(ft.make_graph(f)(-X, 2)) == ["cos", "sin"]


def test_comparisons_and_integers_are_recorded():
    def f(x, n):
        return x < 1, np.argmax(x), n * 2, np.floor(x)

    graph = ft.make_graph(f)(X, 3)
    check(graph)
    assert len(graph) == 4
    below, largest, doubled, floors = graph(-X, 5)
    np.testing.assert_array_equal(below, [True] * 3)
    assert (largest, doubled) == (0, 10)
    np.testing.assert_array_equal(floors, np.floor(-X))


def test_writes_are_recorded_functionally():
    def f(x):
        y = x * 1.0
        v = y[1:]
        v *= 2
        y[0] = v[0]
        y[y > 3] = -1.0
        return y, v

    graph = ft.make_graph(f)(X)
    check(graph)
    other = np.array([9.0, 1.0, 4.0])
    expected = f(other)
    assert X[0] == 0.5
    for got, plain in zip(graph(other), expected, strict=True):
        np.testing.assert_array_equal(got, plain)


def test_a_buffer_of_zeros():
    def f(x):
        y = np.zeros_like(x)
        for i in range(3):
            y[i] = x[i] * i
        return y

    np.testing.assert_array_equal(ft.make_graph(f)(X)(X + 1), f(X + 1))


def test_constants_in_the_place_of_differentiated_arguments():
    """The constant is in the graph, not a leaf that nobody can fill."""

    def f(x):
        return x * ft.grad(lambda y: np.sum(np.sin(y) * x))(np.ones(3))

    graph = ft.make_graph(f)(X)
    check(graph)
    assert not graph.free_inputs
    np.testing.assert_allclose(graph(-X), f(-X))


def test_object_arrays_of_tracers_as_results():
    graph = ft.make_graph(lambda x: np.array([x[0], 2 * x[1], 3.0]))(X)
    np.testing.assert_array_equal(graph(X), [0.5, 2.0, 3.0])


def test_results_that_are_constants():
    graph = ft.make_graph(lambda x: {"a": 2, "b": np.arange(2), "c": "text"})(X)
    check(graph)
    got = graph(X)
    assert got["a"] == 2
    assert got["c"] == "text"
    np.testing.assert_array_equal(got["b"], [0, 1])


def test_asking_for_an_unknown_value():
    def f(x, y):
        return x if [*filter(None, [np.sum(x) > 0.0])] else y

    with pytest.raises(ft.ConcretizationError) as caught:
        ft.make_graph(f)(ft.Aval((3,)), X)
    what, got, traced, way_out, note = str(caught.value).splitlines()
    assert what == (
        "functrace: bool() of a value computed from 'x', of which only shape and dtype "
        "are known."
    )
    assert got == "  got:      bool[]"
    assert "test_make_graph.py:" in traced
    assert " in f" in traced
    assert "use functrace.cond or numpy.where in place of a branch" in way_out
    assert "what functions of libraries compare" in note
    with pytest.raises(ft.ConcretizationError, match="format"):
        ft.make_graph(lambda x: f"{x:.3f}")(ft.Aval(()))


def test_arrays_that_hold_no_numbers():
    with pytest.raises(ft.DtypeError, match="argument 'x' is not an array of numbers"):
        ft.make_graph(lambda x: x)(np.array(["a", "b"]))


def test_a_traced_value_that_outlived_its_transform():
    kept = []
    ft.grad(lambda x: kept.append(x * 2) or x)(1.0)
    with pytest.raises(ft.LeakedTracerError, match="depends on x"):
        ft.make_graph(lambda y: y * kept[0])(2.0)


def test_inputs_do_not_outlive_the_trace():
    kept = []
    with pytest.raises(ft.LeakedTracerError, match="stored a traced value"):
        ft.make_graph(lambda x: kept.append(x * 2) or x)(1.0)
    with pytest.raises(ft.LeakedTracerError):
        ft.grad(lambda y: y * kept[0])(2.0)


def test_eval_shape():
    def f(x, *, n):
        return {"sum": np.sum(x), "part": x[1:], "n": n, "constant": 1.0, "name": "f"}

    shapes = ft.eval_shape(f, ft.Aval((1000, 2000), np.float32), n=3)
    assert shapes == {
        "sum": ft.Aval((), np.float32),
        "part": ft.Aval((999, 2000), np.float32),
        "n": ft.Aval((), int),
        "constant": ft.Aval(()),
        "name": "f",
    }
    assert ft.eval_shape(ft.grad(energy), X) == ft.Aval((3,))
    with pytest.raises(ft.ConcretizationError):
        ft.eval_shape(lambda x: [*filter(None, [x, -x])], 1.0)


def test_something_that_is_no_function():
    with pytest.raises(TypeError, match="a function was expected"):
        ft.make_graph(3)


def test_a_class_in_a_pytree_is_a_leaf():
    @dataclasses.dataclass
    class Config:
        rate: float = 1.0

    leaves, treedef = pytree.flatten([Config, 1.0])
    assert leaves == [Config, 1.0]
    assert pytree.unflatten(treedef, leaves) == [Config, 1.0]
