"""The shortest ways to apply a primitive: its usual cases in line.

All else comes to `Primitive.apply`, of which these are copies for one or two operands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from functrace.core.aval import aval_of
from functrace.core.errors import DtypeError
from functrace.core.foreign import defers
from functrace.core.node import Edge, Leaf, Node, last_end, new_edge, next_sequence
from functrace.core.recording import Recording, ambient
from functrace.core.sparse import SparseOperandError, refuse_either
from functrace.core.tracer import Tracer, clock

if TYPE_CHECKING:
    from functrace.core.primitive import Primitive

IMMUTABLE = frozenset((int, float, complex, bool, np.float64, np.int64, np.bool_))
_FLOAT64 = np.dtype(np.float64)
_NO_PARAMS: dict[str, Any] = {}
_new: Callable[..., Any] = object.__new__


def is_view(out: Any, x: Any) -> bool:
    """Whether an array shares memory with an operand that it was made of."""
    if type(out) is not np.ndarray or out.base is None:
        return False
    if out.base is x or out.base is x.base:
        return True
    return getattr(out.base, "base", None) is x  # `as_strided` puts an object between


def _is_old(edge: Any) -> bool:
    """Whether an edge may be of a trace that has ended; asked outside of traces only."""
    node = edge[0]
    if node.sequence >= last_end.sequence:
        return False
    return type(node) is not Leaf or node.ended


def _record(
    primitive: Primitive,
    inputs: tuple[Any, ...],
    mask: int,
    params: dict[str, Any],
    saved: tuple[Any, ...] | None,
    value: Any,
    shape: tuple[int, ...],
    dtype: Any,
) -> Tracer:
    """A tracer on a new node with one output: without constructors, a third of the time."""
    node = _new(Node)
    node.primitive = primitive
    node.inputs = inputs
    node.mask = mask
    node.params = params
    node.saved = saved
    node.shape = shape
    node.dtype = dtype
    node._avals = None  # noqa: SLF001 - what Node's constructor does
    node.sequence = next_sequence()
    node.hooks = None
    node.source = None
    tracer = _new(Tracer)
    tracer.edge = new_edge(Edge, (node, 0))
    tracer.value = value
    tracer.base = None
    return tracer


def _record_alike(
    primitive: Primitive, state: Recording, *operands: Any
) -> Tracer | None:
    """`Primitive.apply` for abstract operands of an operation seen on their like before.

    None where more has to be looked at: traced Python numbers, several outputs.
    """
    key: list[Any] = []
    mask, bit = 0, 1
    for operand in operands:
        if type(operand) is Edge:
            node = operand[0]
            if node.shape is None or type(node.dtype) is type:
                return None
            key += (node.shape, node.dtype)
            mask |= bit
        else:
            key.append(type(operand))
        bit <<= 1
    known = primitive.alike.get(tuple(key))
    if known is None:
        avals = [e.aval if type(e) is Edge else aval_of(e) for e in operands]
        known = primitive.abstract_eval(*avals)
        primitive.alike[tuple(key)] = known
    tracer = _record(
        primitive, operands, mask & primitive.bits, _NO_PARAMS, None, None, *known
    )
    if state.handles is not None:
        state.handles(ref(tracer))
    return tracer


def make_entry(primitive: Primitive) -> Callable[..., Any]:
    """What a call of the primitive's ufunc comes to: the shortest way to record it."""
    assert primitive.ufunc is not None
    if primitive.multiple or not primitive.bits or primitive.ufunc.nin > 2:
        return primitive
    if primitive.ufunc.nin == 2:
        return make_binary(primitive)
    unary = primitive.unary
    return lambda x: unary(x, _NO_PARAMS)


