"""Native programs become Python callables that check, allocate, call and wrap.

One C function, made once per process, is the body of all of them: it needs less than a
tenth of a microsecond. It reads arrays where NumPy keeps them; where that cannot be
relied on, a Python function does the same.
"""

from __future__ import annotations

import ctypes
import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from functrace.compiler import runtime
from functrace.compiler.machine import fallback, symbols
from functrace.compiler.machine.artifact import Artifact
from functrace.compiler.machine.native import usual_linker
from functrace.compiler.runtime.bindings import reading
from functrace.compiler.runtime.layout import agree, check_layout
from functrace.compiler.runtime.method_def import MethodDef
from functrace.compiler.runtime.numpy_api import bind_numpy
from functrace.compiler.runtime.pool import LARGE, array_maker
from functrace.compiler.runtime.pool import bind as bind_pool
from functrace.compiler.runtime.shipped import artifact_of
from functrace.core.aval import Aval
from functrace.core.binding import Binding

Structure: TypeAlias = Literal["single", "tuple"]

_MOST_ARGUMENTS = 4096  # their pointers are on the stack
_IN_PLACE = {np.dtype(np.float64): float, np.dtype(np.complex128): complex}


class _Launch(NamedTuple):
    """What a launcher is made of: the arguments of `make_launcher`."""

    address: int
    inputs: Sequence[Aval]
    outputs: Sequence[Aval]
    slow: Callable[..., Any]
    failed: Callable[..., Any]
    structure: Structure
    release_gil: bool
    keep: Any
    bindings: Sequence[Binding] = ()
    in_order: bool = False
    kinds: Sequence[bool] | None = None


def start() -> None:
    """Load what all launchers share; `make_launcher` does so where it has not been done."""
    with symbols.LOCK:  # so that threads share one
        _body()


def make_launcher(
    address: int,
    inputs: Sequence[Aval],
    outputs: Sequence[Aval],
    slow: Callable[..., Any],
    failed: Callable[..., Any],
    *,
    structure: Structure = "single",
    release_gil: bool = False,
    keep: Any = None,
    python_only: bool = False,
    bindings: Sequence[Binding] = (),
    in_order: bool = False,
    kinds: Sequence[bool] | None = None,
) -> Callable[..., Any]:
    """Give a native program the form of a Python function.

    Parameters
    ----------
    address : int
        Of ``i32 program(ptr buffers)``: pointers to the inputs, then to the outputs. It
        returns 0, or another number if it cannot treat the values that it was given.
    inputs, outputs : sequence of Aval
        An argument fits if it is an ndarray (no subclass) of this shape and dtype,
        aligned; the program sees it in C order, as a copy if need be. Without dimensions
        it may be a NumPy scalar, too, and for float64 and complex128 a Python ``float``
        and ``complex``. Where the dtype is a Python type, only a number of exactly that
        type fits; the program sees a float64, complex128, int64 or bool.
    slow : callable
        Called instead, with the same arguments, if they do not fit: perhaps another
        launcher.
    failed : callable
        Called, with the same arguments, if the program returned another number than 0.
    structure : {'single', 'tuple'}
        Whether the one output is returned alone, or all of them in a tuple: new arrays
        or, without dimensions, NumPy scalars.
    release_gil : bool
        Whether other Python threads may run meanwhile.
    keep : object
        Lives as long as the launcher: what owns the program.
    python_only : bool
        Whether to do without machine code, as where `fallback.chosen` says so.
    bindings : sequence of Binding
        If one of them is no more, `slow` is called.
    in_order : bool
        Whether only arrays fit that are in C order themselves.
    kinds : sequence of bool, optional
        For each input whether it is an array: without dimensions nothing else fits then,
        or no array does.

    Returns
    -------
    callable

    Examples
    --------
    >>> text = '''
    ... define i32 @negate(ptr %buffers) {
    ...   %x = load ptr, ptr %buffers
    ...   %out.place = getelementptr ptr, ptr %buffers, i64 1
    ...   %out = load ptr, ptr %out.place
    ...   %value = load double, ptr %x
    ...   %negative = fneg double %value
    ...   store double %negative, ptr %out
    ...   ret i32 0
    ... }'''
    >>> from functrace.compiler.machine.native import compile_text
    >>> code = compile_text(text, ["negate"])
    >>> number = Aval((), np.float64)
    >>> negate = make_launcher(
    ...     code.address("negate"), [number], [number], np.negative, print, keep=code
    ... )
    >>> negate(1.5), negate(np.arange(3))
    (np.float64(-1.5), array([ 0, -1, -2]))
    """
    assert structure == "tuple" or len(outputs) == 1
    call = _Launch(
        *(
            address,
            inputs,
            outputs,
            slow,
            failed,
            structure,
            release_gil,
            keep,
            bindings,
            in_order,
            kinds,
        )
    )
    few = len(inputs) + len(outputs) <= _MOST_ARGUMENTS
    with symbols.LOCK:  # so that threads share one
        body = _body() if few and not python_only else None
    return _python_launcher(call) if body is None else _native_launcher(call, body)


