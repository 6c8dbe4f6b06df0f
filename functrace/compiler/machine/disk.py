"""Files of machine code that outlive the process that made them.

What is read is run. So only regular files are read that belong to this user and that
nobody else can write to, from a directory of which the same is true; and only if the
content is what was once written under that name. Nothing here raises: a cache that
cannot be used is an empty one.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from hashlib import blake2b

try:
    import fcntl
except ImportError:  # Windows: several processes may make the same
    fcntl = None

_MAGIC = b"functrace 1\n"
_SIZE = 20  # bytes of a checksum
_SUFFIX = ".code"
_UNFINISHED = ".part"
_LOCK = ".lock"
_LOCKED: set[str] = set()
"""Locks that this process has, or waits for."""

_PAUSE = 0.05  # seconds between two looks at a lock
_PATIENCE = 30.0  # seconds after which another process is not waited for
_STALE = 3600.0  # seconds after which an unfinished file has been given up
_USED = 86400.0  # seconds after which a file is marked as used again
_BLOCK = 4096  # bytes that a file takes at least
_MIB = 1 << 20


def directory() -> str | None:
    """Where the files are; None if there is to be no cache.

    Set by the environment variable ``FUNCTRACE_CACHE_DIR``, which may be empty: no cache.
    Default: ``functrace`` in the user's directory of caches.
    """
    given = os.environ.get("FUNCTRACE_CACHE_DIR")
    if given is not None:
        return given or None
    caches = os.path.join(_usual_caches(), "functrace")
    return None if caches.startswith("~") else caches  # of a user without a home


def _usual_caches() -> str:
    """Where this user's caches are."""
    if sys.platform == "win32":
        given, usual = os.environ.get("LOCALAPPDATA"), "~/AppData/Local"
    elif sys.platform == "darwin":
        given, usual = None, "~/Library/Caches"
    else:
        given, usual = os.environ.get("XDG_CACHE_HOME"), "~/.cache"
    return given or os.path.expanduser(usual)


def limit() -> int:
    """Bytes that all files may take: ``FUNCTRACE_CACHE_SIZE`` MiB, or 512."""
    try:
        return int(float(os.environ.get("FUNCTRACE_CACHE_SIZE", "512")) * _MIB)
    except (ValueError, OverflowError):
        return 512 * _MIB


def load(key: str) -> memoryview | None:
    """What was stored under a key; None if there is nothing, or it is damaged."""
    path = _path(key)
    if path is None:
        return None
    try:
        content = memoryview(_read(path))  # parts of it are no copies
    except OSError:
        return None
    head = len(_MAGIC) + _SIZE
    data = content[head:]
    if content[:head] == _MAGIC + _sum(key, data):
        return data
    _remove(path)  # it is of no use to anybody
    return None


def store(key: str, *parts: bytes | memoryview) -> None:
    """Keep data under a key: all parts of it or, if that cannot be done, nothing."""
    path = _path(key, make=True)
    if path is None:
        return
    head = _MAGIC + _sum(key, *parts)
    try:
        _write(path, head, *parts)
    except OSError:  # a full disk, or one that cannot be written to
        return
    _account(os.path.dirname(path), sum(map(len, (head, *parts))))


@contextlib.contextmanager
def alone(key: str) -> Iterator[None]:
    """Wait for other processes that make what belongs under a key.

    Of several that begin together one makes it, and the others find it. A thread of this
    process is not waited for, nor anybody for long.
    """
    file = _path(key, make=True)
    path = "" if file is None else file.removesuffix(_SUFFIX) + _LOCK
    handle = -1
    if path and fcntl is not None and path not in _LOCKED:
        with contextlib.suppress(OSError):
            handle = os.open(path, os.O_RDWR | os.O_CREAT | _NOFOLLOW, 0o600)
    if handle < 0:
        yield
        return
    _LOCKED.add(path)
    try:
        has = _has_lock(handle)
        yield
        if has:
            _remove(path)
    finally:
        _LOCKED.discard(path)
        os.close(handle)  # and with it the lock


