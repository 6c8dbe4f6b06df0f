"""Layout: what is a view, what is read-only, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import aval_of
from functrace.core.errors import ConcretizationError, ShapeError
from functrace.core.node import Edge, Leaf
from functrace.core.tracer import Tracer
from functrace.primitives.joining import concatenate, stack

M = np.arange(6.0).reshape(2, 3)


def variable(array):
    return Tracer(Edge(Leaf("variable", aval_of(array)), 0), array)


def abstract(array):
    return Tracer(Edge(Leaf("variable", aval_of(array)), 0), None)


@pytest.mark.parametrize(
    "view",
    [
        lambda x: np.broadcast_to(x, (2, 2, 3)),
        lambda x: np.broadcast_to(x, (2, 3)),
        lambda x: np.broadcast_to(x[0, 0], 3),
        lambda x: np.broadcast_arrays(x, x[:1])[1],
        np.diagonal,
        np.diag,
    ],
)
@pytest.mark.parametrize("make", [variable, abstract])
def test_read_only_as_in_numpy(view, make):
    part = view(make(M.copy()))
    with pytest.raises(ValueError, match="assignment destination is read-only"):
        part[0] = 1.0


@pytest.mark.parametrize(
    "view",
    [
        lambda x: np.broadcast_to(x, (2, 2, 3)),
        np.diagonal,
        lambda x: x.T,
        lambda x: x.reshape(3, 2),
        np.flip,
        lambda x: x.T.reshape(-1),
        lambda x: np.ravel(x, "F"),
        lambda x: np.ravel(x.T, "K"),
        lambda x: x[:, ::2].ravel(),
        lambda x: x[0, ::2].ravel(),
        lambda x: x[0, ::2].reshape(-1),
        lambda x: x.flatten(),
        np.copy,
        lambda x: x.reshape(3, 2, order="F"),
        lambda x: x.T.reshape(2, 3, order="F"),
        lambda x: np.reshape(x, 6, copy=True),
        lambda x: np.tile(x, 1),
        lambda x: np.roll(x, 0),
    ],
)
def test_views_show_writes_to_the_base_where_numpys_do(view):
    def after(base):
        part = view(base)
        base[0] = -1.0
        return part

    expected = after(M.copy())
    part = after(variable(M.copy()) * 1.0)
    part.sync()
    np.testing.assert_array_equal(part.value, expected)


@pytest.mark.parametrize("wrap", [lambda f: f, ft.jit])
@pytest.mark.parametrize("start", [lambda x: 0.0, lambda x: x])
@pytest.mark.parametrize(
    "view",
    [
        lambda x: np.broadcast_to(x, (2, 3)),
        lambda x: np.broadcast_to(x, ()),
        lambda x: np.broadcast_arrays(x, np.ones(3))[0],
        lambda x: x[None],
        np.ravel,
        np.atleast_2d,
        lambda x: x[...],
        lambda x: x.reshape(1, 1),
    ],
)
def test_views_of_arrays_without_axes_show_writes(view, start, wrap):
    """They are no scalars, of which there is no view."""

    def function(x):
        base = np.zeros(())
        base[...] = start(x)
        part = view(base)
        base[...] += x
        before = part + 0.0
        base[...] *= 3.0
        return before + 10 * part

    x = np.float64(2.0)
    plain = wrap(lambda x: ft.jvp(function, (x,), (x,)))(x)[0]
    np.testing.assert_array_equal(plain, function(x))
    np.testing.assert_array_equal(wrap(function)(x), function(x))


@pytest.mark.parametrize(
    "view",
    [
        lambda x: x.T,
        lambda x: x.reshape(3, 2),
        lambda x: x.T.reshape(-1),
        np.ravel,
        lambda x: x[:, ::2].ravel(),
        lambda x: x.reshape(3, 2, order="F"),
        lambda x: x.T.reshape(2, 3, order="F"),
        lambda x: np.expand_dims(x.T, 1),
    ],
)
def test_abstract_tracers_have_views_where_numpy_has(view):
    x = abstract(M)
    handle = view(x)
    owner = handle
    while owner.base is not None:
        owner = owner.base
    assert (owner is x) == np.shares_memory(view(M), M)


def test_writes_to_a_copy_leave_the_original_alone():
    def fun(x):
        y = np.copy(x)
        y[0] = 0.0
        return np.sum(x * y)

    np.testing.assert_array_equal(ft.grad(fun)(np.ones(3)), [0.0, 2.0, 2.0])


def test_reshape_without_a_copy():
    x = variable(M)
    assert np.reshape(x, (3, 2), copy=False).base is x
    with pytest.raises(ValueError, match="Unable to avoid creating a copy"):
        np.reshape(x.T, 6, copy=False)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: np.reshape(x, (4, 2)),
        lambda x: np.reshape(x, (-1, -1)),
        lambda x: np.reshape(x, (-1, 4)),
        lambda x: np.reshape(x, 6, order="K"),
        lambda x: np.transpose(x, (0,)),
        lambda x: np.transpose(x, (0, 0)),
        lambda x: np.moveaxis(x, (0, 1), 0),
        lambda x: np.squeeze(x, 0),
        lambda x: np.broadcast_to(x, (2, 4)),
        lambda x: np.broadcast_to(x, 3),
        lambda x: np.rot90(x, axes=(0, 2, 1)),
        lambda x: np.rot90(x, axes=(0, -2)),
        lambda x: np.split(x, 2, axis=1),
        lambda x: np.array_split(x, 0),
        lambda x: np.dsplit(x, 1),
        lambda x: np.hsplit(x[0, 0], 1),
        lambda x: np.vsplit(x[0], 1),
        lambda x: np.fliplr(x[0]),
        lambda x: np.flipud(x[0, 0]),
        lambda x: np.matrix_transpose(x[0]),
        lambda x: np.diagonal(x[0]),
        lambda x: np.diagonal(x, axis1=1, axis2=-1),
        lambda x: np.diag(x[None]),
        lambda x: np.concatenate([x, x[0]]),
        lambda x: np.concatenate([x[0, 0], x[0, 0]]),
        lambda x: np.concatenate([x, x[:, :1]]),
        lambda x: np.stack([x, x[0]]),
        lambda x: np.block([[x], x]),
        lambda x: np.repeat(x, -1),
        lambda x: np.repeat(x, [1, 2], axis=1),
        lambda x: np.pad(x, -1),
        lambda x: np.pad(x, 1, mode="nonsense"),
        lambda x: np.pad(x, 1, mode="edge", constant_values=1),
        lambda x: np.pad(x, 1, mode="maximum", stat_length=0),
        lambda x: np.pad(x[:0], 1, mode="edge"),
        lambda x: np.roll(x, 1, axis=2),
        lambda x: np.resize(x, -1),
        lambda x: np.meshgrid(x[0], indexing="yx"),
        lambda x: np.fill_diagonal(x[0], 1),
        lambda x: np.linspace(x, x, -1),
        np.vander,
    ],
)
def test_refuses_what_numpy_refuses(call):
    for x in (M, variable(M)):
        with pytest.raises(ValueError, match=r"."):
            call(x)


def test_refuses_to_cast_as_numpy_does():
    z = variable(M * 1j)
    with pytest.raises(TypeError, match="according to the rule 'same_kind'"):
        np.copyto(variable(M), z)
    with pytest.raises(TypeError, match="according to the rule 'no'"):
        np.concatenate([z, z], dtype=np.complex64, casting="no")
    with pytest.raises(TypeError, match="`pad_width` must be of integral type"):
        np.pad(z, 1.5)
    with pytest.raises(TypeError, match="Only lists can be used to arrange blocks"):
        np.block((z, z))


def test_abstract_shapes_are_checked():
    x, y = abstract(M), abstract(M[:, :2])
    with pytest.raises(ShapeError, match="arrays that differ in axis 0 at most"):
        concatenate(x, y, axis=0)
    with pytest.raises(ShapeError, match=r"arrays of one shape\n.*2,3.*2,2"):
        stack(x, y, axis=0)


def test_errors_name_many_arrays_together():
    def joined(x, number):
        rows = [x] * 2500 + [x[:1], x] * number
        return np.stack([*rows, x[:1]])

    with pytest.raises(ShapeError, match=r"got: +2500 of float64\[2\], float64\[1\]$"):
        ft.jit(lambda x: joined(x, 0))(np.ones(2))
    with pytest.raises(ShapeError, match=r"got: +2500 of .{90,120}, \.\.\.$"):
        ft.jit(lambda x: joined(x, 900))(np.ones(2))


def test_abstract_broadcasts_are_checked():
    for shape in ((2, 4), (3,)):
        with pytest.raises(ShapeError, match=r"broadcast to this shape\.\n.*\n.*2,3"):
            np.broadcast_to(abstract(M), shape)


def test_known_values_only():
    with pytest.raises(ConcretizationError, match="of which only shape and dtype"):
        np.repeat(abstract(M), abstract(np.array(2)), axis=0)


def test_no_write_into_an_ndarray():
    x = variable(M)
    for write in (
        lambda: np.copyto(np.zeros((2, 3)), x),
        lambda: np.concatenate([x, x], out=np.zeros((4, 3))),
        lambda: ft.numpy.fill_diagonal(np.zeros((2, 3)), x[0, 0]),
        lambda: np.full_like(M, x[0, 0]),
    ):
        with pytest.raises(TypeError, match="cannot be written into an ndarray"):
            write()


def test_a_constant_is_written_into_an_ndarray():
    buffer = np.ones((2, 3))
    np.copyto(buffer, np.zeros_like(variable(M)))
    np.testing.assert_array_equal(buffer, np.zeros((2, 3)))


def test_out_must_have_the_shape():
    x = variable(M)
    with pytest.raises(ValueError, match=r"out has shape \(2, 3\), the result has"):
        np.concatenate([x, x], out=np.zeros_like(x))


def test_an_object_array_of_tracers_is_one_operand():
    def fun(x):
        return np.sum(np.array([x[0] * x[1], x[1], 2.0]) * M)

    np.testing.assert_array_equal(ft.grad(fun)(np.array([2.0, 3.0])), [9.0, 11.0])
