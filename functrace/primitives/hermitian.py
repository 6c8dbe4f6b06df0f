"""Eigenvalues and eigenvectors of Hermitian matrices.

Giles, NA-08-01 (2008), section 3.1; here for complex matrices too, and with one triangle
of the matrix read, as LAPACK does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Step
from functrace.core.aval import Aval
from functrace.engine.cotangent import TangentThunk
from functrace.engine.liveness import Pruned
from functrace.primitives._batching import unary
from functrace.primitives._lazy_modules import linear_spectra
from functrace.primitives._make import primitive
from functrace.primitives._spectral import (
    adjoint,
    as_diagonal,
    real_diagonal,
    spectral_bar,
    spectral_dot,
)
from functrace.primitives._stacks import check_square, lapack_dtype


def _eigh(x: Any, *, lower: bool) -> Any:
    return tuple(np.linalg.eigh(x, "L" if lower else "U"))


def _eigh_aval(x: Aval, lower: bool) -> tuple[Aval, Aval]:
    check_square("eigh", x)
    dtype = lapack_dtype(x)
    real = np.dtype(dtype.char.lower())
    return Aval(x.shape[:-1], real), Aval(x.shape, dtype)


def _triangle(x: Any, lower: bool) -> Any:
    """Off the diagonal, the triangle that is read."""
    return np.tril(x, -1) if lower else np.triu(x, 1)


def _whole(t: Any, lower: bool) -> Any:
    """The Hermitian matrix of which one triangle is given."""
    half = _triangle(t, lower)
    return half + adjoint(half) + as_diagonal(real_diagonal(t))


def _read(bar: Any, lower: bool) -> Any:
    """Transpose of `_whole`."""
    return _triangle(bar + adjoint(bar), lower) + as_diagonal(real_diagonal(bar))


def conjugate(x: Any) -> Any:
    """Complex conjugate, of complex numbers only."""
    return np.conjugate(x) if x.dtype.kind == "c" else x


def _eigh_vjp(g: Any, outs: Any, lower: bool) -> Any:
    (values_bar, vectors_bar), (values, vectors) = g, outs
    transposed = np.swapaxes(vectors, -1, -2)
    if vectors_bar is None:
        left = conjugate(vectors) * values_bar[..., None, :]
    else:
        given = np.zeros_like(values) if values_bar is None else values_bar
        left = conjugate(vectors) @ spectral_bar(
            transposed @ vectors_bar, given, values
        )
    return _read(left @ transposed, lower)


def _eigh_jvp(t: Any, outs: Any, lower: bool) -> Any:
    values, vectors = outs
    inner = adjoint(vectors) @ _whole(t, lower) @ vectors
    return real_diagonal(inner), TangentThunk(
        lambda: vectors @ spectral_dot(inner, values)
    )


def _values_vjp(g: Any, x: Any, lower: bool) -> Any:
    return _eigh_vjp((g, None), eigh(x, lower=lower), lower)


def _values_jvp(t: Any, x: Any, lower: bool) -> Any:
    _, vectors = eigh(x, lower=lower)
    return real_diagonal(adjoint(vectors) @ _whole(t, lower) @ vectors)


def only_values(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The eigenvalues alone, if the vectors are not taken."""
    if used[1]:
        return None
    return Pruned({"lower": params["lower"]}, (0,), (0,), eigvalsh)


eigvalsh = primitive(
    "eigvalsh",
    lambda x, *, lower: np.linalg.eigvalsh(x, "L" if lower else "U"),
    lambda x, lower: _eigh_aval(x, lower)[0],
    vjp=(_values_vjp,),
    jvp=(_values_jvp,),
    batch=unary,
    lower=lambda: Step(linear_spectra.emit_eigvalsh),
    doc="Eigenvalues of Hermitian matrices, ascending, where programs take no vectors.",
    reference="Giles, NA-08-01 (2008), section 3.1.",
)
eigh = primitive(
    "eigh",
    _eigh,
    _eigh_aval,
    vjp=(_eigh_vjp,),
    jvp=(_eigh_jvp,),
    multiple=True,
    batch=unary,
    prune=only_values,
    lower=lambda: Step(linear_spectra.emit_eigh),
    doc="Eigenvalues, ascending, and eigenvectors of Hermitian matrices, of which one "
    "triangle is read. Derivatives of equal eigenvalues are those along the eigenvectors "
    "that were found.",
    reference="Giles, NA-08-01 (2008), section 3.1.",
)