def watched(
    launch: Callable[..., Any],
    answers: Callable[..., Any],
    missed: object,
    program: object,
    times: np.ndarray,
    log: list[tuple[Any, bytes]],
) -> Callable[..., Any] | None:
    """A launcher of which a list is told what its calls took; None if it is not native.

    Parameters
    ----------
    launch : callable
        It; returns `missed` where it does not answer.
    answers : callable
        Does so then, with the same arguments; and in other threads than this one.
    missed, program : object
    times : ndarray of int64
        To which the program adds what its stages take: zeros when a call begins.
    log : list
        Gets, for each call, `program` and the bytes of words: when it began, when it ended,
        by `perf_counter_ns`, and the times.
    """
    with symbols.LOCK:
        body = _body()
    if body is None:
        return None
    table = np.array([_this_thread(), times.ctypes.data, len(times)], np.int64)
    references = table, launch, answers, missed, program, log, times, body
    return _new_function(ctypes.addressof(body.watch), references, None)


class _Fitting(NamedTuple):
    """What fits where an input is expected: None for no such thing.

    Attributes
    ----------
    array, scalar, python : type or None
        ndarray, the NumPy scalar, the Python number.
    dtype : numpy.dtype
        What is in memory; NumPy's own instance, which most arrays share.
    itemsize : int
        Bytes of an element; 0 if an array that is not in C order does not fit.
    shape : tuple of int
    """

    array: type | None
    scalar: type | None
    python: type | None
    dtype: np.dtype[Any]
    itemsize: int
    shape: tuple[int, ...]


def _fittings(call: _Launch) -> list[_Fitting]:
    kinds = call.kinds or [None] * len(call.inputs)
    pairs = zip(call.inputs, kinds, strict=True)
    return [_fitting(aval, kind, in_order=call.in_order) for aval, kind in pairs]


def _fitting(aval: Aval, is_array: bool | None, *, in_order: bool) -> _Fitting:
    dtype, shape = _dtype(aval), aval.shape
    if isinstance(aval.dtype, type):
        return _Fitting(None, None, aval.dtype, dtype, 0, shape)
    if shape:
        itemsize = 0 if in_order else dtype.itemsize
        return _Fitting(np.ndarray, None, None, dtype, itemsize, shape)
    fitting = _Fitting(np.ndarray, dtype.type, _IN_PLACE.get(dtype), dtype, 0, shape)
    if is_array is None:
        return fitting
    if is_array:
        return fitting._replace(scalar=None, python=None)
    return fitting._replace(array=None)


def _dtype(aval: Aval) -> np.dtype[Any]:
    return np.dtype(getattr(aval.dtype, "type", aval.dtype))


# -- in machine code -------------------------------------------------------------------


class _Body(NamedTuple):
    """The C function behind all native launchers, and that behind those watched."""

    method: MethodDef
    watch: MethodDef
    artifact: Artifact


_FASTCALL_KEYWORDS = 0x80 | 0x02
_new_function = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p
)(("PyCFunction_NewEx", ctypes.pythonapi))
_this_thread = ctypes.PYFUNCTYPE(ctypes.c_void_p)(
    ("PyGILState_GetThisThreadState", ctypes.pythonapi)
)


def _native_launcher(call: _Launch, body: _Body) -> Callable[..., Any]:
    # Plan, Binding, Input and Output of launcher.c
    words = [call.address, len(call.inputs), len(call.outputs)]
    words += [int(call.release_gil), int(call.structure == "tuple")]
    words += [len(call.bindings)]
    words += [word for binding in call.bindings for word in reading(binding)]
    fittings = _fittings(call)
    for fitting in fittings:
        words += [0 if part is None else id(part) for part in fitting[:4]]
        words += [fitting.itemsize, len(fitting.shape), *fitting.shape]
    forms = [(_dtype(aval), aval.shape) for aval in call.outputs]
    for dtype, shape in forms:
        words += [id(dtype), len(shape), _maker(dtype, shape, body), *shape]
    table = np.array(words, np.intp)
    references = (
        table,
        call.slow,
        call.failed,
        call.keep,
        fittings,
        forms,
        body,
        call.bindings,
    )
    return _new_function(ctypes.addressof(body.method), references, None)


