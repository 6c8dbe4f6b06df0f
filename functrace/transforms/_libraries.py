"""What is presumed constant: libraries, and objects that no number comes from."""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from functrace.core.source import SITE


def _folders() -> Iterator[str]:
    """Where libraries are; also where somebody installed them elsewhere."""
    yield from sys.modules["functrace"].__path__
    yield os.path.dirname(os.__file__)
    usual = [*site.getsitepackages(), site.getusersitepackages()]
    yield from usual  # sysconfig, which tells the same, takes long to import
    if SITE not in usual and is_installed(SITE, "numpy"):
        yield SITE


def is_installed(folder: str, name: str) -> bool:
    """Whether a library was installed into a folder, as ``pip --target`` does."""
    names = os.listdir(folder) if os.path.isdir(folder) else ()
    return any(x.startswith(f"{name}-") and x.endswith("-info") for x in names)


_GENERATED = ("<frozen", "<functrace.")  # Python's own, and ours
_LIBRARIES = (*_GENERATED, *(os.path.join(folder, "") for folder in _folders()))
_TOOLS = frozenset(
    ("functrace", "logging", "threading", "weakref", "re", "io", "ctypes", "warnings")
)
_MADE_IN_PYTHON = 1 << 9  # Py_TPFLAGS_HEAPTYPE
_COMPILED = (BuiltinFunctionType, np.ufunc)


def is_library(file: str | None) -> bool:
    """Whether a file is no part of the user's program; without one, it is compiled."""
    return file is None or file.startswith(_LIBRARIES)


def is_library_function(function: FunctionType) -> bool:
    """Whether a function is a library's."""
    return is_library(function.__code__.co_filename)


def is_library_module(module: ModuleType) -> bool:
    """Whether a module is a library's; what is typed in is the user's."""
    name, file = module.__name__, getattr(module, "__file__", None)
    if file is None:
        return name in sys.builtin_module_names or hasattr(module, "__path__")
    return name != "__main__" and is_library(file)


def is_library_class(cls: type) -> bool:
    """Whether a class is a library's; Python's own are made in C."""
    if cls.__module__ == "builtins":  # also where code was run that has no `__name__`
        return not cls.__flags__ & _MADE_IN_PYTHON
    module = sys.modules.get(cls.__module__)
    return module is not None and is_library_module(module)


def is_ours(kind: type | FunctionType) -> bool:
    """Whether a class, or a function, is functrace's."""
    return str(kind.__module__).startswith("functrace.")


def is_tool(value: Any) -> bool:
    """Whether an object serves for something else than computing: a log, a lock."""
    return type(value).__module__.partition(".")[0].lstrip("_") in _TOOLS


def is_library_constant(value: Any) -> bool:
    """Whether an object is among those that libraries offer.

    They are modules, classes, functions, and objects that the module of their class has.
    """
    if isinstance(value, ModuleType):
        return is_library_module(value)
    if isinstance(value, type):
        return is_library_class(value)
    if type(value) is FunctionType:
        return is_library_function(value)
    if isinstance(value, _COMPILED):
        owner = getattr(value, "__self__", None)
        return owner is None or isinstance(owner, ModuleType)
    if not is_library_class(type(value)):
        return False
    home = sys.modules.get(str(getattr(value, "__module__", None)))
    names = {} if home is None or not is_library_module(home) else vars(home)
    return any(value is other for other in names.values())


def is_imported(name: str, value: Any) -> bool:
    """Whether a variable is bound to what a library offers, as an import binds it.

    That is to a module, or to another object under the object's own name.
    """
    if not is_library_constant(value):
        return False
    if isinstance(value, ModuleType) or getattr(value, "__name__", None) == name:
        return True
    home = sys.modules.get(str(getattr(value, "__module__", None)))
    return home is not None and vars(home).get(name) is value
