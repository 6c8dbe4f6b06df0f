"""Long traces: what was recorded long ago is no nodes any more, and is as it was."""

import weakref

import numpy as np
import pytest

import functrace as ft
from functrace.transforms import _tracing
from functrace.transforms._rolling import Finished, past

X = np.linspace(0.3, 1.2, 6)


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(past, "_MANY", 50)
    monkeypatch.setattr(past, "_FEW", 12)


@pytest.fixture
def unrolled(monkeypatch):
    """Nothing becomes a loop: nodes are made again."""
    monkeypatch.setattr(_tracing, "finished", lambda outputs, floor: Finished(outputs))


def straight(x):
    """Views, slices, several outputs, unused values, an old value late."""
    early = np.sin(x[1]) * x[2]
    y, u = x[0], np.zeros(8)
    for k in range(40):
        y = np.cos(y) * x[k % 6] + k
        u[k % 5 : k % 5 + 2] += y * 0.1
        np.exp(y)
        low, high = np.split(u, 2)
        y = y + low[1] * high[2] * 0.01
    return y * early + np.sum(u)


def loop(x):
    y, out = x * 1, []
    for k in range(300):
        y = np.sin(y) * 0.9 + x[k % 6] * 0.1
        if k % 50 == 0:
            out.append(y)
    return np.sum(np.stack(out) * np.arange(6.0)) + np.sum(y)


def inner_gradients(x):
    y = x * 1
    for _ in range(30):
        y = y - 0.1 * ft.grad(lambda z: np.sum(np.cos(z * x[1]) ** 2))(y)
    return np.sum(y * x)


@pytest.mark.slow
@pytest.mark.parametrize("function", [straight, loop, inner_gradients])
@pytest.mark.parametrize("way", ["loops", "nodes"])
def test_values_and_derivatives(function, way, request):
    if way == "nodes":
        request.getfixturevalue("unrolled")
    for transform in (
        function,
        ft.grad(function),
        ft.hessian(function),
        lambda x: ft.jvp(function, (x,), (X,))[1],
    ):
        found, expected = ft.jit(transform)(X), transform(X)
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


def test_graphs_are_the_same(unrolled, monkeypatch):
    short = str(ft.make_graph(straight)(ft.Aval(6)))
    monkeypatch.setattr(past, "_MANY", 10**6)
    assert short == str(ft.make_graph(straight)(ft.Aval(6)))


@pytest.mark.slow
def test_nodes_are_freed():
    """Not so many are alive at once as were recorded."""
    alive, most = weakref.WeakSet(), 0

    def function(x):
        nonlocal most
        y = x[0]
        for _ in range(2000):
            y = np.sin(y) * 0.5
            if type(y) is not np.float64:
                alive.add(y.edge.node)
            most = max(most, len(alive))
        return y

    fast = ft.jit(function)
    found = fast(X)
    assert 0 < most < 200
    assert found == function(X)


def test_the_first_operation_is_of_the_first_round():
    """Where loops are found of what was put away as well."""

    def powers(x):
        for _ in range(200):
            x = np.sin(x) * 0.5
        return x

    (scan,) = ft.make_graph(powers)(ft.Aval(6)).nodes
    assert scan.name == "scan"
    assert scan.params["length"] == 200
