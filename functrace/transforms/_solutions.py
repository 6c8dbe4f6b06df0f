"""What a solver gives, without derivatives; and with those that it has as a solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functrace.core import pytree
from functrace.core.advice import is_of_a_library, is_of_traced_values
from functrace.core.aval import aval_of, is_inexact
from functrace.core.outliving import alive_of, note_handle
from functrace.core.recording import ambient, recording
from functrace.core.refusals import forget_asks
from functrace.core.tracer import Tracer
from functrace.primitives._loops import Body
from functrace.primitives._slope import SlopeSolver
from functrace.primitives.solution import Check, solution_of
from functrace.transforms._bodies import (
    Operands,
    avals_of,
    check_avals,
    is_recorded,
    settled,
    trace_body,
)
from functrace.transforms._opaque_call import attempted
from functrace.transforms._rolling import Handles
from functrace.transforms.callback import pure_callback
from functrace.transforms.gradient import stop_gradient


def implicit_solution(
    residual: Callable[[Any], Any],
    solution: Any,
    start: Any,
    check: Check,
    solver: Callable[[pytree.Treedef], SlopeSolver] | None = None,
    lanes: int = 0,
) -> Any:
    """A solution with derivatives with respect to what the residual takes from outside.

    Parameters
    ----------
    residual : callable
        Of the solution.
    solution, start : pytree
        The solution, and where it was sought from, without derivatives.
    check : Check
    solver : callable, optional
        Of linear systems, given the structure of the solution.
    lanes : int
        So many leading axes are of equations that have nothing to do with one another.
    """
    if ambient.get().outside:
        return solution
    where = check.where
    found = Operands(where, "the solution", pytree.map_leaves(_inexact, solution))
    args = [(found.treedef, found.avals)]
    closed = trace_body(where, residual, args, effects=True).silent()
    pytree.check_structure(where, "the residual", closed.treedef, found.treedef)
    graph = settled(closed, found.dtypes)
    shapes = [aval.shape for aval in avals_of(graph.outputs)]
    if shapes != [aval.shape for aval in found.avals]:
        outs = avals_of(graph.outputs)
        check_avals(where, "the residual", found.treedef, outs, found.avals)
    if not closed.captured:
        return solution
    begin = Operands(where, "init", start)
    alike = begin.treedef == found.treedef and begin.avals == found.avals
    outs = solution_of(
        Body(graph, len(closed.captured), len(found.values)),
        [*closed.captured, *found.values],
        begin.values if alike else found.values,
        check,
        None if solver is None else solver(found.treedef),
        found.avals[0].shape[:lanes],
    )
    return pytree.unflatten(found.treedef, outs)


def solved(solver: Callable[..., Any], like: Any, *args: Any, **kwargs: Any) -> Any:
    """What a solver gives, without derivatives: one of a library's is called on values.

    `like` says what it returns; None if nobody knows.
    """

    def run() -> Any:
        given, named = fixed((args, kwargs))
        return fixed(solver(*given, **named))

    if not is_recorded():
        try:
            with recording(
                tracing=False
            ):  # the arrays it makes are plain, for libraries
                return run()
        except Exception as error:
            if not is_of_traced_values(error):
                raise
        return run()  # it writes traced values of its closure into them
    handles = Handles()  # what a library forgets to drop is no mistake of the user's
    try:
        with attempted(), recording(handles=handles):
            found = run()
    except Exception as error:
        if like is None or not is_of_a_library(error):
            raise
    else:
        for handle in alive_of(handles.finish()):
            note_handle(handle)
        return found
    forget_asks()
    args, kwargs = fixed((args, kwargs))
    return pure_callback(solver, like, *args, **kwargs)


def fixed(tree: Any) -> Any:
    """The same values without derivatives; plain ones where they are known."""
    return pytree.map_leaves(_fixed, tree)


def _fixed(leaf: Any) -> Any:
    if type(leaf) is not Tracer:
        return leaf
    leaf.sync()
    if leaf.value is not None and not is_recorded():
        return leaf.value
    return stop_gradient(leaf)


def _inexact(leaf: Any) -> Any:
    """Integers carry no derivative."""
    return leaf if is_inexact(aval_of(leaf).dtype) else leaf * 1.0
