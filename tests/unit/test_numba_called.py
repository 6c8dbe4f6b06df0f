"""Functions that Numba compiled, with rules: native programs call them where they are."""

from __future__ import annotations

import numba
import numpy as np
import pytest

import functrace as ft
from functrace.core.digest import digest

A = np.linspace(2.0, 3.0, 12)
B = np.cos(A)


@numba.njit
def forwards(a, b):
    out = np.zeros_like(b)
    out[0] = b[0] / a[0]
    for i in range(1, len(b)):
        out[i] = (b[i] + 0.5 * out[i - 1]) / a[i]
    return out


@numba.njit
def backwards(a, b):
    out, n = np.zeros_like(b), len(b)
    out[n - 1] = b[n - 1] / a[n - 1]
    for k in range(2, n + 1):
        out[n - k] = (b[n - k] + 0.5 * out[n - k + 1]) / a[n - k]
    return out


def solver(function):
    """The solution of a lower bidiagonal system, or of its transpose, with rules."""
    return ft.custom_vjp(function, like=lambda a, b: b)


lower, upper = solver(forwards), solver(backwards)


def _with(forward, other):
    def fwd(a, b):
        x = forward(a, b)
        return x, (a, x)

    def bwd(kept, g):
        a, x = kept
        back = other(a, g)
        return -back * x, back

    forward.defvjp(fwd, bwd)


_with(lower, upper)
_with(upper, lower)


def by_matrix(a, b):
    matrix = np.diag(a) - 0.5 * np.diag(np.ones(len(a) - 1), -1)
    return np.linalg.solve(matrix, b)


def loss(a, b, solve=lower):
    return np.sum(np.sin(solve(a, b)) ** 2)


def is_native(fun, *args):
    return str(ft.jit(fun).lower(*args).explain()).startswith(
        "functrace.jit: all of it is native"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "transform",
    [
        lambda f: f,
        lambda f: ft.grad(f, (0, 1)),
        lambda f: ft.grad(lambda a, b: np.sum(ft.grad(f)(a, b) ** 2), (0, 1)),
    ],
)
def test_programs_are_native_and_right(transform):
    fun = transform(loss)
    assert is_native(fun, A, B)
    found = ft.jit(fun)(A, B)
    wanted = transform(lambda a, b: loss(a, b, by_matrix))(A, B)
    for one, other in zip(np.atleast_1d(found), np.atleast_1d(wanted), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


@pytest.mark.slow
def test_loops_are_native():
    def many(a, b):
        return ft.fori_loop(0, 5, lambda i, x: lower(a, x) + b, b)

    assert is_native(ft.grad(lambda a, b: many(a, b).sum()), A, B)
    wanted = B
    for _ in range(5):
        wanted = by_matrix(A, wanted) + B
    np.testing.assert_allclose(ft.jit(many)(A, B), wanted, rtol=1e-12)


@pytest.mark.slow
def test_operands_in_any_layout():
    fun = ft.jit(lambda a, b: lower(a[::-1], b[::2][:12]))
    b = np.sin(np.arange(24.0))
    np.testing.assert_allclose(fun(A, b), by_matrix(A[::-1], b[::2]), rtol=1e-12)


@pytest.mark.slow
def test_numbers_and_tuples():
    @numba.njit
    def both(x, k, flag):
        return x * k, np.sum(x) if flag else 0.0

    function = ft.custom_jvp(both, (2,), like=lambda x, k, flag: (x * k, np.sum(x)))
    function.defjvp(lambda flag, xs, ts: (function(*xs, flag), (ts[0] * xs[1], 0.0)))
    fun = lambda x, k: function(x, k, True)  # noqa: E731
    assert is_native(fun, A, 3.0)
    scaled, total = ft.jit(fun)(A, 3.0)
    np.testing.assert_array_equal(scaled, A * 3.0)
    assert total == both(A, 3.0, True)[1]


@pytest.mark.slow
def test_errors_are_python_s():
    @numba.njit
    def root(x):
        if x[0] < 0:
            raise ArithmeticError("below zero")
        return np.sqrt(x)

    function = ft.custom_vjp(root, like=lambda x: x)
    function.defvjp(lambda x: (function(x), x), lambda x, g: (g / (2 * np.sqrt(x)),))
    fun = ft.jit(lambda x: 2 * function(x))
    assert is_native(lambda x: 2 * function(x), A)
    np.testing.assert_array_equal(fun(A), 2 * np.sqrt(A))
    with pytest.raises(ArithmeticError, match="below zero"):
        fun(-A)
    with pytest.raises(ValueError, match="nothing is computed"):
        ft.native(fun, A).ctypes(-A, np.zeros(12))


@pytest.mark.slow
def test_results_unlike_what_was_said_raise_our_errors():
    @numba.njit
    def twice(x):
        return np.concatenate((x, x))

    other = ft.custom_vjp(twice, like=lambda x: x)
    other.defvjp(lambda x: (other(x), None), lambda _, g: (g,))
    with pytest.raises(ft.ShapeError, match="another shape than was said"):
        ft.jit(lambda x: other(x) + 1)(A)

    @numba.njit
    def turned(x):
        return x * 1j

    third = ft.custom_vjp(turned, like=lambda x: x)
    third.defvjp(lambda x: (third(x), None), lambda _, g: (g,))
    with pytest.raises(ft.DtypeError, match="another dtype than was said"):
        ft.jit(lambda x: third(x) + 1)(A)


@pytest.mark.slow
def test_functions_that_write_to_their_arguments_get_their_own():
    @numba.njit
    def spoil(x):
        x[0] = 100.0
        return x * 2

    function = ft.custom_vjp(spoil, like=lambda x: x)
    function.defvjp(lambda x: (function(x), None), lambda _, g: (2 * g,))
    x = A.copy()
    fun = lambda x: function(x) + x  # noqa: E731
    found = ft.jit(fun)(x)
    assert not is_native(fun, x)
    np.testing.assert_array_equal(x, A)
    assert found[0] == 200.0 + A[0]


@pytest.mark.slow
def test_they_are_of_this_process(tmp_path):
    native = ft.native(loss, A, B)
    assert repr(native).startswith("<native: int loss(")
    with pytest.raises(ft.MissingRuleError, match="only this process has"):
        ft.export(loss, A, B, directory=tmp_path)
    assert digest(ft.jit(loss).lower(A, B).graph) is None
