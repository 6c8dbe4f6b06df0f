"""Samples of linear algebra."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples
from tests.samples.contractions import normal


def regular(rng, *shape, dtype=float):
    """Matrices that are far from singular."""
    (x,) = normal(rng, shape, dtype=dtype)
    return x + 2 * np.eye(shape[-1])


@samples("solve")
def _(rng):
    for x_shape, y_shape in [
        ((3, 3), (3,)),
        ((3, 3), (3, 2)),
        ((2, 3, 3), (3, 2)),
        ((3, 3), (2, 3, 2)),
        ((2, 1, 2, 2), (3, 2, 1)),
        ((1, 1), (1, 1)),
        ((0, 0), (0, 2)),
    ]:
        yield Sample((regular(rng, *x_shape), *normal(rng, y_shape)))
    x, (y,) = regular(rng, 3, 3, dtype=complex), normal(rng, (3, 2), dtype=complex)
    yield Sample((x, y))
    yield Sample((x.real, y))
    yield Sample((x.T, y.real))


@samples("solve_or_nan")
def _(rng):
    yield Sample((regular(rng, 2, 3, 3), *normal(rng, (3, 2))))
    yield Sample((regular(rng, 3, 3), *normal(rng, (3,))))
    x, (y,) = regular(rng, 2, 2, dtype=complex), normal(rng, (2, 1), dtype=complex)
    yield Sample((x, y))


@samples("solve_triangular")
def _(rng):
    x = regular(rng, 3, 3)
    (y,) = normal(rng, (3, 2))
    for lower in (True, False):
        for transposed in (True, False):
            for unit_diagonal in (True, False):
                params = {
                    "lower": lower,
                    "transposed": transposed,
                    "unit_diagonal": unit_diagonal,
                }
                yield Sample((x, y), params)
                yield Sample((x + 0.5j, y - 1j), params)
    params = {"lower": True, "transposed": False, "unit_diagonal": False}
    yield Sample((regular(rng, 2, 3, 3), y), params)
    yield Sample((x, *normal(rng, (2, 3, 2))), params)
    yield Sample((x.T, y), params)
    yield Sample((regular(rng, 0, 3, 3), y), params)


@samples("inv")
def _(rng):
    yield Sample((regular(rng, 3, 3),))
    yield Sample((regular(rng, 2, 2, 2),))
    yield Sample((regular(rng, 3, 3, dtype=complex),))
    yield Sample((regular(rng, 0, 0),))


@samples("inv_or_nan")
def _(rng):
    yield Sample((regular(rng, 3, 3),))
    yield Sample((regular(rng, 2, 2, 2, dtype=complex),))


@samples("ratio_or_inf")
def _(rng):
    (x, y) = normal(rng, (2, 3), (3,))
    yield Sample((x**2, y**2 + 1))


@samples("det")
def _(rng):
    yield Sample((regular(rng, 3, 3),))
    yield Sample((regular(rng, 2, 2, 2),))
    yield Sample((regular(rng, 3, 3, dtype=complex),))
    yield Sample((regular(rng, 0, 0),))
    singular = np.arange(9.0).reshape(3, 3)
    yield Sample((singular,))
    yield Sample((np.stack([singular, np.eye(3)]),))
    yield Sample((np.outer([1, 2j], [1 + 1j, 3]),))
    yield Sample((np.outer([1.0, 2, 3, 4], [1.0, -1, 2, 0]) + np.diag([1.0, 0, 0, 0]),))


@samples("cofactor")
def _(rng):
    yield Sample((regular(rng, 3, 3),))
    yield Sample((regular(rng, 2, 3, 3),))
    yield Sample((regular(rng, 3, 3, dtype=complex),))
    yield Sample((regular(rng, 2, 4, 4),))


@samples("cofactor_derivative")
def _(rng):
    for shape in [(4, 4), (2, 4, 4), (0, 0)]:
        (y, z) = normal(rng, shape, shape)
        yield Sample((regular(rng, *shape), y))
        yield Sample((regular(rng, *shape, dtype=complex), y + 1j * z))


@samples("slogdet")
def _(rng):
    yield Sample((regular(rng, 3, 3),))
    yield Sample((-regular(rng, 2, 3, 3),))
    yield Sample((regular(rng, 3, 3, dtype=complex),))
    yield Sample((regular(rng, 2, 2, 2, dtype=complex),))


@samples("cholesky")
def _(rng):
    reason = "defined on Hermitian matrices"

    def positive(x):
        one = np.eye(x.shape[-1], dtype=x.dtype)
        return (x @ x.swapaxes(-1, -2).conj() + one,)

    for shape in [(3, 3), (2, 2, 2), (1, 1)]:
        yield Sample(normal(rng, shape), before=positive, reason=reason)
        (z,) = normal(rng, shape, dtype=complex)
        yield Sample((z,), before=positive, reason=reason)


@samples("vector_norm")
def _(rng):
    (x,) = normal(rng, (2, 3, 4))
    x += np.sign(x)
    for order in (2, 3, 1, 0.5, -1, -2, 2.5):
        for axis, keepdims in (((0, 1, 2), False), ((1,), True), ((0, 2), False)):
            params = {"ord": order, "axis": axis, "keepdims": keepdims}
            yield Sample((x[:, :2, :2],), params)
            yield Sample((x[:, :2, 1:3] - 2j,), params)
    yield Sample((x,), {"ord": 2, "axis": (0, 1, 2), "keepdims": True})
    yield Sample((x[0, 0, 0],), {"ord": 2, "axis": (), "keepdims": False})
