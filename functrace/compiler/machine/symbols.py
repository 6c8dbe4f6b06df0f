"""What the names that LLVM texts declare stand for."""

from __future__ import annotations

import ctypes
import importlib
import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from functrace.compiler.machine.extension import extension
from functrace.core.locks import NATIVE as LOCK

_DECLARED = r'\n\s*(?:declare\b[^@]*@("[^"]*"|[^\s(]+)|@("[^"]*"|\S+)\s*=\s*external\b)'


class NativeError(RuntimeError):
    """Native code could not be made: LLVM refused the text, or a symbol is missing.

    It is never the user's fault.
    """


_SYMBOLS: dict[str, tuple[int, Any]] = {}
_CYTHON = "cython."
_UFUNC = "ufunc."


def add_symbol(name: str, address: int, owner: Any = None) -> None:
    """Let texts declare `name` and mean what is at `address`, for good.

    Code that is kept on disk may refer to the world by names only.

    Parameters
    ----------
    name : str
    address : int
    owner : object, optional
        What must live as long as the address is used (a `Code`).

    Raises
    ------
    NativeError
        The name stands for another address already.
    """
    with LOCK:
        known = _SYMBOLS.setdefault(name, (address, owner))[0]
        if known != address:
            raise NativeError(
                f"functrace bug: a second meaning of the symbol {name!r}."
            )


def is_known(name: str) -> bool:
    """Whether `name` has been given to `add_symbol`."""
    return name in _SYMBOLS


def cython_symbol(module: str, function: str, signature: str | None = None) -> str:
    """Symbol of a C function that a Cython module exports.

    Parameters
    ----------
    module : str
        For instance ``scipy.linalg.cython_blas``.
    function : str
        Its name in Cython.
    signature : str, optional
        C types, as Cython writes them: they tell the variants of a function with fused
        types apart, whose numbers differ from function to function.

    Returns
    -------
    str
        What texts can declare; `load_object` knows it, too, in every process. A
        function of ``cpdef`` takes one more argument, an ``i32`` 0.

    Raises
    ------
    NativeError
        There is none, or no single one.

    Examples
    --------
    >>> cython_symbol("scipy.linalg.cython_blas", "ddot")
    'cython.scipy.linalg.cython_blas.ddot'
    >>> cython_symbol("scipy.special.cython_special", "erf", "double (double)")
    'cython.scipy.special.cython_special.erf$double_double'
    """
    symbol = f"{_CYTHON}{module}.{function}"
    if signature is not None:
        symbol += f"${_mangled(signature)}"
    _find_cython(symbol)
    return symbol


def _find_cython(symbol: str) -> int:
    """Address of what `cython_symbol` named."""
    if symbol not in _SYMBOLS:
        path, _, mangled = symbol.removeprefix(_CYTHON).partition("$")
        module, _, function = path.rpartition(".")
        exports = extension(module).__pyx_capi__
        pattern = re.compile(rf"(__pyx_fuse_[\d_]*)?{re.escape(function)}")
        found = [
            capsule
            for name, capsule in exports.items()
            if pattern.fullmatch(name)
            and mangled in {"", _mangled(_capsule_name(capsule).decode())}
        ]
        if len(found) != 1:
            raise NativeError(f"functrace: {len(found)} functions match {symbol!r}.")
        add_symbol(symbol, capsule_address(found[0]))
    return _SYMBOLS[symbol][0]


class _Ufunc(ctypes.Structure):
    """The beginning of a `PyUFuncObject`, after what all objects have."""

    parts = ("functions", "data")
    _fields_ = (
        ("counts_and_identity", ctypes.c_int * 4),
        ("functions", ctypes.POINTER(ctypes.c_void_p)),
        ("data", ctypes.POINTER(ctypes.c_void_p)),
    )


def ufunc_symbols(
    module: str, ufunc: np.ufunc, dtypes: Sequence[np.dtype]
) -> tuple[str, str | None]:
    """Symbols of the inner loop of a module's ufunc, and of the data that it takes.

    The loop, for operands and results of these types, is a C function
    ``void (char **, npy_intp *, npy_intp *, void *)``.

    Examples
    --------
    >>> import scipy.special
    >>> double = np.dtype(float)
    >>> ufunc_symbols("scipy.special", scipy.special.kv, [double] * 3)[0]
    'ufunc.scipy.special.kv.functions$dd->d'
    """
    path = f"{_UFUNC}{module}.{ufunc.__name__}"
    types = _loop_of(ufunc, dtypes)
    loop, data = (f"{path}.{part}${types}" for part in _Ufunc.parts)
    _find_ufunc(loop)
    return loop, data if _find_ufunc(data) else None


