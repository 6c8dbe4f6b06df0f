"""Attributes of objects, classes and modules that code refers to by name."""

from __future__ import annotations

import builtins
import dis
import functools
import sys
from abc import ABCMeta
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType, MemberDescriptorType, ModuleType
from typing import Any
from weakref import ProxyTypes

from functrace.transforms._checks import ABSENT, Checks, is_plain, weakly
from functrace.transforms._draws import generators_beside
from functrace.transforms._libraries import is_imported, is_library_class

_SIMPLE_METACLASSES = (type, ABCMeta)
COMPUTED = frozenset(  # code with these names may ask for any attribute
    (
        *("getattr", "hasattr", "vars", "__dict__", "__getattribute__", "attrgetter"),
        *("methodcaller", "asdict", "astuple", "fields", "replace", "copy", "deepcopy"),
    )
)
_ASKING = (builtins.eval, builtins.exec, builtins.globals)
_GLOBALS = frozenset(asking.__name__ for asking in _ASKING)
_LOADS: frozenset[str] = frozenset(("LOAD_GLOBAL", "LOAD_NAME"))
_IMPORTS: frozenset[str] = frozenset(("IMPORT_NAME",))
_OPCODES = {names: {dis.opmap[n] for n in names} for names in (_LOADS, _IMPORTS)}
_UNUSED = frozenset(("__repr__", "__str__", "__del__", "__reduce__", "__format__"))
_MAKERS = frozenset(("__init__", "__new__", "__post_init__"))
_CLASS_OF = frozenset(("type", "__class__"))
WRAPPED = ("py_func", "pyfunc", "__wrapped__")
INSIDE = ("__func__", "fget", "func", "fun", *WRAPPED)


class Attributes:
    """Conditions that attributes are bound to what they are bound to.

    Parameters
    ----------
    checks : Checks
        Receives the conditions.
    follow : callable
        Is given each value that an attribute has, with a label.

    Attributes
    ----------
    names : set of str
        Those that occur in code: attributes with other names do not matter.
    called : set of type
        The classes of which instances may be made.
    """

    def __init__(self, checks: Checks, follow: Callable[[str, Any], None]) -> None:
        self.names: set[str] = set()
        self.called: set[type] = set()
        self._checks = checks
        self._follow = follow
        self._bound: set[tuple[int, str]] = set()
        self._classes: set[type] = set()
        self._objects: list[tuple[str, Any, set[str]]] = []

    def add_module(self, label: str, module: ModuleType) -> None:
        """A module of the user's."""
        self._objects.append((label, module, set()))

    def add_class(self, label: str, cls: type) -> None:
        """A class, unless it is a library's."""
        if cls not in self._classes and not is_library_class(cls):
            self._classes.add(cls)
            self._objects.append((label, cls, set()))
            self.add_class(f"the class of {label}", type(cls))

    def add_instance(self, label: str, value: Any) -> None:
        """An object that has a dictionary, or slots."""
        own = getattr(value, "__dict__", None)
        if type(own) is dict:
            text = f"len({{1}}) == {len(own)} and {{0}}().__dict__ is {{1}}"
            words = f"{label} was given other attributes"
            self._checks.add(words, text, weakly(value), own)
        self._objects.append((label, value, set()))

    def add_function(self, label: str, function: FunctionType) -> None:
        """What a function of the user's was given beside its code."""
        if vars(function):
            self._objects.append((label, function, set()))

    def bind(self, label: str, scope: dict[str, Any], name: str) -> None:
        """A name in the dictionary of a module, or of an object."""
        value = scope.get(name, ABSENT)
        if value is ABSENT or (id(scope), name) in self._bound:
            return
        self._bound.add((id(scope), name))
        if is_plain(value) or not is_imported(name, value):
            words = f"{label} was bound to another value"
            self._checks.add_binding(words, scope, name, value)
            self._follow(label, value)
            return
        self._follow_generators(label, value)
        if isinstance(value, ModuleType):
            for inner in sorted(self.names & vars(value).keys()):
                self._follow_generators(label, vars(value)[inner])

    def _follow_generators(self, label: str, value: Any) -> None:
        for generator in generators_beside(value):
            self._follow(label, generator)

    def look_up(self) -> None:
        """Find what has the names that have come up."""
        for named in self._objects:
            self._look_up(*named)

    def _look_up(self, label: str, value: Any, done: set[str]) -> None:
        """The attributes whose names have come up since."""
        names = self.names - done
        done |= names
        every = not self.names.isdisjoint(COMPUTED)
        if isinstance(value, ModuleType):
            for name in sorted(names & vars(value).keys()):
                self.bind(f"{label}.{name}", vars(value), name)
        elif isinstance(value, type):
            self._look_up_class(label, value, names, every)
        else:
            own: dict[str, Any] = getattr(value, "__dict__", {})
            for name in sorted(_texts(own) if every else names & own.keys()):
                self.bind(f"{label}.{name}", own, name)
            slots = slots_of(type(value))
            for name in sorted(slots if every else names & slots):
                self._add_slot(f"{label}.{name}", value, name)

    def _look_up_class(
        self, label: str, cls: type, names: set[str], every: bool
    ) -> None:
        for home in cls.__mro__[-2::-1]:
            for name, value in list(vars(home).items()):
                if _is_special(name):
                    used = not self._is_unused(cls, name) and _is_function(value)
                else:
                    used = every or name in names
                if used and is_library_class(home):
                    self._add_names(function_in(value))
                elif used:
                    self._add_class_attribute(f"{label}.{name}", cls, name)

    def _add_names(self, function: Any) -> None:
        """A method of a library's asks for attributes, too."""
        if _is_function(function):
            self.names.update(names_of(function.__code__))

    def _add_slot(self, label: str, owner: Any, name: str) -> None:
        if (id(owner), name) in self._bound:
            return
        self._bound.add((id(owner), name))
        value = getattr(owner, name, ABSENT)
        words = f"{label} was bound to another value"
        if value is ABSENT:
            text = f"not hasattr({{0}}(), {name!r})"
            self._checks.add(words, text, weakly(owner))
        else:
            self._checks.add_value(words, f"{{0}}().{name}", weakly(owner), value)
            self._follow(label, value)

    def _is_unused(self, cls: type, name: str) -> bool:
        """Whether a special method is not for computing, or makes no instances here."""
        if name in _MAKERS:
            return cls not in self.called and self.names.isdisjoint(_CLASS_OF)
        return name in _UNUSED

    def _add_class_attribute(self, label: str, cls: type, name: str) -> None:
        home = next(c for c in cls.__mro__ if name in vars(c))
        value = vars(home)[name]
        if (id(cls), name) in self._bound or _is_slot(value):
            return
        self._bound.add((id(cls), name))
        if isinstance(value, classmethod):
            self.called.add(cls)
        words = f"{label} was bound to another value"
        stable = type(value) is FunctionType or not hasattr(type(value), "__get__")
        if type(cls) in _SIMPLE_METACLASSES and stable and name.isidentifier():
            self._checks.add_value(words, f"{{0}}.{name}", cls, value)
        else:
            self._checks.add_value(words, f"{{0}}[{name!r}]", vars(home), value)
        self._follow(label, value)


