"""What compiled programs call, as LLVM text: C that was compiled to it beforehand.

Each ``.c`` file says what it does; `generate` makes the texts of them. Numbers that differ
between platforms are declared there as constants, and become known here.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time

CONSTANTS = {
    "ft_huge_pages": 14 if sys.platform == "linux" else -1,
    # Where there are no such numbers there are no such threads either.
    "ft_clock_time": getattr(time, "CLOCK_MONOTONIC", 0),
    "ft_clock_python": getattr(  # `perf_counter`: on a Mac it stands while that sleeps
        time, "CLOCK_UPTIME_RAW", getattr(time, "CLOCK_MONOTONIC", 0)
    ),
    "ft_clock_work": getattr(time, "CLOCK_THREAD_CPUTIME_ID", 0),
    "ft_signals_block": int(getattr(signal, "SIG_BLOCK", 0)),
    "ft_signals_set": int(getattr(signal, "SIG_SETMASK", 0)),
}
"""Those that the files declare."""

_CONSTANT = re.compile(r"(?m)^@(\w+) = external constant (i\d+)")
_DEFINED = re.compile(r"(?m)^define .*?@(\w+)\(")
_DECLARED = re.compile(r"(?m)^declare .*?@(\w+)\(.*\n")
_PROCESSORS = {"amd64": "x86_64", "x86_64": "x86_64"} | {
    "arm64": "aarch64",
    "aarch64": "aarch64",
}


def text(*names: str) -> str:
    """What some files define, as one text without a platform.

    Parameters
    ----------
    *names : str
        Without ``.ll``. What one of them defines, others may declare.

    Examples
    --------
    >>> print(text("serial").partition("(")[0])
    ; Made from serial.c by generate.py.
    <BLANKLINE>
    define void @ft_parallel
    """
    whole = _CONSTANT.sub(_known, "".join(map(_content, names)))
    if len(names) == 1:
        return whole
    defined = set(_DEFINED.findall(whole))
    return _DECLARED.sub(lambda m: "" if m[1] in defined else m[0], whole)


def processor(machine: str) -> str:
    """The file for a processor, named as `platform.machine` names it."""
    return f"processor.{_PROCESSORS.get(machine.lower(), 'other')}"


def _known(found: re.Match[str]) -> str:
    name, kind = found.groups()
    return f"@{name} = internal constant {kind} {CONSTANTS[name]}"


def _content(name: str) -> str:
    path = os.path.join(os.path.dirname(__file__), f"{name}.ll")
    with open(path, encoding="ascii") as file:
        return file.read()
