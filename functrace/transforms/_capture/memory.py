"""What some code may change, and what it has.

A `ReachableState` is made before a branch, or a round, is traced. It walks from the
functions that will run to all that they reach of the user's objects, and keeps what is
where. Afterwards it tells what has changed, and puts everything back.
"""

from __future__ import annotations

import functools
import gc
import threading
from argparse import Namespace
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from types import (
    BuiltinMethodType,
    CellType,
    CodeType,
    FunctionType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any, ClassVar

import numpy as np

from functrace.core.guard import Snapshot
from functrace.core.pytree import is_custom
from functrace.core.tracer import Tracer
from functrace.numpy.selections import Selection
from functrace.transforms._attributes import names_of, referent_of, slots_of
from functrace.transforms._capture.contents import RememberedContents, has_contents
from functrace.transforms._capture.places import UNBOUND, Place, content, is_composed
from functrace.transforms._capture.standing import ListStandIn
from functrace.transforms._capture.wholes import (
    BUFFERS,
    RememberedObject,
    RememberedSequence,
    held,
    is_at,
    may_change,
    of_buffer,
    of_class,
    of_context,
    of_objects,
    of_order,
    progress,
)
from functrace.transforms._draws import (
    global_generators,
    is_generator,
    same_state,
    set_state,
    state_of,
)
from functrace.transforms._libraries import (
    is_library_class,
    is_library_function,
    is_library_module,
    is_ours,
)

_CACHED = type(functools.lru_cache(len))
_OPEN = (SimpleNamespace, Namespace, threading.local)  # to users, of libraries
_SHORT = 16  # elements of lists, each of which is a place
_PLAIN = frozenset(
    (
        *(int, float, complex, bool, str, bytes, type(None), slice, range, CodeType),
        *(np.float64, np.int64, np.bool_, np.float32, np.complex128, np.dtype),
    )
)


class ReachableState:
    """What is where, as far as some functions reach.

    Parameters
    ----------
    roots : iterable
    arrays : bool
        Whether it remembers the contents of plain arrays, too.
    places : iterable of Place
        Further ones.
    """

    def __init__(
        self,
        roots: Iterable[Any],
        *,
        arrays: bool = True,
        places: Iterable[Place] = (),
    ) -> None:
        self._with_arrays = arrays
        self._kept: dict[Any, tuple[Place, Any]] = {}
        self._dicts: list[tuple[dict[Any, Any], Any, str]] = []
        self._wholes: list[RememberedObject] = []
        self._whole: list[RememberedSequence] = []
        # Long ones, of plain values alone:
        self._plain: dict[int, RememberedSequence] = {}
        self._arrays: list[tuple[Snapshot, np.ndarray]] = []
        self._running: list[tuple[Any, str, Any]] = []
        self._contents: list[RememberedContents] = []
        self._drawn = [(each, state_of(each)) for each in global_generators()]
        self._seen: dict[int, Any] = {}
        self._stand_ins: dict[int, ListStandIn] = {}
        self.times: dict[int, int] = {}
        self._pending: list[tuple[str, Any]] = [("", root) for root in roots]
        self._others: list[tuple[str, Any]] = []
        self._outer: dict[Any, str] = {}
        self._is_outer = False
        for place in places:
            self._keep(place, place.get())
        while self._pending:
            self._visit(*self._pending.pop())
        self._is_outer = True
        while self._others:
            self._pending.append(self._others.pop())
            while self._pending:
                self._visit(*self._pending.pop())

    # -- the walk --------------------------------------------------------------------

    def _visit(self, name: str, value: Any) -> None:
        value = referent_of(value)
        kind = type(value)
        if kind in _PLAIN:
            return
        if kind is Tracer and value.base is not None:
            self._count(value)
            value = value.root()
        self._count(value)
        if id(value) in self._seen:
            return
        self._seen[id(value)] = value
        add = self._by_type.get(kind)
        if add is None and is_ours(kind) and not is_custom(kind):
            add = ReachableState._add_transformed
        if add is None:
            found = (add for kinds, add in self._by_kind if isinstance(value, kinds))
            add = next(found, ReachableState._add_object)
        add(self, name, value)

    def _count(self, value: Any) -> None:
        self.times[id(value)] = self.times.get(id(value), 0) + 1

    def _add_handle(self, name: str, handle: Tracer) -> None:
        self._keep(Place(handle, None, name), (handle.edge, handle.value))

    def _add_list(self, name: str, items: list[Any]) -> None:
        grows = not self._is_outer
        whole = RememberedSequence(items, list(items), name, may_grow=grows)
        self._whole.append(whole)
        if len(items) > _SHORT and _PLAIN.issuperset(map(type, items)):
            self._plain[id(items)] = whole
        else:
            self._add_items(name, items, enumerate(items))

    def _add_appended(self, name: str, stand_in: ListStandIn) -> None:
        self._count(stand_in.appended)
        self._stand_ins[id(stand_in.appended)] = stand_in
        self._add_list(name, stand_in.appended)

    def _add_dict(self, name: str, items: dict[Any, Any]) -> None:
        if isinstance(type(items).__iter__, FunctionType):  # it gives something else
            self._add_object(name, items)
            return
        self._dicts.append((items, None, name))
        self._wholes.append(of_order(items, name))
        self._add_items(name, items, list(items.items()))

    def _add_set(self, name: str, items: Any) -> None:
        self._whole.append(RememberedSequence(items, list(items), name, may_grow=False))
        self._pending += [(name, each) for each in items]

    def _add_tuple(self, name: str, items: Any) -> None:
        self._pending += [(name, each) for each in items]
        self._add_object(name, items)

    def _add_array(self, name: str, array: np.ndarray) -> None:
        if array.dtype.kind == "O":
            self._wholes.append(of_objects(array))
            self._pending += [(name, each) for each in array.flat]
        if self._with_arrays and may_change(array):
            self._arrays.append((Snapshot(array), array))

    def _add_wrapper(self, name: str, value: Any) -> None:
        found = (getattr(value, attribute, None) for attribute in _INSIDE)
        self._pending += [(name, each) for each in found if each is not None]

    def _add_transformed(self, name: str, value: Any) -> None:
        """A function of ours that calls the user's."""
        kinds = (FunctionType, MethodType)
        for inside in getattr(value, "__dict__", {}).values():
            if isinstance(inside, kinds) or is_ours(type(inside)):
                self._pending.append((name, inside))

    def _add_type(self, name: str, cls: type) -> None:
        if self._is_outer:
            self._add_class(cls)
        else:
            self._others.append((name, cls))
            del self._seen[id(cls)]

    def _add_iterator(self, name: str, iterator: Any) -> None:
        self._running.append((iterator, name, progress(iterator)))
        self._pending += [(name, each) for each in gc.get_referents(iterator)]

    def _add_cached(self, name: str, function: Any) -> None:
        """What `functools.lru_cache` makes: the function, and results; these may be more."""
        for each in gc.get_referents(function):
            parts = each.values() if type(each) is dict else [each]
            self._pending += [(name, part) for part in parts]

    def _add_context(self, name: str, variable: ContextVar[Any]) -> None:
        self._wholes.append(of_context(variable))
        self._pending.append((name, held(variable)))

    def _add_buffer(self, _: str, buffer: Any) -> None:
        self._wholes.append(of_buffer(buffer))

    def _add_nothing(self, name: str, value: Any) -> None: ...

    def _keep(self, place: Place, value: Any) -> None:
        self._kept[place.identity] = place, value
        if self._is_outer:
            self._outer[place.identity] = place.name

    def _add_items(self, name: str, holder: Any, items: Iterable[Any]) -> None:
        for key, value in items:
            label = f"{name}[{key!r}]"
            self._keep(Place(holder, key, label), value)
            self._pending.append((label, value))

    def _add_function(self, _: str, function: FunctionType) -> None:
        code = function.__code__
        cells = function.__closure__ or ()
        for name, cell in zip(code.co_freevars, cells, strict=True):
            if id(cell) not in self._seen:
                self._seen[id(cell)] = cell
                self._add_variable(Place(cell, None, name))
            if isinstance(module := content(cell), ModuleType):
                self._add_module(module, names_of(code))
        if is_library_function(function):
            wrapped = vars(function).get("__wrapped__")
            if wrapped is not None:
                self._pending.append(("", wrapped))
            return
        names = names_of(code)
        self._add_names(function.__globals__, names, "the global variable")
        self._add_attributes(function.__name__, function, function.__dict__)
        defaults = (function.__defaults__, function.__kwdefaults__)
        self._pending += [("", each) for each in defaults if each is not None]

    def _add_attributes(
        self, name: str, owner: Any, attributes: dict[str, Any]
    ) -> None:
        self._dicts.append((attributes, owner, name))
        self._wholes.append(of_order(attributes, name))
        for key, each in list(attributes.items()):
            label = f"{name}.{key}"
            self._keep(Place(attributes, key, label), each)
            self._pending.append((label, each))

    def _add_names(
        self, scope: dict[str, Any], names: Iterable[str], words: str
    ) -> None:
        """Variables of a module, as far as code names them; of modules in it, likewise."""
        for name in names:
            place = Place(scope, name, name)
            if place.identity in self._kept:
                continue
            value = place.get()
            self._keep(place, value)
            self._outer[place.identity] = f"{words} {name!r}"
            if isinstance(value, ModuleType):
                self._add_module(value, names)
            elif value is not UNBOUND:
                self._others.append((name, value))

    def _add_module(self, module: ModuleType, names: Iterable[str]) -> None:
        if not is_library_module(module):
            words = f"of the module {module.__name__!r} the variable"
            self._add_names(vars(module), names, words)

    def _add_variable(self, place: Place) -> None:
        value = place.get()
        self._keep(place, value)
        if value is not UNBOUND:
            self._pending.append((place.name, value))

    def _add_class(self, cls: type) -> None:
        if not is_library_class(cls):
            self._wholes.append(of_class(cls))
            for name, value in list(vars(cls).items()):
                if not name.startswith("__") or isinstance(value, FunctionType):
                    self._pending.append((f"{cls.__name__}.{name}", value))
            self._pending += [("", base) for base in cls.__bases__]

    def _add_object(self, name: str, value: Any) -> None:
        """An instance of a class of the user's."""
        cls = type(value)
        if is_generator(value):
            self._drawn.append((value, state_of(value)))
        if is_library_class(cls) and not (cls in _OPEN or is_custom(cls)):
            if has_contents(value):
                self._contents.append(RememberedContents(value, name))
            return
        attributes = getattr(value, "__dict__", None)
        if type(attributes) is dict:
            self._seen[id(attributes)] = attributes
            self._add_attributes(name, value, attributes)
        for key in sorted(slots_of(cls)):
            self._add_variable(Place(value, key, f"{name}.{key}"))
        self._pending.append(("", cls))

    _by_type: ClassVar[dict[type, Callable[..., None]]] = {
        ListStandIn: _add_appended,
        Selection: _add_wrapper,
        Tracer: _add_handle,
        FunctionType: _add_function,
        ModuleType: _add_nothing,
    }
    _by_kind: ClassVar[Sequence[tuple[Any, Callable[..., None]]]] = (
        (list, _add_list),
        (dict, _add_dict),
        ((set, deque), _add_set),
        (BUFFERS, _add_buffer),
        (ContextVar, _add_context),
        (_CACHED, _add_cached),
        ((tuple, frozenset), _add_tuple),
        (np.ndarray, _add_array),
        ((MethodType, BuiltinMethodType, functools.partial), _add_wrapper),
        ((property, staticmethod, classmethod), _add_wrapper),
        (type, _add_type),
        (Iterator, _add_iterator),
    )

    def keep_arrays(self, most: int) -> bool:
        """Remember what plain arrays hold, too, if that is no more than so many bytes."""
        found = [x for x in self._seen.values() if issubclass(type(x), np.ndarray)]
        plain = [x for x in found if may_change(x)]
        if sum(x.nbytes for x in plain) > most:
            return False
        self._arrays = [(Snapshot(x), x) for x in plain]
        return True

    # -- what has changed --------------------------------------------------------------

    def changes(self) -> dict[Any, tuple[Place, Any]]:
        """Places with what is now there, if that is not what was, by their identity."""
        found: dict[Any, tuple[Place, Any]] = {}
        for identity, (place, then) in self._kept.items():
            holder = place.holder
            if type(holder) is Tracer:
                if (holder.edge, id(holder.value)) != (then[0], id(then[1])):
                    found[identity] = place, holder.twin()
            elif type(holder) is list and len(holder) <= place.key:
                continue
            elif (now := place.get()) is not then:
                found[identity] = place, now
        others = (*self._added(), *self._changed_plain())
        return found | {place.identity: (place, place.get()) for place in others}

    def _changed_plain(self) -> Iterator[Place]:
        for each in self._plain.values():
            for key in each.changed:
                yield Place(each.holder, key, f"{each.name}[{key}]")

    def _added(self) -> Iterator[Place]:
        """Places that were not there: at the ends of lists, in dicts."""
        for holder, contents, name, may_grow in self._whole:
            for key in range(len(contents), len(holder)) if may_grow else ():
                yield Place(holder, key, f"{name}[{key}]")
        for holder, owner, name in self._dicts:
            for key in holder:
                if (id(holder), key) not in self._kept:
                    label = f"{name}[{key!r}]" if owner is None else f"{name}.{key}"
                    yield Place(holder, key, label)

    def before(self, place: Place) -> Any:
        """What was there."""
        if place.identity not in self._kept:
            whole = self._plain.get(id(place.holder))
            known = whole is not None and place.key < len(whole.contents)
            return whole.contents[place.key] if whole is not None and known else UNBOUND
        then, holder = self._kept[place.identity][1], place.holder
        return holder.twin(*then) if type(holder) is Tracer else then

    def composed(self) -> Iterator[tuple[Any, Any]]:
        """Places, by identity, with values in which something may have changed."""
        for identity, (place, then) in self._kept.items():
            if type(place.holder) is not Tracer and is_composed(then):
                yield identity, then

    def places_of(self, value: Any) -> list[Place]:
        """Where an object is."""
        return [place for place, then in self._kept.values() if then is value]

    def grown(self, items: list[Any]) -> Any:
        """What is appended to where a list grows: itself, or what stands for another."""
        return self._stand_ins.get(id(items), items)

    def variables(self) -> set[str]:
        """The names of all variables that it found in closures."""
        places = (place for place, _ in self._kept.values())
        return {place.name for place in places if type(place.holder) is CellType}

    def object_with(self, identity: int) -> Any:
        """The object that was found with some identity; None if there was none."""
        return self._seen.get(identity)

    def broken(self) -> str | None:
        """What has changed that cannot be an output, in words."""
        for identity, words in self._outer.items():
            place, then = self._kept[identity]
            if type(place.holder) is not Tracer and place.get() is not then:
                return words
        for whole in self._plain.values():
            if not whole.may_grow and next(whole.changed, None) is not None:
                return whole.words
        if (words := self.irreversible()) is not None:
            return words
        for generator, state in self._drawn:
            if not same_state(state_of(generator), state):
                return (
                    f"a {type(generator).__name__}, which random numbers are drawn from"
                )
        return self._broken_whole()

    def _broken_whole(self) -> str | None:
        """Which container, or plain array, is not what it was, in words."""
        for each in self._whole:
            holder, contents, _, may_grow = each
            grown = len(holder) - len(contents)
            if isinstance(holder, list):
                if grown < 0 or (grown and not may_grow):
                    return f"{each.words}, whose length changes"
            elif grown or any(
                a is not b for a, b in zip(holder, contents, strict=True)
            ):
                return each.words
        for whole in self._wholes:
            if (words := whole.change()) is not None:
                return words
        for snapshot, array in self._arrays:
            if not snapshot.holds():
                return f"an array {array.dtype}{[*array.shape]} that is not traced"
        return None

    @property
    def has_iterators(self) -> bool:
        """Whether it found iterators: what they have given cannot be put back."""
        return bool(self._running)

    def irreversible(self) -> str | None:
        """What has changed that cannot be put back, in words."""
        for iterator, name, how_far in self._running:
            if not is_at(how_far, progress(iterator)):
                return f"the iterator {name!r}, which goes on"
        return next(filter(None, (each.change() for each in self._contents)), None)

    def restore(self) -> None:
        """Put everything back, but for what cannot be an output."""
        for holder, contents, *_ in self._whole:
            if isinstance(holder, list):
                if len(holder) != len(contents):
                    holder[:] = contents
            elif list(holder) != contents:
                holder.clear()
                (holder.update if isinstance(holder, set) else holder.extend)(contents)
        for snapshot, array in self._arrays:
            if not snapshot.holds():
                array[...] = snapshot.copy
        for generator, state in self._drawn:
            set_state(generator, state)
        for place, _ in self.changes().values():
            place.put(self.before(place))
        for whole in self._wholes:
            whole.put_back()

    def functions(self) -> list[FunctionType]:
        """All functions of the user's that it found."""
        found = [each for each in self._seen.values() if type(each) is FunctionType]
        return [
            each
            for each in found
            if not is_library_function(each) and not is_ours(each)
        ]

    def handles(self) -> set[int]:
        """The identities of all handles that it found."""
        holders = [place.holder for place, _ in self._kept.values()]
        return {id(each) for each in holders if type(each) is Tracer}


_INSIDE = ("__self__", "__func__", "func", "args", "keywords", "fget", "fset", "memory")
