"""Samples of products with sparse matrices."""

from __future__ import annotations

import numpy as np
import scipy.sparse
import scipy.sparse.linalg

import functrace.primitives.elimination
import functrace.primitives.sparse_solutions
import functrace.primitives.superlu  # noqa: F401
from functrace.primitives._sparse_factors import Factorisation
from tests.samples._base import Sample, samples
from tests.samples.contractions import normal


def matrix(rng, rows, columns, dtype=float, index=np.int32):
    """The arrays of a matrix by rows, half of whose entries are there."""
    (dense,) = normal(rng, (rows, columns), dtype=dtype)
    made = scipy.sparse.csr_array(dense * (rng.random((rows, columns)) < 0.5))
    return made.data, made.indices.astype(index), made.indptr.astype(index)


def sample(rng, x, rows, transposed=False, **kinds):
    """A product whose output has so many rows."""
    shape = (x.shape[0], rows) if transposed else (rows, x.shape[0])
    params = {"rows": rows, "transposed": transposed}
    return Sample((x, *matrix(rng, *shape, **kinds)), params)


@samples(
    "sparse_product",
    ordered="rows begin where the ones before end, columns are those of the matrix",
)
def _(rng):
    for transposed in (False, True):
        for shape in ((4,), (4, 1), (4, 3), (4, 19), (0,), (0, 2), (2, 0)):
            (x,) = normal(rng, shape)
            yield sample(rng, x, 5, transposed)
        (x,) = normal(rng, (4, 3))
        yield sample(rng, x, 0, transposed)
        yield sample(rng, np.asfortranarray(x), 5, transposed, index=np.int64)
        yield sample(rng, x[::-2], 5, transposed)
        (z,) = normal(rng, (4, 2), dtype=complex)
        yield sample(rng, z, 3, transposed, dtype=complex)
        yield sample(rng, z, 3, transposed)
        yield sample(rng, z.real, 3, transposed, dtype=complex)
        yield sample(rng, np.arange(4), 3, transposed)
        # entries in one place twice, and columns out of order
        indices, indptr = np.array([2, 0, 2, 1, 3]), np.array([0, 3, 3, 5])
        (data,) = normal(rng, (5,))
        params = {"rows": 4 if transposed else 3, "transposed": transposed}
        (x,) = normal(rng, (3 if transposed else 4,))
        yield Sample((x, data, indices, indptr), params)


@samples(
    "sampled_product",
    ordered="rows begin where the ones before end, columns are those of the matrix",
)
def _(rng):
    for rest in ((), (1,), (3,), (19,), (0,)):
        for rows, columns in ((5, 4), (0, 4), (5, 0)):
            x, y = normal(rng, (rows, *rest), (columns, *rest))
            yield Sample((x, y, *matrix(rng, rows, columns)[1:]))
    (x,) = normal(rng, (6, 4))
    yield Sample((x.T[:, ::-3], x[::2, 1:3], *matrix(rng, 4, 3, index=np.int64)[1:]))
    (z,) = normal(rng, (4, 2), dtype=complex)
    yield Sample((z, x[:, :2], *matrix(rng, 4, 6)[1:]))
    yield Sample((x[:, :2], z, *matrix(rng, 6, 4)[1:]))
    yield Sample((z, z[::-1], *matrix(rng, 4, 4)[1:]))


@samples("subtract_in_turn")
def _(rng):
    chain = np.array([1, 2, 3, 1], np.int32), np.array([0, 1, 2, 4], np.int32)
    for shape in ((5,), (3, 5), (2, 1, 6)):
        yield Sample((*normal(rng, shape), *chain))
    (x,) = normal(rng, (5, 4))
    yield Sample((x.T[::2], *chain))
    yield Sample((x.T[:, ::-1], *(places[::-1] for places in chain)))
    yield Sample((x[:, 0], *(places.astype(np.int64) for places in chain)))
    yield Sample((*normal(rng, (5,), dtype=complex), *chain))
    yield Sample((np.arange(5), *chain))
    none = np.zeros(0, np.int32)
    yield Sample((x[0], none, none))
    yield Sample((np.zeros(0), none, none))


def system(rng, stack=(), size=4, dtype=float):
    """The arrays of matrices that are far from singular."""
    _, indices, indptr = matrix(rng, size, size)
    made = scipy.sparse.csr_array((np.ones(indices.size), indices, indptr))
    made.resize(size, size)
    made = (made + 3 * scipy.sparse.eye_array(size)).tocsr()
    (noise,) = normal(rng, (*stack, made.nnz), dtype=dtype)
    return made.data + noise / 4, made.indices, made.indptr


@samples(
    "sparse_solve",
    ordered="rows begin where the ones before end, columns are those of the matrix",
)
def _(rng):
    for transposed in (False, True):
        params = {"transposed": transposed, "how": Factorisation()}
        for stack, shape in (
            ((), (4, 1)),
            ((), (4, 3)),
            ((2,), (4, 2)),
            ((2, 1), (3, 4, 1)),
        ):
            data, *where = system(rng, stack)
            yield Sample((data, *normal(rng, shape), *where), params)
        data, *where = system(rng, dtype=complex)
        (b,) = normal(rng, (4, 2), dtype=complex)
        yield Sample((data, b, *where), params)
        yield Sample((data, b.real, *where), params)
        yield Sample((data.real, b, *where), params)
        yield Sample((np.zeros(0), np.zeros((0, 2)), *matrix(rng, 0, 0)[1:]), params)


def systems(rng):
    """Right-hand sides, factors, and whether these are of the transpose."""
    for dtype in (float, complex):
        made = scipy.sparse.linalg.splu(
            scipy.sparse.csr_array(system(rng, dtype=dtype), shape=(4, 4)).tocsc()
        )
        for transposed in (False, True):
            for width in (1, 3):
                yield normal(rng, (4, width), dtype=dtype)[0], made, transposed
        yield np.zeros((4, 0), dtype), made, transposed


@samples("solve_superlu")
def _(rng):
    for b, made, transposed in systems(rng):
        params = {"transposed": transposed, "made": made}
        yield Sample((b,), params, float32=False, reason="factors have one dtype")


@samples(
    "solve_triangles",
    ordered="rows begin where the ones before end, places are those of the matrix",
)
def _(rng):
    for b, made, transposed in systems(rng):
        parts = [x for f in (made.L, made.U) for x in (f.data, f.indices, f.indptr)]
        yield Sample((b, *parts, made.perm_r, made.perm_c), {"transposed": transposed})
