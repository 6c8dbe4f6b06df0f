"""Names for what machine code is made of, which no other machine or release shares."""

from __future__ import annotations

import functools
import sys
from hashlib import blake2b
from pathlib import Path

import llvmlite
import numpy as np

from functrace.compiler.target import host

_SIZE = 20  # bytes


def key_of(*parts: object) -> str:
    """A key for what is made of some parts here: texts that tell everything."""
    text = "\0".join(map(str, (environment(), *parts)))
    return blake2b(text.encode(), digest_size=_SIZE).hexdigest()


@functools.cache
def environment() -> str:
    """What all code depends on besides what it is made of."""
    versions = llvmlite.__version__, np.__version__, sys.implementation.cache_tag
    return repr((versions, host(), _stamps()))


def _stamps() -> list[tuple[str, int, int]]:
    """When the library was installed; where it is being worked on, the age of each file."""
    root = Path(__file__).parent.parent
    if (root.parent / "pyproject.toml").exists():
        files = sorted(root.rglob("*.py"))
    else:
        files = [root / "__init__.py", Path(__file__)]
    found = [(str(path), path.stat()) for path in files]
    return [(path, stat.st_size, stat.st_mtime_ns) for path, stat in found]
