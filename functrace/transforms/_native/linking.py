"""Shared libraries from object files, by the compilers that are at hand."""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from functrace.core.errors import message

_SUFFIX = {"darwin": "dylib", "win32": "dll"}.get(sys.platform, "so")
_ZIG = {"linux": "linux-gnu", "darwin": "macos", "win32": "windows-gnu"}


def link(path: str, architecture: str, libraries: Sequence[str]) -> str:
    """Make a shared library of the object file at `path`, beside it; returns its path.

    Raises
    ------
    RuntimeError
        There is no linker for the architecture, or it refuses.
    """
    target = f"{os.path.splitext(path)[0]}.{_SUFFIX}"
    options = ["-shared", path, *(f"-l{name}" for name in (*libraries, "m"))]
    with tempfile.TemporaryDirectory() as folder:  # a target that is in use stays whole
        made = os.path.join(folder, os.path.basename(target))
        command = [*_linker(architecture), *options, "-o", made]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - the user's own compiler
        if done.returncode:
            raise RuntimeError(
                message(
                    "functrace.export: the linker refuses.",
                    got=done.stderr.strip()[-1000:],
                    help="name the libraries that the object file needs: libraries=...",
                )
            )
        shutil.move(made, target)
    return target


def _linker(architecture: str) -> list[str]:
    """A command: the usual compiler for this processor, else Zig's."""
    if architecture == _own():
        chosen = os.environ.get("CC")
        if chosen:
            return shlex.split(chosen)
        for name in ("cc", "gcc", "clang"):
            found = shutil.which(name)
            if found is not None:
                return [found]
    if importlib.util.find_spec("ziglang") is None or sys.platform not in _ZIG:
        raise RuntimeError(
            message(
                f"functrace.export: there is no linker for {architecture} here.",
                help="install a C compiler, or the package ziglang, which links for all "
                "processors; or link the object file elsewhere.",
            )
        )
    system = _ZIG[sys.platform]
    return [
        sys.executable,
        "-m",
        "ziglang",
        "cc",
        "-target",
        f"{architecture}-{system}",
    ]


def _own() -> str:
    found = platform.machine().lower()
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(found, found)
