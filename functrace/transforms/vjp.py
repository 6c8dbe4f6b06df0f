"""Vector-Jacobian and Jacobian-vector products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, overload

from functrace.core import pytree
from functrace.core.aval import aval_of
from functrace.core.observing import own_work
from functrace.transforms._arguments import parameters_of
from functrace.transforms._trace import Trace, fit_leaves
from functrace.transforms._wrapper import Aux, R, split_leaves


@overload
def vjp(
    fun: Callable[..., R], *primals: Any, has_aux: Literal[False] = ...
) -> tuple[R, Pullback]: ...


@overload
def vjp(
    fun: Callable[..., tuple[R, Aux]], *primals: Any, has_aux: Literal[True]
) -> tuple[R, Pullback, Aux]: ...


def vjp(fun: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """Evaluate, and get the function that multiplies cotangents by the Jacobian.

    Parameters
    ----------
    fun : callable
        Takes `primals`; returns a pytree of arrays.
    *primals : pytree
        Where to evaluate; all are differentiated.
    has_aux : bool
        Whether `fun` returns a pair ``(output, auxiliary data)``.

    Returns
    -------
    output : pytree
        ``fun(*primals)``.
    pullback : callable
        ``cotangent -> tuple``: the cotangent has the output's structure and shapes; the
        result has a cotangent per primal. May be called any number of times, or once if
        told ``retain_graph=False``, which frees memory as it goes. ``create_graph``
        says whether the pass is recorded; by default it is if an enclosing transform may
        differentiate it.
    aux : pytree
        Only with `has_aux`.

    Raises
    ------
    PytreeMismatchError, ShapeError, DtypeError
        The cotangent does not fit the output.

    Notes
    -----
    Cost of a call of the pullback: at most about four evaluations of `fun`. The convention
    for complex numbers is JAX's: for a holomorphic function, ``cotangent * f'(z)``.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> y, pullback = ft.vjp(np.sin, np.array([0.0, 1.0]))
    >>> pullback(np.ones(2))
    (array([1.        , 0.54030231]),)
    """
    trace = trace_primals("functrace.vjp", fun, primals, has_aux=has_aux)
    pullback = Pullback(trace)
    if has_aux:
        return trace.result(), pullback, trace.aux()
    return trace.result(), pullback


@overload
def jvp(
    fun: Callable[..., R],
    primals: Sequence[Any],
    tangents: Sequence[Any],
    *,
    has_aux: Literal[False] = ...,
) -> tuple[R, R]: ...


@overload
def jvp(
    fun: Callable[..., tuple[R, Aux]],
    primals: Sequence[Any],
    tangents: Sequence[Any],
    *,
    has_aux: Literal[True],
) -> tuple[R, R, Aux]: ...


def jvp(
    fun: Callable[..., Any],
    primals: Sequence[Any],
    tangents: Sequence[Any],
    *,
    has_aux: bool = False,
) -> Any:
    """Evaluate, and multiply the Jacobian by tangents.

    Parameters
    ----------
    fun : callable
        Takes `primals`; returns a pytree of arrays.
    primals, tangents : sequence of pytree
        Where to evaluate, and in which direction to differentiate; of equal structure.
    has_aux : bool
        Whether `fun` returns a pair ``(output, auxiliary data)``.

    Returns
    -------
    output, tangent : pytree
        ``fun(*primals)`` and its directional derivative; with `has_aux` also the
        auxiliary data.

    Raises
    ------
    PytreeMismatchError, ShapeError, DtypeError
        The tangents do not fit the primals.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.jvp(np.sin, (0.0,), (2.0,))
    (np.float64(0.0), np.float64(2.0))
    """
    _check_sequences("functrace.jvp", primals, tangents)
    trace = trace_primals("functrace.jvp", fun, primals, has_aux=has_aux)
    tangent = Pushforward(trace, primals)(*tangents)
    if has_aux:
        return trace.result(), tangent, trace.aux()
    return trace.result(), tangent


def linearize(fun: Callable[..., R], *primals: Any) -> tuple[R, Callable[..., R]]:
    """Evaluate, and get the linear function that multiplies the Jacobian by tangents.

    Parameters
    ----------
    fun : callable
        Takes `primals`; returns a pytree of arrays.
    *primals : pytree
        Where to evaluate.

    Returns
    -------
    output : pytree
        ``fun(*primals)``.
    pushforward : callable
        ``(*tangents) -> tangent`` of the output; `fun` is not evaluated again.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> y, pushforward = ft.linearize(lambda x: x**2, 3.0)
    >>> pushforward(1.0), pushforward(10.0)
    (np.float64(6.0), np.float64(60.0))
    """
    trace = trace_primals("functrace.linearize", fun, primals)
    return trace.result(), Pushforward(trace, primals)


class Pullback:
    """Multiplies cotangents by the Jacobian of a traced call."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._out_avals = [aval_of(o) for o in trace.outputs]

    @own_work
    def __call__(
        self,
        cotangent: Any,
        *,
        create_graph: bool | None = None,
        retain_graph: bool = True,
    ) -> tuple[Any, ...]:
        """Cotangents of the primals; see `vjp`."""
        trace, what = self._trace, "the cotangent"
        seeds = fit_leaves(trace.where, what, cotangent, trace.treedef, self._out_avals)
        bars = trace.reverse(
            seeds, create_graph=create_graph, retain_graph=retain_graph
        )
        return split_leaves(trace.deliver(bars, seeds), trace.in_treedefs)


class Pushforward:
    """Multiplies the Jacobian of a traced call by tangents."""

    def __init__(self, trace: Trace, primals: Sequence[Any]) -> None:
        self._trace = trace
        self._treedef = pytree.flatten(tuple(primals))[1]

    @own_work
    def __call__(self, *tangents: Any, create_graph: bool | None = None) -> Any:
        """Tangent of the output; see `linearize`."""
        trace, what = self._trace, "the tangent"
        seeds = fit_leaves(trace.where, what, tangents, self._treedef, trace.in_avals)
        dots = trace.forward(seeds, create_graph=create_graph)
        return pytree.unflatten(trace.treedef, trace.deliver(dots, seeds))


@own_work
def trace_primals(
    where: str,
    fun: Callable[..., Any],
    primals: Sequence[Any],
    *,
    has_aux: bool = False,
) -> Trace:
    """Trace `fun` with all its arguments differentiated."""
    names = tuple(parameters_of(fun))
    return Trace(where, fun, primals, {}, range(len(primals)), names, has_aux=has_aux)


def _check_sequences(where: str, primals: Any, tangents: Any) -> None:
    for name, value in (("primals", primals), ("tangents", tangents)):
        if not isinstance(value, (tuple, list)):
            raise TypeError(
                f"{where}: {name} must be a tuple or a list with an entry per argument, "
                f"not {type(value).__name__!r}."
            )
