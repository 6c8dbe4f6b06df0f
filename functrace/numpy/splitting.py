"""Parts of arrays."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.numpy._arguments import as_array
from functrace.numpy._register import implements
from functrace.numpy.layout import part


@implements(np.array_split)
def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """See `numpy.array_split`."""
    ary = as_array(ary)
    axis = normalize_axis_index(axis, ary.ndim)
    return [
        part(ary, axis, slice(start, stop))
        for start, stop in _bounds(indices_or_sections, ary.shape[axis])
    ]


@implements(np.split)
def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """See `numpy.split`."""
    ary = as_array(ary)
    sections = indices_or_sections
    if not np.ndim(sections) and ary.shape[axis] % int(sections):
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, sections, axis)


@implements(np.hsplit)
def hsplit(ary: Any, indices_or_sections: Any) -> list[Any]:
    """See `numpy.hsplit`."""
    ary = _of_rank("hsplit", ary, 1)
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


@implements(np.vsplit)
def vsplit(ary: Any, indices_or_sections: Any) -> list[Any]:
    """See `numpy.vsplit`."""
    return split(_of_rank("vsplit", ary, 2), indices_or_sections, 0)


@implements(np.dsplit)
def dsplit(ary: Any, indices_or_sections: Any) -> list[Any]:
    """See `numpy.dsplit`."""
    return split(_of_rank("dsplit", ary, 3), indices_or_sections, 2)


def _of_rank(name: str, ary: Any, least: int) -> Any:
    """An array that has so many dimensions."""
    ary = as_array(ary)
    if ary.ndim < least:
        raise ValueError(f"{name} only works on arrays of {least} or more dimensions")
    return ary


def unstack(x: Any, /, *, axis: int = 0) -> tuple[Any, ...]:
    """See `numpy.unstack`."""
    x = as_array(x)
    if not x.ndim:
        raise ValueError("Input array must be at least 1-d.")
    axis = normalize_axis_index(axis, x.ndim)
    return tuple(part(x, axis, i) for i in range(x.shape[axis]))


if hasattr(np, "unstack"):  # new in NumPy 2.1
    implements(np.unstack)(unstack)


def _bounds(sections: Any, length: int) -> list[tuple[int, int]]:
    """Start and stop of each part; places beyond the end are cut off as slices are."""
    if np.ndim(sections):
        cuts = [0, *map(int, sections), length]
    else:
        count = int(sections)
        if count <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, extra = divmod(length, count)
        cuts = [0]
        for i in range(count):
            cuts.append(cuts[-1] + each + (i < extra))
    return list(itertools.pairwise(cuts))
