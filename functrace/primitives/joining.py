"""Operations that put several arrays together."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from functrace.compiler.forms import Write
from functrace.core.aval import Aval
from functrace.core.errors import ShapeError, message
from functrace.core.strides import as_computed
from functrace.primitives._batching import along_axis
from functrace.primitives._lazy_modules import layout_rules
from functrace.primitives._make import primitive
from functrace.primitives.indexing import getitem


def _strong_dtype(avals: tuple[Aval, ...]) -> Any:
    """Promote; a Python number counts as the array that NumPy makes of it."""
    dtypes = {np.dtype(aval[1]) for aval in avals}
    return np.result_type(*dtypes) if len(dtypes) > 1 else dtypes.pop()


def _zeros_for(ts: tuple[Any, ...], avals: tuple[Aval, ...]) -> list[Any]:
    return [
        np.zeros(aval.shape, aval.dtype) if t is None else t
        for t, aval in zip(ts, avals, strict=True)
    ]


def _refuse_shapes(name: str, expected: str, avals: tuple[Aval, ...]) -> ShapeError:
    return ShapeError(
        message(
            f"functrace: the arrays of {name} do not fit together.",
            expected=expected,
            got=", ".join(_in_words(avals)),
        )
    )


def _in_words(avals: tuple[Aval, ...]) -> Iterator[str]:
    """Those that are alike, one after another, together; of many the first."""
    runs = itertools.groupby(map(str, avals))
    for text, alike in itertools.islice(runs, _SHOWN):
        number = len(list(alike))
        yield text if number == 1 else f"{number} of {text}"
    if next(runs, None) is not None:
        yield "..."


_SHOWN = 8


def _concatenate_aval(*avals: Aval, axis: int) -> Aval:
    first = avals[0].shape
    before, after = first[:axis], first[axis + 1 :]
    for shape in (aval.shape for aval in avals):
        if (shape[:axis], shape[axis + 1 :], len(shape)) != (before, after, len(first)):
            expected = f"arrays that differ in axis {axis} at most"
            raise _refuse_shapes("concatenate", expected, avals)
    length = sum(aval.shape[axis] for aval in avals)
    return Aval((*before, length, *after), _strong_dtype(avals))


def _parts(
    g: Any, avals: tuple[Aval, ...], needed: tuple[bool, ...], axis: int
) -> list[Any]:
    """Cut a cotangent where the arrays were joined."""
    parts: list[Any] = []
    before = (slice(None),) * axis
    stop = 0
    for aval, need in zip(avals, needed, strict=True):
        start, stop = stop, stop + aval.shape[axis]
        index = (*before, slice(start, stop))
        parts.append(getitem.unary(g, {"index": index}) if need else None)
    return parts


def _concatenate_jvp(ts: Any, avals: Any, axis: int) -> Any:
    return concatenate(*_zeros_for(ts, avals), axis=axis)


def _cut(start: int, stop: int, axis: int) -> Any:
    return lambda out: out[(*(slice(None),) * axis, slice(start, stop))]


def _concatenate_pieces(avals: Any, out_aval: Aval, axis: int) -> Any:
    stops = itertools.accumulate(aval.shape[axis] for aval in avals)
    return None, [
        (i, _cut(stop - aval.shape[axis], stop, axis), False)
        for i, (aval, stop) in enumerate(zip(avals, stops, strict=True))
    ]


def _concatenate(*xs: Any, axis: int) -> Any:
    return np.concatenate(xs, axis)


concatenate = primitive(
    "concatenate",
    _concatenate,
    _concatenate_aval,
    batch=along_axis,
    layout=as_computed(_concatenate),
    lower=Write(_concatenate_pieces),
    vjp=_parts,
    jvp=_concatenate_jvp,
    simplify=lambda p: layout_rules.concatenate,
    doc="Arrays one after another along an axis.",
)


def _stack(*xs: Any, axis: int) -> Any:
    if axis or any(np.ndim(x) > 1 and not x.flags.c_contiguous for x in xs):
        return np.stack(xs, axis)
    return np.array(xs)  # a tenth to a third of its time


def _stack_aval(*avals: Aval, axis: int) -> Aval:
    shape = avals[0][0]
    if any(aval[0] != shape for aval in avals):
        raise _refuse_shapes("stack", "arrays of one shape", avals)
    return Aval((*shape[:axis], len(avals), *shape[axis:]), _strong_dtype(avals))


def _layers(g: Any, needed: tuple[bool, ...], axis: int) -> list[Any]:
    before = (slice(None),) * axis
    return [
        getitem.unary(g, {"index": (*before, i)}) if need else None
        for i, need in enumerate(needed)
    ]


def _stack_jvp(ts: Any, avals: Any, axis: int) -> Any:
    return stack(*_zeros_for(ts, avals), axis=axis)


def _layer(i: int, axis: int) -> Any:
    return lambda out: out[(*(slice(None),) * axis, i, ...)]


def _stack_pieces(avals: Any, out_aval: Aval, axis: int) -> Any:
    return None, [(i, _layer(i, axis), False) for i in range(len(avals))]


stack = primitive(
    "stack",
    _stack,
    _stack_aval,
    batch=along_axis,
    layout=as_computed(_stack),
    lower=Write(_stack_pieces),
    vjp=_layers,
    jvp=_stack_jvp,
    simplify=lambda p: layout_rules.stack_rule(p),
    doc="Arrays of one shape along a new axis.",
)
