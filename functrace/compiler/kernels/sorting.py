"""Sorting and searching; NaN comes last, and of equal elements the earlier first."""

from __future__ import annotations

from typing import Any

import numpy as np

_FEW = 64  # elements that insertion sorts faster
_VALUES = 256  # of a digit


def sort(
    x: Any,
    values: Any,
    order: Any,
    keys: Any,
    other: Any,
    places: Any,
    counts: Any,
    raw: Any,
) -> None:
    """The elements in ascending order, and where they were."""
    argsort(x, order, keys, other, places, counts, raw)
    for i in range(x.size):
        values[i] = x[order[i]]


def argsort(
    x: Any, order: Any, keys: Any, other: Any, places: Any, counts: Any, raw: Any
) -> None:
    """Where the elements in ascending order were; `raw` has integers of their width.

    Of many elements by one digit after the other, from the last to the first.
    """
    n = x.size
    _write_keys(x, x.view(raw.dtype), keys)
    if n <= _FEW:
        _insert(keys, order)
        return
    for i in range(n):
        order[i] = i
    _count(keys, counts, x.itemsize)
    turned = False
    for digit in range(x.itemsize):
        start, shift = _VALUES * digit, np.uint64(8 * digit)
        if not _begin(counts, start, n):
            continue
        if turned:
            _move(other, places, keys, order, counts, start, shift)
        else:
            _move(keys, order, other, places, counts, start, shift)
        turned = not turned
    if turned:
        for i in range(n):
            order[i] = places[i]


def _write_keys(x: Any, bits: Any, keys: Any) -> None:
    """Unsigned integers in the order of the elements, which have these bits."""
    top = np.uint64(1) << np.uint64(8 * x.itemsize - 1)
    all_bits = top | (top - np.uint64(1))
    is_float = x.dtype.type(0.5) != 0
    is_signed = x.dtype.type(-1) < 0
    for i in range(x.size):
        key = np.uint64(bits[i])
        if is_float:
            if x[i] == 0:
                key = top
            elif x[i] != x[i]:
                key = all_bits
            elif x[i] < 0:
                key ^= all_bits
            else:
                key |= top
        elif is_signed:
            key ^= top
        keys[i] = key


def _insert(keys: Any, order: Any) -> None:
    for i in range(keys.size):
        key, k = keys[i], i
        while k > 0 and key < keys[k - 1]:
            keys[k], order[k] = keys[k - 1], order[k - 1]
            k -= 1
        keys[k], order[k] = key, i


def _count(keys: Any, counts: Any, digits: int) -> None:
    """How often each digit has each value."""
    for i in range(_VALUES * digits):
        counts[i] = 0
    for i in range(keys.size):
        key = keys[i]
        for digit in range(digits):
            counts[_VALUES * digit + np.int64(key & np.uint64(255))] += 1
            key >>= np.uint64(8)


def _begin(counts: Any, start: int, n: int) -> bool:
    """Replace the counts of a digit's values by where each begins, unless all are alike."""
    total = 0
    for i in range(start, start + _VALUES):
        count = counts[i]
        if count == n:
            return False
        counts[i] = total
        total += count
    return True


def _move(
    keys: Any, order: Any, to: Any, places: Any, counts: Any, start: int, shift: Any
) -> None:
    """Sort by one digit what is sorted by those after it."""
    for i in range(order.size):
        key = keys[i]
        k = start + np.int64((key >> shift) & np.uint64(255))
        to[counts[k]], places[counts[k]] = key, order[i]
        counts[k] += 1


# -- searching -------------------------------------------------------------------------


def _is_less(x: Any, y: Any) -> bool:
    return x < y or (x == x and y != y)  # noqa: PLR0124 - of NaN it is false


def searchsorted(x: Any, y: Any, out: Any, right: bool) -> None:
    """How many elements of x, in ascending order, are to be before each one of y."""
    for i in range(y.size):
        key, low, size = y[i], 0, x.size
        while size > 0:
            half = (size + 1) // 2
            one = x[low + half - 1]
            before = not _is_less(key, one) if right else _is_less(one, key)
            low += half if before else 0
            size -= half
        out[i] = low
