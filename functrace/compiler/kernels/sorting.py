"""Sorting and searching; NaN comes last, and of equal elements the earlier first."""

from __future__ import annotations

from typing import Any

_SHORT = 16  # elements that insertion sorts faster


def is_less(x: Any, y: Any) -> bool:
    """Whether x comes before y."""
    return x < y or (x == x and y != y)  # noqa: PLR0124 - of NaN it is false


def _insert(values: Any, order: Any, start: int, stop: int) -> None:
    """Sort a short part."""
    for i in range(start + 1, stop):
        value, place = values[i], order[i]
        k = i
        while k > start and is_less(value, values[k - 1]):
            values[k], order[k] = values[k - 1], order[k - 1]
            k -= 1
        values[k], order[k] = value, place


def _merge(
    values: Any, order: Any, merged: Any, places: Any, bounds: tuple[int, int, int]
) -> None:
    """Two neighbouring parts, each in order, as one."""
    start, middle, stop = bounds
    i, k = start, middle
    for at in range(start, stop):
        if i < middle and (k >= stop or not is_less(values[k], values[i])):
            merged[at], places[at] = values[i], order[i]
            i += 1
        else:
            merged[at], places[at] = values[k], order[k]
            k += 1


def sort(x: Any, values: Any, order: Any, merged: Any, places: Any) -> None:
    """The elements in ascending order, and where they were: by merging."""
    n = x.size
    for i in range(n):
        values[i], order[i] = x[i], i
    for start in range(0, n, _SHORT):
        _insert(values, order, start, min(start + _SHORT, n))
    width, turned = _SHORT, False
    while width < n:
        for start in range(0, n, 2 * width):
            bounds = start, min(start + width, n), min(start + 2 * width, n)
            if turned:
                _merge(merged, places, values, order, bounds)
            else:
                _merge(values, order, merged, places, bounds)
        width, turned = 2 * width, not turned
    if turned:
        for i in range(n):
            values[i], order[i] = merged[i], places[i]


def argsort(x: Any, order: Any, values: Any, merged: Any, places: Any) -> None:
    """Where the elements in ascending order were."""
    sort(x, values, order, merged, places)


def searchsorted(x: Any, y: Any, out: Any, right: bool) -> None:
    """How many elements of x, in ascending order, are to be before each one of y."""
    for i in range(y.size):
        low, high = 0, x.size
        while low < high:
            middle = (low + high) // 2
            before = not is_less(y[i], x[middle]) if right else is_less(x[middle], y[i])
            if before:
                low = middle + 1
            else:
                high = middle
        out[i] = low
