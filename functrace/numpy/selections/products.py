"""Products of selections: sums over what is selected."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy.selections.alignment import along
from functrace.numpy.selections.functions import flat
from functrace.numpy.selections.masks import Masks, are_same, entered, live_of
from functrace.numpy.selections.selection import (
    Selection,
    answers,
    as_selection,
    refuse_function,
)


@answers(np.matmul)
def matmul(x1: Any, x2: Any, out: Any = None, **options: Any) -> Any:
    """See `numpy.matmul`, of vectors and matrices."""
    if out is not None or options or max(np.ndim(x1), np.ndim(x2)) > 2:
        refuse_function("numpy.matmul", x1 if type(x1) is Selection else x2)
    return _product(x1, x2)


@answers(np.dot)
def dot(a: Any, b: Any, out: Any = None) -> Any:
    """See `numpy.dot`, of numbers, vectors and matrices."""
    if out is None and (not np.ndim(a) or not np.ndim(b)):
        return a * b
    return matmul(a, b, out)


@answers(np.vdot)
def vdot(a: Any, b: Any, /) -> Any:
    """See `numpy.vdot`."""
    return matmul(np.conjugate(flat(a)), flat(b))


@answers(np.inner)
def inner(a: Any, b: Any, /) -> Any:
    """See `numpy.inner`."""
    return dot(a, b.T if np.ndim(a) and np.ndim(b) > 1 else b)


@answers(np.outer)
def outer(a: Any, b: Any, out: Any = None) -> Any:
    """See `numpy.outer`."""
    if out is not None:
        refuse_function("numpy.outer(..., out)", a if type(a) is Selection else b)
    return flat(a)[:, None] * flat(b)


@answers(np.einsum)
def einsum(subscripts: Any, *operands: Any, **options: Any) -> Any:
    """See `numpy.einsum`, of subscripts with ``->``, without an ellipsis."""
    text = str(subscripts).replace(" ", "")
    selection = next(x for x in operands if type(x) is Selection)
    if options or "." in text or "->" not in text:
        refuse_function(f"numpy.einsum({subscripts!r})", selection)
    inputs, output = text.split("->")
    found: dict[str, Any] = {}
    parts = [as_selection(x) for x in operands]
    for letters, part in zip(inputs.split(","), parts, strict=True):
        for letter, mask in zip(letters, part.masks, strict=True):
            if not are_same(mask, found.setdefault(letter, mask)):
                refuse_function(f"numpy.einsum({subscripts!r})", selection)
    sums = np.einsum(text, *[part.filled(0) for part in parts])
    return _entered(sums, [found[letter] for letter in output])


def _product(a: Any, b: Any) -> Any:
    """Sums of products over the last dimension of one, and the last but one of the other."""
    a, b = as_selection(a), as_selection(b)
    axis = max(b.ndim - 2, 0)
    row, column = a.masks[-1], b.masks[axis]
    if row is not None:
        b = along(b, axis, row)
    elif column is not None:
        a = along(a, a.ndim - 1, column)
    rest = [*a.masks[:-1], *b.masks[axis + 1 :]]
    return _entered(np.matmul(a.filled(0), b.filled(0)), rest)


def _entered(result: Any, masks: Masks) -> Any:
    """Sums, as a selection if there are lengths left to know."""
    live = live_of(masks)
    return result if live is None else Selection(entered(result, live), masks)
