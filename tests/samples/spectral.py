"""Samples of eigenvalues of Hermitian matrices and of singular values."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples
from tests.samples.contractions import normal

REASON = "vectors are smooth up to their phases"
LINEAR = "of one number it is linear, but keeps what it takes for more"


def apart(rng, *shape, dtype=float):
    """Matrices with eigenvalues and singular values that are far from one another."""
    (x,) = normal(rng, shape, dtype=dtype)
    n = min(shape[-2:])
    x[..., range(n), range(n)] += 3 * np.arange(1, n + 1)
    return x


def invariant(values, *vectors):
    """What is the same for all phases."""
    return (
        values,
        *(np.abs(v) ** 2 if v.dtype.kind == "c" else v * v for v in vectors),
    )


def shapes(rng, *extents):
    for shape in extents:
        yield apart(rng, *shape)
        yield apart(rng, *shape, dtype=complex)


@samples("eigh")
def _(rng):
    for x in shapes(rng, (3, 3), (2, 2, 2), (1, 1), (0, 0)):
        for lower in (True, False):
            yield Sample((x,), {"lower": lower}, after=invariant, reason=REASON)


@samples("eigvalsh")
def _(rng):
    for lower in (True, False):
        for x in shapes(rng, (3, 3), (2, 2, 2), (0, 0)):
            yield Sample((x,), {"lower": lower})
        for x in shapes(rng, (1, 1)):
            yield Sample((x,), {"lower": lower}, after=np.square, reason=LINEAR)


@samples("svdvals")
def _(rng):
    for x in shapes(rng, (3, 3), (2, 2, 2), (4, 2), (2, 3), (1, 1), (0, 2)):
        yield Sample((x,))


@samples("svd")
def _(rng):
    def after(u, s, vh):
        u, vh = u[..., : s.shape[-1]], vh[..., : s.shape[-1], :]
        product = (u * s[..., None, :] ** 2) @ vh
        return (*invariant(s, u, vh), product)

    for x in shapes(rng, (3, 3), (2, 2, 2), (4, 2), (2, 3), (1, 1), (0, 2)):
        for full in (True, False):
            yield Sample((x,), {"full": full}, after=after, reason=REASON)


def spectrum(*shape):
    return np.sort(np.random.default_rng(3).normal(size=shape)) + np.arange(shape[-1])


@samples("reciprocal_gaps")
def _(rng):
    for shape in [(3,), (2, 3), (0,)]:
        yield Sample((spectrum(*shape),))
    yield Sample((spectrum(1),), after=np.square, reason=LINEAR)


@samples("spectral_dot")
def _(rng):
    for dtype in (float, complex):
        (x,) = normal(rng, (2, 3, 3), dtype=dtype)
        yield Sample((x, spectrum(2, 3)))


@samples("spectral_bar")
def _(rng):
    for dtype in (float, complex):
        (x,) = normal(rng, (2, 3, 3), dtype=dtype)
        x[..., range(3), range(3)] = x[..., range(3), range(3)].real
        (y,) = normal(rng, (2, 3))

        def before(x, y, z):  # its diagonal must be real
            eye = np.eye(3, dtype=x.dtype)
            return x * (1 - eye) + x.real * eye, y, z

        reason = "of other complex matrices it is an error"
        yield Sample((x, y, spectrum(2, 3)), before=before, reason=reason)
