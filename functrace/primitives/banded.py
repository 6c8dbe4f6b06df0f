"""Linear systems with band matrices, kept as their diagonals.

A matrix with `below` diagonals under the main one and `above` over it is kept as
``x[above + i - j, j] = a[i, j]``: row k is the diagonal ``above - k``.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import scipy.linalg

from functrace.compiler.forms import Step, Unlowered
from functrace.core.aval import Aval
from functrace.primitives._batching import solving
from functrace.primitives._lazy_modules import (
    factored_bands,
    kernels_banded,
    numba_forms,
)
from functrace.primitives._make import primitive
from functrace.primitives._stacks import lapack_dtype, over_stack


def _rows(below: int, above: int, n: int) -> tuple[Any, Any]:
    """For each place in the band, the row i of the matrix, and whether there is one."""
    i = np.arange(-above, below + 1)[:, None] + np.arange(n)
    inside = (i >= 0) & (i < n)
    return np.where(inside, i, 0), inside


def inside_of(below: int, above: int, n: int) -> Any:
    """Which places in the band are elements of the matrix."""
    return _rows(below, above, n)[1]


def transposed_band(x: Any, below: int, above: int) -> Any:
    """The band of the transpose, which has `above` diagonals below and `below` above."""
    return _skewed(_padded(x[..., ::-1, :], below, above))


def _padded(x: Any, before: int, after: int) -> Any:
    """With so many zeros before and after each row."""
    ends = [np.zeros((*x.shape[:-1], n), x.dtype) for n in (before, after)]
    return np.concatenate([ends[0], x, ends[1]], axis=-1)


def _skewed(x: Any) -> Any:
    """Row k from place k on, all so long as there is something.

    A row that is one longer begins where the next place of the next one is: no elements
    are looked up, which would take tables as large as the band.
    """
    *stack, rows, length = x.shape
    flat = _padded(x.reshape(*stack, rows * length), 0, rows)
    return flat.reshape(*stack, rows, length + 1)[..., : length - rows + 1]


def _shifted(y: Any, below: int, above: int) -> Any:
    """Columns as rows, from all places that are in the band of a matrix of its height."""
    rows = np.matrix_transpose(y)[..., None, :]
    padded = _padded(rows, above, below)
    shape = (*padded.shape[:-2], below + above + 1, padded.shape[-1])
    return _skewed(np.broadcast_to(padded, shape))


def full_matrix(x: Any, below: int, above: int) -> Any:
    """The matrix with the band x."""
    n = x.shape[-1]
    k = above + np.arange(n)[:, None] - np.arange(n)
    inside = (k >= 0) & (k <= below + above)
    entries = x[..., np.where(inside, k, 0), np.arange(n)]
    return entries * inside.astype(x.dtype.char.lower())


def band_of(x: Any, below: int, above: int) -> Any:
    """The band of a matrix, with zeros where there is none."""
    i, inside = _rows(below, above, x.shape[-1])
    entries = x[..., i, np.arange(x.shape[-1])]
    return entries * inside.astype(x.dtype.char.lower())


def band_product(x: Any, y: Any, below: int, above: int) -> Any:
    """The matrix with the band x times y."""
    transposed = transposed_band(x, below, above)
    return np.einsum("...ki,...mki->...im", transposed, _shifted(y, above, below))


def band_of_outer(x: Any, y: Any, below: int, above: int) -> Any:
    """The band of ``x y^T``."""
    return np.einsum("...mkj,...jm->...kj", _shifted(x, below, above), y)


def _aval(x: Aval, y: Aval, **_: Any) -> Aval:
    stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    return Aval(stack + y.shape[-2:], lapack_dtype(x, y))


def _solve(x: Any, y: Any, *, below: int, above: int, positive: bool) -> Any:
    def one(a: Any, b: Any) -> Any:
        if positive:
            return scipy.linalg.solveh_banded(a[: above + 1], b, check_finite=False)
        return scipy.linalg.solve_banded((below, above), a, b, check_finite=False)

    out = _aval(Aval(x.shape, x.dtype), Aval(y.shape, y.dtype))
    return over_stack(one, x, y, out=out)


def _y_bar(g: Any, x: Any, below: int, above: int, positive: bool) -> Any:
    band = transposed_band(x, below, above)
    return solve_banded(band, g, below=above, above=below, positive=positive)


def _x_bar(g: Any, x: Any, out: Any, below: int, above: int, positive: bool) -> Any:
    return -band_of_outer(_y_bar(g, x, below, above, positive), out, below, above)


def _x_dot(t: Any, x: Any, out: Any, params: Any) -> Any:
    product = band_product(t, out, params["below"], params["above"])
    return -solve_banded(x, product, **params)


def _work(x: Aval, y: Aval, out: Aval, above: int, **_: Any) -> list[Aval]:
    """Room for the diagonals of a factor."""
    return [Aval((out.shape[0], above + 1), out.dtype)]


def _lower() -> Step:
    """Real systems: by Cholesky factors, or an elimination; others by what is shared."""
    form = functools.partial(
        numba_forms.numba_step, ranks=(2, 2, 2), scratch=_work, kinds="biuf"
    )
    positive, tridiagonal = map(
        form, (kernels_banded.solve_positive, kernels_banded.solve_tridiagonal)
    )

    def emit(step: Any, operands: Any, outputs: Any, **params: Any) -> None:
        if not params["positive"] and (params["below"], params["above"]) != (1, 1):
            raise Unlowered
        chosen = positive if params["positive"] else tridiagonal
        chosen.emit(step, operands, outputs, **params)

    return Step(emit, factored_bands.band_solved)


solve_banded = primitive(
    "solve_banded",
    _solve,
    _aval,
    vjp=(_x_bar, _y_bar),
    jvp=(_x_dot, lambda t, x, params: solve_banded(x, t, **params)),
    broadcasts=True,
    batch=solving,
    lower=_lower,
    doc="Solution of a out = y for matrices a with a band x; `positive`: Hermitian "
    "positive definite ones.",
    reference="Giles, NA-08-01 (2008), section 2.3.1, restricted to the band.",
)
