"""What is computed on a shard: a function of operands, named by data that workers get.

A `Task` is small and compared by value. On a worker, a `Job` keeps the user's functions, and
for each task what was compiled for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.distributed._packed import Packed, packed
from functrace.transforms.gradient import grad, value_and_grad
from functrace.transforms.hessian_products import hvp
from functrace.transforms.jit import jit
from functrace.transforms.make_graph import eval_shape
from functrace.transforms.vjp import jvp, vjp
from functrace.transforms.vmap import vmap


class Task(NamedTuple):
    """What is wanted of each shard.

    Attributes
    ----------
    name : str
        A method of `Job`, without the underscore.
    of : Task, optional
        Of which it is the derivative, or the batch.
    detail : tuple
        What that method takes besides.
    """

    name: str
    of: Task | None = None
    detail: tuple[Any, ...] = ()

    def plain(self) -> tuple[Any, ...]:
        """What other processes can compare: without structures of operands."""
        detail = [x for x in self.detail if not isinstance(x, pytree.Treedef)]
        return self.name, self.of and self.of.plain(), detail


class Job:
    """A user's functions, and what was made of them in this process.

    Parameters
    ----------
    loss : callable
    model : callable or None
        See `functrace.distributed.Sum`.
    compiled : bool
        Whether they are compiled.
    """

    def __init__(
        self, loss: Callable[..., Any], model: Callable[..., Any] | None, compiled: bool
    ) -> None:
        self.loss = loss
        self.model = model
        self.compiled = compiled
        self._made: dict[Task, Callable[..., Any]] = {}

    def __reduce__(self) -> Any:
        return Job, (self.loss, self.model, self.compiled)

    def function(self, task: Task) -> Callable[..., Packed]:
        """``(operands, shard) -> result`` for a task."""
        found = self._made.get(task)
        if found is None:
            compiled = self.compiled and task.name != "zeros"  # which takes no values
            function = _packing(self._plain(task))
            made = jit(function) if compiled else function
            found = self._made.setdefault(task, made)  # of several threads: one
        return found

    def _plain(self, task: Task) -> Callable[..., Any]:
        """``(operands, shard) -> pytree``."""
        return getattr(self, f"_{task.name}")(task.of, *task.detail)

    def whole(self, params: Any, shard: Any, *args: Any) -> Any:
        """What is summed."""
        if self.model is None:
            return self.loss(params, shard, *args)
        return self.loss(self.model(params, shard), shard, *args)

    # -- tasks on pytrees: the parameters, and what else there is ------------------------

    def _value(self, of: None) -> Callable[..., Any]:
        return lambda xs, shard: self.whole(xs[0], shard, *xs[1:])

    def _grad(self, of: None) -> Callable[..., Any]:
        return lambda xs, shard: grad(self.whole)(xs[0], shard, *xs[1:])

    def _value_and_grad(self, of: None) -> Callable[..., Any]:
        return lambda xs, shard: value_and_grad(self.whole)(xs[0], shard, *xs[1:])

    def _hvp(self, of: None) -> Callable[..., Any]:
        return lambda xs, shard: hvp(self.whole)(*xs[:2], shard, *xs[2:])

    def _gauss_newton(self, of: None) -> Callable[..., Any]:
        model = self.model
        assert model is not None

        def product(xs: Any, shard: Any) -> Any:
            params, v, *args = xs

            def outputs(params: Any) -> Any:
                return model(params, shard)

            z, z_dot = jvp(outputs, (params,), (v,))
            bar = hvp(self.loss)(z, z_dot, shard, *args)
            return vjp(outputs, params)[1](bar)[0]

        return product

    # -- tasks on leaves: what is recorded, and its rules --------------------------------

    def _leaves(self, of: None, treedef: pytree.Treedef) -> Callable[..., Any]:
        def leaves(xs: Any, shard: Any) -> Any:
            params, *args = pytree.unflatten(treedef, xs)
            return tuple(pytree.flatten(self.whole(params, shard, *args))[0])

        return leaves

    def _zeros(self, of: None) -> Callable[..., Any]:
        """What is summed, as to shapes and dtypes: of operands only these are known."""

        def zeros(xs: Any, shard: Any) -> Any:
            shapes = eval_shape(self.whole, xs[0], shard, *xs[1:])
            return pytree.map_leaves(lambda x: np.zeros(x.shape, x.dtype), shapes)

        return zeros

    def _vjp(
        self, of: Task, needed: tuple[int, ...], given: tuple[int, ...]
    ) -> Callable[..., Any]:
        inner = self._plain(of)

        def pull(xs: Any, shard: Any) -> Any:
            count = len(xs) - len(given)
            outs = _some(inner, xs[:count], needed, given, shard)
            return vjp(outs, *[xs[i] for i in needed])[1](tuple(xs[count:]))

        return pull

    def _jvp(
        self, of: Task, given: tuple[int, ...], outs: tuple[int, ...]
    ) -> Callable[..., Any]:
        inner = self._plain(of)

        def push(xs: Any, shard: Any) -> Any:
            count = len(xs) - len(given)
            some = _some(inner, xs[:count], given, outs, shard)
            return jvp(some, [xs[i] for i in given], list(xs[count:]))[1]

        return push

    def _batch(self, of: Task, mapped: tuple[bool, ...]) -> Callable[..., Any]:
        inner, axes = self._plain(of), [0 if m else None for m in mapped]

        def batch(xs: Any, shard: Any) -> Any:
            return vmap(lambda *xs: inner(xs, shard), axes)(*xs)

        return batch


def _packing(inner: Callable[..., Any]) -> Callable[..., Packed]:
    def packing(xs: Any, shard: Any) -> Packed:
        return packed(inner(xs, shard))

    return packing


def _some(
    fun: Callable[..., Any],
    xs: Sequence[Any],
    places: Sequence[int],
    wanted: Sequence[int],
    shard: Any,
) -> Callable[..., Any]:
    """Some outputs, from the operands at some places; the others are as given."""

    def outputs(*chosen: Any) -> Any:
        values = list(xs)
        for i, x in zip(places, chosen, strict=True):
            values[i] = x
        outs = fun(tuple(values), shard)
        return tuple([outs[i] for i in wanted])

    return outputs
