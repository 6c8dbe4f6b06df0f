"""Transposes of linear functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, aval_of, hardened, is_inexact
from functrace.core.errors import DtypeError, message
from functrace.core.graph import owned
from functrace.core.node import leaves_of
from functrace.core.primitive import as_argument
from functrace.core.recording import outside
from functrace.core.source import begin_of
from functrace.core.tracer import Tracer
from functrace.engine.paths import dead_ends
from functrace.engine.simplify import simplify
from functrace.transforms._bodies import trace_body
from functrace.transforms._closed import Closed
from functrace.transforms._trace import fit_leaves
from functrace.transforms._wrapper import split_leaves
from functrace.transforms.vjp import vjp

_WHERE = "functrace.linear_transpose"


def linear_transpose(
    fun: Callable[..., Any], *primals: Any
) -> Callable[[Any], tuple[Any, ...]]:
    """Transpose of a linear function.

    Parameters
    ----------
    fun : callable
        ``(*primals) -> y``, pytrees of arrays: linear in all of `primals` together.
    *primals : pytree
        Of arrays, of which only shapes and dtypes count, or of `Aval`.

    Returns
    -------
    callable
        ``cotangent -> tuple`` with a cotangent per primal; takes the structure, shapes and
        dtypes of `fun`'s output. Traceable, and linear. For complex numbers it is the
        transpose, not its conjugate. Cost: `fun` is evaluated once, at zero; a call takes
        about as long.

    Raises
    ------
    ValueError
        `fun` is not linear, as far as its operations show: what multiplies the cotangent
        depends on `primals`, or the output at zero is not zero.
    DtypeError
        A primal is not of a float or complex dtype.
    PytreeMismatchError, ShapeError, DtypeError
        Of the result: the cotangent does not fit the output.

    See Also
    --------
    vjp : the same at a point, for functions that are not linear.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> difference = ft.linear_transpose(np.diff, ft.Aval(4))
    >>> difference(np.array([1.0, 0.0, 2.0]))
    (array([-1.,  1., -2.,  2.]),)
    """
    found = [pytree.flatten(primal) for primal in primals]
    avals = [list(map(_aval, leaves)) for leaves, _ in found]
    treedefs = [treedef for _, treedef in found]
    forward = trace_body(_WHERE, fun, list(zip(treedefs, avals, strict=True)))
    outs = [Aval(*aval) for aval in forward.graph.out_avals]

    def pull(primals: tuple[Any, ...], cotangent: Any) -> tuple[Any, ...]:
        return vjp(fun, *primals)[1](cotangent)

    together = pytree.flatten(tuple(primals))[1], [a for part in avals for a in part]
    backward = trace_body(_WHERE, pull, [together, (forward.treedef, outs)])
    graph = simplify(backward.graph)
    before = len(backward.captured)
    own = {edge.node for edge in graph.inputs[before : before + len(together[1])]}
    inputs = forward.graph.inputs[len(forward.captured) :]
    dead, _ = dead_ends(forward.graph.nodes, inputs)
    if dead:
        raise _not_linear(fun, f"{dead[0][0].name} has no derivative")
    if not own.isdisjoint(leaves_of(graph.outputs)):
        raise _not_linear(fun, "its derivative depends on where it is taken")
    if not _is_zero_at_zero(forward, together[1]):
        raise _not_linear(fun, "at zero it is not zero")
    unused = [np.broadcast_to(np.zeros((), a.dtype), a.shape) for a in together[1]]

    def transposed(cotangent: Any) -> tuple[Any, ...]:
        what = "the cotangent"
        seeds = fit_leaves(_WHERE, what, cotangent, forward.treedef, outs)
        values = [*backward.captured, *unused, *seeds]
        return split_leaves(owned(graph.evaluate(values), seeds), treedefs)

    return transposed


def _aval(leaf: Any) -> Aval:
    if type(leaf) is not Aval:
        what = f"{_WHERE}: a primal is not an array of numbers."
        leaf = aval_of(as_argument(leaf, what))
    found = hardened(leaf)
    if not is_inexact(found.dtype):
        raise DtypeError(
            message(
                f"{_WHERE}: a primal is of a dtype that nothing is linear in.",
                expected="a float or complex dtype",
                got=found,
                help="pass floats, or let the function take it from outside.",
            )
        )
    return found


def _is_zero_at_zero(forward: Closed, avals: Sequence[Aval]) -> bool:
    """Whether the function is, as far as that is known, linear and not just affine."""
    captured = [x.value if type(x) is Tracer else x for x in forward.captured]
    if any(x is None for x in captured):
        return True
    with outside():
        zeros = [np.zeros(*aval)[()] for aval in avals]
        found = forward.graph.evaluate([*captured, *zeros])
    return not any(np.any(out) for out in found)


def _not_linear(fun: Callable[..., Any], why: str) -> ValueError:
    return ValueError(
        message(
            f"{_WHERE}: the function is not linear: {why}.",
            source=begin_of(fun),
            help="functrace.vjp transposes its derivative at a point.",
        )
    )
