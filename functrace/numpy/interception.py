"""NumPy's own functions, called by users while their code is traced.

`numpy.zeros` gives an ndarray, which cannot hold a traced value; `numpy.linalg.det` does
not look into a list; `math.sin` wants a float. None of them would ask a tracer. So while
a transform runs a function, calls that its code makes of them come here: arrays that are
made are handles that can be written to, and what holds traced values goes to the
function that traces. The rest, and whatever NumPy, SciPy and other threads call, is
answered by the functions themselves.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np

from functrace.compiler.machine.symbols import NativeError
from functrace.compiler.runtime.interception import (
    ALWAYS,
    TRACED,
    UNTRACED,
    Interception,
    is_interceptable,
)
from functrace.core.callsite import is_called_by
from functrace.core.dispatch import FUNCTIONS, UFUNCS
from functrace.core.errors import ConcretizationError, FunctraceError
from functrace.core.locks import ASKING
from functrace.core.primitive import has_tracers
from functrace.core.recording import ambient
from functrace.core.refusals import latest_refusal
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy._scalar_functions import SCALAR_FUNCTIONS
from functrace.numpy.creation import handle
from functrace.numpy.elementwise import as_number
from functrace.numpy.numba_calls import answer_numba

# Their own code hands what it makes to C. What they are given is ndarrays: see
# `Tracer.__array__`.
_INDIFFERENT = frozenset(
    """functrace numpy scipy numba llvmlite pandas xarray polars pyarrow sklearn
    statsmodels skimage matplotlib mpl_toolkits seaborn torch jax jaxlib autograd
    importlib contextlib functools threading concurrent multiprocessing logging
    warnings traceback linecache inspect ast dis""".split()  # noqa: SIM905
)
_TO_BE_FILLED = frozenset(
    (np.zeros, np.empty, np.zeros_like, np.empty_like, np.ones_like, np.full_like)
)
_METHODS = (
    *("copy", "astype", "flatten", "repeat", "take", "choose", "compress", "diagonal"),
    *("dot", "clip", "round", "conj", "conjugate", "cumsum", "cumprod", "ravel"),
    *("sum", "prod", "mean", "std", "var", "max", "min", "trace", "searchsorted"),
)
_CONVERSIONS = (
    *(float, complex, np.float16, np.float32, np.float64),
    *(np.longdouble, np.complex64, np.complex128, np.clongdouble),
)

Answer = Callable[..., Any]


def intercept() -> None:
    """A user's code is about to be traced."""
    answer_numba()
    with ASKING:
        found = _traces[0] if _traces else _interception(random=_RANDOM in sys.modules)
        _traces.append(found)
        if found is not None:
            found.listen(1)
            if not _turned:
                _turn(2)


def release() -> None:
    """It has been traced."""
    with ASKING:
        found = _traces.pop()
        if found is not None:
            found.listen(-1)


def _silence() -> None:
    """Turn everything back if nothing is being traced; called from anywhere."""
    if ASKING.acquire(blocking=False):
        try:
            found = _interception(random=_RANDOM in sys.modules)
            if found is not None and not _traces:
                found.silence()
                _turn(1)
        finally:
            ASKING.release()


def _turn(which: int) -> None:
    """Give the functions in Python their own code (1), or that which asks (2)."""
    _turned[:] = [True] * (which - 1)
    for function, *codes in _in_python():
        function.__code__ = codes[which - 1]


_traces: list[Interception | None] = []  # under way, in all threads: all of one kind
_turned: list[bool] = []  # whether functions in Python have the code that asks
_RANDOM = "numpy.random"  # which NumPy imports when it is first asked for


@functools.cache
def _interception(*, random: bool) -> Interception | None:
    """What is set up when a function is first traced; None where that is not possible."""
    before = _interception(random=False) if random else None
    if before is not None:
        before.silence()  # another one takes its place
    for function in FUNCTIONS:
        if is_interceptable(function) and _is_numpys(function):
            _answers[function] = functools.partial(_answer, function)
    for function in _draws() if random else ():
        _answers[function] = functools.partial(_draw, function)
    for ufunc in UFUNCS:
        _answers[ufunc] = functools.partial(_answer_ufunc, ufunc)
    for name in _METHODS:
        method = getattr(np.ndarray, name)
        _answers[method] = functools.partial(_answer_method, method)
    _answers[map] = _map
    for kind in _CONVERSIONS:
        _scalar_answers[kind] = functools.partial(_convert, kind)
    _scalar_answers.update(SCALAR_FUNCTIONS)
    triggers = {function: _trigger(function) for function in _answers}
    triggers.update(dict.fromkeys(_scalar_answers, TRACED))
    try:
        return Interception(_listen, _silence, triggers, Tracer)
    except NativeError:
        return None


def _trigger(function: Callable[..., Any]) -> int:
    """Which calls are answered: NumPy's dispatchers turn to traced values by themselves."""
    undispatched = (BuiltinFunctionType, type(np.ndarray.copy), type)
    return ALWAYS if isinstance(function, undispatched) else UNTRACED


_answers: dict[Callable[..., Any], Answer] = {}
_scalar_answers: dict[Callable[..., Any], Answer] = {}


