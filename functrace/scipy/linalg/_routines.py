"""Routines of `scipy.linalg.blas` and `scipy.linalg.lapack` on traced values.

They take and give what f2py's do, with what has a default by position or by name. Arrays
are converted to the routine's dtype. What may be overwritten is not; ``info`` is 0: where
it would not be, a matrix is singular or not positive definite, they raise LinAlgError as
`numpy.linalg` does. Of results that are there to be handed to other routines some are
missing, which says so if it is used.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import scipy.linalg

from functrace.core.dispatch import Answer, unsupported
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast
from functrace.primitives.hermitian import conjugate
from functrace.scipy.linalg import _decompositions as decompositions
from functrace.scipy.linalg import _eigenvalues as eigenvalues
from functrace.scipy.linalg import _factors as factors
from functrace.scipy.linalg import _systems as systems
from functrace.scipy.linalg._arguments import adjoint, completed

_DTYPES = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
_REAL, _COMPLEX, _ALL = "sd", "cz", "sdcz"


class _Routine(NamedTuple):
    """What traces a routine, and for which dtypes and operands it is called."""

    call: Callable[..., Any]
    prefixes: str
    operands: frozenset[str]


_ROUTINES: dict[str, _Routine] = {}


def _routine(
    operands: str, prefixes: str = _ALL, *names: str, **fixed: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register what traces routines: of its own name, or of others with something fixed."""

    def register(call: Callable[..., Any]) -> Callable[..., Any]:
        chosen = partial(call, **fixed) if fixed else call
        for name in names or (call.__name__,):
            _ROUTINES[name] = _Routine(chosen, prefixes, frozenset(operands.split()))
        return call

    return register


@functools.cache
def answers(*modules: ModuleType) -> dict[Any, Answer]:
    """What answers for routines of SciPy's modules, some of whose arguments are traced."""
    found: dict[Any, Answer] = {}
    for name, routine in _ROUTINES.items():
        for prefix in routine.prefixes:
            dtype = np.dtype(_DTYPES[prefix])
            mixed = {"c": "sc", "z": "dz"}.get(
                prefix, prefix
            )  # scnrm2 gives a real one
            for module in modules:
                for each in (prefix + name, mixed + name):
                    function = vars(module).get(each)
                    if function is not None:
                        found[function] = partial(_answer, function, routine, dtype)
    return found


def _answer(
    function: Any, routine: _Routine, dtype: np.dtype[Any], *args: Any, **kwargs: Any
) -> Any:
    given = inspect.signature(routine.call).bind(*args, **kwargs)
    for name in routine.operands.intersection(given.arguments):
        value = given.arguments[name]
        if value is not None:
            given.arguments[name] = _converted(function, value, dtype)
    return routine.call(*given.args, **given.kwargs)


def _converted(function: Any, value: Any, dtype: np.dtype[Any]) -> Any:
    x = as_array(value)
    if x.dtype.kind == "c" and dtype.kind != "c":
        raise unsupported(function, got="complex values for a routine of real ones")
    return x if x.dtype == dtype else cast(x, dtype)


def _names_of(
    original: Callable[..., Any], names: Any, arrays: Any, options: dict[str, Any]
) -> Any:
    """The routines that SciPy finds for arrays of these dtypes."""
    given = [
        np.empty((1,) * x.ndim, x.dtype) if isinstance(x, Tracer) else x for x in arrays
    ]
    return original(names, given, **options)


def get_blas_funcs(names: Any, arrays: Any = (), **options: Any) -> Any:
    """See `scipy.linalg.get_blas_funcs`."""
    return _names_of(scipy.linalg.get_blas_funcs, names, arrays, options)


def get_lapack_funcs(names: Any, arrays: Any = (), **options: Any) -> Any:
    """See `scipy.linalg.get_lapack_funcs`."""
    return _names_of(scipy.linalg.get_lapack_funcs, names, arrays, options)


class _Missing:
    """A result that is not there on traced values."""

    def __init__(self, what: str) -> None:
        self._what = what

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise unsupported(self._refuse, f": {self._what}")

    __array__ = __iter__ = __getitem__ = __len__ = __float__ = __bool__ = _refuse


