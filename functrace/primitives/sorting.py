"""Sorting and searching."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.tracer import Tracer
from functrace.primitives._make import nondifferentiable, primitive


def _sort(x: Any, *, axis: int) -> Any:
    permutation = x.argsort(axis, kind="stable")
    values = x[permutation] if x.ndim == 1 else np.take_along_axis(x, permutation, axis)
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
    doc="Elements in ascending order along an axis, and the permutation that sorts "
    "them; of tied elements, the earlier comes first.",
)


def _index_aval(x: Aval, *_: Aval, **params: Any) -> Aval:
    return Aval(x.shape, np.intp)


argsort = nondifferentiable(
    "argsort",
    lambda x, *, axis, kind: np.argsort(x, axis, kind),
    _index_aval,
    doc="The permutation that sorts along an axis.",
)
argpartition = nondifferentiable(
    "argpartition",
    lambda x, *, kth, axis: np.argpartition(x, kth, axis),
    _index_aval,
    doc="A permutation that puts the elements at `kth` where sorting would.",
)
lexsort = nondifferentiable(
    "lexsort",
    lambda *keys, axis: np.lexsort(keys, axis),
    _index_aval,
    doc="The permutation that sorts by several keys, the last one first.",
)
searchsorted = nondifferentiable(
    "searchsorted",
    lambda x, y, *sorter, side: np.searchsorted(x, y, side, *sorter),
    lambda x, y, *sorter, side: Aval(y.shape, np.intp),
    doc="Where to insert elements into a sorted array to keep it sorted.",
)
