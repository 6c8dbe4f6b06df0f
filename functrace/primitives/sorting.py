"""Sorting and searching."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Expanded
from functrace.core.aval import Aval
from functrace.core.strides import as_computed
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped
from functrace.primitives._batching import along_axis
from functrace.primitives._lazy_modules import kernels_sorting, numba_forms
from functrace.primitives._make import nondifferentiable, primitive


def _room(x: Aval, *_: Aval, **params: Any) -> list[Aval]:
    """Memory for sorting: keys and places twice, how often each digit comes, raw bits."""
    width = np.dtype(x.dtype).itemsize
    keys, counts = Aval(x.shape, np.uint64), Aval((256 * width,), np.intp)
    return [keys, keys, Aval(x.shape, np.intp), counts, Aval((0,), f"u{width}")]


def _sort(x: Any, *, axis: int) -> Any:
    permutation = x.argsort(axis, kind="stable")
    if x.ndim == 1:
        return x[permutation], permutation
    values = np.empty_like(x)
    values[...] = np.take_along_axis(x, permutation, axis)
    return values, permutation


def _unsorted(g: Any, permutation: Any, axis: int) -> Any:
    """Put the elements back to where they were before sorting."""
    if Tracer in (type(g), type(permutation)):
        return np.take_along_axis(g, np.argsort(permutation, axis), axis)
    out = np.empty(g.shape, g.dtype)
    np.put_along_axis(out, permutation, g, axis)
    return out


sort = primitive(
    "sort",
    _sort,
    lambda x, axis: (x, Aval(x.shape, np.intp)),
    vjp=lambda g, outs, axis: (_unsorted(g[0], outs[1], axis),),
    jvp=lambda ts, outs, axis: (np.take_along_axis(ts[0], outs[1], axis), None),
    multiple=True,
    batch=along_axis,
    layout=as_computed(_sort),
    lower=lambda: numba_forms.numba_step(
        kernels_sorting.sort,
        along_axis=True,
        scratch=_room,
        kinds="biuf",
    ),
    doc="Elements in ascending order along an axis, and the permutation that sorts "
    "them; of tied elements, the earlier comes first.",
)


def _index_aval(x: Aval, *_: Aval, **params: Any) -> Aval:
    return Aval(x.shape, np.intp)


argsort = nondifferentiable(
    "argsort",
    lambda x, *, axis, kind: np.argsort(x, axis, kind),
    _index_aval,
    batch=along_axis,
    lower=lambda: numba_forms.numba_step(
        kernels_sorting.argsort,
        along_axis=True,
        scratch=_room,
        kinds="biuf",
    ),
    doc="The permutation that sorts along an axis.",
)
argpartition = nondifferentiable(
    "argpartition",
    lambda x, *, kth, axis: np.argpartition(x, kth, axis),
    _index_aval,
    batch=along_axis,
    doc="A permutation that puts the elements at `kth` where sorting would.",
)


def _by_each_key(*keys: Any, axis: int) -> Any:
    """Sort by one key after the other: what is sorted already stays in order."""
    order = argsort(keys[0], axis=axis, kind="stable")
    for key in keys[1:]:
        inner = argsort(np.take_along_axis(key, order, axis), axis=axis, kind="stable")
        order = np.take_along_axis(order, inner, axis)
    return order


lexsort = nondifferentiable(
    "lexsort",
    lambda *keys, axis: np.lexsort(keys, axis),
    _index_aval,
    batch=along_axis,
    lower=Expanded(_by_each_key),
    doc="The permutation that sorts by several keys, the last one first.",
)


def _batch_searchsorted(at: Mapped, x: Any, y: Any, *sorter: Any, side: str) -> Any:
    """Of sorted arrays that differ, by sorting what is searched for in among them."""
    if at.mapped == (False, True, *(False for _ in sorter)):
        return searchsorted(x, y, *sorter, side=side)
    x, y, *orders = at.spread((x, y, *sorter))
    if orders:
        x = np.take_along_axis(x, orders[0], 1)
    rows = y.reshape(at.size, at.avals[1].size)
    joined = [rows, x] if side == "left" else [x, rows]
    among_all = _ranks(np.concatenate(joined, 1))
    start = 0 if side == "left" else x.shape[1]
    found = among_all[:, start : start + rows.shape[1]] - _ranks(rows)
    return found.reshape(y.shape)


def _ranks(x: Any) -> Any:
    """Where each element of a row stands once the row is sorted."""
    return np.argsort(np.argsort(x, axis=1, kind="stable"), axis=1)


searchsorted = nondifferentiable(
    "searchsorted",
    lambda x, y, *sorter, side: np.searchsorted(x, y, side, *sorter),
    lambda x, y, *sorter, side: Aval(y.shape, np.intp),
    batch=_batch_searchsorted,
    lower=lambda: numba_forms.numba_step(
        kernels_sorting.searchsorted,
        ranks=(1, None, None),
        params=lambda side: {"right": side == "right"},
        kinds="biuf",
    ),
    doc="Where to insert elements into a sorted array to keep it sorted.",
)
