"""Where arrays are in memory; views through what they are views of."""

from __future__ import annotations

import math
from typing import Any

from functrace.compiler.indices.index import ViewMap, row_major, view_map
from functrace.compiler.plan.arrays import Array, Buffer, Strided
from functrace.core.keys import params_key


def allocate(dtype: Any, shape: tuple[int, ...]) -> Strided:
    """New memory, for an array in C order."""
    return Strided(Buffer(dtype, math.prod(shape)), row_major(shape))


def allocate_apart(
    dtype: Any, shape: tuple[int, ...], unrolled: frozenset[int]
) -> Strided:
    """New memory, in which the loops' elements are contiguous for each unrolled one."""
    order = sorted(range(len(shape)), key=lambda d: d not in unrolled)
    steps = row_major(tuple(shape[d] for d in order))
    strides = [0] * len(shape)
    for d, step in zip(order, steps, strict=True):
        strides[d] = step
    return Strided(Buffer(dtype, math.prod(shape)), tuple(strides))


class Locations:
    """Where the arrays of a program are in memory, as far as that is decided."""

    def __init__(self) -> None:
        self._maps: dict[Any, ViewMap | None] = {}
        self._views: dict[int, list[Array]] = {}  # of an array that is in memory

    def of(self, array: Array) -> Strided | None:
        """Where the array is, if it is in memory; of a view, through what it views."""
        if array.view is None and array.form.is_view:
            chain = [array]
            while chain[-1].view is None and chain[-1].form.is_view:
                chain.append(chain[-1].operands[0])
            base = chain.pop()
            if base.view is None:
                return None
            views = self._views.setdefault(base.number, [])
            for link in reversed(chain):
                near = link.operands[0]
                assert near.view is not None
                view = self._composed(link, near.view)
                if view is None:
                    return None
                link.keep(view, near.ready)
                views.append(link)
        return array.view

    def at(self, array: Array, position: int) -> Strided | None:
        """Where the array is in memory when a group runs; it may be moved later."""
        is_view = array.form.is_view
        if is_view:
            self.of(array)
        for location in reversed(array.placing.locations):
            if location.ready <= position:
                return location.view
        if not is_view:
            return None
        base = self.at(array.operands[0], position)
        return None if base is None else self._composed(array, base)

    def forget_views(self, base: Array) -> None:
        """Find the views of an array anew: it has been moved."""
        for array in self._views.pop(base.number, ()):
            array.placing.locations = ()

    def map_of(self, array: Array) -> ViewMap | None:
        """The map of a view."""
        assert array.node is not None
        base, node = array.operands[0].shape, array.node
        key = (node.primitive, base, params_key(node.params))
        if key not in self._maps:
            self._maps[key] = view_map(node.primitive.impl, base, node.params)
        return self._maps[key]

    def has_no_index(self, array: Array) -> bool:
        """Whether no index says where a view's elements are: its base has to be stored."""
        found = self.map_of(array)
        return found is not None and found.digits is None

    def _composed(self, array: Array, base: Strided) -> Strided | None:
        found = self.map_of(array)
        if found is None:
            return None
        if base.strides == row_major(array.operands[0].shape):
            return Strided(base.buffer, found.strides, base.offset + found.offset)
        if found.digits is None:
            return None
        offset = base.offset
        strides = [0] * len(array.shape)
        for step, (constant, coefficients) in zip(
            base.strides, found.digits, strict=True
        ):
            offset += step * constant
            for i, coefficient in enumerate(coefficients):
                strides[i] += step * coefficient
        return Strided(base.buffer, tuple(strides), offset)
