"""Functions that are SciPy's own where nothing is traced."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import optree

from functrace.core.primitive import has_tracers
from functrace.core.tracer import Tracer

F = TypeVar("F", bound=Callable[..., Any])


def on_plain_values(original: Callable[..., Any]) -> Callable[[F], F]:
    """Have `original` called in place of the decorated function on plain values."""

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def counterpart(*args: Any, **kwargs: Any) -> Any:
            chosen = function if any_traced(args, kwargs) else original
            return chosen(*args, **kwargs)

        return counterpart  # type: ignore[return-value] - it has the signature of both

    return decorate


def any_traced(*values: Any) -> bool:
    """Whether there is a tracer in any of these, nested in lists or not."""
    leaves: list[Any] = optree.tree_leaves(list(values))  # type: ignore[arg-type]
    return any(type(leaf) is Tracer or has_tracers(leaf) for leaf in leaves)
