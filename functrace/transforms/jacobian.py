"""Jacobians and Hessians."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval, aval_of
from functrace.core.errors import DtypeError, message
from functrace.core.observing import own_work
from functrace.core.tracer import Tracer
from functrace.primitives.seeds import eye
from functrace.transforms._arguments import Argnums
from functrace.transforms._compressed import by_entries, entries_of
from functrace.transforms._trace import Trace
from functrace.transforms._wrapper import P, TransformedArguments
from functrace.transforms.loops import map as map_
from functrace.transforms.vmap import vmap


def jacobian(
    fun: Callable[P, Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    chunk_size: int | None = None,
    stack: bool = False,
) -> Callable[P, Any]:
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
    chunk_size : int, optional
        Compute so many rows or columns at once, to bound the memory; default: all.
    stack : bool
        Put the derivatives by all elements of the chosen arguments along one last axis,
        in the order of `functrace.ravel`: what least-squares solvers take.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns arrays ``(*out, *in)``: in the structure of the
        output, at each leaf of which stands the structure of the argument (a tuple of them
        if `argnums` is a sequence). With `stack`, arrays ``(*out, n)`` in the structure of
        the output. Cost: one pass over batches of the argument's or of the output's size,
        whichever is smaller; see `vmap`. Under `jit`, of a Jacobian that is mostly zero:
        over as many directions as there are colours, see `sparse_jacobian`.

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

    The Jacobian by the parameters of a model, as SciPy's `curve_fit` takes it:

    >>> from scipy.optimize import curve_fit
    >>> def decay(t, height, rate):
    ...     return height * np.exp(-rate * t)
    >>> t = np.linspace(0.0, 4.0, 9)
    >>> jac = ft.jacobian(decay, (1, 2), stack=True)
    >>> curve_fit(decay, t, decay(t, 2.0, 0.5), (1.0, 1.0), jac=jac)[0].round(6)
    array([2. , 0.5])
    """
    return _Jacobian(
        fun,
        argnums=argnums,
        has_aux=has_aux,
        holomorphic=holomorphic,
        chunk_size=chunk_size,
        stack=stack,
        mode="auto",
    )


def jacfwd(
    fun: Callable[P, Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    chunk_size: int | None = None,
    stack: bool = False,
) -> Callable[P, Any]:
    """Jacobian by forward mode: one pass per element of the argument.

    Parameters
    ----------
    fun, argnums, has_aux, holomorphic, chunk_size, stack
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
        fun,
        argnums=argnums,
        has_aux=has_aux,
        holomorphic=holomorphic,
        chunk_size=chunk_size,
        stack=stack,
        mode="forward",
    )


def jacrev(
    fun: Callable[P, Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    chunk_size: int | None = None,
    stack: bool = False,
) -> Callable[P, Any]:
    """Jacobian by reverse mode: one pass per element of the output.

    Parameters
    ----------
    fun, argnums, has_aux, holomorphic, chunk_size, stack
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
        fun,
        argnums=argnums,
        has_aux=has_aux,
        holomorphic=holomorphic,
        chunk_size=chunk_size,
        stack=stack,
        mode="reverse",
    )