# -- vectors ---------------------------------------------------------------------------


def _part(x: Any, n: int | None, offset: int, step: int) -> Any:
    """So many elements from one on, each so far from the last."""
    if step < 1:
        raise ValueError(f"increments must be positive on traced values, got {step}")
    found = x[offset::step]
    return found if n is None else found[:n]


@_routine("x y", _REAL, "dot", conjugated=False)
@_routine("x y", _COMPLEX, "dotu", conjugated=False)
@_routine("x y", _COMPLEX, "dotc", conjugated=True)
def _dot(
    x: Any,
    y: Any,
    n: int | None = None,
    offx: int = 0,
    incx: int = 1,
    offy: int = 0,
    incy: int = 1,
    *,
    conjugated: bool,
) -> Any:
    x, y = _part(x, n, offx, incx), _part(y, n, offy, incy)
    return (conjugate(x) if conjugated else x) @ y


@_routine("x")
def nrm2(x: Any, n: int | None = None, offx: int = 0, incx: int = 1) -> Any:
    """The Euclidean norm."""
    return np.linalg.norm(_part(x, n, offx, incx))


@_routine("x")
def asum(x: Any, n: int | None = None, offx: int = 0, incx: int = 1) -> Any:
    """The sum of absolute values, of real and imaginary parts."""
    x = _part(x, n, offx, incx)
    parts = (x.real, x.imag) if x.dtype.kind == "c" else (x,)
    return sum(np.sum(np.abs(part)) for part in parts)


def _written(y: Any, change: Callable[[Any], Any], *where: Any) -> Any:
    """The array itself, changed in place as the routine would."""
    if type(y) is not Tracer:
        raise TypeError(
            "functrace: the routine writes into an array from outside, which cannot hold "
            "traced values: give it a copy that is made in the function (array.copy())."
        )
    part = _part(y, *where)
    part[...] = change(part)
    return y


@_routine("x y")
def axpy(
    x: Any,
    y: Any,
    n: int | None = None,
    a: Any = 1.0,
    offx: int = 0,
    incx: int = 1,
    offy: int = 0,
    incy: int = 1,
) -> Any:
    """Add a multiple of one vector to another one, in place."""
    return _written(y, lambda y: y + a * _part(x, n, offx, incx), n, offy, incy)


@_routine("x")
def scal(a: Any, x: Any, n: int | None = None, offx: int = 0, incx: int = 1) -> Any:
    """Multiply a vector in place."""
    return _written(x, lambda x: a * x, n, offx, incx)


# -- products --------------------------------------------------------------------------


def _turned(a: Any, trans: int) -> Any:
    """The matrix, its transpose, or its adjoint."""
    return a if not trans else a.T if trans == 1 else adjoint(a)


def _added(alpha: Any, product: Any, beta: Any, c: Any) -> Any:
    """Of which the second part is not looked at if it is multiplied with zero."""
    out = alpha * product
    return (
        out
        if c is None or (type(beta) in (int, float) and not beta)
        else out + beta * c
    )


@_routine("a b c")
def gemm(
    alpha: Any,
    a: Any,
    b: Any,
    beta: Any = 0.0,
    c: Any = None,
    trans_a: int = 0,
    trans_b: int = 0,
    overwrite_c: int = 0,
) -> Any:
    """A product of matrices."""
    return _added(alpha, _turned(a, trans_a) @ _turned(b, trans_b), beta, c)


@_routine("a x y")
def gemv(
    alpha: Any,
    a: Any,
    x: Any,
    beta: Any = 0.0,
    y: Any = None,
    offx: int = 0,
    incx: int = 1,
    offy: int = 0,
    incy: int = 1,
    trans: int = 0,
    overwrite_y: int = 0,
) -> Any:
    """A matrix times a vector."""
    _refuse_places(offy, incy)
    a = _turned(a, trans)
    return _added(alpha, a @ _part(x, a.shape[1], offx, incx), beta, y)


