"""NumPy's own functions, called by users while their code is traced.

`numpy.zeros` gives an ndarray, which cannot hold a traced value; `numpy.linalg.det` does
not look into a list; `math.sin` wants a float. None of them would ask a tracer. So while
a transform runs a function, calls that its code makes of them come here: arrays that are
made are handles that can be written to, and what holds traced values goes to the
function that traces. The rest, and whatever NumPy, SciPy and other threads call, is
answered by the functions themselves.
"""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import (
    BuiltinFunctionType,
    FrameType,
    FunctionType,
    MethodDescriptorType,
    ModuleType,
)
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from functrace.compiler.machine.symbols import NativeError
from functrace.compiler.runtime.interception import (
    ALWAYS,
    TRACED,
    UNTRACED,
    Interception,
    is_f2pys,
    is_interceptable,
)
from functrace.core.callsite import is_called_by
from functrace.core.dispatch import FUNCTIONS, LIBRARIES, UFUNCS, Answer
from functrace.core.errors import (
    ConcretizationError,
    FunctraceError,
    MissingRuleError,
    message,
)
from functrace.core.locks import ASKING
from functrace.core.primitive import has_tracers
from functrace.core.recording import ambient
from functrace.core.refusals import latest_refusal
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, untraced
from functrace.numpy._scalar_functions import SCALAR_FUNCTIONS
from functrace.numpy.asking import AskingFunction, let_class_ask
from functrace.numpy.creation import handle, handle_if_captured
from functrace.numpy.elementwise import as_number
from functrace.numpy.error_states import NUMPYS
from functrace.numpy.importing import Listener, is_complete
from functrace.numpy.numba_calls import answer_numba
from functrace.numpy.selections.selection import ANSWERS, Selection
from functrace.numpy.sliding import strided_view
from functrace.primitives import complex_parts

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
_ARBITRARY = frozenset((np.empty, np.empty_like))
_STORING = frozenset((np.piecewise,))  # in arrays of theirs what users' functions give
_METHODS = (
    *("copy", "astype", "flatten", "repeat", "take", "choose", "compress", "diagonal"),
    *("dot", "clip", "round", "conj", "conjugate", "cumsum", "cumprod", "ravel"),
    *("sum", "prod", "mean", "std", "var", "max", "min", "trace", "searchsorted"),
)
_UFUNC_METHODS = ("reduce", "accumulate", "reduceat", "outer")
_CONVERSIONS = (
    *(float, complex, np.float16, np.float32, np.float64),
    *(np.longdouble, np.complex64, np.complex128, np.clongdouble),
)
_IN_PYTHON = 1 << 9  # of a type's flags: its attributes may be set


def intercept() -> None:
    """A user's code is about to be traced."""
    answer_numba()
    with ASKING:
        if not _traces:
            _interceptors.update()
        found = _traces[0] if _traces else _interceptors.slots
        _traces.append(found)
        if found is not None:
            found.listen(1)
            _interceptors.turn(asking=True)


def release() -> None:
    """It has been traced."""
    with ASKING:
        found = _traces.pop()
        if found is not None:
            found.listen(-1)


def _learn(name: str) -> None:
    """A library has been imported while a user's code is traced."""
    with ASKING:
        _interceptors.learn(name)


@atexit.register
def _silence() -> None:
    """Turn everything back if nothing is being traced; called from anywhere."""
    if ASKING.acquire(blocking=False):
        try:
            if _interceptors.slots is not None and not _traces:
                _interceptors.slots.silence()
                _interceptors.turn(asking=False)
        finally:
            ASKING.release()


_traces: list[Interception | None] = []  # under way, in all threads: all of one kind


