"""Functions written in C that ask before they answer.

While somebody listens, calls of the listed callables come to a Python function first,
which answers or declines (``NotImplemented``): from wherever they are called, under
whichever name they are held. The objects stay what they are; what changes is where
their vectorcall slot leads, until some time after nobody listens any more. See
``runtime/interception.c``.

All that is taken from CPython's internals is in this file: where the slots are (its
types say so), and where a builtin keeps its definition, which is checked by the name
that is found there.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import BuiltinFunctionType, MethodDescriptorType
from typing import Any

import numpy as np

from functrace.compiler import runtime
from functrace.compiler.machine import elf, fallback
from functrace.compiler.machine.symbols import NativeError
from functrace.compiler.runtime.method_def import MethodDef
from functrace.compiler.runtime.shipped import artifact_of, machine_code

ALWAYS = 0
"""The listener hears of all calls, but those from scopes that it ignores."""
TRACED = 1
"""Only of those with a traced value, a list or a tuple among the arguments."""
UNTRACED = 2
"""Only of those without a traced value: the callable turns to these by itself."""

_SLOT_OFFSET = 56  # of `tp_vectorcall_offset` in a type
_DEFINITION: dict[type, int] = {
    BuiltinFunctionType: 16,
    MethodDescriptorType: 40,
}  # of a `PyMethodDef *`
_COEXIST = (
    64  # a flag of definitions: nobody looks at it, but a comparison of all fails
)
_CALL_OFFSET = 128  # of `tp_call` in a type
_TP_CALL = 50  # the number of that slot
_TUPLES = (1, 3)  # flags of definitions that take a tuple, and a dict
_Word = ctypes.c_ssize_t


class Interception:
    """Calls of some callables, of which a listener hears while it listens.

    Parameters
    ----------
    listener : callable
        ``(callable, *args, **kwargs)``; what it returns is the call's result, but for
        ``NotImplemented``, which lets the callable itself answer.
    silencer : callable
        Is called without arguments some time after nobody has listened any more, and
        should call `silence`.
    callables : mapping of callable to int
        Which, and of which of their calls the listener hears.
    tracer : type
        Of traced values.

    Raises
    ------
    NativeError
        This interpreter does not have what it takes.
    """

    def __init__(
        self,
        listener: Callable[..., Any],
        silencer: Callable[[], None],
        callables: Mapping[Callable[..., Any], int],
        tracer: type,
    ) -> None:
        _check_interpreter()
        code, owner = _linked()
        self._references: list[Any] = [listener, silencer, tracer, owner]
        # For good: another thread may be in the code, and the interpreter still reads
        # definitions when it takes modules apart at its end.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._references))
        self._references += callables
        slots = [(f, _slot(f)) for f in callables if not is_f2pys(f)]
        ways = [(f, slot, _read(slot)) for f, slot in slots]
        rows = _table([(id(f), way, callables[f], slot) for f, slot, way in ways])
        turns = [(slot, way, code["ft_call"]) for _, slot, way in ways]
        redefined = {f: self._redefined(f) for f in callables if type(f) in _DEFINITION}
        turns += redefined.values()
        turns.append(self._bound(redefined, code))
        turns += self._typed({type(f) for f in callables if is_f2pys(f)}, code)
        places = np.array(turns, np.intp)
        self._references += [rows, places]
        start = ctypes.PYFUNCTYPE(None, *[_Word] * 10)(code["ft_start"])
        start(
            *(rows.ctypes.data, len(rows) - 1, places.ctypes.data, len(places)),
            *map(id, (listener, silencer, NotImplemented, tracer, list, tuple)),
        )
        self.listen = ctypes.PYFUNCTYPE(_Word, _Word)(code["ft_listen"])
        self.silence = ctypes.PYFUNCTYPE(None)(code["ft_silence"])
        self._ignore = ctypes.PYFUNCTYPE(None, ctypes.py_object)(code["ft_ignore"])

    def ignore(self, scope: dict[str, Any]) -> None:
        """Hear no more of calls from functions with these globals, if there is room."""
        self._references.append(scope)  # so that no other dictionary comes to lie there
        self._ignore(scope)

    def _bound(
        self,
        redefined: Mapping[Callable[..., Any], tuple[int, int, int]],
        code: Mapping[str, int],
    ) -> tuple[int, int, int]:
        """Where calls of methods go that are bound, and what is there and is to be."""
        entries = [
            (address, id(method))
            for method, (_, *both) in redefined.items()
            if type(method) is MethodDescriptorType
            and MethodDef.from_address(both[0]).flags in _TUPLES
            for address in both
        ]
        place = _place_of_call(BuiltinFunctionType)
        table = _table(entries, 2)
        self._references.append(table)
        bind = ctypes.PYFUNCTYPE(None, *[_Word] * 3)(code["ft_bind"])
        bind(table.ctypes.data, len(table) - 1, _read(place))
        return place, _read(place), code["ft_bound"]

    def _typed(
        self, types: Iterable[type], code: Mapping[str, int]
    ) -> list[tuple[int, int, int]]:
        """Likewise of calls of all objects of some types."""
        places = {kind: _place_of_call(kind) for kind in types}
        kinds = np.array([(id(k), _read(p)) for k, p in places.items()], np.intp)
        self._references += [kinds, *places]
        ctypes.PYFUNCTYPE(None, _Word)(code["ft_types"])(kinds.ctypes.data)
        return [(place, _read(place), code["ft_typed"]) for place in places.values()]

    def _redefined(self, function: Callable[..., Any]) -> tuple[int, int, int]:
        """Where a builtin's definition is named, what is named there, and a substitute.

        The interpreter calls what a definition names past the slot, if its flags are
        exactly those that its bytecode has been specialised for.
        """
        place = id(function) + _DEFINITION[type(function)]
        address = _read(place)
        known = MethodDef.from_address(address)
        if known.name != function.__name__.encode():
            raise NativeError("functrace: builtins are not laid out as expected.")
        flags = known.flags | _COEXIST
        other = MethodDef(known.name, known.function, flags, known.doc)
        self._references.append(other)
        return place, address, ctypes.addressof(other)


def _place_of_call(kind: type) -> int:
    """The address of the pointer that calls of a type's objects go through."""
    place = id(kind) + _CALL_OFFSET
    get = ctypes.pythonapi.PyType_GetSlot
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_int]
    if get(kind, _TP_CALL) != _read(place):
        raise NativeError("functrace: types are not laid out as expected.")
    return place


