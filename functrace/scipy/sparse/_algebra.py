"""Sums and products of sparse arrays with traced values.

Where the entries of a result are is found by SciPy, or by counting, from where those of the
operands are, once for each pair of structures that meet.
"""

from __future__ import annotations

import copy
import functools
from typing import Any

import numpy as np
import scipy.sparse as sp

from functrace.primitives.sparse import sparse_product
from functrace.scipy.sparse._entries import (
    Entries,
    check_shapes,
    rearranged,
    summed_at,
    take,
    with_data,
)
from functrace.scipy.sparse._structure import Structure, counted, starts


def times_dense(a: Entries, x: Any, *, transposed: bool = False) -> Any:
    """``a @ x``, or ``a.T @ x``, for a vector or a matrix; `a` may have one dimension."""
    shape = a.structure.shape
    rows, columns = shape[::-1] if transposed else (1, *shape)[-2:]
    fits = x.ndim in (1, 2) and x.shape[0] == columns
    check_shapes(fits, shape[::-1] if transposed else shape, x.shape)
    places, *where, by_columns = a.structure.compressed
    data = a.flat if places is None else take(a.flat, places + 1)
    kept_so = by_columns != transposed
    out = sparse_product(x, data, *where, rows=rows, transposed=kept_so)
    return out if len(shape) == 2 else out[0]


def times_sparse(a: Entries, b: Entries) -> Entries:
    """``a @ b``: the sum of as many products as there are pairs of entries that meet."""
    check_shapes(
        a.structure.shape[1] == b.structure.shape[0],
        a.structure.shape,
        b.structure.shape,
    )
    a, b = a.summed, b.summed
    left, right, order, indptr, target, moved = _memo(a, b, "@", _pairs)
    products = take(a.flat, left) * take(b.flat, right)
    return Entries(target, take(summed_at(products, order, indptr), moved))


def _pairs(a: Structure, b: Structure) -> tuple[Any, ...]:
    """The entries of each product, which of them are summed, and where the sums are."""
    (left, (rows, inner)), (right, (starts_in, columns)) = a.entries, b.entries
    by_row = np.argsort(starts_in, kind="stable")
    indptr = starts(starts_in, b.shape[0])
    counts = np.diff(indptr)[inner]
    first = np.repeat(np.arange(inner.size), counts)
    shift = np.arange(first.size) - np.repeat(np.cumsum(counts) - counts, counts)
    second = by_row[indptr[inner][first] + shift]
    width = max(b.shape[1], 1)
    keys = rows[first].astype(np.int64) * width + columns[second]
    found, groups = np.unique(keys, return_inverse=True)
    order = np.argsort(groups, kind="stable")
    kind = type(with_data(a, a.pattern.data) @ with_data(b, b.pattern.data))
    shape = (a.shape[0], b.shape[1])
    made = kind(
        sp.coo_array((counted(found.shape), np.divmod(found, width)), shape=shape)
    )
    moved = made.data.copy()
    return (
        left[first] + 1,
        right[second] + 1,
        order,
        starts(groups[order], found.size),
        Structure(made),
        moved,
    )


def _memo(a: Entries, b: Entries, name: str, find: Any) -> Any:
    """What is found of two structures, kept with the first one."""
    derived = a.structure.derived
    if (name, b.structure) not in derived:
        derived[name, b.structure] = find(a.structure, b.structure)
    return derived[name, b.structure]


def plus(a: Entries, b: Entries, *, minus: bool = False) -> Entries:
    """``a + b``, or ``a - b``."""
    a, b = a.summed, b.summed
    target, left, right = _memo(a, b, "+", _union)
    x, y = take(a.flat, left), take(b.flat, right)
    return Entries(target, x - y if minus else x + y)


def _union(a: Structure, b: Structure) -> tuple[Structure, Any, Any]:
    """Where there is an entry of either array, and which one of each."""
    base = a.pattern.data.size + 1
    made = with_data(a, a.pattern.data) + with_data(b, b.pattern.data * base)
    second, first = np.divmod(made.data, base)
    return Structure(copy.copy(made)), first, second


def times_elements(a: Entries, b: Entries) -> Entries:
    """``a.multiply(b)``: there is an entry where both have one."""
    a, b = a.summed, b.summed
    target, left, right = _memo(a, b, "*", _intersection)
    return Entries(target, take(a.flat, left) * take(b.flat, right))


def _intersection(a: Structure, b: Structure) -> tuple[Structure, Any, Any]:
    x, y = with_data(a, a.pattern.data), with_data(b, b.pattern.data)
    made = x.multiply(y)  # for its class, and its shape
    base = x.data.size + 1
    y.data = y.data * base
    both = (_spread(x, made.shape) + _spread(y, made.shape)).tocoo()
    second, first = np.divmod(both.data, base)
    kept = (first > 0) & (second > 0)
    where = tuple(c[kept] for c in both.coords)
    target = type(made)(
        sp.coo_array((counted(where[0].shape), where), shape=made.shape)
    )
    order = target.data - 1  # -1: room in blocks and diagonals that nothing is in
    left, right = (np.append(part[kept], 0)[order] for part in (first, second))
    return Structure(target), left, right


def _spread(x: Any, shape: tuple[int, ...]) -> Any:
    """The array repeated along axes of length one."""
    if x.shape == shape:
        return x.tocsr() if x.ndim == 2 else x
    row = x.reshape(1, -1) if x.ndim == 1 else x
    times = tuple(n // max(m, 1) for n, m in zip(shape, row.shape, strict=True))
    return sp.kron(sp.coo_array(np.ones(times, np.int64)), row, format="csr")


def times_elements_dense(a: Entries, x: Any) -> Entries:
    """``a.multiply(x)`` for an array: there is an entry where `a` has one."""
    spread = np.ones(x.shape, np.int64)
    out = rearranged(lambda pattern: pattern.multiply(spread), a)
    places, coordinates = out.structure.entries
    factors = np.broadcast_to(x, out.structure.shape)[coordinates]
    own = np.zeros(out.structure.data_shape, np.int64)
    own.reshape(-1)[places] = counted(places.shape)
    return Entries(out.structure, out.data * take(factors, own))


def kron(a: Entries, b: Entries, form: str | None) -> Entries:
    """The Kronecker product."""
    a, b = a.summed, b.summed
    target, left, right = _memo(
        a, b, f"kron {form}", functools.partial(_kron, form=form)
    )
    return Entries(target, take(a.flat, left) * take(b.flat, right))


def _kron(a: Structure, b: Structure, form: str | None) -> tuple[Structure, Any, Any]:
    ones = [with_data(s, np.minimum(s.pattern.data, 1)) for s in (a, b)]
    first = sp.kron(with_data(a, a.pattern.data), ones[1], format=form)
    second = sp.kron(ones[0], with_data(b, b.pattern.data), format=form)
    left, right = first.data.astype(np.int64), second.data.astype(np.int64)
    return Structure(first), left, right