def hessian(
    fun: Callable[P, Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    holomorphic: bool = False,
    chunk_size: int | None = None,
    stack: bool = False,
) -> Callable[P, Any]:
    """Hessian: forward mode over reverse mode.

    Parameters
    ----------
    fun : callable
        Returns a scalar, or arrays ``(*out,)``.
    argnums, has_aux, holomorphic, chunk_size, stack
        As of `jacobian`; each of the two derivatives is taken in such chunks.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns arrays ``(*out, *in, *in)``, in the structure of
        the argument within the structure of the argument; with `stack`, ``(*out, n, n)``.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.hessian(lambda x: x[0] ** 2 * x[1])(np.array([1.0, 2.0]))
    array([[4., 2.],
           [2., 0.]])
    """
    options: dict[str, Any] = {
        "has_aux": has_aux,
        "holomorphic": holomorphic,
        "chunk_size": chunk_size,
        "stack": stack,
    }
    slope = jacrev(fun, argnums, **options)
    return _Jacobian(slope, argnums=argnums, mode="hessian", **options)


def elementwise_grad(fun: Callable[P, Any], argnums: Argnums = 0) -> Callable[P, Any]:
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
    @own_work
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        trace = self.trace("functrace.elementwise_grad", args, kwargs)
        seeds = [np.ones(*aval_of(o)) for o in trace.outputs]
        return self.gather(trace.deliver(trace.reverse(seeds), seeds), trace)


_NAMES = {
    "auto": "jacobian",
    "forward": "jacfwd",
    "reverse": "jacrev",
    "hessian": "hessian",
}
_CHOOSING = ("auto", "hessian")


class _Jacobian(TransformedArguments):
    has_aux: bool
    holomorphic: bool
    chunk_size: int | None
    stack: bool
    mode: Literal["auto", "forward", "reverse", "hessian"]

    @own_work
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        where = f"functrace.{_NAMES[self.mode]}"
        trace = self.trace(where, args, kwargs, self.has_aux)
        ins = trace.in_avals
        outs = [aval_of(o) for o in trace.outputs]
        self._check_dtypes(where, ins, outs)
        entries = self._entries(trace, ins, outs)
        if entries is not None:
            blocks = by_entries(trace, ins, outs, entries)
        else:
            assemble = _by_columns if self._is_forward(ins, outs) else _by_rows
            blocks = assemble(trace, ins, outs, self.chunk_size)
        gather = _stacked if self.stack else self.gather
        rows = [gather(row, trace) for row in blocks]
        result = pytree.unflatten(trace.treedef, rows)
        return (result, trace.aux()) if self.has_aux else result

    def _entries(self, trace: Trace, ins: list[Aval], outs: list[Aval]) -> Any:
        """What is computed if most of the rest is zero."""
        if self.holomorphic or self.chunk_size is not None:
            return None
        return entries_of(trace, ins, outs) if self.mode in _CHOOSING else None

    def _is_forward(self, ins: list[Aval], outs: list[Aval]) -> bool:
        fewer_inputs = sum(a.size for a in ins) <= sum(a.size for a in outs)
        return fewer_inputs if self.mode == "auto" else self.mode != "reverse"

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


def _by_columns(
    trace: Trace, ins: list[Aval], outs: list[Aval], chunk_size: int | None
) -> list[list[Any]]:
    """Blocks of the Jacobian, by output and input, from forward passes."""
    blocks: list[list[Any]] = [[] for _ in outs]
    for k, aval in enumerate(ins):

        def push(seed: Any, k: int = k, *, create_graph: bool = True) -> list[Any]:
            seeds = [seed if i == k else None for i in range(len(ins))]
            return trace.forward(seeds, create_graph=create_graph)

        for block, found, out in zip(
            blocks, _mapped(trace, push, aval, chunk_size), outs, strict=True
        ):
            columns = np.moveaxis(found, 0, -1)
            block.append(_block(trace, columns, (*out.shape, *aval.shape)))
    return blocks


def _by_rows(
    trace: Trace, ins: list[Aval], outs: list[Aval], chunk_size: int | None
) -> list[list[Any]]:
    """Blocks of the Jacobian, by output and input, from reverse passes."""
    blocks: list[list[Any]] = []
    for k, out in enumerate(outs):

        def pull(seed: Any, k: int = k, *, create_graph: bool = True) -> list[Any]:
            seeds = [seed if i == k else None for i in range(len(outs))]
            return trace.reverse(seeds, create_graph=create_graph, retain_graph=True)

        pairs = zip(_mapped(trace, pull, out, chunk_size), ins, strict=True)
        blocks.append(
            [_block(trace, rows, (*out.shape, *aval.shape)) for rows, aval in pairs]
        )
    return blocks


def _mapped(
    trace: Trace,
    function: Callable[..., list[Any]],
    aval: Aval,
    chunk_size: int | None,
) -> list[Any]:
    """A linear function of all unit vectors of an array's space."""
    if aval.size == 1:  # a gradient: there is nothing to batch
        seed = np.ones(aval.shape, aval.dtype)[()]
        found = function(seed, create_graph=trace.nested)
        return [np.expand_dims(out, 0) for out in found]
    make = eye if trace.symbolic else eye.impl
    basis = make(size=aval.size, dtype=np.dtype(aval.dtype))
    basis = basis.reshape(aval.size, *aval.shape)
    if chunk_size is None or chunk_size >= aval.size:
        return vmap(function)(basis)
    return map_(function, basis, batch_size=chunk_size)


def _stacked(blocks: list[Any], trace: Trace) -> Any:
    """The blocks of an output side by side, each with the argument's axes as one."""
    flat = [
        block.reshape(*block.shape[: block.ndim - aval.ndim], aval.size)
        for block, aval in zip(blocks, trace.in_avals, strict=True)
    ]
    return np.concatenate(flat, axis=-1)


def _block(trace: Trace, found: Any, shape: tuple[int, ...]) -> Any:
    """One block, from its rows or columns."""
    if trace.nested:
        return found.reshape(shape)
    if type(found) is Tracer and found.value is not None:
        found = found.value  # it depends on this transform's own tracers alone
    block = np.ascontiguousarray(found).reshape(shape)
    return block if shape else block[()]
