"""Random numbers drawn while a function is traced would be the same at every call."""

from __future__ import annotations

import os
import random
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Lock
from types import FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn, TypeVar

import numpy as np

from functrace.core.errors import MutationError, message
from functrace.core.locks import hold_while_forking
from functrace.core.recording import ambient, recording
from functrace.core.source import SourceLine
from functrace.transforms._libraries import is_library

R = TypeVar("R")

_WAY_OUT = (
    "draw outside of the function and pass the numbers as an argument: "
    "f(x, rng.normal(size=n)). A generator that the function makes from a seed, "
    "numpy.random.default_rng(seed), draws the same numbers at each call, and may stay."
)
_OUTSIDE = "that exists outside of it"
_TRIES = 8  # at a trace during which another thread draws


class DrawnError(MutationError):
    """A generator moved on: by the function, or by another thread meanwhile."""


def without_draws(trace: Callable[[], R]) -> R:
    """What a trace gives that refuses draws; again, where another thread may have drawn.

    What the function itself draws it draws each time.
    """
    for _ in range(_TRIES if threading.active_count() > 1 else 0):
        with suppress(DrawnError):
            return trace()
    try:
        return trace()
    except DrawnError as error:
        raise MutationError(*error.args) from None


@contextmanager
def refusing_draws(
    where: str, generators: Iterable[Any], names: Iterable[str]
) -> Iterator[None]:
    """Raise MutationError if random numbers are drawn meanwhile, but from a fixed seed.

    `generators` are those that the function can reach, besides the global ones of NumPy
    and of Python; `names` those in its code.
    """
    if any("random" in name for name in names):
        import_module("numpy.random")  # so that its global generator can be watched
    watched = [_Watched(g, state_of(g)) for g in (*global_generators(), *generators)]
    with _entropy.noting() as taken:
        yield
    for generator, before in watched:
        if not same_state(state_of(generator), before):
            set_state(generator, before)
            name = type(generator).__name__
            _refuse(DrawnError, where, f"numbers drawn from a {name} {_OUTSIDE}")
    unseeded = taken.line()
    if unseeded is not None:
        got = "numbers from a generator without a seed"
        _refuse(MutationError, where, got, *unseeded)


def is_generator(value: Any) -> bool:
    """Whether it is a generator of random numbers."""
    if isinstance(value, random.Random):
        return True
    module = sys.modules.get("numpy.random")
    if module is None:  # so there are none
        return False
    return isinstance(
        value, (module.Generator, module.RandomState, module.BitGenerator)
    )


def generators_beside(value: Any) -> list[Any]:
    """Generators among the globals of a library's function, class or module.

    NumPy and SciPy have none but the global one.
    """
    if type(value) is FunctionType:
        scope = value.__globals__
    else:
        name = value.__module__ if isinstance(value, type) else None
        module = sys.modules.get(name) if isinstance(name, str) else value
        scope = vars(module) if isinstance(module, ModuleType) else {}
    if str(scope.get("__name__")).partition(".")[0] in _WITHOUT:
        return []
    return [x for x in list(scope.values()) if is_generator(x)]


_WITHOUT = frozenset((*sys.stdlib_module_names, "functrace", "numpy", "scipy"))


def _refuse(
    error: type[Exception], where: str, got: str, source: SourceLine | None = None
) -> NoReturn:
    raise error(
        message(
            f"{where}: the function draws random numbers, which would be the same at "
            "every call.",
            expected="a function of its arguments",
            got=got,
            source=source,
            help=_WAY_OUT,
        )
    )


# -- states ------------------------------------------------------------------------------


class _Watched(NamedTuple):
    generator: Any
    state: Any


def global_generators() -> list[Any]:
    """Those behind the functions of ``random`` and of ``numpy.random``."""
    module = sys.modules.get("numpy.random.mtrand")
    return [random._inst, *([] if module is None else [module._rand])]  # noqa: SLF001


def state_of(generator: Any) -> Any:
    """What it draws from next; None if it takes entropy."""
    if isinstance(generator, random.SystemRandom):
        return None
    if isinstance(generator, random.Random):
        return generator.getstate()
    if hasattr(generator, "get_state"):
        return generator.get_state(legacy=False)
    return getattr(generator, "bit_generator", generator).state


