"""Samples of eigenvalues and eigenvectors of general matrices."""

from __future__ import annotations

import numpy as np

from tests.samples._base import Sample, samples
from tests.samples.contractions import normal

SHAPES = [(3, 3), (2, 2, 2), (0, 0)]


def matrices(rng):
    """Real ones with complex, and with real, eigenvalues, and complex ones."""
    for shape in SHAPES:
        (x, y) = normal(rng, shape, shape)
        yield x
        yield x + np.diag(10.0 * np.arange(shape[-1]))
        yield x + 1j * y


@samples("eig")
def _(rng):
    reason = "of real matrices LAPACK does not determine the vectors' signs"

    def signless(values, vectors):
        return values, vectors * vectors

    for x in matrices(rng):
        if x.dtype.kind == "c":
            yield Sample((x,))
        else:
            yield Sample((x,), after=signless, reason=reason)


@samples("eigvals")
def _(rng):
    for x in matrices(rng):
        yield Sample((x,))


def spectrum(rng, *shape):
    x, y = normal(rng, shape, shape)
    w, v = np.linalg.eig(x + 1j * y)
    return x + 1j * y, w, v


@samples("left_vectors")
def _(rng):
    for shape in SHAPES:
        yield Sample(spectrum(rng, *shape))


@samples("over_gaps")
def _(rng):
    for shape in SHAPES:
        x, w, _ = spectrum(rng, *shape)
        for checked in (True, False):
            yield Sample((x, w, np.zeros(shape, bool)), {"checked": checked})


@samples("phase_components")
def _(rng):
    for shape in SHAPES:
        yield Sample((spectrum(rng, *shape)[2],))


@samples("matching")
def _(rng):
    for shape in SHAPES:
        _, w, _ = spectrum(rng, *shape)
        yield Sample((w, np.flip(w, -1).copy()))
