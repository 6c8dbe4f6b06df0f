"""Transposes of linear functions: against their matrices, and what is not linear."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft

A = np.random.default_rng(0).normal(size=(4, 3))


def decayed(x):
    return ft.scan(lambda c, v: (0.5 * c + v, c), 0.0 * x[0], x)[1]


LINEAR = {
    "product": lambda x: A @ x,
    "difference": np.diff,
    "masked": lambda x: np.where([True, False, True], x, 0),
    "indexed": lambda x: x[[0, 0, 2, 1]] - 3 * x[:1],
    "nothing": lambda x: 0 * x[:2],
    "scan": decayed,
    "written": lambda x: ft.numpy.concatenate([x[::-1], np.zeros(2)]),
    "solved": lambda x: np.linalg.solve(A[:3], x),
}


@pytest.mark.parametrize("name", LINEAR)
def test_it_is_the_transpose_of_the_matrix(name):
    f = LINEAR[name]
    matrix = np.stack([f(e) for e in np.eye(3)], axis=-1)
    transposed = ft.linear_transpose(f, ft.Aval(3))
    rows = [transposed(e)[0] for e in np.eye(len(matrix))]
    np.testing.assert_allclose(rows, matrix, atol=1e-14)
    batch = ft.vmap(transposed)(np.eye(len(matrix)))[0]
    np.testing.assert_allclose(batch, matrix, atol=1e-14)
    jacobian = ft.jit(ft.jacobian(lambda y: transposed(y)[0]))(np.ones(len(matrix)))
    np.testing.assert_allclose(jacobian, matrix.T, atol=1e-14)


def test_it_is_not_conjugated():
    (found,) = ft.linear_transpose(lambda x: 1j * x, ft.Aval(2, complex))(
        np.ones(2) + 0j
    )
    np.testing.assert_array_equal(found, [1j, 1j])


def test_pytrees_and_several_arguments():
    def f(p, y):
        return {"u": A @ p["x"] + y, "v": (3 * y[0],)}

    primals = {"x": np.zeros(3)}, np.zeros(4, np.float32)
    p_bar, y_bar = ft.linear_transpose(f, *primals)({"u": np.ones(4), "v": (2.0,)})
    np.testing.assert_allclose(p_bar["x"], A.sum(axis=0))
    np.testing.assert_array_equal(y_bar, np.array([7, 1, 1, 1], np.float32))
    assert y_bar.dtype == np.float32
    with pytest.raises(ft.PytreeMismatchError):
        ft.linear_transpose(f, *primals)(np.ones(4))
    with pytest.raises(ft.ShapeError):
        ft.linear_transpose(f, *primals)({"u": np.ones(5), "v": (2.0,)})


def test_what_the_function_captures_is_differentiated():
    def loss(a):
        (found,) = ft.linear_transpose(lambda x: a * x, ft.Aval(3))(np.arange(3.0))
        return np.sum(found**2)

    assert ft.grad(loss)(2.0) == ft.jit(ft.grad(loss))(2.0) == 20
    outer = ft.vmap(
        lambda a: ft.linear_transpose(lambda x: a * x, ft.Aval(1))(np.ones(1))
    )
    np.testing.assert_array_equal(outer(np.arange(3.0))[0], [[0.0], [1.0], [2.0]])


@pytest.mark.parametrize(
    ("f", "why"),
    [
        (lambda x: x**2, "depends on where"),
        (lambda x: x * np.sum(x), "depends on where"),
        (lambda x: x + 1, "not zero"),
        (np.abs, "depends on where"),
        (lambda x: np.where(x > 0, x, 0), "greater has no derivative"),
        (lambda x: x + np.floor(x), "floor has no derivative"),
        (lambda x: x + ft.stop_gradient(x), "stop_gradient has no derivative"),
    ],
    ids=range(7),
)
def test_what_is_not_linear_is_refused(f, why):
    with pytest.raises(ValueError, match=f"not linear: .*{why}"):
        ft.linear_transpose(f, ft.Aval(3))


def test_integers_are_refused():
    with pytest.raises(ft.DtypeError, match="nothing is linear in"):
        ft.linear_transpose(lambda x: x, np.arange(3))
