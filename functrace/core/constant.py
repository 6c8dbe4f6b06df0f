"""Constants of a graph: what they are equal to, and arrays of one repeated number."""

from __future__ import annotations

from types import EllipsisType, NoneType
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.core.node import Edge

SMALL = 64  # elements; constants up to this size are compared by value
_PLAIN = frozenset((int, str, NoneType, EllipsisType))
_WORDS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def uniform_value(constant: Any) -> Any:
    """The number that all elements are known to be equal to; None if none is known.

    Of an array only the strides are looked at: `compact` makes them zero where it can.

    Examples
    --------
    >>> uniform_value(2.0)
    2.0
    >>> uniform_value(np.broadcast_to(2.0, (3, 4)))
    np.float64(2.0)
    >>> uniform_value(np.array([1.0, 2.0]))
    """
    if not isinstance(constant, np.ndarray):
        return constant
    shape = constant.shape
    for length, stride in zip(shape, constant.strides, strict=True):
        if length == 0 or (stride and length > 1):
            return None
    return constant[(0,) * len(shape)]


def uniform(value: Any, aval: Aval) -> Any:
    """An array of `aval` that repeats one number, without memory for each element.

    Examples
    --------
    >>> uniform(2, Aval((3,), np.float32))
    array([2., 2., 2.], dtype=float32)
    """
    element = np.asarray(value, np.dtype(aval[1]))
    return np.broadcast_to(element, aval[0]) if aval[0] else element[()]


def compact(array: np.ndarray) -> np.ndarray:
    """The array itself or, if all its elements are the same bits, one by `uniform`."""
    if array.size < 2 or uniform_value(array) is not None or array.dtype.char in "gG":
        return array
    first, last = array[(0,) * array.ndim], array[(-1,) * array.ndim]
    if first.tobytes() != last.tobytes() or not _repeats(array):
        return array
    return uniform(first, Aval(array.shape, array.dtype))


def _repeats(array: Any) -> bool:
    """Whether all elements are the same bits."""
    if array.size <= SMALL:
        data = array.tobytes()
        return data == data[: array.itemsize] * array.size
    parts = [array.real, array.imag] if array.dtype.kind == "c" else [array]
    words = [p.view(_WORDS[p.itemsize]) for p in parts]
    return all(bool((w == w[(0,) * w.ndim]).all()) for w in words)


def constant_key(constant: Any) -> Any:
    """What two constants have in common if one can stand for the other, bit by bit.

    Of a large array that is not uniform it is the identity: keep the array alive.
    """
    kind = type(constant)
    if kind is float:
        return kind, constant.hex()
    if kind is complex:
        return kind, constant.real.hex(), constant.imag.hex()
    if isinstance(constant, np.generic):
        return kind, constant.dtype, constant.tobytes()
    if not isinstance(constant, np.ndarray):
        return kind, constant
    value = uniform_value(constant)
    if value is not None:
        return kind, constant.dtype, constant.shape, value.tobytes()
    if constant.size <= SMALL:
        return kind, constant.dtype, constant.shape, constant.tobytes()
    return kind, id(constant)


def static_key(value: Any) -> Any:
    """What two static parameters have in common if one can stand for the other.

    Unlike the values themselves, keys tell 1 from True and 1.0, and 0.0 from -0.0. What
    cannot be hashed is equal to nothing.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple:
        return tuple([static_key(part) for part in value])
    if kind is slice:
        parts = (value.start, value.stop, value.step)
        return slice, *[static_key(part) for part in parts]
    if kind is float:
        return kind, value.hex()
    if kind is Graph:
        return kind, graph_key(value)
    try:
        hash(value)
    except TypeError:
        return object()
    return kind, value


def graph_key(graph: Graph) -> Any:
    """What two graphs have in common if they compute the same by the same operations."""
    key = graph.derived.get("key")
    if key is None:
        key = graph.derived["key"] = _graph_key(graph)
    return key


def _graph_key(graph: Graph) -> Any:
    places: dict[Any, Any] = {edge: -1 - i for i, edge in enumerate(graph.inputs)}
    nodes: list[Any] = []
    for number, node in enumerate(graph.nodes):
        operands = [_place(places, operand) for operand in node.inputs]
        params = static_key(tuple(node.params.items())) if node.params else ()
        nodes.append((node.primitive, params, *operands))
        places.update((Edge(node, i), (number, i)) for i in range(len(node.avals)))
    outputs = [_place(places, output) for output in graph.outputs]
    return graph.in_avals, tuple(nodes), tuple(outputs)


def _place(places: dict[Any, Any], operand: Any) -> Any:
    """Where an operand comes from; an edge from outside is only equal to itself."""
    if type(operand) is Edge:
        return places.get(operand, operand)
    return constant_key(operand)
