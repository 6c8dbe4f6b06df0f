"""Calls of Numba's compiled functions with traced values: their Python is called.

Numba's dispatcher, which is C code, asks for a compilation where no compiled version fits
the types of the arguments, and calls what it is given. A traced value has no type of
Numba's, so it asks again for each such call, and the answer is the Python function. Calls
with plain values do not come here once their version is compiled.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.errors import MissingRuleError, message
from functrace.core.primitive import has_tracers
from functrace.core.source import user_line
from functrace.numpy._arguments import untraced

_DISPATCHERS = "numba.core.dispatcher"
_answering: list[Any] = []  # the module of Numba's dispatchers, once they answer


def answer_numba() -> None:
    """Have Numba's functions take traced values, if Numba is there."""
    module = sys.modules.get(_DISPATCHERS)
    if module is not None and not _answering and hasattr(module, "_DispatcherBase"):
        _answering.append(module)
        _answer(module)


def _answer(module: Any) -> None:
    """Have dispatchers give their Python function for tracers."""
    base, omitted = module._DispatcherBase, module.OmittedArg  # noqa: SLF001
    compile_for = base._compile_for_args  # noqa: SLF001 - what the C code asks
    explain = base._explain_matching_error  # noqa: SLF001 - likewise
    type_of = base.typeof_pyval

    @functools.wraps(type_of)
    def unknown_or_type(self: Any, value: Any) -> Any:
        return module.types.pyobject if has_tracers(value) else type_of(self, value)

    @functools.wraps(compile_for)
    def python_or_compiled(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not has_tracers([*args, *kwargs.values()]):
            return compile_for(self, *args, **kwargs)
        if not has_tracers([*map(untraced, args)]):
            return lambda *args: self(*map(untraced, args))
        return functools.partial(_call_python, self.py_func, omitted)

    @functools.wraps(explain)
    def refusal_or_mismatch(self: Any, *args: Any, **kwargs: Any) -> Any:
        if has_tracers([*args, *kwargs.values()]):
            raise _refusal(self.py_func)
        return explain(self, *args, **kwargs)

    base.typeof_pyval = unknown_or_type
    base._compile_for_args = python_or_compiled  # noqa: SLF001
    base._explain_matching_error = refusal_or_mismatch  # noqa: SLF001


def _call_python(function: Callable[..., Any], omitted: type, *args: Any) -> Any:
    """Call with what compiled code takes: defaults are marked, ``*args`` are one tuple."""
    given = [arg.value if type(arg) is omitted else arg for arg in args]
    if function.__code__.co_flags & inspect.CO_VARARGS:
        given += given.pop()
    return function(*given)


def _refusal(function: Callable[..., Any]) -> MissingRuleError:
    name = function.__name__
    return MissingRuleError(
        message(
            f"functrace: Numba has compiled {name} for the types that its decorator "
            "names, and for no others.",
            got="a traced value",
            source=user_line(),
            help=f"leave the types out (@njit), or call {name}.py_func.",
        )
    )


def is_numbas(function: Any) -> bool:
    """Whether Numba compiles a function, by `numba.njit`."""
    module = sys.modules.get(_DISPATCHERS)
    return module is not None and isinstance(function, module.Dispatcher)


def function_of(ufunc: Any) -> Callable[..., Any] | None:
    """The Python function of an element that Numba made a ufunc of; of others, None."""
    if isinstance(ufunc, np.ufunc):
        return None
    return getattr(getattr(ufunc, "_dispatcher", None), "py_func", None)
