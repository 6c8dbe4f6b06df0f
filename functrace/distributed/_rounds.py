"""What ranks tell each other: numbers in a layout that they agreed upon, or anything.

Whatever they do together begins with a message of one length, of which the first bytes say
what it is. If all say the same, which they agreed upon when it first took place, numbers are
the rest of it, or follow; else they tell each other everything, by pickle. So an error of one
rank, results that have become others, and ranks that do different things are known to all.
"""

from __future__ import annotations

import itertools
import pickle
import struct
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from functrace.core.errors import message
from functrace.distributed._packed import Layout, Packed
from functrace.distributed._parts import Division
from functrace.distributed._worker import Raised

_LENGTH = 1024  # bytes of the first message: it takes hardly longer than one of few
_HEAD = 16  # bytes of it that say what it is
_ALIGNED = 32  # bytes: where the numbers of any dtype may begin
_START = _ALIGNED  # where in it numbers begin
_NOTHING = np.zeros(_LENGTH, np.uint8)  # nothing was agreed upon
_NUMBERS = itertools.count(1)

_Spans: TypeAlias = list[list[tuple[np.dtype[Any], int, int]]]
"""Of each vector of each result the dtype, the first element, and that after the last."""


def number() -> int:
    """One that no other agreement has of which this rank is the first."""
    return next(_NUMBERS)


def told(comm: Any, what: dict[str, Any], value: Any) -> list[Any]:
    """What each rank has, on all of them; the first message has been sent.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm
    what : dict
        What the ranks do: the same on all of them, under the same names.
    value : object
        What this one has. If one is `Raised`, that is raised on all.
    """
    try:
        data = pickle.dumps((what, value), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - of any class: the others wait
        data = pickle.dumps((what, Raised.by(error)))
    found = [pickle.loads(x) for x in comm.allgather(data)]  # noqa: S301 - our own
    for _, each in found:
        if isinstance(each, Raised):
            raise each.error
    first = found[0][0]
    for rank, (each, _) in enumerate(found):
        if each != first:
            unlike = [name for name, x in first.items() if x != each.get(name)]
            raise RuntimeError(
                message(
                    "functrace.distributed: the ranks do different things.",
                    expected=f"{_text(first, unlike)}, as on rank 0",
                    got=f"{_text(each, unlike)} on rank {rank}",
                    help="have all ranks make the same sums, and call them alike.",
                )
            )
    return [each for _, each in found]


def _text(what: dict[str, Any], names: list[str]) -> str:
    return ", ".join(f"{name} {what.get(name)}" for name in names)


def told_at_once(comm: Any, what: dict[str, Any], value: Any) -> list[Any]:
    """As `told`, with a first message that says nothing."""
    comm.Allgather(_NOTHING, np.empty(comm.size * _LENGTH, np.uint8))
    return told(comm, what, value)


class AgreedRound:
    """Where the numbers of each rank are, in messages of a sum.

    Parameters
    ----------
    number : int
        Of the agreement.
    layout : Layout
        That of all results.
    division : Division
    rank, size : int
    """

    def __init__(
        self, number: int, layout: Layout, division: Division, rank: int, size: int
    ) -> None:
        counts = [division.counts.get(k, 0) for k in range(size)]
        node = sum(_room(*each) for each in layout.sizes.items())
        self._layout, self._lengths = layout, [count * node for count in counts]
        # The first messages' memory is used again: what is read there is to be added up.
        self._is_short = sum(counts) > 1 and _START + max(self._lengths) <= _LENGTH
        starts = [_START + k * _LENGTH for k in range(size)]
        if not self._is_short:
            starts = [sum(self._lengths[:k]) for k in range(size)]
        places = zip(starts, counts, strict=True)
        self._spans = [_spans(layout, start, count) for start, count in places]
        self._own_spans = _spans(layout, starts[0], counts[rank])
        self._own_length = self._lengths[rank]
        head = struct.pack("qq", number, hash(division.shards))
        self._heads = head * size
        self._sent = np.zeros(_LENGTH, np.uint8)
        self._sent[: len(head)] = np.frombuffer(head, np.uint8)
        self._got = np.zeros((size, _LENGTH), np.uint8)
        self._said = self._got[:, :_HEAD]
        if self._is_short:
            self._own = _cut(self._sent, self._own_spans)
            self._all = self._read(self._got.reshape(-1))

    def exchange(self, comm: Any, own: list[Packed]) -> dict[int, list[Packed]] | None:
        """What each rank has, on all of them; None if they do not say the same.

        Of what is short, the next call changes the numbers.
        """
        if self._is_short:
            _write(own, self._own)
        comm.Allgather(self._sent, self._got)
        if self._said.tobytes() != self._heads:
            return None
        return self._all if self._is_short else self._rest(comm, own)

    def _rest(self, comm: Any, own: list[Packed]) -> dict[int, list[Packed]]:
        """By a second message, into memory of its own."""
        sent = np.empty(self._own_length, np.uint8)
        _write(own, _cut(sent, self._own_spans))
        got = np.empty(sum(self._lengths), np.uint8)
        comm.Allgatherv(sent, [got, self._lengths])
        return self._read(got)

    def _read(self, memory: np.ndarray) -> dict[int, list[Packed]]:
        return {
            rank: [Packed(self._layout, vectors) for vectors in _cut(memory, spans)]
            for rank, spans in enumerate(self._spans)
        }


@lru_cache(64)
def agreed_round(*what: Any) -> AgreedRound:
    """The `AgreedRound` of an agreement, a division and a communicator."""
    return AgreedRound(*what)


def _room(dtype: np.dtype[Any], count: int) -> int:
    """Bytes of a vector, up to where the next one may begin."""
    return -(-dtype.itemsize * count // _ALIGNED) * _ALIGNED


def _spans(layout: Layout, at: int, count: int) -> _Spans:
    """Where so many results are from some byte on."""
    found: _Spans = []
    for _ in range(count):
        found.append([])
        for dtype, n in layout.sizes.items():
            start = at // dtype.itemsize
            found[-1].append((dtype, start, start + n))
            at += _room(dtype, n)
    return found


def _cut(memory: np.ndarray, spans: _Spans) -> list[list[np.ndarray]]:
    """The vectors of each result."""
    return [[memory.view(dtype)[i:j] for dtype, i, j in each] for each in spans]


def _write(own: list[Packed], places: list[list[np.ndarray]]) -> None:
    for k, value in enumerate(own):
        for place, vector in zip(places[k], value.vectors, strict=True):
            place[...] = vector
