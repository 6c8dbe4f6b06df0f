"""Assembling a namespace from what has a traced counterpart."""

from __future__ import annotations

from collections.abc import Hashable
from types import ModuleType
from typing import Any

import numpy as np

from functrace.core.dispatch import FUNCTIONS, UFUNCS
from functrace.core.primitive import has_tracers
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy._standard import StandardNamespace

# Of NumPy as they are: nothing traced goes in or comes out, or nothing is computed.
_PLAIN = """
    e euler_gamma inf nan newaxis pi True_ False_ little_endian
    dtype finfo iinfo ndarray ufunc errstate printoptions
    row_stack broadcast_shapes promote_types issubdtype isdtype isscalar iterable
    tril_indices triu_indices diag_indices mask_indices indices ndindex
    ix_ unravel_index ravel_multi_index fromfunction mgrid ogrid s_ index_exp r_ c_
    bartlett blackman hamming hanning poly1d frompyfunc
    get_printoptions set_printoptions geterr seterr __array_namespace_info__
    __array_api_version__
""".split()  # noqa: SIM905 - reads best as prose

_SUBMODULES = ("fft", "linalg")
_LAZY = ("random",)  # plain, too, but NumPy imports it when it is first asked for


class TracedUfunc:
    """A ufunc that takes lists of traced values, too; else as NumPy's of that name."""

    def __init__(self, ufunc: np.ufunc) -> None:
        self.ufunc = ufunc
        self.__name__ = self.__qualname__ = ufunc.__name__
        self.__doc__ = f"See `numpy.{ufunc.__name__}`."

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Apply to each element."""
        args = tuple([as_array(a) if _lists_tracers(a) else a for a in args])
        return self.ufunc(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ufunc, name)

    def __repr__(self) -> str:
        return f"<functrace.numpy ufunc {self.__name__!r}>"

    def __reduce__(self) -> Any:
        return traced_ufunc, (self.ufunc,)


def _lists_tracers(arg: Any) -> bool:
    return type(arg) is not Tracer and has_tracers(arg)


_traced_ufuncs: dict[np.ufunc, TracedUfunc] = {}


def traced_ufunc(ufunc: np.ufunc) -> TracedUfunc:
    """The one counterpart of `ufunc`."""
    return _traced_ufuncs.setdefault(ufunc, TracedUfunc(ufunc))


def namespace_of(module: ModuleType) -> dict[str, Any]:
    """Names of NumPy's `module` that are implemented, with their counterparts."""
    found: dict[str, Any] = {}
    members = list(vars(module).items())  # NumPy may import another one meanwhile
    for name, value in members:
        counterpart = _counterpart(value)
        if counterpart is not None and not name.startswith("_"):
            found[name] = counterpart
    if module is np:
        return {name: getattr(np, name) for name in _PLAIN if hasattr(np, name)} | found
    return found


def _counterpart(value: Any) -> Any:
    if isinstance(value, np.ufunc):
        return traced_ufunc(value) if value in UFUNCS else None
    if isinstance(value, type) and issubclass(value, (np.generic, Exception)):
        return value
    if isinstance(value, ModuleType) or not isinstance(value, Hashable):
        return None
    return FUNCTIONS.get(value) if callable(value) else None


def assemble(module: ModuleType, original: ModuleType) -> None:
    """Make `module` the counterpart of `original`, which is `numpy` itself."""
    public = complete(module, original)
    for name in _SUBMODULES:
        if name in vars(module):
            complete(getattr(module, name), getattr(original, name))
            public.append(name)

    standard = StandardNamespace(module)

    def namespace(api_version: Any) -> ModuleType:
        np.empty(0).__array_namespace__(api_version=api_version)  # does NumPy have it?
        return standard

    FUNCTIONS[original] = namespace  # type: ignore[index] - see Tracer


def complete(module: ModuleType, original: ModuleType) -> list[str]:
    """Give a module the names of NumPy's `original`; return its ``__all__``."""
    names = namespace_of(original)
    own = vars(module)
    own |= names
    lazy = _LAZY if original is np else ()
    public = [*names, *lazy]

    def get(name: str) -> Any:
        if name in lazy:
            return getattr(original, name)
        raise AttributeError(_refusal(module.__name__, original.__name__, name))

    own |= {"__all__": public, "__dir__": lambda: sorted(public), "__getattr__": get}
    return public


def _refusal(module: str, original: str, name: str) -> str:
    text = f"module {module!r} has no attribute {name!r}"
    if name.startswith("__"):
        return text
    return (
        f"{text}: if it is a function of {original}'s, functrace does not trace it. "
        f"Call {original}.{name} on plain arrays, or wrap it with a derivative of your "
        "own (functrace.custom_vjp)."
    )
