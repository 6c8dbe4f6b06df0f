"""How a NumPy function gets its traced counterpart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from functrace.core.tracer import FUNCTIONS

F = TypeVar("F", bound=Callable[..., Any])


def implements(*functions: Callable[..., Any]) -> Callable[[F], F]:
    """Let the decorated function answer for NumPy's `functions`."""

    def register(function: F) -> F:
        for numpy_function in functions:
            FUNCTIONS[numpy_function] = function
        return function

    return register
