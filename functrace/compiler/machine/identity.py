"""Names for what machine code is made of, which no other machine or release shares."""

from __future__ import annotations

import functools
import os
import platform
import sys

import llvmlite
import numpy as np

from functrace.core.content_hash import content_hash


def key_of(*parts: object) -> str:
    """A key for what is made of some parts here: texts that tell everything."""
    text = "\0".join(map(str, (environment(), *parts)))
    return content_hash(text.encode())


@functools.cache
def environment() -> str:
    """What all code depends on besides what it is made of."""
    versions = llvmlite.__version__, np.__version__, sys.implementation.cache_tag
    return repr((versions, _processor(), _stamps()))


_OF_PROCESSOR = (
    "vendor_id",
    "cpu family",
    "model",
    "stepping",
    "flags",
    "CPU ",
    "Features",
)


def _processor() -> object:
    """The kind of processor; where Linux tells it, without LLVM, which takes long to load."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            first = file.read(8192).partition("\n\n")[0].splitlines()
    except OSError:
        from functrace.compiler.machine.target import host  # noqa: PLC0415 - slow

        return host()
    return platform.machine(), [x for x in first if x.startswith(_OF_PROCESSOR)]


def _stamps() -> list[tuple[str, int, int]]:
    """When the library was installed; where it is being worked on, the age of each file."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    if os.path.exists(f"{os.path.dirname(root)}/pyproject.toml"):
        folders = os.walk(root)
        files = [
            f"{at}/{n}"
            for at, _, names in folders
            for n in names
            if n[-3:] in {".py", ".ll"}
        ]
    else:
        files = [f"{root}/__init__.py", __file__]
    found = [(path, os.stat(path)) for path in sorted(files)]
    return [(path, stat.st_size, stat.st_mtime_ns) for path, stat in found]
