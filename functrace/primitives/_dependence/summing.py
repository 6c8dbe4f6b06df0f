"""Where the entries of a Jacobian are that are sums of those of terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from functrace.compiler.kernels import summing as kernels
from functrace.compiler.kernels.calls import run
from functrace.compiler.kernels.numba_code import Kernel
from functrace.core.serialize import freeze
from functrace.primitives._dependence.compression import Compression

_TERMS = Kernel(kernels.list_terms)
_COUNT = Kernel(kernels.count_sums)
_LIST = Kernel(kernels.list_sums)
_PLACE = Kernel(kernels.place_sums)
_LARGEST = np.iinfo(np.int32).max
_LANES = 32  # rows of a block are a multiple of so many, or of fewer if there are few


class TermLayout(NamedTuple):
    """How the derivatives of terms are laid out, in rows that are alike, and blocks of these.

    Attributes
    ----------
    pattern : csr_array of bool
        Of a row's terms, and what is gathered for it: all entries that any of them has.
    compression : Compression
        Of that.
    widths : tuple of list
        How many of a row's terms belong to each array of them; and of what is gathered.
    length : int
        How many rows there are.
    blocks : int
        How many blocks.
    """

    pattern: Any
    compression: Compression
    widths: tuple[list[int], list[int]]
    length: int
    blocks: int

    @property
    def height(self) -> int:
        """How many rows a block has."""
        height, lanes = -(-self.length // self.blocks), _LANES
        while -height % lanes > height // 8:
            lanes //= 2
        return min(height + -height % lanes, self.length)

    @property
    def firsts(self) -> np.ndarray:
        """The first row of each block; the last ones may begin within others."""
        firsts = np.arange(self.blocks, dtype=np.int32) * self.height
        return np.minimum(firsts, self.length - self.height)

    @property
    def slots(self) -> int:
        """How many numbers a row of tangents and cotangents has, in all directions."""
        tangents, cotangents, *_ = self.compression
        height, width = self.pattern.shape
        return tangents.total * height + cotangents.total * width

    @property
    def owners(self) -> tuple[np.ndarray, np.ndarray]:
        """Of a row's tangents, and cotangents, in all directions: those of which term."""
        tangents, _, places, _ = self.compression
        height, width = self.pattern.shape
        found = np.zeros(self.slots + 1, np.int32)
        found[places] = np.repeat(np.arange(height), np.diff(self.pattern.indptr))
        mine, others = np.split(found[1:], [tangents.total * height])
        mine[:] = np.tile(np.arange(height), tangents.total)
        return mine.reshape(-1, height), others.reshape(-1, width)

    def places(self) -> tuple[np.ndarray, np.ndarray]:
        """Of a row's numbers, where they are in a block's first row, and how far the next is.

        In a block, there are the tangents of one array of terms after the other, for all
        directions and rows, and then the cotangents of arrays that are gathered likewise.
        """
        tangents, cotangents, *_ = self.compression
        begins, steps, begin = [], [], 0
        totals = tangents.total, cotangents.total
        for total, widths in zip(totals, self.widths, strict=True):
            own = [np.zeros((total, 0), np.int64)]
            for width in widths:
                block = self.height * width
                firsts = begin + block * np.arange(total)[:, None]
                own.append(firsts + np.arange(width))
                begin += total * block
            begins.append(np.concatenate(own, axis=1).ravel())
            steps.append(np.tile(np.repeat(widths, widths), total))
        return _joined(begins), _joined(steps)


class TermGroup(NamedTuple):
    """Terms in rows that are alike.

    Attributes
    ----------
    layout : TermLayout
    patterns : list of csr_array of bool
        Those that rows have.
    variants : ndarray of int
        Of each row, which one it has.
    rows, columns : ndarray of int
        With a row for each: to which row of the whole the terms are added, or -1; and which
        columns of it are gathered, or -1.
    """

    layout: TermLayout
    patterns: list[Any]
    variants: np.ndarray
    rows: np.ndarray
    columns: np.ndarray


class EntrySums(NamedTuple):
    """A matrix whose entries are sums of those of terms.

    Attributes
    ----------
    pattern : csr_array of bool
    starts : list of ndarray of int
        For each group, with a row for each block: where the pattern's row begins that a term
        is added to.
    places : list of ndarray of int
        Likewise, to which entry of that row each number of `TermLayout.places` is added;
        `nobodys` of those that are no entries, or have been added by the block before.
    """

    pattern: Any
    starts: list[np.ndarray]
    places: list[np.ndarray]


def nobodys(dtype: np.dtype[Any]) -> int:
    """The place of what belongs to no entry, among places of some dtype."""
    return int(np.iinfo(dtype).max)


