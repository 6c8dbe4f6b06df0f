"""Reductions of selections: those of NumPy's whole arrays, with masks."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array, axes_of
from functrace.numpy.selections.masks import Masks
from functrace.numpy.selections.selection import (
    ANSWERS,
    Selection,
    answers,
    refuse_function,
)
from functrace.primitives.checks import require

_MASKED = (
    *(np.sum, np.prod, np.mean, np.std, np.var, np.any, np.all),
    *(np.nansum, np.nanprod, np.nanmean, np.nanstd, np.nanvar),
)
_EXTREMES = {np.max: -1, np.min: 1, np.nanmax: -1, np.nanmin: 1}


class MaskedReduction:
    """A call of a reduction.

    Attributes
    ----------
    axes : tuple of int
        That are reduced.
    hidden : list of int
        Those whose lengths are not known.
    keepdims : bool
        Whether they stay, with length 1.
    rest : list
        The masks of what it gives.
    """

    def __init__(self, x: Selection, axis: Any, keepdims: bool) -> None:
        self.x = x
        self.keepdims = keepdims
        self.axes = axes_of(axis, x.ndim)
        self.hidden = [k for k in self.axes if x.masks[k] is not None]
        self.rest: Masks = [
            None if k in self.axes else mask
            for k, mask in enumerate(x.masks)
            if keepdims or k not in self.axes
        ]

    def checked(self, text: str, error: type[Exception]) -> Any:
        """The whole, after a look whether there are elements."""
        if not all(self.x.whole.shape[k] for k in self.hidden):
            raise error(text)
        found = np.any(self.x.live(self.hidden))
        return require(self.x.whole, found, message=text, error=error)

    def made(self, result: Any) -> Any:
        """The result as what it is: a selection if there are lengths left to know."""
        if all(mask is None for mask in self.rest):
            return result
        return Selection(result, self.rest)


def _masked(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with the argument ``where``, which all of them take."""
    signature = inspect.signature(function)

    def answer(*args: Any, **kwargs: Any) -> Any:
        given = dict(signature.bind(*args, **kwargs).arguments)
        given = {k: v for k, v in given.items() if v is not np._NoValue}  # noqa: SLF001
        x, axis = given.pop("a"), given.pop("axis", None)
        if type(x) is not Selection or not given.keys() <= _OPTIONS:
            refuse_function(f"numpy.{function.__name__}(..., {', '.join(given)})", x)
        call = MaskedReduction(x, axis, given.get("keepdims", False))
        whole = x.whole
        if call.hidden:
            given["where"] = x.live(call.hidden)
            if function in _EXTREMES and "initial" not in given:
                text = f"zero-size array to reduction operation {function.__name__}"
                whole = call.checked(f"{text} which has no identity", ValueError)
                given["initial"] = _bound(x.dtype, _EXTREMES[function])
                if function in (np.nanmax, np.nanmin) and x.dtype.kind in "fc":
                    return call.made(_or_nan(function, whole, call, given))
        return call.made(function(whole, axis=call.axes, **given))

    return answer


_OPTIONS = {"dtype", "keepdims", "initial", "ddof", "correction"}


def _or_nan(
    function: Any, whole: Any, call: MaskedReduction, given: dict[str, Any]
) -> Any:
    """The extreme of what is not NaN; NaN where there is nothing else."""
    result = function(whole, axis=call.axes, **given)
    options = {k: v for k, v in given.items() if k != "initial"}
    valid = np.any(np.logical_not(np.isnan(whole)), axis=call.axes, **options)
    return np.where(valid, result, np.asarray(np.nan, result.dtype))


def _bound(dtype: np.dtype[Any], sign: int) -> Any:
    """What no element of the dtype is beyond."""
    if dtype.kind in "fc":
        return sign * np.inf
    if dtype.kind == "b":
        return sign > 0
    return np.iinfo(dtype).max if sign > 0 else np.iinfo(dtype).min


for _function in (*_MASKED, *_EXTREMES):
    ANSWERS[_function] = _masked(_function)


@answers(np.count_nonzero)
def count_nonzero(a: Selection, axis: Any = None, *, keepdims: bool = False) -> Any:
    """See `numpy.count_nonzero`."""
    return ANSWERS[np.sum](a != 0, axis, keepdims=keepdims)


