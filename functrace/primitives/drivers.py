"""Factors of which signs or order are the choice of a LAPACK driver."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from functrace.compiler.forms import Step
from functrace.core.aval import Aval
from functrace.primitives._batching import unary
from functrace.primitives._lazy_modules import linear_spectra
from functrace.primitives._make import nondifferentiable, primitive
from functrace.primitives._stacks import check_square, lapack_dtype
from functrace.primitives.hermitian import eigh, only_values

_RULES: tuple[Any, Any] = eigh.vjp, eigh.jvp


def _avals(x: Aval, **_: Any) -> tuple[Aval, Aval]:
    check_square("eigh", x)
    dtype = lapack_dtype(x)
    return Aval(x.shape[:-1], dtype.char.lower()), Aval(x.shape, dtype)


def _eigh(x: Any, *, lower: bool, driver: str) -> Any:
    values, vectors = (np.empty(*aval) for aval in _avals(Aval(x.shape, x.dtype)))
    for place in np.ndindex(x.shape[:-2]):
        values[place], vectors[place] = scipy.linalg.eigh(
            x[place], lower=lower, driver=driver, check_finite=False
        )
    return values, vectors


driven_eigh = primitive(
    "driven_eigh",
    _eigh,
    _avals,
    vjp=_RULES[0].formulas,
    jvp=_RULES[1].formulas,
    multiple=True,
    batch=unary,
    prune=only_values,
    lower=lambda: Step(linear_spectra.emit_eigh),
    doc="Eigenvalues, ascending, and eigenvectors of Hermitian matrices, of which one "
    "triangle is read, by a given LAPACK driver: the vectors' signs are its choice.",
    reference="Giles, NA-08-01 (2008), section 3.1.",
)


def _column_order(x: Any) -> Any:
    out = np.empty((*x.shape[:-2], x.shape[-1]), np.int32)
    for place in np.ndindex(x.shape[:-2]):
        out[place] = scipy.linalg.qr(
            x[place], mode="r", pivoting=True, check_finite=False
        )[-1]
    return out


column_order = nondifferentiable(
    "column_order",
    _column_order,
    lambda x: Aval((*x.shape[:-2], x.shape[-1]), np.int32),
    batch=unary,
    doc="The order in which QR with column pivoting takes the columns.",
)
