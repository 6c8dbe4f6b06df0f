"""Functions of which reverse mode keeps the arguments, and computes the rest again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, aval_of
from functrace.core.effects import hand_on, take
from functrace.core.graph import Graph
from functrace.core.node import Edge, next_sequence
from functrace.core.primitive import as_operand
from functrace.core.recording import ambient
from functrace.core.tracer import Tracer
from functrace.primitives.remat import remat_of
from functrace.transforms._bodies import settled
from functrace.transforms._closed import Closed, trace_closed
from functrace.transforms._tracing import input_of, unknown
from functrace.transforms._wrapper import P, R, Transformed
from functrace.transforms.make_graph import labels_of

_WHERE = "functrace.checkpoint"


def checkpoint(fun: Callable[P, R]) -> Callable[P, R]:
    """Keep a function's arguments for reverse mode, and nothing that it computes.

    Parameters
    ----------
    fun : callable
        Takes and returns pytrees of arrays and numbers. Where something is differentiated
        it is called on traced values, as under `jit`; numbers of Python's, flags and other
        arguments that are no arrays are themselves. What it takes from outside is
        differentiated as its arguments are.

    Returns
    -------
    callable
        Takes `fun`'s arguments, returns `fun`'s result. The backward pass computes it
        again: at most one evaluation more of `fun`, and memory for one at a time. Also a
        decorator; may be nested.

    See Also
    --------
    functrace.scan : Has `checkpoint` for its rounds.

    Notes
    -----
    A chain of ``n`` layers keeps something of each. With the layers of each segment of
    ``sqrt(n)`` in a checkpoint it keeps one array for each segment, and those of the one
    that the backward pass is in: about ``2 * sqrt(n)`` in all.

    Un-jitted, the operations between the arguments and the result are recorded when the
    function is called, and evaluated then and in the backward pass.

    References
    ----------
    Griewank & Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, chapter 12.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def layers(x):
    ...     for _ in range(5):
    ...         x = np.tanh(np.cumsum(x) / x.size)
    ...     return x
    >>> def peak(part):
    ...     def loss(x):
    ...         return np.sum(part(part(part(part(x)))))
    ...
    ...     return ft.jit(ft.grad(loss)).lower(np.ones(100_000)).peak_memory
    >>> peak(ft.checkpoint(layers)) < 0.6 * peak(layers)
    True
    """
    return _Checkpointed(fun)


class _Checkpointed(Transformed[..., Any]):
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if ambient.get().outside:
            return self.fun(*args, **kwargs)
        leaves, treedef = pytree.flatten((args, kwargs))
        places = [i for i, leaf in enumerate(leaves) if _is_array(leaf)]
        values = [as_operand(leaves[i]) for i in places]
        closed = self._trace(leaves, treedef, places, values)
        operands = [*closed.captured, *values]
        return _applied(closed, operands)

    def _trace(
        self,
        leaves: Sequence[Any],
        treedef: pytree.Treedef,
        places: Sequence[int],
        values: Sequence[Any],
    ) -> Closed:
        floor = next_sequence()
        labels = labels_of(self.fun, treedef)
        entered = list(leaves)
        for i, value in zip(places, values, strict=True):
            entered[i] = unknown(labels[i], Aval(*aval_of(value)))
        inputs = [input_of(entered[i]) for i in places]
        args, kwargs = pytree.unflatten(treedef, entered)
        symbolic = any(type(x) is Tracer and x.value is None for x in values)
        given = _WHERE, self.fun, args, kwargs, inputs, floor
        return trace_closed(*given, once=True, symbolic=symbolic)


def _is_array(leaf: Any) -> bool:
    return type(leaf) is Tracer or isinstance(leaf, (np.ndarray, np.generic))


def _applied(closed: Closed, operands: list[Any]) -> Any:
    """The result, a pytree; what does not depend on anything is not computed again."""
    outputs = settled(closed, [None] * closed.treedef.num_leaves).outputs
    computed = [out for out in outputs if type(out) is Edge]
    if closed.effects:
        operands = [*operands, take()]
    outs = iter(remat_of(Graph(closed.graph.inputs, computed), operands))
    leaves = [next(outs) if type(out) is Edge else out for out in outputs]
    if closed.effects:
        hand_on(leaves.pop())
    return pytree.unflatten(closed.treedef, leaves)
