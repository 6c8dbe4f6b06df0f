"""One structural identity: keys, which are equal for what can stand for each other.

They serve wherever operations or their parameters are compared: common subexpressions,
caches, names of programs on disk (`functrace.core.digest` makes texts of them).
"""

from __future__ import annotations

import dataclasses
import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import EllipsisType, NoneType
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import SMALL, uniform_value
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node

_PLAIN = frozenset((int, str, bytes, NoneType, EllipsisType))


def key_of(value: Any) -> Any:
    """What two parameters, or constants, have in common if one can stand for the other.

    Keys can be hashed. Unlike the values themselves they tell 1 from True and 1.0, 0.0
    from -0.0, and one dtype from another; NaN is equal to NaN. Arrays are equal by their
    bits or, if they are large and do not repeat one number, if they are the same; graphs
    if they compute the same by the same operations. Objects whose class compares them by
    fields (dataclasses) are equal by the keys of these, others as their class says. What
    cannot be hashed equals itself.

    Examples
    --------
    >>> key_of((slice(1, None), 2)) == key_of((slice(1, None), 2))
    True
    >>> key_of(0.0) == key_of(-0.0), key_of(float("nan")) == key_of(np.nan)
    (False, True)
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    make = _KEYS.get(kind)
    return _maker(kind)(value) if make is None else make(value)


def params_key(params: Mapping[str, Any]) -> tuple[Any, ...]:
    """The key of a node's parameters."""
    return (tuple(params), *map(key_of, params.values())) if params else ()


def are_alike(edge: Edge, other: Edge) -> bool:
    """Whether two edges stand for the same: for equal operations on equal operands."""
    pairs: list[tuple[Any, Any]] = [(edge, other)]
    known = set[tuple[Any, Any]]()
    while pairs:
        a, b = pairs.pop()
        if a is b:
            continue
        if type(a) is not Edge or type(b) is not Edge:
            if Aval in (type(a), type(b)) or key_of(a) != key_of(b):
                return False
            continue
        (node, index), (twin, place) = a, b
        if (node, twin) not in known:
            known.add((node, twin))
            if not _are_applied_alike(node, twin):
                return False
            pairs += zip(node.inputs, twin.inputs, strict=True)
        if index != place:
            return False
    return True


def _are_applied_alike(node: Node, other: Node) -> bool:
    """Whether two nodes are the same operation on as many operands."""
    return node is other or (
        node.primitive is other.primitive is not None
        and not node.primitive.ordered
        and len(node.inputs) == len(other.inputs)
        and params_key(node.params) == params_key(other.params)
    )


