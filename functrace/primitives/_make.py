"""Constructors of records: the only place where rules are derived."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from functrace.core.aval import Aval, new_aval, result_dtype
from functrace.core.primitive import Primitive
from functrace.core.rule import Formula, Rule, Unsupported
from functrace.core.strides import of_operands
from functrace.engine.cotangent import opposite
from functrace.engine.transpose import Transposed
from functrace.primitives._batching import broadcasting
from functrace.primitives._lazy_modules import fitting_rules, ufunc_loops

Partial: TypeAlias = "Callable[..., Any] | Reciprocal | float | None"
Formulas: TypeAlias = (
    "Callable[..., Any] | Sequence[Callable[..., Any] | Formula | None]"
)
Interval: TypeAlias = "tuple[float, float]"

REAL: Interval = (-np.inf, np.inf)
POSITIVE: Interval = (0.0, np.inf)


_UFUNCS = "scipy.special._ufuncs"


class _FromOther:
    """Stands where a rule would: it is derived from the rule of the other mode."""


TRANSPOSED = _FromOther()


class Reciprocal(NamedTuple):
    """A partial derivative that is one over a formula: the seed is divided by it."""

    divisor: Callable[..., Any]


def primitive(
    name: str,
    impl: Callable[..., Any],
    abstract_eval: Callable[..., Any],
    *,
    vjp: Formulas | Unsupported | _FromOther | None,
    jvp: Formulas | Unsupported | _FromOther | None,
    lower: Any = None,
    simplify: Any = None,
    kind: type[Primitive] = Primitive,
    **fields: Any,
) -> Primitive:
    """Make a record whose rules are written by hand; see `functrace.core.rule`.

    One of the rules may be `TRANSPOSED`: it is then derived from the other. `kind` is the
    record's class.
    """
    fields.setdefault("module", sys._getframe(1).f_globals["__name__"])  # noqa: SLF001
    ufunc = fields["ufunc"] = unwrapped(fields.get("ufunc"))
    if ufunc is not None and ufunc.signature is None:
        fields.setdefault("batch", broadcasting)
    impl = unwrapped(impl)
    if lower is None and isinstance(impl, np.ufunc):
        lower = _lowered_to_loop(impl)
    return kind(
        name=name,
        impl=impl,
        abstract_eval=abstract_eval,
        vjp=_rule("vjp", vjp, jvp),
        jvp=_rule("jvp", jvp, vjp),
        lowering=lower,
        rewriting=simplify,
        **fields,
    )


def _lowered_to_loop(ufunc: np.ufunc) -> Any:
    """How an operation is lowered that a ufunc of SciPy's is; None for any other ufunc."""
    if getattr(sys.modules.get(_UFUNCS), ufunc.__name__, None) is not ufunc:
        return None
    return lambda: ufunc_loops.ufunc_loop(_UFUNCS, ufunc)


def unwrapped(impl: Any) -> Any:
    """The ufunc in a function of `scipy.special`; anything else as it is.

    With the environment variable ``SCIPY_ARRAY_API=1`` SciPy's ufuncs have wrappers.
    """
    ufunc = inspect.unwrap(impl) if callable(impl) else impl
    return ufunc if isinstance(ufunc, np.ufunc) else impl


def _rule(mode: Literal["vjp", "jvp"], formulas: Any, other: Any) -> Any:
    if formulas is None or isinstance(formulas, Unsupported):
        return formulas
    if formulas is TRANSPOSED:
        return Transposed(mode, Rule("jvp" if mode == "vjp" else "vjp", other))
    return Rule(mode, formulas)


def elementwise(
    name: str,
    impl: Callable[..., Any],
    *,
    partials: Sequence[Partial],
    domain: Sequence[Interval],
    abstract_eval: Any = None,
    **fields: Any,
) -> Primitive:
    """Make an operation on each element, from one partial derivative per operand.

    Parameters
    ----------
    name, impl
        As of `Primitive`. A ufunc as `impl` is also the ufunc the record answers for.
    partials : sequence of callable, number or None
        ``d out / d operand`` as a formula of ``x``, ``y``, ``z``, ``out`` (holomorphic
        where complex values are taken), `Reciprocal` its reciprocal, a constant, or None for
        no derivative.
    domain : sequence of (float, float)
        For each operand, where the operation is smooth.
    abstract_eval : callable, optional
        As of `Primitive`; default: `elementwise_aval`.
    """
    fields.setdefault("module", sys._getframe(1).f_globals["__name__"])  # noqa: SLF001
    impl = unwrapped(impl)
    if isinstance(impl, np.ufunc):
        fields.setdefault("ufunc", impl)
    _narrow(fields)
    fields.setdefault("batch", broadcasting)
    return primitive(
        name,
        impl,
        abstract_eval or elementwise_aval(fields.get("ufunc", impl)),
        vjp=[_OPPOSITE if p == -1 else _times(p) for p in partials],
        jvp=[_times(partial) for partial in partials],
        domain=tuple(domain),
        broadcasts=True,
        elementwise=True,
        layout=of_operands,
        **fields,
    )


