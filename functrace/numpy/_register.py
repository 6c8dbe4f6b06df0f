"""How a NumPy function gets its traced counterpart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from functrace.core.dispatch import FUNCTIONS

F = TypeVar("F", bound=Callable[..., Any])

CONSTANT: set[Callable[..., Any]] = set()  # of FUNCTIONS, those with no derivative


def implements(
    *functions: Callable[..., Any], differentiable: bool = True
) -> Callable[[F], F]:
    """Let the decorated function answer for NumPy's `functions`.

    `differentiable` is false of those whose results are piecewise constant, or no numbers.
    """

    def register(function: F) -> F:
        for numpy_function in functions:
            assert numpy_function not in FUNCTIONS, numpy_function
            FUNCTIONS[numpy_function] = function
            if not differentiable:
                CONSTANT.add(numpy_function)
        return function

    return register
