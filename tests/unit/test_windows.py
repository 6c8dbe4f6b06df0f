"""Windows that slide along an array: views, read-only, several for each element."""

from __future__ import annotations

import operator

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view as windows

import functrace as ft
from functrace.compiler.plan.build import Build

pytestmark = pytest.mark.share(8)

X = np.array([0.3, -1.2, 2.5, 0.7, -0.4, 1.9, 3.1])
M = np.random.default_rng(0).normal(size=(5, 6))
W = np.array([0.5, -1.0, 2.0])

VIEWS = {
    "one axis": (lambda x: windows(x, 3), X),
    "reversed": (lambda x: windows(x[::-1], 3), X),
    "steps": (lambda x: windows(x[::2], 2), X),
    "from the end": (lambda x: windows(x[5::-2], 2), X),
    "turned": (lambda x: windows(x, 3).T, X),
    "some": (lambda x: windows(x, 3)[::-2, 1:], X),
    "one": (lambda x: windows(x, 3)[2], X),
    "an element": (lambda x: windows(x, 3)[2, 1, ...], X),
    "windows of windows": (lambda x: windows(windows(x, 4), 2, 1), X),
    "windows of some": (lambda x: windows(windows(x, 3)[1:, ::-1], (2, 2)), X),
    "an axis twice": (lambda x: windows(x, (2, 3), axis=(0, 0)), X),
    "all": (lambda x: windows(x, 7), X),
    "single elements": (lambda x: windows(x, 1), X),
    "none": (lambda x: windows(x, 0), X),
    "no axes": (lambda x: windows(x, (), axis=()), X),
    "two axes": (lambda x: windows(x, (2, 3)), M),
    "axes in turn": (lambda x: windows(x, (3, 2), axis=(1, 0)), M),
    "the last axis": (lambda x: windows(x, 4, axis=-1), M),
    "of a transpose": (lambda x: windows(x.T, (2, 3)), M),
    "of a column": (lambda x: windows(x[:, 1], 2), M),
    "of a reshape": (lambda x: windows(x.reshape(6, 5), 2, 0), M),
    "of a diagonal": (lambda x: windows(np.diagonal(x), 2), M),
    "complex": (lambda x: windows(x, 3), X * (1 + 2j)),
    "imaginary parts": (lambda x: windows(x.imag, 3), X * (1 + 2j)),
    "integers": (lambda x: windows(x, 3), np.arange(7)),
    "same shape": (lambda x: windows(x, 3).reshape(5, 3), X),
    "split": (lambda x: windows(x, (2, 3)).reshape(2, 2, 4, 2, 3), M),
    "flat": (lambda x: windows(x, 3).reshape(-1), X),
    "ravel": (lambda x: windows(x, 3).ravel(), X),
    "flattened": (lambda x: windows(x, (2, 3)).reshape(-1, 6), M),
    "a copy": (lambda x: windows(x, 3).copy(), X),
    "a copy in its order": (lambda x: np.copy(windows(x, 3)), X),
    "contiguous": (lambda x: np.ascontiguousarray(windows(x, 3)), X),
    "computed": (lambda x: windows(x, 3) * 2, X),
}


def write(y):
    y[1] = 7
    y[-2:] += y[:2]


def seen(x, view):
    """A view, and a view of a part, after writes to the base."""
    y = x * 1
    inner = y[1:]
    w, v = view(y), view(inner) if inner.shape[0] > 6 else view(y)
    before = w * 1
    write(y)
    write(inner)
    return before, w * 1, v * 1


def written(x, view):
    """What can be written to what the view gives, and whether it can be."""
    y = x * 1
    w = view(y)
    try:
        w += 1
        w[...] = w * 2
    except ValueError as error:
        assert "read-only" in str(error)  # noqa: PT017 - not raised for some
        return y, w * 1, np.zeros(1)
    return y, w * 1, np.ones(1)


# -- a view ----------------------------------------------------------------------------


@pytest.mark.parametrize("does", [seen, written])
@pytest.mark.parametrize("name", VIEWS)
def test_writes_are_seen_and_refused_as_numpys(name, does):
    view, x = VIEWS[name]
    expected = does(x, view)
    for i, value in enumerate(expected):

        def fun(z, i=i):
            return does(z.astype(x.dtype), view)[i] * 1.0

        np.testing.assert_array_equal(ft.vjp(fun, x * 1.0)[0], value)
    for got, value in zip(
        ft.jit(does, static_argnums=1)(x, view), expected, strict=True
    ):
        np.testing.assert_array_equal(got, value)
    batch = np.stack([x, x[::-1] * 3])
    batched = ft.vmap(lambda x: does(x, view))(batch)
    compiled = ft.jit(ft.vmap(lambda x: does(x, view)))(batch)
    for k, row in enumerate(batch):
        for got, again, value in zip(batched, compiled, does(row, view), strict=True):
            np.testing.assert_array_equal(got[k], value)
            np.testing.assert_array_equal(again[k], value)


