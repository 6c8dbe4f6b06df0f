"""Linear systems by factors: what is factorised is factorised once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn, cast

import numpy as np
import optree
import scipy.sparse as sp
import scipy.sparse.linalg

from functrace.core.errors import MissingRuleError, message
from functrace.core.pytree import NAMESPACE
from functrace.core.source import user_line
from functrace.numpy._arguments import as_array
from functrace.primitives._sparse_factors import FACTORS, Factorisation
from functrace.primitives.sparse_solutions import sparse_solve
from functrace.scipy.sparse._array import SparseArray
from functrace.scipy.sparse._constructors import concerns, plain
from functrace.scipy.sparse._entries import (
    Entries,
    check_shapes,
    rearranged,
    take,
    watched,
)
from functrace.scipy.sparse._operators import refuse
from functrace.transforms.custom import custom_jvp


class System(NamedTuple):
    """A square matrix, as `sparse_solve` takes it.

    Attributes
    ----------
    data : ndarray or Tracer
    where : tuple of ndarray
    by_columns : bool
    """

    data: Any
    where: tuple[np.ndarray, np.ndarray]
    by_columns: bool

    @classmethod
    def of(cls, a: Entries) -> System:
        """A matrix with one entry in each place."""
        shape = a.structure.shape
        if len(shape) != 2 or shape[0] != shape[1]:
            raise ValueError(f"matrix must be square (has shape {shape})")
        places, indices, indptr, by_columns = a.summed.structure.compressed
        flat = a.summed.flat
        data = flat if places is None else take(flat, places + 1)
        return cls(data, (indices, indptr), by_columns)

    def solve(self, b: Any, how: Factorisation, *, transposed: bool = False) -> Any:
        """The solution, of the shape of b."""
        size = self.where[1].size - 1
        check_shapes(b.ndim in (1, 2) and b.shape[0] == size, (size, size), b.shape)
        by_columns = self.by_columns != transposed
        columns = b[:, None] if b.ndim == 1 else b
        out = sparse_solve(
            self.data, columns, *self.where, transposed=by_columns, how=how
        )
        return out[:, 0] if b.ndim == 1 else out


def matrix_of(a: Any) -> Entries:
    """The entries of a matrix; of a plain array those that are not zero."""
    a = plain(a)
    if not (isinstance(a, SparseArray) or sp.issparse(a)):
        if concerns(a):
            refuse(
                "system with a dense matrix", "functrace.scipy.linalg.solve solves it"
            )
        a = sp.csc_array(watched(np.asarray(a)))
    return SparseArray(a).entries


def right_side(b: Any) -> Any:
    """An array."""
    return watched(as_array(plain(b)))


def spsolve(A: Any, b: Any, permc_spec: Any = None, use_umfpack: bool = True) -> Any:
    """Solution of ``A x = b``; see `scipy.sparse.linalg.spsolve`.

    Parameters
    ----------
    A : sparse array, shape (n, n)
    b : array_like or sparse array, shape (n,) or (n, k)
    permc_spec : str, optional
        How columns are permuted to keep factors sparse.
    use_umfpack : bool
        Is for SciPy, where nothing is traced.

    Returns
    -------
    ndarray, shape (n,) or (n, k), or sparse array
        NaN, with a warning, if the matrix is singular. Of a sparse `b` with more than one
        column a sparse array with all its entries.

    Notes
    -----
    SuperLU factorises; the factors serve for derivatives of every order: a gradient costs
    two more triangular solutions, and the entries of their product where A has some.

    References
    ----------
    Giles, NA-08-01 (2008), section 2.3.1, for the entries that A has.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.sparse import diags_array
    >>> from functrace.scipy.sparse.linalg import spsolve
    >>> def middle(k):
    ...     A = diags_array([-k[1:-1], k[:-1] + k[1:], -k[1:-1]], offsets=[-1, 0, 1])
    ...     return spsolve(A.tocsc(), np.ones(3))[1]
    >>> ft.grad(middle)(np.ones(4))
    array([-0.75, -0.25, -0.25, -0.75])
    """
    if not concerns(A, b):
        return scipy.sparse.linalg.spsolve(A, b, permc_spec, use_umfpack)
    how = Factorisation("splu", (("permc_spec", permc_spec),) if permc_spec else ())
    a = matrix_of(A)
    if not (isinstance(b, SparseArray) or sp.issparse(b)):
        b = right_side(b)
        x = System.of(a).solve(b, how)
        return x[:, 0] if x.ndim == 2 and x.shape[1] == 1 else x
    right = SparseArray(b)
    x = System.of(a).solve(right.toarray(), how)
    if x.shape[1] == 1:
        return x[:, 0]
    own = a.structure.template
    kind = type(own) if own.format == "csr" else None
    kind = kind or (sp.csc_matrix if a.structure.is_matrix else sp.csc_array)
    return SparseArray.of(rearranged(kind, x))


def inv(A: Any) -> Any:
    """The inverse, with all its entries; see `scipy.sparse.linalg.inv`."""
    if not concerns(A):
        return scipy.sparse.linalg.inv(A)
    a = matrix_of(A)
    return spsolve(A, sp.eye_array(a.structure.shape[0], format="csc"))


class Factors:
    """What `splu` and `spilu` return: SciPy's factors, that also solve for traced values.

    Attributes of SciPy's objects (`L`, `U`, `perm_r`, ...) are there if the matrix holds
    nothing traced. A pytree of the matrix, so that factors can be residuals.

    Parameters
    ----------
    matrix : sparse array
    how : Factorisation

    Raises
    ------
    RuntimeError
        The matrix is singular, and known.
    """

    def __init__(self, matrix: Any, how: Factorisation) -> None:
        a = matrix_of(matrix)
        if a.structure.template.format != "csc":
            a = rearranged(lambda pattern: pattern.tocsc(), a)
        self._matrix = SparseArray.of(a.summed)
        if self.shape[0] != self.shape[1]:
            raise ValueError("can only factor square matrices")
        self._how = how
        if self._made is None and not concerns(self._matrix.data):
            raise RuntimeError("Factor is exactly singular")

    @property
    def shape(self) -> tuple[int, int]:
        """That of the matrix."""
        return self._matrix.shape

    @functools.cached_property
    def _made(self) -> Any:
        """SciPy's factors; None of a traced matrix, and of a singular one."""
        if concerns(self._matrix.data):
            return None
        return FACTORS.of(self._matrix.to_scipy(), self._how)

    def __getattr__(self, name: str) -> Any:
        if name[0] == "_" or self._made is None:
            raise AttributeError(f"factors of a traced matrix have no {name!r}")
        return getattr(self._made, name)

    def solve(self, rhs: Any, trans: str = "N") -> Any:
        """The solution for the matrix, its transpose ("T") or conjugate transpose ("H").

        NaN if the matrix is singular.
        """
        if self._made is not None and not concerns(rhs):
            return self._made.solve(rhs, trans)
        b = right_side(rhs)
        b = np.conj(b) if trans == "H" else b
        transposed = trans in ("T", "H")
        system = System.of(self._matrix.entries)
        x = system.solve(b, self._how, transposed=transposed)
        return np.conj(x) if trans == "H" else x


