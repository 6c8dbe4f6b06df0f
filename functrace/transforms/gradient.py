"""Gradients of scalar functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar, overload

import numpy as np

from functrace.core import pytree
from functrace.core.aval import aval_of
from functrace.core.errors import DtypeError, ShapeError, message
from functrace.core.observing import own_work
from functrace.primitives import elementwise
from functrace.transforms._arguments import Argnums
from functrace.transforms._trace import Trace
from functrace.transforms._wrapper import Aux, P, R, TransformedArguments

Tree = TypeVar("Tree")

_FLOAT64 = np.dtype(np.float64)
_ONE = np.float64(1.0)


@overload
def grad(
    fun: Callable[P, Any],
    argnums: Argnums = ...,
    *,
    has_aux: Literal[False] = ...,
    holomorphic: bool = ...,
    allow_int: bool = ...,
) -> Callable[P, Any]: ...


@overload
def grad(
    fun: Callable[P, tuple[Any, Aux]],
    argnums: Argnums = ...,
    *,
    has_aux: Literal[True],
    holomorphic: bool = ...,
    allow_int: bool = ...,
) -> Callable[P, tuple[Any, Aux]]: ...


def grad(
    fun: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
) -> Callable[..., Any]:
    """Gradient of a scalar function.

    Parameters
    ----------
    fun : callable
        Returns a real scalar; its arguments are arrays, numbers or pytrees of them.
    argnums : int, str, or sequence of them, default 0
        What to differentiate with respect to, by position or by name.
    has_aux : bool
        Whether `fun` returns a pair ``(output, auxiliary data)``.
    holomorphic : bool
        Whether `fun` is holomorphic: its argument and output are then complex.
    allow_int : bool
        Accept integer arguments, whose gradient is zero.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns the gradient in the structure of the chosen
        argument (a tuple of gradients if `argnums` is a sequence), with the auxiliary data
        if there are any: ``(gradient, aux)``. Cost: at most about five evaluations of
        `fun`; memory: its intermediate results.

    Raises
    ------
    ShapeError
        The output is not a scalar.
    DtypeError
        The output is not real, or an argument is of an integer dtype.

    References
    ----------
    Griewank & Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, section 3.2.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.grad(lambda x: np.sum(x**3))(np.array([1.0, 2.0]))
    array([ 3., 12.])
    >>> ft.grad(lambda x, scale: np.sum(scale * x), argnums="scale")(np.ones(2), 3.0)
    np.float64(2.0)
    """
    return _Gradient(
        fun,
        argnums=argnums,
        has_aux=has_aux,
        holomorphic=holomorphic,
        allow_int=allow_int,
        with_value=False,
    )


@overload
def value_and_grad(
    fun: Callable[P, R],
    argnums: Argnums = ...,
    *,
    has_aux: Literal[False] = ...,
    holomorphic: bool = ...,
    allow_int: bool = ...,
) -> Callable[P, tuple[R, Any]]: ...


@overload
def value_and_grad(
    fun: Callable[P, tuple[R, Aux]],
    argnums: Argnums = ...,
    *,
    has_aux: Literal[True],
    holomorphic: bool = ...,
    allow_int: bool = ...,
) -> Callable[P, tuple[tuple[R, Aux], Any]]: ...


def value_and_grad(
    fun: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
) -> Callable[..., Any]:
    """Value and gradient of a scalar function, in one pass.

    Parameters
    ----------
    fun, argnums, has_aux, holomorphic, allow_int
        As of `grad`.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns ``(value, gradient)``, or
        ``((value, aux), gradient)`` with `has_aux`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.value_and_grad(lambda x: np.sum(x**2))(np.array([1.0, 2.0]))
    (np.float64(5.0), array([2., 4.]))
    """
    return _Gradient(
        fun,
        argnums=argnums,
        has_aux=has_aux,
        holomorphic=holomorphic,
        allow_int=allow_int,
        with_value=True,
    )


def stop_gradient(x: Tree) -> Tree:
    """The same values, through which nothing is differentiated.

    Parameters
    ----------
    x : array, number or pytree of them

    Returns
    -------
    pytree
        Plain arrays, copies of the values; under `make_graph`, traced ones.

    Examples
    --------
    >>> import functrace as ft
    >>> ft.grad(lambda x: x * ft.stop_gradient(x))(3.0)
    np.float64(3.0)
    """
    return pytree.map_leaves(elementwise.stop_gradient, x)


class _Gradient(TransformedArguments):
    has_aux: bool
    holomorphic: bool
    allow_int: bool
    with_value: bool

    @own_work
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        where = "functrace.value_and_grad" if self.with_value else "functrace.grad"
        trace = self.trace(where, args, kwargs, self.has_aux, self.allow_int)
        bars = trace.reverse([self._seed(where, trace)])
        gradient = self.gather(trace.deliver(bars), trace)
        if not self.with_value:
            return (gradient, trace.aux()) if self.has_aux else gradient
        value = (trace.result(), trace.aux()) if self.has_aux else trace.result()
        return value, gradient

    def _seed(self, where: str, trace: Trace) -> Any:
        """Check that the output is one real number, or complex if holomorphic."""
        if trace.treedef is not pytree.LEAF:
            result = pytree.unflatten(trace.treedef, trace.outputs)
            raise _not_a_scalar(where, f"{type(result).__name__}")
        aval = aval_of(trace.outputs[0])
        if aval.shape:
            raise _not_a_scalar(where, aval)
        if aval.dtype is _FLOAT64 and not self.holomorphic:
            return _ONE
        dtype = np.dtype(aval.dtype)
        if self.holomorphic:
            avals = [*trace.in_avals, aval]
            if any(np.dtype(a.dtype).kind != "c" for a in avals):
                raise DtypeError(
                    message(
                        f"{where}: holomorphic=True takes complex arguments and outputs.",
                        expected="complex128",
                        got=", ".join(map(str, avals)),
                    )
                )
        elif dtype.kind == "c":
            raise DtypeError(
                message(
                    f"{where}: the function must return a real scalar.",
                    expected="float64[]",
                    got=aval,
                    help="take its real part or absolute value, say holomorphic=True, or "
                    "use functrace.vjp.",
                )
            )
        return np.ones((), dtype)[()]


def _not_a_scalar(where: str, got: object) -> ShapeError:
    return ShapeError(
        message(
            f"{where}: the function must return a scalar.",
            expected="a real scalar, float64[]",
            got=got,
            help="reduce the output (np.sum), or use functrace.jacobian or functrace.vjp.",
        )
    )
