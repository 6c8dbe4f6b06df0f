"""Quantities as people read them."""

from __future__ import annotations

_ALIGNMENT = 16


def in_bytes(count: float, smallest: str = "bytes") -> str:
    """A number of bytes, in three digits; `smallest` is what the unit is called."""
    for unit in (smallest, "kB", "MB", "GB"):
        if count < 999.5:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:,.3g} TB"


def aligned(nbytes: int) -> int:
    """Bytes that an array of so many takes on a tape."""
    return -(-nbytes // _ALIGNMENT) * _ALIGNMENT