def _split(made: Any) -> tuple[list[Any], Factorisation, None]:
    return [made._matrix], made._how, None  # noqa: SLF001 - a function of the class


def _join(how: Factorisation, children: Any) -> Factors:
    made = object.__new__(Factors)  # no __init__: leaves may be anything
    (made._matrix,) = children
    made._how = how
    return made


optree.register_pytree_node(
    cast("Any", Factors), _split, cast("Any", _join), namespace=NAMESPACE
)


def splu(A: Any, permc_spec: Any = None, **options: Any) -> Factors:
    """LU factors; see `scipy.sparse.linalg.splu`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.sparse import csc_array
    >>> from functrace.scipy.sparse.linalg import splu
    >>> factors = splu(csc_array([[2.0, 1.0], [0.0, 4.0]]))
    >>> ft.jacobian(factors.solve)(np.ones(2))
    array([[ 0.5  , -0.125],
           [ 0.   ,  0.25 ]])
    """
    return Factors(A, _how("splu", {"permc_spec": permc_spec, **options}))


def spilu(A: Any, **options: Any) -> Factors:
    """Incomplete LU factors; see `scipy.sparse.linalg.spilu`.

    Notes
    -----
    There is no derivative with respect to the matrix: these are for preconditioners, of
    which none is asked.
    """
    structure, data = matrix_of(A)
    if concerns(data):
        data = _without_derivative(data)
    return Factors(SparseArray.of(Entries(structure, data)), _how("spilu", options))


def _refuse_derivative(*_: Any) -> NoReturn:
    raise MissingRuleError(
        message(
            "functrace.scipy.sparse.linalg.spilu: incomplete factors have no derivative with "
            "respect to the matrix.",
            source=user_line(),
            help="use them as the preconditioner M of an iterative solver, or functrace."
            "stop_gradient for the matrix that they are made of.",
        )
    )


_without_derivative = custom_jvp(lambda data: data)
_without_derivative.defjvp(_refuse_derivative)


def _how(name: str, options: dict[str, Any]) -> Factorisation:
    given = {k: v for k, v in options.items() if v is not None}
    further = given.pop("options", {})
    return Factorisation(name, tuple(sorted(given.items())), tuple(further.items()))


def factorized(A: Any) -> Callable[[Any], Any]:
    """A function that solves with A; see `scipy.sparse.linalg.factorized`."""
    return splu(A).solve


def spsolve_triangular(
    A: Any,
    b: Any,
    lower: bool = True,
    overwrite_A: bool = False,
    overwrite_b: bool = False,
    unit_diagonal: bool = False,
) -> Any:
    """Solution with a triangular matrix; see `scipy.sparse.linalg.spsolve_triangular`.

    Raises
    ------
    numpy.linalg.LinAlgError
        There is an entry on the other side of the diagonal, or none in a place on it.

    Returns
    -------
    ndarray, shape (n,) or (n, k)
        NaN if there is a zero on the diagonal.
    """
    if not concerns(A, b):
        original = scipy.sparse.linalg.spsolve_triangular
        return original(A, b, lower, overwrite_A, overwrite_b, unit_diagonal)
    a, b = SparseArray.of(matrix_of(A).summed), right_side(b)
    rows, columns = a.entries.structure.entries[1]
    if np.any(rows < columns if lower else rows > columns):
        raise np.linalg.LinAlgError(f"A is not triangular (lower={lower}).")
    if unit_diagonal:
        eye = sp.eye_array(a.shape[0], dtype=a.dtype, format="csr")
        a = _off_diagonal(a) + eye
    elif np.count_nonzero(rows == columns) < a.shape[0]:
        raise np.linalg.LinAlgError("A is singular: zero entry on diagonal.")
    else:
        b = b * np.where(np.any(a.diagonal() == 0), np.nan, 1.0).astype(a.dtype)
    options = (("diag_pivot_thresh", 0.0), ("permc_spec", "NATURAL"))
    return System.of(a.entries).solve(b, Factorisation("splu", options))


def _off_diagonal(a: SparseArray) -> Any:
    def keep(pattern: Any) -> Any:
        coo = pattern.tocoo()
        kept = coo.row != coo.col
        return type(coo)((coo.data[kept], (coo.row[kept], coo.col[kept])), coo.shape)

    return SparseArray.of(rearranged(keep, a.entries))
