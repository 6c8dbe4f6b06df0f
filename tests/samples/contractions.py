"""Samples of products and contractions."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples


def normal(rng, *shapes, dtype=float):
    arrays = [rng.normal(size=shape) for shape in shapes]
    if dtype is complex:
        arrays = [a + 1j * rng.normal(size=a.shape) for a in arrays]
    return tuple(np.asarray(a) for a in arrays)


@samples("matmul")
def _(rng):
    for shapes in [
        ((2, 3), (3, 4)),
        ((2, 3), (3,)),
        ((3,), (3, 4)),
        ((3,), (3,)),
        ((2, 2, 3), (2, 3, 4)),
        ((2, 2, 3), (3, 2)),
        ((2, 3), (2, 3, 2)),
        ((2, 1, 2, 3), (3, 3, 1)),
        ((2, 2, 3), (3,)),
        ((3,), (2, 3, 2)),
        ((0, 3), (3, 2)),
        ((2, 0), (0, 3)),
        ((2, 0, 3), (3, 2)),
        ((2, 2, 0), (0, 3)),
        ((0,), (0,)),
    ]:
        yield Sample(normal(rng, *shapes))
    for shapes in [((2, 3), (3, 2)), ((2, 3), (3,)), ((3,), (3, 2)), ((3,), (3,))]:
        yield Sample(normal(rng, *shapes, dtype=complex))
    x, y = normal(rng, (3, 2), (4, 3))
    yield Sample((x.T, y.T))
    yield Sample((x.T, y.T + 1j))
    yield Sample((np.arange(6).reshape(2, 3), x))


@samples("einsum")
def _(rng):
    for subscripts, *shapes in [
        ("ab,bc->ac", (2, 3), (3, 4)),
        ("ab,cb->ca", (2, 3), (4, 3)),
        ("ab,ab->", (2, 3), (2, 3)),
        ("ab,ba->", (2, 3), (3, 2)),
        ("ab,b->a", (2, 3), (3,)),
        ("a,ab->b", (2,), (2, 3)),
        ("a,b->ba", (2,), (3,)),
        ("ab,ac->abc", (2, 3), (2, 2)),
        ("ab,ab->ba", (2, 3), (2, 3)),
        ("ab,ab->a", (2, 3), (2, 3)),
        ("abc,acd->adb", (2, 3, 2), (2, 2, 4)),
        ("abc,bad->cd", (2, 3, 2), (3, 2, 3)),
        ("abc,cd->bad", (2, 2, 3), (3, 2)),
        (",a->a", (), (3,)),
        (",->", (), ()),
        ("ab,bc->ac", (2, 0), (0, 3)),
        ("ab,bc->ac", (0, 2), (2, 3)),
    ]:
        yield Sample(normal(rng, *shapes), {"subscripts": subscripts})
    yield Sample(
        normal(rng, (2, 3), (3, 2), dtype=complex), {"subscripts": "ab,bc->ca"}
    )
    yield Sample((np.arange(3), *normal(rng, (3, 2))), {"subscripts": "a,ab->b"})


@samples("cross")
def _(rng):
    yield Sample(normal(rng, (3,), (3,)))
    yield Sample(normal(rng, (2, 3), (3,)))
    yield Sample(normal(rng, (2, 1, 3), (4, 3)))
    yield Sample(normal(rng, (0, 3), (3,)))
    yield Sample(normal(rng, (2, 3), (2, 3), dtype=complex))
