"""Indexing, and assignment by index."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from types import EllipsisType, NoneType
from typing import Any, NoReturn

import numpy as np

from functrace.core.aval import aval_of
from functrace.core.buffer_exports import is_exported
from functrace.core.errors import ConcretizationError, message
from functrace.core.guard import index_of
from functrace.core.node import Leaf
from functrace.core.operators import register_getitem
from functrace.core.primitive import as_operand
from functrace.core.recording import current
from functrace.core.source import user_line
from functrace.core.strides import strided
from functrace.core.tracer import Tracer
from functrace.core.weak import check_range, is_number
from functrace.numpy._register import implements
from functrace.numpy.selections import chosen, is_open, written
from functrace.primitives import indexing
from functrace.primitives.indexing import ARRAY

_read_part = indexing.getitem.unary
_FIXED = frozenset((int, NoneType, EllipsisType))
_BOUNDS = frozenset((int, NoneType))
_NUMBERS = frozenset((bool, int, float, complex, np.float64))
_ARRAYS = (np.ndarray, Tracer)
_ALL = slice(None)


@register_getitem
def getitem(x: Tracer, index: Any) -> Any:
    """Read ``x[index]``."""
    if x.edge is None and _names_element(index) and not current().standard:
        element = x.value[index]
        if type(element) is not np.ndarray:
            return element
    if type(index) is not int and not _is_basic(index):
        if is_open(index):
            return chosen(x, index)
        index, arrays = parse_index(x, index)
        if arrays:
            return _gathered(x, arrays, index)
    part = _read_part(x, {"index": index})
    if x.value is None:
        return _read_abstractly(part, index)
    if part.base is None:
        return part
    return part if type(x.edge and x.edge[0]) is Leaf else _settled(part, x)


def _names_element(index: Any) -> bool:
    """Whether an index is an integer, or a tuple of nothing else."""
    if type(index) is tuple:
        return all(type(entry) is int for entry in index)
    return type(index) is int


def _gathered(x: Tracer, arrays: Sequence[Any], index: Any) -> Any:
    """Elements named by arrays: a copy; a view, if they are traced integers."""
    part = indexing.gather(x, *arrays, index=index)
    picked = all(type(a) is Tracer and not a.shape for a in arrays)
    if picked and type(part) is Tracer and part.shape and part.edge is not None:
        part.set_base(x)
    return part


def _read_abstractly(part: Any, index: Any) -> Any:
    """What was read of an abstract array; no view if it is one element, not `x[0, ...]`."""
    if not part.edge[0].shape:
        entries = index if type(index) is tuple else (index,)
        if Ellipsis not in entries:
            part.base = None
        part.zero_dim = Ellipsis in entries
    return part


@implements(operator.setitem)
def setitem(x: Tracer, index: Any, value: Any, casting: Any = "unsafe") -> Tracer:
    """Make what `x` stands for after ``x[index] = value``, to be assigned to `x`."""
    arrays: tuple[Any, ...] = ()
    if type(index) is not int and not _is_basic(index):
        if is_open(index):
            index, value = written(x, index, value)
        index, arrays = parse_index(x, index)
        arrays = indexing.in_c_order(arrays)
    if type(value) is Tracer:
        if value.base is not None:
            if value.base is x and _is_part(value, index):
                return x  # the second half of ``x[index] += ...``
            value.sync()
    elif type(value) not in _NUMBERS:
        value = as_operand(value)
    _check_write(x, value, casting)
    value = check_range(value, x.dtype)
    if index is Ellipsis or (type(index) is slice and index == _ALL and x.shape):
        whole = _overwritten(x, value)
        if whole is not None:
            x.refuse_variable()
            return whole
    return indexing.write(x, value, *arrays, index=index)


# -- indices -----------------------------------------------------------------------


def _is_basic(index: Any) -> bool:
    """Whether an index is made of Python's own integers, slices, None and Ellipsis."""
    kind = type(index)
    if kind is slice:
        return (
            type(index.stop) in _BOUNDS
            and type(index.start) in _BOUNDS
            and type(index.step) in _BOUNDS
        )
    if kind is tuple:
        plain = [
            type(e) is int or (type(e) is not tuple and _is_basic(e)) for e in index
        ]
        return False not in plain
    return kind in _FIXED


def parse_index(x: Any, index: Any) -> tuple[Any, tuple[Any, ...]]:
    """Split an index into a template, with `ARRAY` in place of arrays, and these."""
    entries = index if isinstance(index, tuple) else (index,)
    entries = [_entry(entry) for entry in entries]
    arrays = [e for e in entries if isinstance(e, _ARRAYS)]
    abstract = type(x) is Tracer and x.value is None
    if arrays and (abstract or current().complete):
        if abstract:
            _check_index(x, entries)
        entries = [part for entry in entries for part in _positions_of(entry, x)]
        entries = [index_of(e) if type(e) is np.ndarray else e for e in entries]
        arrays = [e for e in entries if isinstance(e, _ARRAYS)]
    template = tuple([ARRAY if isinstance(e, _ARRAYS) else e for e in entries])
    return template, tuple(arrays)


