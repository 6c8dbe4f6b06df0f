"""Loops that are one operation of a graph, and native loops when compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.capture import NEVER, RaisingError
from functrace.core.effects import hand_on, take
from functrace.core.errors import DtypeError, ShapeError, message
from functrace.core.graph import Graph
from functrace.core.observing import own_work, users_work
from functrace.core.recording import recording_all
from functrace.core.tracer import Tracer
from functrace.primitives._graphs import fresh, handles
from functrace.primitives._loops import Body
from functrace.primitives.while_loop import while_of
from functrace.transforms._bodies import (
    Operands,
    avals_of,
    check_avals,
    is_recorded,
    leaf_of,
    settled,
    trace_body,
    unify,
)
from functrace.transforms._failing import own_failure, raise_where
from functrace.transforms._progress import Meter, Progress
from functrace.transforms._scan import (
    Checkpoint,
    checked_state,
    in_segments,
    own_copy,
    rounds_of,
    scan_leaves,
    segment_size,
)
from functrace.transforms.vmap import vmap


def scan(
    f: Callable[[Any, Any], tuple[Any, Any]],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
    *,
    checkpoint: Checkpoint = None,
    progress: Progress = None,
) -> tuple[Any, Any]:
    """Loop over the first axis of arrays, carrying values from one round to the next.

    ``for x in xs: carry, y = f(carry, x)``, with the `y` stacked. In a compiled function
    it is a native loop.

    Parameters
    ----------
    f : callable
        ``(carry, x) -> (carry, y)``, of pytrees. The carry it returns has the structure,
        shapes and dtypes of the one that it is given.
    init : pytree
        The first carry.
    xs : pytree, optional
        Arrays ``(length, ...)``; `f` gets their elements along the first axis.
    length : int, optional
        Number of rounds; needed if there are no `xs`.
    reverse : bool
        Go from the last element to the first; the `y` are stacked in the order of `xs`.
    checkpoint : {None, "sqrt"} or int
        How often reverse mode keeps the carry: it computes the rest again, in segments
        of so many rounds, or of the square root of `length`. None: it keeps what it
        needs of every round.
    progress : bool, str or tqdm, optional
        Show how far the loop is, with this text: by tqdm if that is installed, else as a
        line. What has tqdm's methods is told, and what makes such bars is called with
        ``total=length``. Derivatives do not show it.

    Returns
    -------
    carry : pytree
        The last carry.
    ys : pytree
        What `f` returned besides, stacked: arrays ``(length, ...)``.

    Raises
    ------
    PytreeMismatchError, ShapeError, DtypeError
        The carry changes its structure, a shape or a dtype; the `xs` differ in length.

    Notes
    -----
    Under `jit`, `vmap` and `make_graph`, `f` is called once, on traced values. Elsewhere it
    is called in every round, on values, which it may look at.

    Memory in reverse mode: what of each round is dear to compute again; with `checkpoint`
    that of one segment, and a carry for each.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def step(total, x):
    ...     total = total + x
    ...     return total, total
    >>> ft.scan(step, 0.0, np.array([1.0, 2.0, 3.0]))
    (np.float64(6.0), array([1., 3., 6.]))
    """
    where = "functrace.scan"
    if progress:
        length = rounds_of(where, Operands(where, "xs", xs), length)
        meter = Meter(where, progress, length)
        kept: Any = {"length": length, "reverse": reverse, "checkpoint": checkpoint}
        with meter:
            (_, carry), ys = scan(meter.counting(f), (0, init), xs, **kept)
        return carry, ys
    carry, rows = Operands(where, "init", init), Operands(where, "xs", xs)
    length = rounds_of(where, rows, length)
    if checkpoint is not None:
        size = segment_size(where, checkpoint, length)
        try:
            return in_segments(where, f, carry, rows, length, reverse, size)
        except RaisingError:
            if is_recorded():
                raise
    return scan_leaves(where, f, carry, rows, length, reverse=reverse)


def while_loop(
    cond_fun: Callable[[Any], Any],
    body_fun: Callable[[Any], Any],
    init_val: Any,
    *,
    progress: Progress = None,
) -> Any:
    """Repeat as long as a condition holds.

    ``while cond_fun(val): val = body_fun(val)``. In a compiled function it is a native
    loop. Both modes of differentiation go through it.

    Parameters
    ----------
    cond_fun : callable
        ``val -> bool``.
    body_fun : callable
        ``val -> val``, of the same structure, shapes and dtypes.
    init_val : pytree
        The first value.
    progress : bool, str or tqdm, optional
        Show the number of rounds so far; see `scan`.

    Returns
    -------
    pytree
        The first value for which the condition fails.

    Raises
    ------
    PytreeMismatchError, ShapeError, DtypeError
        The value changes its structure, a shape or a dtype; the condition is not one
        truth value.

    Notes
    -----
    Under `jit`, `vmap` and `make_graph` the functions are called once, on traced values.
    Elsewhere they are called in every round, on values.

    The derivative is that of the rounds that were made: where the number of rounds
    changes, the function may jump, and no derivative knows of that. In reverse mode a
    compiled loop is run twice, as its length is not known before.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def root(a):
    ...     def newton(x):
    ...         return 0.5 * (x + a / x)
    ...
    ...     return ft.while_loop(lambda x: abs(x * x - a) > 1e-12, newton, a)
    >>> np.round([root(4.0), ft.grad(root)(4.0)], 6)
    array([2.  , 0.25])
    """
    where = "functrace.while_loop"
    if progress:
        with Meter(where, progress) as meter:
            counted = meter.counting(lambda val, _: (body_fun(val), None))
            meter.rounds, val = while_loop(
                lambda pair: cond_fun(pair[1]),
                lambda pair: counted(pair, None)[0],
                (0, init_val),
            )
        return val
    carry = Operands(where, "init_val", init_val)
    if not is_recorded():
        return _round_by_round(where, cond_fun, body_fun, carry)
    failure = own_failure()
    while True:
        args = [(carry.treedef, carry.avals)]
        body = trace_body(where, body_fun, args, failure, effects=True)
        pytree.check_structure(where, "the value", body.treedef, carry.treedef)
        if not carry.promote(avals_of(body.graph.outputs[: len(carry.values)])):
            break
    body = body._replace(graph=settled(body, carry.dtypes))
    found = avals_of(body.graph.outputs[: len(carry.values)])
    check_avals(where, "the value", carry.treedef, found, carry.avals)
    cond = trace_body(where, cond_fun, [(carry.treedef, carry.avals)])
    pytree.check_structure(where, "the condition", cond.treedef, pytree.LEAF)
    cond = cond._replace(graph=settled(cond, ()))
    _check_truth(where, avals_of(cond.graph.outputs)[0])
    state = list(carry.values)
    if body.effects:
        state.append(take())
        cond = cond.with_token()
    (condition, graph), captured = unify([cond, body])
    condition = Graph(condition.inputs, condition.outputs[:1])
    may_raise = failure is not None and failure.holds is not NEVER
    if may_raise:
        condition, graph = _unless_failed(condition, graph, tokens=int(body.effects))
        state.insert(len(carry.values), NEVER)
    whole = Body(graph, len(captured), len(state))
    *outs, _count = while_of(condition, whole, [*captured, *state])
    if body.effects:
        hand_on(outs.pop())
    if may_raise:
        raise_where(outs.pop())
    return carry.tree(outs)


@own_work
def _round_by_round(
    where: str,
    cond_fun: Callable[[Any], Any],
    body_fun: Callable[[Any], Any],
    carry: Operands,
) -> Any:
    cond_fun, body_fun = users_work(cond_fun), users_work(body_fun)
    state = carry.tree([own_copy(x) for x in carry.values])
    while _truth(where, cond_fun(state)):
        state = checked_state(where, "the value", body_fun(state), carry)
    return state


def _unless_failed(cond: Graph, body: Graph, *, tokens: int) -> tuple[Graph, Graph]:
    """A loop that ends, too, when an output of its body holds, and says so.

    It is the last one but for `tokens`, and becomes a carry.
    """
    inputs, again = (fresh("operand", g.in_avals) for g in (cond, body))
    (before,), (failed,) = (fresh("failed", [Aval((), np.bool_)]) for _ in range(2))
    with recording_all():
        (more,) = cond.evaluate(handles(inputs))
        ended: Any = handles([before])[0]
        going: Any = np.logical_and(np.logical_not(ended), more)
        outs = body.evaluate(handles(again))
        place = len(outs) - 1 - tokens
        so_far: Any = handles([failed])[0]
        outs[place] = np.logical_or(so_far, outs[place])
    outputs = [out.edge if type(out) is Tracer else out for out in outs]
    inputs.insert(len(inputs) - tokens, before)
    again.insert(len(again) - tokens, failed)
    return Graph(inputs, [going.edge]), Graph(again, outputs)


def _truth(where: str, value: Any) -> bool:
    found = leaf_of(where, "the condition", value)
    _check_truth(where, avals_of([found])[0])
    return bool(found)


def _check_truth(where: str, aval: Aval) -> None:
    if aval.shape:
        raise ShapeError(
            message(f"{where}: the condition must be one truth value.", got=aval)
        )
    if aval.dtype.kind != "b":
        raise DtypeError(
            message(f"{where}: the condition must be a truth value.", got=aval)
        )


def fori_loop(
    lower: Any,
    upper: Any,
    body_fun: Callable[[Any, Any], Any],
    init_val: Any,
    *,
    progress: Progress = None,
) -> Any:
    """Loop over a range of integers.

    ``for i in range(lower, upper): val = body_fun(i, val)``.

    Parameters
    ----------
    lower, upper : int
        The range. Traced integers make it a `while_loop`; known ones a `scan`.
    body_fun : callable
        ``(i, val) -> val``, of the same structure, shapes and dtypes.
    init_val : pytree
    progress : bool, str or tqdm, optional
        Show how far the loop is; see `scan`.

    Returns
    -------
    pytree
        The last value.

    Raises
    ------
    PytreeMismatchError, ShapeError, DtypeError
        As of `while_loop`.

    Examples
    --------
    >>> import functrace as ft
    >>> float(ft.fori_loop(0, 10, lambda i, x: x + i, 0.0))
    45.0
    """
    where = "functrace.fori_loop"
    lower, upper = _bound(where, "lower", lower), _bound(where, "upper", upper)
    if progress:
        known = Tracer not in (type(lower), type(upper))
        total = max(int(upper) - int(lower), 0) if known else None
        with Meter(where, progress, total) as meter:
            body = meter.numbered(body_fun, lower)
            return fori_loop(lower, upper, body, init_val)
    if not is_recorded():
        carry = Operands(where, "init_val", init_val)
        return _count(where, range(int(lower), int(upper)), body_fun, carry)
    if Tracer in (type(lower), type(upper)):
        _, val = while_loop(
            lambda pair: pair[0] < upper,
            lambda pair: (pair[0] + 1, body_fun(*pair)),
            (lower, init_val),
        )
        return val

    def step(pair: Any, _: None) -> Any:
        i, val = pair
        return (i + 1, body_fun(i, val)), None

    pair = Operands(where, "init_val", (lower, init_val))
    length = max(int(upper) - int(lower), 0)
    nothing = Operands(where, "xs", None)
    (_, val), _ = scan_leaves(where, step, pair, nothing, length, reverse=False)
    return val


@own_work
def _count(
    where: str, numbers: range, body_fun: Callable[[Any, Any], Any], carry: Operands
) -> Any:
    body_fun = users_work(body_fun)
    val = carry.tree([own_copy(x) for x in carry.values])
    for i in numbers:
        val = checked_state(where, "the value", body_fun(np.int64(i), val), carry)
    return val


def _bound(where: str, what: str, value: Any) -> Any:
    bound = leaf_of(where, what, value)
    (aval,) = avals_of([bound])
    if aval.shape or aval.dtype.kind not in "iu":
        raise DtypeError(message(f"{where}: {what} must be an integer.", got=aval))
    return bound.astype(np.int64)


def map(  # noqa: A001 - the field's name
    f: Callable[[Any], Any], xs: Any, *, batch_size: int | None = None
) -> Any:
    """Apply a function to the elements of arrays, one after another.

    Parameters
    ----------
    f : callable
        Takes and returns pytrees.
    xs : pytree
        Arrays ``(length, ...)``.
    batch_size : int, optional
        Apply it to so many elements at once, by `vmap`.

    Returns
    -------
    pytree
        The results, stacked. Against `vmap`: memory for one element only, and branches
        are taken.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> ft.map(lambda x: np.sum(x) ** 2, np.arange(6.0).reshape(3, 2))
    array([ 1., 25., 81.])
    """
    where = "functrace.map"
    rows = Operands(where, "xs", xs)
    length = rounds_of(where, rows, None)
    if batch_size is None:
        return _one_by_one(where, f, rows, length)
    if batch_size < 1:
        raise ValueError(f"{where}: batch_size must be positive, not {batch_size}.")
    count = length // batch_size
    whole = count * batch_size
    mapped = vmap(f)
    folded = [x[:whole].reshape(count, batch_size, *x.shape[1:]) for x in rows.values]
    parts = Operands(where, "xs", rows.tree(folded))
    ys = _one_by_one(where, mapped, parts, count)
    leaves, treedef = pytree.flatten(ys)
    leaves = [y.reshape(whole, *y.shape[2:]) for y in leaves]
    if whole < length:
        rest = mapped(rows.tree([x[whole:] for x in rows.values]))
        pairs = zip(leaves, pytree.flatten(rest)[0], strict=True)
        leaves = [np.concatenate(pair) for pair in pairs]
    return pytree.unflatten(treedef, leaves)


def _one_by_one(
    where: str, f: Callable[[Any], Any], rows: Operands, length: int
) -> Any:
    def step(_: None, x: Any) -> tuple[None, Any]:
        return None, f(x)

    carry = Operands(where, "init", None)
    return scan_leaves(where, step, carry, rows, length, reverse=False)[1]