def _refuse_places(offset: int, step: int) -> None:
    if offset or step != 1:
        raise ValueError("results are contiguous on traced values")


@_routine("x y a", _REAL, "ger", conjugated=False)
@_routine("x y a", _COMPLEX, "geru", conjugated=False)
@_routine("x y a", _COMPLEX, "gerc", conjugated=True)
def _ger(
    alpha: Any,
    x: Any,
    y: Any,
    incx: int = 1,
    incy: int = 1,
    a: Any = None,
    overwrite_x: int = 1,
    overwrite_y: int = 1,
    overwrite_a: int = 0,
    *,
    conjugated: bool,
) -> Any:
    x, y = _part(x, None, 0, incx), _part(y, None, 0, incy)
    return _added(alpha, np.outer(x, conjugate(y) if conjugated else y), 1.0, a)


@_routine("a c", _ALL, "syrk", turned=1)
@_routine("a c", _COMPLEX, "herk", turned=2)
def _rank_k(
    alpha: Any,
    a: Any,
    beta: Any = 0.0,
    c: Any = None,
    trans: int = 0,
    lower: int = 0,
    overwrite_c: int = 0,
    *,
    turned: int,
) -> Any:
    other = _turned(a, turned)
    out = _added(alpha, other @ a if trans else a @ other, beta, c)
    return _half(out, lower) + (0 if c is None else _other_half(c, lower))


def _half(a: Any, lower: int) -> Any:
    return np.tril(a) if lower else np.triu(a)


def _other_half(a: Any, lower: int) -> Any:
    """The triangle that is not looked at."""
    return np.triu(a, 1) if lower else np.tril(a, -1)


@_routine("a b c", _ALL, "symm", hermitian=False)
@_routine("a b c", _COMPLEX, "hemm", hermitian=True)
def _symmetric_product(
    alpha: Any,
    a: Any,
    b: Any,
    beta: Any = 0.0,
    c: Any = None,
    side: int = 0,
    lower: int = 0,
    overwrite_c: int = 0,
    *,
    hermitian: bool,
) -> Any:
    a = completed(a, bool(lower), hermitian=hermitian)
    return _added(alpha, b @ a if side else a @ b, beta, c)


@_routine("a x y", _REAL, "symv", hermitian=False)
@_routine("a x y", _COMPLEX, "hemv", hermitian=True)
def _symmetric_times_vector(
    alpha: Any,
    a: Any,
    x: Any,
    beta: Any = 0.0,
    y: Any = None,
    offx: int = 0,
    incx: int = 1,
    offy: int = 0,
    incy: int = 1,
    lower: int = 0,
    overwrite_y: int = 0,
    *,
    hermitian: bool,
) -> Any:
    _refuse_places(offy, incy)
    a = completed(a, bool(lower), hermitian=hermitian)
    return _added(alpha, a @ _part(x, a.shape[1], offx, incx), beta, y)


def _triangle(a: Any, lower: int, unit: int) -> Any:
    if not unit:
        return _half(a, lower)
    strict = np.tril(a, -1) if lower else np.triu(a, 1)
    return strict + np.eye(a.shape[0], dtype=a.dtype)


@_routine("a b")
def trmm(
    alpha: Any,
    a: Any,
    b: Any,
    side: int = 0,
    lower: int = 0,
    trans_a: int = 0,
    diag: int = 0,
    overwrite_b: int = 0,
) -> Any:
    """A triangular matrix times another one."""
    a = _turned(_triangle(a, lower, diag), trans_a)
    return alpha * (b @ a if side else a @ b)


@_routine("a x")
def trmv(
    a: Any,
    x: Any,
    offx: int = 0,
    incx: int = 1,
    lower: int = 0,
    trans: int = 0,
    diag: int = 0,
    overwrite_x: int = 0,
) -> Any:
    """A triangular matrix times a vector."""
    _refuse_places(offx, incx)
    return _turned(_triangle(a, lower, diag), trans) @ x


# -- triangular systems ----------------------------------------------------------------


