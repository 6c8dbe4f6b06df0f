"""What a place holds after a branch, or a loop, as leaves and their structure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from functrace.core.keys import SameObject, key_of
from functrace.core.node import Edge
from functrace.core.pytree import is_custom, opened
from functrace.core.recording import recording_all
from functrace.core.tracer import Tracer
from functrace.core.weak import Truth
from functrace.numpy.elementwise import as_number
from functrace.numpy.python_integers import is_large, refuse_large
from functrace.numpy.selections import AxisMask, Selection
from functrace.transforms._libraries import is_library_class

_NUMBERS = (bool, int, float, complex)


class ValueLeaf(NamedTuple):
    """An array or number: an edge, or a constant.

    Attributes
    ----------
    value
        An `Edge`, or a constant.
    known
        The value of the edge, if it has one.
    shape, dtype
        The dtype is a Python type of a Python number.
    is_array : bool
        Whether it can be written to: no number.
    """

    value: Any
    known: Any
    shape: tuple[int, ...]
    dtype: Any
    is_array: bool

    @property
    def is_weak(self) -> bool:
        """Whether it is a Python number, whose dtype gives way."""
        return is_weak(self.dtype)

    @property
    def key(self) -> Any:
        """By which leaves are the same."""
        value = self.value
        return value if type(value) is Edge else (type(value), key_of(value))

    def __str__(self) -> str:
        if type(self.value) is not Edge and isinstance(self.dtype, type):
            return repr(self.value)
        name = self.dtype.__name__ if isinstance(self.dtype, type) else str(self.dtype)
        return name + (f"[{', '.join(map(str, self.shape))}]" if self.shape else "")


class FlatValue(NamedTuple):
    """A value in parts.

    Attributes
    ----------
    leaves : list of ValueLeaf
    spec
        How they are put together; equal for what has the same structure.
    mutable : list of int
        The identities of the objects in it that could be changed: containers, and the
        handles of arrays.
    """

    leaves: list[ValueLeaf]
    spec: Any
    mutable: list[int]


_LEAF = "leaf"


def is_weak(dtype: Any) -> bool:
    """Whether it is the type of a Python number, which gives way to others."""
    return isinstance(dtype, type) and dtype in (*_NUMBERS, Truth)


def flat(value: Any) -> FlatValue:
    """Take a value apart."""
    found = FlatValue([], None, [])
    return found._replace(spec=_spec(value, found))


def _spec(value: Any, found: FlatValue) -> Any:
    kind: Any = type(value)
    leaf = _leaf(kind, value, found.mutable)
    if leaf is not None:
        found.leaves.append(leaf)
        return _LEAF
    if kind is Selection:
        found.mutable.append(id(value))
        memory = _spec(value.memory, found)
        masks = [_mask_spec(mask, found) for mask in value.masks]
        fixed = SameObject(value.is_part), SameObject(value.is_list)
        return kind, (*fixed, memory, *masks)
    if kind is tuple or (isinstance(value, tuple) and hasattr(kind, "_fields")):
        return kind, tuple([_spec(each, found) for each in value])
    if kind is list:
        found.mutable.append(id(value))
        return kind, tuple([_spec(each, found) for each in value])
    if isinstance(value, dict) and kind is dict:
        found.mutable.append(id(value))
        keys = tuple(map(key_of, value))
        return (
            kind,
            keys,
            tuple(value),
            tuple([_spec(x, found) for x in value.values()]),
        )
    if _is_record(value):
        found.mutable.append(id(value))
        attributes = vars(value)
        return (
            object,
            kind,
            tuple(attributes),
            tuple([_spec(x, found) for x in attributes.values()]),
        )
    if is_custom(kind):
        found.mutable.append(id(value))
        children, rest, join = opened(value)
        return _Joined(join), rest, tuple([_spec(x, found) for x in children])
    return SameObject(value) if value is not None else None


class _Joined(NamedTuple):
    """A container of a library's, by what makes one."""

    join: Callable[[Any, list[Any]], Any]


def _mask_spec(mask: AxisMask | None, found: FlatValue) -> Any:
    """Of a mask, which never changes."""
    if mask is None:
        return None
    selected = _spec(mask.selected, found._replace(mutable=[]))
    return tuple, (selected, SameObject(mask.apart))


def _leaf(kind: type, value: Any, mutable: list[int]) -> ValueLeaf | None:
    """Of an array or number."""
    if kind is Tracer:
        value.sync()
        if value.is_array:
            mutable.append(id(value.root()))
        dtype = value.aval.dtype
        constant = value.edge is None
        leaf = value.value if constant else value.edge
        known = None if constant else value.value
        return ValueLeaf(leaf, known, value.shape, dtype, value.is_array)
    if kind in _NUMBERS or isinstance(value, np.generic):
        dtype = kind if kind in _NUMBERS else value.dtype
        return ValueLeaf(value, None, (), dtype, is_array=False)
    if kind is np.ndarray and value.dtype.kind in "biufc":
        mutable.append(id(value))
        return ValueLeaf(value, None, value.shape, value.dtype, is_array=True)
    return None


