"""Solutions of triangular systems, by BLAS."""

from __future__ import annotations

import numpy as np

# BLAS shares out more elements than this among threads, which for so few rows takes
# longer to start, and much longer if other programs run on their cores.
_ALONE = 1000
_FEW_ROWS = 64


def solve_each(
    x: np.ndarray, y: np.ndarray, *, lower: bool, transposed: bool, unit_diagonal: bool
) -> np.ndarray:
    """Solve for stacks of matrices of one dtype; see `linalg.solve_triangular`."""
    if x.ndim == y.ndim == 2:
        return _solve(x, y, lower, transposed, unit_diagonal)
    stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    x = np.broadcast_to(x, stack + x.shape[-2:])
    y = np.broadcast_to(y, stack + y.shape[-2:])
    out = np.empty(y.shape, y.dtype)
    for place in np.ndindex(stack):
        out[place] = _solve(x[place], y[place], lower, transposed, unit_diagonal)
    return out


def _solve(
    x: np.ndarray, y: np.ndarray, lower: bool, transposed: bool, unit_diagonal: bool
) -> np.ndarray:
    """Solve for one matrix.

    BLAS counts columns first: a C-ordered matrix is its transpose there.
    """
    import scipy.linalg  # noqa: PLC0415 - slow

    if not y.size:
        return y.copy()
    if not (unit_diagonal or np.logical_and.reduce(x.diagonal())):
        raise np.linalg.LinAlgError("Singular matrix")
    (trsm,) = scipy.linalg.get_blas_funcs(("trsm",), dtype=x.dtype)
    options = {"lower": not lower, "trans_a": transposed, "diag": unit_diagonal}
    n, columns = y.shape
    if y.size <= _ALONE or n > _FEW_ROWS:
        return trsm(1.0, x.T, y.T, side=1, **options).T
    width = _ALONE // n
    parts = [y[:, start : start + width] for start in range(0, columns, width)]
    solved = [trsm(1.0, x.T, part.T, side=1, **options).T for part in parts]
    return np.concatenate(solved, 1)