def _has_lock(handle: int) -> bool:
    """Whether this process has the lock, at last."""
    assert fcntl is not None
    for pause in (0.0, *(0.005,) * 20, *(_PAUSE,) * int(_PATIENCE / _PAUSE)):
        time.sleep(pause)
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    return False


def clear() -> None:
    """Remove all files."""
    folder = directory()
    if folder is not None and _is_own(folder):
        for entry in _entries(folder):
            _remove(entry.path)


def _sum(key: str, *parts: bytes | memoryview) -> bytes:
    found = blake2b(digest_size=_SIZE, key=key.encode()[:64])
    for part in parts:
        found.update(part)
    return found.digest()


# -- one file --------------------------------------------------------------------------


def _path(key: str, *, make: bool = False) -> str | None:
    """The file for a key, if the directory can be trusted."""
    folder = directory()
    if folder is None:
        return None
    if make:
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        except OSError:
            return None
    return os.path.join(folder, f"{key}{_SUFFIX}") if _is_own(folder) else None


def _is_own(folder: str) -> bool:
    """Whether nobody but this user can put files there."""
    try:
        found = os.stat(folder)
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(found.st_mode) and _belongs(found)


def _belongs(found: os.stat_result) -> bool:
    if sys.platform == "win32":  # the user's directories are closed to others
        return True
    others = stat.S_IWGRP | stat.S_IWOTH
    return found.st_uid == os.geteuid() and not found.st_mode & others


_BINARY = getattr(os, "O_BINARY", 0)
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_READ = os.O_RDONLY | _NOFOLLOW | _BINARY
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY


def _read(path: str) -> bytes:
    handle = os.open(path, _READ | getattr(os, "O_NONBLOCK", 0))  # a pipe may be there
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not (stat.S_ISREG(found.st_mode) and _belongs(found)):
            raise PermissionError
        if time.time() - found.st_mtime > _USED:
            with contextlib.suppress(OSError):
                os.utime(path)
        return file.read()


def _write(path: str, *parts: bytes | memoryview) -> None:
    """Write a file under another name first, so that nobody finds a part of it.

    Without `tempfile`, which loads compressors: a program whose code is on disk needs none.
    """
    name = f".{os.getpid()}.{time.monotonic_ns()}{_UNFINISHED}"
    aside = path.removesuffix(_SUFFIX) + name
    handle = os.open(aside, _CREATE, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
        os.replace(aside, path)
    except BaseException:
        _remove(aside)
        raise


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):  # another process was faster, or it is not ours
        os.unlink(path)


# -- all files -------------------------------------------------------------------------


_WRITTEN: dict[str, int] = {}
"""Bytes that this process wrote to a directory since it last looked at all of it."""


def _account(folder: str, size: int) -> None:
    """Now and then, make room: the oldest files go.

    Looking takes a microsecond or two for each file: a process that writes little does
    so rarely.
    """
    _WRITTEN[folder] = _WRITTEN.get(folder, 0) + max(size, _BLOCK)
    bound = limit()
    sometimes = time.monotonic_ns() % 64 == 0
    if _WRITTEN[folder] > bound // 32 or sometimes:
        _WRITTEN[folder] = 0
        _make_room(folder, bound)


def _make_room(folder: str, bound: int) -> None:
    now = time.time()
    files: list[tuple[float, int, str]] = []
    for entry in _entries(folder):
        try:
            found = entry.stat(follow_symlinks=False)
        except OSError:  # another process was faster
            continue
        if entry.name.endswith(_SUFFIX):
            files.append((found.st_mtime, max(found.st_size, _BLOCK), entry.path))
        elif now - found.st_mtime > _STALE:
            _remove(entry.path)
    excess = sum(size for _, size, _ in files) - bound
    if excess > 0:
        excess += bound // 8  # so that it need not be done again at once
    for _, size, path in sorted(files):
        if excess <= 0:
            return
        _remove(path)
        excess -= size


def _entries(folder: str) -> Iterator[os.DirEntry[str]]:
    """The cache's files in a directory, unfinished ones too."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith((_SUFFIX, _UNFINISHED, _LOCK)):
                    yield entry
    except OSError:
        return
