"""Programs with loops that once went wrong."""

import numpy as np
import pytest

import functrace as ft
from functrace.core import pytree
from functrace.core.check import check
from functrace.engine.simplify import simplify
from tests._ways import assert_same, graph_of, recorded

RNG = np.random.default_rng(5)
XS = np.arange(3.0)


# -- arrays that a body returns and that the next round writes to ------------------------


def emitted_carry(x):
    def step(c, k):
        c[0] += k
        return c, c

    return ft.scan(step, x, XS)


def one_array_as_two_carries(x):
    def step(carry, k):
        a, b = carry
        a[0] += k
        b[1] += 1.0
        return (b, b), None

    return ft.scan(step, (x, x), XS)[0]


def array_from_outside_as_carry(x):
    base = x * 2

    def step(c, k):
        c[0] += k
        return base, c

    return ft.scan(step, x, XS), base


def array_from_outside_in_while(x):
    base = x * 2

    def body(pair):
        i, c = pair
        c[0] += 1
        return i + 1, base

    return ft.while_loop(lambda pair: pair[0] < 3, body, (0, x)), base


@pytest.mark.parametrize(
    ("fun", "expected"),
    [
        (emitted_carry, [[4, 2], [[1, 2], [2, 2], [4, 2]]]),
        (one_array_as_two_carries, [[1, 5], [1, 5]]),
        (array_from_outside_as_carry, [[2, 4], [[1, 2], [3, 4], [4, 4]], [2, 4]]),
        (array_from_outside_in_while, [3, [2, 4], [2, 4]]),
    ],
)
def test_a_round_writes_to_its_own_arrays_only(fun, expected):
    start = np.array([1.0, 2.0])
    result = fun(start)
    for got, want in zip(pytree.flatten(result)[0], expected, strict=True):
        np.testing.assert_array_equal(got, want)
    assert_same(recorded(fun)(start), result)
    assert_same(ft.jit(fun)(start), result)
    total = lambda x: sum(np.sum(y**2) for y in pytree.flatten(fun(x))[0])  # noqa: E731
    assert_same(ft.grad(total)(start), ft.jit(ft.grad(total))(start))


# -- stop_gradient in simplified graphs --------------------------------------------------


def held_back(x):
    def step(c, _):
        return np.sin(np.sin(ft.stop_gradient(c)) + c), None

    return np.sum(ft.scan(step, x, length=3)[0] + x * np.exp(ft.stop_gradient(x)))


def test_a_compiled_function_holds_gradients_back():
    x = np.array([0.5, 1.0])
    expected = ft.grad(held_back)(x)
    assert_same(ft.grad(lambda x: np.sum(ft.stop_gradient(x) * x))(x), x)
    for way in (ft.grad(ft.jit(held_back)), ft.jit(ft.grad(ft.jit(held_back)))):
        assert_same(way(x), expected)
    _, slope = ft.jvp(ft.jit(held_back), (x,), (x,))
    assert_same(slope, expected @ x)


# -- numbers in memory, for loops that take them -----------------------------------------


def test_a_number_that_a_loop_takes_is_a_number_elsewhere():
    def fun(x):
        def step(carry, _):
            n, a = carry
            return (n + 1, np.sin(a) * 0.5), a

        (_, a), ys = ft.scan(step, (0, x), length=3, checkpoint=2)
        return np.sum(ys) * np.cos(x) + a

    tangent = np.cos(1.0)

    def slope(x):
        return ft.jvp(fun, (x,), (tangent,))[1]

    assert_same(ft.jit(slope)(0.7), slope(0.7))


# -- two loops that extend a third one differently ---------------------------------------


def filtered(x, scale, noise, us):
    def log_density(x):
        return -0.5 * np.sum(x**2 / scale**2)

    def step(carry, row):
        x, old = carry
        shift, u = row
        y = x + 0.4 * shift
        new = log_density(y)
        carry = ft.cond(np.log(u) < new - old, lambda: (y, new), lambda: (x, old))
        return carry, carry[0]

    (x, log), xs = ft.scan(step, (x, log_density(x)), (noise, us))
    return np.sum(x) + log + np.sum(np.sin(xs))


@pytest.mark.slow
def test_loops_that_keep_different_things_are_not_one():
    noise, us = RNG.normal(size=(3, 2)), RNG.uniform(size=3)

    def total(x, scale):
        return filtered(x, scale, noise, us)

    args = np.array([0.3, 1.0]), 1.3
    expected = ft.hessian(total, (0, 1))(*args)
    second = ft.jacrev(ft.jacrev(total, (0, 1)), (0, 1))
    check(simplify(graph_of(second, *args)))
    assert_same(ft.jit(second)(*args), expected)


# -- indices out of range where they are not used ----------------------------------------


def far(flag, x):
    def beyond(x):
        places = np.full(3, 7)  # as good as a constant, which simplification finds out
        return ft.scan(lambda c, k: (c + x[k], None), 0.0, places)[0]

    return ft.cond(flag, beyond, np.sum, x)


def test_an_index_out_of_range_in_a_branch_that_is_not_taken():
    way = ft.jit(far)
    assert way(np.bool_(False), XS) == 3
    with pytest.raises(IndexError, match="index 7 is out of bounds"):
        way(np.bool_(True), XS)


def test_an_associative_operation_writes_to_its_own_arrays_only():
    def accumulated(a, b):
        a += b
        return a

    def compiled(f, x):
        return ft.jit(lambda x: ft.associative_scan(f, x))(x)

    x = np.arange(6.0)
    for way in (ft.associative_scan, compiled):
        assert_same(way(accumulated, x), np.cumsum(np.arange(6.0)))
        assert_same(x, np.arange(6.0))


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("length", [0, 3])
def test_a_value_after_its_gradient(length, reverse):
    def total(x):
        return ft.scan(
            lambda c, _: (np.sin(c), None), x, None, length=length, reverse=reverse
        )[0]

    def function(x):
        return ft.grad(total)(x), total(x)

    x = np.float64(0.7)
    np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-14)


def test_one_body_divided_otherwise_is_another_loop():
    """The same operations of two numbers: a carry and a row, or two carries."""

    def apart(k, x):
        return ft.scan(lambda c, _: (np.sin(c) + k, np.exp(c * k)), x, None, length=3)

    def together(k, x):
        def body(state, _):
            k, x = state
            return (np.sin(x) + k, np.exp(x * k)), None

        return ft.scan(body, (k, x), None, length=3)[0]

    def function(k, x):
        pulled = ft.vjp(apart, k, x)[1]((np.float64(1), np.ones(3)))
        return *together(k, x), *pulled

    args = np.float64(0.3), np.float64(0.7)
    for compiled, plain in zip(ft.jit(function)(*args), function(*args), strict=True):
        np.testing.assert_allclose(compiled, plain, rtol=1e-13)
        assert np.shape(compiled) == np.shape(plain)
