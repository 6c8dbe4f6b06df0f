"""The record of a primitive, and what happens when one is applied."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from functrace.core.aval import Aval, aval_of, new_aval
from functrace.core.capture import note
from functrace.core.dispatch import FUNCTIONS
from functrace.core.errors import MissingRuleError, message
from functrace.core.graph import Edge, Node, next_sequence
from functrace.core.guard import Guard, protect
from functrace.core.lazy import lazy
from functrace.core.operators import register_ufunc
from functrace.core.recording import COMPLETE, SOURCES, STANDARD, TRACING, mode
from functrace.core.rule import Keeper, Rule, Unsupported, make_keeper, positions
from functrace.core.source import user_line
from functrace.core.tracer import Tracer, clock
from functrace.core.weak import is_weak, resolve, with_dtypes

REGISTRY: dict[str, Primitive] = {}

_IMMUTABLE = frozenset((int, float, complex, bool, np.float64, np.int64, np.bool_))
_FLOAT64 = np.dtype(np.float64)
_NO_PARAMS: dict[str, Any] = {}
_new: Callable[..., Any] = object.__new__
new_edge = tuple.__new__  # new_edge(Edge, (node, 0)), for hot paths


@dataclass(frozen=True, eq=False, kw_only=True)
class Primitive:
    """An atomic operation: everything functrace knows of it, in one place.

    Attributes
    ----------
    name : str
        Unique, snake_case: what graphs print and pickles store.
    impl : callable
        ``(*arrays, **params) -> array``, or a tuple of arrays: NumPy, and the definition of
        the value.
    abstract_eval : callable
        ``(*avals, **params) -> Aval``, or a tuple of Aval.
    vjp, jvp : Rule, Unsupported or None
        The derivatives; None if the operation has none by nature. See
        `functrace.core.rule`.
    multiple : bool
        Whether `impl` returns a tuple.
    broadcasts : bool
        Whether operands are broadcast against one another: the engines then sum a
        cotangent over, or spread a tangent along, the broadcast dimensions.
    elementwise : bool
        Whether each element of the one output comes from the operands' elements there.
    write_back : callable or None
        Of an operation whose output is a view of its first operand:
        ``(base, view, *others, **params) -> base`` with what was written to the view.
    batch : callable or None
        ``(at, *operands, **params) -> out``, or a tuple: the operation on operands of
        which some have one more axis, the first; `at` is a
        `functrace.engine.batching.Mapped`. Every output has that axis.
    lowering : object or callable, or None
        How the operation is compiled, or a function without parameters that says so when
        the compiler first asks; see `lower`.
    simplify : callable or None
        How the operation is rewritten.
    family : callable or None
        ``params -> (key, extended)``. Of applications to the same operands with equal keys,
        those that are extended give first what the others do.
    prune : callable or None
        ``(params, used) -> functrace.engine.liveness.Pruned``, or None: the operation of
        which the outputs where `used` is true are needed.
    layout : callable or None
        ``(*arrays, **params) -> array`` that lies in memory as the output does, from arrays
        that lie as the operands do; see `functrace.core.strides`. None: as `impl`'s if it
        gives views, else in C order.
    ufunc : numpy.ufunc or None
        The ufunc that this record answers for.
    domain : tuple of (float, float)
        For each operand of an elementwise operation, an interval on which it is smooth.
    doc, reference : str
        One line on what it computes; the source of its derivative.
    """

    name: str
    impl: Callable[..., Any]
    abstract_eval: Callable[..., Any]
    vjp: Rule | Unsupported | None
    jvp: Rule | Unsupported | None
    multiple: bool = False
    broadcasts: bool = False
    elementwise: bool = False
    write_back: Callable[..., Any] | None = None
    layout: Callable[..., Any] | None = None
    batch: Callable[..., Any] | None = None
    lowering: Any = None
    simplify: Callable[..., Any] | None = None
    family: Callable[..., Any] | None = None
    prune: Callable[..., Any] | None = None
    ufunc: np.ufunc | None = None
    domain: tuple[tuple[float, float], ...] = ()
    doc: str = ""
    reference: str = ""
    module: str = ""
    bits: int = field(init=False, repr=False)
    unary: Callable[..., Any] = field(init=False, repr=False)
    pullbacks: dict[Any, Any] = field(default_factory=dict, repr=False)
    alike: dict[Any, Aval] = field(default_factory=dict, repr=False)
    _keepers: dict[Any, Keeper] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.name in REGISTRY:
            raise ValueError(f"functrace: there is a primitive {self.name!r} already.")
        REGISTRY[self.name] = self
        bits = 0
        for rule in (self.vjp, self.jvp):
            bits |= rule.bits if isinstance(rule, Rule) else 0 if rule is None else -1
        object.__setattr__(self, "bits", bits)  # the class is frozen
        object.__setattr__(self, "unary", make_unary(self))
        if self.ufunc is not None:
            register_ufunc(self.ufunc, make_entry(self))

    @lazy
    def lower(self) -> Any:
        """How the operation is compiled; None if it is not."""
        return self.lowering() if callable(self.lowering) else self.lowering

    def keeps(self, mask: int, count: int) -> set[str]:
        """Names of what the rules for the operands in `mask` take."""
        rules = [r for r in (self.vjp, self.jvp) if isinstance(r, Rule)]
        return set[str]().union(*(r.residuals(mask, count) for r in rules))

    def __repr__(self) -> str:
        return f"<Primitive {self.name}>"

    def __reduce__(self) -> Any:
        return find_primitive, (self.name, self.module)

    def __call__(self, *args: Any, **params: Any) -> Any:
        """Apply to arrays, giving arrays, or to tracers, recording a node."""
        if len(args) == 1:
            return self.unary(args[0], params)
        return self.apply(args, params)

    def apply(  # noqa: C901, PLR0912, PLR0915 - one pass over every kind of operand
        self, args: tuple[Any, ...], params: dict[str, Any]
    ) -> Any:
        """Apply to any operands: arrays, numbers, lists, tracers of every kind."""
        mask, bit, handles, abstract = 0, 1, False, False
        inputs: list[Any] = []
        values: list[Any] = []
        operands: list[Any] = []
        for arg in args:
            kind = type(arg)
            operand = arg
            if kind is not Tracer and kind not in _IMMUTABLE:
                operand = as_operand(arg)
            operands.append(operand)
            if type(operand) is Tracer:
                operand.sync()
                handles = True
                edge, value = operand.edge, operand.value
                if edge is not None:
                    mask |= bit
                    abstract |= value is None
                inputs.append(value if edge is None else edge)
                values.append(value)
            else:
                inputs.append(operand)
                values.append(operand)
            bit <<= 1
        if abstract:
            return self._record_abstract(operands, inputs, values, params)
        out = self.impl(*values, **params)
        if not handles:
            return out
        base = None
        if self.write_back is not None and _is_view(out, values[0]):
            base = operands[0]
        elif not mask:  # constants only: the result, too, can be written to
            return self._outputs(None, out, keep_all=bool(mode.get() & STANDARD))
        flags = mode.get()
        complete = bool(flags & COMPLETE)
        if not complete and base is None:
            mask &= self.bits
            if not mask:
                return out
        outs = out if self.multiple else (out,)
        avals = tuple([new_aval(Aval, (o.shape, o.dtype)) for o in outs])
        keep_all = complete or base is not None
        if not keep_all and not any(aval.dtype.kind in "fc" for aval in avals):
            return out
        keeper = self._keepers.get((mask, len(values)))
        if keeper is None:
            keeper = self._make_keeper(mask, len(values))
        guards = _keep_constants(inputs, values, keeper.kept, complete)
        saved = keeper.save(values, out)
        node = self._node(tuple(inputs), params, saved, avals)
        if guards:
            node.attach().guards.extend(guards)
        if flags & SOURCES:
            node.source = user_line()
        result = self._outputs(node, out, keep_all=keep_all)
        if base is not None:
            result.set_base(base)
        return result

    def _node(
        self,
        inputs: tuple[Any, ...],
        params: dict[str, Any],
        saved: tuple[Any, ...] | None,
        avals: tuple[Aval, ...],
    ) -> Node:
        shape, dtype = (None, None) if self.multiple else avals[0]
        return Node(self, inputs, params, saved, shape, dtype, avals)

    def pullback(
        self, mask: int, count: int
    ) -> tuple[Callable[..., Any], tuple[int, ...]]:
        """The vjp for the operands in `mask` out of `count`, and their positions."""
        function = self._rule(self.vjp, "vjp").compiled(mask, count)
        entry = function, positions(mask, count)
        self.pullbacks[mask | 1 << count] = entry
        return entry

    def pushforward(self, mask: int, count: int) -> Callable[..., Any]:
        """The jvp for the operands in `mask` out of `count`."""
        return self._rule(self.jvp, "jvp").compiled(mask, count)

    def _rule(self, rule: Rule | Unsupported | None, mode: str) -> Rule:
        if isinstance(rule, Rule):
            return rule
        reason = f": {rule.reason}" if rule is not None else "."
        raise MissingRuleError(
            message(
                f"functrace: the primitive {self.name} has no {mode} rule{reason}",
                source=user_line(),
                help="give the function a derivative of your own (functrace.custom_vjp).",
            )
        )

    def _outputs(self, node: Node | None, out: Any, *, keep_all: bool) -> Any:
        """Handles on the outputs of `node`, or on constants; plain where undifferentiable."""
        outs = out if self.multiple else (out,)
        handles = [
            Tracer(Edge(node, i) if node is not None else None, o)
            if keep_all or o.dtype.kind in "fc"
            else o.copy()  # the node may keep it, and the caller write to it
            for i, o in enumerate(outs)
        ]
        return tuple(handles) if self.multiple else handles[0]

    def _make_keeper(self, mask: int, count: int) -> Keeper:
        names = self.keeps(mask, count)
        keeper = make_keeper(names, count, multiple=self.multiple)
        return self._keepers.setdefault((mask, count), keeper)

    def _record_abstract(
        self,
        operands: Sequence[Any],
        inputs: list[Any],
        values: list[Any],
        params: dict[str, Any],
    ) -> Any:
        avals = [
            edge.aval if type(edge) is Edge else aval_of(value)
            for edge, value in zip(inputs, values, strict=True)
        ]
        given = avals
        if is_weak(inputs):
            operands, given = resolve(self, operands, avals, params)
            inputs = [
                operand.edge if type(operand) is Tracer and operand.edge else known
                for operand, known in zip(operands, inputs, strict=True)
            ]
        out = with_dtypes(self, self.abstract_eval(*given, **params), avals)
        for i, (edge, value) in enumerate(zip(inputs, values, strict=True)):
            if type(edge) is not Edge:
                inputs[i] = protect(edge, copy=True)[0]
            elif value is not None:
                note(edge, value)
        node = self._node(tuple(inputs), params, None, out if self.multiple else (out,))
        if mode.get() & SOURCES:
            node.source = user_line()
        if self.multiple:
            return tuple(Tracer(Edge(node, i), None) for i in range(len(out)))
        tracer = Tracer(Edge(node, 0), None)
        if self.write_back is not None:
            tracer.set_base(operands[0])
        return tracer


def _record(
    primitive: Primitive,
    inputs: tuple[Any, ...],
    mask: int,
    params: dict[str, Any],
    saved: tuple[Any, ...],
    out: Any,
    dtype: Any,
) -> Tracer:
    """A tracer on a new node with one output: without constructors, a third of the time."""
    node = _new(Node)
    node.primitive = primitive
    node.inputs = inputs
    node.mask = mask
    node.params = params
    node.saved = saved
    node.shape = out.shape
    node.dtype = dtype
    node._avals = None  # noqa: SLF001 - what Node's constructor does
    node.sequence = next_sequence()
    node.hooks = None
    node.source = None
    tracer = _new(Tracer)
    tracer.edge = new_edge(Edge, (node, 0))
    tracer.value = out
    tracer.base = None
    return tracer


def _record_alike(primitive: Primitive, *operands: Any) -> Tracer | None:
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
    node = _new(Node)
    node.primitive = primitive
    node.inputs = operands
    node.mask = mask & primitive.bits
    node.params = _NO_PARAMS
    node.saved = None
    node.shape, node.dtype = known
    node._avals = None  # noqa: SLF001 - what Node's constructor does
    node.sequence = next_sequence()
    node.hooks = None
    node.source = None
    tracer = _new(Tracer)
    tracer.edge = new_edge(Edge, (node, 0))
    tracer.value = None
    tracer.base = None
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


def make_unary(primitive: Primitive) -> Callable[[Any, dict[str, Any]], Any]:
    """`Primitive.apply` for one operand, with its usual case in line."""
    general, impl, differentiable = (
        primitive.apply,
        primitive.impl,
        bool(primitive.bits),
    )
    usual = not primitive.multiple
    elementwise = primitive.broadcasts and usual
    is_view = _is_view if primitive.write_back is not None else None
    names = primitive.keeps(1, 1)
    keep_x, keep_out = bool(names & {"x", "xs"}), bool(names & {"out", "outs"})

    def unary(x: Any, params: dict[str, Any]) -> Any:
        if type(x) is not Tracer:
            if type(x) is np.float64 or (type(x) is np.ndarray and x.dtype is _FLOAT64):
                return impl(x, **params)
            return general((x,), params)
        if x.base is not None and x.stamp != clock.now:
            x.sync()
        value, edge = x.value, x.edge
        if value is None and edge is not None and elementwise and not params:
            found = _record_alike(primitive, edge)
            if found is not None and not mode.get() & SOURCES:
                return found
        if value is None or edge is None or mode.get() > TRACING or not usual:
            return general((x,), params)
        out = impl(value, **params) if params else impl(value)
        dtype = out.dtype
        if not differentiable or (dtype is not _FLOAT64 and dtype.kind not in "fc"):
            return out
        saved = (value if keep_x else None, out if keep_out else None)
        tracer = _record(primitive, (edge,), 1, params, saved, out, dtype)
        if is_view is not None and is_view(out, value):
            tracer.base = x
            tracer.stamp = clock.now
        return tracer

    return unary


def make_binary(  # noqa: C901 - a hot path, in line
    primitive: Primitive,
) -> Callable[[Any, Any], Any]:
    """`Primitive.apply` for two operands, no parameters, with its usual cases in line."""
    general, impl = primitive.apply, primitive.impl
    bits = primitive.bits
    keep: list[Any] = [None]
    for mask in (1, 2, 3):
        names = primitive.keeps(mask, 2)
        flags = tuple(
            bool(names & kept)
            for kept in ({"x", "xs"}, {"y", "xs", "rest"}, {"out", "outs"})
        )
        keep.append(flags if bits & mask == mask else None)

    def binary(x: Any, y: Any) -> Any:  # noqa: C901, PLR0912 - a hot path, in line
        mask = 0
        if type(x) is Tracer:
            if x.base is not None and x.stamp != clock.now:
                x.sync()
            x_edge, xv = x.edge, x.value
            mask = 1
        elif type(x) in _IMMUTABLE:
            x_edge = xv = x
        else:
            return general((x, y), {})
        if type(y) is Tracer:
            if y.base is not None and y.stamp != clock.now:
                y.sync()
            y_edge, yv = y.edge, y.value
            mask += 2
        elif type(y) in _IMMUTABLE:
            y_edge = yv = y
        else:
            return general((x, y), {})
        if x_edge is None or y_edge is None:
            return general((x, y), {})
        if xv is None or yv is None:
            if mask == 3 and xv is not yv:  # one of them is concrete: it is noted
                return general((x, y), {})
            found = _record_alike(primitive, x_edge, y_edge)
            if found is None or mode.get() & SOURCES:
                return general((x, y), {})
            return found
        flags = keep[mask]
        if flags is None or mode.get() > TRACING:
            return general((x, y), {})
        out = impl(xv, yv)
        dtype = out.dtype
        if dtype is not _FLOAT64 and dtype.kind not in "fc":
            return out
        keep_x, keep_y, keep_out = flags
        saved = (
            xv if keep_x else None,
            yv if keep_y else None,
            out if keep_out else None,
        )
        inputs = (x_edge, y_edge)
        return _record(primitive, inputs, mask, _NO_PARAMS, saved, out, dtype)

    return binary


def find_primitive(name: str, module: str) -> Primitive:
    """The primitive called `name`, after importing the module that defines it."""
    importlib.import_module(module)
    return REGISTRY[name]


def as_operand(value: Any) -> Any:
    """An operand that is neither a tracer nor a plain number: an ndarray, or a tracer.

    Lists, and the object arrays that ``numpy.array([tracer, ...])`` makes, are stacked.
    """
    kind = type(value)
    if kind is np.ndarray:
        return stack_objects(value) if value.dtype.kind == "O" else value
    if isinstance(value, (np.generic, int, float, complex)):
        return value
    if _is_masked(value):
        raise TypeError("functrace: masked arrays cannot be mixed with traced values.")
    listed = isinstance(value, Sequence) and not isinstance(value, (str, bytes))
    if listed or hasattr(value, "__array__"):
        return as_operand(np.asarray(value))
    raise TypeError(
        f"functrace: an array or a number was expected, not {kind.__name__!r}."
    )


def _is_masked(value: Any) -> bool:
    """Whether it is a masked array, of a module that NumPy imports when it is asked for."""
    module = sys.modules.get("numpy.ma")
    return module is not None and isinstance(value, module.MaskedArray)


def stack_objects(array: np.ndarray) -> Any:
    """An object array of tracers and numbers as one tracer."""
    elements = [as_operand(e) if type(e) is not Tracer else e for e in array.flat]
    if not elements:
        return array.astype(np.float64)
    if not any(type(e) is Tracer for e in elements):
        return np.array(elements).reshape(array.shape)
    return FUNCTIONS[np.stack](elements).reshape(array.shape)


def _is_view(out: Any, x: Any) -> bool:
    if type(out) is not np.ndarray or out.base is None:
        return False
    if out.base is x or out.base is x.base:
        return True
    return getattr(out.base, "base", None) is x  # `as_strided` puts an object between


def _keep_constants(
    inputs: list[Any], values: list[Any], kept: tuple[int, ...], complete: bool
) -> list[Guard]:
    """Protect the constant arrays that are kept, leave only an Aval of the others."""
    guards: list[Guard] = []
    for i, constant in enumerate(inputs):
        if not isinstance(constant, np.ndarray):
            continue
        if complete or i in kept:
            protected, guard = protect(constant, copy=complete)
            inputs[i] = values[i] = protected
            if guard is not None:
                guards.append(guard)
        else:
            inputs[i] = aval_of(constant)
    return guards
