"""Some eigenvalues of symmetric matrices, and their vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg

from functrace.core.aval import Aval
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
    own = A if isinstance(A, SparseArray) else SparseArray(A)
    if M is not None or own.dtype.kind == "c":
        refuse("generalised, or complex, eigenvalues")
    check_shapes(own.shape[0] == own.shape[1], own.shape, own.shape)
    values, vectors = _found(own, k, options)
    pairs = [_refined(own, values[i], vectors[:, i]) for i in range(k)]
    w = np.stack([pair[0] for pair in pairs])
    return (w, np.stack([pair[1] for pair in pairs], 1)) if return_eigenvectors else w


def _found(a: SparseArray, k: int, options: dict[str, Any]) -> Any:
    """What SciPy finds, without derivatives."""
    structure, size = a.entries.structure, a.shape[0]
    if options["v0"] is None:  # not at random, so that signs stay
        options = {**options, "v0": np.cos(np.arange(size))}

    def run(data: Any) -> Any:  # holds nothing traced, as it outlives this call
        made = structure.pattern.copy()
        made.data = np.array(data)
        return scipy.sparse.linalg.eigsh(made, k, **options)

    like = Aval((k,), a.dtype), Aval((size, k), a.dtype)
    return pure_callback(run, like, stop_gradient(a.data))


def _refined(a: SparseArray, value: Any, vector: Any) -> tuple[Any, Any]:
    """The eigenpair as a function of the matrix, by Newton's method from where it is."""
    eye = sp.eye_array(a.shape[0], format="csr", dtype=a.dtype)
    block_array = moving(sp.block_array)
    slope: Any = None
    for _ in range(_STEPS):
        shifted = a - value * SparseArray(eye)
        bordered = block_array(
            [[shifted, -vector[:, None]], [-vector[None], None]], format="csc"
        )
        residual = np.append(shifted @ vector, (1 - vector @ vector) / 2)
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
