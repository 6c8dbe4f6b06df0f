"""Distributions of SciPy's that do not take traced values."""

from __future__ import annotations

from typing import Any

from functrace.core.dispatch import unsupported
from functrace.scipy._namespace import refusing
from functrace.scipy._plain import any_traced


class Unchanged:
    """SciPy's distribution, of which every method refuses traced values."""

    def __init__(self, original: Any) -> None:
        self.original = original
        self.__doc__ = original.__doc__

    def __call__(self, *args: Any, **kwds: Any) -> Any:
        """Fix the parameters."""
        if any_traced(args, kwds):
            raise unsupported(type(self.original))
        return self.original(*args, **kwds)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self.original, name)
        return refusing(value) if callable(value) else value
