"""Linear systems, inverses, determinants."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from functrace.primitives import banded, linalg, structured_systems
from functrace.primitives.checks import require
from functrace.primitives.hermitian import conjugate
from functrace.scipy._plain import on_plain_values
from functrace.scipy.linalg._arguments import (
    adjoint_band,
    completed,
    inexact,
    matrix,
    right_sides,
    square,
)

# -- general and structured matrices ---------------------------------------------------

_NAMES = {
    None: "general",
    "gen": "general",
    "banded": "general",
    "sym": "symmetric",
    "her": "hermitian",
    "pos": "positive definite",
}
_STRUCTURES = (
    "general",
    "diagonal",
    "tridiagonal",
    "upper triangular",
    "lower triangular",
    "symmetric",
    "hermitian",
    "positive definite",
)


def _structure_of(assume_a: Any) -> str:
    structure = _NAMES.get(assume_a, assume_a)
    if structure not in _STRUCTURES:
        raise ValueError(f"{assume_a} is not a recognized matrix structure")
    return structure


def _solved(a: Any, b: Any, structure: str, lower: bool) -> Any:
    if structure == "general":
        return linalg.solve(a, b)
    if structure == "tridiagonal":
        band = banded.band_of(a, 1, 1)
        return banded.solve_banded(band, b, below=1, above=1, positive=False)
    if structure == "positive definite":
        complete = completed(a, lower)
        return structured_systems.solve_positive(complete, b)
    if structure in ("symmetric", "hermitian"):
        complete = completed(a, lower, hermitian=structure == "hermitian")
        return linalg.solve(complete, b)
    a = np.triu(np.tril(a)) if structure == "diagonal" else a
    return linalg.solve_triangular(
        a,
        b,
        lower=structure != "upper triangular",
        transposed=False,
        unit_diagonal=False,
    )


@on_plain_values(scipy.linalg.solve)
def solve(
    a: Any,
    b: Any,
    lower: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
    assume_a: str | None = None,
    transposed: bool = False,
) -> Any:
    """See `scipy.linalg.solve`.

    The gradient has zeros where the matrix is not read with the structure `assume_a`.
    There are no warnings of ill-conditioned matrices.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.linalg import solve
    >>> a, b = np.array([[2.0, 1.0], [1.0, 3.0]]), np.ones(2)
    >>> ft.grad(lambda a: np.sum(solve(a, b, assume_a="pos")))(a)
    array([[-0.16, -0.16],
           [ 0.  , -0.04]])
    """
    structure = _structure_of(assume_a)
    a = square(_at_least_matrix(a), check_finite)
    b = inexact(b, check_finite)
    if a.size == 1 and b.shape[-min(2, b.ndim) :][:1] != (1,):
        return b / a.reshape(())
    b, restore = right_sides(b, a.shape[-1])
    if transposed:
        if a.dtype.kind == "c":
            raise NotImplementedError(
                "scipy.linalg.solve can currently not solve a^T x = b or a^H x = b for "
                "complex matrices."
            )
        a, lower = np.matrix_transpose(a), not lower
        turned = {"upper": "lower triangular", "lower": "upper triangular"}
        structure = turned.get(structure.split()[0], structure)
    return restore(_solved(a, b, structure, lower))


def _at_least_matrix(value: Any) -> Any:
    x = inexact(value)
    return x.reshape((1, 1)) if x.ndim < 2 and x.size == 1 else x


@on_plain_values(scipy.linalg.inv)
def inv(
    a: Any,
    overwrite_a: bool = False,
    check_finite: bool = True,
    *,
    assume_a: str | None = None,
    lower: bool = False,
) -> Any:
    """See `scipy.linalg.inv`; the gradient has zeros where the matrix is not read."""
    structure = _structure_of(assume_a)
    a = square(a, check_finite)
    if structure == "general":
        return linalg.inv(a)
    return _solved(a, np.eye(a.shape[-1], dtype=a.dtype), structure, lower)


@on_plain_values(scipy.linalg.det)
def det(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """See `scipy.linalg.det` and `numpy.linalg.det`; always in double precision."""
    a = square(a, check_finite)
    return np.linalg.det(a.astype(np.result_type(a.dtype, np.float64)))


@on_plain_values(scipy.linalg.solve_triangular)
def solve_triangular(
    a: Any,
    b: Any,
    trans: int | str = 0,
    lower: bool = False,
    unit_diagonal: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.solve_triangular`; the gradient has zeros where `a` is not read."""
    a = square(a, check_finite)
    b, restore = right_sides(b, a.shape[-1], check_finite)
    trans = {"N": 0, "T": 1, "C": 2}.get(str(trans), trans)
    out = linalg.solve_triangular(
        conjugate(a) if trans == 2 else a,
        b,
        lower=bool(lower),
        transposed=bool(trans),
        unit_diagonal=bool(unit_diagonal),
    )
    return restore(out)


# -- band matrices ---------------------------------------------------------------------


