"""Where the derivatives of a function may have entries."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.errors import DtypeError, PytreeMismatchError, message
from functrace.transforms._arguments import Argnums, select
from functrace.transforms._bodies import Operands, settled, trace_body
from functrace.transforms._wrapper import Transformed
from functrace.transforms.vjp import jvp

if TYPE_CHECKING:
    from functrace.core.graph import Graph
    from functrace.primitives._dependence.colouring import Colouring


def sparsity(
    fun: Callable[..., Any], argnums: Argnums = 0, *, local: bool = False
) -> Callable[..., Sparsity]:
    """Which entries of a Jacobian may differ from zero, for whatever values.

    Parameters
    ----------
    fun : callable
        Returns an array, or a pytree of them.
    argnums : int, str, or sequence of them, default 0
        What to differentiate with respect to.
    local : bool
        Whether it is asked for the arguments' values alone, and not for all others: of
        branches and of `where` the side that is taken counts, of a maximum what is largest,
        and no product with what is zero there.

    Returns
    -------
    callable
        Takes `fun`'s arguments, of which only shapes, dtypes and structure matter, unless
        it is `local`; returns a `Sparsity`.

    Notes
    -----
    Indices and factors that are zero count if they are constants. Both results of a `where`
    or of a branch on values count. Loops are followed round by round. An operation of which
    nothing better is known makes each of its results depend on all that its operands do.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def f(x):
    ...     return x[1:] * x[:-1]
    >>> ft.sparsity(f)(np.ones(4)).pattern.toarray().astype(int)
    array([[1, 1, 0, 0],
           [0, 1, 1, 0],
           [0, 0, 1, 1]])
    >>> ft.sparsity(f, local=True)(np.array([0.0, 1.0, 1.0, 0.0])).pattern.nnz
    4
    """
    return _Sparsity(fun, argnums=argnums, local=local)


class Sparsity:
    """Where a Jacobian has entries.

    Attributes
    ----------
    pattern : scipy.sparse.csr_array of bool
        Of shape ``(outputs, inputs)``: all elements of all outputs and of all inputs.
    is_local : bool
        Whether it holds at one point only. Derivatives do not take it as their pattern.
    """

    def __init__(self, pattern: Any, *, is_local: bool = False) -> None:
        self.pattern = pattern
        self.is_local = is_local

    @property
    def shape(self) -> tuple[int, int]:
        """Elements of the outputs, and of the inputs."""
        return self.pattern.shape

    @property
    def nnz(self) -> int:
        """How many entries there are."""
        return self.pattern.nnz

    @cached_property
    def bandwidth(self) -> tuple[int, int]:
        """How many diagonals below and above the main one have entries."""
        entries = self.pattern.tocoo()
        below = int(np.max(entries.row - entries.col, initial=0))
        return below, int(np.max(entries.col - entries.row, initial=0))

    @cached_property
    def columns(self) -> Colouring:
        """Of columns: those of one colour share no row."""
        return _coloured(self.pattern)

    @cached_property
    def rows(self) -> Colouring:
        """Of rows: those of one colour share no column."""
        return _coloured(self.pattern.T)

    @cached_property
    def structure(self) -> str:
        """In words; what is looked for is listed in `functrace.scipy._structures`."""
        from functrace.scipy._structures import in_words  # noqa: PLC0415 - SciPy's

        return in_words(self.pattern, self.bandwidth)

    def __repr__(self) -> str:
        rows, columns = self.shape
        where = " at one point" * self.is_local
        shape = f"{rows} x {columns}, {self.nnz} entries{where}"
        return f"<Sparsity: {shape}, {self.structure}>"

    def _repr_svg_(self) -> str:
        """A picture of at most 200 x 200 squares, dark where there are entries."""
        rows, columns = self.shape
        step = max(1, -(-max(rows, columns) // 200))
        entries = self.pattern.tocoo()
        places = sorted(set(zip(entries.row // step, entries.col // step, strict=True)))
        squares = "".join(f"M{x} {y}h1v1h-1z" for y, x in places)
        width, height = -(-columns // step), -(-rows // step)
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {width} {height}" width="{min(400, 4 * width + 20)}">'
            f'<path d="M0 0h{width}v{height}h-{width}z" fill="#eee"/>'
            f'<path d="{squares}"/></svg>'
        )


class TracedFunction(NamedTuple):
    """A function of the chosen arguments as a graph.

    Attributes
    ----------
    graph : Graph
        Takes what is captured, then the arguments' leaves; gives the output's leaves,
        then the auxiliary data's.
    captured : list
    arguments : Operands
    out_treedef, aux_treedef : Treedef
    """

    graph: Graph
    captured: list[Any]
    arguments: Operands
    out_treedef: pytree.Treedef
    aux_treedef: pytree.Treedef

    @property
    def places(self) -> tuple[int, ...]:
        """Positions of the arguments among the inputs."""
        return tuple(range(len(self.captured), len(self.graph.inputs)))

    @property
    def outs(self) -> list[Aval]:
        """Of the output's leaves."""
        return [Aval(*a) for a in self.graph.out_avals[: self.out_treedef.num_leaves]]

    @property
    def operands(self) -> list[Any]:
        """Of the graph."""
        return [*self.captured, *self.arguments.values]

    def aux(self) -> Any:
        """The auxiliary data."""
        leaves = self.graph.evaluate(self.operands)[len(self.outs) :]
        return pytree.unflatten(self.aux_treedef, leaves)

    def sparsity(self) -> Sparsity:
        """Of all outputs and arguments."""
        from functrace.primitives._dependence.graphs import (  # noqa: PLC0415 - SciPy's
            pattern_of,
        )

        return Sparsity(pattern_of(self.graph, self.places, len(self.outs)))


