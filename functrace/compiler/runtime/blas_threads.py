"""Calls of BLAS by programs: each runs in one thread, and threads of ours share large ones.

The threads of OpenBLAS wait for each other without sleeping. Where other processes need the
processors, a product on two of them takes several times as long as on one; ours are
withdrawn then. The number of OpenBLAS's threads is one for the whole process: it is lowered
while programs are in BLAS, and what it was returns when the last one leaves. It is SciPy's
OpenBLAS, not the one that `numpy.dot` calls.
"""

from __future__ import annotations

import ctypes
import functools
import os
from typing import Any

from functrace.compiler.machine.extension import extension

BEGIN, END = "ft_blas_begin", "ft_blas_end"
"""Symbols of ``void ()``: calls of BLAS between them run in one thread; see `bind`."""

SHARE = "ft_blas_share"
"""Symbol of what `PARALLEL` is, for chunks that call BLAS between `BEGIN` and `END`."""

_STATE = (ctypes.c_int64 * 3)()  # BlasState of runtime.h
_NAMES = [
    (
        f"{prefix}openblas_get_num_threads{suffix}",
        f"{prefix}openblas_set_num_threads{suffix}",
    )
    for prefix in ("scipy_", "")
    for suffix in ("", "64_")
]


def bind() -> None:
    """Let texts declare `BEGIN`, `END` and `SHARE`.

    Of another library than OpenBLAS nothing is known: there, they change nothing.
    """
    from functrace.compiler import runtime  # noqa: PLC0415 - slow: they load LLVM
    from functrace.compiler.machine import artifact, symbols  # noqa: PLC0415
    from functrace.compiler.runtime import threads  # noqa: PLC0415
    from functrace.compiler.runtime.shipped import artifact_of  # noqa: PLC0415

    with symbols.LOCK:
        if symbols.is_known(BEGIN):
            return
        found = _controls()
        if found is None:
            serial = artifact.recalled_text(
                runtime.text("serial"), [threads.PARALLEL, BEGIN, END]
            )
            symbols.add_symbol(SHARE, serial.address, serial)
            pair = serial
        else:
            _add_controls(*found)
            parallel = symbols.resolve([threads.PARALLEL], {})[threads.PARALLEL]
            symbols.add_symbol(SHARE, parallel)
            text = runtime.text("blas_threads")
            pair = artifact_of("blas_threads", text, (BEGIN, END))
        for name in (BEGIN, END):
            symbols.add_symbol(name, pair.code.address(name), pair)


def _add_controls(get: Any, set_: Any) -> None:
    """Let ``runtime/blas_threads.c`` tell and set the number of OpenBLAS's threads."""
    from functrace.compiler.machine import symbols  # noqa: PLC0415 - slow

    for name, function in (("ft_blas_get", get), ("ft_blas_set", set_)):
        address = ctypes.cast(function, ctypes.c_void_p).value or 0
        symbols.add_symbol(name, address, function)
    symbols.add_symbol("ft_blas_state", ctypes.addressof(_STATE), _STATE)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=lambda: _begin_process(set_))


def _controls() -> tuple[Any, Any] | None:
    """What tells and what sets the number of threads of SciPy's OpenBLAS."""
    return _controls_of("scipy.linalg.cython_blas")


def _controls_of(module: str) -> tuple[Any, Any] | None:
    """What tells and sets the number of threads of the OpenBLAS of a module."""
    library = ctypes.CDLL(extension(module).__file__)
    for names in _NAMES:
        if all(hasattr(library, name) for name in names):
            return getattr(library, names[0]), getattr(library, names[1])
    return None


@functools.cache
def blas_threads() -> list[tuple[Any, Any]]:
    """For each OpenBLAS of NumPy and SciPy, what tells and what sets its threads' number."""
    modules = "numpy._core._multiarray_umath", "scipy.linalg.cython_blas"
    return [found for found in map(_controls_of, modules) if found is not None]


def _begin_process(set_threads: Any) -> None:
    """In a process made by fork no program is in BLAS, whatever its parent was doing."""
    inside, usual = _STATE[1:]
    _STATE[:] = (0, 0, 0)
    if inside and usual > 1:
        set_threads(usual)
