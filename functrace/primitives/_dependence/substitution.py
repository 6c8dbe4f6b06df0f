"""Entries of symmetric matrices from colours that leave sums of several, by substitution."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.kernels import acyclic, colouring
from functrace.compiler.kernels.calls import run
from functrace.compiler.kernels.numba_code import Kernel

_LEAVES = Kernel(acyclic.leaves)
_MIRRORED = Kernel(colouring.mirrored)
_LARGEST = np.iinfo(np.int32).max


class Substitution(NamedTuple):
    """How the entries of a symmetric matrix are found in tangents, a row for each colour.

    Attributes
    ----------
    places : ndarray of int
        Of each entry, row by row, where its value is after the subtractions, from one.
    targets, sources : ndarray of int
        Places among the tangents: what is subtracted from what, one after the other.
    """

    places: np.ndarray
    targets: np.ndarray
    sources: np.ndarray


def substituted(pattern: Any, colours: np.ndarray, most: int) -> Substitution | None:
    """The subtractions that leave each entry alone in a place among the tangents.

    The edges between two colours are a forest, of which a leaf is alone in its row. What is
    known is taken away from the mirrored entry's place, and another is alone.

    Returns
    -------
    Substitution or None
        None if the entries are sums of more than `most` tangents, whose errors add up, or
        the pairs of colours are no forests.
    """
    count, size = pattern.shape[0], pattern.nnz
    room = (int(colours.max(initial=0)) + 1) * count
    if max(room, most) >= _LARGEST:
        return None
    columns, colours = (
        np.ascontiguousarray(x, np.int32) for x in (pattern.indices, colours)
    )
    mirror = mirrored(pattern)
    solved, terms = _solved(columns, colours, mirror, room)
    alone = size - 2 * solved.size  # the diagonal, unless there are cycles
    total = alone + 2 * int(terms.sum(dtype=np.int64))
    if total > most or alone != np.count_nonzero(pattern.diagonal()):
        return None
    places = _places(columns, colours, columns[mirror])
    others = mirror[solved]
    targets, sources = places[others], places[solved]
    is_read = np.zeros(room, bool)
    is_read[sources] = True
    wanted = is_read[targets]  # what is nobody's place does not matter
    places[others] = sources
    places += 1
    return Substitution(places, targets[wanted], sources[wanted])


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
    return solved, rest[-1][_places(columns[solved], colours, columns[mirror[solved]])]


def _places(columns: np.ndarray, colours: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Where entries are added to, among tangents that are a row for each colour."""
    found = colours[columns]
    found *= colours.size
    found += rows
    return found
