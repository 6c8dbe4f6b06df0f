"""Arrays as long as a traced integer says, of which it is known how large it is at most.

``np.arange(len(s))`` is the first elements of an array that is as long as `s` may be.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import is_unknown
from functrace.numpy.selections.masks import AxisMask
from functrace.numpy.selections.selection import Selection
from functrace.primitives.checks import require

Interval = tuple[float, float]

_ANYTHING = (-math.inf, math.inf)
_LARGEST = 1 << 26  # elements: of more, the whole would not be what somebody wants


def is_open_size(size: Any) -> bool:
    """Whether it is, or has in it, a size of which is only known how large it is at most."""
    if type(size) is tuple or type(size) is list:
        return any(map(is_open_size, size))
    if not is_unknown(size) or size.shape or size.dtype.kind not in "iu":
        return False
    return bounds_of(size.edge)[1] <= _LARGEST


def filled(make: Callable[[tuple[int, ...]], Any], shape: Any) -> Selection:
    """What `make` makes of the largest shape, as an array of an open one."""
    lengths = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    masks = [_first(n) if is_open_size(n) else None for n in lengths]
    sizes = zip(masks, lengths, strict=True)
    whole = make(tuple([n if mask is None else mask.size for mask, n in sizes]))
    return Selection(whole, masks)


def counted(start: Any, stop: Any) -> Selection:
    """``np.arange(start, stop)``, of an open end and a beginning that is known."""
    low, high = bounds_of(stop.edge)
    count: Any = stop if start == 0 else stop - start
    if low < start:
        count = np.maximum(count, 0)
    size = max(int(high) - start, 0)
    return Selection(start + np.arange(size), [AxisMask.first(count, size)])


def spaced(start: Any, stop: Any, num: Any, *, endpoint: bool) -> Selection:
    """``np.linspace(start, stop, num)``, of an open number."""
    mask = _first(num)
    count = np.maximum(mask.length - endpoint, 1)
    numbers = np.arange(mask.size)
    whole = start + numbers * ((stop - start) / count)
    if endpoint:
        last = np.logical_and(numbers == mask.length - 1, numbers > 0)
        whole = np.where(last, stop, whole)
    return Selection(whole, [mask])


def _first(size: Tracer) -> AxisMask:
    """The first elements, as many as a size says."""
    low, high = bounds_of(size.edge)
    length: Any = size
    if low < 0:
        text = "negative dimensions are not allowed"
        length = require(size, np.greater_equal(length, 0), message=text)
    return AxisMask.first(length, max(int(high), 0))


def bounds_of(x: Any, depth: int = 20) -> Interval:
    """How small, and how large, an integer is at least and at most."""
    if type(x) is not Edge:
        known = np.asarray(x) if np.size(x) and type(x) is not Aval else None
        return _ANYTHING if known is None else (float(known.min()), float(known.max()))
    if np.dtype(x.aval.dtype).name not in ("int64", "bool"):
        return _ANYTHING  # it may wrap around, or is no integer
    node = x.node
    rule = _RULES.get(node.name) if node.primitive is not None and depth else None
    return _ANYTHING if rule is None else rule(node, depth - 1)


def _counts(node: Any, _: int) -> Interval:
    """A sum of truth values."""
    x = node.inputs[0]
    if type(x) is Edge and x.node.name == "convert":
        x = x.node.inputs[0]
    known = type(x) is Edge and x.aval.dtype == np.bool_
    return (0, math.prod(x.aval.shape)) if known else _ANYTHING


def _same(node: Any, depth: int) -> Interval:
    return bounds_of(node.inputs[0], depth)


def _monotonic(function: Callable[[Any, Any], Any]) -> Callable[..., Interval]:
    """Of two operands, with both of which it rises."""

    def rule(node: Any, depth: int) -> Interval:
        (a, b), (c, d) = (bounds_of(x, depth) for x in node.inputs)
        return function(a, c), function(b, d)

    return rule


def _difference(node: Any, depth: int) -> Interval:
    (a, b), (c, d) = (bounds_of(x, depth) for x in node.inputs)
    return a - d, b - c


def _either(node: Any, depth: int) -> Interval:
    (a, b), (c, d) = (bounds_of(x, depth) for x in node.inputs[1:])
    return min(a, c), max(b, d)


def _part(node: Any, depth: int) -> Interval:
    """A quotient by a number."""
    (a, b), (c, d) = (bounds_of(x, depth) for x in node.inputs)
    known = c == d and c > 0 and math.isfinite(a) and math.isfinite(b)
    return (a // c, b // c) if known else _ANYTHING


def _remainder(node: Any, depth: int) -> Interval:
    (low, _), (c, d) = (bounds_of(x, depth) for x in node.inputs)
    return (0, d - 1) if c > 0 and low > -math.inf else _ANYTHING


def _multiple(node: Any, depth: int) -> Interval:
    (a, b), (c, d) = (bounds_of(x, depth) for x in node.inputs)
    known = min(a, c) >= 0 and math.isfinite(b) and math.isfinite(d)
    return (a * c, b * d) if known else _ANYTHING


def _place(node: Any, _: int) -> Interval:
    x = node.inputs[0]
    return (0, math.prod(x.aval.shape) - 1) if type(x) is Edge else _ANYTHING


_RULES: dict[str, Callable[..., Interval]] = {
    "add": _monotonic(lambda x, y: x + y),
    "argmax": _place,
    "argmin": _place,
    "convert": _same,
    "floor_divide": _part,
    "getitem": _same,
    "maximum": _monotonic(max),
    "minimum": _monotonic(min),
    "multiply": _multiple,
    "reduce_sum": _counts,
    "remainder": _remainder,
    "require": _same,
    "subtract": _difference,
    "where": _either,
}
