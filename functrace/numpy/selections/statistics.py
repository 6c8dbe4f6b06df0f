"""Statistics of selections."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy.selections.selection import Selection, answers, refuse_function


@answers(np.histogram)
def histogram(
    a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[Any, Any]:
    """See `numpy.histogram`, between edges that do not depend on the elements."""
    free = np.ndim(bins) == 0 and (range is None or not isinstance(bins, int))
    if type(a) is not Selection or free or type(bins) is Selection:
        refuse_function("numpy.histogram", a if type(a) is Selection else weights)
    each: Any = np.ones_like(a, dtype=float)
    if weights is not None:
        each = weights + np.zeros_like(a)
    known: Any = bins if range is None else range
    whole, amounts = a.filled(np.min(known)), each.filled(0)
    counts, edges = np.histogram(whole, bins, range, density, amounts)
    plain = weights is None and not density
    return counts.astype(np.intp) if plain else counts, edges


@answers(np.cov)
def cov(
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    **options: Any,
) -> Any:
    """See `numpy.cov`, of variables whose observations are selected."""
    rows: Any = m[None] if np.ndim(m) == 1 else m if rowvar else m.T
    if y is not None:
        rows = np.concatenate(
            [rows, y[None] if np.ndim(y) == 1 else y if rowvar else y.T]
        )
    if options or rows.ndim != 2 or rows.masks[0] is not None or rows.dtype.kind == "c":
        refuse_function("numpy.cov(..., fweights, aweights, dtype)", rows)
    rows = rows - rows.mean(axis=1, keepdims=True)
    correction = (0 if bias else 1) if ddof is None else ddof
    found = rows @ rows.T / (rows.shape[1] - correction)
    return found[0, 0] if found.shape == (1, 1) else found


@answers(np.corrcoef)
def corrcoef(x: Any, y: Any = None, rowvar: bool = True, **options: Any) -> Any:
    """See `numpy.corrcoef`."""
    found = cov(x, y, rowvar, **options)
    if not np.ndim(found):
        return found / found
    scale = np.sqrt(np.diag(found))
    return np.clip(found / scale[:, None] / scale[None], -1, 1)
