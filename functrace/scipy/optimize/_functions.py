"""Functions of users that SciPy calls.

SciPy's solvers run on plain values. Where values are known, functions are called as they
are, and what they give loses its derivatives; where they are not, each becomes a graph, and
SciPy is called when the program runs, on compiled functions made of these. Either way the
derivative is that of what is solved: see `implicit_solution`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.optimize import OptimizeResult

from functrace.core import pytree
from functrace.core.aval import Aval, aval_of
from functrace.core.effects import evaluated
from functrace.core.errors import DtypeError, LeakedTracerError, message
from functrace.core.graph import Graph
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.transforms._bodies import is_recorded, settled, trace_body
from functrace.transforms._opaque_call import attempted
from functrace.transforms._solutions import fixed
from functrace.transforms.callback import pure_callback
from functrace.transforms.jit import jit

Function = Callable[..., Any]

INTEGER, TRUTH = Aval((), np.dtype(np.int64)), Aval((), np.dtype(bool))


def vector(count: int) -> Aval:
    """Of so many floating-point numbers."""
    return Aval((count,), np.dtype(np.float64))


def with_args(fun: Function, args: Any) -> Function:
    """The function with further arguments, in a tuple or a single one."""
    args = args if isinstance(args, tuple) else (args,)
    return (lambda *x: fun(*x, *args)) if args else fun


def called(
    where: str,
    run: Callable[..., OptimizeResult],
    fields: Mapping[str, Aval],
    functions: Sequence[tuple[Any, ...]],
    *operands: Any,
) -> Any:
    """SciPy's result, without derivatives.

    Parameters
    ----------
    where : str
        What messages begin with.
    run : callable
        ``run(functions, *operands) -> OptimizeResult`` calls SciPy. Everything is plain.
    fields : mapping
        What is taken of the result where values are not known, with shapes and dtypes;
        elsewhere it is SciPy's own object.
    functions : sequence of tuple
        ``(function, *avals of its arguments)``; None in place of a function stays None.
        What they take from outside may be traced.
    *operands : pytree
        Arrays and numbers, traced or not.
    """
    if not is_recorded():
        given = [None if f is None else on_values(f) for f, *_ in functions]
        return run(given, *fixed(operands))
    recorded = [_recorded(where, *function) for function in functions]
    call = _Call(run, tuple(fields), [graph for graph, _ in recorded])
    captured = [fixed(captured) for _, captured in recorded]
    found = pure_callback(call, list(fields.values()), captured, *fixed(operands))
    return OptimizeResult(zip(fields, found, strict=True))


def on_values(function: Function) -> Function:
    """The function, giving plain values where it takes traced ones from outside."""

    def plain(*args: Any) -> Any:
        return fixed(function(*args))

    return plain


def ours(
    make: Callable[[Function], Function], function: Function, *examples: Any
) -> Function | None:
    """A derivative that is made of the user's function; None if it has none of ours.

    It has none if it cannot be traced, and none if what it gives depends on nothing traced:
    a function that remembers what it gave would seem constant.
    """
    if is_recorded():
        return make(function)

    def depending(*args: Any) -> Any:
        found = as_array(function(*args))
        if type(found) is not Tracer or found.edge is None:
            raise ArithmeticError("constant")
        return found

    try:
        with attempted():
            found = make(depending)(*fixed(examples))
        usable = np.all(np.isfinite(fixed(found)))
    except LeakedTracerError:
        raise
    except Exception:  # noqa: BLE001 - a function that is not ours may raise anything
        usable = False
    return make(function) if usable else None


def _recorded(
    where: str, function: Function | None, *avals: Aval
) -> tuple[_Recorded | None, list[Any]]:
    if function is None:
        return None, []
    args = [(pytree.LEAF, [aval]) for aval in avals]
    closed = trace_body(where, function, args, effects=True)
    return _Recorded(settled(closed, ()), closed.treedef), closed.captured


class _Recorded:
    """A function as a graph, compiled when it is first called."""

    def __init__(self, graph: Graph, treedef: pytree.Treedef) -> None:
        self.graph, self.treedef = graph, treedef
        self._compiled = jit(self._evaluate)

    def _evaluate(self, captured: Sequence[Any], *args: Any) -> Any:
        found = evaluated(self.graph, [*captured, *args])
        return pytree.unflatten(self.treedef, found)

    def on(self, captured: Sequence[Any]) -> Function:
        """The function with what it takes from outside."""
        avals = [Aval(*edge_aval) for edge_aval in self.graph.in_avals[len(captured) :]]

        def plain(*args: Any) -> Any:
            pairs = zip(args, avals, strict=True)
            return self._compiled(captured, *(_like(x, aval) for x, aval in pairs))

        return plain


def _like(x: Any, aval: Aval) -> Any:
    """SciPy may give a number as an array of one element, and the other way round."""
    return np.asarray(x, aval.dtype).reshape(aval.shape)[()]


class _Call:
    """A call of SciPy's, on what a program computed."""

    def __init__(
        self,
        run: Callable[..., OptimizeResult],
        fields: Sequence[str],
        functions: Sequence[_Recorded | None],
    ) -> None:
        self.run, self.fields, self.functions = run, fields, functions

    def __call__(self, captured: Sequence[Any], *operands: Any) -> list[Any]:
        pairs = zip(self.functions, captured, strict=True)
        given = [None if f is None else f.on(taken) for f, taken in pairs]
        found = self.run(given, *operands)
        return [found[field] for field in self.fields]


def in_dtype(value: Any, dtype: Any) -> Any:
    """Without derivatives, in the dtype that is computed in."""
    value = fixed(value)
    if value.dtype.kind == "c" and np.dtype(dtype).kind != "c":
        raise DtypeError(
            message(
                "functrace.scipy.optimize: a complex number where real ones are sought.",
                got=aval_of(value),
                help="begin at a complex number (newton), or take real and imaginary "
                "parts for equations of their own.",
            )
        )
    return value.astype(dtype)


def example(x: Any) -> Aval:
    """Shape and dtype of an argument, as SciPy gives it to functions: at least float64."""
    aval = aval_of(x)
    return Aval(aval.shape, np.result_type(aval.dtype, np.float64))
