"""Compiled programs: what fusion, memory and loops could get wrong."""

from __future__ import annotations

import itertools
import pickle

import numpy as np
import pytest

import functrace as ft
from functrace.core import pytree
from tests._callers import at_once

RNG = np.random.default_rng(0)
V = RNG.normal(size=50)
M = RNG.normal(size=(7, 50))
POINTS = RNG.normal(size=(20, 3))
SQUARE = RNG.normal(size=(20, 20))
PLACES = np.array([3, -1, 0, 7, 3])


def agree(function, *args, tolerance=1e-12):
    """The compiled function gives what the plain one does."""
    got = pytree.flatten(ft.jit(function)(*args))[0]
    expected = pytree.flatten(function(*args))[0]
    for out, value in zip(got, map(np.asarray, expected), strict=True):
        assert (out.dtype, out.shape) == (value.dtype, value.shape)
        scale = np.max(np.abs(value), initial=0) if value.dtype.kind in "fc" else 0
        np.testing.assert_allclose(out, value, rtol=tolerance, atol=tolerance * scale)


def gradients_agree(function, *args):
    agree(ft.value_and_grad(function, argnums=tuple(range(len(args)))), *args)


# -- groups ----------------------------------------------------------------------------


def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8, 9, 31, 32, 33, 64, 65, 1000, 100_003])
def test_every_length_of_vectors_and_tails(n):
    gradients_agree(rosenbrock, RNG.normal(size=n))


SHAPES = [(5, 33), (3, 65), (33, 2), (2, 3, 4), (9, 1, 31), (4, 70, 3), (2, 1, 3, 33)]


@pytest.mark.parametrize("shape", SHAPES)
def test_reductions_over_every_set_of_axes(shape):
    x = RNG.normal(size=shape)
    axes = range(len(shape))
    sets = [c for k in range(len(shape) + 1) for c in itertools.combinations(axes, k)]

    def function(x):
        y = np.sin(x) * 2
        sums = [np.sum(y, axis=s) for s in sets]
        return y, sums, [np.max(x * x, axis=s, keepdims=True) for s in sets if s]

    agree(function, x)


def test_sums_of_one_array_in_one_program():
    agree(lambda x: (x.sum(0), x.sum(1), x.sum(), x * 2, (x * x).sum(0)), M)


def test_short_axes_are_unrolled_together_with_what_they_are_summed_to():
    def energy(x):
        d = x[:, None] - x[None]
        r2 = np.sum(d * d, axis=-1) + np.eye(len(x))
        return np.sum(1 / r2**3) + np.sum(d[..., 0])

    gradients_agree(energy, POINTS)
    agree(lambda x: (np.sum(x, 0), np.sum((x[:, None] - x[None]) ** 2, -1)), POINTS)


def test_reductions_feed_broadcasts_feed_reductions():
    def normalised(x):
        e = np.exp(x - np.max(x, axis=-1, keepdims=True))
        p = e / np.sum(e, axis=-1, keepdims=True)
        c = p - np.mean(p, axis=0)
        return np.sum(c * c / (1 + np.var(c, axis=0))) + np.sum(p[:, 0])

    gradients_agree(normalised, M)


def test_functions_that_share_a_routine():
    def circles(x, y):
        return np.sin(x) * y + np.cos(x), np.sum(np.cos(x)[:, None] * y.T, axis=0)

    assert "= sin_cos " in str(ft.jit(circles).lower(V, M).plan)
    gradients_agree(lambda x, y: np.sum(circles(x, y)[0]) + circles(x, y)[1][0], V, M)
    large = np.array([1e6, -3e15, 1e300, 0.5, np.inf, np.nan, -0.0])
    both = ft.jit(lambda x: (np.sin(x), np.cos(x)))
    alone = ft.jit(np.sin), ft.jit(np.cos)
    with np.errstate(invalid="ignore", over="ignore"):
        for x in (large, large.astype(np.float32), large[0], V + 1j):
            for found, one in zip(both(x), alone, strict=True):
                assert found.tobytes() == one(x).tobytes()


def test_views_of_computed_values():
    def function(x):
        y = np.tanh(x)
        return (
            y[1:] - y[:-1],
            y[::-1].reshape(5, 10).T.reshape(-1) * 0.9,
            np.diagonal(y.reshape(5, 10)) * y[:5],
            y[3::4] + 1,
        )

    agree(function, V)
    agree(lambda a: (a.T + a.T, a.T.reshape(-1)[::3], (a * 2).reshape(350)[5:]), M)