class OfChosen(Transformed[..., Any]):
    """A transform of a function of chosen arguments."""

    argnums: Argnums
    has_aux: bool = False

    def of_chosen(
        self, where: str, args: tuple[Any, ...], kwargs: Any
    ) -> tuple[Callable[..., Any], list[Any]]:
        """The function of the chosen arguments alone, and these."""
        chosen = select(where, self.parameters, self.argnums, args, kwargs)
        given = [kwargs[c] if isinstance(c, str) else args[c] for c in chosen]

        def call(*given: Any) -> Any:
            own, named = [*args], dict(kwargs)
            for place, value in zip(chosen, given, strict=True):
                if isinstance(place, str):
                    named[place] = value
                else:
                    own[place] = value
            return self.fun(*own, **named)

        return call, given

    def traced(self, where: str, args: tuple[Any, ...], kwargs: Any) -> TracedFunction:
        """The function of the chosen arguments, with the others fixed."""
        call, given = self.of_chosen(where, args, kwargs)
        if not self.has_aux:
            call = _without_data(call)
        operands = Operands(where, "an argument", tuple(given))
        _check_real(where, operands.avals)
        taken = [(operands.treedef, operands.avals)]
        closed = trace_body(where, lambda given: call(*given), taken, effects=True)
        closed = closed.silent()
        tree = pytree.unflatten(closed.treedef, range(closed.treedef.num_leaves))
        if not isinstance(tree, tuple) or len(tree) != 2:
            raise PytreeMismatchError(
                message(
                    f"{where}: with has_aux=True the function must return a pair.",
                    expected="(output, auxiliary data)",
                    got=f"{type(tree).__name__}",
                )
            )
        out_treedef, aux_treedef = (pytree.flatten(part)[1] for part in tree)
        graph = settled(closed, ())
        found = TracedFunction(
            graph, closed.captured, operands, out_treedef, aux_treedef
        )
        _check_real(where, found.outs)
        return found


class _Sparsity(OfChosen):
    local: bool = False

    def __call__(self, *args: Any, **kwargs: Any) -> Sparsity:
        where = "functrace.sparsity"
        if not self.local:
            return self.traced(where, args, kwargs).sparsity()
        call, given = self.of_chosen(where, args, kwargs)
        Operands(where, "an argument", tuple(given))
        dots = pytree.map_leaves(np.zeros_like, tuple(given))
        slopes = OfChosen(
            lambda *dots: jvp(call, tuple(given), dots)[1],
            argnums=tuple(range(len(given))),
        )
        # values of the point are constants of its tangents
        found = slopes.traced(where, dots, {}).sparsity()
        return Sparsity(found.pattern, is_local=True)


def _without_data(call: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given: (call(*given), None)


def _coloured(pattern: Any) -> Colouring:
    from functrace.primitives._dependence.colouring import (  # noqa: PLC0415 - SciPy's
        columns_of,
    )

    return columns_of(pattern)


def _check_real(where: str, avals: list[Aval]) -> None:
    for aval in avals:
        if np.dtype(aval.dtype).kind != "f":
            raise DtypeError(
                message(
                    f"{where}: sparse derivatives are of real functions of real numbers.",
                    expected="float64",
                    got=aval,
                    help="convert integers (x.astype(float)); split complex numbers into "
                    "real and imaginary parts.",
                )
            )
