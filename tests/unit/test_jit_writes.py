"""Compiled functions that write to their arguments: the caller's arrays change."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

import functrace as ft


def wave(u, v, dt):
    v[1:-1] += dt * (u[2:] - 2 * u[1:-1] + u[:-2])
    u += dt * v


def state(n=12):
    return np.sin(np.linspace(0, 3, n)), np.cos(np.linspace(0, 1, n))


def pairs(function, *given):
    """The same arguments, on which the function was called, and it compiled."""
    plain, own = ([np.copy(x) for x in given] for _ in range(2))
    fast = ft.jit(function)
    for _ in range(4):  # by all ways, the shortest last
        expected, got = function(*plain), fast(*own)
        if np.ndim(expected) or expected is None:  # of arrays without, it gives numbers
            assert type(expected) is type(got)
        if expected is not None:
            np.testing.assert_allclose(got, expected, rtol=1e-12)
        for x, y in zip(own, plain, strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-12)
    return own


def test_arguments_change():
    pairs(wave, *state(), 0.1)


def test_results_are_arrays_of_their_own():
    def scaled(x, y):
        x *= y
        return x, x[1:]

    x, y = state()
    fast = ft.jit(scaled)
    for _ in range(3):
        first, second = fast(x, y)
        np.testing.assert_array_equal(first, x)
        first[0], second[0] = 7, 8
        assert x[0] != 7
        assert x[1] != 8


def by_views(x, y):
    part = x[1:].reshape(-1)
    part[::2] = y[: part[::2].size]


def by_methods(x, y):
    x.sort()
    y.fill(2.5)


def by_functions(x, y):
    np.add.at(x, [1, 1, 2], 1.0)
    np.copyto(y, x)
    np.multiply(x, 2, out=x)


def by_masks(x, y):
    x[x > 0.5] = -1.0
    y[...] = np.where(y > 0, y, 0)


def in_a_loop(x, y):
    for k in range(1, x.size):
        x[k] += x[k - 1] * y[k]


def in_a_branch(x, y):
    if np.sum(y) > 0:
        x[0] = 5.0
    else:
        x[1] = 4.0
    return np.sum(x)


def constants(x, y):
    x[:] = 3.0
    y[2] = 1.0


WRITERS = [
    by_views,
    by_methods,
    by_functions,
    by_masks,
    in_a_loop,
    in_a_branch,
    constants,
]


@pytest.mark.parametrize("function", WRITERS, ids=lambda f: f.__name__)
def test_ways_to_write(function):
    pairs(function, *state())


@pytest.mark.parametrize("function", WRITERS, ids=lambda f: f.__name__)
def test_within_what_is_compiled_or_differentiated(function):
    """Called by another function, it changes what that has."""
    inner = ft.jit(function)

    def whole(x, y, writer):
        x, y = x * 1.5, y + 0.25
        writer(x, y)
        writer(y, x)
        return np.sum(x * np.arange(x.size)) + np.sum(y**2)

    x, y = state()
    expected = ft.value_and_grad(lambda x, y: whole(x, y, function), (0, 1))(x, y)
    for transform in (lambda f: f, ft.jit):
        found = transform(ft.value_and_grad(lambda x, y: whole(x, y, inner), (0, 1)))
        got = found(x, y)
        for a, b in zip(ft.tree.leaves(got), ft.tree.leaves(expected), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-12)
    assert (x[0], y[0]) == (state()[0][0], state()[1][0])


def test_derivatives_change_nothing():
    def function(x):
        x *= 2
        return np.sum(x**2)

    x = state()[0]
    before = x.copy()
    for derivative in (
        ft.grad(function),
        ft.jit(ft.grad(function)),
        ft.grad(ft.jit(function)),
    ):
        np.testing.assert_allclose(derivative(x), 8 * before)
        np.testing.assert_array_equal(x, before)
    many = ft.jit(ft.vmap(function))
    many(np.stack([x, x]))
    np.testing.assert_array_equal(x, before)


@pytest.mark.parametrize(
    "parts",
    [
        lambda z: (z[:-1], z[1:]),
        lambda z: (z[::-1], z),
        lambda z: (z, z),
        lambda z: (z[:6], z[6:]),
    ],
    ids=["overlapping", "backwards", "the same", "apart"],
)
def test_memory_in_common(parts):
    """What is written through one argument is read through another."""
    plain, own = state()[0], state()[0]
    fast = ft.jit(wave)
    fast(*state(parts(plain)[0].size), 0.1)
    for _ in range(3):
        wave(*parts(plain), 0.1)
        fast(*parts(own), 0.1)
        np.testing.assert_allclose(own, plain, rtol=1e-12)


def test_traced_memory_in_common():
    fast = ft.jit(wave)

    def whole(x, step):
        z = x * 2
        step(z[:-1], z[1:], 0.1)
        step(z, z, 0.1)
        return np.sum(z * np.arange(z.size))

    x = state()[0]
    expected = ft.grad(lambda x: whole(x, wave))(x)
    np.testing.assert_allclose(ft.grad(lambda x: whole(x, fast))(x), expected)
    np.testing.assert_allclose(ft.jit(ft.grad(lambda x: whole(x, fast)))(x), expected)


class Fields(NamedTuple):
    u: np.ndarray
    other: dict


@pytest.mark.parametrize("order", ["C", "F"])
def test_in_containers_of_any_layout(order):
    def function(fields, *, scale):
        fields.u[:, 0] = scale
        fields.other["v"][1] += fields.u[0]

    def made():
        u = np.asarray(np.arange(6.0).reshape(2, 3), order=order)
        return Fields(u, {"v": np.ones((3, 6))[:, ::2]})

    plain, own = made(), made()
    fast = ft.jit(function)
    for k in range(4):
        function(plain, scale=0.5 * k)
        fast(own, scale=0.5 * k)
        np.testing.assert_allclose(own.u, plain.u)
        np.testing.assert_allclose(own.other["v"], plain.other["v"])


@pytest.mark.parametrize("dtype", ["float32", "int64", "complex128", "bool"])
def test_dtypes(dtype):
    def function(x):
        x[1:] = x[:-1] + 1.75 * x[1:] if dtype != "bool" else x[:-1] ^ x[1:]

    x, y = (np.arange(5).astype(dtype) for _ in range(2))
    fast = ft.jit(function)
    for _ in range(3):
        function(x)
        fast(y)
        np.testing.assert_allclose(y, x, rtol=1e-6)


def test_numbers_and_empty_arrays():
    def function(x, y):
        x[()] += 1
        y *= 2

    x, y = np.array(2.0), np.zeros((0, 3))
    fast = ft.jit(function)
    for k in range(3):
        fast(x, y)
        assert x == 3 + k


def test_read_only():
    x, y = state()
    x.flags.writeable = False
    fast = ft.jit(wave)
    for _ in range(3):
        with pytest.raises(ValueError, match="read-only"):
            fast(x, y, 0.1)


def test_errors_leave_what_was_written_before():
    def function(x):
        x[0] = 5.0
        if x[1] > 0:
            raise ValueError("positive")
        x[2] = 6.0

    fast = ft.jit(function)
    for second in (-1.0, 1.0, -1.0, 1.0):
        plain, own = (np.array([1.0, second, 2.0]) for _ in range(2))
        for f, x in ((function, plain), (fast, own)):
            try:
                f(x)
            except ValueError:
                assert second > 0
        np.testing.assert_array_equal(own, plain)


def test_plain_arrays_take_no_traced_values():
    buffer = np.zeros(3)

    @ft.jit
    def fill(out, x):
        out[:] = x

    def loss(x):
        fill(buffer, x)
        return np.sum(x**2)

    with pytest.raises((TypeError, ft.ConcretizationError), match="traced"):
        ft.grad(loss)(np.ones(3))


def test_functions_of_c_are_refused():
    with pytest.raises(ft.ConcretizationError, match="writes"):
        ft.native(wave, *state(), 0.1)


# -- arrays without dimensions, which NumPy scalars are not ------------------------------


def counted(n, by):
    """Of an array `n` it writes to it, of a number not."""
    n += by
    return 2 * n


def through_another_name(n, by):
    m = n
    m *= by
    return n + m


def within_a_loop(n, by):
    for _ in range(3):
        n -= by
    return n


def in_a_branch(n, by):
    if by > 0.5:
        n += by
    return n


def through_a_view(n, by):
    np.squeeze(n)[...] += by
    n.reshape(1)[0] += by


_TELLING = [
    counted,
    through_another_name,
    within_a_loop,
    in_a_branch,
    through_a_view,
    lambda n, by: np.negative(n, out=n),
    lambda n, by: n.fill(by),
]


@pytest.mark.parametrize("function", _TELLING)
def test_arrays_without_dimensions(function):
    pairs(function, np.array(2.0), 0.75)
    pairs(function, np.array(2.0), np.array(0.75))


@pytest.mark.parametrize("function", _TELLING[:4])
def test_scalars_are_told_from_arrays(function):
    """One compiled function is called with both, by turns."""
    fast = ft.jit(function)
    for _ in range(4):
        for make in (np.array, np.float64, float):
            x, y = make(2.0), make(2.0)
            assert function(x, 0.75) == fast(y, 0.75)
            assert x == y
    if function is counted:
        assert "from an ndarray to a scalar" in str(fast.explain())


def test_scalars_cannot_be_written_to():
    fast = ft.jit(through_a_view)
    for value in (2.0, np.float64(2.0)):
        with pytest.raises(TypeError, match="does not support item assignment"):
            fast(value, 1.0)


def test_derivatives_of_writes_without_dimensions():
    slope = ft.grad(through_another_name)
    for way in (slope, ft.jit(slope)):
        assert [way(make(2.0), 3.0) for make in (np.array, np.float64)] == [6, 4]


def test_kinds_are_told_where_they_matter_only():
    fast = ft.jit(lambda x, y: np.sin(x) * np.sum(y) - x)
    for make in (np.array, np.float64, float):
        fast(make(0.5), np.ones(3))
    assert len(fast._entries) == 1


def test_isinstance_tells():
    fast = ft.jit(lambda x: 1 if isinstance(x, np.ndarray) else 2)
    for _ in range(3):
        assert [fast(make(0.5)) for make in (np.array, np.float64, float)] == [1, 2, 2]


@pytest.mark.parametrize(
    "view",
    [
        np.squeeze,
        np.transpose,
        np.real,
        lambda m: m.T,
        lambda m: m.copy(),
        lambda m: m[()],
    ],
)
def test_no_views_of_scalars(view):
    def function(x):
        m = np.sum(x)
        y = view(m)
        y += 1.0
        return m * y

    pairs(function, np.arange(3.0))


@pytest.mark.parametrize(
    "make", [np.copy, np.asarray, lambda m: m[...], lambda m: m * 1]
)
def test_other_names_of_new_arrays(make):
    def function(x):
        y = z = make(np.sum(x))
        z += 1.0
        return y

    pairs(function, np.arange(3.0))


@pytest.mark.parametrize(
    "make",
    [
        lambda m: np.where(m > 1, m, 0.0),
        lambda m: np.select([m > 1], [m]),
        lambda m: np.full((), m),
        lambda m: np.full_like(m, m),
        lambda m: np.array(m).astype(np.float32),
        lambda m: np.tensordot(m, m, 0),
        lambda m: np.median(m * np.ones(3)),
        lambda m: np.nan_to_num(m),
    ],
)
def test_what_is_an_array_and_what_a_scalar(make):
    kinds = []
    ft.jit(lambda m: kinds.append(isinstance(make(m), np.ndarray)))(2.0)
    assert kinds[-1] is isinstance(make(np.float64(2.0)), np.ndarray)


def test_the_method_conj_of_real_numbers_is_the_array_itself():
    def function(x):
        y = x.conj()
        y += 1.0
        return x * y

    pairs(function, np.arange(3.0))
