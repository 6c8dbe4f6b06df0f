"""The short ways to apply a primitive: its usual cases with the loop over operands undone.

`Primitive.apply` takes operands of every kind. What the usual ones come to stands here once,
as a text that is written out for one operand or two: a loop over them, with lists of what it
finds, takes longer than all that an operation does besides its arithmetic.
"""

from __future__ import annotations

import functools
import linecache
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from functrace.core.aval import Aval, aval_of, hardened, new_aval
from functrace.core.errors import DtypeError
from functrace.core.foreign import defers
from functrace.core.guard import COPY_BYTES, protect
from functrace.core.node import Edge, Leaf, Node, last_end, new_edge, next_sequence
from functrace.core.recording import ambient
from functrace.core.source import resolved
from functrace.core.sparse import SparseOperandError, refuse_either
from functrace.core.tracer import Tracer, clock
from functrace.core.weak import COMPARISONS, PYTHON_OPERATORS, truths

if TYPE_CHECKING:
    from functrace.core.primitive import Primitive

IMMUTABLE = frozenset((int, float, complex, bool, np.float64, np.int64, np.bool_))
_FLOAT64 = np.dtype(np.float64)
_new: Callable[..., Any] = object.__new__


def ufunc_path(primitive: Primitive) -> Callable[..., Any]:
    """What a call of the primitive's ufunc comes to."""
    assert primitive.ufunc is not None
    if primitive.multiple or not primitive.bits or primitive.ufunc.nin > 2:
        return primitive
    if primitive.ufunc.nin == 2:
        return binary_path(primitive)
    return _path(primitive, "x", "", primitive.apply)


def unary_path(primitive: Primitive) -> Callable[[Any, dict[str, Any]], Any]:
    """`Primitive.apply` for one operand, and parameters."""
    return _path(primitive, "x", "params", primitive.apply)


def binary_path(
    primitive: Primitive, sparse: Callable[[Any, Any], Any] = refuse_either
) -> Callable[[Any, Any], Any]:
    """`Primitive.apply` for two operands: what is no array may know what to do.

    `sparse` answers where one of them is a matrix of `scipy.sparse`.
    """

    def general(operands: tuple[Any, Any], params: dict[str, Any]) -> Any:
        try:
            return primitive.apply(operands, params)
        except SparseOperandError:
            return sparse(*operands)
        except DtypeError:
            if defers(operands, Tracer):
                return NotImplemented
            raise

    return _path(primitive, "xy", "", general)


def abstract_path(
    primitive: Primitive,
) -> Callable[[Any, Any, dict[str, Any]], Any]:
    """`Primitive.apply` for two operands, and parameters: quick where no values are known."""
    return _path(primitive, "xy", "params", primitive.apply, quick=False)


def _path(
    primitive: Primitive,
    names: str,
    params: str,
    general: Callable[..., Any],
    *,
    quick: bool = True,
) -> Callable[..., Any]:
    gives_views = primitive.write_back is not None
    flags = [
        _saved_flags(primitive, mask, len(names)) if quick else None
        for mask in range(1 << len(names))
    ]
    make = _maker(names, params)
    return make(primitive, primitive.impl, general, flags, gives_views)


def _saved_flags(
    primitive: Primitive, mask: int, count: int
) -> tuple[bool, ...] | None:
    """Whether each operand is saved, and the output, if those in `mask` are traced.

    Nothing without a derivative; None where `Primitive.apply` is to see to it.
    """
    wanted = mask & primitive.bits
    if primitive.multiple or not mask or wanted not in (0, mask):
        return None
    if not wanted:
        return ()
    names = primitive.keeps(mask, count)
    users = [{"x", "xs"}, {"y", "xs", "rest"}][:count]
    return tuple(bool(names & each) for each in (*users, {"out", "outs"}))


# -- what an operation does ------------------------------------------------------------

