"""Samples of linear systems with structured matrices, and of their factors."""

from __future__ import annotations

import numpy as np

import functrace.primitives.banded
import functrace.primitives.drivers
import functrace.primitives.lu
import functrace.primitives.structured_systems  # noqa: F401 - fills the registry
from functrace.primitives import factored, factored_bands
from tests.samples._base import Sample, samples
from tests.samples.contractions import normal
from tests.samples.linalg import regular
from tests.samples.spectral import REASON, invariant, shapes


@samples("solve_banded")
def _(rng):
    for below, above in [(1, 2), (1, 1), (2, 0), (0, 0)]:
        params = {"below": below, "above": above, "positive": False}
        x, y = normal(rng, (below + above + 1, 5), (5, 2))
        x[above] += 5
        yield Sample((x, y), params)
        yield Sample((x + 0.5j, y), params)
        yield Sample((np.stack([x, x + 1]), y), params)
        yield Sample((x, np.stack([y, y + 1])), params)
    yield Sample((x, y + 1j), params)
    band = np.array([[9.0, 1, -1, 1], [5, 4, 5, 4], [1, -1, 1, 9]])

    def hermitian(upper, y):
        diagonal = np.array([5, 4, 5, 4], upper.dtype)
        return np.stack([upper, diagonal, np.roll(upper, -1).conj()]), y

    params = {"below": 1, "above": 1, "positive": True}
    reason = "Hermitian matrices only"
    for upper in (band[0], band[0] + 0.5j):
        y = normal(rng, (4, 2))
        yield Sample((upper, *y), params, before=hermitian, reason=reason)


@samples("solve_positive")
def _(rng):
    def positive(x, y):
        one = np.eye(x.shape[-1], dtype=x.dtype)
        return x @ x.swapaxes(-1, -2).conj() + one, y

    reason = "defined on Hermitian matrices"
    for x, y in [((3, 3), (3, 2)), ((2, 2, 2), (2, 1)), ((2, 2), (3, 2, 2))]:
        for dtype in (float, complex):
            args = normal(rng, x, y, dtype=dtype)
            yield Sample(args, before=positive, reason=reason)


@samples("solve_toeplitz")
def _(rng):
    for x_shape, y_shape in [
        ((5,), (3, 2)),
        ((2, 5), (3, 1)),
        ((3,), (2, 2, 2)),
        ((2, 1, 3), (3, 2, 1)),
        ((1,), (1, 1)),
    ]:
        x, y = normal(rng, x_shape, y_shape)
        x[..., x.shape[-1] // 2] += 4
        yield Sample((x, y), float32=False, reason="computed in double precision")
        yield Sample(
            (x + 0.5j, y), float32=False, reason="computed in double precision"
        )


@samples("lu_factor")
def _(rng):
    for shape in [(3, 3), (4, 2), (2, 4), (2, 3, 3), (2, 2, 3)]:
        yield Sample((normal(rng, shape)[0] + np.eye(*shape[-2:])[::-1],))
    yield Sample((regular(rng, 3, 3, dtype=complex)[::-1],))
    yield Sample((regular(rng, 3, 2, 2, dtype=complex),))


@samples("factors", ordered="pivots jump")
def _(rng):
    for shape in [(3, 3), (2, 4, 4), (1, 1)]:
        yield Sample((normal(rng, shape)[0] + np.eye(shape[-1])[::-1],))
    yield Sample((regular(rng, 3, 2, 2, dtype=complex),))
    yield Sample((np.ones((0, 3, 3)),))


@samples("solve_factored", ordered="the factors are not of any arrays")
def _(rng):
    for shape, columns, transposed in [
        ((3, 3), (3, 2), False),
        ((4, 4), (4, 1), True),
        ((2, 3, 3), (3, 2), True),
        ((3, 3), (2, 1, 3, 2), False),
    ]:
        x = normal(rng, shape)[0] + np.eye(shape[-1])[::-1]
        given = (*factored.factors.impl(x), normal(rng, columns)[0])
        yield Sample(given, {"transposed": transposed, "or_nan": transposed})
    x = regular(rng, 3, dtype=complex)
    y = regular(rng, 3, dtype=complex)
    yield Sample((*factored.factors.impl(x), y), {"transposed": True, "or_nan": False})


def _bands(rng):
    """With what is to be exchanged, and anything outside of the matrix."""
    for below, above, stack in [(1, 2, ()), (2, 1, (2,)), (0, 1, ()), (3, 3, ())]:
        widths = {"below": below, "above": above}
        (x,) = normal(rng, (*stack, below + above + 1, 5))
        yield x, widths


@samples("band_factors", ordered="pivots jump")
def _(rng):
    for x, widths in _bands(rng):
        yield Sample((x,), widths)


@samples("solve_band_factored", ordered="the factors are not of any arrays")
def _(rng):
    for columns in [(5, 1), (2, 5, 3)]:
        for x, widths in _bands(rng):
            factors = factored_bands.band_factors.impl(x, **widths)
            yield Sample((*factors, normal(rng, columns)[0]), widths)


@samples("permutation", ordered="pivots are not smaller than their place")
def _(rng):
    yield Sample((np.array([2, 2, 2], np.int32),), {"rows": 4})
    yield Sample((np.array([[1, 1], [0, 1]], np.int32),), {"rows": 2})


@samples("driven_eigh")
def _(rng):
    for driver in ("evr", "evd"):
        for lower in (True, False):
            params = {"lower": lower, "driver": driver}
            for x in shapes(rng, (3, 3), (2, 2, 2)):
                yield Sample((x,), params, after=invariant, reason=REASON)


@samples("column_order")
def _(rng):
    yield Sample(normal(rng, (3, 2)))
    yield Sample(normal(rng, (2, 2, 3), dtype=complex))
