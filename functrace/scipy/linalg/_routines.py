"""Routines of `scipy.linalg.blas` and `scipy.linalg.lapack` on traced values.

They take and give what f2py's do, with what has a default by position or by name. Arrays
are converted to the routine's dtype. What may be overwritten is not; ``info`` is 0: where
it would not be, a matrix is singular or not positive definite, they raise LinAlgError as
`numpy.linalg` does. Of results that are there to be handed to other routines some are
missing, which says so if it is used.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import scipy.linalg

from functrace.core.dispatch import Answer, unsupported
from functrace.core.errors import MissingRuleError, message
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast

_DTYPES = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
REAL, COMPLEX, ALL = "sd", "cz", "sdcz"
"""Prefixes of routines."""
_VECTORS = frozenset(("x", "y", "d", "e", "dl", "du"))


class _Routine(NamedTuple):
    """What traces a routine, for which dtypes, and which ranks its operands have."""

    call: Callable[..., Any]
    prefixes: str
    ranks: dict[str, tuple[int, ...]]


_ROUTINES: dict[str, _Routine] = {}


def routine(
    operands: str, prefixes: str = ALL, *names: str, **fixed: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register what traces routines: of its own name, or of others with something fixed.

    Those among the operands that are named with a star are vectors or matrices.
    """
    ranks = {
        name.rstrip("*"): (1, 2) if name[-1] == "*" else (1 if name in _VECTORS else 2,)
        for name in operands.split()
    }

    def register(call: Callable[..., Any]) -> Callable[..., Any]:
        chosen = partial(call, **fixed) if fixed else call
        for name in names or (call.__name__,):
            _ROUTINES[name] = _Routine(chosen, prefixes, ranks)
        return call

    return register


@functools.cache
def answers(*modules: ModuleType) -> dict[Any, Answer]:
    """What answers for routines of SciPy's modules, some of whose arguments are traced."""
    for home in ("_blas", "_lapack"):
        import_module(f"functrace.scipy.linalg.{home}")
    found: dict[Any, Answer] = {}
    for name, known in _ROUTINES.items():
        for prefix in known.prefixes:
            dtype = np.dtype(_DTYPES[prefix])
            mixed = {"c": "sc", "z": "dz"}.get(
                prefix, prefix
            )  # scnrm2, of a real result
            for module in modules:
                for each in (prefix + name, mixed + name):
                    function = vars(module).get(each)
                    if function is not None:
                        found[function] = partial(_answer, function, known, dtype)
    return found


def _answer(
    function: Any, routine: _Routine, dtype: np.dtype[Any], *args: Any, **kwargs: Any
) -> Any:
    given = inspect.signature(routine.call).bind(*args, **kwargs)
    for name, ranks in routine.ranks.items():
        value = given.arguments.get(name)
        if value is not None:
            x = given.arguments[name] = _converted(function, value, dtype)
            if x.ndim not in ranks:
                words = " or ".join(map(str, ranks))
                raise ValueError(f"expected {name} of {words} dimensions, got {x.ndim}")
    return routine.call(*given.args, **given.kwargs)


def _converted(function: Any, value: Any, dtype: np.dtype[Any]) -> Any:
    x = as_array(value)
    if x.dtype.kind == "c" and dtype.kind != "c":
        raise unsupported(function, got="complex values for a routine of real ones")
    return x if x.dtype == dtype else cast(x, dtype)


def _names_of(
    original: Callable[..., Any], names: Any, arrays: Any, options: dict[str, Any]
) -> Any:
    """The routines that SciPy finds for arrays of these dtypes."""
    given = [
        np.empty((1,) * x.ndim, x.dtype) if isinstance(x, Tracer) else x for x in arrays
    ]
    return original(names, given, **options)


def get_blas_funcs(names: Any, arrays: Any = (), **options: Any) -> Any:
    """See `scipy.linalg.get_blas_funcs`."""
    return _names_of(scipy.linalg.get_blas_funcs, names, arrays, options)


def get_lapack_funcs(names: Any, arrays: Any = (), **options: Any) -> Any:
    """See `scipy.linalg.get_lapack_funcs`."""
    return _names_of(scipy.linalg.get_lapack_funcs, names, arrays, options)


class Missing:
    """A result that is not there on traced values."""

    def __init__(self, what: str) -> None:
        self._what = what

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise MissingRuleError(
            message(
                "functrace: a routine's result is missing on traced values.",
                got=self._what,
                source=user_line(),
                help="use its other results, or a function of scipy.linalg or numpy.",
            )
        )

    __array__ = __iter__ = __getitem__ = __len__ = __float__ = __bool__ = _refuse
