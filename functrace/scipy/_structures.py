"""What kinds of sparse matrices there are, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.sparse.csgraph import connected_components

_LONG = 4  # times as many entries as is usual: a dense row
_FEW = 0.02  # of the rows, or one: so many may be dense


def in_words(pattern: Any, bandwidth: tuple[int, int]) -> str:
    """The first that fits.

    zero, dense, diagonal, banded, block-diagonal, arrowhead, Kronecker product, triangular;
    else general.
    """
    rows, columns = pattern.shape
    if not pattern.nnz:
        return "zero"
    if pattern.nnz == rows * columns:
        return "dense"
    if rows == columns:
        for find in (_banded, _blocks, _arrowhead, _kronecker, _triangular):
            found = find(pattern, bandwidth)
            if found is not None:
                return found
    return "general"


def _banded(pattern: Any, bandwidth: tuple[int, int]) -> str | None:
    below, above = bandwidth
    if below == above == 0:
        return "diagonal"
    if below + above + 1 <= pattern.shape[0] // 2:
        return f"banded ({below} below, {above} above the diagonal)"
    return None


def _blocks(pattern: Any, bandwidth: tuple[int, int]) -> str | None:
    """Of blocks that lie along the diagonal, or come to after a permutation."""
    count, labels = connected_components(pattern, directed=False)
    if count == 1:
        return None
    sizes = np.bincount(labels)
    ordered = bool(np.all(np.diff(labels) >= 0))
    if sizes.max() == 1:
        return None
    least, most = sizes.min(), sizes.max()
    size = f"{most}" if least == most else f"{least} to {most}"
    return f"block-diagonal ({count} blocks of {size}{'' if ordered else ', permuted'})"


def _arrowhead(pattern: Any, bandwidth: tuple[int, int]) -> str | None:
    """A few dense rows, or columns, besides a diagonal or a band."""
    count = pattern.shape[0]
    lengths = [np.diff(p.indptr) for p in (pattern, pattern.tocsc())]
    dense = [np.flatnonzero(n > max(_LONG * np.median(n), count // 2)) for n in lengths]
    if not any(each.size for each in dense):
        return None
    if any(each.size > max(1, _FEW * count) for each in dense):
        return None
    entries = pattern.tocoo()
    rest = ~(np.isin(entries.row, dense[0]) | np.isin(entries.col, dense[1]))
    apart = entries.row[rest] - entries.col[rest]
    below, above = int(apart.max(initial=0)), int(-apart.min(initial=0))
    if below + above + 1 > count // 2:
        return None
    band = "a diagonal" if below == above == 0 else f"a band of {below + above + 1}"
    names = zip(dense, ("row", "column"), strict=True)
    parts = [f"{d.size} dense {n}{'s' * (d.size != 1)}" for d, n in names if d.size]
    return f"arrowhead ({', '.join(parts)} and {band})"


def _kronecker(pattern: Any, bandwidth: tuple[int, int]) -> str | None:
    """Of two smaller patterns: all blocks that have entries have the same."""
    count = pattern.shape[0]
    rows, columns = (c.astype(np.int64) for c in pattern.tocoo().coords)
    for size in _divisors(count):
        outer = count // size
        blocks = rows // size * outer + columns // size
        local = rows % size * size + columns % size
        order = np.lexsort((local, blocks))
        lengths = np.bincount(blocks[order])
        lengths = lengths[lengths > 0]
        if lengths.size == outer * outer or np.any(lengths != lengths[0]):
            continue
        each = local[order].reshape(lengths.size, -1)
        if not np.any(each != each[0]):
            return f"Kronecker product ({outer} x {outer} by {size} x {size})"
    return None


def _divisors(count: int) -> Iterator[int]:
    return (
        k for k in range(2, count // 2 + 1) if count % k == 0 and k * k <= 64 * count
    )


def _triangular(pattern: Any, bandwidth: tuple[int, int]) -> str | None:
    below, above = bandwidth
    if 0 not in (below, above):
        return None
    return "lower triangular" if above == 0 else "upper triangular"
