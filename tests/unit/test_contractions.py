"""Products and contractions: views, plans, memory, errors."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp
from functrace.core.aval import Aval
from functrace.core.errors import MissingRuleError, ShapeError
from functrace.numpy._release import RELEASE
from functrace.numpy.einstein import _plan
from functrace.primitives import contractions
from tests.systematic._laws import variable

A = np.arange(12.0).reshape(3, 4)
B = np.arange(8.0).reshape(4, 2)


@pytest.mark.parametrize(
    ("function", "kept"),
    [(lambda x: x @ B, (None, B)), (lambda x: A @ x, (A, None))],
)
def test_matmul_keeps_only_the_other_operand(function, kept):
    out = function(variable(A if kept[0] is None else B))
    assert out.edge.node.primitive is contractions.matmul
    for saved, expected in zip(out.edge.node.saved, (*kept, None), strict=True):
        np.testing.assert_equal(saved, expected)


def test_a_matrix_product_by_any_name_is_one_matmul():
    x, y = variable(A), variable(B)
    products = [
        np.dot(x, y),
        np.tensordot(x, y, 1),
        np.einsum("ij,jk->ik", x, y),
        np.einsum("ca,ab->cb", x, y),
        np.linalg.multi_dot([x, y]),
        np.linalg.matmul(x, y),
    ]
    for product in products:
        assert product.edge.node.primitive is contractions.matmul
        assert product.edge.node.inputs == (x.edge, y.edge)


def test_einsum_contracts_two_at_a_time_in_the_cheapest_order():
    shapes = ((2, 50), (50, 50), (50, 1))
    assert _plan("ij,jk,kl->il", shapes, "greedy").steps == (
        (1, 2, "AB,BC->AC"),
        (0, 3, "AB,BC->AC"),
    )


def test_einsum_of_one_operand_is_a_view():
    def function(x):
        x = x * 1
        np.einsum("ij->ji", x)[0] = 0
        return np.sum(x)

    np.testing.assert_array_equal(ft.grad(function)(np.ones((2, 2))), [[0, 1], [0, 1]])


def test_cotangent_repeated_by_strides():
    x, y = np.ones((100, 100)), np.arange(1e4).reshape(100, 100)
    gradient = ft.grad(lambda x: np.sum(x @ y))(x)
    np.testing.assert_allclose(gradient, np.ones((100, 100)) @ y.T)


def test_integers_are_not_recorded():
    def function(x):
        assert type(np.dot(x.astype(int), np.arange(3))) is np.int64
        return x @ np.arange(3)

    np.testing.assert_array_equal(ft.grad(function)(np.ones(3)), [0, 1, 2])


def test_lists_of_traced_values():
    def function(x):
        return fnp.dot([x[0], 2 * x[1]], [1, 2]) + fnp.einsum("i->", [x[0], x[1]])

    np.testing.assert_array_equal(ft.grad(function)(np.ones(2)), [2, 5])


@pytest.mark.skipif(
    RELEASE >= (2, 5), reason="NumPy 2.5 has no cross product of planes"
)
def test_plane_cross_product_is_deprecated_as_in_numpy():
    with pytest.warns(DeprecationWarning, match="2-dimensional vectors are deprecated"):
        gradient = ft.grad(lambda x: np.cross(x, [3.0, 4.0]))(np.ones(2))
    np.testing.assert_array_equal(gradient, [4, -3])


def test_ufunc_options():
    x = variable(A)
    np.testing.assert_array_equal(np.vecdot(x, A, axis=0).value, np.sum(A * A, axis=0))
    out = np.zeros_like(x @ B)
    assert np.matmul(x, B, out=out) is out
    np.testing.assert_array_equal(out.value, A @ B)


def test_out_that_would_drop_the_gradient():
    with pytest.raises(TypeError, match="cannot be written into an ndarray"):
        np.dot(variable(A), B, out=np.zeros((3, 2)))
    with pytest.raises(TypeError, match="cannot be written into an ndarray"):
        np.einsum("ij->", variable(A), out=np.zeros(()))


@pytest.mark.parametrize(
    ("function", "match"),
    [
        (lambda x: x @ A, "mismatch in its core dimension"),
        (lambda x: np.dot(x, A), "mismatch in its core dimension"),
        (lambda x: np.tensordot(x, A, 1), "shape-mismatch for sum"),
        (lambda x: np.tensordot(x, A, ([0, 1], [0])), "shape-mismatch for sum"),
        (lambda x: np.tensordot(x, A, 3), "shape-mismatch for sum"),
        (lambda x: np.tensordot(x, A, ([2], [0])), "out of bounds"),
        (
            lambda x: np.cross(x, A),
            "incompatible dimensions for cross|must be .* 3-dim",
        ),
        (lambda x: np.cross(x, 1.0), "At least one array has zero dimension"),
        (lambda x: np.linalg.cross(x, x), "must be .* 3-dimensional vectors"),
        (lambda x: np.linalg.outer(x, x), "must be one-dimensional"),
        (lambda x: np.linalg.multi_dot([x]), "at least two arrays"),
        (lambda x: np.linalg.multi_dot([x, x, A[None]]), "must be two-dimensional"),
        (lambda x: np.einsum("ij,jk", x, A), "does not match previous terms"),
        (lambda x: np.einsum("ii", x[:, :1]), "collapsing index 'i' don't match"),
        (lambda x: np.einsum("ij,jk->iz", x, B), "did not appear in the input"),
        (lambda x: np.einsum("ij->ii", x), "appeared more than once"),
        (lambda x: np.einsum("...i->i", x), "no '...' ellipsis"),
        (lambda x: np.einsum("ij,j", x), "must be equal to the number of operands"),
        (lambda x: np.einsum("ij.->i", x), "Invalid Ellipses"),
        (lambda x: np.einsum(x, [0, 52]), "not within the valid range"),
        (lambda x: np.einsum(x, [0, -1]), "not within the valid range"),
    ],
)
def test_numpys_value_errors(function, match):
    with pytest.raises(ValueError, match=match):
        function(variable(A))


@pytest.mark.parametrize(
    ("function", "error", "match"),
    [
        (lambda x: np.einsum(x, [0, 1.5]), TypeError, "integer or an ellipsis"),
        (lambda x: np.einsum("ij->", x, dtype=int), TypeError, "Cannot cast operands"),
        (
            lambda x: np.einsum("ij->", x, order="F"),
            MissingRuleError,
            r"numpy\.einsum\(\.\.\., order='F'\) is not supported",
        ),
    ],
)
def test_other_errors(function, error, match):
    with pytest.raises(error, match=match):
        function(variable(A))


def test_einsum_without_operands():
    with pytest.raises(ValueError, match="must specify the einstein sum subscripts"):
        fnp.einsum()


def test_too_many_labels():
    x = variable(np.ones((1,) * 32))
    with pytest.raises(ShapeError, match="at most 52 dimensions, not 64"):
        np.tensordot(x, x, 0)


@pytest.mark.parametrize("shapes", [((3, 4), (3, 4)), ((), (3,)), ((3,), (4,))])
def test_matmul_of_shapes_that_do_not_fit(shapes):
    with pytest.raises(ShapeError, match="matmul of operands whose shapes do not fit"):
        contractions.matmul.abstract_eval(*map(Aval, shapes))
