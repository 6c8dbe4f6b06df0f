"""Jacobians, Hessians and products with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, aval_of
from functrace.core.errors import DtypeError, message
from functrace.transforms._arguments import Argnums
from functrace.transforms._trace import Trace, fit_leaves
from functrace.transforms._wrapper import Transformed, TransformedArguments
from functrace.transforms.gradient import grad


def jacobian(
    fun: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Callable[..., Any]:
    """Jacobian, by forward or by reverse mode, whichever takes fewer passes.

    Parameters
    ----------
    fun : callable
        Its output is a pytree of arrays ``(*out,)``.
    argnums : int, str, or sequence of them, default 0
        What to differentiate with respect to, by position or by name: arrays ``(*in,)``.
    has_aux : bool
        Whether `fun` returns a pair ``(output, auxiliary data)``.
    holomorphic : bool
        Whether `fun` is holomorphic: its argument and output are then complex.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns arrays ``(*out, *in)``: in the structure of the
        output, at each leaf of which stands the structure of the argument (a tuple of them
        if `argnums` is a sequence). Cost: one pass per element of the argument or of the
        output, whichever has fewer.

    Raises
    ------
    DtypeError
        A complex argument or output without `holomorphic`, or an integer argument.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.jacobian(lambda x: np.array([x[0] * x[1], x[0]]))(np.array([2.0, 3.0]))
    array([[3., 2.],
           [1., 0.]])
    """
    return _Jacobian(
        fun, argnums=argnums, has_aux=has_aux, holomorphic=holomorphic, mode="auto"
    )


def jacfwd(
    fun: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Callable[..., Any]:
    """Jacobian by forward mode: one pass per element of the argument.

    Parameters
    ----------
    fun, argnums, has_aux, holomorphic
        As of `jacobian`.

    Returns
    -------
    callable
        As of `jacobian`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.jacfwd(np.sin)(np.zeros(2))
    array([[1., 0.],
           [0., 1.]])
    """
    return _Jacobian(
        fun, argnums=argnums, has_aux=has_aux, holomorphic=holomorphic, mode="forward"
    )


def jacrev(
    fun: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Callable[..., Any]:
    """Jacobian by reverse mode: one pass per element of the output.

    Parameters
    ----------
    fun, argnums, has_aux, holomorphic
        As of `jacobian`.

    Returns
    -------
    callable
        As of `jacobian`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.jacrev(np.sin)(np.zeros(2))
    array([[1., 0.],
           [0., 1.]])
    """
    return _Jacobian(
        fun, argnums=argnums, has_aux=has_aux, holomorphic=holomorphic, mode="reverse"
    )


def hessian(
    fun: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Callable[..., Any]:
    """Hessian: forward mode over reverse mode.

    Parameters
    ----------
    fun : callable
        Returns a scalar, or arrays ``(*out,)``.
    argnums, has_aux, holomorphic
        As of `jacobian`.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns arrays ``(*out, *in, *in)``, in the structure of
        the argument within the structure of the argument.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.hessian(lambda x: x[0] ** 2 * x[1])(np.array([1.0, 2.0]))
    array([[4., 2.],
           [2., 0.]])
    """
    inner = jacrev(fun, argnums, has_aux=has_aux, holomorphic=holomorphic)
    return jacfwd(inner, argnums, has_aux=has_aux, holomorphic=holomorphic)


def hvp(fun: Callable[..., Any]) -> Callable[..., Any]:
    """Product of the Hessian with a vector: forward mode over reverse mode.

    Parameters
    ----------
    fun : callable
        Returns a real scalar.

    Returns
    -------
    callable
        ``(x, v, *args, **kwargs) -> H v``, with `H` the Hessian of
        ``fun(x, *args, **kwargs)`` with respect to `x`, and `v` and the result in the
        structure of `x`: what `scipy.optimize.minimize` takes as ``hessp``. Cost: about
        two gradients.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.hvp(lambda x: np.sum(x**3))(np.array([1.0, 2.0]), np.array([1.0, 0.0]))
    array([6., 0.])
    """
    return _HessianProduct(fun, reverse=False)


def vhp(fun: Callable[..., Any]) -> Callable[..., Any]:
    """Product of a vector with the Hessian: reverse mode over reverse mode.

    Parameters
    ----------
    fun : callable
        Returns a real scalar.

    Returns
    -------
    callable
        ``(x, v, *args, **kwargs) -> v H``: the same numbers as `hvp`, for primitives
        that have no forward rule.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.vhp(lambda x: np.sum(x**3))(np.array([1.0, 2.0]), np.array([1.0, 0.0]))
    array([6., 0.])
    """
    return _HessianProduct(fun, reverse=True)


def elementwise_grad(
    fun: Callable[..., Any], argnums: Argnums = 0
) -> Callable[..., Any]:
    """Derivative of a function that acts on each element by itself.

    Parameters
    ----------
    fun : callable
        Takes an array and returns one, element by element.
    argnums : int, str, or sequence of them, default 0
        What to differentiate with respect to.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns the gradient of the sum of its output.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.elementwise_grad(np.square)(np.array([1.0, 2.0, 3.0]))
    array([2., 4., 6.])
    """
    return _ElementwiseGradient(fun, argnums=argnums)


class _ElementwiseGradient(TransformedArguments):
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        trace = self.trace("functrace.elementwise_grad", args, kwargs)
        seeds = [np.ones(*aval_of(o)) for o in trace.outputs]
        return self.gather(trace.deliver(trace.reverse(seeds), seeds), trace)


class _Jacobian(TransformedArguments):
    has_aux: bool
    holomorphic: bool
    mode: Literal["auto", "forward", "reverse"]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        name = {"auto": "jacobian", "forward": "jacfwd", "reverse": "jacrev"}[self.mode]
        where = f"functrace.{name}"
        trace = self.trace(where, args, kwargs, self.has_aux)
        ins = trace.in_avals
        outs = [aval_of(o) for o in trace.outputs]
        self._check_dtypes(where, ins, outs)
        fewer_inputs = sum(a.size for a in ins) <= sum(a.size for a in outs)
        forward = self.mode == "forward" or (self.mode == "auto" and fewer_inputs)
        blocks = (
            _by_columns(trace, ins, outs) if forward else _by_rows(trace, ins, outs)
        )
        rows = [self.gather(row, trace) for row in blocks]
        result = pytree.unflatten(trace.treedef, rows)
        return (result, trace.aux()) if self.has_aux else result

    def _check_dtypes(self, where: str, ins: list[Aval], outs: list[Aval]) -> None:
        kinds = {np.dtype(aval.dtype).kind for aval in (*ins, *outs)}
        if self.holomorphic and kinds != {"c"}:
            raise DtypeError(
                message(
                    f"{where}: holomorphic=True takes complex arguments and outputs.",
                    expected="complex128",
                    got=", ".join(map(str, (*ins, *outs))),
                )
            )
        if not self.holomorphic and "c" in kinds:
            raise DtypeError(
                message(
                    f"{where}: the Jacobian of a complex function is not one array.",
                    expected="real arguments and outputs",
                    got=", ".join(map(str, (*ins, *outs))),
                    help="say holomorphic=True, split into real and imaginary parts, or "
                    "use functrace.vjp.",
                )
            )


def _by_columns(trace: Trace, ins: list[Aval], outs: list[Aval]) -> list[list[Any]]:
    """Blocks of the Jacobian, by output and input, from a forward pass per input element."""
    blocks: list[list[Any]] = [[] for _ in outs]
    for k, aval in enumerate(ins):
        columns: list[list[Any]] = [[] for _ in outs]
        for seed in _basis(aval):
            seeds = [seed if i == k else None for i in range(len(ins))]
            dots = trace.forward(seeds)
            for column, dot in zip(columns, dots, strict=True):
                column.append(dot)
        for block, column, out in zip(blocks, columns, outs, strict=True):
            shape = (*out.shape, *aval.shape)
            block.append(_assemble(trace, column, -1, shape, out))
    return blocks


def _by_rows(trace: Trace, ins: list[Aval], outs: list[Aval]) -> list[list[Any]]:
    """Blocks of the Jacobian, by output and input, from a reverse pass per output element."""
    blocks: list[list[Any]] = []
    for k, out in enumerate(outs):
        rows: list[list[Any]] = [[] for _ in ins]
        for seed in _basis(out):
            seeds = [seed if i == k else None for i in range(len(outs))]
            bars = trace.reverse(seeds, retain_graph=True)
            for row, bar in zip(rows, bars, strict=True):
                row.append(bar)
        blocks.append(
            [
                _assemble(trace, row, 0, (*out.shape, *aval.shape), aval)
                for row, aval in zip(rows, ins, strict=True)
            ]
        )
    return blocks


def _basis(aval: Aval) -> Any:
    """The unit vectors of an array's space, one at a time."""
    for i in range(aval.size):
        unit = np.zeros(aval.size, aval.dtype)
        unit[i] = 1
        yield unit.reshape(aval.shape)[()]


def _assemble(
    trace: Trace, parts: list[Any], axis: int, shape: tuple[int, ...], aval: Aval
) -> Any:
    """One block from its rows or columns."""
    if not parts:
        return np.zeros(shape, aval.dtype)
    block = np.stack(parts, axis).reshape(shape)
    return block if trace.nested else np.ascontiguousarray(block).reshape(shape)


class _HessianProduct(Transformed):
    reverse: bool

    def __call__(self, x: Any, v: Any, *args: Any, **kwargs: Any) -> Any:
        where = "functrace.vhp" if self.reverse else "functrace.hvp"
        trace = Trace(where, grad(self.fun), (x, *args), kwargs, [0], self.names)
        (treedef,) = trace.in_treedefs
        seeds = fit_leaves(where, "the vector", v, treedef, trace.in_avals)
        products = trace.reverse(seeds) if self.reverse else trace.forward(seeds)
        return pytree.unflatten(treedef, trace.deliver(products, seeds))