def mutables(value: Any) -> Iterator[Any]:
    """The handles of arrays, containers and objects in a value."""
    kind: Any = type(value)
    if kind is Tracer:
        if value.is_array:
            yield value.root()
    elif kind is Selection:
        yield value.memory.root()
    elif kind in (list, dict) or _is_record(value):
        yield value
        inside: Any = value if kind in (list, dict) else vars(value)
        for each in inside if kind is list else inside.values():
            yield from mutables(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from mutables(each)
    elif is_custom(kind):
        yield value
        for each in opened(value)[0]:
            yield from mutables(each)


def _is_record(value: Any) -> bool:
    """Whether it is an object of a class of the user's that has attributes and no more."""
    cls = type(value)
    if is_library_class(cls) or issubclass(cls, (type, BaseException)):
        return False
    plain = cls.__basicsize__ == object.__basicsize__ + 2 * np.intp().itemsize
    attributes = getattr(value, "__dict__", None)
    return (
        type(attributes) is dict
        and (plain or not hasattr(cls, "__slots__"))
        and not (issubclass(cls, (dict, list, set, tuple, np.ndarray)))
    )


def _selection(parts: Sequence[Any]) -> Selection:
    is_part, is_list, memory, *masks = parts
    found = [None if m is None else AxisMask(m[0], apart=m[1]) for m in masks]
    made = Selection(memory, found, is_part=is_part)
    return made.as_list() if is_list else made


def built(
    spec: Any,
    leaves: Iterator[Any],
    selection: Callable[[Sequence[Any]], Any] = _selection,
) -> Any:
    """Put a value together of leaves; `selection` does so of an array of unknown length."""
    if spec == _LEAF:
        return next(leaves)
    if spec is None:
        return None
    if type(spec) is SameObject:
        return spec.value
    kind, parts = spec[0], spec[-1]
    items = [built(part, leaves, selection) for part in parts]
    if type(kind) is _Joined:
        return kind.join(spec[1], items)
    if kind is object:
        _, cls, names, _ = spec
        made = object.__new__(cls)
        vars(made).update(zip(names, items, strict=True))
        return made
    if kind is dict:
        return dict(zip(spec[2], items, strict=True))
    if kind is Selection:
        return selection(items)
    return kind(*items) if hasattr(kind, "_fields") else kind(items)


# -- dtypes ----------------------------------------------------------------------------


def common(leaves: Sequence[ValueLeaf]) -> Any:
    """The dtype that all leaves can have, a Python type if all are Python numbers.

    None if there is none, or shapes differ: arrays agree, Python numbers give way, and so
    does one truth value, which is 0 or 1.
    """
    if len({leaf.shape for leaf in leaves}) > 1:
        return None
    truths = [leaf for leaf in leaves if np.dtype(leaf.dtype) == bool]
    if len(truths) == len(leaves):
        dtypes = {leaf.dtype for leaf in leaves}
        return dtypes.pop() if len(dtypes) == 1 else Truth
    if truths and leaves[0].shape:
        return None
    numbers = [leaf for leaf in leaves if np.dtype(leaf.dtype) != bool]
    strong = {leaf.dtype for leaf in numbers if not leaf.is_weak}
    weak = {leaf.dtype for leaf in numbers if leaf.is_weak}
    if len(strong) > 1:
        return None
    if not strong:
        return max(weak, key=_NUMBERS.index)
    (dtype,) = strong
    fits = all(np.result_type(dtype, kind(0)) == dtype for kind in weak)
    return dtype if fits else None


def as_output(leaf: ValueLeaf, dtype: Any) -> Any:
    """A leaf as an output of a graph: an edge, or an array, of this dtype."""
    target = np.dtype(dtype)
    if type(leaf.value) is not Edge:
        if leaf.dtype is int and is_large(leaf.value):
            refuse_large()
        return np.array(leaf.value, target)[()]
    if leaf.dtype == target and not isinstance(leaf.dtype, type):
        return leaf.value
    with recording_all():
        made = cast("Any", Tracer(leaf.value, None)).astype(target)
    return made.edge


def as_value(out: Any, dtype: Any, *, is_array: bool = False) -> Any:
    """An output of an operation as a traced value; a Python number if `dtype` is a type."""
    if type(out) is Tracer and is_array:
        out.zero_dim = True
    return as_number(out, dtype) if is_weak(dtype) else out


def leaf_value(leaf: ValueLeaf) -> Any:
    """The array or number that a leaf was made of."""
    if type(leaf.value) is not Edge:
        return leaf.value
    made = Tracer(leaf.value, leaf.known)
    made.zero_dim = leaf.is_array
    return made


def zeros_like(value: FlatValue) -> FlatValue:
    """The same structure, of zeros, in objects of its own."""
    leaves = [
        leaf._replace(value=np.zeros(leaf.shape, leaf.dtype)[()], known=None)
        for leaf in value.leaves
    ]
    return value._replace(leaves=leaves, mutable=[])


def words(value: FlatValue) -> str:
    """What a value is, for messages."""
    if value.spec == _LEAF:
        return str(value.leaves[0])
    texts = iter(map(str, value.leaves))
    made = built(value.spec, texts, lambda parts: f"part of {parts[2]}, by a mask")
    return str(made).replace("'", "")
