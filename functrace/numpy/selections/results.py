"""Selections as results of compiled functions: what was selected, once that is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import optree

from functrace.core import pytree
from functrace.core.tracer import Tracer
from functrace.numpy.selections.masks import AxisMask
from functrace.numpy.selections.selection import Selection

_ARRAYS = (np.ndarray, np.generic, Tracer)


class _Form(NamedTuple):
    """What is known of it: which axes have masks, and whether it is a list."""

    axes: tuple[int, ...]
    is_list: bool


class Returned:
    """A selection as a pytree: the whole and its masks.

    Put together of arrays, it is the array that was selected, or the list.
    """

    __slots__ = ("form", "parts")

    def __init__(self, form: _Form, parts: Sequence[Any]) -> None:
        self.form = form
        self.parts = parts


def returned(result: Any) -> Any:
    """A function's result, with a pytree in the place of each selection."""
    leaves, treedef = pytree.flatten(result)
    if not any(type(leaf) is Selection for leaf in leaves):
        return result
    opened = [_opened(x) if type(x) is Selection else x for x in leaves]
    return pytree.unflatten(treedef, opened)


def _opened(x: Selection) -> Returned:
    axes = tuple(k for k, mask in enumerate(x.masks) if mask is not None)
    masks = [mask.selected for mask in x.masks if mask is not None]
    return Returned(_Form(axes, x.is_list), [x.whole, *masks])


def _closed(form: _Form, parts: Sequence[Any]) -> Any:
    axes, is_list = form
    if not all(isinstance(part, _ARRAYS) for part in parts):
        return Returned(form, parts)  # somebody's numbers of leaves, or the like
    whole, *masks = parts
    if any(type(mask) is Tracer and not mask.is_known() for mask in masks):
        known = dict(zip(axes, map(AxisMask, masks), strict=True))
        found = Selection(whole, [known.get(k) for k in range(whole.ndim)])
        return found.as_list() if is_list else found
    for axis, mask in zip(axes, masks, strict=True):
        places = np.flatnonzero(mask.value if type(mask) is Tracer else mask)
        whole = np.take(whole, places, axis)
    return list(whole) if is_list else whole


optree.register_pytree_node(
    cast("Any", Returned),
    cast("Any", lambda x: (list(x.parts), x.form)),
    cast("Any", _closed),
    namespace=pytree.NAMESPACE,
)
