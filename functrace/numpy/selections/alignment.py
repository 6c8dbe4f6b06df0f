"""Functions of each element, whose operands are selections by the same masks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from functrace.core.errors import ConcretizationError, message
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.core.weak import is_number
from functrace.numpy.selections.selection import (
    HELP,
    Masks,
    Selection,
    is_same,
    live_of,
)


class Alignment:
    """Operands that are broadcast against one another, some of which are selections.

    Attributes
    ----------
    masks : sequence of (Tracer or None)
        Those of what they give.
    """

    def __init__(self, operands: Sequence[Any]) -> None:
        selections = [x for x in operands if type(x) is Selection]
        ndim = max(map(np.ndim, operands))
        masks: list[Tracer | None] = [None] * ndim
        for x in selections:
            for axis, mask in enumerate(x.masks, ndim - x.ndim):
                if mask is not None:
                    if masks[axis] is not None and not is_same(mask, masks[axis]):
                        _refuse_lengths(
                            x, f"another mask than of {selections[0].describe()}"
                        )
                    masks[axis] = mask
        self.masks: Masks = masks
        self._live = live_of(masks)
        self._dtypes = [x.dtype for x in operands if _has_dtype(x)]
        for x in operands:
            self._check(x, selections[0])

    def _check(self, x: Any, selection: Selection) -> None:
        """Refuse an operand that has a known length where another one has not."""
        selects = type(x) is Selection
        shape = x.whole.shape if selects else np.shape(x)
        own: Masks = x.masks if selects else (None,) * len(shape)
        masks = self.masks[len(self.masks) - len(shape) :]
        for length, mask, other in zip(shape, own, masks, strict=True):
            if mask is None and other is not None and length != 1:
                _refuse_lengths(selection, f"an array of {length} elements")

    def entered(self, x: Any) -> Any:
        """An operand as one of the wholes.

        What is traced enters where something is selected: from elsewhere it gets no
        cotangent, which may be NaN there.
        """
        if type(x) is Selection:
            return x.whole
        if type(x) is not Tracer or x.dtype.kind not in "fc":
            return x
        if is_number(x):  # which is to give way to the others still
            x = x.astype(np.result_type(*self._dtypes, x.aval.dtype(0)))
        operand: Any = x
        return np.where(self._live, operand, np.ones((), operand.dtype))

    def made(self, result: Any) -> Any:
        """What a function of the wholes gives as a selection; of a tuple, each part."""
        if isinstance(result, tuple):
            return tuple(map(self.made, result))
        return Selection(result, self.masks)


def _has_dtype(x: Any) -> bool:
    return hasattr(x, "dtype") and not is_number(x)


def _refuse_lengths(selection: Selection, other: str) -> NoReturn:
    raise ConcretizationError(
        message(
            "functrace: arrays whose lengths are equal by chance, if at all: that of one "
            "depends on a mask that is not known.",
            got=f"{selection.describe()}, {other}",
            source=user_line(),
            help=HELP,
        )
    )


def elementwise(function: Callable[..., Any], count: int | None = None) -> Any:
    """A function of each element, of selections: the first `count` arguments, or all."""

    def answer(*args: Any, **options: Any) -> Any:
        operands = args[:count]
        aligned = Alignment(operands)
        entered = map(aligned.entered, operands)
        return aligned.made(function(*entered, *args[len(operands) :], **options))

    return answer


def store(out: Any, result: Selection) -> Any:
    """What a ufunc gives that is to write its result to `out`, if that is not None."""
    if out is None:
        return result
    if type(out) is not Selection:
        _refuse_lengths(result, "out=, whose length is known")
    same = all(map(is_same, out.masks, result.masks)) and out.ndim == result.ndim
    if not same or out.whole.shape != result.whole.shape:
        raise ValueError(
            "non-broadcastable output operand: its shape doesn't match the broadcast shape"
        )
    out.overwrite(result.whole)
    return out