def _entry(entry: Any) -> Any:
    """One part of an index: an integer, slice, None, Ellipsis, or an array."""
    kind = type(entry)
    if kind in _FIXED:
        return entry
    if kind is slice:
        return slice(*map(_bound, (entry.start, entry.stop, entry.step)))
    if kind is Tracer:
        return _traced_entry(entry)
    if isinstance(entry, (bool, np.bool_)):
        return np.asarray(entry)
    if isinstance(entry, np.integer):
        return int(entry)
    if isinstance(entry, (list, tuple)) or hasattr(entry, "__array__"):
        return _array_entry(entry)
    try:
        return operator.index(entry)
    except TypeError:
        raise _invalid() from None


def _bound(bound: Any) -> int | None:
    return None if bound is None else operator.index(bound)


def _array_entry(entry: Any) -> Any:
    array: Any = np.asarray(entry)  # NumPy, too, asks the array, and not the index
    if array.dtype.kind == "O":
        try:
            array = as_operand(array)
        except TypeError:
            raise _invalid() from None
    if type(array) is Tracer:
        return _traced_entry(array)
    array = np.asarray(array)
    if isinstance(entry, (list, tuple)):
        if array.size == 0:
            array = array.astype(np.intp)
        elif array.dtype.kind not in "iub":
            raise _invalid()
    _check_index_dtype(array.dtype)
    return array


def _traced_entry(entry: Tracer) -> Any:
    """A traced index: its value if it has one that need not be recorded."""
    entry.sync()
    _check_index_dtype(entry.dtype)
    recorded = entry.root().edge is not None and current().complete
    if entry.value is not None and not recorded:
        return _entry(entry.value)
    if entry.value is None and entry.dtype.kind == "b":
        _refuse_mask(entry)
    return entry


def _refuse_mask(mask: Tracer) -> NoReturn:
    raise ConcretizationError(
        message(
            "functrace: a mask whose values are not known cannot be an index: the "
            "shape of the result depends on them.",
            got=mask.origin(),
            source=user_line(),
            help="use numpy.where(mask, x, 0) in place of x[mask], and "
            "x = numpy.where(mask, values, x) in place of x[mask] = values[mask].",
        )
    )


def _check_index_dtype(dtype: np.dtype[Any]) -> None:
    if dtype.kind not in "iub":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")


def _invalid() -> IndexError:
    return IndexError(
        "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and "
        "integer or boolean arrays are valid indices"
    )


def _check_index(x: Tracer, entries: list[Any]) -> None:
    """Raise NumPy's IndexError for an index that does not fit an abstract array."""
    plain = [np.zeros(e.shape, e.dtype) if type(e) is Tracer else e for e in entries]
    np.broadcast_to(np.True_, x.shape)[tuple(plain)]


def _positions_of(entry: Any, x: Any) -> Sequence[Any]:
    """Integers in place of a mask: their shape tells that of the result."""
    if not isinstance(entry, _ARRAYS) or entry.dtype.kind != "b":
        return (entry,)
    if type(entry) is not Tracer and entry.ndim:
        return entry.nonzero()
    if type(entry) is Tracer and x.value is None:
        _refuse_mask(entry)
    if x.value is None:
        raise IndexError(
            "functrace: a single boolean cannot index an array whose value is not "
            "known; use numpy.newaxis (None)."
        )
    return (entry,)


# -- reading and writing -----------------------------------------------------------


def _settled(part: Any, x: Tracer) -> Any:
    """A view that was just read, with memory of its own if `x` is being written to."""
    if type(part) is Tracer:
        root = x.root()
        edge = root.edge
        if edge is None or edge[0].primitive is indexing.index_update:
            part.separate(root)
    return part


def _is_part(value: Tracer, index: Any) -> bool:
    """Whether a view is ``base[index]``, so that writing it there changes nothing."""
    node = value.edge[0] if value.edge is not None else None
    return (
        node is not None
        and node.primitive is indexing.getitem
        and node.params["index"] == index
    )


def _check_write(x: Tracer, value: Any, casting: Any) -> None:
    """Refuse what NumPy refuses to write, and what would drop a gradient."""
    target = x.value
    scalar = type(target) is not np.ndarray and isinstance(target, np.generic)
    if scalar and not current().standard:
        raise TypeError(
            f"'numpy.{type(target).__name__}' object does not support item assignment"
        )
    dtype, kind = x.dtype, type(value)
    if kind is float or (kind is Tracer and value.dtype is dtype):
        return
    aval = aval_of(value)
    source = np.dtype(aval[1])
    if source.kind == "c" and dtype.kind != "c":
        raise TypeError(
            message(
                "functrace: a complex value cannot be written into a real array: its "
                "imaginary part would be dropped.",
                expected=f"a dtype that {dtype} can hold",
                got=aval,
                source=user_line(),
                help="write value.real, or make the array complex.",
            )
        )
    if casting == "unsafe" or kind in _NUMBERS or np.can_cast(source, dtype, casting):
        return
    raise TypeError(
        f"Cannot cast from {source!r} to {dtype!r} with casting rule {casting!r}"
    )


def _overwritten(x: Tracer, value: Any) -> Tracer | None:
    """What stands for `x` when all of it is overwritten, if that is simple."""
    if type(value) is not Tracer:
        if is_exported(x):
            return None
        whole = np.empty_like(strided(x))
        whole[...] = value
        return Tracer(None, whole)
    is_array = value.value is None or type(value.value) is np.ndarray
    fits = is_array and value.shape == x.shape and value.dtype == x.dtype
    fits = fits and not is_number(value)  # whose dtype, unlike an array's, gives way
    return indexing.overwrite(x, value) if fits else None