@answers(np.ptp)
def ptp(a: Selection, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """See `numpy.ptp`."""
    if out is not None:
        refuse_function("numpy.ptp(..., out)", a)
    return a.max(axis, keepdims=keepdims) - a.min(axis, keepdims=keepdims)


@answers(np.size)
def size(a: Selection, axis: int | None = None) -> Any:
    """See `numpy.size`."""
    return a.size if axis is None else a.shape[axis]


@answers(np.shape)
def shape(a: Selection) -> tuple[Any, ...]:
    """See `numpy.shape`."""
    return a.shape


@answers(np.ndim)
def ndim(a: Selection) -> int:
    """See `numpy.ndim`."""
    return a.ndim


@answers(np.average)
def average(
    a: Any,
    axis: Any = None,
    weights: Any = None,
    returned: bool = False,
    **options: Any,
) -> Any:
    """See `numpy.average`."""
    if weights is None and not returned:
        return ANSWERS[np.mean](a, axis, **options)
    if returned or type(a) is not Selection:
        refuse_function("numpy.average(..., weights, returned)", a)
    axes = axes_of(axis, a.ndim)
    given: Any = weights if type(weights) is Selection else as_array(weights)
    if len(axes) == 1 and given.ndim == 1:
        given = given[
            tuple([slice(None) if k in axes else None for k in range(a.ndim)])
        ]
    if given.ndim != a.ndim:
        refuse_function("numpy.average(..., weights, returned)", a)
    dtype = np.result_type(a.dtype, given.dtype)
    if a.dtype.kind in "biu":
        dtype = np.result_type(dtype, np.float64)
    given = np.zeros_like(a, dtype) + given  # of the same elements
    return (a.astype(dtype) * given).sum(axis, **options) / given.sum(axis, **options)


@answers(np.linalg.norm)
def norm(
    x: Selection, ord: Any = None, axis: Any = None, keepdims: bool = False
) -> Any:
    """See `numpy.linalg.norm`; zeros change none of vectors."""
    call = MaskedReduction(x, axis, keepdims)
    vector = ord is None or len(call.axes) == 1
    if not vector or ord not in (None, 1, 2, np.inf):
        refuse_function(f"numpy.linalg.norm(..., {ord})", x)
    whole = x.filled(0, call.hidden) if call.hidden else x.whole
    given = call.axes[0] if len(call.axes) == 1 else axis
    return call.made(np.linalg.norm(whole, ord, given, keepdims))


# -- where the extremes are ----------------------------------------------------------------


def _place(
    function: Callable[..., Any], best: Callable[..., Any]
) -> Callable[..., Any]:
    def answer(a: Selection, axis: Any = None, **options: Any) -> Any:
        call = MaskedReduction(a, axis, options.pop("keepdims", False))
        if not options and axis is not None and not call.hidden:
            return call.made(function(a.whole, *call.axes, keepdims=call.keepdims))
        if options or a.ndim > 1 or call.keepdims:
            refuse_function(f"numpy.{function.__name__}", a)
        extreme = ANSWERS[best](a)
        found = np.logical_or(a.whole == extreme, np.isnan(a.whole))
        (mask,) = a.masks
        assert mask is not None
        found = np.logical_and(mask.selected, found)
        return mask.ranks()[np.argmax(found)] - 1

    return answer


ANSWERS[np.argmax] = _place(np.argmax, np.max)
ANSWERS[np.argmin] = _place(np.argmin, np.min)


# -- running ones ----------------------------------------------------------------------------


def _running(function: Callable[..., Any], neutral: int) -> Callable[..., Any]:
    def answer(
        a: Selection, axis: Any = None, dtype: Any = None, out: Any = None
    ) -> Any:
        if out is not None or (axis is None and a.ndim > 1):
            refuse_function(f"numpy.{function.__name__}(..., out)", a)
        (axis,) = axes_of(0 if axis is None else axis, a.ndim)
        whole = a.filled(neutral, [axis])
        return Selection(function(whole, axis, dtype), a.masks)

    return answer


ANSWERS[np.cumsum] = _running(np.cumsum, 0)
ANSWERS[np.cumprod] = _running(np.cumprod, 1)
