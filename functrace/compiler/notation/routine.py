"""Routines: functions in the builder's notation, compiled once and called by name.

A program that calls them stays small. For each kind and number of lanes that is asked for,
a process has one symbol: ``ft_exp_f64_v32``, or ``ft_exp_f64`` of scalars.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.kinds import Kind, llvm_type

if TYPE_CHECKING:
    from functrace.compiler.machine.target import Target


@dataclass(frozen=True, eq=False, slots=True)
class Routine:
    """A function of floating-point numbers, of one kind for operands and results.

    Parameters
    ----------
    name : str
        Unique among routines.
    emit : callable
        ``(builder, *values)``: the result, for scalars or any number of lanes.
    cost : int
        In additions, roughly.
    results : int
        How many there are; several are a tuple.

    Examples
    --------
    >>> cube = Routine("cube", lambda b, x: x * x * x, cost=2)
    >>> b = Builder()
    >>> cube(b, Value(b, "%x", "f64", 8))
    <<8 x double> %1>
    >>> b.lines
    ['%1 = call <8 x double> @ft_cube_f64_v8(<8 x double> %x)']
    """

    name: str
    emit: Callable[..., Any]
    cost: int
    results: int = 1

    def __call__(self, b: Builder, *values: Any) -> Any:
        """Emit a call."""
        values = tuple(b.same(*values))
        kind, lanes = values[0].kind, values[0].lanes
        texts = _texts(self, kind, lanes, len(values))
        b.routines.add(texts.request)
        b.declarations.add(texts.declaration)
        arguments = ", ".join([f"{texts.operand} {v.text}" for v in values])
        call = f"{texts.call}({arguments})"
        if self.results == 1:
            return b.emit(call, kind, lanes)
        result, found = self.result_type(kind, lanes), b.add(call)
        return tuple(
            b.emit(f"extractvalue {result} {found}, {k}", kind, lanes)
            for k in range(self.results)
        )

    def inline(self, b: Builder, *values: Any) -> Any:
        """Emit the code itself."""
        return self.emit(b, *b.same(*values))

    def result_type(self, kind: Kind, lanes: int) -> str:
        """LLVM's type of what it gives."""
        one = llvm_type(kind, lanes)
        return one if self.results == 1 else f"{{{', '.join([one] * self.results)}}}"

    def symbol(self, kind: Kind, lanes: int) -> str:
        """What it is called by."""
        return f"ft_{self.name}_{kind}" + (f"_v{lanes}" if lanes else "")

    @property
    def arity(self) -> int:
        """How many operands it has."""
        return len(inspect.signature(self.emit).parameters) - 1


Request: TypeAlias = tuple[Routine, Kind, int]
"""A routine for a kind and a number of lanes, 0 for scalars."""


class _CallTexts(NamedTuple):
    """What all calls of a routine for a kind and a number of lanes have in common."""

    request: Request
    declaration: str
    call: str
    operand: str


@functools.lru_cache(maxsize=4096)
def _texts(routine: Routine, kind: Kind, lanes: int, count: int) -> _CallTexts:
    """The texts of calls with so many operands."""
    result, symbol = routine.result_type(kind, lanes), routine.symbol(kind, lanes)
    operand = llvm_type(kind, lanes)
    types = ", ".join([operand] * count)
    declaration = f"declare {result} @{symbol}({types})"
    request = routine, kind, lanes
    return _CallTexts(request, declaration, f"call {result} @{symbol}", operand)


def symbol_of(request: Request) -> str:
    """What a requested routine is called by."""
    routine, kind, lanes = request
    return routine.symbol(kind, lanes)


def definitions(
    requests: Iterable[Request],
    target: Target,
    is_declared: Callable[[Request], bool] = lambda _: False,
) -> tuple[str, list[Request]]:
    """The text of a module that defines routines, and all those that they call.

    Parameters
    ----------
    requests : iterable of (Routine, str, int)
    target : Target
        What the formulas depend on.
    is_declared : callable, optional
        Whether one of them is defined elsewhere; default: all are defined here.

    Returns
    -------
    text : str
    defined : list of (Routine, str, int)
    """
    functions: dict[Request, str] = {}
    declarations: set[str] = set()
    pending = sorted(requests, key=lambda r: (r[0].name, *r[1:]))
    while pending:
        request = pending.pop()
        if request in functions or is_declared(request):
            continue
        b = Builder(fused=target.fused, scales=target.scales)
        functions[request] = _function(b, *request)
        declarations |= b.declarations
        pending += b.routines
    symbols = list(map(symbol_of, functions))
    unlikely = '!0 = !{!"branch_weights", i32 1, i32 100000}'
    lines = [*functions.values(), *_undefined(declarations, symbols), unlikely]
    return "\n".join(lines), list(functions)


def _function(b: Builder, routine: Routine, kind: Kind, lanes: int) -> str:
    values = [Value(b, f"%x{i}", kind, lanes) for i in range(routine.arity)]
    parameters = ", ".join(f"{v.type} {v.text}" for v in values)
    found = routine.inline(b, *values)
    type_ = routine.result_type(kind, lanes)
    if routine.results == 1:
        result = b.splat(found, lanes).text
    else:
        result = "poison"
        for k, part in enumerate(b.splat(x, lanes) for x in found):
            result = b.add(
                f"insertvalue {type_} {result}, {part.type} {part.text}, {k}"
            )
    return "\n".join(
        [
            f"define {type_} @{routine.symbol(kind, lanes)}({parameters}) nounwind {{",
            "entry:",
            *b.lines,
            f"ret {type_} {result}",
            "}",
        ]
    )


def _undefined(declarations: set[str], symbols: list[str]) -> list[str]:
    """Declarations of what the module does not define itself."""
    defined = {f"@{symbol}" for symbol in symbols}
    return sorted(
        d for d in declarations if d[: d.index("(")].split()[-1] not in defined
    )
