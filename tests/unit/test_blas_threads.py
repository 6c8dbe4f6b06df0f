"""Threads of calls of BLAS: how many, whose, and that it is seen in no result."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import warnings

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.machine import symbols
from functrace.compiler.runtime import blas_threads
from functrace.compiler.runtime.blas_threads import SHARE
from tests._callers import at_once

RNG = np.random.default_rng(5)
CONTROLS = blas_threads._controls()
OPENBLAS = pytest.mark.skipif(CONTROLS is None, reason="SciPy has another BLAS here")


def matrix(rows, columns, dtype=np.float64):
    x = RNG.standard_normal((rows, columns))
    if np.dtype(dtype).kind == "c":
        x = x + 1j * RNG.standard_normal((rows, columns))
    return x.astype(dtype)


def positive(n):
    x = matrix(n, n)
    return x @ x.T + n * np.eye(n)


@pytest.fixture
def usual():
    """Three threads of OpenBLAS; what tells how many it has."""
    get, set_ = CONTROLS
    before = get()
    set_(3)
    yield get
    set_(before)


# -- products in pieces ----------------------------------------------------------------


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
@pytest.mark.parametrize(
    ("rows", "inner", "columns"),
    [(203, 200, 199), (1001, 64, 64), (64, 65, 1003), (17, 3000, 120)],
)
def test_large_products(rows, inner, columns, dtype):
    x, y = matrix(rows, inner, dtype), matrix(inner, columns, dtype)
    error = 1e-3 if np.dtype(dtype).name in {"float32", "complex64"} else 1e-11
    for left in (x, np.asfortranarray(x)):
        for right in (y, np.asfortranarray(y)):
            fast = ft.jit(lambda a, b: a @ b)
            np.testing.assert_allclose(fast(left, right), x @ y, error, error * inner)
    turned = ft.jit(lambda a, b: a.T @ b.T)(x.T.copy(), y.T.copy())
    np.testing.assert_allclose(turned, x @ y, error, error * inner)


@pytest.mark.parametrize("shape", [(1500, 700), (701, 1501), (3, 300_000)])
def test_large_matrix_times_a_vector(shape):
    x = matrix(*shape)
    y, z = RNG.standard_normal(shape[1]), RNG.standard_normal(shape[0])
    np.testing.assert_allclose(ft.jit(lambda x, y: x @ y)(x, y), x @ y, 1e-9, 1e-9)
    np.testing.assert_allclose(ft.jit(lambda x, z: x.T @ z)(x, z), x.T @ z, 1e-9, 1e-9)


@pytest.mark.parametrize(("columns", "is_cut"), [(20, False), (300, True)])
def test_rows_are_cut_if_they_are_long(columns, is_cut):
    """Parts of short rows are in the same lines of memory: all would read all of it."""
    args = ft.Aval(30_000), ft.Aval((30_000, columns))
    text = ft.jit(lambda z, x: z @ x).lower(*args).llvm
    assert (SHARE in text) is is_cut


@pytest.mark.parametrize("columns", [1, 7, 200, 333])
def test_large_systems(columns):
    a, b = positive(260), matrix(260, columns)
    fast = ft.jit(np.linalg.solve)(a, b)
    np.testing.assert_allclose(a @ fast, b, 1e-8, 1e-8)
    factor = ft.jit(np.linalg.cholesky)(a)
    np.testing.assert_allclose(factor @ factor.T, a, 1e-8, 1e-8)


@pytest.mark.slow
def test_the_number_of_threads_changes_no_bit():
    x, y = matrix(400, 300), matrix(300, 200)
    fast = ft.jit(lambda x, y: np.linalg.solve(x @ x.T + np.eye(400), x @ y))
    usual, results = ft.get_num_threads(), set()
    for count in (1, 2, 5):
        ft.set_num_threads(count)
        results |= {fast(x, y).tobytes() for _ in range(3)}
    ft.set_num_threads(usual)
    assert len(results) == 1


# -- threads of OpenBLAS ---------------------------------------------------------------


@OPENBLAS
def test_its_threads_are_what_they_were_after_a_call(usual):
    fast = ft.jit(lambda a, b: np.linalg.solve(a, b) @ b.T)
    fast(positive(100), matrix(100, 40))
    assert usual() == 3


@OPENBLAS
def test_its_threads_are_what_they_were_after_a_failure(usual):
    with pytest.raises(np.linalg.LinAlgError):
        ft.jit(np.linalg.cholesky)(-positive(100))
    with pytest.raises(np.linalg.LinAlgError):
        ft.jit(np.linalg.solve)(np.zeros((100, 100)), matrix(100, 3))
    assert usual() == 3


def begin_and_end():
    """The functions, as Python can call them."""
    names = blas_threads.BEGIN, blas_threads.END
    found = symbols.resolve(names, {})
    return [ctypes.CFUNCTYPE(None)(found[name]) for name in names]


@OPENBLAS
def test_one_thread_until_the_last_program_leaves(usual):
    begin, end = begin_and_end()
    seen = []
    for call in (begin, begin, end, end, begin, end):
        call()
        seen.append(usual())
    assert seen == [1, 1, 1, 3, 1, 3]


@OPENBLAS
def test_programs_come_and_go_in_threads(usual):
    begin, end = begin_and_end()

    def call(_):
        for _ in range(20_000):
            begin()
            end()

    at_once(call, 4)
    assert usual() == 3
    assert blas_threads._STATE[1] == 0


@OPENBLAS
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_has_the_usual_threads(usual):
    begin, end = begin_and_end()
    begin()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # there are threads
        child = os.fork()
    if not child:
        begin()
        end()
        os._exit(usual())
    end()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
    assert usual() == 3


WITHOUT = """
import numpy as np
from functrace.compiler.runtime import blas_threads
blas_threads._controls = lambda: None
import functrace as ft
x = np.random.default_rng(0).random((300, 200))
y = ft.jit(lambda x: np.linalg.solve(x @ x.T + np.eye(300), x))(x)
np.testing.assert_allclose(y, np.linalg.solve(x @ x.T + np.eye(300), x), 1e-8, 1e-8)
"""


@pytest.mark.slow
def test_other_libraries_keep_their_threads(tmp_path):
    environment = {**os.environ, "FUNCTRACE_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", WITHOUT], check=True, env=environment)
