"""Digests of graphs: equal in every process if two graphs compute the same by the same steps.

They are those of keys (`functrace.core.keys`), but do not depend on what is where in memory.
"""

from __future__ import annotations

import functools
import weakref
from array import array
from collections.abc import Callable, Iterable
from types import BuiltinFunctionType, EllipsisType, FunctionType, NoneType
from typing import Any

import numpy as np

from functrace.core.constant import SMALL
from functrace.core.content_hash import (
    NamelessError,
    array_hash,
    content_hash,
    ufunc_name,
)
from functrace.core.graph import Graph
from functrace.core.keys import GraphKey, SameObject, graph_parts
from functrace.core.primitive import Primitive

_WORD = 1 << 60  # the number of the first word
_CONSTANTS: weakref.WeakValueDictionary[str, np.ndarray] = weakref.WeakValueDictionary()
"""By their names those of graphs, in C order, if nobody can write to them."""

_LIBRARIES = ("functrace", "numpy", "scipy", "builtins", "_operator", "math")


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
    if graph.free_inputs:
        return None
    if "digest" not in graph.derived:
        try:
            graph.derived["digest"] = _name_of_parts(graph_parts(graph))
        except NamelessError:
            graph.derived["digest"] = None
    return graph.derived["digest"]


def _name_of_parts(parts: Iterable[Any]) -> str:
    """The name of a graph's key; shapes and dtypes follow from the inputs'.

    Numbers of values stand for themselves. All else is a word, which has a number that no
    value has, by its first use; the words follow.
    """
    words = _Words()
    numbers = [key if type(key) is int else words[key] for key in parts]
    text = "\n".join(map(_text, words))
    return content_hash(array("q", numbers).tobytes() + text.encode())


class _Words(dict[Any, int]):
    """The numbers of words, given when they are first asked for."""

    def __missing__(self, key: Any) -> int:
        number = self[key] = _WORD + len(self)
        return number


def _text(key: Any) -> str:
    """An unambiguous description of a key, or of a part of one."""
    return _DESCRIBE.get(type(key), _other)(key)


def _tuple(keys: tuple[Any, ...]) -> str:
    find = _DESCRIBE.get
    return f"({','.join([find(type(key), _other)(key) for key in keys])})"


def _other(key: Any) -> str:
    if isinstance(key, np.dtype):
        return _dtype(key)
    if isinstance(key, type):
        return _name(key)
    raise NamelessError


def _unordered(keys: Any) -> str:
    return "{" + ",".join(sorted(map(_text, keys))) + "}"


@functools.lru_cache(maxsize=1024)
def _name(value: Any) -> str:
    """The path of a class or function that the library's modules define."""
    name, module = value.__qualname__, value.__module__ or ""
    if "<" in name or not module.startswith(_LIBRARIES):
        raise NamelessError
    return f"{module}.{name}"


def _primitive(value: Primitive) -> str:
    if not value.module.startswith("functrace."):
        raise NamelessError
    return value.name


def _dtype(value: np.dtype[Any]) -> str:
    if value.kind not in "?biufc" or value.metadata:
        raise NamelessError
    return value.str


def _content(key: SameObject) -> str:
    """Of a large array."""
    array = key.value
    if type(array) is not np.ndarray:
        raise NamelessError
    _dtype(array.dtype)
    name = array_hash(array)
    flags = array.flags
    if flags.c_contiguous and flags.owndata and not flags.writeable:
        _CONSTANTS.setdefault(name, array)
    return name


def interned(array: np.ndarray) -> np.ndarray:
    """A constant of a graph that is the same, if there is one: it is not kept twice."""
    return array if array.size <= SMALL else _CONSTANTS.get(array_hash(array), array)


def _graph(key: GraphKey) -> str:
    return f"graph:{_name_of_parts(key.parts)}"


_DESCRIBE: dict[type, Callable[[Any], str]] = {
    **dict.fromkeys((bool, int, str, bytes, NoneType, EllipsisType), repr),
    tuple: _tuple,
    frozenset: _unordered,
    type: _name,
    np.ufunc: ufunc_name,
    FunctionType: _name,
    BuiltinFunctionType: _name,
    Primitive: _primitive,
    SameObject: _content,
    GraphKey: _graph,
}
