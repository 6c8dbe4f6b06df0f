"""Quantities as people read them."""

from __future__ import annotations


def in_bytes(count: float, smallest: str = "bytes") -> str:
    """A number of bytes, in three digits; `smallest` is what the unit is called."""
    for unit in (smallest, "kB", "MB", "GB"):
        if count < 999.5:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:,.3g} TB"
