"""Running totals of an associative operation, in logarithmically many steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.errors import ShapeError, message
from functrace.transforms._bodies import (
    Operands,
    avals_of,
    check_avals,
)
from functrace.transforms._scan import own_copy

_WHERE = "functrace.associative_scan"


def associative_scan(
    fn: Callable[[Any, Any], Any], elems: Any, reverse: bool = False, axis: int = 0
) -> Any:
    """Running totals of an associative operation.

    ``out[0] = elems[0]`` and ``out[k] = fn(out[k - 1], elems[k])``, computed from whole
    arrays: `fn` is called on slices, about ``2 * log2(n)`` times.

    Parameters
    ----------
    fn : callable
        ``(a, b) -> c``, of pytrees of the same structure, shapes and dtypes. It must be
        associative, and act on each position along `axis` by itself, as NumPy's
        arithmetic does.
    elems : pytree
        Arrays of the same length `n` along `axis`.
    reverse : bool
        Begin with the last element: ``out[k] = fn(out[k + 1], elems[k])``.
    axis : int
        If negative, counted from the last axis of the first array.

    Returns
    -------
    pytree
        Arrays of the shapes and dtypes of `elems`. Cost: ``2 * n`` times that of `fn` on
        one element.

    Raises
    ------
    PytreeMismatchError, ShapeError, DtypeError
        `fn` changes the structure, a shape or a dtype; the arrays differ in length.
    ValueError
        There are no arrays.

    References
    ----------
    Blelloch, *Prefix Sums and Their Applications*, CMU-CS-90-190, 1990.

    Examples
    --------
    The recurrence ``x[k] = a[k] * x[k - 1] + b[k]``:

    >>> import numpy as np, functrace as ft
    >>> def then(first, second):
    ...     (a, b), (c, d) = first, second
    ...     return c * a, c * b + d
    >>> a, b = np.array([0.5, 0.5, 2.0]), np.array([1.0, 2.0, 3.0])
    >>> ft.associative_scan(then, (a, b))[1]
    array([1. , 2.5, 8. ])
    """
    rows = Operands(_WHERE, "elems", elems)
    axis, length = _axis_and_length(rows, axis)
    if length < 2:
        return rows.tree([x.copy() for x in rows.values])

    def combine(first: list[Any], second: list[Any]) -> list[Any]:
        result = fn(*(rows.tree([*map(own_copy, xs)]) for xs in (first, second)))
        found, what = Operands(_WHERE, "what fn gives", result), "what fn gives"
        pytree.check_structure(_WHERE, what, found.treedef, rows.treedef)
        check_avals(_WHERE, what, rows.treedef, found.avals, avals_of(second))
        return found.values

    if not reverse:
        return rows.tree(_totals(combine, rows.values, axis))
    turned = _totals(combine, [np.flip(x, axis) for x in rows.values], axis)
    return rows.tree([np.flip(x, axis) for x in turned])


def _axis_and_length(rows: Operands, axis: int) -> tuple[int, int]:
    if not rows.values:
        raise ValueError(f"{_WHERE}: there are no arrays in elems.")
    ndim = rows.values[0].ndim
    place = axis + ndim if axis < 0 else axis
    if not 0 <= place < min(x.ndim for x in rows.values):
        raise ShapeError(
            message(
                f"{_WHERE}: the arrays have no axis {axis}.", got=rows.tree(rows.avals)
            )
        )
    lengths = {x.shape[place] for x in rows.values}
    if len(lengths) > 1:
        raise ShapeError(
            message(
                f"{_WHERE}: the arrays differ in length along axis {axis}.",
                expected="one length",
                got=rows.tree(rows.avals),
            )
        )
    return place, lengths.pop()


def _totals(
    combine: Callable[[list[Any], list[Any]], list[Any]], values: list[Any], axis: int
) -> list[Any]:
    """Totals of neighbours give those at odd places, and these the ones between."""
    length = values[0].shape[axis]
    if length < 2:
        return values

    def every(xs: list[Any], *bounds: int | None) -> list[Any]:
        return [x[(slice(None),) * axis + (slice(*bounds),)] for x in xs]

    pairs = combine(every(values, 0, length - 1, 2), every(values, 1, None, 2))
    odd = _totals(combine, pairs, axis)
    even = every(values, 0, 1)
    if length > 2:
        before = every(odd, 0, (length - 1) // 2)
        later = combine(before, every(values, 2, None, 2))
        even = [np.concatenate(pair, axis) for pair in zip(even, later, strict=True)]
    return [_interleaved(*pair, axis) for pair in zip(even, odd, strict=True)]


def _interleaved(even: Any, odd: Any, axis: int) -> Any:
    """The elements of two arrays in turn; the first may have one more."""
    count = odd.shape[axis]
    shape = (*odd.shape[:axis], 2 * count, *odd.shape[axis + 1 :])
    first, last = np.split(even, [count], axis)
    mixed = np.stack([first, odd], axis + 1).reshape(shape)
    return np.concatenate([mixed, last], axis) if last.shape[axis] else mixed
