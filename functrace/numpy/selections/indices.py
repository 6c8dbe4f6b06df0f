"""Arrays indexed by masks that are not known, and by places that these select."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from functrace.core.errors import ConcretizationError, message
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.core.weak import check_range
from functrace.numpy._arguments import as_array, is_unknown
from functrace.numpy.selections.alignment import Alignment
from functrace.numpy.selections.masks import AxisMask, Masks, are_same, entered, live_of
from functrace.numpy.selections.selection import HELP, Selection
from functrace.numpy.selections.slices import OpenSlices, has_open

_ALL = slice(None)
_KEPT = (slice, type(None))  # entries that are dimensions of what is picked


def is_open(index: Any) -> bool:
    """Whether there is a mask, or a bound, in an index that is not known, or a selection."""
    kind = type(index)
    if kind is tuple:
        return any(map(is_open, index))
    return kind is Selection or has_open(index) or is_unknown_mask(index)


def is_unknown_mask(entry: Any) -> bool:
    """Whether it is a mask whose values are not known."""
    return is_unknown(entry) and entry.dtype.kind == "b"


def places(condition: Tracer) -> tuple[Selection, ...]:
    """`numpy.nonzero` of what is not known."""
    if not condition.ndim:
        raise ValueError("Calling nonzero on 0d arrays is not allowed.")
    mask = AxisMask.of(condition if condition.dtype.kind == "b" else condition != 0)
    grids = np.indices(condition.shape).reshape((condition.ndim, -1))
    return tuple(Selection(grid, [mask]) for grid in grids)


# -- reading and writing -----------------------------------------------------------------


def chosen(x: Any, index: Any) -> Selection:
    """``x[index]``, of an index that is open, and a tracer or an array."""
    x = x if type(x) is Tracer else Tracer(None, x)
    if has_open(index):
        return _sliced(x, index).read(x)
    mesh = _mesh(index)
    if mesh is not None:
        for axis, places in enumerate(mesh):
            x = x[(*[_ALL] * axis, places)]
        return x
    found = _Picked.of(x, index)
    part = found.read(x)
    masks = found.masks(part.ndim)
    return Selection(entered(part, live_of(masks)), masks)


def written(x: Any, index: Any, value: Any) -> tuple[Any, Any]:
    """An index that is not open, and the value, that stand for ``x[index] = value``."""
    if has_open(index):
        sliced = _sliced(x, index)
        return sliced.index, _written_by_slices(x[sliced.index], sliced, value)
    mesh = _mesh(index)
    if mesh is not None:
        return _written_by_mesh(x, mesh, value)
    found = _Picked.of(x, index)
    if found.places:
        return Ellipsis, _scattered(x, found, value)
    part = found.read(x)
    new = replaced(part, found.masks(part.ndim), value)
    return found.index, found.unread(x, new)


def _sliced(x: Any, index: Any) -> OpenSlices:
    """What an index with slices names whose bounds are not known."""
    entries = list(index) if type(index) is tuple else [index]
    if not all(map(_is_basic, entries)):
        refuse_index("beside a slice whose bounds are not known")
    return OpenSlices.of(x.shape, expanded(entries, x.ndim))


def _written_by_slices(part: Any, found: OpenSlices, value: Any) -> Any:
    """What a part is with a value written to what is taken of it."""
    if found.windows:
        (axis, places), *rest = found.windows
        index = (*[_ALL] * axis, places)
        inner = _written_by_slices(part[index], found._replace(windows=rest), value)
        part = part.copy()
        part[index] = inner
        return part
    masked = any(mask is not None for mask in found.masks)
    return replaced(part, found.masks, value) if masked else value


def added(ufunc: np.ufunc, x: Any, index: Any, value: Any) -> None:
    """``ufunc.at(x, index, value)``, of a sum: adds zero where nothing is selected."""
    found = _Picked.of(x, index)
    part = found.read(x)
    masks = found.masks(part.ndim)
    aligned = Alignment([Selection(part, masks), value])
    amount = np.where(live_of(masks), aligned.entered(value), np.zeros((), x.dtype))
    if found.places:
        ufunc.at(x, found.index, amount)
    else:
        x[found.index] = found.unread(x, ufunc(part, amount))


def replaced(part: Any, masks: Masks, value: Any) -> Any:
    """What an array is when a value is written where the masks select."""
    aligned = Alignment([Selection(part, masks), value])
    if len(aligned.masks) > part.ndim:
        raise ValueError(
            f"could not broadcast input array from {np.ndim(value)} dimensions into "
            f"{part.ndim}"
        )
    for own, mask in zip(masks, aligned.masks, strict=True):
        if own is None and mask is not None:
            refuse_index("to write to one of a known length what has an unknown one")
    value = as_array(check_range(aligned.entered(value), part.dtype))
    if value.dtype.kind != "c" or part.dtype.kind == "c":
        value = value.astype(part.dtype)
    return np.where(live_of(masks), value, part)


def _mesh(index: Any) -> list[Any] | None:
    """The places along each dimension, if an index is what `numpy.ix_` gives."""
    if type(index) is not tuple or len(index) < 2 or Selection not in map(type, index):
        return None
    found: list[Any] = []
    for axis, entry in enumerate(index):
        whole = entry.whole if type(entry) is Selection else entry
        shape = np.shape(whole) if type(entry) in (Selection, np.ndarray) else ()
        others = [n for k, n in enumerate(shape) if k != axis]
        if len(shape) != len(index) or any(n != 1 for n in others):
            return None
        flat = whole.reshape(-1)
        found.append(
            Selection(flat, [entry.masks[axis]]) if type(entry) is Selection else flat
        )
    return found


def _written_by_mesh(x: Any, mesh: list[Any], value: Any) -> tuple[Any, Any]:
    masks: list[AxisMask | None] = []
    index: list[Any] = []
    for places, n in zip(mesh, x.shape, strict=False):
        selects = type(places) is Selection
        whole = places.whole if selects else Tracer(None, places)
        known = _as_slice(np.asarray(whole.value), n) if whole.is_known() else None
        if known is None:
            refuse_index("that are not side by side")
        index.append(known)
        masks.append(places.masks[0] if selects else None)
    masks += [None] * (x.ndim - len(masks))
    part = x[tuple(index)]
    return tuple(index), replaced(part, masks, value)


class _Picked(NamedTuple):
    """What an open index picks.

    Attributes
    ----------
    index
        One that is not open, and picks all that may be picked.
    before, breadth : int
        Which dimensions of what it picks the mask is about: where they begin, and how many.
    mask : AxisMask
        Which of it is picked.
    axis : int
        Where NumPy has the dimension of what is selected.
    places : sequence of Selection
        What names the elements, if these are not side by side. `index` has arrays for it,
        and gives one dimension.
    """

    index: Any
    before: int
    breadth: int
    mask: AxisMask
    axis: int
    places: Sequence[Selection] = ()

    @classmethod
    def of(cls, x: Any, index: Any) -> _Picked:
        """Of an index into an array."""
        entries = list(index) if type(index) is tuple else [index]
        if not all(_is_basic(e) or is_open(e) for e in entries) or has_open(index):
            refuse_index("beside another array, or slices by bounds that are not known")
        if sum(map(is_open, entries)) > 1:
            entries = [each for entry in entries for each in _as_places(entry)]
        entries = expanded(entries, x.ndim)
        opened = [i for i, entry in enumerate(entries) if is_open(entry)]
        first, last = opened[0], opened[-1]
        found = entries[first : last + 1]
        if len(found) != len(opened):
            refuse_index("with another entry in between")
        dimension = sum(map(_consumed, entries[:first]))
        before = sum(type(e) in _KEPT for e in entries[:first])
        taken = [i for i, e in enumerate(entries) if type(e) not in _KEPT]
        axis = before if taken == [*range(taken[0], taken[-1] + 1)] else 0
        shape = x.shape[dimension : dimension + sum(map(_consumed, found))]
        mask, named = _named(found, shape, dimension)
        breadth = len(named) if named is not None else 1
        if named is None:  # by arrays, in the place of each
            named = [_harmless(each, n) for each, n in zip(found, shape, strict=True)]
            places = tuple(found)
        else:
            places = ()
        entries[first : last + 1] = named
        return cls(_simple(entries), before, breadth, mask, axis, places)

    def read(self, x: Any) -> Any:
        """All that may be picked, as NumPy arranges it, in one dimension for the mask."""
        part = x if self.index is Ellipsis else x[self.index]
        if self.places:
            return part
        before, shape = self.before, part.shape
        if self.breadth > 1:
            rest = shape[before + self.breadth :]
            part = part.reshape((*shape[:before], -1, *rest))
        return part if self.axis == before else np.moveaxis(part, before, self.axis)

    def unread(self, x: Any, part: Any) -> Any:
        """What has been read, as `index` takes it to be written."""
        if self.axis != self.before:
            part = np.moveaxis(part, self.axis, self.before)
        shape = x.shape if self.index is Ellipsis else x[self.index].shape
        return part.reshape(shape)

    def masks(self, ndim: int) -> list[AxisMask | None]:
        """For each dimension of what is read the mask of what is selected."""
        found: list[AxisMask | None] = [None] * ndim
        found[self.axis] = self.mask
        return found


def _as_places(entry: Any) -> Sequence[Any]:
    """Integers in place of a mask, as it is beside other ones."""
    return places(entry) if is_unknown_mask(entry) and entry.ndim else (entry,)


def _named(
    found: Sequence[Any], shape: tuple[int, ...], dimension: int
) -> tuple[AxisMask, list[Any] | None]:
    """The mask that selects, and what picks all it may select; None if only arrays do."""
    entry = found[0]
    if type(entry) is Tracer:
        if len(found) > 1:
            refuse_index("beside another mask")
        _check_mask(entry, shape, dimension)
        return AxisMask.of(entry), [_ALL] * entry.ndim or [None]
    for each in found:
        if type(each) is not Selection or each.ndim != 1 or each.dtype.kind not in "iu":
            refuse_index(f"of {each.dtype}")
        if not are_same(each.masks[0], entry.masks[0]):
            refuse_index("beside places of another mask")
    known = [np.asarray(e.whole.value) for e in found if e.whole.is_known()]
    mask = entry.masks[0]
    if len(known) < len(found):
        return mask, None
    if len(found) == 1:
        part = _as_slice(known[0], shape[0])
        return mask, None if part is None else [part]
    everywhere = np.indices(shape).reshape((len(shape), -1))
    return mask, [_ALL] * len(shape) if np.array_equal(known, everywhere) else None


def _harmless(places: Selection, length: int) -> Any:
    """Places as an index that is one where nothing is selected, too."""
    if places.whole.is_known():
        values = np.asarray(places.whole.value)
        if values.size and -length <= values.min() and values.max() < length:
            return values
    return places.filled(0)


def _is_basic(entry: Any) -> bool:
    """Whether an entry is one of views: traced integers are, too."""
    if type(entry) is Tracer:
        return not entry.ndim and entry.dtype.kind in "iu"
    if entry is None or entry is Ellipsis or type(entry) is slice:
        return True
    return isinstance(entry, (int, np.integer)) and not isinstance(entry, bool)


def expanded(entries: list[Any], ndim: int) -> list[Any]:
    """The entries, with as many slices as it stands for in place of an ellipsis."""
    found = [i for i, entry in enumerate(entries) if entry is Ellipsis]
    if len(found) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    missing = ndim - sum(_consumed(e) for e in entries if e is not Ellipsis)
    if missing < 0:
        raise IndexError(
            f"too many indices for array: array is {ndim}-dimensional, but "
            f"{ndim - missing} were indexed"
        )
    at = found[0] if found else len(entries)
    return [*entries[:at], *[_ALL] * missing, *entries[at + 1 :]]


def _consumed(entry: Any) -> int:
    """How many dimensions of the array an entry is about."""
    return entry.ndim if is_unknown_mask(entry) else int(entry is not None)


def _check_mask(mask: Tracer, shape: tuple[int, ...], first: int) -> None:
    for axis, (length, own) in enumerate(zip(shape, mask.shape), first):  # noqa: B905
        if length != own:
            raise IndexError(
                f"boolean index did not match indexed array along axis {axis}; size of "
                f"axis is {length} but size of corresponding boolean axis is {own}"
            )


def _simple(entries: list[Any]) -> Any:
    """An index; an ellipsis if it is of all there is."""
    whole = all(type(e) is slice and e == _ALL for e in entries)
    return Ellipsis if whole else tuple(entries)


def _as_slice(places: np.ndarray, length: int) -> slice | None:
    """A slice that names the same elements of a dimension, if there is one."""
    if not places.size:
        return slice(0, 0)
    step = int(places[1] - places[0]) if places.size > 1 else 1
    even = step != 0 and bool(np.all(np.diff(places) == step))
    if not even or places.min() < 0 or places.max() >= length:
        return None
    stop = int(places[-1]) + step
    return slice(int(places[0]), stop if stop >= 0 else None, step)


def _scattered(x: Any, found: _Picked, value: Any) -> Any:
    """What `x` is with a value written to places that are not side by side.

    Where nothing is selected, it is written behind the end.
    """
    k = len(found.places)
    if found.before or any(e != _ALL for e in found.index[k:]):
        refuse_index("beside another index")
    lengths, rest = x.shape[:k], x.shape[k:]
    size = math.prod(lengths)
    named: Any = 0
    outside: Any = False
    for places, n in zip(found.places, lengths, strict=True):
        at = np.where(places.whole < 0, places.whole + n, places.whole)
        outside = np.logical_or(outside, np.logical_or(at < 0, at >= n))
        named = named * n + at
    named = np.where(outside, size + 1, named)  # an error for whoever writes there
    named = np.where(found.mask.selected, named, size)
    flat = x.reshape((size, *rest))
    longer = np.concatenate([flat, flat[:1]])
    aligned = Alignment([Selection(longer[named], found.masks(flat.ndim)), value])
    longer[named] = aligned.entered(value)
    return longer[:size].reshape(x.shape)


def refuse_index(words: str) -> NoReturn:
    """Raise ConcretizationError for an index that has no answer here; `words` say which."""
    raise ConcretizationError(
        message(
            "functrace: an index by a mask that is not known, or by places that it "
            f"selects, {words}.",
            source=user_line(),
            help=HELP,
        )
    )
