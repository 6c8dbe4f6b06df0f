"""Calls of functions whose derivatives the user gives.

Values meet values: while the graph has values, the user's functions run on plain
arrays and nothing inside them is recorded. Where a rule is itself recorded, to be
differentiated again, they run on traced values, and higher derivatives go through the
user's own rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from functrace.compiler.forms import Expanded
from functrace.core import pytree
from functrace.core.advice import is_of_traced_values
from functrace.core.aval import Aval, aval_of, is_inexact
from functrace.core.errors import (
    DtypeError,
    FunctraceError,
    MissingRuleError,
    ShapeError,
    message,
)
from functrace.core.node import Leaf, Node, end
from functrace.core.observing import users_work
from functrace.core.primitive import Primitive
from functrace.core.recording import current
from functrace.core.rule import Outputs, operand_avals
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped
from functrace.engine.cotangent import convert
from functrace.primitives._make import TRANSPOSED, primitive
from functrace.primitives._user_call import OPERAND, Residuals, UserCall, UserRun


def _impl(*xs: Any, call: UserCall, keep: bool) -> Outputs:
    run = UserRun(call)
    given = [run.wrap(x) for x in xs]
    with run.running():
        work = users_work(call.forward if keep else call.evaluate)
        result, made = work(given) if keep else (work(given), None)
    results = _flatten_result(call, result)
    outs = Outputs(run.settle(leaf, "the output") for leaf in results)
    run.refuse_captured(outs, "the output")
    outs = Outputs(out.copy() if id(out) in run.views else out for out in outs)
    call.outs = tuple(map(aval_of, outs))
    if keep:
        outs.residuals = Residuals(made, run, given, results, outs)
    return outs


def _abstract_eval(*avals: Aval, call: UserCall, keep: bool) -> tuple[Aval, ...]:
    run = UserRun(call)
    labels = call.operand_labels
    given = [run.enter(*entry) for entry in zip(labels, avals, strict=True)]
    try:
        with run.running():
            result = call.evaluate(given)
    except Exception as error:
        if is_of_traced_values(error):
            _refuse_opaque(call, error)
        raise
    finally:
        end(cast("Leaf", leaf) for leaf in run.own)
    leaves = _flatten_result(call, result)
    outs = [run.settle(leaf, "the output") for leaf in leaves]
    run.refuse_captured(outs, "the output")
    call.outs = tuple(map(aval_of, outs))
    return call.outs


def _refuse_opaque(call: UserCall, error: Exception) -> None:
    text = message(
        f"{call.where}: the function takes no traced values; a graph of it needs the shape "
        "of its result.",
        source=user_line(),
        help="say what its result is like, functrace.custom_vjp(fun, like=...); it is then "
        "called on values where the graph is run.",
    )
    if not isinstance(error, FunctraceError):
        raise MissingRuleError(text) from error
    if text not in getattr(error, "__notes__", ()):
        error.add_note(text)


def _flatten_result(call: UserCall, result: Any) -> list[Any]:
    leaves, call.structure = pytree.flatten(result)
    return leaves


def _pull(g: Any, xs: Any, residuals: Any, needed: Any, node: Node) -> tuple[Any, ...]:
    call = node.params["call"]
    run = UserRun(call)
    given = [run.wrap(x) for x in xs]
    made = _maker(run, given, residuals, node)
    seeds = [None if j in call.silent else bar for j, bar in enumerate(g)]
    cotangents = _wrap_seeds(run, seeds, node.avals)
    with run.running():
        leaves = call.pull(given, made, cotangents, needed)
    found = [c for c, t in zip(leaves, call.template, strict=True) if t is OPERAND]
    labels, avals = call.operand_labels, operand_avals(node)
    out: list[Any] = []
    for bar, label, aval, wanted in zip(found, labels, avals, needed, strict=True):
        what = f"the cotangent of argument {label!r}"
        ignored = bar is None or not wanted or not is_inexact(aval.dtype)
        out.append(None if ignored else _fit(run, bar, aval, what))
    run.refuse_captured(out, "a cotangent")
    return tuple(out)


def _push(ts: Any, xs: Any, residuals: Any, node: Node) -> tuple[Any, ...]:
    call = node.params["call"]
    run = UserRun(call)
    given = [run.wrap(x) for x in xs]
    made = _maker(run, given, residuals, node)
    tangents = _wrap_seeds(run, ts, operand_avals(node))
    with run.running():
        found = call.push(given, made, tangents)
    out: list[Any] = []
    for j, (dot, aval) in enumerate(zip(found, node.avals, strict=True)):
        ignored = dot is None or j in call.silent or not is_inexact(aval.dtype)
        out.append(None if ignored else _fit(run, dot, aval, "a tangent", real=True))
    run.refuse_captured(out, "a tangent")
    return tuple(out)


def _maker(
    run: UserRun, xs: Sequence[Any], residuals: Residuals | None, node: Node
) -> Callable[[], Any]:
    """Give what the forward function left, or run it again if that will not do."""
    recorded = bool(run.own)
    if residuals is None or (recorded and not residuals.whole):
        return lambda: run.call.residuals(xs)
    return lambda: residuals.restore(run, xs, node, recorded=recorded)


def _wrap_seeds(run: UserRun, seeds: Sequence[Any], avals: Sequence[Aval]) -> list[Any]:
    """Cotangents or tangents in full; None where there is no derivative.

    In a recorded pass they are all handles, so that traced values may index them, or be
    written into them.
    """
    recorded = bool(run.own)
    given: list[Any] = []
    for seed, aval in zip(seeds, avals, strict=True):
        if not is_inexact(aval.dtype):
            given.append(None)
            continue
        zero = seed is None
        full = np.zeros(*aval)[() if not aval.shape else ...] if zero else seed
        if type(full) is Tracer and full.edge is None:
            full = full.value
        constant = recorded and type(full) is not Tracer
        given.append(Tracer(None, full) if constant else run.wrap(full))
    return given


def _fit(run: UserRun, value: Any, aval: Aval, what: str, *, real: bool = False) -> Any:
    """What a user's rule gave, of the shape and dtype of what it belongs to."""
    value = run.settle(value, what)
    if type(value) is np.ndarray and not value.ndim:
        value = value[()]
    found = aval_of(value)
    if found.shape != aval.shape:
        raise ShapeError(
            message(
                f"{run.call.where}: {what} has another shape.", expected=aval, got=found
            )
        )
    kind = np.dtype(found.dtype).kind
    if kind not in "biufc" or (
        real and kind == "c" and np.dtype(aval.dtype).kind != "c"
    ):
        raise DtypeError(
            message(
                f"{run.call.where}: {what} has another dtype.", expected=aval, got=found
            )
        )
    return convert(value, aval.dtype)


