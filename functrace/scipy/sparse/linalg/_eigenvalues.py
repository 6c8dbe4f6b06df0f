"""Some eigenvalues and singular values of matrices, and their vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg

from functrace.core.aval import Aval
from functrace.numpy._arguments import as_array
from functrace.scipy.sparse._array import SparseArray
from functrace.scipy.sparse._constructors import concerns, moving, plain
from functrace.scipy.sparse._entries import check_shapes
from functrace.scipy.sparse._operators import refuse
from functrace.scipy.sparse.linalg._direct import spsolve
from functrace.transforms.callback import pure_callback
from functrace.transforms.gradient import stop_gradient

_SINGULAR = 1e10  # how much longer a solution is than its right-hand side, at most
_STEPS = 3  # the error of derivatives begins with the eighth


def eigsh(
    A: Any,
    k: int = 6,
    M: Any = None,
    sigma: float | None = None,
    which: str = "LM",
    v0: Any = None,
    *,
    return_eigenvectors: bool = True,
    **options: Any,
) -> Any:
    """Eigenvalues of a real symmetric matrix; see `scipy.sparse.linalg.eigsh`.

    Parameters
    ----------
    A : sparse array, shape (n, n)
        Real, symmetric also where it is varied.
    k, sigma, which, v0, **options
        As SciPy's.
    M : None
        Of traced matrices no others.
    return_eigenvectors : bool

    Returns
    -------
    w : ndarray, shape (k,)
    v : ndarray, shape (n, k)

    Notes
    -----
    What SciPy finds is made a function of the matrix by three steps of Newton's method for
    ``A v = w v, v^T v = 1``: derivatives up to the seventh are those of the eigenpair. Each
    pair takes the factors of a matrix with one more row. Derivatives of eigenvalues that
    are not simple are NaN.

    References
    ----------
    Magnus, On differentiating eigenvalues and eigenvectors, Econometric Theory 1 (1985).

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.sparse import diags_array
    >>> from functrace.scipy.sparse.linalg import eigsh
    >>> largest = lambda d: eigsh(diags_array(d).tocsr(), k=1)[0][0]
    >>> ft.grad(largest)(np.array([1.0, 2.0, 4.0])).round(6) + 0.0
    array([0., 0., 1.])
    """
    A = plain(A)
    options |= {"sigma": sigma, "which": which, "v0": v0}
    if not concerns(A):
        return scipy.sparse.linalg.eigsh(
            A, k, M, return_eigenvectors=return_eigenvectors, **options
        )
    own = _own(A, symmetric=True)
    if M is not None:
        refuse("generalised eigenvalues")
    like = Aval((k,), own.dtype), Aval((own.shape[0], k), own.dtype)
    options = _start(own, options) | {"in_pairs": return_eigenvectors}
    values, vectors = _found("eigsh", own, like, k, **options)
    w, v = _joined([_refined(own, values[i], vectors[:, i]) for i in range(k)])
    return (w, v) if return_eigenvectors else w


def eigs(
    A: Any,
    k: int = 6,
    M: Any = None,
    sigma: complex | None = None,
    which: str = "LM",
    v0: Any = None,
    *,
    return_eigenvectors: bool = True,
    **options: Any,
) -> Any:
    """Eigenvalues of a square matrix; see `scipy.sparse.linalg.eigs`, and `eigsh`.

    The derivative of a vector is that with which its length stays one, and its product with
    the vector that was found real.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.sparse import diags_array
    >>> from functrace.scipy.sparse.linalg import eigs
    >>> def largest(d):
    ...     return np.real(eigs(diags_array(d).tocsr(), k=1)[0][0])
    >>> ft.grad(largest)(np.array([1.0, 2.0, 4.0])).round(6) + 0.0
    array([0., 0., 1.])
    """
    A = plain(A)
    options |= {"sigma": sigma, "which": which, "v0": v0}
    if not concerns(A):
        return scipy.sparse.linalg.eigs(
            A, k, M, return_eigenvectors=return_eigenvectors, **options
        )
    own = _own(A, symmetric=False)
    if M is not None:
        refuse("generalised eigenvalues")
    dtype = np.result_type(own.dtype, np.complex64)
    like = Aval((k,), dtype), Aval((own.shape[0], k), dtype)
    options = _start(own, options) | {"in_pairs": return_eigenvectors}
    values, vectors = _found("eigs", own, like, k, **options)
    own = own.astype(dtype)
    fixed = np.conj(vectors)
    pairs = [_refined(own, values[i], vectors[:, i], fixed[:, i]) for i in range(k)]
    w, v = _joined(pairs)
    v = v / np.sqrt(np.sum(np.abs(v) ** 2, axis=0))
    return (w, v) if return_eigenvectors else w


def svds(
    A: Any,
    k: int = 6,
    *,
    solver: str = "arpack",
    return_singular_vectors: bool | str = True,
    **options: Any,
) -> Any:
    """Singular values of a real matrix; see `scipy.sparse.linalg.svds`, and `eigsh`.

    They are eigenvalues of ``[[0, A], [A.T, 0]]``, differentiated as these. Derivatives of
    singular values that are zero, or not simple, are NaN.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.sparse import diags_array
    >>> from functrace.scipy.sparse.linalg import svds
    >>> def largest(d):
    ...     return svds(diags_array(d).tocsr(), k=1)[1][0]
    >>> ft.grad(largest)(np.array([1.0, 2.0, -4.0])).round(6) + 0.0
    array([ 0.,  0., -1.])
    """
    A = plain(A)
    options |= {"solver": solver}
    if not concerns(A):
        options["return_singular_vectors"] = return_singular_vectors
        return scipy.sparse.linalg.svds(A, k, **options)
    own = _own(A, symmetric=None)
    m, n = own.shape
    if solver == "arpack" and options.get("v0") is None:
        options["v0"] = np.cos(np.arange(min(m, n)))
    like = tuple(Aval(shape, own.dtype) for shape in ((m, k), (k,), (k, n)))
    u, s, vh = _found("svds", own, like, k, **options)
    vectors = np.concatenate([u, vh.T]) / np.sqrt(2)
    both = moving(sp.block_array)([[None, own], [own.T, None]], format="csr")
    pairs = [_refined(both, s[i], vectors[:, i]) for i in range(k)]
    s, vectors = _joined(pairs)
    vectors = vectors * np.sqrt(2)
    if return_singular_vectors is False:
        return s
    u, vh = vectors[:m], vectors[m:].T
    wanted = return_singular_vectors
    return (None if wanted == "vh" else u), s, (None if wanted == "u" else vh)


def lobpcg(A: Any, X: Any, B: Any = None, **options: Any) -> Any:
    """Eigenvalues of a real symmetric matrix; see `scipy.sparse.linalg.lobpcg`, and `eigsh`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.sparse import diags_array
    >>> from functrace.scipy.sparse.linalg import lobpcg
    >>> start = np.cos(np.arange(12.0)).reshape(-1, 1)
    >>> def largest(d):
    ...     return lobpcg(diags_array(d).tocsr(), start, tol=1e-6, maxiter=100)[0][0]
    >>> ft.grad(largest)(np.arange(12.0))[-3:].round(6) + 0.0
    array([0., 0., 1.])
    """
    A, X = plain(A), plain(X)
    if not concerns(A, X):
        return scipy.sparse.linalg.lobpcg(A, X, B, **options)
    own = _own(A, symmetric=True)
    histories = ("retLambdaHistory", "retResidualNormsHistory")
    if B is not None or any(map(options.get, histories)):
        refuse("generalised eigenvalues, and no histories")
    X = stop_gradient(as_array(X))
    k = X.shape[1]
    like = Aval((k,), own.dtype), Aval((own.shape[0], k), own.dtype)
    values, vectors = _found("lobpcg", own, like, X, **options)
    return _joined([_refined(own, values[i], vectors[:, i]) for i in range(k)])


def _own(A: Any, *, symmetric: bool | None) -> SparseArray:
    """The matrix, square unless that is not asked for (None), and real if symmetric."""
    own = A if isinstance(A, SparseArray) else SparseArray(A)
    if symmetric is not False and own.dtype.kind == "c":
        refuse("eigenvalues, or singular values, of complex matrices")
    if symmetric is not None:
        check_shapes(own.shape[0] == own.shape[1], own.shape, own.shape)
    return own


def _start(a: SparseArray, options: dict[str, Any]) -> dict[str, Any]:
    """Not at random, so that signs stay."""
    if options["v0"] is not None:
        return options
    return {**options, "v0": np.cos(np.arange(a.shape[0]))}


def _eigenpairs(name: str) -> Any:
    """SciPy's function; the order of its values without vectors is another one."""
    find = getattr(scipy.sparse.linalg, name)

    def found(a: Any, k: int, *, in_pairs: bool, **options: Any) -> Any:
        values, vectors = find(a, k, **options)
        if in_pairs:
            return values, vectors
        alone = find(a, k, return_eigenvectors=False, **options)
        apart = np.abs(np.subtract.outer(alone, values))
        _, order = scipy.optimize.linear_sum_assignment(apart)
        return values[order], vectors[:, order]

    return found


