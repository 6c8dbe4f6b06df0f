"""Functions of matrices and their Fréchet derivatives.

The Fréchet derivative L(A, E) of f at A is linear in E, its transpose is L(A^T, .), and
it stands in the upper right of f([[A, E], [0, A]]): L is differentiated by that identity,
to any order. Higham, *Functions of Matrices* (2008), chapter 3.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.linalg

from functrace.compiler.forms import Expanded
from functrace.core.aval import Aval
from functrace.core.errors import DtypeError, message
from functrace.core.primitive import Primitive
from functrace.primitives import _exponential
from functrace.primitives._batching import unary
from functrace.primitives._make import primitive
from functrace.primitives._stacks import (
    all_mapped,
    check_square,
    lapack_dtype,
    over_stack,
)
from functrace.primitives.contractions import matrix_transpose
from functrace.primitives.linalg import adjoint
from functrace.primitives.sylvester import solve_sylvester


def _aval_of(x: Any) -> Aval:
    return Aval(x.shape, x.dtype)


# -- Fréchet derivatives ---------------------------------------------------------------


def _blocks(a: Any, e: Any, below: Any = None) -> Any:
    """[[a, e], [below, a]], by default with zeros below."""
    below = np.zeros_like(a) if below is None else below
    top = np.concatenate([a, e], axis=-1)
    return np.concatenate([top, np.concatenate([below, a], axis=-1)], axis=-2)


def _second_derivative(record: Primitive, t: Any, x: Any, y: Any, params: Any) -> Any:
    """Derivative of L(x, y) with respect to x in the direction t."""
    n = x.shape[-1]
    out = record(_blocks(x, y), _blocks(t, np.zeros_like(t)), **params)
    return out[..., :n, n:]


def _first_operand_bar(record: Primitive, g: Any, x: Any, y: Any, params: Any) -> Any:
    n, zero = x.shape[-1], np.zeros_like(g)
    x, y = matrix_transpose(x), matrix_transpose(y)
    bar = record(_blocks(x, y), _blocks(zero, zero, g), **params)
    return bar[..., :n, :n] + bar[..., n:, n:]


def _frechet(
    name: str, impl: Callable[..., Any], aval: Any, doc: str, lower: Any = None
) -> Primitive:
    """Make the record of a Fréchet derivative L(x, y), of stacks of one shape."""
    record = primitive(
        name,
        impl,
        aval,
        vjp=(
            lambda g, x, y, params: _first_operand_bar(record, g, x, y, params),
            lambda g, x, params: record(matrix_transpose(x), g, **params),
        ),
        jvp=(
            lambda t, x, y, params: _second_derivative(record, t, x, y, params),
            lambda t, x, params: record(x, t, **params),
        ),
        batch=all_mapped,
        lower=lower,
        doc=doc,
        reference="Higham, Functions of Matrices (2008), section 3.2.",
        module=__name__,
    )
    return record


def _triangular_form(x: Any) -> tuple[Any, Any]:
    """A complex Schur form; of [[a, e], [0, a]], and of [[a, 0], [e, a]], by that of a.

    Both copies of an eigenvalue are then the same number, on the same branch of a function.
    """
    n = len(x) // 2
    a, above, below = x[:n, :n], x[:n, n:], x[n:, :n]
    repeated = n and len(x) == 2 * n and (a == x[n:, n:]).all()
    if repeated and not (above.any() and below.any()):
        t, z = _triangular_form(a)
        lower = below.any()
        e = adjoint(z) @ (below if lower else above) @ z
        return _blocks(t, e), np.roll(_blocks(z, np.zeros_like(z)), n * lower, axis=0)
    if x.dtype.kind == "c":
        return scipy.linalg.schur(x, output="complex")[:2]
    return scipy.linalg.rsf2csf(*scipy.linalg.schur(x)[:2])


def _frechet_of(
    function: Callable[[Any], Any], x: Any, y: Any, *, complex_result: bool
) -> Any:
    """L(x, y) of one matrix in double precision, y scaled to the size of x."""
    x, y = (v.astype(np.result_type(v.dtype, float)) for v in (x, y))
    size, scale = np.linalg.norm(y, 1), np.linalg.norm(x, 1)
    if not size:
        return y
    scale = scale / size if scale else 1 / size
    t, z = _triangular_form(x)
    n = len(x)
    block = function(_blocks(t, adjoint(z) @ y @ z * scale))[:n, n:]
    out = z @ block @ adjoint(z) / scale
    return out if complex_result or y.dtype.kind == "c" else out.real


# -- the exponential -------------------------------------------------------------------


def _expm_aval(x: Aval) -> Aval:
    check_square("expm", x)
    return Aval(x.shape, lapack_dtype(x))


expm = primitive(
    "expm",
    scipy.linalg.expm,
    _expm_aval,
    vjp=(lambda g, x: expm_frechet(matrix_transpose(x), g),),
    jvp=(lambda t, x: expm_frechet(x, t),),
    batch=unary,
    lower=lambda: Expanded(_exponential.expm_formula),
    doc="Exponential of each matrix in a stack.",
    reference="Higham, Functions of Matrices (2008), section 10.6.",
)


def _pair_aval(x: Aval, y: Aval, complex_result: bool = False, **_: Any) -> Aval:
    check_square("the Fréchet derivative", x, y)
    dtype = lapack_dtype(x, y)
    return Aval(x.shape, np.result_type(dtype, "F") if complex_result else dtype)


def _expm_frechet(x: Any, y: Any) -> Any:
    def one(a: Any, e: Any) -> Any:
        return scipy.linalg.expm_frechet(a, e, compute_expm=False, check_finite=False)

    return over_stack(one, x, y, out=_pair_aval(_aval_of(x), _aval_of(y)))


expm_frechet = _frechet(
    "expm_frechet",
    _expm_frechet,
    _pair_aval,
    "Fréchet derivative of the exponential.",
    lambda: Expanded(_exponential.frechet_formula),
)

# -- functions with branches -----------------------------------------------------------
# Of real matrices they may be complex, which depends on the values: `complex_result` says
# whether they are.


def _branch_aval(x: Aval, complex_result: bool, **_: Any) -> Aval:
    check_square("a matrix function", x)
    dtype = lapack_dtype(x)
    return Aval(x.shape, np.result_type(dtype, "F") if complex_result else dtype)


def _on_branch(function: Callable[[Any], Any], x: Any, complex_result: bool) -> Any:
    """`function` of each matrix, computed in double precision."""
    wide = x.astype(np.result_type(x.dtype, float))
    values = [function(wide[place]) for place in np.ndindex(x.shape[:-2])]
    out = np.reshape(np.array(values), x.shape)
    out = out if complex_result else _as_real(out)
    return out.astype(_branch_aval(_aval_of(x), complex_result).dtype, copy=False)


def _as_real(x: Any) -> Any:
    """The real part, if there is no more."""
    if x.dtype.kind == "c" and np.abs(x.imag).max(initial=0) > 1e-10 * np.abs(x).max():
        raise DtypeError(
            message(
                "functrace: the logarithm, or a power, of this real matrix is complex.",
                help="pass it as a complex matrix (x.astype(complex)): which of the two "
                "the result is must be known before a function is compiled or mapped.",
            )
        )
    return x.real


def _with_branches(
    name: str, function: Callable[..., Any], doc: str, reference: str
) -> tuple[Primitive, Primitive]:
    """Make the records of a function, ``function(x, **params)``, and of its derivative."""

    def impl(x: Any, *, complex_result: bool, **params: Any) -> Any:
        return _on_branch(lambda a: function(a, **params), x, complex_result)

    def derivative(x: Any, y: Any, *, complex_result: bool, **params: Any) -> Any:
        def one(a: Any, e: Any) -> Any:
            return _frechet_of(
                lambda m: function(m, **params), a, e, complex_result=complex_result
            )

        out = _pair_aval(_aval_of(x), _aval_of(y), complex_result)
        return over_stack(one, x, y, out=out)

    record = primitive(
        name,
        impl,
        _branch_aval,
        vjp=(lambda g, x, params: frechet(matrix_transpose(x), g, **params),),
        jvp=(lambda t, x, params: frechet(x, t, **params),),
        batch=unary,
        doc=doc,
        reference=reference,
        module=__name__,
    )
    frechet = _frechet(
        f"{name}_frechet", derivative, _pair_aval, f"Fréchet derivative of {name}."
    )
    return record, frechet


logm, logm_frechet = _with_branches(
    "logm",
    scipy.linalg.logm,
    "Principal logarithm of each matrix in a stack.",
    "Higham, Functions of Matrices (2008), section 11.8.",
)

matrix_power, matrix_power_frechet = _with_branches(
    "fractional_matrix_power",
    lambda x, exponent: scipy.linalg.fractional_matrix_power(x, exponent),
    "Principal power of each matrix in a stack, with a real exponent.",
    "Higham & Lin, SIAM J. Matrix Anal. Appl. 34 (2013) 1341, section 6.",
)


def _sqrtm(x: Any, *, complex_result: bool) -> Any:
    return _on_branch(scipy.linalg.sqrtm, x, complex_result)


def _sqrtm_x_bar(g: Any, out: Any) -> Any:
    root = matrix_transpose(out)
    return solve_sylvester(root, root, g)


sqrtm = primitive(
    "sqrtm",
    _sqrtm,
    _branch_aval,
    vjp=(_sqrtm_x_bar,),
    jvp=(lambda t, out: solve_sylvester(out, out, t),),
    batch=unary,
    doc="Principal square root of each matrix in a stack.",
    reference="Higham, Functions of Matrices (2008), section 6.1.",
)

# -- the sign --------------------------------------------------------------------------


def _signm(x: Any) -> Any:
    def one(a: Any) -> Any:
        value = scipy.linalg.signm(a)
        return value if a.dtype.kind == "c" else value.real

    return over_stack(one, x, out=_expm_aval(_aval_of(x)))


def _signm_x_bar(g: Any, x: Any, out: Any) -> Any:
    sign = matrix_transpose(out)
    root = matrix_transpose(x @ out)
    bar = solve_sylvester(root, root, g)
    return bar - sign @ bar @ sign


def _signm_x_dot(t: Any, x: Any, out: Any) -> Any:
    root = x @ out
    return solve_sylvester(root, root, t - out @ t @ out)


# x out is the square root of x^2: with it, the derivative L solves
# (x out) L + L (x out) = t - out t out.
signm = primitive(
    "signm",
    _signm,
    _expm_aval,
    vjp=(_signm_x_bar,),
    jvp=(_signm_x_dot,),
    batch=unary,
    doc="Sign of each matrix in a stack: that of the real part of each eigenvalue.",
    reference="Higham, Functions of Matrices (2008), theorem 5.3.",
)
