"""Repeated structure in recorded graphs: what becomes a loop, and what does not."""

import numpy as np
import pytest

import functrace as ft
from functrace.core.closure import part_of
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node
from functrace.primitives.elementary import sin
from functrace.transforms import _tracing
from functrace.transforms._rolling import Finished, search, worth
from functrace.transforms._rolling.runs import Run, runs

N = 24
X = np.linspace(0.2, 1.4, 30)
ROWS = np.linspace(-1, 1, N)
ORDER = np.random.default_rng(3).permutation(N)


@pytest.fixture(autouse=True)
def _short_loops_are_worth_it(monkeypatch):
    monkeypatch.setattr(worth, "FEW", 20)
    monkeypatch.setattr(worth, "_LONG", 40)


def recorded(monkeypatch, function, *avals):
    """The graph as the function runs."""
    with monkeypatch.context() as patch:
        patch.setattr(_tracing, "finished", lambda outputs, floor: Finished(outputs))
        return ft.make_graph(function)(*avals)


def loops(graph):
    """Rounds of each loop; of one in another its rounds after those."""
    found = []
    for node in graph.nodes:
        if node.name == "scan":
            inner = loops(node.params["body"])
            found.append(
                (node.params["length"], *inner) if inner else node.params["length"]
            )
    return found


def carried(x):
    y = x[0]
    for _ in range(N):
        y = np.sin(y) * x[1]
    return y


def coefficients(x):
    y = x[0]
    for k in range(N):
        y = y * ROWS[k] + 1 / (k + 1)
    return y


def elements(x):
    total = 0.0
    for i in range(N):
        total = total + x[i] * x[i + 1] ** 2
    return total


def backwards(x):
    total = 0.0
    for i in range(N):
        total = total * x[2] + x[N - i]
    return total


def scattered(x):
    total = 0.0
    for i in ORDER:
        total = total * x[2] + x[int(i)]
    return total


def two_steps_back(x):
    a, b = x[0], x[1]
    for _ in range(N):
        a, b = b, a * 0.3 + np.sin(b)
    return b


def multistep(x):
    y, f1, f2 = x[0], x[1], x[2]
    for _ in range(N):
        f0 = np.cos(y)
        y = y + 0.1 * (23 * f0 - 16 * f1 + 5 * f2) / 12
        f1, f2 = f0, f1
    return y


def parity(x):
    y = x[0]
    for i in range(N):
        y = np.sin(y) * 0.9 if i % 2 else np.cos(y) + x[1]
    return y


def buffer(x):
    u = np.zeros((N + 1, 4))
    u[0] = x[:4]
    for i in range(N):
        u[i + 1, 1:-1] = u[i, 1:-1] + 0.1 * (u[i, 2:] - 2 * u[i, 1:-1] + u[i, :-2])
    return u


def behind_and_ahead(x):
    u = np.array(x[:26])
    for _ in range(2):
        for i in range(1, N):
            u[i] = 0.5 * (u[i - 1] + u[i + 1])
    return u


def windows(x):
    total = 0.0
    for i in range(N):
        total = total * 0.9 + np.sum(x[i : i + 3] * x[i + 4 : i + 1 : -1])
    return total


def window_writes(x):
    u = np.zeros(N + 3)
    for i in range(N):
        u[i : i + 3] += np.sin(x[i])
    return u


def appended(x):
    y, out = x[0], []
    for _ in range(N):
        y = np.cos(y) * x[1]
        out.append(y)
    return np.array(out) * 2 + out[3]


def map_of_list(x):
    out = [np.sin(x[i]) * x[i] for i in range(N)]
    return np.stack([v * 0.5 + out[0] for v in out])


def nested(x):
    y = x[:6] * 1
    for _ in range(10):
        for i in range(5):
            y[i] = y[i] * 0.5 + np.sin(y[i + 1])
    return y


def first_is_other(x):
    y = None
    for _ in range(N):
        y = x[0] if y is None else np.sin(y) + x[1]
    return y


def begins_as_a_round_does(x):
    u, v = x, 1 - x  # a subtraction, as the one that ends each round
    for _ in range(N):
        w, z = -2 * u + np.roll(u, 1), -2 * v + np.roll(v, 1)
        u, v = u + 0.1 * w - 0.1 * u * v, v + 0.2 * z + 0.1 * u * v - 0.1 * v
    return np.sum(v)


def integers(x):
    n, y = x.astype(int)[3], x[0]
    for _ in range(N):
        n = (n * 3 + 1) % 7
        y = y + n
    return y


def narrow(x):
    y = x.astype(np.float32)[:3]
    for _ in range(N):
        y = np.sin(y) * np.float32(0.5) + 0.1
    return y


def complex_numbers(x):
    z = x[0] + 1j * x[1]
    for _ in range(N):
        z = z * z * 0.3 + 0.1j
    return z


def exponents(x):
    total = 0.0
    for k in range(N):
        total = total + x[0] ** k
    return total


