"""Calls of a function with rules, or of a rule of it, that run on values only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from typing import Any, NamedTuple

from functrace.core.aval import Aval, aval_of, is_inexact
from functrace.core.errors import LeakedTracerError
from functrace.core.pytree import LEAF, Treedef, flatten
from functrace.core.tracer import Tracer
from functrace.numpy.numba_calls import is_numbas
from functrace.primitives._user_call import OPERAND
from functrace.primitives.foreign import Compiled, foreign

_NUMBERS = (bool, int, float, complex)
_LAST = ("last_exc", "last_type", "last_value", "last_traceback")


class UnmadeResiduals(NamedTuple):
    """Stands for residuals that only a run on values can make."""


class RefusedCall(NamedTuple):
    """Stands for what a rule gives that takes no traced values; and what it says to them."""

    why: str


@contextmanager
def attempted() -> Iterator[None]:
    """A call that may fail as it is given traced values: it leaves no traces of that.

    Some of SciPy's code in C prints such errors, whereby the interpreter keeps their frames.
    """
    kept = {name: getattr(sys, name, None) for name in _LAST}
    printed = StringIO()
    try:
        with redirect_stderr(printed):
            yield
    except BaseException:
        for name, value in kept.items():
            setattr(sys, name, value)
        raise
    sys.stderr.write(printed.getvalue())


def attempt(rule: Callable[[], Any]) -> Any:
    """What a rule gives on traced values; `RefusedCall` if it takes none."""
    try:
        with attempted():
            return rule()
    except LeakedTracerError:
        raise
    except Exception as error:  # noqa: BLE001 - foreign code may raise anything
        text = str(error).partition("\n")[0]
        return RefusedCall(f"{type(error).__name__}: {text}")


def evaluated(
    call: Any, xs: Sequence[Any], outs: tuple[Aval, ...], structure: Treedef
) -> Sequence[Any]:
    """Leaves of the result, from traced values."""

    def run(*xs: Any) -> list[Any]:
        return flatten(call.evaluate(xs))[0]

    given: Any = _compiled(call, run, structure) or run
    return foreign(*xs, run=given, outs=outs, linear=0, where=call.where, why="")


def _compiled(call: Any, run: Any, structure: Treedef) -> Compiled | None:
    """The function for native code, if Numba has compiled it for arrays and numbers."""
    function, count = call.function.fun, structure.num_leaves
    several = structure is not LEAF
    flat = not several or (structure.type is tuple and structure.num_children == count)
    fixed = [None if leaf is OPERAND else leaf for leaf in call.template]
    numbers = all(type(x) in _NUMBERS for x in fixed if x is not None)
    plain = all(t is None or t is LEAF or t.is_leaf() for t in call.treedefs)
    if not (is_numbas(function) and flat and numbers and plain and None in fixed):
        return None
    return Compiled(run, function, fixed, several=several, outputs=count)


def pulled(
    call: Any, xs: Sequence[Any], made: Any, cotangents: Sequence[Any], why: str
) -> list[Any]:
    """Cotangents of all leaves, where some of what is given is traced.

    The residuals are computed again, unless they are values themselves.
    """
    values = Tracer not in map(type, flatten((list(xs), made))[0])
    residuals = made if values else UnmadeResiduals()
    outs = [aval_of(x) for x in xs]
    wanted = [is_inexact(aval.dtype) for aval in outs]
    bars = [bar for bar in cotangents if bar is not None]
    count, given = len(xs), [bar is not None for bar in cotangents]

    def run(*arrays: Any) -> list[Any]:  # kept by the graph, so it holds no tracer
        own, rest = arrays[:count], arrays[count:]
        made = (
            call.residuals(own) if isinstance(residuals, UnmadeResiduals) else residuals
        )
        leaves = call.pulled(made, _in_places(rest, given))
        pairs = zip(leaves, call.template, strict=True)
        found = [leaf for leaf, kind in pairs if kind is OPERAND]
        return [bar for bar, want in zip(found, wanted, strict=True) if want]

    avals = tuple([aval for aval, want in zip(outs, wanted, strict=True) if want])
    options: dict[str, Any] = {"linear": len(bars), "where": call.where, "why": why}
    found = foreign(*xs, *bars, run=run, outs=avals, **options)
    operands = [leaf is OPERAND for leaf in call.template]
    return _in_places(_in_places(found, wanted), operands)


def pushed(
    call: Any, xs: Sequence[Any], tangents: Sequence[Any], why: str
) -> list[Any]:
    """Tangents of the outputs, where some of what is given is traced."""
    dots = [dot for dot in tangents if dot is not None]
    wanted = [is_inexact(aval.dtype) for aval in call.outs]
    count, given = len(xs), [dot is not None for dot in tangents]

    def run(*arrays: Any) -> list[Any]:
        own, rest = arrays[:count], arrays[count:]
        found = call.pushed(own, _in_places(rest, given))
        return [dot for dot, want in zip(found, wanted, strict=True) if want]

    avals = tuple([a for a, want in zip(call.outs, wanted, strict=True) if want])
    options: dict[str, Any] = {"linear": len(dots), "where": call.where, "why": why}
    return _in_places(foreign(*xs, *dots, run=run, outs=avals, **options), wanted)


def _in_places(values: Sequence[Any], places: Sequence[bool]) -> list[Any]:
    """The values where a place is meant, None elsewhere."""
    rest = iter(values)
    return [next(rest) if meant else None for meant in places]
