"""Arrays as sets, and what is removed from them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from functrace.numpy._arguments import as_array, is_unknown
from functrace.numpy._register import implements
from functrace.numpy.reductions import cast
from functrace.numpy.selection import take
from functrace.numpy.selections import distinct
from functrace.numpy.sorting import concrete

# NumPy's named tuples, which it has no public names for.
_All: Any = type(np.unique_all(np.zeros(1)))
_Counts: Any = type(np.unique_counts(np.zeros(1)))
_Inverse: Any = type(np.unique_inverse(np.zeros(1)))

# -- distinct elements -----------------------------------------------------------------


@implements(np.unique)
def unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> Any:
    """See `numpy.unique`. Of equal elements, the derivative goes to the first.

    The result is sorted also if that is not asked for.
    """
    ar = as_array(ar)
    values, index, inverse, counts = _unique(ar, np.unique, axis, equal_nan=equal_nan)
    wanted = (return_index, return_inverse, return_counts)
    chosen = zip((index, inverse, counts), wanted, strict=True)
    extras = [extra for extra, is_wanted in chosen if is_wanted]
    return (values, *extras) if extras else values


def _unique(
    x: Any, function: Any, axis: int | None = None, *, equal_nan: bool = False
) -> tuple[Any, ...]:
    """The distinct elements, and what NumPy knows of them besides."""
    if axis is None and is_unknown(x):
        return distinct(x, equal_nan=equal_nan)
    plain = concrete(x, function)
    _, index, *extras = np.unique(plain, True, True, True, axis, equal_nan=equal_nan)
    return take(x, index, axis), index, *extras


@implements(np.unique_all)
def unique_all(x: Any, /) -> Any:
    """See `numpy.unique_all`. Of equal elements, the derivative goes to the first."""
    return _All(*_unique(as_array(x), np.unique_all))


@implements(np.unique_counts)
def unique_counts(x: Any, /) -> Any:
    """See `numpy.unique_counts`; derivatives as those of `unique_all`."""
    values, _, _, counts = _unique(as_array(x), np.unique_counts)
    return _Counts(values, counts)


@implements(np.unique_inverse)
def unique_inverse(x: Any, /) -> Any:
    """See `numpy.unique_inverse`; derivatives as those of `unique_all`."""
    values, _, inverse, _ = _unique(as_array(x), np.unique_inverse)
    return _Inverse(values, inverse)


@implements(np.unique_values)
def unique_values(x: Any, /) -> Any:
    """See `numpy.unique_values`; sorted; derivatives as those of `unique_all`."""
    return _unique(as_array(x), np.unique_values)[0]


# -- two sets --------------------------------------------------------------------------


@implements(np.intersect1d)
def intersect1d(
    ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False
) -> Any:
    """See `numpy.intersect1d`. The derivative goes to the first array."""
    ar1, ar2 = as_array(ar1), as_array(ar2)
    plain, other = (concrete(ar, np.intersect1d) for ar in (ar1, ar2))
    _, *indices = np.intersect1d(plain, other, assume_unique, return_indices=True)
    common = cast(take(ar1, indices[0]), np.result_type(ar1.dtype, ar2.dtype))
    return (common, *indices) if return_indices else common


@implements(np.union1d)
def union1d(ar1: Any, ar2: Any) -> Any:
    """See `numpy.union1d`. Of equal elements, the derivative goes to the first."""
    both = _flat_together(ar1, ar2)
    return _unique(both, np.union1d, equal_nan=True)[0]


def _flat_together(ar1: Any, ar2: Any) -> Any:
    return np.concatenate([as_array(ar1).reshape(-1), as_array(ar2).reshape(-1)])


@implements(np.setdiff1d)
def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """See `numpy.setdiff1d`. Of equal elements, the derivative goes to the first."""
    ar1 = as_array(ar1).reshape(-1)
    if not assume_unique:
        ar1 = _unique(ar1, np.setdiff1d, equal_nan=True)[0]
    return np.extract(np.isin(ar1, ar2, invert=True), ar1)


@implements(np.setxor1d)
def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """See `numpy.setxor1d`."""
    ar1, ar2 = as_array(ar1), as_array(ar2)
    for ar in (ar1, ar2):
        concrete(ar, np.setxor1d)
    if not assume_unique:
        ar1, ar2 = (_unique(ar, np.setxor1d, equal_nan=True)[0] for ar in (ar1, ar2))
    both = np.sort(_flat_together(ar1, ar2))
    plain = concrete(both, np.setxor1d)
    changes = np.concatenate([[True], plain[1:] != plain[:-1], [True]])
    alone = np.flatnonzero(changes[1:] & changes[:-1]) if both.size else []
    return take(both, np.asarray(alone, np.intp))


@implements(np.isin, differentiable=False)
def isin(
    element: Any,
    test_elements: Any,
    assume_unique: bool = False,
    invert: bool = False,
    *,
    kind: str | None = None,
) -> Any:
    """See `numpy.isin`. It is found by sorting whatever the `kind`."""
    if kind not in (None, "sort", "table"):
        raise ValueError(f"Invalid kind: '{kind}'. Please use None, 'sort' or 'table'.")
    element, tests = as_array(element), as_array(test_elements)
    if kind == "table" and not {element.dtype.kind, tests.dtype.kind} <= set("uib"):
        raise ValueError(
            "The 'table' method is only supported for boolean or integer arrays. "
            "Please select 'sort' or None for kind."
        )
    if not tests.size:
        return np.full(element.shape, bool(invert))
    ascending = np.sort(tests, axis=None)
    place = np.minimum(np.searchsorted(ascending, element), tests.size - 1)
    compare = np.not_equal if invert else np.equal
    return compare(take(ascending, place), element)


# -- parts of one array ----------------------------------------------------------------


@implements(np.trim_zeros)
def trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> Any:
    """See `numpy.trim_zeros`."""
    x, trim = as_array(filt), trim.lower()
    if trim not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    axes = range(x.ndim) if axis is None else normalize_axis_tuple(axis, x.ndim, "axis")
    if not axes:
        return filt
    places = np.nonzero(concrete(x, np.trim_zeros))
    return x[
        tuple(
            _span(p, trim) if i in axes else slice(None) for i, p in enumerate(places)
        )
    ]


def _span(places: np.ndarray, trim: str) -> slice:
    """From the first to the last of the places, nothing if there are none."""
    if not places.size:
        return slice(0, 0)
    first = int(places.min()) if "f" in trim else None
    return slice(first, int(places.max()) + 1 if "b" in trim else None)


@implements(np.sort_complex)
def sort_complex(a: Any) -> Any:
    """See `numpy.sort_complex`. The derivatives are as those of `sort`."""
    a = np.sort(as_array(a))
    if a.dtype.kind == "c":
        return a
    return a.astype(np.complex64 if a.dtype.char in "bhBH" else _complex_of(a.dtype))


def _complex_of(dtype: np.dtype[Any]) -> Any:
    return np.clongdouble if dtype.char == "g" else np.complex128
