"""Libraries that are imported while a user's code is traced."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any


def is_complete(module: ModuleType) -> bool:
    """Whether a module's code has run to its end."""
    return not getattr(module.__spec__, "_initializing", False)


class Listener:
    """A finder of modules that says when one of some names has been imported.

    Parameters
    ----------
    names : container of str
    notify : callable
        Called with the name when such a module is complete.
    """

    def __init__(self, names: Container[str], notify: Callable[[str], None]) -> None:
        self._names = names
        self._notify = notify

    def turn(self, *, on: bool) -> None:
        """Begin, or end, to listen: it is asked for modules before other finders are."""
        if on:
            sys.meta_path.insert(0, self)
        elif self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """What the usual finder gives; its loader says when it is done."""
        if name not in self._names:
            return None
        spec = PathFinder.find_spec(name, path, target)
        loader: Any = None if spec is None else spec.loader
        if not hasattr(loader, "__dict__"):
            return spec
        execute = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            del loader.exec_module  # which hides its class's
            execute(module)
            self._notify(name)

        loader.exec_module = exec_module
        return spec
