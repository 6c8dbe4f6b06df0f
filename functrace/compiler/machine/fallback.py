"""What is done where native code cannot be made, or called, as it usually is.

The environment variable ``FUNCTRACE_NATIVE`` chooses it, without the warnings:
``portable`` does without all that may differ between platforms and releases, ``off``
without native code.
"""

from __future__ import annotations

import os
import warnings

from functrace.compiler.machine.symbols import NativeError

PORTABLE = "portable"
OFF = "off"


def chosen() -> str:
    """What the user asks for: `PORTABLE`, `OFF`, or nothing.

    Raises
    ------
    NativeError
        There is no such choice.
    """
    choice = os.environ.get("FUNCTRACE_NATIVE", "")
    if choice not in {PORTABLE, OFF, ""}:
        raise NativeError(
            f"functrace: FUNCTRACE_NATIVE is {choice!r}; it may be 'portable', 'off' or "
            "empty."
        )
    return choice


def warn(problem: str, error: Exception, cost: str) -> None:
    """Say what does not work here, why, and what follows."""
    reason = str(error).partition("\n")[0]
    warnings.warn(
        f"functrace: {problem} here; {cost}. FUNCTRACE_NATIVE=portable, or off, chooses "
        f"that without this warning. The reason: {type(error).__name__}: {reason}",
        RuntimeWarning,
        stacklevel=2,
    )