def constants(x):
    p, u, out = np.ones(3), np.zeros((N + 1, 3)), []
    for i in range(N):
        u[i + 1] = np.sin(p)
        u[i + 1, 1] += np.sin(np.sum(p)) * 0.1
        out.append(np.sin(x[i] * 0.1))
    return np.sum(np.array(out)) + np.sum(u[1:] * x[:3])


TABLE = [
    (carried, [24]),
    (coefficients, [24]),
    (elements, [24]),
    (backwards, [24]),
    (scattered, [24]),
    (two_steps_back, [24]),
    (multistep, [24]),
    (parity, [12]),
    (buffer, [24]),
    (behind_and_ahead, [23, 23]),
    (windows, [23]),
    (window_writes, [23]),
    (appended, [24]),
    (map_of_list, [24, 24]),
    (nested, [10]),
    (first_is_other, [23]),
    (begins_as_a_round_does, [23]),
    (integers, [24]),
    (narrow, [24]),
    (complex_numbers, [23]),
    (exponents, [24]),
    (constants, [24]),
]


@pytest.mark.parametrize(
    ("function", "expected"), TABLE, ids=lambda p: getattr(p, "__name__", "")
)
def test_loops(function, expected, monkeypatch):
    graph = recorded(monkeypatch, function, ft.Aval(30))
    small = ft.make_graph(function)(ft.Aval(30))
    assert loops(small) == expected
    assert len(small) < len(graph) / 2
    np.testing.assert_array_equal(small(X), graph(X))
    np.testing.assert_allclose(ft.jit(function)(X), function(X), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("function", [f for f, _ in TABLE if f is not narrow])
def test_derivatives(function):
    def scalar(x):
        return np.sum(np.abs(function(x)) ** 2)

    for transform in (
        ft.grad(scalar),
        lambda x: ft.jvp(ft.grad(scalar), (x,), (X,))[1],
    ):
        found, expected = ft.jit(transform)(X), transform(X)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-11)


def test_batches():
    xs = np.stack([X, X[::-1], X * 0.5])
    for function in (elements, buffer, appended, nested):
        found = ft.jit(ft.vmap(function))(xs)
        expected = [function(x) for x in xs]
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def noisy(x):
    y = x[0]
    for _ in range(N):
        y = ft.pure_callback(np.sin, ft.Aval(()), y) * 0.5
    return y


def unlike(x):
    y = x[0]
    for k in np.random.default_rng(0).integers(0, 3, 3 * N):
        y = (np.sin, np.cos, np.tanh)[k](y)
    return y


@pytest.mark.parametrize("function", [noisy, unlike])
def test_what_stays(function):
    """Callbacks are made one by one."""
    graph = ft.make_graph(function)(ft.Aval(30))
    assert not loops(graph)
    np.testing.assert_allclose(graph(X), function(X), rtol=1e-14)


def test_what_is_short_stays(monkeypatch):
    monkeypatch.undo()
    assert not loops(ft.make_graph(carried)(ft.Aval(30)))


def test_gradient_within_a_loop():
    """What a transform recorded is part of a round."""

    def descent(x):
        y = x[:3] * 1
        for _ in range(N):
            y = y - 0.1 * ft.grad(lambda z: np.sum(np.cos(z) * x[4]))(y)
        return y

    assert loops(ft.make_graph(descent)(ft.Aval(30))) == [24]
    np.testing.assert_allclose(ft.jit(descent)(X), descent(X), rtol=1e-12)


def test_python_numbers_give_way_afterwards():
    """What depends on Python numbers alone is one after a loop, too."""

    def function(a, x):
        for _ in range(N):
            a = a * 0.5 + 1.0
        return a * x

    x = np.ones(3, np.float32)
    assert ft.jit(function)(1.0, x).dtype == function(1.0, x).dtype == np.float32


@pytest.mark.parametrize("least", [2, 4])
def test_periods(least, rng):
    for period in (1, 2, 3, 5, 17, 40):
        pattern = np.arange(period) + 100
        around = rng.permutation(90)
        tokens = np.concatenate([around[:31], np.tile(pattern, 9), around[31:]])
        found = [run for part in runs(tokens, least) for run in part]
        assert Run(31, period, 9 * period) in found
    assert not [run for part in runs(rng.permutation(500), least) for run in part]


@pytest.mark.slow
def test_lines_that_became_loops(monkeypatch):
    monkeypatch.undo()

    def function(x):
        y, out = x[0], [x[1]] * 97
        for _ in range(900):
            y = np.sin(y) * 0.5
            y = y + x[1]
        for k in range(200):
            out.append(out[k] * out[-1] * 0.5)
        for _ in range(30):
            y = y * x[2] + 1
        return y + out[-1]

    first = function.__code__.co_firstlineno
    fast = ft.jit(ft.grad(function))
    fast(X)
    far = "a round takes what was computed more than 8 rounds before"
    assert fast.lower(X).explain().splitlines() == [
        "functrace.jit: all of it is native code",
        "loops:",
        f"  test_rolling.py:{first + 3}-{first + 4}: a loop of 900 rounds",
        f"  test_rolling.py:{first + 6}: no loop: {far}",
        f"  test_rolling.py:{first + 8}: no loop: the rounds are few",
    ]
    assert "1 compilation," in fast.explain()


