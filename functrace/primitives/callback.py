"""Calls of Python functions that are not traced: they run on values, between the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.errors import (
    PytreeMismatchError,
    message,
)
from functrace.core.observing import users_work
from functrace.core.pytree import Treedef
from functrace.core.recording import outside
from functrace.core.rule import Unsupported
from functrace.engine.batching import Mapped, mapped_avals
from functrace.primitives._make import primitive
from functrace.primitives.foreign import fit

_WHERE = "functrace.pure_callback"
_OPAQUE = Unsupported("what it calls is not traced.")


class Callback(NamedTuple):
    """A Python function of pytrees, and what it returns.

    Attributes
    ----------
    function : callable
    arguments : Treedef
        Structure of ``(args, kwargs)``.
    result : Treedef
    avals : tuple of Aval
        Of the result's leaves.
    """

    function: Callable[..., Any]
    arguments: Treedef
    result: Treedef
    avals: tuple[Aval, ...]

    def __call__(self, xs: Sequence[Any]) -> tuple[Any, ...]:
        """The leaves of the result, on plain arrays: the function may write to its own."""
        own = [x.copy() if type(x) is np.ndarray else x for x in xs]
        args, kwargs = pytree.unflatten(self.arguments, own)
        with outside():
            found = users_work(self.function)(*args, **kwargs)
        leaves = self._leaves(found)
        return tuple(
            [fit(_WHERE, *pair) for pair in zip(leaves, self.avals, strict=True)]
        )

    def _leaves(self, found: Any) -> list[Any]:
        if self.result is pytree.LEAF:
            return [found]  # a list is an array-like
        try:
            return self.result.flatten_up_to(found)
        except (ValueError, TypeError):
            raise PytreeMismatchError(
                message(
                    f"{_WHERE}: the function returned another structure than was said.",
                    expected=self.result,
                    got=pytree.flatten(found)[1],
                )
            ) from None

    def on_batch(self, at: Mapped) -> Callback:
        """The function on arrays with one more axis."""
        avals = mapped_avals(self.avals, [True] * len(self.avals), at.size)
        return self._replace(avals=tuple(avals))


class BatchedCallback(NamedTuple):
    """A callback on the elements of a batch in turn."""

    element: Any
    mapped: tuple[bool, ...]
    size: int

    @property
    def avals(self) -> tuple[Aval, ...]:
        """Of the results, with the mapped axis."""
        avals = self.element.avals
        return tuple(mapped_avals(avals, [True] * len(avals), self.size))

    def __call__(self, xs: Sequence[Any]) -> tuple[Any, ...]:
        """The results, stacked."""
        outs = tuple([np.empty(*aval) for aval in self.avals])
        for k in range(self.size):
            row = [x[k] if m else x for x, m in zip(xs, self.mapped, strict=True)]
            for out, element in zip(outs, self.element(row), strict=True):
                out[k] = element
        return outs


def _batch(at: Mapped, *xs: Any, call: Any, vmap_method: str) -> Any:
    operands: Sequence[Any] = xs
    if vmap_method == "sequential":
        call = BatchedCallback(call, at.mapped, at.size)
    elif vmap_method == "expand_dims":
        call = call.on_batch(at)
        operands = [
            x if m else np.expand_dims(x, 0) for x, m in zip(xs, at.mapped, strict=True)
        ]
    else:
        call, operands = call.on_batch(at), at.spread(xs)
    return pure_callback(*operands, call=call, vmap_method=vmap_method)


pure_callback = primitive(
    "pure_callback",
    lambda *xs, call, vmap_method: call(xs),
    lambda *avals, call, vmap_method: call.avals,
    vjp=_OPAQUE,
    jvp=_OPAQUE,
    multiple=True,
    batch=_batch,
    doc="A Python function that runs on values.",
)