class _Interceptors:
    """What asks, or will: of the libraries that are imported by now.

    Attributes
    ----------
    slots : Interception or None
        What is written in C; None where that is not possible.
    in_python : list
        What is written in Python.
    """

    def __init__(self) -> None:
        self.slots: Interception | None = None
        self.in_python: list[AskingFunction] = []
        self._libraries: set[str] = set()
        self._modules = 0
        self._asking = False
        self._is_new = True  # there is something in C that the slots do not know

    def update(self) -> None:
        """Look for libraries that have been imported."""
        if len(sys.modules) != self._modules:
            self._modules = len(sys.modules)
            self.find()
        if self._is_new:
            if self.slots is not None:
                self.slots.silence()  # others take their place
            self._is_new = False
            self.slots = _slots()

    def find(self) -> None:
        """Find what of imported libraries is to ask."""
        for name in LIBRARIES.keys() & sys.modules.keys():
            if is_complete(sys.modules[name]):
                self.learn(name)
            else:
                self._modules = 0  # another thread imports it: look again

    def learn(self, name: str) -> None:
        """Find what of a library is to ask, once."""
        if name not in self._libraries:
            self._libraries.add(name)
            for function, answer in LIBRARIES[name](sys.modules[name]).items():
                self._add(function, answer)

    def _add(self, function: Any, answer: Answer) -> None:
        if type(function) is FunctionType:
            numpys = _is_numpys(function)
            intercepts = (
                partial(_intercepts_direct_call, function) if numpys else _intercepts
            )
            made = partial(_made_for, function)
            found = AskingFunction(function, intercepts, answer, made)
            found.turn(asking=self._asking)
            self.in_python.append(found)
        elif isinstance(function, type) and function.__flags__ & _IN_PYTHON:
            let_class_ask(function, _intercepts, answer)
        elif is_interceptable(function) or is_f2pys(function):
            _answers[function] = answer
            self._is_new = True

    def turn(self, *, asking: bool) -> None:
        """Let what is written in Python ask, or be itself."""
        if asking is not self._asking:
            self._asking = asking
            _imports.turn(on=asking)
            for found in self.in_python:
                found.turn(asking=asking)


_interceptors = _Interceptors()
_imports = Listener(LIBRARIES, _learn)


def _intercepts(frame: FrameType) -> bool:
    """Whether a frame's calls of what is written in Python may be answered.

    Our transforms call what users gave them.
    """
    if ambient.get().outside:
        return False
    scope = frame.f_globals
    ours = str(scope.get("__name__")).startswith("functrace.transforms")
    return ours or not _is_indifferent(scope)


def _intercepts_direct_call(function: FunctionType, frame: FrameType) -> bool:
    scope = frame.f_globals
    if ambient.get().outside or _is_indifferent(scope):
        return False
    return is_called_by(frame, function)


def _made_for(
    function: FunctionType, frame: FrameType, result: Any, args: tuple[Any, ...]
) -> Any:
    """A result as a frame gets it: with handles on arrays, unless C has called."""
    return _made(function, result, args) if is_called_by(frame, function) else result


def _slots() -> Interception | None:
    """What is written in C, and asks from now on."""
    triggers = {function: _trigger(function) for function in _answers}
    triggers.update(dict.fromkeys(_scalar_answers, TRACED))
    try:
        return Interception(_listen, _silence, triggers, Tracer)
    except NativeError:
        return None


def _trigger(function: Callable[..., Any]) -> int:
    """Which calls are answered: NumPy's dispatchers turn to traced values by themselves."""
    undispatched = (BuiltinFunctionType, type(np.ndarray.copy), type)
    always = function is np.linspace  # whose dispatcher does not look at sizes
    return ALWAYS if always or isinstance(function, undispatched) else UNTRACED


def _of_numpy(_: ModuleType) -> dict[Any, Answer]:
    """What answers for NumPy's functions, ufuncs and methods of arrays, and for `map`."""
    numpys = [f for f in FUNCTIONS if _is_numpys(f)]
    return {
        **{f: FUNCTIONS[f] for f in numpys if type(f) is FunctionType},
        as_strided: strided_view,
        **{f: partial(_answer, f) for f in numpys if is_interceptable(f)},
        **{f: partial(answer_ufunc, f) for f in UFUNCS},
        **{m: partial(_answer_method, m) for m in map(_method, _METHODS)},
        **{
            m: partial(_answer_ufunc_method, m)
            for m in (getattr(np.ufunc, name) for name in _UFUNC_METHODS)
        },
        np.ndarray: _new_array,
        map: _map,
        np.nditer: _iterate,
        **NUMPYS,
    }


