"""Python functions become LLVM text and machine code, by Numba.

Numba compiles a function for the types of its arguments; its text gets a function in front
that takes arrays as pointers and lengths, and is made machine code as all of ours. Nothing
of Numba's run-time is in it: memory is passed in, and an exception is a status. The text is
kept on disk, under the function's fingerprint: Numba itself is imported only to make it.
Texts of our own kernels come with the library, see `texts`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import os
import platform
import re
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.kernels.texts import shipped
from functrace.compiler.machine import disk, symbols
from functrace.compiler.machine._interrupt import uninterrupted
from functrace.compiler.machine.artifact import Artifact, define
from functrace.compiler.machine.fingerprint import fingerprint, globals_of
from functrace.compiler.machine.native import compile_text
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import begin, branch
from functrace.core.content_hash import content_hash
from functrace.core.errors import DtypeError, message
from functrace.core.lazy import lazy

_OPTIONS = (
    "error_model",
    "fastmath",
    "boundscheck",
)  # of the user's, those that we keep
_OWN = "functrace.compiler.kernels"
_RUN_TIME = ("Py", "_Py", "NRT_", "numba_")
_numbers = itertools.count()
_MADE: dict[str, tuple[Kernel, tuple[Argument, ...]]] = {}
"""Of symbols, the kernels that they name, and the types of their arguments."""


def text_of(symbol: str) -> str | None:
    """The text of a kernel that this process has compiled, by what other texts call it."""
    kernel, arguments = _MADE.get(symbol, (None, ()))
    return kernel and kernel.text(arguments)


class ArrayType(NamedTuple):
    """The type of an argument: an array in C order, that may be written to or not."""

    dtype: np.dtype[Any]
    ndim: int
    readonly: bool


Argument = ArrayType | np.dtype[Any]
"""The type of an argument of a kernel; a dtype is that of a number."""


def spelled(arguments: Sequence[Argument]) -> str:
    """The types of arguments in the files of `texts`: ``const <f8[1] <f8[1] |b1``."""
    return " ".join(
        f"{'const ' * argument.readonly}{argument.dtype.str}[{argument.ndim}]"
        if isinstance(argument, ArrayType)
        else argument.str
        for argument in arguments
    )


class Kernel:
    """A Python function that Numba can compile, or one that it has compiled.

    Parameters
    ----------
    function : callable
        Either. Of the latter's options ``error_model``, ``fastmath`` and ``boundscheck``
        are kept; the former divides by zero as NumPy does.

    Attributes
    ----------
    name : str
    parameters : list of str
        Names of its arguments.

    Examples
    --------
    >>> def first(x, out):
    ...     out[0] = x[0]
    >>> array = ArrayType(np.dtype(np.float64), 1, readonly=True)
    >>> kernel = Kernel(first)
    >>> kernel.text((array, array._replace(readonly=False))).splitlines()[0]
    '; returns none'
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        given: dict[str, Any] = getattr(function, "targetoptions", {})
        plain: Any = getattr(function, "py_func", function)
        self.function: FunctionType = plain
        self.name = plain.__name__
        code = plain.__code__
        self.parameters = list(code.co_varnames[: code.co_argcount])
        self._options = {key: given[key] for key in _OPTIONS if key in given}
        self._is_plain = plain is function
        if self._is_plain:
            self._options["error_model"] = "numpy"
        self._names: dict[tuple[Argument, ...], str] = {}
        self._symbols: dict[tuple[Argument, ...], str] = {}

    def __repr__(self) -> str:
        return f"<Kernel {self.name}>"

    @lazy
    def _identity(self) -> str | None:
        options = sorted(self._options.items(), key=str)
        return fingerprint(self.function, *_stamps(), platform.machine(), options)

    def symbol(self, arguments: tuple[Argument, ...]) -> str:
        """What texts call the kernel for arguments of these types, once it is compiled.

        The function is ``i32 (...)``, of arrays as pointers and their lengths, or of numbers:
        0, or not where the kernel raises an exception. Of numbers alone it is what the kernel
        is, see `returned`.
        """
        found = self._symbols.get(arguments)
        if found is None:
            with symbols.LOCK:
                found = self._symbols.get(arguments) or self._compiled(arguments)
                self._symbols[arguments] = found
        return found

    def _compiled(self, arguments: tuple[Argument, ...]) -> str:
        name = self.name_for(arguments)
        _MADE[name] = self, arguments

        def make() -> Artifact:
            code = compile_text(self.text(arguments), [name], level=2, optimise=True)
            return Artifact(code, [name], {})

        if self._identity is not None:
            define(make, name)
        else:
            made = make()
            symbols.add_symbol(name, made.code.address(name), made)
        return name

    def name_for(self, arguments: tuple[Argument, ...]) -> str:
        """The name of the function in `text`, in every process if that can be."""
        found = self._names.get(arguments)
        if found is None:
            parts = self._identity or next(_numbers), arguments
            ending = content_hash(repr(parts).encode())
            word = re.sub(r"\W", "", self.name, flags=re.ASCII)
            found = self._names.setdefault(arguments, f"ft_kernel_{word}_{ending}")
        return found

    def text(self, arguments: tuple[Argument, ...]) -> str:
        """A module with one function that others can call: what `symbol` says."""
        name = self.name_for(arguments)
        found = (
            shipped(self.function, spelled(arguments), name) if self._is_plain else None
        )
        if found is not None:
            return found
        known = disk.load(name) if self._identity is not None else None
        if known is not None:
            return str(known, "utf-8")
        with uninterrupted(), symbols.LOCK:
            text = self.translated(arguments, name)
        if self._identity is not None:
            disk.store(name, text.encode())
        return text

    def translated(self, arguments: tuple[Argument, ...], name: str) -> str:
        """What `text` is, made by Numba."""
        import numba  # noqa: PLC0415 - half a second, and only for what is not kept
        from numba.core.errors import NumbaError  # noqa: PLC0415 - as above

        function = _with_helpers(self.function)
        options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        dispatcher: Any = numba.njit(**options, **self._options)(function)
        signature = tuple(map(numba_type, arguments))
        try:
            dispatcher.compile(signature)
        except NumbaError as error:
            raise DtypeError(
                message(
                    f"functrace: Numba does not compile the kernel {self.name}.",
                    got=f"arguments of types {', '.join(map(str, signature))}",
                    help="name the kinds of dtypes that it takes (`kinds`), or write it in "
                    f"loops over elements. Numba says:\n{error}",
                )
            ) from None
        (compiled,) = dispatcher.overloads.values()
        kind = _kind(compiled.signature.return_type, self.name)
        native = compiled.fndesc.llvm_func_name
        text = _internal(dispatcher.inspect_llvm(signature))
        self._refuse_foreign(text)
        made = _entry(name, native, arguments, kind)
        return "\n".join([f"; returns {kind}", text, made])

    def _refuse_foreign(self, text: str) -> None:
        """Raise DtypeError if the text takes what only Numba's run-time has."""
        taken = [
            symbol
            for symbol in symbols.declared(text)
            if symbol.startswith(_RUN_TIME) or not symbols.is_in_process(symbol)
        ]
        if taken:
            raise DtypeError(
                message(
                    f"functrace: the kernel {self.name} needs Numba's run-time.",
                    got=f"calls of {', '.join(taken)}",
                    help="a kernel makes no arrays and takes no Python objects: pass arrays "
                    "for what it computes with (`scratch`), and write loops over elements.",
                )
            )


