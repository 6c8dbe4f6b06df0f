"""Protection of the caller's arrays that a graph keeps: copied, or watched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any
from weakref import ref

import numpy as np

from functrace.core.aval import Aval, aval_of
from functrace.core.constant import compact, uniform, uniform_value
from functrace.core.errors import MutationError, message
from functrace.core.foreign import NUMERIC
from functrace.core.recording import ambient
from functrace.core.source import SourceLine, user_line

COPY_BYTES = 1 << 20  # below this a copy costs less than 0.1 ms
_SMALL = 1 << 17  # below this, comparing bytes is cheapest
_ROW = 1 << 11  # words in a row of the fingerprint's table: 16 KiB
_ROWS = 32  # rows in a block: 512 KiB, which stays in the second-level cache


class ArrayGuard:
    """Remembers what a large array held, to refuse a derivative if it was changed.

    The fingerprint is the exclusive or of the array's words along the rows and along the
    columns of a table. Any change of one element shows, and so does a permutation, unless
    it is made to deceive.
    """

    __slots__ = ("array", "fingerprint", "source")

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.fingerprint = fingerprint_of(array)
        self.source: SourceLine | None = user_line()

    def verify(self) -> None:
        """Raise MutationError if the array has changed."""
        if fingerprint_of(self.array) == self.fingerprint:
            return
        text = message(
            "functrace: an array was changed in place after a traced operation used it, "
            "so the derivative would be wrong.",
            got=f"a changed {self.array.dtype}{list(self.array.shape)}",
            source=self.source,
            help="change a copy of it (array = array.copy()) inside the function.",
        )
        raise MutationError(text)


class Snapshot:
    """What an array held, to tell whether it has been changed since.

    The array is not kept alive: once it is dead, nobody can change it.
    """

    __slots__ = ("_bytes", "_kept", "_read", "array_id", "dtype")

    def __init__(self, array: np.ndarray) -> None:
        self.array_id = id(array)
        array = np.asarray(array)  # of a subclass, its methods may refuse or differ
        self.dtype = array.dtype
        self._kept = _copied(array)
        if self._kept.nbytes > _SMALL:
            self._kept = _in_half(self._kept)
        self._read = _reader(array)
        self._bytes: bytes | None = None  # of a small one, once it was asked about

    @property
    def copy(self) -> np.ndarray:
        """What the array held."""
        self._kept = self._kept.astype(self.dtype, "K", copy=False)
        return self._kept

    @property
    def index(self) -> np.ndarray:
        """The same; large integers in half of the memory, if they have room there."""
        return self._kept

    @property
    def alive(self) -> bool:
        """Whether the array still exists."""
        return self._read() is not None

    def is_of(self, array: np.ndarray) -> bool:
        """Whether the array is this one, and as it was."""
        own = self._read()
        return own is not None and _place(own) == _place(array) and self.is_like(array)

    def is_like(self, array: np.ndarray) -> bool:
        """Whether an array that has been as this one holds the same still."""
        kept = self._kept
        if kept.dtype == self.dtype or array.dtype != self.dtype:
            return np.array_equal(_words(array), _words(self.copy))
        return array.shape == kept.shape and bool(np.all(array == kept))

    def holds(self) -> bool:
        """Whether the array, if it still exists, is as it was."""
        array = self._read()
        if array is None:
            return True
        kept = self._kept
        if self._bytes is None and self.dtype == kept.dtype and kept.nbytes <= _SMALL:
            self._bytes = kept.tobytes()
        if self._bytes is not None:
            return array.tobytes() == self._bytes
        return array.nbytes == kept.size * self.dtype.itemsize and self.is_like(array)


class Captures:
    """Copies of the arrays that a trace takes as constants, each made once.

    The arrays are not kept alive, as most are values in between: copies of them that are in
    no graph are given back during the trace.

    Parameters
    ----------
    watched : iterable of Snapshot
        Of arrays of which there are copies before the trace.
    """

    def __init__(self, watched: Iterable[Snapshot]) -> None:
        self._watched = {snapshot.array_id: snapshot for snapshot in watched}
        self._found: dict[int, tuple[Any, list[Snapshot]]] = {}
        self._parts: list[Snapshot] = []  # of views that are no more

    def copy(self, array: np.ndarray) -> np.ndarray:
        """A copy, the same as before unless the array was changed in between."""
        return self._snapshot(array).copy

    def index(self, array: np.ndarray) -> np.ndarray:
        """The same for what only names elements; of large integers see `Snapshot.index`."""
        return self._snapshot(array).index

    def _snapshot(self, array: np.ndarray) -> Snapshot:
        number = id(array)
        if number not in self._found:
            self._found[number] = ref(array, lambda _: self._forget(number)), []
        _, snapshots = self._found[number]
        for snapshot in snapshots:
            if snapshot.is_like(array):
                return snapshot
        before = self._watched.get(number)
        if before is None or not before.is_of(array):
            before = Snapshot(array)
        snapshots.append(before)
        return before

    def _forget(self, number: int) -> None:
        """What an array held that is no more: of a view, others may change it still."""
        _, snapshots = self._found.pop(number)
        self._parts += [snapshot for snapshot in snapshots if snapshot.alive]

    def snapshots(self) -> list[Snapshot]:
        """Of the arrays that outlive the trace: somebody else may change them."""
        kept = [each for _, found in self._found.values() for each in found]
        kept += self._parts
        self._found.clear()
        self._parts.clear()
        return [snapshot for snapshot in kept if snapshot.alive]


def index_of(array: np.ndarray) -> np.ndarray:
    """An array that names elements, as a graph that is recorded may keep it."""
    captures = ambient.get().captures
    if captures is None or array.nbytes <= _SMALL or is_immutable(array):
        return array
    own = captures.index(array)
    own.flags.writeable = False  # so that it need not be copied again
    return own


def watch(array: np.ndarray) -> None:
    """Note an array that something was made of which is taken as a constant."""
    captures = ambient.get().captures
    if captures is not None and not is_immutable(array):
        captures.copy(array)


def is_immutable(array: np.ndarray) -> bool:
    """Whether nobody can write to the array, through its bases either."""
    owner: Any = array
    while isinstance(owner, np.ndarray):
        if owner.flags.writeable:
            return False
        owner = owner.base
    return owner is None or isinstance(owner, bytes)


def protect(value: Any, *, copy: bool = False) -> tuple[Any, ArrayGuard | None]:
    """A value that may be kept, and what watches it if it is not a copy."""
    if not isinstance(value, np.ndarray):
        return value, None
    if not value.flags.writeable and is_immutable(value):
        return value, None
    if copy:
        captures = ambient.get().captures
        own = _copied(value) if captures is None else captures.copy(value)
        own.flags.writeable = False  # so that it need not be copied again
        return own, None
    own = replica(value) if value.nbytes <= COPY_BYTES else None
    return (value, ArrayGuard(value)) if own is None else (own, None)


def _copied(array: np.ndarray) -> np.ndarray:
    """A copy that lies in memory as the array does; no larger, if it repeats numbers."""
    if array.dtype.kind not in NUMERIC:
        return array.copy("K")
    found = compact(array) if array.ndim == 1 else array  # others have an order
    number = uniform_value(found) if array.size > 1 else None
    if number is not None:
        return uniform(number, Aval(array.shape, array.dtype))
    if 0 not in array.strides or not array.size:
        return array.copy("K")
    own = array[tuple(slice(None if n else 1) for n in array.strides)].copy("K")
    own.flags.writeable = False  # so that it need not be copied again
    return np.broadcast_to(own, array.shape)


def _in_half(array: np.ndarray) -> np.ndarray:
    """Integers of 64 bits in 32, if these are enough."""
    if array.dtype.kind not in "iu" or array.itemsize < 8 or 0 in array.strides:
        return array
    bounds = np.iinfo(np.int32)
    if array.min() < bounds.min or array.max() > bounds.max:
        return array
    return array.astype(np.int32, "K")


def replica(array: np.ndarray) -> np.ndarray | None:
    """A copy that lies in memory as the array does; None if that takes much more of it."""
    if array.flags.c_contiguous:
        return array.copy()
    low, high = np.lib.array_utils.byte_bounds(array)
    if high - low > max(COPY_BYTES, 2 * array.nbytes):
        return None
    memory, start = np.empty(high - low, np.uint8), array.ctypes.data - low
    copy = np.ndarray(array.shape, array.dtype, memory, start, array.strides)
    copy[...] = array
    return copy


def protect_all(arrays: Sequence[Any]) -> tuple[list[Any], list[ArrayGuard]]:
    """Arrays that may be kept, and what watches those that are not copies."""
    pairs = [protect(array) for array in arrays]
    return [array for array, _ in pairs], [
        guard for _, guard in pairs if guard is not None
    ]


def fingerprint_of(array: np.ndarray) -> bytes:
    """What changes with any element of an array; all of a small one."""
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


def _reader(array: np.ndarray) -> Callable[[], np.ndarray | None]:
    """What gives the array as long as the owner of its memory lives, then None."""
    owner = array
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    if owner.base is not None:  # memory of something that may not allow references
        return lambda: array
    found = ref(owner)
    if owner is array:
        return found
    shape, dtype, strides = array.shape, array.dtype, array.strides
    offset = array.ctypes.data - owner.ctypes.data
    order = sorted(range(owner.ndim), key=lambda d: -owner.strides[d])
    if not owner.transpose(order).flags.c_contiguous:
        return lambda: array

    def view() -> np.ndarray | None:
        whole = found()
        if whole is None:
            return None
        return np.ndarray(shape, dtype, whole.transpose(order), offset, strides)

    return view


def _place(array: np.ndarray) -> Any:
    """Where in memory the elements are, and what they are."""
    return array.ctypes.data, array.dtype, array.shape, array.strides


def _words(array: np.ndarray) -> np.ndarray:
    """The bytes, as integers of a size that divides their number."""
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.view(np.uint8 if flat.nbytes % 8 else np.uint64)


def protect_constants(
    inputs: list[Any], values: list[Any], saved: tuple[int, ...], complete: bool
) -> list[ArrayGuard]:
    """Protect the constant arrays that are saved, leave only an Aval of the others."""
    guards: list[ArrayGuard] = []
    for i, constant in enumerate(inputs):
        if not isinstance(constant, np.ndarray):
            continue
        if complete or i in saved:
            protected, guard = protect(constant, copy=complete)
            inputs[i] = values[i] = protected
            if guard is not None:
                guards.append(guard)
        else:
            inputs[i] = aval_of(constant)
    return guards
