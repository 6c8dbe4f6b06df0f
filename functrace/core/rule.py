"""Derivative rules: formulas whose parameter names say what they keep.

A rule is either a tuple with one formula per operand (None: no derivative with respect to
it), or one joint formula for all of them. A formula is a plain function; the *names* of its
parameters say what it is given, and therefore what a node keeps alive for it:

==================  ====================================================================
``g``               cotangent of the output (a tuple, None for zero, if there are several)
``t``               tangent of the formula's own operand (jvp)
``ts``              tangents of all operands, None for zero (joint jvp)
``needed``          tuple of bool, which operands' cotangents are wanted (joint vjp)
``x`` ``y`` ``z``   values of operands 0, 1, 2
``xs``              values of all operands; ``rest``: from 1 on; ``tail``: from 2 on
``out``             value of the output; ``outs``: of all outputs
``x_aval`` …        abstract value of an operand, keeps nothing alive; ``avals``: of all
``out_aval``        abstract value of the output
``residuals``       what `impl` made besides (see `Outputs`); None if it made nothing
``node``            the node itself, for its edges
anything else       the static parameter of that name; ``params``: all of them, a dict
==================  ====================================================================
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, Literal, NamedTuple

import numpy as np

from functrace.core.aval import Aval, aval_of
from functrace.core.node import Edge, Node
from functrace.core.signatures import signature_of
from functrace.core.tracer import Tracer

_OPERANDS = {"x": 0, "y": 1, "z": 2}
_SHARING = (np.dtype(np.float64), np.dtype(np.float32))


class Formula(NamedTuple):
    """A function and the names of what it takes.

    `text` is what is done with its result: ``{seed} * {call}`` multiplies the formula's
    own cotangent or tangent by it, in line. It may call `over`.
    """

    function: Callable[..., Any]
    names: tuple[str, ...]
    text: str = "{call}"

    @classmethod
    def of(cls, function: Callable[..., Any] | Formula) -> Formula:
        """Read the names off the function's signature."""
        if isinstance(function, Formula):
            return function
        return cls(function, _parameters(function))


def over(dividend: Any, divisor: Any) -> Any:
    """The quotient, in a derivative.

    Where it is recorded the reciprocal is computed by itself: derivatives in other
    directions, and higher ones, divide by the same.
    """
    if type(divisor) is Tracer:
        dtype = divisor.dtype
        if dtype in _SHARING and getattr(dividend, "dtype", dtype) == dtype:
            return dividend * operator.truediv(1, divisor)
    return dividend / divisor


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """Names; of a plain function they are at hand, in a tenth of `inspect`'s time."""
    if type(function) is FunctionType and not hasattr(function, "__wrapped__"):
        code = function.__code__
        if not code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
            return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return tuple(signature_of(function).parameters)


class Unsupported(NamedTuple):
    """Stands where a rule would: the derivative exists, but is not written."""

    reason: str


def operand_avals(node: Node) -> tuple[Aval, ...]:
    """Abstract values of a node's operands."""
    return tuple(map(operand_aval, node.inputs))


def operand_aval(operand: Any) -> Aval:
    """Abstract value of an edge, of a constant, or of one that was not kept."""
    if type(operand) is Edge:
        node, index = operand
        avals = node._avals  # noqa: SLF001 - None until asked for
        return (node.avals if avals is None else avals)[index]
    return operand if type(operand) is Aval else aval_of(operand)


