"""Objects of libraries in branches: their pytrees are chosen, others may be read."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from scipy import interpolate, optimize
from scipy.sparse.linalg import splu, spsolve

import functrace as ft
from tests._captured import AsWithoutJit, Cases

CASES = Cases()
ONES = np.ones(4)
SIGNS = pytest.mark.parametrize("sign", [1.0, -1.0])


def stiffness(x):
    k = x + np.arange(1.0, 6.0)
    return sp.diags_array(
        [-k[1:-1], k[:-1] + k[1:], -k[1:-1]], offsets=[-1, 0, 1]
    ).tocsc()


@CASES.at(0.5, 2.0)
def newton_with_a_sparse_jacobian(x):
    A, u = stiffness(x), np.zeros(4)
    for _ in range(30):
        J = A + sp.diags_array(3 * u**2)
        change = spsolve(J.tocsc(), ONES - A @ u - u**3)
        u = u + change
        if np.linalg.norm(change) < 1e-14:
            break
    return np.sum(u) + J.diagonal()[1]


@CASES.at(0.5, -0.5)
def chosen_arrays(x):
    A = stiffness(x)
    B = A
    if x > 0:
        A = 2 * A
        B.data = B.data * x
    else:
        A = A.copy()
        A.data = np.ones(10)
    return np.sum(A @ ONES) + (B @ B).sum()


@CASES.at(0.5, 2.0)
def factors_that_are_made_again(x):
    u, factors = np.array([1.0, 2.0, 3.0, 4.0]), splu(stiffness(x))
    for _ in range(6):
        u = factors.solve(u)
        if u[0] < 0.1:
            factors = splu(stiffness(2 * x))
        if np.sum(u) < 1e-2:
            break
    return np.sum(u)


@CASES.at(0.5, 0.9)
def results_of_solvers(x):
    for _ in range(5):
        start = np.array([0.3])
        result = optimize.root(lambda y, x: y**3 + y - x, start, args=(x,), tol=1e-13)
        x = x + result.x[0]
        if x > 1.5:
            break
    return x * result.x[0]


@pytest.mark.share(2)
@CASES.each
class TestAsWithoutJit(AsWithoutJit): ...


def an_entry(x):
    A = sp.eye_array(3).tocsr()
    if x[0] > 0:
        A.data[0] = 5.0
    return A @ x


def entries(x):
    A = sp.eye_array(3).tocsr()
    if x[0] > 0:
        A.data = A.data * 2.0
    return A @ x


def an_entry_of_lists(x):
    A = sp.lil_matrix((3, 3))
    if x[0] > 0:
        A[0, 1] = 5.0
    return A.tocsr() @ x


def an_entry_of_many_lists(x):
    B = sp.lil_matrix((3000, 3))
    B[1, 0] = 1.0
    if x[0] > 0:
        B[1, 0] = 5.0
    return (B.tocsr() @ x)[:3]


def an_entry_of_a_dict(x):
    A = sp.dok_matrix((3, 3))
    if x[0] > 0:
        A[0, 1] = 5.0
    return A.tocsr() @ x


def a_column(x):
    frame = pd.DataFrame({"a": np.arange(3.0), "b": range(3)})
    if x[0] > 0:
        frame["a"] = frame["a"] * 2.0
    return frame["a"].to_numpy() * x


def an_element_in_a_loop(x):
    series = pd.Series(np.arange(3.0))
    for i in range(3):
        if x[i] > 0:
            series.iloc[i] = 7.0
    return series.to_numpy() * x


def a_coefficient(x):
    line = np.poly1d([1.0, 2.0])
    while x[0] > 0:
        line[0] = 7.0
        x = x - 1.0
    return line(x)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (an_entry, "the csr_array 'A'"),
        (entries, "the csr_array 'A'"),
        (an_entry_of_lists, "the lil_matrix 'A'"),
        (an_entry_of_many_lists, "the lil_matrix 'B'"),
        (an_entry_of_a_dict, "the dok_matrix 'A'"),
        (a_column, "the DataFrame 'frame'"),
        (an_element_in_a_loop, "the Series 'series'"),
        (a_coefficient, "the poly1d 'line'"),
    ],
)
@SIGNS
def test_what_changes_in_them_is_refused(function, words, sign):
    with pytest.raises(ft.MutationError, match=words):
        ft.jit(function)(sign * np.arange(1.0, 4.0))


UNSORTED = (sp.random_array((3, 3), density=0.7, rng=0) + 3 * sp.eye_array(3)).tocsr()
UNSORTED = UNSORTED @ UNSORTED
FRAME = pd.DataFrame({"a": np.arange(3.0), "b": range(3), "c": list("xyz")})
CURVE = interpolate.CubicSpline(np.arange(5.0), np.arange(5.0) ** 2)


@SIGNS
def test_they_may_be_read(sign):
    def f(x):
        made = UNSORTED + UNSORTED.T
        for _ in range(3):
            if x[0] > 0:
                x = x + FRAME["a"].to_numpy() + FRAME.loc[1, "b"] + FRAME["a"].mean()
                x = spsolve(made.tocsc(), UNSORTED @ x)
            else:
                x = x * made.diagonal() + made[0, 0] + CURVE(x[1])
        return x

    x = sign * np.arange(1.0, 4.0)
    np.testing.assert_allclose(ft.jit(f)(x), f(x), rtol=1e-12)


def test_what_was_changed_before_is_changed_once():
    counts = pd.Series([0.0])

    def f(x):
        counts.iloc[0] += 1.0
        return x if x > 0 else -x

    with pytest.raises(ft.MutationError, match="the Series 'counts'"):
        ft.jit(f)(1.0)