class Keyed:
    """A value that is hashed and compared by its key: an argument of cached functions."""

    __slots__ = ("key", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.key = key_of(value)

    def __eq__(self, other: object) -> bool:
        return type(other) is Keyed and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class SameObject:
    """In a key: equal only to the same object, which it keeps alive."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return type(other) is SameObject and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class GraphKey:
    """The key of a graph; its hash is computed once."""

    __slots__ = ("_hash", "parts")

    def __init__(self, parts: tuple[Any, ...]) -> None:
        self.parts = parts
        self._hash = hash(parts)

    def __eq__(self, other: object) -> bool:
        if type(other) is not GraphKey or self._hash != other._hash:
            return self is other
        return self is other or self.parts == other.parts

    def __hash__(self) -> int:
        return self._hash


def graph_key(graph: Graph) -> GraphKey:
    """What two graphs have in common if they compute the same by the same operations."""
    key = graph.derived.get("key")
    if key is None:
        key = graph.derived["key"] = GraphKey(tuple(graph_parts(graph)))
    return key


def graph_parts(graph: Graph) -> list[Any]:
    """What the key of a graph consists of: its inputs, each of its nodes, its outputs.

    A node is what is done to how many operands, and these. Values are numbered, from -1
    downwards the inputs, the others by the first output of their node and by how many come
    after it. One from outside is the edge itself; constants are keys.
    """
    parts: list[Any] = [tuple(map(key_of, graph.in_avals))]
    places = {edge.node: ~i for i, edge in enumerate(graph.inputs)}
    add, find, other = parts.append, places.get, _ConstantKeys().of
    count = len(places)
    for node in graph.nodes:
        operands, params = node.inputs, node.params
        add((node.primitive, len(operands), params_key(params) if params else ()))
        for operand in operands:
            first = find(operand[0]) if type(operand) is Edge else None
            add(other(operand) if first is None else first + operand[1])
        places[node] = count
        count += 1 if node.shape is not None else len(node.avals)
    for operand in graph.outputs:
        first = find(operand[0]) if type(operand) is Edge else None
        add(other(operand) if first is None else first + operand[1])
    return parts


class _ConstantKeys:
    """The keys of constants, which are kept by identity."""

    def __init__(self) -> None:
        self._known: dict[int, Any] = {}

    def of(self, operand: Any) -> Any:
        """A constant's key; an edge is its own."""
        if type(operand) is Edge:
            return operand
        key = self._known.get(id(operand))
        if key is None:
            key = (int, operand) if type(operand) is int else key_of(operand)
            self._known[id(operand)] = key
        return key


# -- by type ---------------------------------------------------------------------------


def _tuple(value: tuple[Any, ...]) -> Any:
    return tuple([key_of(part) for part in value])


def _parts(value: Any) -> Any:
    return type(value), *[key_of(part) for part in value]


def _mapping(value: Mapping[Any, Any]) -> Any:
    return type(value), *[(key_of(name), key_of(part)) for name, part in value.items()]


def _set(value: Any) -> Any:
    return type(value), frozenset(map(key_of, value))


def _slice(value: slice) -> Any:
    return slice, key_of(value.start), key_of(value.stop), key_of(value.step)


def _float(value: Any) -> Any:
    return type(value), float.hex(float(value))


def _complex(value: Any) -> Any:
    return type(value), float.hex(float(value.real)), float.hex(float(value.imag))


def _scalar(value: np.generic) -> Any:
    """Of NumPy's other numbers: some have bytes that mean nothing."""
    kind = value.dtype.kind
    exact = repr(value) if kind in "fc" else value.tobytes()
    return type(value), value.dtype, exact


def _array(value: np.ndarray) -> Any:
    dtype, shape = value.dtype, value.shape
    repeated = uniform_value(value)
    if repeated is not None and not dtype.hasobject:
        return np.ndarray, dtype, shape, key_of(repeated)
    if value.size <= SMALL and not dtype.hasobject:
        return np.ndarray, dtype, shape, value.tobytes()
    return SameObject(value)


def _other(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        return SameObject(value)
    return type(value), value


# -- of classes of the user's -----------------------------------------------------------


def _derived(make: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Of a class that is derived from a builtin: its objects may have attributes."""

    def key(value: Any) -> Any:
        return *make(value), key_of(getattr(value, "__dict__", None))

    return key


def _of_fields(names: Sequence[str]) -> Callable[[Any], Any]:
    return lambda value: (type(value), *[key_of(getattr(value, n)) for n in names])


def _fields(kind: type) -> list[str] | None:
    """What a class compares, if a decorator wrote its `__eq__`: that has no file."""
    code = getattr(kind.__eq__, "__code__", None)
    if code is None or not code.co_filename.startswith("<"):
        return None
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind) if field.compare]
    found = getattr(kind, "__attrs_attrs__", None)  # of the library attrs
    return None if found is None else [field.name for field in found if field.eq]


@functools.lru_cache(maxsize=1024)
def _maker(kind: type) -> Callable[[Any], Any]:
    """What makes the keys of a class that `_KEYS` has not."""
    for base, make in _BASES:
        if issubclass(kind, base):
            return make
    decimal = sys.modules.get("decimal")
    if decimal is not None and issubclass(kind, decimal.Decimal):
        return lambda value: (kind, value.as_tuple())
    names = _fields(kind)
    return _other if names is None else _of_fields(names)


_KEYS: dict[type, Callable[[Any], Any]] = {
    tuple: _tuple,
    bool: lambda value: (bool, value),
    float: _float,
    complex: _complex,
    slice: _slice,
    range: lambda value: (range, value.start, value.stop, value.step),
    list: _parts,
    dict: _mapping,
    set: _set,
    frozenset: _set,
    np.float64: _float,
    np.float32: _float,
    np.float16: _float,
    np.complex128: _complex,
    np.complex64: _complex,
    np.ndarray: _array,
    Graph: graph_key,
}
_BASES: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (Enum, _other),
    (np.dtype, lambda value: (np.dtype, value)),
    (np.generic, _scalar),
    (np.ndarray, SameObject),
    (tuple, _derived(_parts)),
    (float, _derived(_float)),
    (complex, _derived(_complex)),
    (frozenset, _derived(_set)),
    (Mapping, _mapping),
    *((kind, _derived(_other)) for kind in (int, str, bytes)),
)
