"""Functions with custom rules in graphs, their shapes, equality and pickling."""

import copy
import pickle

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import Aval
from tests._custom import (
    Line,
    V,
    X,
    cube,
    cube_backward,
    cube_forward,
    reverse_only,
    total,
    wave,
)


@pytest.mark.parametrize("function", [cube, lambda x: wave(x, 2.0)])
def test_graphs(function):
    graph = ft.make_graph(function)(Aval(3))
    np.testing.assert_array_equal(graph(X), function(X))
    assert "custom_" in str(graph)
    np.testing.assert_allclose(
        ft.grad(lambda x: np.sum(graph(x)))(X), ft.grad(total(function))(X)
    )
    slope = ft.make_graph(ft.grad(total(function)))(Aval(3))
    np.testing.assert_allclose(slope(X), ft.grad(total(function))(X))
    np.testing.assert_allclose(ft.jacobian(slope)(X), ft.hessian(total(function))(X))
    push = ft.make_graph(lambda x, v: ft.jvp(function, (x,), (v,))[1])(Aval(3), Aval(3))
    np.testing.assert_allclose(push(X, V), ft.jvp(function, (X,), (V,))[1])
    concrete = ft.make_graph(ft.grad(total(function)))(X)
    np.testing.assert_allclose(concrete(2 * X), ft.grad(total(function))(2 * X))


def test_a_graph_and_its_derivative_can_be_pickled():
    f = ft.make_graph(lambda line: cube(line.slope * line.offset))(Line(2.0, 3.0))
    loaded = pickle.loads(pickle.dumps(f))
    assert loaded(Line(2.0, 3.0)) == 216.0
    assert ft.grad(loaded)(Line(2.0, 3.0)).slope == 3 * 36.0 * 3.0


def test_shapes_of_abstract_results():
    f = reverse_only(
        lambda x: {"a": x[:2], "n": np.argmax(x), "c": 1.5},
        lambda x: 1 / 0, lambda r, g: 1 / 0,
    )  # fmt: skip
    shapes = ft.eval_shape(f, Aval(3, np.float32))
    assert shapes["a"] == Aval(2, np.float32)
    assert shapes["n"] == Aval((), np.intp)
    assert shapes["c"] == Aval(())


def test_a_function_is_pickled_by_name():
    assert pickle.loads(pickle.dumps(cube)) is cube
    assert pickle.loads(pickle.dumps(wave)) is wave
    gradient = pickle.loads(pickle.dumps(ft.grad(cube)))
    assert gradient(2.0) == 12.0
    renamed = ft.custom_vjp(cube_forward, nondiff_argnums=())
    renamed.defvjp(cube_forward, cube_backward)
    loaded = pickle.loads(pickle.dumps(renamed))
    assert loaded.fwd is cube_forward
    assert loaded.bwd is cube_backward
    forward = ft.custom_jvp(cube_forward)
    forward.defjvps(cube_backward)
    assert pickle.loads(pickle.dumps(forward)).jvps == (cube_backward,)
    assert copy.deepcopy(cube) is cube
    assert cube.__name__ == "cube"
    assert "custom_vjp of" in repr(cube)


def test_equal_calls_are_equal():
    first, _ = cube._open((X,))
    second, _ = cube._open((V,))
    assert first == second
    assert hash(first) == hash(second)
    assert first != wave._open((X, V))[0]
    assert wave._open((X, 2.0))[0] == wave._open((X, 2.0))[0]
    assert wave._open((X, 2.0))[0] != wave._open((X, 3.0))[0]
    assert str(first) == "cube"