def _table(entries: list[tuple[int, ...]], words: int = 4) -> np.ndarray:
    """Rows of a hash table, at least half of it empty, by the first word."""
    size = 1 << (2 * len(entries)).bit_length()
    places: dict[int, None] = {}
    for entry in entries:
        place = (entry[0] >> 4) % size
        while place in places:
            place = (place + 1) % size
        places[place] = None
    table = np.zeros((size, words), np.intp)
    if entries:
        table[list(places)] = entries
    return table


def is_f2pys(function: Any) -> bool:
    """Whether f2py made an object: each of its modules has a type of this name."""
    return type(function).__name__ == "fortran"


def is_interceptable(function: Any) -> bool:
    """Whether an object is called through a slot of its own."""
    kind = type(function)
    return kind is not type(is_interceptable) and _vectorcall_offset(kind) > 0


def _check_interpreter() -> None:
    with_lock = "t" not in getattr(sys, "abiflags", "")
    if sys.implementation.name != "cpython" or not with_lock:
        raise NativeError("functrace: calls are intercepted in CPython with its lock.")


FUNCTIONS = (
    *("ft_start", "ft_bind", "ft_types", "ft_listen", "ft_silence", "ft_ignore"),
    *("ft_call", "ft_bound", "ft_typed"),
)


def _linked() -> tuple[Mapping[str, int], Any]:
    """The addresses of the functions, and what keeps them in memory.

    They are needed when a function is first traced, which should not take the time that
    LLVM takes to load: for most machines the code comes with the library.
    """
    text = runtime.text("interception")
    found = not fallback.chosen() and elf.is_supported()
    data = machine_code("interception", text) if found else None
    if data is not None:
        with suppress(NativeError):  # no memory for code, for one
            return elf.ElfLinker().link(data, FUNCTIONS, {})
    code = artifact_of("interception", text, FUNCTIONS).code
    return code.addresses, code


def _read(address: int) -> int:
    return _Word.from_address(address).value


@functools.lru_cache(maxsize=16)
def _vectorcall_offset(kind: type) -> int:
    return _read(id(kind) + _SLOT_OFFSET)


def _slot(function: Any) -> int:
    """The address of the pointer that a call of the object goes through."""
    return id(function) + _vectorcall_offset(type(function))
