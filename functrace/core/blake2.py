"""The hash of names and checksums, without OpenSSL, which takes long to load."""

from __future__ import annotations

from typing import Any

try:
    from _blake2 import blake2b  # which is hashlib's
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b", "name_of"]

_SIZE = 20  # bytes


def name_of(data: Any) -> str:
    """Return a name for bytes, or an array's, which no others have."""
    return blake2b(data, digest_size=_SIZE).hexdigest()
