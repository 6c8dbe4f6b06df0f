"""How many threads large loops use, and the function that shares a loop among them."""

from __future__ import annotations

import ctypes
import operator
import os
import platform
from contextlib import suppress

PARALLEL = "ft_parallel"
"""Symbol of ``void (ptr fn, ptr context, i64 chunks)``; see `bind`."""

DISMISS = "ft_dismiss"

_COUNT = ctypes.c_int64(0)  # 0: not known yet
_MOST = 1024  # THREADS_MOST of runtime.h
_QUOTAS = (
    # files, and whether quota and period are in one of them
    ("/sys/fs/cgroup/cpu.max",),
    ("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"),
)


def set_num_threads(n: int) -> None:
    """Set how many threads large loops of compiled programs use, from the next call on.

    Parameters
    ----------
    n : int
        At least 1: no other threads. There may be more than processors.

    See Also
    --------
    get_num_threads

    Notes
    -----
    This is for the whole process. The results of a program do not depend on it, not even
    in their last bits. LAPACK has threads of its own for factorisations of large matrices,
    and so has BLAS for the largest products; they have their own settings.

    Examples
    --------
    >>> import functrace as ft
    >>> usual = ft.get_num_threads()
    >>> ft.set_num_threads(1)
    >>> ft.get_num_threads()
    1
    >>> ft.set_num_threads(usual)
    """
    try:
        count = operator.index(n)
    except TypeError:
        raise TypeError(
            f"set_num_threads: expected an int, not {type(n).__name__}."
        ) from None
    if not 1 <= count <= _MOST:
        raise ValueError(
            f"set_num_threads: expected a number from 1 to {_MOST}, not {count}."
        )
    _COUNT.value = count


def get_num_threads() -> int:
    """How many threads large loops of compiled programs use at most.

    Returns
    -------
    int
        What was given to `set_num_threads`; else the environment variable
        ``FUNCTRACE_NUM_THREADS``; else ``OMP_NUM_THREADS``, which libraries that start
        processes set; else the number of processors that this process may use.

    See Also
    --------
    set_num_threads

    Examples
    --------
    >>> import functrace as ft
    >>> ft.get_num_threads() >= 1
    True
    """
    if not _COUNT.value:
        _COUNT.value = _usual_count()
    return _COUNT.value


def bind() -> None:
    """Let texts declare `PARALLEL`.

    The code stays in memory for good: workers still sleep in it when the interpreter
    has ended. They end before a fork, of which Python would warn where there are threads.
    """
    from functrace.compiler import runtime  # noqa: PLC0415 - slow: they load LLVM
    from functrace.compiler.machine import artifact, symbols  # noqa: PLC0415
    from functrace.compiler.runtime.shipped import artifact_of  # noqa: PLC0415

    with symbols.LOCK:
        if symbols.is_known(PARALLEL):
            return
        get_num_threads()
        symbols.add_symbol("ft_threads", ctypes.addressof(_COUNT), _COUNT)
        try:
            text = runtime.text("threads", runtime.processor(platform.machine()))
            found = artifact_of("threads", text, (PARALLEL, DISMISS))
            dismiss = ctypes.PYFUNCTYPE(None)(found.code.address(DISMISS))
            os.register_at_fork(before=dismiss)
        except symbols.NativeError:  # a platform without these threads
            found = artifact.recalled_text(runtime.text("serial"), [PARALLEL])
        symbols.add_symbol(PARALLEL, found.address, found)


def _usual_count() -> int:
    own = os.environ.get("FUNCTRACE_NUM_THREADS", "")
    if own:
        if not (own.isdecimal() and 1 <= int(own) <= _MOST):
            raise ValueError(
                "functrace: the environment variable FUNCTRACE_NUM_THREADS is "
                f"{own!r}, not a number from 1 to {_MOST}."
            )
        return int(own)
    common = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    if common.isdecimal() and int(common):
        return min(int(common), _MOST)
    return min(processors(), _MOST)


def processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    return max(1, min([count, *map(_quota, _QUOTAS)]))


def _quota(files: tuple[str, ...]) -> int:
    """Processors that a container may use, by files of the kernel."""
    with suppress(OSError, ValueError):  # there is no quota: "max", or -1
        words = " ".join(map(_content, files)).split()
        quota, period = map(int, words)
        if quota > 0 < period:
            return -(-quota // period)
    return _MOST


def _content(file: str) -> str:
    with open(file, encoding="ascii") as opened:
        return opened.read()
