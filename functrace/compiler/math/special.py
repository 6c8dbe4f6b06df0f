"""Elementwise code for the special functions of SciPy: scalar calls, lane by lane."""

from __future__ import annotations

from collections.abc import Callable

from functrace.compiler.forms import Elementwise, Unlowered
from functrace.compiler.notation.builder import Builder, Complex, Value
from functrace.compiler.notation.kinds import Kind

_MODULE = "scipy.special.cython_special"
_COST = 50


def scalar_call(name: str, arity: int = 1) -> Elementwise:
    """`special_function` as a record's lowering."""
    return Elementwise(special_function(name, arity), _COST)


def special_function(name: str, arity: int = 1) -> Callable[..., Value]:
    """Emitter of a function of `scipy.special.cython_special`, for real numbers.

    Parameters
    ----------
    name : str
        For instance ``gammaln``.
    arity : int
        How many arguments it takes.

    Returns
    -------
    callable
        What `functrace.compiler.forms.Elementwise` takes. Single precision is computed
        as SciPy's ufunc does: by a variant of its own, if there is one, else in double.

    Examples
    --------
    >>> b = Builder()
    >>> emit = special_function("gammaln")
    >>> emit(b, b.constant(0.5, "f64"))
    <double %1>
    >>> print(*b.lines)
    %1 = call double @"cython.scipy.special.cython_special.gammaln$double_double"(...)
    """

    def emit(b: Builder, *values: Value | Complex) -> Value:
        if any(isinstance(value, Complex) for value in values):
            raise Unlowered
        single = values[0].kind == "f32"
        symbol, kind = _symbol(name, arity, single=single)
        operands = [b.convert(value, kind) for value in values]
        found = b.external(symbol, kind, *operands, extra="i32 0")
        return b.convert(found, "f32") if single else found

    return emit


def _symbol(name: str, arity: int, *, single: bool) -> tuple[str, Kind]:
    """The symbol and its kind; the first call imports the module that has the function."""
    from functrace.compiler.machine.symbols import (  # noqa: PLC0415 - it loads LLVM
        NativeError,
        cython_symbol,
    )

    kinds: dict[str, Kind] = {"float": "f32", "double": "f64"}
    for ctype in ("float", "double") if single else ("double",):
        signature = f"{ctype} ({', '.join([ctype] * arity)})"
        try:
            return cython_symbol(_MODULE, name, signature), kinds[ctype]
        except NativeError:
            continue
    raise Unlowered
