"""Samples of functions of matrices."""

from __future__ import annotations

import numpy as np

import functrace.primitives.matrix_functions  # noqa: F401 - fills the registry
from tests.samples._base import Sample, samples
from tests.samples.contractions import normal


def near_identity(rng, *shape, dtype=float):
    """Matrices whose eigenvalues are right of the imaginary axis."""
    (x,) = normal(rng, shape, dtype=dtype)
    return x / 4 + 2 * np.eye(shape[-1])


@samples("expm")
def _(rng):
    # Of large ones SciPy's are less exact than those of compiled code.
    for shape in [(3, 3), (2, 2, 2), (1, 1), (0, 0)]:
        yield Sample((normal(rng, shape)[0] / 4,))
    yield Sample((normal(rng, (3, 3), dtype=complex)[0] / 4,))
    yield Sample((np.diag([1.0, 2.0]),))
    yield Sample((np.triu(*normal(rng, (3, 3))) / 4,))


@samples("expm_frechet")
def _(rng):
    yield Sample(normal(rng, (3, 3), (3, 3)), slow=True)
    yield Sample(normal(rng, (2, 2, 2), (2, 2, 2)))
    yield Sample(normal(rng, (2, 2), (2, 2), dtype=complex))
    x, y = normal(rng, (2, 2), (2, 2), dtype=complex)
    yield Sample((x.real, y))
    yield Sample((x, y.real))


def branches(rng):
    """Real matrices with and without negative eigenvalues, complex ones."""
    yield near_identity(rng, 3, 3), False
    yield near_identity(rng, 2, 2, 2), False
    yield near_identity(rng, 3, 3, dtype=complex), True
    yield near_identity(rng, 3, 3), True
    yield near_identity(rng, 3, 3) @ np.diag([-1.0, 1.0, 2.0]), True


@samples("sqrtm")
def _(rng):
    for x, complex_result in branches(rng):
        yield Sample((x,), {"complex_result": complex_result})


@samples("logm")
def _(rng):
    for x, complex_result in branches(rng):
        yield Sample((x,), {"complex_result": complex_result}, slow=True)


@samples("fractional_matrix_power")
def _(rng):
    for x, complex_result in branches(rng):
        params = {"exponent": 0.3, "complex_result": complex_result}
        yield Sample((x,), params, slow=True)


def directed(rng):
    for x, complex_result in branches(rng):
        if x.ndim == 2:
            (y,) = normal(rng, x.shape, dtype=x.dtype)
            yield (x[:2, :2], y[:2, :2]), {"complex_result": complex_result}


@samples("logm_frechet")
def _(rng):
    for args, params in directed(rng):
        yield Sample(args, params, slow=True)


@samples("fractional_matrix_power_frechet")
def _(rng):
    for args, params in directed(rng):
        yield Sample(args, {"exponent": 0.3, **params}, slow=True)


@samples("signm")
def _(rng):
    yield Sample((near_identity(rng, 3, 3) @ np.diag([1.0, -1.0, 2.0]),))
    yield Sample((near_identity(rng, 2, 2, 2) @ np.diag([1.0, -1.0]),))
    yield Sample((near_identity(rng, 3, 3, dtype=complex) @ np.diag([-1.0, 1.0, 2]),))


@samples("solve_sylvester")
def _(rng):
    for m, n in [((3, 3), (2, 2)), ((2, 3, 3), (2, 2)), ((1, 1), (3, 1, 2, 2))]:
        x, y = near_identity(rng, *m), near_identity(rng, *n)
        yield Sample((x, y, *normal(rng, (m[-1], n[-1]))))
    x, y = near_identity(rng, 2, 2, dtype=complex), near_identity(rng, 3, 3)
    yield Sample((x, y, *normal(rng, (2, 3))))
    yield Sample((y, y.T, *normal(rng, (3, 3), dtype=complex)))
    yield Sample((x, x.T, *normal(rng, (2, 2, 2), dtype=complex)))
