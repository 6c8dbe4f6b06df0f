"""The right-hand side of a differential equation, on traced values and on plain ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, is_inexact
from functrace.core.dispatch import lookup
from functrace.core.effects import evaluated
from functrace.core.errors import DtypeError, ShapeError, message
from functrace.core.graph import Graph
from functrace.core.primitive import has_tracers
from functrace.core.recording import ambient
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast
from functrace.transforms._bodies import settled, trace_body
from functrace.transforms.gradient import stop_gradient


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


class ProbedFunction:
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
            anomaly = ambient.get().anomaly
            if anomaly is not None:
                anomaly.given(found)
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


class RecordedField:
    """A field as a graph, so that what it takes from outside can be had.

    Attributes
    ----------
    graph : Graph
        Its inputs are `captured`, the time and the state.
    captured : list
    """

    def __init__(self, graph: Graph, captured: Sequence[Any]) -> None:
        self.graph, self.captured = graph, captured

    def __call__(self, t: Any, y: Any) -> Any:
        t = t if type(t) is Tracer else np.float64(t)
        return evaluated(self.graph, [*self.captured, t, y])[0]

    def without_derivatives(self) -> RecordedField:
        """The same values."""
        return RecordedField(self.graph, stop_gradient(list(self.captured)))

    def where(self, condition: Any) -> RecordedField:
        """The same values; see `differentiated_where`."""
        captured = [differentiated_where(condition, x) for x in self.captured]
        return RecordedField(self.graph, captured)


def recorded_field(
    field: Callable[[Any, Any], Any], y: Any, *, effects: bool = True
) -> RecordedField:
    """The field of states like `y`; whether it may have effects."""
    where = "functrace.scipy.integrate.solve_ivp"
    avals = [Aval((), np.dtype(np.float64)), Aval(y.shape, y.dtype)]
    args = [(pytree.LEAF, [aval]) for aval in avals]
    closed = trace_body(where, field, args, effects=effects)
    return RecordedField(settled(closed, ()), closed.captured)


def differentiated_where(condition: Any, x: Any) -> Any:
    """The value as it is, with derivatives only where the condition holds.

    What is computed of it elsewhere may have derivatives that are infinite: these are not
    multiplied by zero. It costs nothing: a program without derivatives takes both for one.
    """
    if type(x) is Tracer and is_inexact(x.dtype):
        x = lookup(np.where)(condition, x, stop_gradient(x))
    return x
