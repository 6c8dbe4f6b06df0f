"""Names of contents: equal in every process for equal bytes, and for no others.

`hashlib` loads OpenSSL, which takes about 5 ms: a hundredth of the shortest program's time,
and nothing to programs that draw random numbers, as `numpy.random` loads it anyway.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import numpy as np

_SIZE = 20  # bytes


def content_hash(data: Any) -> str:
    """Return a name for bytes, or an array's, which no others have."""
    return blake2b(data, digest_size=_SIZE).hexdigest()


def array_hash(array: np.ndarray) -> str:
    """Return a name for an array of numbers: its dtype, its shape and its bytes."""
    data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return f"{array.dtype.str}{array.shape}:{content_hash(data)}"


class NamelessError(Exception):
    """There is no name: something may mean another thing in another process."""


def ufunc_name(value: np.ufunc) -> str:
    """Return the name of one of NumPy's own ufuncs."""
    if getattr(np, value.__name__, None) is not value:
        raise NamelessError
    return f"numpy.{value.__name__}"
