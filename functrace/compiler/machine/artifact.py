"""Machine code that is kept on disk, and what it takes from other files there.

A file has the code's object file, and the keys of the files that define what it imports.
"""

from __future__ import annotations

import pickle
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from functrace.compiler.machine import disk, native, symbols
from functrace.compiler.machine.identity import key_of
from functrace.compiler.machine.native import Code, compile_text, load_object
from functrace.core.digest import interned


class Artifact:
    """Code, and all that is needed to load it in another process.

    Parameters
    ----------
    code : Code
    names : sequence of str
        Its functions.
    arrays : mapping of str to array
        Data that belongs to it.
    """

    def __init__(
        self, code: Code, names: Sequence[str], arrays: Mapping[str, np.ndarray]
    ) -> None:
        self.code = code
        self.names = tuple(names)
        self.arrays = dict(arrays)

    @property
    def address(self) -> int:
        """Where its first function begins."""
        return self.code.address(self.names[0])

    def __reduce__(self) -> Any:
        code = self.code
        origins = {n: _ORIGINS[n] for n in code.imports if n in _ORIGINS}
        return _load, (
            code.object_bytes,
            self.names,
            code.imports,
            self.arrays,
            origins,
        )


def _load(
    data: bytes,
    names: tuple[str, ...],
    imports: tuple[str, ...],
    arrays: dict[str, np.ndarray],
    origins: dict[str, str],
) -> Artifact:
    for symbol, key in origins.items():
        if symbol not in _ORIGINS:
            _define(key, _artifact(key))
    arrays = {name: interned(array) for name, array in arrays.items()}
    return Artifact(load_object(data, names, imports, arrays), names, arrays)


# -- files -----------------------------------------------------------------------------


def recalled(make: Callable[[], Any], *parts: Any) -> Any:
    """What was once made of the same parts, here or in another process; else made now.

    Parameters
    ----------
    make : callable
        Makes it. If it can be pickled, it is kept on disk.
    *parts : object
        What it is made of, besides this machine, this library, and those below it; as
        texts they must tell everything.
    """
    key = _key(*parts)
    found = _found(key)
    if found is None:
        with disk.alone(key):
            found = _found(key)
            if found is None:
                found = make()
                _to_disk(key, found)
    return _ALIVE.setdefault(key, found)


def recalled_text(text: str, names: Sequence[str], **options: Any) -> Artifact:
    """Code of a text without arrays; the arguments are those of `compile_text`."""

    def make() -> Artifact:
        return Artifact(compile_text(text, names, **options), names, {})

    return recalled(make, "text", text, *names, *sorted(options.items()))


def define(make: Callable[[], Artifact], *names: str) -> None:
    """Let texts declare the functions of some code, `names` and perhaps others."""
    parts = "functions", *names
    _define(_key(*parts), recalled(make, *parts))


def forget() -> None:
    """Remove all files, and find nothing again that was made so far."""
    _ALIVE.clear()
    disk.clear()


def _define(key: str, artifact: Artifact) -> None:
    with symbols.LOCK:
        for name in artifact.names:
            if not symbols.is_known(name):
                symbols.add_symbol(name, artifact.code.address(name), artifact)
                _ORIGINS[name] = key


def _key(*parts: object) -> str:
    linker = native.usual_linker()
    return key_of(linker and linker.name, *parts)


_ALIVE: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()
_ORIGINS: dict[str, str] = {}
"""For a symbol that is defined in a file, the file's key."""


def _artifact(key: str) -> Artifact:
    artifact = _found(key)
    if artifact is None:
        raise symbols.NativeError("functrace: a file of the cache has been removed.")
    return _ALIVE.setdefault(key, artifact)


def _found(key: str) -> Any:
    """What is in use under a key, or on disk; None if there is nothing."""
    found = _ALIVE.get(key)
    data = disk.load(key) if found is None else None
    if data is None:
        return found
    try:
        return pickle.loads(data)  # noqa: S301 - this user's own file, and undamaged
    except Exception:  # noqa: BLE001 - whatever has become of what it refers to
        return None


def _to_disk(key: str, value: Any) -> None:
    if disk.directory() is None:
        return
    parts = _Parts()
    try:
        pickle.dump(value, parts, pickle.HIGHEST_PROTOCOL)
    except Exception:  # noqa: BLE001 - a part of it belongs to this process
        return
    disk.store(key, *parts.found)


class _Parts:
    """What is written to a file, one after the other: of large arrays no copies."""

    def __init__(self) -> None:
        self.found: list[bytes | memoryview] = []

    def write(self, data: Any) -> int:
        whole = data if type(data) is bytes else memoryview(data).cast("B")
        self.found.append(whole)
        return len(whole)
