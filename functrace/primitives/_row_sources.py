"""What is known of rows of arrays from outside of a loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from functrace.core.constant import compact, uniform_value
from functrace.core.node import Edge
from functrace.core.tracer import Tracer
from functrace.primitives._lines import AffineInteger
from functrace.primitives._rewrites.places import Places, are_apart, places_of
from functrace.primitives.indexing import index_update


def repeated(source: np.ndarray, spot: tuple[Any, ...]) -> Any:
    """What stands in all of a part of an array, if that is one number."""
    is_known = AffineInteger not in map(type, spot)
    return uniform_value(compact(source[spot] if is_known else source))


def before_writes(source: Any, spot: tuple[Any, ...]) -> Any:
    """The array before what was written to others of its parts."""
    while type(source) is Tracer and source.edge.node.primitive is index_update:
        node = source.edge.node
        wanted = places_of(spot, node.shape)
        written = places_of(node.params["index"], node.shape)
        if len(node.inputs) > 2 or wanted is None or written is None:
            break
        if None in written or not are_apart(wanted, written):
            break
        before = node.inputs[0]
        source = Tracer(before, None) if type(before) is Edge else before
    return source


def repeated_around(source: Any, spot: tuple[Any, ...], part: Places) -> Any:
    """What stands in rows everywhere but in a part, if that is one number."""
    numbers = []
    for rest in _around(part, source.shape[len(spot) :]):
        known = before_writes(source, (*spot, *rest))
        number = repeated(known, (*spot, *rest)) if type(known) is np.ndarray else None
        if number is None:
            return None
        numbers.append(number)
    return the_same(numbers)


def the_same(numbers: Sequence[Any]) -> Any:
    """The number that all are, to the bit; None if there is none."""
    bits = {None if x is None else np.asarray(x).tobytes() for x in numbers}
    return numbers[0] if len(bits) == 1 else None


def _around(part: Places, shape: tuple[int, ...]) -> Iterator[tuple[slice, ...]]:
    """Blocks that are all of an array but a part."""
    for axis, (place, length) in enumerate(zip(part, shape, strict=True)):
        before = [slice(None)] * axis
        if place.start:
            yield (*before, slice(0, place.start))
        if place.stop < length:
            yield (*before, slice(place.stop, length))
