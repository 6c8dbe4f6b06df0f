"""A graph applied as one operation: what a compiled function is to a derivative.

Values meet programs: the graph, its forward pass with residuals, its backward pass and
its tangents are graphs of their own, each compiled when it is first run and kept with
the graph. Where a rule is itself recorded, the derivative's graph is applied as one
operation likewise, so that derivatives of any order are compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from functrace.compiler.forms import Expanded, form_of
from functrace.compiler.forms.giving_up import has_checks
from functrace.core.aval import Aval
from functrace.core.capture import RaisingError
from functrace.core.collector import uncollected
from functrace.core.digest import digest
from functrace.core.effects import EffectReplay
from functrace.core.errors import message
from functrace.core.graph import Graph
from functrace.core.heap import give_back_after
from functrace.core.locks import NATIVE
from functrace.core.primitive import Primitive
from functrace.core.recording import current, recording
from functrace.core.rule import Outputs
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped
from functrace.engine.precomputing import precomputed
from functrace.engine.simplify import simplify
from functrace.primitives._budgets import has_limits
from functrace.primitives._graphs import (
    Backward,
    backward_of,
    batched_of,
    forward_of,
    inexact_inputs,
    once,
    pullback_of,
    pushforward_of,
)
from functrace.primitives._lanes import is_harmless
from functrace.primitives._lazy_modules import single_uses, strips
from functrace.primitives._make import primitive
from functrace.primitives._rewrites.keeping import with_tapes
from functrace.primitives.effect import muted, tokens_of
from functrace.primitives.scan import scan

if TYPE_CHECKING:
    from functrace.compiler.executable import Executable
    from functrace.compiler.program import Program

Runner: TypeAlias = Callable[..., Sequence[Any]]


def apply_graph(
    graph: Graph, operands: Sequence[Any], *, fastmath: bool, budget: int | None
) -> Any:
    """The outputs, a tuple; one node is recorded, unless everything must be.

    Its derivatives keep to the budget.
    """
    traced = [(i, x) for i, x in enumerate(operands) if type(x) is Tracer]
    abstract = any(x.value is None for _, x in traced)
    state = current()
    if not state.calls and (abstract or state.complete):
        return tuple(graph.evaluate(operands))
    wanted = () if abstract else _wanted(traced)
    params = {
        "graph": graph,
        "wanted": wanted,
        "fastmath": fastmath,
        "budget": budget,
    }
    return call.apply(tuple(operands), params)


def _wanted(traced: Sequence[tuple[int, Tracer]]) -> tuple[int, ...]:
    """Which operands a backward pass may be asked for."""
    return tuple([i for i, x in traced if x.edge is not None and x.dtype.kind in "fc"])


def program_of(graph: Graph, *, fastmath: bool, timed: bool = False) -> Program:
    """The graph compiled; once. If it is timed, its stages measure themselves."""

    def make() -> Program:
        simple = simple_of(graph)  # runs what may be the user's: no lock is held
        with NATIVE, uncollected():
            from functrace.compiler.program import (  # noqa: PLC0415 - slow
                compile_graph,
            )

            return compile_graph(simple, fastmath=fastmath, timed=timed)

    return once(graph, ("program", fastmath, timed), make)


def simple_of(graph: Graph) -> Graph:
    """The graph in the form that is compiled; once."""

    def make() -> Graph:
        with uncollected():
            simple = simplify(graph, expand=_formula_of, first=with_tapes)
            simple = precomputed(simple, _is_apart)
            loops = any(node.primitive is scan for node in simple.nodes)
            whole = strips.in_strips(simple) if loops else simple
            return single_uses.by_single_uses(whole)

    return once(graph, "simple", make)


def _formula_of(primitive: Primitive) -> Callable[..., Any] | None:
    """By what a primitive is replaced before compilation, if by anything."""
    return form_of(primitive).formula


def _is_apart(primitive: Primitive) -> bool:
    """Whether no loop computes it together with other operations."""
    return form_of(primitive).is_apart


def executable_of(graph: Graph, *, fastmath: bool) -> Executable:
    """What runs in the graph's place: made by an earlier process, if there was one.

    It is known by the graph or, where this has a user's own rules in it, by what is left
    of it when they have been applied.
    """

    def make() -> Executable:
        from functrace.compiler.executable import (  # noqa: PLC0415 - slow: it loads LLVM
            find,
        )

        with uncollected():
            known = graph if digest(graph) else simple_of(graph)
            return find(
                known,
                lambda: program_of(graph, fastmath=fastmath).executable,
                fastmath=fastmath,
            )

    return once(graph, ("executable", fastmath), make)


def runner_of(graph: Graph, *, fastmath: bool) -> Runner:
    """What computes the results from arrays and numbers that fit the inputs.

    It raises RaisingError if the graph says that its program gives up.
    """
    observer = current().observer
    if observer is not None and graph.outputs:
        return observer.runner(graph, fastmath=fastmath)

    def make() -> Runner:
        if not graph.outputs:
            return lambda *_: ()
        executable = executable_of(graph, fastmath=fastmath)
        give_back_after(executable.nbytes)

        def run(*values: Any) -> Sequence[Any]:
            return run_on(executable, graph, values)

        if tokens_of(graph):  # which must not take place twice
            return run
        failed = _raising if _raises(graph) else run
        return executable.launcher(run, failed, "tuple") or run

    return once(graph, ("runner", fastmath), make)


def run_on(
    executable: Callable[[Sequence[Any]], list[Any]],
    graph: Graph,
    values: Sequence[Any],
) -> list[Any]:
    """Fresh arrays, or scalars, from arrays, scalars and Python numbers."""
    from functrace.compiler.executable import (  # noqa: PLC0415 - imported already
        Bailout,
        interpret,
    )

    avals = graph.in_avals
    arrays = [_as_input(v, aval) for v, aval in zip(values, avals, strict=True)]
    effects = tokens_of(graph)
    run = EffectReplay(keeps=bool(effects) and not is_harmless(simple_of(graph)))
    with recording(run=run) if effects else nullcontext():
        try:
            outs = executable(arrays)
        except Bailout:
            run.again()
            if _raises(graph):
                raise RaisingError(run=run) from None
            try:
                outs = interpret(simple_of(graph), arrays)
            except RaisingError:
                run.again()
                raise RaisingError(run=run) from None
    return [out if out.ndim else out[()] for out in outs]


def _raises(graph: Graph) -> bool:
    """Whether a program gives up where the function raises: not for want of memory."""
    return has_checks(graph) and not has_limits(graph)


def _raising(*_: Any) -> Any:
    raise RaisingError


def forget_programs() -> None:
    """Remove the files of earlier processes, and the memory for later results."""
    from functrace.compiler.machine import artifact  # noqa: PLC0415
    from functrace.compiler.runtime import pool  # noqa: PLC0415 - slow: they load LLVM

    artifact.forget()
    pool.clear_pool()


def start() -> None:
    """Load what all programs need, once in a process."""
    with NATIVE:  # a child that is forked meanwhile would wait for the import to end
        from functrace.compiler import executable  # noqa: PLC0415 - slow: it loads LLVM

        executable.launcher.start()


def _as_input(value: Any, aval: Aval) -> np.ndarray:
    """An array as programs take them: contiguous in C order, aligned."""
    if type(value) is not np.ndarray:
        value = _as_array(value, aval.dtype)
    flags = value.flags
    if flags.c_contiguous and flags.aligned:
        return value
    return np.array(value, order="C")


def _as_array(number: Any, dtype: Any) -> np.ndarray:
    try:
        return np.asarray(number, dtype)
    except OverflowError:
        raise OverflowError(
            message(
                "functrace: a compiled function takes integers of 64 bits.",
                got=number,
                help="pass a float: float(n).",
            )
        ) from None


# -- the record ------------------------------------------------------------------------


def _impl(
    *xs: Any,
    graph: Graph,
    wanted: tuple[int, ...],
    fastmath: bool,
    budget: int | None,
) -> Outputs:
    whole = graph
    if wanted:
        with _within(budget):
            whole = forward_of(graph, wanted).graph
    outs = runner_of(whole, fastmath=fastmath)(*xs)
    count = len(graph.outputs)
    made = Outputs(outs[:count])
    made.residuals = outs[count:]
    return made


def _abstract_eval(*avals: Aval, graph: Graph, **_: Any) -> tuple[Aval, ...]:
    return tuple(Aval(*aval) for aval in graph.out_avals)


def _pull(
    g: Any,
    xs: Any,
    residuals: Any,
    needed: Any,
    graph: Graph,
    wanted: Any,
    fastmath: bool,
    budget: int | None,
) -> tuple[Any, ...]:
    xs = muted(graph, xs)
    given = tuple([i for i, bar in enumerate(g) if bar is not None])
    if Tracer in map(type, (*xs, *g)):
        with _within(budget):
            found = pullback_of(graph, inexact_inputs(graph, needed), given)
        seeds = [g[i] for i in given]
        options: Any = {"fastmath": fastmath, "budget": budget}
        outs = apply_graph(found.graph, (*xs, *seeds), **options)
        return found.spread(outs)
    key = ("pull", wanted, needed, given, fastmath, budget)
    pull = graph.derived.get(key)
    if pull is None:
        with _within(budget):
            backward = backward_of(graph, wanted, inexact_inputs(graph, needed), given)
        pull = _puller(backward, given, fastmath)
        graph.derived[key] = pull
    return pull(xs, residuals, g)


def _within(budget: int | None) -> AbstractContextManager[Any]:
    """Where derivatives that are made keep to a budget, if there is one."""
    return nullcontext() if budget is None else recording(budget=budget)


def _puller(
    backward: Backward, given: tuple[int, ...], fastmath: bool
) -> Callable[..., tuple[Any, ...]]:
    """Cotangents of the operands, None for zero, from values."""
    operands, derivative = backward.operands, backward.derivative
    run = runner_of(derivative.graph, fastmath=fastmath)

    def pull(xs: Any, residuals: Any, g: Any) -> tuple[Any, ...]:
        values = [xs[i] for i in operands]
        return derivative.spread(run(*values, *residuals, *[g[i] for i in given]))

    return pull


def _push(
    ts: Any, xs: Any, graph: Graph, fastmath: bool, budget: int | None
) -> tuple[Any, ...]:
    given = inexact_inputs(graph, [t is not None for t in ts])
    with _within(budget):
        found = pushforward_of(graph, given)
    operands = (*muted(graph, xs), *[ts[i] for i in given])
    if Tracer in map(type, operands):
        options: Any = {"fastmath": fastmath, "budget": budget}
        outs = apply_graph(found.graph, operands, **options)
    else:
        outs = runner_of(found.graph, fastmath=fastmath)(*operands)
    return found.spread(outs)


def _batch(
    at: Mapped, *xs: Any, graph: Graph, wanted: tuple[int, ...], **options: Any
) -> tuple[Any, ...]:
    del wanted  # of operands that are traced otherwise now
    return apply_graph(batched_of(graph, at.mapped, at.size), xs, **options)


call = primitive(
    "call",
    _impl,
    _abstract_eval,
    vjp=_pull,
    jvp=_push,
    multiple=True,
    lower=Expanded(lambda *xs, graph, **_: tuple(graph.evaluate(xs))),
    batch=_batch,
    doc="A graph, compiled and applied as one operation.",
)
