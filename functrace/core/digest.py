"""Digests of graphs: equal in every process if two graphs compute the same by the same steps.

Unlike `functrace.core.constant.graph_key` they do not depend on what is where in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, EllipsisType, FunctionType, NoneType
from typing import Any

import numpy as np

from functrace.core.constant import uniform_value
from functrace.core.graph import Edge
from functrace.core.naming import name_of
from functrace.core.program import Graph

_LITERAL = (bool, int, str, bytes, NoneType, EllipsisType)
_LIBRARIES = ("functrace", "numpy", "scipy", "builtins", "_operator", "math")


class _Unknown(Exception):  # noqa: N818 - not an error: there is no digest then
    """Something that may mean another thing in another process."""


def digest(graph: Graph) -> str | None:
    """A name for what a graph computes, and how; None if it depends on foreign code.

    Parameters
    ----------
    graph : Graph
        Without free inputs. The labels of its inputs, the structures of arguments and
        result and the lines where its operations were recorded do not matter.

    Returns
    -------
    str or None
        Hexadecimal digits. Cost: a microsecond or two for each node, and one for each
        kilobyte of constants.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> sines = [ft.make_graph(lambda x: np.sin(x) + 1)(ft.Aval(3)) for _ in range(2)]
    >>> cosine = ft.make_graph(lambda x: np.cos(x) + 1)(ft.Aval(3))
    >>> digest(sines[0]) == digest(sines[1]), digest(sines[0]) == digest(cosine)
    (True, False)
    """
    if "digest" not in graph.derived:
        try:
            graph.derived["digest"] = name_of("\n".join(_lines(graph)).encode())
        except _Unknown:
            graph.derived["digest"] = None
    return graph.derived["digest"]


def _lines(graph: Graph) -> Iterator[str]:
    """The graph as text, a line for each node; shapes and dtypes follow from the inputs'."""
    if graph.free_inputs:
        raise _Unknown
    names: dict[Edge, str] = {}
    for i, edge in enumerate(graph.inputs):
        names[edge] = f"x{i}"
        yield _text(edge.aval)
    for number, node in enumerate(graph.nodes):
        primitive, params = node.primitive, node.params
        if not primitive.module.startswith("functrace."):
            raise _Unknown
        operands = [names[e] if type(e) is Edge else _text(e) for e in node.inputs]
        yield f"{primitive.name} {' '.join(operands)} {_text(params) if params else ''}"
        for i in range(len(node.avals) if primitive.multiple else 1):
            names[Edge(node, i)] = f"%{number}.{i}"
    for output in graph.outputs:
        yield names[output] if type(output) is Edge else _text(output)


def _text(value: Any) -> str:
    """An unambiguous description of a constant or parameter."""
    kind = type(value)
    if kind in _LITERAL:
        return repr(value)
    describe = _DESCRIBE.get(kind)
    if describe is not None:
        return describe(value)
    for base, describe in _BASES:
        if isinstance(value, base):
            return describe(value)
    raise _Unknown


def _several(values: Any) -> str:
    return f"({','.join(map(_text, values))})"


def _named(values: Any) -> str:
    """A tuple of a class of its own, or one that has fields."""
    return _name(type(values)) + _several(values)


def _mapping(values: dict[Any, Any]) -> str:
    return _several(values.items())


def _unordered(values: Any) -> str:
    return "{" + ",".join(sorted(map(_text, values))) + "}"


def _slice(value: slice) -> str:
    return "slice" + _several((value.start, value.stop, value.step))


def _complex(value: complex) -> str:
    return f"{value.real.hex()}+{value.imag.hex()}j"


def _name(value: Any) -> str:
    """The path of a class or function that the library's modules define."""
    name, module = value.__qualname__, value.__module__ or ""
    if "<" in name or not module.startswith(_LIBRARIES):
        raise _Unknown
    return f"{module}.{name}"


def _ufunc(value: np.ufunc) -> str:
    if getattr(np, value.__name__, None) is not value:
        raise _Unknown
    return f"numpy.{value.__name__}"


def _dtype(value: np.dtype[Any]) -> str:
    if value.kind not in "?biufc" or value.metadata:
        raise _Unknown
    return value.str


def _scalar(value: np.generic) -> str:
    return f"{_dtype(value.dtype)}:{value.tobytes().hex()}"


def _array(value: np.ndarray) -> str:
    repeated = uniform_value(value)
    if repeated is not None and value.ndim:
        return f"{value.shape}*{_scalar(repeated)}"
    content = np.ascontiguousarray(value).reshape(-1).view(np.uint8)
    return f"{_dtype(value.dtype)}{value.shape}:{name_of(content)}"


def _graph(value: Graph) -> str:
    found = digest(value)
    if found is None:
        raise _Unknown
    return f"graph:{found}"


_DESCRIBE: dict[type, Callable[[Any], str]] = {
    tuple: _several,
    list: _several,
    dict: _mapping,
    frozenset: _unordered,
    slice: _slice,
    float: float.hex,
    complex: _complex,
    np.ndarray: _array,
    np.ufunc: _ufunc,
    Graph: _graph,
    FunctionType: _name,
    BuiltinFunctionType: _name,
}
_BASES: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (np.dtype, _dtype),
    (np.generic, _scalar),
    (type, _name),
    (tuple, _named),
)