def _listen(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Answer a call, or decline to."""
    if ambient.get().outside:
        return NotImplemented  # another thread's
    frame = sys._getframe(1)  # noqa: SLF001 - whose globals the native code has seen
    if _is_indifferent(frame.f_globals):
        found = _traces[0]
        assert found is not None
        found.ignore(frame.f_globals)
        return NotImplemented
    answer = _scalar_answers.get(function)
    if answer is None:
        if not is_called_by(frame, function):
            return NotImplemented
        answer = _answers[function]
    return answer(*args, **kwargs)


def _is_indifferent(scope: dict[str, Any]) -> bool:
    return str(scope.get("__name__")).partition(".")[0] in _INDIFFERENT


# -- functions that are written in Python ----------------------------------------------


@functools.cache
def _in_python() -> list[tuple[FunctionType, Any, Any]]:
    """Functions of NumPy's with their code, and the code that asks first."""
    found = [f for f in FUNCTIONS if type(f) is FunctionType and _is_numpys(f)]
    return [(f, f.__code__, _asking(f)) for f in found]


def _is_numpys(function: Any) -> bool:
    return str(getattr(function, "__module__", None)).partition(".")[0] == "numpy"


def _asking(function: FunctionType) -> Any:
    """Code for a function that answers itself only if nobody else does."""
    plain = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    plain.__kwdefaults__ = function.__kwdefaults__
    ours = FUNCTIONS[function]

    def ask(*args: Any, **kwargs: Any) -> Any:
        frame = sys._getframe(2)  # noqa: SLF001 - the caller of what has this code
        if ambient.get().outside or _is_indifferent(frame.f_globals):
            return plain(*args, **kwargs)
        return (ours if is_called_by(frame, function) else plain)(*args, **kwargs)

    def template(*args: Any, **kwargs: Any) -> Any:
        asked: Any = "ask"
        return asked(*args, **kwargs)

    code = template.__code__  # the function's own globals do not know `ask`
    constants = tuple([ask if c == "ask" else c for c in code.co_consts])
    return code.replace(co_consts=constants, co_name=function.__name__)


# -- answers ---------------------------------------------------------------------------


def _answer(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """NumPy's function, or what traces it if there are traced values in lists."""
    if not _any_traced(args, kwargs):
        return _made(function, function(*args, **kwargs), (*args, *kwargs.values()))
    before = latest_refusal()
    try:
        return FUNCTIONS[function](*args, **kwargs)
    except (TypeError, ValueError, IndexError) as error:
        refusal = latest_refusal()
        if refusal is before or refusal is None or isinstance(error, FunctraceError):
            raise
        raise ConcretizationError(refusal.text) from error  # which NumPy has dropped


def _answer_ufunc(ufunc: np.ufunc, *args: Any, **kwargs: Any) -> Any:
    if any(map(has_tracers, args)):
        return ufunc(*[as_array(a) if has_tracers(a) else a for a in args], **kwargs)
    if len(args) > ufunc.nin or "out" in kwargs:
        return NotImplemented
    return _made(ufunc, ufunc(*args, **kwargs), args)


def _answer_method(
    method: Callable[..., Any], array: np.ndarray, *args: Any, **kwargs: Any
) -> Any:
    if type(array) is not np.ndarray or array.dtype.kind not in "fciub":
        return NotImplemented
    if _any_traced(args, kwargs):
        return getattr(Tracer(None, array), method.__name__)(*args, **kwargs)
    return _made(method, method(array, *args, **kwargs), (array,))


def _draws() -> Iterator[Callable[..., Any]]:
    """What gives arrays of random numbers: the methods of generators."""
    module = sys.modules[_RANDOM]
    for kind in (module.Generator, module.RandomState):
        for name, function in vars(kind).items():
            if not name.startswith("_") and is_interceptable(function):
                yield function


def _draw(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    return _made(function, function(*args, **kwargs), (*args, *kwargs.values()))


def _map(function: Any, *iterables: Any, **options: Any) -> Any:
    """`map` calls from C: what it calls is answered as if the user's code did."""
    answers = FUNCTIONS if type(function) is FunctionType else _answers
    hashable = type(function).__hash__ is not None
    answer: Any = answers.get(function) if hashable else None
    if answer is None:
        return NotImplemented

    def call(*args: Any) -> Any:  # which may be later, when nothing is traced
        found = NotImplemented if ambient.get().outside else answer(*args)
        return function(*args) if found is NotImplemented else found

    return map(call, *iterables, **options)  # Python 3.14 knows `strict`


def _any_traced(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    return any(map(has_tracers, args)) or any(map(has_tracers, kwargs.values()))


def _made(function: Callable[..., Any], result: Any, args: tuple[Any, ...]) -> Any:
    """A result with handles on the arrays that were made for it.

    Integers and booleans are indices, masks and shapes, which must be values, unless a
    function made them that is there to make arrays to be filled.
    """
    if type(result) is tuple or type(result) is list:
        return type(result)([_made(function, part, args) for part in result])
    if type(result) is not np.ndarray:
        return result
    if any(np.may_share_memory(result, a) for a in _arrays(args)):
        return result  # or a part of it: memory of somebody else's
    filled = result.dtype.kind in "fc" or function in _TO_BE_FILLED
    return handle(result) if filled else result


def _arrays(args: Iterable[Any]) -> Iterator[np.ndarray]:
    for arg in args:
        if isinstance(arg, np.ndarray):
            yield arg
        elif type(arg) in (list, tuple):
            yield from _arrays(arg)


def _convert(kind: Any, *args: Any, **kwargs: Any) -> Any:
    """A traced number as a float or a complex number of some precision."""
    x = args[0] if args else None
    if type(x) is not Tracer or len(args) > 1 or kwargs:
        return NotImplemented
    real = issubclass(kind, (float, np.floating))
    python = kind is float or kind is complex
    if x.edge is None or (x.ndim and python) or (real and x.dtype.kind == "c"):
        return NotImplemented
    out = x.astype(kind)
    return as_number(out, kind) if python and not x.shape else out
