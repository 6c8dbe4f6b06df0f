"""For pytest: launchers whose code is that of a library, which a sanitizer watches."""

from __future__ import annotations

import ctypes
import os
from importlib import import_module
from typing import Any

from functrace.compiler.machine import symbols
from functrace.compiler.runtime import launcher, method_def, pool


class _Library:
    """The library, in the place of what is compiled from text."""

    def __init__(self, path: str) -> None:
        self.functions = ctypes.PyDLL(path)
        self.code = self

    def address(self, name: str) -> int:
        return ctypes.cast(getattr(self.functions, name), ctypes.c_void_p).value or 0


def pytest_configure() -> None:
    kept: Any = _Library(os.environ["FUNCTRACE_TESTED_LIBRARY"])
    umath = import_module("numpy._core._multiarray_umath")
    bind = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(kept.address("bind"))
    bind(symbols.capsule_address(umath._ARRAY_API))
    start = ctypes.PYFUNCTYPE(ctypes.py_object)(kept.address("start_arrays"))
    arrays = pool._Arrays(kept, start())
    for name in pool.POOL:
        symbols.add_symbol(name, kept.address(name), kept)
    pool._arrays = lambda: arrays  # type: ignore[assignment]
    launch, watch = (
        method_def.MethodDef(
            b"program", kept.address(name), launcher._FASTCALL_KEYWORDS, None
        )
        for name in ("launch", "watch")
    )
    launcher._compile = lambda: launcher._Body(launch, watch, kept)
