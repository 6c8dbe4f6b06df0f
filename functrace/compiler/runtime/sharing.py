"""Threads divided among the workers of a machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Lock

from functrace.compiler.runtime.blas_threads import blas_threads
from functrace.compiler.runtime.threads import (
    get_num_threads,
    processors,
    set_num_threads,
)

_LOCK = Lock()
_USUAL: list[tuple[int, list[int]]] = []
"""What the numbers of threads were: for each that runs inside of `sharing` once."""


def sharing(most: int | None) -> AbstractContextManager[None]:
    """Have this process use no more threads: its share of a machine, see `share_of`.

    Our threads and those of BLAS are meant. Who was told to use fewer uses fewer.
    """
    return nullcontext() if most is None else _sharing(most)


@contextmanager
def _sharing(most: int) -> Iterator[None]:
    with _LOCK:
        usual = _USUAL[0] if _USUAL else _now()
        _USUAL.append(usual)
        _set(usual, most)
    try:
        yield
    finally:
        with _LOCK:
            _USUAL.pop()
            if not _USUAL:
                _set(usual, max(usual[0], *usual[1], most))


def share_of(workers: int) -> int | None:
    """How many threads each of a machine's workers may have; None: as many as it likes.

    To ask takes long: the system is asked.
    """
    return max(1, processors() // workers) if workers > 1 else None


def limit(most: int | None) -> None:
    """Have this process use no more threads, for good."""
    if most is not None:
        _set(_now(), most)


def _now() -> tuple[int, list[int]]:
    """The numbers of our threads, and of those of each BLAS."""
    return get_num_threads(), [get() for get, _ in blas_threads()]


def _set(usual: tuple[int, list[int]], most: int) -> None:
    count, of_blas = usual
    set_num_threads(min(count, most))
    for (get, set_), each in zip(blas_threads(), of_blas, strict=True):
        if get() != min(each, most):  # to set it takes long
            set_(min(each, most))
