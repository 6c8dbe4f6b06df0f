"""The record of a primitive, and what happens when one is applied."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from functrace.core.aval import Aval, aval_of, is_inexact, new_aval
from functrace.core.capture import note
from functrace.core.dispatch import FUNCTIONS
from functrace.core.errors import MissingRuleError, message
from functrace.core.fast_path import (
    IMMUTABLE,
    abstract_path,
    is_view,
    kinds_of,
    results_of_like,
    ufunc_path,
    unary_path,
)
from functrace.core.foreign import (
    NUMERIC,
    is_listed,
    refuse,
    refuse_argument,
    unwrapped,
)
from functrace.core.guard import protect, protect_constants
from functrace.core.lazy import lazy
from functrace.core.naming import note_line
from functrace.core.node import Edge, Node
from functrace.core.operators import register_ufunc
from functrace.core.outliving import note_handle
from functrace.core.recording import ambient, current
from functrace.core.refusals import refuse_ended
from functrace.core.rule import ResidualSaver, Rule, Unsupported, make_saver, positions
from functrace.core.source import user_line
from functrace.core.sparse import is_sparse, refuse_sparse
from functrace.core.tracer import Tracer
from functrace.core.weak import COMPARISONS, is_weak, resolve, with_dtypes

REGISTRY: dict[str, Primitive] = {}

_ELEMENTS = IMMUTABLE | {Tracer}  # of lists, as they are
_TWO = 2  # operands
_NUMBERS = (bool, int, float, complex)


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
    write_picked : callable or None
        The same of an operation whose output is what NumPy has a view of, but a copy here.
    batch : callable or None
        ``(at, *operands, **params) -> out``, or a tuple: the operation on operands of
        which some have one more axis, the first; `at` is a
        `functrace.engine.batching.Mapped`. Every output has that axis.
    lowering : object or callable, or None
        How the operation is compiled, or a function without parameters that says so when
        the compiler first asks; see `lower`.
    rewriting : callable or None
        Gives, of the record, how the operation is rewritten, when first asked; see
        `simplify`.
    family : callable or None
        ``params ->`` a list of `functrace.engine.liveness.Member`, the first of which is the
        application itself: what an application computes, and what others do in part.
    prune : callable or None
        ``(params, used) -> functrace.engine.liveness.Pruned``, or None: the operation of
        which the outputs where `used` is true are needed.
    layout : callable or None
        ``(*arrays, **params) -> array`` that lies in memory as the output does, from arrays
        that lie as the operands do; see `functrace.core.strides`. None: as `impl`'s if it
        gives views, else in C order.
    ordered : bool
        Whether it does something besides, in program order: the first of its operands and
        of its outputs are tokens; see `functrace.core.effects`.
    symbolic : bool
        Whether it is a `functrace.core.symbolic.Symbolic`.
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
    write_picked: Callable[..., Any] | None = None
    layout: Callable[..., Any] | None = None
    batch: Callable[..., Any] | None = None
    lowering: Any = None
    rewriting: Callable[[Primitive], Callable[..., Any]] | None = None
    family: Callable[..., Any] | None = None
    prune: Callable[..., Any] | None = None
    ordered: bool = False
    symbolic: ClassVar[bool] = False
    ufunc: np.ufunc | None = None
    domain: tuple[tuple[float, float], ...] = ()
    doc: str = ""
    reference: str = ""
    module: str = ""
    bits: int = field(init=False, repr=False)
    unary: Callable[..., Any] = field(init=False, repr=False)
    pullbacks: dict[Any, Any] = field(default_factory=dict, repr=False)
    alike: dict[Any, tuple[Aval]] = field(default_factory=dict, repr=False)
    _savers: dict[Any, ResidualSaver] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.name in REGISTRY:
            raise ValueError(f"functrace: there is a primitive {self.name!r} already.")
        REGISTRY[self.name] = self
        bits = 0
        for rule in (self.vjp, self.jvp):
            bits |= rule.bits if isinstance(rule, Rule) else 0 if rule is None else -1
        object.__setattr__(self, "bits", bits)  # the class is frozen
        object.__setattr__(self, "unary", unary_path(self))
        if self.ufunc is not None:
            register_ufunc(self.ufunc, ufunc_path(self))

    @lazy
    def lower(self) -> Any:
        """How the operation is compiled; None if it is not."""
        return self.lowering() if callable(self.lowering) else self.lowering

    @lazy
    def simplify(self) -> Callable[..., Any] | None:
        """How the operation is rewritten, see `functrace.engine.rewrite`; None: not."""
        return None if self.rewriting is None else self.rewriting(self)

    @lazy
    def binary(self) -> Callable[..., Any]:
        """`apply` for two operands, and parameters."""
        return abstract_path(self)

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
        if len(args) == _TWO:
            return self.binary(*args, params)
        return self.apply(args, params)

    def apply(self, args: tuple[Any, ...], params: dict[str, Any]) -> Any:
        """Apply to any operands: arrays, numbers, lists, tracers of every kind."""
        observer = ambient.get().observer
        if observer is not None and not observer.at_work:
            observer.ignore()
            return observer.performing(self._applied, args, params)
        return self._applied(args, params)

    def _applied(  # noqa: C901, PLR0912, PLR0915 - one pass over every kind of operand
        self, args: tuple[Any, ...], params: dict[str, Any]
    ) -> Any:
        mask, bit, handles, abstract = 0, 1, False, False
        folds = self.write_back is None  # a view of a constant is one, too
        inputs: list[Any] = []
        values: list[Any] = []
        operands: list[Any] = []
        for arg in args:
            kind = type(arg)
            operand = arg
            if kind is not Tracer and kind not in IMMUTABLE:
                operand = as_operand(arg)
            operands.append(operand)
            if type(operand) is Tracer:
                operand.sync()
                handles = True
                edge, value = operand.edge, operand.value
                if folds and operand.base is not None and operand.is_constant():
                    edge = None
                if edge is not None:
                    mask |= bit
                    abstract |= value is None
                inputs.append(value if edge is None else edge)
                values.append(value)
            else:
                inputs.append(operand)
                values.append(operand)
            bit <<= 1
        state = ambient.get()
        if state.asked:
            state = current()
        if mask and not state.tracing:
            refuse_ended(inputs)
        if abstract:
            return self.record_abstract(operands, inputs, values, params)
        if state.observer is None:
            out = self.impl(*values, **params)
        else:
            out = state.observer.apply(self, values, params)
        if not handles:
            return out
        base = None
        if not folds:
            if is_view(out, values[0]):
                base = operands[0]
            elif mask:
                mask = _without_parts(operands, inputs, values)
        if base is None and not mask:  # of constants: the result can be written to, too
            arrays = state.branches is not None and not self.multiple and out.ndim > 0
            return self._outputs(None, out, keep_all=state.standard or arrays)
        complete = state.complete
        if not complete and base is None:
            mask &= self.bits
            if not mask:
                return out
        outs = out if self.multiple else (out,)
        avals = tuple([new_aval(Aval, (o.shape, o.dtype)) for o in outs])
        keep_all = complete or base is not None
        if complete:
            _note_known(inputs, values)
        if not keep_all and not any(aval.dtype.kind in "fc" for aval in avals):
            return out
        saver = self.saver(mask, len(values), whole=state.anomaly is not None)
        guards = protect_constants(inputs, values, saver.saved, complete)
        saved = saver.save(values, out)
        node = self._node(tuple(inputs), params, saved, avals)
        if guards:
            node.attach().guards.extend(guards)
        if state.sources:
            note_line(node)
        result = self._outputs(node, out, keep_all=keep_all)
        if complete:
            for handle in result if self.multiple else (result,):
                note_handle(handle)
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
            else _apart(o, node)
            for i, o in enumerate(outs)
        ]
        return tuple(handles) if self.multiple else handles[0]

    def saver(self, mask: int, count: int, *, whole: bool = False) -> ResidualSaver:
        """What makes the residuals for the operands in `mask` out of `count`, or of all."""
        key = mask | 1 << count
        found = self._savers.get((key, whole) if whole else key)
        if found is None:
            names = self.keeps(mask, count) | ({"xs", "outs"} if whole else set())
            found = make_saver(names, count, multiple=self.multiple)
            self._savers[(key, whole) if whole else key] = found
        return found

    def record_abstract(
        self,
        operands: Sequence[Any],
        inputs: list[Any],
        values: list[Any],
        params: dict[str, Any],
    ) -> Any:
        """A node of which no values are known; `inputs` are as a node has them."""
        numbers = np.ndarray not in map(type, inputs)
        outs = results_of_like(self, inputs, params) if numbers else None
        if outs is None:
            operands, inputs, outs = self._resolved(operands, inputs, values, params)
        for i, (edge, value) in enumerate(zip(inputs, values, strict=True)):
            if type(edge) is not Edge:
                inputs[i] = protect(edge, copy=True)[0]
            elif value is not None:
                note(edge, value)
        node = self._node(tuple(inputs), params, None, outs)
        if ambient.get().sources:
            note_line(node)
        if self.multiple:
            return tuple(Tracer(Edge(node, i), None) for i in range(len(outs)))
        tracer = Tracer(Edge(node, 0), None)
        if self.write_back is not None and operands[0].is_array:
            tracer.set_base(operands[0])  # of a NumPy scalar there is no view
        return tracer

    def _resolved(
        self,
        operands: Sequence[Any],
        inputs: list[Any],
        values: list[Any],
        params: dict[str, Any],
    ) -> tuple[Sequence[Any], list[Any], tuple[Aval, ...]]:
        """The operands, converted where Python numbers give way, and what they give."""
        avals = [
            edge.aval if type(edge) is Edge else aval_of(value)
            for edge, value in zip(inputs, values, strict=True)
        ]
        weak = is_weak(inputs)
        if not weak:
            out = with_dtypes(self, self.abstract_eval(*avals, **params), avals)
            return operands, inputs, out if self.multiple else (out,)
        resolved, given = resolve(self, operands, avals, params)
        out = with_dtypes(self, self.abstract_eval(*given, **params), avals)
        if self.multiple:
            return resolved, _edges(resolved, inputs), out
        looked_at = not is_inexact(out.dtype) and self.ufunc not in COMPARISONS
        if resolved is operands and not params and not looked_at:
            kinds = kinds_of(inputs)
            if {(None, None), np.ndarray}.isdisjoint(kinds):
                self.alike[kinds] = (out,)
        return resolved, _edges(resolved, inputs), (out,)


def _note_known(inputs: Sequence[Any], values: Sequence[Any]) -> None:
    """Note what an operation takes, of which one that is recorded may take the parts."""
    for edge, value in zip(inputs, values, strict=True):
        if type(edge) is Edge:
            note(edge, value)


def _without_parts(
    operands: Sequence[Any], inputs: list[Any], values: Sequence[Any]
) -> int:
    """Which operands are recorded once views of constants are constants, too."""
    mask = 0
    for i, operand in enumerate(operands):
        if type(operand) is Tracer and operand.edge is not None:
            if operand.base is not None and operand.is_constant():
                inputs[i] = values[i]
            else:
                mask |= 1 << i
    return mask


def _edges(operands: Sequence[Any], known: Sequence[Any]) -> list[Any]:
    """The operands as a node has them; constants as they were known."""
    return [
        operand.edge if type(operand) is Tracer and operand.edge else constant
        for operand, constant in zip(operands, known, strict=True)
    ]


def find_primitive(name: str, module: str) -> Primitive:
    """The primitive called `name`, after importing the module that defines it."""
    importlib.import_module(module)
    return REGISTRY[name]


def as_operand(value: Any) -> Any:
    """An operand that is not a plain number: an ndarray, a NumPy scalar, or a tracer.

    Lists, and the object arrays that ``numpy.array([tracer, ...])`` makes, are stacked.
    All else is refused, `functrace.core.foreign` says why.
    """
    kind = type(value)
    if kind is np.ndarray:
        if value.dtype.kind in NUMERIC:
            return value
        return stack_objects(value) if value.dtype.kind == "O" else refuse(value)
    if kind is Tracer:
        return value
    if isinstance(value, np.generic):
        return value if value.dtype.kind in NUMERIC else refuse(value)
    if kind in _NUMBERS:
        return value
    if isinstance(value, _NUMBERS):  # of a class of its own: NumPy gives it a dtype
        return as_operand(np.asarray(value))[()]
    if isinstance(value, np.ndarray):
        return as_operand(unwrapped(value))
    if is_sparse(value):
        refuse_sparse(value)
    if not is_listed(value):
        refuse(value)
    _check_elements(value)
    return as_operand(np.asarray(value))


def as_argument(value: Any, refusal: str, **hints: str) -> Any:
    """`as_operand` of what a transform was given, with an error that names it."""
    try:
        return as_operand(value)
    except TypeError:
        refuse_argument(value, refusal, **hints)


def _check_elements(listed: Sequence[Any]) -> None:
    """Raise DtypeError if something else than arrays and numbers stands in a list."""
    if not isinstance(listed, (list, tuple)):
        return
    others = {*map(type, listed)} - _ELEMENTS
    for element in listed if others else ():
        if type(element) in others:
            if is_listed(element):
                _check_elements(element)
            else:
                as_operand(element)


def has_tracers(value: Any) -> bool:
    """Whether a tracer stands anywhere in a nested list or an object array."""
    kind = type(value)
    if kind is list or kind is tuple:
        return any(map(has_tracers, value))
    if kind is np.ndarray and value.dtype.kind == "O":
        return any(type(element) is Tracer for element in value.flat)
    return kind is Tracer


def stack_objects(array: np.ndarray) -> Any:
    """An object array of tracers and numbers as one tracer."""
    elements = [as_operand(e) if type(e) is not Tracer else e for e in array.flat]
    if not elements:
        return array.astype(np.float64)
    if not any(type(e) is Tracer for e in elements):
        numbers = np.array(elements).reshape(array.shape)
        return numbers if numbers.dtype.kind in NUMERIC else refuse(array)
    return FUNCTIONS[np.stack](elements).reshape(array.shape)


def _apart(out: Any, node: Node | None) -> Any:
    """A plain output for the caller to write to, while the node may keep its own."""
    return out if node is None else out.copy()
