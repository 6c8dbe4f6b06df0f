"""Compiled functions."""

from __future__ import annotations

import functools
import sys
import weakref
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, TypeAlias, overload

from functrace.core.capture import RaisingError
from functrace.core.locks import PROGRAMS
from functrace.core.observing import Observer, users_work
from functrace.core.recording import ambient, current, recording
from functrace.core.tracer import Tracer
from functrace.primitives.call import forget_programs
from functrace.transforms._anomalies import checked
from functrace.transforms._custom_call import name_of
from functrace.transforms._draws import without_draws
from functrace.transforms._entry import Entry, ReverseLimits, in_python, inlined
from functrace.transforms._failing import refuse_raising
from functrace.transforms._lowered import Compilation, Explanation, Lowered, explain
from functrace.transforms._memory import bytes_of, notes_of, within
from functrace.transforms._repeated import check_repeats
from functrace.transforms._shortcut import make_shortcut
from functrace.transforms._signature import (
    BoundCall,
    Key,
    Signature,
    is_dead,
    with_kinds,
    with_strides,
)
from functrace.transforms._wrapper import P, R, Transformed
from functrace.transforms.make_graph import labels_of

_SHORTCUTS = 8  # each that does not fit costs some hundredths of a microsecond
_AGAIN = 64  # calls by the long way before another shortcut gives way


@overload
def jit(
    fun: Callable[P, R],
    *,
    static_argnums: int | Sequence[int] = ...,
    static_argnames: str | Sequence[str] = ...,
    fastmath: bool = ...,
    maxsize: int = ...,
    memory_budget: str | int | None = ...,
) -> Jitted[P, R]: ...


@overload
def jit(
    fun: None = None,
    *,
    static_argnums: int | Sequence[int] = ...,
    static_argnames: str | Sequence[str] = ...,
    fastmath: bool = ...,
    maxsize: int = ...,
    memory_budget: str | int | None = ...,
) -> Callable[[Callable[P, R]], Jitted[P, R]]: ...


def jit(
    fun: Callable[..., Any] | None = None,
    *,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
    fastmath: bool = False,
    maxsize: int = 256,
    memory_budget: str | int | None = None,
) -> Any:
    """Compile a function to machine code, once for each signature; also a decorator.

    Parameters
    ----------
    fun : callable
        Takes and returns arrays, numbers, or pytrees of them. It is called once for each
        signature, with abstract values of which shape and dtype are known.
    static_argnums : int or sequence of int
    static_argnames : str or sequence of str
        Arguments that are not traced: the program is compiled for their value, which must
        be hashable. By position, or by name. Flags, text, functions and other objects
        that are no arrays are static without being named.
    fastmath : bool
        Allow the compiler to reorder floating-point operations, and to assume that there
        are no infinities and NaN.
    maxsize : int
        Number of programs that are kept; older ones give way.
    memory_budget : str or int, optional
        What a call may need beside its arguments: bytes, or text like ``"2 GB"``. Loops
        of which reverse mode would keep more are cut into segments, of which it keeps
        the first carries, and computes the rounds again; what is no loop is cut into
        parts likewise. See ``lower(*args).explain()``.

    Returns
    -------
    callable
        Takes `fun`'s arguments, returns `fun`'s result: new arrays, and NumPy scalars. It
        has the methods ``lower(*args)``, which gives the program's stages, ``explain()``,
        which tells what was compiled and why, and ``clear_cache()``.

    Raises
    ------
    ConcretizationError
        `fun` asks for the value of an argument, to branch on it or as a size.
    MutationError
        `fun` draws random numbers, which would be the same at every call; or it changes
        numbers outside, or its result depends on what it changes there (`self.n += 1`).
    MemoryBudgetError
        No program keeps to `memory_budget`. It is raised before anything is computed, but
        of a `while_loop`, whose rounds are counted when it has run.
    TypeError
        An argument is neither an array, nor a pytree, nor hashable.

    Notes
    -----
    Signature: the structure of the arguments, shape and dtype of each array, the type of
    each Python number, the value of what is static. Python numbers are promoted as in
    NumPy: a float does not widen a float32 array. How arrays lie in memory belongs to it
    only if `fun` does what depends on it, such as reshaping them.

    What `fun` takes from closures, globals and attributes, and the functions that it
    calls, are part of the program. If anything of it is bound to another value or changed
    in place, the function is compiled again. Mark arrays read-only
    (``array.flags.writeable = False``) to save the check.

    Arrays among the arguments that `fun` writes to are written to. Other side effects of
    `fun` (notes in lists, caches that are filled) happen when it is compiled only.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> @ft.jit
    ... def norm(x):
    ...     return np.sqrt(np.sum(x**2))
    >>> norm(np.array([3.0, 4.0]))
    np.float64(5.0)
    >>> ft.grad(norm)(np.array([3.0, 4.0]))
    array([0.6, 0.8])
    >>> @ft.jit(static_argnames="n")
    ... def power(x, n):
    ...     for _ in range(n - 1):
    ...         x = x * x
    ...     return x
    >>> power(2.0, n=3)
    np.float64(16.0)
    """
    options: dict[str, Any] = {
        "static_argnums": static_argnums,
        "static_argnames": static_argnames,
        "fastmath": fastmath,
        "maxsize": maxsize,
        "memory_budget": memory_budget,
    }
    if fun is None:
        return functools.partial(jit, **options)
    # A class of its own: its `__call__` becomes the launcher, which is not bound.
    return type("jit", (Jitted,), {"__module__": __name__})(fun, **options)


