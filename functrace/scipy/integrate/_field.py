"""The right-hand side of a differential equation, on traced values and on plain ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.errors import DtypeError, ShapeError, message
from functrace.core.primitive import has_tracers
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast


class UnknownValue(Exception):  # noqa: N818 - it is caught here, and no mistake
    """A value is asked for that is not known: the whole solver is to be recorded."""


def plain(tree: Any) -> Any:
    """The values of what is traced; UnknownValue if one is not known."""
    return pytree.map_leaves(_value, tree)


def _value(leaf: Any) -> Any:
    if type(leaf) is not Tracer:
        return plain(as_array(leaf)) if has_tracers(leaf) else leaf
    leaf.sync()
    if leaf.value is None:
        raise UnknownValue
    return leaf.value


class Watched:
    """A function on plain values, which notes whether what it gives is traced all the same.

    Attributes
    ----------
    traced : bool
        Whether it was: the function depends on traced values that it closes over.
    stop : bool
        UnknownValue is then raised.
    """

    def __init__(
        self, fun: Callable[..., Any], args: tuple[Any, ...], *, stop: bool = False
    ) -> None:
        self.fun = fun
        self.args = plain(args)
        self.stop = stop
        self.traced = False

    def __call__(self, *point: Any) -> Any:
        """What the function gives, as plain values."""
        found = self.fun(*point, *self.args)
        if type(found) is Tracer or has_tracers(found):
            found = as_array(found)
            self.traced |= type(found) is Tracer and found.edge is not None
            if self.traced and self.stop:
                raise UnknownValue
            found = _value(found)
        return found


def field_of(
    fun: Callable[..., Any], args: tuple[Any, ...], y: Any, *, vectorized: bool
) -> Callable[[Any, Any], Any]:
    """The function as ``(t, y) -> dy/dt``, of the shape and dtype of `y`."""

    def field(t: Any, y: Any) -> Any:
        if vectorized:
            return _slope(as_array(fun(t, y[:, None], *args)).reshape(-1), y)
        return _slope(as_array(fun(t, y, *args)), y)

    return field


def _slope(found: Any, y: Any) -> Any:
    if found.dtype.kind == "c" and y.dtype.kind != "c":
        raise DtypeError(
            message(
                "functrace.scipy.integrate: the derivative is complex, the state is not.",
                expected=y.dtype,
                got=found.dtype,
                help="pass a complex y0.",
            )
        )
    if found.shape == y.shape:
        return cast(found, y.dtype)
    try:
        return np.broadcast_to(cast(found, y.dtype), y.shape)
    except ValueError:
        raise ShapeError(
            message(
                "functrace.scipy.integrate: the derivative has not the state's shape.",
                expected=y.shape,
                got=found.shape,
            )
        ) from None
