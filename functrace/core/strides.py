"""How arrays lie in memory: it decides which reshapes are views, and what order "K" is.

A tracer without a value has no array that could tell. NumPy lays out the results of an
operation as the operands are laid out, so the nodes tell: the rules are the records'
`layout`, and they are followed only when somebody asks.
"""

from __future__ import annotations

import math
import mmap
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary, WeakSet

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge, Node, toposort
from functrace.core.tracer import Tracer

_MANY = 1 << 16  # bytes

Strides: TypeAlias = "tuple[int, ...] | None"  # None: in C order, without gaps

_known: WeakKeyDictionary[Node, tuple[Strides, ...]] = WeakKeyDictionary()
_given: WeakKeyDictionary[Node, Callable[[], tuple[int, ...]]] = WeakKeyDictionary()
_windows: WeakSet[Node] = WeakSet()


def strided(x: Any) -> np.ndarray:
    """An array with the memory layout that `x` has in NumPy; its elements mean nothing."""
    if type(x) is not Tracer:
        return np.asarray(x)
    x.sync()
    value, base = x.value, x.base
    if value is None:
        return _blank(x.edge.aval, _strides_of(x.edge))
    if base is None or not value.flags.owndata:
        return np.asarray(value)
    node = x.edge.node  # of a view that got an array of its own
    return _rule(node)(strided(base), *node.inputs[1:], **node.params)


def in_c_order(x: Any) -> bool:
    """Whether an array is in C order in NumPy, without gaps."""
    if type(x) is Tracer:
        x.sync()
        if x.value is None:
            return _strides_of(x.edge) is None
    return strided(x).flags.c_contiguous


def alike(x: Any, y: Any) -> bool:
    """Whether two arrays of the same shape and dtype lie in memory alike."""
    if in_c_order(x) and in_c_order(y):
        return True
    strides, others = strided(x).strides, strided(y).strides
    return strides == others or all(
        s == t or n == 1 for s, t, n in zip(strides, others, x.shape, strict=True)
    )


def lay_out(leaf: Node, strides: Callable[[], tuple[int, ...]]) -> None:
    """Let an input have these strides, which are asked for when they are needed."""
    _given[leaf] = strides


def note_window(places: Tracer) -> None:
    """Note that places lie side by side: what is picked by them is a view."""
    _windows.add(places.edge[0])


def is_asked(leaf: Node) -> bool:
    """Whether the layout of an input may have decided something."""
    return leaf in _known


def is_view(x: Any, shape: tuple[int, ...]) -> bool:
    """Whether ``x.reshape(shape)`` is a view rather than a copy, in NumPy."""
    return x.ndim < 2 or in_c_order(x) or _regrouped(strided(x), shape) is not None


# -- rules -----------------------------------------------------------------------------


def of_operands(*xs: np.ndarray, **_: Any) -> np.ndarray:
    """The layout of an elementwise operation's output: the order that the operands share."""
    uses: Any = [*[["readonly"]] * len(xs), ["writeonly", "allocate"]]
    return np.nditer([*map(corner, xs), None], ["zerosize_ok"], uses).operands[-1]


def of_first(x: np.ndarray, *_: Any, **__: Any) -> np.ndarray:
    """The order of the first operand's dimensions."""
    return x


def of_itself(x: np.ndarray, *_: Any, **__: Any) -> np.ndarray:
    """The layout of the first operand, for which the output stands."""
    return x


def as_computed(impl: Callable[..., Any]) -> Callable[..., np.ndarray]:
    """The layout that `impl` gives, if it takes operands of any length."""

    def layout(*xs: np.ndarray, **params: Any) -> np.ndarray:
        with np.errstate(all="ignore"):
            return impl(*map(corner, xs), **params)

    return layout


