"""What functions of C return, in words."""

from __future__ import annotations

from typing import Any

from functrace.compiler.standalone import REFUSED
from functrace.compiler.text.module import NO_MEMORY

MISFIT = 3
"""What callers of ours say where arguments do not fit, and nothing was called."""

HELP = (
    "nothing is computed for these values: an operation does not treat them, or the "
    "function raises an error. Called in Python, it says which."
)

MEANINGS = {
    0: "the results are computed",
    REFUSED: "nothing is computed for these values: an operation does not treat them (a "
    "singular matrix, an index out of range), or the function raises an error",
    NO_MEMORY: "there is no memory to work with",
}
"""By number."""


def raise_for(status: int, where: str) -> None:
    """Raise an exception for a status that is not 0."""
    if status == NO_MEMORY:
        raise MemoryError(f"{where}: no memory.")
    if status:
        raise ValueError(f"{where}: {HELP}")


def checked(where: str) -> Any:
    """For ctypes: raises where a function returned another number than 0."""

    def check(status: int, function: Any, arguments: Any) -> int:
        raise_for(status, where)
        return status

    return check
