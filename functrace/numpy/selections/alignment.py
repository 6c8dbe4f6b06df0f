"""Functions of each element, whose operands are selections by the same masks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.core.weak import is_number
from functrace.numpy.selections.masks import (
    AxisMask,
    Masks,
    are_as_long,
    are_same,
    entered,
    live_of,
    moved,
)
from functrace.numpy.selections.selection import (
    Selection,
    as_selection,
    refuse_function,
)
from functrace.primitives.checks import require


class Alignment:
    """Operands that are broadcast against one another, some of which are selections.

    What is as long, but has its elements in other places, is moved to the places that the
    first selection has.

    Attributes
    ----------
    masks : sequence of (AxisMask or None)
        Those of what they give.
    """

    def __init__(self, operands: Sequence[Any]) -> None:
        ndim = max(map(np.ndim, operands))
        masks: list[AxisMask | None] = [None] * ndim
        for x in operands:
            if type(x) is Selection:
                for axis, mask in enumerate(x.masks, ndim - x.ndim):
                    masks[axis] = masks[axis] or mask
        self.masks: Masks = masks
        self._live = live_of(masks)
        self._dtypes = [x.dtype for x in operands if _has_dtype(x)]

    def entered(self, x: Any) -> Any:
        """An operand as one of the wholes.

        What is traced enters where something is selected: from elsewhere it gets no
        cotangent, which may be NaN there.
        """
        if type(x) is not Selection and self._is_along(np.shape(x)):
            x = as_selection(x)
        if type(x) is Selection:
            for axis, target in enumerate(self._last(x.ndim)):
                if x.masks[axis] is not None or x.memory.shape[axis] != 1:
                    x = along(x, axis, target)
            return x.whole
        if type(x) is not Tracer or x.dtype.kind not in "fc":
            return x
        if is_number(x):  # which is to give way to the others still
            x = x.astype(np.result_type(*self._dtypes, x.aval.dtype(0)))
        return entered(x, self._live)

    def _is_along(self, shape: tuple[int, ...]) -> bool:
        """Whether there is a length that is known where another one is not."""
        pairs = zip(shape, self._last(len(shape)), strict=True)
        return any(mask is not None and n != 1 for n, mask in pairs)

    def _last(self, ndim: int) -> Masks:
        return self.masks[len(self.masks) - ndim :]

    def made(self, result: Any) -> Any:
        """What a function of the wholes gives as a selection; of a tuple, each part."""
        if isinstance(result, tuple):
            return tuple(map(self.made, result))
        return Selection(result, self.masks)


def along(x: Selection, axis: int, target: AxisMask | None) -> Selection:
    """The same, with what is there along an axis in the places of another mask.

    If it is not known that both are as long, that is found out when the program runs.
    """
    mask, whole = x.masks[axis], x.whole
    if target is None or are_same(mask, target):
        return x
    n = whole.shape[axis]
    source = AxisMask(Tracer(None, np.ones(n, bool))) if mask is None else mask
    if not n:  # one place, where nothing is
        whole = np.ones((*whole.shape[:axis], 1, *whole.shape[axis + 1 :]), whole.dtype)
        source = AxisMask(Tracer(None, np.zeros(1, bool)))
    if mask is None or not are_as_long(mask, target):
        length: Any = n if mask is None else mask.length
        same = np.equal(length, target.length)
        whole = require(whole, same, message=_DIFFERENT)
    masks = (*x.masks[:axis], target, *x.masks[axis + 1 :])
    return Selection(moved(whole, axis, source, target), masks)


_DIFFERENT = (
    "operands could not be broadcast together: the length of one depends on a mask, and is "
    "not that of the other"
)


def _has_dtype(x: Any) -> bool:
    return hasattr(x, "dtype") and not is_number(x)


def elementwise(function: Callable[..., Any], count: int | None = None) -> Any:
    """A function of each element, of selections: the first `count` arguments, or all."""

    def answer(*args: Any, **options: Any) -> Any:
        operands = args[:count]
        for x in (*args[len(operands) :], *options.values()):
            if type(x) is Selection:
                refuse_function(f"numpy.{function.__name__}", x)
        aligned = Alignment(operands)
        entered = [aligned.entered(x) for x in operands]
        return aligned.made(function(*entered, *args[len(operands) :], **options))

    return answer


def store(out: Any, result: Selection) -> Any:
    """What a ufunc gives that is to write its result to `out`, if that is not None."""
    if out is None:
        return result
    if type(out) is not Selection:
        refuse_function("a function with out=", result)
    aligned = Alignment([out, result])
    whole = aligned.entered(result)
    shape = out.memory.shape
    if np.broadcast_shapes(whole.shape, shape) != shape:
        raise ValueError(
            "non-broadcastable output operand: its shape doesn't match the broadcast shape"
        )
    if any(own is not mask for own, mask in zip(out.masks, aligned.masks, strict=True)):
        refuse_function("a function with out= of a known length", result)
    out.overwrite(whole)
    return out
