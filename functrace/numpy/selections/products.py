"""Products of selections: sums over what is selected."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.numpy.selections.alignment import along
from functrace.numpy.selections.masks import Masks, are_same, live_of
from functrace.numpy.selections.selection import Selection, answers, refuse_function


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
    return matmul(np.conjugate(_flat(a)), _flat(b))


@answers(np.inner)
def inner(a: Any, b: Any, /) -> Any:
    """See `numpy.inner`."""
    return dot(a, b.T if np.ndim(a) and np.ndim(b) > 1 else b)


@answers(np.outer)
def outer(a: Any, b: Any, out: Any = None) -> Any:
    """See `numpy.outer`."""
    if out is not None:
        refuse_function("numpy.outer(..., out)", a if type(a) is Selection else b)
    return _flat(a)[:, None] * _flat(b)


@answers(np.einsum)
def einsum(subscripts: Any, *operands: Any, **options: Any) -> Any:
    """See `numpy.einsum`, of subscripts with ``->``, without an ellipsis."""
    text = str(subscripts).replace(" ", "")
    selection = next(x for x in operands if type(x) is Selection)
    if options or "." in text or "->" not in text:
        refuse_function(f"numpy.einsum({subscripts!r})", selection)
    inputs, output = text.split("->")
    found: dict[str, Any] = {}
    for letters, (_, masks) in zip(
        inputs.split(","), map(_with_masks, operands), strict=True
    ):
        for letter, mask in zip(letters, masks, strict=True):
            if not are_same(mask, found.setdefault(letter, mask)):
                refuse_function(f"numpy.einsum({subscripts!r})", selection)
    wholes = [_harmless(*_with_masks(x)) for x in operands]
    return _entered(np.einsum(text, *wholes), [found[letter] for letter in output])


def _flat(x: Any) -> Any:
    return x.ravel() if type(x) is Selection else as_array(x).reshape(-1)


def _product(a: Any, b: Any) -> Any:
    """Sums of products over the last dimension of one, and the last but one of the other."""
    (left, masks), (right, others) = map(_with_masks, (a, b))
    row, column = masks[-1], others[-2:][0]
    if row is not None:
        right, others = _with_masks(
            along(Selection(right, others), max(len(others) - 2, 0), row)
        )
    elif column is not None:
        left, masks = _with_masks(along(Selection(left, masks), len(masks) - 1, column))
    rest = [*masks[:-1], *([] if len(others) == 1 else [others[-1]])]
    product = np.matmul(_harmless(left, masks), _harmless(right, others))
    return _entered(product, rest)


def _entered(result: Any, masks: Masks) -> Any:
    """Sums as a selection, from which no cotangents come but of what is selected."""
    live = live_of(masks)
    if live is None:
        return result
    return Selection(np.where(live, result, np.ones((), result.dtype)), masks)


def _with_masks(x: Any) -> tuple[Any, Masks]:
    if type(x) is Selection:
        return x.whole, x.masks
    x = as_array(x)
    return x, (None,) * x.ndim


def _harmless(whole: Any, masks: Masks) -> Any:
    """The whole with zeros where nothing is selected: neither NaN, nor summed up."""
    live = live_of(masks)
    return whole if live is None else np.where(live, whole, np.zeros((), whole.dtype))