# A constant is its own edge and value; of an array beside a traced value a node keeps a
# copy, or what it needs to know of it. Constructors would take three times as long. Left
# to `general`: other arrays, what was traced in a transform that has ended, modes in which
# more is recorded, and what `flags` has None for.
_OPERATION = """
def make(primitive, impl, general, flags, gives_views):
    alike = primitive.alike
    def operation({arguments}):
        state = ambient.get()
        observer = state.observer
        if observer is not None and not observer.at_work:
            observer.ignore()
            return observer.performing(operation, {arguments})
        mask = 0
{no_constant}\
{each_operand}\
        if {any_abstract}:
            avals = None
            if state.tracing and not (state.sources or {any_other}):
{known}\
            if avals is None:
                return general(({names},), {params})
            ((shape, dtype),) = avals
            mask &= primitive.bits
            out = saved = None
        else:
            keep = flags[mask]
            if keep is None or not state.usual or not state.tracing and ({any_old}):
                return general(({names},), {params})
            if observer is None:
                out = {value}
            else:
                out = observer.apply(primitive, ({values},), {params})
            dtype = out.dtype
            if not keep or dtype is not FLOAT64 and dtype.kind not in "fc":
                return general(({names},), {params}) if state.asked else out
            {keeps}, keep_out = keep
{each_constant}\
            shape, avals = out.shape, None
            saved = {saved}, out if keep_out else None
        node = new(Node)
        node.primitive = primitive
        node.inputs = ({edges},)
        node.mask = mask
        node.params = {params}
        node.saved = saved
        node.shape = shape
        node.dtype = dtype
        node.sequence = next_sequence()
        node._avals = avals
        node.hooks = node.source = None
        if observer is not None:
            line = state.line
            node.source = observer.line() if line is None else resolved(line)
        tracer = new(Tracer)
        tracer.edge = new_edge(Edge, (node, 0))
        tracer.value = out
        tracer.base = None
        if out is None:
            if state.handles is not None:
                state.handles.note(ref(tracer))
            if gives_views and x.is_array:
                tracer.set_base(x)
        elif gives_views and is_view(out, x_value):
            tracer.base = x
            tracer.stamp = clock.now
        return tracer
    return operation
"""
_KNOWN = """\
                avals = alike.get(({kinds},))
                if avals is None:
                    avals = results_of_like(primitive, ({edges},), {params})
"""
_COMPUTED = """\
                avals = results_of_like(primitive, ({edges},), {params})
"""
_KIND = (
    "((node := {x}_edge[0]).shape, node.dtype) if type({x}_edge) is Edge "
    "else type({x}_edge)"
)
_OPERAND = """\
        if type({x}) is Tracer:
            base = {x}.base
            if base is not None:
                if {x}.stamp != clock.now:
                    {x}.sync()
                root = base if base.base is None else base.root()
                if root.edge is None and not gives_views:
                    return general(({names},), {params})
            {x}_edge, {x}_value = {x}.edge, {x}.value
            if {x}_edge is not None:
                mask += {bit}
"""
_ALONE = """\
            else:
                return general(({names},), {params})
        elif type({x}) is ndarray and {x}.dtype is FLOAT64 or type({x}) in IMMUTABLE:
            {x}_value = {x}
            return {value}
"""
_BESIDE_ANOTHER = """\
            elif is_copied({x}_value):
                {x}_edge = {x}_value
                constant = True
            else:
                return general(({names},), {params})
        elif type({x}) in IMMUTABLE:
            {x}_edge = {x}_value = {x}
        elif is_copied({x}):
            {x}_edge = {x}_value = {x}
            constant = True
"""
_OTHERWISE = """\
        else:
            return general(({names},), {params})
"""
_CONSTANT = """\
            if constant and type({x}_edge) is ndarray:
                {x}_value = protect({x}_value)[0] if keep_{x} else None
                {x}_edge = {x}_value if keep_{x} else aval_of({x}_edge)
"""


@functools.cache
def _maker(names: str, params: str) -> Callable[..., Callable[..., Any]]:
    """The text as a function, of what differs from one primitive to the next."""
    made: dict[str, Any] = {}
    text, file = _text(names, params), f"<{__name__} of {names}{params}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    exec(compile(text, file, "exec"), _SCOPE, made)  # noqa: S102 - our own text
    return made["make"]


