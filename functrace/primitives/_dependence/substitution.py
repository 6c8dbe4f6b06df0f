"""Entries of symmetric matrices from colours that leave sums of several, by substitution."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from functrace.compiler.kernels import acyclic as kernels
from functrace.compiler.kernels.calls import run
from functrace.compiler.kernels.numba_code import Kernel
from functrace.primitives._dependence.sets import counted, counts_to, linked, numbered

_LEAVES = Kernel(kernels.leaves)


def substituted(pattern: Any, colours: np.ndarray, most: int) -> Any:
    """A matrix that makes the entries, row by row, of the tangents, a row for each colour.

    The edges between two colours are a forest, of which a leaf is alone in its row. What is
    known is taken away, and another is alone: an entry is a sum of values with signs.

    Returns
    -------
    csr_array or None
        None if it has more than `most` entries, or the pairs of colours are no forests.
    """
    count = pattern.shape[0]
    total = int(colours.max(initial=0)) + 1
    dtype = counts_to(total * count, pattern.nnz)
    rows = np.repeat(np.arange(count, dtype=dtype), np.diff(pattern.indptr))
    columns = pattern.indices
    places = colours[columns].astype(dtype) * count + rows
    mirror = mirrored(pattern)
    groups, solved = _solved(pattern, colours, mirror)
    edges = np.full(rows.size, -1, dtype)
    edges[solved] = edges[mirror[solved]] = counted(solved.size)
    apart = np.flatnonzero(rows != columns)
    if np.any(edges[apart] < 0):
        return None
    shape = solved.size, total * count
    numbers = counted(solved.size)
    ones = np.ones(solved.size, np.float32)  # what is counted is small
    term: Any = sp.csr_array((ones, (numbers, places[solved])), shape)
    shared: Any = linked(
        groups[apart], edges[apart], int(groups.max(initial=0)) + 1, len(ones)
    )
    own: Any = sp.eye_array(len(ones), format="csr")
    others: Any = shared.astype(ones.dtype)[groups[solved]] - own.astype(ones.dtype)
    others.eliminate_zeros()
    known = term
    while term.nnz:
        if 2 * known.nnz > most:
            return None
        term = -(others @ term)
        known = known + term
    alone = np.flatnonzero(rows == columns)
    ones = np.ones(alone.size, np.float32)
    diagonal = sp.csr_array(
        (ones, (counted(alone.size), places[alone])), (alone.size, shape[1])
    )
    edges[alone] = counted(alone.size, solved.size)
    found = sp.csr_array(sp.vstack([known, diagonal]))[edges]
    return found if found.nnz <= most else None


def mirrored(pattern: Any) -> np.ndarray:
    """Where the mirrored entry of each is, of a pattern that is its own transpose."""
    return numbered(pattern).tocsc().data


def _solved(pattern: Any, colours: Any, mirror: Any) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of the groups of entries, and entries in the order of `leaves`."""
    read = [
        np.ascontiguousarray(x, np.int32)
        for x in (pattern.indptr, pattern.indices, colours, mirror)
    ]
    size = pattern.nnz
    sizes = size, size, size, int(colours.max(initial=0)) + 1, size, size
    groups, *rest, solved = [np.empty(n, np.int32) for n in sizes]
    run(_LEAVES, read, [groups, *rest, solved])
    return groups, solved[solved >= 0]
