"""Python functions that are called and not traced: `pure_callback`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, aval_of
from functrace.core.errors import DtypeError, message
from functrace.primitives.callback import Callback
from functrace.primitives.callback import pure_callback as record

_METHODS = ("sequential", "expand_dims", "broadcast_all")


def pure_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: Any,
    *args: Any,
    vmap_method: Literal["sequential", "expand_dims", "broadcast_all"] = "sequential",
    **kwargs: Any,
) -> Any:
    """Call a function that cannot be traced: Cython, C extensions, solvers, files.

    Parameters
    ----------
    callback : callable
        Takes `args` and `kwargs`, as plain arrays of its own. Must depend on nothing else
        that changes, and do nothing else: it may be called more often than it is
        written, or not at all.
    result_shape_dtypes : pytree
        What it returns, with an `Aval`, or anything that has ``shape`` and ``dtype``, for
        each array. Python numbers, lists and other dtypes of the same kind are converted.
    *args, **kwargs : pytree
        Arrays and numbers, traced or not.
    vmap_method : {"sequential", "expand_dims", "broadcast_all"}, default "sequential"
        What is called on a batch: the function on each element in turn; once, on arrays
        with the mapped axis in front, of length 1 where an argument is not mapped; or
        once, with that axis in full length on every argument.

    Returns
    -------
    pytree
        In the structure of `result_shape_dtypes`. In a compiled program the call stands
        between native parts.

    Raises
    ------
    MissingRuleError
        It is differentiated: no derivative is known. Give one by `functrace.custom_vjp`
        or `functrace.custom_jvp` around the call; `functrace.stop_gradient` of the
        arguments says that there is none.
    ShapeError, DtypeError, PytreeMismatchError
        The function returned something else than was said.

    Examples
    --------
    >>> import math, numpy as np, functrace as ft
    >>> @ft.custom_vjp
    ... def area(radius):
    ...     scalar = ft.Aval((), float)
    ...     return ft.pure_callback(lambda r: math.pi * r**2, scalar, radius)
    >>> area.defvjp(lambda r: (area(r), r), lambda r, g: (2 * np.pi * r * g,))
    >>> ft.jit(ft.vmap(ft.grad(area)))(np.array([1.0, 2.0])).round(3)
    array([ 6.283, 12.566])
    """
    if vmap_method not in _METHODS:
        raise ValueError(
            message(
                "functrace.pure_callback: there is no such vmap_method.",
                expected=" or ".join(map(repr, _METHODS)),
                got=repr(vmap_method),
            )
        )
    leaves, arguments = pytree.flatten((args, kwargs))
    shapes, result = pytree.flatten(result_shape_dtypes)
    avals = tuple(map(_aval, shapes))
    call = Callback(callback, arguments, result, avals)
    outs = record.apply(tuple(leaves), {"call": call, "vmap_method": vmap_method})
    return pytree.unflatten(result, outs)


def _aval(shape: Any) -> Aval:
    try:
        found = aval_of(shape)
        aval = Aval(found.shape, np.dtype(found.dtype))
    except (AttributeError, TypeError):
        aval = None
    if aval is not None and aval.dtype.kind in "biufc":
        return aval
    raise DtypeError(
        message(
            "functrace.pure_callback: result_shape_dtypes must say shapes and dtypes.",
            expected="functrace.Aval(shape, dtype), or a pytree of these",
            got=repr(shape),
        )
    )
