"""Where time and memory go: `profile`."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ParamSpec

from functrace.core.recording import recording
from functrace.debug._following import following
from functrace.debug._observer import ProfilingObserver
from functrace.debug._report import Profile
from functrace.transforms.jit import detour

P = ParamSpec("P")


def profile(
    fun: Callable[P, Any], *, memory: bool = True, repeat: int = 3
) -> Callable[P, Profile]:
    """Time and memory of a call, by the lines of your code and by operations.

    Parameters
    ----------
    fun : callable
        Any function: plain, transformed (``ft.grad(loss)``) or compiled, or one that calls
        such.
    memory : bool
        Measure memory as well, in a run of its own.
    repeat : int
        How often the call is timed: the quickest counts.

    Returns
    -------
    callable
        Takes `fun`'s arguments; returns a `Profile`. It calls `fun` once to warm up, then
        as often as said, and once more for the memory.

    Notes
    -----
    Of your lines the time is measured from when they begin until the next one does (by
    `sys.monitoring`; with Python 3.11, by `sys.settrace`), without that of the functions of
    yours that they call. A derivative's pass goes by operations, each of which is charged
    to the line that it is the derivative of. All time is charged somewhere, and what the
    profiler takes itself is left out.

    Compiled functions are traced and compiled again, with lines: each *stage* of a program,
    a nest of loops or a call (see `Lowered.plan`), reads the clock before and after. The
    time of a stage in which operations of several lines are fused is divided among them by
    the compiler's estimate of their arithmetic: the sum is measured, the parts are not.

    A call takes longer while it is watched: by some 3 microseconds for each operation
    that is recorded, by 2 for a call of a compiled function. What is compiled in a run, as
    the function is made there, is an operation by itself, ``(compilation)``; to trace it
    is left out.

    Operations are seen where a transform runs; a plain function has lines only. Other
    threads of Python's are not seen. Memory is what Python's `tracemalloc` says: how much
    more was in use while a line ran than when it began, at most. Of compiled stages it is
    the bytes that they write.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> def loss(x):
    ...     y = np.exp(-(x**2))
    ...     return np.sum(y * x)
    >>> report = ft.profile(ft.grad(loss))(np.ones(1000))
    >>> report.seconds > 0
    True
    >>> sorted(row.name for row in report.operations if row.mode == "value")
    ['exp', 'multiply', 'negative', 'power', 'reduce_sum']
    """

    def profiled(*args: P.args, **kwargs: P.kwargs) -> Profile:
        def call() -> Any:
            return fun(*args, **kwargs)

        with detour() as lead, following() as timeline:
            observer = ProfilingObserver(timeline, lead)
            with recording(observer=observer, sources=True):
                observer.run(call)
                runs = [observer.run(call) for _ in range(repeat)]
                memories = observer.run(call, memory=True) if memory else None
        return Profile(min(runs, key=attrgetter("seconds")), memories)

    return profiled