def _divided(a: Any, b: Any, lower: int, trans: int, unit: int) -> Any:
    return systems.solve_triangular(
        a, b, trans, bool(lower), bool(unit), check_finite=False
    )


@_routine("a b")
def trsm(
    alpha: Any,
    a: Any,
    b: Any,
    side: int = 0,
    lower: int = 0,
    trans_a: int = 0,
    diag: int = 0,
    overwrite_b: int = 0,
) -> Any:
    """A system of a triangular matrix, from the left or from the right."""
    if not side:
        return _divided(a, alpha * b, lower, trans_a, diag)
    a = conjugate(a) if trans_a == 2 else a
    return _divided(a, alpha * b.T, lower, not trans_a, diag).T


@_routine("a x")
def trsv(
    a: Any,
    x: Any,
    incx: int = 1,
    offx: int = 0,
    lower: int = 0,
    trans: int = 0,
    diag: int = 0,
    overwrite_x: int = 0,
) -> Any:
    """The same of one right-hand side."""
    _refuse_places(offx, incx)
    return _divided(a, x, lower, trans, diag)


@_routine("a b")
def trtrs(
    a: Any,
    b: Any,
    lower: int = 0,
    trans: int = 0,
    unitdiag: int = 0,
    lda: int | None = None,
    overwrite_b: int = 0,
) -> Any:
    """A system of a triangular matrix."""
    return _divided(a, b, lower, trans, unitdiag), 0


@_routine("c")
def trtri(c: Any, lower: int = 0, unitdiag: int = 0, overwrite_c: int = 0) -> Any:
    """The inverse of a triangular matrix; the rest is as it was."""
    inverse = _divided(c, _identity(c), lower, 0, unitdiag)
    if unitdiag:
        inverse = inverse - _identity(c) + np.diag(np.diagonal(c))
    return _half(inverse, lower) + _other_half(c, lower), 0


def _identity(a: Any) -> Any:
    return np.eye(a.shape[0], dtype=a.dtype)


# -- systems ---------------------------------------------------------------------------


@_routine("a b")
def gesv(a: Any, b: Any, overwrite_a: int = 0, overwrite_b: int = 0) -> Any:
    """A linear system."""
    lu, pivots = factors.lu_factor(a, check_finite=False)
    return lu, pivots, systems.solve(a, b, check_finite=False), 0


@_routine("a")
def getrf(a: Any, overwrite_a: int = 0) -> Any:
    """LU factors."""
    return *factors.lu_factor(a, check_finite=False), 0


@_routine("lu b")
def getrs(lu: Any, piv: Any, b: Any, trans: int = 0, overwrite_b: int = 0) -> Any:
    """A system with LU factors."""
    return factors.lu_solve((lu, piv), b, trans, check_finite=False), 0


@_routine("lu")
def getri(lu: Any, piv: Any, lwork: int = 0, overwrite_lu: int = 0) -> Any:
    """The inverse, from LU factors."""
    return factors.lu_solve((lu, piv), _identity(lu), check_finite=False), 0


@_routine("a b")
def posv(
    a: Any, b: Any, lower: int = 0, overwrite_a: int = 0, overwrite_b: int = 0
) -> Any:
    """A system of a positive definite matrix."""
    c = factors.cho_factor(a, bool(lower), check_finite=False)
    return c[0], factors.cho_solve(c, b, check_finite=False), 0


@_routine("a")
def potrf(a: Any, lower: int = 0, clean: int = 1, overwrite_a: int = 0) -> Any:
    """Cholesky's factor; the other triangle is zero if it is to be clean."""
    if clean:
        return factors.cholesky(a, bool(lower), check_finite=False), 0
    return factors.cho_factor(a, bool(lower), check_finite=False)[0], 0


@_routine("c b")
def potrs(c: Any, b: Any, lower: int = 0, overwrite_b: int = 0) -> Any:
    """A system with Cholesky's factor."""
    return factors.cho_solve((c, bool(lower)), b, check_finite=False), 0


