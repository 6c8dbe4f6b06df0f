"""Simplification of layout: transposes, shapes, indices, joined and repeated arrays."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.core.node import Edge
from functrace.primitives import layout
from tests._simplify import (
    BOOLS,
    INTS,
    MATRIX,
    SCALAR,
    SINGLE,
    assert_rule,
    convert,
    each,
    graph_of,
    names_of,
    numbered,
    simplified,
    x,
    y,
)

LAYOUT = [
    (lambda x: x.T.T, (MATRIX,), ""),
    (lambda x: x.transpose(0, 1), (MATRIX,), ""),
    (
        lambda x: x.transpose(1, 2, 0).transpose(1, 2, 0),
        (ft.Aval((2, 3, 4)),),
        "transpose",
    ),
    (lambda x: x.reshape(12).reshape(2, 6), (MATRIX,), "reshape"),
    (lambda x: x.reshape(12).reshape(3, 4), (MATRIX,), ""),
    (lambda x: x[:, None].reshape(2, 8), (x,), "reshape"),
    (lambda x: x[0][None].reshape(16), (ft.Aval((1, 16)),), "reshape"),
    (lambda x: x[::-1].reshape(2, 8), (x,), "getitem reshape"),
    (lambda x: layout.reshape(x, shape=(3, 4)), (MATRIX,), ""),
    (lambda x: layout.broadcast_to(x, shape=(3, 4)), (MATRIX,), ""),
    (
        lambda x: np.broadcast_to(np.broadcast_to(x, (3, 4)), (2, 3, 4)),
        (ft.Aval(4),),
        "broadcast_to",
    ),
    (lambda x: x[:], (x,), ""),
    (lambda x: x[0:16:1], (x,), ""),
    (lambda x: x[...], (MATRIX,), ""),
    (lambda x: x[:, None], (x,), "getitem"),
    (lambda x: x[::-1], (x,), "getitem"),
    (lambda x: x[::-1][::-1], (x,), ""),
    (lambda x: x[2:10][1:3], (x,), "getitem"),
    (lambda x: x[2:10][3], (x,), "getitem"),
    (lambda x: x[1][:, None][2], (MATRIX,), "getitem"),
    (lambda x: x[None, ::-2, 1][:, -1], (MATRIX,), "getitem"),
    (lambda x: x[:, None][:, 0], (x,), ""),
    (lambda x: x[:, None][:, 0:0], (x,), ""),
    (lambda x, y: np.stack([x, y])[1], (x, y), ""),
    (lambda x, y: np.stack([x, y], axis=1)[3, 0], (x, y), "getitem"),
    (lambda x, y: np.stack([x, y])[:, 1], (x, y), "stack getitem"),
    (lambda x, y: np.concatenate([x, y])[20], (x, y), "getitem"),
    (lambda x, y: np.concatenate([x, y])[16:], (x, y), ""),
    (lambda x, y: np.concatenate([x, y])[17:20], (x, y), "getitem"),
    (lambda x, y: np.concatenate([x, y])[10:20], (x, y), "concatenate getitem"),
    (lambda x: np.concatenate([x]), (x,), ""),
    (lambda x: np.concatenate([x[:0], x, x[3:3]]), (x,), ""),
    (lambda x: np.stack([x]), (x,), "reshape"),
    (lambda x: np.broadcast_to(x, (5, 3, 4))[2], (MATRIX,), ""),
    (lambda x: np.broadcast_to(x, (5, 3, 4))[:, 1], (MATRIX,), "getitem broadcast_to"),
    (
        lambda x: np.broadcast_to(x[:, None], (16, 7))[3, 2:4],
        (x,),
        "getitem broadcast_to",
    ),
    (lambda x: np.broadcast_to(x, (3,))[1], (SCALAR,), ""),
    (lambda x: x.T[1], (MATRIX,), "getitem"),
    (
        lambda x: x.transpose(2, 0, 1)[:, 1, :2],
        (ft.Aval((2, 3, 4)),),
        "getitem transpose",
    ),
    (lambda x: convert(convert(x, "f8"), "f4"), (SINGLE,), ""),
    (lambda x: convert(convert(x, "c16"), "c8"), (SINGLE,), "convert"),
    (lambda x: convert(convert(x, "f4"), "f8"), (x,), "convert convert"),
    (lambda x: convert(convert(x, "f8"), "i8"), (INTS,), "convert convert"),
    (lambda x: convert(x, "f8"), (x,), ""),
]


@each(("function", "avals", "expected"), numbered(LAYOUT))
def test_layout(function, avals, expected):
    assert_rule(function, avals, expected)


@pytest.mark.parametrize(
    "index",
    [
        np.s_[:, None, 5],
        np.s_[None, :, 2:6],
        np.s_[:, None, 1:3],
        np.s_[1, None, 4:],
        np.s_[None, :, None, 5],
        np.s_[..., None, 1],
    ],
    ids=str,
)
def test_reading_of_parts_with_new_axes(index):
    x, y = np.arange(12.0).reshape(3, 4), -np.arange(1.0, 7.0).reshape(3, 2)

    def function(x, y):
        return np.concatenate([x, y], axis=1)[index] * 2

    np.testing.assert_array_equal(ft.jit(function)(x, y), function(x, y))


def test_reading_of_many_parts():
    parts = [f"{kind}" for kind in range(70)]

    def function(*xs):
        return np.concatenate(xs)[69]

    avals = [ft.Aval(1) for _ in parts]
    assert names_of(simplified(graph_of(function, *avals))) == [
        "concatenate",
        "getitem",
    ]


# -- broadcasting ----------------------------------------------------------------------


NARROW = [
    (lambda x, y: np.maximum(np.broadcast_to(x, (16,)), y), (SCALAR, x), "maximum"),
    (lambda x, y: y * np.broadcast_to(x, (16,)), (SCALAR, x), "multiply"),
    (lambda x: np.broadcast_to(x, (16,)) * 2.5, (SCALAR,), "multiply broadcast_to"),
    (lambda x: np.broadcast_to(x, (16,)) ** 2.5, (SCALAR,), "broadcast_to power"),
    (lambda x: np.maximum(np.full(16, 2.5), x), (x,), "maximum"),
    (lambda x: np.full((2, 16), 2.5) * x, (x,), "multiply broadcast_to"),
    (lambda x: np.full(16, 2.5) * x, (SINGLE,), "multiply"),
    (lambda x: -np.broadcast_to(x, (16,)), (SCALAR,), "negative broadcast_to"),
    (
        lambda c, x: np.where(c, np.broadcast_to(x, (16,)), 1.0),
        (BOOLS, SCALAR),
        "where",
    ),
]


@each(("function", "avals", "expected"), numbered(NARROW))
def test_operands_are_not_repeated_to_no_purpose(function, avals, expected):
    simpler = assert_rule(function, avals, expected)
    for node in simpler.nodes:
        assert not any(np.size(e) > 1 for e in node.inputs if type(e) is not Edge)