def _batch(at: Mapped, *xs: Any, call: UserCall, keep: bool) -> tuple[Any, ...]:
    return _outputs_of(call.batched(at), xs)


def _formula(*xs: Any, call: UserCall, keep: bool) -> Outputs | None:
    """The function's own operations; None if it can only run on values."""
    try:
        return _impl(*xs, call=call, keep=False)
    except Exception:  # noqa: BLE001 - foreign code on traced values may raise anything
        return None


def _record(name: str, rules: str, *, vjp: Any, jvp: Any) -> Primitive:
    return primitive(
        name,
        _impl,
        _abstract_eval,
        vjp=vjp,
        jvp=jvp,
        multiple=True,
        lower=Expanded(_formula),
        batch=_batch,
        doc=f"A function whose {rules} the user gives.",
    )


custom_vjp_call = _record("custom_vjp_call", "vjp", vjp=_pull, jvp=TRANSPOSED)
custom_jvp_call = _record("custom_jvp_call", "jvp", vjp=TRANSPOSED, jvp=_push)
custom_call = _record("custom_call", "vjp and jvp", vjp=_pull, jvp=_push)


def _record_of(call: UserCall) -> Primitive:
    """The record for the rules that the call has."""
    if call.has_vjp and call.has_jvp:
        return custom_call
    return custom_vjp_call if call.has_vjp else custom_jvp_call


def _outputs_of(call: UserCall, operands: Sequence[Any]) -> tuple[Any, ...]:
    """Record the call, with what its derivative needs where there are values."""
    traced = [x for x in operands if type(x) is Tracer]
    abstract = any(x.value is None for x in traced)
    keep = bool(traced) and not (abstract or current().complete)
    outs = _record_of(call).apply(tuple(operands), {"call": call, "keep": keep})
    pairs = enumerate(outs)
    return tuple([_plain(o) if keep and j in call.silent else o for j, o in pairs])


def _plain(out: Any) -> Any:
    """An output without a derivative, as an array of the caller's own."""
    if type(out) is not Tracer:
        return out
    return np.copy(out.value) if out.ndim else out.value


def apply_call(call: UserCall, operands: Sequence[Any]) -> Any:
    """Apply to operands, at least one of them traced; gives the result, a pytree."""
    leaves = _outputs_of(call, operands)
    assert call.structure is not None
    return pytree.unflatten(call.structure, leaves)