def returned(text: str) -> str:
    """The builder's kind of what a kernel of numbers returns, or ``none``."""
    return text[: text.index("\n")].rsplit(maxsplit=1)[-1]


# -- from Python to Numba --------------------------------------------------------------


def _with_helpers(function: FunctionType) -> FunctionType:
    """The function, with the plain functions that it calls made Numba's."""
    import numba  # noqa: PLC0415 - as above

    made: dict[str, Any] = dict(function.__globals__)
    for name in globals_of(function.__code__):
        helper = made.get(name)
        if type(helper) is FunctionType and helper.__module__.startswith(_OWN):
            made[name] = numba.njit(_with_helpers(helper), inline="always")
    copy = FunctionType(
        function.__code__,
        made,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def numba_type(argument: Argument) -> Any:
    """Numba's type of an argument."""
    import numba  # noqa: PLC0415 - as above

    if isinstance(argument, ArrayType):
        element = numba.from_dtype(argument.dtype)
        return numba.types.Array(
            element, argument.ndim, "C", readonly=argument.readonly
        )
    return numba.from_dtype(argument)


def _kind(returned: Any, name: str) -> str:
    """The builder's kind of what a kernel returns."""
    text = str(returned)
    if text in {"none", "bool"}:
        return {"none": "none", "bool": "b1"}[text]
    found = re.fullmatch(r"(u?int|float)(\d+)", text)
    if found is None:
        raise DtypeError(
            message(
                f"functrace: the kernel {name} returns something else than a number.",
                expected="a real number, or nothing of a kernel that writes to arrays",
                got=text,
            )
        )
    return {"int": "i", "uint": "u", "float": "f"}[found[1]] + found[2]


def _stamps() -> list[object]:
    """What changes when Numba or this module is installed anew, without importing Numba."""
    spec = importlib.util.find_spec("numba")
    origin = (spec and spec.origin) or __file__
    paths = os.path.join(os.path.dirname(origin), "_version.py"), __file__
    found: list[object] = []
    for path in paths:
        with contextlib.suppress(OSError):
            stat = os.stat(path)
            found.append((stat.st_size, stat.st_mtime_ns))
    return found


# -- from Numba's text to ours ---------------------------------------------------------

_LINKAGE = r"(?:(?:linkonce_odr|weak_odr|hidden|dso_local|common|local_unnamed_addr) )*"
_GLOBAL = re.compile(rf"(?m)^(@\S+ = ){_LINKAGE}(?=global|constant|unnamed_addr)")
_DEFINE = re.compile(rf"(?m)^define {_LINKAGE}")
_DESTRUCTION = re.compile(r"(?m)^declare void @NRT_MemInfo_call_dtor\(.*$")
_NOTHING = (
    "define void @NRT_MemInfo_call_dtor(ptr %0) { unreachable }"  # nothing owns memory
)
_ABOUT = re.compile(r"(?m)^(?:target|source_filename|;).*\n")


def _internal(text: str) -> str:
    """The text with nothing in it that other texts could see, or mean."""
    text = _DESTRUCTION.sub(_NOTHING, _ABOUT.sub("", text))
    return _DEFINE.sub("define internal ", _GLOBAL.sub(r"\1internal ", text))


_LLVM = {"f": {4: "float", 8: "double"}}


def llvm_of(dtype: np.dtype[Any]) -> str:
    """The type in which Numba passes a number."""
    if dtype.kind == "f":
        return _LLVM["f"][dtype.itemsize]
    return f"i{8 * dtype.itemsize}"


def _entry(name: str, native: str, arguments: Sequence[Argument], kind: str) -> str:
    """The function that calls what Numba made: of arrays, or of numbers alone."""
    b = Builder()
    b.lines += ["%result = alloca i64", "%exception = alloca ptr"]
    given: list[str] = []
    passed = ["ptr %result", "ptr %exception"]
    for i, argument in enumerate(arguments):
        if isinstance(argument, ArrayType):
            given += [f"ptr %p{i}", *(f"i64 %p{i}.n{k}" for k in range(argument.ndim))]
            passed += _array(b.lines, f"%p{i}", argument)
        else:
            given.append(f"{llvm_of(argument)} %p{i}")
            passed.append(f"{llvm_of(argument)} %p{i}")
    b.lines.append(f'%status = call i32 @"{native}"({", ".join(passed)})')
    if kind == "none":
        b.lines.append("ret i32 %status")
        return _definition("i32", name, given, b.lines)
    type_ = {"b1": "i8", "f64": "double", "f32": "float"}.get(kind, f"i{kind[1:]}")
    bad = Value(b, "%bad", "b1", 0)
    b.lines.append(f"{bad.text} = icmp ne i32 %status, 0")
    branch(b, bad, "raised", "done")
    begin(b, "raised")
    b.lines += [f"call void @{RAISED}()", "unreachable"]
    begin(b, "done")
    b.lines += [f"%number = load {type_}, ptr %result", f"ret {type_} %number"]
    declared = f"\ndeclare void @{RAISED}()"
    return _definition(type_, name, given, b.lines) + declared


def entry_text(name: str, native: str, arguments: Sequence[Argument]) -> str:
    """A function of arrays that calls one of Numba's, without a result, elsewhere."""
    text = _entry(name, native, arguments, "none")
    call = next(line for line in text.splitlines() if f'@"{native}"(' in line)
    given = call[call.index("(") + 1 : -1].split(", ")
    types = ", ".join(argument.split()[0] for argument in given)
    return f'declare i32 @"{native}"({types})\n{text}'


RAISED = "llvm.trap"
"""What is called where a kernel of numbers raises an exception: it is not to be run."""


def _definition(type_: str, name: str, given: list[str], lines: list[str]) -> str:
    head = f"define {type_} @{name}({', '.join(given)}) nounwind {{"
    return "\n".join([head, "entry:", *lines, "}"])


def _array(lines: list[str], name: str, array: ArrayType) -> list[str]:
    """What Numba passes for an array in C order, computed from its lengths."""
    sizes = [f"{name}.n{k}" for k in range(array.ndim)]
    stride, strides = str(array.dtype.itemsize), list[str]()
    for k in reversed(range(array.ndim)):
        strides.insert(0, stride)
        lines.append(f"{name}.s{k} = mul i64 {stride}, {sizes[k]}")
        stride = f"{name}.s{k}"
    count = f"{name}.count"
    lines.append(f"{count} = sdiv i64 {stride}, {array.dtype.itemsize}")
    owner = ["ptr null", "ptr null", f"i64 {count}", f"i64 {array.dtype.itemsize}"]
    lengths = [f"i64 {text}" for text in (*sizes, *strides)]
    return [*owner, f"ptr {name}", *lengths]
