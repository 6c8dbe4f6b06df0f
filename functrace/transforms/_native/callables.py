"""Programs as functions of ctypes, and as callables of SciPy's C."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.machine.native import compile_text
from functrace.core.errors import message
from functrace.transforms._native.prototype import Parameter, Prototype
from functrace.transforms._native.status import checked


def ctypes_function(prototype: Prototype, address: int, owner: Any) -> Any:
    """The function, which looks at the arguments that it is given, and raises."""
    types = [_ctype(parameter) for parameter in prototype.parameters]
    function: Any = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(address)
    function.errcheck = checked(f"functrace.native {prototype.name}")
    function.owner = owner
    return function


def _ctype(parameter: Parameter) -> Any:
    if not parameter.shape and parameter.dtype.kind != "c":
        number = np.ctypeslib.as_ctypes_type(parameter.dtype)
        return ctypes.POINTER(number) if parameter.is_output else number
    flags = ["C_CONTIGUOUS", "ALIGNED", *(["WRITEABLE"] * parameter.is_output)]
    shape: Any = parameter.shape
    kinds: Any = flags
    return np.ctypeslib.ndpointer(parameter.dtype, len(shape), shape, kinds)


# -- for SciPy -------------------------------------------------------------------------


class _Consumer(NamedTuple):
    """A function of SciPy's, by the function that it calls.

    Attributes
    ----------
    words : str
    fits : callable
        Of the inputs' and the outputs' forms, see `_form`: whether it can call that.
    result : {"double", "int"}
        What it is given back: the number, or whether there is a result.
    arguments : tuple of (ctype, str, str)
        Their types, LLVM's types, and names.
    sizes : tuple of (str, callable)
        Arguments, and what they must be: else there is no result.
    """

    words: str
    fits: Callable[[list[str], list[str]], bool]
    result: str
    arguments: tuple[tuple[Any, str, str], ...]
    sizes: tuple[tuple[str, Callable[[Prototype], int]], ...]


_DOUBLES = ctypes.POINTER(ctypes.c_double)
_INTEGERS = ctypes.POINTER(ctypes.c_ssize_t)
_LENGTH = ctypes.c_ssize_t
_USER = (ctypes.c_void_p, "ptr", "%user")


def _count(parameters: tuple[Parameter, ...]) -> int:
    """Numbers in all of them."""
    return sum(int(np.prod(each.shape)) for each in parameters)


def _inputs(prototype: Prototype) -> int:
    return _count(prototype.inputs)


def _outputs(prototype: Prototype) -> int:
    return _count(prototype.outputs)


_CONSUMERS = {
    "quad": _Consumer(
        "a number of a number",
        lambda given, made: (given, made) == (["number"], ["number"]),
        "double",
        ((ctypes.c_double, "double", "%x"),),
        (),
    ),
    "nquad": _Consumer(
        "a number of several numbers, or of a vector",
        lambda given, made: (
            given in (["vector"], ["number"] * len(given)) and made == ["number"]
        ),
        "double",
        ((ctypes.c_int, "i32", "%n"), (_DOUBLES, "ptr", "%x")),
        (("i32 %n", _inputs),),
    ),
    "generic_filter": _Consumer(
        "a number of a vector",
        lambda given, made: (given, made) == (["vector"], ["number"]),
        "int",
        (
            (_DOUBLES, "ptr", "%x"),
            (_LENGTH, "i64", "%n"),
            (_DOUBLES, "ptr", "%out"),
            _USER,
        ),
        (("i64 %n", _inputs),),
    ),
    "generic_filter1d": _Consumer(
        "a vector of a vector",
        lambda given, made: (given, made) == (["vector"], ["vector"]),
        "int",
        (
            (_DOUBLES, "ptr", "%x"),
            (_LENGTH, "i64", "%n"),
            (_DOUBLES, "ptr", "%out"),
            (_LENGTH, "i64", "%m"),
            _USER,
        ),
        (("i64 %n", _inputs), ("i64 %m", _outputs)),
    ),
    "geometric_transform": _Consumer(
        "a vector of a vector of int64",
        lambda given, made: (given, made) == (["integers"], ["vector"]),
        "int",
        (
            (_INTEGERS, "ptr", "%x"),
            (_DOUBLES, "ptr", "%out"),
            (ctypes.c_int, "i32", "%n"),
            (ctypes.c_int, "i32", "%m"),
            _USER,
        ),
        (("i32 %n", _inputs), ("i32 %m", _outputs)),
    ),
}


def low_level_callable(
    prototype: Prototype, address: int, consumer: str, owner: Any
) -> Any:
    """What a function of SciPy's takes; see `Native.low_level_callable`."""
    from scipy import LowLevelCallable  # noqa: PLC0415 - slow

    if consumer not in _CONSUMERS:
        raise ValueError(
            message(
                "functrace.native: no such consumer is known.",
                expected=f"one of: {', '.join(_CONSUMERS)}",
                got=repr(consumer),
            )
        )
    found = _CONSUMERS[consumer]
    forms = list(map(_form, prototype.inputs)), list(map(_form, prototype.outputs))
    if not found.fits(*forms):
        raise TypeError(
            message(
                f"functrace.native: {consumer} calls other functions than "
                f"{prototype.name}.",
                expected=f"{found.words}, in double precision",
                got=str(prototype),
            )
        )
    code = compile_text(_adapter(prototype, address, found), ["adapter"])
    kind = ctypes.c_double if found.result == "double" else ctypes.c_int
    types = [type_ for type_, *_ in found.arguments]
    function: Any = ctypes.CFUNCTYPE(kind, *types)(code.address("adapter"))
    function.owner = owner, code
    return LowLevelCallable(function)


def _form(parameter: Parameter) -> str:
    dtype, ndim = parameter.dtype, len(parameter.shape)
    if dtype == np.int64 and ndim == 1:
        return "integers"
    if dtype != np.float64 or ndim > 1:
        return "other"
    return "vector" if ndim else "number"


def _adapter(prototype: Prototype, address: int, consumer: _Consumer) -> str:
    """A function that calls the program, in LLVM's language."""
    type_ = {"double": "double", "int": "i32"}[consumer.result]
    given = ", ".join(f"{kind} {name}" for _, kind, name in consumer.arguments)
    lines = [f"define {type_} @adapter({given}) nounwind {{", "entry:"]
    lines += ["%out = alloca double"] * (type_ == "double")
    for k, (argument, size) in enumerate(consumer.sizes):
        lines.append(f"%fits{k} = icmp eq {argument}, {size(prototype)}")
        lines.append(f"br i1 %fits{k}, label %next{k}, label %none")
        lines.append(f"next{k}:")
    passed = list[str]()
    for k, parameter in enumerate(prototype.inputs):
        if parameter.shape or len(consumer.arguments) == 1:
            passed.append("ptr %x" if parameter.shape else "double %x")
            continue
        lines.append(f"%x{k}.at = getelementptr double, ptr %x, i64 {k}")
        lines.append(f"%x{k} = load double, ptr %x{k}.at")
        passed.append(f"double %x{k}")
    call = f"inttoptr (i64 {address} to ptr)({', '.join([*passed, 'ptr %out'])})"
    lines += [
        f"%status = call i32 {call}",
        "%done = icmp eq i32 %status, 0",
        "br i1 %done, label %some, label %none",
        "some:",
    ]
    if type_ == "double":
        lines += ["%value = load double, ptr %out", "ret double %value"]
        lines += ["none:", "ret double 0x7FF8000000000000", "}"]
    else:
        lines += ["ret i32 1", "none:", "ret i32 0", "}"]
    return "\n".join(lines)