def _text(names: str, params: str) -> str:
    """For operands with names of one letter; `params` names the parameters, if any."""

    def each(text: str, separator: str = ", ", **parts: str) -> str:
        several = (text.format(x=x, bit=1 << k, **parts) for k, x in enumerate(names))
        return separator.join(several)

    beside = len(names) > 1
    operand = _OPERAND + (_BESIDE_ANOTHER if beside else _ALONE) + _OTHERWISE
    concrete = each("mask & {bit} and {x}_value is not None", " or ")
    values, given = each("{x}_value"), params or "NO_PARAMS"
    parts = {
        "arguments": ", ".join([*names, params] if params else names),
        "values": values,
        "names": each("{x}"),
        "params": given,
        "value": f"impl({values}, **{given}) if {given} else impl({values})",
    }
    return _OPERATION.format(
        **parts,
        each_operand=each(operand, "", **parts),
        edges=each("{x}_edge"),
        any_abstract=each("{x}_value is None", " or "),
        known=(_COMPUTED if params else _KNOWN).format(
            edges=each("{x}_edge"), kinds=each(_KIND), params=given
        ),
        no_constant="        constant = False\n" if beside else "",
        each_constant=each(_CONSTANT, "") if beside else "",
        any_other=f"constant or {concrete}" if beside else concrete,
        any_old=each("mask & {bit} and is_old({x}_edge)", " or "),
        keeps=each("keep_{x}"),
        saved=each("{x}_value if keep_{x} else None"),
    )


def _is_copied(constant: Any) -> bool:
    """Whether it is an array that a node may keep a copy of."""
    if type(constant) is not np.ndarray or constant.dtype is not _FLOAT64:
        return False
    return constant.nbytes <= COPY_BYTES


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


def results_of_like(
    primitive: Primitive, operands: Sequence[Any], params: dict[str, Any]
) -> tuple[Aval] | None:
    """What abstract operands give, of an operation seen on their like before.

    Constants among them are numbers. None where more has to be looked at: several outputs,
    traced Python numbers, truth values that are counted.
    """
    ufunc = primitive.ufunc
    compares = ufunc is not None and ufunc in COMPARISONS
    if not params:
        known = primitive.alike.get(kinds_of(operands))
        if known is not None:
            truths.made += compares
            return known
    if primitive.multiple:
        return None
    avals: list[Aval] = []
    for operand in operands:
        if type(operand) is Edge:
            shape, dtype = operand[0].shape, operand[0].dtype
            if shape is None or type(dtype) is type:
                return None
            avals.append(new_aval(Aval, (shape, dtype)))
        else:
            avals.append(aval_of(operand))
    out = hardened(primitive.abstract_eval(*avals, **params))
    if ufunc is not None and out.dtype.kind == "b":
        if ufunc in PYTHON_OPERATORS and not compares:
            return None
        truths.made += compares
    if params:
        return (out,)
    return primitive.alike.setdefault(kinds_of(operands), (out,))


def kinds_of(operands: Sequence[Any]) -> tuple[Any, ...]:
    """What tells abstract operands, and numbers beside them, from those of other kinds."""
    return tuple(
        [(e[0].shape, e[0].dtype) if type(e) is Edge else type(e) for e in operands]
    )


_SCOPE: dict[str, Any] = {
    "__name__": __name__,
    "FLOAT64": _FLOAT64,
    "IMMUTABLE": IMMUTABLE,
    "NO_PARAMS": {},
    "Edge": Edge,
    "Node": Node,
    "Tracer": Tracer,
    "ambient": ambient,
    "clock": clock,
    "is_old": _is_old,
    "is_view": is_view,
    "ndarray": np.ndarray,
    "aval_of": aval_of,
    "is_copied": _is_copied,
    "new": _new,
    "new_edge": new_edge,
    "next_sequence": next_sequence,
    "protect": protect,
    "ref": ref,
    "resolved": resolved,
    "results_of_like": results_of_like,
}
