"""What derivatives start from stays small where graphs are compiled, formed in loops."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import aval_of
from functrace.core.constant import compact
from functrace.core.node import Edge
from tests._simplify import each

N = 40  # points, so that all pairs of them are many more than a direction's elements
RNG = np.random.default_rng(20)
POINTS = RNG.normal(size=(N, 3))
DIRECTION = RNG.normal(size=(N, 3))
DIRECTIONS = RNG.normal(size=(7, N, 3))
MATRIX = RNG.normal(size=(70, 80))
VECTOR = RNG.normal(size=80)


def energy(x):
    """Of all pairs."""
    apart = x[:, None] - x[None]
    return np.sum(1 / (1 + np.sum(apart * apart, -1)))


def pairs(x):
    """As many values as there are pairs."""
    return np.sin(2 * x[:, None] - x[None]).sum(-1)


def constants_of(graph):
    """Bytes of each of the constants, without what repeats a number."""
    operands = [*(e for node in graph.nodes for e in node.inputs), *graph.outputs]
    arrays = {id(e): e for e in operands if type(e) is not Edge}.values()
    arrays = [compact(np.asarray(a)) for a in arrays]
    return [a.nbytes if any(a.strides) else a.itemsize for a in arrays]


def derivative(f, x, step=1e-5):
    """By differences, one column for each element."""
    columns = []
    for k in range(x.size):
        h = np.zeros(x.size, x.dtype)
        h[k] = step
        h = h.reshape(x.shape)
        columns.append((np.asarray(f(x + h)) - np.asarray(f(x - h))) / (2 * step))
    return np.stack(columns, -1).reshape(*columns[0].shape, *x.shape)


# -- how large constants are -----------------------------------------------------------

KEPT = DIRECTION.nbytes + 64


@each(
    ("function", "bound"),
    [
        (ft.hessian(energy), 64),
        (ft.jacobian(pairs), 64),
        (ft.jacfwd(pairs), 64),
        (ft.jacrev(energy), 64),
        (ft.jacrev(lambda x: pairs(x)[:9]), 9 * 9 * 8 + 9 * N * 8),
        (lambda x: ft.jvp(pairs, (x,), (DIRECTION,)), KEPT),
        (lambda x: ft.hvp(energy)(x, DIRECTION), KEPT),
        (lambda x: ft.vhp(energy)(x, DIRECTION), KEPT),
        (lambda x: ft.linearize(pairs, x)[1](DIRECTION), KEPT),
        (
            lambda x: ft.vmap(lambda t: ft.jvp(pairs, (x,), (t,))[1])(DIRECTIONS),
            7 * KEPT,
        ),
        (lambda x: ft.vmap(lambda t: ft.hvp(energy)(x, t))(DIRECTIONS), 7 * KEPT),
        (
            ft.vmap(lambda x: ft.jvp(pairs, (x,), (DIRECTION,))[1]),
            KEPT,
        ),
    ],
)
def test_constants_are_no_larger_than_what_was_captured(function, bound):
    argument = DIRECTIONS if type(function).__name__ == "_Vmap" else POINTS
    lowered = ft.jit(function).lower(argument)
    assert sum(constants_of(lowered.graph)) <= bound
    assert sum(constants_of(ft.make_graph(function)(aval_of(argument)))) <= (
        bound + 1024  # numbers
    )


def test_a_seed_that_is_repeated_is_not_copied_at_full_size():
    cotangent = np.broadcast_to(2.0, (3000, 300))

    def function(x):
        return ft.vjp(lambda y: np.outer(y, y[:300]), x)[1](cotangent)[0]

    graph = ft.make_graph(function)(ft.Aval((3000,)))
    assert sum(constants_of(graph)) < 1000
    x = RNG.normal(size=3000)
    expected = 2 * (np.sum(x[:300]) + np.where(np.arange(3000) < 300, np.sum(x), 0))
    np.testing.assert_allclose(ft.jit(function)(x), expected)


def test_small_bases_and_what_is_made_of_them_are_constants():
    graph = ft.jit(ft.jacobian(lambda x: (2 * x) * np.sin(x))).lower(np.ones(9)).graph
    assert "eye" not in [node.name for node in graph.nodes]
    assert max(constants_of(graph)) == 9 * 9 * 8


def test_products_with_the_identity_are_none():
    jacobian = ft.jit(ft.jacobian(lambda x: np.tanh(MATRIX @ x))).lower(VECTOR)
    assert [node.name for node in jacobian.graph.nodes].count("matmul") == 1  # A @ x
    transposed = ft.jit(ft.jacobian(lambda x: x @ MATRIX)).lower(VECTOR[:70])
    assert not {"matmul", "eye"} & {node.name for node in transposed.graph.nodes}


@each(
    ("function", "name"),
    [
        (np.cumsum, "cumsum"),
        (lambda x: np.fft.rfft(x).real, "rfft"),
        (lambda x: np.linalg.solve(MATRIX[:, :70], 2 * x[:70]), "solve"),
    ],
)
def test_what_no_loop_computes_is_computed_once(function, name):
    jacobian = ft.jit(ft.jacfwd(lambda x: np.sin(function(x))))
    expected = derivative(lambda x: np.sin(function(x)), VECTOR)
    np.testing.assert_allclose(jacobian(VECTOR), expected, rtol=1e-5, atol=1e-6)
    graph = jacobian.lower(VECTOR).graph
    size = {"solve": 70}.get(name, 80)
    assert max(constants_of(graph)) <= 2 * 80 * 80 * 8 + 80 * 16
    applied = [e for node in graph.nodes for e in node.inputs if type(e) is Edge]
    assert not [e for e in applied if e.node.name == name and e.aval.size > size]


def test_what_is_much_larger_than_the_basis_is_not_computed_once():
    def function(x):
        return np.sum(np.cumsum(x[:, None] - x, 0) ** 2 * MATRIX[:1].T, 1)

    jacobian = ft.jit(ft.jacfwd(function))
    assert max(constants_of(jacobian.lower(VECTOR).graph)) < 80 * 80 * 8
    np.testing.assert_allclose(
        jacobian(VECTOR), ft.jacfwd(function)(VECTOR), rtol=1e-10
    )


@pytest.mark.slow
def test_loops_form_the_basis_in_their_bodies():
    def body(c, _):
        return c - 0.01 * ft.hessian(energy)(c)[0, 0], np.sum(c)

    def total(x):
        return np.sum(ft.scan(body, x, None, length=2)[0] ** 2)

    for function in (total, ft.grad(total)):
        graph = ft.jit(function).lower(POINTS).graph
        bodies = [v for node in graph.nodes for v in node.params.values()]
        found = [constants_of(b) for b in bodies if isinstance(b, ft.Graph)]
        assert found
        assert sum(map(sum, (*found, constants_of(graph)))) < 1000
    step = 1e-5 * DIRECTION
    slope = (total(POINTS + step) - total(POINTS - step)) / 2e-5
    got = np.sum(ft.jit(ft.grad(total))(POINTS) * DIRECTION)
    np.testing.assert_allclose(got, slope, rtol=1e-6)


# -- that nothing else changes ---------------------------------------------------------


@each("transform", [ft.jacobian, ft.jacfwd, ft.jacrev])
@each(
    "function",
    [pairs, lambda x: np.sin(x).reshape(-1) @ MATRIX[:, :6].repeat(2, 0)[:120]],
)
def test_jacobians_are_those_of_differences(transform, function):
    got = ft.jit(transform(function))(POINTS)
    np.testing.assert_allclose(got, transform(function)(POINTS), rtol=1e-12, atol=1e-13)
    expected = derivative(function, POINTS)
    np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-8)


@each("chunk_size", [None, 50])
@pytest.mark.slow
def test_hessians_are_those_of_differences(chunk_size):
    got = ft.jit(ft.hessian(energy, chunk_size=chunk_size))(POINTS)
    np.testing.assert_allclose(got, ft.hessian(energy)(POINTS), rtol=1e-11, atol=1e-13)
    expected = derivative(ft.grad(energy), POINTS)
    np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-8)


def test_captured_directions_are_as_those_that_are_arguments():
    def product(x, t):
        return ft.jvp(pairs, (x,), (t,))[1]

    got = ft.jit(lambda x: product(x, DIRECTION))(POINTS)
    np.testing.assert_array_equal(got, ft.jit(product)(POINTS, DIRECTION))
    step = 1e-6 * DIRECTION
    slope = (pairs(POINTS + step) - pairs(POINTS - step)) / 2e-6
    np.testing.assert_allclose(got, slope, rtol=1e-7, atol=1e-7)


def test_directions_that_are_made_in_the_function():
    def function(x):
        made = np.zeros((2, N, 3))
        first, second = made
        second[:] = DIRECTION
        first[0] = x[0]
        return ft.jvp(pairs, (x,), (second,))[1], ft.jvp(pairs, (x,), (first,))[1]

    got = ft.jit(function)(POINTS)
    np.testing.assert_allclose(got, function(POINTS), rtol=1e-13, atol=1e-14)
    kept = constants_of(ft.jit(function).lower(POINTS).graph)
    assert max(kept) <= 2 * DIRECTION.nbytes


def test_single_precision_stays_single():
    x, t = POINTS.astype(np.float32), DIRECTION.astype(np.float32)
    hessian = ft.jit(ft.hessian(energy))(x)
    assert hessian.dtype == np.float32
    np.testing.assert_allclose(
        hessian, ft.hessian(energy)(POINTS), rtol=1e-3, atol=1e-3
    )
    product = ft.jit(lambda x: ft.hvp(energy)(x, t))(x)
    assert product.dtype == np.float32
    expected = ft.hvp(energy)(POINTS, DIRECTION)
    np.testing.assert_allclose(product, expected, rtol=1e-3, atol=1e-3)


def test_complex_jacobians():
    z = VECTOR + 1j * VECTOR[::-1]

    def function(z):
        return np.exp(1j * z[1:]) * z[:-1]

    got = ft.jit(ft.jacobian(function, holomorphic=True))(z)
    assert got.dtype == np.complex128
    np.testing.assert_allclose(got, derivative(function, z), rtol=1e-6, atol=1e-8)
    t = z[::-1].copy()
    tangent = ft.jit(lambda z: ft.jvp(function, (z,), (t,))[1])(z)
    np.testing.assert_allclose(tangent, got @ t, rtol=1e-12)


@each("shape", [(0,), (0, 3), (3, 0)])
def test_nothing_to_differentiate(shape):
    x = np.zeros(shape)
    assert ft.jit(ft.jacobian(np.sin))(x).shape == (*shape, *shape)
    assert ft.jit(ft.hessian(lambda x: np.sum(x**2)))(x).shape == (*shape, *shape)
    assert ft.jit(lambda y: ft.jvp(np.sin, (y,), (x,))[1])(x).shape == shape


def test_integers_beside():
    k, places = np.arange(80), RNG.integers(0, 80, 300)

    def function(x, k):
        return (x * k)[places] ** 2

    expected = derivative(lambda x: function(x, k), VECTOR)
    got = ft.jit(ft.jacobian(function))(VECTOR, k)
    np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-4)
    tangent = ft.jit(lambda x: ft.jvp(lambda y: function(y, k), (x,), (VECTOR,))[1])
    np.testing.assert_allclose(tangent(VECTOR), expected @ VECTOR, atol=1e-3)


# -- constants in other places ---------------------------------------------------------

MOVES = {
    "reversed": lambda x: x[::-1],
    "strided": lambda x: x[3::5],
    "repeated": lambda x: np.broadcast_to(x, (3, x.size)),
    "rolled": lambda x: np.roll(x, 7),
    "joined": lambda x: np.concatenate([x[5:], 2 * x, x[:1]]),
    "reshaped": lambda x: x.reshape(4, 5, -1).transpose(2, 0, 1),
    "diagonal": lambda x: np.diag(x)[:, ::3],
    "windows": lambda x: np.lib.stride_tricks.sliding_window_view(x, 4),
    "picked": lambda x: x[[5, 3, 5, -1]],
    "element": lambda x: x[7],
    "short": lambda x: x[:3],
    "summed": lambda x: np.sum(x.reshape(-1, 4), 1),
    "difference": lambda x: x[:, None] - x,
    "padded": lambda x: np.pad(x, 3),
    "accumulated": np.cumsum,
}


@each("dtype", [np.float64, np.float32, np.complex128])
@each("move", MOVES)
def test_jacobians_of_what_moves_elements(move, dtype):
    function = MOVES[move]
    x = np.arange(1, 81).astype(dtype)
    basis = np.eye(80, dtype=dtype)
    expected = np.stack([function(e) for e in basis], -1)
    for scaled in (function, lambda x: function(x * x) * 3):
        for transform in (ft.jacfwd, ft.jacrev):
            wrapped = transform(scaled, holomorphic=dtype is np.complex128)
            got = ft.jit(wrapped)(x)
            assert got.dtype == dtype
            np.testing.assert_allclose(got, wrapped(x), rtol=1e-6)
            if scaled is function:
                np.testing.assert_array_equal(got, expected)


@each("threads", [1, 2])
@pytest.mark.slow
def test_chunks_of_loops_know_their_places(threads):
    x = RNG.normal(size=(70, 3))
    before = ft.get_num_threads()
    ft.set_num_threads(threads)
    try:
        got = ft.jit(ft.hessian(energy))(x)
    finally:
        ft.set_num_threads(before)
    np.testing.assert_allclose(got, ft.hessian(energy)(x), rtol=1e-11, atol=1e-13)


# -- values when they are asked for ----------------------------------------------------


def test_values_of_constants_are_known_when_they_are_asked_for():
    def function(x):
        jacobian = ft.jacobian(lambda y: MATRIX @ y)(x)
        assert isinstance(jacobian, np.ndarray)
        if jacobian[0, 0] > MATRIX[0, 0]:
            return x
        tangent = ft.jvp(lambda y: 2 * y, (x,), (VECTOR,))[1]
        return x * float(tangent[3]) + int(np.argmax(tangent)) + tangent.tolist()[1]

    largest = int(np.argmax(VECTOR))
    expected = VECTOR * (2 * VECTOR[3]) + largest + 2 * VECTOR[1]
    np.testing.assert_allclose(ft.jit(function)(VECTOR), expected, rtol=1e-14)


def test_values_of_arguments_are_not():
    def function(x):
        tangent = ft.jvp(np.sin, (x,), (VECTOR,))[1]
        return [*filter(None, [tangent[0], x[0]])]

    with pytest.raises(ft.ConcretizationError, match="computed from 'x'"):
        ft.jit(function)(VECTOR)


def test_on_values_all_is_computed_at_once():
    def function(x):
        jacobian = ft.vmap(lambda t: ft.jvp(np.sin, (x,), (t,))[1])(np.eye(80))
        return x if jacobian[0, 0] > 0 else -x

    assert len(ft.make_graph(function)(VECTOR).outputs) == 1
    np.testing.assert_array_equal(
        ft.make_graph(function)(VECTOR)(VECTOR), function(VECTOR)
    )


def test_captured_directions_that_change_are_seen():
    direction = DIRECTION.copy()
    function = ft.jit(lambda x: ft.hvp(energy)(x, direction))
    first = function(POINTS)
    direction *= 2
    np.testing.assert_allclose(function(POINTS), 2 * first, rtol=1e-12)
