"""Directions that are told by colours, written into zeros or picked: as comparisons."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge
from functrace.core.rule import operand_aval
from functrace.core.serialize import freeze
from functrace.engine.rewrite import Make, maker, number
from functrace.primitives import comparison, elementwise, layout
from functrace.primitives._index import arrays_begin, fill_index
from functrace.primitives._rewrites.places import index_of, places_of, shape_of


def written(operands: list[Any], index: Any, out: Aval, make: Make) -> Any:
    """Colours of the whole array are compared, of which zeros have that of none, -1.

    Else the array is made for whatever reads it at several places, as padding is read.
    """
    base, values, *arrays = operands
    shape, colours, numbers = _directions_of(values)
    places = None if arrays else places_of(index, out[0])
    if colours is None or places is None or None in places or not _are_known(numbers):
        return None
    if places[0] != range(shape[0]) or shape_of(places) != shape or not _is_zero(base):
        return None
    whole = np.full(out[0][1:], -1, colours.dtype)
    whole[index_of(places[1:], whole.shape)] = colours.reshape(shape[1:])
    return _compared(whole, numbers, out, make)


def picked(operands: list[Any], index: Any, out: Aval, make: Make) -> Any:
    """Colours of what is picked are compared, if all directions are read there.

    Else the array is made for what reads it at places that are told by other arrays.
    """
    values, *arrays = operands
    if index[0] != slice(None) or Edge in map(type, arrays):
        return None
    shape, colours, numbers = _directions_of(values)
    if colours is None or arrays_begin(shape, index, arrays) == 0:
        return None
    own = fill_index(index[1:], tuple(arrays))
    return _compared(colours.reshape(shape[1:])[own], numbers, out, make)


def _compared(colours: Any, numbers: Any, out: Aval, make: Make) -> Any:
    """Directions of these colours."""
    lengths = {"shape": (out[0][0], *[1] * colours.ndim)}
    found = freeze(colours), make(layout.reshape, (numbers,), lengths)
    equal = make(comparison.equal, found, {}, Aval(out[0], np.dtype(bool)))
    return make(elementwise.convert, (equal,), {"dtype": out[1]}, out)


def _is_zero(base: Any) -> bool:
    """Whether it is zero everywhere, and not a negative one."""
    value = number(base)
    return value is not None and not any(np.asarray(value).tobytes())


def _directions_of(values: Any) -> tuple[Any, Any, Any]:
    """The shape of directions, the colours that they tell, and theirs; else three Nones."""
    shape = operand_aval(values)[0]
    while maker(values) is layout.reshape:
        values = values[0].inputs[0]
    if maker(values) is elementwise.convert:
        equal = values[0].inputs[0]
        if maker(equal) is comparison.equal:
            colours, numbers = equal[0].inputs
            if _are_colours(colours, numbers, shape):
                return shape, colours, numbers
    return None, None, None


def _are_colours(colours: Any, numbers: Any, shape: tuple[int, ...]) -> bool:
    lengths, dtype = operand_aval(numbers)
    if not isinstance(colours, np.ndarray) or colours.dtype.kind != "i":
        return False
    apart = lengths == (*shape[:1], *[1] * colours.ndim)
    return dtype == colours.dtype and apart


def _are_known(numbers: Any) -> bool:
    """Whether they are numbers of colours, and not of none."""
    return isinstance(numbers, np.ndarray) and bool(np.all(numbers >= 0))
