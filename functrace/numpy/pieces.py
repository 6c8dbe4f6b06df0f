"""`numpy.piecewise`, also where it is not known which function is for which element.

Then each function is given all elements. That is right for those in whose results each
element depends on its own one alone, which their graph shows; others are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core.errors import ConcretizationError, message
from functrace.core.node import Edge, Leaf, next_sequence, toposort
from functrace.core.observing import users_work
from functrace.core.primitive import Primitive
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, known, untraced
from functrace.numpy._register import implements
from functrace.primitives.choice import where
from functrace.primitives.elementwise import stop_gradient


@implements(np.piecewise)
def piecewise(
    x: Any, condlist: Any, funclist: Sequence[Any], *args: Any, **kw: Any
) -> Any:
    """See `numpy.piecewise`."""
    x = as_array(x)
    x = x if type(x) is Tracer else Tracer(None, np.asarray(x))
    if np.ndim(condlist) == 0 or (np.ndim(condlist[0]) == 0 and x.ndim):
        condlist = [condlist]
    masks = [_mask(condition) for condition in condlist]
    if len(masks) == len(funclist) - 1:
        masks.append(~np.any(np.stack(masks), axis=0))
    if len(masks) != len(funclist):
        raise ValueError(
            f"with {len(masks)} condition(s), either {len(masks)} or {len(masks) + 1} "
            "functions are expected"
        )
    funclist = [users_work(f) if callable(f) else f for f in funclist]
    chosen = any(type(mask) is Tracer for mask in masks)
    y = np.zeros_like(x)
    for mask, function in zip(masks, funclist, strict=True):
        if chosen:
            y = np.where(mask, _everywhere(function, mask, x, args, kw), y)
        elif not callable(function):
            y[mask] = function
        elif mask.any():
            y[mask] = function(x[mask], *args, **kw)
    return untraced(y)


def _mask(condition: Any) -> Any:
    """An array of truth values, a tracer if they are not known."""
    mask = as_array(condition)
    if type(mask) is Tracer:
        mask.sync()
        if mask.value is None:
            return mask.astype(bool)
    return np.asarray(known(mask), bool)


def _everywhere(function: Any, mask: Any, x: Any, args: Any, kw: dict[str, Any]) -> Any:
    """A function's values, or a number, for all elements, in the dtype of `x`."""
    value = np.zeros_like(x)
    if not callable(function):
        value[...] = function
    elif x.size:
        value[...] = _of_each(function, mask, x, args, kw)
    return value


def _of_each(
    function: Callable[..., Any], mask: Any, x: Any, args: Any, kw: dict[str, Any]
) -> Any:
    """A function of the elements that it is for, and of copies of one of them for others."""
    one = np.ravel(x)[np.argmax(mask)]
    own = np.ravel(np.where(mask, x, stop_gradient(one)))
    floor = next_sequence()
    value = function(own, *args, **kw)
    if not _is_of_each(value, own, floor):
        raise ConcretizationError(
            message(
                "functrace: numpy.piecewise with conditions that are not known takes "
                "functions of each element alone.",
                got=getattr(function, "__name__", function),
                source=user_line(),
                help="write it with ufuncs, operators and numpy.where, without sums, "
                "indices and other arrays.",
            )
        )
    return value if np.ndim(value) == 0 else np.reshape(value, x.shape)


def _is_of_each(value: Any, own: Any, floor: int) -> bool:
    """Whether each element depends on the same one of `own`, and on numbers."""
    shape = np.shape(value)
    if type(value) is not Tracer or value.edge is None:
        return shape == ()

    def is_fine(operand: Any) -> bool:
        if type(operand) is not Edge:
            return np.ndim(operand) == 0
        node = operand[0]
        return operand == own.edge or node.sequence >= floor or not operand.aval.shape

    return is_fine(value.edge) and all(
        type(node) is Leaf
        or (_is_elementwise(node.primitive) and all(map(is_fine, node.inputs)))
        for node in toposort([value.edge], floor)
    )


def _is_elementwise(primitive: Primitive) -> bool:
    ufunc = primitive.ufunc
    of_elements = ufunc is not None and ufunc.signature is None
    return primitive.elementwise or of_elements or primitive is where