@functools.cache
def _body() -> _Body | None:
    """The native launcher; None where it is not wanted, or cannot be relied on."""
    if fallback.chosen() or usual_linker() is None:
        return None
    try:
        body = _compile()
        check_layout(body.artifact.code.address("layout"))
        _try_out(body)
    except Exception as error:  # noqa: BLE001 - whatever this Python does otherwise
        fallback.warn(
            "native code cannot read NumPy's arrays by itself",
            error,
            "each call takes some microseconds longer",
        )
        return None
    return body


FUNCTIONS = ("launch", "watch", "layout", "small_array", "copy_word")


def _compile() -> _Body:
    bind_numpy()
    bind_pool()
    artifact = artifact_of("launcher", runtime.text("launcher"), FUNCTIONS)
    launch, watch = (
        MethodDef(b"program", artifact.code.address(name), _FASTCALL_KEYWORDS, None)
        for name in ("launch", "watch")
    )
    return _Body(launch, watch, artifact)


def _maker(dtype: np.dtype[Any], shape: tuple[int, ...], body: _Body) -> int:
    """Address of the function that makes such arrays."""
    if math.prod(shape) * dtype.itemsize >= LARGE:
        return array_maker()
    return body.artifact.code.address("small_array")


def _try_out(body: _Body) -> None:
    """Run a program that copies a word."""
    vector = Aval((1,), np.float64)
    number = Aval((), np.float64)
    for source, target in ((vector, number), (number, vector)):
        call = _Launch(
            body.artifact.code.address("copy_word"),
            [source],
            [target],
            np.empty,
            np.empty,
            "single",
            release_gil=False,
            keep=None,
        )
        out = _native_launcher(call, body)(np.full(source.shape, 0.75))
        agree(type(out), np.ndarray if target.shape else np.float64)
        agree((out.shape, float(out.sum())), (target.shape, 0.75))


# -- in Python -------------------------------------------------------------------------


def _python_launcher(call: _Launch) -> Callable[..., Any]:
    prototype = ctypes.CFUNCTYPE if call.release_gil else ctypes.PYFUNCTYPE
    program = prototype(ctypes.c_int, ctypes.c_void_p)(call.address)
    fittings = _fittings(call)
    forms = [(aval.shape, _dtype(aval)) for aval in call.outputs]
    buffers_type = ctypes.c_void_p * (len(fittings) + len(forms))
    single = call.structure == "single"

    def launch(*args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != len(fittings):
            return call.slow(*args, **kwargs)
        if not all(binding.holds() for binding in call.bindings):
            return call.slow(*args)
        arrays = list(map(_as_array, args, fittings))
        if any(array is None for array in arrays):
            return call.slow(*args)
        outs = [np.empty(shape, dtype) for shape, dtype in forms]
        buffers = buffers_type(*map(_data, arrays), *map(_data, outs))
        if _status(program, buffers):
            return call.failed(*args)
        results = tuple(out if out.ndim else out[()] for out in outs)
        return results[0] if single else results

    return launch


def _status(program: Callable[[int], int], buffers: Any) -> int:
    try:
        return program(ctypes.addressof(buffers))
    except SystemError as error:  # there is a status, and an exception
        if error.__cause__ is None:
            raise
        raise error.__cause__ from None


def _as_array(arg: Any, fitting: _Fitting) -> np.ndarray | None:
    """The argument in a form that the program can read; None if it does not fit."""
    kind = type(arg)
    if kind is fitting.array:
        flags = arg.flags
        fits = arg.dtype == fitting.dtype and arg.shape == fitting.shape
        if not fits or not flags.aligned:
            return None
        if flags.c_contiguous:
            return arg
        return np.ascontiguousarray(arg) if fitting.itemsize else None
    if kind is not fitting.scalar and kind is not fitting.python:
        return None
    try:
        return np.array(arg, fitting.dtype)
    except OverflowError:  # an int beyond 64 bits
        return None


def _data(array: Any) -> int:
    return array.__array_interface__["data"][0]  # faster than array.ctypes.data
