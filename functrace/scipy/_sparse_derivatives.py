"""Jacobians and Hessians with few entries, from few directions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
import optree

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.lazy import lazy
from functrace.core.node import Edge
from functrace.core.recording import ambient, outside
from functrace.core.tracer import Tracer
from functrace.engine.batching import evaluate_batched, spread
from functrace.primitives._graphs import pullback_of, pushforward_of
from functrace.scipy._plain import any_traced
from functrace.scipy._sparsity import OfChosen, Traced
from functrace.transforms._arguments import Argnums
from functrace.transforms._bodies import is_recorded
from functrace.transforms._wrapper import split_leaves
from functrace.transforms.gradient import grad
from functrace.transforms.jit import jit

_WHERE = "functrace.sparse_jacobian"
Format = Literal["csr", "csc", "coo"]
_REVERSE = 2.5  # a cotangent costs so many tangents


def sparse_jacobian(
    fun: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    format: Format = "csr",
) -> Callable[..., Any]:
    """Jacobian as a sparse array: where its entries are is found from the function.

    Columns that share no row are found from one tangent together, or rows from one cotangent.

    Parameters
    ----------
    fun : callable
        Returns an array, or a pytree of them.
    argnums : int, str, or sequence of them, default 0
        What to differentiate with respect to.
    has_aux : bool
        Whether `fun` returns a pair ``(output, auxiliary data)``.
    format : {"csr", "csc", "coo"}

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns arrays of `scipy.sparse`, of shape
        ``(out.size, in.size)``, in the structure of the argument within the structure of the
        output, and the auxiliary data if there are any. Under `functrace.jit` and in other
        transforms they are `functrace.scipy.sparse.SparseArray`. The first call for
        arguments of some kind finds the pattern and compiles; further ones cost about as many
        tangents as there are colours.

    Raises
    ------
    DtypeError
        An argument is an integer, or complex.

    See Also
    --------
    sparsity, sparse_hessian

    References
    ----------
    Gebremedhin, Manne & Pothen, *What Color Is Your Jacobian?*, SIAM Review 47 (2005).

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def residual(u):
    ...     return u[2:] - 2 * u[1:-1] + u[:-2] + np.exp(u[1:-1])
    >>> found = ft.sparse_jacobian(residual)(np.zeros(6))
    >>> found.toarray()
    array([[ 1., -1.,  1.,  0.,  0.,  0.],
           [ 0.,  1., -1.,  1.,  0.,  0.],
           [ 0.,  0.,  1., -1.,  1.,  0.],
           [ 0.,  0.,  0.,  1., -1.,  1.]])
    """
    return _SparseJacobian(fun, argnums=argnums, has_aux=has_aux, format=format)


def sparse_hessian(
    fun: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    format: Format = "csr",
) -> Callable[..., Any]:
    """Hessian of a scalar function as a sparse array: the sparse Jacobian of its gradient.

    Parameters
    ----------
    fun : callable
        Returns a real scalar.
    argnums, has_aux, format
        As of `sparse_jacobian`.

    Returns
    -------
    callable
        As of `sparse_jacobian`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def rosenbrock(x):
    ...     return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)
    >>> ft.sparse_hessian(rosenbrock)(np.ones(4)).toarray()
    array([[ 802., -400.,    0.,    0.],
           [-400., 1002., -400.,    0.],
           [   0., -400., 1002., -400.],
           [   0.,    0., -400.,  200.]])
    """
    slope = grad(fun, argnums, has_aux=has_aux)
    return _SparseJacobian(slope, argnums=argnums, has_aux=has_aux, format=format)


class _SparseJacobian(OfChosen):
    format: Format

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        args, kwargs = pytree.map_leaves(_without_handle, (args, kwargs))
        if not self._is_plain(args, kwargs):
            return self._in_trace(*args, **kwargs)
        with outside():
            return self._of_values(args, kwargs)

    def _is_plain(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether nothing is traced, neither the arguments nor what is captured."""
        if ambient.get().outside:
            return True
        if is_recorded() or any_traced(args, kwargs):
            return False
        return not any_traced(self.traced(_WHERE, args, kwargs).captured)

    def _of_values(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        found = self._compiled(*args, **kwargs)
        return (_as_scipys(found[0]), found[1]) if self.has_aux else _as_scipys(found)

    @lazy
    def _compiled(self) -> Callable[..., Any]:
        return jit(self._in_trace)

    def _in_trace(self, *args: Any, **kwargs: Any) -> Any:
        traced = self.traced(_WHERE, args, kwargs)
        treedefs = traced.arguments.treedef.children()
        rows = [split_leaves(row, treedefs) for row in _blocks(traced, self.format)]
        single = isinstance(self.argnums, (int, str))
        found = pytree.unflatten(
            traced.out_treedef, [row[0] if single else row for row in rows]
        )
        return (found, traced.aux()) if self.has_aux else found


def _without_handle(leaf: Any) -> Any:
    """An array that a traced function made, of which nothing is traced, as it is."""
    if type(leaf) is not Tracer:
        return leaf
    leaf.sync()
    return leaf.value if leaf.is_constant() else leaf


def _as_scipys(blocks: Any) -> Any:
    """SciPy's arrays in place of ours, which are not needed any more."""
    from functrace.scipy.sparse import SparseArray  # noqa: PLC0415 - loads scipy.sparse

    return optree.tree_map(
        lambda leaf: leaf.entries.structure.filled(leaf.data),
        blocks,
        is_leaf=lambda x: isinstance(x, SparseArray),
        namespace=pytree.NAMESPACE,
    )


def _blocks(traced: Traced, format: Format) -> list[list[Any]]:
    """For each leaf of the output, a sparse array for each of the arguments'."""
    from functrace.scipy.sparse import SparseArray  # noqa: PLC0415 - as above

    found = traced.sparsity()
    pattern = found.pattern.astype(np.int64)
    rows, columns = pattern.tocoo().coords
    if found.columns.total <= _REVERSE * found.rows.total:
        values = _tangents(traced, found.columns.onehot)
        pattern.data = found.columns.colours[columns] * found.shape[0] + rows
    else:
        values = _cotangents(traced, found.rows.onehot)
        pattern.data = found.rows.colours[rows] * found.shape[1] + columns
    values = values.reshape(-1)
    pattern.data += 1  # a place, and no zero
    ends, begins = (
        [slice(stop - aval.size, stop) for stop, aval in zip(stops, avals, strict=True)]
        for avals in (traced.outs, traced.arguments.avals)
        for stops in [np.cumsum([aval.size for aval in avals])]
    )
    blocks: list[list[Any]] = []
    for part, out in zip(ends, traced.outs, strict=True):
        row: list[Any] = []
        for other in begins:
            places = pattern[part, other].asformat(format)
            entries = values[places.data - 1].astype(out.dtype)
            row.append(SparseArray.made(places, entries))
        blocks.append(row)
    return blocks


def _tangents(traced: Traced, directions: np.ndarray) -> Any:
    """Tangents of all outputs in these directions, in rows."""
    count, graph = len(directions), traced.graph
    push = pushforward_of(graph, traced.places)
    dots = _parts(directions, traced.arguments.avals)
    found = push.spread(_batched(push.graph, traced.operands, dots, count))
    return _joined(found[: len(traced.outs)], traced.outs, count)


def _cotangents(traced: Traced, directions: np.ndarray) -> Any:
    """Cotangents of all arguments from these of the outputs, in rows."""
    count, graph = len(directions), traced.graph
    outs = graph.outputs[: len(traced.outs)]
    given = tuple(k for k, out in enumerate(outs) if type(out) is Edge)
    pull = pullback_of(graph, traced.places, given)
    bars = _parts(directions, traced.outs)
    bars = [bars[k] for k in given]
    found = pull.spread(_batched(pull.graph, traced.operands, bars, count))
    return _joined(found[len(traced.captured) :], traced.arguments.avals, count)


def _batched(
    graph: Any, operands: Sequence[Any], seeds: Sequence[Any], count: int
) -> list[Any]:
    mapped = [False] * len(operands) + [True] * len(seeds)
    outs, flags = evaluate_batched(graph, [*operands, *seeds], mapped, count)
    return [spread(out, m, count) for out, m in zip(outs, flags, strict=True)]


def _parts(directions: np.ndarray, avals: Sequence[Aval]) -> list[Any]:
    """Of each direction, what belongs to each array."""
    stops = np.cumsum([aval.size for aval in avals])[:-1]
    pairs = zip(np.split(directions, stops, axis=1), avals, strict=True)
    return [x.reshape(len(x), *aval.shape).astype(aval.dtype) for x, aval in pairs]


def _joined(found: Sequence[Any], avals: Sequence[Aval], count: int) -> Any:
    rows: list[Any] = []
    for each, aval in zip(found, avals, strict=True):
        given = np.zeros((), aval.dtype) if each is None else each
        whole = np.broadcast_to(given, (count, *aval.shape))
        rows.append(np.reshape(whole, (count, aval.size)))
    return np.concatenate(rows, axis=1)
