"""Entries of symmetric matrices from colours that leave sums of several, by substitution."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from functrace.compiler.kernels import acyclic, colouring
from functrace.compiler.kernels.calls import run
from functrace.compiler.kernels.numba_code import Kernel

_LEAVES = Kernel(acyclic.leaves)
_MIRRORED = Kernel(colouring.mirrored)
_SUMS = Kernel(acyclic.sums)
_LARGEST = np.iinfo(np.int32).max


def substituted(pattern: Any, colours: np.ndarray, most: int) -> Any:
    """A matrix that makes the entries, row by row, of the tangents, a row for each colour.

    The edges between two colours are a forest, of which a leaf is alone in its row. What is
    known is taken away, and another is alone: an entry is a sum of values with signs. How
    many they are is known before they are found.

    Returns
    -------
    csr_array of int8, or None
        None if it has more than `most` entries, or the pairs of colours are no forests.
    """
    count, size = pattern.shape[0], pattern.nnz
    room = (int(colours.max(initial=0)) + 1) * count
    if max(room, most) > _LARGEST:
        return None
    starts, columns, colours = (
        np.ascontiguousarray(x, np.int32)
        for x in (pattern.indptr, pattern.indices, colours)
    )
    mirror = mirrored(pattern)
    solved, terms = _solved(columns, colours, mirror, room)
    alone = size - 2 * solved.size  # the diagonal, unless there are cycles
    total = alone + 2 * int(terms.sum(dtype=np.int64))
    if total > most or alone != np.count_nonzero(pattern.diagonal()):
        return None
    begins = np.ones(size + 1, np.int32)
    begins[0] = 0
    begins[solved + 1] = begins[mirror[solved] + 1] = terms
    np.cumsum(begins, out=begins)
    places, signs = np.empty(total, np.int32), np.empty(total, np.int8)
    read = starts, columns, colours, mirror, solved, begins
    run(_SUMS, read, [places, signs])
    found = sp.csr_array((signs, places, begins), (size, room))
    for each in (signs, places, found.data, found.indices, found.indptr):
        each.flags.writeable = False  # so that constants need no copies
    return found


def mirrored(pattern: Any) -> np.ndarray:
    """Where the mirrored entry of each is, of a pattern that is its own transpose."""
    read = [
        np.ascontiguousarray(x, np.int32) for x in (pattern.indptr, pattern.indices)
    ]
    found, met = (np.empty(n, np.int32) for n in (pattern.nnz, pattern.shape[0]))
    run(_MIRRORED, read, [found, met])
    return found


def _solved(
    columns: np.ndarray, colours: np.ndarray, mirror: np.ndarray, room: int
) -> tuple[np.ndarray, np.ndarray]:
    """Entries in the order of `leaves`, and of how many values each is the sum."""
    solved, *rest = (np.empty(n, np.int32) for n in (columns.size, *[room] * 3))
    run(_LEAVES, [columns, colours, mirror], [*rest, solved])
    solved = solved[solved >= 0]
    places = colours[columns[solved]] * colours.size + columns[mirror[solved]]
    return solved, rest[-1][places]