@_routine("c")
def potri(c: Any, lower: int = 0, overwrite_c: int = 0) -> Any:
    """A triangle of the inverse, from Cholesky's factor; the other one is as it was."""
    inverse = factors.cho_solve((c, bool(lower)), _identity(c), check_finite=False)
    return _half(inverse, lower) + _other_half(c, lower), 0


# -- bands -----------------------------------------------------------------------------


@_routine("dl d du b")
def gtsv(
    dl: Any,
    d: Any,
    du: Any,
    b: Any,
    overwrite_dl: int = 0,
    overwrite_d: int = 0,
    overwrite_du: int = 0,
    overwrite_b: int = 0,
) -> Any:
    """A system of a tridiagonal matrix."""
    zero = np.zeros(1, d.dtype)
    band = np.stack([np.concatenate([zero, du]), d, np.concatenate([dl, zero])])
    x = systems.solve_banded((1, 1), band, b, check_finite=False)
    left = _Missing("factors of a tridiagonal matrix")
    return left, left, left, x, 0


@_routine("d e b", _REAL)
def ptsv(
    d: Any,
    e: Any,
    b: Any,
    overwrite_d: int = 0,
    overwrite_e: int = 0,
    overwrite_b: int = 0,
) -> Any:
    """A system of a positive definite tridiagonal matrix."""
    band = np.stack([d, np.concatenate([e, np.zeros(1, e.dtype)])])
    left = _Missing("factors of a tridiagonal matrix")
    x = systems.solveh_banded(band, b, lower=True, check_finite=False)
    return left, left, x, 0


@_routine("ab b")
def gbsv(
    kl: int, ku: int, ab: Any, b: Any, overwrite_ab: int = 0, overwrite_b: int = 0
) -> Any:
    """A system of a band matrix, above which there is room for its factors."""
    x = systems.solve_banded((kl, ku), ab[kl:], b, check_finite=False)
    return _Missing("factors of a band matrix"), _Missing("their pivots"), x, 0


@_routine("ab b")
def pbsv(
    ab: Any,
    b: Any,
    lower: int = 0,
    ldab: int | None = None,
    overwrite_ab: int = 0,
    overwrite_b: int = 0,
) -> Any:
    """A system of a positive definite band matrix."""
    x = systems.solveh_banded(ab, b, lower=bool(lower), check_finite=False)
    return _Missing("factors of a band matrix"), x, 0


@_routine("ab")
def pbtrf(
    ab: Any, lower: int = 0, ldab: int | None = None, overwrite_ab: int = 0
) -> Any:
    """Cholesky's factor of a band matrix."""
    return factors.cholesky_banded(ab, lower=bool(lower), check_finite=False), 0


@_routine("ab b")
def pbtrs(
    ab: Any, b: Any, lower: int = 0, ldab: int | None = None, overwrite_b: int = 0
) -> Any:
    """A system with Cholesky's factor of a band matrix."""
    return factors.cho_solve_banded((ab, bool(lower)), b, check_finite=False), 0


# -- spectra ---------------------------------------------------------------------------


@_routine("a", _REAL, "syev", "syevd")
@_routine("a", _COMPLEX, "heev", "heevd")
def _eigenvalues(
    a: Any,
    compute_v: int = 1,
    lower: int = 0,
    lwork: int = 0,
    liwork: int = 0,
    lrwork: int = 0,
    overwrite_a: int = 0,
) -> Any:
    if compute_v:
        return *eigenvalues.eigh(a, lower=bool(lower), check_finite=False), 0
    w = eigenvalues.eigvalsh(a, lower=bool(lower), check_finite=False)
    return w, _Missing("eigenvectors that were not asked for"), 0


@_routine("a", _ALL, "gesdd", "gesvd")
def _singular_values(
    a: Any,
    compute_uv: int = 1,
    full_matrices: int = 1,
    lwork: int = 0,
    overwrite_a: int = 0,
) -> Any:
    if compute_uv:
        return *decompositions.svd(a, bool(full_matrices), check_finite=False), 0
    left = _Missing("singular vectors that were not asked for")
    return left, decompositions.svdvals(a, check_finite=False), left, 0
