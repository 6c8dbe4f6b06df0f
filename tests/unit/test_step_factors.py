"""Steps against NumPy: factorisations, and what is solved with them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.linalg

import functrace as ft
from functrace.compiler.forms import Step
from functrace.compiler.linear.determinants import emit_det, emit_slogdet
from functrace.compiler.linear.factored import emit_factors
from functrace.compiler.linear.lapack import (
    emit_cholesky,
    emit_inv,
    emit_solve,
    emit_solve_or_nan,
    emit_solve_triangular,
)
from functrace.compiler.machine.target import host
from functrace.primitives import contractions, determinants, linalg
from tests._steps import (
    FLOATING,
    computed,
    is_close,
    run,
    sample,
)


def regular(rng, stack, n, dtype):
    """Matrices that are far from singular."""
    x = sample(rng, (*stack, n, n), dtype)
    scale = 60 * n if np.dtype(dtype).kind == "i" else 3 + 2 * np.sqrt(n)
    return (x + scale * np.eye(n)).astype(dtype)


def turned(rng, x):
    """The array, or one of another layout; the elements stay."""
    if rng.random() < 0.5:
        return x
    return np.ascontiguousarray(x.swapaxes(-1, -2)).swapaxes(-1, -2)


CASES = [
    (dtype, n, stack)
    for dtype in [*FLOATING, "i4"]
    for n, stack in [(1, ()), (2, (3,)), (3, (2, 2)), (5, ()), (8, (4,)), (9, (2,)), (40, ())]
] + [("f8", 0, ()), ("f8", 3, (0,))]  # fmt: skip


@pytest.mark.parametrize(("dtype", "n", "stack"), CASES)
def test_cholesky(dtype, n, stack):
    rng = np.random.default_rng(n)
    x = regular(rng, stack, n, dtype)
    x = turned(rng, (x @ x.conj().swapaxes(-1, -2)).astype(dtype))
    expected = np.linalg.cholesky(x) if x.size else np.zeros(x.shape)
    above = np.triu(np.ones((n, n), bool), 1)  # what is there does not matter
    x = turned(rng, np.where(above, 7, x).astype(dtype))
    status, (found,) = run(emit_cholesky, [x], [expected])
    assert status == 0
    assert is_close(found, expected)


@pytest.mark.parametrize(("dtype", "n", "stack"), CASES)
@pytest.mark.parametrize("columns", [1, 20])
def test_solve(dtype, n, stack, columns):
    rng = np.random.default_rng(n)
    x = turned(rng, regular(rng, stack, n, dtype))
    y = turned(rng, sample(rng, (*stack[1:], n, columns), dtype))
    expected = np.linalg.solve(x, y)
    status, (found,) = computed(linalg.solve, emit_solve, [x, y], [expected])
    assert status == 0
    assert is_close(found, expected)


@pytest.mark.parametrize("dtype", FLOATING)
@pytest.mark.parametrize("n", [1, 4, 30])
def test_solve_for_a_vector_and_of_mixed_dtypes(dtype, n):
    rng = np.random.default_rng(n)
    x = regular(rng, (), n, dtype)
    for y in (sample(rng, (2 * n,), dtype)[::2], sample(rng, (n,), "i8")):
        expected = np.linalg.solve(x, y)
        status, (found,) = computed(linalg.solve, emit_solve, [x, y], [expected])
        assert status == 0
        assert is_close(found, expected)


@pytest.mark.parametrize(("dtype", "n", "stack"), CASES)
def test_inv(dtype, n, stack):
    rng = np.random.default_rng(n)
    x = turned(rng, regular(rng, stack, n, dtype))
    expected = np.linalg.inv(x)
    status, (found,) = computed(linalg.inv, emit_inv, [x], [expected])
    assert status == 0
    assert is_close(found, expected)


@pytest.mark.parametrize(("dtype", "n", "stack"), CASES)
def test_det_and_slogdet(dtype, n, stack):
    rng = np.random.default_rng(n)
    x = turned(rng, sample(rng, (*stack, n, n), dtype))
    with np.errstate(over="ignore"):
        values = np.asarray(np.linalg.det(x))
    expected = [np.asarray(part) for part in np.linalg.slogdet(x)]
    status, found = computed(determinants.slogdet, emit_slogdet, [x], expected)
    assert status == 0
    assert all(map(is_close, found, expected))
    if np.isfinite(values).all():
        status, (found,) = computed(determinants.det, emit_det, [x], [values])
        assert status == 0
        assert is_close(found, values)


@pytest.mark.parametrize("n", [4, 20])
@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_det_of_rows_that_differ_in_size(n, scale):
    rng = np.random.default_rng(n)
    x = sample(rng, (n, n), "f8")
    x[:2] *= scale
    x[2:4] /= scale
    expected = np.asarray(np.linalg.det(x))
    _, (found,) = computed(determinants.det, emit_det, [x], [expected])
    np.testing.assert_allclose(found, expected, rtol=1e-10)
    expected = [np.asarray(part) for part in np.linalg.slogdet(x)]
    _, found = computed(determinants.slogdet, emit_slogdet, [x], expected)
    np.testing.assert_allclose(found, expected, rtol=1e-10)


FLAGS = list(itertools.product([False, True], repeat=3))


@pytest.mark.parametrize(("lower", "transposed", "unit_diagonal"), FLAGS)
@pytest.mark.parametrize(
    ("dtype", "n", "stack"),
    [
        ("f8", 3, (2, 2)),
        ("f4", 8, ()),
        ("i4", 2, (3,)),
        ("c16", 4, (2,)),
        ("f8", 20, (2,)),
    ],
)
def test_solve_triangular(dtype, n, stack, lower, transposed, unit_diagonal):
    rng = np.random.default_rng(n)
    params = {"lower": lower, "transposed": transposed, "unit_diagonal": unit_diagonal}
    x = regular(rng, stack, n, dtype)
    if unit_diagonal:
        x = (x / (10 * n + 1)).astype(dtype)
    x = turned(rng, x)
    for columns in (1, 11):
        y = turned(rng, sample(rng, (*stack[1:], n, columns), dtype))
        expected = linalg.solve_triangular.impl(x, y, **params)
        status, (found,) = run(emit_solve_triangular, [x, y], [expected], **params)
        assert status == 0
        assert is_close(found, expected)


@pytest.mark.parametrize("n", [1, 2, 8, 9, 30])
@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
def test_singular_matrices(dtype, n):
    ones = np.ones((n, n), dtype) if n > 1 else np.zeros((1, 1), dtype)
    y = np.ones((n, 2), dtype)
    assert computed(linalg.inv, emit_inv, [ones], [ones])[0] == 1
    assert computed(linalg.solve, emit_solve, [ones, y], [y])[0] == 1
    assert run(emit_cholesky, [ones - 2 * np.eye(n, dtype=dtype)], [ones])[0] == 1
    one = np.ones((), dtype)
    status, (found,) = computed(determinants.det, emit_det, [ones], [one])
    assert (status, found) == (0, 0)
    status, (sign, log) = computed(
        determinants.slogdet, emit_slogdet, [ones], [one, one.real]
    )
    assert (status, sign, log) == (0, 0, -np.inf)


@pytest.mark.parametrize("n", [1, 3, 20])
@pytest.mark.parametrize("dtype", ["f8", "c8"])
def test_a_zero_on_the_diagonal_of_a_triangle(dtype, n):
    x, y = np.eye(n, dtype=dtype), np.ones((n, 3), dtype)
    x[n // 2, n // 2] = 0
    flags = {"lower": True, "transposed": False}
    solve = emit_solve_triangular
    assert run(solve, [x, y], [y], unit_diagonal=False, **flags)[0] == 1
    assert run(solve, [x, y], [y], unit_diagonal=True, **flags)[0] == 0


def test_cholesky_of_a_small_matrix_leaves_nan_to_numpy():
    x = np.full((3, 3), np.nan)
    assert run(emit_cholesky, [x], [x])[0] == 1


def test_right_hand_sides_without_columns():
    x, y = np.eye(3), np.zeros((3, 0))
    assert computed(linalg.solve, emit_solve, [x, y], [y])[0] == 0


def test_one_singular_matrix_of_a_stack():
    x = np.stack([np.eye(3), np.zeros((3, 3)), np.eye(3)])
    assert computed(linalg.inv, emit_inv, [x], [x])[0] == 1


@pytest.mark.parametrize("bits", [128, 256])
def test_factorisations_in_other_vectors(bits):
    rng = np.random.default_rng(bits)
    x = regular(rng, (3,), 6, "f8")
    options = {"bits": bits, "fused": False}
    status, (found,) = computed(linalg.inv, emit_inv, [x], [x], **options)
    assert status == 0
    assert is_close(found, np.linalg.inv(x))
    x = x @ x.swapaxes(1, 2)
    status, (found,) = run(emit_cholesky, [x], [x], **options)
    assert status == 0
    assert is_close(found, np.linalg.cholesky(x))


def test_records_have_steps():
    records = [
        contractions.matmul,
        contractions.einsum,
        linalg.solve,
        linalg.solve_triangular,
        linalg.inv,
        determinants.det,
        determinants.slogdet,
        linalg.cholesky,
    ]
    assert all(isinstance(record.lower, Step) for record in records)


# -- LU of matrices between those in registers and LAPACK's ------------------------------


def reflected(factors):
    """The matrix whose factors, by columns, and pivots these are."""
    columns, pivots = factors
    packed = columns.T
    x = (np.tril(packed, -1) + np.eye(len(packed))) @ np.triu(packed)
    for k, pivot in reversed(list(enumerate(pivots[:, 0] - 1))):
        x[[k, pivot]] = x[[pivot, k]]
    return x


@pytest.mark.parametrize("bits", [128, 256, 512])
@pytest.mark.parametrize("n", [1, 2, 9, 15, 16, 17, 31, 32])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_factors_are_those_of_lapack(dtype, n, bits):
    rng = np.random.default_rng(n)
    x = turned(rng, sample(rng, (2, n, n), dtype))
    likes = [np.empty_like(x), np.empty((2, n, 1), np.int32)]
    status, found = run(emit_factors, [x], likes, bits=min(bits, host().vector_bits))
    assert status == 0
    small = 50 * np.finfo(dtype).eps * np.abs(x).max()
    for one, columns, pivots in zip(x, *found, strict=True):
        np.testing.assert_allclose(reflected((columns, pivots)), one, atol=small)
        if dtype == "f8":  # in single precision another row may be as large
            packed, exchanged = scipy.linalg.lu_factor(one)
            np.testing.assert_array_equal(pivots[:, 0] - 1, exchanged)
            np.testing.assert_allclose(columns.T, packed, atol=20 * small)


def test_factors_of_singular_matrices_and_of_what_is_not_finite():
    rng = np.random.default_rng(0)
    x = sample(rng, (11, 11), "f8")
    x[:, 4] = 0.0
    x[7] = x[2] - x[3]
    likes = [x, np.empty((11, 1), np.int32)]
    _, found = run(emit_factors, [x], likes)
    np.testing.assert_allclose(reflected(found), x, atol=1e-13 * np.abs(x).max())
    assert np.abs(np.diagonal(found[0])).min() < 1e-14
    x = np.triu(x) + 3 * np.eye(11)
    x[1, 6] = np.inf  # goes down the column, and not up
    _, (columns, _) = run(emit_factors, [x], likes)
    np.testing.assert_array_equal(columns.T[:2], x[:2])


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("n", [1, 3, 8, 9, 33])
def test_singular_systems_may_give_nan(dtype, n):
    rng = np.random.default_rng(n)
    x, y = regular(rng, (3,), n, dtype), sample(rng, (3, n, 2), dtype)
    expected = np.linalg.solve(x, y)
    x[1], expected[1] = 0.0, np.nan
    status, (found,) = computed(
        linalg.solve_or_nan, emit_solve_or_nan, [x, y], [expected]
    )
    assert status == 0
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
    assert is_close(found[::2], expected[::2])
    whole = linalg.solve_or_nan(x, y)
    np.testing.assert_array_equal(np.isnan(whole), np.isnan(expected))
    assert is_close(whole[::2], expected[::2])


# -- many small systems at once ------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "stacks", [((16,), (16,)), ((3, 7), (1, 1)), ((1, 20), (3, 1))]
)
def test_many_small_systems(dtype, n, stacks):
    rng = np.random.default_rng(n)
    of_x, of_y = stacks
    x = rng.permuted(regular(rng, of_x, n, dtype), axis=-2)  # rows are exchanged
    y = sample(rng, (*of_y, n, 1), dtype)
    fast = ft.jit(np.linalg.solve)
    assert "solve" not in fast.lower(x, y).plan
    found, expected = fast(x, y), np.linalg.solve(x, y)
    assert found.dtype == expected.dtype
    tight = 1e-3 if dtype == "f4" else 1e-10
    np.testing.assert_allclose(found, expected, tight, tight * np.abs(expected).max())
    x[(-1,) * len(of_x)] = 0
    with pytest.raises(np.linalg.LinAlgError):
        fast(x, y)


def test_derivatives_of_many_small_systems():
    rng = np.random.default_rng(0)
    x, y = regular(rng, (18,), 3, "f8"), rng.normal(size=(18, 3, 1))

    def total(x, y):
        return np.sum(np.linalg.solve(x, y) ** 2)

    for found, expected in zip(
        ft.jit(ft.grad(total, (0, 1)))(x, y), ft.grad(total, (0, 1))(x, y), strict=True
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-9)
    moved = ft.hvp(lambda y: total(x, y))
    np.testing.assert_allclose(ft.jit(moved)(y, y), moved(y, y), rtol=1e-9)
