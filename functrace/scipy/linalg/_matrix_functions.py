"""Functions of matrices."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.linalg

from functrace.core.dispatch import unsupported
from functrace.primitives import matrix_functions
from functrace.scipy._plain import any_traced, on_plain_values
from functrace.scipy.linalg._arguments import (
    as_array,
    inexact,
    one_stack,
    square,
)

_NOT_GIVEN: Any = object()

# -- the exponential -------------------------------------------------------------------


@on_plain_values(scipy.linalg.expm)
def expm(A: Any) -> Any:
    """See `scipy.linalg.expm`.

    Its derivative is the Fréchet derivative, of which a product costs about as much as
    three exponentials.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.linalg import expm
    >>> ft.grad(lambda a: np.trace(expm(a)))(np.zeros((2, 2)))
    array([[1., 0.],
           [0., 1.]])
    """
    a = inexact(A)
    if a.ndim < 2 and a.size == 1:
        return np.exp(a).reshape((1, 1))
    a = square(a, error=np.linalg.LinAlgError)
    if a.shape[-1] == 1:
        return np.exp(a)
    return matrix_functions.expm(a)


@on_plain_values(scipy.linalg.expm_frechet)
def expm_frechet(
    A: Any,
    E: Any,
    method: str | None = None,
    compute_expm: bool = True,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.expm_frechet`; `method` is not looked at but for its validity."""
    a, e = square(A, check_finite), square(E, check_finite)
    if a.shape[-2:] != e.shape[-2:]:
        raise ValueError("expected A and E to be the same shape")
    if method not in (None, "SPS", "blockEnlarge"):
        raise ValueError(f"Unknown implementation {method}")
    out = matrix_functions.expm_frechet(*one_stack(a, e))
    return (matrix_functions.expm(one_stack(a, e)[0]), out) if compute_expm else out


# -- trigonometric and hyperbolic functions --------------------------------------------


@on_plain_values(scipy.linalg.cosm)
def cosm(A: Any) -> Any:
    """See `scipy.linalg.cosm`."""
    a = square(A)
    if a.dtype.kind == "c":
        return 0.5 * (expm(1j * a) + expm(-1j * a))
    return expm(1j * a).real


@on_plain_values(scipy.linalg.sinm)
def sinm(A: Any) -> Any:
    """See `scipy.linalg.sinm`."""
    a = square(A)
    if a.dtype.kind == "c":
        return -0.5j * (expm(1j * a) - expm(-1j * a))
    return expm(1j * a).imag


@on_plain_values(scipy.linalg.tanm)
def tanm(A: Any) -> Any:
    """See `scipy.linalg.tanm`."""
    a = square(A)
    return np.linalg.solve(cosm(a), sinm(a))


@on_plain_values(scipy.linalg.coshm)
def coshm(A: Any) -> Any:
    """See `scipy.linalg.coshm`."""
    a = square(A)
    return 0.5 * (expm(a) + expm(-a))


@on_plain_values(scipy.linalg.sinhm)
def sinhm(A: Any) -> Any:
    """See `scipy.linalg.sinhm`."""
    a = square(A)
    return 0.5 * (expm(a) - expm(-a))


@on_plain_values(scipy.linalg.tanhm)
def tanhm(A: Any) -> Any:
    """See `scipy.linalg.tanhm`."""
    a = square(A)
    return np.linalg.solve(coshm(a), sinhm(a))


# -- functions with branches -----------------------------------------------------------


def _is_complex(function: Callable[[Any], Any], a: Any) -> bool:
    """Whether SciPy's function of a matrix is complex.

    Before a program runs, that of a real matrix is taken to be real.
    """
    if a.dtype.kind == "c":
        return True
    a.sync()
    if a.value is None:
        return False
    return function(a.value.astype(np.float64)).dtype.kind == "c"


@on_plain_values(scipy.linalg.logm)
def logm(A: Any, disp: Any = _NOT_GIVEN) -> Any:
    """See `scipy.linalg.logm`.

    The logarithm of a real matrix with negative eigenvalues is complex. Under
    `functrace.jit` and `functrace.vmap`, such a matrix must be given as a complex one.
    """
    a = square(A)
    out = matrix_functions.logm(a, complex_result=_is_complex(scipy.linalg.logm, a))
    if not _estimates(disp, "disp"):
        return out
    error = np.abs(expm(out) - a).sum(-2).max(-1) / np.abs(a).sum(-2).max(-1)
    return out, error


@on_plain_values(scipy.linalg.sqrtm)
def sqrtm(A: Any, disp: Any = _NOT_GIVEN, blocksize: Any = _NOT_GIVEN) -> Any:
    """See `scipy.linalg.sqrtm`.

    The square root of a real matrix with negative eigenvalues is complex. Under
    `functrace.jit` and `functrace.vmap`, such a matrix must be given as a complex one.
    """
    a = square(A, error=np.linalg.LinAlgError)
    out = matrix_functions.sqrtm(a, complex_result=_is_complex(scipy.linalg.sqrtm, a))
    if blocksize is not _NOT_GIVEN:
        _deprecated("blocksize")
    if not _estimates(disp, "disp"):
        return out
    return out, np.linalg.norm(out @ out - a) ** 2 / np.linalg.norm(a)


@on_plain_values(scipy.linalg.fractional_matrix_power)
def fractional_matrix_power(A: Any, t: float) -> Any:
    """See `scipy.linalg.fractional_matrix_power`.

    Not differentiable with respect to `t`: for that, use ``expm(t * logm(A))``.
    """
    if any_traced(t):
        raise unsupported(scipy.linalg.fractional_matrix_power, "(A, t) of a traced t")
    a, t = square(A), float(t)
    if t == int(t):
        return np.linalg.matrix_power(a, int(t))
    complex_result = _is_complex(
        lambda x: scipy.linalg.fractional_matrix_power(x, t), a
    )
    return matrix_functions.matrix_power(a, exponent=t, complex_result=complex_result)


@on_plain_values(scipy.linalg.signm)
def signm(A: Any, disp: Any = _NOT_GIVEN) -> Any:
    """See `scipy.linalg.signm`."""
    a = square(A)
    out = matrix_functions.signm(a)
    if not _estimates(disp, "disp"):
        return out
    projector = 0.5 * (out @ out + out)
    return out, np.linalg.norm(projector @ projector - projector, 1)


def _estimates(disp: Any, name: str) -> bool:
    """Whether an estimate of the error is wanted, too."""
    if disp is not _NOT_GIVEN:
        _deprecated(name)
    return not disp


def _deprecated(name: str) -> None:
    warnings.warn(
        f"The `{name}` argument is deprecated and will be removed in SciPy 1.18.0.",
        DeprecationWarning,
        stacklevel=4,
    )


# -- products --------------------------------------------------------------------------


@on_plain_values(scipy.linalg.khatri_rao)
def khatri_rao(a: Any, b: Any) -> Any:
    """See `scipy.linalg.khatri_rao`."""
    a, b = as_array(a), as_array(b)
    if a.ndim < 2 or b.ndim < 2:
        raise ValueError("The both arrays should be 2-dimensional.")
    if a.shape[-1] != b.shape[-1]:
        raise ValueError("The number of columns for both arrays should be equal.")
    product = a[..., :, None, :] * b[..., None, :, :]
    rows = math.prod(product.shape[-3:-1])
    return product.reshape((*product.shape[:-3], rows, product.shape[-1]))
