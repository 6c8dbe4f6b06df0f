"""Caches on disk that get damaged, vanish, or are full, while programs use them."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tests.fuzz._campaign import run_one
from tests.fuzz._guard import guarded

_POOL = 40  # programs: few, so that most are met again
_ROUND = 8  # programs of one process
_SIZES = ["512", "512", "512", "0.05", "0", "-1", "inf", "nan", "much", ""]


def _files(folder: Path) -> list[Path]:
    with contextlib.suppress(OSError):
        return [p for p in folder.iterdir() if p.is_file() and not p.is_symlink()]
    return []


def _content(change: Callable[[Any, bytearray], bytes | bytearray]) -> Any:
    """A damage that changes what is in one file."""

    def damage(rng: Any, folder: Path) -> None:
        for path in _chosen(rng, folder):
            data = bytearray(path.read_bytes())
            if data:
                path.write_bytes(change(rng, data))

    return damage


def _chosen(rng: Any, folder: Path) -> Iterator[Path]:
    files = _files(folder)
    for _ in range(int(rng.integers(1, 4)) if files else 0):
        yield files[int(rng.integers(len(files)))]


def _flip(rng: Any, data: bytearray) -> bytearray:
    for _ in range(int(rng.integers(1, 20))):
        data[int(rng.integers(len(data)))] ^= 1 << int(rng.integers(8))
    return data


def _flip_head(rng: Any, data: bytearray) -> bytearray:
    data[int(rng.integers(min(40, len(data))))] ^= 1 << int(rng.integers(8))
    return data


def _zero(rng: Any, data: bytearray) -> bytearray:
    start = int(rng.integers(len(data)))
    end = min(len(data), start + int(rng.integers(1, 5000)))
    data[start:end] = bytes(end - start)
    return data


def _cut(rng: Any, data: bytearray) -> bytearray:
    return data[: int(rng.integers(len(data)))]


def _swap(rng: Any, folder: Path) -> None:
    """Contents under each other's names."""
    files = _files(folder)
    if len(files) > 1:
        a, b = (files[i] for i in rng.choice(len(files), 2, replace=False))
        shutil.copy(a, folder / "aside")
        shutil.copy(b, a)
        (folder / "aside").replace(b)


def _mode(rng: Any, folder: Path) -> None:
    for path in _chosen(rng, folder):
        path.chmod(int(rng.choice([0, 0o200, 0o400, 0o622, 0o666, 0o777])))


def _owner(rng: Any, folder: Path) -> None:
    if os.geteuid() == 0:
        for path in _chosen(rng, folder):
            os.chown(path, 1234, 1234)


def _instead(make: Callable[[Path], Any]) -> Any:
    """A damage that puts something else in the place of a file."""

    def damage(rng: Any, folder: Path) -> None:
        for path in _chosen(rng, folder):
            path.unlink()
            make(path)

    return damage


def _folder_mode(rng: Any, folder: Path) -> None:
    folder.chmod(int(rng.choice([0o700, 0o777, 0o500, 0])))


def _folder_gone(rng: Any, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def _folder_is_a_file(rng: Any, folder: Path) -> None:
    _folder_gone(rng, folder)
    folder.write_text("no directory")


def _mended(rng: Any, folder: Path) -> None:
    """A usable directory again."""
    if folder.exists() and not folder.is_dir():
        folder.unlink()
    if folder.exists():
        folder.chmod(stat.S_IRWXU)


DAMAGES: list[Callable[[Any, Path], None]] = [
    _content(_flip),
    _content(_flip_head),
    _content(_zero),
    _content(_cut),
    _content(lambda rng, data: b""),
    _content(lambda rng, data: data + b"more"),
    _content(lambda rng, data: data.replace(b"functrace 1", b"functrace 0")),
    _swap,
    _mode,
    _owner,
    _instead(lambda path: None),
    _instead(lambda path: path.mkdir()),
    _instead(lambda path: path.symlink_to("/dev/zero")),
    _instead(lambda path: path.symlink_to(path)),
    _instead(os.mkfifo),
    _folder_mode,
    _folder_gone,
    _folder_is_a_file,
    _mended,
    _mended,
    _mended,
]


def damaged(item: int, folder: Path) -> None:
    """Damage the files in some way, which another process may do at the same time."""
    rng = np.random.default_rng(item)
    for _ in range(int(rng.integers(0, 3))):
        with contextlib.suppress(OSError):
            DAMAGES[int(rng.integers(len(DAMAGES)))](rng, folder)
    os.environ["FUNCTRACE_CACHE_SIZE"] = _SIZES[int(rng.integers(len(_SIZES)))]


@contextlib.contextmanager
def small_disk(item: int) -> Iterator[None]:
    """At times files cannot grow, as on a full disk."""
    rng = np.random.default_rng((item, 1))
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    most = int(rng.choice([0, 1000, 20_000])) if rng.random() < 0.2 else hard
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


def cache_campaign(folder: Path, first: int, count: int, log: str) -> Counter[str]:
    """Run programs on a cache that is damaged before each; kinds of outcomes."""
    kinds: Counter[str] = Counter()

    def work(item: int) -> dict[str, Any]:
        os.environ["FUNCTRACE_CACHE_DIR"] = str(folder)
        damaged(item, folder)
        with small_disk(item):
            return {"seed": item % _POOL, **run_one(item % _POOL)}

    for start in range(first, first + count, _ROUND):
        items = range(start, min(start + _ROUND, first + count))
        for result in guarded(work, items, log=log):
            kind = result.report["kind"] if result.report else result.failure
            kinds[kind] += 1
            if result.report is None or kind == "mismatch":
                report = result.report or {}
                print(result.item, kind, report.get("seed"), report.get("detail"))  # noqa: T201
    return kinds


def cache_jobs(folder: Path, count: int, jobs: int, seed: int, log: str) -> int:
    """Several of these at once on one directory; whether something was bad."""
    children: list[int] = []
    for job in range(jobs):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                kinds = cache_campaign(folder, seed + job * 1_000_000, count, log)
                print(dict(kinds), flush=True)  # noqa: T201
                good = {"equal", "close", "ill-conditioned", "refused", "raises"}
                code = int(not set(kinds) <= good)
            finally:
                os._exit(code)
        children.append(child)
    return max(os.waitstatus_to_exitcode(os.waitpid(c, 0)[1]) for c in children)