def test_a_base_that_is_written_to_is_copied_once_windows_are_kept():
    def fun(x):
        y = x * 1
        kept = np.sin(windows(y, 3))
        y[2] = 0
        return np.sum(kept) + np.sum(windows(y, 3) ** 2)

    def direct(x):
        y = x * [1, 1, 0, 1, 1, 1, 1]
        parts = [np.sin(x[k : k + 5]) + y[k : k + 5] ** 2 for k in range(3)]
        return np.sum(np.stack(parts))

    np.testing.assert_allclose(ft.grad(fun)(X), ft.grad(direct)(X))
    np.testing.assert_allclose(ft.jit(ft.grad(fun))(X), ft.grad(direct)(X))


@pytest.mark.parametrize("transform", [ft.grad, lambda f: ft.jit(ft.grad(f))])
def test_windows_are_read_only(transform):
    def fun(x):
        w = windows(x * 1, 3)
        for statement in (
            lambda: operator.setitem(w, 0, 1),
            lambda: operator.setitem(w[1:], ..., 1),
            lambda: operator.setitem(w.T, 0, x[0]),
            lambda: operator.iadd(w, 1),
            lambda: operator.setitem(w.reshape(5, 3, 1), 0, 1),
            lambda: w.fill(0),
            lambda: w.sort(),
        ):
            with pytest.raises(ValueError, match="read-only"):
                statement()
        return np.sum(w * W)

    expected = np.convolve(np.ones(5), W)
    np.testing.assert_allclose(transform(fun)(X), expected)


def test_patches_that_are_copies_are_centred_in_place():
    def fun(x):
        patches = windows(x, (2, 3)).reshape(-1, 6)
        patches -= patches.mean(1, keepdims=True)
        return np.sum(patches**3)

    gradient = ft.grad(fun)(M)
    for i in np.ndindex(2, 2):
        step = np.zeros_like(M)
        step[i] = 1e-5
        slope = (fun(M + step) - fun(M - step)) / 2e-5
        assert abs(gradient[i] - slope) < 1e-7
    np.testing.assert_allclose(ft.jit(ft.grad(fun))(M), gradient, rtol=1e-13)
    batch = np.stack([M, M[::-1]])
    for transform in (ft.vmap, lambda f: ft.jit(ft.vmap(f))):
        found = transform(ft.grad(fun))(batch)
        np.testing.assert_allclose(found[0], gradient, rtol=1e-13)


def test_refuses_what_numpy_refuses():
    for arguments in (
        (X, 8),
        (X, -1),
        (X, (2, 2)),
        (M, 2),
        (M, (2, 2), 0),
        (M, 2, 2),
        (X, (4, 5), (0, 0)),
    ):
        with pytest.raises(ValueError, match=r".") as expected:
            windows(*arguments)
        for transform in (ft.grad, lambda f: ft.jit(ft.grad(f))):
            with pytest.raises(type(expected.value)) as error:
                transform(lambda x, a=arguments: np.sum(windows(x, *a[1:])))(
                    arguments[0]
                )
            assert str(error.value).startswith(str(expected.value))
    with pytest.raises(ValueError, match="writeable=True is not supported"):
        ft.grad(lambda x: np.sum(windows(x, 3, writeable=True)))(X)
    with pytest.raises(TypeError):
        ft.grad(lambda x: np.sum(windows(x, 2.5)))(X)


def test_arrays_without_elements():
    empty = np.zeros((0, 4))
    out, pull = ft.vjp(lambda x: windows(x, 3, axis=1), empty)
    assert out.shape == (0, 2, 3)
    assert pull(out)[0].shape == (0, 4)
    assert ft.jit(lambda x: windows(x * 2, 0))(X).shape == (8, 0)
    assert ft.jit(ft.grad(lambda x: np.sum(windows(x, 0))))(X).tolist() == [0.0] * 7
    assert ft.grad(lambda x: np.sum(windows(x, 0)))(X).tolist() == [0.0] * 7


# -- derivatives -----------------------------------------------------------------------

