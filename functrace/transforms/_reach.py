"""What a function can reach: variables, objects, code; conditions that it is as it was.

Followed are the names in the code of the function, and of every function of the user's
that is found on the way: in globals, closures, attributes, containers, classes. Of an
object of the user's those attributes count whose name occurs in that code, of a library's
all that it holds. Where code asks for attributes by computed names, all count.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from enum import Enum
from operator import attrgetter, methodcaller
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any, ClassVar
from weakref import ReferenceType

import numpy as np

from functrace.core.aval import Aval
from functrace.core.guard import Snapshot, is_immutable
from functrace.core.tracer import Tracer
from functrace.numpy.selections import Selection
from functrace.transforms._attributes import (
    COMPUTED,
    INSIDE,
    WRAPPED,
    Attributes,
    asks_for_globals,
    function_in,
    modules_of,
    names_of,
    referent_of,
)
from functrace.transforms._checks import (
    ABSENT,
    Checks,
    Contents,
    content,
    is_plain,
    is_plain_kind,
)
from functrace.transforms._draws import is_generator
from functrace.transforms._libraries import (
    is_imported,
    is_library_class,
    is_library_constant,
    is_library_function,
    is_tool,
)
from functrace.transforms._wrapper import Transformed

_ATOMS = (CodeType, Aval, np.dtype, slice, range, type(Ellipsis), np.ufunc)
_CONTAINERS = (list, dict, set, tuple, frozenset)
_PLAIN_READERS = (object.__getattribute__, BaseException.__getattribute__)
_WRAPPERS = (staticmethod, classmethod, property, functools.cached_property)
_KNOWN = (
    *(
        type,
        ModuleType,
        FunctionType,
        BuiltinFunctionType,
        MethodType,
        Enum,
        np.ndarray,
    ),
    *(Tracer, Transformed, functools.partial, SimpleNamespace, *_WRAPPERS, *_ATOMS),
)


class Reach:
    """Walks from a function to whatever its results may depend on.

    Parameters
    ----------
    fun : callable
    statics : iterable of (str, object)
        What else it is given, with names.
    checks : Checks
        Receives the conditions.

    Attributes
    ----------
    generators : list
        Of random numbers.
    """

    def __init__(
        self,
        fun: Callable[..., Any],
        statics: Iterable[tuple[str, Any]],
        checks: Checks,
    ) -> None:
        self.generators: list[Any] = []
        self._checks = checks
        self._seen: dict[int, Any] = {}
        self._attributes = Attributes(checks, self._enqueue)
        self._pending: list[tuple[str, Any]] = [*statics, ("self", fun)]
        self._root = function_in(fun)
        known = -1
        while self._pending or len(self.names) > known:
            known = len(self.names)
            while self._pending:
                self._visit(*self._pending.pop())
            self._attributes.look_up()

    @property
    def names(self) -> set[str]:
        """Those that occur in the code."""
        return self._attributes.names

    # -- what an object is ---------------------------------------------------------------

    def _visit(self, label: str, value: Any) -> None:
        value = referent_of(value)
        if id(value) in self._seen or is_plain(value) or isinstance(value, _ATOMS):
            return
        self._seen[id(value)] = value  # alive, so that no other has its address
        add = self._by_type.get(type(value))
        if add is None:
            add = next(
                (add for kinds, add in self._by_kind if isinstance(value, kinds)), None
            )
        if add is not None:
            add(self, label, value)
        elif is_generator(value):
            self.generators.append(value)
        elif not is_tool(value):
            self._add_object(label, value)

    def _enqueue(self, label: str, value: Any) -> None:
        if id(value) not in self._seen and not is_plain(value):
            self._pending.append((label, value))

    def _add_tracer(self, label: str, tracer: Tracer) -> None:
        text = "{0}.edge is None and {0}.value is {1}"
        self._checks.add(f"{label} was written to", text, tracer, tracer.value)

    def _add_selection(self, label: str, selection: Selection) -> None:
        self._enqueue(label, selection.memory)
        for mask in selection.masks:
            if mask is not None:
                self._enqueue(label, mask.selected)

    def _add_class(self, label: str, cls: type) -> None:
        self._attributes.called.add(cls)
        self._attributes.add_class(label, cls)

    def _add_module(self, label: str, module: ModuleType) -> None:
        if not is_library_constant(module):
            self._attributes.add_module(label, module)

    def _add_context_variable(self, label: str, variable: ContextVar[Any]) -> None:
        value = variable.get(ABSENT)
        words = f"{label} was set to another value"
        self._checks.add_value(words, "{0}.get(absent)", variable, value)
        self._enqueue(label, value)

    def _add_reference(self, label: str, reference: ReferenceType[Any]) -> None:
        value = reference()
        text = f"({{0}}() is None) is {value is None}"
        self._checks.add(f"what {label} refers to is gone", text, reference)
        self._enqueue(label, value)

    def _add_member(self, label: str, member: Enum) -> None:
        self._enqueue(label, member.value)

    def _add_array(self, label: str, array: np.ndarray) -> None:
        if array.dtype.kind == "O":
            then = array.ravel().tolist()
            words = f"the contents of {label} changed"
            self._checks.add(words, "all_are({0}.flat, {1})", array, then)
            for element in then:
                self._enqueue(label, element)
        elif not is_immutable(array):
            words = f"the captured array in {label} was changed in place"
            self._checks.add(words, "{0}.holds()", Snapshot(array))
        if type(array) is not np.ndarray:
            self._add_object(label, array)

    def _add_wrapper(self, label: str, value: Any) -> None:
        """What holds functions: followed, and presumed not to exchange them."""
        if isinstance(value, functools.partial):
            self._enqueue(label, value.args)
            self._enqueue(label, value.keywords)
        if isinstance(value, MethodType):
            self._enqueue(label, value.__self__)
        for name in (*INSIDE, "fset"):
            inside = getattr(value, name, None)
            if callable(inside):
                self._enqueue(label, inside)
        if isinstance(value, Transformed):
            for inside in vars(value).values():
                if isinstance(inside, (FunctionType, MethodType, Transformed)):
                    self._enqueue(label, inside)

    def _add_elements(self, label: str, container: Iterable[Any]) -> None:
        both = container.values() if isinstance(container, dict) else ()
        if all(map(is_plain_kind, {*map(type, container), *map(type, both)})):
            return
        pairs = (
            container.items() if isinstance(container, dict) else enumerate(container)
        )
        for key, value in pairs:
            self._enqueue(f"{label}[{key!r}]" if is_plain(key) else label, value)
            self._enqueue(label, key)

    def _add_container(self, label: str, container: Any) -> None:
        self._checks.add_container(_changed(label), container)
        self._add_elements(label, container)

    # -- functions -----------------------------------------------------------------------

    def _add_function(self, label: str, function: FunctionType) -> None:
        is_root = function is self._root
        if is_library_function(function) and not is_root:
            self._enqueue(label, vars(function).get("__wrapped__"))
            return
        for name in ("__code__", "__defaults__", "__kwdefaults__"):
            value = getattr(function, name)
            if value and not is_root:
                words = f"{label} was given other {name.strip('_')}"
                self._checks.add_binding(words, function, name, value)
            self._enqueue(f"a default value of {label}", value)
        cells = function.__closure__ or ()
        for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
            self._add_cell(name, cell)
        names = names_of(function.__code__)
        self.names.update(names)
        every = asks_for_globals(function)
        for name in list(function.__globals__) if every else names:
            self._attributes.bind(f"global {name!r}", function.__globals__, name)
        self._attributes.add_function(label, function)
        for module in modules_of(function):
            self._enqueue(module.__name__, module)

    def _add_cell(self, name: str, cell: CellType) -> None:
        label, value = f"closure variable {name!r}", content(cell)
        if id(cell) in self._seen:
            return
        self._seen[id(cell)] = cell
        words = f"{label} was bound to another value"
        if value is ABSENT:
            self._checks.add(words, "content({0}) is absent", cell)
        elif is_plain(value) or not is_imported(name, value):
            self._checks.add_binding(words, cell, name, value)
            self._enqueue(label, value)

    # -- objects with attributes ---------------------------------------------------------

    def _add_object(self, label: str, value: Any) -> None:
        if not is_library_class(type(value)):
            self._add_instance(label, value)
        elif isinstance(value, SimpleNamespace):
            self._attributes.add_instance(label, value)
        elif isinstance(value, (attrgetter, methodcaller)):
            self.names.update(COMPUTED)
        elif isinstance(value, BuiltinFunctionType):  # of an object: its bound method
            self._enqueue(label, value.__self__)
        elif callable(value) and any(hasattr(value, name) for name in WRAPPED):
            self._add_wrapper(label, value)
        elif not is_library_constant(value):
            self._add_whole(label, value)

    def _add_instance(self, label: str, value: Any) -> None:
        cls = type(value)
        plain = cls.__getattribute__ in _PLAIN_READERS
        if isinstance(value, _CONTAINERS) or not plain:
            self._add_whole(label, value)
        else:
            self._attributes.add_instance(label, value)
        self._attributes.add_class(f"the class of {label}", cls)

    def _add_whole(self, label: str, root: Any) -> None:
        """Whatever an object refers to, and that in turn."""
        members = [root]
        for member in members:  # grows meanwhile
            getattr(member, "__dict__", None)  # made when it is first asked for
            for value in map(referent_of, gc.get_referents(member)):
                if id(value) in self._seen or is_plain(value):
                    continue
                if _is_opaque(value) and not _refers_weakly(value):
                    self._seen[id(value)] = value
                    members.append(value)
                else:
                    self._enqueue(label, value)
        self._checks.add(_changed(label), "{0}.hold()", Contents(members))
        for member in members:
            data = _memory(member)
            if data is not None:
                text = "memoryview({0}).tobytes() == {1}"
                self._checks.add(_changed(label), text, member, data)

    _by_type: ClassVar[dict[type, Callable[[Reach, str, Any], None]]] = {
        FunctionType: _add_function,
        ContextVar: _add_context_variable,
        ReferenceType: _add_reference,
        Tracer: _add_tracer,
        Selection: _add_selection,
        ModuleType: _add_module,
        tuple: _add_elements,
        frozenset: _add_elements,
        list: _add_container,
        set: _add_container,
        dict: _add_container,
    }
    _by_kind: ClassVar[list[tuple[Any, Callable[[Reach, str, Any], None]]]] = [
        (np.ndarray, _add_array),
        ((Transformed, MethodType, functools.partial, *_WRAPPERS), _add_wrapper),
        (type, _add_class),
        (Enum, _add_member),
    ]


def _is_opaque(value: Any) -> bool:
    """Whether an object that a library's refers to is looked into in the same way."""
    kind = type(value)
    if kind in _CONTAINERS:
        return True
    known = (
        isinstance(value, _KNOWN) or is_generator(value) or not is_library_class(kind)
    )
    return not (known or is_tool(value) or is_library_constant(value))


def _refers_weakly(value: Any) -> bool:
    """Whether an object only knows who uses it."""
    parts = list(map(referent_of, gc.get_referents(value)))
    parts = [part for part in parts if not isinstance(part, type)]
    lists = [part for part in parts if type(part) is list]
    parts = [x for x in parts if type(x) is not list] + [x for y in lists for x in y]
    return bool(parts) and all(isinstance(part, ReferenceType) for part in parts)


def _memory(value: Any) -> bytes | None:
    """What an object holds in memory that can be written to."""
    try:
        view = memoryview(value)
    except (TypeError, BufferError, ValueError):
        return None
    return None if view.readonly else view.tobytes()


def _changed(label: str) -> str:
    return f"the contents of {label} changed"
