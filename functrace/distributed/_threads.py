"""Threads divided among the workers of a machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def sharing(workers: int) -> Iterator[None]:
    """Have this process use its share of a machine's processors, of so many workers'.

    Our threads and those of BLAS are meant. Who was told to use fewer uses fewer.
    """
    if workers <= 1:
        yield
        return
    most = max(1, processors() // workers)
    controls = blas_threads()
    with _LOCK:
        inside = _USUAL[0] if _USUAL else None
        usual = inside or (get_num_threads(), [get() for get, _ in controls])
        _USUAL.append(usual)
        _set(usual, most)
    try:
        yield
    finally:
        with _LOCK:
            _USUAL.pop()
            if not _USUAL:
                _set(usual, max(usual[0], *usual[1], most))


def _set(usual: tuple[int, list[int]], most: int) -> None:
    count, of_blas = usual
    set_num_threads(min(count, most))
    for (_, set_), each in zip(blas_threads(), of_blas, strict=True):
        set_(min(each, most))