@functools.lru_cache(maxsize=1024)
def names_of(code: CodeType) -> tuple[str, ...]:
    """Names of globals and attributes in a function and in those defined inside it."""
    inside = (c for c in code.co_consts if isinstance(c, CodeType))
    found = (name for part in inside for name in names_of(part))
    return tuple(dict.fromkeys((*code.co_names, *found)))


def modules_of(function: FunctionType) -> list[ModuleType]:
    """The modules that a function imports itself, if somebody has imported them."""
    package = function.__globals__.get("__package__") or ""
    parts = package.split(".") if package else []
    parents = [".".join(parts[:k]) for k in range(len(parts) + 1)]
    names = [
        f"{parent}.{name}".strip(".")
        for name in _operands_of(function.__code__, _IMPORTS)
        for parent in parents
    ]
    found = map(sys.modules.get, names)
    return [module for module in found if type(module) is ModuleType]


def asks_for_globals(function: FunctionType) -> bool:
    """Whether a function's code may compute the names of globals."""
    scope, every = function.__globals__, vars(builtins)
    return not _GLOBALS.isdisjoint(names_of(function.__code__)) and any(
        scope.get(name, every[name]) in _ASKING
        for name in _operands_of(function.__code__, _LOADS)
        if name in _GLOBALS
    )


@functools.lru_cache(maxsize=1024)
def _operands_of(code: CodeType, instructions: frozenset[str]) -> tuple[str, ...]:
    """The names in such instructions of a function and of those defined inside it."""
    inside = (c for c in code.co_consts if isinstance(c, CodeType))
    found = {name for part in inside for name in _operands_of(part, instructions)}
    if not _OPCODES[instructions].isdisjoint(code.co_code[::2]):
        every = dis.get_instructions(code)
        found.update(at.argval or "" for at in every if at.opname in instructions)
    return tuple(sorted(found))


def function_in(value: Any) -> Any:
    """The plain function inside of wrappers; None if there is none."""
    while value is not None and not _is_function(value):
        if is_library_class(type(value)):
            insides = (getattr(value, name, None) for name in INSIDE)
            value = next((x for x in insides if callable(x)), None)
        else:
            value = getattr(type(value), "__call__", None)  # noqa: B004 - it is wanted
    return value


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_function(value: Any) -> bool:
    return type(value) is FunctionType


def _is_slot(value: Any) -> bool:
    return isinstance(value, MemberDescriptorType)


def referent_of(value: Any) -> Any:
    """What a weak proxy stands for, None if it is gone; anything else as it is."""
    if type(value) not in ProxyTypes:
        return value
    try:
        return value.__repr__.__self__
    except ReferenceError:
        return None


def slots_of(cls: type) -> set[str]:
    """The attributes that objects of a class have in slots.

    Not those of structures of C, which may be read only, or say where memory is.
    """
    classes = [each for each in cls.__mro__ if "__slots__" in vars(each)]
    return {n for each in classes for n, x in vars(each).items() if _is_slot(x)}


def _texts(keys: Iterable[Any]) -> set[str]:
    return {key for key in keys if isinstance(key, str)}