def sums_of(groups: list[TermGroup], shape: tuple[int, int]) -> EntrySums | None:
    """None if there are too many terms to number them in 32 bits.

    The list is empty afterwards: arrays of the groups are as large as the result, and free
    as soon as they were read.
    """
    layouts = [group.layout for group in groups]
    slots = [each.blocks * each.height * each.slots for each in layouts]
    terms = [x.blocks * x.height * x.pattern.shape[0] for x in layouts]
    sizes = [x.length * max(*x.pattern.shape, x.pattern.nnz) for x in layouts]
    if max(sum(slots), sum(sizes), *shape) >= _LARGEST:
        return None
    tables, (begins, steps) = _tables(groups, slots, terms), _places(groups)
    columns = [group.columns for group in groups]
    rows = [group.rows for group in groups]
    groups.clear()
    given = [*tables, _taken(columns), *_lists(_taken(rows), shape[0])]
    indptr, room = (np.empty(n, np.int32) for n in (shape[0] + 1, shape[1]))
    run(_COUNT, given, [indptr, room])
    indices = np.empty(int(indptr[-1]), np.int32)
    run(_LIST, [*given, indptr], [indices, room])
    pattern = sp.csr_array((np.ones(indices.size, bool), indices, indptr), shape)
    pattern.has_sorted_indices = False
    pattern.sort_indices()
    dtype = np.min_scalar_type(np.max(np.diff(indptr), initial=0))
    places = np.full(sum(slots), nobodys(dtype), dtype)
    starts = np.zeros(sum(terms), np.int32)
    given += [indptr, pattern.indices, begins, steps]
    run(_PLACE, given, [places, starts, room])
    return EntrySums(
        pattern,
        _in_blocks(starts.view(np.uint32), terms, layouts),
        _in_blocks(places, slots, layouts),
    )


def _in_blocks(
    found: np.ndarray, sizes: Sequence[int], layouts: Sequence[TermLayout]
) -> list[np.ndarray]:
    """The parts of each group, with a row for each block."""
    parts = np.split(freeze(found), np.cumsum(sizes)[:-1])
    pairs = zip(parts, layouts, strict=True)
    return [part.reshape(each.blocks, -1) for part, each in pairs]


def _tables(
    groups: Sequence[TermGroup], slots: Sequence[int], terms: Sequence[int]
) -> list[np.ndarray]:
    """What the kernels call `heads`, `variants`, `kinds` and `sources`."""
    heads, kinds, end = [], [np.zeros(1, np.int32)], np.zeros(6, np.int64)
    for group, *counts in zip(groups, slots, terms, strict=True):
        layout, (height, width) = group.layout, group.layout.pattern.shape
        own = layout.slots, layout.height, layout.length - layout.height
        heads.append([end[0], height, end[1], width, *end[2:4], *own, *end[4:]])
        for pattern in group.patterns:
            kinds.append(pattern.indptr[1:] + kinds[-1][-1])
        sizes = layout.length * height, layout.length * width
        kind = height * len(group.patterns)
        end += *sizes, kind, counts[0], layout.length, counts[1]
    sources = [pattern.indices for group in groups for pattern in group.patterns]
    variants = np.concatenate([group.variants for group in groups])
    return [_joined(heads), variants, _joined(kinds), _joined(sources)]


def _places(groups: Sequence[TermGroup]) -> tuple[np.ndarray, np.ndarray]:
    """Of each entry of rows of each variant, as `TermLayout.places`."""
    begins, steps = [], []
    for layout, patterns, *_ in groups:
        whole, places = layout.pattern, layout.compression.places
        table = sp.csr_array((places, whole.indices, whole.indptr), whole.shape)
        for pattern in patterns:
            own = np.asarray(table[pattern.nonzero()]) - 1
            firsts, apart = layout.places()
            begins.append(firsts[own])
            steps.append(apart[own])
    return _joined(begins), _joined(steps)


def _lists(rows: np.ndarray, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Where the list of each row begins, and the terms that are added up in it."""
    starts, lists = np.zeros(height + 1, np.int32), np.empty(rows.size, np.int32)
    run(_TERMS, [rows], [starts, lists])
    return starts, lists


def _taken(parts: list[np.ndarray]) -> np.ndarray:
    """The arrays in one row; the list is empty afterwards."""
    found = _joined(parts)
    parts.clear()
    return found


def _joined(parts: Sequence[Any]) -> np.ndarray:
    """In one row, of 32 bits."""
    found = [np.ravel(np.asarray(part, np.int32)) for part in parts]
    return found[0] if len(found) == 1 else np.concatenate(found)
