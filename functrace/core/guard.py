"""Protection of the caller's arrays that a graph keeps: copied, or watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.errors import MutationError, message
from functrace.core.source import SourceLine, user_line

_COPY_BYTES = 1 << 20  # below this a copy costs less than 0.1 ms
_ROW = 1 << 11  # words in a row of the fingerprint's table: 16 KiB
_ROWS = 32  # rows in a block: 512 KiB, which stays in the second-level cache


class Guard:
    """Remembers what a large array held, to refuse a derivative if it was changed.

    The fingerprint is the exclusive or of the array's words along the rows and along the
    columns of a table. Any change of one element shows, and so does a permutation, unless
    it is made to deceive.
    """

    __slots__ = ("array", "fingerprint", "source")

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.fingerprint = _fingerprint(array)
        self.source: SourceLine | None = user_line()

    def verify(self) -> None:
        """Raise MutationError if the array has changed."""
        if _fingerprint(self.array) == self.fingerprint:
            return
        text = message(
            "functrace: an array was changed in place after a traced operation used it, "
            "so the derivative would be wrong.",
            got=f"a changed {self.array.dtype}{list(self.array.shape)}",
            source=self.source,
            help="change a copy of it (array = array.copy()) inside the function.",
        )
        raise MutationError(text)


def is_immutable(array: np.ndarray) -> bool:
    """Whether nobody can write to the array, through its bases either."""
    owner: Any = array
    while isinstance(owner, np.ndarray):
        if owner.flags.writeable:
            return False
        owner = owner.base
    return owner is None or isinstance(owner, bytes)


def protect(value: Any, *, copy: bool = False) -> tuple[Any, Guard | None]:
    """A value that may be kept, and what watches it if it is not a copy."""
    if not isinstance(value, np.ndarray):
        return value, None
    if not value.flags.writeable and is_immutable(value):
        return value, None
    if copy or value.nbytes <= _COPY_BYTES:
        return value.copy(), None
    return value, Guard(value)


def protect_all(arrays: Sequence[Any]) -> tuple[list[Any], list[Guard]]:
    """Arrays that may be kept, and what watches those that are not copies."""
    pairs = [protect(array) for array in arrays]
    return [kept for kept, _ in pairs], [
        guard for _, guard in pairs if guard is not None
    ]


def _fingerprint(array: np.ndarray) -> bytes:
    if not array.flags.c_contiguous:
        array = array.T if array.flags.f_contiguous else np.ascontiguousarray(array)
    data = array.reshape(-1).view(np.uint8)
    size = data.size - data.size % (8 * _ROW)
    table = data[:size].view(np.uint64).reshape(-1, _ROW)
    down = np.zeros(_ROW, np.uint64)
    parts = [data[size:].tobytes()]
    for start in range(0, len(table), _ROWS):  # blocks: memory is read once, not twice
        block = table[start : start + _ROWS]
        down ^= np.bitwise_xor.reduce(block, axis=0)
        parts.append(np.bitwise_xor.reduce(block, axis=1).tobytes())
    return b"".join((down.tobytes(), *parts))
