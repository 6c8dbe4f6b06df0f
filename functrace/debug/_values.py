"""Values at run time: printed, or handed to a function."""

from __future__ import annotations

import builtins
import string
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.aval import aval_of
from functrace.core.errors import DtypeError, ShapeError, message
from functrace.core.primitive import as_operand
from functrace.core.tracer import Tracer
from functrace.primitives.effect import emit_effect


def callback(
    callback: Callable[..., Any], *args: Any, when: Any = True, **kwargs: Any
) -> None:
    """Call a function with values, when they are known.

    Parameters
    ----------
    callback : callable
        Takes `args` and `kwargs`: plain arrays of its own, and NumPy's numbers. What it
        returns is dropped; what it raises ends the program, and is raised from it.
    *args, **kwargs : pytree
        Arrays and numbers, traced or not.
    when : bool
        Whether to call it; may be traced. What is not called costs some nanoseconds.

    Raises
    ------
    MutationError
        There is no place for it: in the condition of a `while_loop`, say.

    See Also
    --------
    functrace.debug.print : The usual function.
    functrace.pure_callback : For what the program takes from it.

    Notes
    -----
    Un-jitted it is called at once. In a compiled program it is called when the program
    comes there, native loops included: in each round, in the branch that is taken, for
    each element of a batch in turn; in the order in which the calls are written.

    Derivatives do not go through it. Where one is taken it is called once, with the
    values, and not again where the backward pass computes something anew.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> seen = []
    >>> @ft.jit
    ... def total(xs):
    ...     def step(total, x):
    ...         ft.debug.callback(lambda t: seen.append(float(t)), total, when=x < 0)
    ...         return total + x, None
    ...
    ...     return ft.scan(step, 0.0, xs)[0]
    >>> ft.grad(total)(np.array([1.0, -2.0, -3.0])), seen
    (array([1., 1., 1.]), [1.0, -1.0])
    """
    emit_effect(callback, args, kwargs, _truth(when))


def print(  # noqa: A001 - the field's name
    fmt: str, *args: Any, when: Any = True, **kwargs: Any
) -> None:
    """Print values, when they are known.

    Parameters
    ----------
    fmt : str
        As of `str.format`: ``"x = {}"``, ``"{x:.3f}"``, ``"{0} {1!r}"``.
    *args, **kwargs : pytree
        What stands for its fields: arrays and numbers, traced or not.
    when : bool
        Whether to print; may be traced.

    Raises
    ------
    IndexError, KeyError
        A field of `fmt` has no value.

    See Also
    --------
    functrace.debug.callback : Hands them to a function; says when that is called.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> @ft.jit
    ... def root(a):
    ...     def newton(x):
    ...         ft.debug.print("x = {:.6f}", x)
    ...         return 0.5 * (x + a / x)
    ...
    ...     return ft.while_loop(lambda x: abs(x * x - a) > 1e-6, newton, a)
    >>> root(2.0).round(6)
    x = 2.000000
    x = 1.500000
    x = 1.416667
    x = 1.414216
    np.float64(1.414214)
    """
    _check(fmt, args, kwargs)
    callback(_Printer(fmt), *args, when=when, **kwargs)


class _Printer:
    """Prints a text in which values stand for fields."""

    def __init__(self, fmt: str) -> None:
        self.fmt = fmt

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        builtins.print(self.fmt.format(*args, **kwargs))  # noqa: T201 - what it is for

    def __repr__(self) -> str:
        return f"print({self.fmt!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is _Printer and self.fmt == other.fmt

    def __hash__(self) -> int:
        return hash(self.fmt)


class _Anything:
    """Stands for a value while a text is tried out."""

    def __format__(self, spec: str) -> str:
        return ""

    def __getattr__(self, name: str) -> Any:
        return self

    def __getitem__(self, key: Any) -> Any:
        return self


def _check(fmt: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raise what `str.format` would when the program runs, where it is written."""
    anything = _Anything()
    string.Formatter().vformat(
        fmt, [anything] * len(args), dict.fromkeys(kwargs, anything)
    )


def _truth(when: Any) -> Any:
    """A truth value, traced or NumPy's."""
    value = as_operand(when)
    shape, dtype = aval_of(value)
    if shape or np.dtype(dtype).kind != "b":
        raise (ShapeError if shape else DtypeError)(
            message(
                "functrace.debug: `when` must be one truth value.", got=aval_of(value)
            )
        )
    return value if type(value) is Tracer else np.bool_(value)