_FINDERS = {
    "eigsh": _eigenpairs("eigsh"),
    "eigs": _eigenpairs("eigs"),
    "svds": scipy.sparse.linalg.svds,
    "lobpcg": scipy.sparse.linalg.lobpcg,
}


def _found(name: str, a: SparseArray, like: Any, *args: Any, **options: Any) -> Any:
    """What SciPy finds, without derivatives."""
    structure = a.entries.structure
    find = _FINDERS[name]

    def run(
        data: Any, *args: Any
    ) -> Any:  # holds nothing traced: it outlives this call
        made = structure.template.copy()
        made.data = np.array(data)
        return find(made, *args, **options)

    if isinstance(args[0], int):
        return pure_callback(lambda data: run(data, *args), like, stop_gradient(a.data))
    return pure_callback(run, like, stop_gradient(a.data), *args)


def _joined(pairs: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    return np.stack([pair[0] for pair in pairs]), np.stack([v for _, v in pairs], 1)


def _refined(
    a: SparseArray, value: Any, vector: Any, fixed: Any = None
) -> tuple[Any, Any]:
    """The eigenpair as a function of the matrix, by Newton's method from where it is.

    The product of the vector with itself is one, or that with a `fixed` one.
    """
    eye = sp.eye_array(a.shape[0], format="csr", dtype=a.dtype)
    block_array = moving(sp.block_array)
    slope: Any = None
    for _ in range(_STEPS):
        shifted = a - value * SparseArray(eye)
        row, share = (vector, 0.5) if fixed is None else (fixed, 1.0)
        bordered = block_array(
            [[shifted, -vector[:, None]], [-row[None], None]], format="csc"
        )
        residual = np.append(shifted @ vector, (1 - row @ vector) * share)
        if slope is None:
            slope = _slope(stop_gradient(a.data), bordered, residual.shape)
        change = spsolve(bordered, residual) * slope
        value, vector = value - change[-1], vector - change[:-1]
    return value, vector


def _slope(data: Any, bordered: SparseArray, shape: tuple[int, ...]) -> Any:
    """One; NaN if the eigenvalue is not simple, and the bordered matrix singular."""
    right = np.cos(np.arange(shape[0]) ** 2.0)
    probe = spsolve(bordered.without_derivative(), right)
    size = np.max(np.abs(data)) * np.max(np.abs(probe))
    return np.where(size < _SINGULAR, 1.0, np.nan)