def test_values_that_are_moved_later_are_found_where_they_were():
    x = RNG.normal(size=(200, 3))
    agree(lambda x: (np.sum(x, 0), np.sum((x[:, None] - x[None]) ** 2, -1)), x)

    def repeated(x):
        wide = np.broadcast_to(x[:, None], (3, 1, 64, 31))
        return np.sum(np.sin(np.max(wide, axis=1, keepdims=True).reshape(-1)))

    gradients_agree(repeated, RNG.normal(size=(3, 64, 31)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "step",
    [
        lambda x: np.sin(x) * 1.01,
        lambda x: np.sin(x) + np.flip(x) * 0.5,
        lambda x: x.reshape(5, 10).T.reshape(-1) * 0.9,
        lambda x: np.concatenate([x[1:], x[:1]]) * 0.5 + x,
    ],
)
def test_long_chains(step):
    def function(x):
        for _ in range(300):
            x = step(x)
        return np.sum(x)

    agree(function, V)


def test_long_programs_of_numbers():
    def pendulum(angle, momentum):
        for _ in range(1000):
            momentum = momentum - 0.01 * np.sin(angle)
            angle = angle + 0.01 * momentum
        return angle * momentum

    gradients_agree(pendulum, np.float64(1.0), np.float64(0.5))


# -- writing ---------------------------------------------------------------------------


def heat(u):
    for _ in range(4):
        v = u.copy()
        v[1:-1, 1:-1] += 0.1 * (
            u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]
        )
        u = v
    return np.sum(u * u)


@pytest.mark.slow
def test_updates_of_blocks():
    gradients_agree(heat, RNG.normal(size=(12, 37)))


SLICES = [slice(0, 20), slice(10, 30), slice(None, None, 2), slice(40, 5, -3)]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_overlapping_writes_happen_in_order(order):
    def function(x):
        y = np.zeros_like(x)
        for k in order:
            if k % 2:
                y[SLICES[k]] = x[SLICES[k]] * k
            else:
                y[SLICES[k]] += np.cos(x[SLICES[k]])
        return np.sum(y * y[::-1])

    gradients_agree(function, V)


def test_loops_over_a_buffer():
    def function(x):
        y = np.zeros(len(x) + 1)
        y = ft.numpy.asarray(y) * x[0]
        for i in range(len(x)):
            y[i + 1] = y[i] * 0.5 + np.sin(x[i])
        return np.sum(y)

    gradients_agree(function, V)


# -- computed places -------------------------------------------------------------------


def test_gathers_and_scatters():
    gradients_agree(lambda x: np.sum(x[PLACES] ** 2), V)
    agree(lambda x, i: (x[i], x[i[:, None], i], x[:, i][..., ::2]), SQUARE, PLACES)

    def scattered(x, v):
        y = x.copy()
        y[PLACES] = v
        return np.sum(y**3)

    gradients_agree(scattered, V, V[:5])


def test_an_index_out_of_range_is_numpys_error():
    fast = ft.jit(lambda x, i: x[i] * 2)
    fast(V, PLACES)
    with pytest.raises(IndexError, match="index 53 is out of bounds for axis 0"):
        fast(V, PLACES + 46)
    with pytest.raises(IndexError, match="out of bounds for axis 0 with size 50"):
        ft.jit(lambda x: x[np.array([50])])(V)


def test_singular_matrices_are_numpys_error():
    fast = ft.jit(lambda a, b: np.linalg.solve(a, b) + np.linalg.cholesky(a)[0])
    fast(np.eye(3), np.ones(3))
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
        fast(np.zeros((3, 3)), np.ones(3))
    with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
        fast(-np.eye(3), np.ones(3))


# -- ends ------------------------------------------------------------------------------


def test_outputs_of_every_kind():
    def function(x):
        y = x * 2
        return y, y, x, y.T, 3.0, np.ones(4), np.float32(2), y[0], (y + 0)[::-1]

    agree(function, M)
    first, second, same, *_ = ft.jit(function)(M)
    assert not np.shares_memory(first, second)
    assert not np.shares_memory(same, M)


@pytest.mark.parametrize("dtype", [np.float16, np.longdouble])
def test_dtypes_without_native_code(dtype):
    x = np.arange(4).astype(dtype)
    agree(lambda x: (x, x * 2, np.sum(x), np.arange(3.0) * 2), x, tolerance=1e-3)


def test_parts_in_numpy_between_native_parts():
    def function(x):
        y = np.partition(np.sin(x), 9) * x
        return np.cumsum(y) + np.partition(y, 9), np.sum(y)

    agree(function, V)