class Rule:
    """Formulas of one mode, compiled per set of operands they are wanted for.

    Parameters
    ----------
    mode : {"vjp", "jvp"}
    formulas : callable, or sequence of callable or None
        One joint formula, or one per operand.
    """

    __slots__ = ("_compiled", "bits", "formulas", "mode")

    def __init__(
        self,
        mode: Literal["vjp", "jvp"],
        formulas: Callable[..., Any] | Sequence[Callable[..., Any] | Formula | None],
    ) -> None:
        self.mode = mode
        self.formulas: Formula | tuple[Formula | None, ...]
        if callable(formulas) or isinstance(formulas, Formula):
            self.formulas = Formula.of(formulas)
        else:
            self.formulas = tuple(f if f is None else Formula.of(f) for f in formulas)
        self.bits = -1  # of the operands that have a derivative; a joint formula: any
        if not isinstance(self.formulas, Formula):
            self.bits = sum(
                1 << i for i, f in enumerate(self.formulas) if f is not None
            )
        self._compiled: dict[tuple[int, int], Callable[..., Any]] = {}

    def residuals(self, mask: int, count: int) -> set[str]:
        """Names that the formulas for the operands in `mask` take."""
        if isinstance(self.formulas, Formula):
            return set(self.formulas.names)
        found: set[str] = set()
        for i, formula in enumerate(self.formulas[:count]):
            if mask >> i & 1 and formula is not None:
                found.update(formula.names)
        return found

    def compiled(self, mask: int, count: int) -> Callable[..., Any]:
        """The rule as one function, for the operands in `mask` out of `count`.

        Of a vjp: ``(cotangent, saved, node) -> tuple``, a cotangent per operand in `mask`.
        Of a jvp: ``(tangents, saved, node) -> tangent``, a tangent per operand in `mask`.
        """
        try:
            return self._compiled[mask, count]
        except KeyError:
            function = self._compiled[mask, count] = self._compile(mask, count)
            return function

    def _compile(self, mask: int, count: int) -> Callable[..., Any]:
        wanted = positions(mask, count)
        scope: dict[str, Any] = {
            "avals_of": operand_avals,
            "aval_of": operand_aval,
            "over": over,
        }
        if isinstance(self.formulas, Formula):
            scope["f"] = self.formulas.function
            spread = ["None"] * count
            for k, i in enumerate(wanted):
                spread[i] = f"g[{k}]"
            special = {
                "g": "g",
                "ts": f"({', '.join(spread)},)",
                "needed": repr(tuple(i in wanted for i in range(count))),
            }
            call = f"f({_arguments(self.formulas.names, count, special)})"
            pick = "".join(f"r[{i}], " for i in wanted)
            body = call if self.mode == "jvp" else f"(lambda r: ({pick}))({call})"
        else:
            calls: list[str] = []
            for k, i in enumerate(wanted):
                formula = self.formulas[i]
                assert formula is not None
                scope[f"f{i}"] = formula.function
                seed = "g" if self.mode == "vjp" else f"g[{k}]"
                names = _arguments(formula.names, count, {"g": "g", "t": seed})
                calls.append(formula.text.format(seed=seed, call=f"f{i}({names})"))
            body = " + ".join(calls) if self.mode == "jvp" else f"({', '.join(calls)},)"
        return eval(f"lambda g, saved, node: {body}", scope)  # noqa: S307 - our own text


def positions(mask: int, count: int) -> tuple[int, ...]:
    """Positions of the bits set in `mask`, of `count`."""
    return tuple(i for i in range(count) if mask >> i & 1)


def _arguments(names: tuple[str, ...], count: int, special: dict[str, str]) -> str:
    return ", ".join(special.get(name) or _argument(name, count) for name in names)


def _argument(name: str, count: int) -> str:
    if name in _OPERANDS:
        return f"saved[{_OPERANDS[name]}]"
    if name.removesuffix("_aval") in _OPERANDS:
        return f"aval_of(node.inputs[{_OPERANDS[name.removesuffix('_aval')]}])"
    known = {
        "xs": f"saved[:{count}]",
        "rest": f"saved[1:{count}]",
        "tail": f"saved[2:{count}]",
        "out": f"saved[{count}]",
        "outs": f"saved[{count} : {count} + len(node.avals)]",
        "residuals": f"(*saved[{count} + len(node.avals) :], None)[0]",
        "node": "node",
        "avals": "avals_of(node)",
        "out_aval": "node.avals[0]",
        "params": "node.params",
    }
    return known.get(name, f"node.params[{name!r}]")


class Outputs(tuple[Any, ...]):  # noqa: SLOT001 - a tuple can have none
    """What `impl` returns if it made something for the rules besides the outputs.

    Attributes
    ----------
    residuals : object
        Handed to the formulas that name it, as it is: a formula that is given traced
        operands must not take it for a constant.
    """

    residuals: Any = None


class ResidualSaver(NamedTuple):
    """How a node makes its residuals.

    Attributes
    ----------
    save : callable
        ``(operands, outputs) -> tuple``: the residuals, None where nothing is needed.
    saved : tuple of int
        Positions of the operands that are saved.
    outputs : bool
        Whether the outputs are.
    """

    save: Callable[[Any, Any], tuple[Any, ...]]
    saved: tuple[int, ...]
    outputs: bool


def make_saver(names: set[str], count: int, *, multiple: bool) -> ResidualSaver:
    """Save what `names` say, of `count` operands and of the output, or outputs."""
    chosen = {i for name, i in _OPERANDS.items() if name in names and i < count}
    chosen |= set(range(count)) if "xs" in names else set()
    chosen |= set(range(1, count)) if "rest" in names else set()
    chosen |= set(range(2, count)) if "tail" in names else set()
    saved = tuple(sorted(chosen))
    operands = [f"v[{i}]" if i in saved else "None" for i in range(count)]
    keep_outputs = "out" in names or "outs" in names
    if multiple:  # from one call to the next there may be more of them, or fewer
        results = ["*o" if keep_outputs else "*(None,) * len(o)"]
    else:
        results = ["o" if keep_outputs else "None"]
    made = ["o.residuals"] if "residuals" in names else []
    text = f"lambda v, o: ({', '.join(operands + results + made)},)"
    return ResidualSaver(eval(text), saved, keep_outputs)  # noqa: S307 - our own text