@on_plain_values(scipy.linalg.solve_banded)
def solve_banded(
    l_and_u: tuple[int, int],
    ab: Any,
    b: Any,
    overwrite_ab: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.solve_banded`."""
    below, above = l_and_u
    ab = matrix(ab, check_finite)
    b, restore = right_sides(b, ab.shape[-1], check_finite)
    if below + above + 1 != ab.shape[-2]:
        raise ValueError(
            f"invalid values for the number of lower and upper diagonals: l+u+1 "
            f"({below + above + 1}) does not equal ab.shape[0] ({ab.shape[-2]})"
        )
    params = {"below": int(below), "above": int(above), "positive": False}
    return restore(banded.solve_banded(ab, b, **params))


@on_plain_values(scipy.linalg.solveh_banded)
def solveh_banded(
    ab: Any,
    b: Any,
    overwrite_ab: bool = False,
    overwrite_b: bool = False,
    lower: bool = False,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.solveh_banded`."""
    ab = matrix(ab, check_finite)
    b, restore = right_sides(b, ab.shape[-1], check_finite)
    width = ab.shape[-2] - 1
    other = adjoint_band(ab, *((width, 0) if lower else (0, width)))
    upper, under = (other, ab) if lower else (ab, other)
    diagonal = (upper[..., -1:, :] + under[..., :1, :]) / 2
    band = np.concatenate([upper[..., :-1, :], diagonal, under[..., 1:, :]], axis=-2)
    params = {"below": width, "above": width, "positive": True}
    return restore(banded.solve_banded(band, b, **params))


# -- Toeplitz and circulant matrices ---------------------------------------------------


def _diagonals(c_or_cr: Any, check_finite: bool) -> tuple[Any, Any, Any]:
    """First column and row of a Toeplitz matrix; its diagonals from the upper right."""
    pair = isinstance(c_or_cr, tuple)
    c = _double(c_or_cr[0] if pair else c_or_cr, check_finite)
    r = _double(c_or_cr[1], check_finite) if pair else conjugate(c)
    if c.ndim != r.ndim:
        stack = np.broadcast_shapes(c.shape[:-1], r.shape[:-1])
        c, r = (np.broadcast_to(v, stack + v.shape[-1:]) for v in (c, r))
    return c, r, np.concatenate([r[..., :0:-1], c], axis=-1)


def _double(value: Any, check_finite: bool) -> Any:
    x = inexact(value, check_finite)
    return x.astype(np.result_type(x.dtype, np.float64))


@on_plain_values(scipy.linalg.solve_toeplitz)
def solve_toeplitz(c_or_cr: Any, b: Any, check_finite: bool = True) -> Any:
    """See `scipy.linalg.solve_toeplitz`."""
    c, r, diagonals = _diagonals(c_or_cr, check_finite)
    b, restore = right_sides(_double(b, check_finite), r.shape[-1])
    if c.shape[-1] != r.shape[-1]:
        raise ValueError("Incompatible dimensions.")
    return restore(structured_systems.solve_toeplitz(diagonals, b))


@on_plain_values(scipy.linalg.matmul_toeplitz)
def matmul_toeplitz(
    c_or_cr: Any, x: Any, check_finite: bool = False, workers: int | None = None
) -> Any:
    """See `scipy.linalg.matmul_toeplitz`."""
    _, r, diagonals = _diagonals(c_or_cr, check_finite)
    x, restore = right_sides(_double(x, check_finite), r.shape[-1])
    return restore(structured_systems.toeplitz_product(diagonals, x))


@on_plain_values(scipy.linalg.solve_circulant)
def solve_circulant(
    c: Any,
    b: Any,
    singular: str = "raise",
    tol: Any = None,
    caxis: int = -1,
    baxis: int = 0,
    outaxis: int = 0,
) -> Any:
    """See `scipy.linalg.solve_circulant`.

    With ``singular="lstsq"``, components of the solution that are set to zero have
    derivative zero.
    """
    c, b = (np.atleast_1d(inexact(v)) for v in (c, b))
    c, b = np.moveaxis(c, caxis, -1), np.moveaxis(b, baxis, -1)
    if c.shape[-1] != b.shape[-1]:
        raise ValueError(f"Shapes of c {c.shape} and b {b.shape} are incompatible")
    spectrum = np.fft.fft(c)
    vanishes = _vanishing(spectrum, tol)
    if singular == "raise":
        message = "near singular circulant matrix."
        if type(vanishes) is np.ndarray and np.any(vanishes):
            raise np.linalg.LinAlgError(message)
        spectrum = require(spectrum, ~vanishes, message=message)
        quotient = np.fft.fft(b) / spectrum
    else:
        quotient = np.fft.fft(b) / np.where(vanishes, 1, spectrum)
        quotient = np.where(vanishes, 0, quotient)
    x = np.fft.ifft(quotient)
    x = x if "c" in (c.dtype.kind, b.dtype.kind) else x.real
    return np.moveaxis(x, -1, outaxis)


def _vanishing(spectrum: Any, tol: Any) -> Any:
    size = np.abs(spectrum)
    if tol is None:
        largest = np.max(size, axis=-1, keepdims=True)
        tol = largest * size.shape[-1] * np.finfo(np.float64).eps
    return size <= tol