def test_arrays_that_native_code_does_not_take_as_they_are():
    def function(x):
        return np.sum(x * 2, axis=0), x + 1

    fast = ft.jit(function)
    odd = np.empty(M.nbytes + 1, np.uint8)[1:].view(np.float64).reshape(M.shape)
    odd[...] = M
    frozen = M.copy()
    frozen.flags.writeable = False
    views = [M.T[::-1], np.asfortranarray(M), M[:, ::3], odd, frozen]
    views += [M.astype(">f8"), np.broadcast_to(V, (7, 50)), np.zeros((0, 50))]
    for x in views:
        np.testing.assert_allclose(fast(x)[0], function(x)[0], rtol=1e-13, atol=1e-13)
        np.testing.assert_array_equal(fast(x)[1], x + 1)


def test_threads_compile_and_call():
    fast = ft.jit(ft.grad(rosenbrock))
    inputs = [RNG.normal(size=n) for n in (10, 33, 100, 1000)]
    expected = [ft.grad(rosenbrock)(x) for x in inputs]
    wrong: list[int] = []

    def work(_):
        for _ in range(50):
            for k, x in enumerate(inputs):
                if not np.allclose(fast(x), expected[k], rtol=1e-12):
                    wrong.append(k)

    at_once(work, 4)
    assert not wrong


def test_costs_are_told():
    lowered = ft.jit(rosenbrock).lower(ft.Aval(1000))
    assert 5_000 < lowered.flops < 50_000
    assert lowered.bytes >= 8000
    assert lowered.peak_memory >= 8
    assert "0: 999: reduce to" in lowered.plan
    assert "reduce to output0[0]" in lowered.plan
    assert "define i32" in lowered.llvm
    assert "ret" in lowered.asm


def test_a_view_without_strides_of_what_its_group_computes():
    """It is read from the memory that it was copied to."""

    def fun(x):
        y = 2.0 * x.reshape(-1)
        turned = y.reshape(x.shape).T.reshape(-1)
        return np.sum(np.sin(x)), np.sum(np.sin(y)), np.sum(np.cos(turned))

    x = np.random.default_rng(0).normal(size=(3, 3))
    np.testing.assert_allclose(ft.jit(fun)(x), fun(x), rtol=1e-13)


def test_a_reshape_that_numpy_copies_is_not_written_to():
    """The memory of what is computed from a transpose is not in C order."""

    def fun(x):
        y = x.T + 2.0
        z = y.reshape(-1)
        y[0] = 0.0
        return z, y

    x = np.arange(6.0).reshape(2, 3)
    for got, expected in zip(ft.jit(fun)(x), fun(x), strict=True):
        np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "i8", "?"])
def test_dtypes_that_are_equal_but_not_numpys_own(dtype):
    x = np.ones((2, 3), dtype)
    unpickled = pickle.loads(pickle.dumps(x))
    assert unpickled.dtype is not x.dtype
    described = x.astype(np.dtype(dtype, metadata={"unit": "m"}))
    swapped = x.astype(np.dtype(dtype).newbyteorder(">"))
    for array in (unpickled, described, swapped):
        double = ft.jit(lambda x: x + x)
        for _ in range(2):
            got = double(array)
            assert got.dtype == x.dtype
            np.testing.assert_array_equal(got, x + x)


def test_sum_of_two_products_is_that_of_rounded_ones():
    a, b = RNG.normal(size=(2, 1000))
    assert not ft.jit(lambda a, b: a * b - b * a)(a, b).any()
    x = RNG.normal(size=(100, 3))
    assert not ft.jit(lambda x: np.cross(x, x))(x).any()
    z = a + 1j * b
    assert not ft.jit(lambda z: z * np.conj(z))(z).imag.any()


def test_what_is_cheap_from_what_is_stored_is_not_stored_besides():
    def function(x):
        weights = np.exp(x)
        part = weights / np.sum(weights)  # of an array that the sum has stored
        return part, part * (1 + np.sum(part))

    x = np.linspace(-1, 1, 10_000)
    np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-14)
    only = ft.jit(lambda x: function(x)[1])
    np.testing.assert_allclose(only(x), function(x)[1], rtol=1e-14)
    slope = ft.jit(ft.grad(lambda x: np.log(np.sum(np.exp(x - np.max(x))))))
    assert (
        slope.lower(x).peak_memory < 2.1 * x.nbytes
    )  # the exponentials, and the result
