"""Memory that is used again: for large results, and for what programs work with."""

from __future__ import annotations

import ctypes
import functools
from typing import Any, NamedTuple

from functrace.compiler import runtime
from functrace.compiler.machine import symbols
from functrace.compiler.machine.artifact import Artifact, define
from functrace.compiler.runtime.numpy_api import bind_numpy
from functrace.compiler.runtime.shipped import artifact_of

LARGE = 1 << 16
"""Bytes from which on memory is taken from the pool: POOL_LARGE of ``runtime.h``."""

LIMIT = 1 << 28
"""Bytes that the pool holds at most: POOL_LIMIT."""

BLOCKS = 64
"""Blocks that the pool holds at most: POOL_BLOCKS."""

POOL = ("ft_take", "ft_give", "ft_resize", "ft_clear")
ARRAYS = ("start_arrays", "large_array")


def bind() -> None:
    """Let texts declare ``ft_take`` and ``ft_give``; see ``runtime/pool.c``."""
    define(_make, *POOL)


def _make() -> Artifact:
    return artifact_of("pool", runtime.text("pool"), POOL)


def clear_pool() -> int:
    """Free the memory that is kept for later use; returns how many bytes that was.

    Examples
    --------
    >>> freed = clear_pool()
    >>> clear_pool()
    0
    """
    if not symbols.is_known("ft_clear"):
        return 0
    address = symbols.resolve(["ft_clear"], {})["ft_clear"]
    return ctypes.CFUNCTYPE(ctypes.c_int64)(address)()


class _Arrays(NamedTuple):
    """What makes arrays in the pool, and how NumPy frees them."""

    artifact: Artifact
    handler: Any


@functools.cache
def _arrays() -> _Arrays:
    bind_numpy()
    artifact = artifact_of("arrays", runtime.text("arrays"), ARRAYS)
    start = ctypes.PYFUNCTYPE(ctypes.py_object)(artifact.address)
    return _Arrays(artifact, start())


def array_maker() -> int:
    """Address of ``PyObject *(dtype, ndim, shape)``, which makes arrays in the pool."""
    with symbols.LOCK:  # so that threads share one
        return _arrays().artifact.code.address("large_array")