def nondifferentiable(
    name: str, impl: Callable[..., Any], abstract_eval: Any = None, **fields: Any
) -> Primitive:
    """Make an operation that is piecewise constant, or not on real numbers at all."""
    fields.setdefault("module", sys._getframe(1).f_globals["__name__"])  # noqa: SLF001
    impl = unwrapped(impl)
    if isinstance(impl, np.ufunc):
        fields.setdefault("ufunc", impl)
    ufunc = fields.get("ufunc")
    if ufunc is not None:
        fields.setdefault("broadcasts", True)
        fields.setdefault("layout", of_operands)
        fields.setdefault("multiple", ufunc.nout > 1)
    _narrow(fields)
    abstract_eval = abstract_eval or elementwise_aval(ufunc or impl)
    return primitive(name, impl, abstract_eval, vjp=None, jvp=None, **fields)


def _narrow(fields: dict[str, Any]) -> None:
    """Have operands of a ufunc simplified that are repeated to no purpose."""
    ufunc = fields.get("ufunc")
    if ufunc is not None and ufunc.nin > 1 and ufunc.signature is None:
        fields.setdefault("simplify", lambda p: fitting_rules.narrowing(p))


def linear(
    name: str,
    impl: Callable[..., Any],
    abstract_eval: Callable[..., Any],
    *,
    transpose: Callable[..., Any],
    jvp: Callable[..., Any] | None = None,
    **fields: Any,
) -> Primitive:
    """Make an operation linear in its first operand; the others carry no derivative.

    `transpose` is the vjp's formula; the jvp is the operation itself, unless given.
    """
    fields.setdefault("module", sys._getframe(1).f_globals["__name__"])  # noqa: SLF001

    def itself(t: Any, rest: Any, params: Any) -> Any:
        return record(t, *rest, **params)

    record = primitive(
        name, impl, abstract_eval, vjp=(transpose,), jvp=(jvp or itself,), **fields
    )
    return record


def bilinear(
    name: str,
    impl: Callable[..., Any],
    abstract_eval: Callable[..., Any],
    *,
    transposes: tuple[Callable[..., Any], Callable[..., Any]],
    **fields: Any,
) -> Primitive:
    """Make an operation linear in each of two operands; `transposes`: the vjp's formulas."""
    fields.setdefault("module", sys._getframe(1).f_globals["__name__"])  # noqa: SLF001

    def jvp_x(t: Any, y: Any, params: Any) -> Any:
        return record(t, y, **params)

    def jvp_y(t: Any, x: Any, params: Any) -> Any:
        return record(x, t, **params)

    record = primitive(
        name, impl, abstract_eval, vjp=transposes, jvp=(jvp_x, jvp_y), **fields
    )
    return record


_OPPOSITE = Formula(opposite, ("g",))


def _times(partial: Partial) -> Formula | None:
    """Make the formula that multiplies the seed by a partial derivative."""
    if partial is None:
        return None
    if isinstance(partial, (int, float)):
        texts: dict[float, str] = {1: "{seed}", -1: "-{seed}"}
        text = texts.get(partial, f"{{seed}} * {partial!r}")
        return Formula(lambda: partial, (), text)
    if isinstance(partial, Reciprocal):
        return Formula.of(partial.divisor)._replace(text="over({seed}, {call})")
    return Formula.of(partial)._replace(text="{seed} * {call}")


def elementwise_aval(impl: Callable[..., Any]) -> Callable[..., Any]:
    """Shape by broadcasting; dtype by the ufunc's own rule, or by promotion."""
    impl = unwrapped(impl)
    if not isinstance(impl, np.ufunc):
        return lambda *avals, **_: Aval(broadcast_shape(*avals), result_dtype(*avals))
    outputs = (None,) * impl.nout

    def abstract_eval(*avals: Aval) -> Any:
        shape = broadcast_shape(*avals)
        given = (np.dtype(bool) if a.dtype is bool else a.dtype for a in avals)
        dtypes = impl.resolve_dtypes((*given, *outputs))
        outs = tuple(new_aval(Aval, (shape, d)) for d in dtypes[len(avals) :])
        return outs if impl.nout > 1 else outs[0]

    return abstract_eval


def broadcast_shape(*avals: Aval) -> tuple[int, ...]:
    """Shape of the operands broadcast against one another."""
    shapes = {a[0] for a in avals if a[0]}
    if len(shapes) < 2:  # usual, in short
        return shapes.pop() if shapes else ()
    return np.broadcast_shapes(*(a.shape for a in avals))
