"""Makes the LLVM texts of this folder from its C sources, if it is run as a program.

``python -m functrace.compiler.runtime.generate`` takes a Clang that PyPI has as a package,
of one release everywhere, and no newer than the oldest LLVM that reads the texts.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile

SOURCES = (
    "alone",
    "arrays",
    "bare",
    "blas_threads",
    "interception",
    "launcher",
    "pool",
    "python",
    "serial",
    "threads",
)
PROCESSORS = {
    "processor.x86_64": "x86_64-linux-gnu",
    "processor.aarch64": "aarch64-linux-gnu",
    "processor.other": "riscv64-linux-gnu",
}
_PLATFORM = "x86_64-linux-gnu"  # any of 64 bits: what differs is no part of a text
_OPTIONS = (
    *("-std=c11", "-O2", "-g0", "-S", "-emit-llvm", "-ffreestanding", "-fPIC"),
    *("-Wall", "-Wextra", "-Werror", "-fno-strict-aliasing", "-fno-ident"),
    *("-fno-sanitize=all", "-fno-stack-protector", "-fno-discard-value-names"),
    *("-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"),
    *("-fno-unwind-tables", "-fno-asynchronous-unwind-tables"),
)
_GROUP = re.compile(r"(?m)^attributes (#\d+) = \{(.*)\}$")
_REMOVED = re.compile(
    r"(?m)^(?:(?:;|source_filename|target|attributes|!(?!\d+ = !{!.[a-z]+.}$)).*)?\n"
    r"| *; preds = .*| (?:dso_local|local_unnamed_addr|unnamed_addr)\b"
    r"|, ![a-z][\w.]* !\d+"
)


def generated(name: str) -> str:
    """The text of ``name.ll``.

    Parameters
    ----------
    name : str
        One of `SOURCES` or `PROCESSORS`.
    """
    platform = PROCESSORS.get(name, _PLATFORM)
    source = os.path.join(os.path.dirname(__file__), f"{name.partition('.')[0]}.c")
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "text.ll")
        command = [sys.executable, "-m", "ziglang", "cc", "-target", platform]
        command += [*_OPTIONS, "-o", target, source]
        subprocess.run(command, check=True)  # noqa: S603 - the arguments are ours
        with open(target, encoding="ascii") as file:
            return _plain(file.read(), os.path.basename(source))


def _plain(text: str, source: str) -> str:
    """The text without what it says of a platform, of processors and of the compiler."""
    groups = {n: " nounwind" * (" nounwind " in a) for n, a in _GROUP.findall(text)}
    text = re.sub(r" (#\d+)", lambda found: groups[found[1]], text)
    parts = re.split(r"(?m)^(?=define )", _REMOVED.sub("", text))
    return f"; Made from {source} by generate.py.\n" + "\n".join(parts)


if __name__ == "__main__":
    for each in (*SOURCES, *PROCESSORS):
        path = os.path.join(os.path.dirname(__file__), f"{each}.ll")
        with open(path, "w", encoding="ascii") as written:
            written.write(generated(each))