def _loop_of(ufunc: np.ufunc, dtypes: Sequence[np.dtype]) -> str:
    """Of the types of a ufunc's loops those that are these."""
    for types in ufunc.types:
        if [np.dtype(char) for char in types.replace("->", "")] == list(dtypes):
            return types
    raise NativeError(f"functrace: {ufunc!r} has no loop for {dtypes}.")


def _find_ufunc(symbol: str) -> int:
    """Address of what `ufunc_symbols` named; 0 if there are no data."""
    if symbol not in _SYMBOLS:
        path, _, types = symbol.removeprefix(_UFUNC).partition("$")
        module, name, part = path.rsplit(".", 2)
        ufunc = inspect.unwrap(getattr(importlib.import_module(module), name))
        found = getattr(_Ufunc.from_address(id(ufunc) + object.__basicsize__), part)
        address = found[ufunc.types.index(types)] if found else 0
        add_symbol(symbol, address, ufunc)
    return _SYMBOLS[symbol][0]


def _mangled(signature: str) -> str:
    """A C signature in the letters of a symbol, without the argument Cython adds."""
    plain = signature.replace(", int __pyx_skip_dispatch", "").replace("*", "p")
    return re.sub(r"\W+", "_", plain).strip("_")


_capsule_name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(
    ("PyCapsule_GetName", ctypes.pythonapi)
)
_capsule_pointer = ctypes.PYFUNCTYPE(
    ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p
)(("PyCapsule_GetPointer", ctypes.pythonapi))


def capsule_address(capsule: Any) -> int:
    """What a capsule points at."""
    return _capsule_pointer(capsule, _capsule_name(capsule))


def declared(text: str) -> list[str]:
    """Names that the text takes from elsewhere, LLVM's own functions apart."""
    names = [(a or b).strip('"') for a, b in re.findall(_DECLARED, f"\n{text}")]
    return [name for name in dict.fromkeys(names) if not name.startswith("llvm.")]


def resolve(names: Sequence[str], arrays: Mapping[str, np.ndarray]) -> dict[str, int]:
    """Addresses of symbols: all must be known before any code runs."""
    addresses = {
        name: arrays[name].ctypes.data if name in arrays else _find(name)
        for name in names
    }
    missing = [name for name, address in addresses.items() if not address]
    if missing:
        raise NativeError(f"functrace bug: undefined symbols: {', '.join(missing)}.")
    return addresses


_BOUND_BY = {
    "ft_parallel": "threads",
    **dict.fromkeys(("ft_call", "ft_check_signals"), "python"),
    **dict.fromkeys(("ft_has_raised", "ft_end_helpers"), "python"),
    **dict.fromkeys(("ft_blas_begin", "ft_blas_end", "ft_blas_share"), "blas_threads"),
    **dict.fromkeys(("ft_take", "ft_give", "ft_resize", "ft_clear"), "pool"),
}
"""Modules whose function `bind` makes a symbol known: when it is first needed."""


def _find(name: str) -> int:
    if name not in _SYMBOLS and name in _BOUND_BY:
        importlib.import_module(f"functrace.compiler.runtime.{_BOUND_BY[name]}").bind()
    if name in _SYMBOLS:
        return _SYMBOLS[name][0]
    if name.startswith(_CYTHON):
        return _find_cython(name)
    if name.startswith(_UFUNC):
        return _find_ufunc(name)
    return _find_in_process(name) or _find_by_llvm(name)


def is_in_process(name: str) -> bool:
    """Whether every process has a function of this name: one of C's libraries."""
    return bool(_find_in_process(name))


def _find_in_process(name: str) -> int:
    try:
        function = getattr(ctypes.pythonapi, name)
    except AttributeError:
        return 0
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _find_by_llvm(name: str) -> int:
    """Of what is in no library of its own: parts of compilers' run-times."""
    import llvmlite.binding as ll  # noqa: PLC0415 - slow, and rarely needed

    return ll.address_of_symbol(name) or 0
