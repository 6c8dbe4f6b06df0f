"""The reverse pass as a statement: variables that collect their gradients."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import aval_of
from functrace.core.dispatch import FUNCTIONS
from functrace.core.errors import DtypeError, ShapeError, message
from functrace.core.node import Edge, Leaf, leaves_of
from functrace.core.primitive import as_operand
from functrace.core.recording import recording
from functrace.core.tracer import Tracer
from functrace.engine.reverse import reverse
from functrace.engine.schedule import Schedule
from functrace.numpy.numba_calls import answer_numba
from functrace.transforms._anomalies import Anomalies
from functrace.transforms._trace import fit_leaves
from functrace.transforms.jit import detour


def variable(x: Any, name: str = "variable") -> Tracer:
    """A traced array to compute with interactively.

    What is computed from it is recorded; `backward` on a result accumulates the
    derivative into the variable's attribute ``grad``, None at first.

    Parameters
    ----------
    x : array_like
        Floating or complex. It is copied.
    name : str
        What graphs and messages call it.

    Returns
    -------
    Tracer
        Its ``value`` is the array.

    Raises
    ------
    DtypeError
        `x` is of an integer or boolean dtype.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> x = ft.variable([1.0, 2.0])
    >>> y = np.sum(x**2)
    >>> y.backward()
    >>> x.grad
    array([2., 4.])
    """
    value = np.array(x.value if isinstance(x, Tracer) else as_operand(x))
    if value.dtype.kind not in "fc":
        raise DtypeError(
            message(
                "functrace.variable: the dtype carries no gradient.",
                expected="a float or complex dtype",
                got=aval_of(value),
                help="pass floats (x.astype(float)).",
            )
        )
    answer_numba()
    leaf = Leaf(name, aval_of(value))
    handle = Tracer(Edge(leaf, 0), value)
    handle.grad = None
    leaf.variable = weakref.ref(handle)
    return handle


def backward(
    outputs: Any,
    cotangents: Any = None,
    *,
    inputs: Sequence[Tracer] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
) -> list[Any] | None:
    """Propagate cotangents from outputs back to variables.

    Parameters
    ----------
    outputs : Tracer or pytree of them
        What to differentiate.
    cotangents : pytree, optional
        One per output; may be left out for real scalars, where it is one.
    inputs : sequence of Tracer, optional
        Return the derivatives with respect to these, variables or intermediate results,
        and accumulate nothing.
    retain_graph : bool, optional
        Keep the graph for another pass; default `create_graph`.
    create_graph : bool
        Record the pass itself, so that the derivatives can be differentiated.

    Returns
    -------
    list or None
        One derivative per input, if `inputs` are given; else None: each variable's
        ``grad`` has been added to.

    Raises
    ------
    GraphFreedError
        The graph was freed by an earlier pass.
    ShapeError
        A cotangent is needed, or does not fit its output.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> x = ft.variable(3.0)
    >>> (first,) = ft.backward(x**3, inputs=[x], create_graph=True)
    >>> ft.backward(first, inputs=[x])
    [np.float64(18.0)]
    """
    where = "functrace.backward"
    roots, treedef = pytree.flatten(outputs)
    edges = [_edge(where, root) for root in roots]
    if cotangents is None:
        seeds = [_one(where, edge) for edge in edges]
    else:
        avals = [edge.aval for edge in edges]
        seeds = fit_leaves(where, "the cotangent", cotangents, treedef, avals)
    retain = create_graph if retain_graph is None else retain_graph
    if inputs is None:
        leaves = [leaf for leaf in leaves_of(edges) if leaf.variable is not None]
        targets = [Edge(leaf, 0) for leaf in leaves]
    else:
        leaves = []
        targets = [_edge(where, x) for x in inputs]
    bars = reverse(
        Schedule(edges, targets),
        seeds,
        create_graph=create_graph,
        retain_graph=retain,
        where=where,
    )
    if inputs is not None:
        return [_delivered(b, t) for b, t in zip(bars, targets, strict=True)]
    for leaf, bar in zip(leaves, bars, strict=True):
        _accumulate(leaf, bar)
    return None


@contextmanager
def detect_anomaly() -> Iterator[None]:
    """Find where a NaN or an infinity enters a derivative.

    Within the context every operation notes the line it was written on, and a derivative
    stops at the first rule whose result is not finite, with an AnomalyError that names what
    made the first NaN or infinity, and its line. Evaluation and differentiation must both be
    inside. Slow: for debugging.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> with ft.detect_anomaly(), np.errstate(divide="ignore"):
    ...     ft.grad(np.sqrt)(0.0)
    Traceback (most recent call last):
        ...
    functrace.core.errors.AnomalyError: functrace.detect_anomaly: true_divide, ...
    """
    with recording(anomaly=Anomalies(), sources=True), detour():
        yield


def _edge(where: str, x: Any) -> Edge:
    x = as_operand(x) if isinstance(x, np.ndarray) else x
    if isinstance(x, Tracer):
        x.sync()
        if x.edge is not None:
            return x.edge
    raise TypeError(
        message(
            f"{where}: a traced value was expected.",
            got=type(x).__name__,
            help="compute it from functrace.variable(x).",
        )
    )


def _one(where: str, edge: Edge) -> Any:
    shape, dtype = edge.aval
    if shape or dtype.kind != "f":
        raise ShapeError(
            message(
                f"{where}: only a real scalar can do without a cotangent.",
                expected="float64[]",
                got=edge.aval,
                help="reduce it (np.sum), or pass a cotangent of its shape.",
            )
        )
    return np.ones((), dtype)[()]


def _delivered(bar: Any, target: Edge) -> Any:
    if bar is None:
        return np.zeros(*target.aval)[()]
    return bar if isinstance(bar, Tracer) else bar.copy()


def _accumulate(leaf: Leaf, bar: Any) -> None:
    handle = leaf.variable() if leaf.variable is not None else None
    if handle is None or bar is None:
        return
    total = bar if handle.grad is None else handle.grad + bar
    handle.grad = total if isinstance(total, Tracer) else total.copy()


FUNCTIONS[Tracer.backward] = backward