def _is_numpys(function: Any) -> bool:
    return str(getattr(function, "__module__", None)).partition(".")[0] == "numpy"


def _method(name: str) -> Any:
    return getattr(np.ndarray, name)


def _of_random(module: ModuleType) -> dict[Any, Answer]:
    """What answers for what gives arrays of random numbers: methods of generators."""
    return {
        function: partial(_draw, function)
        for kind in (module.Generator, module.RandomState)
        for name, function in vars(kind).items()
        if not name.startswith("_") and is_interceptable(function)
    }


def _listen(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Answer a call, or decline to."""
    if ambient.get().outside:
        return NotImplemented  # another thread's
    frame = sys._getframe(1)  # noqa: SLF001 - whose globals the native code has seen
    is_lost = _is_lost(function, args, kwargs) and _intercepts(frame)
    if _is_indifferent(frame.f_globals) and not is_lost:
        found = _traces[0]
        assert found is not None
        found.ignore(frame.f_globals)
        return NotImplemented
    answer = _scalar_answers.get(function)
    if answer is None:
        if not (is_lost or is_called_by(frame, function)):
            return NotImplemented
        answer = _answers.get(function)
    # Of f2py's, all of a type come here, known or not.
    return NotImplemented if answer is None else answer(*args, **kwargs)


def _is_lost(function: Any, args: Any, kwargs: dict[str, Any]) -> bool:
    """Whether a method of C, or f2py's, by whichever name cannot take what it is given."""
    if is_f2pys(function):
        return _any_traced(args, kwargs)
    if type(function) is not MethodDescriptorType:
        return False
    return Tracer in map(type, (*args, *kwargs.values()))


def _is_indifferent(scope: dict[str, Any]) -> bool:
    return str(scope.get("__name__")).partition(".")[0] in _INDIFFERENT


# -- answers ---------------------------------------------------------------------------


def _answer(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """NumPy's function, or what traces it if there are traced values in lists."""
    if function in ANSWERS and _any_selected(args):
        return ANSWERS[function](*args, **kwargs)
    is_storing = function in _STORING
    if is_storing or not _any_traced(args, kwargs):
        call = FUNCTIONS[function] if is_storing else function
        return _made(function, call(*args, **kwargs), (*args, *kwargs.values()))
    before = latest_refusal()
    try:
        return FUNCTIONS[function](*args, **kwargs)
    except (TypeError, ValueError, IndexError) as error:
        refusal = latest_refusal()
        if refusal is before or refusal is None or isinstance(error, FunctraceError):
            raise
        raise ConcretizationError(refusal.text) from error  # which NumPy has dropped


def answer_ufunc(ufunc: np.ufunc, *args: Any, **kwargs: Any) -> Any:
    """A ufunc of lists with traced values, or a handle on what it makes."""
    if any(map(has_tracers, args)):
        return ufunc(*_as_operands(args), **kwargs)
    if len(args) > ufunc.nin or "out" in kwargs:
        return NotImplemented
    return _made(ufunc, ufunc(*args, **kwargs), args)


def _answer_ufunc_method(
    method: Callable[..., Any], ufunc: Any, *args: Any, **kwargs: Any
) -> Any:
    """A ufunc's method of lists with traced values, or a handle on what it makes."""
    if "array" in kwargs:
        args = kwargs.pop("array"), *args
    if any(map(has_tracers, args)):
        return method(ufunc, *_as_operands(args), **kwargs)
    return _made(ufunc, method(ufunc, *args, **kwargs), (*args, *kwargs.values()))


def _as_operands(args: Iterable[Any]) -> Iterator[Any]:
    """Lists with traced values as arrays."""
    return (as_array(a) if has_tracers(a) else a for a in args)


def _answer_method(
    method: Callable[..., Any], array: np.ndarray, *args: Any, **kwargs: Any
) -> Any:
    if type(array) is not np.ndarray or array.dtype.kind not in "fciub":
        return NotImplemented
    if _any_traced(args, kwargs):
        return getattr(Tracer(None, array), method.__name__)(*args, **kwargs)
    return _made(method, method(array, *args, **kwargs), (array,))


def _new_array(*args: Any, **kwargs: Any) -> Any:
    """By the name of the class what `numpy.empty` gives, unless there is memory for it."""
    if len(args) > 2 or not kwargs.keys() <= {"shape", "dtype", "order"}:
        return NotImplemented
    return _made(np.empty, np.ndarray(*args, **kwargs), ())


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


def _any_selected(args: Iterable[Any]) -> bool:
    for arg in args:
        if type(arg) is Selection:
            return True
        if type(arg) in (list, tuple) and _any_selected(arg):
            return True
    return False


def _made(function: Callable[..., Any], result: Any, args: tuple[Any, ...]) -> Any:
    """A result with handles on the arrays that were made for it.

    Not on integers and booleans, as a rule, unless a function made them that is there to
    make arrays to be filled.
    """
    if type(result) is tuple or type(result) is list:
        return type(result)([_made(function, part, args) for part in result])
    if type(result) is not np.ndarray:
        return result
    if any(np.may_share_memory(result, a) for a in _arrays(args)):
        return result  # or a part of it: memory of somebody else's
    if function in _ARBITRARY and result.dtype.kind in "biufc":
        result.fill(0)  # a program is not to depend on what was in memory
    filled = result.dtype.kind in "fc" or function in _TO_BE_FILLED
    return handle(result) if filled else handle_if_captured(result)


def _arrays(args: Iterable[Any]) -> Iterator[np.ndarray]:
    for arg in args:
        if isinstance(arg, np.ndarray):
            yield arg
        elif type(arg) in (list, tuple):
            yield from _arrays(arg)


def _convert(kind: Any, *args: Any, **kwargs: Any) -> Any:
    """A traced number as a float or a complex number of some precision."""
    if kind is complex and len(args) + len(kwargs) == 2:
        return _of_parts(*args, **kwargs)
    x = args[0] if args else None
    if type(x) is not Tracer or len(args) > 1 or kwargs:
        return NotImplemented
    real = issubclass(kind, (float, np.floating))
    python = kind is float or kind is complex
    if x.edge is None or (x.ndim and python) or (real and x.dtype.kind == "c"):
        return NotImplemented
    out = x.astype(kind)
    return as_number(out, kind) if python and not x.shape else out


def _iterate(operands: Any, *args: Any, **options: Any) -> Any:
    """`numpy.nditer`, over arrays that nothing traced was written to."""
    several = isinstance(operands, (list, tuple))
    plain = [untraced(operand) for operand in (operands if several else [operands])]
    if has_tracers(plain):
        raise MissingRuleError(
            message(
                "functrace: numpy.nditer reads memory, and a traced value has none.",
                source=user_line(),
                help="loop over numpy.ndenumerate(x), or numpy.ndindex(x.shape).",
            )
        )
    return np.nditer(plain if several else plain[0], *args, **options)


def _of_parts(real: Any, imag: Any) -> Any:
    """``complex(real, imag)``, where one of them is traced."""
    parts = real, imag
    if not has_tracers(parts) or any(np.ndim(part) for part in parts):
        return NotImplemented
    if any(as_array(part).dtype.kind == "c" for part in parts):
        out = real + imag * 1j
    else:
        out = complex_parts.from_parts(*[as_array(p).astype(float) for p in parts])
    return as_number(out, complex)


LIBRARIES["numpy"] = _of_numpy
LIBRARIES["numpy.random"] = _of_random

_answers: dict[Callable[..., Any], Answer] = {}
_scalar_answers: dict[Callable[..., Any], Answer] = {
    **{kind: partial(_convert, kind) for kind in _CONVERSIONS},
    **SCALAR_FUNCTIONS,
}