def set_state(generator: Any, state: Any) -> None:
    if isinstance(generator, random.Random):
        generator.setstate(state)
    elif hasattr(generator, "get_state"):
        generator.set_state(state)
    else:
        getattr(generator, "bit_generator", generator).state = state


def same_state(a: Any, b: Any) -> bool:
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same_state(a[name], b[name]) for name in a)
    if isinstance(a, np.ndarray):
        return np.array_equal(a, b)
    return a == b


# -- entropy -----------------------------------------------------------------------------


class _Taken:
    """What was made of the operating system's randomness during a trace.

    Attributes
    ----------
    lines : list
        The user's, at which it was asked for.
    legacy : list
        Bit generators that begin with it, and may be given a seed at once.
    """

    def __init__(self) -> None:
        self.lines: list[SourceLine | None] = []
        self.legacy: list[tuple[Any, SourceLine | None]] = []

    def line(self) -> tuple[SourceLine | None] | None:
        """The first line at which it was asked for and not replaced by a seed."""
        unseeded = (line for made, line in self.legacy if made.seed_seq is not None)
        return next(((line,) for line in (*self.lines, *unseeded)), None)


class _Entropy:
    """Tells when randomness is asked for, by way of Python.

    What is asked is replaced while functions are traced, and tells only of the traces of
    its own context.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        hold_while_forking(self._lock)
        self._users = 0
        self._usual: list[tuple[Any, str, Any]] = []

    @contextmanager
    def noting(self) -> Iterator[_Taken]:
        """Note what is asked for meanwhile."""
        taken = _Taken()
        self._enter(1)
        try:
            with recording(entropy=taken):
                yield taken
        finally:
            self._enter(-1)

    def _enter(self, more: int) -> None:
        with self._lock:
            self._users += more
            if self._users == more == 1:
                for owner, name, telling in self._places():
                    self._usual.append((owner, name, getattr(owner, name)))
                    setattr(owner, name, telling)
            elif not self._users:
                while self._usual:
                    setattr(*self._usual.pop())

    def _places(self) -> Iterator[tuple[Any, str, Any]]:
        """Where functions are looked up that ask for randomness, and what tells of it."""
        yield os, "urandom", self._telling(os.urandom)
        yield random, "_urandom", self._telling(os.urandom)
        yield random.Random, "seed", self._telling_seed(random.Random.seed)
        module = sys.modules.get("numpy.random.mtrand")
        if module is not None:
            usual = module._MT19937  # noqa: SLF001 - of each RandomState
            methods = {
                "__call__": self._telling_legacy(usual),
                "__instancecheck__": lambda _, value: isinstance(value, usual),
            }
            yield (
                module,
                "_MT19937",
                type("Telling", (type,), methods)("MT19937", (), {}),
            )

    def _telling(self, usual: Callable[[int], bytes]) -> Callable[[int], bytes]:
        def urandom(size: int) -> bytes:
            taken = ambient.get().entropy
            if taken is not None and not _is_importing():
                taken.lines.append(_users_line())
            return usual(size)

        return urandom

    def _telling_seed(self, usual: Callable[..., None]) -> Callable[..., None]:
        def seed(generator: random.Random, a: Any = None, version: int = 2) -> None:
            taken = ambient.get().entropy
            if a is None and taken is not None and not _is_importing():
                taken.lines.append(_users_line())
            usual(generator, a, version)

        return seed

    def _telling_legacy(self, usual: Callable[[], Any]) -> Callable[[type], Any]:
        def make(_: type) -> Any:
            taken = ambient.get().entropy
            with recording(entropy=None):
                made = usual()
            if taken is not None and not _is_importing():
                taken.legacy.append((made, _users_line()))
            return made

        return make


_entropy = _Entropy()


def _frames() -> Iterator[FrameType]:
    """The frames of the call stack, from the innermost."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - what inspect uses
    while frame is not None:
        yield frame
        frame = frame.f_back


def _is_importing() -> bool:
    """Whether a module is being loaded: its generators are not the function's."""
    loader = "<frozen importlib._bootstrap>"
    return any(frame.f_code.co_filename == loader for frame in _frames())


def _users_line() -> SourceLine | None:
    for frame in _frames():
        code = frame.f_code
        if not is_library(code.co_filename):
            return SourceLine(code.co_filename, frame.f_lineno, code.co_name)
    return None