class Jitted(Transformed[P, R]):
    """A function that is compiled when it is called; see `jit`."""

    static_argnums: int | Sequence[int]
    static_argnames: str | Sequence[str]
    fastmath: bool
    maxsize: int
    memory_budget: str | int | None

    def __init__(self, fun: Callable[..., Any], **options: Any) -> None:
        super().__init__(fun, **options)
        if self.maxsize < 1:
            raise ValueError(
                f"functrace.jit: maxsize must be positive, not {self.maxsize}."
            )
        self._budget = bytes_of("functrace.jit", self.memory_budget)
        names = self.static_argnums, self.static_argnames
        self._signature = Signature(fun, *names)
        self._entries: OrderedDict[Key, Entry] = OrderedDict()
        self._lined: dict[Key, Entry] = {}
        self._shortcuts: list[Key] = []
        self._history: deque[Compilation] = deque(maxlen=256)
        _FUNCTIONS.add(self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Answer by the long way."""
        observer = ambient.get().observer
        if observer is None:
            return self._answered(args, kwargs, None)
        observer.ignore()
        return observer.performing(self._answered, args, kwargs, observer)

    def _answered(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], observer: Observer | None
    ) -> Any:
        call = self._signature.open(args, kwargs)
        anomaly = current().anomaly is not None
        if call.traced and (anomaly or is_inlined(call)):
            return users_work(self._inlined)(call)
        try:
            if observer is not None:
                return observer.compiled(self, call)
            return self._compiled(call, anomaly=anomaly)
        except RaisingError as raising:
            errors, run = raising.args, raising.run
        with nullcontext() if run is None else recording(run=run):
            result = users_work(in_python)(self.fun, call)
        for error in errors:  # of traced values alone
            raise error
        return result

    def _compiled(self, call: BoundCall, *, anomaly: bool) -> Any:
        """The result of a program."""
        entry = self.entry(call, sources=anomaly)
        if anomaly and entry.is_closed:
            return checked(entry, call.leaves)
        result = self.answer(call, entry)
        if entry.is_closed and not call.traced:
            self._shorten(call.key, entry)
        return result

    def answer(self, call: BoundCall, entry: Entry) -> Any:
        """The result of a call that is not inlined."""
        if not entry.is_apart(call.leaves):  # what is written may be read as another
            if call.traced:
                return users_work(self._inlined)(call)
            return users_work(in_python)(self.fun, call)
        if not entry.is_closed:  # what it depends on is recorded outside
            return self._inlined(call)
        if call.traced:
            return entry.apply(call.leaves)
        return entry.run(call.leaves)

    def _inlined(self, call: BoundCall) -> Any:
        """The result of a call whose operations are recorded outside."""
        if self._budget is None:
            return inlined(self.fun, call)
        with recording(budget=self._budget):
            return inlined(self.fun, call)

    def opened(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], *, abstract: bool = False
    ) -> BoundCall:
        """A call's arguments, sorted; with `abstract`, an `Aval` may stand for an array."""
        return self._signature.open(args, kwargs, abstract=abstract)

    def traced(self, call: BoundCall) -> Entry:
        """What is kept for such a call, traced anew, with the lines of operations."""
        limits = ReverseLimits(self._budget)
        return self._made(call, with_strides(call), limits, sources=True)

    def _made(
        self, call: BoundCall, key: Key, limits: ReverseLimits, *, sources: bool = False
    ) -> Entry:
        """What is kept for such a call, if reverse mode keeps so much."""
        options: Any = {"fastmath": self.fastmath, "sources": sources, "limits": limits}
        make = lambda: Entry(self._signature, call, key, **options)  # noqa: E731
        entry = without_draws(make)
        check_repeats((self.fun, call.leaves), entry, lambda: without_draws(make))
        return entry

    def lower(self, *args: Any, **kwargs: Any) -> Lowered:
        """The program for a call with such arguments; `Aval` may stand for arrays.

        Returns
        -------
        Lowered
            With the attributes ``graph``, ``plan``, ``llvm``, ``asm``, ``flops``,
            ``bytes``, ``peak_memory``; ``compile()`` compiles ahead of the first call.
        """
        call = self._signature.open(args, kwargs, abstract=True)
        try:
            entry = self.entry(call)
        except RaisingError as raising:
            refuse_raising("functrace.jit", raising)
        return Lowered(
            entry,
            self,
            lambda: self._made(call, call.key, entry.limits, sources=True).graph,
        )

    def explain(self) -> Explanation:
        """What was compiled, why, and how long it took."""
        name = name_of(self.fun)
        return explain(name, list(self._history), len(self._entries))

    def clear_cache(self) -> None:
        """Forget all programs."""
        with PROGRAMS:
            self._entries.clear()
            self._lined.clear()
            self._history.clear()
            self._shortcuts.clear()
            self._install()

    # -- finding and making programs -----------------------------------------------------

    def entry(self, call: BoundCall, *, sources: bool = False) -> Entry:
        """The entry for the call, made if there is none, or if it has become stale.

        With `sources`, its graph tells the user's lines.
        """
        if sources:
            return self._lined_entry(call)
        key, entry = self._find(call)
        reason = None
        if entry is not None:
            reason = entry.watch.change()
            if reason is None:
                with PROGRAMS:
                    if key in self._entries:
                        self._entries.move_to_end(key)
                return entry
        entry = within(self._budget, lambda limits: self._made(call, key, limits))
        if entry.by_kind and not self._signature.by_kind:
            self._signature.by_kind = True
            call = with_kinds(call)
        if entry.is_closed:
            key = with_strides(call) if entry.by_layout else call.key
            self._keep(key, entry, reason)
        return entry

    def _lined_entry(self, call: BoundCall) -> Entry:
        key = with_strides(with_kinds(call))
        entry = self._lined.get(key)
        if entry is None or entry.watch.change() is not None:
            entry = self._lined[key] = self.traced(call)
        return entry

    def _find(self, call: BoundCall) -> tuple[Key, Entry | None]:
        """What was kept for such calls; if need be, for those of the same layout."""
        entry = self._entries.get(call.key)
        if entry is not None and not entry.by_layout:
            return call.key, entry
        key = with_strides(call)
        return key, self._entries.get(key)

    def _keep(self, key: Key, entry: Entry, reason: str | None) -> None:
        labels = labels_of(self.fun, key.treedef)
        with PROGRAMS:
            reason = reason or self._reason(key)
            self._history.append(
                Compilation(labels, key.leaves, reason, entry.times, notes_of(entry))
            )
            self._entries[key] = entry
            self._entries.move_to_end(key)
            dead = [k for k in self._entries if is_dead(k)]
            old = list(self._entries)[: -self.maxsize]
            for k in {*dead, *old}:
                del self._entries[k]
            alive = [k for k in self._shortcuts if k in self._entries and k != key]
            if alive != self._shortcuts:
                self._shortcuts = alive
                self._install()

    def _reason(self, key: Key) -> str:
        """Why no program was found: in what the call differs from the nearest one."""
        known = list(self._entries)[-16:][::-1]
        if not known:
            return "first call" if not self._history else "called again"
        like = [old for old in known if old.treedef == key.treedef] or known
        found = (self._signature.differences(old, key) for old in like)
        return "; ".join(min(found, key=_distance))

    # -- shortcuts -----------------------------------------------------------------------

    def _shorten(self, key: Key, entry: Entry) -> None:
        """Let the next call with this key go a shorter way."""
        entry.hits += 1
        if len(self._shortcuts) >= _SHORTCUTS and entry.hits % _AGAIN:
            return
        with PROGRAMS:
            if key in self._shortcuts or self._entries.get(key) is not entry:
                return
            self._shortcuts = [key, *self._shortcuts[: _SHORTCUTS - 1]]
            self._install()

    def _install(self) -> None:
        """Make the chain of shortcuts the type's `__call__`."""
        way: Any = functools.partial(Jitted.__call__, self)
        last = way
        if len(_detours) == 1:
            way = _detours[0].get(self, way)
        for key in () if _detours else reversed(self._shortcuts):
            entry = self._entries.get(key)
            if entry is not None:  # else something in the key is gone
                way = make_shortcut(key, entry, way) or way
        if way is not last:
            type(self).__call__ = staticmethod(way)
        elif "__call__" in vars(type(self)):
            del type(self).__call__

    def __reduce__(self) -> Any:
        by_name = super().__reduce__()
        if isinstance(by_name, str):
            return by_name
        return _rebuild, (self.fun, self.options)


_FUNCTIONS: weakref.WeakSet[Jitted[..., Any]] = weakref.WeakSet()


_Ways: TypeAlias = dict[Jitted[..., Any], Callable[..., Any]]
_detours: list[_Ways] = []
"""Of each context in which calls go the long way, the functions that it has another for."""


@contextmanager
def detour() -> Iterator[Callable[[Jitted[..., Any], Callable[..., Any]], None]]:
    """Have all calls of compiled functions go the long way, where modes are asked for.

    It gives what is told of a function, and of the way that its calls go instead, in all
    threads, while this is the only such context.
    """
    ways: _Ways = {}

    def lead(function: Jitted[..., Any], way: Callable[..., Any]) -> None:
        with PROGRAMS:
            ways[function] = way
            function._install()  # noqa: SLF001 - of this module

    _set_detours(lambda: [*_detours, ways])
    try:
        yield lead
    finally:
        _set_detours(lambda: [each for each in _detours if each is not ways])


def _set_detours(detours: Callable[[], list[_Ways]]) -> None:
    with PROGRAMS:
        _detours[:] = detours()
        for function in list(_FUNCTIONS):
            function._install()  # noqa: SLF001 - likewise


def clear_caches() -> None:
    """Forget all programs: of every compiled function, in this process and on disk.

    The files are in the directory that the environment variable ``FUNCTRACE_CACHE_DIR``
    names, by default in the user's directory of caches. They need not be removed for a
    new version of functrace, of NumPy or for another processor: programs are kept for
    each of them apart, and old ones give way to new ones. Memory that was kept for later
    results is freed, too, as are factors of sparse matrices.

    Examples
    --------
    >>> import functrace as ft
    >>> double = ft.jit(lambda x: 2 * x)
    >>> double(1.0), ft.clear_caches(), double(1.0)
    (np.float64(2.0), None, np.float64(2.0))
    """
    for function in list(_FUNCTIONS):
        function.clear_cache()
    forget_programs()
    factors = sys.modules.get("functrace.primitives._sparse_factors")
    if factors is not None:  # of sparse matrices: nothing imports SciPy for it
        factors.FACTORS.clear()


def _rebuild(fun: Callable[..., Any], options: dict[str, Any]) -> Any:
    return jit(fun, **options)


def _distance(differences: Sequence[str]) -> tuple[int, int]:
    """How far apart two calls are: first by the number of arguments that differ."""
    return len(differences), sum(" changed from " in text for text in differences)


def is_inlined(call: BoundCall) -> bool:
    """Whether the operations are to be recorded one by one in what goes on outside."""
    if not call.traced:
        return False
    state = current()
    if state.complete or state.calls:
        return not state.calls
    return any(type(x) is Tracer and x.value is None for x in call.leaves)