LOSSES = {
    "filter": (lambda x: np.sum(np.tanh(windows(x, 3) @ W)), X),
    "of computed": (lambda x: np.sum(windows(np.exp(x), 5).std(-1)), X),
    "largest": (lambda x: np.sum(np.max(windows(x * x, 4), axis=-1) ** 2), X),
    "long": (lambda x: np.sum(windows(np.sin(x), 6) ** 3), X),
    "images": (lambda x: np.sum(np.prod(windows(x, (2, 3)), axis=(2, 3))), M),
    "twice": (lambda x: np.sum(windows(x, (3, 2), axis=(0, 0)) ** 3), X),
    "nested": (lambda x: np.sum(np.exp(windows(windows(x, 4), 2, 1))), X),
    "reversed": (lambda x: np.sum(windows(x[::-1], 3)[::2] ** 3 * W), X),
}


@pytest.mark.parametrize("name", LOSSES)
@pytest.mark.slow
def test_derivatives(name):
    loss, x = LOSSES[name]
    gradient = ft.grad(loss)(x)
    t = np.random.default_rng(1).normal(size=x.shape)
    h = 1e-5
    slope = (loss(x + h * t) - loss(x - h * t)) / (2 * h)
    assert abs(np.sum(gradient * t) - slope) < 1e-7 * max(1, abs(slope))
    curvature = (ft.grad(loss)(x + h * t) - ft.grad(loss)(x - h * t)) / (2 * h)
    product = ft.grad(lambda x: np.sum(ft.grad(loss)(x) * t))(x)
    np.testing.assert_allclose(product, curvature, rtol=1e-6, atol=1e-6)
    _, tangent = ft.jvp(ft.grad(loss), (x,), (t,))
    np.testing.assert_allclose(tangent, product, rtol=1e-10, atol=1e-12)
    compiled = ft.jit(ft.grad(lambda x: np.sum(ft.grad(loss)(x) * t)))(x)
    np.testing.assert_allclose(compiled, product, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(ft.jit(ft.grad(loss))(x), gradient, rtol=1e-10)
    batch = np.stack([x, x * 0.5])
    batched = ft.jit(ft.vmap(ft.grad(loss)))(batch)
    np.testing.assert_allclose(batched[0], gradient, rtol=1e-10)
    np.testing.assert_allclose(
        ft.vmap(ft.hessian(loss))(batch)[1], ft.hessian(loss)(batch[1]), atol=1e-12
    )


@pytest.mark.parametrize("length", [1, 2, 7, 29, 30, 59, 60])
def test_the_transpose_adds_what_windows_show(length, rng):
    x = rng.normal(size=(60, 2))
    g = rng.normal(size=(61 - length, 2, length))
    expected = np.zeros_like(x)
    for i, j in np.ndindex(61 - length, length):
        expected[i + j] += g[i, :, j]
    _, pull = ft.vjp(lambda x: windows(x, length, axis=0), x)
    np.testing.assert_allclose(pull(g)[0], expected, rtol=1e-12)
    compiled = ft.jit(lambda x, g: ft.vjp(lambda x: windows(x, length, 0), x)[1](g))
    np.testing.assert_allclose(compiled(x, g)[0], expected, rtol=1e-12)


def test_memory_of_the_transpose_is_that_of_the_windows():
    x = np.ones(20_001)
    gradient = ft.grad(lambda x: np.sum(windows(x, 20_000) ** 2))(x)
    assert gradient.tolist() == [2.0, *[4.0] * 19_999, 2.0]


# -- native ----------------------------------------------------------------------------


def programs(x):
    """What reads windows in loops, in steps, in memory of their own, in other places."""
    dear = windows(np.exp(x) * np.sin(x), 5)
    few = windows(np.tanh(x)[3:], 3)
    return (
        dear * 2,
        dear.sum(-1),
        dear.max(0),
        few.mean(-1),
        few[::7] + few[::7, ::-1],
        windows(x, 4) @ x[:4],
        windows(x, 40)[::-1] @ x[:40],
        windows(x, 40) @ windows(x, 40)[:3].T,
        windows(x, 40).T @ x[:361],
        windows(np.cumsum(x), 3)[:, 1],
        windows(x.reshape(-1, 10), (3, 3)).sum((2, 3)),
        np.linalg.solve(np.eye(3) * 9 + windows(x, 3)[:3], windows(x, 3)[0]),
        np.sort(windows(x, 5), axis=-1)[:, 2],
    )


def products(x):
    """Products with matrices whose rows overlap or come backwards."""
    w = windows(x, 40)
    return w @ x[:40], w[::-1] @ x[:40], w[::3] @ x[:40], x[:361] @ w, w @ w[:3].T


@pytest.mark.parametrize(
    ("run", "dtype"),
    [
        (programs, np.float64),
        (programs, np.float32),
        (products, np.complex128),
        (products, np.complex64),
        (products, np.int64),
    ],
)
def test_native_code_reads_windows_as_numpy_does(run, dtype, rng):
    x = (rng.normal(size=400) * 3).astype(dtype)
    if x.dtype.kind == "c":
        x *= 1 - 2j
    rtol = 1e-4 if x.dtype in (np.float32, np.complex64) else 1e-10
    for got, expected in zip(ft.jit(run)(x), run(x), strict=True):
        assert got.dtype == expected.dtype
        scale = rtol * np.max(np.abs(expected))
        np.testing.assert_allclose(got, expected, rtol=rtol, atol=scale)


@pytest.mark.parametrize(
    ("function", "domains"),
    [
        (lambda x: windows(np.exp(x), 10).sum(-1), [(100,), (91, 10)]),
        (lambda x: windows(np.exp(x), 3).sum(-1), [(100,), (98,)]),
        (lambda x: windows(np.exp(x)[5:], 10) * 2, [(95,), (86, 10)]),
        (lambda x: windows(x + 1, 10) * 2, [(91, 10)]),
    ],
)
def test_dear_values_are_not_computed_for_each_window(function, domains):
    graph = ft.make_graph(function)(np.ones(100))
    built = Build(graph.nodes, graph.inputs, graph.outputs, [])
    assert [stage.domain for stage in built.partition.stages] == domains


def test_a_loop_does_not_overwrite_what_windows_show():
    def step(state, _):
        wide = np.concatenate([state[-1:], state, state[:1]])
        smooth = windows(wide, 3).mean(-1)
        state[1:-1] = windows(state, 3) @ W * 0.1
        return state + smooth, np.max(windows(smooth, 4), axis=-1)[::500]

    def by_hand(state, count):
        rows = []
        for _ in range(count):
            state, row = step(state.copy(), None)
            rows.append(row)
        return state, np.stack(rows)

    def looped(state):
        return ft.scan(lambda s, x: step(s.copy(), x), state, length=6)

    state = np.random.default_rng(3).normal(size=5000)
    expected = by_hand(state, 6)
    for run in (looped, ft.jit(looped)):
        for got, value in zip(run(state), expected, strict=True):
            np.testing.assert_allclose(got, value, rtol=1e-12, atol=1e-12)

    def loss(state):
        return np.sum(looped(state)[0] ** 2)

    expected = ft.grad(lambda s: np.sum(by_hand(s, 6)[0] ** 2))(state)
    np.testing.assert_allclose(ft.jit(ft.grad(loss))(state), expected, rtol=1e-9)


def test_loops_over_windows():
    def looped(x):
        def step(state, window):
            state = state * 0.5 + window[:, None] * np.sin(window)
            return state, state @ window

        return ft.scan(step, windows(x, 4)[:4], windows(x, 4))

    def by_hand(x):
        state, rows = windows(x, 4)[:4] * 1, []
        for window in windows(x, 4):
            state = state * 0.5 + window[:, None] * np.sin(window)
            rows.append(state @ window)
        return state, np.stack(rows)

    def loss(run):
        return lambda x: np.sum(run(x)[0] ** 3) + np.sum(np.cos(run(x)[1]))

    x = np.concatenate([X, X[::-1] * 0.5])
    for got, value in zip(ft.jit(looped)(x), by_hand(x), strict=True):
        np.testing.assert_allclose(got, value, rtol=1e-12, atol=1e-12)
    expected = ft.grad(loss(by_hand))(x)
    np.testing.assert_allclose(ft.grad(loss(looped))(x), expected, rtol=1e-10)
    np.testing.assert_allclose(ft.jit(ft.grad(loss(looped)))(x), expected, rtol=1e-10)


def test_any_number_of_threads_gives_the_same_bits(rng):
    x = rng.normal(size=60_000)
    fun = ft.jit(
        ft.value_and_grad(
            lambda x: (
                np.sum(np.tanh(windows(np.exp(x), 7) @ np.ones(7)))
                + np.sum(windows(x, 20).sum(-1) ** 2)
            )
        )
    )
    before = ft.get_num_threads()
    try:
        found = []
        for number in (1, 2, 3):
            ft.set_num_threads(number)
            found.append(fun(x))
    finally:
        ft.set_num_threads(before)
    for value, gradient in found[1:]:
        assert value == found[0][0]
        np.testing.assert_array_equal(gradient, found[0][1])