def test_lines_of_loops_say_which_they_are_in(monkeypatch):
    monkeypatch.undo()

    def inner(x):
        return ft.fori_loop(0, 30, lambda k, y: np.cos(y) + k, x)

    def middle(x):
        return ft.fori_loop(0, 40, lambda k, y: inner(y) * 2, x)

    def function(x):
        return ft.fori_loop(0, 50, lambda k, y: middle(y) + 1, x)

    lines = ft.jit(function).lower(1.0).explain().splitlines()
    line = inner.__code__.co_firstlineno + 1
    within = "a loop of 30 rounds, in one of 40, in one of 50"
    assert f"  test_rolling.py:{line}: {within}" in lines


@pytest.mark.slow
def test_what_is_read_of_rows_is_given_alone():
    def function(x, where=np.s_[:, 3]):
        u = np.zeros((N + 1, 16))
        u[0] = x[:16]
        for i in range(N):
            u[i + 1, 1:-1] = u[i, 1:-1] + 0.1 * (u[i, 2:] - u[i, :-2]) * x[3]
        return np.sum(np.sin(u[where])) + u[-1, 2]

    def rows(where):
        graph = ft.make_graph(lambda x: function(x, where))(ft.Aval(30))
        (loop,) = (node for node in graph.nodes if node.name == "scan")
        return [aval.shape for aval in loop.avals[loop.params["carry"] :]]

    assert rows(np.s_[:, 3]) == [(N,)]
    assert rows(np.s_[:, 4:6]) == [(N, 2)]
    assert rows(np.s_[:, 1:]) == [(N, 16)]
    assert rows(np.s_[:]) == [(N, 16)]
    for transform in (function, ft.grad(function), ft.hessian(function)):
        np.testing.assert_allclose(ft.jit(transform)(X), transform(X), rtol=1e-10)


def test_parts_of_graphs_have_their_constants():
    """What depends on no input may be older than the inputs that are left."""
    first = Edge(Leaf("a", ft.Aval(3)), 0)
    still = Edge(Node(sin, (np.ones(3),), {}, None, (3,), np.dtype(float)), 0)
    last = Edge(Leaf("b", ft.Aval(3)), 0)
    moved = Edge(Node(sin, (last,), {}, None, (3,), np.dtype(float)), 0)
    assert Graph([first, last], [still, moved]).free_inputs == ()
    part = part_of([last], [still, moved])
    assert part.free_inputs == ()
    np.testing.assert_array_equal(part(np.zeros(3)), [np.sin(np.ones(3)), np.zeros(3)])


def inner_loops(x, numbers):
    """Loops of the same operations, each with two numbers."""
    y = x[0]
    for k in range(6):
        c, d = numbers(k)
        z = y
        for j in range(8):
            z = np.sin(z) * c + x[j] * d + x[k]
        y = y * np.cos(z)
    return y


NUMBERS = {  # and how many are like the first
    "equal": (lambda k: (0.5, 2.0), 6),
    "others": (lambda k: (0.5 + k, 2.0 - k), 6),
    "one or two": (lambda k: (0.5, 0.5 + k % 2), 3),
    "of another type": (lambda k: (np.float64(k) if k % 2 else k + 0.5, 2.0), 3),
}


@pytest.mark.parametrize(("numbers", "alike"), NUMBERS.values(), ids=NUMBERS)
def test_loops_that_are_like_one_before(numbers, alike, monkeypatch):
    def function(x):
        return inner_loops(x, numbers)

    found = []

    def moved(*args):
        found.append(search_moved(*args))
        return found[-1]

    search_moved = search.moved
    monkeypatch.setattr(search, "moved", moved)
    graph = ft.make_graph(function)(ft.Aval(30))
    assert len(found[0]) == alike
    monkeypatch.setattr(search, "moved", lambda *_: {})
    assert str(graph) == str(ft.make_graph(function)(ft.Aval(30)))
    np.testing.assert_array_equal(graph(X), function(X))


@pytest.mark.parametrize("shape", [(0,), (0, 3)])
def test_loops_over_nothing_have_derivatives_of_nothing(shape):
    def total(x):
        for _ in range(40):
            x = x + 0.05 * np.sin(x) * np.cos(np.sum(x))
        return np.sum(x**2)

    value, slope = ft.jit(ft.value_and_grad(total))(np.zeros(shape))
    assert value == 0
    assert slope.shape == shape
    assert ft.jit(ft.hessian(total))(np.zeros(shape)).shape == shape * 2


def test_values_of_several_rounds_ago_share_what_is_carried():
    graph = ft.make_graph(two_steps_back)(ft.Aval(30))
    (scan,) = [node for node in graph.nodes if node.name == "scan"]
    assert scan.params["carry"] == 2
