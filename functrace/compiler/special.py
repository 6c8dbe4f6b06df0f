"""Elementwise code for the special functions of SciPy: scalar calls, lane by lane."""

from __future__ import annotations

from collections.abc import Callable

from functrace.compiler.builder import Builder, Complex, Value
from functrace.compiler.lowering import Unlowered

_MODULE = "scipy.special.cython_special"


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
        What `functrace.compiler.lowering.Elementwise` takes. The function itself computes
        in double precision, as SciPy's ufunc does.

    Examples
    --------
    >>> b = Builder()
    >>> emit = special_function("gammaln")
    >>> emit(b, b.constant(0.5, "f64"))
    <double %v1>
    >>> print(*b.lines)
    %v1 = call double @"cython.scipy.special.cython_special.gammaln$double_double"(...)
    """
    signature = f"double ({', '.join(['double'] * arity)})"

    def emit(b: Builder, *values: Value | Complex) -> Value:
        if any(isinstance(value, Complex) for value in values):
            raise Unlowered
        symbol = _symbol(name, signature)
        operands = [b.convert(value, "f64") for value in values]
        found = b.external(symbol, "f64", *operands, extra="i32 0")
        return b.convert(found, "f32") if values[0].kind == "f32" else found

    return emit


def _symbol(name: str, signature: str) -> str:
    """The symbol; the first call imports the module that has the function."""
    from functrace.compiler.symbols import (  # noqa: PLC0415 - it loads LLVM
        NativeError,
        cython_symbol,
    )

    try:
        return cython_symbol(_MODULE, name, signature)
    except NativeError:
        raise Unlowered from None
