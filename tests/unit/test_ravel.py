"""Pytrees as vectors: values, dtypes, derivatives, and what cannot come back."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.optimize

import functrace as ft
from functrace.testing import check_grads

TREES = [
    (),
    2.5,
    np.array(2.5),
    {"a": 1.0, "b": np.ones((2, 0))},
    [np.arange(3), (np.ones((2, 2), order="F"), np.float32(0.5))],
    [True, np.array([False, True]), np.arange(2, dtype=np.uint8)],
    [1j, np.arange(3.0), 2],
    [np.arange(6.0).reshape(2, 3)[:, ::2], [1.0, 2.0]],
]


@pytest.mark.parametrize("tree", TREES, ids=range(len(TREES)))
def test_a_tree_comes_back_as_it_was(tree):
    vector, unravel = ft.ravel(tree)
    leaves = ft.tree.leaves(tree)
    assert vector.shape == (sum(np.size(x) for x in leaves),)
    assert vector.dtype == (np.result_type(*leaves) if leaves else np.float64)
    again = unravel(vector)
    assert ft.tree.structure(again) == ft.tree.structure(tree)
    for new, old in zip(ft.tree.leaves(again), leaves, strict=True):
        assert isinstance(new, np.ndarray) == isinstance(old, np.ndarray)
        np.testing.assert_array_equal(new, old)
        if isinstance(old, (np.ndarray, np.generic)):
            assert new.dtype == old.dtype
            assert not np.shares_memory(new, vector)


def test_python_numbers_give_way():
    vector, unravel = ft.ravel({"a": 1, "b": np.ones(2, np.float32)})
    assert vector.dtype == np.float32
    found = unravel(vector.astype(float) + 0.25)
    assert found["a"] == 1.25
    assert found["a"].dtype == found["b"].dtype == np.float32


def test_whole_numbers_stay_whole_or_it_is_an_error():
    vector, unravel = ft.ravel({"n": np.arange(2), "x": 0.5})
    with pytest.raises(ft.DtypeError, match=r"tree\['n'\] cannot hold"):
        unravel(vector + 0.25)
    assert ft.jit(unravel)(np.array([1.0, 2.0000001, 3.0]))["n"].tolist() == [1, 2]
    with pytest.raises(ft.DtypeError, match="that are 0 or 1, for bool"):
        ft.ravel([True, 1.0])[1](np.array([2.0, 1.0]))
    with pytest.raises(ft.DtypeError, match="that are real"):
        ft.ravel([1.0, np.ones(1)])[1](np.array([1.0, 1j]))


def test_what_is_no_vector_of_the_tree_is_refused():
    _, unravel = ft.ravel([1.0, np.ones(2)])
    for wrong in (np.ones(2), np.ones((3, 1)), 1.0):
        with pytest.raises(ft.ShapeError, match="another shape"):
            unravel(wrong)
    with pytest.raises(ft.DtypeError, match=r"tree\['b'\] is not an array"):
        ft.ravel({"a": 1.0, "b": "text"})


def loss(p):
    return np.sum(p["a"] ** 3 * p["b"][0] ** 2) + p["b"][1] * p["c"]


POINT = {"a": np.array([[1.0, 2.0]]), "b": (3.0, np.float64(4.0)), "c": np.array(5.0)}


def test_derivatives_go_through_both():
    vector, unravel = ft.ravel(POINT)
    expected = ft.ravel(ft.grad(loss)(POINT))[0]

    def flat(x):
        return loss(unravel(x))

    for gradient in (ft.grad(flat), ft.jit(ft.grad(flat)), ft.grad(ft.jit(flat))):
        np.testing.assert_allclose(gradient(vector), expected)
    check_grads(flat, (vector,), order=2)

    def there_and_back(p):
        x, back = ft.ravel(p)
        return loss(back(2 * x))

    check_grads(there_and_back, (POINT,), order=2)
    compiled = ft.jit(ft.grad(there_and_back))(POINT)
    plain = ft.grad(there_and_back)(POINT)
    assert ft.tree.all(ft.tree.map(np.allclose, compiled, plain))


def test_batches_go_through_both():
    vector, unravel = ft.ravel(POINT)
    batch = vector + np.arange(3.0)[:, None]
    found = ft.vmap(lambda x: ft.ravel(unravel(2 * x))[0])(batch)
    np.testing.assert_array_equal(found, 2 * batch)


@pytest.mark.parametrize("method", ["BFGS", "Newton-CG", "Nelder-Mead"])
def test_a_solver_takes_it(method):
    def rosenbrock(p):
        return (1 - p["x"]) ** 2 + 100 * (p["y"][0] - p["x"] ** 2) ** 2

    x0, unravel = ft.ravel({"x": -1, "y": np.array([1.0])})

    def flat(x):
        return rosenbrock(unravel(x))

    found = scipy.optimize.minimize(
        flat, x0, jac=None if method == "Nelder-Mead" else ft.grad(flat), method=method
    )
    best = unravel(found.x)
    assert abs(best["x"] - 1) < 1e-3
    assert best["y"].shape == (1,)