def of_reshape(x: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """The layout of a view if there is one, else that of a copy."""
    return _blank(Aval(shape, x.dtype), _regrouped(x, shape))


_EXACT = {of_itself, of_reshape}  # gaps and directions are kept, too
_KEEPING = {of_operands, of_first, *_EXACT}  # operands in C order give an output so


def corner(x: np.ndarray) -> np.ndarray:
    """A small part from which the order of the axes can be told."""
    return x[(slice(2),) * x.ndim]


def _regrouped(x: np.ndarray, shape: tuple[int, ...]) -> Strides:
    """Strides of a view of another shape, if there is one."""
    if not x.size:
        return _blank(Aval(shape, x.dtype), None).strides
    runs = _runs(x)
    strides: list[int] = []
    length, step = 1, x.itemsize
    for n in reversed(shape):
        if length == 1 and n > 1:
            length, step = runs.pop()
        if length % n:
            return None
        strides.append(step)
        length, step = length // n, step * n
    return tuple(reversed(strides))


def _runs(x: np.ndarray) -> list[tuple[int, int]]:
    """Length and stride of each sequence of axes that one axis could replace."""
    runs: list[tuple[int, int]] = []
    for n, step in zip(x.shape, x.strides, strict=True):
        if n == 1:
            continue
        before = runs.pop() if runs and runs[-1][1] == n * step else (1, step)
        runs.append((before[0] * n, step))
    return runs


# -- what the nodes tell ---------------------------------------------------------------


def _strides_of(edge: Edge) -> Strides:
    """Strides of a node's output."""
    if edge[0] not in _given and _is_plain(edge[0]):
        return None
    ends: list[Edge] = []
    rest = toposort([edge], outer=ends, stop=_is_end)
    for node in (*(end[0] for end in ends), *rest):
        if node not in _known:
            _known[node] = _found(node)
    return _known[edge[0]][edge[1]]


def _is_end(edge: Edge) -> bool:
    """Whether the layout can be told without those of the operands."""
    return edge[0] in _known or _is_plain(edge[0])


def _rule(node: Node) -> Any:
    """How the outputs are laid out, given the operands; None if in C order."""
    primitive = node.primitive
    if primitive is None:
        return None
    own = primitive.layout
    return primitive.impl if own is None and primitive.write_back is not None else own


def _is_plain(node: Node) -> bool:
    """Whether the outputs are in C order, however the operands are laid out."""
    if _rule(node) is None:
        return True
    view = node.primitive.write_back is not None or _picks_view(node)
    return not view and all(a.ndim < 2 for a in node.avals)


def _found(node: Node) -> tuple[Strides, ...]:
    """Strides of each output, from those of the operands."""
    avals, primitive, rule = node.avals, node.primitive, _rule(node)
    if node in _given:
        return (_unless_plain(avals[0], _given[node]()),)
    plain = _is_plain(node)
    if plain or (rule in _KEEPING and all(map(_is_plain_operand, node.inputs))):
        return (None,) * len(avals)
    picked = _picks_view(node)
    operands: list[Any] = [*map(_operand, node.inputs)]
    if picked:
        operands[1:] = [slice(a.shape[0]) if a.ndim else 0 for a in operands[1:]]
    out = rule(*operands, **node.params)
    outs: Sequence[Any] = out if type(out) is tuple else (out,) * len(avals)
    if picked or primitive.write_back is not None or rule in _EXACT:
        return tuple(None if o.flags.c_contiguous else o.strides for o in outs)
    return tuple(_ordered_as(o, a) for o, a in zip(outs, avals, strict=True))


def _picks_view(node: Node) -> bool:
    """Whether what is picked by traced places is a view, as by integers and slices."""
    return node.primitive.write_picked is not None and all(
        type(x) is Edge and (not x.aval.shape or x[0] in _windows)
        for x in node.inputs[1:]
    )


def _is_plain_operand(x: Any) -> bool:
    if type(x) is Edge:
        return _known[x[0]][x[1]] is None
    return not isinstance(x, np.ndarray) or x.flags.c_contiguous


def _operand(x: Any) -> np.ndarray:
    if type(x) is Edge:
        return _blank(x.aval, _known[x[0]][x[1]])
    return _blank(x, None) if type(x) is Aval else np.asarray(x)


def _ordered_as(like: np.ndarray, aval: Aval) -> Strides:
    """Strides without gaps whose axes are in the order of another array's."""
    step = np.dtype(aval.dtype).itemsize
    strides = [0] * aval.ndim
    for axis in sorted(range(aval.ndim), key=lambda i: (abs(like.strides[i]), -i)):
        strides[axis] = step
        step *= aval.shape[axis]
    return _unless_plain(aval, tuple(strides))


def _unless_plain(aval: Aval, strides: tuple[int, ...]) -> Strides:
    return None if _blank(aval, strides).flags.c_contiguous else strides


def _blank(aval: Aval, strides: Strides) -> np.ndarray:
    """An array with these strides, in memory that is not touched."""
    shape, dtype = aval.shape, np.dtype(aval.dtype)
    if strides is None or not math.prod(shape):
        return _zeros(aval.size * dtype.itemsize).view(dtype).reshape(shape)
    spans = [(n - 1) * s for n, s in zip(shape, strides, strict=True)]
    start = -sum(span for span in spans if span < 0)
    memory = _zeros(start + sum(s for s in spans if s > 0) + dtype.itemsize)
    return np.ndarray(shape, dtype, memory, start, strides)


def _zeros(nbytes: int) -> np.ndarray:
    """Bytes of zero: many are of the system's, since those of `malloc` may be cleared."""
    if nbytes <= _MANY:
        return np.zeros(nbytes, np.uint8)
    return np.frombuffer(mmap.mmap(-1, nbytes), np.uint8)
