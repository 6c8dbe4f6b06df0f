"""Running totals of an associative operation, in logarithmically many steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.errors import ShapeError, message
from functrace.transforms._bodies import (
    Operands,
    check_avals,
    check_structure,
)

_WHERE = "functrace.associative_scan"


def associative_scan(
    fn: Callable[[Any, Any], Any], elems: Any, reverse: bool = False, axis: int = 0
) -> Any:
    """Running totals of an associative operation.

    ``out[0] = elems[0]`` and ``out[k] = fn(out[k - 1], elems[k])``, computed from whole
    arrays: `fn` is called about ``2 log2(n)`` times, on slices.

    Parameters
    ----------
    fn : callable
        ``(a, b) -> c``, of pytrees of the same structure, shapes and dtypes. It is
        associative, and acts on each position along `axis` by itself, as NumPy's
        arithmetic does.
    elems : pytree
        Arrays of the same length `n` along `axis`.
    reverse : bool
        From the last element to the first: ``out[k] = fn(out[k + 1], elems[k])``.
    axis : int
        Counted by the first array, if negative.

    Returns
    -------
    pytree
        Arrays of the shapes and dtypes of `elems`.

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
    The states of ``x[k] = a[k] * x[k - 1] + b[k]``:

    >>> import numpy as np, functrace as ft
    >>> def then(first, second):
    ...     (a, b), (c, d) = first, second
    ...     return c * a, c * b + d
    >>> a, b = np.array([0.5, 0.5, 2.0]), np.array([1.0, 2.0, 3.0])
    >>> ft.associative_scan(then, (a, b))[1]
    array([1. , 2.5, 8. ])
    """
    rows = Operands(_WHERE, "elems", elems)
    if not rows.values:
        raise ValueError(f"{_WHERE}: there are no arrays in elems.")
    axis, length = _axis_and_length(rows, axis)
    if length < 2:
        return rows.tree([x.copy() for x in rows.values])

    def combine(first: list[Any], second: list[Any]) -> list[Any]:
        found = Operands(
            _WHERE, "the result of fn", fn(rows.tree(first), rows.tree(second))
        )
        check_structure(_WHERE, "the result of fn", found.treedef, rows.treedef)
        expected = [x.aval_like for x in ()] or Operands(_WHERE, "elems", second).avals
        check_avals(_WHERE, "the result of fn", rows.treedef, found.avals, expected)
        return found.values

    values = [np.flip(x, axis) for x in rows.values] if reverse else rows.values
    outs = _totals(combine, values, axis)
    return rows.tree([np.flip(x, axis) for x in outs] if reverse else outs)
