"""Medians and quantiles of selections: what is not selected is NaN, and left out."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.numpy.selections.reductions import MaskedReduction
from functrace.numpy.selections.selection import (
    Selection,
    answers,
    refuse_function,
)

_SKIPPING = {
    np.median: np.nanmedian,
    np.quantile: np.nanquantile,
    np.percentile: np.nanpercentile,
}


def _answer(function: Callable[..., Any], skipping: Callable[..., Any]) -> None:
    signature = inspect.signature(function)

    @answers(function)
    def answer(*args: Any, **kwargs: Any) -> Any:
        given = dict(signature.bind(*args, **kwargs).arguments)
        given = {k: v for k, v in given.items() if v is not np._NoValue}  # noqa: SLF001
        a, axis = given.pop("a"), given.pop("axis", None)
        allowed = {"q", "keepdims"}
        if type(a) is not Selection or a.dtype.kind not in "fiu":
            refuse_function(f"numpy.{function.__name__}", a)
        if a.dtype.kind == "f":
            allowed |= {"method"}
        if not given.keys() <= allowed:
            refuse_function(f"numpy.{function.__name__}(..., {', '.join(given)})", a)
        call = MaskedReduction(a, axis, given.get("keepdims", False))
        call.rest = [*[None] * np.ndim(given.get("q", 0)), *call.rest]
        if not call.hidden:
            return call.made(function(a.whole, axis=call.axes, **given))
        if function is np.quantile or function is np.percentile:
            a = Selection(
                call.checked("quantile of an array of size 0", IndexError), a.masks
            )
        a = a if a.dtype.kind == "f" else a.astype(np.float64)
        whole = a.filled(np.nan, call.hidden)
        result = skipping(whole, axis=call.axes, **given)
        if function in _SKIPPING:
            options: dict[str, Any] = {
                "keepdims": call.keepdims,
                "where": a.live(call.hidden),
            }
            lost = np.any(np.isnan(a.whole), axis=call.axes, **options)
            result = np.where(lost, np.asarray(np.nan, result.dtype), result)
        return call.made(result)


for _function, _other in _SKIPPING.items():
    _answer(_function, _other)
    _answer(_other, _other)
