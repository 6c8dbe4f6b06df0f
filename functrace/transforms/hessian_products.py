"""Products of Hessians with vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, TypeVar

from functrace.core import pytree
from functrace.core.observing import own_work
from functrace.transforms._trace import Trace, fit_leaves
from functrace.transforms._wrapper import Rest, Transformed
from functrace.transforms.gradient import grad

X = TypeVar("X")


def hvp(
    fun: Callable[Concatenate[X, Rest], Any],
) -> Callable[Concatenate[X, X, Rest], X]:
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


def vhp(
    fun: Callable[Concatenate[X, Rest], Any],
) -> Callable[Concatenate[X, X, Rest], X]:
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


class _HessianProduct(Transformed[..., Any]):
    reverse: bool

    @own_work
    def __call__(self, x: Any, v: Any, *args: Any, **kwargs: Any) -> Any:
        where = "functrace.vhp" if self.reverse else "functrace.hvp"
        trace = Trace(where, grad(self.fun), (x, *args), kwargs, [0], self.names)
        (treedef,) = trace.in_treedefs
        seeds = fit_leaves(where, "the vector", v, treedef, trace.in_avals)
        products = trace.reverse(seeds) if self.reverse else trace.forward(seeds)
        return pytree.unflatten(treedef, trace.deliver(products, seeds))