def make_unary(  # noqa: C901 - a hot path, in line
    primitive: Primitive,
) -> Callable[[Any, dict[str, Any]], Any]:
    """`Primitive.apply` for one operand, with its usual case in line."""
    general, impl, differentiable = (
        primitive.apply,
        primitive.impl,
        bool(primitive.bits),
    )
    usual = not primitive.multiple
    elementwise = primitive.broadcasts and usual
    gives_views = primitive.write_back is not None
    names = primitive.keeps(1, 1)
    keep_x, keep_out = bool(names & {"x", "xs"}), bool(names & {"out", "outs"})

    def unary(  # noqa: C901 - likewise
        x: Any, params: dict[str, Any]
    ) -> Any:
        if type(x) is not Tracer:
            if type(x) is np.float64 or (type(x) is np.ndarray and x.dtype is _FLOAT64):
                return impl(x, **params)
            return general((x,), params)
        base = x.base
        if base is not None:
            if x.stamp != clock.now:
                x.sync()
            if not gives_views and (base.edge is None or base.base is not None):
                return general((x,), params)  # of a constant, perhaps
        value, edge = x.value, x.edge
        state = ambient.get()
        if value is None and edge is not None and elementwise and not params:
            found = _record_alike(primitive, state, edge)
            if found is not None and state.tracing and not state.sources:
                return found
        if value is None or edge is None or not state.usual or not usual:
            return general((x,), params)
        if not state.tracing and _is_old(edge):
            return general((x,), params)
        out = impl(value, **params) if params else impl(value)
        dtype = out.dtype
        if not differentiable or (dtype is not _FLOAT64 and dtype.kind not in "fc"):
            return general((x,), params) if state.asked else out
        saved = (value if keep_x else None, out if keep_out else None)
        tracer = _record(primitive, (edge,), 1, params, saved, out, out.shape, dtype)
        if gives_views and is_view(out, value):
            tracer.base = x
            tracer.stamp = clock.now
        return tracer

    return unary


def make_binary(  # noqa: C901, PLR0915 - a hot path, in line
    primitive: Primitive, sparse: Callable[[Any, Any], Any] = refuse_either
) -> Callable[[Any, Any], Any]:
    """`Primitive.apply` for two operands, no parameters, with its usual cases in line.

    `sparse` answers where one operand is a matrix of `scipy.sparse`.
    """
    general, impl = primitive.apply, primitive.impl
    bits = primitive.bits
    keep: list[Any] = [None]
    for mask in (1, 2, 3):
        names = primitive.keeps(mask, 2)
        which = tuple(
            bool(names & kept)
            for kept in ({"x", "xs"}, {"y", "xs", "rest"}, {"out", "outs"})
        )
        keep.append(which if bits & mask == mask else None)

    def unusual(x: Any, y: Any) -> Any:
        """Apply to an operand that may be no array: it may know what to do."""
        try:
            return general((x, y), {})
        except SparseOperandError:
            return sparse(x, y)
        except DtypeError:
            if defers((x, y), Tracer):
                return NotImplemented
            raise

    def binary(x: Any, y: Any) -> Any:  # noqa: C901, PLR0912 - a hot path, in line
        mask = 0
        if type(x) is Tracer:
            base = x.base
            if base is not None and x.stamp != clock.now:
                x.sync()
            x_edge, xv = x.edge, x.value
            if base is not None and (base.edge is None or base.base is not None):
                x_edge = x_edge if x.root().edge is not None else None
            mask = 1
        elif type(x) in IMMUTABLE:
            x_edge = xv = x
        else:
            return unusual(x, y)
        if type(y) is Tracer:
            base = y.base
            if base is not None and y.stamp != clock.now:
                y.sync()
            y_edge, yv = y.edge, y.value
            if base is not None and (base.edge is None or base.base is not None):
                y_edge = y_edge if y.root().edge is not None else None
            mask += 2
        elif type(y) in IMMUTABLE:
            y_edge = yv = y
        else:
            return unusual(x, y)
        if x_edge is None or y_edge is None:
            return general((x, y), {})
        state = ambient.get()
        if xv is None or yv is None:
            if mask == 3 and xv is not yv:  # one of them is concrete: it is noted
                return general((x, y), {})
            found = _record_alike(primitive, state, x_edge, y_edge)
            if found is None or not state.tracing or state.sources:
                return general((x, y), {})
            return found
        kept = keep[mask]
        if (
            kept is None
            or not state.usual
            or (
                not state.tracing
                and ((mask & 1 and _is_old(x_edge)) or (mask & 2 and _is_old(y_edge)))
            )
        ):
            return general((x, y), {})
        out = impl(xv, yv)
        dtype = out.dtype
        if dtype is not _FLOAT64 and dtype.kind not in "fc":
            return general((x, y), {}) if state.asked else out
        keep_x, keep_y, keep_out = kept
        saved = (
            xv if keep_x else None,
            yv if keep_y else None,
            out if keep_out else None,
        )
        inputs = (x_edge, y_edge)
        return _record(
            primitive, inputs, mask, _NO_PARAMS, saved, out, out.shape, dtype
        )

    return binary
